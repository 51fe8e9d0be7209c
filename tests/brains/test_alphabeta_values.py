"""What alpha-beta finds, and all that it writes into its table, beside a full search of thousands of positions.

In noughts and crosses and in boxes all ways to a position are equally long, so what is remembered with a depth must be a
bound on the value that trying everything to that depth has: an exact value is that value, a lower bound is not above it, an
upper one not below. What was searched to the end of the game must bound the value of the game.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.brains import alphabeta
from lek.brains.alphabeta import SURE, Judgement
from lek.brains.alphabeta_loop import SOURCE
from lek.game import Game, record
from lek.jit import load, rule

from pathlib import Path  # isort: skip

OPEN = load(Path(__file__).with_name("open_games.py"))
assert "EXACT, LOWER, UPPER = 0, 1, 2" in SOURCE
COMPLETE = 100


@rule
def rugged_noughts(g, e, s):
    """Anything from -40 to 40, in quarters, by the position alone."""
    code = np.int64(0)
    for k in range(9):
        code = 3 * code + s.cells[k]
    return float(np.int64(dice.stream(3, code, 0) >> np.uint64(40)) % 321 - 160) / 4.0


@rule
def rugged_boxes(g, e, s):
    code = np.int64(s.mover)
    for k in range(12):
        code = 2 * code + s.walls[k]
    return float(np.int64(dice.stream(4, code, s.taken[0]) >> np.uint64(40)) % 321 - 160) / 4.0


class Tree:
    """All positions of a small game, with what trying everything to any depth finds."""

    def __init__(self, game: Game, evaluate: Any) -> None:
        self.game, self.evaluate = game, evaluate
        self.key = alphabeta.whole_key(game)
        self.positions: dict[int, Any] = {}  # by key
        self.children: dict[int, dict[int, int]] = {}
        self._values: dict[tuple[int, int], float] = {}
        s = game.blank.copy()[0]
        game.start(s)
        self.root = self._enter(s)

    def _enter(self, s: Any) -> int:
        key = int(self.key(None, s))
        if key not in self.positions:
            self.positions[key], self.children[key] = s.copy(), {}
            if self.game.actor(s) >= 0:
                for a in range(self.game.actions):
                    if self.game.legal(s, a):
                        child = s.copy()
                        self.game.step(child, a)
                        self.children[key][a] = self._enter(child)
        return key

    def value(self, key: int, depth: int) -> float:
        """For the player to act (of a finished game: the one who did not move last), as if this were the root."""
        known = self._values.get((key, depth))
        if known is None:
            known = self._values[key, depth] = self._value(key, depth)
        return known

    def _value(self, key: int, depth: int) -> float:
        s = self.positions[key]
        if self.game.actor(s) < 0 or depth == 0:
            return float(self.evaluate(None, None, s)) if self.game.actor(s) >= 0 else math.nan
        return max(self.of_move(key, a, depth) for a in self.children[key])

    def of_move(self, key: int, a: int, depth: int) -> float:
        """The value of making this move and looking depth - 1 further."""
        s, child = self.positions[key], self.children[key][a]
        who, then = int(self.game.actor(s)), int(self.game.actor(self.positions[child]))
        if then < 0:
            t = self.positions[child]
            return float(alphabeta.won(self.game.score(t, who) - self.game.score(t, 1 - who), 1))
        v = self.value(child, depth - 1)
        v = v - 1 if v >= SURE else v + 1 if v <= -SURE else v  # a move further away
        return v if then == who else -v


@cache
def tree(name: str) -> Tree:
    return Tree(OPEN.noughts(), rugged_noughts) if name == "noughts" else Tree(OPEN.boxes(int(name)), rugged_boxes)


@cache
def brain(name: str) -> Any:
    there = tree(name)
    return alphabeta.alphabeta("rugged", there.game, Judgement(there.evaluate, key=there.key), table=10)


def searched(name: str, key: int, slices: int = 1 << 40, **settings: Any) -> Any:
    """The memory of a finished search from this position."""
    there, player = tree(name), brain(name)
    genome, memory = configured(player, there.game, settings), record(player.memory_type(there.game))
    player.search.begin(genome[0], memory[0], there.positions[key])
    while not player.search.go(genome[0], memory[0], memory[0].table, slices):
        pass
    return memory[0]


def entries(memory: Any) -> Any:
    """(key, value, depth, bound, move) of all that stands in a table."""
    packed, check = memory.table["packed"], memory.table["check"]
    used = packed != 0
    packed, keys = packed[used], (check ^ packed)[used]
    values = ((packed & np.uint64(0xFFFFFFFF)).astype(np.int64) - 2147483648) / 1024
    rest = (packed >> np.uint64(32)).astype(np.int64)
    return zip(keys.tolist(), values.tolist(), (rest & 127).tolist(), (rest >> 8 & 3).tolist(),
               (rest >> 10 & 0xFFFF).tolist(), strict=True)


def sampled(name: str, count: int, seed: int, least: int = 2) -> list[int]:
    """Positions in which somebody has a choice of at least so many moves."""
    there = tree(name)
    keys = [key for key, children in there.children.items() if len(children) >= least]
    return [keys[i] for i in np.random.default_rng(seed).permutation(len(keys))[:count]]


WAYS: list[dict[str, Any]] = [
    {}, {"deepen": "no"}, {"scout": "no"}, {"window": 5.0}, {"window": 1.0, "scout": "no"}, {"recall": "no"},
    {"sort": "none"}, {"sort": "evaluation"}, {"killers": "no", "history": "no"},
    {"deepen": "no", "scout": "no", "sort": "none"}]


@pytest.mark.parametrize("name", ["noughts", "7"])
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_every_entry_of_the_table_is_true(name: str, way: dict[str, Any]) -> None:
    there, seen = tree(name), Counter[int]()
    complete = 0
    for number, key in enumerate(sampled(name, 60, 1)):
        for depth in (2, 3, 5 if number % 2 else 9):
            memory = searched(name, key, depth=depth, **way)
            for known, v, d, bound, move in entries(memory):
                deep = COMPLETE if d == COMPLETE else d
                true = there.value(known, min(deep, 9))
                assert d == COMPLETE or d <= depth
                assert (v == true, v <= true, v >= true)[bound], (way, depth, d, bound, v, true)
                seen[bound] += 1
                complete += d == COMPLETE
                if bound != 2:  # a move that was good enough
                    assert there.of_move(known, move - 1, min(deep, 9)) >= v
    assert min(seen[bound] for bound in range(3)) > (50 if way.get("prune", "yes") == "yes" else 0)
    assert complete > 50


@pytest.mark.parametrize("name", ["noughts", "7"])
@pytest.mark.parametrize("way", [*WAYS, {"table": "none"}, {"table": "evaluations"}, {"prune": "no"},
                                 {"table": "none", "sort": "evaluation"}], ids=str)
def test_the_value_and_the_move_are_those_of_trying_everything(name: str, way: dict[str, Any]) -> None:
    there, player = tree(name), brain(name)
    for key in sampled(name, 120, 2):
        for depth in (1, 2, 3, 4, 9):
            memory = searched(name, key, depth=depth, **way)
            true = there.value(key, depth)
            found = int(player.search.answer(memory))
            assert memory.worth == true
            assert there.of_move(key, found, depth) == true
            assert memory.reached <= depth and memory.choices == len(there.children[key])


@pytest.mark.parametrize("way", [{"reduce": "yes"}, {"reduce": "yes", "window": 2.0}, {"reduce": "yes", "scout": "no"}],
                         ids=str)
def test_what_was_searched_to_the_end_is_true_even_where_others_are_looked_at_less(way: dict[str, Any]) -> None:
    there, count = tree("noughts"), 0
    for key in sampled("noughts", 60, 3, least=6):
        memory = searched("noughts", key, depth=9, **way)
        for known, v, d, bound, _ in entries(memory):
            if d == COMPLETE:
                true = there.value(known, 9)
                assert (v == true, v <= true, v >= true)[bound]
                count += 1
    assert count > 1000


def test_a_move_that_looks_good_though_it_is_late_is_looked_at_again() -> None:
    """With moves reduced the value is not always that of trying everything, but never by a move overrated."""
    there, player, right = tree("noughts"), brain("noughts"), 0
    keys = sampled("noughts", 80, 4, least=6)
    for key in keys:
        memory = searched("noughts", key, depth=5, reduce="yes", table="none")
        right += memory.worth == there.value(key, 5)
        assert memory.worth <= max(there.of_move(key, a, d) for a in there.children[key] for d in (3, 4, 5))
        assert game_has(key, int(player.search.answer(memory)))
    assert right > 0.6 * len(keys)


def game_has(key: int, move: int) -> bool:
    return move in tree("noughts").children[key]


@pytest.mark.parametrize("slices", [1, 3, 50])
def test_slices_change_nothing(slices: int) -> None:
    for key in sampled("noughts", 20, 5):
        whole, parts = searched("noughts", key, depth=6), searched("noughts", key, slices, depth=6)
        assert whole.worth == parts.worth and whole.nodes == parts.nodes
        assert sorted(entries(whole)) == sorted(entries(parts))


@pytest.mark.parametrize("name", ["noughts", "7"])
def test_a_search_that_is_stopped_answers_with_what_it_knows(name: str) -> None:
    """The best of the last whole iteration, or one that the unfinished one has found to be better than that."""
    there, player, better = tree(name), brain(name), 0
    for key in sampled(name, 40, 6, least=4):
        for nodes in (1, 5, 12, 25, 60, 140, 300):
            genome = configured(player, there.game, {"depth": 9, "table": "none", "window": 3.0})
            memory = record(player.memory_type(there.game))[0]
            player.search.begin(genome[0], memory, there.positions[key])
            done = player.search.go(genome[0], memory, memory.table, nodes)
            answer, found, depth = int(player.search.answer(memory)), int(memory.found), int(memory.reached)
            if depth == 0:
                assert answer == min(there.children[key])
            else:
                assert memory.worth == there.value(key, depth) == there.of_move(key, found, depth)
                if answer != found:
                    assert not done
                    assert there.of_move(key, answer, depth + 1) > there.of_move(key, found, depth + 1)
                    better += 1
    assert better > 2


def test_who_is_alone_with_a_move_makes_it_unsearched() -> None:
    for key, children in list(tree("noughts").children.items())[:4000]:
        if len(children) == 1:
            memory = searched("noughts", key, depth=5)
            assert int(memory.nodes) == 0 and int(brain("noughts").search.answer(memory)) == next(iter(children))


def test_the_table_keeps_what_cost_more() -> None:
    """A deeper entry of this very search is not overwritten by a shallower one of another position: it moves next door."""
    memory = searched("noughts", tree("noughts").root, depth=7)
    keys = [key for key, *_ in entries(memory)]
    assert len(keys) > 900
    places = np.flatnonzero(memory.table["packed"] != 0)
    home = np.array([key & (len(memory.table) - 1) for key in keys])
    assert set((places ^ home).tolist()) == {0, 1}
    depths = np.array([d for _, _, d, _, _ in entries(memory)])
    assert depths.max() >= 6 and (depths >= 5).sum() >= 9


WORK = {  # nodes of searches to depth 6 from the first position of noughts, and of seven boxes: a change of either is told
    "{}": (8706, 5195), "{'scout': 'no'}": (8149, 4418), "{'killers': 'no', 'history': 'no'}": (9740, 5676),
    "{'window': 5.0}": (10776, 5569), "{'recall': 'no'}": (10468, 8594), "{'deepen': 'no'}": (4507, 2705),
    "{'sort': 'evaluation'}": (7972, 4682), "{'prune': 'no'}": (39384, 13412), "{'table': 'none'}": (13278, 10787),
    "{'reduce': 'yes'}": (7133, 4758), "{'killers': 'no'}": (9092, 5283), "{'history': 'no'}": (8919, 5536),
}


def work(way: dict[str, Any]) -> tuple[int, int]:
    found = []
    for name in ("noughts", "7"):
        keys = [tree(name).root, *sampled(name, 12, 7, least=5)]
        found.append(sum(int(searched(name, key, depth=6, **way).nodes) for key in keys))
    return found[0], found[1]


@pytest.mark.parametrize("way", WORK)
def test_the_work_is_what_it_was(way: str) -> None:
    assert work(eval(way)) == WORK[way]
