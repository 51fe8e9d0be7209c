"""Where to draw the points of a graph in the plane, so that it reads well.

Each fragment is laid out so that points are as far apart as the links between them are long (stress, minimised by
majorization), from a few rings; what is in the way is pushed aside, the result with the fewest crossings is kept and turned
to lie flat. Fragments stand beside each other. No dice are rolled: the same graph is laid out the same way. Points of the
plane are complex numbers, y pointing down.
"""

from __future__ import annotations

import cmath
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from lek.brains.fsm_drawing import Points

APART, BELOW = 20.0, 20.0  # of fragments
STRETCH = 1.25  # what is not linked, so that rows become straight


class Link(NamedTuple):
    """Between two points, how long it should be, and whether that has to be kept."""

    a: int
    b: int
    long: float
    stiff: bool


def lay_out(radius: list[float], links: list[Link], wide: float) -> Points:
    """Where each point stands: fragment by fragment, in lines from the left that are not wider than this."""
    group = list(range(len(radius)))
    for link in links:
        low, high = sorted((group[link.a], group[link.b]))
        group = [low if g == high else g for g in group]
    size, where = np.array(radius), np.zeros(len(group), np.complex128)
    x = y = 0.0
    line: list[int] = []

    def end_line() -> float:
        tall = 2.0 * float((np.abs(where[line].imag) + size[line]).max(initial=0.0))
        where[line] += 1j * (y + tall / 2)
        return tall

    for g in sorted(set(group)):
        mine = [k for k, other in enumerate(group) if other == g]
        own = tuple(Link(mine.index(a), mine.index(b), long, stiff) for a, b, long, stiff in links if group[a] == g)
        spots = np.array(_fragment(tuple(radius[k] for k in mine), own))
        span = float((spots.real + size[mine]).max())
        if line and x + span > wide:
            x, y, line = 0.0, y + end_line() + BELOW, []
        where[mine] = spots + x
        line.extend(mine)
        x += span + APART
    end_line()
    return where


@lru_cache(maxsize=4096)
def _fragment(radius: tuple[float, ...], links: tuple[Link, ...]) -> tuple[complex, ...]:
    """Points of one fragment: from x = 0, with y = 0 in the middle."""
    n, size = len(radius), np.array(radius)
    far = np.where(np.eye(n) > 0, 0.0, np.inf)
    ends = np.array([link[:2] for link in links], np.int64).reshape(-1, 2)
    ideal = np.array([link.long for link in links])
    far[ends[:, 0], ends[:, 1]] = far[ends[:, 1], ends[:, 0]] = ideal
    for k in range(n):
        far = np.minimum(far, far[:, k, None] + far[k])
    weight = 1000.0 / np.maximum(far, 20.0) ** 3
    far *= STRETCH
    far[ends[:, 0], ends[:, 1]] = far[ends[:, 1], ends[:, 0]] = ideal
    for link in links:
        weight[link.a, link.b] *= 20.0 if link.stiff else 6.0
        weight[link.b, link.a] = weight[link.a, link.b]
    np.fill_diagonal(weight, 0.0)
    inverse = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    space = _space(size, links)
    rings = np.arange(1 if n < 4 else 16)[:, None]
    order = np.where(rings == 0, np.arange(n), np.argsort(np.arange(n) * np.sqrt(2.0 * rings + 1.0) % 1.0, axis=1))
    spots = np.asarray(np.exp(2j * np.pi * order / n) * n * 10.0, np.complex128)
    def stretch(spots: Points, steps: int) -> Points:
        for _ in range(steps):
            apart = spots[..., :, None] - spots[..., None, :]
            spots = (weight * far * apart / np.maximum(np.abs(apart), 1e-9)).sum(axis=-1) @ inverse
        return spots

    def cost(spots: Points) -> float:
        return _cost(spots, far, weight, space, ends)

    hopeful = sorted(stretch(spots, 100), key=cost)[:3]
    best = min((_push_apart(each, space, ends, ideal) for each in stretch(np.array(hopeful), 300)), key=cost)
    ways = {complex(np.round(1j ** k * along.conjugate() / abs(along), 6)) for k in range(4)
            for along in best[ends[:, 1]] - best[ends[:, 0]]}
    turned = min((best * way for way in sorted(ways, key=cmath.phase)), default=best,
                 key=lambda each: _tilt(each, size, links))
    left, top, low = (turned.real - size).min(), (turned.imag - size).min(), (turned.imag + size).max()
    return tuple(complex(z) for z in turned - complex(left, (top + low) / 2))


