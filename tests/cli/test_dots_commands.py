"""`lek dots ...` as a person or a program calls it, and what it says to nonsense."""

from __future__ import annotations

import json

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
    assert all(row["where"].endswith("drawn") or row["where"].startswith("nowhere") for row in shown["rules"])
    assert page.read_text().count("<svg") == found["rules"]
    played = lek("play", "dots", str(file), "chain", "--games", "10", "--json").json
    assert played


def test_after_an_interrupt_the_same_command_goes_on(lek, tmp_path, monkeypatch):
    from lek.players.dots import learning

    def interrupted(one, games, greedy=False):
        if one.book[0].games > 0:
            raise KeyboardInterrupt
        return played(one, games, greedy)

    played, words = learning.play, ("dots", "learn", "--with", "population=100", "--games", "3000", "--seed", "4", "--out")
    monkeypatch.setattr(learning, "play", interrupted)
    said = lek(*words, "rules.json")
    assert (said.code, said.err) == (130, "lek: stopped after 300 games; the same command goes on from there\n")
    monkeypatch.setattr(learning, "play", played)
    assert lek(*words, "rules.json").code == lek(*words, "whole.json").code == 0
    made = [json.loads((tmp_path / name).read_text())["genome"] for name in ("rules.json", "whole.json")]
    assert made[0] == made[1] and not list(tmp_path.glob(".*unfinished*"))


def test_an_interrupt_that_no_command_waits_for_is_told(lek, monkeypatch):
    def interrupted(game):
        raise KeyboardInterrupt

    monkeypatch.setattr("lek.players.dots.solved.values", interrupted)
    said = lek("dots", "solve")
    assert (said.code, said.out, said.err) == (130, "", "lek: stopped\n")


def test_an_unfinished_run_of_other_settings_is_left_alone(lek, tmp_path):
    from lek.store import Partial

    file, kept = tmp_path / "rules.json", tmp_path / ".rules.json.unfinished.npz"
    Partial(kept, "other").put({})
    said = lek("dots", "learn", "--with", "population=100", "--games", "100", "--out", str(file))
    assert is_one_sentence(said, "belongs to another run", "another --out")
    assert kept.exists() and not file.exists()


def test_a_run_that_came_further_is_not_thrown_away(lek, tmp_path):
    from lek.games import GAMES
    from lek.players.dots.graph import reader
    from lek.players.dots.learning import learner, learnt, play
    from lek.players.dots.opponents import opponent
    from lek.store import Partial

    game, file = GAMES["dots"](), tmp_path / "rules.json"
    one = learner(game, reader(game), "proven", opponent(game, "chain"), 1, {"population": 100})
    play(one, 300)
    kept = tmp_path / ".rules.json.unfinished.npz"
    Partial(kept, ["proven", "chain", 1, "population=100", game.settings]).put(learnt(one))
    words = ("dots", "learn", "--with", "population=100", "--out", str(file), "--games")
    assert is_one_sentence(lek(*words, "200"), "has come to 300 games already")
    assert kept.exists() and not file.exists()
    assert "games 4000" in lek(*words, "4000").out and file.exists() and not kept.exists()


def test_how_rules_match_is_kept_with_them(lek, tmp_path):
    file = tmp_path / "learnt.json"
    lek("dots", "learn", "--games", "3000", "--out", str(file), *(
        word for each in ("population=100", "wild_is_ground=no", "first_found=yes") for word in ("--with", each)))
    assert json.loads(file.read_text())["representation"] == "rules:rules=64,wild_is_ground=no,first_found=yes"
    assert lek("play", "dots", str(file), "random", "--games", "2", "--json").json


def test_one_rule_is_drawn_and_looked_up_in_all_positions(lek, tmp_path):
    """The rulebook's test vector: exactly 32 of the 2^24 masks, and in all of them nothing else is best."""
    picture = tmp_path / "rule.svg"
    found = lek("dots", "rule", "t4l9l7t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9t4l8 => t1-t4", "--picture", str(picture),
                "--json").json
    assert (found["positions"], found["matches"], found["best"], found["only"], found["never"]) == (2**24, 32, 32, 32, 0)
    assert picture.read_text().startswith("<svg")


@pytest.mark.parametrize("rule, expected", [
    ("x0ww => x0-w", "character 4: x0 has 1 string; told: 2"), ("z0n => z0-n", "character 1: there is no label 'z'"),
    ("x0n => x1-n", "character 8: x1 is not in the graph"),
    ("l0(1)l1(1)n : l1(1)l0(1)n => l0-n", "character 6: l0 and l1 are adjacent")])
def test_a_malformed_rule_is_told_at_its_character(lek, rule, expected):
    assert is_one_sentence(lek("dots", "rule", rule), expected)


