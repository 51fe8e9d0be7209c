"""Senses: what a game offers to brains that know no game, declared once, so that every kind of them plays it.

Whoever acts looks, and then chooses among few **choices**, each of which stands for an action, or for none where it cannot
be made now. A choice is described by **numbers**, which a row of weights or a tree turns into what it is worth: the
choice that is worth most is made. A machine reads one **symbol** a turn and gives one of a few **answers**; where its
answer cannot be made, the next one that can is.

    look(m, v)             called first in every turn: take the view into the memory
    action(m, v, c)        the action that choice c stands for now, or -1
    sense(m, v, c, x)      write the numbers of choice c to x, each about -1 to 1
    judge(m, v, c)         which of the `judges` it is for: each has weights, or a tree, of its own
    symbol(m, v)           a number below `symbols`, or -1 where there is nothing to read yet
    answer(m, v, k)        the action that answer k stands for now, or -1

At every turn one choice and one answer can be made at least. Where a game offers nothing for a kind of brain, `lacks` says
what it would have to declare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from lek.game import Game
from lek.jit import Rule, rule


@rule
def look_no_further(m, v):
    """For senses that remember nothing."""


@rule
def itself(m, v, c):
    """A choice is an action, and all actions are always allowed."""
    return c


@rule
def no_numbers(m, v, c, x):
    """For senses without numbers."""


@rule
def no_symbol(m, v):
    """For senses without a symbol."""
    return -1


@rule
def the_only_judge(m, v, c):
    """One judge for all choices."""
    return 0


class Senses(NamedTuple):
    """How one game is sensed; the rules are described above."""

    choices: int
    action: Rule = itself
    numbers: Sequence[str] = ()  # their names, as in Python
    sense: Rule = no_numbers
    judges: Sequence[str] = ("worth",)
    judge: Rule = the_only_judge
    symbols: int = 0
    symbol: Rule = no_symbol
    answers: Sequence[str] = ()  # their names; without any, a machine's answers are the choices
    answer: Rule | None = None
    memory: Sequence[Any] = ()  # fields of the memory; `rng` holds dice
    scratch: Sequence[Any] = ()  # further ones that only `sense` uses
    look: Rule = look_no_further
    lacks: Mapping[str, str] = {}  # why a representation does not fit, by its name


Sensed = Callable[[Game], Senses]
