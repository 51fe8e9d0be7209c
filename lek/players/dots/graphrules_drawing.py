"""Drawings of graph rules and of graphs, in the manner of Figures 2 and 3 of the paper.

(Knittel, Bossomaier and Snyder, 2007, section II.) A node is a circle with its label. A chain is a box, longer if it is, a
loop a ring; both have a tick for each string inside. A string to the ground ends in an earth sign, n, one that may lead
to anything is dashed, w. The string to be cut is red, with scissors. Fragments stand beside each other. The same rule gives
the same drawing. Points of the plane are complex numbers, y pointing down.
"""

from __future__ import annotations

import cmath
import math
from html import escape
from typing import Any, NamedTuple

import numpy as np

from lek.brains.fsm_drawing import Points
from lek.players.dots.graphrules import GROUND, WILD, L
from lek.players.dots.graphrules_layout import Link, lay_out
from lek.players.dots.graphrules_text import LABELS, show

RADIUS, LEAF = 14.0, 13.0  # of a node, of an end n or w
STRING, END = 58.0, 44.0  # lengths, from middle to middle
WIDE = 480.0  # of a drawing, before fragments begin a new line
LETTERS = {GROUND: "n", WILD: "w"}
SCISSORS = "M-3.6-9.5 2.2 3.4M3.6-9.5-2.2 3.4"  # across a string that runs from left to right
PALE = {"q": "#BBCCEE", "t": "#CCEEFF", "l": "#CCDDAA", "x": "#EEEEBB"}  # Paul Tol's pale scheme


class Node(NamedTuple):
    """A node and the points it stands on: one, or both ends of a chain."""

    label: str
    number: str
    length: str  # of an l
    cells: int  # strings inside a chain are between these
    cut: int  # of those the one to be cut, or 0
    loop: bool
    a: int
    b: int


class String(NamedTuple):
    """A string from point to point, and from node to node."""

    a: int
    b: int
    ends: tuple[int, int]
    cut: bool


def draw(r: Any, title: str = "") -> str:
    """A rule as one SVG document."""
    return _svg(r, True, show(r), title)


def draw_graph(graph: Any, title: str = "") -> str:
    """The graph of a position as one SVG document."""
    def name(i: int) -> str:
        return LETTERS.get(i) or f"{LABELS[graph.label[i]]}{i}" + f"({graph.length[i]})" * int(graph.label[i] == L)

    return _svg(graph, False, " : ".join(
        name(i) + "".join(name(int(end)) for end in graph.end[i, :graph.label[i]]) for i in range(graph.nodes)), title)


def _nodes(r: Any, is_rule: bool) -> list[Node]:
    made: list[Node] = []
    for i in range(r.nodes):
        label, length, a = int(r.label[i]), int(r.length[i]), made[-1].b + 1 if made else 0
        loop, plus = label == L and r.end[i, 0] == i, is_rule and label == L and bool(r.plus[i])
        cells, cut = length, 0
        if is_rule and r.at == i and (loop or r.inward):
            cut = int(r.inward)
            if plus and not loop:
                cells = max(length, cut + 1)
            cut = 1 if loop else cut if r.port == 0 else cells - cut
            cut = cut if loop or 0 < cut < cells else 0
        made.append(Node(LABELS[label] if label else "?", str(r.number[i]) if is_rule else "",
                         f"{length}{'+' * plus}" if label == L else "", cells, cut, loop, a, a + (label == L and not loop)))
    return made


def _strings(r: Any, is_rule: bool, nodes: list[Node]) -> list[String]:
    """Each string once; those to the ground and to anything get points of their own."""
    cut, made = (-1, -1), []
    if is_rule and not nodes[r.at].cut:
        cut = int(r.at), int(r.port) if not r.inward else 1 - int(r.port)
    points = nodes[-1].b + 1 if nodes else 0
    for i in range(r.nodes):
        for p in range(r.label[i]):
            j, q = int(r.end[i, p]), int(r.back[i, p])
            if j == i or (j >= 0 and r.label[j] and (j, q) < (i, p)):
                continue
            b, points = (points, points + 1) if j < 0 else (nodes[j].b if q == 1 else nodes[j].a, points)
            made.append(String(nodes[i].b if p == 1 else nodes[i].a, b, (i, j), cut in ((i, p), (j, q))))
    return made


