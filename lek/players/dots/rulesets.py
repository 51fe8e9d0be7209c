"""A player that is a set of graph rules, learning while it plays: what all methods of learning have in common.

Where the player moves, all rules that match are found; one of them is chosen, and cuts its string. After the game they
learn from its reward, some rules leave the set, and others are born: by covering, a rule made of a position in which few or
none matched, or as changed copies of others. `concepts.py` and its rivals say which rule acts, what it learns, who leaves
and who has children.

Which rules match a position is remembered with the position, as a bit for each; when the position comes again, only rules
are tried that were not before. Where a few of the highest Q are all that matters, others wait until they could be one.

    book    what is known of every rule, in its slot
    memo    which rules were tried at which position, and which match
    diary   a game: at every turn the margin before it, the rule that acted, and a set of rules that is noted
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.jit import rule
from lek.players.dots import graphrules_breeding
from lek.players.dots.graphrules import find, matches, may_match
from lek.players.dots.graphrules_breeding import cover, mutate
from lek.settings import Setting

SLACK = 56  # rules that may be born during a game beyond those that are kept
OWN = 8  # further numbers of every rule, for each method to make use of
ONE = np.uint64(1)
NONE = -1

SETTINGS = {  # of all methods
    "population": Setting(1000, 1, 32_000, about="rules that are kept"),
    **graphrules_breeding.SETTINGS,
    "wild_is_ground": Setting(True, about="whether w also stands for the ground"),
    "first_found": Setting(False, about="whether a rule that matches in several ways takes the first, else any"),
}


def words(population: int) -> int:
    """64 rules each."""
    return -(-(population + SLACK) // 64)


def book_type(population: int) -> Any:
    slots = words(population) * 64
    return np.dtype((np.record, np.dtype([
        ("rng", "u8"), ("games", "i8"), ("turns", "i8"), ("births", "i8"), ("live", "i8"), ("tried", "i8"),
        ("population", "i8"), ("average", "f8"), ("alive", "u8", (slots // 64,)), ("nth", "i8", (slots,)),
        ("needs", "u8", (slots,)), ("order", "i2", (slots,)),  # what the rules need, and their slots by Q, the highest first
        ("q", "f8", (slots,)), ("f", "f8", (slots,)), ("uses", "i8", (slots,)), ("born", "i8", (slots,)),
        ("acts", "i8", (slots,)), ("own", "f8", (OWN, slots)),
    ], align=True)))


def memo_type(positions: int, population: int, rows: int) -> Any:
    """`row` tells where the rules of each position are kept, from 1 on; `stamp` how many were born by then, as `nth` is."""
    return np.dtype((np.record, np.dtype([
        ("rows", "i8"), ("row", "i4", (positions,)), ("stamp", "i8", (rows,)), ("bits", "u8", (rows, words(population))),
        ("tried", "u8", (rows, words(population))),
    ], align=True)))


def diary_type(turns: int, population: int) -> Any:
    """`list` are the rules that match at this turn, `many` of them, `enough` with the highest Q or, for 0, all.

    `now` are all known to match, `tried` all looked at; `says` is the string of each and `worth` what strings promise.
    `string` is the one to be cut where that is no matter of the rule alone. The last line counts over all games.
    """
    many = words(population)
    return np.dtype((np.record, np.dtype([
        ("greedy", "i1"), ("turns", "i8"), ("margin", "f8", (turns,)), ("slot", "i2", (turns,)), ("other", "i2", (turns,)),
        ("noted", "u8", (turns, many)), ("now", "u8", (many,)), ("list", "i2", (many * 64,)), ("says", "i2", (many * 64,)),
        ("tried", "u8", (many,)), ("many", "i8"), ("enough", "i8"), ("string", "i2"),
        ("worth", "f8", (2, turns)),
        ("decisions", "i8"), ("guided", "i8"), ("matched", "i8"), ("counted", "i8"), ("covered", "i8"), ("tests", "i8"),
    ], align=True)))


# rules in a book


@rule
def is_alive(b, k):
    return (b.alive[k >> 6] >> np.uint64(k & 63)) & ONE != 0


@rule
def free_slot(b):
    """A slot without a rule, or NONE."""
    for word in range(len(b.alive)):
        if ~b.alive[word] != 0:
            for k in range(64):
                if (b.alive[word] >> np.uint64(k)) & ONE == 0:
                    return word * 64 + k
    return NONE


@rule
def enter(rules, b, k, q, f):
    """Enter the rule in slot k into the book."""
    b.alive[k >> 6] |= ONE << np.uint64(k & 63)
    b.live += 1
    b.births += 1
    b.nth[k] = b.births
    b.needs[k] = rules[k].needs
    b.q[k], b.f[k], b.uses[k], b.acts[k], b.born[k] = q, f, 0, 0, b.games
    for n in range(OWN):
        b.own[n, k] = 0.0


@rule
def put_in_order(b):
    """Sort all slots by Q; few have changed places, so each is moved up to where it belongs."""
    for n in range(1, len(b.order)):
        k, here = b.order[n], n
        while here > 0 and b.q[b.order[here - 1]] < b.q[k]:
            b.order[here] = b.order[here - 1]
            here -= 1
        b.order[here] = k


@rule
def bury(b, k):
    b.alive[k >> 6] &= ~(ONE << np.uint64(k & 63))
    b.live -= 1


@rule
def least_of(b, worth):
    """Of all rules the one with the least worth [slots]."""
    least, where = np.inf, NONE
    for k in range(len(worth)):
        if is_alive(b, k) and worth[k] < least:
            least, where = worth[k], k
    return where


@rule
def changed(o, rules, b, parent):
    """A changed copy of a rule, in a free slot: which one, or NONE. It is not entered yet."""
    child = free_slot(b)
    if parent == NONE or child == NONE:
        return NONE
    rules[child] = rules[parent]
    return child if mutate(b, o, rules[child], o.mutations_least, o.mutations) else NONE


@rule
def covering(rules, b, w, graph):
    """This position, and any of its strings, in a free slot: which one, or NONE. It is not entered yet."""
    k = free_slot(b)
    if k == NONE or not cover(b, graph, rules[k]):
        return NONE
    w.covered += 1
    return k


def alive(b: Any) -> Any:
    """The slots that hold a rule."""
    bits = np.unpackbits(b.alive.view(np.uint8), bitorder="little")
    return np.flatnonzero(bits)


def by_quality(b: Any) -> Any:
    """All rules, by Q; of two with the same the one in the earlier slot first."""
    slots = alive(b)
    return slots[np.argsort(-b.q[slots], kind="stable")]


# which rules match


@rule
def matching(o, rules, b, w, graph, desk, memo, position):
    """Find the rules that match a graph, as bits in w.now; at a numbered position what was tried is remembered."""
    row = row_of(memo, position) if position >= 0 else NONE
    remember(b, w, memo, row)
    if w.enough > 0:
        try_best(o, rules, b, w, graph, desk)
    else:
        try_all(o, rules, b, w, graph, desk)
    if row != NONE:
        memo.stamp[row] = b.births
        for word in range(len(w.now)):
            memo.bits[row, word], memo.tried[row, word] = w.now[word], w.tried[word]


@rule
def try_all(o, rules, b, w, graph, desk):
    """Try all rules that were not tried yet; all that match are in w.list then, and counted."""
    for word in range(len(w.now)):
        rest, found = b.alive[word] & ~w.tried[word], w.now[word]
        while rest != 0:
            bit = rest & (~rest + ONE)
            rest ^= bit
            w.tests += 1
            k = word * 64 + bit_number(bit)
            if may_match(b.needs[k], graph) and matches(rules[k], graph, desk, o.wild_is_ground):
                found |= bit
        w.now[word], w.tried[word] = found, b.alive[word]
    w.many = listed(w.now, w.list)
    w.counted += 1
    w.matched += w.many


@rule
def try_best(o, rules, b, w, graph, desk):
    """Go through rules in the order of Q, until no other can be among the best that match: these are in w.list then."""
    w.many = 0
    for n in range(len(b.order)):
        k = np.int64(b.order[n])
        if w.many == w.enough and b.q[k] < b.q[w.list[w.many - 1]]:
            return
        bit = ONE << np.uint64(k & 63)
        if b.alive[k >> 6] & ~w.tried[k >> 6] & bit != 0:
            w.tests += 1
            w.tried[k >> 6] |= bit
            if may_match(b.needs[k], graph) and matches(rules[k], graph, desk, o.wild_is_ground):
                w.now[k >> 6] |= bit
        if w.now[k >> 6] & bit != 0:
            rank(b, w, k)


@rule
def remember(b, w, memo, row):
    """What is known of a position from before: nothing of rules that were born since then."""
    last = memo.stamp[row] if row != NONE else np.int64(0)
    for word in range(len(w.now)):
        w.now[word], w.tried[word] = 0, 0
        if row != NONE:
            new = np.uint64(0)
            for k in range(64):
                new |= np.uint64(b.nth[word * 64 + k] > last) << np.uint64(k)
            w.tried[word] = memo.tried[row, word] & b.alive[word] & ~new
            w.now[word] = memo.bits[row, word] & w.tried[word]


@rule
def rank(b, w, k):
    """Put a rule in its place among the best, if it is one of them; of two as good the earlier slot comes first."""
    if w.many < w.enough:
        w.many += 1
    elif not goes_before(b, k, w.list[w.many - 1]):
        return
    here = w.many - 1
    while here > 0 and goes_before(b, k, w.list[here - 1]):
        w.list[here] = w.list[here - 1]
        here -= 1
    w.list[here] = k


@rule
def goes_before(b, k, other):
    return b.q[k] > b.q[other] or (b.q[k] == b.q[other] and k < other)


@rule
def row_of(memo, position):
    """Where a position is kept; when all rows are taken, it begins anew."""
    if memo.row[position] == 0:
        if memo.rows == len(memo.stamp):
            memo.rows = 0
            memo.row[:] = 0
        memo.stamp[memo.rows] = 0
        memo.tried[memo.rows] = 0
        memo.rows += 1
        memo.row[position] = memo.rows
    return memo.row[position] - 1


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
    n = 32 * np.int64((low & np.uint64(0xFFFFFFFF00000000)) != 0)
    n += 16 * np.int64((low & np.uint64(0xFFFF0000FFFF0000)) != 0)
    n += 8 * np.int64((low & np.uint64(0xFF00FF00FF00FF00)) != 0)
    n += 4 * np.int64((low & np.uint64(0xF0F0F0F0F0F0F0F0)) != 0)
    n += 2 * np.int64((low & np.uint64(0xCCCCCCCCCCCCCCCC)) != 0)
    return n + np.int64((low & np.uint64(0xAAAAAAAAAAAAAAAA)) != 0)


@rule
def string_of(o, b, r, graph, desk):
    """The string that a rule cuts: any that its action can be, or the first found."""
    many = find(r, graph, desk, 1 if o.first_found else len(desk.line), o.wild_is_ground)
    return np.int64(desk.line[0 if o.first_found else dice.below(b, many)])
