"""How graph rules come about: copied from a graph with any of its strings to cut, and changed a little from others.

(Knittel, Bossomaier and Snyder, 2007, section II.C: mutations add and remove nodes, change the properties of chains, join
and separate fragments, and replace symbols by wildcards.) Here one of six, each as likely unless it is set otherwise:

    drop_node      strings to it lead anywhere then; an action it carried stays with the other end of its string
    drop_fragment  one that does not carry the action
    grow           of a w make a new node or the ground, or add a fragment of one node
    stretch        make a chain longer or shorter by one, or give or take its plus
    join           two w of different nodes to one string
    sever          a string into two w, or make a w of the ground

All strings of a node are always told, and no two chains are adjacent. What cannot be done to a rule answers False.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lek import dice
from lek.game import record
from lek.jit import rule
from lek.players.dots.graphrules import GROUND, MOST, NODES, PORTS, STEPS, WILD, L, prepare
from lek.settings import Mistake, Setting

KINDS = ("drop_node", "drop_fragment", "grow", "stretch", "join", "sever")
TRIES = 12  # that a mutation may fail

SETTINGS = {
    "mutations_least": Setting(1, 0, 20, about="the fewest changes that a child has"),
    "mutations": Setting(3, 0, 20, about="the most changes that a child has"),
    "new_chain": Setting(3, 1, MOST, about="the longest that a new chain is"),
    **{kind: Setting(1.0, 0.0, 1000.0, about=f"how likely a change is to be of the kind {kind}, beside the others")
       for kind in KINDS},
}


def options(settings: Mapping[str, Setting], chosen: Mapping[str, Any]) -> np.recarray[Any, Any]:
    """All settings of a breeder of rules as one record, of a choice its number; a Mistake if nothing could be bred so."""
    if chosen["mutations"] < chosen["mutations_least"]:
        raise Mistake(f"mutations={chosen['mutations']} does not work: mutations_least is {chosen['mutations_least']}")
    if not any(chosen[kind] for kind in KINDS):
        raise Mistake(f"one of {', '.join(KINDS)} has to be above 0, or no rule can be changed")
    numbers = {key: settings[key].choices.index(value) if settings[key].choices else value for key, value in chosen.items()}
    kinds = {bool: "i1", int: "i8", float: "f8"}
    return record([(key, kinds[type(value)]) for key, value in numbers.items()], **numbers)


@rule
def cover(d, graph, r):
    """Make a rule of all of a graph, with any of its strings to cut; False if it is too large, or empty."""
    if graph.nodes > NODES or graph.nodes == 0:
        return False
    strings = 0
    for v in range(graph.nodes):
        if graph.label[v] == 0 or graph.length[v] > MOST:
            return False
        r.label[v], r.length[v], r.plus[v], r.number[v] = graph.label[v], graph.length[v], 0, v
        for p in range(graph.label[v]):
            r.end[v, p], r.back[v, p] = graph.end[v, p], graph.back[v, p]
        strings += strings_at(graph, v)
    r.nodes = graph.nodes
    nth = dice.below(d, strings)
    for v in range(graph.nodes):
        here = strings_at(graph, v)
        if nth < here:
            point(graph, r, v, nth)
            break
        nth -= here
    prepare(r)
    return True


@rule
def strings_at(graph, v):
    """The strings counted with this node: all of a chain's; else those that lead to no earlier node, and to no chain."""
    if graph.label[v] == L:
        return np.int64(graph.length[v] + 1 - graph.loop[v])
    many = 0
    for p in range(graph.label[v]):
        many += counted_here(graph, v, p)
    return many


@rule
def counted_here(graph, v, p):
    u = graph.end[v, p]
    return u < 0 or (graph.label[u] != L and u > v)


@rule
def point(graph, r, v, nth):
    """The action is the nth string counted with node v."""
    r.at, r.port, r.inward = v, 0, 0
    if graph.label[v] == L:
        far = nth > graph.length[v] // 2 and not graph.loop[v]
        r.port = 1 if far else 0
        r.inward = graph.length[v] - nth if far else nth
        return
    for p in range(graph.label[v]):
        if counted_here(graph, v, p):
            if nth == 0:
                r.port = p
            nth -= 1


