"""Games x representations: every general representation breeds for every game whose senses fit it, and beats `random`.

Bred for some seconds among their like, then judged on other dice. The draw level is half of the games.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lek.agent import Agent
from lek.champions import save_champion
from lek.compete.tournament import tournament
from lek.evolve.elitist import elitist
from lek.evolve.judge import judge_for
from lek.find import find_agent, find_game, find_representation, fitting
from lek.games import GAMES
from lek.playing import play
from lek.settings import Mistake
from tests.contract.own_games import NIM

GENERAL = ("machine", "vector", "tree")
OWN = {"moose": {"machine"}, "organisms": {"settler"}, "gunslinger": {"linear"}, "simplexity": {"simpai"},
       "antwars": {"tree"}, "dots": {"rules"}}
SMALL = {"organisms": {"species": 2, "width": 8, "height": 8, "rounds": 120}, "simplexity": {"opening": 2},
         "moose": {"rounds": 20}}
ALL = [(name, kind) for name in GAMES for kind in GENERAL if kind not in OWN[name]]
QUICK = [("dots", "vector"), ("antwars", "vector"), ("moose", "tree"), ("simplexity", "machine")]
GENERATIONS = {("simplexity", "tree"): 120, ("antwars", "machine"): 80}  # others: 20


def bred(name, kind, **more):
    """The game, and the fittest of 24 after some generations."""
    found = find_game(name)
    game = found.build(**SMALL.get(name, {}), **more)
    made = find_representation(found, game, kind)
    for last in elitist(made, judge_for(game, made.brain, threads=1), [1], population=24, elite=16,
                        generations=GENERATIONS.get((name, kind), 20)):
        pass
    best = int(last.fitness[0].argmax())
    return found, game, made, Agent(kind, made.brain, last.genomes[0, best:best + 1].copy())


def beats_random(found, game, agent, games=240):
    random = find_agent(found, game, "random")
    if game.seats == 2 and not game.together:
        result = tournament(game, [agent, random], games, 2, threads=1, self_play=False)
        return result.low_high[0, 0] > result.low_high[1, 1] and result.better[0, 1]
    schedule = np.ones((games, game.seats), np.int64)
    schedule[:, 0] = 0
    scores = play(game, [agent, random], schedule, 2, threads=1).scores
    lead = scores[:, 0] - scores[:, 1:].mean(1)
    return lead.mean() - 2.6 * lead.std() / np.sqrt(games) > 0


@pytest.mark.parametrize("name, kind", [
    pytest.param(*pair, marks=() if pair in QUICK else pytest.mark.slow, id="-".join(pair)) for pair in ALL])
def test_what_is_bred_beats_random(name, kind):
    found, game, _, agent = bred(name, kind)
    assert beats_random(found, game, agent)


@pytest.mark.parametrize("name", GAMES)
def test_every_general_representation_fits_every_game_and_its_own_come_first(name):
    found = find_game(name)
    game = found.build()
    assert fitting(found, game) == dict.fromkeys([*GENERAL, *sorted(OWN[name] - set(GENERAL))])
    own = sys.modules[f"lek.players.{name}"].REPRESENTATIONS
    assert set(own) == OWN[name] and all(found.representations[kind] is own[kind] for kind in own)


def test_a_champion_plays_wherever_a_name_does_and_only_there(tmp_path):
    found, game, made, agent = bred("dots", "vector", rows=2, columns=2)
    path = tmp_path / "bred.json"
    save_champion(path, game, "vector", made, agent.genome[0])
    again = find_agent(found, found.build(), str(path))
    assert np.array_equal(again.genome.x, agent.genome.x), "senses of Dots are the same on every board"
    moose = find_game("moose")
    with pytest.raises(Mistake, match="plays dots, not moose"):
        find_agent(moose, moose.build(), str(path))
    with pytest.raises(Mistake, match="line 1 should read 'takes VALUE'"):
        path.write_text(path.read_text().replace("takes ", "gives ", 1))
        find_agent(found, game, str(path))


def lek(*words, cwd):
    done = subprocess.run([sys.executable, "-m", "lek.cli", *words], cwd=cwd, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_a_game_in_a_file_is_bred_for_without_a_further_line(tmp_path: Path):
    """Nim with one heap of 9: weights learn what to leave, and their champion plays by its file's name."""
    (tmp_path / "nim.py").write_text(NIM)
    code, _, error = lek("evolve", "nim.py", "vector", "--set", "heap=9", "--generations", "60", "--json", cwd=tmp_path)
    assert code == 0, error
    code, out, error = lek("tournament", "nim.py", "champion.json", "random", "--set", "heap=9", "--games", "200", "--json",
                           cwd=tmp_path)
    assert code == 0, error
    table = {row["name"]: row for row in json.loads(out)["agents"]}
    assert table["champion.json"]["low"] > 0.5 and not json.loads(out)["faults"]
    code, _, error = lek("play", "nim.py", "champion.json", "random", cwd=tmp_path)
    assert code == 2 and error.count("\n") == 1 and "it was bred for heap=9" in error
