"""A table of positions that learns: its lines, its values, and that it comes to play well."""

from __future__ import annotations

import numpy as np
import pytest

from lek.games import GAMES
from lek.players.dots import exact as dots_exact
from lek.players.dots import table as dots_table
from lek.players.dots.graph import reader
from lek.players.dots.opponents import opponent
from lek.settings import Mistake

GAME = GAMES["dots"]()


def made(seed=1, against="greedy-shortest", **given):
    return dots_table.table(GAME, reader(GAME), opponent(GAME, against), seed, **given)


def test_what_was_left_behind_learns_the_reward_of_the_game():
    one = made(alpha=0.25, averaging=0.5)
    told = dots_table.play(one, 1)
    met = one.value[~np.isnan(one.value)]
    assert 1 <= len(met) <= 24 and told["games"] == 1
    reward = float(one.book[0].average) / 0.5
    assert met == pytest.approx(0.25 * reward) and abs(reward) <= 9


def test_it_comes_to_win_and_what_is_computed_is_what_it_does():
    one = made(beta=1000.0)
    first = dots_table.play(one, 2000)
    dots_table.play(one, 36_000)
    last = dots_table.play(one, 2000)
    shares = [(told["won_first"] + told["won_second"]) / told["games"] for told in (first, last)]
    assert shares[1] > shares[0] + 0.2
    known = dots_exact.positions(GAME)
    came = dots_exact.outcome(known, dots_table.lines(one, known), dots_exact.table(GAME, "greedy-shortest"))
    assert np.mean(came.won) == pytest.approx(shares[1], abs=0.08)


def test_the_lines_of_the_highest_value_are_drawn():
    one, known = made(), dots_exact.positions(GAME)
    dots_table.play(one, 300)
    found = dots_table.lines(one, known)
    for n in (0, 50, 5000, 300_000):
        drawn = int(known.drawn[n])
        worth = {}
        for a in range(24):
            if (drawn >> a) & 1 == 0:
                after = drawn | (1 << a)
                closes = any((after & int(box)) == int(box) for box in known.sides[a])
                value = one.value[one.reader.table[after], int(closes)]
                worth[a] = float(one.book[0].average) if np.isnan(value) else float(value)
        assert {a for a in range(24) if (int(found[n]) >> a) & 1} == {a for a in worth if worth[a] == max(worth.values())}


def test_the_same_seed_learns_the_same():
    one, two, other = made(), made(), made(seed=2)
    dots_table.play(one, 200)
    dots_table.play(two, 80)
    dots_table.play(two, 120)
    dots_table.play(other, 200)
    assert one.value.tobytes() == two.value.tobytes() != other.value.tobytes()


def test_what_cannot_be_is_one_sentence():
    with pytest.raises(Mistake, match=r"alpha=2\.0 does not work"):
        made(alpha=2.0)
    large = GAMES["dots"](rows=5, columns=5)
    with pytest.raises(Mistake, match="at most 27 lines"):
        dots_table.table(large, reader(large), opponent(large, "chain"), 1)
