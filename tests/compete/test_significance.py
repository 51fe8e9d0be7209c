"""Intervals and tests, against SciPy, textbook examples and simulations with a known truth."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lek.compete import intervals
from lek.compete.binomial import binomial_interval, binomial_test, games_needed, upper_tail
from lek.compete.intervals import addable_in_any_order, cluster_interval, standings_intervals
from lek.compete.schedule import round_robin, self_play
from lek.compete.significance import better_graph, deals_taken, holm

stats: Any = pytest.importorskip("scipy.stats")


# intervals over clusters


def coverage(luck: float, clustered: bool, trials: int = 400) -> float:
    """How often a 95 % interval holds the true mean 0: 50 deals of 2 games; `luck` is the deal's share of variance."""
    rng, covered = np.random.default_rng(5), 0
    deal = np.repeat(np.arange(50), 2)
    for trial in range(trials):
        values = math.sqrt(luck) * rng.normal(size=50)[deal] + math.sqrt(1 - luck) * rng.normal(size=100)
        low, high = cluster_interval(values, deal if clustered else np.arange(100), resamples=400, seed=trial)
        covered += low <= 0 <= high
    return covered / trials


def test_the_interval_of_independent_games_covers_the_mean_as_often_as_it_says() -> None:
    assert 0.92 < coverage(luck=0.0, clustered=True) < 0.98


def test_the_cluster_interval_covers_shared_luck_and_the_naive_one_is_too_narrow() -> None:
    assert 0.92 < coverage(luck=0.9, clustered=True) < 0.98
    assert coverage(luck=0.9, clustered=False) < 0.87


def test_swapped_seats_on_one_deal_make_the_interval_narrower() -> None:
    luck = np.random.default_rng(1).normal(size=100)
    values, deal = np.stack([1 + luck, 1 - luck], axis=1).reshape(-1), np.repeat(np.arange(100), 2)
    low, high = cluster_interval(values, deal)
    assert low == pytest.approx(1) and high == pytest.approx(1)
    low, high = cluster_interval(values, np.arange(200))
    assert high - low > 0.2


def test_the_interval_of_a_mean_agrees_with_scipys_bootstrap() -> None:
    values = np.random.default_rng(3).exponential(size=80)
    low, high = cluster_interval(values, np.arange(80), level=0.9, resamples=20_000)
    theirs = stats.bootstrap(
        (values,), np.mean, confidence_level=0.9, n_resamples=20_000, method="percentile", rng=np.random.default_rng(4)
    ).confidence_interval
    assert low == pytest.approx(theirs.low, abs=0.01) and high == pytest.approx(theirs.high, abs=0.01)


def test_clusters_of_unequal_size_are_weighted_by_their_games() -> None:
    low, high = cluster_interval([0.0, 1.0, 1.0, 1.0], [0, 1, 1, 1], resamples=5000)
    assert (low, high) == (0.0, 1.0)
    # Three of the four equally likely samples of two clusters hold cluster 1: the means are 0, 3/4, 3/4 and 1.
    low, high = cluster_interval([0.0, 1.0, 1.0, 1.0], [0, 1, 1, 1], level=0.4, resamples=5000)
    assert (low, high) == pytest.approx((0.75, 0.75))


def test_one_cluster_says_nothing() -> None:
    assert np.isnan(cluster_interval([1.0, 2.0], [7, 7])).all()
    assert np.isnan(cluster_interval([], [])).all()


def test_the_same_seed_gives_the_same_interval() -> None:
    values, deal = np.random.default_rng(0).normal(size=60), np.arange(60) // 2
    assert cluster_interval(values, deal, seed=3) == cluster_interval(values, deal, seed=3)
    assert cluster_interval(values, deal, seed=3) != cluster_interval(values, deal, seed=4)


