"""What lies on a place for a line of four, as the networks of `lek` tell it (`net.py`, `large.py`).

A place is four cells in a row. What matters of it: how many pieces of one colour are there, or that there are both, so that
it is no line of colour for either; and the same of shapes. With both colours and both shapes it is dead.

The networks' weights are whole numbers of 1/512, so that their sums are exact in whatever order pieces came.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

WIN = 4
BOTH = 7  # of colours, and of shapes: 0 none, 1 to 3 of the first, 4 to 6 of the second
STEPS = 512
NOTHING, ALL = np.int16(0), np.int16(STEPS)  # of what a unit comes to
COARSE = 5  # bits that squares are cut by
HUNDREDTHS = 100.0 * 2**COARSE / STEPS**3  # of a logit, in which the chances are told


def _with(code: tuple[int, int], piece: int) -> tuple[int, int]:
    """What lies on a place, colours and shapes, with a piece more: white round, white square, red round, red square."""
    return _more(code[0], piece // 2), _more(code[1], piece % 2)


def _more(old: int, which: int) -> int:
    if old == 0:
        return 4 if which else 1
    return old + 1 if (old > 3) == bool(which) and old not in (3, 6, BOTH) else BOTH


def _codes() -> tuple[list[tuple[int, int]], Any]:
    """All there can be on a place, nothing first and dead last, and what each piece makes of it [code, piece].

    A place that is full of one kind is a line, and the game over: it counts as dead.
    """
    found = {(0, 0)}
    for _ in range(WIN):
        found |= {_with(code, piece) for code in found for piece in range(4)}
    codes = sorted(found)
    return codes, np.array([[codes.index(_with(code, piece)) for piece in range(4)] for code in codes], np.uint8)


KINDS, NEXT = _codes()
CODES, DEAD = len(KINDS), len(KINDS) - 1


def weights_of(file: Path, inputs: int, hidden: int, stages: int) -> tuple[Any, Any, Any, Any]:
    """A network's inputs [input, unit], biases [mover, unit], outputs [stage, unit] and what it begins with [stage, mover];
    all nothing where there is no such file."""
    found: tuple[Any, ...] = (np.zeros((inputs, hidden), np.int16), np.zeros((2, hidden), np.int16),
                              np.zeros((stages, hidden), np.int16), np.zeros((stages, 2), np.int64))
    if file.exists():
        with np.load(file) as kept:
            for part, name in zip(found, ("inputs", "biases", "outputs", "base"), strict=True):
                part[:] = kept[name]
    return found[0], found[1], found[2], found[3] * (STEPS**2 >> COARSE)


def without_end_codes(places: Any) -> Any:
    """Weights [..., code, unit] with nothing for places that are empty or dead: they are no inputs."""
    found = places.copy()
    found[..., [0, DEAD], :] = 0
    return found
