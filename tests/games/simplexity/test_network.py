"""The networks of `lek`: what they add up is what their weights say, and their training goes downhill."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.game import record
from lek.games.simplexity import position, simplexity
from lek.players.simplexity import large, net, network, openings, own_games
from lek.players.simplexity.lek import JUDGEMENT, LEK, LINES, judge, note, notes
from lek.players.simplexity.places import COARSE, CODES, DEAD, HUNDREDTHS, KINDS, NEXT, STEPS

USUAL = network.KINDS["6x7"]


@pytest.fixture(scope="module")
def played() -> own_games.Games:
    return own_games.self_play(simplexity(), 12, 300, 5)


@pytest.fixture(scope="module")
def data(played: own_games.Games) -> network.Positions:
    return network.positions(USUAL, simplexity(), played)


def test_games_end_where_a_side_is_proven_to_win_or_at_their_end(played: own_games.Games) -> None:
    assert played.lengths.sum() == len(played.moves) == len(played.values)
    last = np.cumsum(played.lengths) - 1
    assert (played.moves[np.setdiff1d(np.arange(len(played.moves)), last)] < 14).all()
    assert set(played.results) <= {0.0, 0.5, 1.0}
    game, first = simplexity(), 0
    for length, result in zip(played.lengths, played.results, strict=True):
        s = game.blank.copy()[0]
        game.start(s)
        for a in played.moves[first:first + length]:
            if a != own_games.STOP:
                assert game.legal(s, int(a))
                game.step(s, int(a))
        if played.moves[first + length - 1] != own_games.STOP:
            assert int(game.actor(s)) < 0 and result == {0: 1.0, 1: 0.0}.get(int(s.winner), 0.5)
        first += length


def test_labels_are_chances(data: network.Positions) -> None:
    assert len(data.labels) > 50 and (data.labels >= 0).all() and (data.labels <= 1).all()
    values, results = np.array([0.0, 60000.0, -60000.0, 100.0]), np.array([1.0, 0.0, 1.0, 0.0])
    assert network.labels(values, results, 0.5) == pytest.approx([0.75, 1.0, 0.0, 0.5 / (1 + np.exp(-1.0))])
    assert network.labels(values, results, 0.2) == pytest.approx([0.6, 1.0, 0.0, 0.8 / (1 + np.exp(-1.0))])


def test_judgement_is_what_the_weights_say(data: network.Positions) -> None:
    """Inputs listed by the trainer and weighed by NumPy, against the sums kept up move by move."""
    game = simplexity(opening=9)
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    inputs, codes = np.zeros(USUAL.slots, np.int16), np.zeros(len(net.PLACES), np.uint8)
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
        h = np.clip(weights[on].sum(0) + net.BIASES[s.mover], 0, STEPS)
        stage = s.plies * 6 // 36
        white = HUNDREDTHS * (net.BASE[stage, s.mover] + net.OUTPUTS[stage].astype(int) @ (h * h >> COARSE))
        assert float(JUDGEMENT.evaluate(genome, e, s)) == pytest.approx(white if s.mover == 0 else -white, abs=1e-6)
    assert (weights[sorted(seen)] != 0).any(1).mean() > 0.9


def test_inputs_tell_pieces_places_and_columns() -> None:
    s = position(simplexity(), "w..R...".ljust(42, "."), 0, (9, 11, 10, 10))[0]
    e = record(notes(simplexity()))[0]
    note(configured(LEK, simplexity(), {})[0], e, s)
    inputs, codes = np.zeros(USUAL.slots, np.int16), np.zeros(len(net.PLACES), np.uint8)
    network.list_inputs(e, s, codes, inputs)
    on = set(inputs[: int(np.argmax(inputs == -1))].tolist())
    assert {x for x in on if x < net.FIRST_PLACE} == {0, 3 * net.CELLS + 18}
    found = {}
    for x in on:
        if net.FIRST_PLACE <= x < net.FIRST_COLUMN:
            number, code = divmod(x - net.FIRST_PLACE, CODES)
            found[tuple(net.PLACES[number])] = KINDS[code]
    assert (0, 6, 12, 18) not in found  # both colours and both shapes: dead
    assert found[0, 1, 2, 3] == found[0, 7, 14, 21] == (1, 1)  # one white, one round
    assert found[18, 24, 30, 36] == found[18, 19, 20, 21] == (4, 4)  # one red, one square
    assert len(found) == 2 + 1 + 3 + 2
    columns = sorted(x - net.FIRST_COLUMN for x in on if x >= net.FIRST_COLUMN)
    assert [divmod(x, 343)[0] for x in columns] == list(range(7))
    assert [divmod(x % 343, 49) for x in columns] == [(1, 48), (0, 48), (0, 48), (1, 48), (0, 48), (0, 48), (0, 48)]


def test_places_kept_up_are_those_counted_anew(data: network.Positions) -> None:
    assert len(net.PLACES) == 69 and net.THROUGH[:, 0].sum() == 4 * 69
    game = simplexity(opening=12)
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    inputs, codes = np.zeros(USUAL.slots, np.int16), np.zeros(len(net.PLACES), np.uint8)
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
            assert codes.tolist() == e.places[0].tolist()


def test_slopes_are_those_of_the_loss(data: network.Positions) -> None:
    weights, _ = network.train(USUAL._replace(hidden=8, epochs=1), data, 1)
    chosen, flipped = np.arange(40), np.arange(40) % 2 == 0

    def loss(into: Any) -> float:
        rows = (USUAL.span, data.inputs, data.plies, data.labels)
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
    (_, first), (weights, last) = (network.train(USUAL._replace(hidden=16, epochs=epochs), everything, 1)
                                   for epochs in (1, 60))
    assert last < first
    network.write(weights, tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as kept:
        assert kept["inputs"].shape == (net.INPUTS, 16) and kept["inputs"].dtype == np.int16
        assert np.abs(kept["outputs"] / STEPS - weights.outputs).max() <= 0.5 / STEPS + 1e-6


def test_mirror_images_are_mirror_images() -> None:
    mirror = network.mirrored()
    assert (mirror[mirror] == np.arange(net.INPUTS)).all()
    assert mirror[0] == 6 * net.ROWS and mirror[3 * net.ROWS + 2] == 3 * net.ROWS + 2


def test_what_lies_on_a_place_is_told_by_colours_and_shapes() -> None:
    """Every way to fill three cells of a place, counted in words."""
    assert KINDS[0] == (0, 0) and KINDS[DEAD] == (7, 7) and CODES == 22
    for pieces in np.ndindex(4, 4, 4):
        code = 0
        for number, piece in enumerate(pieces, 1):
            code = int(NEXT[code, piece])
            colours, shapes = {p // 2 for p in pieces[:number]}, {p % 2 for p in pieces[:number]}
            assert KINDS[code] == tuple(7 if len(kinds) == 2 else number + 3 * min(kinds) for kinds in (colours, shapes))


@pytest.mark.parametrize("given", [{"preset": "unknown-2020"}, {"rows": 8, "cols": 16, "rounds": 40, "squares": 30},
                                   {"rows": 5, "cols": 15, "rounds": 60, "squares": 60}])
def test_large_boards_are_judged_by_what_the_weights_say(given: dict[str, Any]) -> None:
    """Places counted anew and weighed by NumPy, against the sums kept up move by move, to the end of drawn games."""
    game = simplexity(**given)
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    weights = np.concatenate([large.ON_PLACES.reshape(-1, large.HIDDEN), large.OTHERS]).astype(int)
    inputs, codes, seen = np.zeros(900, np.int16), np.zeros(len(net.PLACES), np.uint8), 0
    for deal in range(12):
        rng, s = np.random.default_rng(deal), game.blank.copy()[0]
        game.start(s)
        note(genome, e, s)
        while True:
            a = int(rng.choice([a for a in range(game.actions) if game.legal(s, a)]))
            JUDGEMENT.follow(genome, e, s, a)
            game.step(s, a)
            if int(game.actor(s)) < 0:
                break
            network.list_inputs(e, s, codes, inputs)
            on = inputs[: int(np.argmax(inputs == -1))]
            h = np.clip(weights[on].sum(0) + large.BIASES[s.mover], 0, STEPS)
            stage = min(5, s.plies // 8)
            white = HUNDREDTHS * (large.BASE[stage, s.mover] + large.OUTPUTS[stage].astype(int) @ (h * h >> COARSE))
            assert float(JUDGEMENT.evaluate(genome, e, s)) == pytest.approx(white if s.mover == 0 else -white, abs=1e-6)
            seen += bool((weights[on] != 0).any())
    assert seen > 60


def test_inputs_of_a_large_board_tell_places_columns_stock_and_turn() -> None:
    game = simplexity(preset="unknown-2020")
    s = position(game, "wWr..........".ljust(104, "."), 1, (25, 25, 25, 26))[0]
    e = record(notes(game))[0]
    note(configured(LEK, game, {})[0], e, s)
    inputs = np.zeros(network.KINDS["8x13"].slots, np.int16)
    network.list_inputs(e, s, np.zeros(len(net.PLACES), np.uint8), inputs)
    on = inputs[: int(np.argmax(inputs == -1))].tolist()
    places = sorted((x // CODES, KINDS[x % CODES]) for x in on if x < large.FIRST_COLUMN)
    assert [x for x in places if x[0] == 0] == [(0, (1, 1)), (0, (1, 4)), (0, (4, 1))]
    assert [x for x in places if x[0] == 16] == [(16, (1, 1)), (16, (1, 4)), (16, (4, 1))]
    assert [x for x in places if x[0] == 8] == [(8, (4, 1))]  # white round, white square, red round: dead with all three
    columns = [x - large.FIRST_COLUMN for x in on if large.FIRST_COLUMN <= x < large.FIRST_STOCK]
    assert sorted(columns) == [80] * 10 + [81 + 80] * 3
    assert [x - large.FIRST_STOCK for x in on if large.FIRST_STOCK <= x < large.FIRST_TURN] == [25, 57, 89, 122]
    assert on[-1] == large.FIRST_TURN + 4 * (14 + 1) + 1  # 101 cells to fill, an odd number; no threat; red to move


def test_boards_of_other_sizes_and_lines_are_judged_without_a_network() -> None:
    assert [int(judge(simplexity(**given).blank[0])) for given in (
        {}, {"preset": "unknown-2020"}, {"rows": 5, "cols": 5}, {"rows": 12, "cols": 12, "win": 6}, {"rows": 9, "cols": 13},
        {"rows": 8, "cols": 17})] == [1, 2, *[LINES] * 4]


@pytest.mark.parametrize("name", openings.BOARDS)
def test_openings_kept_for_matches_differ_and_are_no_part_of_what_is_learnt(name: str) -> None:
    looks = [openings.looks(openings.dealt(name, deal)) for deal in openings.EVEN[name]]
    assert len(set(looks)) == len(looks) == 200 and set(looks) < openings.kept(name)
    game = openings.board(name)
    plain = simplexity(preset=openings.BOARDS[name])
    s = openings.dealt(name, openings.EVEN[name][0])
    assert int(s.plies) == openings.MOVES and int(game.actor(s)) == 0
    moves = _moves_to(plain, s)
    mirrored = [(int(s.cols) - 1 - a // 2) * 2 + a % 2 for a in moves]
    other = [0, 1, 0, 1]
    made = own_games.Games(np.array([*moves, 0, own_games.STOP, *other, 3, *mirrored, own_games.STOP], np.uint8),
                         np.arange(16).astype(np.float16), np.array([6, 5, 5], np.int16), np.array([1, 0.5, 0], np.float16))
    left = own_games.apart(plain, made, openings.kept(name) - {_looks_after(plain, other)})
    assert left.moves.tolist() == [*other, 3] and left.values.tolist() == [6, 7, 8, 9, 10] and left.results.tolist() == [0.5]


def test_openings_are_chosen_even_and_different() -> None:
    found = [deal for _, deal in zip(range(6), openings.chosen("6x7", (2_000,)), strict=False)]
    assert found == sorted(set(found)) and len({openings.looks(openings.dealt("6x7", deal)) for deal in found}) == 6
    values = [openings.looked_at("6x7", deal, 2_000) for deal in range(found[-1] + 1)]
    assert max(abs(values[deal]) for deal in found) <= 60 < max(map(abs, values))
    even = {openings.looks(openings.dealt("6x7", deal)) for deal, value in enumerate(values) if abs(value) <= 60}
    assert len(even) == 6


def _looks_after(game: Any, moves: list[int]) -> tuple[int, ...]:
    s = game.blank.copy()[0]
    game.start(s)
    for a in moves:
        game.step(s, a)
    return openings.looks(s)


def _moves_to(game: Any, wanted: Any) -> list[int]:
    """Four moves that lead to a position."""
    pieces = [(column, row, 1 if int(wanted.boards[1, bit >> 6]) >> (bit & 63) & 1 else 0,
               1 if int(wanted.boards[3, bit >> 6]) >> (bit & 63) & 1 else 0)
              for column in range(int(wanted.cols)) for row in range(int(wanted.height[column]))
              for bit in [column * (int(wanted.rows) + 1) + row]]
    for order in permutations(pieces):
        heights = [0] * int(wanted.cols)
        if [colour for _, _, colour, _ in order] != [0, 1, 0, 1]:
            continue
        for column, row, _, _ in order:
            if heights[column] != row:
                break
            heights[column] += 1
        else:
            return [2 * column + shape for column, _, _, shape in order]
    raise AssertionError("no order of moves leads there")
