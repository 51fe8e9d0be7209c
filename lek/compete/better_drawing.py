"""The "significantly better" graph as a picture: whoever stands higher and is joined by arrows downward is better.

Arrows that follow from others are left out (the transitive reduction, Aho, Garey and Ullman 1972). An agent stands one
row below the lowest of those that are better than it. Significance is not transitive, so the picture shows the arrows
of the relation itself; rings of agents each better than the next, which luck can make, share a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, GAP_X, GAP_Y = 9, 30, 24, 70  # a character, a box, between boxes, between rows


def rows_of(better: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The row of each agent, 0 on top: one below the lowest of those better than it."""
    count = len(better)
    row = np.zeros(count, np.int64)
    for _ in range(count):
        for i, j in zip(*np.nonzero(better), strict=True):
            if not better[j, i]:
                row[j] = min(max(row[j], row[i] + 1), count - 1)
    return row


def reduced(better: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The arrows that do not follow from two others."""
    relation = better.astype(np.int64)
    return np.asarray(better & ~(relation @ relation > 0))


def draw(names: Sequence[str], better: NDArray[np.bool_], means: Sequence[float] | None = None) -> str:
    """An SVG of the graph better[i, j]: i is significantly better than j."""
    labels = list(names)
    if means is not None:
        labels = [f"{name}  {mean:.1f}" for name, mean in zip(names, means, strict=True)]
    row = rows_of(better)
    order = sorted(range(len(names)), key=lambda i: (row[i], -(means[i] if means is not None else 0), i))
    width = [WIDTH * len(label) + 24 for label in labels]
    line = {level: sum(width[i] + GAP_X for i in order if row[i] == level) - GAP_X for level in set(row.tolist())}
    whole = max(line.values()) + 40
    place: dict[int, tuple[float, float]] = {}
    used: dict[int, float] = {}
    for i in order:
        level = int(row[i])
        left = used.get(level, (whole - line[level]) / 2)
        place[i] = (left, 20 + level * (HEIGHT + GAP_Y))
        used[level] = left + width[i] + GAP_X
    tall = 40 + HEIGHT + int(row.max(initial=0)) * (HEIGHT + GAP_Y)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {tall}" width="{whole:.0f}" '
             f'height="{tall}" font-family="system-ui, sans-serif" font-size="14"><title>significantly better</title>',
             '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
             'orient="auto"><path d="M0 0 10 5 0 10z" fill="#777"/></marker></defs>']
    for i, j in zip(*np.nonzero(reduced(better)), strict=True):
        x1, y1 = place[int(i)][0] + width[i] / 2, place[int(i)][1] + HEIGHT
        x2, y2 = place[int(j)][0] + width[j] / 2, place[int(j)][1]
        parts.append(f'<path d="M{x1:.1f} {y1:.1f} C{x1:.1f} {y1 + 30:.1f} {x2:.1f} {y2 - 30:.1f} {x2:.1f} {y2 - 2:.1f}" '
                     'fill="none" stroke="#777" marker-end="url(#tip)"/>')
    for i in order:
        x, y = place[i]
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width[i]}" height="{HEIGHT}" rx="8" fill="#e8eef5" '
                     f'stroke="#4477AA"/><text x="{x + width[i] / 2:.1f}" y="{y + 20:.1f}" text-anchor="middle">'
                     f"{escape(labels[i])}</text>")
    return "\n".join([*parts, "</svg>"]) + "\n"
