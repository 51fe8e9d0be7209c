"""The house plan of DESIGN.md, enforced by reading the sources: an import only points left, wherever it stands.

And no test file stands on another: what two of them need is a plain module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1] / "lek"
FILES = sorted(HOUSE.rglob("*.py"))
TESTS = sorted(path for path in Path(__file__).parent.rglob("*.py") if path.name != "mutants.py")  # which starts pytest
LAYERS = [  # left to right; within a layer, sides never import each other
    ["jit compiling dice settings files cache store tasks"], ["game agent position"],
    ["games", "brains",
     "border declared playing watching transcript threads kernel perft launching person "
     "outside outside_c outside_guard outside_worker"],
    ["players", "evolve compete"], ["champions find own_files", "boards"],
    ["contract contract_players submission benches work"], ["studies"], ["cli web"]]
PLACE = {part: (layer, side) for layer, sides in enumerate(LAYERS) for side in sides for part in side.split()}
ONLY_IN = {"typer": "cli web", "rich": "cli web", "fastapi": "web", "matplotlib": "studies", "scipy": "studies players",
           "numba": "jit compiling kernel"}


def imports(source: str) -> Iterator[tuple[str, str]]:
    """(package, what of it) for all that is imported, inside functions too."""
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        before = f"{'.' * node.level}{node.module}." if isinstance(node, ast.ImportFrom) else ""
        for name in names:
            package, _, rest = f"{before}{name}".partition(".")
            yield package, rest.partition(".")[0]


def wrong(part: str, source: str) -> list[tuple[str, str]]:
    """The imports that code in this part of the house should not make."""
    found = []
    for package, other in imports(source):
        if package == "lek" and other in PLACE and other != part:
            layer, side = PLACE.get(part, (-1, ""))
            bad = PLACE[other][0] > layer or (PLACE[other][0] == layer and PLACE[other][1] != side)
        else:
            bad = package == "" or part not in ONLY_IN.get(package, part).split()
        found += [(package, other)] if bad else []
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_a_file_keeps_to_the_house_plan(path: Path) -> None:
    part, text = path.relative_to(HOUSE).parts[0].removesuffix(".py"), path.read_text()
    assert part in PLACE or path == HOUSE / "__init__.py"
    assert wrong(part, text) == []
    assert len(text.splitlines()) <= 400
    assert path.stem not in {"util", "utils", "helper", "helpers", "common", "misc", "base"}
    assert "TO" + "DO" not in text


def functions(node: ast.AST, compiled: bool = False) -> Iterator[ast.FunctionDef]:
    """The functions of a file that no decorator makes into rules, nor any function around them."""
    for child in ast.iter_child_nodes(node):
        decorated = isinstance(child, ast.FunctionDef) and bool(child.decorator_list)
        if isinstance(child, ast.FunctionDef) and not compiled and not decorated:
            yield child
        yield from functions(child, compiled or decorated)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_all_but_compiled_code_is_annotated(path: Path) -> None:
    """mypy cannot tell rules, which carry no types, from functions whose types were forgotten."""
    for function in functions(ast.parse(path.read_text())):
        words = [word for word in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
                 if word.annotation is None and word.arg not in ("self", "cls")]
        assert not words and function.returns is not None, f"{function.name}: {[word.arg for word in words]}"


@pytest.mark.parametrize("part, line", [
    ("games", "from lek.brains import fsm"), ("brains", "from lek import games"), ("players", "import lek.evolve"),
    ("compete", "from lek.players import PLAYERS"), ("jit", "def f():\n    import lek.game"),
    ("brains", "import lek.playing"),
    ("__init__", "from lek import dice"), ("games", "import numba.core"), ("studies", "from rich.table import Table"),
    ("cli", "import scipy.stats"), ("games", "from . import dots"), ("web", "import numba as n")])
def test_what_points_right_is_found(part: str, line: str) -> None:
    assert len(wrong(part, line)) == 1
    assert not wrong("players", "import numpy.random\nfrom lek.games import GAMES\nfrom lek import dice, __version__")


# What is done in one place

ARRAYS, ENDURING, KEPT = "arrays in files", "files put in place", "what is not finished"
CALLS = {  # what is done by calling these
    ARRAYS: {"np.load", "np.save", "np.savez", "np.savez_compressed", "np.memmap", "np.fromfile", "pickle.load"},
    ENDURING: {"os.fsync", "os.replace", "os.rename", "tempfile.mkstemp", "tempfile.NamedTemporaryFile"},
    KEPT: {"Partial"},
}
PLACES = {
    ARRAYS: {"store.py", "players/simplexity/network.py", "players/simplexity/places.py"},  # the weights that Lek comes with
    ENDURING: {"files.py", "cache.py", "compete/logbook.py"},  # compiled code, in a folder of many; a log, line by line
    KEPT: {"store.py", "evolve/__init__.py", "cli/dots_learning.py"},  # all others are given one by a store
}


def called(source: str) -> set[str]:
    """The functions that code calls, as they are written there."""
    return {ast.unparse(node.func) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)}


@pytest.mark.parametrize("what", CALLS)
def test_it_is_done_in_these_places_only(what: str) -> None:
    assert {str(path.relative_to(HOUSE)) for path in FILES if CALLS[what] & called(path.read_text())} == PLACES[what]


# Tests


def other_tests(source: str) -> list[str]:
    """The test files that code imports, or names for anybody but pytest, which runs them in a process of its own."""
    found, nodes = [], [*ast.walk(ast.parse(source))]
    rows = [node.elts for node in nodes if isinstance(node, ast.List)]
    rows += [node.args for node in nodes if isinstance(node, ast.Call)]
    words = {id(word) for row in rows if "pytest" in [getattr(word, "value", "") for word in row] for word in row}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            within = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found += [alias.name for alias in node.names if re.search(r"\btest_", within + alias.name)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            found += re.findall(r"(?:[./]|^)test_\w+\.py$|\.test_\w+$", node.value)
    return found


def test_no_test_imports_or_runs_another() -> None:
    assert {path: found for path in TESTS if (found := other_tests(path.read_text()))} == {}


@pytest.mark.parametrize("line", [
    "from .test_rules import played", "from . import test_rules", "import tests.games.moose.test_rules as rules",
    "from tests.games.moose import test_rules", "run_path(HERE / 'test_rules.py')", "def f():\n    load('../test_rules.py')",
    "import_module('tests.games.moose.test_rules')", "run(['python', 'tests/games/moose/test_rules.py'])"])
def test_a_test_that_is_used_is_found(line: str) -> None:
    assert len(other_tests(line)) == 1
    assert not other_tests("from . import twin\nrun([python, '-m', 'pytest', 'tests/games/moose/test_rules.py'])")
