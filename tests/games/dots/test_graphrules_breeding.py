"""How graph rules come about: what covering copies and what mutations may and may not change (rulebook, 1.4)."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from lek import dice
from lek.game import record
from lek.games.dots import dots
from lek.players.dots.exact import set_up
from lek.players.dots.graph import desk_of, graph_of, read
from lek.players.dots.graphrules import NODES, PORTS, RULE, STEPS, find, graph_type, prepare
from lek.players.dots.graphrules_breeding import KINDS, SETTINGS, change, cover, mutate, options
from lek.players.dots.graphrules_text import parse, show
from lek.settings import Mistake, resolve

from . import twin_graphrules as naive

AS_USUAL = options(SETTINGS, resolve("rules", SETTINGS, {}))
GAME = dots()
PREPARED = ("needs", "grounds", "named", "steps", "step_node", "step_port", "step_new")
FULL = " : ".join(f"x{k}n" for k in range(NODES - 1)) + f" : x{NODES - 1}w => x0-n"


def stream(seed):
    return record(dice.STREAM, rng=np.uint64(dice.stream(seed, 0, 0)))


def graph_at(mask):
    """The graph of a position of 3 x 3 boxes."""
    s, graph = GAME.blank.copy(), np.zeros(1, graph_of(GAME)).view(np.recarray)
    set_up(s[0], mask)
    read(s[0], graph[0], np.zeros(10, np.int64), np.zeros(5, np.int64))
    return graph


def covered(d, graph):
    r = np.zeros(1, RULE).view(np.recarray)
    assert cover(d[0], graph[0], r[0])
    return r


# Covering: "add (state graph -> random action)"


def action_of(r, graph):
    """The string that a rule of all of a graph, node by node, cuts."""
    v, p, inward = int(r.at), int(r.port), int(r.inward)
    if graph.label[v] != 2:
        return int(graph.string[v, p])
    length = int(graph.length[v])
    return int(graph.order[graph.first[v] + (inward if p == 0 else length - inward)])


def lines_found(r, graph):
    desk = np.zeros(1, desk_of(GAME)).view(np.recarray)
    return set(desk[0].line[:find(r, graph, desk[0], 999, False)].tolist())


def test_covering_copies_the_graph_and_matches_it():
    rng, d = random.Random(1), stream(1)
    for _ in range(300):
        mask = rng.getrandbits(24) | rng.choice((0, rng.getrandbits(24)))
        graph = graph_at(mask & ~(1 << rng.randrange(24)))
        r = covered(d, graph)
        check(r[0])
        assert (r[0].nodes, set(r[0].plus.tolist())) == (graph[0].nodes, {0}) and "w" not in show(r[0])
        assert r[0].label[:r[0].nodes].tolist() == graph[0].label[:r[0].nodes].tolist()
        assert action_of(r[0], graph[0]) in lines_found(r[0], graph[0])


@pytest.mark.parametrize("mask", [0, 10075810, 0b0001_1000_1000_111_000_000_111, 2**24 - 1 - 2**3 - 2**4 - 2**13 - 2**17])
def test_covering_cuts_each_string_as_often(mask):
    graph, d, times = graph_at(mask), stream(2), Counter()
    for _ in range(4000):
        times[action_of(covered(d, graph)[0], graph[0])] += 1
    assert set(times) == {line for line in range(24) if not mask >> line & 1}
    assert stats.chisquare(list(times.values())).pvalue > 1e-3  # the seed is fixed: this never flickers


def test_a_graph_of_too_many_nodes_is_not_covered():
    graph, r = np.zeros(1, graph_type(NODES + 1, 40)).view(np.recarray), np.zeros(1, RULE).view(np.recarray)
    graph[0].nodes = NODES + 1
    assert not cover.py_func(stream(1)[0], graph[0], r[0]) and r[0].nodes == 0


# Mutation: "Keep completeness after each"


def check(r):
    """What holds of every rule."""
    assert 1 <= r.nodes <= NODES and 0 <= r.at < r.nodes and 0 <= r.port < r.label[r.at] and r.inward >= 0
    assert r.inward == 0 or r.label[r.at] == 2
    assert len(set(r.number[:r.nodes].tolist())) == r.nodes
    for i in range(r.nodes):
        assert 1 <= r.label[i] <= PORTS and r.length[i] >= 1 and r.plus[i] in (0, 1)
        for p in range(r.label[i]):
            j, q = r.end[i, p], r.back[i, p]
            assert -2 <= j < r.nodes
            if j >= 0:
                assert 0 <= q < r.label[j] and (r.end[j, q], r.back[j, q]) == (i, p)
                assert not r.label[i] == r.label[j] == 2 or (i == j and q == 1 - p)
    again = parse(show(r))[0]
    assert show(again) == show(r) == naive.show(naive.parse(show(r)))
    assert parse(show(again)).tobytes() == again.tobytes()
    assert [again[name] for name in ("needs", "steps")] == [r[name] for name in ("needs", "steps")]
    for name in ("grounds", "named", "label", "number", "end"):
        assert np.array_equal(told(again, name), told(r, name))
    assert r.steps <= STEPS
    fresh = np.array([r], RULE).view(np.recarray)
    for name in PREPARED:
        fresh[name] = 0
    prepare(fresh[0])
    assert all(np.array_equal(told(fresh[0], name), told(r, name)) for name in PREPARED)
    if (again.at, again.port) == (r.at, r.port) and np.array_equal(told(again, "back"), told(r, "back")):
        assert all(np.array_equal(told(again, name), told(r, name)) for name in PREPARED)


def told(r, name):
    """A field of a rule without what is left there from nodes and steps it had before."""
    if name in ("needs", "steps"):
        return r[name]
    if name in ("end", "back"):
        return [int(r[name][i, p]) if name == "end" or r.end[i, p] >= 0 else 0
                for i in range(r.nodes) for p in range(r.label[i])]
    return r[name][:r.steps if name.startswith("step_") else r.nodes]


def test_every_rule_is_whole_after_any_number_of_mutations():
    rng, seen, largest = random.Random(3), set(), 0
    for seed in range(50):
        d = stream(seed)
        r = covered(d, graph_at(rng.getrandbits(24) & ~(1 << rng.randrange(24))))
        for _ in range(30):
            child = r.copy()
            if mutate(d[0], AS_USUAL[0], child[0], 1, 3):
                check(child[0])
                r = child
                seen.add(show(r[0]))
                largest = max(largest, int(r[0].nodes))
    assert len(seen) > 1000 and largest == NODES


def test_kinds_of_mutation_are_equally_likely():
    r = parse("l0(9)nn => l0-n")
    times = Counter()
    for seed in range(600):
        child = r.copy()
        assert mutate(stream(seed)[0], AS_USUAL[0], child[0], 0, 0) and child.tobytes() == r.tobytes()
        assert mutate(stream(seed)[0], AS_USUAL[0], child[0], 1, 1)
        text = show(child[0])
        times["fragment" if ":" in text else "wildcard" if "w" in text else "chain"] += 1
    # one kind makes a w of an n, one changes the chain, one adds a fragment in one case of three; no other can be done
    assert stats.chisquare([times[way] for way in ("chain", "wildcard", "fragment")],
                           [600 * share for share in (3 / 7, 3 / 7, 1 / 7)]).pvalue > 1e-3


@pytest.mark.parametrize(("kind", "made"), [("stretch", "chain"), ("sever", "wildcard"), ("grow", "fragment")])
def test_a_kind_of_mutation_alone(kind, made):
    only = options(SETTINGS, resolve("rules", SETTINGS, {**dict.fromkeys(KINDS, 0.0), kind: 2.0, "new_chain": 5}))
    lengths = set()
    for seed in range(200):
        child = parse("l0(9)nn => l0-n")
        if mutate(stream(seed)[0], only[0], child[0], 1, 1):
            text = show(child[0])
            assert made == ("fragment" if ":" in text else "wildcard" if "w" in text else "chain")
            lengths |= {int(child[0].length[i]) for i in range(1, child[0].nodes) if child[0].label[i] == 2}
    assert lengths == (set(range(1, 6)) if kind == "grow" else set())


@pytest.mark.parametrize(("given", "told"), [({"mutations": 0}, "mutations_least is 1"),
                                             (dict.fromkeys(KINDS, 0), "has to be above 0"), ({"new_chain": 0}, "1 to 127")])
def test_settings_by_which_nothing_can_be_bred(given, told):
    with pytest.raises(Mistake, match=told):
        options(SETTINGS, resolve("rules", SETTINGS, given))


def plain(r):
    """A rule as the twin shows it, nodes and what their strings lead to by name."""
    rule = naive.parse(show(r))
    return naive.show(rule._replace(neighbours={name: sorted(rule.neighbours[name]) for name in sorted(rule.neighbours)}))


def outcomes(text, kind):
    """All that becomes of a rule by one kind of mutation; None where it cannot be done and leaves the rule as it is."""
    before, made = parse(text), set()
    for seed in range(400):
        r = before.copy()
        if change(stream(seed)[0], AS_USUAL[0], r[0], kind):
            prepare(r[0])
            check(r[0])
            made.add(plain(r[0]))
        else:
            assert r.tobytes() == before.tobytes()
            made.add(None)
    return made


def lengths(*texts):
    """New chains have one to three coins, and more with a plus."""
    return {text.replace("@", f"{k}{plus}") for text in texts for k in (1, 2, 3) for plus in ("", "+")}


@pytest.mark.parametrize("kind, text, made", [
    # "delete a node, its neighbours get w (if it carried the action, the action moves to the neighbour's side of the same
    # string, else fail)"
    (0, "t0x1l2(2)n : l2(2)t0n : x3w => t0-x1", {
        "l2(2)nw : x1w : x3w => x1-w", "l2(2)nt0 : t0l2(2)nw : x3w => t0-w", "t0nwx1 : x1t0 : x3w => t0-x1",
        "l2(2)nt0 : t0l2(2)nx1 : x1t0 => t0-x1"}),
    (0, "t0l1l1n : l1(3)t0t0 => t0-l1", {"l1(3)ww => l1(3)-w", "t0nww => t0-w"}),
    (0, "x0l1(2) : l1(2)x0n => l1[1]-x0", {"l1(2)nw => l1(2)[1]-w", None}),
    (0, "x0n : x1n => x0-n", {"x0n => x0-n", None}),
    (0, "x0x1 => x0-x1", {"x0w => x0-w", "x1w => x1-w"}),
    (0, "l0(4)l0l0 : x1n => l0-l0", {"l0(4)l0(4)l0(4) => l0(4)-l0(4)", None}),
    (0, "x0n => x0-n", {None}),
    # "delete a fragment that does not hold the action"
    (1, "x0x1 : x2t3 : t3x2nw : x4w => x0-x1", {"x0x1 : x1x0 : x4w => x0-x1", "t3nwx2 : x0x1 : x1x0 : x2t3 => x0-x1", None}),
    (1, "x0x1 => x0-x1", {None}),
    # "turn a w into a new node (other ports w), into n, or add a one-node fragment"
    (2, "x0w => x0-w", {
        "x0x1 : x1x0 => x0-x1", "t1wwx0 : x0t1 => x0-t1", "q1wwwx0 : x0q1 => x0-q1", "x0n => x0-n",
        *lengths("l1(@)wx0 : x0l1(@) => x0-l1(@)", "l1(@)ww : x0w => x0-w"),
        "x0w : x1w => x0-w", "t1www : x0w => x0-w", "q1wwww : x0w => x0-w"}),
    (2, "l0(2+)nw => l0-n", {
        "l0(2+)nx1 : x1l0(2+) => l0(2+)-n", "l0(2+)nt1 : t1l0(2+)ww => l0(2+)-n", "l0(2+)nq1 : q1l0(2+)www => l0(2+)-n",
        "l0(2+)nn => l0(2+)-n", *lengths("l0(2+)nw : l1(@)ww => l0(2+)-n"), "l0(2+)nw : x1w => l0(2+)-n",
        "l0(2+)nw : t1www => l0(2+)-n", "l0(2+)nw : q1wwww => l0(2+)-n", None}),
    (2, FULL, {plain(parse(FULL.replace("x11w", "x11n"))[0]), None}),
    # "chain length +-1 or toggle "+""
    (3, "l0(2)nn : l1(1+)ww : x2n => x2-n", {
        "l0(1)nn : l1(1+)ww : x2n => x2-n", "l0(3)nn : l1(1+)ww : x2n => x2-n", "l0(2+)nn : l1(1+)ww : x2n => x2-n",
        "l0(2)nn : l1(2+)ww : x2n => x2-n", "l0(2)nn : l1(1)ww : x2n => x2-n", None}),
    (3, "l0(2)nn => l0[2]-n", {"l0(3)nn => l0(3)[2]-n", "l0(2+)nn => l0(2+)[2]-n", None}),
    (3, "l0(127)nn => l0-n", {"l0(126)nn => l0(126)-n", "l0(127+)nn => l0(127+)-n", None}),
    (3, "x0w => x0-w", {None}),
    # "join two w of different nodes into one string"
    (4, "x0w : t1wwn => x0-w", {"t1nwx0 : x0t1 => x0-t1", None}),
    (4, "l0(1)wn : l1(2)wn : x2w => l0-n", {
        "l0(1)nx2 : l1(2)nw : x2l0(1) => l0(1)-n", "l0(1)nw : l1(2)nx2 : x2l1(2) => l0(1)-n", None}),
    (4, "l0(1)wn : l1(2)wn => l0-n", {None}), (4, "t0www => t0-w", {None}), (4, "x0w : x1n => x0-w", {None}),
    # "cut a string into two w, or n -> w"
    (5, "x0t1 : t1x0nw => t1-x0", {"t1nww : x0w => t1-w", "t1wwx0 : x0t1 => t1-x0"}),
    (5, "l0(4)l0l0 : x1n => l0[2]-l0", {"l0(4)ww : x1n => l0(4)[2]-w", "l0(4)l0(4)l0(4) : x1w => l0(4)[2]-l0(4)"}),
    (5, "x0w : t1www => x0-w", {None}),
])
def test_each_kind_of_mutation_does_what_the_rulebook_says(kind, text, made):
    assert kind < len(KINDS) and outcomes(text, kind) == made