class Space(NamedTuple):
    """How far points have to be from points [points, points] and from links [links, points], at least."""

    points: Any
    links: Any


def _space(size: Any, links: tuple[Link, ...]) -> Space:
    """Nothing has to be far from itself, its own links, or the other end of its stiff link."""
    points = size[:, None] + size + 6.0
    beside = np.array([size + 8.0 + (size[link.a] if link.stiff else 0.0) for link in links]).reshape(-1, len(size))
    np.fill_diagonal(points, 0.0)
    partner = {end: {link.a, link.b} for link in links if link.stiff for end in (link.a, link.b)}
    for k, link in enumerate(links):
        for end in (link.a, link.b):
            both = list(partner.get(end, {end}))
            beside[k, both] = points[end, both] = 0.0
    return Space(points, beside)


def _off(spots: Points, ends: Any) -> Points:
    """From the nearest place on each link to each point [links, points]."""
    a, along = spots[ends[:, :1]], spots[ends[:, 1:]] - spots[ends[:, :1]]
    part = np.clip(((spots - a) * along.conj()).real / np.maximum(np.abs(along) ** 2, 1e-9), 0.0, 1.0)
    return np.asarray(spots - a - part * along)


def _push_apart(spots: Points, space: Space, ends: Any, ideal: Any) -> Points:
    """Points moved off each other and off links that are not theirs."""
    def push(off: Points, room: Any, axis: int) -> Any:
        return 0.3 * (np.maximum(0.0, room - np.abs(off)) * off / np.maximum(np.abs(off), 1e-9)).sum(axis=axis)

    for _ in range(60):
        move = push(spots[:, None] - spots, space.points, 1) + push(_off(spots, ends), space.links, 0)
        along = spots[ends[:, 1]] - spots[ends[:, 0]]
        pull = 0.2 * (np.abs(along) - ideal) * along / np.maximum(np.abs(along), 1e-9)
        np.add.at(move, ends[:, 0], pull)
        np.add.at(move, ends[:, 1], -pull)
        spots = spots + move
    return spots


def _cost(spots: Points, far: Any, weight: Any, space: Space, ends: Any) -> float:
    """Crossings before all, then what is in the way, then stress."""
    a, b = spots[ends[:, :1]], spots[ends[:, 1:]]
    sides = [((b - a).conj() * (other.T - a)).imag > 0.0 for other in (a, b)]
    across = sides[0] ^ sides[1]
    shared = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    crossings = (across & across.T & ~shared).sum() / 2
    close = np.maximum(0.0, space.links - np.abs(_off(spots, ends))).sum()
    gaps = np.abs(spots[:, None] - spots)
    close += np.maximum(0.0, space.points - gaps).sum()
    return float(100.0 * crossings + 2.0 * close + (weight * (gaps - far) ** 2).sum())


def _tilt(spots: Points, size: Any, links: tuple[Link, ...]) -> float:
    """How far from flat, with stiff links level, and the first point on the left and above."""
    wide, high = ((part + size).max() - (part - size).min() for part in (spots.real, spots.imag))
    steep = sum(abs((spots[link.b] - spots[link.a]).imag) for link in links if link.stiff)
    first = spots[0] - spots.mean()
    return float(high + 0.3 * wide + 0.4 * steep + 0.05 * first.real + 0.02 * first.imag)