def test_an_interval_drawn_in_pieces_is_the_one_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are many deals: 2000 resamples of 1,500 deals are drawn in two goes."""
    values = np.random.default_rng(0).normal(size=90)
    whole = cluster_interval(values, np.arange(90), resamples=70)
    for at_once in (1, 90 * 23, 90 * 35, 90 * 69):
        monkeypatch.setattr(intervals, "DRAWS_AT_ONCE", at_once)
        assert cluster_interval(values, np.arange(90), resamples=70) == whole


def test_the_intervals_of_standings_are_each_agents_own() -> None:
    schedule, deal = round_robin(5, 2)  # one deal a pair: the differences between opponents count as luck
    schedule, deal = schedule[:-3], deal[:-3]  # so that agents differ in their number of deals
    scores = np.random.default_rng(2).normal(size=schedule.shape)
    intervals = standings_intervals(schedule, scores, deal, 6, seed=9)
    for agent in range(5):
        game, seat = np.nonzero(schedule == agent)
        np.testing.assert_allclose(
            intervals[agent], cluster_interval(scores[game, seat], deal[game], seed=9), rtol=0, atol=1e-14
        )
    assert np.isnan(intervals[5]).all()


def widths(agents: int, games: int, trials: int = 600) -> tuple[float, float]:
    """(share of intervals that hold the true mean, width beside that of a known spread) for an agent's mean against others
    of other strengths, `games` against each, two to a deal; a deal's luck is most of the spread."""
    schedule, deal = round_robin(agents, games)
    strength, rng = np.arange(agents) * 10.0, np.random.default_rng(8)
    truth, inside, width, means = strength[1:].mean(), 0, [], []
    for trial in range(trials):
        luck = rng.normal(size=deal.max() + 1)[deal][:, None]
        scores = strength[schedule[:, ::-1]] + 3.0 * luck + rng.normal(size=schedule.shape)
        low, high = standings_intervals(schedule, scores, deal, agents, resamples=120, seed=trial)[0]
        inside += low <= truth <= high
        width.append(high - low)
        means.append(scores[schedule == 0].mean())
    return inside / trials, float(np.mean(width) / (2 * 1.96 * np.std(means)))


@pytest.mark.parametrize(("agents", "games"), [(9, 4), (5, 6), (9, 20)])
def test_few_deals_against_each_opponent_make_the_interval_wide_enough(agents: int, games: int) -> None:
    """Two deals lie closer to their own mean than to the true one; and two games on a deal are one deal."""
    covered, width = widths(agents, games)
    assert covered > 0.84  # few clusters: somewhat too narrow, as `intervals` says
    assert 0.84 < width < 1.02


def test_opponents_of_different_strength_are_not_luck() -> None:
    """Twenty games against each of four opponents who give 0, 10, 20 and 30: only the noise of 1 is uncertain."""
    schedule, deal = round_robin(5, 20)
    strength = np.array([0.0, 10.0, 20.0, 30.0, 40.0])
    inside = 0
    for trial in range(100):
        rng = np.random.default_rng(trial)
        scores = strength[schedule[:, ::-1]] + rng.normal(size=schedule.shape)
        low, high = standings_intervals(schedule, scores, deal, 5, resamples=400, seed=trial)[0]
        truth = strength[1:].mean()
        inside += low <= truth <= high
        assert 0.2 < high - low < 0.8  # 2 x 1.96 / sqrt(80) = 0.44
    assert inside >= 88  # 95 % of 100, by a binomial bound of 3 standard deviations


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50), st.randoms())
def test_rounded_values_add_to_the_same_bits_in_any_order(values: list[float], random: Any) -> None:
    rounded = addable_in_any_order(np.array(values), len(values)).tolist()
    assert rounded == pytest.approx(values, rel=1e-12, abs=1e-13 * len(values) * max(map(abs, values)))
    total = sum(rounded)
    random.shuffle(rounded)
    assert sum(rounded) == total == math.fsum(rounded)


# shares of wins


def test_a_tea_taster_right_eight_times_of_eight() -> None:
    assert binomial_test(8, 8) == pytest.approx(1 / 256, rel=1e-14)
    assert binomial_test(8, 8, alternative="two-sided") == pytest.approx(2 / 256, rel=1e-14)


