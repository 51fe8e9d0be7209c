"""Games between fixed players of small boards, computed and not sampled.

A player that looks at the lines alone, not at the score, is a table: for every position the lines among which it chooses,
all as likely. From the full board down, every position has the chance that the first of two such players wins from there on,
by who moves and by how many boxes are taken so far: no game is played, and nothing is left to luck. With the best line in
place of the mean over all, it is the best that anybody can do against a player.

Positions that are turned or mirrored are one, and so are those in which of two lines beside the same box and no other (in a
corner) this or that is drawn: on 3 x 3 that leaves 667,884 of 16,777,216. A player that goes by the numbers of lines does
not see it so; for it all positions are kept apart (`apart`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from lek.agent import configured
from lek.game import Game, record
from lek.games.dots import GROUND
from lek.jit import build, rule
from lek.players.dots import parity as dots_parity
from lek.players.dots import solved as dots_solved
from lek.players.dots import strategies as dots
from lek.players.dots.lines import room
from lek.players.dots.solved import closes, sides_of, too_large
from lek.settings import Mistake, one_of

CHUNK = 8  # lines turned by one look into a table
PLAYERS = {**dots.PLAYERS, **dots_parity.PLAYERS, **dots_solved.PLAYERS}
MARKS = {**dots.MARKS, **dots_parity.MARKS, **dots_solved.MARKS}
APART = frozenset(dots_parity.MARKS)  # they hand out short chains in the order of lines


class Positions(NamedTuple):
    """All positions of a board, those alike taken as one, in an order in which a line leads to a later one."""

    of: Any  # [2 ** lines] the number of every position
    drawn: Any  # [positions] its lines, as bits
    sides: Any  # [lines, 2] the lines around the boxes beside a line
    boxes: int


@lru_cache(maxsize=4)
def positions(game: Game, apart: bool = False) -> Positions:
    why = too_large(game)
    if why:
        raise Mistake(f"games on this board cannot be computed by a table: {why}")
    sides, boxes = sides_of(game), len(game.blank[0].strings)
    of = np.arange(1 << len(sides), dtype=np.int32)
    if apart:
        return Positions(of, of, sides, boxes)
    count = number(turns_of(game), alike_of(game), of)
    drawn = np.empty(count, np.int32)
    first_of(of, drawn)
    order = np.argsort(np.bitwise_count(drawn), kind="stable")  # a line more is always later
    place = np.empty(count, np.int32)
    place[order] = np.arange(count, dtype=np.int32)
    return Positions(place[of], drawn[order], sides, boxes)


def turns_of(game: Game) -> Any:
    """[turns, chunks, 256] what becomes of eight lines of the board by every turn and mirror image of it."""
    rows, columns, lines = int(game.blank.rows[0]), int(game.blank.columns[0]), int(game.blank.lines[0])
    places = [(2 * row, 2 * column + 1) for row in range(rows + 1) for column in range(columns)]
    places += [(2 * row + 1, 2 * column) for row in range(rows) for column in range(columns + 1)]
    turns = [list(range(lines))]
    for swap in (False, True) if rows == columns else (False,):
        for down in (False, True):
            for across in (False, True):
                moved = [(2 * rows - y if down else y, 2 * columns - x if across else x) for y, x in places]
                turns += [[places.index((x, y) if swap else (y, x)) for y, x in moved]] if rows else []
    made = np.zeros((len(turns), -(-lines // CHUNK), 1 << CHUNK), np.int64)
    for turn, goes in enumerate(turns):
        for a, b in enumerate(goes):
            chunk, bit = divmod(a, CHUNK)
            made[turn, chunk, (np.arange(1 << CHUNK) >> bit) & 1 == 1] |= 1 << b
    return made


def alike_of(game: Game) -> Any:
    """[pairs, 2] lines beside the same boxes, in an order in which exchanging them sorts them."""
    ends = [tuple(sorted(pair)) for pair in game.blank[0].beside.tolist()]
    lines = range(len(ends))
    pairs = [(a, b) for a in lines for b in lines if a < b and ends[a] == ends[b]]
    return np.array(pairs, np.int64).reshape(-1, 2)


@rule
def number(turns, alike, of):
    """Number the positions, those alike the same, in the order in which the least of them come; how many there are."""
    count = 0
    for drawn in range(len(of)):
        least = least_alike(turns, alike, drawn)
        if least == drawn:
            of[drawn] = count
            count += 1
        else:
            of[drawn] = of[least]
    return count


@rule
def least_alike(turns, alike, drawn):
    """Of all positions that are alike the one with the smallest number."""
    least = drawn
    for turn in range(turns.shape[0]):
        turned, rest = 0, drawn
        for chunk in range(turns.shape[1]):
            turned |= turns[turn, chunk, rest & 255]
            rest >>= 8
        for k in range(len(alike)):
            a, b = alike[k, 0], alike[k, 1]
            if (turned >> b) & 1 > (turned >> a) & 1:
                turned ^= (1 << a) | (1 << b)
        least = min(least, turned)
    return least


@rule
def first_of(of, drawn):
    """The first position of every number."""
    count = 0
    for position in range(len(of)):
        if of[position] == count:
            drawn[count] = position
            count += 1


def table(game: Game, name: str, apart: bool = False) -> Any:
    """[positions] the lines, as bits, among which a player chooses."""
    brain = PLAYERS[name]
    known = positions(game, apart)
    lines = np.zeros(len(known.drawn), np.int32)
    made = build("dots_table", _TABLE, {"mark_lines": MARKS[name], "set_up": set_up})
    made["fill"](configured(brain, game, {}), game.blank.copy(), record(room(game)), known.drawn, lines)
    return lines


_TABLE = """
@njit
def fill(genomes, states, rooms, drawn, lines):
    for n in range(len(drawn) - 1):
        set_up(states[0], drawn[n])
        mark_lines(genomes[0], rooms[0], states[0])
        lines[n] = rooms[0].set[0]
