"""Strategies and representations in a file outside the repository play wherever a name does."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import work
from lek.compete.logbook import kept
from lek.find import find_agent, find_game, find_representation
from lek.own_files import kind_of
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch
from tests.cli.conftest import NIM, is_one_sentence
from tests.own_players import MINE

SHORT = ("--set", "rounds=5")


def line(text: str) -> int:
    """The number of the first line of the file that has this text."""
    return MINE[:MINE.index(text)].count("\n") + 1


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the file, in an empty folder that we are in."""
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return path


def test_a_strategy_plays_by_its_path_with_its_settings(lek: Any, mine: Path) -> None:
    assert mine
    told = lek("play", "moose", "mine.py:careful:risk=0", "mine.py:bold", *SHORT, "--json").json
    assert [*told["games"][0]["moves"][::2]] == [
        f"field {k}" for k in (2, 3, 1, 2, 3)]
    assert told["agents"] == ["mine.py:careful:risk=0", "mine.py:bold"] and not told["faults"]
    names = ("mine.py:careful", "./mine.py:careful:risk=1", "greedy")
    table = lek("tournament", "moose", *names, *SHORT, "--games", 6, "--json").json
    assert {row["name"] for row in table["agents"]} == set(names) and not table["faults"]
    payoffs = lek("payoffs", "moose", "mine.py:bold", "--against", "random", *SHORT, "--games", 4, "--json").json
    assert payoffs["rows"] == ["mine.py:bold"] and not payoffs["faults"]


def test_it_plays_compiled_and_watched(mine: Path) -> None:
    found = find_game("moose")
    game = found.build(rounds=5)
    agents = [find_agent(found, game, f"{mine}:{name}") for name in ("careful", "bold")]
    assert all(agent.outsider is None for agent in agents)
    scores = play(game, agents, [[0, 1]] * 3, 1).scores
    *_, last = watch(game, agents, 1, 2)
    assert [game.score(last.state, seat) for seat in (0, 1)] == scores[2].tolist()


def test_agents_lists_what_a_file_adds(lek: Any, mine: Path, nim: Path) -> None:
    assert mine and nim
    told = lek("agents", "moose", "mine.py", "--json").json
    rows = {row["name"]: row for row in told["agents"]}
    assert rows["mine.py:careful"]["settings"] == "risk=0.5 (a number from 0.0 to 1.0)"
    assert rows["mine.py:bold"]["about"] == "Always goes to field 1." and "greedy" in rows
    assert "mine.py:walk" in told["representations"]
    assert "nim.py:one" in {row["name"] for row in lek("agents", "nim.py", "nim.py", "--json").json["agents"]}


def test_a_representation_is_bred_and_its_champion_plays_from_anywhere(
    lek: Any, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine.parent / "out").mkdir()
    words = ("--generations", 2, "--population", 8, "--engine", "elitist:elite=4", *SHORT, "--json")
    bred = lek("evolve", "moose", "mine.py:walk:cut=0", "--out", "out/walker.json", *words).json
    assert bred["generation"] == 2
    champion = json.loads((mine.parent / "out/walker.json").read_text())
    assert champion["representation"] == "../mine.py:walk:cut=0"
    first = lek("play", "moose", "out/walker.json", "mine.py:bold", *SHORT, "--json").json["games"]
    found = find_game("moose")
    game = found.build(rounds=5)
    (mine.parent / "elsewhere").mkdir()
    monkeypatch.chdir(mine.parent / "elsewhere")
    agents = [find_agent(found, game, text) for text in ("../out/walker.json", "../mine.py:bold")]
    assert play(game, agents, [[0, 1]], 0).scores[0].tolist() == pytest.approx(first[0]["scores"])


def test_a_generation_belongs_to_the_file_that_it_was_bred_with(lek: Any, mine: Path) -> None:
    words = ("evolve", "moose", "mine.py:walk", "--generations", 2, "--population", 8, "--engine", "elitist:elite=4", *SHORT)
    assert lek(*words).code == 0 and "goes on from generation 2" in lek(*words).err
    mine.write_text(MINE.replace("cut=1", "cut=2"))
    assert is_one_sentence(lek(*words), "champion.generation.npz belongs to another run")


def test_a_strategy_of_a_file_is_an_opponent(lek: Any, mine: Path) -> None:
    assert mine
    words = ("--against", "mine.py:bold", "--generations", 1, "--population", 8, "--engine", "elitist:elite=4", *SHORT)
    assert lek("evolve", "moose", "mine.py:walk", *words, "--json").json["against"] == ["mine.py:bold"]


