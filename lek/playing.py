"""`play`: a schedule in, scores out. `watch`: one game, turn by turn. Equal results by either road.

`play` is the only expensive thing in the system. Fitness, coevolution, tournaments and studies are ways of writing a
schedule and of reading what comes back.
"""

from __future__ import annotations

import copy
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border, dice, kernel
from lek.agent import Agent, Brain, Fast, Population
from lek.game import BrokenGame, Game, IllegalAction, record
from lek.settings import Mistake

LOADING = ("import", "time", "crash")  # kinds of faults that a file can have before its first move


class Fault(NamedTuple):
    """What an agent did wrong: the schedule's game, the agent, how often it had been asked by then, a sentence."""

    game: int
    agent: int
    turn: int
    text: str
    kind: str = "exception"

    def sentence(self, name: str, when: str) -> str:
        """What the agent of this name did wrong, and `when`; a file that does not load has not begun any game."""
        if self.turn > 0 or self.kind not in LOADING:
            return f"{name}{when}: {self.text}"
        file = PurePath(name).name  # with which the text begins as well
        return f"{name} does not load: {self.text.removeprefix(f'{file}, ').removeprefix(f'{file}: ')}"


class Played(NamedTuple):
    scores: npt.NDArray[np.float64]  # [games, seats]
    measures: npt.NDArray[np.float64]  # [games, seats, k]
    faults: list[Fault]
    moved: frozenset[int] = frozenset()  # the agents outside compiled code that have made a legal move


class Turn(NamedTuple):
    """One action: who acted, on what view, and the state it led to (copies, yours to keep)."""

    number: int
    seat: int
    body: int
    view: Any
    action: int
    state: Any


def play(
    game: Game, agents: Sequence[Agent] | Population, schedule: npt.ArrayLike, seed: int, *,
    deal: npt.ArrayLike | None = None, device: str = "cpu", threads: int | None = None, fast: bool = True,
    progress: Callable[[int], None] | None = None, clock: float | None = None,
) -> Played:
    """Play every game of schedule [games, seats]; deal [games] names each game's dice (default: its index).

    `fast=False` keeps to the generic loop where a fast path exists; the results are the same. `progress` is told the
    number of games done now and then. `clock` is what agents outside compiled code may take for a move, in seconds.
    """
    border.agents(game, agents)
    rows = border.schedule(game, schedule, len(agents.genomes) if isinstance(agents, Population) else len(agents))
    names, seed, clock = border.deals(deal, len(rows)), border.seed(seed), border.seconds("clock", clock)
    if device not in ("cpu", "cuda"):
        raise Mistake(f"device={device} does not work: device is cpu | cuda")
    played = Played(np.zeros((len(rows), game.seats)), np.zeros((len(rows), game.seats, len(game.measures))), [])
    if not len(rows):
        return played
    if not isinstance(agents, Population) and any(agent.outsider for agent in agents):
        if device != "cpu":
            raise Mistake(f"device={device} does not work with agents outside compiled code; use device=cpu")
        return _play_outside(game, agents, rows, names, seed, played, threads, progress, clock)
    _play_inside(game, agents, rows, names, seed, played.scores, played.measures, device, threads, fast, progress)
    wrong = np.flatnonzero(~np.isfinite(played.scores).all(axis=1))
    if len(wrong):
        raise _no_number(game, played.scores[wrong[0]], seed, int(names[wrong[0]]))
    return played


def _play_inside(
    game: Game, agents: Sequence[Agent] | Population, rows: Any, names: Any, seed: int, scores: Any, measures: Any,
    device: str, threads: int | None, fast: bool, progress: Callable[[int], None] | None,
) -> None:
    """Fill in scores and measures in compiled code, on the fast path where there is one."""
    brains, genomes, brain_of, row_of = _sorted_by_brain(agents)
    arrays = (names, rows, brain_of, row_of)
    kept = agents.kept if isinstance(agents, Population) and agents.kept is not None else {}
    if fast and len(brains) == 1 and brains[0].fast is not None:
        own = rows if isinstance(agents, Population) else row_of[rows]
        if device == "cuda" and brains[0].fast.warps is not None:
            if kernel.warps_on_cuda(game, brains[0].fast.warps, genomes[0], kept, seed, names, own, scores, measures):
                return
        elif (prepared := _prepared(game, brains[0].fast, genomes[0], kept)) is not None:
            table, codes = prepared
            if device == "cuda":
                there = kernel.OnCuda(game, brains, [codes], (names, own, brain_of, row_of), seed, scores, measures, table)
                there.launch()
                there.fetch(scores, measures)
            else:
                kernel.fast_on_cpu(brains[0], table, codes, seed, names, own, scores, measures,
                                   kernel.usable_threads(threads), progress)
            return
    if device == "cuda":
        there = kernel.OnCuda(game, brains, genomes, arrays, seed, scores, measures)
        there.launch()
        there.fetch(scores, measures)
    else:
        kernel.on_cpu(game, brains, genomes, arrays, seed, scores, measures, kernel.usable_threads(threads), progress)


