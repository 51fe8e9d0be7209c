"""Search under a clock: slices of nodes in compiled code, the clock read in between.

One thread, or several in one of two ways:

    root     every first move's subtree is searched by itself, as soon as a thread is free, and what they are worth is
             compared when all are done; then the same one move deeper (SimpAI, Fig. 2)
    shared   all threads search the same position into one shared table, half of them a move deeper, and each profits
             from what the others leave there (known as lazy SMP); where the table is a tree, each grows its own, and
             the votes for the first moves are added up

Its moves depend on how fast the machine is: such games can be replayed from their moves, not from their seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain
from lek.brains.alphabeta import ENTRY, PLIES, SURE
from lek.game import Game, record
from lek.position import Position
from lek.settings import Mistake

SPLITS = ("shared", "root")
SPARE = 0.004  # seconds kept back for what Python and other processes do around a search
FIRST = 1  # nodes of a move's first slice
FADING = 0.9  # a slice: how much of a node's time is remembered
SLICES = 100  # of the time for a move: so often, about, the clock is looked at


class Clocked:
    """An outsider that searches for a share of the time it is given; new tables for every game.

    With a `pace` it looks at so many positions a second and no more, as on a slower machine.
    """

    def __init__(
        self, brain: Brain, game: Game, genome: Any, *, share: float = 0.93, threads: int = 1, split: str = "shared",
        table: int = 20, seconds: float | None = None, pace: int = 0,
    ) -> None:
        if split not in SPLITS:
            raise Mistake(f"split={split} does not work: split is {' | '.join(SPLITS)}")
        self.grows = hasattr(brain.search, "entry")  # the table is a tree: one for every thread
        if self.grows and split == "root":
            raise Mistake(f"split=root does not work with {brain.name}, which grows a tree a thread: use split=shared")
        self.brain, self.game, self.share, self.threads, self.split = brain, game, share, threads, split
        self.table_bits, self.seconds = table, seconds
        self.pace, self.most = pace, float("inf")
        self.slice, self.pause, self.longest, self.each = FIRST, 0.0, 0.0, 0.0
        self.genome = genome.copy()
        if "depth" in (genome.dtype.names or ()):
            self.genome["depth"] = PLIES - 2
        self.g = self.genome[0]
        self.told: dict[str, Any] = {}  # of the last move: depth, nodes, value, seconds
        self.memories: list[Any] = []

    def __copy__(self) -> Clocked:
        return Clocked(self.brain, self.game, self.genome, share=self.share, threads=self.threads, split=self.split,
                       table=self.table_bits, seconds=self.seconds, pace=self.pace)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.game = game
        if not self.memories:
            self.memories = [record(self.brain.memory_type(game)) for _ in range(self.threads)]
            entry = self.brain.search.entry if self.grows else ENTRY
            self.tables = [np.zeros(1 << self.table_bits, entry).view(np.recarray)
                           for _ in range(self.threads if self.grows else 1)]
            self._warm_up()
        for number, memory in enumerate(self.memories):
            memory.view(np.uint8).fill(0)
            if self.brain.rolls(game):
                memory[0].rng = dice.stream(seed, number, 0)
        for table in self.tables:
            table.view(np.uint8).fill(0)

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        started = time.perf_counter()
        limit = budget if budget is not None else self.seconds
        if limit is None:
            raise Mistake(f"{self.brain.name} plays by a clock here, and there is none")
        search = self.brain.search
        deadline = started + max(limit * self.share - SPARE, limit * 0.3)
        self.most = self.pace * limit * self.share if self.pace else float("inf")
        self.slice, self.pause, self.longest, self.each = FIRST, limit / SLICES, 0.0, 0.0
        m = self.memories[0][0]
        if search.before is not None:
            first = int(search.before(self.g, m, view))
            if first >= 0:
                self.told = {"depth": 0, "nodes": 0, "value": 0.0, "rule": True}
                return first
        by_root = self.split == "root"
        action = self._by_root(view, deadline) if by_root else self._together(view, deadline)
        self.told["seconds"] = time.perf_counter() - started
        return action

    def _together(self, view: Any, deadline: float) -> int:
        search = self.brain.search
        stopped = [False]

        def think(number: int) -> None:
            m, table = self.memories[number][0], self.tables[number % len(self.tables)]
            search.begin(self.g, m, view)
            if number % 2 and m.depth == 1:
                m.depth = m.left[0] = 2
            while not self._went(self.g, m, table, self.most / self.threads - m.nodes):
                if stopped[0] or self._late(deadline) or m.nodes * self.threads >= self.most:
                    break
            stopped[0] = True

        if self.threads == 1:
            think(0)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(think, range(self.threads)))
        memories = [memory[0] for memory in self.memories]
        best = max(memories, key=lambda m: (float(m.worth) >= SURE, int(m.reached)))
        self.told = {"depth": int(best.reached), "nodes": sum(int(m.nodes) for m in memories), "value": float(best.worth)}
        if self.grows and self.threads > 1:
            return int(np.argmax(np.sum([m.votes for m in memories], axis=0)))
        return int(search.answer(best))

    def _by_root(self, view: Any, deadline: float) -> int:
        game, search = self.game, self.brain.search
        seat = int(game.owner(view, int(game.actor(view))))
        moves = self._legal(view)
        found, worth, depth, nodes = moves[0], 0.0, 1, 0
        free = list(range(self.threads))

        def think(a: int) -> tuple[float, bool, bool]:
            """What the move is worth, whether that was found in time, and whether it is final."""
            if self._late(deadline) or nodes + spent[0] >= self.most:
                return 0.0, False, False
            child = view.copy()
            game.step(child, a)
            while int(game.actor(child)) >= 0 and len(answers := self._legal(child)) == 1:
                game.step(child, answers[0])  # with one answer there is nothing to search: look on behind it
            actor = int(game.actor(child))
            if actor < 0:
                margin = float(game.score(child, seat) - game.score(child, 1 - seat))
                return margin * 1e6, True, True
            sign = 1.0 if int(game.owner(child, actor)) == seat else -1.0
            number = free.pop()
            m = self.memories[number][0]
            g = self.genome.copy()
            g["depth"] = depth - 1
            search.begin(g[0], m, child)
            done = False
            while not done:
                done = self._went(g[0], m, self.tables[0], self.most - nodes - spent[0] - m.nodes)
                if not done and (self._late(deadline) or nodes + spent[0] + m.nodes >= self.most):
                    break
            free.append(number)
            spent[0] += int(m.nodes)
            return sign * float(m.worth), done, abs(float(m.worth)) >= SURE
        with ThreadPoolExecutor(self.threads) as pool:
            while time.perf_counter() < deadline and depth < PLIES - 2 and len(moves) > 1:
                depth, spent = depth + 1, [0]
                values = list(pool.map(think, moves))
                nodes += spent[0]
                if not all(done for _, done, _ in values):
                    depth -= 1
                    break
                worth, found = max((value, -k) for k, (value, _, _) in enumerate(values))
                found = moves[-int(found)]
                if all(sure for _, _, sure in values) or worth >= SURE:
                    break
        self.told = {"depth": depth, "nodes": nodes, "value": worth}
        return int(found)

    def _went(self, g: Any, m: Any, table: Any, most: float) -> bool:
        """On for a slice, and whether that was all. The next is as long as the clock may be left alone, and at most twice as
        long as this; nodes are not all alike, and slow ones are remembered for a while."""
        started, nodes = time.perf_counter(), max(1, int(min(self.slice, most)))
        done = bool(self.brain.search.go(g, m, table, nodes))
        took = max(time.perf_counter() - started, 1e-9)
        self.longest = max(self.longest, took)
        if not done:
            self.each = max(took / nodes, FADING * self.each)
            self.slice = max(1, min(2 * self.slice, int(self.pause / self.each)))
        return done

    def _late(self, deadline: float) -> bool:
        """Whether there is no time for another slice as long as the longest."""
        return time.perf_counter() + self.longest >= deadline

    def _legal(self, state: Any) -> list[int]:
        return [a for a in range(self.game.actions) if self.game.legal(state, a)]

    def _warm_up(self) -> None:
        """Compile (or load) everything before the first clock runs."""
        position = Position(self.game)
        if not position.over:
            state = position.state
            search, m = self.brain.search, self.memories[0][0]
            if search.before is not None:
                search.before(self.g, m, state)
            search.begin(self.g, m, state)
            search.go(self.g, m, self.tables[0], 200)
            search.answer(m)