def test_a_file_of_rules_is_computed_like_a_player(lek, tmp_path):
    file = rules_file(tmp_path, ["x0w => x0-w"])
    small = ("--set", "rows=2", "--set", "columns=2", "--json")
    won = lek("dots", "exact", str(file), "random", *small).json["won"]
    assert won["mean"] > 0.6
    turned = lek("dots", "exact", "random", str(file), *small).json["won"]
    assert turned["first"] <= 1 - won["second"]
    assert lek("dots", "exact", "best", str(file), *small).json["won"]["first"] == 1.0


def rules_file(folder, lines, representation="rules:rules=64", **settings):
    file = folder / "rules.json"
    file.write_text(json.dumps({"champion": 1, "game": "dots", "settings": {"rows": 2, "columns": 2, **settings},
                                "representation": representation, "genome": lines}))
    return file


@pytest.mark.parametrize("lines, expected", [
    (["x0n => x0-n", "", "x0ww => x0-w"], "line 3: the rule 'x0ww => x0-w' does not work at character 4"),
    (["x0n => x0-n | Q abc"], "line 1: after the rule come numbers given at character 14: 'Q abc'"),
    (["x0n => x0-n | Q nan"], "given at character 14: 'Q nan'"),
    (["x0n => x0-n | uses 100000000000000000000000"], "given at character 14"),
    (["x0n => x0-n | Q 1 | luck 3"], "given at character 20: 'luck 3'")])
def test_a_file_with_a_wrong_rule_is_told_by_line_and_character(lek, tmp_path, lines, expected):
    file, page = rules_file(tmp_path, lines), tmp_path / "rules.html"
    said = lek("dots", "rules", str(file), "--page", str(page))
    assert is_one_sentence(said, *expected.split("numbers ")) and not page.exists()


@pytest.mark.parametrize("words, expected", [
    ("{file} --against nobody", "no player called 'nobody'"), ("nothing.json", "there is no file of rules nothing.json"),
    ("{file} --page .", "it is a file in a folder that is there"),
    ("{file} --page no/such/page.html", "there is no folder no/such")])
def test_rules_that_cannot_be_shown_are_one_sentence(lek, tmp_path, words, expected):
    said = lek("dots", "rules", *words.format(file=rules_file(tmp_path, ["x0n => x0-n"])).split())
    assert is_one_sentence(said, expected)


def test_rules_of_a_large_board_are_shown_without_where_they_apply(lek, tmp_path):
    file, page = rules_file(tmp_path, ["x0w => x0-w"], rows=5, columns=5), tmp_path / "rules.html"
    shown = lek("dots", "rules", str(file), "--page", str(page), "--json").json
    assert shown["won"] is None and shown["rules"][0]["where"] is None and page.read_text().count("<svg") == 1


def test_a_rule_on_a_large_board_is_drawn_all_the_same(lek, tmp_path):
    words = ("dots", "rule", "x0n => x0-n", "--set", "rows=8", "--set", "columns=8")
    told = lek(*words, "--picture", str(tmp_path / "rule.svg"), "--json").json
    assert told["matches"] is None and told["rule"] == "x0n => x0-n" and "<svg" in (tmp_path / "rule.svg").read_text()
    assert is_one_sentence(lek(*words, "--picture", str(tmp_path / "rule.png")), "with a name that ends in .svg")
    assert not (tmp_path / "rule.png").exists()


def test_everybody_who_plays_is_told_once_and_in_words(lek):
    rows = lek("agents", "dots", "--json").json["agents"]
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names)) >= 10 and all(row["about"] for row in rows)
    assert "playouts=1000" in next(row["settings"] for row in rows if row["name"] == "mcts")


@pytest.mark.parametrize("words, expected", [
    ("--method concepts --with alpha=2", "alpha=2 does not work"),
    ("--method concepts --with beta=-1", "beta=-1 does not work"),
    ("--with beta=-1", "beta is no setting of proven, but of concepts and mortals; choose --method concepts"),
    ("--method concepts --with mutations=0", "mutations=0 does not work: mutations_least is 1"),
    ("--method luck", "no method called 'luck'"), ("--against nobody", "no player called 'nobody'"),
    ("--games 0", "--games 0 does not work"), ("--set rows=0", "rows=0 does not work"),
    ("--seed 99999999999999999999999", "Invalid value for '--seed'"),
    ("--out .", "it is a file in a folder that is there"), ("--out no/such/rules.json", "there is no folder no/such")])
def test_what_cannot_be_learnt_is_one_sentence(lek, words, expected, tmp_path):
    said = lek("dots", "learn", "--out", str(tmp_path / "rules.json"), *words.split())
    assert is_one_sentence(said, expected)
