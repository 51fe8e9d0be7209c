"""Drawings of graph rules: they parse, show every node and string once and the action, and keep nodes apart."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from lek import dice
from lek.games.dots import dots
from lek.players.dots.exact import set_up
from lek.players.dots.graph import graph_of, read
from lek.players.dots.graphrules import RULE, L
from lek.players.dots.graphrules_breeding import SETTINGS, cover, mutate, options
from lek.players.dots.graphrules_drawing import RADIUS, draw, draw_graph
from lek.players.dots.graphrules_page import Told, page
from lek.players.dots.graphrules_text import parse, show
from lek.settings import resolve

AS_USUAL = options(SETTINGS, resolve("rules", SETTINGS, {}))
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = [  # the paper's; a loop; inside of chains; several strings between two nodes
    "x0w => x0-w", "x0n => x0-n", "l0(1+)x1n => l0(1+)[0]-n", "x45l48(2+) : l48(2+)nx45 => x45-l48(2+)",
    "q2l1(1+)x3x4w : l1(1+)q2n : x3q2 : x4q2 : x5w => q2-x3",
    "t4l9(4)l7(2)t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9(4)t4l8(1) => t1-t4",
    "l0(4)l0l0 => l0-l0", "l0(5)nw => l0(5)[2]-n", "l0(5)nw => l0(5)[2]-w", "l0(1)nw => l0(1)[1]-n",
    "l0(1+)nw => l0(1+)[3]-n", "q0l1(2)l1(2)q2q2 : q2q0q0ww => q0-q2", "l0(100+)nn => l0[50]-n",
]


def the_rule(text: str) -> Any:
    return parse(text)[0]


def a_graph(mask: int) -> Any:
    game = dots()
    state, graph = game.blank.copy(), np.zeros(1, graph_of(game)).view(np.recarray)
    set_up(state[0], mask)
    read(state[0], graph[0], np.zeros(len(state[0].strings) + 1, np.int64), np.zeros(5, np.int64))
    return graph[0]


def bred_rules(many: int) -> list[Any]:
    rng, stream = np.random.default_rng(1), np.zeros(1, dice.STREAM).view(np.recarray)
    found: list[Any] = []
    while len(found) < many:
        r = np.zeros(1, RULE).view(np.recarray)
        if cover(stream[0], a_graph(int(rng.integers(1, (1 << 24) - 1))), r[0]):
            for _ in range(int(rng.integers(8))):
                child = r.copy()
                r = child if mutate(stream[0], AS_USUAL[0], child[0], 1, 3) else r
            found.append(r[0])
    return found


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def strings_of(r: Any) -> list[int]:
    """How many strings lead to the ground, to anything, and to other nodes."""
    ends = [(i, int(end)) for i in range(r.nodes) for end in r.end[i, :r.label[i]]]
    return [sum(end == -1 for _, end in ends), sum(end == -2 for _, end in ends),
            sum(end >= 0 and end != i for i, end in ends) // 2]


def check_drawing(r: Any, drawn: str) -> ElementTree.Element:
    """Every node and every string is there once."""
    root = ElementTree.fromstring(drawn)
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert root.findtext(SVG + "title") and root.findtext(SVG + "desc")
    labels = ["".join(node.find(SVG + "text").itertext()) for node in classed(root, "node")]
    assert [label[0] for label in labels] == ["-xltq"[r.label[i]] for i in range(r.nodes)]
    for i in range(r.nodes):
        assert r.label[i] != L or re.search(rf"{r.length[i]}\+?$", labels[i])
    letters = [string.findtext(SVG + "text") for string in classed(root, "string")]
    assert [letters.count("n"), letters.count("w"), letters.count(None)] == strings_of(r)
    assert len(classed(root, "earth")) == letters.count("n")
    return root


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_node_and_string_is_drawn_once_and_one_is_cut(text: str) -> None:
    r = the_rule(text)
    root = check_drawing(r, draw(r))
    assert len(classed(root, "action")) == len(classed(root, "cut")) == 1
    assert root.findtext(SVG + "desc") == show(r)


def test_bred_rules_are_drawn_whole() -> None:
    for r in bred_rules(30):
        root = check_drawing(r, draw(r))
        assert len(classed(root, "action")) == len(classed(root, "cut")) == 1


def cut_at(text: str) -> tuple[str, float]:
    """What carries the mark, and where between n on the left and w on the right."""
    root = ElementTree.fromstring(draw(the_rule(text)))
    carrier = next(each for each in root.iter() if any("action" in (inner.get("class") or "") for inner in each))
    own = classed(root, "action")[0].get("class") or ""
    place = float(re.findall(r"[-\d.]+", classed(root, "cut")[0].get("transform") or "")[0])
    left, right = (float(classed(root, letter)[0].find(SVG + "text").get("x"))
                   for letter in "nw")
    return (carrier.get("class") or "").split()[0] if own == "action" else own, (place - left) / (right - left)


def test_the_mark_stands_along_the_chain_where_the_string_is() -> None:
    found = [cut_at(f"l0(6)nw => l0(6)[{inward}]-n") for inward in range(7)]
    assert [kind for kind, _ in found] == ["string n action", *["node"] * 5, "string w action"]
    places = [place for _, place in found]
    assert places == sorted(places)
    kind, place = cut_at("l0(6)nw => l0(6)[2]-w")
    assert kind == "node" and place == pytest.approx(places[4], abs=0.02)


def test_a_chain_that_is_longer_is_drawn_longer() -> None:
    widths = [float(ElementTree.fromstring(draw(the_rule(f"l0({n})nw => l0-n"))).get("width") or 0) for n in range(1, 9)]
    assert widths == sorted(set(widths))


def test_a_loop_is_a_ring_without_strings() -> None:
    root = ElementTree.fromstring(draw(the_rule("l0(4)l0l0 => l0-l0")))
    assert not classed(root, "string") and (root.find(f".//{SVG}path").get("d") or "").count("a") == 4


def test_strings_between_the_same_two_nodes_are_bowed_apart() -> None:
    for action in ("q0-q1", "q0-n"):
        root = ElementTree.fromstring(draw(the_rule(f"q0q1q1wn : q1q0q0ww => {action}")))
        paths = [string[0].get("d") or "" for string in classed(root, "string")]
        bowed = [path for path in paths if "Q" in path]
        assert len(bowed) == len(set(bowed)) == 2


@pytest.mark.parametrize("mask", [0, 10075810, 0b101010101010101010101010, (1 << 24) - 1])
def test_graphs_of_positions_are_drawn_whole_and_nothing_is_cut(mask: int) -> None:
    graph = a_graph(mask)
    root = check_drawing(graph, draw_graph(graph)) if graph.nodes else ElementTree.fromstring(draw_graph(graph))
    assert not classed(root, "cut") and len(classed(root, "node")) == graph.nodes


def test_the_same_rule_gives_the_same_drawing() -> None:
    assert draw(the_rule(EXAMPLES[4])) == draw(the_rule(EXAMPLES[4]))
    assert draw(the_rule(EXAMPLES[4])) != draw(the_rule(EXAMPLES[5]))


def test_a_title_may_hold_any_text() -> None:
    root = ElementTree.fromstring(draw(the_rule("x0w => x0-w"), title='A < B & "C"'))
    assert root.findtext(SVG + "title") == root.get("aria-label") == classed(root, "title")[0].text == 'A < B & "C"'


def test_nodes_keep_apart_and_inside_the_drawing() -> None:
    for r in bred_rules(30):
        root = ElementTree.fromstring(draw(r))
        left, top, width, height = map(float, (root.get("viewBox") or "").split())
        spots = np.array([complex(float(c.get("cx") or 0), float(c.get("cy") or 0)) for node in classed(root, "node")
                          for c in node.findall(SVG + "circle")])
        gaps = np.abs(spots[:, None] - spots) + np.eye(len(spots)) * 1e6
        assert (gaps > 2 * RADIUS).all(), show(r)
        assert (spots.real - RADIUS >= left).all() and (spots.real + RADIUS <= left + width).all()
        assert (spots.imag - RADIUS >= top).all() and (spots.imag + RADIUS <= top + height).all()


def test_a_page_has_every_rule_with_its_picture_and_its_numbers() -> None:
    rules = [the_rule(text) for text in EXAMPLES]
    made = page([Told(r, 1.5 + k, 0.25, 1000 * k, k, f"{k} % of positions") for k, r in enumerate(rules)], "Rules")
    body = ElementTree.fromstring(re.search("<tbody>.*</tbody>", made, re.S)[0])
    assert len(body) == len(rules)
    for k, (row, r) in enumerate(zip(body, rules, strict=True)):
        told = ["".join(cell.itertext()).strip() for cell in row]
        assert row.find(f"td/{SVG}svg") is not None and told[1] == show(r)
        wild = str(show(r).split("=>")[0].count("w"))
        assert told[2:] == [f"{k + 1.5:.2f}", "0.250", f"{1000 * k:,}", str(k), str(r.nodes), wild, f"{k} % of positions"]


def test_a_page_escapes_text_and_needs_nothing_else() -> None:
    made = page([Told(the_rule("x0w => x0-w"), 0.0, 0.0, 0, 0, "<b>&")], 'A < "B"')
    assert "<h1>A &lt; &quot;B&quot;</h1>" in made and "&lt;b&gt;&amp;" in made and "<b>&" not in made
    assert not re.search(r'(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg")', made)


def test_a_page_can_be_searched_sorted_and_read_in_the_dark() -> None:
    made = page([], "No rules")
    assert '<input type="search"' in made and "0 rules" in made and "prefers-color-scheme:dark" in made
    assert made.count("<button") == 8 and "aria-sort" in made


def test_a_page_of_many_rules_stays_small() -> None:
    rules = bred_rules(50)
    assert len(page([Told(r, 0.0, 0.0, 0, 0) for r in rules], "Many")) < 3_000 * len(rules) + 8_000
