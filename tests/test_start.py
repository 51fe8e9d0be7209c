"""Starting: what is imported and when, that every public name is there, and that an installed copy works."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lek

ROOT = Path(__file__).parents[1]
HEAVY = {"numba", "numpy", "scipy", "matplotlib", "llvmlite"}


def python(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env={**os.environ, **more})


def imported_by(*words: str) -> set[str]:
    """Names of all modules that a fresh interpreter imports."""
    done = python("-X", "importtime", *words)
    assert done.returncode == 0, done.stderr
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


@pytest.mark.parametrize("words", ["--help", "play --help", "study run --help"])
def test_help_answers_without_the_heavy_libraries(words: str) -> None:
    found = imported_by("-m", "lek.cli", *words.split())
    assert "lek.cli.games" in found
    assert not HEAVY & found


def test_a_command_that_needs_them_is_seen_to_import_them() -> None:
    assert {"numba", "numpy", "lek.games", "lek.jit"} <= imported_by("-m", "lek.cli", "games")


def test_importing_lek_imports_nothing_heavy() -> None:
    found = imported_by("-c", "import lek")
    assert {name for name in found if name.partition(".")[0] == "lek"} == {"lek"}
    assert not HEAVY & found


def test_games_and_play_import_no_figures_and_no_command_line() -> None:
    found = imported_by("-c", "import lek; lek.play; lek.GAMES")
    assert "numba" in found
    assert not {"matplotlib", "typer", "rich", "lek.studies", "lek.cli"} & found


NAMES = """
import sys, lek
for name in sys.argv[1:]:
    value = getattr(lek, name)
    print(name, getattr(value, '__name__', name).rpartition('.')[2] == name and type(value).__name__ != 'module')
"""


@pytest.mark.parametrize("names", [lek.__all__, lek.__all__[::-1], ["find_agent", "find_game", "play", "watch"]],
                         ids=["in order", "in reverse", "README"])
def test_every_public_name_is_there_whatever_was_used_before(names: list[str]) -> None:
    done = python("-c", NAMES, *names)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{name} True" for name in names]


def test_public_names_are_listed_and_others_are_refused() -> None:
    assert dir(lek) == sorted(lek.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = lek.nonsense


@pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="building a wheel needs hatchling")
def test_an_installed_copy_works_without_the_source_tree(tmp_path: Path) -> None:
    source, place = tmp_path / "source", tmp_path / "place"
    shutil.copytree(ROOT, source, ignore=lambda folder, names: [
        name for name in names if name.startswith(".") or name in ("__pycache__", "tests", "docs")])
    done = python("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
                  "--no-index", "--target", str(place), str(source))
    assert done.returncode == 0, done.stderr
    shutil.rmtree(source)
    where = python("-P", "-c", "import lek; print(lek.__file__)", PYTHONPATH=str(place))
    assert Path(where.stdout.strip()) == place / "lek" / "__init__.py"
    done = python("-P", "-m", "lek.cli", "games", "--json", PYTHONPATH=str(place))
    assert (done.returncode, done.stderr) == (0, "")
    assert list(json.loads(done.stdout)) == list(lek.GAMES)
    done = python("-P", "-m", "lek.cli", "bench", "--json", PYTHONPATH=str(place))
    assert (done.returncode, done.stderr) == (0, "")
    assert set(json.loads(done.stdout)) == {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - {"__init__"}
    assert (place / "lek" / "benchmarks" / "moose.c").is_file()
