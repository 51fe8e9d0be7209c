"""How a tree is evaluated: node by node, and of If, And and Or only what matters.

The evaluator of a table is generated, since it calls every primitive by name. A stack in the memory holds, for every
function on the way from the root to the node at hand, its node, how many arguments it has, and the first of them.
`value` is what the last finished subtree gave.
"""

from __future__ import annotations

import numpy as np

from lek import jit
from lek.brains.tree import AND, IF, LEVELS, OR, Constant, Primitive, Table
from lek.jit import Rule
from lek.settings import Mistake

STACK = [("frame", "i2", (LEVELS,)), ("done", "i2", (LEVELS,)), ("first", "f4", (LEVELS,))]  # fields of a memory

_EVALUATE = """
@njit
def evaluate(g, tree, m, way):
    at = 0
    height = 0
    value = np.float32(0.0)
    while True:
        op = np.int64(g.op[tree, at])
        if g.span[tree, at] > 1:
            m.frame[height] = at
            m.done[height] = 0
            height += 1
            at += 1
            continue
        value = terminal(op, g.value[tree, at], m, way)
        at += 1
        while height > 0:
            top = height - 1
            node = np.int64(m.frame[top])
            op = np.int64(g.op[tree, node])
            after = node + np.int64(g.span[tree, node])
            if m.done[top] == 0 and op == IF:
                if value == 0:
                    at += np.int64(g.span[tree, at])
                m.done[top] = 1
                break
            if m.done[top] == 0 and ((op == AND and value != 0) or (op == OR and value == 0) or
                                     (op != AND and op != OR and at < after)):
                m.first[top] = value
                m.done[top] = 1
                break
            if op != IF and op != AND and op != OR:
                value = function(op, m.first[top], value, m, way)
            at = after
            height -= 1
        if height == 0:
            return value
"""


def call(k: int, primitive: Primitive, first: str, second: str) -> str:
    """The text of a call of primitive k with these values."""
    given = ["m", "way"] if primitive.sense else []
    given += [[second], [first, second]][len(primitive.takes) - 1] if primitive.takes else []
    given += [] if primitive.nth is None else [str(primitive.nth)]
    return f"rule_{k}({', '.join(given)})"


def dispatch(table: Table, functions: bool) -> str:
    """The body of `terminal` or of `function`: which rule each op stands for."""
    text = ""
    for k, p in enumerate(table.primitives):
        if isinstance(p, Constant):
            answer = "value"
        elif p.rule is None or bool(p.takes) != functions:
            continue
        else:
            answer = f"np.float32({call(k, p, 'x', 'y')})"
        if not (functions and isinstance(p, Constant)):
            text += f"    if op == {k}:\n        return {answer}\n"
    return text + "    return np.float32(0.0)\n"


def evaluator(table: Table) -> Rule:
    """evaluate(g, tree, m, way) -> the tree's value; `way` is what is being judged, for the senses to know."""
    for p in table.primitives:
        if isinstance(p, Primitive) and p.rule is not None and len(p.takes) > 2:
            raise Mistake(f"{p.name} takes {len(p.takes)} arguments: there is room for two, and for three only in If")
    source = (f"{lazy_ops(table)}\n\n@njit\ndef terminal(op, value, m, way):\n{dispatch(table, False)}\n\n"
              f"@njit\ndef function(op, x, y, m, way):\n{dispatch(table, True)}\n{_EVALUATE}")
    made: Rule = jit.build("evaluate", source, names(table))["evaluate"]
    return made


def names(table: Table) -> dict[str, object]:
    """What generated code calls by name."""
    rules = {f"rule_{k}": p.rule for k, p in enumerate(table.primitives) if isinstance(p, Primitive) and p.rule is not None}
    return {**rules, "np": np}


def lazy_ops(table: Table) -> str:
    """IF, AND and OR as this table numbers them; -1 where it has none."""
    return "\n".join(f"{word} = {table.primitives.index(p) if p in table.primitives else -1}"
                     for word, p in (("IF", IF), ("AND", AND), ("OR", OR)))