def test_mendels_peas_as_in_conover() -> None:
    """Conover, *Practical Nonparametric Statistics*, 1971, page 97, the example of R's binom.test: p = 0.3825."""
    assert binomial_test(682, 925, 0.75, "two-sided") == pytest.approx(0.3825, abs=5e-5)
    assert binomial_interval(682, 925) == pytest.approx((0.7076683, 0.7654066), abs=5e-8)


@settings(deadline=None)
@given(
    st.integers(0, 2000), st.floats(0, 1), st.floats(0.001, 0.999), st.sampled_from(["greater", "less", "two-sided"])
)
def test_the_test_agrees_with_scipy(games: int, share: float, p: float, alternative: Any) -> None:
    wins = round(share * games)
    expected = stats.binomtest(wins, games, p, alternative).pvalue if games else 1.0
    assert binomial_test(wins, games, p, alternative) == pytest.approx(expected, rel=1e-9, abs=1e-100)


@pytest.mark.parametrize("wins", [90_000, 99_000, 99_999, 100_000, 100_500, 103_000, 110_000])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_the_test_of_200_000_games_agrees_with_scipy(wins: int, alternative: Any) -> None:
    expected = stats.binomtest(wins, 200_000, 0.5, alternative).pvalue
    assert binomial_test(wins, 200_000, 0.5, alternative) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("wins", "games"), [(50_010_000, 10**8), (49_990_000, 10**8), (500_050_000, 10**9)])
def test_the_test_keeps_its_digits_where_games_are_many_and_shares_nearly_even(wins: int, games: int) -> None:
    """Where a share is near its mean, logarithms cancel: of a billion games that would leave eight digits."""
    assert binomial_test(wins, games) == pytest.approx(stats.binom.sf(wins - 1, games, 0.5), rel=1e-10)
    assert binomial_test(wins, games, alternative="less") == pytest.approx(stats.binom.cdf(wins, games, 0.5), rel=1e-10)


@pytest.mark.parametrize(
    ("wins", "games", "p"), [(3, 7, 1 / 4), (60, 100, 1 / 2), (999, 1000, 1 / 2), (1505, 1526, 5 / 8)]
)
def test_the_tail_agrees_with_whole_number_arithmetic(wins: int, games: int, p: float) -> None:
    """Far out, at 1505 wins of 1526, SciPy 1.17 has eight digits; the sum of fractions is the better oracle."""
    chance = Fraction(p)
    exact = sum(math.comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(wins, games + 1))
    assert upper_tail(wins, games, p) == pytest.approx(float(exact), rel=1e-12, abs=0)


def test_the_ends_of_the_scale() -> None:
    assert binomial_test(200_000, 200_000) == 0.0
    assert binomial_test(0, 200_000) == 1.0
    assert binomial_test(0, 0, alternative="two-sided") == 1.0
    assert binomial_test(3, 3, p=1.0, alternative="two-sided") == 1.0
    assert binomial_test(1, 3, p=0.0) == 0.0
    assert binomial_interval(0, 0) == (0.0, 1.0)
    assert binomial_interval(0, 10)[0] == 0.0 and binomial_interval(10, 10)[1] == 1.0


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (1, 1000), (37, 90), (100_700, 200_000)])
def test_the_interval_agrees_with_scipy(wins: int, games: int) -> None:
    theirs = stats.binomtest(wins, games).proportion_ci(0.99, "exact")
    assert binomial_interval(wins, games, 0.99) == pytest.approx((theirs.low, theirs.high), rel=1e-9)


# games needed


def powers(edge: float, alpha: float, p: float, most: int) -> NDArray[np.float64]:
    """The power of the one-sided exact test for 0 to `most` games."""
    games = np.arange(most + 1)
    needed = stats.binom.isf(alpha, games, p) + 1  # the fewest wins with P(X >= wins) <= alpha
    return np.asarray(stats.binom.sf(needed - 1, games, edge))


