"""A small network that judges positions of Simplexity on the usual board, 6 x 7 with a line of four.

One hidden layer. What goes in: every piece by its cell (white round, white square, red round, red square) and every threat
by its cell (of white, red, round, square). A move adds one piece and a few threats, so the sums of the hidden units are
kept up move by move; what they come to, cut off below 0 and above 1, is weighed and added up into the chances of White.
(Known from shogi and chess as NNUE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions", 2018.)

The weights lie in `simplexity_net.npz`, written by `lek.studies.simpai.network`, as whole numbers of 1/512: sums are exact
in whatever order the pieces came. Other boards, and this one as long as there is no such file, are judged by
`simplexity_worth`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lek.jit import rule

FILE = Path(__file__).with_suffix(".npz")
ROWS, COLS, WIN = 6, 7, 4
KINDS = 8  # of inputs: four of pieces, four of threats
CELLS = ROWS * COLS
HIDDEN = 64
STEPS = 512.0


def _loaded() -> tuple[Any, Any, Any, Any]:
    """Inputs [kind, bit, unit], biases [mover, unit], outputs [unit], and what it begins with [mover]."""
    inputs, biases = np.zeros((KINDS, 64, HIDDEN), np.float32), np.zeros((2, HIDDEN), np.float32)
    outputs, base = np.zeros(HIDDEN, np.float32), np.zeros(2, np.float32)
    if FILE.exists():
        with np.load(FILE) as kept:
            inputs[:, [cell // ROWS * (ROWS + 1) + cell % ROWS for cell in range(CELLS)]] = kept["inputs"] / STEPS
            biases[:], outputs[:], base[:] = kept["biases"] / STEPS, kept["outputs"] / STEPS, kept["base"] / STEPS
    return inputs, biases, outputs, base


INPUTS, BIASES, OUTPUTS, BASE = _loaded()
TRAINED = bool(OUTPUTS.any())


@rule
def knows(s):
    """Whether the network was trained on this board."""
    return TRAINED and s.win == WIN and s.rows == ROWS and s.cols == COLS


@rule
def add(h, kind, bit):
    for j in range(HIDDEN):
        h[j] += INPUTS[kind, bit, j]


@rule
def take_away(h, kind, bit):
    for j in range(HIDDEN):
        h[j] -= INPUTS[kind, bit, j]


@rule
def chances(h, mover):
    """Of White, in hundredths of a logit."""
    a = np.float32(0.0)
    b = np.float32(0.0)
    c = np.float32(0.0)
    d = np.float32(0.0)
    for j in range(0, HIDDEN, 4):
        a += OUTPUTS[j] * cut(h[j] + BIASES[mover, j])
        b += OUTPUTS[j + 1] * cut(h[j + 1] + BIASES[mover, j + 1])
        c += OUTPUTS[j + 2] * cut(h[j + 2] + BIASES[mover, j + 2])
        d += OUTPUTS[j + 3] * cut(h[j + 3] + BIASES[mover, j + 3])
    return 100.0 * (BASE[mover] + (a + b) + (c + d))


@rule
def cut(x):
    return min(max(x, np.float32(0.0)), np.float32(1.0))
