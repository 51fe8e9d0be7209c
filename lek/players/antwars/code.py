"""Trees of ants as code for machines that judge many directions at once (`lanes.py`).

A tree becomes a list of instructions for a machine with one accumulator and a stack, evaluated in order; every
instruction works on all lanes. What `tree_loop` skips for one direction is skipped here if no lane needs it:

    If(c, a, b)    c TEST a ELSE b SELECT      TEST: all lanes say no: go on behind ELSE; ELSE: all said yes: to SELECT
    And(x, y)      x ALL y AND                 ALL: no lane says yes: go on behind AND; Or likewise with ANY

An instruction is op + 64 * operand: where to go on, or the number of its constant, or of its area, for which `area` holds
the rows of MASKS in the four turned frames. A leaf puts the accumulator on the stack first where its value is still
needed (PUSH).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.brains.tree import LEVELS
from lek.jit import rule
from lek.players.antwars.perception import spot

(END, CONST, TIME, POINTS, REST, HOPE, FOOD, ENEMY, NFOOD, NEMPTY, NVISITED, NOT, SMALLER, EQUAL, ADD, SUB, MUL, TEST, ELSE,
 SELECT, ALL, AND, ANY, OR) = range(24)
PUSH, OPERAND = 32, 64
NAMES = {"Const": CONST, "ConstInt": CONST, "TimeLeft": TIME, "Points": POINTS, "PointsLeft": REST, "FoodHope": HOPE,
         "IsFood": FOOD, "IsEnemy": ENEMY, "NFood": NFOOD, "NEmpty": NEMPTY, "NVisited": NVISITED, "Not": NOT,
         "IsSmaller": SMALLER, "IsEqual": EQUAL, "Add": ADD, "Sub": SUB, "Mul": MUL, "If": TEST, "And": ALL, "Or": ANY,
         "Rect": END}


def code_type(nodes: int) -> np.dtype[Any]:
    """Room for the code of two trees of so many nodes: a node is at most two instructions, every other one an area."""
    return np.dtype([("area", "i2", (nodes, 4)), ("does", "i4", (4 * nodes + 4,)), ("arg", "f4", (2 * nodes,)),
                     ("start", "i4", (2,)), ("habits", "i4"), ("length", "i4")], align=True)


@rule
def translate(kinds, g, c, frames, stages, marks):
    """Write the code of genome g to c. kinds[op] is the instruction of a primitive; the rest is room to work in."""
    at = 0
    areas = 0
    constants = 0
    c.habits = g.habits
    for tree in range(2):
        c.start[tree] = at
        height = 0
        pending = False
        i = 0
        while i < g.length[tree]:
            kind = kinds[g.op[tree, i]]
            if kind >= NOT:
                frames[height] = kind
                stages[height] = 0
                height += 1
                i += 1
                continue
            c.does[at] = kind + PUSH if pending else kind
            if kind == CONST:
                c.arg[constants] = g.value[tree, i]
                c.does[at] += OPERAND * constants
                constants += 1
            i += 1
            if kind >= HOPE:  # an area follows
                for q in range(4):
                    c.area[areas, q] = spot(g.value[tree, i], 2 * q, g.habits)
                c.does[at] += OPERAND * areas
                areas += 1
                i += 1
            at += 1
            pending = True
            while height > 0:
                top = height - 1
                kind = frames[top]
                stage = stages[top]
                stages[top] = stage + 1
                if stage == 0 and kind != NOT:
                    if kind in (TEST, ALL, ANY):
                        marks[top] = at
                        c.does[at] = kind
                        at += 1
                        pending = kind != TEST
                    break
                if kind == TEST and stage == 1:
                    c.does[marks[top]] += OPERAND * (at + 1)
                    marks[top] = at
                    c.does[at] = ELSE
                    at += 1
                    pending = False
                    break
                if kind == TEST:
                    c.does[marks[top]] += OPERAND * at
                    kind = SELECT
                elif kind in (ALL, ANY):
                    kind += 1
                    c.does[marks[top]] += OPERAND * (at + 1)
                c.does[at] = kind
                at += 1
                pending = True
                height -= 1
        c.does[at] = END
        at += 1
    c.does[at] = END
    c.length = at


@rule
def translate_all(kinds, genomes, codes):
    """The code of every genome."""
    frames = np.empty(LEVELS, np.int64)
    stages = np.empty(LEVELS, np.int64)
    marks = np.empty(LEVELS, np.int64)
    for n in range(len(genomes)):
        translate(kinds, genomes[n], codes[n], frames, stages, marks)
