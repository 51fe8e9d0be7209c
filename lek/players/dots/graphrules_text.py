"""Graph rules as the paper writes them, both ways.

    q2l1(1+)x3x4w : l1(1+)q2n : x3q2 : x4q2 : x5w => q2-x3

Each part up to the arrow is a node with all that its strings lead to; after it stand the two ends of the string to be cut.
q, t, l and x have four, three, two and one string, and a number that tells them apart; n is the ground, w anything. An l has
a length, with a plus if more will do, in at least one place. A node needs no part of its own where the others tell all its
strings. l1[2]-n is the third string of l1, counted from the ground; l1-n is l1[0]-n. A loop leads to itself: l0(4)l0l0.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from lek.players.dots.graphrules import GROUND, NODES, RULE, WILD, L, prepare
from lek.settings import Mistake

LABELS = "-xltq"
TOKEN = re.compile(r"(?P<label>[a-zA-Z])(?P<number>[0-9]*)(?:\((?P<length>[^)\s]*)\)?)?"
                   r"|(?P<inward>\[[^]\s]*\]?)|(?P<sign>:|=>|[-\u2212\u2013])")
LONGEST = 127


class Word(NamedTuple):
    """A node, n or w, a sign, or how far inwards; and where it stands."""

    kind: str
    number: int
    length: int
    plus: bool
    text: str
    at: int


class Part(NamedTuple):
    """A node, by its place in the rule, and what its strings lead to."""

    node: Word
    leads: list[Word]


def parse(text: str) -> np.recarray[Any, Any]:
    """The rule [1] that is written here, or a Mistake that tells the character."""
    def wrong(at: int, why: str) -> Mistake:
        return Mistake(f"the rule {text!r} does not work at character {at + 1}: {why}")

    words = _words(text, wrong)
    arrows = [k for k, word in enumerate(words) if word.kind == "=>"]
    if len(arrows) != 1:
        at = words[arrows[1]].at if arrows else len(text)
        raise wrong(at, f"one => stands between the graph and the string to be cut; there are {len(arrows)}")
    parts = _parts(words[:arrows[0]], words[arrows[0]].at, wrong)
    rows = _rows(parts, wrong)
    made = np.zeros(1, RULE).view(np.recarray)
    r = made[0]
    _lengths(r, rows, words, wrong)
    _strings(r, rows, wrong)
    _action(r, rows, words[arrows[0] + 1:], len(text), wrong)
    prepare(r)
    return made


def _words(text: str, wrong: Any) -> list[Word]:
    found, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = TOKEN.match(text, at)
        if token is None:
            raise wrong(at, f"{text[at]!r} has no meaning in a rule")
        if token["label"]:
            found.append(_node(token, at, wrong))
        elif token["inward"]:
            inner = re.fullmatch(r"\[([0-9]{1,3})\]", token["inward"])
            if inner is None or int(inner[1]) > LONGEST:
                raise wrong(at, f"how far inwards is a number from [0] to [{LONGEST}]; given: {token['inward']}")
            found.append(Word("[]", int(inner[1]), 0, False, token[0], at))
        else:
            found.append(Word(token[0] if token[0] in (":", "=>") else "-", 0, 0, False, token[0], at))
        at = token.end()
    return found


def _node(token: Any, at: int, wrong: Any) -> Word:
    label, number, length = token["label"], token["number"], token["length"]
    if label in "nw":
        if number or length is not None:
            raise wrong(at, f"{label} has neither number nor length; given: {token[0]}")
        return Word(label, 0, 0, False, label, at)
    if label not in "qtlx":
        raise wrong(at, f"there is no label {label!r}; there are q, t, l, x, n and w")
    if not number:
        raise wrong(at, f"{label} needs a number that tells it apart, such as {label}0")
    if len(number) > 5 or int(number) > 32_000:
        raise wrong(at, f"numbers go up to 32000; given: {token[0]}")
    name = f"{label}{int(number)}"
    if length is None:
        return Word(label, int(number), 0, False, name, at)
    inner = re.fullmatch(r"([0-9]{1,3})(\+?)", length)
    there = at + token[0].index("(")
    if label != "l":
        raise wrong(there, f"only an l has a length; given: {token[0]}")
    if inner is None or not token[0].endswith(")") or not 1 <= int(inner[1]) <= LONGEST:
        raise wrong(there, f"a length is a number from 1 to {LONGEST}, with a plus if more will do: (2+); given: {token[0]}")
    return Word(label, int(number), int(inner[1]), bool(inner[2]), name, at)


def _parts(words: list[Word], end: int, wrong: Any) -> list[Part]:
    """The parts between colons."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.kind == ":":
            parts.append([])
        elif word.kind in ("-", "[]"):
            raise wrong(word.at, f"{word.text} belongs after the =>")
        else:
            parts[-1].append(word)
    ends = [word.at for word in words if word.kind == ":"] + [end]
    for part, after in zip(parts, ends, strict=True):
        if not part or part[0].kind in "nw":
            raise wrong(part[0].at if part else after, "a part begins with a node, and tells what its strings lead to")
    return [Part(part[0], part[1:]) for part in parts]


