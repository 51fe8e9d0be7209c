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


def test_rules_are_learnt_play_and_are_shown(lek, tmp_path):
    file, page = tmp_path / "learnt.json", tmp_path / "rules.html"
    small = ("--with", "population=100", "--games", "4000", "--out", str(file))
    found = lek("dots", "learn", *small, "--json").json
    assert [row["games"] for row in found["learning"]] == [400 * n for n in range(1, 11)]
    assert found["rules"] > 0 and not list(tmp_path.glob(".*"))
    again = lek("dots", "learn", *small)
    assert f"{found['rules']} rules in {file}" in again.out and "activity" in again.out
    shown = lek("dots", "rules", str(file), "--page", str(page), "--json").json
    assert len(shown["rules"]) == found["rules"] and 0 <= shown["won"]["second"] <= 1
    assert all("lines drawn" in row["where"] or row["where"].startswith("nowhere") for row in shown["rules"])
    assert page.read_text().count("<svg") == found["rules"]
    played = lek("play", "dots", str(file), "chain", "--games", "10", "--json").json
    assert played


def test_an_unfinished_run_of_other_settings_is_left_alone(lek, tmp_path):
    from lek.evolve.learning import keep, learner
    from lek.games import GAMES
    from lek.players.dots_graph import reader
    from lek.players.dots_opponents import opponent

    game, file = GAMES["dots"](), tmp_path / "rules.json"
    one = learner(game, reader(game), "claims", opponent(game, "chain"), 1, {"population": 100})
    kept = tmp_path / ".rules.json.unfinished.npz"
    keep(kept, one, asked="other")
    said = lek("dots", "learn", "--with", "population=100", "--games", "100", "--out", str(file))
    assert is_one_sentence(said, "is of another run")
    assert kept.exists() and not file.exists()


@pytest.mark.parametrize("words, expected", [
    ("--manager concepts --with alpha=2", "alpha=2 does not work"),
    ("--manager concepts --with beta=-1", "beta=-1 does not work"),
    ("--manager luck", "no manager called 'luck'"), ("--against nobody", "no player called 'nobody'"),
    ("--games 0", "--games 0 does not work"), ("--set rows=0", "rows=0 does not work")])
def test_what_cannot_be_learnt_is_one_sentence(lek, words, expected, tmp_path):
    said = lek("dots", "learn", *words.split(), "--out", str(tmp_path / "rules.json"))
    assert is_one_sentence(said, expected)
