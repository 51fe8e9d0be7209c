"""Files of one's own, outside the repository: games, and strategies and representations for any game.

A file says what it holds. A function marked @configurable makes a game. The tables PLAYERS and REPRESENTATIONS hold
compiled strategies and ways to breed them, for the game of the file or for another. Such files are loaded into this process,
with all its rights. Any other Python file is a student's, with `act(view)`: here it is read and never loaded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from lek import jit
from lek.agent import Brain, Representation
from lek.game import Game
from lek.outside import ask_rights
from lek.settings import Mistake, one_of, shown

TABLES = ("PLAYERS", "REPRESENTATIONS")


def kind_of(path: Path) -> str:
    """What a file holds, from reading it alone: "game", "players" or "agent"; what is no Python is an agent's, too."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return "agent"
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    marks = {node: " ".join(map(ast.unparse, node.decorator_list)) for node in functions}
    if any("configurable" in mark for mark in marks.values()):
        return "game"
    bound = _bound(tree)
    student = "act" in bound and not any(node.name == "act" and ("rule" in mark or "strategy" in mark)
                                         for node, mark in marks.items())
    if student or not any(table in bound for table in TABLES):
        return "game" if "act" not in bound and any("rule" in mark for mark in marks.values()) else "agent"
    return "players"


def strategies_read(path: Path) -> list[str]:
    """The names of the strategies in a file, from reading it alone."""
    return [node.name.strip("_").replace("_", "-") for node in ast.parse(path.read_bytes()).body
            if isinstance(node, ast.FunctionDef) and any("strategy" in ast.unparse(mark) for mark in node.decorator_list)]


def load(text: str, what: str = "file") -> ModuleType:
    """A file as a module, or a Mistake that says in which line it fails."""
    path = Path(text)
    if not path.is_file():
        raise Mistake(f"there is no {what} {text}; give the path of a .py file, or a name")
    ask_rights(text)
    try:
        module = jit.load(text)
    except (Exception, SystemExit) as error:
        raise Mistake(f"{text} does not load: {failure(error, path)}") from error
    for table, fits, values in (("PLAYERS", is_strategy, "strategies, which @strategy(PLAYERS) enters"),
                                ("REPRESENTATIONS", callable, "functions that make a Representation")):
        entries = getattr(module, table, {})
        wrong: list[Any] = [entries]
        if isinstance(entries, Mapping):
            wrong = [{name: value} for name, value in entries.items() if not isinstance(name, str) or not fits(value)]
        if wrong:
            line = _bound(ast.parse(path.read_bytes())).get(table, 1)
            raise Mistake(f"{path.name}, line {line}: {table} is a dictionary by name of {values}; given: {shown(wrong[0])}")
    return module


def is_strategy(value: Any) -> bool:
    return isinstance(value, Brain)


def added(path: str) -> tuple[dict[str, Brain], dict[str, Callable[..., Representation]]]:
    """The strategies and the representations in a file, by the words that name them."""
    module = load(path)
    tables = [{f"{path}:{name}": value for name, value in getattr(module, table, {}).items()} for table in TABLES]
    if not any(tables):
        raise Mistake(f"{path} holds neither strategies nor representations: it has no PLAYERS and no REPRESENTATIONS")
    return tables[0], tables[1]


def strategy_in(path: str, name: str) -> Brain:
    """The strategy of this name in a file."""
    players = getattr(load(path), "PLAYERS", {})
    if not players:
        raise Mistake(f"{path} holds no strategies; a strategy is a function act(g, m, v) marked @strategy(PLAYERS)")
    brain: Brain = players[one_of(f"strategy in {path}", name, players)]
    return brain


def representation_in(path: str, name: str | None) -> Callable[..., Representation]:
    """What makes the representation of this name in a file."""
    made = getattr(load(path), "REPRESENTATIONS", {})
    if not made:
        raise Mistake(f"{path} holds no representations; they stand in a table REPRESENTATIONS = {{NAME: FUNCTION}}")
    if name is None:
        raise Mistake(f"{path} holds {', '.join(made)}: name the one to breed, {path}:{next(iter(made))}")
    make: Callable[..., Representation] = made[one_of(f"representation in {path}", name, made)]
    return make


def make_representation(name: str, make: Callable[..., Any], game: Game, given: Mapping[str, Any]) -> Representation:
    """The representation for this game; what a function of one's own does wrong is told with its file and line."""
    code = getattr(make, "__code__", None)
    if code is None or jit.belongs_to_house(code.co_filename):
        house: Representation = make(game, **given)
        return house
    path = Path(code.co_filename)
    try:
        made = make(game, **given)
    except Mistake:
        raise
    except Exception as error:
        said = failure(error, path)
        place = "" if said.startswith("line ") else f"line {code.co_firstlineno}: "
        raise Mistake(f"the representation {name} cannot be made for {game.name}: {path.name}, {place}{said}") from error
    if not isinstance(made, Representation):
        raise Mistake(f"the representation {name} cannot be made for {game.name}: {path.name}, line {code.co_firstlineno}: "
                      f"{make.__name__} returns a Representation; given: {shown(made)}")
    return made


def failure(error: BaseException, path: Path) -> str:
    """What went wrong, in one sentence that begins with the innermost line in this file, if any is to blame."""
    line, traceback, here = 0, error.__traceback__, str(path.resolve())
    while traceback is not None:
        line = traceback.tb_lineno if traceback.tb_frame.f_code.co_filename == here else line
        traceback = traceback.tb_next
    said = str(error) if isinstance(error, Mistake) else jit.explain(error)
    if isinstance(error, SyntaxError) and error.filename == here:
        line, said = error.lineno or 0, f"{type(error).__name__}: {error.msg}"
    return f"line {line}: {said}" if line else said


def _bound(tree: ast.Module) -> dict[str, int]:
    """The names that the statements of a file bind, with the lines of the last ones."""
    lines: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = [each.asname or each.name for each in node.names]
        else:
            names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        lines.update(dict.fromkeys(names, node.lineno))
    return lines
