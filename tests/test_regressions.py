"""Mistakes that were made once, each by name."""

import os
import subprocess
import sys

import numpy as np
import pytest

from lek import contract
from lek.agent import Agent, configured
from lek.find import Anyhow, find_agent, find_game, find_representation
from lek.games.moose import moose
from lek.players import PLAYERS
from lek.playing import play
from lek.settings import Mistake, Setting, configurable
from lek.watching import watch

from .contract.own_games import NIM, PENNIES

MOOSE = find_game("moose")


def named(game, *names):
    return [Agent(n, PLAYERS["moose"][n], configured(PLAYERS["moose"][n], game, {})) for n in names]


def save(tmp_path, monkeypatch, source):
    monkeypatch.setenv("LEK_CACHE", str(tmp_path / "cache"))
    p = tmp_path / "g.py"
    p.write_text(source)
    return str(p)


def cli(*a, **env):
    return subprocess.run(
        [sys.executable, "-m", "lek.cli", *a], capture_output=True, text=True, env={**os.environ, **env}
    )


def test_a_field_of_capacity_0_can_be_drawn():
    game = moose(capacity="0,10,10")
    s = game.blank.copy()[0]
    game.start(s)
    assert "field 1" in game.face.show(s)


def test_watch_refuses_as_play_does():
    game = moose(sees="actions", rounds=5)
    with pytest.raises(Mistake):
        list(watch(game, named(game, "greedy", "greedy"), 1))


def test_play_with_an_outsider_refuses_too():
    game = moose(sees="actions", rounds=5)
    with pytest.raises(Mistake):
        play(game, [*named(game, "greedy"), Agent("r", outsider=Anyhow())], [[0, 1]], 1)


def test_an_outside_random_that_meets_itself_rolls_its_own_dice():
    game = moose(rounds=20)
    a, b = Agent("a", outsider=Anyhow()), Agent("b", outsider=Anyhow())
    assert play(game, [a], [[0, 0]], 1).scores.tolist() == play(game, [a, b], [[0, 1]], 1).scores.tolist()


def test_turns_take_turns_under_the_papers_rule_too():
    game = moose(preset="paper")
    game_turns = list(watch(game, named(game, "turns", "turns"), 1))
    moves = np.array([t.action for t in game_turns]).reshape(-1, 2)
    peace = moves[:, 0] != moves[:, 1]
    assert (peace[1:] & peace[:-1]).any()  # two peaceful rounds in a row at least once in 50


def test_long_farm_does_not_starve_against_itself():
    game = moose(preset="contest")
    assert play(game, named(game, "long-farm"), [[0, 0]], 1).scores.sum() > 0


def test_check_names_a_builder_that_fails(tmp_path, monkeypatch):
    path = save(tmp_path, monkeypatch, PENNIES.replace('    """Matching pennies."""\n', "    1 / 0\n"))
    done = cli("check", path)
    assert "Traceback" not in done.stderr


def test_check_names_an_index_that_runs_out_of_its_array(tmp_path, monkeypatch):
    path = save(
        tmp_path,
        monkeypatch,
        PENNIES.replace("a if 0 <= a < 2 else 0", "a").replace(
            "        s.total[0 if", "        s.total[s.held[0]] += 1\n        s.total[0 if"
        ),
    )
    done = cli("check", path)
    assert done.returncode == 1 and "survives any action" in done.stdout, (
        f"exit code {done.returncode}: {done.stdout[-300:]}{done.stderr[-200:]}"
    )


def test_survives_any_action_notices_a_game_that_illegal_actions_keep_from_ending(tmp_path, monkeypatch):
    path = save(
        tmp_path,
        monkeypatch,
        PENNIES.replace(
            "    s.held[s.mover] = a if", "    if a < 0 or a > 1:\n        return\n    s.held[s.mover] = a if"
        ),
    )
    assert contract.survives_any_action(find_game(path).build()) is not None


def test_watched_as_played_compares_measures(monkeypatch):
    real = contract.result
    monkeypatch.setattr(contract, "result", lambda game, s: (real(game, s)[0], real(game, s)[1] + 1))
    assert contract.watched_as_played(moose()) is not None


def test_a_dozen_outside_games_leave_the_house_cache_alone(tmp_path, monkeypatch):
    from lek import jit

    monkeypatch.setenv("LEK_CACHE", str(tmp_path / "cache"))
    jit.cache_folder.cache_clear()
    house = jit.cache_folder()
    try:
        for n in range(13):
            (tmp_path / f"g{n}.py").write_text(f"# {n}\n")
            jit.cache_folder((tmp_path / f"g{n}.py",))
        assert house.exists()
    finally:
        jit.cache_folder.cache_clear()


@pytest.mark.parametrize("text", ["human:x=1", "random:x=1"])
def test_settings_nobody_has_are_refused(text, tmp_path, monkeypatch):
    found = find_game(save(tmp_path, monkeypatch, NIM))
    with pytest.raises(Mistake):
        find_agent(found, found.build(), text)


def test_too_many_symbols_for_a_machine_are_told_in_a_sentence():
    with pytest.raises(Mistake):
        find_representation(MOOSE, moose(moose=64, fields=64), "machine")


def test_settings_with_a_negative_upper_bound_are_checked_rightly():
    @configurable({"depth": Setting(-5, -9, -1)})
    def build(depth):
        return None

    assert contract.settings_are_checked(build) is None
