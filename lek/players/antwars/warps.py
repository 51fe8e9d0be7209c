"""The same on a GPU: one block for the games of two genomes, one warp for each genome.

A warp is what `lanes.py` makes of vectors on a CPU: 32 lanes that read the same instruction together, lane = 8 * turn
+ game. The ants lie in memory that both warps share; each turn one of them moves in up to eight games while the other
moves in the other eight. The accumulator and the boards of a lane are registers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Fast, Warps
from lek.brains.tree import LEVELS
from lek.game import Game, record
from lek.games.antwars import antwars
from lek.players.antwars import code as antwars_code
from lek.players.antwars.ants import (
    ANTS,
    LANES,
    LONGEST,
    ORDER_BITS,
    WIDTH,
    begin,
    choose,
    foe,
    go,
    groups_of,
    look,
    pack,
    unpack,
)
from lek.players.antwars.code import code_type, translate, translate_all
from lek.players.antwars.lanes import ROOM, SCRATCH, play
from lek.players.antwars.perception import (
    ENEMY_MEMORY,
    EXPECTED,
    HOPE_AREA,
    MASKS,
    NEXT_MOVE,
    NO_BELIEF,
    ONE,
    ONE_TREE,
    RAW_EMPTY,
    ROUGHLY,
    SIGHT_0,
    SIGHT_1,
    UNIT,
    faded,
    hoped,
)

NAMES: dict[str, Any] = {
    "translate": translate, "begin": begin, "choose": choose, "foe": foe, "go": go, "look": look, "pack": pack,
    "faded": faded, "hoped": hoped, "stream": dice.stream, "np": np, "STREAM": dice.STREAM,
    "SHARED": np.dtype((np.record, np.dtype(ANTS, align=True))),
}
_CONSTANTS = {name: getattr(antwars_code, name) for name in (
    "END", "CONST", "TIME", "POINTS", "REST", "HOPE", "FOOD", "ENEMY", "NFOOD", "NEMPTY", "NVISITED", "NOT", "SMALLER",
    "EQUAL", "ADD", "SUB", "MUL", "TEST", "ELSE", "SELECT", "ALL", "AND", "ANY", "PUSH", "OPERAND")}
_CONSTANTS |= {"LEVELS": LEVELS, "ROOM": ROOM, "WIDTH": WIDTH, "ORDER_BITS": ORDER_BITS, "EXPECTED": EXPECTED,
               "NEXT_MOVE": NEXT_MOVE, "NO_BELIEF": NO_BELIEF, "ONE": ONE, "ONE_TREE": ONE_TREE, "RAW_EMPTY": RAW_EMPTY,
               "ROUGHLY": ROUGHLY, "SIGHT_0": SIGHT_0, "SIGHT_1": SIGHT_1}

SOURCE = "\n".join(f"{name} = {value}" for name, value in _CONSTANTS.items()) + f"""
UNIT = np.float32({float(UNIT)!r})
YES = np.float32(1.0)
NO = np.float32(0.0)
EVERYBODY = 0xFFFFFFFF


@cuda.jit(device=True, inline=True)
def sum_of(low, high, cell, now, seen, habits):
    near = cuda.popc(low & SIGHT_0) + cuda.popc(high & SIGHT_1)
    low &= ~SIGHT_0
    high &= ~SIGHT_1
    if low | high == 0:
        return np.float32(near)
    if habits & NO_BELIEF:
        return np.float32(near + cuda.popc(low) + cuda.popc(high))
    return np.float32(near * ONE + faded(low, high, cell, now, seen)) * UNIT


@cuda.jit(device=True, inline=True)
def area_of(t, c, operand, q):
    area = c.area[operand, q]
    return t.masks[area, 0], t.masks[area, 1]
""" + """

@cuda.jit
def translate_on_device(table, genomes, codes):
    n = cuda.grid(1)
    if n < genomes.shape[0]:
        frames = cuda.local.array(LEVELS, np.int64)
        stages = cuda.local.array(LEVELS, np.int64)
        marks = cuda.local.array(LEVELS, np.int64)
        translate(table[0].kinds, genomes[n], codes[n], frames, stages, marks)


