"""The picture of who is significantly better than whom."""

from __future__ import annotations

import xml.etree.ElementTree as xml

import numpy as np

from lek.compete.better_drawing import draw, reduced, rows_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def relation(count: int, *pairs: tuple[int, int]) -> np.ndarray:
    better = np.zeros((count, count), bool)
    for i, j in pairs:
        better[i, j] = True
    return better


def test_an_arrow_that_follows_from_two_others_is_left_out() -> None:
    chain = relation(3, (0, 1), (1, 2), (0, 2))
    assert np.argwhere(reduced(chain)).tolist() == [[0, 1], [1, 2]]
    assert rows_of(chain).tolist() == [0, 1, 2]


def test_a_missing_step_keeps_its_arrow() -> None:
    assert np.argwhere(reduced(relation(3, (0, 2)))).tolist() == [[0, 2]]


def test_a_ring_does_not_hang_and_everybody_is_drawn() -> None:
    svg = draw(["a", "b & c", "<d>"], relation(3, (0, 1), (1, 2), (2, 0)), [3.0, 2.0, 1.0])
    root = xml.fromstring(svg)
    assert [text.text for text in root.iter(f"{NAMESPACE}text")].count("b & c  2.0") == 1
    assert len(list(root.iter(f"{NAMESPACE}rect"))) == 3


def test_as_many_arrows_as_the_reduction_has() -> None:
    better = relation(4, (0, 1), (0, 2), (1, 3), (2, 3), (0, 3))
    root = xml.fromstring(draw(list("abcd"), better))
    drawn = [path for path in root.iter(f"{NAMESPACE}path") if path.get("marker-end")]
    assert len(drawn) == 4
