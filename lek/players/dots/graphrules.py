"""Graph rules: where this pattern of nodes and strings is found, cut that string.

A. Knittel, T. Bossomaier and A. Snyder, "Concept Accessibility as Basis for Evolutionary Reinforcement Learning of Dots and
Boxes", IEEE CIG 2007, section II. A *graph* has nodes with one to four strings, each to another node or to the ground; they
are labelled x, l, t and q. A row of nodes with two strings each is one node, l, with a length, and keeps its strings in
order; one that closes in itself is a loop. A *rule* is a graph, too, of one or more unconnected fragments, and the string
to be cut. A node of a rule lists all its strings; what a string leads to is another node, the ground (n), or may be
anything (w). A length with a plus stands for longer rows as well.

A rule matches where each of its nodes can be given a node of the graph of its own, with the same label and a length that
fits, so that its strings lead where the rule says. What the rule does not mention is ignored. The string to be cut may then
be any that it is in one such match or another.

    rule    nodes            how many
            label[node]      strings of a node, 1 to 4
            length, plus     of an l
            end[node, port]  where a string leads: a node, GROUND or WILD
            back[node, port] as which string of that node it comes in
            at, port, inward the string to be cut: of this node, this one; of an l, so many further inwards
    graph   the same, and of each node its strings' numbers; of an l all of them, in order
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lek.jit import rule

NODES = 12  # of a rule
PORTS = 4
STEPS = 2 * NODES + 8
GROUND, WILD = -1, -2
X, L, T, Q = 1, 2, 3, 4
GUARDS = np.uint64(0x8080808080808080)
LENGTHS, LOOPS, OTHERS = 17, 62, 63  # lengths that kinds of nodes tell apart, and the last two kinds
MOST = 127  # that a count of the quick test can tell

RULE = np.dtype((np.record, np.dtype([
    ("needs", "u8"),  # for the quick test
    ("nodes", "i1"), ("at", "i1"), ("port", "i1"), ("inward", "i1"),
    ("label", "i1", (NODES,)), ("length", "i1", (NODES,)), ("plus", "i1", (NODES,)), ("number", "i2", (NODES,)),
    ("end", "i1", (NODES, PORTS)), ("back", "i1", (NODES, PORTS)),
    ("grounds", "i1", (NODES,)), ("named", "i1", (NODES,)),  # strings to the ground, and to nodes
    ("wants", "u8", (NODES,)),  # kinds of nodes that each one may be
    ("steps", "i1"), ("step_node", "i1", (STEPS,)), ("step_port", "i1", (STEPS,)), ("step_new", "i1", (STEPS,)),
], align=True)))


def graph_type(nodes: int, strings: int) -> Any:
    """The type of graphs of up to so many nodes and strings."""
    return np.dtype((np.record, np.dtype([
        ("has", "u8"), ("kinds", "u8"), ("nodes", "i2"), ("kind", "u1", (nodes,)),
        ("label", "i1", (nodes,)), ("length", "i2", (nodes,)), ("loop", "i1", (nodes,)),
        ("grounds", "i1", (nodes,)), ("end", "i2", (nodes, PORTS)), ("back", "i1", (nodes, PORTS)),
        ("first", "i2", (nodes,)), ("string", "i2", (nodes, PORTS)), ("order", "i2", (strings,)),
    ], align=True)))


def desk_type(nodes: int, strings: int) -> Any:
    """The type of what matching needs beside."""
    return np.dtype((np.record, np.dtype([
        ("place", "i2", (NODES,)), ("taken", "i1", (nodes,)), ("used", "i1", (nodes,)), ("tried", "i2", (STEPS + 1,)),
        ("many", "i2"), ("line", "i2", (strings,)), ("seen", "u8", (-(-strings // 64),)),
    ], align=True)))


class Reader(NamedTuple):
    """How positions of a game become graphs, and which of them are the same graph."""

    read: Any  # read(s, graph, node, labels)
    graph: Any  # types of what it makes, and of what matching it needs
    desk: Any
    number: Any  # number(table, s) of a position, those with the same graph having the same; -1 where there is none
    table: Any
    positions: int


# the quick tests: eight counts in one number, none of which may be larger in the rule than in the graph; and the kinds of
# nodes that there are, of which there must be one for each node of the rule


@rule
def packed(labels, grounds, strings, longest, coins):
    """Eight counts in one number; labels [5] are the nodes of each kind."""
    made = np.uint64(0)
    for label in range(1, 5):
        made = (made << np.uint64(8)) | np.uint64(min(labels[label], MOST))
    made = (made << np.uint64(8)) | np.uint64(min(grounds, MOST))
    made = (made << np.uint64(8)) | np.uint64(min(strings, MOST))
    made = (made << np.uint64(8)) | np.uint64(min(longest, MOST))
    return (made << np.uint64(8)) | np.uint64(min(coins, MOST))


@rule
def may_match(needs, graph):
    return ((graph.has | GUARDS) - needs) & GUARDS == GUARDS


@rule
def kind_of(label, grounds, length, loop):
    """A number below 64; rows that are longer than can be told apart are of one kind, and so are loops."""
    if label == 0:
        return OTHERS
    if label != L:
        return (0 if label == X else 2 if label == T else 6) + grounds
    return LOOPS if loop else 11 + LENGTHS * grounds + min(length, LENGTHS) - 1


@rule
def has_kinds(r, graph):
    for i in range(r.nodes):
        if r.wants[i] & graph.kinds == 0:
            return False
    return True


@rule
def wanted(r, i):
    """The kinds of nodes that node i of a rule may be, as bits."""
    kinds = np.uint64(0)
    for grounds in range(r.grounds[i], r.label[i] - r.named[i] + 1):
        last = LENGTHS if r.label[i] == L and (r.plus[i] or r.length[i] > LENGTHS) else r.length[i]
        for length in range(min(r.length[i], LENGTHS), last + 1):
            kinds |= np.uint64(1) << np.uint64(kind_of(r.label[i], grounds, length, False))
    if r.label[i] == L and r.grounds[i] == 0 and (r.named[i] == 0 or r.end[i, 0] == i):
        kinds |= np.uint64(1) << np.uint64(LOOPS)
    return kinds


@rule
def take_stock(graph, labels):
    """Fill in what the quick test wants to know of a graph; labels [5] is room to count."""
    labels[:] = 0
    graph.kinds = 0
    grounds, ends, longest, coins = 0, 0, 0, 0
    for v in range(graph.nodes):
        label = graph.label[v]
        labels[label] += 1
        grounds += graph.grounds[v]
        ends += label - graph.grounds[v]
        graph.kind[v] = kind_of(label, graph.grounds[v], graph.length[v], graph.loop[v])
        graph.kinds |= np.uint64(1) << np.uint64(graph.kind[v])
        if label == L:
            longest = max(longest, graph.length[v])
            coins += graph.length[v]
    graph.has = packed(labels, grounds, ends // 2, longest, coins)


@rule
def prepare(r):
    """Fill in all that follows from a rule's graph and its action: the quick test, and the order in which to match.

    The order begins with the node that carries the action, and follows strings; then come the other fragments.
    """
    labels = np.zeros(5, np.int64)
    grounds, ends, longest, coins = 0, 0, 0, 0
    for i in range(r.nodes):
        r.grounds[i], r.named[i] = 0, 0
        for p in range(r.label[i]):
            r.grounds[i] += r.end[i, p] == GROUND
            r.named[i] += r.end[i, p] >= 0
        r.wants[i] = wanted(r, i)
        labels[r.label[i]] += 1
        grounds += r.grounds[i]
        ends += r.named[i]
        if r.label[i] == L:
            longest = max(longest, r.length[i])
            coins += r.length[i]
    r.needs = packed(labels, grounds, ends // 2, longest, coins)
    r.steps = 0
    placed, done = 1 << r.at, np.zeros(NODES, np.int64)
    if r.end[r.at, r.port] >= 0 and r.end[r.at, r.port] != r.at:
        placed = add_step(r, r.at, r.port, placed, done)
    while True:
        more = False
        for i in range(r.nodes):
            if (placed >> i) & 1:
                for p in range(r.label[i]):
                    if r.end[i, p] >= 0 and r.end[i, p] != i and (done[i] >> p) & 1 == 0:
                        placed = add_step(r, i, p, placed, done)
                        more = True
        if more:
            continue
        for i in range(r.nodes):
            if (placed >> i) & 1 == 0:
                r.step_node[r.steps], r.step_port[r.steps], r.step_new[r.steps] = i, -1, 1
                r.steps += 1
                placed |= 1 << i
                more = True
                break
        if not more:
            return


@rule
def add_step(r, i, p, placed, done):
    """The string p of node i is the next to be followed; which nodes have a place then."""
    j = r.end[i, p]
    done[i] |= 1 << p
    done[j] |= 1 << r.back[i, p]
    r.step_node[r.steps], r.step_port[r.steps] = i, p
    r.step_new[r.steps] = (placed >> j) & 1 == 0
    r.steps += 1
    return placed | (1 << j)


# matching


@rule
def fits(r, i, graph, v, wild_is_ground):
    """Whether node v of the graph can be node i of the rule, looked at by itself."""
    if (r.wants[i] >> np.uint64(graph.kind[v])) & np.uint64(1) == 0:
        return False
    if graph.grounds[v] > (r.label[i] - r.named[i] if wild_is_ground else r.grounds[i]):
        return False
    if r.label[i] == L:
        if graph.length[v] < r.length[i] or (graph.length[v] > r.length[i] and not r.plus[i]):
            return False
        if r.end[i, 0] == i and not graph.loop[v]:
            return False
    return True


@rule
def matches(r, graph, desk, wild_is_ground):
    """Whether a rule matches."""
    return find(r, graph, desk, 1, wild_is_ground) > 0


@rule
def find(r, graph, desk, most, wild_is_ground):
    """The strings that the action can be, in desk.line; how many. After `most` it looks no further."""
    desk.many = 0
    if not may_match(r.needs, graph) or not has_kinds(r, graph):
        return 0
    for word in range(len(desk.seen)):
        desk.seen[word] = 0
    leads = r.end[r.at, r.port]
    for v in range(graph.nodes):
        if not fits(r, r.at, graph, v, wild_is_ground):
            continue
        if graph.loop[v]:  # begins anywhere: any of its strings
            if r.inward < graph.length[v] and (desk.many == 0 or not seen(desk, graph.order[graph.first[v]])) \
                    and complete(r, graph, desk, v, 0, wild_is_ground):
                for k in range(graph.length[v]):
                    note(desk, graph.order[graph.first[v] + k])
        else:
            for p in range(graph.label[v]):
                if not may_be(r, leads, graph, v, p, wild_is_ground) or r.inward > graph.length[v]:
                    continue
                line = graph.string[v, p]
                if r.inward > 0:
                    line = graph.order[graph.first[v] + (r.inward if p == 0 else graph.length[v] - r.inward)]
                if not seen(desk, line) and complete(r, graph, desk, v, p, wild_is_ground):
                    note(desk, line)
                    if desk.many >= most:
                        return desk.many
        if desk.many >= most:
            return desk.many
    return desk.many


@rule
def may_be(r, leads, graph, v, p, wild_is_ground):
    """Whether string p of node v can be the one to be cut, that leads to the ground, a node, or anywhere."""
    ground = graph.end[v, p] == GROUND
    if leads == GROUND:
        return ground
    if leads >= 0:
        return not ground
    if ground:  # a wildcard: enough strings have to be left for the others
        return wild_is_ground and graph.grounds[v] > r.grounds[r.at]
    return graph.label[v] - graph.grounds[v] > r.named[r.at]


@rule
def note(desk, line):
    desk.seen[line >> 6] |= np.uint64(1) << np.uint64(line & 63)
    desk.line[desk.many] = line
    desk.many += 1


@rule
def seen(desk, line):
    return (desk.seen[line >> 6] >> np.uint64(line & 63)) & np.uint64(1) != 0


@rule
def complete(r, graph, desk, v, p, wild_is_ground):
    """Whether the rest of the rule has a place when its action is string p of node v."""
    if r.steps == 0:
        return True
    for u in range(graph.nodes):
        desk.taken[u] = -1
        desk.used[u] = 0
    desk.place[r.at] = v
    desk.taken[v] = r.at
    follows = r.end[r.at, r.port] >= 0 and r.end[r.at, r.port] != r.at
    if not follows:
        desk.used[v] = 1 << p
    step = 0
    desk.tried[0] = p if follows else 0
    while step < r.steps:
        if advance(r, graph, desk, step, step == 0 and follows, wild_is_ground):
            step += 1
            desk.tried[step] = 0
            continue
        step -= 1
        if step < 0 or (step == 0 and follows):
            return False
        take_back(r, graph, desk, step)
    return True


@rule
def advance(r, graph, desk, step, only, wild_is_ground):
    """Take the next choice of a step that works, from desk.tried on, or this `only`."""
    i, q = r.step_node[step], r.step_port[step]
    choice = desk.tried[step]
    if q < 0:
        while choice < graph.nodes:
            if desk.taken[choice] < 0 and fits(r, i, graph, choice, wild_is_ground):
                desk.place[i] = choice
                desk.taken[choice] = i
                desk.tried[step] = choice + 1
                return True
            choice += 1
        return False
    v, j = desk.place[i], r.end[i, q]
    last = choice + 1 if only else graph.label[v]
    while choice < last:
        u = graph.end[v, choice]
        if u >= 0 and (desk.used[v] >> choice) & 1 == 0:
            if r.step_new[step]:
                good = desk.taken[u] < 0 and fits(r, j, graph, u, wild_is_ground)
            else:
                good = desk.place[j] == u and (desk.used[u] >> graph.back[v, choice]) & 1 == 0
            if good:
                desk.used[v] |= 1 << choice
                desk.used[u] |= 1 << graph.back[v, choice]
                if r.step_new[step]:
                    desk.place[j] = u
                    desk.taken[u] = j
                desk.tried[step] = choice + 1
                return True
        choice += 1
    return False


@rule
def take_back(r, graph, desk, step):
    """Undo the choice of a step."""
    i, choice = r.step_node[step], desk.tried[step] - 1
    if r.step_port[step] < 0:
        desk.taken[choice] = -1
        return
    v = desk.place[i]
    u = graph.end[v, choice]
    desk.used[v] &= ~(1 << choice)
    desk.used[u] &= ~(1 << graph.back[v, choice])
    if r.step_new[step]:
        desk.taken[u] = -1
