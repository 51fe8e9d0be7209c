"""Finite state machines: Mealy machines with any number of states, symbols and actions, and how they are bred.

As in Ashlock et al., "A Family of Turn-Based Strategy Games with Moose", section III: a machine is a list of states; each
state holds, for every symbol it may read, a response and the state to go to; the initial action is stored with the
first state. Variation is two-point crossover of the list of states (the initial action travels with the first
state) and a number of point mutations drawn uniformly from 1 to MNM.

    genome   first             the action played before anything was read
             to[state, symbol]   the state to go to
             say[state, symbol]  the response
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, Kind, Representation, as_written
from lek.game import record
from lek.jit import Rule, rule
from lek.settings import Mistake, Setting, resolve

FIELDS = [("state", "u2"), ("said", "i2"), ("started", "i1")]  # of a memory
MEMORY = np.dtype(FIELDS)
MUTATIONS = ("both", "either", "to", "say", "locus")

SETTINGS = {
    "states": Setting(8, 1, 1000, about="states of a machine"),
    "mutations": Setting(1, 1, 1000, about="MNM, the most mutations a child gets"),
    "mutation": Setting("both", choices=MUTATIONS, about="what a mutation draws anew: destination and response; one of "
                        "the two; only one kind; or one of all loci, the initial action among them"),
    "first_mutates": Setting(False, about="whether a mutation may hit the initial action instead of a transition"),
    "cuts": Setting("equal", choices=("equal", "distinct"), about="whether the two cut points may be equal"),
}


def genome(states: int, symbols: int) -> np.dtype[Any]:
    """The type of a machine of this size."""
    return np.dtype([("first", "i2"), ("to", "i2", (states, symbols)), ("say", "i2", (states, symbols))])


@rule
def respond(g, m, symbol):
    """Read a symbol and answer; -1 stands for nothing read yet, later for a symbol that could not be read."""
    if m.started == 0:
        m.started = 1
        m.said = g.first
    elif symbol >= 0:
        m.said = g.say[m.state, symbol]
        m.state = g.to[m.state, symbol]
    return np.int64(m.said)


@rule
def random(d, o, g):
    """A machine with every entry drawn at random."""
    g.first = dice.below(d, o.actions)
    for state in range(g.to.shape[0]):
        for symbol in range(g.to.shape[1]):
            g.to[state, symbol] = dice.below(d, g.to.shape[0])
            g.say[state, symbol] = dice.below(d, o.actions)


@rule
def mutate(d, o, g):
    """1 to MNM point mutations, each a new random transition for one symbol of one state."""
    states = g.to.shape[0]
    symbols = g.to.shape[1]
    for _ in range(1 + dice.below(d, o.mutations)):
        mutation = o.mutation
        if mutation == 4:  # one locus of all: destinations, responses, the initial action
            locus = dice.below(d, 2 * states * symbols + 1)
            if locus == 2 * states * symbols:
                g.first = dice.below(d, o.actions)
                continue
            place = locus % (states * symbols)
            mutation = 2 + locus // (states * symbols)
        else:
            if o.first_mutates and dice.below(d, states * symbols + 1) == 0:
                g.first = dice.below(d, o.actions)
                continue
            place = dice.below(d, states * symbols)
            if mutation == 1:
                mutation = 2 + dice.below(d, 2)
        if mutation != 3:
            g.to[place // symbols, place % symbols] = dice.below(d, states)
        if mutation != 2:
            g.say[place // symbols, place % symbols] = dice.below(d, o.actions)


@rule
def crossover(d, o, mother, father, a, b):
    """Two-point crossover of the lists of states: the states from cut to cut change places."""
    states = mother.to.shape[0]
    left = dice.below(d, states + 1)
    if o.distinct_cuts:
        right = dice.below(d, states)
        right += right >= left
    else:
        right = dice.below(d, states + 1)
    if left > right:
        left, right = right, left
    for state in range(states):
        inside = left <= state < right
        for symbol in range(mother.to.shape[1]):
            a.to[state, symbol] = father.to[state, symbol] if inside else mother.to[state, symbol]
            a.say[state, symbol] = father.say[state, symbol] if inside else mother.say[state, symbol]
            b.to[state, symbol] = mother.to[state, symbol] if inside else father.to[state, symbol]
            b.say[state, symbol] = mother.say[state, symbol] if inside else father.say[state, symbol]
    swapped = left == 0 and right > 0
    a.first = father.first if swapped else mother.first
    b.first = mother.first if swapped else father.first


def machines(
    name: str, act: Rule, symbols: int, actions: int, given: dict[str, Any], memory: Kind = MEMORY, **more: Any
) -> Representation:
    """The representation of machines that read `symbols` and answer `actions`; `act` feeds `respond`."""
    chosen = resolve(name, SETTINGS, given)
    kind = genome(chosen["states"], symbols)
    options = record(
        [("actions", "i8"), ("mutations", "i8"), ("mutation", "i8"), ("first_mutates", "i1"), ("distinct_cuts", "i1")],
        actions=actions, mutations=chosen["mutations"], mutation=MUTATIONS.index(chosen["mutation"]),
        first_mutates=chosen["first_mutates"], distinct_cuts=chosen["cuts"] == "distinct",
    )
    read = partial(parse, symbols=symbols, actions=actions)
    brain = Brain(name, act, kind, memory, unsound=as_written(show, read), **more)
    return Representation(brain, random, mutate, crossover, options, show, read)


def show(g: Any) -> str:
    """The machine as text that `parse` reads back; fields and states count from 1, as in the paper's Fig. 3.

        first 2
        1: 1/3>2 2/1>1 3/2>4      in state 1, on symbol 1 answer 3 and go to state 2 ...
    """
    lines = [f"first {g.first + 1}"]
    for state in range(g.to.shape[0]):
        arrows = " ".join(f"{symbol + 1}/{g.say[state, symbol] + 1}>{g.to[state, symbol] + 1}"
                          for symbol in range(g.to.shape[1]))
        lines.append(f"{state + 1}: {arrows}")
    return "\n".join(lines)


def parse(text: str, symbols: int, actions: int) -> np.recarray[Any, Any]:
    """The machine [1] that `show` wrote, or a Mistake that names the line."""
    lines = [line.strip() for line in text.strip().splitlines()]
    head = re.fullmatch(r"first (\d{1,9})", lines[0]) if lines else None
    if head is None:
        raise Mistake(f"a machine begins with 'first ACTION'; given: {lines[0][:80] if lines else 'nothing'!r}")
    if len(lines) == 1:
        raise Mistake(f"a machine needs a state at least, a line '1: SYMBOL/ACTION>STATE ...', after {lines[0]!r}")
    states = len(lines) - 1
    g = record(genome(states, symbols), first=_within(int(head[1]), actions, "action", lines[0]))
    for state, line in enumerate(lines[1:]):
        name, colon, rest = line.partition(":")
        arrows = [re.fullmatch(r"(\d{1,9})/(\d{1,9})>(\d{1,9})", part) for part in rest.split()]
        if not colon or name.strip() != str(state + 1) or len(arrows) != symbols or None in arrows:
            raise Mistake(f"line {state + 2} should read '{state + 1}: SYMBOL/ACTION>STATE ...' with {symbols} arrows; "
                          f"given: {line[:80]!r}")
        for symbol, arrow in enumerate(arrows):
            assert arrow is not None
            if int(arrow[1]) != symbol + 1:
                raise Mistake(f"line {state + 2}: the arrows go through the symbols 1 to {symbols} in order; "
                              f"given: {line!r}")
            g[0].say[state, symbol] = _within(int(arrow[2]), actions, "action", line)
            g[0].to[state, symbol] = _within(int(arrow[3]), states, "state", line)
    return g


def _within(number: int, count: int, what: str, line: str) -> int:
    if not 1 <= number <= count:
        raise Mistake(f"{what} {number} in {line!r} does not exist: there are {what}s 1 to {count}")
    return number - 1
