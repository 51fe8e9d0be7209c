"""Finite state machines that play Moose, as the paper evolves them, and a fast loop for two of them on three fields.

The symbol a machine reads is the multiset of the fields the others chose last: for two moose simply the opponent's
field, for more of them the place of the sorted choices in the list of all combinations with repetition. Before the
first round it plays its initial action. When another moose stayed away there is no symbol: the machine repeats itself.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lek.agent import Fast, Representation
from lek.brains import fsm
from lek.game import Game, record
from lek.games.moose import gain
from lek.jit import rule


@rule
def act(g, m, v):
    """Feed the machine the others' last fields."""
    return fsm.respond(g, m, symbol(v.others, len(v.x)))


@rule
def symbol(others, fields):
    """The place of the multiset `others` among all combinations with repetition, or -1 where a choice is missing."""
    if len(others) == 1:
        return np.int64(others[0])
    place = np.int64(0)
    low = 0
    for position in range(len(others)):
        value = fields  # the position-th smallest choice: the least value that has more than `position` at or below it
        for candidate in range(fields - 1, -1, -1):
            at_or_below = 0
            for other in others:
                if other < 0:
                    return np.int64(-1)
                at_or_below += other <= candidate
            if at_or_below > position:
                value = candidate
        for smaller in range(low, value):
            place += multisets(fields - smaller, len(others) - position - 1)
        low = value
    return place


@rule
def multisets(kinds, size):
    """How many multisets of this size there are over so many kinds."""
    count = np.int64(1)
    for i in range(size):
        count = count * (kinds + i) // (i + 1)
    return count


def machines(game: Game, **given: Any) -> Representation:
    """Machines for this game; settings as in `lek.brains.fsm`."""
    symbols = math.comb(game.actions + game.seats - 2, game.seats - 1)
    return fsm.machines("machine", act, symbols, game.actions, given, fast=Fast(prepare, sprint))


# The fast loop. Nothing a machine does depends on the fields, so a round is two table look-ups:
#
#     packed[machine, 4 * state + symbol] = 4 * next state + response
#
# x of a field is clock - since, where the clock grows by `growth` a round and `since` (three 21-bit parts of one word)
# is set to the clock by a meal. Rounds of each kind are counted in nine 7-bit parts of another word. Gains come from a
# table made by the game's own rule and are added in the order of the rounds, so that scores are equal to the last bit.

_X = 512  # x below this, in the table
_PART = (1 << 21) - 1


def prepare(game: Game, genomes: Any) -> tuple[Any, Any] | None:
    """The table and packed machines, where the settings allow: two moose, three fields, paper rule, whole growth."""
    growth = set(game.settings["growth"])
    if game.seats != 2 or game.actions != 3 or game.settings["rule"] != "paper" or len(growth) != 1:
        return None
    step = growth.pop()
    rounds = game.settings["rounds"]
    if step != int(step) or 1 + step * (rounds + 1) >= _X:
        return None
    table = record([("gain", "f8", (4 * _X,)), ("growth", "i8"), ("rounds", "i8")], growth=step, rounds=rounds)
    key = (game.settings["capacity"], step)
    if key not in _gains:
        _gains[key] = [gain(capacity, float(x)) for capacity in game.settings["capacity"] for x in range(_X)]
    table[0].gain[: 3 * _X] = _gains[key]
    packed = np.empty((len(genomes), 4 * genomes.dtype["to"].shape[0]), np.int16)
    pack(genomes, packed)
    return table, packed


_gains: dict[Any, list[float]] = {}


@rule
def pack(genomes, packed):
    for i in range(len(genomes)):
        g = genomes[i]
        states = g.to.shape[0]
        for state in range(states):
            for read in range(3):
                packed[i, 4 * state + read] = 4 * g.to[state, read] + g.say[state, read]
        packed[i, 3] = g.first


@rule
def sprint(t, packed, schedule, first, last, scores, measures):
    """Play games [first, last) of the schedule."""
    for i in range(first, last):
        p = schedule[i, 0]
        q = schedule[i, 1]
        left = np.int64(packed[p, 3])
        right = np.int64(packed[q, 3])
        clock = np.int64(1)
        since = np.int64(0)
        total_left = 0.0
        total_right = 0.0
        for k in range(14):
            measures[i, k // 7, k % 7] = 0.0
        done = 0
        while done < t.rounds:
            some = min(127, t.rounds - done)
            kinds = np.int64(0)
            for _ in range(some):
                a = left & 3
                b = right & 3
                clock += t.growth
                shift_a = 21 * a
                shift_b = 21 * b
                since_a = (since >> shift_a) & _PART
                since_b = (since >> shift_b) & _PART
                alone = a != b
                total_left += t.gain[a * _X + clock - since_a if alone else 3 * _X]
                total_right += t.gain[b * _X + clock - since_b if alone else 3 * _X]
                now = clock if alone else clock - max(0, clock - t.growth - 1 - since_a)
                since = (since & ~((_PART << shift_a) | (_PART << shift_b))) | (now << shift_a) | (now << shift_b)
                kinds += 1 << (shift_a + 7 * b)
                left, right = packed[p, (left & -4) | b], packed[q, (right & -4) | a]
            done += some
            for a in range(3):
                for b in range(3):
                    count = (kinds >> (21 * a + 7 * b)) & 127
                    measures[i, 0, 1 + a] += count
                    measures[i, 1, 1 + b] += count
                    if a == b:
                        measures[i, 0, 4 + a] += count
                        measures[i, 1, 4 + a] += count
                        measures[i, 0, 0] += count
                        measures[i, 1, 0] += count
        scores[i, 0] = total_left
        scores[i, 1] = total_right
