"""Graph rules: what they match, and boards as graphs (rulebook, 1.2 to 1.4)."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from lek import dice
from lek.game import record
from lek.games.dots import dots, start, step
from lek.jit import rule
from lek.players.dots.exact import set_up
from lek.players.dots.graph import desk_of, graph_of, read
from lek.players.dots.graphrules import RULE, find, matches
from lek.players.dots.graphrules_breeding import SETTINGS, cover, mutate, options
from lek.players.dots.graphrules_text import parse, show
from lek.players.dots.solved import values
from lek.settings import resolve

from . import twin_graphrules as naive
from .paper_rules import FIGURE_3, INTO_A_CHAIN, LEAVE_TWO, NINE, TAKE_ANY, TAKE_AT_BORDER
from .twin import position

AS_USUAL = options(SETTINGS, resolve("rules", SETTINGS, {}))
ALL = 10_000  # more strings than any graph has


@cache
def board(rows=3, columns=3, strings=""):
    """A game, and room for one position of it, its graph and the matching."""
    game = dots(rows=rows, columns=columns, strings=strings)
    return SimpleNamespace(
        game=game, s=game.blank.copy(), graph=np.zeros(1, graph_of(game)).view(np.recarray),
        desk=np.zeros(1, desk_of(game)).view(np.recarray), node=np.zeros(len(game.blank[0].strings) + 1, np.int64),
        labels=np.zeros(5, np.int64), rows=rows, columns=columns, lines=int(game.blank.lines[0]))


def put(b, mask):
    set_up(b.s[0], mask)
    read(b.s[0], b.graph[0], b.node, b.labels)


def found(b, r, mask, wild_is_ground=True):
    """The lines that the action of a rule can be in a position."""
    put(b, mask)
    many = find(r, b.graph[0], b.desk[0], ALL, wild_is_ground)
    lines = b.desk[0].line[:many].tolist()
    assert len(set(lines)) == many
    assert (find(r, b.graph[0], b.desk[0], 1, wild_is_ground) > 0) == (many > 0)
    return set(lines)


def some_position(b, rng):
    """Lines drawn at random, few or many, but not all; sometimes a loop among them."""
    chance = rng.choice((0.3, 0.5, 0.7, 0.85))
    mask = sum((rng.random() < chance) << line for line in range(b.lines)) & ~(1 << rng.randrange(b.lines))
    if rng.random() < 0.1:
        corner = rng.randrange(b.rows - 1) * b.columns + rng.randrange(b.columns - 1)
        sides = position(0, b.rows, b.columns).sides
        around = Counter(line for k in (0, 1, b.columns, b.columns + 1) for line in sides[corner + k])
        for line, times in around.items():
            mask = mask | 1 << line if times == 1 else mask & ~(1 << line)
    return mask


def bred(b, seed, many):
    """Rules copied from positions and mutated, some of them again and again, each with a position it was made in."""
    rng, d = random.Random(seed), record(dice.STREAM, rng=np.uint64(dice.stream(seed, 0, 0)))
    pool = [parse(text) for text in (FIGURE_3, TAKE_ANY, LEAVE_TWO, TAKE_AT_BORDER, INTO_A_CHAIN, NINE)]
    for _ in range(many):
        mask = some_position(b, rng)
        r = rng.choice(pool).copy()
        if rng.random() < 0.4:
            put(b, mask)
            r = np.zeros(1, RULE).view(np.recarray)
            assert cover(d[0], b.graph[0], r[0])
        for _ in range(rng.randrange(5)):
            child = r.copy()
            if mutate(d[0], AS_USUAL[0], child[0], 1, 3):
                r = child
        if len(pool) > 200:
            del pool[rng.randrange(len(pool))]
        pool.append(r)
        yield r[0], mask


# The state graph: "one coin per unfinished box", "every maximal run of k >= 1 degree-2 coins becomes one node l(k) that
# keeps its k+1 strings in order", "a closed loop is l(k) adjacent twice to itself (k strings)"


def graph_told(b):
    """The nodes of a graph: label, coins, strings in order, and the numbers of the nodes they lead to, or n."""
    graph, nodes = b.graph[0], []
    for v in range(graph.nodes):
        label, first, length = int(graph.label[v]), int(graph.first[v]), int(graph.length[v])
        strings = graph.string[v, :label].tolist()
        if label == 2:
            strings = graph.order[first:first + length + 1 - graph.loop[v]].tolist()
            assert graph.string[v, :2].tolist() == [strings[0], strings[0 if graph.loop[v] else -1]]
        ends = ["n" if end < 0 else end for end in graph.end[v, :label].tolist()]
        coins = [coin for coin in range(len(b.node) - 1) if b.s[0].open[coin] and b.node[coin] == v]
        assert len(coins) == length and graph.grounds[v] == ends.count("n")
        nodes.append(("?xltq"[label], coins, strings, ends))
        for p, end in enumerate(ends):  # every string is the same one from both sides
            if end != "n" and graph.label[end]:
                back = graph.back[v, p]
                assert (graph.end[end, back], graph.back[end, back]) == (v, p)
                assert graph.string[end, back] == graph.string[v, p]
    return nodes


def however_told(nodes):
    """The same, with nodes by their coins; chains from either end, loops from any string on, are told alike."""
    names = {number: tuple(sorted(coins)) for number, (_, coins, _, _) in enumerate(nodes)} | {"n": ()}
    told = {}
    for number, (label, _, strings, ends) in enumerate(nodes):
        ends = [names[end] for end in ends]
        ways = [(strings, ends), (strings[::-1], ends[::-1])]
        if label == "l" and ends == [names[number]] * 2:
            ways = [(way[k:] + way[:k], ends) for way, _ in ways for k in range(len(way))]
        elif label != "l":
            ways = [tuple(zip(*sorted(zip(strings, ends, strict=True)), strict=True))]
        told[names[number]] = (label, *min(ways))
    return told


@pytest.mark.parametrize("rows, columns", [(3, 3), (2, 3)])
def test_a_board_is_the_same_graph_as_the_twins(rows, columns):
    b, rng, met = board(rows, columns), random.Random(rows), Counter()
    for _ in range(1500):
        mask = some_position(b, rng)
        put(b, mask)
        nodes = naive.state_graph(position(mask, rows, columns))
        assert however_told(graph_told(b)) == however_told([(node.label, *node[1:]) for node in nodes])
        met.update(node.label + "o" * naive.is_loop(node) for node in nodes)
    assert set(met) == {"q", "t", "l", "x", "lo"}


def test_a_loop_may_have_two_coins_and_a_coin_of_five_strings_is_like_no_node():
    b = board(strings="a-b a-b c-d c-e c c c f" + " c" * 9)  # six coins and 17 strings, as 2 x 3 has: compiled already
    five = 0b111_111_111 << 8
    put(b, five)
    loop, *others = graph_told(b)
    assert loop in (("l", [0, 1], strings, [0, 0]) for strings in ([0, 1], [1, 0]))
    assert others == [("?", [2], [], []), ("x", [3], [2], [1]), ("x", [4], [3], [1]), ("x", [5], [7], ["n"])]
    for text, lines in [("l0(2)l0l0 => l0-l0", {0, 1}), ("l0(1+)ww => l0[1]-w", {0, 1}), ("l0(2)l0l0 => l0[2]-l0", set()),
                        ("x0w => x0-w", {2, 3, 7}), ("x0n => x0-n", {7}), ("x0w : x1w : x2w : x3w => x0-w", set()),
                        ("q0wwww => q0-w", set()), ("q0x1wnn : x1q0 => x1-q0", set()), ("t0www => t0-w", set())]:
        assert found(b, parse(text)[0], five) == lines, text
    assert found(b, parse("q0x1wnn : x1q0 => q0-w")[0], five | 1 << 4) == {2, 3}  # with one string less it is a q


# Matching


@pytest.mark.parametrize("rows, columns, many", [(3, 3, 1000), (2, 3, 700)])
def test_rules_match_as_the_twin_matches_them(rows, columns, many):
    b, rng, last = board(rows, columns), random.Random(5), []
    matched = Counter()
    for r, mask in bred(b, 10 * rows + columns, many):
        last = [*last[-30:], r]
        for each, wild_is_ground in ((r, True), (r, False), (rng.choice(last), True)):
            lines = found(b, each, mask, wild_is_ground)
            twins = naive.matches(naive.parse(show(each)), position(mask, rows, columns), wild_is_ground)
            assert lines == twins, (show(each), mask, wild_is_ground)
            matched[wild_is_ground, min(len(lines), 2)] += 1
    assert all(matched[wild, n] > many / 25 for wild in (True, False) for n in (0, 1, 2)), matched


def test_a_count_beyond_the_chain_does_not_fire_and_w_may_exclude_the_ground():
    b = board(2, 3)
    mask = 0b1_111_111_111  # a coin, and a chain of two from 10 to 12; a chain of three from 13 to 16
    for text, lines in [(LEAVE_TWO, {12}), (INTO_A_CHAIN, {10}), ("l0(1+)x1n => l0[1]-n", {11}),
                        ("l0(1+)x1n => l0[2]-n", {10}), ("l0(1+)x1n => l0[3]-n", set()), ("l0(3)nn => l0[1]-n", {14, 15}),
                        ("l0(2+)ww => l0-w", {10, 12, 13, 16}), ("l0(2+)ww => l0[3]-w", {13, 16})]:
        assert found(b, parse(text)[0], mask) == lines, text
    assert found(b, parse("l0(2+)ww => l0-w")[0], mask, False) == set()
    assert found(b, parse("l0(2+)nw => l0-w")[0], mask, False) == {10}


@rule
def all_matched(s, graph, node, labels, desk, r, lines, masks):
    """The masks with so many lines in which a rule matches; `masks` and the line of each are filled in."""
    many = 0
    for mask in range(1 << s.lines):
        bits, rest = 0, mask
        while rest:
            rest &= rest - 1
            bits += 1
        if bits == lines:
            set_up(s, mask)
            read(s, graph, node, labels)
            found = find(r, graph, desk, 99, True)
            if found > 0:
                masks[many, 0], masks[many, 1], masks[many, 2] = mask, found, desk.line[0]
                many += 1
    return many


def test_the_rule_of_8_99_is_the_only_best_line_of_its_32_positions():
    """"Matches exactly 32 of the 2^24 masks; in all 32 the solver value is +9 and the action is the unique optimal move"."""
    b = board()
    masks = np.zeros((1000, 3), np.int64)
    # Its nine coins are all there are, and it tells all their eleven strings: no other number of lines can match.
    many = all_matched(b.s[0], b.graph[0], b.node, b.labels, b.desk[0], parse(NINE)[0], 13, masks)
    assert many == 32 and masks[:many].tolist().count([10075810, 1, 17]) == 1
    worth = values(b.game)
    for mask, found_, line in masks[:many].tolist():
        # all coins have two strings or more, so that no line takes a box: the other is to move
        after = {a: -int(worth[mask | 1 << a]) for a in range(24) if not mask >> a & 1}
        assert found_ == 1 and worth[mask] == 9 and [a for a in after if after[a] == 9] == [line]


@rule
def match_random_games(d, s, graph, node, labels, desk, rules, games, matched):
    """How often each rule matches before a line of a random game is drawn; how many lines."""
    states = 0
    for _ in range(games):
        start(s)
        while s.left > 0:
            read(s, graph, node, labels)
            for k in range(len(rules)):
                matched[k] += matches(rules[k], graph, desk, True)
            states += 1
            step(s, s.free[dice.below(d, s.left)])
    return states


def test_rules_match_as_often_in_random_games_as_measured():
    """"Frequency of a match on states of uniformly random games [18,009 states]"."""
    b, d = board(), record(dice.STREAM, rng=np.uint64(dice.stream(7, 0, 0)))
    rules = np.zeros(5, RULE).view(np.recarray)
    for k, text in enumerate((TAKE_ANY, TAKE_AT_BORDER, LEAVE_TWO, INTO_A_CHAIN, FIGURE_3)):
        rules[k] = parse(text)[0]
    matched = np.zeros(5, np.int64)
    states = match_random_games(d[0], b.s[0], b.graph[0], b.node, b.labels, b.desk[0], rules, 7500, matched)
    assert states == 7500 * 24
    often = matched / states
    assert np.all(abs(often - [0.663, 0.404, 0.189, 0.057, 0.0019]) < [0.02, 0.02, 0.015, 0.01, 0.0013]), often
