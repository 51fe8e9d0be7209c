"""Representations for every game that has senses: machines, rows of weights and trees.

    machine   a finite state machine reads the game's symbol and gives one of its answers
    vector    weights of the numbers: the choice with the largest sum is made
    tree      one typed tree over the numbers for each judge: the choice with the largest value is made

Of equally good choices the first is made. Weights and numbers enter a sum in steps of powers of two, so that it is exact,
and equal choices are equal on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from lek import jit
from lek.agent import Brain, Representation, as_written
from lek.brains import fsm, tree, tree_breeding, tree_loop, tree_text, vector
from lek.brains.senses import Sensed, Senses
from lek.brains.tree import FLOAT, Primitive, Table
from lek.game import Game
from lek.jit import Rule, rule
from lek.settings import Mistake

MOST_SYMBOLS = 10_000
MOST_GENES = 10_000
MOST_TREES = 16
MOST_TERMINALS = 200
WEIGHT = (-1.0, 1.0)  # the range of a weight

_MACHINE = """
@njit
def act(g, m, v):
    look(m, v)
    read = symbol(m, v)
    if read >= 0:
        m.started = 1
    said = respond(g, m, read)
    for k in range({answers}):
        a = answer(m, v, (said + k) % {answers})
        if a >= 0:
            return np.int64(a)
    return np.int64(-1)
"""

_JUDGED = """
@njit
def act(g, m, v):
    look(m, v)
    best = 0.0
    chosen = np.int64(-1)
    for c in range({choices}):
        a = np.int64(action(m, v, c))
        if a >= 0:
            sense(m, v, c, m.x)
            value = worth(g, m, judge(m, v, c))
            if chosen < 0 or value > best:
                best = value
                chosen = a
    return chosen
"""


def general(senses: Sensed) -> dict[str, Callable[..., Representation]]:
    """The representations of a game with these senses, by name."""

    def of(name: str, build: Callable[..., Representation]) -> Callable[..., Representation]:
        def make(game: Game, /, **given: Any) -> Representation:
            made = senses(game)
            if name in made.lacks:
                raise Mistake(f"{name} does not fit {game.name}: {made.lacks[name]}")
            return build(game, made, given)

        return make

    return {name: of(name, build) for name, build in (("machine", machine), ("vector", weights), ("tree", trees))}


def machine(game: Game, senses: Senses, given: dict[str, Any]) -> Representation:
    """Machines that read the symbol of these senses; settings as in `lek.brains.fsm`."""
    _ask_for(senses.symbols > 1, "machine", game, "a symbol to read")
    if senses.symbols > MOST_SYMBOLS:
        raise Mistake(f"machine does not fit {game.name}: its symbol has {senses.symbols} values, and {MOST_SYMBOLS} is the "
                      "most")
    answers = len(senses.answers) or senses.choices
    act = _act("machine", _MACHINE.format(answers=answers), symbol=senses.symbol, respond=fsm.respond, look=senses.look,
               answer=senses.answer or senses.action)
    act.__doc__ = "A finite state machine."
    return fsm.machines("machine", act, senses.symbols, answers, given, refuses=_only_for(game),
                        memory=[*senses.memory, *fsm.FIELDS])


def weights(game: Game, senses: Senses, given: dict[str, Any]) -> Representation:
    """Weights of the numbers of these senses; settings as in `lek.brains.vector`."""
    many = len(senses.numbers)
    _ask_for(many > 0, "vector", game, "numbers that describe a choice")
    names = [f"{judge}_{name}" if len(senses.judges) > 1 else name for judge in senses.judges for name in senses.numbers]
    if len(names) > MOST_GENES:
        raise Mistake(f"vector does not fit {game.name}: it would have {len(names)} genes, and {MOST_GENES} is the most")
    genes = dict.fromkeys(names, WEIGHT)
    worth = jit.build("weights", _SUM.format(many=many), {"fine": fine, "coarse": coarse})["worth"]
    brain = Brain("vector", _judged(senses, worth), vector.kind_of(genes), _memory(senses), refuses=_only_for(game))
    return vector.vectors(brain, genes, given)


def trees(game: Game, senses: Senses, given: dict[str, Any]) -> Representation:
    """Trees over the numbers of these senses, one for each judge; settings as in `lek.brains.tree`, preset `sound`."""
    _ask_for(bool(senses.numbers), "tree", game, "numbers that describe a choice")
    for what, count, most in (("trees", len(senses.judges), MOST_TREES), ("terminals", len(senses.numbers), MOST_TERMINALS)):
        if count > most:
            raise Mistake(f"tree does not fit {game.name}: it would have {count} {what}, and {most} is the most")
    table = table_of(senses)
    options = tree.options(table, {"preset": "sound", **given}, habits=0)
    kind = tree.genome(len(table.trees), int(options[0].nodes))
    worth = jit.build("judging", _VALUE, {"evaluate": tree_loop.evaluator(table)})["worth"]
    show, read = partial(tree_text.show, table), partial(tree_text.parse, table, o=options[0], kind=kind)
    brain = Brain("tree", _judged(senses, worth), kind, _memory(senses, *tree_loop.STACK), refuses=_only_for(game),
                  unsound=as_written(show, read))
    random, mutate = tree_breeding.operators(table)
    return Representation(brain, random, mutate, tree_breeding.crossover, options, show, read, tree.OUTCOMES)


_SUM = """
@njit
def worth(g, m, judge):
    first = judge * {many}
    total = 0.0
    for k in range({many}):
        total += fine(g.x[first + k]) * coarse(m.x[k])
    return total