@rule
def mutate(d, o, r, least, most):
    """Change a rule `least` to `most` times; False if that could not be done."""
    for _ in range(least + dice.below(d, most - least + 1)):
        done = False
        for _ in range(TRIES):
            if change(d, o, r, any_kind(d, o)):
                done = True
                break
        if not done:
            return False
    prepare(r)
    return True


@rule
def any_kind(d, o):
    """A kind of change, by how likely each is."""
    odds = (o.drop_node, o.drop_fragment, o.grow, o.stretch, o.join, o.sever)
    left, last = dice.uniform(d) * (odds[0] + odds[1] + odds[2] + odds[3] + odds[4] + odds[5]), 0
    for kind in range(len(odds)):
        if odds[kind] > 0.0:
            last = kind
            left -= odds[kind]
            if left < 0.0:
                break
    return last


@rule
def change(d, o, r, kind):
    if kind == 0:
        return r.nodes > 1 and drop_node(r, dice.below(d, r.nodes))
    if kind == 1:
        return drop_fragment(r, dice.below(d, r.nodes))
    if kind == 2:
        return add(d, r, o.new_chain)
    if kind == 3:
        return stretch(d, r)
    if kind == 4:
        return join(d, r)
    return sever(d, r)


@rule
def drop_node(r, i):
    """Strings to it lead anywhere then."""
    if r.at == i:
        j = r.end[i, r.port]
        if j < 0 or j == i or r.inward > 0:
            return False
        r.at, r.port = j, r.back[i, r.port]
    for p in range(r.label[i]):
        j = r.end[i, p]
        if j >= 0:
            r.end[j, r.back[i, p]] = WILD
    forget(r, i)
    return True


@rule
def forget(r, i):
    """Take away a node to which no string leads; the last one comes into its place."""
    last = r.nodes - 1
    r.nodes = last
    if i == last:
        return
    r.label[i], r.length[i], r.plus[i], r.number[i] = r.label[last], r.length[last], r.plus[last], r.number[last]
    for p in range(r.label[last]):
        j = r.end[last, p]
        r.end[i, p] = i if j == last else j
        r.back[i, p] = r.back[last, p]
        if j >= 0 and j != last:
            r.end[j, r.back[last, p]] = i
    if r.at == last:
        r.at = i


@rule
def fragment(r, i):
    """The nodes that hang together with this one, as bits."""
    found, before = 1 << i, 0
    while found != before:
        before = found
        for k in range(r.nodes):
            if (found >> k) & 1:
                for p in range(r.label[k]):
                    if r.end[k, p] >= 0:
                        found |= 1 << r.end[k, p]
    return found


@rule
def drop_fragment(r, i):
    """The one this node belongs to."""
    nodes = fragment(r, i)
    if (nodes >> r.at) & 1:
        return False
    for k in range(r.nodes - 1, -1, -1):
        if (nodes >> k) & 1:
            forget(r, k)
    return True


@rule
def nth_end(r, kind, nth):
    """The nth string that leads to this, as 4 * node + port; -1 if there are not so many."""
    for i in range(r.nodes):
        for p in range(r.label[i]):
            if r.end[i, p] == kind:
                if nth == 0:
                    return PORTS * i + p
                nth -= 1
    return -1


@rule
def count_ends(r, kind):
    many = 0
    for i in range(r.nodes):
        for p in range(r.label[i]):
            many += r.end[i, p] == kind
    return many


@rule
def new_node(d, r, label, longest):
    """A further node, all strings of which lead anywhere."""
    i = r.nodes
    number, k = 0, 0
    while k < i:  # the first that no node has
        if r.number[k] == number:
            number += 1
            k = 0
        else:
            k += 1
    r.nodes += 1
    r.label[i], r.number[i], r.length[i], r.plus[i] = label, number, 1, 0
    if label == L:
        r.length[i], r.plus[i] = 1 + dice.below(d, longest), dice.below(d, 2)
    for p in range(label):
        r.end[i, p] = WILD
    return i


