"""Dots and Boxes: draw a line, close a box, move again.

Dots stand in a grid. Players in turn draw a line between two neighbouring dots; who draws the fourth side of a box takes it
and moves again. When all lines are drawn, most boxes win. (E. Berlekamp, "The Dots-and-Boxes Game", 2000.)

The same game is Strings and Coins: a coin for every box, a string for every line, from coin to coin or, at the edge of the
board, from a coin to the ground. Players cut strings; who cuts a coin's last string takes it and moves again. That game can
be played with any coins: strings="a-b b-c c-d a d" are a string from a to b, from b to c, from c to d, and one from a and
one from d to the ground.

Actions are lines: the horizontal ones row by row, then the vertical ones row by row, as OpenSpiel numbers them. On 3 x 3:

    +  0  +  1  +  2  +
   12    13    14    15
    +  3  +  4  +  5  +
   16    17    18    19
    +  6  +  7  +  8  +
   20    21    22    23
    +  9  + 10  + 11  +

A line that is drawn already, or that the board does not have, loses the game.

`free` lists the lines: those not drawn come first, in an order that tells nothing, and `place` is where each one stands.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lek.game import Face, Game, Measure, record
from lek.jit import rule
from lek.settings import Mistake, Setting, configurable

NOBODY = -1
GROUND = 127  # strings of the ground, more than there are to cut
MOST = 120  # coins, or strings to the ground, of a game that is not a board
ONE, LOW, SIX = np.uint64(1), np.uint64(63), np.uint64(6)


@rule
def start(s):
    """No line is drawn."""
    for word in range(len(s.drawn)):
        s.drawn[word] = 0
    for a in range(len(s.free)):
        s.free[a] = a
        s.place[a] = a
    for box in range(len(s.strings)):
        s.open[box] = s.strings[box]
        s.owner[box] = NOBODY
    s.open[len(s.strings)] = GROUND
    s.owner[len(s.strings)] = NOBODY
    s.boxes[0] = 0
    s.boxes[1] = 0
    s.left = len(s.free)
    s.mover = 0
    s.fault = NOBODY


@rule
def actor(s):
    return s.mover if s.left > 0 and s.fault < 0 else -1


@rule
def is_drawn(s, a):
    """Whether a line of the board is drawn."""
    line = np.uint64(a)
    return (s.drawn[line >> SIX] >> (line & LOW)) & ONE != 0


@rule
def legal(s, a):
    return 0 <= a < len(s.free) and not is_drawn(s, a)


@rule
def step(s, a):
    """Draw a line; who closes a box moves again. What is no line loses."""
    if not legal(s, a):
        s.fault = s.mover
        return
    line = np.uint64(a)
    s.drawn[line >> SIX] |= ONE << (line & LOW)
    s.left -= 1
    place, last = np.uint64(s.place[line]), np.uint64(s.free[np.uint64(s.left)])
    s.free[place] = last
    s.place[last] = place
    s.free[np.uint64(s.left)] = line
    s.place[line] = s.left
    closed = close(s, np.uint64(s.beside[line, 0])) + close(s, np.uint64(s.beside[line, 1]))
    s.boxes[np.uint64(s.mover)] += closed
    s.mover ^= closed == 0


@rule
def close(s, box):
    """One side less to draw; 1 if the mover takes the box by it."""
    s.open[box] -= 1
    closed = s.open[box] == 0
    s.owner[box] = s.mover if closed else NOBODY
    return np.int64(closed)


@rule
def score(s, seat):
    """Boxes; a fault is worse than none."""
    return -1.0 if s.fault == seat else float(s.boxes[seat])


@rule
def measure(s, seat, out):
    """Won, drawn counting half; the margin in boxes; lost by a fault."""
    other = 1 - seat
    margin = s.boxes[seat] - s.boxes[other]
    if s.fault >= 0:
        out[0] = 0.0 if s.fault == seat else 1.0
    else:
        out[0] = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    out[1] = margin
    out[2] = 1.0 if s.fault == seat else 0.0


def lines_of(rows: int, columns: int) -> list[tuple[int, int]]:
    """The boxes beside every line, by number, row by row; rows * columns is what lies outside."""
    outside = rows * columns

    def box(row: int, column: int) -> int:
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else outside

    level = [(box(row - 1, column), box(row, column)) for row in range(rows + 1) for column in range(columns)]
    return level + [(box(row, column - 1), box(row, column)) for row in range(rows) for column in range(columns + 1)]


def strings_of(text: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The coins named, in the order of their names, and what every string ties, the ground coming after all coins."""
    ends = [tuple(part.split("-")) for part in text.split()]
    for part, each in zip(text.split(), ends, strict=True):
        if len(each) > 2 or not all(each):
            raise Mistake(f"strings={text!r} does not work: {part!r} is no string; write a-b for one between two coins, a "
                          "for one from a coin to the ground")
        if len(each) == 2 and each[0] == each[1]:
            raise Mistake(f"strings={text!r} does not work: {part!r} ties a coin to itself")
    coins = sorted({name for each in ends for name in each})
    if len(coins) > MOST or sum(len(each) == 1 for each in ends) > MOST:
        raise Mistake(f"strings= does not work: there are more than {MOST} coins, or strings to the ground")
    number = {name: k for k, name in enumerate(coins)}
    return coins, [(number[each[0]], number[each[1]] if len(each) == 2 else len(coins)) for each in ends]


