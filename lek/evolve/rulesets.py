"""A player that is a set of graph rules, learning while it plays: what all ways of managing its rules have in common.

Where the player moves, all rules that match are found; one of them is chosen, and cuts its string. After the game they
learn from its reward, some rules leave the set, and others are born: by covering, a rule made of a position in which few or
none matched, or as changed copies of others. `concepts.py` and its rivals say which rule acts, what it learns, who leaves
and who has children.

Which rules match a position is remembered by the position (`Memo`), as a bit for each; when the position comes again, only
rules born since then are tried.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.brains.graphrules import RULE, find, matches
from lek.brains.graphrules_breeding import cover
from lek.jit import rule

SLACK = 56  # rules that may be born during a game beyond those that are kept
LOG = 4096  # births that are remembered, as a power of two
ONE, WORD = np.uint64(1), np.uint64(63)


def words(population: int) -> int:
    """64 rules each."""
    return -(-(population + SLACK) // 64)


def book_type(population: int) -> Any:
    """What is known of every rule, in its slot; `own` is for each way of managing them to make use of."""
    slots = words(population) * 64
    return np.dtype((np.record, np.dtype([
        ("rng", "u8"), ("games", "i8"), ("births", "i8"), ("live", "i8"), ("mean", "f8"), ("population", "i8"),
        ("alive", "u8", (slots // 64,)), ("log", "i2", (LOG,)), ("q", "f8", (slots,)), ("f", "f8", (slots,)),
        ("uses", "i8", (slots,)), ("born", "i8", (slots,)), ("own", "f8", (8, slots)),
    ], align=True)))


def memo_type(positions: int, population: int, rows: int) -> Any:
    """Which rules match a position; `row` tells where that of each position is kept, from 1 on."""
    return np.dtype((np.record, np.dtype([
        ("rows", "i8"), ("row", "i4", (positions,)), ("stamp", "i8", (rows,)), ("bits", "u8", (rows, words(population))),
    ], align=True)))


def diary_type(turns: int, population: int) -> Any:
    """A game: at every turn the rules that matched and the one that acted, and the margin before it."""
    many = words(population)
    return np.dtype((np.record, np.dtype([
        ("turns", "i8"), ("now", "u8", (many,)), ("matching", "u8", (turns, many)), ("slot", "i2", (turns,)),
        ("subject", "i2", (turns,)), ("arm", "i1", (turns,)),
        ("margin", "f8", (turns,)), ("beta", "f8"), ("greedy", "i8"), ("acted", "i1", (many * 64,)), ("list", "i2", (many * 64,)),
        ("decisions", "i8"), ("guided", "i8"), ("matched", "i8"), ("covered", "i8"), ("tests", "i8"),
    ], align=True)))


# rules in a book


@rule
def is_alive(b, k):
    return (b.alive[k >> 6] >> np.uint64(k & 63)) & ONE != 0


@rule
def free_slot(b):
    """A slot without a rule; -1 if there is none."""
    for word in range(len(b.alive)):
        if ~b.alive[word] != 0:
            for k in range(64):
                if (b.alive[word] >> np.uint64(k)) & ONE == 0:
                    return word * 64 + k
    return -1


@rule
def give_birth(b, k, q, f):
    """Enter the rule in slot k into the book."""
    b.alive[k >> 6] |= ONE << np.uint64(k & 63)
    b.live += 1
    b.log[b.births & (LOG - 1)] = k
    b.births += 1
    b.q[k], b.f[k], b.uses[k], b.born[k] = q, f, 0, b.games
    for n in range(len(b.own)):
        b.own[n, k] = 0.0


@rule
def bury(b, k):
    b.alive[k >> 6] &= ~(ONE << np.uint64(k & 63))
    b.live -= 1


@rule
def bury_least(b, worth):
    """Of all rules the one with the least worth [slots] leaves."""
    least, where = np.inf, -1
    for k in range(len(worth)):
        if is_alive(b, k) and worth[k] < least:
            least, where = worth[k], k
    bury(b, where)


# which rules match


@rule
def matching(o, rules, b, w, graph, desk, memo, position):
    """Find in w.now the rules that match a graph; of a position that has a number only those are tried it has not met yet."""
    if position < 0:
        for word in range(len(w.now)):
            w.now[word] = 0
        try_all(o, rules, b, w, graph, desk)
        return
    row = memo.row[position] - 1
    if row < 0:
        if memo.rows == len(memo.stamp):
            memo.rows = 0
            memo.row[:] = 0
        row = memo.rows
        memo.rows += 1
        memo.row[position] = memo.rows
        memo.stamp[row] = -LOG
    since = b.births - memo.stamp[row]
    if since > 1000:
        for word in range(len(w.now)):
            w.now[word] = 0
        try_all(o, rules, b, w, graph, desk)
    else:
        for word in range(len(w.now)):
            w.now[word] = memo.bits[row, word]
        for n in range(b.births - since, b.births):
            k = b.log[n & (LOG - 1)]
            bit = ONE << np.uint64(k & 63)
            w.now[k >> 6] &= ~bit
            if is_alive(b, k) and matches(rules[k], graph, desk, o.wild_is_ground):
                w.now[k >> 6] |= bit
        w.tests += since
    memo.stamp[row] = b.births
    for word in range(len(w.now)):
        memo.bits[row, word] = w.now[word]
        w.now[word] &= b.alive[word]


@rule
def try_all(o, rules, b, w, graph, desk):
    for k in range(len(rules)):
        if is_alive(b, k):
            w.tests += 1
            if matches(rules[k], graph, desk, o.wild_is_ground):
                w.now[k >> 6] |= ONE << np.uint64(k & 63)


@rule
def listed(bits, found):
    """The rules of a set, in `found`; how many."""
    many = 0
    for word in range(len(bits)):
        rest = bits[word]
        while rest != 0:
            low = rest & (~rest + ONE)
            found[many] = word * 64 + bit_number(low)
            many += 1
            rest ^= low
    return many


@rule
def bit_number(low):
    """Which bit it is, of a number with one."""
    n = 0
    n += 32 * np.int64((low & np.uint64(0xFFFFFFFF00000000)) != 0)
    n += 16 * np.int64((low & np.uint64(0xFFFF0000FFFF0000)) != 0)
    n += 8 * np.int64((low & np.uint64(0xFF00FF00FF00FF00)) != 0)
    n += 4 * np.int64((low & np.uint64(0xF0F0F0F0F0F0F0F0)) != 0)
    n += 2 * np.int64((low & np.uint64(0xCCCCCCCCCCCCCCCC)) != 0)
    return n + np.int64((low & np.uint64(0xAAAAAAAAAAAAAAAA)) != 0)


@rule
def covering(o, rules, b, w, graph, many):
    """Where few rules match, perhaps a new one: this position, and any of its strings. Its slot, or -1."""
    chance = o.cover_none if many == 0 else o.cover_few if many < o.few else 0.0
    if chance == 0.0 or (chance < 1.0 and dice.uniform(b) >= chance):
        return -1
    k = free_slot(b)
    if k < 0 or not cover(b, graph, rules[k]):
        return -1
    w.covered += 1
    return k


@rule
def string_of(o, b, r, graph, desk):
    """The string that a rule cuts: any that its action can be, or the first found."""
    if o.first_found:
        find(r, graph, desk, 1, o.wild_is_ground)
        return np.int64(desk.line[0])
    return np.int64(desk.line[dice.below(b, find(r, graph, desk, len(desk.line), o.wild_is_ground))])
