"""Typed trees: strongly typed genetic programming for any game that supplies a table of primitives.

D. J. Montana, "Strongly Typed Genetic Programming", Evolutionary Computation 3(2), 1995; the operators are those of ECJ
(S. Luke's evolutionary computation system, `koza.params`), with its quirks as switches. A genome holds one or more
trees, each in prefix order:

    op[tree, i]      the primitive of node i
    value[tree, i]   the value of a constant (all values are single floats; a boolean is 0 or 1)
    span[tree, i]    nodes of the subtree that begins here: what is skipped when nobody asks for its value
    level[tree, i]   depth of the node below the root, which has 0
    length[tree]     nodes of the tree; what lies behind is zero

A lone terminal has depth 1. What ECJ does that one would not guess (preset `ecj`):
- GROW and FULL at the depth limit, asked for a type without terminals, take any non-terminal and go on, so that the limit
  is exceeded; depth is looked at by crossover and mutation only.
- Crossover picks a node in each parent without regard to type. Where types differ nothing changes; where one swap fits
  the depth and the other does not, one child changes. A child that does not change is a clone.
- Subtree mutation that would grow too deep returns its parent.
- ERC mutation picks a node as crossover does (nine times of ten an inner one) and perturbs all constants below it.

Preset `sound` picks nodes of matching types, tries again, and builds trees that keep to their depth. A child with more
nodes than there is room for is a clone, in any preset. Operators answer what became of it: `CHANGED` and the like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from lek import dice
from lek.game import record
from lek.jit import Rule, rule
from lek.settings import Mistake, Setting, resolve

LEVELS = 48  # the deepest tree there is room to evaluate; ECJ's builder keeps to no limit, so one is needed
CHANGED, UNLIKE, DEEP, OVERFLOWED, UNTOUCHED = range(5)
OUTCOMES = ("changed", "types differ", "too deep", "no room", "no constant hit")  # all but the first: the child is a clone
GROW, FULL = 0, 1
LEVEL = 256  # a node that is being built is op + LEVEL * level
UNDRAWN = np.float32(-1e30)  # the value of a constant before it is drawn


class Primitive(NamedTuple):
    """A function or a terminal. `rule` takes the values of its arguments, and before them (m, way) if it is a sense."""

    name: str
    gives: str
    takes: tuple[str, ...]
    rule: Rule | None  # None: one of the lazy ones, whose arguments are evaluated only if they matter
    sense: bool = False
    nth: int | None = None  # where many primitives share one rule, which of them this is: its last argument


class Constant(NamedTuple):
    """A terminal with a value of its own (ECJ's ephemeral random constant)."""

    name: str
    gives: str
    draw: Rule  # draw(d, o) -> value
    perturb: Rule  # perturb(d, o, value) -> value
    show: Any  # show(value) -> text within the brackets
    parse: Any  # parse(text) -> value, or a ValueError
    range: str  # its values in words


class Table(NamedTuple):
    """What trees are made of, and the trees of a genome: name -> type of its root."""

    primitives: tuple[Primitive | Constant, ...]
    trees: Mapping[str, str]

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(p.gives for p in self.primitives))

    def op(self, name: str) -> int:
        return next(k for k, p in enumerate(self.primitives) if p.name == name)


@rule
def add(x, y):
    return x + y


@rule
def subtract(x, y):
    return x - y


@rule
def multiply(x, y):
    return x * y


@rule
def smaller(x, y):
    return np.float32(1.0) if x < y else np.float32(0.0)


@rule
def negate(x):
    return np.float32(1.0) - x


@rule
def draw_const(d, o):
    return 2.0 * dice.uniform(d) - 1.0


@rule
def perturb_const(d, o, value):
    return min(1.0, max(-1.0, value + dice.normal(d) / 3.0))


def within(kind: type, low: float, high: float) -> Any:
    """For a constant's `parse`: a number of this kind and range."""

    def parse(text: str) -> float:
        value = float(kind(text))
        if not low <= value <= high or not text.isascii() or "_" in text:
            raise ValueError(text)
        return value

    return parse


FLOAT, BOOLEAN = "float", "boolean"
CONST = Constant("Const", FLOAT, draw_const, perturb_const, lambda value: repr(float(str(np.float32(value)))),
                 within(float, -1, 1), "a number from -1 to 1")
