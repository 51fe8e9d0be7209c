"""Monte-Carlo tree search: it finds what is forced, ends at the value of the game, proves it, and keeps to its budget."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, configured
from lek.brains import mcts
from lek.brains.alphabeta import Judgement
from lek.brains.clocked import Clocked
from lek.game import Game, record
from lek.games.moose import moose
from lek.games.simplexity import action_of, legal, position, simplexity
from lek.jit import load, rule
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch

from pathlib import Path  # isort: skip

OPEN = load(Path(__file__).with_name("open_games.py"))

# Nim with one heap: take one, two or three; whoever takes the last one wins.


@rule
def nim_start(s):
    s.heap = s.full
    s.mover = 0


@rule
def nim_actor(s):
    return s.mover if s.heap > 0 else -1


@rule
def nim_legal(s, a):
    return 0 <= a < 3 and a < s.heap


@rule
def nim_step(s, a):
    s.heap -= a + 1 if nim_legal(s, a) else s.heap
    s.mover = 1 - s.mover


@rule
def nim_score(s, seat):
    return 1.0 if s.mover != seat else 0.0


def nim(heap: int) -> Game:
    blank = record([("heap", "i4"), ("full", "i4"), ("mover", "i4")], full=heap, heap=heap)
    return Game("nim", blank, 2, nim_start, nim_actor, nim_legal, nim_step, nim_score, 3, 64)


BASE = simplexity()


def minimax(game: Game, state: Any) -> tuple[int, list[int]]:
    """Who wins with best play (1: seat 0, 0: nobody, -1: seat 1), and the actions that keep it."""

    @cache
    def value(key: bytes) -> int:
        s = np.frombuffer(key, game.blank.dtype).copy().view(np.recarray)[0]
        actor = int(game.actor(s))
        if actor < 0:
            return int(np.sign(game.score(s, 0) - game.score(s, 1)))
        values = [value(after(s, a)) for a in range(game.actions) if game.legal(s, a)]
        return max(values) if int(game.owner(s, actor)) == 0 else min(values)

    def after(s: Any, a: int) -> bytes:
        t = s.copy()
        game.step(t, a)
        return t.tobytes()

    worth = value(state.tobytes())
    return worth, [a for a in range(game.actions) if game.legal(state, a) and value(after(state, a)) == worth]


def thought(game: Game, state: Any, seed: int = 1, capacity: int = 2**16, **given: Any) -> tuple[int, Any]:
    """What it plays in a state, and its memory."""
    brain = mcts.mcts("mcts", game, capacity=capacity)
    memory = record(brain.memory_type(game), rng=dice.stream(seed, 0, 1))
    return int(brain.act(configured(brain, game, given)[0], memory[0], state)), memory[0]


def started(game: Game) -> Any:
    state = game.blank.copy()[0]
    game.start(state)
    return state


def stood(cells: str, mover: int, stock: tuple[int, ...]) -> Any:
    """A state of Simplexity whose bottom row is given."""
    return position(BASE, cells + "." * 35, mover, stock)[0]


def random_state(game: Game, seed: int, moves: int) -> Any:
    """A state after so many random moves, or before the one that ends the game."""
    rng = np.random.default_rng(seed)
    state = started(game)
    for _ in range(moves):
        after = state.copy()
        game.step(after, int(rng.choice([a for a in range(game.actions) if game.legal(state, a)])))
        if int(game.actor(after)) < 0:
            break
        state = after
    return state


def test_a_win_at_once_is_played_without_a_playout() -> None:
    action, m = thought(BASE, stood("www.RRR", 0, (7, 11, 10, 8)))
    assert action == action_of("3r")  # 3s completes the squares as well, and loses
    assert (float(m.worth), int(m.nodes)) == (1e6, 0)


def test_a_threat_is_blocked_with_the_shape_that_blocks_it() -> None:
    for seed in range(5):
        assert thought(BASE, stood("www..RR", 1, (7, 11, 10, 9)), seed)[0] == action_of("3s")


def test_a_win_in_three_moves_is_proven() -> None:
    action, m = thought(BASE, stood(".ww..RR", 0, (8, 11, 10, 9)), playouts=20_000)
    assert action == action_of("3r")
    assert float(m.worth) == 1e6 and int(m.nodes) < 20_000


def test_a_loss_is_proven_and_something_legal_is_played() -> None:
    state = stood(".www.RR", 1, (7, 11, 10, 9))
    action, m = thought(BASE, state, playouts=20_000)
    assert float(m.worth) == -1e6 and int(m.nodes) < 20_000
    assert legal(state, action)


def test_what_is_known_to_lose_is_not_played_for_want_of_playouts() -> None:
    """Without the shape that wins, 3 is a gift of four squares; all other votes are noise after three playouts."""
    state = stood("www.RRR", 0, (0, 18, 10, 8))
    for seed in range(20):
        assert thought(BASE, state, seed, playouts=3)[0] != action_of("3s")


TINY = {"nim": nim(23), "noughts": OPEN.noughts(), "boxes": OPEN.boxes(7), "more boxes": OPEN.boxes(10)}
WAYS: dict[str, dict[str, Any]] = {
    "plain": {}, "without proofs": {"solver": False}, "rave": {"rave": 50.0}, "decisive": {"decisive": True},
    "at once": {"expand": 0}, "late": {"expand": 4},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", TINY)
def test_in_small_games_it_plays_as_well_as_minimax(name: str, way: str) -> None:
    game = TINY[name]
    for seed in range(8):
        state = random_state(game, seed, {"nim": 12, "more boxes": 3 + seed % 4}.get(name, seed % 5))
        worth, best = minimax(game, state)
        action, m = thought(game, state, seed, playouts=20_000, **WAYS[way])
        assert action in best, (seed, state)
        mover = 1 - 2 * int(game.owner(state, int(game.actor(state))))
        if int(m.choices) > 1:
            assert abs(np.clip(float(m.worth), -1.0, 1.0) - mover * worth) < 0.75, (seed, state)


@pytest.mark.parametrize("heap", range(2, 17))
def test_who_wins_nim_is_proven(heap: int) -> None:
    action, m = thought(nim(heap), started(nim(heap)), playouts=100_000)
    assert float(m.worth) == (-1e6 if heap % 4 == 0 else 1e6)
    assert heap % 4 == 0 or action == heap % 4 - 1


def test_a_draw_is_proven() -> None:
    state = started(OPEN.noughts())
    state.cells[:], state.played = (1, 0, 0, 0, 2, 0, 0, 0, 1), 3
    _, m = thought(OPEN.noughts(), state, playouts=5000)
    assert float(m.worth) == 0.0 and int(m.nodes) < 5000


def test_one_choice_needs_no_search_and_none_is_told() -> None:
    action, m = thought(nim(1), started(nim(1)))
    assert (action, int(m.nodes)) == (0, 0)
    over = started(nim(1))
    over.heap = 0
    assert thought(nim(1), over)[0] == -1


def test_a_turn_without_legal_actions_counts_as_it_stands() -> None:
    action, m = thought(OPEN.STUCK, started(OPEN.STUCK), playouts=200)
    assert action in (0, 1) and float(m.worth) == -1e6  # the second player chooses 1, and has more


@rule
def who_wins_nim(g, e, s):
    return -1.0 if s.heap % 4 == 0 else 1.0


@rule
def nearly_over(g, e, s, ply):
    return 1.0 if s.heap <= 3 else -1.0 if s.heap == 4 else 0.0


def test_an_evaluation_is_a_bias_that_fades() -> None:
    game = nim(39)
    brain = mcts.mcts("mcts", game, Judgement(evaluate=who_wins_nim))
    for playouts, bias, low, high in ((30, 0.0, 0, 20), (30, 10.0, 25, 30), (10_000, 10.0, 5000, 9999)):
        memory = record(brain.memory_type(game), rng=1)
        brain.act(configured(brain, game, {"playouts": playouts, "bias": bias})[0], memory[0], started(game))
        assert low <= memory[0].votes[2] <= high, (playouts, bias)


@pytest.mark.parametrize("decisive", [False, True])
def test_what_is_foreseen_counts_as_proven(decisive: bool) -> None:
    game = nim(7)
    brain = mcts.mcts("mcts", game, Judgement(foresee=nearly_over))
    memory = record(brain.memory_type(game), rng=1)
    assert brain.act(configured(brain, game, {"decisive": decisive})[0], memory[0], started(game)) == 2
    assert (float(memory[0].worth), int(memory[0].nodes)) == (1e6, 0)
    game = nim(13)
    memory = record(brain.memory_type(game), rng=1)
    assert brain.act(configured(brain, game, {"decisive": decisive})[0], memory[0], started(game)) == 0


def test_settings_can_be_fixed() -> None:
    brain = mcts.mcts("mcts", BASE, fixed={"rave": 0.0, "decisive": False, "bias": 0.0}, defaults={"playouts": 300})
    free = mcts.for_game(BASE)
    assert set(free.settings) - set(brain.settings) == {"rave", "decisive", "bias"}
    for seed in range(3):
        memories = [record(kind.memory_type(BASE), rng=dice.stream(seed, 0, 1)) for kind in (brain, free)]
        state = random_state(BASE, seed, 8)
        actions = [int(kind.act(configured(kind, BASE, {"playouts": 300})[0], memory[0], state))
                   for kind, memory in zip((brain, free), memories, strict=True)]
        assert actions[0] == actions[1] and memories[0].tobytes() == memories[1].tobytes()


def test_hidden_information_is_refused_in_one_sentence() -> None:
    game = moose()
    brain = mcts.for_game(BASE)
    assert brain.refuses(game) == "search looks at the whole state, and moose hides part of it from its players"
    with pytest.raises(Mistake, match=r"^mcts cannot play here: search looks at the whole state, and moose hides .*$"):
        play(game, [Agent("mcts", brain, configured(brain, game, {}))], [[0] * game.seats], 1)


def test_the_same_seed_plays_the_same_game_on_any_number_of_threads() -> None:
    game = BASE
    brain = mcts.for_game(game)
    agents = [Agent(str(n), brain, configured(brain, game, {"playouts": n})) for n in (50, 150)]
    schedule = [(0, 1), (1, 0)] * 8
    first, again, other = (play(game, agents, schedule, seed, threads=threads) for seed, threads in ((1, 1), (1, 2), (2, 2)))
    assert (first.measures == again.measures).all() and (first.scores == again.scores).all()
    assert not (first.measures == other.measures).all()
    watched = [turn.action for turn in watch(game, agents, 1, 0)]
    assert len(watched) == first.measures[0, 0, game.measure_names.index("plies")]


def test_in_200_random_positions_it_plays_something_legal() -> None:
    brain = mcts.for_game(BASE)
    memory = record(brain.memory_type(BASE), rng=1)
    for seed in range(200):
        state = random_state(BASE, seed, seed % 40)
        given = {"playouts": 1 + seed % 50, "rave": float(seed % 3), "decisive": seed % 2 == 0, "solver": seed % 5 > 0}
        before = state.copy()
        assert legal(state, int(brain.act(configured(brain, BASE, given)[0], memory[0], state))), seed
        assert state == before


@pytest.mark.parametrize("moves", [0, 5, 10])
def test_slices_give_the_same_as_one_go(moves: int) -> None:
    brain = mcts.for_game(BASE)
    search, g = brain.search, configured(brain, BASE, {"rave": 20.0})[0]
    state = random_state(BASE, 3, moves)
    found = []
    for slices in ([900], [1] * 900, [250, 0, 50, 600]):
        memory, table = record(brain.memory_type(BASE), rng=7), tree(5000)
        search.begin(g, memory[0], state)
        ended = [bool(search.go(g, memory[0], table, n)) for n in slices]
        found.append((search.answer(memory[0]), ended[-1], memory.tobytes(), table.tobytes()))
    assert found[0] == found[1] == found[2]


def tree(capacity: int) -> Any:
    return np.zeros(capacity, mcts.ENTRY).view(np.recarray)


@pytest.mark.parametrize("capacity", [1, 14, 15, 16, 40, 300])
@pytest.mark.parametrize("solver", [True, False])
def test_a_full_tree_is_survived_and_never_overrun(capacity: int, solver: bool) -> None:
    brain = mcts.mcts("mcts", BASE, capacity=1)
    search, g = brain.search, configured(brain, BASE, {"solver": solver, "rave": 10.0})[0]
    memory, table = record(brain.memory_type(BASE), rng=7), tree(capacity + 200)
    table.visits[capacity:] = -99
    beyond = table[capacity:].tobytes()
    state = stood("www..RR", 1, (7, 11, 10, 9))
    search.begin(g, memory[0], state)
    search.go(g, memory[0], table[:capacity], 3000)
    assert int(memory[0].used) <= capacity and table[capacity:].tobytes() == beyond
    assert legal(state, int(search.answer(memory[0])))
    if capacity >= 40:
        assert search.answer(memory[0]) == action_of("3s")


def test_visits_add_up() -> None:
    brain = mcts.for_game(BASE)
    memory = record(brain.memory_type(BASE), rng=7)
    brain.act(configured(brain, BASE, {"playouts": 3000})[0], memory[0], started(BASE))
    m = memory[0]
    assert m.votes.sum() == m.table[0].visits == m.nodes == 3000
    for node in range(int(m.used)):
        entry = m.table[node]
        children = m.table[entry.first:entry.first + entry.many].view(np.recarray)
        assert 0 <= entry.total <= 2 * entry.visits
        if node > 0 and entry.many and not entry.proven and (children.proven == 0).all():
            assert 0 <= entry.visits - children.visits.sum()


def test_counts_never_overflow() -> None:
    """After a thousand million playouts, whose half points are all that 32 bits hold, it is done."""
    brain = mcts.for_game(BASE)
    g, memory = configured(brain, BASE, {})[0], record(brain.memory_type(BASE), rng=7)
    m = memory[0]
    brain.search.begin(g, m, started(BASE))
    assert not brain.search.go(g, m, m.table, 100)
    m.table[0].visits = 2**30 - 5
    assert brain.search.go(g, m, m.table, 100)
    assert m.table[0].visits == 2**30 - 1 and m.nodes == 104
    assert legal(started(BASE), int(brain.search.answer(m)))


def test_random_playouts_are_even_handed() -> None:
    """Known from a million random games: White makes 53.1 % of the points on 6x7."""
    assert abs(mcts.playouts(BASE, 40_000) - 0.531) < 0.01
    assert mcts.playouts(BASE, 100, 3) == mcts.playouts(BASE, 100, 3) != mcts.playouts(BASE, 100, 4)


PLAIN = """
from lek import dice
from lek.agent import configured
from lek.brains import mcts
from lek.game import record
from lek.games.simplexity import simplexity
game = simplexity()
brain = mcts.for_game(game)
for number, given in enumerate(({}, {"rave": 30.0, "c": 0.2}, {"decisive": True, "expand": 0}, {"solver": False})):
    memory = record(brain.memory_type(game), rng=dice.stream(number, 0, 1))
    state = game.blank.copy()[0]
    game.start(state)
    for a in (6, 7, 4, 13, 6, 3):
        game.step(state, a)
    brain.act(configured(brain, game, {"playouts": 60, **given})[0], memory[0], state)
    print(memory[0].votes.tolist(), int(memory[0].rng), float(memory[0].worth))
"""


def test_the_same_without_compiling() -> None:
    outputs = [subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True,
                              env={**os.environ, "NUMBA_DISABLE_JIT": off}) for off in ("0", "1")]
    assert outputs[0].returncode == 0, outputs[0].stderr
    assert outputs[0].stdout == outputs[1].stdout != ""


@pytest.mark.parametrize("threads", [1, 2])
def test_under_a_clock(threads: int) -> None:
    brain = mcts.for_game(BASE)
    player = Clocked(brain, BASE, configured(brain, BASE, {}), share=0.9, threads=threads, table=14)
    state = stood("www..RR", 1, (7, 11, 10, 9))
    for seed in range(2):
        player.begin(BASE, 1, seed)
        assert player.choose(state, lambda a: True, 0.05) == action_of("3s")
        assert player.told["nodes"] > 0 and player.told["depth"] > 0
    with pytest.raises(Mistake, match="split=root does not work with mcts"):
        Clocked(brain, BASE, configured(brain, BASE, {}), threads=2, split="root")
