"""A bred ant as one file of ANSI C, as the contest of 2007 asked for: `int Move(int grid[11][11], int row, int column)`.

The file remembers and perceives what `perception.py` does, so it holds only what this ant's trees ask for and knows its
habits without a switch. What it is not told it works out: it ate where it went and food lay, and every call is one move.

It plays move for move as the tree does, on any machine with IEEE floats. Booleans, counts and sums of beliefs are exact
in a single float (an area has at most 9 cells, so a sum is below 2**24 parts of 2**20), and beliefs, a number taken by
0.9 again and again and then rounded, never come near a half. Only Add, Sub and Mul round: they go through a `volatile
float`, so no compiler keeps more digits or fuses two operations.

A file longer than there is `room` for gives up its looks: spaces, line breaks, and names longer than a letter.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lek.brains.tree import Constant
from lek.game import Game
from lek.outside_c import CCall
from lek.players.antwars import perception
from lek.players.antwars.ants import ORDER_BITS
from lek.players.antwars.trees import ORDER, TABLE

C_CALL = CCall("int Move(int grid[11][11], int row, int column)", """\
static int lek_ask(const struct view *v)
{
    int grid[11][11], i, j;
    for (i = 0; i < 121; i++)
        grid[i / 11][i % 11] = -1;
    for (i = -2; i <= 2; i++)
        for (j = -2; j <= 2; j++) {
            int row = (v->cell / 11 + i + 11) % 11, column = (v->cell % 11 + j + 11) % 11, cell = 11 * row + column;
            grid[row][column] = cell == v->enemy ? 2 : v->food[cell / 61] >> cell % 61 & 1;
        }
    return Move(grid, v->cell / 11, v->cell % 11);
}
""", 5120)
WIDTH = 100  # a longer line is broken
_SUMS = {"IsEnemy": "E", "IsFood": "F", "NFood": "N", "NEmpty": "M", "NVisited": "V"}  # senses that add up a board's area
_ROUNDED = "static {} {}(float x, float y)\n{{\n  volatile float z = x {} y;\n  return {};\n}}\n"
_ROUGHLY = "z <= (float).001 && -z <= (float).001"
_COMPARED = "static int {}(float x, float y)\n{{\n  return x {} y;\n}}\n"
_AT = """\
static float *at(float *p, int y, int x)
{
  int q = way / 2, t;
  while (q--) {
    t = y;
    y = x;
    x = -t;
  }
  return p + (Y + y + 11) % 11 * 11 + (X + x + 11) % 11;
}
"""
_SUM = """\
static float area(float *p, int d, int r, int h, int w)
{
  float s = 0;
  int i = h * w;
  while (i--)
    s += *at(p, d - TOP + i / w, r - LEFT + i % w);
  return s;
}
"""
_HOPE = """\
static float FoodHope(int d, int r, int h, int w)
{
  float a = 0, b = 0;
  int i = h * w, y, x;
  while (i--) {
    y = d - TOP + i / w;
    x = r - LEFT + i % w - way % 2;
    if (y == -1 && x == 0)
      a = *at(F, y, way % 2);
    else if (y >= -2 && y <= 0 && x >= -1 && x <= 1)
      b += *at(F, y, x + way % 2);
  }
  return a + REST;
}
"""
_LETTERS = {"IsEnemy": "J", "IsFood": "K", "NFood": "L", "NEmpty": "C", "NVisited": "D", "FoodHope": "H", "TimeLeft": "T",
            "PointsLeft": "O", "Points": "P", "Add": "A", "Sub": "S", "Mul": "U", "IsSmaller": "I", "IsEqual": "Q",
            "straight": "Z", "diagonal": "W", "area": "R", "at": "c", "way": "e", "best": "j", "worth": "k", "move": "l",
            "row": "m", "column": "n", "grid": "o", "met": "u"}  # none of them is a letter that stands for something already


class Needs(NamedTuple):
    """What an ant has to remember for its trees: boards of food F, what is believed of it N, what is empty M, the enemy E,
    cells visited V; how old that is (B); and whether it looks at cells at all."""

    used: set[str]
    habits: int
    boards: str
    aged: bool
    looks: bool

    def has(self, habit: int) -> bool:
        return bool(self.habits & habit)


def export(game: Game, g: Any, room: int = C_CALL.most) -> str:
    """The C of one ant's genome, for games as long as this one: as readable as `room` bytes allow, or as short as can be."""
    trees = [0] if g.habits & perception.ONE_TREE else [0, 1]
    needs = _needs({TABLE.primitives[op].name for k in trees for op in g.op[k, :g.length[k]]}, int(g.habits))
    before, after = _remembered(needs, game.settings["moves"]) + _functions(needs), _move(needs)
    judge = "static float {}(void)\n{{\n  return {};\n}}\n"
    wide = [judge.format(list(TABLE.trees)[k], _written(g, k, 0, 2)) for k in trees]
    text = f"/* An ant bred with Lek. */\n{before}{''.join(wide)}{after}"
    if len(text) <= room:
        return text
    flat = [judge.format(list(TABLE.trees)[k], _written(g, k, 0, None)) for k in trees]
    tight = re.sub(r"[A-Za-z]+", lambda word: _LETTERS.get(word[0], word[0]), _tight(before + "".join(flat) + after))
    return _wrapped(re.sub(r"\b0\.(?=\d)", ".", tight))


