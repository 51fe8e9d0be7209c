"""Ant Wars: two ants gather food on a torus, each sees a little of it, and stepping on the other kills.

The contest of GECCO 2007 (W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars: Evolving a Human-Competitive Game
Strategy Using Fitnessless Selection", EuroGP 2008, section 1). On a torus of 11 x 11 cells lie 15 pieces of food. Ant 1
begins in (5, 2), Ant 2 in (5, 8), rows and columns counted from 0 at the upper left; no food lies there. Ants move in
turns, Ant 1 first, 35 times each, to one of the eight neighbouring cells. Food in the cell scores one and is gone; the
enemy in the cell is killed, which scores nothing, and the survivor goes on alone. The higher score wins, also if its ant
is dead; a tie is Ant 1's. An ant sees the 5 x 5 cells around it. A move that is none loses the game at once.

Actions are directions, clockwise:  7 0 1   NW N NE
                                    6   2   W     E
                                    5 4 3   SW S SE

A board is two words of bits, cells 0 to 60 and 61 to 120, cell 11 * row + column. A win scores 1, a loss 0.

Dice: cells 0..120 are drawn until `pieces` of them hold food; a cell that holds some, or an ant, is drawn again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Face, Game, Measure, record
from lek.jit import rule
from lek.settings import Setting, configurable

SIDE, CELLS, HALF = 11, 121, 61
START = (SIDE * 5 + 2, SIDE * 5 + 8)
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DOWN, RIGHT = (-1, -1, 0, 1, 1, 1, 0, -1), (0, 1, 1, 1, 0, -1, -1, -1)
KEYS = "iol.,mju"  # on a keyboard these lie around k as the directions do around an ant
SIGHT = 2  # cells to each side
EMPTY, FOOD, ENEMY, UNSEEN = 0, 1, 2, -1  # what grids for people and programs say


def shifted(cell: int, down: int, right: int) -> int:
    """The cell so many rows down and columns to the right, around the torus."""
    row, column = divmod(int(cell), SIDE)
    return (row + down) % SIDE * SIDE + (column + right) % SIDE


def board(cells: Any) -> tuple[int, int]:
    """The two words of a set of cells."""
    return sum(1 << c for c in cells if c < HALF), sum(1 << (c - HALF) for c in cells if c >= HALF)


def cells_of(words: Any) -> list[int]:
    """The cells of a board, in order."""
    return [c for c in range(CELLS) if int(words[c // HALF]) >> c % HALF & 1]


NEXT = np.array([[shifted(c, DOWN[a], RIGHT[a]) for a in range(8)] for c in range(CELLS)], np.uint8)
BIT = np.array([board([c]) for c in range(CELLS)], np.int64)
MARK = np.array([1 << c % HALF for c in range(CELLS)], np.int64)  # the cell's bit in the word that has it
VIEW = np.array([board({shifted(c, i, j) for i in range(-SIGHT, SIGHT + 1) for j in range(-SIGHT, SIGHT + 1)})
                 for c in range(CELLS)], np.int64)
AROUND = np.array([board({shifted(c, i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)}) for c in range(CELLS)], np.int64)


@rule
def has(words, cell):
    """Whether a board has this cell."""
    return (words[0] & BIT[cell, 0]) | (words[1] & BIT[cell, 1]) != 0


@rule
def start(s):
    s.cell[0] = START[0]
    s.cell[1] = START[1]
    low = 0
    high = 0
    placed = 0
    while placed < s.pieces:
        cell = dice.below(s, CELLS)
        taken = (low & BIT[cell, 0]) | (high & BIT[cell, 1])
        if taken == 0 and cell != START[0] and cell != START[1]:
            low |= BIT[cell, 0]
            high |= BIT[cell, 1]
            placed += 1
    s.food[0] = low
    s.food[1] = high


@rule
def actor(s):
    """Ants take turns; the dead and who has lost do nothing more."""
    if s.turn >= 2 * s.moves or s.loser >= 0:
        return -1
    return s.turn & 1


@rule
def legal(s, a):
    return 0 <= a < 8


@rule
def step(s, a):
    me = s.turn & 1
    if not legal(s, a):
        s.loser = me
        return
    cell = NEXT[s.cell[me], a]
    s.cell[me] = cell
    half = 1 if cell >= HALF else 0
    if s.food[half] & MARK[cell] != 0:
        s.food[half] ^= MARK[cell]
        s.eaten[me] += 1
    if s.cell[1 - me] == cell:
        s.alive[1 - me] = 0
    s.turn += 1
    if s.alive[1 - me] == 0:  # the survivor goes on alone
        s.turn += 1


@rule
def wins(s, seat):
    """More food wins, a tie is Ant 1's; an illegal move loses in any case."""
    if s.loser >= 0:
        return s.loser != seat
    return s.eaten[seat] > s.eaten[1 - seat] or (seat == 0 and s.eaten[0] == s.eaten[1])


