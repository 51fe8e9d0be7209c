"""Players of one's own keep the contract, and one that does not is found and named in one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from lek import contract
from lek.contract_players import check_players, check_whole_game
from lek.find import find_game
from lek.settings import Mistake
from tests.contract.own_games import NIM
from tests.own_players import MINE

SETTINGS = {"rounds": "6"}
NAMES = ("strategy careful", "strategy bold", "representation walk")
PATIENCE = 12.0

STRATEGIES = {  # the body of a strategy, and the sentence on it: from its line (def) or that of its body, or all of it
    "writes to its view": (
        "v.x[0] = 0.0\n    return 1", "def: {name} writes to its view, which is not its own: it changes x"),
    "writes to its genome": (
        "g.nothing = 1\n    return 1", "def: {name} writes to its genome, which is not its own: it changes nothing"),
    "raises": (
        "return 1 if v.turn < 3 else v.nonsense", "body: AttributeError: "),
    "reads beyond": (
        "return 1 if v.x[v.turn] > 0 else 1", "body: IndexError: index 3 is out of bounds for axis 0 with size 3"),
    "reads beyond seldom": (
        "return 1 if v.x[3000 * (dice.below(m, 1000) == 0)] > -9 else 1", "def: IndexError: index is out of bounds"),
    "never returns": (
        "while v.turn == 3: pass\n    return 1",
        "body: {name} takes longer than 6 s for an answer: perhaps it never returns"),
    "never returns seldom": (
        "while dice.below(m, 1000) == 0:\n        while v.turn >= 0: pass\n    return 1",
        "{name} takes longer than 12 s: perhaps it never returns"),
    "answers a fraction": (
        "return v.x[0] / 3", "def: {name} answers np.float64("),
    "answers what is illegal": (
        "return v.turn", "def: {name} answers what is no legal action: 3 (deal 0, turn 4)"),
    "differs compiled": (
        "return 1 if np.int32(v.turn) * np.int32(2_000_000_000) >= 0 else 2",
        "def: {name} answers 1 compiled and 2 in plain Python (deal 0, turn 5)"),
    "rolls other dice": (
        "return np.random.randint(0, 3)", "def: {name} plays otherwise each time: it rolls dice that are not its own"),
    "remembers in a global": (
        "SEEN.append(1)\n    return len(SEEN) % 3", "{name} cannot play moose: it was made for another game, or a rule does "
                                                    "not compile: Untyped global name 'SEEN'"),
    "ends the process": (
        "if v.turn == 2: os.abort()\n    return 1", "{name} ends the process by SIGABRT"),
    "is sound": ("return 2", None),
}


def text_of(name: str, body: str) -> str:
    return f"\n\n@strategy(PLAYERS)\ndef {name.replace(' ', '_')}(g, m, v):\n    {body}\n"


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is said of all these strategies in one file, and the file's text."""
    path = tmp_path_factory.mktemp("players") / "mine.py"
    text = "import os\nimport numpy as np\nfrom lek import dice, strategy\n\nPLAYERS = {}\nSEEN = []\n"
    text += "".join(text_of(name, body) for name, (body, _) in STRATEGIES.items())
    path.write_text(text)
    return dict(check_players("moose", SETTINGS, str(path), patience=PATIENCE)), text


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_that_breaks_the_contract_is_named(checked: Any, name: str) -> None:
    problems, text = checked
    problem, expected = problems["strategy " + name.replace(" ", "-")], STRATEGIES[name][1]
    if expected is None:
        assert problem is None
        return
    line = text[:text.index(text_of(name, STRATEGIES[name][0]))].count("\n") + 3
    places = {"def": f"mine.py, line {line}", "body": f"mine.py, line {line + 2}"}
    place, _, rest = expected.partition(": ")
    expected = f"{places[place]}: {rest}" if place in places else expected
    assert problem is not None and problem.startswith(expected.format(name=name.replace(" ", "-"))), problem
    assert "\n" not in problem


GOOD = ("strategy careful", "strategy bold", "representation walk")


