"""Proofs of a win, against a plain search to the end of the game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from lek.agent import configured
from lek.brains import alphabeta
from lek.brains.alphabeta import SURE
from lek.game import Game, record
from lek.games.simplexity import simplexity
from lek.players.simplexity.lek import JUDGEMENT, LEK, note, notes
from lek.players.simplexity.net import MIRRORED
from lek.players.simplexity.places import DEAD

SMALL = simplexity(rows=4, cols=4, win=3, rounds=4, squares=4)
ODD = simplexity(rows=4, cols=5, win=4, rounds=5, squares=5)
USUAL = simplexity()


def positions(game: Game, left: range, many: int, seed: int) -> list[Any]:
    """Positions of games played at random, with so many cells left, where nobody wins at once."""
    draw, found = random.Random(seed), []
    genome, e = configured(LEK, game, {})[0], record(notes(game))[0]
    while len(found) < many:
        s = game.blank.copy()[0]
        game.start(s)
        stop = draw.choice(left)
        while int(game.actor(s)) >= 0 and s.left > stop:
            game.step(s, draw.choice([a for a in range(game.actions) if game.legal(s, a)]))
        if int(game.actor(s)) >= 0:
            note(genome, e, s)
            if JUDGEMENT.foresee(genome, e, s, 0) == 0.0:
                found.append(s)
    return found


def prove(game: Game, s: Any, nodes: int = 2_000_000, slices: int = 1) -> Any:
    """The memory after a search that did little else than look for a proof."""
    genome, memory = configured(LEK, game, {"prove": 0.95, "depth": 1}), record(LEK.memory_type(game))
    m = memory[0]
    LEK.search.begin(genome[0], m, s)
    for _ in range(slices):
        if LEK.search.go(genome[0], m, m.table, nodes // slices):
            break
    return m


@pytest.mark.parametrize(("game", "left", "many"), [(SMALL, range(8, 13), 60), (ODD, range(4, 8), 60),
                                                    pytest.param(ODD, range(8, 13), 60, marks=pytest.mark.slow),
                                                    pytest.param(USUAL, range(9, 12), 30, marks=pytest.mark.slow)],
                         ids=["small", "odd and nearly full", "odd", "usual"])
def test_what_is_proven_is_what_a_search_to_the_end_finds(game: Game, left: range, many: int) -> None:
    plain = alphabeta.for_game(game)
    genome, memory = configured(plain, game, {"depth": 20}), record(plain.memory_type(game))
    shown = {True: 0, False: 0}
    for s in positions(game, left, many, 3):
        memory.view(np.uint8).fill(0)
        plain.act(genome[0], memory[0], s)
        m = prove(game, s)
        if m.proof.limit_win[0] == 0:
            continue  # plain at once, without a proof
        won = float(memory[0].worth) >= SURE
        assert not m.proof.open and (m.proof.to_win[0] == 0) == won and (m.proof.to_stop[0] == 0) == (not won)
        shown[won] += 1
        if won:
            child = s.copy()
            game.step(child, int(LEK.search.answer(m)))
            if int(game.actor(child)) >= 0:
                memory.view(np.uint8).fill(0)
                plain.act(genome[0], memory[0], child)
                assert float(memory[0].worth) <= -SURE or int(memory[0].choices) == 1
    assert min(shown.values()) >= many // 10


def test_a_proof_goes_on_where_it_stopped() -> None:
    for s in positions(USUAL, range(12, 15), 6, 5):
        whole, parts = prove(USUAL, s), prove(USUAL, s, slices=200)
        assert whole.proof.to_win[0] == parts.proof.to_win[0] and whole.proof.to_stop[0] == parts.proof.to_stop[0]


def test_no_proof_is_looked_for_at_a_fixed_depth_or_early_in_a_game() -> None:
    genome, memory = configured(LEK, USUAL, {"depth": 3}), record(LEK.memory_type(USUAL))
    for s in positions(USUAL, range(12, 15), 6, 5):
        LEK.act(genome[0], memory[0], s)
        assert memory[0].proof.many[1] == 0
    early = prove(USUAL, positions(USUAL, range(38, 39), 1, 5)[0], 10_000)
    assert not early.proof.open and early.proof.many[1] == 0


@pytest.mark.slow
def test_positions_with_one_key_have_one_future() -> None:
    """Stock, heights and what lies on places are the same, up to mirroring; pieces that no longer matter do not count."""
    genome, met, alike = configured(LEK, USUAL, {})[0], {}, 0
    e = record(notes(USUAL))[0]
    draw = random.Random(1)
    for s in positions(USUAL, range(9, 10), 8, 2):
        for _ in range(800):
            t = s.copy()
            while int(USUAL.actor(t)) >= 0 and t.left > 6:
                USUAL.step(t, draw.choice([a for a in range(14) if USUAL.legal(t, a)]))
            if int(USUAL.actor(t)) >= 0:
                note(genome, e, t)
                places, heights = np.where(e.places[0] == DEAD, 0, e.places[0]), t.height.tolist()[:7]
                one = (tuple(heights), tuple(places.tolist()))
                other = (tuple(heights[::-1]), tuple(places[MIRRORED].tolist()))
                future = (t.stock.tobytes(), min(one, other))
                k = int(JUDGEMENT.key(e, t))  # type: ignore[misc]
                assert met.setdefault(k, (future, t.boards.tobytes()))[0] == future
                alike += met[k][1] != t.boards.tobytes()
    assert alike > 0
