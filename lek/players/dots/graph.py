"""Boards of Dots and Boxes as graphs: a node for every coin, rows of coins with two strings each collapsed into one.

A finished box is no node, and the score is not seen (Knittel, Bossomaier and Snyder, 2007, section II.B).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from lek import dice
from lek.game import Game
from lek.games.dots import is_drawn
from lek.jit import rule
from lek.players.dots.exact import positions, set_up
from lek.players.dots.graphrules import GROUND, PORTS, RULE, L, Reader, desk_type, graph_type, matches, take_stock
from lek.players.dots.graphrules_breeding import cover
from lek.players.dots.solved import too_large

ROUNDS = 4  # in which nodes learn of their neighbours


def graph_of(game: Game) -> Any:
    return graph_type(len(game.blank[0].strings), int(game.blank.lines[0]))


def desk_of(game: Game) -> Any:
    return desk_type(len(game.blank[0].strings), int(game.blank.lines[0]))


@rule
def read(s, graph, node, labels):
    """Make the graph of a position; node [coins + 1] and labels [5] are room."""
    coins = len(s.strings)
    graph.nodes = 0
    told = 0
    for coin in range(coins + 1):
        node[coin] = GROUND
    for coin in range(coins):
        degree = s.open[coin]
        if degree == 0 or node[coin] >= 0:
            continue
        v = graph.nodes
        graph.nodes += 1
        graph.label[v] = degree if degree <= PORTS else 0  # a coin with more strings is like no node of a rule
        graph.loop[v] = 0
        if degree != L:
            node[coin] = v
            graph.length[v] = 1
            p = 0
            for k in range(s.around.shape[1]):
                a = s.around[coin, k]
                if a < s.lines and p < PORTS and not is_drawn(s, a):
                    graph.string[v, p] = a
                    graph.end[v, p] = np.int64(s.beside[a, 0]) + s.beside[a, 1] - coin  # a coin, for now
                    p += 1
        else:
            told = read_chain(s, graph, node, v, coin, told)
    join(graph, node)
    take_stock(graph, labels)


@rule
def read_chain(s, graph, node, v, coin, told):
    """The chain or loop through this coin: back to one end of it, and then along all of it."""
    start, a = coin, other_string(s, coin, -1)
    while True:
        beyond = np.int64(s.beside[a, 0]) + s.beside[a, 1] - coin
        if s.open[beyond] != L or beyond == start:
            break
        coin = beyond
        a = other_string(s, coin, a)
    loop = beyond == start and s.open[beyond] == L
    outside = beyond
    graph.first[v] = told
    graph.order[told] = a
    graph.string[v, 0] = a
    start, length = coin, 0
    while True:
        node[coin] = v
        length += 1
        a = other_string(s, coin, a)
        beyond = np.int64(s.beside[a, 0]) + s.beside[a, 1] - coin
        if loop and beyond == start:
            break
        graph.order[told + length] = a
        if s.open[beyond] != L:
            break
        coin = beyond
    graph.string[v, 1] = a
    graph.length[v] = length
    graph.loop[v] = loop
    graph.end[v, 0], graph.end[v, 1] = outside, beyond
    return told + length + (1 - loop)


@rule
def other_string(s, coin, a):
    """The first string of a coin that is not this one."""
    for k in range(s.around.shape[1]):
        b = s.around[coin, k]
        if b < s.lines and b != a and not is_drawn(s, b):
            break
    return np.int64(b)


@rule
def join(graph, node):
    """Of the coins that strings lead to make nodes, and find which string of those each one is."""
    for v in range(graph.nodes):
        graph.grounds[v] = 0
        for p in range(graph.label[v]):
            graph.end[v, p] = node[graph.end[v, p]]
            graph.grounds[v] += graph.end[v, p] == GROUND
    for v in range(graph.nodes):
        for p in range(graph.label[v]):
            u = graph.end[v, p]
            graph.back[v, p] = 0
            if u == v:
                graph.back[v, p] = 1 - p
            elif u >= 0:
                for q in range(graph.label[u]):
                    if graph.string[u, q] == graph.string[v, p]:
                        graph.back[v, p] = q


# graphs that are the same


@rule
def number(table, s):
    """The number of a position's graph; -1 where the board has too many."""
    return np.int64(table[s.drawn[0]]) if len(table) > 0 else np.int64(-1)


@rule
def fingerprint(graph, mark):
    """A number that is the same for graphs that are; mark [2, nodes] is room. Nodes learn of their neighbours."""
    for v in range(graph.nodes):
        mark[0, v] = dice.scramble(np.uint64(graph.label[v] + 8 * graph.length[v] + 4096 * graph.grounds[v]))
    for _ in range(ROUNDS):
        for v in range(graph.nodes):
            total = np.uint64(0)
            for p in range(graph.label[v]):
                if graph.end[v, p] >= 0:
                    total += dice.scramble(mark[0, graph.end[v, p]] + np.uint64(1))
            mark[1, v] = dice.scramble(mark[0, v] ^ dice.scramble(total + np.uint64(graph.nodes)))
        for v in range(graph.nodes):
            mark[0, v] = mark[1, v]
    total = np.uint64(0)
    for v in range(graph.nodes):
        total += dice.scramble(mark[0, v])
    return total


@rule
def number_graphs(states, graphs, desks, rules, dice_, drawn, slots, found):
    """found [positions] the number of each one's graph, from 0 on; how many there are.

    Those with the same fingerprint are the same if a rule that tells all of one matches the other; what is too large for
    a rule has a number of its own. `slots` is a table by fingerprints of the positions that came first.
    """
    s, graph, desk, r = states[0], graphs[0], desks[0], rules[0]
    node, labels = np.zeros(len(s.open) + 1, np.int64), np.zeros(5, np.int64)
    mark = np.zeros((2, len(s.open)), np.uint64)
    many = 0
    for n in range(len(drawn)):
        set_up(s, drawn[n])
        read(s, graph, node, labels)
        at = np.int64(fingerprint(graph, mark) % np.uint64(len(slots)))
        whole = cover(dice_[0], graph, r)
        while slots[at] >= 0:
            set_up(s, drawn[slots[at]])
            has = graph.has
            read(s, graph, node, labels)
            if whole and has == graph.has and matches(r, graph, desk, True):
                break
            at = (at + 1) % len(slots)
            set_up(s, drawn[n])
            read(s, graph, node, labels)
        if slots[at] < 0:
            slots[at] = n
            found[n] = many
            many += 1
        else:
            found[n] = found[slots[at]]
    return many


@lru_cache(maxsize=4)
def reader(game: Game) -> Reader:
    """How to read positions of this game. On small boards positions with the same graph are one."""
    kinds = read, graph_of(game), desk_of(game), number
    if too_large(game):
        return Reader(*kinds, np.zeros(0, np.int32), 0)
    known = positions(game)
    found, slots = np.zeros(len(known.drawn), np.int32), np.full(4 * len(known.drawn) + 1, -1, np.int32)
    rooms = [np.zeros(1, kind).view(np.recarray) for kind in (kinds[1], kinds[2], RULE, dice.STREAM)]
    many = number_graphs(game.blank.copy(), *rooms, known.drawn, slots, found)
    return Reader(*kinds, found[known.of], int(many))