def test_a_game_of_ones_own_brings_its_players_and_can_be_bred(lek: Any, nim: Path) -> None:
    own = MINE[MINE.index("GENOME = "):].replace("g.field[(v.mine + 1) % 3]", "g.field[v.turn % 3]")
    imports = "import numpy as np\nfrom lek import Brain, Representation, dice\n"
    nim.write_text(NIM.replace("from lek import", imports + "from lek import", 1) + own)
    assert lek("games", "nim.py").code == 0
    assert lek("perft", "nim.py", "--depth", 2, "--json").json["perft"] == [3, 9]
    words = ("--generations", 3, "--population", 8, "--engine", "elitist:elite=4", "--json")
    bred = lek("evolve", "nim.py", "walk", *words).json
    assert bred["fitness"] > 0.5
    told = lek("tournament", "nim.py", "champion.json", "nim.py:one", "one", "--games", 4, "--json").json
    assert not told["faults"] and len(told["agents"]) == 3


# One content


def test_words_with_a_path_have_the_hash_of_the_file(lek: Any, mine: Path) -> None:
    plain, own = work.named("mine.py:careful:risk=0.3"), work.named("mine.py")
    assert plain.split()[0] == "mine.py:careful:risk=0.3" and plain.split()[1] == own.split()[1]
    assert work.named("careful") == "careful" and work.named("patience:fights=5") == "patience:fights=5"
    lek("evolve", "moose", "mine.py:walk", "--generations", 1, "--population", 8, "--engine", "elitist:elite=4", *SHORT)
    champion = work.named("champion.json")
    (mine.parent / "careful").write_text("a file that is called like an agent")
    assert work.named("careful") == "careful"
    game = find_game("moose").build()
    agents = [find_agent(find_game("moose"), game, text) for text in ("mine.py:careful", "random")]
    match = kept(game, agents, 1)
    assert list(match["files"]) == ["mine.py:careful"]
    mine.write_text(MINE.replace("return 1", "return 2"))
    assert work.named("mine.py:careful:risk=0.3") != plain and kept(game, agents, 1) != match
    assert work.named("champion.json") != champion, "a champion depends on what bred it"


def test_a_file_that_has_changed_is_loaded_again(mine: Path) -> None:
    found = find_game("moose")
    game = found.build(rounds=5)

    def scores() -> Any:
        return play(game, [find_agent(found, game, "mine.py:bold"), find_agent(found, game, "greedy")], [[0, 1]], 1).scores

    before = scores()
    mine.write_text(MINE.replace("return 1", "return 2 if v.turn else 0"))
    assert not np.array_equal(scores(), before)


def test_workers_build_it_from_words(mine: Path) -> None:
    student = mine.with_name("student.py")
    student.write_text("def act(view):\n    return 0\n")
    spec = work.Spec("moose", (("rounds", 3),), ("mine.py:careful:risk=0.3", "student.py"))
    game, agents = spec.build()
    rows, deals = np.array([[0, 1]] * 4), np.arange(4)
    here = play(game, agents, rows, 1, deal=deals)
    there = dict(work._spread([("part", work.play_part, (spec, rows, deals, 1, ()))], 1))["part"]
    assert np.array_equal(here.scores, there.scores)
    for agent in agents:
        if agent.outsider is not None:
            agent.outsider.close()  # type: ignore[attr-defined]


# Students' files


@pytest.mark.parametrize("text, kind", [
    (MINE, "players"), (NIM, "game"), ("def act(view):\n    return 0\n", "agent"), ("x = 1\n", "agent"), ("x =\n", "agent"),
    ("PLAYERS = 2\ndef act(view):\n    return PLAYERS - 1\n", "agent"),
    ("PLAYERS = 2\nclass Bot:\n    def act(self, view):\n        return 0\nact = Bot().act\n", "agent"),
    ("from theirs import PLAYERS\n", "players"), ("from theirs import PLAYERS, act\n", "agent"),
    ("PLAYERS = {}\n@strategy(PLAYERS)\ndef act(g, m, v):\n    return 0\n", "players"),
    ("REPRESENTATIONS: dict = {}\n", "players"), ("@rule\ndef start(s):\n    s.x = 1\n", "game"),
])
def test_what_a_file_holds_is_read_and_not_run(tmp_path: Path, text: str, kind: str) -> None:
    path = tmp_path / "file.py"
    path.write_text(f"{text}\nopen({str(tmp_path / 'ran')!r}, 'w')\n")
    assert kind_of(path) == kind and not (tmp_path / "ran").exists()


