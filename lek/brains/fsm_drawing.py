"""Drawings of finite state machines, in the manner of Fig. 3 of the Moose paper, as SVG text.

(Ashlock et al., "A Family of Turn-Based Strategy Games with Moose", section III.) Circles are states, numbered from 1;
an arrow marked A/R is taken when A was read and answers R; the arrow from nowhere carries the initial action. Arrows
between the same two states are one arrow with several marks. What cannot be reached from state 1 is pale.

States stand on a ring, in an order that keeps arrows short and uncrossed. Every arrow has a few shapes it may take and
every mark a few places on its arrow; they settle one after the other on whatever is least in the way of the rest. No
dice are rolled: the same machine gives the same drawing. Points of the plane are complex numbers, y pointing down.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.complex128]

RADIUS = 19.0  # of a state
INK, PALE, PALE_TEXT = "#444444", "#C8C8C8", "#999999"
COLOURS = (  # of arrows and of marks, by response: Paul Tol's bright scheme, darkened where it has to be read as text
    ("#4477AA", "#2F5F92"), ("#EE6677", "#C0283E"), ("#228833", "#1A6B28"), ("#8A8A8A", "#666666"),
    ("#AA3377", "#8A2560"), ("#CCBB44", "#7D7012"),
)
FONT, LINE = 13.0, 15.0  # size of marks and the distance of their lines
SAMPLES = np.linspace(0.0, 1.0, 18)


@dataclass
class Arrow:
    """One arrow: its marks, the shapes it may take and, per shape, the places its marks may take."""

    source: int  # -1: from nowhere
    target: int
    marks: list[tuple[str, int]]  # text and response
    pale: bool
    shapes: list[Points] = field(default_factory=list)  # Bezier control points
    places: list[list[complex]] = field(default_factory=list)  # centres of the marks
    shape: int = 0
    place: int = 0

    @property
    def columns(self) -> int:
        return 1 if len(self.marks) <= 3 or max(len(text) for text, _ in self.marks) > 8 else 2

    @property
    def cell(self) -> float:
        """The width of one mark."""
        return 0.58 * FONT * max(len(text) for text, _ in self.marks) + 2.0

    @property
    def box(self) -> complex:
        """Width and height of all marks."""
        return complex(self.columns * (self.cell + 5.0) - 5.0, LINE * math.ceil(len(self.marks) / self.columns))


def from_one(number: int) -> str:
    """Fields, symbols and states count from 1 for people."""
    return str(number + 1)


def draw(g: Any, symbol_name: Callable[[int], str] = from_one, action_name: Callable[[int], str] = from_one,
         title: str = "") -> str:
    """The machine as one SVG document; the names are given symbols and actions counted from 0."""
    to, say = np.asarray(g.to, np.int64), np.asarray(g.say, np.int64)
    seen = reachable(to)
    arrows = _arrows(int(g.first), to, say, seen, symbol_name, action_name)
    middles = _ring(_order(arrows, len(to)), arrows)
    for arrow in arrows:
        _shape(arrow, arrows, middles)
    _settle_shapes(arrows, middles)
    _settle_marks(arrows, middles)
    heading = title or f"Finite state machine with {len(to)} state{'s' * (len(to) > 1)}"
    return _svg(arrows, middles, seen, int(max(say.max(), g.first)) + 1, heading, title)


def reachable(to: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which states [states] can be reached from the first by transitions to [states, symbols]."""
    seen = np.zeros(len(to), np.bool_)
    waiting = [0]
    while waiting:
        state = waiting.pop()
        if not seen[state]:
            seen[state] = True
            waiting.extend(int(target) for target in to[state])
    return seen


def _arrows(first: int, to: Any, say: Any, seen: Any, symbol_name: Callable[[int], str],
            action_name: Callable[[int], str]) -> list[Arrow]:
    """One arrow for every two states that are joined, the one from nowhere before all."""
    found = {(-1, 0): Arrow(-1, 0, [(action_name(first), first)], False)}
    for state in range(to.shape[0]):
        for symbol in range(to.shape[1]):
            key = (state, int(to[state, symbol]))
            arrow = found.setdefault(key, Arrow(*key, [], not seen[state]))
            response = int(say[state, symbol])
            arrow.marks.append((f"{symbol_name(symbol)}/{action_name(response)}", response))
    return list(found.values())


