"""Tournaments: who meets whom in each form, and that luck is not read into games without dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lek import kernel
from lek.agent import Agent, configured
from lek.compete.tournament import as_json, knockout, measures_of, tournament
from lek.find import find_agent, find_game
from lek.game import Measure
from lek.games import GAMES
from lek.playing import play
from lek.settings import Mistake

SIMPLEXITY, MOOSE = find_game("simplexity"), find_game("moose")
BOARD = GAMES["simplexity"](rows=4, cols=4, win=3)


def seated(found: Any, game: Any, *names: str) -> list[Agent]:
    return [find_agent(found, game, name) for name in names]


@pytest.fixture
def games_played(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The schedules that reach the compiled loop."""
    schedules: list[Any] = []
    on_cpu = kernel.on_cpu

    def count(game: Any, brains: Any, genomes: Any, arrays: Any, *more: Any, **how: Any) -> None:
        schedules.append(arrays[1])
        on_cpu(game, brains, genomes, arrays, *more, **how)

    monkeypatch.setattr(kernel, "on_cpu", count)
    return schedules


def test_games_without_dice_are_played_once_and_have_no_intervals(games_played: list[Any]) -> None:
    agents = seated(SIMPLEXITY, BOARD, "sequential", "minimax:depth=3", "minimax:depth=2")
    result = tournament(BOARD, agents, 1000, 5)
    played = [np.concatenate(games_played)]
    assert result.certain and [len(rows) for rows in played] == [3 * 2 + 3]
    assert len({tuple(row) for row in played[0].tolist()}) == 9, "all of them different"
    assert np.isnan(result.low_high).all() and np.isnan(result.alone_low_high).all()
    often = play(BOARD, agents, np.tile(played[0][:6], (20, 1)), 77).scores.reshape(20, 6, 2)
    assert (often == often[0]).all(), "so they are on every deal"
    assert result.pairs is not None
    for (one, other), (mine, theirs) in zip(result.pairs.agents.tolist(), result.pairs.means.tolist(), strict=True):
        assert (result.better[one, other], result.better[other, one]) == (mine > theirs, theirs > mine)
    data = as_json(result)
    assert data["certain"] and all(np.isnan(row["low"]) for row in data["agents"])
    assert all(np.isnan(pair["p"]) for pair in data["pairs"])


def test_measures_are_averaged_or_added_up_as_the_game_says() -> None:
    agents = seated(SIMPLEXITY, BOARD, "random", "sequential")
    added = replace(BOARD, measures=tuple(Measure(each.name, "sum") for each in BOARD.measures))
    mean, total = (tournament(game, agents, 12, 5, self_play=False) for game in (BOARD, added))
    for i in range(2):
        row, games = measures_of(mean, i), int(mean.standings.games[i])
        assert games == 12 and row["plies"] % 1 and measures_of(total, i)["plies"] == round(row["plies"] * games)
    assert isinstance(measures_of(mean, 0)["fault"], int), "faults are added up"


def test_one_who_rolls_dice_makes_luck_of_it(games_played: list[Any]) -> None:
    agents = seated(SIMPLEXITY, BOARD, "sequential", "random", "minimax:depth=2")
    result = tournament(BOARD, agents, 40, 5)
    assert sum(map(len, games_played)) == (2 * 40 + 2) + (40 + 2), "pairs without luck play two games, or one alone"
    same = tournament(BOARD, agents, 40, 5, play=lambda *given, once, **how: play(*given, **how))
    assert all(str(one) == str(other) for one, other in zip(result, same, strict=True)), "as if every game were played"
    assert not result.certain and result.standings.games.tolist() == [80, 80, 80] and np.isfinite(result.low_high).all()


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    game = GAMES["moose"](rounds=10)
    result = tournament(game, seated(MOOSE, game, "greedy", "random", "stay", "holder"), 6, 5, form="gauntlet")
    assert result.pairs is not None and result.pairs.agents.tolist() == [[0, 1], [0, 2], [0, 3]]
    assert result.standings.games.tolist() == [18, 6, 6, 6]
    with pytest.raises(Mistake, match="there is no form called 'ladder'"):
        tournament(game, seated(MOOSE, game, "greedy", "random"), 6, 5, form="ladder")
    three = GAMES["moose"](moose=3, rounds=10)
    with pytest.raises(Mistake, match="form=gauntlet does not work: it is for games of two"):
        tournament(three, seated(MOOSE, three, "greedy", "random", "stay"), 6, 5, form="gauntlet")


def test_in_a_knockout_the_higher_total_goes_on() -> None:
    game = GAMES["moose"](rounds=20)
    agents = seated(MOOSE, game, "greedy", "random", "stay", "holder", "farm-rest")
    duels = knockout(game, agents, 10, 5)
    alive = list(range(5))
    for pairs, byes in zip(duels.rounds, duels.byes, strict=True):
        assert [one for pair, _ in pairs for one in pair] + byes == alive
        for pair, totals in pairs:
            rows = [list(pair) if k % 2 == 0 else list(pair)[::-1] for k in range(10)]
            assert len(totals) == 2 and min(totals) >= 0 and len(rows) == 10
        alive = [pair[0] if totals[0] >= totals[1] else pair[1] for pair, totals in pairs] + byes
    assert alive == [duels.winner] and [len(pairs) for pairs in duels.rounds] == [2, 1, 1]
    with pytest.raises(Mistake, match="a knockout is for two or more agents"):
        knockout(game, agents[:1], 10, 5)


def test_totals_of_a_knockout_are_those_of_its_games() -> None:
    game = GAMES["moose"](rounds=20)
    agents = seated(MOOSE, game, "greedy", "random")
    (((pair, totals),),) = knockout(game, agents, 6, 9).rounds
    scores = play(game, agents, [[0, 1], [1, 0]] * 3, 9, deal=np.repeat(np.arange(3), 2)).scores
    assert pair == (0, 1)
    mine, theirs = scores[0::2].sum(0) + scores[1::2, ::-1].sum(0)
    assert totals == pytest.approx((mine, theirs))


def test_configured_agents_are_no_others() -> None:
    brain = SIMPLEXITY.players["minimax"]
    same = [Agent(name, brain, configured(brain, BOARD, {"depth": 2})) for name in ("one", "other")]
    result = tournament(BOARD, same, 50, 1, self_play=False)
    assert result.certain and result.standings.games.tolist() == [2, 2] and not result.better.any()
