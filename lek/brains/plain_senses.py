"""Plain senses: what is sensed of a game that declares none, from the fields of its record.

Where nothing is hidden a choice is described by the state that it leads to, with weights (or a tree) for every seat, since
fields mean one thing to one player and another to the other; besides by how far ahead of the others it puts who chooses,
and whether he acts again. What is rolled after a choice is rolled with dice of one's own, so nothing is foreseen.

Where something is hidden nobody knows what a choice leads to: it is described by the view, with weights for every action;
which actions are legal is told.

Which fields vary, and between which values, is seen in games that are played at random. A whole number of few values is
told value by value, other numbers by their place between the smallest and the largest seen. The symbol that a machine
reads is the view's whole numbers together, where they are few enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from lek import dice, jit
from lek.brains.senses import Senses
from lek.game import Game
from lek.position import Position

GAMES_WATCHED, MOVES_WATCHED = 20, 4000
FEW = 32  # values that are told one by one
MOST_ACTIONS, MOST_NUMBERS, MOST_SYMBOLS = 512, 1000, 1000


class Field(NamedTuple):
    """A field of a record that varies, between the smallest and the largest value of its elements."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    whole: bool

    @property
    def values(self) -> int:
        """How many values are told one by one; 0 where they are not."""
        many = int(self.high - self.low) + 1 if self.whole else 0
        return many if many <= FEW else 0

    @property
    def numbers(self) -> int:
        """How many numbers tell one element."""
        return self.values if self.values > 2 else 1


@lru_cache(maxsize=64)
def plain_senses(game: Game) -> Senses:
    """The senses of a game that declares none."""
    if game.actions > MOST_ACTIONS:
        why = f"it has {game.actions} actions, too many to judge one by one; its SENSES can declare a few choices"
        return Senses(0, lacks=dict.fromkeys(("machine", "vector", "tree"), why))
    before, after, most_ahead = _watched(game)
    hidden = game.observe is not None
    seen = before if hidden else after
    if _many(seen) > MOST_NUMBERS:
        seen = [field._replace(whole=False) for field in seen]
    lacks = {}
    if not seen or _many(seen) > MOST_NUMBERS:
        why = (f"its record has {_many(seen)} numbers that vary, and from 1 to {MOST_NUMBERS} can be weighed; its SENSES "
               "can declare others")
        lacks = {"vector": why, "tree": why}
    symbols = math.prod((int(field.high - field.low) + 1) ** math.prod(field.shape) for field in before if field.whole)
    if not 1 < symbols <= MOST_SYMBOLS:
        lacks["machine"] = (f"a machine reads one symbol of 2 to {MOST_SYMBOLS} values, and what is seen of this game has "
                            f"{symbols if symbols < 10**9 else 'over a billion'}; its SENSES can declare a symbol")
    rules = _compiled(game, seen, [field for field in before if field.whole] if "machine" not in lacks else [], most_ahead)
    seats = [f"seat_{seat + 1}" for seat in range(game.seats)]
    asks = [("legal", "i1", (game.actions,))] if hidden else []  # filled in by whoever lets it act
    return Senses(
        game.actions, rules["action"], [*_names(seen), *([] if hidden else ["ahead", "again"])], rules["sense"],
        [f"action_{a}" for a in range(game.actions)] if hidden else seats, rules["judge"], symbols, rules["symbol"],
        memory=asks, scratch=_scratch(game), lacks=lacks)


def _scratch(game: Game) -> list[Any]:
    """The state that a choice leads to, and dice to find out."""
    if game.observe is not None:
        return []
    return [*([("rng", "u8")] if game.rolls else []), ("after", game.blank.dtype, (1,))]


def _watched(game: Game) -> tuple[list[Field], list[Field], float]:
    """The fields that vary in views before a move and in states after it, and how far one was ahead."""
    before, after, ahead = list[Any](), list[Any](), [0.0]
    for deal in range(GAMES_WATCHED):
        rng = np.random.default_rng((1, deal))
        position = Position(game, 1, deal)
        while not position.over and position.steps < game.limit and len(after) < MOVES_WATCHED:
            legal = np.flatnonzero(position.legal())
            if not len(legal):
                break
            before.append(position.view())
            position.push(int(rng.choice(legal)))
            after.append(position.state.copy())
            scores = [float(game.score(position.state, seat)) for seat in range(game.seats)]
            ahead.append(max(scores) - min(scores))
    return _varying(before), _varying(after), max(ahead) if math.isfinite(max(ahead)) else 0.0


