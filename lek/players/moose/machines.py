"""Finite state machines that play Moose, as the paper evolves them, and a fast loop for two of them on three fields.

The symbol a machine reads is the multiset of the fields the others chose last: for two moose simply the opponent's
field, for more of them the place of the sorted choices in the list of all combinations with repetition. Before the
first round it plays its initial action. When another moose stayed away there is no symbol: the machine repeats itself.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from lek.agent import Fast, Representation
from lek.brains import fsm
from lek.game import Game, record
from lek.games.moose import gain, moose
from lek.jit import rule
from lek.settings import Mistake

MOST_SYMBOLS = 10_000


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


def machines(game: Game, /, **given: Any) -> Representation:
    """Machines for this game; settings as in `lek.brains.fsm`."""
    symbols = symbols_of(game)
    if symbols > MOST_SYMBOLS:
        raise Mistake(f"a machine would have to tell {symbols} multisets of {game.seats - 1} fields apart, and "
                      f"{MOST_SYMBOLS} is the most: play with fewer moose or fields")
    return fsm.machines("machine", act, symbols, game.actions, given, fast=Fast(moose, prepare, sprint, _SCRATCH),
                        refuses=partial(_refuses, symbols, game.actions))


def symbols_of(game: Game) -> int:
    """How many multisets of the others' fields there are."""
    return math.comb(game.actions + game.seats - 2, game.seats - 1)


def _refuses(symbols: int, fields: int, game: Game) -> str | None:
    if game.name == "moose" and (symbols_of(game), game.actions) == (symbols, fields):
        return None
    return f"it is a machine for {fields} fields that tells {symbols} choices of the others apart"


# The fast loop, for two moose on three fields. Nothing a machine does depends on the fields, so a round is two look-ups:
#
#     packed[machine, 4 * state + symbol] = 4 * next state + response     (packed[machine, 3]: the initial action)
#
# x of a field is clock - since, where the clock grows by `growth` a round and `since` is set to the clock by a meal.
# Rounds of each kind are counted in nine 7-bit parts of one word. When the pair of states at the last power of two
# comes again, the moves repeat from there (Brent 1980), and one period later the gains repeat as well: a field that is
# eaten in the cycle was last eaten in it. Gains come from a table made by the game's own rule and are added one by
# one in the order of the rounds, so that scores equal those of the generic loop to the last bit.

_X = 512  # x stays below this, in the table
_INDEX = 4 * _X - 1
_ROUNDS = 127
_SCRATCH = np.dtype([("since", "i8", (4,)), ("gains", "f8", (_ROUNDS, 2)), ("kinds", "i8", (_ROUNDS,))])
_tables: dict[Any, Any] = {}


def prepare(game: Game, genomes: Any) -> tuple[Any, Any] | None:
    """The table and packed machines, where the settings allow: paper rule, few rounds, whole and equal growth."""
    chosen = game.settings
    growth, rounds = chosen["growth"][0], chosen["rounds"]
    if game.seats != 2 or game.actions != 3 or chosen["rule"] != "paper" or rounds > _ROUNDS:
        return None
    if len(set(chosen["growth"])) > 1 or growth != int(growth) or 1 + growth * (rounds + 1) >= _X:
        return None
    key = (chosen["capacity"], growth, rounds)
    if key not in _tables:
        gains = [gain(capacity, float(x)) for capacity in chosen["capacity"] for x in range(_X)]
        _tables[key] = record([("gain", "f8", (4 * _X,)), ("growth", "i8"), ("rounds", "i8")],
                              gain=gains + [0.0] * _X, growth=growth, rounds=rounds)
    packed = np.zeros((len(genomes), 4 * genomes.dtype["to"].shape[0]), np.uint16)
    pack(genomes, packed)
    return _tables[key], packed


@rule
def pack(genomes, packed):
    """Write every machine [n] as its row of `packed` [n, 4 * states]."""
    for i in range(len(genomes)):
        g = genomes[i]
        for state in range(g.to.shape[0]):
            for read in range(3):
                packed[i, 4 * state + read] = 4 * g.to[state, read] + g.say[state, read]
        packed[i, 3] = g.first


@rule
def sprint(t, packed, seed, deal, schedule, first, last, scratch, scores, measures):
    """Play games [first, last) of the schedule."""
    w = scratch[0]
    for i in range(first, last):
        p = schedule[i, 0]
        q = schedule[i, 1]
        left = np.int64(packed[p, 3])
        right = np.int64(packed[q, 3])
        w.since[0] = w.since[1] = w.since[2] = 0
        clock = np.int64(1)
        kinds = np.int64(0)
        total_left = 0.0
        total_right = 0.0
        done = 0
        period = 0
        mark = 2
        marked = np.int64(-1)
        while done < t.rounds and period == 0:  # until the moves repeat
            a = left & 3
            b = right & 3
            clock += t.growth
            done += 1
            kinds += np.int64(1) << (21 * a + 7 * b)
            if a != b:
                total_left += t.gain[(a * _X + clock - w.since[a]) & _INDEX]
                total_right += t.gain[(b * _X + clock - w.since[b]) & _INDEX]
                w.since[a] = clock
                w.since[b] = clock
            else:
                w.since[a] = min(clock, w.since[a] + t.growth + 1)
            left, right = np.int64(packed[p, (left & -4) | b]), np.int64(packed[q, (right & -4) | a])
            both = (left << 16) | right
            if both == marked:
                period = done - mark // 2
            elif done == mark:
                marked = both
                mark *= 2
        before = kinds
        noted = 0
        while done < t.rounds and noted < period:  # one period more, taking notes
            a = left & 3
            b = right & 3
            clock += t.growth
            done += 1
            kinds += np.int64(1) << (21 * a + 7 * b)
            gain_left = 0.0
            gain_right = 0.0
            if a != b:
                gain_left = t.gain[(a * _X + clock - w.since[a]) & _INDEX]
                gain_right = t.gain[(b * _X + clock - w.since[b]) & _INDEX]
                total_left += gain_left
                total_right += gain_right
                w.since[a] = clock
                w.since[b] = clock
            else:
                w.since[a] = min(clock, w.since[a] + t.growth + 1)
            w.gains[noted, 0] = gain_left
            w.gains[noted, 1] = gain_right
            w.kinds[noted] = kinds - before
            noted += 1
            left, right = np.int64(packed[p, (left & -4) | b]), np.int64(packed[q, (right & -4) | a])
        rest = t.rounds - done
        if rest > 0:  # the remaining rounds from the notes
            kinds += (rest // period) * w.kinds[period - 1]
            if rest % period > 0:
                kinds += w.kinds[rest % period - 1]
            while rest > 0:
                for n in range(min(rest, period)):
                    total_left += w.gains[n, 0]
                    total_right += w.gains[n, 1]
                rest -= period
        scores[i, 0] = total_left
        scores[i, 1] = total_right
        count(kinds, measures[i])


@rule
def count(kinds, out):
    """Measures [2, 7] of a game from its packed counts of a:b rounds: fights, visits, fights by field."""
    fights = 0
    for k in range(3):
        same = (kinds >> (28 * k)) & 127
        fights += same
        visits = 0
        visits_right = 0
        for other in range(3):
            visits += (kinds >> (21 * k + 7 * other)) & 127
            visits_right += (kinds >> (21 * other + 7 * k)) & 127
        out[0, 1 + k] = visits
        out[1, 1 + k] = visits_right
        out[0, 4 + k] = out[1, 4 + k] = same
    out[0, 0] = out[1, 0] = fights
