"""The fast rules of Simplexity against their naive twin, move by move over whole games, and against recorded games.

The twin was written from the rulebook, not from the fast code.

Boards that need as many words and columns of storage share compiled code; others compile anew, for seconds. So most of the
large ones are compared in a process that does not compile (that this changes nothing is in the contract).
"""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lek import dice
from lek.games.simplexity import BY_FAULT, NOBODY, board_text, simplexity
from lek.perft import perft
from lek.position import result
from tests.uncompiled import passed_without_compiling

from . import twin as naive

PLAIN = bool(numba.config.DISABLE_JIT)
NAMES = ("rows", "cols", "win", "rounds", "squares", "opening")
SHAPES = [
    (6, 7, 4, 10, 11, 0), (6, 7, 4, 2, 1, 0), (6, 7, 4, 0, 5, 0), (6, 7, 4, 5, 0, 0), (4, 4, 3, 4, 4, 0), (9, 1, 3, 5, 5, 0),
    (1, 8, 3, 4, 4, 0), (7, 8, 5, 14, 14, 0), (3, 3, 2, 9, 9, 0), (5, 5, 1, 3, 3, 0), (13, 4, 8, 13, 13, 0),
    (8, 13, 4, 26, 26, 0), (30, 2, 4, 15, 15, 0), (62, 1, 4, 31, 31, 0), (6, 7, 4, 10, 11, 3), (4, 4, 3, 4, 4, 1)]
MORE = [
    (1, 9, 4, 3, 2, 0), (9, 1, 4, 3, 3, 0), (8, 13, 4, 26, 26, 3), (12, 12, 6, 35, 37, 0), (20, 40, 4, 200, 200, 0),
    (20, 40, 20, 9, 9, 0), (18, 22, 9, 99, 99, 0), (9, 37, 5, 83, 84, 2), (62, 64, 3, 999, 999, 0), (2, 64, 6, 32, 32, 0),
    (31, 3, 5, 24, 24, 0), (6, 7, 4, 10, 11, 3), (6, 7, 4, 3, 2, 8), (1, 9, 2, 9, 9, 4), (3, 3, 3, 0, 0, 0),
    (3, 3, 3, 0, 0, 2), (2, 2, 2, 1, 1, 6)]
HERE = MORE if PLAIN else SHAPES


def started(shape, seed):
    """The fast game, its state and the twin at the start, with equal dice."""
    game = simplexity(**dict(zip(NAMES, shape, strict=True)))
    s = game.blank.copy()[0]
    stream = np.rec.array([(dice.stream(seed, 0, 0),)], dtype=dice.STREAM)[0]
    if game.rolls:
        s.rng = stream.rng
    game.start(s)
    twin = naive.Simplexity(*shape, stream=stream)
    assert not game.rolls or s.rng == stream.rng
    alike(game, s, twin)
    boards_alike(s, twin)
    return game, s, twin


def alike(game, s, twin):
    assert game.actor(s) == (-1 if twin.over else twin.turn)
    assert s.winner == (NOBODY if twin.winner is None else twin.winner)
    assert (s.plies, s.stock.tolist()) == (twin.plies, twin.left)
    if not twin.over:
        actions = [*range(-2, 2 * twin.cols + 3), 2**40, -(2**40)]
        assert [a for a in actions if game.legal(s, a)] == twin.legal_actions()


def boards_alike(s, twin):
    assert board_text(s) == "".join("".join(row) for row in twin.board)


def compare(shape, choose, seed=0):
    """One game; `choose` is given the twin and names an action."""
    game, s, twin = started(shape, seed)
    while not twin.over:
        action = choose(twin)
        game.step(s, action)
        twin.play(action)
        alike(game, s, twin)
    boards_alike(s, twin)
    scores, measures = result(game, s)
    assert game.measure_names == ("won", "plies", "shape", "colour", "gift", "fault")
    assert (scores.tolist(), measures.tolist()) == (twin.scores(), twin.measures())
    return twin