def _no_number(game: Game, scores: Any, seed: int, deal: int) -> BrokenGame:
    return BrokenGame(f"a game of {game.name} ended with the scores {scores.tolist()} (seed {seed}, deal {deal}): its rules "
                      "must give numbers")


def _prepared(game: Game, fast: Fast, genomes: Any, kept: dict[Any, Any]) -> tuple[Any, Any] | None:
    """What a fast path needs of these genomes, made once."""
    key = (game, "prepared")
    if key not in kept:
        kept[key] = fast.prepare(game, genomes)
    made: tuple[Any, Any] | None = kept[key]
    return made


def watch(
    game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, faults: list[Fault] | None = None,
    strict: bool = True, clock: float | None = None,
) -> Iterator[Turn]:
    """One game, turn by turn, one agent a seat.

    An illegal action raises IllegalAction, unless `strict` is off. With a list for `faults`, what agents do wrong is
    written there instead: an illegal action is left to the game's own rule for it, and an outsider that crashes or
    hangs forfeits the rest of the game, as does one that takes longer than `clock` seconds for a move.
    """
    border.agents(game, agents)
    seed, deal, clock = border.seed(seed), border.whole("deal", deal), border.seconds("clock", clock)
    if len(agents) != game.seats:
        raise Mistake(f"{game.name} has {game.seats} seats, but {len(agents)} agents were given")
    s = game.blank.copy()[0]
    if game.rolls:
        s.rng = dice.stream(seed, deal, 0)
    game.start(s)
    memories: list[Any] = [None] * game.bodies
    numbers = list(range(game.bodies))
    asked, forfeited = [0] * game.seats, [False] * game.seats
    for seat, agent in enumerate(agents):
        if agent.outsider is not None:
            _guarded(partial(agent.outsider.begin, game, seat, _sealed(seed, deal, seat)), faults, forfeited, deal, seat, 0)
    births = 0
    for number in range(game.limit + 1):
        body = int(game.actor(s))
        if body < 0:
            return
        if number == game.limit:
            break
        seat = int(game.owner(s, body))
        agent = agents[seat]
        if memories[body] is None or (game.newborn is not None and game.newborn(s, body)):
            numbers[body] = body if game.newborn is None else births
            memories[body] = _memory(game, agent, seed, deal, 1 + numbers[body])
            births += 1
        view = _view_of(game, s, body)
        asked[seat] += 1
        if agent.brain is not None and agent.genome is not None:
            try:
                action = int(agent.brain.act(agent.genome[0], memories[body][0], view))
            except Exception as error:
                raise kernel.unfit(game, [agent.brain]) or error from None
        elif forfeited[seat]:
            action = -1
        else:
            assert agent.outsider is not None
            may = partial(game.legal, s)
            ask = partial(agent.outsider.choose, view, may, clock, numbers[body])
            action = _guarded(partial(_timed, ask, clock), faults, forfeited, deal, seat, asked[seat])
        if strict and not forfeited[seat] and not game.legal(s, action):
            wrong = f"{action} is not a legal action"
            if faults is None:
                raise IllegalAction(f"{agent.name} in seat {seat}, turn {asked[seat]}: {wrong}")
            place = getattr(agent.outsider, "place", "")
            faults.append(Fault(deal, seat, asked[seat], f"{place}{wrong}", "illegal"))
        game.step(s, action)
        yield Turn(number, seat, body, view, action, s.copy())
    raise BrokenGame(f"a game of {game.name} ran past its limit of {game.limit} steps (seed {seed}, deal {deal})")