def test_a_students_file_stays_a_students(lek: Any, tmp_path: Path) -> None:
    """What is given by its path alone never runs in our process, whatever stands in it."""
    student = tmp_path / "student.py"
    student.write_text(f"import os\nPLAYERS = {{}}\nif os.getpid() == {os.getpid()}:\n    os.abort()\n"
                       "def act(view):\n    return 1\n")
    told = lek("play", "moose", "student.py", "greedy", *SHORT, "--json").json
    assert told["faults"] == [] and {*told["games"][0]["moves"][::2]} == {"field 2"}


@pytest.mark.parametrize("words, expected", [
    (("mine.py",), "mine.py holds compiled strategies and is not asked for moves; a strategy in it is named behind a colon: "
                   "mine.py:careful"),
    (("nim.py",), "nim.py holds a game and is not asked for moves; a strategy in it is named behind a colon: nim.py:one"),
    (("mine.py:carefull",), "there is no strategy in mine.py called 'carefull'; did you mean careful?"),
    (("mine.py:",), "there is no strategy in mine.py called ''"),
    (("mine.py:careful:risk=3",), "risk=3 does not work: risk is a number from 0.0 to 1.0"),
    (("mine.py:careful:",), "'' is not a setting: write key=value"),
    (("gone.py:careful",), "there is no file gone.py; give the path of a .py file, or a name"),
    (("student.py:act",), "student.py holds no strategies; a strategy is a function act(g, m, v) marked @strategy(PLAYERS)"),
])
def test_a_strategy_that_is_not_named_rightly(
    lek: Any, mine: Path, nim: Path, words: tuple[str, ...], expected: str
) -> None:
    mine.with_name("student.py").write_text("def act(view):\n    return 0\n")
    assert nim and is_one_sentence(lek("play", "moose", *words, "random"), expected)


@pytest.mark.parametrize("text, expected", [
    ("mine.py", "mine.py holds walk: name the one to breed, mine.py:walk"),
    ("mine.py:walks", "there is no representation in mine.py called 'walks'; did you mean walk?"),
    ("nim.py:walk", "nim.py holds no representations; they stand in a table REPRESENTATIONS"),
    ("mine.py:walk:cut=one", f"the representation walk cannot be made for moose: mine.py, line {line('int(cut)')}: "
                             "ValueError: invalid literal"),
    ("mine.py:walk:cat=1", f"the representation walk cannot be made for moose: mine.py, line {line('def walks')}: "
                           "TypeError: walks() got an unexpected keyword argument 'cat'"),
])
def test_a_representation_that_is_not_named_rightly(lek: Any, mine: Path, nim: Path, text: str, expected: str) -> None:
    assert mine and nim and is_one_sentence(lek("evolve", "moose", text), expected)


# What is wrong with a file


WRONG = {  # what is replaced, and what is said of it
    "syntax": ("PLAYERS = {}\n", "PLAYERS = {\n", "mine.py does not load: line 6: SyntaxError: '{' was never closed"),
    "name": ("PLAYERS = {}\n", "PLAYERS = {}\nnonsense\n", "mine.py does not load: line 7: NameError: name 'nonsense'"),
    "exit": ("PLAYERS = {}\n", "PLAYERS = {}\nraise SystemExit(3)\n", "mine.py does not load: line 7: SystemExit: 3"),
    "setting": ('risk=Setting(0.5, 0.0, 1.0, about="how often it draws a field")', "risk=0.5",
                "mine.py does not load: line 9: risk of a strategy is a Setting(default, low, high); given: 0.5"),
    "arguments": ("def bold(g, m, v):", "def bold(view):",
                  "mine.py does not load: line 16: a strategy is a function of genome, memory and view; given: bold(view)"),
    "table": ("PLAYERS = {}\n", "PLAYERS = {'mean': 3}\n", "mine.py, line 6: PLAYERS is a dictionary by name of strategies, "
              "which @strategy(PLAYERS) enters; given: {'mean': 3}"),
    "no table": ('{"walk": walks}', "[walks]", f"mine.py, line {line('REPRESENTATIONS =')}: "
                 "REPRESENTATIONS is a dictionary by name of functions that "
                 "make a Representation; given: ["),
    "memory": ('("last", "i4")', '("last", "i44")', "mine.py:careful cannot play here: "),
}


@pytest.mark.parametrize("how", WRONG)
def test_a_file_that_is_wrong_is_told_with_its_line(lek: Any, mine: Path, how: str) -> None:
    old, new, expected = WRONG[how]
    assert old in MINE
    mine.write_text(MINE.replace(old, new))
    assert is_one_sentence(lek("play", "moose", "mine.py:careful", "random", *SHORT), expected)
    if how != "memory":
        assert is_one_sentence(lek("agents", "moose", "mine.py"), expected)


