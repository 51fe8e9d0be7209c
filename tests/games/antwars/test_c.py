"""Bred ants in C: the compiled file plays as the tree does, move for move, whatever its habits and the compiler's."""

from __future__ import annotations

import _ctypes
import ctypes
import platform
import re
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent
from lek.game import Game, record
from lek.games import GAMES
from lek.games.antwars import NEXT
from lek.outside_c import CFile, compiled
from lek.players.antwars.c import C_CALL, export
from lek.players.antwars.perception import DECAYED, HABITS
from lek.players.antwars.trees import ORDERS, TABLE, trees
from lek.watching import watch

GAME = GAMES["antwars"]()
STRICT = ("-std=c89", "-pedantic", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror")
WIDE = 10**6  # room for any
NAMES = {p.name for p in TABLE.primitives}
GROWN = {"depth": 10, "tries": 20, "matched": True}
Genome = Any


class Position(NamedTuple):
    ant: int
    game: int
    grid: Any
    row: int
    column: int
    move: int  # the tree's


def drawn(seed: int, many: int, crossings: int = 0, **given: Any) -> list[Genome]:
    """Random ants; with crossings, those that grew largest in so many crossovers and mutations."""
    bred = trees(GAME, **given)
    d, o = record(dice.STREAM, rng=seed)[0], bred.options[0]
    ants = np.zeros(max(many, 8), bred.genome).view(np.recarray)
    a, b = record(bred.genome), record(bred.genome)
    for g in ants:
        bred.random(d, o, g)
    for _ in range(crossings):
        one, other = (int(dice.below(d, len(ants))) for _ in range(2))
        bred.crossover(d, o, ants[one], ants[other], a[0], b[0])
        bred.mutate(d, o, b[0])
        for child in (a, b):
            least = int(ants.length.sum(1).argmin())
            if ants[least].length.sum() < child[0].length.sum() <= 260:
                ants[least] = child[0]
    return list(ants[np.argsort(-ants.length.sum(1), kind="stable")[:many]])


def written(text: str, **given: Any) -> Genome:
    return trees(GAME, **given).parse(text)[0]


def added(*parts: str) -> str:
    return parts[0] if len(parts) == 1 else f"Add({parts[0]}, {added(*parts[1:])})"


def looking(diagonal: bool) -> str:
    """A tree that looks at everything there is, so that whatever is seen otherwise soon changes a move."""
    numbers = {f"NFood(Rect(-2,{diagonal:d},2,3))": 0.77, "NFood(Rect(3,-2,4,2))": 0.41, "NEmpty(Rect(-3,1,4,2))": -0.23,
               "NEmpty(Rect(1,-1,1,4))": 0.13, "NVisited(Rect(-1,0,3,2))": -0.67,
               f"FoodHope(Rect(-1,{diagonal:d},2,2))": 0.9, "FoodHope(Rect(-2,1,1,2))": 0.31,
               "FoodHope(Rect(0,-1,4,2))": 0.27}
    ages = [f"IsEqual(NFood(Rect(2,{right},3,3)), Const({np.float32(DECAYED[age] / 2**20)}))"
            for age, right in ((2, 0), (2, 1), (3, -1), (4, 2), (5, 0), (6, 1))]  # some are exact only if they are rounded
    near = "IsEqual(Mul(NEmpty(Rect(-2,1,3,3)), Const(0.0004)), Mul(NEmpty(Rect(2,2,3,3)), Const(0.0004)))"
    truths = {"IsFood(Rect(2,-1,3,3))": -0.55, "IsFood(Rect(-3,2,2,4))": 0.29, "IsEnemy(Rect(-1,0,2,2))": 0.95,
              "IsEnemy(Rect(3,1,3,3))": -0.81, "IsEnemy(Rect(-4,-3,3,3))": 0.51, near: 0.19,
              **{text: 0.71 + age / 50 for age, text in enumerate(ages)}}
    clock = ("If(IsSmaller(Mul(TimeLeft, Const(0.25)), Add(Points, Const(0.5))), Mul(PointsLeft, "
             "If(IsFood(Rect(-1,0,2,1)), Const(0.03), Const(0.02))), NVisited(Rect(-2,0,1,2)))")
    late = "Mul(TimeLeft, If(IsFood(Rect(-2,1,3,3)), Const(0.021), Const(0.017)))"
    return added(clock, late, *(f"Mul({text}, Const({by}))" for text, by in numbers.items()),
                 *(f"If({text}, Const({by}), ConstInt(0))" for text, by in truths.items()))


def habits() -> list[dict[str, Any]]:
    """Every habit and every order alone, and some together."""
    rng = np.random.default_rng(3)
    drawn = [{**{name: bool(rng.integers(2)) for name in HABITS}, "order": str(rng.choice(list(ORDERS)))} for _ in range(6)]
    return [*({name: not setting.default} for name, setting in HABITS.items()), *({"order": order} for order in ORDERS),
            {"hope_area": True, "hope_sum": True}, *drawn]


@lru_cache
def ants() -> list[Genome]:
    """For all habits an ant that looks at everything and a large one; without any, small and large ones."""
    made = [written(f"straight = {looking(False)}\ndiagonal = {looking(True)}", **given) for given in habits()]
    for k, given in enumerate(habits()[::2]):
        made += drawn(10 + k, 1, 200, **GROWN, **given)
    return made + drawn(1, 6) + drawn(2, 10, 400, **GROWN)


def followed(rng: Any, s: Any, ant: int) -> int:
    """The move of a rival that stays near: of three drawn, the one that leads nearest to the ant, but not onto it."""
    def away(move: int) -> int:
        cell, other = int(NEXT[s.cell[1 - ant], move]), int(s.cell[ant])
        far = max(min(d % 11, -d % 11) for d in (cell // 11 - other // 11, cell % 11 - other % 11))
        return far or 11

    return min((int(move) for move in rng.integers(8, size=3)), key=away)


def positions(made: list[Genome], game: Game, games: int, seed: int) -> Iterator[Position]:
    """Games against a rival that stays near; half of the moves an ant makes are not its own, so that it comes around."""
    rng = np.random.default_rng(seed)
    brain = trees(GAME).brain
    for ant, g in enumerate(made):
        for number in range(games):
            s = game.blank.copy()[0]
            s.rng = dice.stream(seed, games * ant + number, 0)
            game.start(s)
            m, v = record(brain.memory_type(game))[0], game.blank_view()[0]
            while (turn := game.actor(s)) >= 0:
                if turn != number % 2:
                    game.step(s, followed(rng, s, number % 2))
                    continue
                game.observe(s, number % 2, v)
                move = int(brain.act(g, m, v))
                told = game.face.words(v)
                yield Position(ant, number, told["grid"], told["row"], told["column"], move)
                game.step(s, move if rng.integers(2) else int(rng.integers(8)))


def library(folder: Path, sources: list[str], *flags: str) -> Path:
    """All these ants in one library, as Move_0, Move_1, ..."""
    files = []
    for k, source in enumerate(sources):
        files.append(folder / f"ant_{k}.c")
        files[-1].write_text(re.sub(r"\bMove\(", f"Move_{k}(", source))
    path = folder / "ants.so"
    done = subprocess.run(["cc", *flags, "-shared", "-fPIC", *files, "-o", path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return path


def differing(path: Path, asked: list[Position]) -> list[Position]:
    """Where the library answers another move; it is loaded anew for every game, so its variables are new."""
    wrong, now, loaded = [], None, None
    for p in asked:
        if (p.ant, p.game) != now:
            if loaded is not None:
                _ctypes.dlclose(loaded._handle)
            now, loaded = (p.ant, p.game), ctypes.CDLL(str(path))
        grid = (ctypes.c_int * 121)(*(cell for row in p.grid for cell in row))
        if getattr(loaded, f"Move_{p.ant}")(grid, p.row, p.column) != p.move:
            wrong.append(p)
    if loaded is not None:
        _ctypes.dlclose(loaded._handle)
    return wrong


def test_it_plays_move_for_move_as_the_tree_in_ten_thousand_positions(tmp_path: Path) -> None:
    made, looks = ants(), len(habits())
    asked = list(positions(made, GAME, 6, 5))
    assert len(asked) > 10_000
    assert all(len({p.move for p in asked if p.ant == ant}) >= 4 for ant in range(looks))
    assert {TABLE.primitives[op].name for g in made for k in range(2) for op in g.op[k, :g.length[k]]} == NAMES
    assert max(g.length.sum() for g in made) > 237
    assert differing(library(tmp_path, [export(GAME, g, WIDE) for g in made], "-O1", *STRICT), asked) == []
    short = library(tmp_path, [export(GAME, g, 0) for g in made[:looks]], "-O1", *STRICT, "-Wno-misleading-indentation")
    assert differing(short, [p for p in asked if p.ant < looks]) == []


def test_in_games_so_long_that_beliefs_fade_to_nothing(tmp_path: Path) -> None:
    game, made = GAMES["antwars"](moves=180, pieces=60), ants()[::8]
    asked = list(positions(made, game, 2, 6))
    assert differing(library(tmp_path, [export(game, g) for g in made], "-O1", *STRICT), asked) == []


FLOATS = """
straight = If(IsEqual(Sub(Mul(Add(Points, PointsLeft), Const(0.1)), Mul(Mul(ConstInt(5), ConstInt(3)), Const(0.1))),
  ConstInt(0)), FoodHope(Rect(0,0,1,1)), NEmpty(Rect(-2,0,3,3)))
diagonal = If(IsEqual(Sub(Add(TimeLeft, Const(0.1)), TimeLeft), Const(0.1)), TimeLeft, Add(Add(Const(0.1),
  NFood(Rect(-1,1,2,2))), Mul(Mul(NFood(Rect(-1,2,3,3)), Const(0.3)), If(IsFood(Rect(0,0,3,3)), Const(0.7), Const(1e-5)))))
"""


@pytest.mark.parametrize("flags", [
    ("-O0",), ("-O3", "-march=native", "-ffp-contract=fast"), ("-O2", "-mfpmath=387"),
    ("-O2", "-mfpmath=387", "-std=c99")], ids=" ".join)
def test_the_compiler_may_not_count_otherwise(tmp_path: Path, flags: tuple[str, ...]) -> None:
    """Trees whose moves hang on the last digit: fused, or with more digits kept, they would play otherwise."""
    if "-mfpmath=387" in flags and platform.machine() != "x86_64":
        pytest.skip("only these processors have such a unit")
    made = [written(FLOATS), *ants()[-2:], written(FLOATS, exact=False)]
    asked = list(positions(made, GAME, 3, 7))
    assert differing(library(tmp_path, [export(GAME, g) for g in made], *flags), asked) == []


def test_the_rules_of_the_contest_call_it(tmp_path: Path) -> None:
    """Played by the game itself, in a process of its own, it has the same games as the tree."""
    path, g = tmp_path / "ant.c", ants()[:1]
    path.write_text(export(GAME, g[0]))
    bred = trees(GAME)
    genome = np.array(g, bred.genome).view(np.recarray)
    tree, rival = Agent("tree", bred.brain, genome), Agent("rival", bred.brain, genome)
    outside = Agent("ant.c", outsider=CFile(path, compiled(path, GAME, C_CALL), 5.0))
    for deal in range(6):
        seats = [[one, rival][::1 - deal % 2 * 2] for one in (tree, outside)]
        told = [[(turn.seat, turn.action) for turn in watch(GAME, agents, 1, deal)] for agents in seats]
        assert told[0] == told[1] and len(told[0]) >= 35


def test_readable_where_there_is_room_else_short() -> None:
    """237 nodes had to fit in the contest; twice as many do."""
    largest = drawn(2, 1, 400, **GROWN)[0]
    assert largest.length.sum() > 237
    wide, short = export(GAME, largest), export(GAME, largest, 0)
    assert len(short) < len(wide) / 1.5 and len(short.encode()) < 3000 and len(wide.encode()) <= 5120
    assert "IsEnemy(" in wide and "IsEnemy(" not in short
    assert export(GAME, largest, len(wide)) == wide and export(GAME, largest, len(wide) - 1) == short
    assert max(map(len, short.splitlines())) <= 100


def test_only_what_it_asks_for_is_written() -> None:
    text = export(GAME, written("straight = ConstInt(3)\ndiagonal = Const(-0.5)"))
    assert "static int way;" in text and not re.search(r"\b(at|area|grid\[i|TimeLeft|Points|B|F|E|V)\b", text)
    text = export(GAME, written("straight = Points\ndiagonal = TimeLeft"), 0)
    assert "F[121]" in text and "B[121]" not in text
    assert export(GAME, written("straight = Points\ndiagonal = TimeLeft", both_trees=False)).count("(void)") == 1


@pytest.mark.parametrize("tree, c", [
    ("If(And(Or(IsFood(Rect(0,0,1,1)), IsEnemy(Rect(0,0,1,1))), Not(And(IsFood(Rect(0,0,1,1)), IsFood(Rect(0,0,1,1))))), "
     "Points, Const(1e-05))",
     "(IsFood(0,0,1,1) || IsEnemy(0,0,1,1)) && !(IsFood(0,0,1,1) && IsFood(0,0,1,1)) ? Points : 1e-05f"),
    ("Sub(If(IsSmaller(Points, Const(-0.25)), ConstInt(1), If(Not(Not(IsEqual(Points, TimeLeft))), Points, TimeLeft)), "
     "FoodHope(Rect(1,2,1,4)))",
     "Sub(IsSmaller(Points, -0.25f) ? 1 : !!IsEqual(Points, TimeLeft) ? Points : TimeLeft, FoodHope)")])
def test_an_expression_in_c(tree: str, c: str) -> None:
    assert f"  return {c};\n" in export(GAME, written(f"straight = {tree}\ndiagonal = ConstInt(0)"))
