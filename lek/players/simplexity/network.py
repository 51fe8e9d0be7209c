"""How the networks of `lek` were trained (`lek.players.simplexity.net` and `large.py`): a round after the other,
on games of its own and, at last, on some against `thunder` and `sure`, whom it is measured against, too.

    python -m lek.players.simplexity.network BOARD FOLDER GAMES NODES SEED

plays so many games on 6x7 or 8x13 with so many nodes a move (`own_games.py`), keeps them in FOLDER, trains a new network on
all that lie there, and writes it into the package. The next round plays with what this one wrote; the first plays without
a network. Games that pass through the openings kept for matches (`openings.py`) are left out.

Every position of a game that is quiet (nobody can win at once) counts. Its label is who wins where the search of that
position proves it, else something between what the search says and who won the game. Positions are mirrored at every other
look, where their mirror image has other inputs. A tenth of the games is kept back, and the loss there is told.

The weights in the package are of 554,000 games on 6x7 (5.8 million positions; eight rounds, and 10,500 games against
`thunder`) and 143,000 on 8x13 (2.6 million; the last 36,000 with the network of the round before, a quarter of these against
`sure` and a seventh against `thunder`).

(The steps are those of Adam: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015; decay as in I.
Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek.agent import configured
from lek.game import Game, record
from lek.games.simplexity import has, simplexity, start, step
from lek.jit import rule
from lek.players.simplexity import large as simplexity_large
from lek.players.simplexity import openings
from lek.players.simplexity.large import list_others
from lek.players.simplexity.lek import LEK, note, notes, winning
from lek.players.simplexity.net import (
    CELLS,
    COLS,
    COLUMN_CODES,
    FILE,
    FIRST_COLUMN,
    FIRST_PLACE,
    HIDDEN,
    INPUTS,
    LAST,
    MIRRORED,
    PLACES,
    ROWS,
    STAGES,
    THROUGH,
    column_input,
)
from lek.players.simplexity.own_games import PROVEN, STOP, Games, apart, self_play
from lek.players.simplexity.places import CODES, DEAD, NEXT, STEPS
from lek.threads import usable_threads

UNSEEN = -1  # ends a list of inputs
BATCH, RATE = 2048, 0.002
ROUND = 40  # parts of a round of games, each of its own seed
PARTS = 4  # of a batch, taken by threads; a fixed number, so that sums do not depend on how many threads there are


class Kind(NamedTuple):
    """A network to be trained."""

    board: str
    inputs: int
    slots: int  # for inputs that are on, and the end of their list
    hidden: int
    stages: int
    span: int  # plies of a stage
    random: tuple[int, float]  # so many inputs begin at random, so wide; the others at nothing
    mirror: Any  # every input's mirror image
    believed: float  # of a label: the result of the game; the rest is what the search said
    decay: float  # of inputs' weights, so much a step, times the rate
    epochs: int
    file: Path


class Positions(NamedTuple):
    inputs: Any  # [positions, slots] which inputs are on, then -1
    plies: Any
    labels: Any  # 1 where White wins, 0 where Red does
    games: Any


class Net(NamedTuple):
    inputs: Any  # [input, unit]
    biases: Any  # [mover, unit]
    outputs: Any  # [stage, unit]
    base: Any  # [stage, mover]


@rule
def replay(g, e, s, moves, values, lengths, inputs, plies, games):
    """Fill in the inputs of all quiet positions; how many they are."""
    codes = np.zeros(len(PLACES), np.uint8)
    count = 0
    first = 0
    for game in range(len(lengths)):
        start(s)
        for i in range(first, first + lengths[game]):
            if not np.isnan(values[i]):
                note(g, e, s)
                list_inputs(e, s, codes, inputs[count])
                plies[count] = s.plies
                games[count] = game
                count += 1
            if moves[i] != STOP:
                step(s, np.int64(moves[i]))
        first += lengths[game]
    return count


@rule
def list_inputs(e, s, codes, inputs):
    """Which inputs are on. `codes` [places] is for its own use."""
    e.wins[0, 0] = winning(e, s, 0, 0)
    e.wins[1, 0] = winning(e, s, 1, 0)
    n = list_usual(e, s, codes, inputs) if s.rows == ROWS and s.cols == COLS else list_large(e, s, inputs)
    inputs[n] = UNSEEN


@rule
def list_usual(e, s, codes, inputs):
    """Pieces, places that somebody can still use, columns."""
    n = 0
    for k in range(len(codes)):
        codes[k] = 0
    for column in range(COLS):
        for row in range(s.height[column]):
            bit = column * (ROWS + 1) + row
            piece = 2 * (1 if has(s, 1, bit) else 0) + (1 if has(s, 3, bit) else 0)
            inputs[n] = piece * CELLS + column * ROWS + row
            n += 1
            for k in range(1, 1 + THROUGH[bit, 0]):
                codes[THROUGH[bit, k]] = NEXT[codes[THROUGH[bit, k]], piece]
    for k in range(len(codes)):
        if 0 < codes[k] < DEAD:
            inputs[n] = FIRST_PLACE + CODES * k + codes[k]
            n += 1
    for column in range(COLS):
        inputs[n] = FIRST_COLUMN + column_input(s, column, e.wins[0, 0], e.wins[1, 0])
        n += 1
    return n


@rule
def list_large(e, s, inputs):
    """Places that somebody can still use, counted anew, and all that is added when a position is judged."""
    n = 0
    for w in range(1, s.boards.shape[1]):
        e.wins[0, w] = winning(e, s, 0, w)
        e.wins[1, w] = winning(e, s, 1, w)
    for way in range(4):
        right = 0 if way == 0 else 1
        up = 1 if way == 0 or way == 3 else 0 if way == 2 else -1
        for column in range(s.cols - 3 * right):
            for low in range(s.rows - 3 * abs(up)):
                code = 0
                for k in range(4):
                    row = low + 3 + k * up if up < 0 else low + k * up
                    bit = (column + k * right) * (s.rows + 1) + row
                    if row < s.height[column + k * right]:
                        code = NEXT[code, 2 * (1 if has(s, 1, bit) else 0) + (1 if has(s, 3, bit) else 0)]
                if 0 < code < DEAD:
                    kind = 0 if way == 0 else 1 if way == 2 else 2
                    inputs[n] = (simplexity_large.ROWS * kind + low) * CODES + code
                    n += 1
    last = list_others(e, s, inputs, n)
    for k in range(n, last):
        inputs[k] += simplexity_large.FIRST_COLUMN
    return last


def positions(kind: Kind, game: Game, played: Games) -> Positions:
    many = int((~np.isnan(played.values)).sum())
    found = Positions(np.full((many, kind.slots), UNSEEN, np.int16), np.zeros(many, np.int64), np.zeros(many, np.float32),
                      np.zeros(many, np.int64))
    g, e, s = configured(LEK, game, {})[0], record(notes(game))[0], game.blank.copy()[0]
    values = played.values.astype(np.float32)
    replay(g, e, s, played.moves, values, played.lengths.astype(np.int64), found.inputs, found.plies, found.games)
    found.labels[:] = labels(values[~np.isnan(values)], played.results.astype(np.float32)[found.games], kind.believed)
    return found


def labels(values: Any, results: Any, believed: float) -> Any:
    """Of White's chances: proven, or something between what a search said and the game's result."""
    said = 1 / (1 + np.exp(-np.clip(values / 100, -6, 6)))
    return np.where(np.abs(values) >= PROVEN, values > 0, said + believed * (results - said))


def mirrored() -> Any:
    """Every input's mirror image."""
    kind, column, row = np.unravel_index(np.arange(FIRST_PLACE), (4, COLS, ROWS))
    pieces = np.ravel_multi_index((kind, COLS - 1 - column, row), (4, COLS, ROWS))
    places = FIRST_PLACE + CODES * MIRRORED[:, None] + np.arange(CODES)
    columns = FIRST_COLUMN + COLUMN_CODES * np.arange(COLS)[::-1, None] + np.arange(COLUMN_CODES)
    return np.concatenate([pieces, places.reshape(-1), columns.reshape(-1)])


