"""Game: rules plus one configured blank state, and a face for people.

A game is data and a handful of rules, never a class to inherit from.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from lek.jit import Rule, rule
from lek.settings import Mistake, shown


class IllegalAction(ValueError):
    """An agent chose an action that the game's rules do not allow now."""


class BrokenGame(RuntimeError):
    """A game ran past the number of steps its settings allow: its rules are wrong, not long."""


def record(fields: Any, **values: Any) -> np.recarray[Any, Any]:
    """One record [1] with these fields, all zero but for the `values` given."""
    made = np.zeros(1, np.dtype((np.record, np.dtype(fields, align=True)))).view(np.recarray)
    for name, value in values.items():
        made[name] = value
    return made


@rule
def seat_of_body(s, body):
    """The owner rule of every game in which the seat itself acts."""
    return body


def plain(value: Any) -> Any:
    """A record or an array as data for JSON, field by field, without dice; what is no number is None."""
    names = getattr(getattr(value, "dtype", None), "names", None)
    if names is not None and np.ndim(value):
        return [plain(each) for each in value]
    if names is not None:
        return {name: plain(value[name]) for name in names if name != "rng"}
    whole = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(whole, list):
        return [plain(each) for each in whole]
    return None if isinstance(whole, float) and not math.isfinite(whole) else whole


def fields_of(value: Any) -> str:
    """A state or a view as text, field by field, without dice."""
    return "\n".join(f"{name} = {value[name].tolist()}" for name in value.dtype.names if name != "rng")


@dataclass(frozen=True)
class Face:
    """How a game shows itself to people. It is never compiled, and rules play without it."""

    show: Callable[[Any], str] = fields_of  # show(s) -> str   a picture of a state in text
    show_view: Callable[[Any], str] | None = None  # show_view(v)   a picture of a view; None: as `show` draws a state
    title: str = ""  # "Ant Wars"; "": the game's name
    about: str = ""  # one sentence; "": the first line of the builder's docstring
    seats: tuple[str, ...] = ()  # what the players are called, where they are not called by their number
    words: Callable[[Any], Mapping[str, Any]] | None = None  # words(v)   what a view also says to people's programs
    memory_picture: Callable[[dict[str, Any], Any, int], str] | None = None  # (memory, v, seat)   for a person who plays
    action_name: Callable[[int], str] = str
    action_of: Callable[[str], int] = int


class Measure(NamedTuple):
    """One more number that a game tells of every seat."""

    name: str
    add: str = "mean"  # what a tournament tells of many games: their "mean", or how much they come to in all, the "sum"
    shown: bool = True  # in tables for people; else in JSON only