def _varying(records: list[Any]) -> list[Field]:
    fields = []
    for name in (records[0].dtype.names or ()) if records else ():
        values = np.array([record[name] for record in records])
        if name != "rng" and np.isfinite(values).all() and (values != values[:1]).any():
            low, high, whole = float(values.min()), float(values.max()), values.dtype.kind in "iub"
            fields.append(Field(name, values.shape[1:], low, high, whole))
    return fields


def _many(fields: list[Field]) -> int:
    return sum(math.prod(field.shape) * field.numbers for field in fields)


def _names(fields: list[Field]) -> Iterator[str]:
    """`board_4_is_2`: element 4 of field `board` has the value 2."""
    for field in fields:
        for place in np.ndindex(field.shape):
            name = "_".join([field.name, *map(str, place)])
            if field.numbers == 1:
                yield name
            else:
                yield from (f"{name}_is_{str(int(field.low) + k).replace('-', 'minus_')}" for k in range(field.values))


def _loops(field: Field, lines: str) -> str:
    """These lines for every element of a field, whose value is `value`."""
    text, index = "", ""
    for axis, length in enumerate(field.shape):
        text += " " * 4 * (axis + 1) + f"for i{axis} in range({length}):\n"
        index += f", i{axis}" if axis else f"i{axis}"
    pad = " " * 4 * (len(field.shape) + 1)
    element = f"t.{field.name}[{index}]" if index else f"t.{field.name}"
    return text + pad + f"value = float({element})\n" + "".join(f"{pad}{line}\n" for line in lines.splitlines())


def _sense(field: Field) -> str:
    if field.numbers > 1:
        return _loops(field, f"for option in range({field.values}):\n"
                             f"    x[k] = 1.0 if value == {field.low!r} + option else 0.0\n    k += 1")
    low, width = field.low, field.high - field.low
    scaled = f"(value - {low!r}) / {width!r}" if field.values == 2 else f"2.0 * (value - {low!r}) / {width!r} - 1.0"
    return _loops(field, f"x[k] = min(1.0, max(-1.0, {scaled}))\nk += 1")


_FORESEE = """
    m.after[0] = v
    t = m.after[0]
    seat = np.int64(owner(v, actor(v)))
"""
_AHEAD = """
    best = -1.0e300
    for other in range({seats}):
        if other != seat:
            best = max(best, score(t, other))
    x[k] = min(1.0, max(-1.0, (score(t, seat) - best) / {most_ahead!r})) if {compare} else 0.0
    body = actor(t)
    x[k + 1] = 1.0 if body >= 0 and owner(t, body) == seat else 0.0
"""


def _compiled(game: Game, seen: list[Field], read: list[Field], most_ahead: float) -> dict[str, Any]:
    """action, judge, sense and symbol."""
    hidden = game.observe is not None
    numbers = ("    t = v\n" if hidden else "") + "".join(map(_sense, seen))
    if not hidden:
        roll = "    t.rng = m.rng\n    below(m, 2)\n" if game.rolls else ""
        compare = game.seats > 1 and most_ahead > 0.0
        numbers = (f"{_FORESEE}{roll}    step(t, c)\n{numbers}"
                   + _AHEAD.format(seats=game.seats, most_ahead=most_ahead if compare else 1.0, compare=compare))
    symbol = "".join(_loops(field, f"place = place * {int(field.high - field.low) + 1} + np.int64("
                                   f"min({field.high!r}, max({field.low!r}, value)) - {field.low!r})") for field in read)
    source = (f"@njit\ndef action(m, v, c):\n    return c if {'m.legal[c] != 0' if hidden else 'legal(v, c)'} else -1\n\n\n"
              f"@njit\ndef judge(m, v, c):\n    return {'c' if hidden else 'np.int64(owner(v, actor(v)))'}\n\n\n"
              f"@njit\ndef sense(m, v, c, x):\n    k = 0\n{numbers}\n\n"
              f"@njit\ndef symbol(m, v):\n    t = v\n    place = np.int64(0)\n{symbol}    return place\n")
    return jit.build("plain_senses", source, {
        "actor": game.actor, "owner": game.owner, "legal": game.legal, "step": game.step, "score": game.score,
        "below": dice.below, "np": np})
