"""General representations keep the contract: they play the same by every road, and can be written down and read back."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from lek import contract, dice
from lek.agent import Agent, Population
from lek.brains.plain_senses import plain_senses
from lek.find import find_game, find_representation, fitting
from lek.game import record
from lek.games import GAMES
from lek.players import REPRESENTATIONS, SENSES
from lek.playing import play
from lek.position import Position, result
from lek.watching import watch

from .bred import digest, drawn, schedule_of
from .own_games import NIM, PENNIES

GENERAL = ("machine", "vector", "tree")
ALL = [(name, kind) for name in GAMES for kind in GENERAL if kind not in REPRESENTATIONS.get(name, {})]
SMALL = {name: dict(build.small) for name, build in GAMES.items()} | {
    "moose": {"rounds": 8}, "organisms": {"species": 2, "width": 3, "height": 3, "rounds": 12, "K": 10, "s": 30}}
QUICK = [("gunslinger", "vector"), ("dots", "machine")]
PAIRS = [pytest.param(*pair, marks=() if pair in QUICK else pytest.mark.slow, id="-".join(pair)) for pair in ALL]


def made(name, kind):
    found = find_game(name)
    game = found.build(**SMALL.get(name, {}))
    if (reason := fitting(found, game)[kind]) is not None:
        pytest.skip(f"{kind} for {name}: {reason}")
    return game, find_representation(found, game, kind)


@pytest.mark.parametrize("name, kind", PAIRS)
def test_it_plays_the_same_on_threads_in_batches_and_in_watch(name, kind):
    game, bred = made(name, kind)
    genomes = drawn(bred, 12)
    rows = schedule_of(game, 12, 640)
    population = Population(bred.brain, genomes)
    whole = play(game, population, rows, 3, threads=1)
    assert contract.digest(play(game, population, rows, 3, threads=7)) == contract.digest(whole)
    part = play(game, population, rows[100:105], 3, deal=np.arange(100, 105), threads=1)
    assert np.array_equal(part.scores, whole.scores[100:105])
    for number in (0, 77, 303):
        *_, last = watch(game, [Agent(kind, bred.brain, genomes[i:i + 1]) for i in rows[number]], 3, number)
        assert np.array_equal(result(game, last.state)[0], whole.scores[number])
    assert len(np.unique(whole.scores, axis=0)) > 1, "who differs plays differently"


@pytest.mark.parametrize("name, kind", PAIRS)
def test_it_plays_the_same_without_the_compiler_and_on_a_simulated_gpu(name, kind):
    assert_alike(name, kind, SMALL.get(name, {}))


@pytest.mark.slow
@pytest.mark.parametrize("source, kind", [(NIM, "vector"), (NIM, "machine"), (PENNIES, "tree"), (PENNIES, "machine")])
def test_so_it_does_in_a_game_of_ones_own(source, kind, tmp_path):
    path = tmp_path / ("nim.py" if source is NIM else "pennies.py")
    path.write_text(source)
    assert_alike(str(path), kind, {})


def assert_alike(text, kind, settings):
    found = find_game(text)
    game = found.build(**settings)
    here = digest(game, find_representation(found, game, kind))
    simulated = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    for device, environment in (("cpu", {"NUMBA_DISABLE_JIT": "1"}), ("cuda", simulated)):
        order = json.dumps([text, settings, kind, device])
        done = subprocess.run([sys.executable, "-m", "tests.contract.bred", order], capture_output=True, text=True,
                              env={**os.environ, **environment})
        assert done.stdout.strip() == here, f"{device}: {done.stderr[-1000:]}"


@pytest.mark.parametrize("name, kind", ALL)
def test_it_can_be_written_down_and_read_back(name, kind):
    _, bred = made(name, kind)
    genome, stream = drawn(bred, 1)[0], record(dice.STREAM)[0]
    texts = set()
    for _ in range(20):
        back = bred.parse(bred.show(genome))[0]
        assert all(np.array_equal(back[part], genome[part]) for part in genome.dtype.names)
        assert bred.brain.unsound(None, bred.parse(bred.show(genome))) is None
        texts.add(bred.show(genome))
        bred.mutate(stream, bred.options[0], genome)
    assert len(texts) > 5


@pytest.mark.parametrize("name", GAMES)
def test_at_every_turn_some_choice_and_some_answer_is_legal(name):
    """Random games: each action that a choice or an answer stands for is legal, and there is one at least."""
    game = find_game(name).build(**SMALL.get(name, {}))
    senses = SENSES.get(name, plain_senses)(game)
    for deal in range(3):
        position, rng = Position(game, 1, deal), np.random.default_rng(deal)
        memories = {}
        while not position.over:
            if position.body not in memories or (game.newborn is not None and game.newborn(position.state, position.body)):
                memories[position.body] = record([("x", "f8", (len(senses.numbers),)), *senses.scratch, *senses.memory])[0]
            m, v = memories[position.body], position.view()
            senses.look(m, v)
            actions = [int(senses.action(m, v, c)) for c in range(senses.choices)]
            if senses.answer is not None:
                answers = [int(senses.answer(m, v, k)) for k in range(len(senses.answers))]
                assert max(answers) >= 0 and all(position.may(a) for a in answers if a >= 0)
            possible = [a for a in actions if a >= 0]
            assert possible and all(position.may(a) for a in possible)
            if game.actions < 1000:
                assert set(possible) == set(np.flatnonzero(position.legal()).tolist())
            if senses.symbols:
                assert -1 <= senses.symbol(m, v) < senses.symbols
            position.push(int(rng.choice(possible)))