def test_a_rule_that_does_not_compile_is_told_with_its_line(lek: Any, mine: Path) -> None:
    mine.write_text(MINE.replace("    return 1\n", "    return v.nonsense\n"))
    said = lek("play", "moose", "mine.py:bold", "random", *SHORT)
    assert is_one_sentence(said, "bold cannot play moose", "nonsense", "(mine.py, line 16)")


@pytest.mark.parametrize("old, new, expected", [
    ("    return Representation(", "    return str(", f"line {line('    return Representation(')}: TypeError: "),
    ("int(cut)", "int(cut) // 0", f"line {line('int(cut)')}: ZeroDivisionError"),
    ("    return Representation(", "    1\n    return (",
     f"line {line('def walks')}: walks returns a Representation; given: (")])
def test_a_representation_that_is_wrong_is_told_with_its_line(
    lek: Any, mine: Path, old: str, new: str, expected: str
) -> None:
    assert old in MINE
    mine.write_text(MINE.replace(old, new))
    assert is_one_sentence(lek("evolve", "moose", "mine.py:walk"),
                           "the representation walk cannot be made for moose: mine.py, " + expected)


@pytest.mark.parametrize("change, expected", [
    (None, "there is no file mine.py; give the path"), ("", "mine.py holds no representations"),
    (MINE.replace('"walk"', '"stroll"'), "there is no representation in mine.py called 'walk'"),
    (MINE.replace("(3,)", "(2,)"), f"line {line('    return record(GENOME')}: ValueError: "),
])
def test_a_champion_whose_file_is_gone_or_changed_is_told_so(
    lek: Any, mine: Path, change: str | None, expected: str
) -> None:
    lek("evolve", "moose", "mine.py:walk", "--generations", 1, "--population", 8, "--engine", "elitist:elite=4", *SHORT)
    if change is None:
        mine.unlink()
    else:
        mine.write_text(change)
    said = lek("play", "moose", "champion.json", "random")
    assert is_one_sentence(said, f"champion.json was bred by mine.py:walk, and that does not fit it now: {expected}")


def test_root_loads_no_file_unless_told(lek: Any, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = mine.with_name("ran")
    mine.write_text(f"{MINE}\nopen({str(ran)!r}, 'w')\n")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("LEK_AS_ROOT")
    for words in (("play", "moose", "mine.py:bold", "random"), ("evolve", "moose", "mine.py:walk"),
                  ("agents", "moose", "mine.py"), ("check", "moose", "mine.py")):
        assert is_one_sentence(lek(*words), "mine.py would run with all rights of root")
        assert not ran.exists()
    with pytest.raises(Mistake, match="all rights of root"):
        find_representation(find_game("moose"), find_game("moose").build(), "mine.py:walk")


# Checks


def test_check_says_a_line_of_every_player_in_a_file(lek: Any, mine: Path) -> None:
    said = lek("check", "moose", "mine.py", *SHORT, "--json")
    assert said.json["files"] == [{"checked": "mine.py", "checks": [
        {"check": name, "problem": None} for name in ("strategy careful", "strategy bold", "representation walk")]}]
    mine.write_text(MINE.replace("    return 1\n", "    v.mine = 1\n    return 1\n"))
    said = lek("check", "moose", "mine.py", *SHORT)
    assert said.code == 1 and f"mine.py, line {line('@strategy(PLAYERS)' + chr(10))}: bold writes to its view" in said.out


@pytest.mark.parametrize("words, expected", [
    (("check", "mine.py"), "mine.py holds strategies or representations; say for which game: lek check GAME mine.py"),
    (("check", "moose", "nonsense.py"), "nonsense.py does not load: line 2: NameError: name 'nonsense' is not defined"),
    (("check", "nim.py", "empty.py"), "empty.py holds neither strategies nor representations"),
])
def test_a_check_of_what_holds_no_players(lek: Any, mine: Path, nim: Path, words: tuple[str, ...], expected: str) -> None:
    mine.with_name("nonsense.py").write_text("PLAYERS = {}\nnonsense\n")
    mine.with_name("empty.py").write_text("PLAYERS = {}\n")
    assert nim and is_one_sentence(lek(*words), expected)


def test_a_game_that_cannot_be_built_is_told_with_its_line(lek: Any, nim: Path) -> None:
    nim.write_text(NIM.replace("    return Game(", "    1 // 0\n    return Game("))
    line = NIM[:NIM.index("    return Game(")].count("\n") + 1
    place = f"ZeroDivisionError: integer division or modulo by zero (nim.py, line {line})"
    assert is_one_sentence(lek("play", "nim.py", "one", "random"), place, code=1)
    [row] = json.loads(lek("check", "nim.py", "--json").out)["checks"]
    assert row == {"check": "can be built", "problem": place}