"""


@rule
def set_up(s, drawn):
    """The lines of a position, and what they leave open."""
    s.drawn[0] = drawn
    for box in range(len(s.strings)):
        s.open[box] = s.strings[box]
        for k in range(s.around.shape[1]):
            a = s.around[box, k]
            s.open[box] -= a < s.lines and (drawn >> a) & 1
    s.open[len(s.strings)] = GROUND


class Outcome(NamedTuple):
    """What the first of two players gets, when it begins and when the other does."""

    won: tuple[float, float]
    drawn: tuple[float, float]
    margin: tuple[float, float]


def outcome(known: Positions, one: Any, other: Any) -> Outcome:
    """The games of two players' tables."""
    margin = 2 * np.arange(known.boxes + 1) - known.boxes
    return Outcome(*_worths(known, one, other, margin > 0, margin == 0, margin))


def best_response(known: Positions, other: Any) -> tuple[float, float]:
    """The share of games that the best can win against a player's table, as first and as second to move."""
    return _worths(known, np.zeros(0, np.int32), other, 2 * np.arange(known.boxes + 1) > known.boxes)[0]


def _worths(known: Positions, one: Any, other: Any, *ends: Any) -> list[tuple[float, float]]:
    """The mean of every one of `ends`, by the boxes that one takes in all."""
    met = np.zeros(len(known.drawn), np.uint8)
    meet(known.of, known.drawn, known.sides, one, other, met)
    row = np.cumsum(met > 0, dtype=np.int32) - 1  # of what can come about: a small part of all positions
    worth = np.empty((row[-1] + 1, 2, known.boxes + 1), np.float64 if len(known.drawn) < 1 << 22 else np.float32)
    told = []
    for end in ends:
        expected(known.of, known.drawn, known.sides, one, other, met, row, end.astype(float), worth)
        told.append((float(worth[0, 0, 0]), float(worth[0, 1, 0])))
    return told


@rule
def chosen(drawn, one, other, n, mover):
    """The lines among which the mover chooses; mover 0 is `one`, or anybody where that is empty."""
    if mover == 1:
        return other[n]
    return one[n] if len(one) > 0 else ~drawn[n]


@rule
def meet(of, drawn, sides, one, other, met):
    """met[position], a bit for each mover: whether it can come about, whoever begins."""
    met[0] = 3
    for n in range(len(drawn) - 1):
        for mover in range(2):
            if (met[n] >> mover) & 1:
                among = chosen(drawn, one, other, n, mover)
                for a in range(len(sides)):
                    if (among >> a) & 1:
                        after = drawn[n] | (1 << a)
                        met[of[after]] |= 1 << (mover if closes(sides, after, a) > 0 else 1 - mover)


