"""The network of `lek`: what it adds up is what its weights say, and its training goes downhill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.game import record
from lek.games.simplexity import simplexity
from lek.players import simplexity_net as net
from lek.players.simplexity_lek import JUDGEMENT, LEK, note, notes
from lek.studies.simpai import network


@pytest.fixture(scope="module")
def played() -> network.Games:
    return network.self_play(simplexity(), 12, 300, 5)


@pytest.fixture(scope="module")
def data(played: network.Games) -> network.Positions:
    return network.positions(simplexity(), played)


def test_games_end_where_a_side_is_proven_to_win_or_at_their_end(played: network.Games) -> None:
    assert played.lengths.sum() == len(played.moves) == len(played.values)
    last = np.cumsum(played.lengths) - 1
    assert (played.moves[np.setdiff1d(np.arange(len(played.moves)), last)] < 14).all()
    assert set(played.results) <= {0.0, 0.5, 1.0}
    game, first = simplexity(), 0
    for length, result in zip(played.lengths, played.results, strict=True):
        s = game.blank.copy()[0]
        game.start(s)
        for a in played.moves[first:first + length]:
            if a != network.STOP:
                assert game.legal(s, int(a))
                game.step(s, int(a))
        if played.moves[first + length - 1] != network.STOP:
            assert int(game.actor(s)) < 0 and result == {0: 1.0, 1: 0.0}.get(int(s.winner), 0.5)
        first += length


def test_labels_are_chances(data: network.Positions) -> None:
    assert len(data.labels) > 50 and (data.labels >= 0).all() and (data.labels <= 1).all()
    values, results = np.array([0.0, 60000.0, -60000.0, 100.0]), np.array([1.0, 0.0, 1.0, 0.0])
    assert network.labels(values, results) == pytest.approx([0.75, 1.0, 0.0, 0.5 / (1 + np.exp(-1.0))])


def test_judgement_is_what_the_weights_say(data: network.Positions) -> None:
    """Inputs listed by the trainer and weighed by NumPy, against the sums kept up move by move."""
    game = simplexity(opening=9)
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    inputs = np.zeros(network.SLOTS, np.int16)
    for deal in range(40):
        s = game.blank.copy()[0]
        s.rng = dice.stream(3, deal, 0)
        game.start(s)
        note(genome, e, s)
        network.list_inputs(e, s, inputs)
        on = inputs[: int(np.argmax(inputs == -1))]
        column, row = np.divmod(on % net.CELLS, net.ROWS)
        h = net.INPUTS[on // net.CELLS, column * (net.ROWS + 1) + row].astype(float).sum(0)
        white = 100 * (net.BASE[s.mover] + net.OUTPUTS @ np.clip(h + net.BIASES[s.mover], 0, 1))
        assert float(JUDGEMENT.evaluate(genome, e, s)) == pytest.approx(white if s.mover == 0 else -white, abs=1e-2)


def test_slopes_are_those_of_the_loss(data: network.Positions) -> None:
    weights, _ = network.train(data, 1, hidden=8, epochs=1)
    chosen, flipped = np.arange(40), np.arange(40) % 2 == 0

    def loss(into: Any) -> float:
        rows = (data.inputs, data.movers, data.labels)
        return float(network.slope(chosen, flipped, network.mirrored(), *rows, weights, into))

    def nothing() -> network.Net:
        return network.Net(*(np.zeros_like(part) for part in weights))

    found = nothing()
    loss(found)
    for part, slopes in zip(weights, found, strict=True):
        most = np.unravel_index(np.abs(slopes).argmax(), slopes.shape)
        here = part[most]
        part[most] = here + 1e-3
        above = loss(nothing())
        part[most] = here - 1e-3
        below = loss(nothing())
        part[most] = here
        assert slopes[most] == pytest.approx((above - below) / 2e-3, rel=0.02)


def test_training_goes_downhill_and_is_written_in_whole_steps(data: network.Positions, tmp_path: Path) -> None:
    everything = data._replace(games=np.arange(len(data.games)))
    (_, first), (weights, last) = (network.train(everything, 1, hidden=16, epochs=epochs) for epochs in (1, 60))
    assert last < first
    network.write(weights, tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as kept:
        assert kept["inputs"].shape == (net.KINDS, net.CELLS, 16) and kept["inputs"].dtype == np.int16
        assert np.abs(kept["outputs"] / net.STEPS - weights.outputs).max() <= 0.5 / net.STEPS + 1e-6


def test_mirror_images_are_mirror_images() -> None:
    mirror = network.mirrored()
    assert (mirror[mirror] == np.arange(net.KINDS * net.CELLS)).all()
    assert mirror[0] == 6 * net.ROWS and mirror[3 * net.ROWS + 2] == 3 * net.ROWS + 2