def _rows(parts: list[Part], wrong: Any) -> list[Part]:
    """All nodes, those left out among them, each with as many strings as it has to have."""
    rows: dict[str, Part] = {}
    numbers: dict[int, str] = {}
    for part in parts:
        if part.node.text in rows:
            raise wrong(part.node.at, f"{part.node.text} has a part already")
        rows[part.node.text] = part
        for word in (part.node, *part.leads):
            if word.kind not in "nw" and numbers.setdefault(word.number, word.text) != word.text:
                raise wrong(word.at, f"{word.text} and {numbers[word.number]} have the same number")
    for part in parts:
        for word in part.leads:
            if word.kind not in "nw" and word.text not in rows:
                told = [other.node for other in parts for name in other.leads if name.text == word.text]
                rows[word.text] = Part(word, told)
    if len(rows) > NODES:
        raise wrong(list(rows.values())[NODES].node.at, f"a rule has at most {NODES} nodes; given: {len(rows)}")
    for part in rows.values():
        many, has = LABELS.index(part.node.kind), len(part.leads)
        if has != many:
            surplus = [word.at for word in part.leads[many:] if word.at > part.node.at]
            raise wrong((surplus or [part.node.at])[0],
                        f"{part.node.text} has {many} string{'s' * (many > 1)}; told: {has}")
        for word in part.leads:
            if word.text == part.node.text and (word.kind != "l" or part.leads[0].text != part.leads[1].text):
                raise wrong(word.at, f"{word.text} leads to itself; only both strings of an l, a loop, can do so")
            if word.text != part.node.text and word.kind == part.node.kind == "l":
                raise wrong(word.at, f"{part.node.text} and {word.text} are adjacent; they would be one longer l")
    return list(rows.values())


def _lengths(r: Any, rows: list[Part], words: list[Word], wrong: Any) -> None:
    lengths: dict[str, tuple[int, bool]] = {}
    for word in words:
        if word.kind == "l" and word.length:
            given = word.length, word.plus
            if lengths.setdefault(word.text, given) != given:
                raise wrong(word.at, f"{word.text} has another length elsewhere")
    r.nodes = len(rows)
    for i, part in enumerate(rows):
        r.label[i], r.number[i], r.length[i] = LABELS.index(part.node.kind), part.node.number, 1
        if part.node.kind == "l":
            if part.node.text not in lengths:
                raise wrong(part.node.at, f"{part.node.text} needs a length somewhere, such as {part.node.text}(1+)")
            r.length[i], r.plus[i] = lengths[part.node.text]


def _strings(r: Any, rows: list[Part], wrong: Any) -> None:
    """Where strings lead. Of several between two nodes the first told of one is the first told of the other."""
    places = {part.node.text: i for i, part in enumerate(rows)}
    for i, part in enumerate(rows):
        for p, word in enumerate(part.leads):
            if word.kind in "nw":
                r.end[i, p] = GROUND if word.kind == "n" else WILD
                continue
            j = r.end[i, p] = places[word.text]
            if i == j:
                r.back[i, p] = 1 - p
                continue
            nth = sum(other.text == word.text for other in part.leads[:p])
            there = [q for q, other in enumerate(rows[j].leads) if other.text == part.node.text]
            if nth >= len(there):
                raise wrong(word.at, f"{part.node.text} leads to {word.text}, but {word.text} does not lead back")
            r.back[i, p] = there[nth]


def _action(r: Any, rows: list[Part], words: list[Word], end: int, wrong: Any) -> None:
    """The string to be cut: of the node that is counted into, else of the first one named."""
    form = "after the => stand the two ends of one string, such as x0-n or l1[2]-n"
    dash = next((k for k, word in enumerate(words) if word.kind == "-"), len(words))
    ends: list[tuple[Word, int | None]] = []
    for half, after in ((words[:dash], words[dash].at if words[dash:] else end), (words[dash + 1:], end)):
        if not half or half[0].kind not in "qtlxnw":
            raise wrong(half[0].at if half else after, form)
        if half[1:] and (half[1].kind != "[]" or half[0].kind != "l"):
            raise wrong(half[1].at, form if half[1].kind != "[]" else "only an l is counted into, such as l1[2]-n")
        if half[2:]:
            raise wrong(half[2].at, form)
        ends.append((half[0], half[1].number if half[1:] else None))
    places = {part.node.text: i for i, part in enumerate(rows)}
    for word, _ in ends:
        if word.kind not in "nw" and word.text not in places:
            raise wrong(word.at, f"{word.text} is not in the graph")
    (one, inward), (other, counted) = ends
    if one.kind in "nw" or counted is not None:
        if inward is not None:
            raise wrong(other.at, "a string is counted into from one side only")
        one, inward, other = other, counted, one
    if one.kind in "nw":
        raise wrong(one.at, "one of the two ends has to be a node")
    leads = rows[places[one.text]].leads
    ports = [p for p, word in enumerate(leads) if word.text == other.text]
    if not ports:
        raise wrong(other.at, f"no string of {one.text} leads to {other.text}")
    r.at, r.port, r.inward = places[one.text], ports[0], inward or 0


def show(r: Any) -> str:
    """A rule as text that `parse` reads back."""
    def name(i: int) -> str:
        length = f"({r.length[i]}{'+' if r.plus[i] else ''})" if r.label[i] == L else ""
        return f"{LABELS[r.label[i]]}{r.number[i]}{length}"

    def end(i: int, p: int) -> str:
        return {GROUND: "n", WILD: "w"}.get(int(r.end[i, p])) or name(int(r.end[i, p]))

    parts = [name(i) + "".join(end(i, p) for p in range(r.label[i])) for i in range(r.nodes)]
    inward = f"[{r.inward}]" if r.inward else ""
    return f"{' : '.join(parts)} => {name(int(r.at))}{inward}-{end(int(r.at), int(r.port))}"