IF = Primitive("If", FLOAT, (BOOLEAN, FLOAT, FLOAT), None)
AND = Primitive("And", BOOLEAN, (BOOLEAN, BOOLEAN), None)
OR = Primitive("Or", BOOLEAN, (BOOLEAN, BOOLEAN), None)
LOGIC = (AND, OR, Primitive("Not", BOOLEAN, (BOOLEAN,), negate),
         Primitive("IsSmaller", BOOLEAN, (FLOAT, FLOAT), smaller))
ARITHMETIC = (Primitive("Add", FLOAT, (FLOAT, FLOAT), add),
              Primitive("Sub", FLOAT, (FLOAT, FLOAT), subtract),
              Primitive("Mul", FLOAT, (FLOAT, FLOAT), multiply), IF)

SETTINGS = {
    "nodes": Setting(256, 8, 4096, about="room for nodes in each tree; a child that needs more is a clone"),
    "depth": Setting(8, 1, LEVELS, about="deepest tree that crossover and mutation make; a terminal alone has depth 1"),
    "shallow": Setting(2, 1, LEVELS, about="first trees: smallest depth limit drawn"),
    "steep": Setting(6, 1, LEVELS, about="first trees: largest depth limit drawn"),
    "grow": Setting(0.5, 0.0, 1.0, about="first trees: probability of GROW, else FULL"),
    "graft": Setting(5, 1, LEVELS, about="mutation: depth limit of the new subtree"),
    "terminals": Setting(0.1, 0.0, 1.0, about="probability that the node picked is a terminal"),
    "tries": Setting(1, 1, 1000, about="times that crossover and mutation pick nodes until it fits"),
    "matched": Setting(False, about="crossover: the second node is of the first one's type"),
    "correct": Setting(False, about="builders keep to their depth limit for every type"),
    "mixed": Setting(True, about="crossover exchanges subtrees between different trees of a genome, too"),
    "constants": Setting(0.5, 0.0, 1.0, about="share of mutations that perturb constants, the others graft a subtree"),
}
PRESETS: dict[str, dict[str, Any]] = {
    "ecj": {},
    "sound": {"tries": 20, "matched": True, "correct": True},
}


def genome(trees: int, nodes: int) -> np.dtype[Any]:
    """The type of a genome with so many trees; `habits` are the game's own switches for how trees are read."""
    room = (trees, nodes)
    return np.dtype([("value", "f4", room), ("span", "i2", room), ("op", "u1", room), ("level", "u1", room),
                     ("length", "i2", (trees,)), ("habits", "i4")], align=True)


def options(table: Table, given: Mapping[str, Any], **more: int) -> np.recarray[Any, Any]:
    """The record [1] that the operators read: their settings, the table in numbers, and `more`."""
    chosen = resolve("tree", SETTINGS, given, PRESETS)
    if chosen["shallow"] > chosen["steep"]:
        raise Mistake(f"shallow={chosen['shallow']} does not work: it is at most steep={chosen['steep']}")
    types, ops = table.types, len(table.primitives)
    takes = [[types.index(t) for t in getattr(p, "takes", ())] for p in table.primitives]
    gives = [types.index(p.gives) for p in table.primitives]
    needs = _needs(gives, takes)
    # by[kind][type] lists the ops of a type: all, terminals, non-terminals
    kinds = [lambda k: True, lambda k: not takes[k], lambda k: bool(takes[k])]
    by = np.zeros((3, len(types), ops), np.int64)
    many = np.zeros((3, len(types)), np.int64)
    for kind, belongs in enumerate(kinds):
        for t in range(len(types)):
            listed = [k for k in range(ops) if gives[k] == t and belongs(k)]
            by[kind, t, :len(listed)], many[kind, t] = listed, len(listed)
    fields = {**chosen, **more, "ops": ops, "gives": gives, "arity": [len(t) for t in takes], "needs": needs,
              "takes": [t + [0] * (3 - len(t)) for t in takes], "by": by, "many": many,
              "constant": [isinstance(p, Constant) for p in table.primitives],
              "roots": [types.index(t) for t in table.trees.values()]}
    numbers = [(name, "f8" if isinstance(value, float) else "i8", np.shape(value)) for name, value in fields.items()]
    return record(numbers, **fields)