@cuda.jit(max_registers=48)
def play_groups(table, codes, groups, seed, deal, told):
    room = cuda.shared.array(1, SHARED)
    worth = cuda.shared.array((2, 8, WIDTH), np.float32)
    turned = cuda.shared.array((2, WIDTH), np.int32)
    stack = cuda.local.array(ROOM, np.float32)
    t = table[0]
    w = room[0]
    thread = cuda.threadIdx.x
    side = thread >> 5
    lane = thread & 31
    q = lane >> 3
    j = lane & 7
    first = groups[cuda.blockIdx.x, 0]
    games = groups[cuda.blockIdx.x, 1]
    swapped = groups[cuda.blockIdx.x, 4]
    if side == 0 and lane < games:
        own = cuda.local.array(1, STREAM)
        own[0].rng = stream(seed, deal[first + lane], 0)
        begin(w, lane, t.pieces, own[0])
    alone = groups[cuda.blockIdx.x, 2] == groups[cuda.blockIdx.x, 3]  # an ant and itself: the first warp does it all
    idle = alone and side == 1
    c = codes[groups[cuda.blockIdx.x, 2 + side]]
    habits = np.int64(c.habits)
    order = t.order[habits >> ORDER_BITS]
    for turn in range(2 * t.moves):
        seat = turn & 1
        cuda.syncthreads()
        # lane j of this side is the j-th game in which this genome sits here and lives
        if lane == 0:
            n = 0
            for game in range(games):
                mine = alone or (seat ^ side ^ (swapped >> game)) & 1 == 0
                if mine and not idle and w.alive[game, seat] != 0:
                    turned[side, n] = game
                    n += 1
            for k in range(n, WIDTH):
                turned[side, k] = -1
        cuda.syncwarp()
        game = np.int64(turned[side, j])
        used = game >= 0
        if q == 0 and used:
            look(w, game, seat, habits)
        cuda.syncwarp()
        f0 = np.int64(0)
        f1 = np.int64(0)
        v0 = np.int64(0)
        v1 = np.int64(0)
        k0 = np.int64(0)
        k1 = np.int64(0)
        e0 = np.int64(0)
        e1 = np.int64(0)
        cell = np.int64(0)
        now = np.int64(0)
        points = NO
        if used:
            f0 = w.food_0[game, seat]
            f1 = w.food_1[game, seat]
            v0 = w.visited_0[game, seat]
            v1 = w.visited_1[game, seat]
            k0 = w.known_0[game, seat]
            k1 = w.known_1[game, seat]
            e0, e1 = foe(w, game, seat)
            cell = np.int64(w.cell[game, seat])
            now = np.int64(w.now[game, seat])
            points = np.float32(w.eaten[game, seat])
        meeting = cuda.any_sync(EVERYBODY, e0 | e1 != 0)
        left = t.moves - (turn >> 1)
        if habits & NEXT_MOVE:
            left -= 1
        if cuda.any_sync(EVERYBODY, used):
            for tree in range(2):
                at = np.int64(c.start[0 if habits & ONE_TREE else tree])
                acc = NO
                height = 0
                asked = 0
                mixed = np.int64(0)
                agreed = np.int64(0)
                conditions = np.int64(0)
                does = c.does[at]
                while True:
                    op = does & 31
                    operand = np.int64(does) // OPERAND
                    if does & PUSH:
                        stack[height] = acc
                        height += 1
                    at += 1
                    does = c.does[at]  # early: it takes a while
                    if op == END:
                        break
                    if op == CONST:
                        acc = c.arg[operand]
                    elif op < HOPE:
                        if op == TIME:
                            acc = np.float32(left)
                        elif op == POINTS:
                            acc = points
                        else:
                            acc = np.float32(15.0) - points
                    elif op == ENEMY and not meeting:
                        acc = NO
                    elif op < NOT:
                        m0, m1 = area_of(t, c, operand, q)
                        if op == NFOOD or (op == FOOD and habits & EXPECTED):
                            acc = sum_of(f0 & m0, f1 & m1, cell, now, w.seen[game, seat], habits)
                            if op == FOOD:
                                acc = YES if acc >= np.float32(0.5) else NO
                        elif op == FOOD:
                            acc = YES if (f0 & m0) | (f1 & m1) != 0 else NO
                        elif op == ENEMY:
                            acc = YES if (e0 & m0) | (e1 & m1) != 0 else NO
                        elif op == NEMPTY:
                            p0 = k0 & ~f0 & ~e0 & m0
                            p1 = k1 & ~f1 & ~e1 & m1
                            if habits & RAW_EMPTY:
                                acc = np.float32(cuda.popc(p0) + cuda.popc(p1))
                            else:
                                acc = sum_of(p0, p1, cell, now, w.seen[game, seat], habits)
                        elif op == NVISITED:
                            acc = np.float32(cuda.popc(v0 & m0) + cuda.popc(v1 & m1))
                        else:
                            acc = hoped(f0, f1, 2 * q + tree, habits)
                    elif op == NOT:
                        acc = YES - acc
                    elif op <= MUL:
                        height -= 1
                        x = stack[height]
                        if op == ADD:
                            acc = x + acc
                        elif op == SUB:
                            acc = x - acc
                        elif op == MUL:
                            acc = x * acc
                        elif op == SMALLER:
                            acc = YES if x < acc else NO
                        elif habits & ROUGHLY:
                            acc = YES if abs(x - acc) <= np.float32(0.001) else NO
                        else:
                            acc = YES if x == acc else NO
                    elif op == TEST:
                        yes = acc != NO
                        bit = np.int64(1) << asked
                        asked += 1
                        mixed &= ~bit
                        agreed &= ~bit
                        conditions &= ~bit
                        if not cuda.any_sync(EVERYBODY, yes and used):
                            at = operand
                            does = c.does[at]
                            continue
                        if cuda.all_sync(EVERYBODY, yes or not used):
                            agreed |= bit
                        else:
                            mixed |= bit
                            if yes:
                                conditions |= bit
                    elif op == ELSE:
                        bit = np.int64(1) << (asked - 1)
                        if agreed & bit:
                            at = operand
                            does = c.does[at]
                            continue
                        stack[height] = acc
                        height += 1
                    elif op == SELECT:
                        asked -= 1
                        bit = np.int64(1) << asked
                        if mixed & bit:
                            height -= 1
                            if conditions & bit:
                                acc = stack[height]
                    elif op == ALL:
                        if not cuda.any_sync(EVERYBODY, acc != NO and used):
                            acc = NO
                            at = operand
                            does = c.does[at]
                            continue
                    elif op == ANY:
                        if cuda.all_sync(EVERYBODY, acc != NO or not used):
                            acc = YES
                            at = operand
                            does = c.does[at]
                            continue
                    else:
                        height -= 1
                        x = stack[height]
                        if op == AND:
                            acc = x * acc
                        else:
                            acc = max(x, acc)
                worth[side, 2 * q + tree, j] = acc
            cuda.syncwarp()
            if q == 0 and used:
                go(w, game, seat, choose(worth[side], j, order), habits)
    cuda.syncthreads()
    if side == 0 and lane < games:
        told[first + lane] = pack(w, lane)
"""


def fast(kinds: Any, orders: Any, nodes: int) -> Fast:
    """The fast path for trees with so many nodes; `kinds` are the instructions of their table's primitives."""
    kind = np.dtype((np.record, code_type(nodes)))

    def table_for(game: Game, genomes: Any) -> Any:
        if (genomes.habits & (ENEMY_MEMORY | HOPE_AREA)).any() or game.settings["moves"] > LONGEST:
            return None
        return record([("order", "i8", orders.shape), ("kinds", "i8", kinds.shape), ("pieces", "i8"), ("moves", "i8"),
                       ("width", "i8"), ("masks", "i8", MASKS.shape)], order=orders, kinds=kinds, masks=MASKS,
                      pieces=game.settings["pieces"], moves=game.settings["moves"], width=WIDTH)

    def prepare(game: Game, genomes: Any) -> tuple[Any, Any] | None:
        table = table_for(game, genomes)
        if table is None:
            return None
        codes = np.empty(len(genomes), kind).view(np.recarray)
        translate_all(kinds, genomes, codes)
        return table, codes

    return Fast(antwars, prepare, play, SCRATCH, Warps(table_for, kind, groups_of, unpack, SOURCE, NAMES, 2 * LANES))
