"""The pages in docs/ say what is so: their files and commands run, their links lead somewhere, their settings exist.

In a page, a ```python block that begins with `# file: NAME` (a ```c block: `/* file: NAME */`) is written to NAME, and the
lines of a ```sh block that begin with `lek` or `python` are run, in the order of the page and in one folder. They end with
0, or as `# exit N` behind says. A ```text block that begins with `$ lek` is a dialogue: `> ` is sent, `< ` is answered.
"""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lek.brains import fsm, tree
from lek.evolve import ENGINES
from lek.game import Game
from lek.games import GAMES
from lek.players import PLAYERS
from lek.players.antwars.trees import SETTINGS as TREE_SETTINGS
from lek.playing import play
from lek.studies import STUDIES, find_study

HOUSE = Path(__file__).parent.parent
PAGES = sorted((HOUSE / "docs").glob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"(?:#|/\*) file: (\S+)(?: \*/)?\n")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
BRED = {"machine": fsm.SETTINGS, "tree": {"preset": tree.PRESETS, **TREE_SETTINGS},
        **{name: engine.settings for name, engine in ENGINES.items()}}
NAMED = re.compile(r"`(\w+)=[\w.,+-]+`")  # `rule=contest` in running text


class Block(NamedTuple):
    kind: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in FENCE.findall(page.read_text())]


def commands(block: Block) -> list[str]:
    return [line for line in block.text.splitlines() if line.startswith(("lek ", "python "))]


def settings_of_study(name: str = "moose") -> set[str]:
    return {field.name for field in dataclasses.fields(find_study(name).paper)}


def words_of(command: str) -> list[str]:
    return shlex.split(command, comments=True)




@pytest.mark.parametrize("page", [page for page in PAGES if any(block.kind == "sh" for block in blocks(page))],
                         ids=lambda page: page.stem)
def test_files_and_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        name = FILE.match(block.text)
        if block.kind in ("python", "c") and name:
            path = tmp_path / name[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text[name.end():])
        for command in commands(block) if block.kind == "sh" else []:
            run(command, tmp_path)


def run(command: str, folder: Path) -> None:
    line, _, remark = command.partition("  # ")
    wanted = int(remark.removeprefix("exit ")) if remark.startswith("exit ") else 0
    program = {"lek": f"{shlex.quote(sys.executable)} -m lek.cli", "python": shlex.quote(sys.executable)}
    first, rest = line.split(" ", 1)
    done = subprocess.run(["bash", "-c", f"{program[first]} {rest}"], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=300, env={**os.environ, "MPLBACKEND": "Agg"})
    assert done.returncode == wanted, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, f"{command}\n{done.stderr}"


DIALOGUES = [(page, block.text) for page in PAGES for block in blocks(page) if block.text.startswith("$ lek ")]