@rule
def score(s, seat):
    return 1.0 if wins(s, seat) else 0.0


@rule
def measure(s, seat, out):
    """Pieces eaten, whether it was killed, and whether it won as Ant 1 and as Ant 2 (nothing where it was the other)."""
    out[0] = s.eaten[seat]
    out[1] = 1 - s.alive[seat]
    out[2 + seat] = score(s, seat)
    out[3 - seat] = np.nan


@rule
def observe(s, body, v):
    """The food and the enemy in the 5 x 5 cells around the ant; -1 for an enemy out of sight."""
    cell = s.cell[body]
    other = s.cell[1 - body]
    v.cell = cell
    v.food[0] = s.food[0] & VIEW[cell, 0]
    v.food[1] = s.food[1] & VIEW[cell, 1]
    seen = (VIEW[cell, 0] & BIT[other, 0]) | (VIEW[cell, 1] & BIT[other, 1]) != 0
    v.enemy = other if seen & (s.alive[1 - body] != 0) else -1
    v.eaten = s.eaten[body]
    v.left = s.moves - (s.turn >> 1)


def show(s: Any) -> str:
    """The whole board: `*` is food, 1 and 2 are the ants."""
    grid = [["." for _ in range(SIDE)] for _ in range(SIDE)]
    for c in cells_of(s.food):
        grid[c // SIDE][c % SIDE] = "*"
    for ant in (0, 1):
        if s.alive[ant]:
            grid[s.cell[ant] // SIDE][s.cell[ant] % SIDE] = str(ant + 1)
    fate = ["" if s.alive[ant] else " (dead)" for ant in (0, 1)]
    lines = [f"turn {s.turn // 2}: ant 1 has {s.eaten[0]}{fate[0]}, ant 2 has {s.eaten[1]}{fate[1]}"]
    return "\n".join(lines + ["  " + " ".join(row) for row in grid])


def show_view(v: Any) -> str:
    """What an ant sees: A is itself, E the enemy; cells that it does not see are blank."""
    signs = {EMPTY: ".", FOOD: "*", ENEMY: "E", UNSEEN: " "}
    rows = [[signs[what] for what in row] for row in words(v)["grid"]]
    rows[v.cell // SIDE][v.cell % SIDE] = "A"
    head = f"{v.left} moves left, {v.eaten} eaten, at row {v.cell // SIDE}, column {v.cell % SIDE}"
    return "\n".join([head, *("  |" + " ".join(row) + "|" for row in rows)])


LEGEND = """\
  A you, always in the middle: the board goes on around its edges
  in view (5 x 5 cells)   * food   . empty   E the enemy
  seen earlier            o food   , empty   e the enemy, where it was seen last   (blank: never seen)
  A move is a direction's name, its number (0 to 7, clockwise from N), or its key:  u i o
                                                                                    j   l
                                                                                    m , .
"""


def memory_picture(memory: dict[str, Any], v: Any, seat: int) -> str:
    """What an ant sees and remembers, for a person who plays it, with the signs explained when a game begins.

    The ant stands in the middle: so every cell of the torus is drawn once, where it is nearest, and the view is whole.
    """
    here, first = int(v.cell), not memory
    seen, known = cells_of(VIEW[here]), memory.setdefault("known", {})  # cell -> what was there when it was last seen
    if memory.get("enemy") == here:  # where it was in view, and the ant stepped
        memory["dead"] = True
    known.update(dict.fromkeys(seen, EMPTY))
    known.update(dict.fromkeys(cells_of(v.food), FOOD))
    if v.enemy >= 0 or memory.get("enemy") in seen:
        memory["enemy"] = int(v.enemy)
    whole = {**known, memory.get("enemy", -1): ENEMY}
    tie, dead = "lost" if seat else "yours", ", the enemy is dead" if "dead" in memory else ""
    lines = [f"Ant {seat + 1} (a tie is {tie}): {v.left} move{'' if v.left == 1 else 's'} left, {v.eaten} eaten, "
             f"at row {here // SIDE}, column {here % SIDE}{dead}"]
    far = range(-(SIDE // 2), SIDE // 2 + 1)
    for i in far:
        cells = [shifted(here, i, j) for j in far]
        signs = ["A" if c == here else (".*E" if c in seen else ",oe")[whole[c]] if c in whole else " " for c in cells]
        lines.append("  |" + " ".join(signs) + "|")
    return (LEGEND if first else "") + "\n".join(lines)


def action_of(text: str) -> int:
    """A direction by its name, as in `NE`, by its number, or by its key."""
    if text in map(str, range(8)):
        return int(text)
    if len(text) == 1 and text in KEYS:
        return KEYS.index(text)
    if text.upper() not in DIRECTIONS:
        raise ValueError(f"{text!r} is not a direction: it is one of {', '.join(DIRECTIONS)}")
    return DIRECTIONS.index(text.upper())


def words(v: Any) -> dict[str, Any]:
    """A view in the words of the contest: grid[row][column] is 0 empty, 1 food, 2 enemy, -1 out of sight."""
    seen = {shifted(int(v.cell), i, j) for i in range(-SIGHT, SIGHT + 1) for j in range(-SIGHT, SIGHT + 1)}
    cells = [EMPTY if c in seen else UNSEEN for c in range(CELLS)]
    for c in cells_of(v.food):
        cells[c] = FOOD
    if v.enemy >= 0:
        cells[v.enemy] = ENEMY
    return {"grid": [cells[r * SIDE:(r + 1) * SIDE] for r in range(SIDE)], "row": int(v.cell) // SIDE,
            "column": int(v.cell) % SIDE}


SETTINGS = {
    "pieces": Setting(15, 0, 119, about="pieces of food"),
    "moves": Setting(35, 1, 1000, about="moves of each ant"),
}


@configurable(SETTINGS, small={"moves": 12})
def antwars(pieces: int, moves: int) -> Game:
    """Ant Wars with these settings."""
    blank = record(
        [("rng", "u8"), ("food", "i8", (2,)), ("pieces", "i4"), ("moves", "i4"), ("turn", "i4"), ("loser", "i4"),
         ("cell", "u1", (2,)), ("eaten", "i2", (2,)), ("alive", "i2", (2,))],
        pieces=pieces, moves=moves, loser=-1, alive=1)
    return Game(
        "antwars", blank, 2, start, actor, legal, step, score, actions=8, limit=2 * moves,
        chance="start", zero_sum=True, range=(0.0, 1.0),
        measures=("eaten", "killed", Measure("won_as_1", shown=False), Measure("won_as_2", shown=False)), measure=measure,
        observe=observe,
        view=record([("food", "i8", (2,)), ("cell", "i4"), ("enemy", "i4"), ("eaten", "i4"), ("left", "i4")]),
        face=Face(show, show_view, "Ant Wars", "Two ants, each of which sees a little of it, gather food on a torus.",
                  ("Ant 1", "Ant 2"), words, memory_picture, DIRECTIONS.__getitem__, action_of))