def show(s: Any) -> str:
    """The board as dots and lines, boxes with the letter of who took them."""
    rows, columns, level = int(s.rows), int(s.columns), (int(s.rows) + 1) * int(s.columns)
    text = []
    for row in range(rows + 1):
        text.append("+" + "+".join("---" if is_drawn(s, row * columns + k) else "   " for k in range(columns)) + "+")
        if row < rows:
            upright = ["|" if is_drawn(s, level + row * (columns + 1) + k) else " " for k in range(columns + 1)]
            inside = [f" {' AB'[int(s.owner[row * columns + k]) + 1]} " for k in range(columns)]
            text.append("".join(a + b for a, b in zip(upright, [*inside, ""], strict=True)).rstrip())
    return "\n".join([*text, standing(s)])


def show_coins(s: Any) -> str:
    """The board as coins and strings: a coin is the letter of the strings it has left (q four, t three, l two, x one)."""
    rows, columns, level = int(s.rows), int(s.columns), (int(s.rows) + 1) * int(s.columns)
    text = []
    for row in range(rows + 1):
        text.append(("  " + "   ".join(" " if is_drawn(s, row * columns + k) else "|" for k in range(columns))).rstrip())
        if row < rows:
            flat = ["  " if is_drawn(s, level + row * (columns + 1) + k) else "--" for k in range(columns + 1)]
            coins = [coin(s, row * columns + k) for k in range(columns)]
            ends = [flat[0], *(a + "-" if a == "--" else a + " " for a in flat[1:-1]), flat[-1]]
            text.append("".join(a + b for a, b in zip(ends, [*coins, ""], strict=True)).rstrip())
    return "\n".join([*text, standing(s)])


def show_strings(coins: list[str], s: Any) -> str:
    """Coins that are no board: every string left by its number, every coin taken."""
    ends = [[coins[box] if box < len(coins) else "ground" for box in s.beside[a].tolist()] for a in range(int(s.lines))]
    text = [f"{a:3d}  {one} - {other}" for a, (one, other) in enumerate(ends) if not is_drawn(s, a)]
    for seat in range(2):
        taken = [name for name, owner in zip(coins, s.owner[:-1].tolist(), strict=True) if owner == seat]
        text += [f"{'AB'[seat]} took {', '.join(taken)}"] if taken else []
    return "\n".join([*text, standing(s)])


def coin(s: Any, box: int) -> str:
    """A coin's letter, or that of who took it."""
    return "AB"[int(s.owner[box])] if s.owner[box] >= 0 else " xltq"[int(s.open[box])]