def _points(nodes: list[Node], strings: list[String]) -> tuple[Points, list[float]]:
    """Where the points stand, and how large they are."""
    links, radius = [], []
    for k, node in enumerate(nodes):
        radius.extend([23.0 + 2.5 * min(node.cells, 10)] if node.loop else [RADIUS] * (1 + node.b - node.a))
        if node.b > node.a:
            others = [i + j for i, j in (string.ends for string in strings) if k in (i, j) and j >= 0]
            both = len(others) == 2 and others[0] == others[1]  # strings lead to the same node
            long = 18.0 + 13.0 * min(node.cells - 1, 9) + 52.0 * (node.cut > 0)
            links.append(Link(node.a, node.b, max(long, 48.0 * both), True))
    for string in strings:
        radius.extend([LEAF] * (string.ends[1] < 0))
        long = radius[string.a] - RADIUS + (END if string.ends[1] < 0 else STRING) + 12.0 * string.cut
        links.append(Link(string.a, string.b, long, False))
    return lay_out(radius, links, WIDE), radius


def _svg(r: Any, is_rule: bool, words: str, title: str) -> str:
    heading = title or f"{'Rule' if is_rule else 'Graph'} of {r.nodes} node{'' if r.nodes == 1 else 's'}"
    about = f"<title>{escape(heading)}</title>\n<desc>{escape(words)}</desc>\n<style>{STYLE}</style>\n"
    return picture(r, is_rule, heading, about, title)


def picture(r: Any, is_rule: bool = True, label: str = "", about: str = "", title: str = "") -> str:
    """An SVG element, strings under nodes, that begins with what it is `about`; it needs STYLE there or around it."""
    nodes = _nodes(r, is_rule)
    strings = _strings(r, is_rule, nodes)
    spots, radius = _points(nodes, strings)
    inner = [string.ends for string in strings if string.ends[1] >= 0]
    size = np.array(radius) + (6.0 if len(inner) == len(set(inner)) else 14.0)  # bowed strings need more room
    left, right = float((spots.real - size).min(initial=0.0)), float((spots.real + size).max(initial=0.0))
    top, low = float((spots.imag - size).min(initial=0.0)), float((spots.imag + size).max(initial=0.0))
    if title:
        spare = max(0.0, 10.0 * len(title) + 16.0 - (right - left)) / 2
        left, right, top = left - spare, right + spare, top - 28.0
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" class="lek-graph" viewBox="{left:.0f} {top:.0f} '
             f'{right - left:.0f} {low - top:.0f}" width="{right - left:.0f}" height="{low - top:.0f}" role="img" '
             f'aria-label="{escape(label)}">\n{about}']
    if title:
        parts.append(f'<text class="title" x="{(left + right) / 2:.0f}" y="{top + 22:.0f}">{escape(title)}</text>\n')
    for k, string in enumerate(strings):
        beside = [other for other in strings if string.ends[1] >= 0 and other.ends == string.ends]
        nth = sum(other.ends == string.ends for other in strings[:k])
        parts.append(_string(string, nth, beside, spots, radius) + "\n")
    return "".join([*parts, *(_node(node, spots, radius) + "\n" for node in nodes), "</svg>\n"])


def _at(z: complex) -> str:
    return f"{z.real:.1f} {z.imag:.1f}"


def _level(along: complex) -> float:
    """By how many degrees something along this way is turned, read from the left."""
    return math.degrees(cmath.phase(along if along.real > 0 else -along))


def _scissors(z: complex, along: complex) -> str:
    """Scissors that cut here, what is cut running along; handles below."""
    return (f'<g class="cut" transform="translate({_at(z)})rotate({_level(along):.0f})"><path d="{SCISSORS}"/>'
            '<circle cx="-3.4" cy="6" r="2.9"/><circle cx="3.4" cy="6" r="2.9"/></g>')


def _string(string: String, nth: int, beside: list[String], spots: Points, radius: list[float]) -> str:
    """A string, bowed away from others between the same nodes, and its end n or w."""
    a, b = complex(spots[string.a]), complex(spots[string.b])
    along, letter = (b - a) / max(abs(b - a), 1e-9), LETTERS.get(string.ends[1], "")
    kind, more = " ".join(["string", *letter, *["action"] * string.cut]), ""
    if letter:
        b -= along * {"n": 9.0, "w": 6.0}[letter]
        if letter == "n":
            bars = "".join(f"M{_at(b + along * (3.6 * k + 1j * wide))}L{_at(b + along * (3.6 * k - 1j * wide))}"
                           for k, wide in enumerate((7.5, 4.8, 2.0)))
            more = f'<path class="earth" d="{bars}"/>'
        z = b + along * {"n": 15.5, "w": 8.0}[letter]
        more += f'<text x="{z.real:.1f}" y="{z.imag + 4:.1f}">{letter}</text>'
    bow = 0j
    if len(beside) > 1:
        middles = [complex(spots[other.a] + spots[other.b]) / 2 for other in beside]
        bow = (a + b) / 2 - sum(middles) / len(middles)
        if abs(bow) < 1.0:
            bow = 1j * along * (nth - (len(beside) - 1) / 2)
        bow *= 30.0 / max(abs(bow), 1e-9)
    path = f"M{_at(a)}L{_at(b)}" if bow == 0 else f"M{_at(a)}Q{_at((a + b) / 2 + bow)} {_at(b)}"
    if string.cut:
        free = 0.0 if letter else radius[string.b]
        more += _scissors((a + along * radius[string.a] + b - along * free) / 2 + bow / 2, along)
    return f'<g class="{kind}"><path d="{path}"/>{more}</g>'