@rule
def expected(of, drawn, sides, one, other, met, row, end, worth):
    """worth[row[position], mover, boxes of one so far], from the full board down, the best line counting where `one` is
    empty."""
    last = row[len(drawn) - 1]
    for taken in range(worth.shape[2]):
        worth[last, 0, taken] = end[taken]
        worth[last, 1, taken] = end[taken]
    sums = np.zeros(worth.shape[2])
    for n in range(len(drawn) - 2, -1, -1):
        if met[n] == 0:
            continue
        done = closed_in(drawn[n], sides)
        for mover in range(2):
            if (met[n] >> mover) & 1 == 0:
                continue
            best = mover == 0 and len(one) == 0
            among = chosen(drawn, one, other, n, mover)
            sums[:] = 0.0
            many = 0
            for a in range(len(sides)):
                if (among >> a) & 1 == 0:
                    continue
                many += 1
                after = drawn[n] | (1 << a)
                closed = closes(sides, after, a)
                then, mover_then, gain = of[after], mover if closed > 0 else 1 - mover, closed if mover == 0 else 0
                for taken in range(done + 1):
                    comes = worth[row[then], mover_then, taken + gain]
                    sums[taken] = max(sums[taken], comes) if best else sums[taken] + comes
            for taken in range(done + 1):
                worth[row[n], mover, taken] = sums[taken] if best else sums[taken] / many


@rule
def closed_in(drawn, sides):
    """Boxes closed in a position. Each is met at every one of its lines, whose number is that of its bits."""
    closed = 0
    for a in range(len(sides)):
        for k in range(2):
            box = sides[a, k]
            closed += (drawn & box) == box and (box & ((1 << a) - 1)) == 0
    return closed


@rule
def go_on(of, drawn, sides, one, other, often, n):
    """Add to often[position, mover], how many times a game somebody comes to move there, what follows from a position."""
    for mover in range(2):
        if often[n, mover] > 0.0:
            among = chosen(drawn, one, other, n, mover)
            many = 0
            for a in range(len(sides)):
                many += (among >> a) & 1
            for a in range(len(sides)):
                if (among >> a) & 1:
                    after = drawn[n] | (1 << a)
                    then = mover if closes(sides, after, a) > 0 else 1 - mover
                    often[of[after], then] += often[n, mover] / many


def for_margin(known: Positions, other: Any) -> Any:
    """The table of who wins by most boxes against a player's table, whatever the score."""
    lines = np.zeros(len(known.drawn), np.int32)
    widest(known.of, known.drawn, known.sides, other, np.zeros((len(known.drawn), 2)), lines)
    return lines


@rule
def widest(of, drawn, sides, other, margin, lines):
    """margin[position, mover] that is still to come when mover 0 does its best, by any of these lines."""
    for n in range(len(drawn) - 2, -1, -1):
        most, many, mean = -1e9, 0, 0.0
        for a in range(len(sides)):
            after = drawn[n] | (1 << a)
            if after == drawn[n]:
                continue
            closed = closes(sides, after, a)
            then = of[after]
            mine = closed + margin[then, 0] if closed > 0 else margin[then, 1]
            if mine > most + 1e-9:
                most = mine
                lines[n] = 0
            if mine > most - 1e-9:
                lines[n] |= 1 << a
            if (other[n] >> a) & 1:
                many += 1
                mean += margin[then, 1] - closed if closed > 0 else margin[then, 0]
        margin[n, 0] = most
        margin[n, 1] = mean / many


class Tabled(NamedTuple):
    """A player that is not of the house, such as a list of rules, and how it becomes a table."""

    lines: Any  # lines(game, known, other) -> what it does where it comes to move against a table, or for None anywhere
    apart: bool  # whether it does not see that positions are alike


def exactly(
    game: Game, one: str, other: str, learnt: Mapping[str, Tabled] | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, dict[str, float]]:
    """What one player gets against another: the share of games won and drawn, and the margin in boxes, by who begins.

    `best` in place of the one is whoever wins the most games against the other, `margin` whoever wins by the most boxes.
    Other players than those of the house are `learnt`, by their names.
    """
    made = dict(learnt or {})
    one_of("player", one, [*MARKS, *made, "best", "margin"])
    one_of("player", other, [*MARKS, *made])
    apart = any(name in APART or (name in made and made[name].apart) for name in (one, other))
    known = positions(game, apart)
    house, asked = {}, [name for name in dict.fromkeys((one, other)) if name in MARKS]
    for n, name in enumerate(asked):
        progress(n * len(known.drawn), len(asked) * len(known.drawn))
        house[name] = table(game, name, apart)

    def lines(name: str, against: Any) -> Any:
        return house[name] if name in house else made[name].lines(game, known, against)

    theirs = lines(other, house.get(one))
    if one == "best":
        return {"won": _by_seat(best_response(known, theirs))}
    mine = for_margin(known, theirs) if one == "margin" else lines(one, theirs)
    return {name: _by_seat(pair) for name, pair in outcome(known, mine, theirs)._asdict().items()}


def _by_seat(pair: tuple[float, float]) -> dict[str, float]:
    return {"first": pair[0], "second": pair[1], "mean": sum(pair) / 2}