def _needs(gives: Sequence[int], takes: Sequence[Sequence[int]]) -> list[int]:
    """For every primitive the depth of the smallest tree it can be the root of."""
    needs = [1 if not t else LEVELS + 1 for t in takes]
    for _ in needs:
        least = {t: min(needs[k] for k in range(len(gives)) if gives[k] == t) for t in gives}
        needs = [1 + max((least[t] for t in taken), default=0) for taken in takes]
    return needs


@rule
def pick_op(d, o, kind, of_type, depth):
    """A primitive of a type: terminals where `depth` more levels are all there is, else as the method says."""
    which = 0
    if depth <= 1:
        which = 1
    elif kind == FULL:
        which = 2
    if o.correct:  # only what can be finished within the limit; terminals where there is nothing else
        for attempt in (which, 0):
            fitting = 0
            for j in range(o.many[attempt, of_type]):
                fitting += o.needs[o.by[attempt, of_type, j]] <= depth
            if fitting > 0:
                nth = dice.below(d, fitting)
                for j in range(o.many[attempt, of_type]):
                    op = o.by[attempt, of_type, j]
                    if o.needs[op] <= depth:
                        if nth == 0:
                            return op
                        nth -= 1
    if o.many[which, of_type] == 0:
        which = 3 - which  # ECJ: no terminal of this type: any non-terminal, whatever the limit; and the other way round
    return o.by[which, of_type, dice.below(d, o.many[which, of_type])]


@rule
def build(d, o, kind, of_type, depth, g, tree):
    """Draw a tree of a type, within `depth` as far as the builder can; its length and depth, a length of 0 without room.

    It is written where spans are, which can be worked out again: op + LEVEL * level of each node, in prefix order. Until a
    node is drawn, its place holds the type asked for.
    """
    room = g.op.shape[1]
    n = 1
    i = 0
    deepest = 0
    g.span[tree, 0] = of_type
    while i < n:
        level = np.int64(g.span[tree, i]) // LEVEL
        op = pick_op(d, o, kind, np.int64(g.span[tree, i]) % LEVEL, depth - level)
        arity = o.arity[op]
        n += arity
        if n > room or level >= LEVELS:
            return 0, 0
        for j in range(n - 1, i + arity, -1):  # what still waits moves behind this node's children
            g.span[tree, j] = g.span[tree, j - arity]
        for j in range(arity):
            g.span[tree, i + 1 + j] = o.takes[op, j] + LEVEL * (level + 1)
        g.span[tree, i] = op + LEVEL * level
        deepest = max(deepest, level + 1)
        i += 1
    return n, deepest


@rule
def plant(o, g, tree, first, after, new):
    """Put the tree that `build` drew, of `new` nodes, in the place of nodes [first, after). Constants wait for a value."""
    length = np.int64(g.length[tree])
    grown = length - (after - first) + new
    if new > after - first:
        for k in range(length - 1, after - 1, -1):
            g.op[tree, k + grown - length] = g.op[tree, k]
            g.value[tree, k + grown - length] = g.value[tree, k]
    else:
        for k in range(after, length):
            g.op[tree, k + grown - length] = g.op[tree, k]
            g.value[tree, k + grown - length] = g.value[tree, k]
    for k in range(new):
        op = np.int64(g.span[tree, k]) % LEVEL
        g.op[tree, first + k] = op
        g.value[tree, first + k] = UNDRAWN if o.constant[op] else np.float32(0.0)
    settle(o, g, tree, grown)


@rule
def settle(o, g, tree, length):
    """Work out spans and levels of a tree whose ops and values are in place, and clear what lies behind it."""
    g.length[tree] = length
    for i in range(length - 1, -1, -1):
        after = i + 1
        for _ in range(o.arity[g.op[tree, i]]):
            after += g.span[tree, after]
        g.span[tree, i] = after - i
    g.level[tree, 0] = 0
    for i in range(length):
        child = i + 1
        for _ in range(o.arity[g.op[tree, i]]):
            g.level[tree, child] = g.level[tree, i] + 1
            child += g.span[tree, child]
    for i in range(length, g.op.shape[1]):
        g.op[tree, i] = 0
        g.value[tree, i] = 0.0
        g.span[tree, i] = 0
        g.level[tree, i] = 0
