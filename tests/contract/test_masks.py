"""The field `legal` of a memory is filled in before every act, by every road; and `random` chooses by it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Brain, configured
from lek.brains.anyhow import ANYHOW
from lek.brains.asked import Asked
from lek.find import Anyhow, find_agent, find_game
from lek.game import Game
from lek.games import GAMES
from lek.jit import rule
from lek.playing import play
from lek.position import LISTED, Position, result
from lek.watching import watch

from .own_games import NIM, PENNIES

LISTABLE = [name for name in GAMES if GAMES[name](**GAMES[name].small).actions <= LISTED]


def anybody(game: Game, brain: Brain = ANYHOW) -> list[Agent]:
    return [Agent(f"{brain.name} {seat}", brain, configured(brain, game, {})) for seat in range(game.seats)]


@pytest.mark.parametrize("name", LISTABLE)
def test_random_plays_legal_actions_alone_and_the_same_by_every_road(name: str) -> None:
    game = GAMES[name](**GAMES[name].small)
    played = play(game, anybody(game), [list(range(game.seats))] * 20, 3)
    assert not played.faults
    for deal in range(3):
        *_, last = watch(game, anybody(game), 3, deal)  # which raises where an action is not legal
        scores, measures = result(game, last.state)
        assert played.scores[deal].tobytes() == scores.tobytes() and played.measures[deal].tobytes() == measures.tobytes()


PROGRAM = """
import json, sys
from lek.agent import Agent, configured
from lek.brains.anyhow import ANYHOW
from lek.games import GAMES
from lek.playing import play

name, device = sys.argv[1:]
game = GAMES[name](**GAMES[name].small)
agents = [Agent("random", ANYHOW, configured(ANYHOW, game, {}))] * game.seats
print(json.dumps(play(game, agents, [list(range(game.seats))] * 2, 3, device=device, threads=1).scores.tolist()))
"""


@pytest.mark.parametrize("name, device", [("gunslinger", "cuda"), ("dots", "cuda"), ("simplexity", "cuda"),
                                          ("gunslinger", "cpu")])
def test_masks_are_the_same_without_compiling_and_on_the_cuda_simulator(name: str, device: str) -> None:
    game = GAMES[name](**GAMES[name].small)
    done = subprocess.run([sys.executable, "-c", PROGRAM, name, device], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"})
    assert done.returncode == 0, done.stderr
    agents = anybody(game)[:1] * game.seats
    assert json.loads(done.stdout) == play(game, agents, [list(range(game.seats))] * 2, 3).scores.tolist()


@rule
def counts(g, m, v):
    """Notes how many actions are legal, and takes the last of them."""
    taken = 0
    m.legal_before = 0
    for action in range(len(m.legal)):
        if m.legal[action]:
            m.legal_before += 1
            taken = action
    return taken


def test_a_mask_is_that_of_the_moment() -> None:
    """Whoever takes the last legal action of the mask plays as somebody who is told them all."""
    game = find_game("dots").build(rows=2, columns=2)
    kind = np.dtype([("legal", "i1", (game.actions,)), ("legal_before", "i8")])
    brain = Brain("counts", counts, memory=kind)
    position = Position(game, 5)
    for turn in watch(game, anybody(game, brain), 5):
        assert turn.action == np.flatnonzero(position.legal())[-1]
        position.push(turn.action)
    assert position.over
    played = play(game, [*anybody(game, brain), Agent("asked", outsider=Asked(brain, configured(brain, game, {})))],
                  [[0, 1], [0, 2], [2, 1]], 5, deal=[0, 0, 0])
    assert (played.scores == position.scores()).all() and not played.faults


def test_every_legal_action_is_as_likely() -> None:
    m = np.zeros(1, np.dtype((np.record, ANYHOW.memory_type(find_game("dots").build(rows=2, columns=2))))).view(np.recarray)
    m[0].rng, m[0].legal[:] = dice.stream(1, 0, 0), 0
    m[0].legal[[1, 4, 7]] = 1
    drawn = np.bincount([ANYHOW.act(np.zeros(1, ANYHOW.genome).view(np.recarray)[0], m[0], 0) for _ in range(3000)])
    assert np.flatnonzero(drawn).tolist() == [1, 4, 7]
    assert ((drawn[[1, 4, 7]] - 1000) ** 2 / 1000).sum() < 13.8, "chi-squared, two degrees of freedom, p = 0.001"


@pytest.mark.parametrize("source, name", [(NIM, "nim"), (PENNIES, "pennies")])
def test_random_is_compiled_for_a_game_without_a_player_of_that_name(source: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.py"
    path.write_text(source)
    found = find_game(str(path))
    game = found.build()
    agent = find_agent(found, game, "random")
    assert agent.outsider is None and agent.brain is ANYHOW
    played = play(game, [agent], [[0, 0]] * 200, 1)
    assert len(np.unique(played.scores, axis=0)) > 1
    many = replace(game, actions=LISTED + 1)
    assert isinstance(find_agent(found, many, "random").outsider, Anyhow)
    assert play(many, [find_agent(found, many, "random")], [[0, 0]] * 2, 1).faults == []