@pytest.mark.parametrize("page, text", DIALOGUES, ids=[page.stem for page, _ in DIALOGUES])
def test_a_dialogue_on_a_page_goes_as_it_says(page: Path, text: str, tmp_path: Path) -> None:
    """What stands behind `>` is sent; what is answered has the words behind `<`, perhaps with other numbers and moves."""
    command, *lines = text.splitlines()
    assert lines and all(line[:2] in ("> ", "< ") for line in lines), "what is neither sent nor answered"
    sent, answers = ([line[2:] for line in lines if line[0] == mark] for mark in "><")
    done = subprocess.run([sys.executable, "-m", "lek.cli", *shlex.split(command)[2:]], cwd=tmp_path, text=True,
                          input="".join(f"{line}\n" for line in sent), capture_output=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert [form(line) for line in done.stdout.splitlines()] == [form(line) for line in answers]


def form(answer: str) -> str:
    """An answer with neither its numbers nor the kind of piece that is played."""
    return re.sub(r"-?\d+(\.\d+)?", "N", answer).replace("N s", "N r")


def test_the_line_protocol_stands_on_its_page() -> None:
    assert "simplexity" in {page.stem for page, _ in DIALOGUES}


@pytest.mark.parametrize("page", [*PAGES, HOUSE / "README.md", HOUSE / "CONTRIBUTING.md"], ids=lambda page: page.stem)
def test_relative_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        if "://" not in target:
            assert (page.parent / target.partition("#")[0]).exists(), f"{page.name} links to {target}"


def test_the_index_has_a_line_for_every_page() -> None:
    linked = set(LINK.findall((HOUSE / "docs" / "index.md").read_text()))
    assert {page.name for page in PAGES} - {"index.md"} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_python_block_is_python(page: Path) -> None:
    for block in blocks(page):
        if block.kind == "python":
            compile(block.text, page.name, "exec")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_settings_of_commands_exist(page: Path) -> None:
    """Commands in any block, also those that take too long to be run here."""
    for block in blocks(page):
        for command in commands(block):
            for owner, key, known in named_in(words_of(command)):
                assert key in known, f"{page.name}: {command}: {owner} has no setting {key}"


def named_in(words: list[str]) -> Iterator[tuple[str, str, Any]]:
    """Every setting in a command: whose it is, its name, and those there are."""
    if words[:3] == ["lek", "study", "run"]:
        owner, known = f"study {words[3]}", settings_of_study(words[3]) if words[3] in STUDIES else None
    else:
        owner, known = words[2] if len(words) > 2 else "", None
        if owner in GAMES:
            known = {"preset", *GAMES[owner].settings}
    if known is not None:  # the settings of a page's own game are looked at when its commands are run
        for flag, given in pairwise(words):
            if flag == "--set":
                yield owner, given.partition("=")[0], known
    for word in words:
        agent, colon, rest = word.partition(":")
        if colon and owner in PLAYERS and not agent.endswith(".py"):
            names = PLAYERS[owner][agent].settings if agent in PLAYERS[owner] else BRED.get(agent, {})
            for given in rest.split(","):
                yield agent, given.partition("=")[0], names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_settings_in_running_text_exist(page: Path) -> None:
    known = {"preset", "executor", "LEK_AS_ROOT", *fsm.SETTINGS}
    known |= {name for build in GAMES.values() for name in build.settings}
    known |= {name for study in STUDIES for name in settings_of_study(study)}
    known |= {each.name for each in dataclasses.fields(Game)} | set(inspect.signature(play).parameters)
    text = FENCE.sub("", page.read_text())
    for name in NAMED.findall(text) + re.findall(r"--set (\w+)=", text):
        assert name in known, f"{page.name} names a setting {name}"


def test_the_page_on_moose_has_every_setting_with_its_default() -> None:
    page = (HOUSE / "docs" / "moose.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.MULTILINE))
    for name, setting in {**GAMES["moose"].settings, **fsm.SETTINGS}.items():
        told = as_told(setting.default[0] if isinstance(setting.default, tuple) else setting.default)
        assert rows.get(name) == told, f"{name} is {told} by default"


def test_the_page_on_ant_wars_has_every_switch_with_its_default() -> None:
    page = (HOUSE / "docs" / "antwars.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", page, re.MULTILINE))
    known = {name: setting.default for name, setting in {**GAMES["antwars"].settings, **TREE_SETTINGS}.items()}
    known |= {name: setting.default for name, setting in ENGINES["fitnessless"].settings.items()}
    assert rows == {**rows, **{name: as_told(default) for name, default in known.items()}}


def as_told(value: Any) -> str:
    """A default as pages write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


@pytest.mark.parametrize("name", [name for name in GAMES if (HOUSE / "docs" / f"{name}.md").exists()])
def test_the_page_on_a_game_has_every_setting_and_measure(name: str) -> None:
    page, game = (HOUSE / "docs" / f"{name}.md").read_text(), GAMES[name]()
    told = set(re.findall(r"`([\w-]+)`", page))
    assert set(GAMES[name].settings) <= told
    assert {each.name for each in game.measures if each.shown} <= told


@pytest.mark.parametrize("name", ["organisms", "gunslinger", "simplexity", "antwars", "dots"])
def test_the_page_on_a_game_has_every_field_of_its_view(name: str) -> None:
    table = (HOUSE / "docs" / f"{name}.md").read_text().partition("| `view.` |")[2].partition("\n\n")[0]
    told = {field for field in re.findall(r"`(\w+)(?:\[\w\])?`", table)}
    assert set(GAMES[name]().blank_view().dtype.names) <= told | {"f", "e"}


def test_the_page_on_studies_has_every_setting() -> None:
    page = (HOUSE / "docs" / "reproduce-a-paper.md").read_text()
    assert settings_of_study() <= set(re.findall(r"`(\w+)`", page))


def test_the_first_bot_is_told_every_field_of_its_view() -> None:
    page = (HOUSE / "docs" / "first-bot.md").read_text()
    told = re.findall(r"^\| `view\.(\w+)` \|", page, re.MULTILINE)
    assert told == [*GAMES["moose"]().blank_view().dtype.names, "legal"]


def test_the_page_on_the_dialect_has_every_check() -> None:
    from lek.contract import CHECKS, ELSEWHERE, FIRST, PLAIN

    page = (HOUSE / "docs" / "dialect.md").read_text()
    told = re.findall(r"^\| ([^|]+) \|[^|]+\|[^|]+\|$", page.partition("## How it is tested")[2], re.MULTILINE)
    assert told[0] == "check"
    assert set(told[1:]) == {"settings are checked", PLAIN, *FIRST, *CHECKS, *ELSEWHERE}
