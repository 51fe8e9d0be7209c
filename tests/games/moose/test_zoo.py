"""The contest's yardstick: means of the fifteen strategies, next to those an independent C program printed.

Rulebook, 1.7: 200 matches a pair, 100 rounds, mean against the 14 others and against itself. Six rows of that table
were left out on purpose; agreement within 2 % is what to expect of the means, and loosely 5 % against itself.

Both columns are samples. Where that noise is larger than the percentage, the bound is three standard errors of the
difference of two such runs; NOISY names the cells where it is, so that no other can slip in. (`stay` earns all or
nothing: by hand 1.540 in the contest where 1.5 was printed, and 155.0 +- 7.8 against itself in the paper's game, where
148.8 was. Of the seeds 1 to 12, only 4, 9, 11 and 12 keep every cell within the bare percentages.)
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lek.agent import Agent, configured
from lek.compete.schedule import round_robin, self_play
from lek.games.moose import gain, moose
from lek.players import PLAYERS
from lek.playing import play

GAMES = 200  # a pair
SEED = 1
YARDSTICK = 15  # the first players listed
PRINTED = {  # contest: mean, self; paper: mean, self
    "farm-rest": (218.7, 235.4, 211.8, 182.6),
    "greedy": (213.3, 174.2, 213.4, 109.9),
    "weighted-squared": (207.0, 177.6, 216.0, 143.9),
    "nash": (200.1, 163.3, 215.8, 146.7),
    "holder": (172.5, 7.4, 215.9, 7.2),
    "no-repeat": (171.1, 172.2, 200.1, 213.2),
    "random": (145.3, 200.3, 195.2, 213.3),
    "copycat": (52.2, 1.5, 199.6, 159.3),
    "stay": (1.5, 1.6, 195.7, 148.8),
}
ROUNDING = 0.05  # means were printed with one digit
NOISY = {("stay", 0), ("stay", 3), ("copycat", 3)}  # cells of PRINTED that are noisier than their percentage


@cache
def means(preset):
    """Against the others and against itself: {name: (mean, its standard error, self, its standard error)}."""
    game = moose(preset=preset, rounds=100)
    agents = [Agent(name, brain, configured(brain, game, {})) for name, brain in PLAYERS["moose"].items()]
    rows, deal = round_robin(YARDSTICK, GAMES)
    alone, alone_deal = self_play(YARDSTICK, GAMES, first_deal=int(deal.max()) + 1)
    played = play(game, agents, np.concatenate([rows, alone]), SEED, deal=np.concatenate([deal, alone_deal]))
    scores, alone_scores = np.split(played.scores, [len(rows)])
    told = {}
    for i, agent in enumerate(agents[:YARDSTICK]):
        own = scores[rows == i].reshape(YARDSTICK - 1, -1, 2).mean(axis=2)  # [opponents, deals]: twins share a deal
        itself = alone_scores[alone[:, 0] == i].mean(axis=1)  # [games]
        error = np.sqrt((own.var(axis=1, ddof=1) / own.shape[1]).sum()) / len(own)
        told[agent.name] = (own.mean(), error, itself.mean(), itself.std(ddof=1) / np.sqrt(GAMES))
    return told


def bounds(name, preset, column):
    """What was printed, what we got, the percentage as a number, and three standard errors of their difference."""
    printed, itself = PRINTED[name][column], column % 2
    ours, error = means(preset)[name][2 * itself:2 * itself + 2]
    return printed, ours, (0.05 if itself else 0.02) * printed + ROUNDING, 3 * np.sqrt(2) * error + ROUNDING


CELLS = [(name, preset, column) for preset, columns in (("contest", (0, 1)), ("paper", (2, 3)))
         for column in columns for name in PRINTED if column % 2 == 0 or PRINTED[name][column] > 100]


@pytest.mark.parametrize("name, preset, column", CELLS)
def test_means_are_within_2_percent_and_5_against_itself(name, preset, column):
    printed, ours, percentage, noise = bounds(name, preset, column)
    assert abs(ours - printed) <= (max(percentage, noise) if (name, column) in NOISY else percentage)


def test_only_the_cells_named_noisy_are_noisier_than_their_percentage():
    wide = {(name, column) for name, preset, column in CELLS if bounds(name, preset, column)[3] > bounds(
        name, preset, column)[2]}
    assert wide >= NOISY


@pytest.mark.parametrize("name, preset, column", [
    (name, preset, column) for preset, column in (("contest", 1), ("paper", 3)) for name in PRINTED
    if PRINTED[name][column] <= 100])
def test_who_starves_against_itself_starves_here(name, preset, column):
    printed, ours, _, _ = bounds(name, preset, column)
    assert ours == pytest.approx(printed, abs=1.5)


def test_the_rule_turns_the_ranking_over():
    contest, paper = ([means(preset)[name][0] for name in PRINTED] for preset in ("contest", "paper"))
    assert max(PRINTED, key=lambda name: means("contest")[name][0]) == "farm-rest"
    assert contest[-1] < 2 < 190 < paper[-1]  # staying: worthless there, fair here
    better = {name for name in PRINTED if means("paper")[name][0] > means("paper")["farm-rest"][0]}
    assert better == {"greedy", "weighted-squared", "nash", "holder"}


def test_stay_against_itself_scores_what_can_be_worked_out():
    """Two that stay fight for ever with probability 1/3, else they eat a field each in every round."""
    for preset, peace in (("contest", gain(10.0, 1.0)), ("paper", gain(10.0, 2.0) + 99 * gain(10.0, 1.0))):
        error = peace * np.sqrt(2 / 9 / GAMES)
        assert abs(means(preset)["stay"][2] - peace * 2 / 3) < 3 * error
