"""The report's t: its exact cases from constructed inputs, and what its printed tables say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lek.games.organisms_climates import CLIMATES
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, THRESHOLD, TITLES, course_means, t_score


@pytest.mark.parametrize("values, t", [
    ((7, 0, 0, 0, 0, 0), 5.0),  # only SimplePlayer: printed for the Medium Desert's counts
    ((0, 3, 0, 0, 0, 0), -1.0),  # exactly one other: the Rainforest, Grasslands and Atlantis together
    ((9, 9, 9, 9, 0, 0), math.sqrt(2.5)),  # four at the top, two at nothing: Utopian Future alone
    ((5, 1, 0, 0, 0, 0), math.sqrt(24)),  # the Easier Desert together
])
def test_the_exact_cases_of_the_printed_tables(values, t):
    assert float(t_score(values)) == pytest.approx(t, abs=1e-12)
    assert float(t_score(1000.0 * np.array(values) + 3.0)) == pytest.approx(t, abs=1e-9)  # shift and scale do not matter


def test_the_cases_are_those_the_report_prints():
    assert FIGURE_3["medium-desert"][0] == 5
    assert FIGURE_4["report-rainforest"] == FIGURE_4["grasslands"] == FIGURE_4["atlantis"] == (-1, -1, -1)
    assert FIGURE_3["utopian-future"][0] == pytest.approx(math.sqrt(2.5), abs=1e-8)
    assert FIGURE_4["easier-desert"][0] == pytest.approx(math.sqrt(24), abs=1e-8)


def test_resolved_counts_give_the_printed_t():
    """Goldmines and the Himalayas, as the rulebook inverted them."""
    assert float(t_score((0, 191, 49, 0, 0, 0))) == pytest.approx(FIGURE_3["goldmines"][0], abs=1e-8)
    assert float(t_score((0, 127, 25, 0, 0, 0))) == pytest.approx(FIGURE_4["goldmines"][0], abs=1e-8)
    assert float(t_score((204, 79, 0, 0, 0, 0))) == pytest.approx(FIGURE_4["himalayas"][0], abs=1e-8)
    assert float(t_score((27900, 8701, 0, 0, 0, 0))) == pytest.approx(FIGURE_4["himalayas"][1], abs=1e-4)


def test_t_is_never_above_five_and_zero_where_all_are_equal():
    values = np.random.default_rng(1).pareto(0.5, (1000, 6))
    assert np.abs(t_score(values)).max() <= 5 + 1e-9
    assert float(t_score(np.full(6, 4.0))) == 0.0


@pytest.mark.parametrize("figure, above", [(FIGURE_3, (3, 12, 5)), (FIGURE_4, (4, 5, 7))])
def test_how_many_printed_t_are_above_the_threshold(figure, above):
    assert tuple(sum(row[k] > THRESHOLD for row in figure.values()) for k in range(3)) == above


def test_every_climate_is_there_everywhere():
    assert set(FIGURE_3) == set(FIGURE_4) == set(TITLES) == set(CONFIDENCE) == set(CLIMATES)
    assert len(CLIMATES) == 16


def test_means_are_divided_as_integers_and_density_by_at_least_one():
    measures = np.array([[[3, 100], [1, 7]], [[4, 101], [0, 0]]], float)  # [trials, players, (count, energy)]
    means = course_means(measures)
    assert means["count"].tolist() == [3, 0]
    assert means["energy"].tolist() == [100, 3]
    assert means["density"].tolist() == [100 / 3, 3.0]