@pytest.mark.parametrize(
    ("edge", "alpha", "power", "p"),
    [
        (1.0, 0.05, 0.9, 0.5),
        (0.9, 0.05, 0.9, 0.5),
        (0.75, 0.05, 0.8, 0.5),
        (0.6, 0.05, 0.9, 0.5),
        (0.6, 0.01, 0.95, 0.5),
        (0.55, 0.05, 0.9, 0.5),
        (0.3, 0.05, 0.9, 0.25),
        (0.1, 0.05, 0.5, 0.02),
        (0.7, 0.05, 0.2, 0.5),
        (0.9, 0.7, 0.9, 0.5),
    ],
)
def test_from_the_games_needed_on_the_power_never_falls_short(
    edge: float, alpha: float, power: float, p: float
) -> None:
    short = np.nonzero(powers(edge, alpha, p, 4000) < power)[0]
    assert games_needed(edge, alpha, power, p) == short[-1] + 1


def test_a_lucky_number_of_games_on_a_tooth_of_the_saw_does_not_count() -> None:
    enough = np.nonzero(powers(0.6, 0.05, 0.5, 4000) >= 0.9)[0]
    assert enough[0] < games_needed(0.6)


def test_a_small_edge_needs_about_the_games_of_the_normal_approximation() -> None:
    normal = (stats.norm.isf(0.05) * 0.5 + stats.norm.isf(0.1) * math.sqrt(0.505 * 0.495)) ** 2 / 0.005**2
    assert games_needed(0.505) == pytest.approx(normal, rel=0.01)
    around = powers(0.505, 0.05, 0.5, 90_000)
    assert games_needed(0.505) == np.nonzero(around < 0.9)[0][-1] + 1


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.6]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_holm_as_in_rs_p_adjust() -> None:
    """R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")"""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]).tolist() == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.001, 0.999))
def test_holm_rejects_what_the_stepwise_procedure_rejects(p_values: list[float], alpha: float) -> None:
    rejected = set[int]()
    for step, index in enumerate(sorted(range(len(p_values)), key=lambda k: p_values[k])):
        if p_values[index] * (len(p_values) - step) > alpha:
            break
        rejected.add(index)
    assert set(np.nonzero(holm(p_values) <= alpha)[0].tolist()) == rejected


# the graph


def test_deals_taken_by_hand() -> None:
    schedule = [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1], [1, 0], [2, 2], [1, 2]]
    scores = [[2, 1], [1, 2], [2, 1], [2, 1], [1, 1], [1, 0], [5, 0], [0, 1]]
    pairs, taken = deals_taken(schedule, scores, [0, 0, 1, 1, 2, 2, 3, 2], 3)
    assert pairs.tolist() == [[0, 1], [1, 2]]
    assert taken.tolist() == [[1, 1], [0, 1]], "deal 0 goes to agent 0, deal 1 to neither, deal 2 to agent 1"


@pytest.mark.parametrize("deal", [0, 5, 2**62])
def test_all_games_may_be_on_one_deal(deal: int) -> None:
    pairs, taken = deals_taken([[1, 2], [3, 0], [2, 3], [2, 2]], [[1, 0], [1, 0], [0, 1], [1, 0]], [deal] * 4, 4)
    assert pairs.tolist() == [[0, 3], [1, 2], [2, 3]] and taken.tolist() == [[0, 1], [1, 0], [0, 1]]


def test_of_no_games_nobody_takes_a_deal() -> None:
    pairs, taken = deals_taken(np.zeros((0, 2), int), np.zeros((0, 2)), [], 3)
    assert pairs.shape == taken.shape == (0, 2)


