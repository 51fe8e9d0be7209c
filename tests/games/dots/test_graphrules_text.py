"""Graph rules as the paper writes them: read, shown, and refused with the character that is wrong (rulebook, 1.2 to 1.4)."""

from __future__ import annotations

import random

import pytest

from lek.players.dots.graphrules import NODES, STEPS
from lek.players.dots.graphrules_text import parse, show
from lek.settings import Mistake

from . import twin_graphrules as naive
from .paper_rules import FIGURE_3, INTO_A_CHAIN, LEAVE_TWO, NINE, SHOWN


@pytest.mark.parametrize("text, shown", [
    *SHOWN,
    ("q0l1l1nn : l1(2)q0q0 => q0 – l1[1]", "q0l1(2)l1(2)nn : l1(2)q0q0 => l1(2)[1]-q0"),
    ("x0l1(127+)\n: x2l1\t:x3n => n-x3", "x0l1(127+) : x2l1(127+) : x3n : l1(127+)x0x2 => x3-n"),
    (" : ".join(f"q{k}{f'q{k ^ 1}' * 4}" for k in range(NODES)) + " => q0-q1",) * 2,  # as many steps as there can be
])
def test_rules_are_read_and_shown(text, shown):
    r = parse(text)
    assert show(r[0]) == shown
    assert parse(shown).tobytes() == r.tobytes()
    assert naive.parse(shown) == naive.parse(naive.show(naive.parse(shown)))
    assert {name: sorted(others) for name, others in naive.parse(text).neighbours.items()} == \
        {name: sorted(others) for name, others in naive.parse(shown).neighbours.items()}