"""

_VALUE = """
@njit
def worth(g, m, judge):
    return evaluate(g, judge, m, 0)
"""


@rule
def fine(weight):
    """A weight in millionths (of a power of two)."""
    return math.floor(weight * 1048576.0 + 0.5) / 1048576.0


@rule
def coarse(number):
    """A number in steps of 1/65536."""
    return math.floor(number * 65536.0 + 0.5) / 65536.0


@rule
def number(m, way, k):
    """The k-th number of the choice that is judged."""
    return np.float32(m.x[k])


def table_of(senses: Senses) -> Table:
    """Numbers, constants, comparisons and arithmetic."""
    seen = [Primitive(name, FLOAT, (), number, sense=True, nth=k) for k, name in enumerate(senses.numbers)]
    return Table((tree.CONST, *seen, *tree.LOGIC, *tree.ARITHMETIC), dict.fromkeys(senses.judges, FLOAT))


def _judged(senses: Senses, worth: Rule) -> Rule:
    act = _act("judged", _JUDGED.format(choices=senses.choices), worth=worth, action=senses.action, sense=senses.sense,
               judge=senses.judge, look=senses.look)
    act.__doc__ = "The choice that is worth most."
    return act


def _act(name: str, source: str, **rules: Rule) -> Rule:
    made: Rule = jit.build(name, source, {**rules, "np": np})["act"]
    return made


def _memory(senses: Senses, *more: Any) -> list[Any]:
    return [("x", "f8", (len(senses.numbers),)), *senses.scratch, *senses.memory, *more]


def _ask_for(there: bool, name: str, game: Game, what: str) -> None:
    if not there:
        raise Mistake(f"{name} does not fit {game.name}: its SENSES declare no {what.removeprefix('a ')}")


def _only_for(game: Game) -> Callable[[Game], str | None]:
    """For `Brain.refuses`: states of the same kind, seen the same way, and as many actions."""

    def refuses(other: Game) -> str | None:
        same = other is game or (other.name == game.name and other.settings == game.settings)
        return None if same else f"it was made for {game.name} with other settings" if other.name == game.name else (
            f"it was bred for {game.name}")

    return refuses