@dataclass(frozen=True, eq=False)
class Game:
    """What one game is: its rules, what it declares of itself, which the contract holds it to, and its face.

    A state without a field `rng` rolls no dice.
    """

    name: str
    blank: np.recarray[Any, Any]  # [1] one unstarted state: sizes in its dtype, small settings in its fields
    seats: int
    start: Rule  # start(s)               set up, drawing from s.rng
    actor: Rule  # actor(s) -> body       who acts now; -1 when the game is over
    legal: Rule  # legal(s, a) -> bool
    step: Rule  # step(s, a)              advance in place; total: never raises
    score: Rule  # score(s, seat) -> float    what players are ranked by; a win is a strictly highest score
    actions: int  # actions are 0 .. actions-1 (a game may pack several choices into one)
    limit: int  # steps after which a game is broken, not long
    chance: str = ""  # when rules roll dice: "none", "start" (in `start` only), "always"; "": always, if there is an `rng`
    zero_sum: bool = False  # whether the scores of all seats add up to the same number in every game, one of faults too
    range: tuple[float, float] | None = None  # from where to where scores lie; None: nobody knows
    simultaneous: bool = False  # all bodies choose before anything happens: nobody sees what another chose in this round
    measures: tuple[Any, ...] = ()  # what else a game can tell, each a Measure; a text is short for the Measure so called
    measure: Rule | None = None  # measure(s, seat, out)   NaN: there was nothing to measure in this game
    observe: Rule | None = None  # observe(s, body, v)    None: perfect information, the view is the state
    acting_only: bool = False  # `observe` is for the body that acts alone; else it tells of any body, also at the end
    view: np.recarray[Any, Any] | None = None  # [1] a view in which all that never changes is filled in
    bodies: int = 0  # how many may act at once; 0: as many as seats
    owner: Rule = seat_of_body  # owner(s, body) -> seat    asked of the body that acts
    newborn: Rule | None = None  # newborn(s, body) -> bool   asked just before act: give this body a fresh memory
    round: Callable[[Any], int] | None = None  # round(s) -> int   the picture changes where it grows; None: with every step
    together: bool = False  # whoever is named sits in one game, also where two are: seats mean nothing, or are drawn
    face: Face = Face()
    settings: Mapping[str, Any] = field(default_factory=dict)  # filled in, like the name, by `configurable`

    def __post_init__(self) -> None:
        for name, least in (("seats", 1), ("actions", 1), ("limit", 1), ("bodies", 0)):
            number = getattr(self, name)
            if not isinstance(number, int | np.integer) or not least <= number < 1 << 63:
                raise Mistake(f"{name}={number!r} of {self.name} does not work: {name} is a whole number, {least} or more, "
                              "of 63 bits")
        for name, made in (("blank", self.blank), ("view", self.blank if self.view is None else self.view)):
            if not isinstance(made, np.recarray) or made.shape != (1,):
                raise Mistake(f"{name}={shown(made)} of {self.name} does not work: {name} is one record [1], see lek.record")
        if not self.bodies:
            object.__setattr__(self, "bodies", self.seats)
        if self.bodies < self.seats:
            raise Mistake(f"bodies={self.bodies} of {self.name} does not work: each of its {self.seats} seats has a body")
        if not isinstance(self.face, Face):
            raise Mistake(f"face={shown(self.face)} of {self.name} does not work: face is a Face, such as Face(show)")
        if self.face.seats and len(self.face.seats) != self.seats:
            raise Mistake(f"seats={self.face.seats} of {self.name}'s face does not work: a face names all of "
                          f"the {self.seats} seats, or none")
        self._declared()

    def _declared(self) -> None:
        """Fill in what the game declares of itself, or a Mistake about it."""
        measures = tuple(each if isinstance(each, Measure) else Measure(each) for each in self.measures)
        for each in measures:
            if not isinstance(each.name, str) or each.add not in ("mean", "sum"):
                raise Mistake(f"measures={shown(each)} of {self.name} does not work: a measure has a name, and a tournament "
                              "tells its mean or its sum")
        if len({each.name for each in measures}) < len(measures):
            raise Mistake(f"measures of {self.name} do not work: two are called alike")
        object.__setattr__(self, "measures", measures)
        if not self.chance:
            object.__setattr__(self, "chance", "always" if self.rolls else "none")
        if self.chance not in ("none", "start", "always"):
            raise Mistake(f"chance={shown(self.chance)} of {self.name} does not work: chance is none | start | always")
        if self.chance != "none" and not self.rolls:
            raise Mistake(f"chance={self.chance} of {self.name} does not work: its state has no field rng to roll dice with")
        if self.range is not None and not (isinstance(self.range, tuple) and len(self.range) == 2
                                           and self.range[0] <= self.range[1]):
            raise Mistake(f"range={shown(self.range)} of {self.name} does not work: range is the lowest score and the "
                          "highest")

    @property
    def rolls(self) -> bool:
        """Whether a state has dice to roll."""
        return "rng" in (self.blank.dtype.names or ())

    @property
    def measure_names(self) -> tuple[str, ...]:
        """What the measures are called, in their order."""
        return tuple(each.name for each in self.measures)

    def blank_view(self) -> np.recarray[Any, Any]:
        """Room [1] for one view, to be written by `observe`; in a game of perfect information the state is the view."""
        return (self.view if self.view is not None else self.blank).copy()