def test_the_graph_holds_the_sure_differences_with_holms_correction() -> None:
    schedule, deal = round_robin(4, 16)  # 8 deals a pair: the two-sided sign test gives 2 / 256 at best
    strength = np.array([1.0, 3.0, 2.0, 2.0])
    found = better_graph(schedule, strength[schedule], deal, 4)
    wanted = strength[:, None] > strength
    assert np.array_equal(found.better, wanted)
    assert found.raw[0, 1] == found.raw[1, 0] == pytest.approx(2 / 256)
    assert found.raw[2, 3] == 1.0
    assert found.adjusted[0, 1] == pytest.approx(6 * 2 / 256)
    assert np.isnan(np.diag(found.raw)).all()
    assert not better_graph(schedule, strength[schedule], deal, 4, alpha=0.04).better.any()


def test_the_graph_is_blind_to_the_seat_and_to_self_play() -> None:
    schedule, deal = round_robin(3, 40)
    first_seat_wins = np.tile([1.0, 0.0], (len(schedule), 1))
    assert not better_graph(schedule, first_seat_wins, deal, 3).better.any()
    schedule, deal = self_play(3, 40)
    found = better_graph(schedule, np.tile([1.0, 0.0], (len(schedule), 1)), deal, 3)
    assert not found.better.any() and np.isnan(found.raw).all()


def test_equal_agents_are_told_apart_as_rarely_as_alpha_says() -> None:
    schedule, deal = round_robin(6, 60)
    rng, wrong = np.random.default_rng(11), 0
    for _ in range(200):
        luck = rng.normal(size=deal.max() + 1)[deal] * np.where(schedule[:, 0] < schedule[:, 1], 1, -1)
        wrong += bool(better_graph(schedule, np.stack([luck, -luck], axis=1), deal, 6).better.any())
    assert wrong / 200 < 0.1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cluster_interval([1.0, 2.0], [0]), r"arrays of one length; given shapes \[2\] and \[1\]"),
        (lambda: cluster_interval([np.nan, 2.0], [0, 1]), "values must be finite"),
        (lambda: cluster_interval([1.0, 2.0], [0, 1], level=95), "level must lie between 0 and 1; given 95"),
        (lambda: cluster_interval([1.0, 2.0], [0, 1], level=1), "level must lie between 0 and 1; given 1"),
        (lambda: cluster_interval([1.0, 2.0], [0, 1], level=0), "level must lie between 0 and 1; given 0"),
        (lambda: cluster_interval([1.0, 2.0], [0, 1], resamples=0), "resamples must be at least 1; given 0"),
        (lambda: standings_intervals([[0, 1]], [[1, 2]], [0, 0], 2), r"deal must be an array \[games\] of 1"),
        (lambda: binomial_test(5, 4), "from 0 to the number of games; given 5 of 4"),
        (lambda: binomial_test(1, 4, 1.5), "p must lie from 0 to 1; given 1.5"),
        (lambda: binomial_test(1, 4, 0.5, "more"), "greater, less or two-sided; given more"),  # type: ignore[arg-type]
        (lambda: binomial_interval(1, 4, 0.0), "level must lie between 0 and 1; given 0.0"),
        (lambda: games_needed(0.5), "given p = 0.5 and edge = 0.5"),
        (lambda: games_needed(0.6, alpha=0.0), "alpha and power must lie between 0 and 1; given 0.0 and 0.9"),
        (lambda: games_needed(0.6, alpha=1.0), "alpha and power must lie between 0 and 1; given 1.0 and 0.9"),
        (lambda: games_needed(0.6, power=0.0), "alpha and power must lie between 0 and 1; given 0.05 and 0.0"),
        (lambda: games_needed(0.6, power=1.0), "alpha and power must lie between 0 and 1; given 0.05 and 1.0"),
        (lambda: holm([0.2, 1.2]), r"numbers from 0 to 1; given \[0.2, 1.2\]"),
        (lambda: better_graph([[0, 1]], [[1, 2]], [0], 2, alpha=1), "alpha must lie between 0 and 1; given 1"),
        (lambda: better_graph([[0, 1]], [[1, 2]], [], 2), r"deal must be an array \[games\] of 1"),
    ],
)
def test_a_bad_argument_is_refused_with_a_sentence(call, sentence) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=sentence):
        call()