def _order(arrows: list[Arrow], states: int) -> list[int]:
    """The slot [states] of each state on the ring: exchanges, as long as arrows become shorter or cross less."""
    joined = [arrow for arrow in arrows if arrow.source not in (-1, arrow.target)]
    ends = np.array([(arrow.source, arrow.target) for arrow in joined], np.int64).reshape(-1, 2)
    weight = np.array([0.3 if arrow.pale else 1.0 for arrow in joined])

    def cost(slots: Any) -> float:
        low, high = np.sort(slots[ends], axis=1).T
        between = (low[:, None] < low) & (low < high[:, None]) & (high > high[:, None])
        length = np.sin(np.pi * (high - low) / states)
        return float(weight @ length + 0.3 * (weight @ between @ weight))

    slots = np.arange(states)
    best, improved = cost(slots), len(joined) > 0
    while improved:
        improved = False
        for i in range(1, states):
            for j in range(i + 1, states):
                slots[[i, j]] = slots[[j, i]]
                now = cost(slots)
                if now < best - 1e-9:
                    best, improved = now, True
                else:
                    slots[[i, j]] = slots[[j, i]]
    return [int(slot) for slot in slots]


def _ring(slots: list[int], arrows: list[Arrow]) -> Points:
    """The middle of each state; the ring has room for all marks, the first state is on the left or upper left."""
    states = len(slots)
    if states == 1:
        return np.zeros(1, np.complex128)
    area = sum((arrow.box.real + 16.0) * (arrow.box.imag + 14.0) for arrow in arrows if arrow.source != arrow.target)
    radius = max(80.0, 16.0 * states + 30.0, 1.3 * math.sqrt(area))
    turn = math.pi if states < 4 else math.pi * (1.0 + 1.0 / states)
    return np.array([cmath.rect(radius, turn + 2.0 * math.pi * slot / states) for slot in slots])


def _shape(arrow: Arrow, arrows: list[Arrow], middles: Points) -> None:
    """Fill in the shapes an arrow may take, best first, and the places of its marks on each."""
    end = middles[arrow.target]
    if arrow.source < 0 or arrow.source == arrow.target:
        outward = end / abs(end) if abs(end) else (-1.0 + 0j if arrow.source < 0 else -1j)
        for degrees in (0,) if arrow.source < 0 else (0, 20, -20, 40, -40, 60, -60, 80, -80):
            way = outward * cmath.rect(1.0, math.radians(degrees))
            if arrow.source < 0:
                arrow.shapes.append(end + way * np.array([RADIUS + 40.0, RADIUS + 20.0, 0.0]))
                far = RADIUS + 43.0
            else:
                arrow.shapes.append(end + way * np.array([0.0, cmath.rect(84.0, -0.6), cmath.rect(84.0, 0.6), 0.0]))
                far = 55.0
            half = min(arrow.box.real / max(abs(way.real), 1e-9), arrow.box.imag / max(abs(way.imag), 1e-9)) / 2
            arrow.places.append([complex(end + way * (far + half + more)) for more in (2.0, 6.0, 10.0)])
        return
    begin = middles[arrow.source]
    across = 1j * (end - begin) / abs(end - begin)
    both = any((other.source, other.target) == (arrow.target, arrow.source) for other in arrows)
    sides = (1,) if both else (1, -1) if (across * (begin + end).conjugate()).real >= 0.0 else (-1, 1)
    for bow in (1.3, 1.6, 2.0, 2.5) if both else (0.5, 0.9, 1.3, 1.8, 2.4):
        for side in sides:
            curve = np.array([begin, (begin + end) / 2 + 2.0 * side * bow * abs(end - begin) ** 0.5 * across, end])
            arrow.shapes.append(curve)
            clear = (RADIUS + 12.0) / abs(end - begin)
            spots = bezier(curve, clear + (1.0 - 2.0 * clear) * np.linspace(0.1, 0.9, 17))
            arrow.places.append([complex(z) for z in spots])


def bezier(controls: Points, t: Any) -> Points:
    """Points at t [n] of the curve with these control points."""
    n, t = len(controls) - 1, np.asarray(t, np.float64)
    terms = [math.comb(n, k) * t**k * (1.0 - t) ** (n - k) * z for k, z in enumerate(controls)]
    return np.asarray(np.sum(terms, axis=0), np.complex128)