def _needs(used: set[str], habits: int) -> Needs:
    expects = "NFood" in used or ("IsFood" in used and bool(habits & perception.EXPECTED))
    food = not used.isdisjoint({"Points", "PointsLeft", "IsFood", "FoodHope", "NFood", "NEmpty"})
    boards = [("F", food), ("N", expects), ("M", "NEmpty" in used), ("E", "IsEnemy" in used or "NEmpty" in used),
              ("V", "NVisited" in used)]
    return Needs(used, habits, "".join(board for board, there in boards if there), expects or "NEmpty" in used,
                 not used.isdisjoint(_SUMS) or "FoodHope" in used)


def _remembered(needs: Needs, moves: int) -> str:
    """The variables that live as long as a game."""
    floats = [f"{board}[121]" for board in needs.boards]
    floats += ["Points"] if needs.used & {"Points", "PointsLeft"} else []
    floats += ["FoodHope"] if "FoodHope" in needs.used and not needs.has(perception.HOPE_AREA) else []
    whole = [f"TimeLeft = {moves + (not needs.has(perception.NEXT_MOVE))}"] if "TimeLeft" in needs.used else []
    whole += ["way", "Y", "X"] if needs.looks else ["way"]
    return (("static double B[121];\n" if needs.aged else "") + (f"static float {', '.join(floats)};\n" if floats else "")
            + f"static int {', '.join(whole)};\n")


def _functions(needs: Needs) -> str:
    """What the trees call, under the names that they have there."""
    text = "#define PointsLeft (15 - Points)\n" if "PointsLeft" in needs.used else ""
    for name, board in _SUMS.items():
        what = f"area({board}, d, r, h, w)"
        if name == "IsFood" and needs.has(perception.EXPECTED):
            what = "(area(N, d, r, h, w) >= .5f)"
        text += f"#define {name}(d, r, h, w) {what}\n" if name in needs.used else ""
    for name, sign in (("Add", "+"), ("Sub", "-"), ("Mul", "*")):
        text += _ROUNDED.format("float", name, sign, "z") if name in needs.used else ""
    for name, sign in (("IsSmaller", "<"), ("IsEqual", "==")):
        if name == "IsEqual" and needs.has(perception.ROUGHLY):
            text += _ROUNDED.format("int", name, "-", _ROUGHLY) if name in needs.used else ""
        else:
            text += _COMPARED.format(name, sign) if name in needs.used else ""
    hope = "FoodHope" in needs.used
    clipped = hope and needs.has(perception.HOPE_AREA)
    text += _AT if needs.looks else ""
    text += _SUM if (hope and not clipped) or not needs.used.isdisjoint(_SUMS) else ""
    text += _HOPE.replace("REST", "b" if needs.has(perception.HOPE_SUM) else "(b > 0)") if clipped else ""
    top, left = ("h / 2", "w / 2") if needs.has(perception.BEFORE) else ("(h - 1) / 2", "(w - 1) / 2")
    return text.replace("TOP", top).replace("LEFT", left)


def _move(needs: Needs) -> str:
    """The function itself: take the grid in, judge eight directions, go where it is best."""
    sees = needs.boards.strip("V")
    recalls = "E" in sees and needs.has(perception.ENEMY_MEMORY)
    visit = ["V[11 * row + column] = 1;"] if "V" in needs.boards and not needs.has(perception.NO_TRACK) else []
    lines = ["Y = row;", "X = column;"] if needs.looks else []
    lines += ["TimeLeft--;"] if "TimeLeft" in needs.used else []
    lines += ["Points += F[11 * row + column];"] if needs.used & {"Points", "PointsLeft"} else []
    lines += [] if needs.has(perception.NOT_HERE) else visit
    lines += ["for (i = 0; i < 121; i++)", "  met |= grid[i / 11][i % 11] == 2;"] if recalls else []
    lines += ["for (i = 0; i < 121; i++) {", *(f"  {line}" for line in _taken_in(needs)), "}"] if sees else []
    inner = [f'way = "{"".join(map(str, ORDER[needs.habits >> ORDER_BITS]))}"[i] - 48;']
    if "FoodHope" in needs.used and needs.has(perception.HOPE_SUM) and not needs.has(perception.HOPE_AREA):
        inner += ["FoodHope = area(F, -1, way % 2, 3, 3);"]
    elif "FoodHope" in needs.used and not needs.has(perception.HOPE_AREA):
        inner += ["FoodHope = *at(F, -1, way % 2);", "FoodHope += area(F, -1, way % 2, 3, 3) > FoodHope;"]
    inner += [f"worth = {'straight()' if needs.has(perception.ONE_TREE) else 'way % 2 ? diagonal() : straight()'};",
              "if (move < 0 || worth > best) {", "  best = worth;", "  move = way;", "}"]
    lines += ["for (i = 0; i < 8; i++) {", *(f"  {line}" for line in inner), "}"]
    lines += visit if needs.has(perception.NOT_HERE) else []
    whole = ["i", "move = -1", *(["g"] if sees else []), *(["met = 0"] if recalls else [])]
    lines = ["float best = 0, worth;", f"int {', '.join(whole)};", *lines, "return move;"]
    return "\n".join([C_CALL.prototype, "{", *(f"  {line}" for line in lines), "}"]) + "\n"


