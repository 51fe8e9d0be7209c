"""The network of `lek`: what it adds up is what its weights say, and its training goes downhill."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.game import record
from lek.games.simplexity import position, simplexity
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
    inputs, codes = np.zeros(network.SLOTS, np.int16), np.zeros(len(net.PLACES), np.uint8)
    weights = np.concatenate([net.PIECES[:, [net.bit_of(cell) for cell in range(net.CELLS)]].reshape(-1, net.HIDDEN),
                              net.ON_PLACES.reshape(-1, net.HIDDEN), net.COLUMNS]).astype(int)
    seen = set()
    for deal in range(40):
        s = game.blank.copy()[0]
        s.rng = dice.stream(3, deal, 0)
        game.start(s)
        note(genome, e, s)
        network.list_inputs(e, s, codes, inputs)
        on = inputs[: int(np.argmax(inputs == -1))]
        seen |= {*on.tolist()}
        h = np.clip(weights[on].sum(0) + net.BIASES[s.mover], 0, net.STEPS)
        stage = s.plies * 6 // 36
        white = net.HUNDREDTHS * (net.BASE[stage, s.mover] + net.OUTPUTS[stage].astype(int) @ (h * h >> net.COARSE))
        assert float(JUDGEMENT.evaluate(genome, e, s)) == pytest.approx(white if s.mover == 0 else -white, abs=1e-6)
    assert (weights[sorted(seen)] != 0).any(1).mean() > 0.9


def test_inputs_tell_pieces_places_and_columns() -> None:
    s = position(simplexity(), "w..R...".ljust(42, "."), 0, (9, 11, 10, 10))[0]
    e = record(notes(simplexity()))[0]
    note(configured(LEK, simplexity(), {})[0], e, s)
    inputs, codes = np.zeros(network.SLOTS, np.int16), np.zeros(len(net.PLACES), np.uint8)
    network.list_inputs(e, s, codes, inputs)
    on = set(inputs[: int(np.argmax(inputs == -1))].tolist())
    assert {x for x in on if x < net.FIRST_PLACE} == {0, 3 * net.CELLS + 18}
    found = {}
    for x in on:
        if net.FIRST_PLACE <= x < net.FIRST_COLUMN:
            number, code = divmod(x - net.FIRST_PLACE, net.CODES)
            found[tuple(net.PLACES[number])] = code
    assert (0, 6, 12, 18) not in found  # both colours and both shapes: dead
    assert found[0, 1, 2, 3] == found[0, 7, 14, 21] == 8 * 1 + 1  # one white, one round
    assert found[18, 24, 30, 36] == found[18, 19, 20, 21] == 8 * 4 + 4  # one red, one square
    assert len(found) == 2 + 1 + 3 + 2
    columns = sorted(x - net.FIRST_COLUMN for x in on if x >= net.FIRST_COLUMN)
    assert [divmod(x, 343)[0] for x in columns] == list(range(7))
    assert [divmod(x % 343, 49) for x in columns] == [(1, 48), (0, 48), (0, 48), (1, 48), (0, 48), (0, 48), (0, 48)]


def test_places_kept_up_are_those_counted_anew(data: network.Positions) -> None:
    assert len(net.PLACES) == 69 and net.THROUGH[:, 0].sum() == 4 * 69
    game = simplexity(opening=12)
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    inputs, codes = np.zeros(network.SLOTS, np.int16), np.zeros(len(net.PLACES), np.uint8)
    for deal in range(20):
        s = game.blank.copy()[0]
        s.rng = dice.stream(4, deal, 0)
        game.start(s)
        note(genome, e, s)
        for _ in range(4):
            moves = [a for a in range(14) if game.legal(s, a)]
            if int(game.actor(s)) < 0:
                break
            JUDGEMENT.follow(genome, e, s, moves[deal % len(moves)])
            game.step(s, moves[deal % len(moves)])
            network.list_inputs(e, s, codes, inputs)
            assert codes.tolist() == e.places.tolist()


def test_slopes_are_those_of_the_loss(data: network.Positions) -> None:
    weights, _ = network.train(data, 1, hidden=8, epochs=1)
    chosen, flipped = np.arange(40), np.arange(40) % 2 == 0

    def loss(into: Any) -> float:
        rows = (data.inputs, data.plies, data.labels)
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
        assert kept["inputs"].shape == (net.INPUTS, 16) and kept["inputs"].dtype == np.int16
        assert np.abs(kept["outputs"] / net.STEPS - weights.outputs).max() <= 0.5 / net.STEPS + 1e-6


def test_mirror_images_are_mirror_images() -> None:
    mirror = network.mirrored()
    assert (mirror[mirror] == np.arange(net.INPUTS)).all()
    assert mirror[0] == 6 * net.ROWS and mirror[3 * net.ROWS + 2] == 3 * net.ROWS + 2
