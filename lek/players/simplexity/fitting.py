"""How the weights of `worth.py` were found, for boards without a network: a logistic regression on what becomes of
positions of the player's own games.

    python -m lek.players.simplexity.fitting 20000 2000 60000 > lek/players/simplexity/weights.py

plays that many games on each of the two boards with so many nodes a move, from openings of two, four and six drawn moves,
looks at the positions again with so many more nodes, and writes the weights anew. Every position met that is quiet (nobody
can win at once) is a row: the features of `worth.py` and how many stretches of four hold each mixture. Its label
is the result where the second look proves it, else halfway between what that look says and who won the game. The weights
are the slopes, in hundredths of a logit, with a light ridge; a fifth of the games is kept back, and the loss there is told.
(After "Texel's tuning method", which the chess program of that name made known.)
"""

from __future__ import annotations

import math
import sys
import textwrap
from typing import Any, NamedTuple

import numpy as np

from lek import kernel
from lek.agent import configured
from lek.brains.alphabeta import SURE
from lek.game import Game, record
from lek.games.simplexity import NOBODY, simplexity
from lek.jit import rule
from lek.players.simplexity.lek import LEK, LINES, foresee, note_for, notes_for
from lek.players.simplexity.weights import LACKING
from lek.players.simplexity.worth import FEATURES, STATES, features

BOARDS = ("base", "unknown-2020")
OPENINGS = (2, 4, 6)
RIDGE = 2e-4
MIXED = [a + 5 * b + 25 * c + 125 * (a + b - c) for a in range(5) for b in range(5 - a) for c in range(a + b + 1)]
TALLIED = len(MIXED)
COLUMN = np.full(STATES, -1, np.int64)  # of a mixture in a row's tally
COLUMN[MIXED] = np.arange(TALLIED)
WAYS = 3  # upright, level, slanting


class Positions(NamedTuple):
    rows: Any  # [positions, features and then tallies]
    labels: Any  # [positions] 1 where White wins, 0 where Red does
    games: Any  # [positions]


@rule
def keep(s, kept):
    """Note the position after a move; at the end of a game, who won it."""
    k = kept[0]
    if s.winner != NOBODY:
        k.results[k.game] = 1.0 if s.winner == 0 else 0.0 if s.winner == 1 else 0.5
        k.game += 1
        return
    note_for(k.e, s, LINES)
    if k.count == len(k.games) or foresee(k, k.e, s, 0) != 0.0 or k.e.forced >= 0:
        return
    features(k.e, s)
    h = s.rows + 1
    row = k.rows[k.count]
    for i in range(FEATURES):
        row[i] = k.e.f[i]
    for way in range(4):
        level = 0 if way == 0 else 1 if way == 2 else 2
        for column in range(s.cols - (0 if way == 0 else s.win - 1)):
            low = s.win - 1 if way == 1 else 0
            high = s.rows if way == 1 or way == 2 else s.rows - s.win + 1
            for r in range(low, high):
                row[FEATURES + TALLIED * level + COLUMN[k.e.counts[way, column * h + r]]] += 1
    k.games[k.count] = k.game
    k.states[k.count] = s
    k.count += 1


