"""Drawings of machines: they parse, show every transition once, and keep their marks apart."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from lek.brains import fsm, fsm_drawing
from lek.brains.fsm_drawing import draw
from lek.game import record

SVG = "{http://www.w3.org/2000/svg}"


def a_machine(seed: int, states: int, symbols: int, actions: int = 3) -> Any:
    rng = np.random.default_rng(seed)
    g = record(fsm.genome(states, symbols), first=int(rng.integers(actions)))[0]
    g.to[:] = rng.integers(states, size=(states, symbols))
    g.say[:] = rng.integers(actions, size=(states, symbols))
    return g


def the_machine(text: str) -> Any:
    return fsm.parse(text, 3, 3)[0]


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def marks_of(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in classed(root, "mark")]


def expected_marks(g: Any) -> Counter[str]:
    transitions = [f"{symbol + 1}/{response + 1}" for row in g.say for symbol, response in enumerate(row)]
    return Counter([str(g.first + 1), *transitions])


@pytest.mark.parametrize("states", range(1, 17))
@pytest.mark.parametrize("symbols", [1, 3, 10])
def test_every_transition_is_marked_once_and_every_state_is_one_circle(states: int, symbols: int) -> None:
    g = a_machine(states, states, symbols)
    root = ElementTree.fromstring(draw(g))
    assert root.tag == SVG + "svg" and len((root.get("viewBox") or "").split()) == 4
    assert root.findtext(SVG + "title") and root.findtext(SVG + "desc")
    assert len(list(root.iter(SVG + "circle"))) == states
    assert [node.findtext(SVG + "text") for node in classed(root, "state")] == [str(n + 1) for n in range(states)]
    assert Counter(marks_of(root)) == expected_marks(g)


def test_arrows_with_the_same_ends_are_one_arrow_and_one_comes_from_nowhere() -> None:
    root = ElementTree.fromstring(draw(the_machine("first 2\n1: 1/3>2 2/1>2 3/2>1\n2: 1/1>2 2/2>2 3/3>2")))
    assert len(classed(root, "arrow")) == 4  # from nowhere, 1 > 2, 1 > 1, 2 > 2
    assert len(classed(root, "first")) == 1
    assert marks_of(root)[0] == "2"
    assert "From state 1 to state 2: 1/3, 2/1." in (root.findtext(SVG + "desc") or "")


def test_the_arrow_from_nowhere_ends_at_state_1() -> None:
    root = ElementTree.fromstring(draw(a_machine(5, 8, 3)))
    circle = classed(root, "state")[0].find(SVG + "circle")
    head = classed(root, "first")[0].find(SVG + "polygon")
    assert circle is not None and head is not None
    tip = complex(*map(float, (head.get("points") or "").split()[0].split(",")))
    middle = complex(float(circle.get("cx") or 0), float(circle.get("cy") or 0))
    assert fsm_drawing.RADIUS < abs(tip - middle) < fsm_drawing.RADIUS + 4.0


def test_what_cannot_be_reached_is_pale() -> None:
    g = the_machine("first 1\n1: 1/1>1 2/2>3 3/3>1\n2: 1/1>3 2/2>1 3/3>2\n3: 1/1>1 2/1>1 3/1>3")
    assert fsm_drawing.reachable(g.to).tolist() == [True, False, True]
    circles = ElementTree.fromstring(draw(g)).iter(SVG + "circle")
    assert [circle.get("stroke") == fsm_drawing.PALE for circle in circles] == [False, True, False]


def test_an_arrow_has_the_colour_of_its_response_and_none_where_it_has_several() -> None:
    root = ElementTree.fromstring(draw(the_machine("first 2\n1: 1/3>2 2/3>2 3/2>1\n2: 1/1>1 2/2>1 3/3>1")))
    strokes = [path.get("stroke") for arrow in classed(root, "arrow") for path in arrow.iter(SVG + "path")]
    blue, red, green = (arrow for arrow, _ in fsm_drawing.COLOURS[:3])
    assert Counter(strokes) == Counter([red, green, red, fsm_drawing.INK]) and blue not in strokes


def test_the_same_machine_gives_the_same_drawing() -> None:
    assert draw(a_machine(7, 8, 3)) == draw(a_machine(7, 8, 3))
    assert draw(a_machine(7, 8, 3)) != draw(a_machine(8, 8, 3))


def test_names_are_given_numbers_from_0_and_may_hold_any_text() -> None:
    root = ElementTree.fromstring(draw(a_machine(1, 4, 3), lambda s: f"<{s}>", lambda a: f'&"{a}', title="A < B & C"))
    marks = marks_of(root)
    assert all(re.fullmatch(r'<[012]>/&"[012]', mark) for mark in marks[1:]) and len(marks) == 13
    assert root.findtext(SVG + "title") == "A < B & C"


@pytest.mark.parametrize("states", [2, 4, 8])
@pytest.mark.parametrize("seed", range(10))
def test_marks_cover_neither_each_other_nor_a_state(seed: int, states: int) -> None:
    root = ElementTree.fromstring(draw(a_machine(seed, states, 3)))
    boxes = []
    for mark in classed(root, "mark"):
        width = 0.55 * 13.0 * len(mark.text or "")
        boxes.append((float(mark.get("x") or 0), float(mark.get("y") or 0) - 4.5, width, 10.0))
    circles = [(float(c.get("cx") or 0), float(c.get("cy") or 0), 30.0, 30.0) for c in root.iter(SVG + "circle")]
    for i, (x, y, width, height) in enumerate(boxes):
        for other_x, other_y, other_width, other_height in boxes[i + 1:] + circles:
            apart = 2 * abs(x - other_x) >= width + other_width or 2 * abs(y - other_y) >= height + other_height
            assert apart, (seed, states, i)