@pytest.mark.parametrize("text, at, why", [
    ("", 1, "there are 0"), ("  ", 3, "there are 0"), ("x0n", 4, "there are 0"),
    ("x0n => x0-n => x0-n", 13, "there are 2"), ("x0n = x0-n", 5, "'=' has no meaning"),
    ("x0n & x1n => x0-n", 5, "'&' has no meaning"), ("x0n => x0-n é", 13, "'é' has no meaning"),
    ("x0n \n\0 => x0-n", 6, "has no meaning"), ("x0n) => x0-n", 4, "')' has no meaning"),
    ("x0n : z1w => x0-n", 7, "no label 'z'"), ("X0n => x0-n", 1, "no label 'X'"),
    ("xn => x0-n", 1, "x needs a number"), ("x0t : t1x0nn => x0-n", 3, "t needs a number"),
    ("x٣n => x3-n", 1, "x needs a number"), ("x0n => x-n", 8, "x needs a number"),
    ("x32001n => x0-n", 1, "numbers go up to 32000"), (f"x{'9' * 5000}n => x0-n", 1, "numbers go up to 32000"),
    ("x0n3 => x0-n", 3, "n has neither number"), ("x0w0 => x0-w", 3, "w has neither number"),
    ("x0n(2) => x0-n", 3, "nor length"), ("x0n => x0-n1", 11, "n has neither number"),
    ("x0n : => x0-n", 7, "begins with a node"), (" : x0n => x0-n", 2, "begins with a node"),
    ("x0n : : x1n => x0-n", 7, "begins with a node"), ("=> x0-n", 1, "begins with a node"),
    ("x0n : nx1 => x0-n", 7, "begins with a node"), ("w => x0-n", 1, "begins with a node"),
    ("x0n - x1 => x0-n", 5, "- belongs after"), ("l0(2)[1]nn => l0-n", 6, "[1] belongs after"),
    ("q0wwn => q0-n", 1, "q0 has 4 strings; told: 3"), ("x0n : t1wwww => x0-n", 12, "t1 has 3 strings; told: 4"),
    ("x0nn => x0-n", 4, "x0 has 1 string; told: 2"), ("x0n : l1(2) => x0-n", 7, "l1 has 2 strings; told: 0"),
    ("x0t1 => x0-t1", 3, "t1 has 3 strings; told: 1"), ("t0x1x1w => t0-w", 3, "x1 has 1 string; told: 2"),
    ("x0n : x0n => x0-n", 7, "x0 has a part already"), ("x0n : x00n => x0-n", 7, "x0 has a part already"),
    ("x0t0 : t0x0nn => x0-t0", 3, "t0 and x0 have the same number"),
    ("x1n : t1nnn => x1-n", 7, "t1 and x1 have the same number"),
    (" : ".join(f"x{k}n" for k in range(13)) + " => x0-n", 75, "at most 12 nodes; given: 13"),
    ("x0x0 => x0-x0", 3, "x0 leads to itself"), ("x0n : t1t1t1n => x0-n", 9, "t1 leads to itself"),
    ("l0(4)nl0 => l0-n", 7, "l0 leads to itself"),
    ("l0(1)l1(1)n : l1(1)l0n => l0-n", 6, "l0 and l1 are adjacent"),
    ("x0n : l1(2)nl2 : l2(1)l1n => x0-n", 13, "l1 and l2 are adjacent"),
    ("l0nn => l0-n", 1, "l0 needs a length"), ("x0l1 : l1x0n => x0-l1", 8, "l1 needs a length"),
    ("l0(2)nn => l0(3)-n", 12, "l0 has another length"), ("l0(2)x1n : x1l0(2+) => l0-n", 14, "l0 has another length"),
    ("x0(2)n => x0-n", 3, "only an l has a length"), ("x1n : q0(1)wwww => q0-w", 9, "only an l has a length"),
    *((f"x1n : l0({length}nn => l0-n", 9, "a number from 1 to 127")
      for length in ("0)", ")", "+)", "2++)", "-1)", "128)", "1000)", "2 +)", "٣)", "²)", "2", "2\n)", "")),
    ("x0t1 : t1nww => x0-t1", 3, "t1 does not lead back"), ("x0n : x1x2 : x2n => x0-n", 9, "x2 does not lead back"),
    ("l0(3)t1n : t1l0l0n => l0-n", 16, "l0 does not lead back"),
    ("x0n => x1-n", 8, "x1 is not in the graph"), ("x0n => n-t0", 10, "t0 is not in the graph"),
    ("x0n => x0-w", 11, "no string of x0 leads to w"), ("x0w => n-x0", 8, "no string of x0 leads to n"),
    ("x0w : x1w => x0-x1", 17, "no string of x0 leads to x1"), ("l0(4)nn => l0-l0", 15, "no string of l0 leads to l0"),
    ("x0n => n-n", 10, "has to be a node"), ("x0n => n-w", 10, "has to be a node"),
    ("x0n =>", 7, "two ends of one string"), ("x0n => x0", 10, "two ends"), ("x0n => x0-", 11, "two ends"),
    ("x0n => -n", 8, "two ends"), ("x0n => -", 8, "two ends"), ("x0n => x0--n", 11, "two ends"),
    ("x0n => x0-n-n", 12, "two ends"), ("x0n => x0-nn", 12, "two ends"), ("x0n => x0 : n", 11, "two ends"),
    ("x0n => [1]-n", 8, "two ends"), ("l0(2)nn => l0[1][1]-n", 17, "two ends"),
    ("x0n => x0[1]-n", 10, "only an l is counted into"), ("x0n => x0-n[0]", 12, "only an l is counted into"),
    ("l0(4)l0l0 => l0[1]-l0[2]", 20, "from one side only"),
    *((f"l0(2)nn => l0[{inward}-n", 14, "how far inwards is a number")
      for inward in ("x]", "]", "-1]", "128]", "1", "\n1]", "٣]")),
])
def test_what_is_wrong_with_a_rule_is_one_sentence_that_tells_the_character(text, at, why):
    with pytest.raises(Mistake) as caught:
        parse(text)
    sentence = str(caught.value)
    assert f"does not work at character {at}: " in sentence and why in sentence.split(" at character ")[-1]
    assert len(sentence.splitlines()) == 1


def test_a_damaged_rule_is_refused_in_a_sentence_and_by_the_twin_or_is_a_whole_one():
    rng = random.Random(3)
    read_well = 0
    for _ in range(4000):
        text = rng.choice((FIGURE_3, LEAVE_TWO, INTO_A_CHAIN, NINE, "l0(4)l0l0 => l0[2]-l0"))
        at = rng.randrange(len(text))
        text = text[:at] + "".join(rng.choices("qtlxnw0123()[]+:-=> ", k=rng.randrange(2))) + text[at + rng.randrange(3):]
        try:
            r = parse(text)
        except Mistake as mistake:
            assert len(str(mistake).splitlines()) == 1
            with pytest.raises(ValueError):  # the twin's mistakes
                naive.parse(text)
            continue
        read_well += 1
        assert parse(show(r[0])).tobytes() == r.tobytes()
        naive.parse(text)
    assert read_well > 300


def test_a_rule_of_the_most_strings_has_room_for_all_its_steps():
    """Twelve nodes of four strings each: 24 strings, each followed once."""
    ends = {k: [(k + step) % 12 for step in (1, 2, -2, -1)] for k in range(12)}
    text = " : ".join(f"q{k}" + "".join(f"q{end}" for end in ends[k]) for k in range(12)) + " => q0-q1"
    r = parse(text)
    assert r[0].steps == 24 <= STEPS == len(r[0].step_node)
    assert parse(show(r[0])).tobytes() == r.tobytes()