def test_good_players_keep_the_contract(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    heard: list[tuple[int, int, str]] = []
    checks = check_players("moose", SETTINGS, str(tmp_path / "mine.py"), lambda *said: heard.append(said))
    assert dict(checks) == dict.fromkeys(GOOD)
    assert heard == [(k, 3, f"{name} {how}") for how in ("in plain Python", "compiled") for k, name in enumerate(GOOD)]


# Representations

WALK = MINE[MINE.index("GENOME = "):MINE.index("REPRESENTATIONS")]
REPRESENTATIONS = {  # what is replaced in the one that walks; the sentence on it, from a line of a function or all of it
    "forgets": ("str(int(k))", "str(int(k) % 2)", "walks: forgets does not read back what it writes down: field of '"),
    "raises": ("int(word)", "int(word, 2)", "parse+1: ValueError: invalid literal for int() with base 2"),
    "draws anew": ("        g.field[k] = dice.below(d, 3)", "        g.field[k] = np.random.randint(0, 99)",
                   "walks: draws-anew draws other genomes from the same dice"),
    "changes parents": ("        b.field[k] = father", "        mother.field[k] = 7\n        b.field[k] = father",
                        "walks: changes-parents changes the parents in crossover(d, o, mother, father, a, b), where only a "
                        "and b are to be written"),
    "writes beyond": ("g.field[dice.below(d, 3)] = ", "g.field[dice.below(d, 40)] = ", "mutate+1: IndexError: index "),
    "is no number": ('[("field", "i4", (3,))]', '[("field", "i4", (3,)), ("rate", "f8")]',
                     "walks: the genome of 'walk' cannot be read: rate holds what is no number"),
    "differs compiled": ("g.field[dice.below(d, 3)] = dice.below(d, 3)",
                         "g.field[0] = np.int32(dice.below(d, 3) + 2) * np.int32(2_000_000_000) > 0",
                         "walks: differs-compiled draws, crosses or mutates otherwise compiled than in plain Python"),
    "writes to its view": ("    return g.field[(v.mine + 1) % 3]", "    v.mine = 7\n    return g.field[1]",
                           "act: writes-to-its-view writes to its view, which is not its own: it changes mine"),
    "returns nothing": ("    return Representation(", "    return (",
                        "the representation returns-nothing cannot be made for moose: mine.py, line "),
    "is sound": ("", "", None),
    "plays what is illegal": ("return g.field[(v.mine + 1) % 3]", "return g.field[0] + 2", None),
}


def breeding(name: str) -> str:
    """The representation with this change, all its names with the change's own behind."""
    old, new, _ = REPRESENTATIONS[name]
    assert old in WALK
    text = WALK.replace(old, new)
    if name == "is no number":
        text = text.replace("        g.field[k] = dice.below(d, 3)\n", "        g.field[k] = 1\n        g.rate = math.nan\n")
    return re.sub(r"(?<!\.)\b(GENOME|act|random|mutate|crossover|show|parse|walks)\b", rf"\1_{name.replace(' ', '_')}", text)


@pytest.fixture(scope="module")
def bred(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What is said of all these representations in one file, and the file's text."""
    path = tmp_path_factory.mktemp("bred") / "mine.py"
    text = "import math\nimport numpy as np\nfrom lek import Brain, Representation, dice, record, rule\n\n"
    text += "".join(breeding(name) for name in REPRESENTATIONS)
    table = ", ".join(f"{name.replace(' ', '-')!r}: walks_{name.replace(' ', '_')}" for name in REPRESENTATIONS)
    path.write_text(f"{text}REPRESENTATIONS = {{{table}}}\n")
    return dict(check_players("moose", SETTINGS, str(path), patience=60.0)), text


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_a_representation_that_breaks_the_contract_is_named(bred: Any, name: str) -> None:
    problems, text = bred
    problem, expected = problems["representation " + name.replace(" ", "-")], REPRESENTATIONS[name][2]
    if expected is None:
        assert problem is None
        return
    place, _, rest = expected.partition(": ")
    function, _, below = place.partition("+")
    if function in ("walks", "act", "parse", "mutate"):
        head = f"def {function}_{name.replace(' ', '_')}("
        line = text[:text.index(head)].count("\n") + 1 + int(below or 0) - (function == "act")  # a rule begins at its mark
        expected = f"mine.py, line {line}: {rest}"
    assert problem is not None and problem.startswith(expected), problem
    assert "\n" not in problem


# Games of one's own


def test_a_strategy_that_writes_to_the_state_is_named_with_the_game(tmp_path: Path) -> None:
    """Where nothing is hidden the view is the state: who writes to it changes the game, and wins it."""
    path = tmp_path / "nim.py"
    path.write_text(NIM.replace("    spare = ", "    if v.left > 4:\n        v.left = 4\n    spare = "))
    checks = dict(check_whole_game(str(path)))
    line = path.read_text().count("\n", 0, path.read_text().index("@strategy(PLAYERS)")) + 1
    problem = f"nim.py, line {line}: wise writes to its view, which is not its own: it changes left"
    assert {name: said for name, said in checks.items() if said} == {"strategy wise": problem}


def test_players_are_not_tried_where_the_rules_go_wrong(tmp_path: Path) -> None:
    path = tmp_path / "nim.py"
    path.write_text(NIM.replace("return s.mover if s.left > 0 else -1", "return 7"))
    assert "strategy wise" not in dict(check_whole_game(str(path)))


def test_settings_need_not_be_told_twice(tmp_path: Path) -> None:
    """A builder that passes no settings on was reported as `plain Python gives another result`: they are filled in."""
    path = tmp_path / "nim.py"
    text = NIM.replace("Setting(21, 1", "Setting(5, 1").replace("limit=heap", "limit=heap + 1")
    assert "settings=" not in text
    path.write_text(text)
    game = find_game(str(path)).build(heap=9, most=2)
    assert game.settings == {"heap": 9, "most": 2}
    for name, check in contract.ELSEWHERE.items():
        assert check(game, str(path)) is None, name


@pytest.mark.parametrize("name, text, said", [
    ("nothing", "PLAYERS = {}\n", "nothing.py holds neither strategies nor representations"),
    ("broken", "PLAYERS = {}\nnonsense\n", "broken.py does not load: line 2: NameError: name 'nonsense' is not defined"),
    ("wrong", "PLAYERS = {'mean': 3}\n", "wrong.py, line 1: PLAYERS is a dictionary by name of strategies"),
    ("aborts", "import os\nPLAYERS = {}\nos.abort()\n", "aborts.py cannot be checked: its process ended, "),
])
def test_a_file_without_players_is_told_so(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    with pytest.raises(Mistake) as caught:
        check_players("moose", SETTINGS, str(path))
    assert said in str(caught.value) and "\n" not in str(caught.value)