def standing(s: Any) -> str:
    """The boxes taken, and who moves or won."""
    first, second = int(s.boxes[0]), int(s.boxes[1])
    taken = f"A {first}, B {second}"
    if s.fault >= 0:
        return f"{taken}; {'BA'[int(s.fault)]} wins by a fault"
    if s.left > 0:
        return f"{taken}; {'AB'[int(s.mover)]} to move"
    return f"{taken}; " + ("drawn" if first == second else f"{'A' if first > second else 'B'} wins")


def position(game: Game, drawn: Any, mover: int = 0, owners: Any = None) -> np.recarray[Any, Any]:
    """The state [1] with these lines drawn; whose the closed boxes are, box by box, matters for the result only."""
    made = game.blank.copy()
    s = made[0]
    start(s)
    for a in drawn:
        if not legal(s, a):
            raise Mistake(f"line {a} is drawn twice, or is none of the {int(s.lines)} of this board")
        step(s, a)
    s.mover = mover
    closed = np.flatnonzero(s.open[:-1] == 0)
    for box in closed:
        s.owner[box] = 0 if owners is None else owners[box]
    s.boxes[:] = [(s.owner == seat).sum() for seat in range(2)]
    return made


def named(rows: int, columns: int) -> tuple[Any, Any]:
    """How people write the lines of a board, and back: h1.2 is level, from the third dot of the second row; v upright."""
    level = (rows + 1) * columns
    names = [f"h{a // columns}.{a % columns}" for a in range(level)]
    names += [f"v{a // (columns + 1)}.{a % (columns + 1)}" for a in range(rows * (columns + 1))]
    numbers = {name: a for a, name in enumerate(names)}

    def action_of(text: str) -> int:
        if text.isdigit():
            return int(text)
        if text not in numbers:
            raise ValueError("a line is its number, or h (level) or v (upright) with row and column of its first dot, like "
                             f"h1.2; given: {text!r}")
        return numbers[text]

    return names.__getitem__, action_of


SETTINGS = {
    "rows": Setting(3, 1, 16, about="rows of boxes"),
    "columns": Setting(3, 1, 16, about="columns of boxes"),
    "shown": Setting("dots", choices=("dots", "coins"), about="how the board is drawn"),
    "strings": Setting("", about="other coins, such as 'a-b b-c a'; rows and columns do not count then"),
}


@configurable(SETTINGS)
def dots(rows: int, columns: int, shown: str, strings: str) -> Game:
    """Dots and Boxes, or Strings and Coins, with these settings."""
    coins, lines = strings_of(strings) if strings.strip() else ([], lines_of(rows, columns))
    boxes = len(coins) or rows * columns
    around = [[a for a, ends in enumerate(lines) if box in ends] for box in range(boxes)]
    most = max(len(each) for each in around)
    number = "u1" if max(len(lines), boxes) < 255 else "u2"
    kind: list[Any] = [("drawn", "u8", (-(-len(lines) // 64),)), ("open", "i1", (boxes + 1,)), ("owner", "i1", (boxes + 1,)),
                       ("boxes", "i2", (2,)), ("free", number, (len(lines),)), ("place", number, (len(lines),)),
                       ("left", "i2"), ("mover", "i1"), ("fault", "i1"), ("rows", "i1"), ("columns", "i1"), ("lines", "i2"),
                       ("strings", "i1", (boxes,)), ("beside", number, (len(lines), 2)),
                       ("around", number, (boxes, most))]
    blank = record(kind, rows=0 if coins else rows, columns=0 if coins else columns, lines=len(lines), fault=NOBODY,
                   strings=[len(each) for each in around], beside=lines,
                   around=[each + [len(lines)] * (most - len(each)) for each in around])
    action_name, action_of = (str, int) if coins else named(rows, columns)
    return Game(
        "dots", blank, 2, start, actor, legal, step, score, actions=len(lines), limit=len(lines) + 1,
        range=(-1.0, float(boxes)), measures=("won", "margin", Measure("fault", "sum")), measure=measure,
        face=Face(partial(show_strings, coins) if coins else show if shown == "dots" else show_coins,
                  title="Strings and Coins" if coins else "Dots and Boxes",
                  about="Cut a string, take a coin, move again." if coins else "Draw a line, close a box, move again.",
                  seats=("A", "B"), action_name=action_name, action_of=action_of))
