"""How the network of `lek` was trained (`lek.players.simplexity_net`): on games of its own, a round after the other.

    python -m lek.studies.simpai.network FOLDER GAMES NODES SEED

plays so many games on the usual board with so many nodes a move (half, once or twice as many, drawn for each game; from the
13th move on, where most games are decided, two and a half times as many), from openings of one to eight drawn moves, with
one move in twenty, or in seven, or none drawn, up to where a side is proven to win. It keeps them in FOLDER, trains a new
network on all that lie there, and writes it into the package. The next round plays with what this one wrote; the first
plays without a network.

Every position of a game that is quiet (nobody can win at once) counts. Its label is who wins where the search of that
position proves it, else halfway between what the search says and who won the game. Positions are mirrored at every other
look. A tenth of the games is kept back, and the loss there is told.

(The steps are those of Adam: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek import kernel
from lek.agent import configured
from lek.brains.alphabeta import SURE
from lek.game import Game, record
from lek.games.simplexity import has, simplexity, start, step
from lek.jit import rule
from lek.players.simplexity_lek import LEK, foresee, note, notes, winning
from lek.players.simplexity_net import (
    CELLS,
    CODES,
    COLS,
    COLUMN_CODES,
    DEAD,
    FILE,
    FIRST_COLUMN,
    FIRST_PLACE,
    HIDDEN,
    INPUTS,
    MIRRORED,
    NEXT,
    PLACES,
    ROWS,
    STAGES,
    STEPS,
    THROUGH,
    column_input,
    stage_of,
)

OPENINGS = range(1, 9)
LATE, MORE = 12, 2.5  # from so many moves on, so many times the nodes
DRAWN = (0.0, 0.05, 0.15)
EFFORT = (0.5, 1.0, 2.0)
PROVEN = 60000.0  # stands for a proven value
UNSEEN = -1  # ends a list of inputs
SLOTS = CELLS + len(PLACES) + COLS + 1  # of the inputs that are on
STOP = 255  # in place of the move that was not made any more
EPOCHS, BATCH, RATE = 12, 2048, 0.002


class Games(NamedTuple):
    """Games one after another: their moves, what the search said before each (nan: not quiet), lengths and results."""

    moves: Any
    values: Any
    lengths: Any
    results: Any


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


def self_play(game: Game, games: int, nodes: int, seed: int) -> Games:
    """Games of `lek` against itself."""
    genome, memory = configured(LEK, game, {"depth": 40}), record(LEK.memory_type(game))
    g, m, e, s = genome[0], memory[0], record(notes(game))[0], game.blank.copy()[0]
    rng = np.random.default_rng(seed)
    told: tuple[list[Any], ...] = ([], [], [], [])

    def drawn() -> int:
        return int(rng.choice([a for a in range(game.actions) if game.legal(s, a)]))

    for _ in range(games):
        game.start(s)
        m.table.view(np.uint8).fill(0)
        opening, often, effort = rng.choice(OPENINGS), rng.choice(DRAWN), int(nodes * rng.choice(EFFORT))
        moves: list[int] = []
        result = None
        while int(game.actor(s)) >= 0:
            value = np.nan
            if len(moves) < opening:
                a = drawn()
            else:
                note(g, e, s)
                quiet = foresee(g, e, s, 0) == 0.0 and e.forced < 0
                LEK.search.begin(g, m, s)
                LEK.search.go(g, m, m.table, effort if len(moves) < LATE else int(MORE * effort))
                white = float(m.worth) * (1 if s.mover == 0 else -1)
                proven = abs(white) >= SURE
                value = (np.sign(white) * PROVEN if proven else white) if quiet else np.nan
                a = STOP if proven else drawn() if rng.random() < often else int(LEK.search.answer(m))
                result = float(white > 0) if proven else None
            moves.append(a)
            told[1].append(value)
            if a == STOP:
                break
            game.step(s, a)
        told[0].extend(moves)
        told[2].append(len(moves))
        told[3].append(result if result is not None else 1.0 if s.winner == 0 else 0.0 if s.winner == 1 else 0.5)
    return Games(np.array(told[0], np.uint8), np.array(told[1], np.float16), np.array(told[2], np.int16),
                 np.array(told[3], np.float16))


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
    """Which inputs are on: pieces, places that somebody can still use, columns. `codes` [places] is for its own use."""
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
        inputs[n] = FIRST_COLUMN + column_input(s, column, winning(e, s, 0, 0), winning(e, s, 1, 0))
        n += 1
    inputs[n] = UNSEEN


def positions(game: Game, played: Games) -> Positions:
    many = int((~np.isnan(played.values)).sum())
    found = Positions(np.full((many, SLOTS), UNSEEN, np.int16), np.zeros(many, np.int64), np.zeros(many, np.float32),
                      np.zeros(many, np.int64))
    g, e, s = configured(LEK, game, {})[0], record(notes(game))[0], game.blank.copy()[0]
    values = played.values.astype(np.float32)
    replay(g, e, s, played.moves, values, played.lengths.astype(np.int64), found.inputs, found.plies, found.games)
    found.labels[:] = labels(values[~np.isnan(values)], played.results.astype(np.float32)[found.games])
    return found


def labels(values: Any, results: Any) -> Any:
    """Of White's chances: proven, or halfway between what a search said and the game's result."""
    said = 1 / (1 + np.exp(-np.clip(values / 100, -6, 6)))
    return np.where(np.abs(values) >= PROVEN, values > 0, (said + results) / 2)


def mirrored() -> Any:
    """Every input's mirror image."""
    kind, column, row = np.unravel_index(np.arange(FIRST_PLACE), (4, COLS, ROWS))
    pieces = np.ravel_multi_index((kind, COLS - 1 - column, row), (4, COLS, ROWS))
    places = FIRST_PLACE + CODES * MIRRORED[:, None] + np.arange(CODES)
    columns = FIRST_COLUMN + COLUMN_CODES * np.arange(COLS)[::-1, None] + np.arange(COLUMN_CODES)
    return np.concatenate([pieces, places.reshape(-1), columns.reshape(-1)])