def _node(node: Node, spots: Points, radius: list[float]) -> str:
    """A circle, a ring or a box, with its name, its ticks, and the string inside that is to be cut."""
    a, b = complex(spots[node.a]), complex(spots[node.b])
    name = node.label + (f'<tspan class="i" dy="3">{node.number}</tspan>' if node.number else "")
    kind = f'<g class="node {node.label if node.label in PALE else "other"}">'
    if not node.length:
        return (f'{kind}<circle cx="{a.real:.1f}" cy="{a.imag:.1f}" r="{RADIUS:.0f}"/>'
                f'<text x="{a.real:.1f}" y="{a.imag + 5:.1f}">{name}</text></g>')
    middle, turn = (a + b) / 2, 90.0
    if node.loop:
        size = radius[node.a]
        ways = [cmath.exp(2j * math.pi * (k + 0.5) / node.cells - 0.5j * math.pi) for k in range(node.cells)]
        shape = "".join(f"M{_at(a - s)}a{s:.1f} {s:.1f} 0 1 0 {2 * s:.1f} 0a{s:.1f} {s:.1f} 0 1 0 {-2 * s:.1f} 0z"
                        for s in (size, size - 11.0))
        ticks = "".join(f"M{_at(a + way * size)}L{_at(a + way * (size - 4))}" for way in ways)
        cut, along = a + ways[0] * (size - 5.5), 1j * ways[0]
    else:
        along = (b - a) / max(abs(b - a), 1e-9)
        full, across, start = abs(b - a) + 2.0 * RADIUS, 1j * along * RADIUS, a - along * RADIUS
        shape = (f"M{_at(a + across)}A{RADIUS:.0f} {RADIUS:.0f} 0 0 1 {_at(a - across)}"
                 f"L{_at(b - across)}A{RADIUS:.0f} {RADIUS:.0f} 0 0 1 {_at(b + across)}z")
        places = [start + along * full * k / node.cells for k in range(1, node.cells)] if full > 6 * node.cells else []
        ticks = "".join(f"M{_at(z + s * across)}L{_at(z + 0.65 * s * across)}" for z in places for s in (1, -1))
        room = full * node.cut / node.cells
        cut = start + along * room
        if node.cut:
            middle = start + along * ((room - 5) / 2 if 2 * room > full else (room + 6 + full) / 2)
        turn = _level(along)
    upright = abs(turn) > 50.0
    name += f'<tspan {"x" if upright else "dx"}="{0 if upright else 4}" ' + \
        f'dy="{14 if upright else -3 * bool(node.number)}">{node.length}</tspan>'
    spin = f"rotate({turn:.0f})" if round(turn) and not upright else ""
    inside = f'<path class="tick" d="{ticks}"/>' if ticks else ""
    inside += f'<text transform="translate({_at(middle)}){spin}" y="{-1 if upright else 5}">{name}</text>'
    if node.cut:
        inside += (f'<g class="action"><path d="M{_at(cut - 8.0 * along)}L{_at(cut + 8.0 * along)}"/>'
                   f"{_scissors(cut, along)}</g>")
    return f'{kind}<path d="{shape}"/>{inside}</g>'


STYLE = ("".join(f".lek-graph {rule}" for rule in (
    "text{font:bold 14px Helvetica,Arial,sans-serif;text-anchor:middle;fill:#222;stroke:none}",
    ".i{font-size:9px;font-weight:normal}", ".title{font-size:16px}",
    ".string text{font-size:13px;font-weight:normal;fill:#555}",
    ".string{fill:none;stroke:#555;stroke-width:1.8}", ".w>path{stroke-dasharray:4 3.5}",
    ".node{fill:#EEE;fill-rule:evenodd;stroke:#444;stroke-width:1.6}", ".tick{stroke-width:1}",
    *(f".{label}{{fill:{colour}}}" for label, colour in PALE.items()),
    ".action>path{stroke:#C0283E;stroke-width:4.5}", ".action>.earth{stroke-width:1.8}",
    ".cut{fill:none;stroke:#222;stroke-width:1.7;stroke-linecap:round}", ".cut circle{fill:#FFF}")))