class Chooser:
    """Random actions: now and then an illegal one; where careful, rarely one that ends the game."""

    def __init__(self, seed, careful=False, faults=0.01):
        self.rng, self.careful, self.faults = random.Random(seed), careful, faults

    def __call__(self, twin):
        rng, legal = self.rng, twin.legal_actions()
        if rng.random() < self.faults:
            full = [action for action in range(2 * twin.cols) if action not in legal]
            return rng.choice([-1, 2 * twin.cols, 2**40, -(2**31), rng.randrange(-300, 300), *full])
        actions = rng.sample(legal, min(len(legal), 6))
        return next((action for action in actions if self.careful and not twin.after(action).over), actions[0])


@pytest.mark.parametrize("shape", HERE, ids=str)
def test_the_fast_rules_agree_with_the_twin_after_every_move(shape):
    small = shape[0] * shape[1] < 70
    for seed in range(12 if small and not shape[-1] else 3):
        compare(shape, Chooser(seed, careful=small and seed % 2), seed)


@st.composite
def any_shape(draw):
    """Compiled, boards of up to 8 columns and 64 bits, which share their code."""
    cols = draw(st.integers(1, 8))
    rows = draw(st.integers(1, 12 if PLAIN else min(62, 64 // cols - 1)))
    win = draw(st.integers(1, max(rows, cols)))
    supply = st.integers(0, rows * cols // 2 + 1)
    return rows, cols, win, draw(supply), draw(supply), draw(st.integers(0, 5)) if PLAIN else 0


@settings(max_examples=100, deadline=None, derandomize=True)
@given(any_shape(), st.integers(0, 2**40))
def test_any_shape_agrees_with_the_twin(shape, seed):
    compare(shape, Chooser(seed, careful=True), seed)


def test_the_games_hold_what_they_should():
    """Those above are worth little if they all end in the same way."""
    seen = set()
    for seed in range(60):
        for shape in (SHAPES[1], SHAPES[4]):
            twin = compare(shape, Chooser(seed, careful=seed % 4 > 0, faults=0.02))
            full, used_up = "." not in twin.board[-1], twin.left == [[0, 0], [0, 0]]
            seen.add("full" if full and not used_up else "used up" if twin.winner == naive.DRAW and not full else "end")
            seen.add((twin.winner, twin.how))
            seen.add("gift" if twin.how == "shape" and twin.last != twin.winner else "no gift")
            own = twin.last is not None and twin.has_line(naive.PIECE[twin.last])
            seen.add("gift and own colour" if own and twin.winner == 1 - twin.last else "plain")
    assert seen >= {"used up", "gift", "gift and own colour", (naive.DRAW, None)}
    assert seen >= {(seat, how) for seat in (0, 1) for how in ("shape", "colour", "fault")}


@pytest.mark.parametrize("shape, depth", [
    ((3, 3, 3, 2, 2, 0), 5), ((3, 3, 3, 1, 1, 0), 4), ((2, 3, 2, 3, 3, 0), 6), ((2, 2, 2, 2, 2, 0), 4),
    ((6, 7, 4, 10, 11, 0), 3)])
def test_perft_agrees_with_the_twin(shape, depth):
    game, _, twin = started(shape, 0)
    assert [perft(game, d) for d in range(1, depth + 1)] == [naive.perft(twin, d) for d in range(1, depth + 1)]


@pytest.mark.skipif(PLAIN, reason="700,000 moves are for compiled code")
def test_all_recorded_games_end_as_recorded():
    """Faults in them are thinkers' own, which no move shows: there the moves end before the game does."""
    if not naive.RECORDED.exists():
        pytest.skip(naive.NOT_THERE)
    games, count = {}, 0
    for count, told in enumerate(naive.recorded(), 1):
        if told.setup not in games:
            games[told.setup] = simplexity(**dict(zip(NAMES, told.setup, strict=False)))
        game = games[told.setup]
        s = game.blank.copy()[0]
        actor, step = game.actor, game.step
        game.start(s)
        for ply, action in enumerate(told.actions):
            assert actor(s) == ply % 2, count
            step(s, action)
        if told.fault:
            assert actor(s) == len(told.actions) % 2 == 1 - told.winner, count
        else:
            assert (s.winner, s.how != BY_FAULT, actor(s)) == (told.winner, True, -1), count
    assert (count, len(games)) == (25757, 4)


@pytest.mark.slow  # all shapes again in plain Python; the contract plays one so in every run
@pytest.mark.skipif(PLAIN, reason="this is that process")
def test_more_shapes_agree_without_compiling():
    assert passed_without_compiling(__file__) == len(MORE) + 7