@rule
def slope(chosen, flipped, mirror, inputs, plies, labels, net, slopes):
    """Add up the slopes of the loss over the chosen positions; the loss itself."""
    hidden = net.outputs.shape[1]
    h = np.zeros(hidden, np.float32)
    one = np.float32(1.0)
    loss = 0.0
    for t in range(len(chosen)):
        i = chosen[t]
        mover = plies[i] & 1
        stage = stage_of(plies[i])
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
def move_on(weights, slopes, mean, square, rate, steps, many):
    """A step of Adam; the slopes, sums over so many, are then nothing again."""
    ahead = rate / (1.0 - 0.9**steps)
    wide = 1.0 / (1.0 - 0.999**steps)
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            x = slopes[i, j] / many
            slopes[i, j] = 0.0
            mean[i, j] += 0.1 * (x - mean[i, j])
            square[i, j] += 0.001 * (x * x - square[i, j])
            weights[i, j] -= ahead * mean[i, j] / (np.sqrt(wide * square[i, j]) + 1e-8)


def train(data: Positions, seed: int, hidden: int = HIDDEN, epochs: int = EPOCHS,
          progress: Callable[[str], None] = lambda text: None) -> tuple[Net, float]:
    """A network, and its mean loss on the games kept back.

    Inputs that hardly ever are on stay at nothing: only those of pieces begin at random.
    """
    rng = np.random.default_rng(seed)
    inputs = np.zeros((INPUTS, hidden), np.float32)
    inputs[:FIRST_PLACE] = rng.normal(0, 0.1, (FIRST_PLACE, hidden))
    net = Net(inputs, np.full((2, hidden), 0.3, np.float32),
              np.tile(rng.normal(0, 0.1, hidden), (STAGES, 1)).astype(np.float32), np.zeros((STAGES, 2), np.float32))
    slopes, first, second, aside = (Net(*(np.zeros_like(part) for part in net)) for _ in range(4))
    back = data.games % 10 == 0
    used, kept_back, mirror = np.flatnonzero(~back), np.flatnonzero(back), mirrored()
    rows = (mirror, data.inputs, data.plies, data.labels)
    batch = min(BATCH, len(used))
    steps, total, lost = 0, epochs * (len(used) // batch), 0.0
    for epoch in range(epochs):
        order = rng.permutation(used)
        for k in range(0, len(order) - batch + 1, batch):
            slope(order[k:k + batch], rng.random(batch) < 0.5, *rows, net, slopes)
            steps += 1
            for part in zip(net, slopes, first, second, strict=True):
                move_on(*part, RATE * (1 - steps / (total + 1)), steps, batch)
        lost = slope(kept_back, np.zeros(len(kept_back), np.bool_), *rows, net, aside) / max(1, len(kept_back))
        progress(f"epoch {epoch + 1} of {epochs}: loss {lost:.4f} on games kept back")
    return net, float(lost)


def write(net: Net, file: Path = FILE) -> None:
    """As whole numbers of 1/512."""
    inputs, biases, outputs, base = (np.clip(np.rint(part * STEPS), -32767, 32767).astype(np.int16) for part in net)
    np.savez_compressed(file, inputs=inputs, biases=biases, outputs=outputs, base=base)


def read(folder: Path, game: Game) -> Positions:
    """The positions of all games in a folder."""
    parts, games = [], 0
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as kept:
            played = Games(kept["moves"], kept["values"], kept["lengths"], kept["results"])
        found = positions(game, played)
        parts.append(found._replace(games=found.games + games))
        games += len(played.lengths)
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def main(folder: Path, games: int, nodes: int, seed: int) -> None:
    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    game = simplexity()
    folder.mkdir(parents=True, exist_ok=True)
    threads = kernel.usable_threads(None)
    parts = 10 * threads
    with ThreadPoolExecutor(threads) as pool:
        played = pool.map(lambda part: self_play(game, -(-games // parts), nodes, 1000 * seed + part), range(parts))
        for part, found in enumerate(played):
            np.savez(folder / f"{seed:04d}_{part:03d}.npz", **found._asdict())
            say(f"{part + 1} of {parts} parts of the games played")
    data = read(folder, game)
    say(f"{len(data.labels)} positions of {data.games.max() + 1} games")
    net, _ = train(data, seed, progress=say)
    write(net)


if __name__ == "__main__":
    if len(sys.argv) != 5 or not all(word.isdigit() for word in sys.argv[2:]):
        print(f"{len(sys.argv) - 1} words were given, and four are needed: FOLDER GAMES NODES SEED", file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