@rule
def add(d, r, longest):
    """Of a w a new node or the ground; or a fragment of one node."""
    way, wild = dice.below(d, 3), count_ends(r, WILD)
    if way == 2:
        if r.nodes == NODES:
            return False
        new_node(d, r, 1 + dice.below(d, PORTS), longest)
        return True
    if wild == 0:
        return False
    found = nth_end(r, WILD, dice.below(d, wild))
    i, p = found // PORTS, found % PORTS
    if way == 1:
        r.end[i, p] = GROUND
        return True
    label = 1 + dice.below(d, PORTS)
    if r.nodes == NODES or label == L == r.label[i]:
        return False
    j = new_node(d, r, label, longest)
    tie(r, i, p, j, dice.below(d, label))
    return True


@rule
def tie(r, i, p, j, q):
    r.end[i, p], r.back[i, p] = j, q
    r.end[j, q], r.back[j, q] = i, p


@rule
def stretch(d, r):
    """A chain one longer or shorter, or with a plus or without."""
    chains = 0
    for i in range(r.nodes):
        chains += r.label[i] == L
    if chains == 0:
        return False
    nth = dice.below(d, chains)
    for i in range(r.nodes):
        if r.label[i] == L:
            if nth == 0:
                break
            nth -= 1
    if dice.below(d, 2):
        r.plus[i] = 1 - r.plus[i]
        return True
    length = r.length[i] + (1 if dice.below(d, 2) else -1)
    if length < 1 or length > MOST or (r.at == i and r.inward > length - (r.end[i, 0] == i)):
        return False
    r.length[i] = length
    return True


@rule
def join(d, r):
    """Two w of different nodes, not both chains, become one string."""
    wild = count_ends(r, WILD)
    if wild < 2:
        return False
    one = dice.below(d, wild)
    other = dice.below(d, wild - 1)
    other += other >= one
    a, b = nth_end(r, WILD, one), nth_end(r, WILD, other)
    i, j = a // PORTS, b // PORTS
    if i == j or (r.label[i] == L and r.label[j] == L):
        return False
    tie(r, i, a % PORTS, j, b % PORTS)
    return True


@rule
def sever(d, r):
    """A string between nodes becomes two w; one to the ground becomes a w."""
    ends = 0
    for i in range(r.nodes):
        for p in range(r.label[i]):
            ends += r.end[i, p] != WILD
    if ends == 0:
        return False
    nth = dice.below(d, ends)
    for i in range(r.nodes):
        for p in range(r.label[i]):
            if r.end[i, p] != WILD:
                if nth == 0:
                    j = r.end[i, p]
                    if j >= 0:
                        r.end[j, r.back[i, p]] = WILD
                    r.end[i, p] = WILD
                    return True
                nth -= 1
    return False


@rule
def tidy(r):
    """The same rule as it is when read from text: nothing in places that do not count, and of strings alike the first."""
    for i in range(NODES):
        if i >= r.nodes:
            r.label[i], r.length[i], r.plus[i], r.number[i], r.grounds[i], r.named[i], r.wants[i] = 0, 0, 0, 0, 0, 0, 0
        elif r.label[i] != L:
            r.length[i], r.plus[i] = 1, 0
        for p in range(r.label[i], PORTS):
            r.end[i, p] = 0
        for p in range(PORTS):
            r.back[i, p] = 0
    for i in range(r.nodes):
        for p in range(r.label[i]):
            if r.end[i, p] >= 0:
                r.back[i, p] = counterpart(r, i, p)
    for p in range(r.label[r.at]):
        if r.end[r.at, p] == r.end[r.at, r.port]:
            r.port = p
            break
    prepare(r)
    for step in range(r.steps, STEPS):
        r.step_node[step], r.step_port[step], r.step_new[step] = 0, 0, 0


@rule
def counterpart(r, i, p):
    """As which string of the other node one comes in, when of several between two nodes the first is the first of both."""
    j, nth = r.end[i, p], 0
    if j == i:
        return 1 - p
    for q in range(p):
        nth += r.end[i, q] == j
    for q in range(r.label[j]):
        if r.end[j, q] == i:
            if nth == 0:
                break
            nth -= 1
    return q
