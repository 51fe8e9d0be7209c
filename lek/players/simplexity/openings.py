"""Openings kept for matches between engines: no game that `lek` learnt from passes through one of them.

Four moves drawn at random, as deals of one seed. Most such openings are uneven, and many are decided by force: then whoever
has the better side wins, however well the other plays. So for each board 200 deals are kept that neither a search of a
million positions nor one of ten million (`lek`'s own) puts beyond 60 hundredths of a logit, chances of 35 to 65 %, no two of
them the same or mirrored. The first hundred deals, even or not, are kept as well.

    python -m lek.players.simplexity.openings BOARD

chooses anew, as `lek` is now. Those below were chosen once, by a `lek` of before (for 6 x 7 a network of 64 units, none for
8 x 13), and stay as they are, whatever it comes to think of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from lek.agent import configured
from lek.brains.alphabeta import ENTRY
from lek.game import Game, record
from lek.games.simplexity import simplexity
from lek.players.simplexity.lek import LEK
from lek.position import Position

BOARDS = {"6x7": "base", "8x13": "unknown-2020"}
MOVES, SEED = 4, 2026
DRAWN = range(100)
WITHIN, LOOKS, TABLE = 60.0, (1_000_000, 10_000_000), 20  # hundredths of a logit; positions; bits
EVEN = {
    "6x7": (
        13, 14, 33, 53, 56, 69, 74, 75, 84, 91, 94, 106, 107, 112, 119, 120, 121, 138, 149, 156, 159, 162, 165,
        166, 167, 172, 185, 189, 191, 200, 211, 217, 219, 224, 227, 234, 250, 256, 264, 271, 273, 285, 291, 301,
        307, 312, 317, 319, 320, 343, 346, 347, 348, 349, 353, 354, 360, 372, 377, 384, 388, 397, 400, 415, 420,
        427, 428, 436, 438, 446, 454, 460, 466, 478, 503, 508, 509, 511, 516, 525, 531, 534, 536, 540, 546, 568,
        570, 578, 579, 587, 589, 605, 607, 641, 645, 651, 656, 657, 671, 686, 687, 703, 709, 720, 726, 728, 731,
        741, 750, 751, 758, 770, 773, 786, 792, 795, 797, 798, 807, 808, 816, 819, 822, 831, 832, 840, 841, 845,
        860, 865, 866, 869, 871, 874, 888, 889, 899, 906, 911, 950, 953, 959, 964, 978, 982, 993, 1003, 1004,
        1020, 1023, 1028, 1041, 1042, 1052, 1068, 1086, 1089, 1103, 1106, 1118, 1148, 1193, 1197, 1218, 1223,
        1227, 1237, 1241, 1251, 1301, 1312, 1355, 1361, 1367, 1378, 1398, 1399, 1419, 1428, 1437, 1443, 1461,
        1463, 1469, 1470, 1487, 1490, 1503, 1509, 1517, 1530, 1534, 1536, 1547, 1557, 1574, 1575, 1580, 1585,
        1590),
    "8x13": (
        4, 6, 8, 11, 20, 21, 24, 25, 26, 35, 37, 39, 41, 42, 44, 48, 50, 56, 59, 66, 68, 69, 70, 72, 79, 82, 83,
        84, 88, 89, 92, 93, 96, 100, 101, 102, 104, 110, 111, 112, 113, 116, 117, 121, 124, 125, 127, 129, 130,
        132, 135, 137, 139, 140, 141, 142, 144, 146, 148, 150, 151, 152, 154, 162, 165, 166, 168, 170, 176, 177,
        183, 185, 187, 189, 190, 192, 193, 197, 200, 203, 204, 206, 209, 212, 219, 220, 221, 223, 225, 230, 233,
        235, 239, 241, 244, 245, 246, 252, 257, 260, 262, 264, 265, 266, 267, 268, 269, 270, 278, 279, 282, 284,
        285, 286, 290, 295, 297, 299, 301, 302, 303, 306, 307, 309, 311, 313, 315, 319, 321, 323, 326, 329, 333,
        339, 340, 343, 345, 348, 349, 351, 353, 358, 363, 366, 371, 373, 374, 376, 377, 378, 383, 396, 400, 401,
        403, 404, 405, 407, 408, 409, 411, 412, 417, 419, 420, 425, 428, 430, 432, 433, 434, 436, 437, 440, 441,
        444, 449, 450, 455, 456, 457, 459, 460, 461, 462, 465, 471, 476, 477, 478, 482, 489, 490, 491, 495, 498,
        499, 500, 502, 505),
}


@cache
def board(name: str) -> Game:
    game: Game = simplexity(preset=BOARDS[name], opening=MOVES)
    return game


def dealt(name: str, deal: int) -> Any:
    """The position an opening leads to."""
    return Position(board(name), SEED, deal).state


def looks(s: Any) -> tuple[int, ...]:
    """What a position and its mirror image have in common."""
    h, columns = int(s.rows) + 1, range(int(s.cols))
    maps = [sum(int(word) << 64 * k for k, word in enumerate(row)) for row in s.boards]
    mirrored = [sum((bits >> h * c & (1 << h) - 1) << h * (len(columns) - 1 - c) for c in columns) for bits in maps]
    return min(tuple(maps), tuple(mirrored))


@cache
def kept(name: str) -> frozenset[tuple[int, ...]]:
    """How the openings kept for matches look."""
    return frozenset(looks(dealt(name, deal)) for deal in {*DRAWN, *EVEN[name]})


def looked_at(name: str, deal: int, nodes: int) -> float:
    """What a search says of an opening, in hundredths of a logit."""
    g, memory = configured(LEK, board(name), {"depth": 40})[0], record(LEK.memory_type(board(name)))
    LEK.search.begin(g, memory[0], dealt(name, deal))
    LEK.search.go(g, memory[0], np.zeros(1 << TABLE, ENTRY).view(np.recarray), nodes)
    return float(memory[0].worth)


def chosen(name: str, looks_of: tuple[int, ...] = LOOKS) -> Iterator[int]:
    """Even deals, no two alike, one after the other without end."""
    seen: set[tuple[int, ...]] = set()
    for deal in count():
        how = looks(dealt(name, deal))
        if how not in seen and all(abs(looked_at(name, deal, nodes)) <= WITHIN for nodes in looks_of):
            seen.add(how)
            yield deal


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in BOARDS:
        print(f"'{' '.join(sys.argv[1:])}' does not work: give a board, {' or '.join(BOARDS)}", file=sys.stderr)
        sys.exit(2)
    for _, _deal in zip(EVEN[sys.argv[1]], chosen(sys.argv[1]), strict=False):
        print(_deal, flush=True)