def self_play(board: str, games: int, nodes: int, again: int, seed: int) -> Positions:
    """The quiet positions of so many games of `lek` against itself, looked at again with `again` nodes."""
    parts = []
    for number, opening in enumerate(OPENINGS):
        game = simplexity(preset=board, opening=opening)
        many = games // len(OPENINGS)
        room = many * game.limit // 2
        e = np.dtype((np.record, np.dtype(notes_for(game, LINES), align=True)))
        kept = record([("e", e), ("rows", "f4", (room, FEATURES + WAYS * TALLIED)), ("games", "i8", (room,)),
                       ("states", game.blank.dtype, (room,)), ("results", "f8", (many,)), ("count", "i8"), ("game", "i8")])
        seats = np.zeros((many, 2), np.int64)
        kernel.on_cpu(game, [LEK], [configured(LEK, game, {"depth": 40, "nodes": nodes})],
                      (np.arange(many), seats, np.zeros(1, np.int64), np.zeros(1, np.int64)), seed + number,
                      np.zeros((many, 2)), np.zeros((many, 2, len(game.measures))), 1, keep=(keep, kept))
        k = kept[0]
        own = k.games[: k.count]
        parts.append(Positions(np.array(k.rows[: k.count]), labels(game, k.states[: k.count], k.results[own], again),
                               own + number * games))
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def labels(game: Game, states: Any, results: Any, nodes: int) -> Any:
    """What becomes of positions, for White: proven, or halfway between a search and the game's result."""
    genome, memory = configured(LEK, game, {"depth": 40}), record(LEK.memory_type(game))
    found = np.array(results)
    for i, s in enumerate(states):
        LEK.search.begin(genome[0], memory[0], s)
        LEK.search.go(genome[0], memory[0], memory[0].table, nodes)
        value = float(memory[0].worth) * (1 if s.mover == 0 else -1)
        guess = 1 / (1 + math.exp(-min(max(value, -600.0), 600.0) / 100))
        found[i] = float(value > 0) if abs(value) > SURE else (guess + found[i]) / 2
    return found


def fit(positions: Positions) -> tuple[Any, float]:
    """Slopes [columns] in hundredths of a logit, and the mean loss on the games kept back."""
    from scipy.optimize import minimize

    spread = positions.rows.std(0).astype(np.float64)
    spread[spread < 1e-6] = np.inf
    table = np.column_stack([positions.rows / spread, np.ones(len(positions.rows))])
    back = positions.games % 5 == 0

    def loss(w: Any, chosen: Any) -> tuple[float, Any]:
        z, y = table[chosen] @ w, positions.labels[chosen]
        slope = table[chosen].T @ (1 / (1 + np.exp(-np.clip(z, -40, 40))) - y) / len(y)
        return float(np.mean(np.logaddexp(0, z) - y * z) + RIDGE * w @ w), slope + 2 * RIDGE * w

    w = minimize(loss, np.zeros(table.shape[1]), (~back,), jac=True, options={"maxiter": 400}).x
    return 100 * w[:-1] / spread, loss(w, back)[0] - RIDGE * float(w @ w)


def written(fits: Any) -> str:
    """The text of `weights.py`, from the slopes of the two boards."""
    text = ('"""The fitted weights of `lek` (see `worth.py`), in hundredths of a logit for White; '
            'written by the fit."""\n\n# [board][feature]: 36 threats (player, kind, parity, distance), 6 of the stock, '
            "4 of who has to give way\nWEIGHTS = (\n")
    for slopes in fits:
        text += "    (\n" + _wrapped(", ".join(f"{round(float(x), 1):g}" for x in slopes[:FEATURES]) + "),", 8)
    text += (")\n\n# [board][upright, level, slanting]: rounds + 5 squares + 25 white + 125 red on a stretch of four, and "
             "its weight\nMIXTURES: tuple[tuple[dict[int, int], ...], ...] = (\n")
    for slopes in fits:
        text += "    (\n"
        for way in slopes[FEATURES:].reshape(WAYS, -1):
            pairs = [f"{state}: {round(float(x))}" for state, x in zip(MIXED, way, strict=True) if round(float(x))]
            text += "        {\n" + _wrapped(", ".join(pairs) + "},", 12)
        text += "    ),\n"
    return text + (")\n\n# [colour, shape][lacking one, two, three], for lines of other lengths than four\n"
                   f"LACKING = {LACKING}\n")


def _wrapped(text: str, indent: int) -> str:
    space = " " * indent
    return "\n".join(textwrap.wrap(text, 118, initial_indent=space, subsequent_indent=space)) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 4 or not all(word.isdigit() for word in sys.argv[1:]):
        print(f"{len(sys.argv) - 1} words were given, and three are needed: GAMES NODES AGAIN", file=sys.stderr)
        sys.exit(2)
    _games, _nodes, _again = map(int, sys.argv[1:])
    _found = []
    for _board in BOARDS:
        _slopes, _loss = fit(self_play(_board, _games, _nodes, _again, 1))
        print(f"{_board}: loss {_loss:.4f} on games kept back", file=sys.stderr)
        _found.append(_slopes)
    print(written(_found), end="")
