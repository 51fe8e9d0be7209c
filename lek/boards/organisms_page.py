"""The world of Organisms to look at: a game as an animation in one HTML file that needs nothing but itself, and as curves.

The board in every frame goes into the page packed (see `packed`), and the script only draws. The curves are drawn here, so
that without JavaScript they stand there, over a table of the last round. Colours of up to twelve species keep apart for
colour-blind people too, on light and on dark; whoever points at a species in the table sees it alone.
"""

from __future__ import annotations

import base64
import colorsys
import json
import zlib
from collections.abc import Sequence
from html import escape

import numpy as np
import numpy.typing as npt

from lek.boards.organisms_film import Film, Frames, record_game
from lek.boards.organisms_script import SCRIPT, STYLE
from lek.settings import Mistake

COLOURS = ("#4477AA", "#EE6677", "#E3A51C", "#14664B", "#8FB8F6", "#8E4208", "#AA71FC", "#5F37C0", "#58A1B7", "#AA6F18",
           "#3DC6B1", "#784184")  # any two differ by 0.08 or more in OKLab, to people with two kinds of cones too
LINES = 40  # curves in one chart; where there are more species, those that were the largest
LABELS = 12  # names beside the curves
HIGH = 190  # of a chart, in pixels
_ICON = '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="{}" fill="currentColor"/></svg>'
_BUTTONS = (
    ("first", "first round", "M3,3 h2 v10 h-2 z M14,3 v10 l-8,-5 z"), ("back", "one step back", "M11,3 v10 l-8,-5 z"),
    ("play", "play", "M4,2 v12 l10,-6 z"), ("forward", "one step forward", "M5,3 v10 l8,-5 z"),
    ("last", "last round", "M11,3 h2 v10 h-2 z M2,3 v10 l8,-5 z"),
)
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{}</title>
<style>body{{margin:0;padding:16px}}.lek-world{{margin:0 auto}}
@media (prefers-color-scheme:dark){{body{{background:#0E0F10}}}}</style>
</head>
<body class="lek-page">
{}</body>
</html>
"""


def replay_html(frames: Frames, names: Sequence[str], title: str) -> str:
    """The whole page: the replay, light or dark as the reader likes it, playing unless they asked for little motion."""
    return _PAGE.format(escape(title), _section(frames, names, title, "h1"))


def replay_section(frames: Frames, names: Sequence[str], title: str) -> str:
    """The replay as a <section> to put on a page of one's own: always light, and it waits to be played."""
    return _section(frames, names, title, "h3")


def _section(frames: Frames, names: Sequence[str], title: str, heading: str) -> str:
    if len(names) != frames.counts.shape[1]:
        raise Mistake(f"{frames.counts.shape[1]} species played, but {len(names)} names were given")
    end, last = len(frames.rounds) - 1, int(frames.rounds[-1])
    told = {"width": frames.width, "height": frames.height, "energy": frames.most_energy, "food": frames.most_food,
            "rounds": frames.rounds.tolist(), "names": list(names), "colours": colours(len(names)), "cells": packed(frames)}
    embedded = json.dumps(told, separators=(",", ":")).replace("<", "\\u003c")
    buttons = "".join(f'<button type="button" data-go="{go}" aria-label="{about}" title="{about}">{_ICON.format(icon)}'
                      "</button>" for go, about, icon in _BUTTONS)
    speeds = "".join(f'<option value="{n}"{" selected" * (n == 15)}>{n} frames/s</option>' for n in (2, 5, 15, 30, 60))
    return f"""<section class="lek-world" tabindex="0" aria-label="{escape(title)}">
<style>{STYLE}</style>
<header><{heading} class="title">{escape(title)}</{heading}>\
<p class="round" aria-live="polite">round <b>{last}</b> of {last}</p></header>
<div class="stage"><canvas role="img" aria-label="the board" hidden></canvas><div class="side">{_table(frames, names)}
<p class="key"><span class="discs"><i></i><i></i><i></i></span>energy, up to {frames.most_energy}</p>
<p class="key"><span class="ramp"></span>food, up to {frames.most_food} a cell</p>
<p class="under"></p></div></div>
<noscript><p>The animation needs JavaScript; the table shows the last round.</p></noscript>
<div class="controls" hidden>{buttons}<input type="range" min="0" max="{end}" value="{end}" aria-label="round">\
<select aria-label="speed">{speeds}</select></div>
<div class="which" hidden><button type="button" data-of="organisms" aria-pressed="true">organisms</button>\
<button type="button" data-of="energy" aria-pressed="false">energy</button></div>
{_chart("organisms", frames.rounds, frames.counts, names)}
{_chart("energy", frames.rounds, frames.totals, names)}
<script type="application/json">{embedded}</script>
<script>{SCRIPT}</script>
</section>
"""


def colours(species: int) -> list[str]:
    """A colour for every species: twelve that keep apart, then hues round the wheel."""
    more = [colorsys.hls_to_rgb(0.618034 * k % 1.0, (0.42, 0.6)[k % 2], 0.55) for k in range(species - len(COLOURS))]
    return [*COLOURS[:species], *("#" + "".join(f"{round(255 * part):02X}" for part in rgb) for rgb in more)]


def packed(frames: Frames) -> str:
    """Species + 1 (0: nobody), energy and food as 16-bit numbers, in base64 of deflate.

    Of each first all low bytes, then all high ones, [cells, frames]: what a cell holds changes little from frame to frame.
    """
    planes = []
    for plane in (frames.species + 1, frames.energy, frames.food):
        numbers = np.ascontiguousarray(plane.T).astype(np.uint16)
        planes += [(numbers & 255).astype(np.uint8).tobytes(), (numbers >> 8).astype(np.uint8).tobytes()]
    return base64.b64encode(zlib.compress(b"".join(planes))).decode()


def _table(frames: Frames, names: Sequence[str]) -> str:
    told = zip(names, colours(len(names)), frames.counts[-1], frames.totals[-1], strict=True)
    rows = "".join(
        f'<tr><th scope="row"><button type="button" aria-pressed="false"><i style="background:{colour}"></i>'
        f"{escape(name)}</button></th><td>{count:,}</td><td>{energy:,}</td></tr>"
        for name, colour, count, energy in told)
    return (f'<div class="species"><table><thead><tr><th scope="col">species</th><th scope="col">organisms</th>'
            f'<th scope="col">energy</th></tr></thead><tbody>{rows}</tbody></table></div>')


def _chart(of: str, rounds: npt.NDArray[np.int64], values: npt.NDArray[np.int64], names: Sequence[str]) -> str:
    """Curves over the frames, stretched to the width there is, with marks and names as text beside them."""
    steps, top = _steps(int(values.max()))
    high = [100.0 - 100.0 * float(step) / top for step in steps]
    grid = "".join(f"M0,{y:.2f}H1000" for y in high)
    shown = sorted(range(len(names)), key=lambda seat: -int(values[:, seat].max()))[:LINES]
    painted = colours(len(names))
    lines = "".join(f'<polyline data-seat="{seat}" points="{_points(values[:, seat], top)}" stroke="{painted[seat]}"/>'
                    for seat in reversed(shown))
    named = sorted((seat for seat in shown if values[-1, seat]), key=lambda seat: -int(values[-1, seat]))[:LABELS]
    places = spread([100.0 - 100.0 * float(values[-1, seat]) / top for seat in named], 100.0 * 14 / HIGH)
    marks = [f'<span class="y" style="top:{y:.2f}%">{step:,}</span>' for y, step in zip(high, steps, strict=True)]
    marks += [f'<span class="x" style="left:{x:.2f}%">{label:,}</span>' for x, label in _ticks(rounds)]
    marks += [f'<span class="name" style="top:{y:.2f}%"><i style="background:{painted[seat]}"></i>'
              f"{escape(_short(names[seat]))}</span>" for seat, y in zip(named, places, strict=True)]
    about = f"{of} of each species over the rounds"
    axis = "round" if (np.diff(rounds) == 1).all() else "round (later steps are longer)"
    return f"""<figure class="chart" data-of="{of}"><figcaption>{of}</figcaption><div class="plot">\
<svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label="{about}"><path class="grid" d="{grid}"/>\
{lines}<path class="now" d="M0,0V100" visibility="hidden"/></svg>{"".join(marks)}</div><p class="axis">{axis}</p></figure>"""


def _points(values: npt.NDArray[np.int64], top: int) -> str:
    """A curve's points, without those inside a level stretch."""
    n = len(values)
    return " ".join(f"{1000 * t / max(1, n - 1):.1f},{100 - 100 * values[t] / top:.2f}" for t in range(n)
                    if t in (0, n - 1) or not values[t - 1] == values[t] == values[t + 1])


def _steps(most: int) -> tuple[list[int], int]:
    """Round numbers for an axis from 0, and where it ends."""
    size = 10 ** max(0, len(str(most)) - 2)
    step = next(step for k in (1, 2, 5, 10, 20, 50) if (step := k * size) * 5 >= most)
    return list(range(0, most + 1, step)), max(1, round(1.04 * most))


def _ticks(rounds: npt.NDArray[np.int64]) -> list[tuple[float, int]]:
    """Round numbers with their places on the axis of frames, in per cent, not too near each other."""
    n, last = len(rounds), int(rounds[-1])
    wanted = [0, last, *sorted((k * 10**e for e in range(7) for k in (1, 2, 5)), reverse=True)]
    if last == n - 1:
        wanted = _steps(last)[0]
    made: list[tuple[float, int]] = []
    for label in wanted:
        x = 100.0 * float(np.interp(label, rounds, np.arange(n))) / max(1, n - 1)
        if label <= last and all(abs(x - other) >= 6.0 for other, _ in made):
            made.append((x, label))
    return sorted(made)


def spread(places: Sequence[float], apart: float) -> list[float]:
    """Places in ascending order moved as little as need be, so that they keep apart and do not pass 100."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + apart) if moved else place)
    limit = 100.0
    for k in reversed(range(len(moved))):
        moved[k] = min(moved[k], limit)
        limit = moved[k] - apart
    return moved


def _short(name: str) -> str:
    return name if len(name) <= 18 else name[:17] + "\u2026"

__all__ = ["Film", "Frames", "colours", "packed", "record_game", "replay_html", "replay_section"]