def result(
    game: Game, state: Any, seed: int = 0, deal: int = 0
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Scores [seats] and measures [seats, k] of a finished state; seed and deal are those of its game."""
    scores = np.array([float(game.score(state, seat)) for seat in range(game.seats)])
    if not np.isfinite(scores).all():
        raise _no_number(game, scores, seed, deal)
    measures = np.zeros((game.seats, len(game.measures)))
    if game.measure is not None:
        for seat in range(game.seats):
            game.measure(state, seat, measures[seat])
    return scores, measures


def _play_outside(
    game: Game, agents: Sequence[Agent], schedule: Any, deal: Any, seed: int, played: Played, threads: int | None,
    progress: Callable[[int], None] | None, clock: float | None,
) -> Played:
    """Games with outsiders in them one by one through `watch`, all others in compiled code."""
    outside = np.array([agent.outsider is not None for agent in agents])[schedule].any(axis=1)
    if not outside.all():
        inside = [agent for agent in agents if agent.outsider is None]
        row = np.cumsum([agent.outsider is None for agent in agents]) - 1
        rest = play(game, inside, row[schedule[~outside]], seed, deal=deal[~outside], threads=threads)
        played.scores[~outside], played.measures[~outside] = rest.scores, rest.measures
    done, moved = int((~outside).sum()), set()
    twins: dict[tuple[int, int], Agent] = {}
    for i in np.flatnonzero(outside).tolist():
        seats, faults = schedule[i].tolist(), list[Fault]()
        seated = [agents[index] for index in seats]
        for place, index in enumerate(seats):
            nth = seats[:place].count(index)
            if nth and agents[index].outsider:  # one who meets itself brings a twin
                if (index, nth) not in twins:
                    twins[index, nth] = replace(agents[index], outsider=copy.copy(agents[index].outsider))
                seated[place] = twins[index, nth]
        state, known = game.blank[0], 0
        for turn in watch(game, seated, seed, int(deal[i]), faults, clock=clock):
            if len(faults) == known and turn.action >= 0 and seated[turn.seat].outsider:
                moved.add(seats[turn.seat])
            state, known = turn.state, len(faults)
        played.scores[i], played.measures[i] = result(game, state, seed, int(deal[i]))
        played.faults.extend(fault._replace(game=i, agent=seats[fault.agent]) for fault in faults)
        done += 1
        if progress is not None:
            progress(done)
    return played._replace(moved=frozenset(moved))


def _sealed(seed: int, deal: int, seat: int) -> int:
    """An outsider's seed: nothing about anybody else's dice can be worked out from it."""
    return int.from_bytes(hashlib.sha256(f"{seed} {deal} {seat}".encode()).digest()[:8], "big") >> 1


class Late(TimeoutError):
    """An answer that came after the clock had run out."""

    kind = "late"


def _timed(call: Callable[[], Any], clock: float | None) -> Any:
    started = time.perf_counter()
    answer = call()
    taken = time.perf_counter() - started
    if clock is not None and taken > clock:
        raise Late(f"took {1000 * taken:.0f} ms for a move, and the clock allows {1000 * clock:.0f}")
    return answer


def _guarded(
    call: Callable[[], Any], faults: list[Fault] | None, forfeited: list[bool], deal: int, seat: int, turn: int
) -> int:
    """What the outsider answers; -1 and a fault when it fails instead."""
    try:
        answer = call()
        return -1 if answer is None else int(answer)
    except Exception as error:
        if faults is None:
            raise
        forfeited[seat] = True
        faults.append(Fault(deal, seat, turn, str(error), getattr(error, "kind", "exception")))
        return -1


def _memory(game: Game, agent: Agent, seed: int, deal: int, number: int) -> Any:
    if agent.brain is None:
        return ()
    memory = record(agent.brain.memory_type(game))
    if agent.brain.rolls(game):
        memory[0].rng = dice.stream(seed, deal, number)
    return memory


def _view_of(game: Game, s: Any, body: int) -> Any:
    if game.observe is None:
        return s.copy()
    view = game.blank_view()[0]
    game.observe(s, body, view)
    return view


def _sorted_by_brain(agents: Sequence[Agent] | Population) -> tuple[list[Brain], list[Any], Any, Any]:
    """Brains in order of name, their genomes stacked, and for every agent its brain and its row there."""
    if isinstance(agents, Population):
        count = len(agents.genomes)
        return [agents.brain], [agents.genomes], np.zeros(count, np.int64), np.arange(count)
    own = [(agent.brain, agent.genome) for agent in agents if agent.brain is not None and agent.genome is not None]
    brains = sorted({id(brain): brain for brain, _ in own}.values(), key=lambda brain: brain.name)
    stacks: list[list[Any]] = [[] for _ in brains]
    brain_of, row_of = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
    for index, (brain, genome) in enumerate(own):
        k = next(k for k, other in enumerate(brains) if other is brain)
        brain_of[index], row_of[index] = k, len(stacks[k])
        stacks[k].append(genome)
    return brains, [np.concatenate(stack).view(np.recarray) for stack in stacks], brain_of, row_of
