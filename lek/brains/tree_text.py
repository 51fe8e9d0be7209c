"""Trees as readable expressions, and back.

    straight = If(IsFood(Rect(-1,0,1,1)), Add(NFood(Rect(-2,0,3,3)), Const(0.5)), TimeLeft)

A name, then in brackets its arguments, or of a constant its value; spaces and line breaks mean nothing.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from lek.brains.tree import LEVELS, Constant, Table, settle
from lek.game import record
from lek.settings import Mistake, one_of

WIDTH = 100  # a longer expression is broken into lines


def show(table: Table, g: Any) -> str:
    """Every tree of a genome: its name, and its expression."""
    return "\n".join(f"{name} = {expression(table, g, k)}" for k, name in enumerate(table.trees))


def expression(table: Table, g: Any, tree: int) -> str:
    """One tree as an expression, broken into lines where it is long."""

    def written(i: int, indent: int) -> str:
        p = table.primitives[g.op[tree, i]]
        if isinstance(p, Constant):
            return f"{p.name}({p.show(g.value[tree, i])})"
        if not p.takes:
            return str(p.name)
        parts, child = [], i + 1
        for _ in p.takes:
            parts.append(written(child, indent + 2))
            child += int(g.span[tree, child])
        line = f"{p.name}({', '.join(parts)})"
        if indent + len(line) <= WIDTH and "\n" not in line:
            return line
        pad = "\n" + " " * (indent + 2)
        return f"{p.name}({pad}{f',{pad}'.join(parts)})"

    return written(0, 0)


_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[(),=]|[^\s(),=]+)")


def parse(table: Table, text: str, o: Any, kind: Any) -> np.recarray[Any, Any]:
    """The genome [1] that `show` wrote, or a Mistake that says what is wrong and where."""
    g = record(kind, habits=o.habits)
    rest = _Reader(text)
    for k, (name, root) in enumerate(table.trees.items()):
        rest.expect(name)
        rest.expect("=")
        nodes: list[tuple[int, float]] = []
        _read(table, rest, root, nodes, f"the {name} tree", 1)
        room = g.op.shape[2]
        if len(nodes) > room:
            raise Mistake(f"the {name} tree has {len(nodes)} nodes, but there is room for {room}, the setting nodes")
        g[0].op[k, :len(nodes)] = [op for op, _ in nodes]
        g[0].value[k, :len(nodes)] = [value for _, value in nodes]
        settle(o, g[0], k, len(nodes))
    rest.end()
    return g


class _Reader:
    """Words of a text, one by one, with the place where each begins."""

    def __init__(self, text: str) -> None:
        self.text, self.words = text, [(match[1], match.start(1)) for match in _TOKEN.finditer(text)]
        self.at = 0

    @property
    def word(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def take(self) -> str:
        self.at += 1
        return self.words[self.at - 1][0]

    def where(self) -> str:
        if self.at >= len(self.words):
            return "at the end"
        start = self.words[self.at][1]
        line = self.text.count("\n", 0, start)
        return f"line {line + 1}, column {start - (self.text.rfind(chr(10), 0, start) + 1) + 1}"

    def expect(self, word: str) -> None:
        if self.word != word:
            raise Mistake(f"{self.where()}: expected {word!r}; given: {self.word!r}")
        self.at += 1

    def end(self) -> None:
        if self.at < len(self.words):
            raise Mistake(f"{self.where()}: the trees end here, but there is more; given: {self.word!r}")

    def until_bracket(self) -> str:
        """What stands before the next closing bracket, spaces left out."""
        parts = []
        while self.at < len(self.words) and self.word != ")":
            parts.append(self.take())
        return "".join(parts)


def _read(table: Table, rest: _Reader, wanted: str, nodes: list[tuple[int, float]], slot: str, depth: int) -> None:
    """Read one expression of a type into prefix order."""
    where, name = rest.where(), rest.word
    if name in ("", "(", ")", ",", "="):
        raise Mistake(f"{where}: {slot} is missing, an expression of type {wanted}; given: {name!r}")
    if depth > LEVELS:
        raise Mistake(f"{where}: this tree is too deep; it may have {LEVELS} levels")
    try:
        p = table.primitives[table.op(one_of("primitive", name, [each.name for each in table.primitives]))]
    except Mistake as error:
        raise Mistake(f"{where}: {error}") from None
    if p.gives != wanted:
        raise Mistake(f"{where}: {slot} should be of type {wanted}; given: {name}, which is of type {p.gives}")
    rest.take()
    if isinstance(p, Constant):
        rest.expect("(")
        where, told = rest.where(), rest.until_bracket()
        try:
            nodes.append((table.op(name), p.parse(told)))
        except ValueError:
            raise Mistake(f"{where}: {name} holds {p.range}; given: {told!r}") from None
        rest.expect(")")
        return
    nodes.append((table.op(name), 0.0))
    for k, type_ in enumerate(p.takes):
        if rest.word == ")" and k > 0:
            raise Mistake(f"{rest.where()}: {name} takes {len(p.takes)} arguments; given: {k}")
        rest.expect("(" if k == 0 else ",")
        _read(table, rest, type_, nodes, f"argument {k + 1} of {name}", depth + 1)
    if p.takes:
        if rest.word == ",":
            raise Mistake(f"{rest.where()}: {name} takes {len(p.takes)} argument{'s' * (len(p.takes) > 1)}; given: more")
        rest.expect(")")
