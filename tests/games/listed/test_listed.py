"""A listed game is one file and one line: tic-tac-toe, added to a copy of the package, is played, checked and tested."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PARTS = ("lek", "tests", "docs", "benchmarks", "pyproject.toml", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
UNSEEN = shutil.ignore_patterns("__pycache__", ".*")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which tic-tac-toe is a file and a line."""
    copy = tmp_path_factory.mktemp("house")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=UNSEEN)
        else:
            shutil.copy(ROOT / part, copy / part)
    shutil.copy(Path(__file__).with_name("tictactoe.py"), copy / "lek" / "games")
    table = copy / "lek" / "games" / "__init__.py"
    before = table.read_text()
    table.write_text(before.replace('    "dots",\n', '    "dots",\n    "tictactoe",\n'))
    assert len(table.read_text().splitlines()) == len(before.splitlines()) + 1
    return copy


def run(house: Path, *words: str, said: str = "", code: int = 0) -> str:
    known = {**os.environ, "PYTHONPATH": str(house), "LEK_CACHE": str(house / ".cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", *words], input=said, capture_output=True, text=True, cwd=house, env=known)
    assert done.returncode == code, f"{' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_it_is_checked_and_played_by_name(house: Path) -> None:
    assert "problem" not in run(house, "lek.cli", "check", "tictactoe")
    agents = ("alphabeta", "mcts", "random")
    table = json.loads(run(house, "lek.cli", "tournament", "tictactoe", *agents, "--games", "6", "--json"))
    means = {row["name"]: row["mean"] for row in table["agents"]}
    assert means["random"] < min(means["alphabeta"], means["mcts"])
    assert [pair["means"] for pair in table["pairs"] if pair["agents"] == [0, 1]] == [[0.5, 0.5]], "two who see all draw"
    answers = "\n".join("401235678") + "\n"
    played = json.loads(run(house, "lek.cli", "play", "tictactoe", "human", "alphabeta", "--json", said=answers))
    assert played["games"][0]["scores"][0] <= 0.5 and played["games"][0]["moves"][0] == "4"
    assert "tictactoe" in json.loads(run(house, "lek.cli", "games", "--json"))
    fits = json.loads(run(house, "lek.cli", "agents", "tictactoe", "--json"))["representations"]
    assert fits == ["vector", "tree"], "a machine cannot tell its boards apart"


@pytest.mark.slow
def test_lint_types_contract_and_docs_hold_without_touching_another_file(house: Path) -> None:
    run(house, "ruff", "check", ".")
    run(house, "mypy")
    passed = run(house, "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", "tests/test_layers.py",
                 "tests/playthroughs/test_playthroughs.py", "tests/contract", "tests/test_docs.py", "tests/test_position.py",
                 "tests/test_transcript.py", "-k", "tictactoe or layers or every_game or the_page or index or listed")
    assert "failed" not in passed
