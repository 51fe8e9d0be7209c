"""Bred agents that come along: each plays under its name, and as what it says it is."""

from __future__ import annotations

import pytest

from lek.compete.tournament import tournament
from lek.find import champion_in_c, find_agent, find_game
from lek.players import CHAMPIONS
from lek.settings import Mistake

NAMES = [(game, name) for game, names in CHAMPIONS.items() for name in names]


@pytest.mark.parametrize(("name", "champion"), NAMES)
def test_it_plays_under_its_name_and_has_no_settings(name: str, champion: str) -> None:
    found = find_game(name)
    game = found.build()
    agent = find_agent(found, game, champion)
    assert agent.name == champion and agent.brain is not None
    with pytest.raises(Mistake, match="has no settings"):
        find_agent(found, game, f"{champion}:depth=3")


def test_brilliant_is_far_better_than_greedy_and_fits_the_contest() -> None:
    found = find_game("antwars")
    game = found.build()
    agents = [find_agent(found, game, name) for name in ("brilliant", "greedy")]
    assert tournament(game, agents, 400, 1, self_play=False).standings.mean[0] > 0.65
    code, _ = champion_in_c("brilliant")
    assert len(code.encode()) < 5120