def _settle_shapes(arrows: list[Arrow], middles: Points) -> None:
    """Choose shapes that keep clear of states and do not run along other arrows."""
    curves = [[bezier(shape, SAMPLES) for shape in arrow.shapes] for arrow in arrows]
    lines = np.array([curve[0] for curve in curves])  # [arrows, samples]
    for _ in range(4):
        for i, arrow in enumerate(arrows):
            if len(arrow.shapes) == 1:
                continue
            own = {arrow.source, arrow.target}
            strangers = np.array([z for state, z in enumerate(middles) if state not in own])
            others = np.delete(lines, i, axis=0).reshape(-1)
            costs = []
            for n, curve in enumerate(curves[i]):
                cost = 0.25 * n
                if len(strangers):
                    gaps = np.abs(curve[:, None] - strangers).min(axis=0)
                    cost += 0.4 * float(np.maximum(0.0, RADIUS + 12.0 - gaps).sum())
                inner = curve[2:-2]
                cost += 0.3 * float((np.abs(inner[:, None] - others) < 11.0).sum())
                costs.append(cost)
            arrow.shape = int(np.argmin(costs))
            lines[i] = curves[i][arrow.shape]


def _settle_marks(arrows: list[Arrow], middles: Points) -> None:
    """Choose places where marks cover neither each other, nor states, nor, if that can be, other arrows."""
    lines = np.array([bezier(arrow.shapes[arrow.shape], np.linspace(0.0, 1.0, 60)) for arrow in arrows])
    boxes = np.array([arrow.box for arrow in arrows]) + (6.0 + 3.0j)
    places = [np.array(arrow.places[arrow.shape])[:, None] for arrow in arrows]
    fixed = []  # what each place costs whatever other marks do
    for i, spots in enumerate(places):
        cost = 0.04 * np.abs(np.arange(len(spots)) - len(spots) // 3)  # nearer to where the arrow comes from
        cost = cost + 8.0 * _overlap(spots, middles, boxes[i] + (1 + 1j) * 2.0 * RADIUS).sum(axis=1)
        covered = _overlap(spots, np.delete(lines, i, axis=0).reshape(-1), boxes[i]) > 0.0
        fixed.append(cost + 0.12 * covered.sum(axis=1))
    centres = np.array([spots[len(spots) // 3, 0] for spots in places])
    for _ in range(8):
        for i, arrow in enumerate(arrows):
            others = np.arange(len(arrows)) != i
            clash = _overlap(places[i], centres[others], boxes[i] + boxes[others]).sum(axis=1)
            arrow.place = int(np.argmin(fixed[i] + 8.0 * clash))
            centres[i] = places[i][arrow.place, 0]


def _overlap(a: Points, b: Points, size: Any) -> npt.NDArray[np.float64]:
    """How much a box around a is in the way of one around b, 0 if not at all; `size` is the sum of their sizes."""
    deep = np.minimum(np.real(size) / 2 - np.abs(np.real(a - b)), np.imag(size) / 2 - np.abs(np.imag(a - b)))
    return np.asarray(np.where(deep > 0.0, deep + 2.0, 0.0), np.float64)


def _svg(arrows: list[Arrow], middles: Points, seen: Any, actions: int, heading: str, title: str) -> str:
    """The document: arrows under states under marks, pale ones first."""
    corners = [z + way * (RADIUS + 2.0) for z in middles for way in (-1 - 1j, 1 + 1j)]
    for arrow in arrows:
        corners.extend(bezier(arrow.shapes[arrow.shape], SAMPLES))
        corners.extend(arrow.places[arrow.shape][arrow.place] + way * arrow.box / 2 for way in (-1, 1))
    left, right = min(z.real for z in corners) - 14.0, max(z.real for z in corners) + 14.0
    top, bottom = min(z.imag for z in corners) - (44.0 if title else 14.0), max(z.imag for z in corners) + 34.0
    spare = max(0.0, max(150.0, 8.5 * len(title)) - (right - left)) / 2
    left, width, height = left - spare, right - left + 2.0 * spare, bottom - top
    layers = sorted(arrows, key=lambda arrow: not arrow.pale)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" aria-label="{escape(heading)}" '
        'font-family="Helvetica, Arial, sans-serif" text-anchor="middle">',
        f"<title>{escape(heading)}</title>", f"<desc>{escape(_words(arrows))}</desc>",
        *(_line(arrow, middles, actions) for arrow in layers),
        *(_state(state, z, seen[state]) for state, z in enumerate(middles)),
        *(_marks(arrow, actions) for arrow in layers),
    ]
    middle = left + width / 2
    if title:
        parts.append(_text(complex(middle, top + 26.0), title, 'font-size="16" font-weight="bold" fill="#222222"'))
    parts.append(_text(complex(middle, bottom - 12.0), "A/R: reads A, responds R", 'font-size="11" fill="#666666"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(z: complex, text: str, style: str) -> str:
    return f'<text x="{z.real:.1f}" y="{z.imag:.1f}" {style}>{escape(text)}</text>'


def _words(arrows: list[Arrow]) -> str:
    """The drawing for those who cannot see it."""
    rest = "".join(f" From state {arrow.source + 1} to state {arrow.target + 1}: "
                   f"{', '.join(text for text, _ in arrow.marks)}." for arrow in arrows[1:])
    return f"Responds {arrows[0].marks[0][0]} first, in state 1.{rest}"


def _colour(response: int, actions: int, pale: bool, of_text: bool) -> str:
    if pale:
        return PALE_TEXT if of_text else PALE
    return COLOURS[response][of_text] if actions <= len(COLOURS) else INK


def _state(state: int, z: complex, seen: bool) -> str:
    look = f'fill="white" stroke="{INK if seen else PALE}" stroke-width="{2 if seen else 1.2}"'
    colour = "#222222" if seen else PALE_TEXT
    name = _text(z + 5.2j, from_one(state), f'font-size="15" font-weight="bold" fill="{colour}"')
    return f'<g class="state"><circle cx="{z.real:.1f}" cy="{z.imag:.1f}" r="{RADIUS:.0f}" {look}/>{name}</g>'


def _line(arrow: Arrow, middles: Points, actions: int) -> str:
    """Shaft and head of an arrow, in the colour of its response where it has but one."""
    shape, end = arrow.shapes[arrow.shape], middles[arrow.target]
    fine = np.linspace(0.0, 1.0, 400)
    curve = bezier(shape, fine)
    from_end = np.abs(curve - end)
    start = 0 if arrow.source < 0 else int(np.argmax(np.abs(curve - middles[arrow.source]) > RADIUS))
    tip, neck = (int(np.flatnonzero(from_end > RADIUS + gap)[-1]) for gap in (2.0, 9.0))
    shaft = _part(shape, fine[start], fine[neck])
    along = (curve[tip] - curve[neck]) / abs(curve[tip] - curve[neck])
    back = curve[tip] - 9.5 * along
    colours = {_colour(response, actions, arrow.pale, False) for _, response in arrow.marks}
    colour = colours.pop() if len(colours) == 1 else INK
    curved = {3: "Q", 4: "C"}[len(shape)] + " ".join(f"{z.real:.1f},{z.imag:.1f}" for z in shaft[1:])
    head = " ".join(f"{z.real:.1f},{z.imag:.1f}" for z in (curve[tip], back + 4.2j * along, back - 4.2j * along))
    kind = "arrow first" if arrow.source < 0 else "arrow"
    look = f'fill="none" stroke="{colour}" stroke-width="{1.1 if arrow.pale else 1.7}"'
    return (f'<g class="{kind}"><path d="M{shaft[0].real:.1f},{shaft[0].imag:.1f} {curved}" {look}/>'
            f'<polygon points="{head}" fill="{colour}"/></g>')


def _part(controls: Points, low: float, high: float) -> Points:
    """Control points of the part of a Bezier curve from t = low to high, by blossoming."""
    n = len(controls) - 1
    found = []
    for k in range(n + 1):
        points = controls
        for t in [low] * (n - k) + [high] * k:
            points = (1.0 - t) * points[:-1] + t * points[1:]
        found.append(points[0])
    return np.array(found)


def _marks(arrow: Arrow, actions: int) -> str:
    """The marks of an arrow in rows, each in the colour of its response, with a white halo."""
    corner = arrow.places[arrow.shape][arrow.place] - arrow.box / 2
    halo = f'font-size="{FONT:.0f}" stroke="white" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    weight = "normal" if arrow.pale else "bold"
    texts = []
    for n, (text, response) in enumerate(arrow.marks):
        row, column = divmod(n, arrow.columns)
        z = corner + complex(column * (arrow.cell + 5.0) + arrow.cell / 2, row * LINE + 0.78 * LINE)
        texts.append(_text(z, text, f'class="mark" fill="{_colour(response, actions, arrow.pale, True)}"'))
    return f'<g {halo} font-weight="{weight}">{"".join(texts)}</g>'