def _taken_in(needs: Needs) -> list[str]:
    """What is done with every cell i of the grid: boards are brought up to date, in this order."""
    boards, belief = needs.boards, "(long)(B[i] + .5) / 1048576"
    fresh = ["  B[i] = 1048576;"] if needs.aged else []
    fresh += ["  F[i] = g == 1;"] if "F" in boards and not needs.has(perception.NO_FOOD_MEMORY) else []
    lines = ["g = grid[i / 11][i % 11];"]
    lines += ["B[i] *= .9;"] if needs.aged and not needs.has(perception.NO_BELIEF) else []
    lines += ["if (g >= 0) {", *fresh, "}"] if fresh else []
    lines += ["F[i] = g == 1;"] if "F" in boards and needs.has(perception.NO_FOOD_MEMORY) else []
    recalled = ["if (met || g >= 0)", "  E[i] = g == 2;"] if needs.has(perception.ENEMY_MEMORY) else ["E[i] = g == 2;"]
    lines += recalled if "E" in boards else []
    lines += [f"N[i] = F[i] * {belief};"] if "N" in boards else []
    known = "B[i] > 0" if needs.has(perception.RAW_EMPTY) else f"(float){belief}"
    return lines + ([f"M[i] = F[i] > 0 || E[i] > 0 ? 0 : {known};"] if "M" in boards else [])


def _written(g: Any, tree: int, i: int, indent: int | None) -> str:
    """The subtree at node i as an expression; None: in one line and without spaces.

    If needs no brackets: it stands where a function takes a number, behind ? or :, or alone.
    """
    p = TABLE.primitives[g.op[tree, i]]
    if isinstance(p, Constant):
        return str(p.show(g.value[tree, i])) + ("f" if p.name == "Const" else "")
    if not p.takes or (p.name == "FoodHope" and not g.habits & perception.HOPE_AREA):
        return str(p.name)
    children = [i + 1]
    for _ in p.takes[1:]:
        children.append(children[-1] + int(g.span[tree, children[-1]]))

    parts = [_bracketed(p.name, TABLE.primitives[g.op[tree, child]].name,
                        _written(g, tree, child, None if indent is None else indent + 2)) for child in children]
    if indent is None:
        return _joined(p.name, parts, "", "")
    line = _joined(p.name, parts, " ", " ")
    if indent + len(line) <= WIDTH and "\n" not in line:
        return line
    return _joined(p.name, parts, "\n" + " " * (indent + 2), " ")


def _bracketed(name: str, child: str, text: str) -> str:
    return f"({text})" if child in ("And", "Or") and name in ("And", "Or", "Not") and child != name else text


def _joined(name: str, parts: list[str], pad: str, gap: str) -> str:
    """A function of these parts, with `pad` before the later ones and `gap` behind signs."""
    if name == "If":
        return f"{parts[0]}{pad}?{gap}{parts[1]}{pad}:{gap}{parts[2]}"
    if name in ("And", "Or"):
        return f"{parts[0]}{pad}{'&&' if name == 'And' else '||'}{gap}{parts[1]}"
    return f"!{parts[0]}" if name == "Not" else f"{name}({f',{pad}'.join(parts)})"


def _tight(text: str) -> str:
    """C without the spaces and line breaks that it can do without; a #define keeps a line of its own."""
    lines = []
    for line in text.splitlines():
        if line[0] == "#":
            lines.append("\n" + re.sub(r" *([-,>=]+) *", r"\1", line).replace("w) ", "w)") + "\n")
        else:
            lines.append(re.sub(r" *([-+*/%=<>!?:;,&|(){}]+) *", r"\1", line.strip()))
    return "".join(lines)


def _wrapped(text: str) -> str:
    """The same in lines of at most WIDTH, broken behind signs where a break means nothing."""
    lines = []
    for line in filter(None, text.split("\n")):
        while len(line) > WIDTH and line[0] != "#":
            cut = 1 + max(line.rfind(sign, 0, WIDTH) for sign in ";,?:({") or len(line)
            lines.append(line[:cut])
            line = line[cut:]
        lines.append(line)
    return "\n".join(lines) + "\n"