KINDS = {kind.board: kind for kind in (
    Kind("6x7", INPUTS, CELLS + len(PLACES) + COLS + 1, HIDDEN, STAGES, LAST // STAGES, (FIRST_PLACE, 0.1), mirrored(),
         believed=0.5, decay=0.3, epochs=24, file=FILE),
    Kind("8x13", simplexity_large.INPUTS, 245 + 13 + 5 + 1, simplexity_large.HIDDEN, simplexity_large.STAGES,
         simplexity_large.SPAN, (simplexity_large.FIRST_COLUMN, 0.02), np.arange(simplexity_large.INPUTS), believed=0.45,
         decay=1.0, epochs=8, file=simplexity_large.FILE))}


@rule
def slope(chosen, flipped, mirror, span, inputs, plies, labels, net, slopes):
    """Add up the slopes of the loss over the chosen positions; the loss itself."""
    hidden = net.outputs.shape[1]
    h = np.zeros(hidden, np.float32)
    one = np.float32(1.0)
    loss = 0.0
    for t in range(len(chosen)):
        i = chosen[t]
        mover = plies[i] & 1
        stage = min(len(net.outputs) - 1, plies[i] // span)
        for j in range(hidden):
            h[j] = net.biases[mover, j]
        pass_through(h, inputs[i], mirror, flipped[t], net.inputs, True)
        z = net.base[stage, mover]
        for j in range(hidden):
            h[j] = min(max(h[j], np.float32(0.0)), one)
            z += net.outputs[stage, j] * h[j] * h[j]
        loss += np.log1p(np.exp(-abs(z))) + max(z, 0.0) - labels[i] * z
        error = np.float32(1.0 / (1.0 + np.exp(-z)) - labels[i])
        slopes.base[stage, mover] += error
        for j in range(hidden):
            slopes.outputs[stage, j] += error * h[j] * h[j]
            h[j] = error * net.outputs[stage, j] * (h[j] + h[j]) if h[j] < one else np.float32(0.0)
            slopes.biases[mover, j] += h[j]
        pass_through(h, inputs[i], mirror, flipped[t], slopes.inputs, False)
    return loss


@rule
def pass_through(h, inputs, mirror, flipped, rows, forwards):
    """Add the rows of the inputs that are on to the units, or the units to the rows."""
    for k in range(len(inputs)):
        x = np.int64(inputs[k])
        if x == UNSEEN:
            break
        if flipped:
            x = mirror[x]
        if forwards:
            for j in range(len(h)):
                h[j] += rows[x, j]
        else:
            for j in range(len(h)):
                rows[x, j] += h[j]


@rule
def move_on(weights, slopes, mean, square, rate, steps, many, decay):
    """A step of Adam; the slopes [part, row, unit], sums over so many, are then nothing again."""
    ahead = rate / (1.0 - 0.9**steps)
    wide = 1.0 / (1.0 - 0.999**steps)
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            x = np.float32(0.0)
            for part in range(len(slopes)):
                x += slopes[part, i, j]
                slopes[part, i, j] = 0.0
            x /= many
            mean[i, j] += 0.1 * (x - mean[i, j])
            square[i, j] += 0.001 * (x * x - square[i, j])
            weights[i, j] -= ahead * mean[i, j] / (np.sqrt(wide * square[i, j]) + 1e-8) + rate * decay * weights[i, j]


def train(kind: Kind, data: Positions, seed: int, progress: Callable[[str], None] = lambda text: None) -> tuple[Net, float]:
    """A network, and its mean loss on the games kept back."""
    rng = np.random.default_rng(seed)
    hidden, epochs, (first_at_random, spread) = kind.hidden, kind.epochs, kind.random
    inputs = np.zeros((kind.inputs, hidden), np.float32)
    inputs[:first_at_random] = rng.normal(0, spread, (first_at_random, hidden))
    net = Net(inputs, np.full((2, hidden), 0.3, np.float32),
              np.tile(rng.normal(0, 0.1, hidden), (kind.stages, 1)).astype(np.float32),
              np.zeros((kind.stages, 2), np.float32))
    first, second, aside = (Net(*(np.zeros_like(part) for part in net)) for _ in range(3))
    slopes = Net(*(np.zeros((PARTS, *part.shape), np.float32) for part in net))
    own = [Net(*(part[k] for part in slopes)) for k in range(PARTS)]
    back = data.games % 10 == 0
    used, kept_back = np.flatnonzero(~back), np.flatnonzero(back)
    rows = (kind.mirror, kind.span, data.inputs, data.plies, data.labels)
    batch = min(BATCH, len(used))
    steps, total, lost = 0, epochs * (len(used) // batch), 0.0
    bounds = np.linspace(0, kind.inputs, PARTS + 1).astype(int)
    shares = [slice(*ends) for ends in pairwise(bounds)]
    with ThreadPoolExecutor(min(PARTS, usable_threads(None))) as pool:
        for epoch in range(epochs):
            order = rng.permutation(used)
            for k in range(0, len(order) - batch + 1, batch):
                chosen, flipped = (np.array_split(x, PARTS) for x in (order[k:k + batch], rng.random(batch) < 0.5))
                list(pool.map(lambda *part: slope(part[0], part[1], *rows, net, part[2]), chosen, flipped, own))
                steps += 1
                step_of_adam = (RATE * (1 - steps / (total + 1)), steps, batch)
                parts = [(net.inputs[x], slopes.inputs[:, x], first.inputs[x], second.inputs[x], *step_of_adam, kind.decay)
                         for x in shares]
                parts += [(*part, *step_of_adam, 0.0) for part in list(zip(net, slopes, first, second, strict=True))[1:]]
                list(pool.map(lambda part: move_on(*part), parts))
            lost = slope(kept_back, np.zeros(len(kept_back), np.bool_), *rows, net, aside) / max(1, len(kept_back))
            progress(f"epoch {epoch + 1} of {epochs}: loss {lost:.4f} on games kept back")
    return net, float(lost)


def write(net: Net, file: Path) -> None:
    """As whole numbers of 1/512."""
    inputs, biases, outputs, base = (np.clip(np.rint(part * STEPS), -32767, 32767).astype(np.int16) for part in net)
    np.savez_compressed(file, inputs=inputs, biases=biases, outputs=outputs, base=base)


def read(kind: Kind, folder: Path, game: Game) -> Positions:
    """The positions of all games in a folder that pass through no opening kept for matches."""
    parts, games = [], 0
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as kept:
            played = Games(kept["moves"], kept["values"], kept["lengths"], kept["results"])
        played = apart(game, played, openings.kept(kind.board))
        found = positions(kind, game, played)
        parts.append(found._replace(games=found.games + games))
        games += len(played.lengths)
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def main(board: str, folder: Path, games: int, nodes: int, seed: int) -> None:
    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    kind, game = KINDS[board], simplexity(preset=openings.BOARDS[board])
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(usable_threads(None)) as pool:
        played = pool.map(lambda part: self_play(game, -(-games // ROUND), nodes, 1000 * seed + part), range(ROUND))
        for part, found in enumerate(played):
            np.savez(folder / f"{seed:04d}_{part:03d}.npz", **found._asdict())
            say(f"{part + 1} of {ROUND} parts of the games played")
    data = read(kind, folder, game)
    say(f"{len(data.labels)} positions of {data.games.max() + 1} games")
    net, _ = train(kind, data, seed, progress=say)
    write(net, kind.file)


if __name__ == "__main__":
    if len(sys.argv) != 6 or sys.argv[1] not in KINDS or not all(word.isdigit() and int(word) for word in sys.argv[3:]):
        print(f"'{' '.join(sys.argv[1:])}' does not work: give BOARD (6x7 or 8x13) FOLDER GAMES NODES SEED", file=sys.stderr)
        sys.exit(2)
    main(sys.argv[1], Path(sys.argv[2]), *map(int, sys.argv[3:]))
