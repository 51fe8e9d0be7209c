"""`lek dots ...` as a person or a program calls it, and what it says to nonsense."""

from __future__ import annotations

import pytest

from .conftest import is_one_sentence


def test_solve_tells_the_value_the_openings_and_the_histogram(lek):
    found = lek("dots", "solve", "--set", "rows=2", "--set", "columns=3", "--json").json
    assert found["value"] == -2
    assert found["positions"] == sum(found["histogram"].values()) == 2**17
    assert found["optimal"] == [a for a, worth in enumerate(found["openings"]) if worth == -2]
    assert max(found["openings"]) == -2


def test_solve_in_words(lek):
    done = lek("dots", "solve", "--set", "rows=1", "--set", "columns=1")
    assert done.out.startswith("The second player wins by 1.\nBest first lines, 4 of 4: h0.0, h1.0, v0.0, v0.1\n")
    assert "The board is a draw." in lek("dots", "solve", "--set", "rows=1", "--set", "columns=2").out
    assert "The first player wins by 2." in lek("dots", "solve", "--set", "rows=2", "--set", "columns=2").out


def test_games_are_computed(lek):
    small = ("--set", "rows=2", "--set", "columns=2")
    found = lek("dots", "exact", "perfect", "perfect", *small, "--json").json
    assert found["margin"] == {"first": 2.0, "second": -2.0, "mean": 0.0}
    assert found["won"] == {"first": 1.0, "second": 0.0, "mean": 0.5}
    best = lek("dots", "exact", "best", "parity-mm", *small, "--json").json["won"]
    assert best["first"] == 1.0
    assert best["second"] >= lek("dots", "exact", "margin", "parity-mm", *small, "--json").json["won"]["second"]
    assert "as first" in lek("dots", "exact", "random", "chain", *small).out


@pytest.mark.parametrize("words, expected", [
    ("solve --set rows=4", "cannot be solved 31 lines at most 27"),
    ("solve --set rows=0", "rows=0 does not work whole number from 1 to 16"),
    ("solve --set strings=a-b-c", "'a-b-c' is no string"),
    ("exact chian random", "no player called 'chian' did you mean chain?"),
    ("exact chain best", "no player called 'best'"),
    ("exact chain random --set columns=9", "cannot be computed 66 lines at most 27"),
])
def test_nonsense_gets_one_sentence(lek, words, expected):
    parts = words.split()
    assert is_one_sentence(lek("dots", *parts), *expected.split())
