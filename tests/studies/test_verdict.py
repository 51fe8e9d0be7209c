"""Verdicts: samples with known answers, on both sides of every border and margin, against textbooks and R."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek.studies import verdict
from lek.studies.claim import (
    OURS,
    PAPER,
    RULEBOOK,
    TOO_SMALL,
    Claim,
    Sentence,
    by_source,
    claims_table,
    counted,
    distinct,
    holm,
    judge_all,
)
from lek.studies.verdict import Finding

NAMES = ("a", "b")


# Verdicts. Student's sleep data (1908), as in R's t.test(extra ~ group, data = sleep)

def normal(middle: float, spread: float, n: int = 40) -> Any:
    """A sample with exactly this mean and standard deviation, of normal shape."""
    z = stats.norm.ppf((np.arange(n) + 0.5) / n)
    z = (z - z.mean()) / z.std(ddof=1)
    return middle + spread * np.random.default_rng(1).permutation(z)


DRUG_ONE = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
DRUG_TWO = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])


def test_welch_on_students_sleep_data() -> None:
    found = verdict.larger(DRUG_ONE, DRUG_TWO, ("one", "two"))
    assert found.ours == "one 0.750, two 2.330; difference +1.580 [-0.205, +3.365]"
    assert found.p == pytest.approx(0.07939 / 2, abs=1e-5) and found.verdict == "undecided"
    other = verdict.smaller(DRUG_TWO, DRUG_ONE, ("two", "one"))
    assert other.ours == "two 2.330, one 0.750; difference -1.580 [-3.365, +0.205]", "a fall has its sign"
    assert other.verdict == found.verdict and other.p == pytest.approx(found.p)
    assert verdict.larger(DRUG_TWO, DRUG_ONE, ("two", "one")).p == pytest.approx(1 - 0.07939 / 2, abs=1e-5)


def test_students_interval() -> None:
    """R: t.test(sleep$extra) gives 1.54 and 0.5955845 to 2.4844155."""
    low, high = verdict.interval(np.concatenate([DRUG_ONE, DRUG_TWO]))
    assert (low, high) == pytest.approx((0.5955845, 2.4844155), abs=1e-6)
    assert verdict.interval(np.array([3.0])) == (-np.inf, np.inf)


def test_larger_and_smaller() -> None:
    low, high = normal(1.0, 0.2), normal(2.0, 0.2)
    assert [verdict.larger(*pair, ("a", "b")).verdict for pair in ((low, high), (high, low), (low, low))] == [
        "agree", "disagree", "undecided"]
    assert [verdict.smaller(*pair, ("a", "b")).verdict for pair in ((low, high), (high, low), (low, low))] == [
        "disagree", "agree", "undecided"]


@pytest.mark.parametrize("judge", [verdict.larger, verdict.smaller, partial(verdict.near, margin=9.0),
                                   partial(verdict.not_smaller, margin=9.0)])
def test_one_replicate_on_either_side_says_nothing_about_a_mean(judge: Any) -> None:
    few, many = normal(1.0, 0.2)[:1], normal(2.0, 0.2)
    for pair in ((few, many), (many, few), (few, few)):
        assert judge(*pair, ("a", "b")) == Finding("one replicate says nothing about a mean", "undecided")
    assert "difference" in judge(np.array([1.0, 1.2]), np.array([1.5, 1.6]), ("a", "b")).ours, "two are enough"


def test_about_the_same_needs_proof() -> None:
    """An equivalence is not shown by failing to find a difference."""
    one = normal(1.0, 0.2)
    assert verdict.near(one, normal(1.02, 0.2), ("a", "b"), margin=0.2).verdict == "agree"
    assert verdict.near(one, normal(1.02, 0.2), ("a", "b"), margin=0.05).verdict == "undecided"
    assert verdict.near(one, normal(1.5, 0.2), ("a", "b"), margin=0.2).verdict == "disagree"
    assert verdict.near(one[:3], normal(1.02, 3.0)[:3], ("a", "b"), margin=0.2).verdict == "undecided"
    assert verdict.mean_near(one, 1.05, 0.2, "a").verdict == "agree"
    assert verdict.mean_near(one, 1.05, 0.06, "a").verdict == "undecided"
    assert verdict.mean_near(one, 1.5, 0.2, "a").verdict == "disagree"
    assert [verdict.mean_below(one, limit, "a").verdict for limit in (1.5, 1.0, 0.5)] == [
        "agree", "undecided", "disagree"]


def test_more_variable() -> None:
    calm, wild = normal(1.0, 0.1, 60), normal(5.0, 0.3, 60)
    found = verdict.more_variable(calm, wild, ("calm", "wild"))
    assert found.verdict == "agree" and found.p is not None and found.p < 1e-4 and "ratio 3.00" in found.ours
    back = verdict.more_variable(wild, calm, ("wild", "calm"))
    assert back.verdict == "disagree" and back.p is not None and back.p > 0.999
    same = verdict.more_variable(calm, normal(7.0, 0.1, 60), ("a", "b"))
    assert same.verdict == "undecided"
    brown_forsythe = stats.levene(calm, wild, center="median").pvalue
    assert found.p == pytest.approx(brown_forsythe / 2)
    too_few = Finding("too few different replicates to compare spreads", "undecided")
    for pair in ((calm[:4], wild), (wild, calm[:4]), (np.ones(9), wild), (wild, np.ones(9))):
        assert verdict.more_variable(*pair, ("a", "b")) == too_few
    assert verdict.more_variable(calm[:5], wild[:5], ("a", "b")).p is not None


def test_the_ratio_of_spreads_has_the_interval_of_scipys_bootstrap() -> None:
    calm, wild = normal(1.0, 0.1, 50), normal(5.0, 0.2, 30)
    told = verdict.more_variable(calm, wild, ("calm", "wild")).ours
    low, high = map(float, re.findall(r"\[([\d.]+), ([\d.]+)\]", told)[0])
    found = stats.bootstrap((calm, wild), lambda a, b, axis: np.std(b, axis=axis, ddof=1) / np.std(a, axis=axis, ddof=1),
                            method="percentile", n_resamples=9999, rng=np.random.default_rng(3)).confidence_interval
    assert (low, high) == pytest.approx((found.low, found.high), abs=0.05) and "ratio 2.00" in told


def test_differences_of_shares_by_newcombe() -> None:
    """R. Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10, contrasts a,
    b and h of its Table II."""
    for (x, m), (y, n), limits in (((48, 80), (56, 70), "[+0.052, +0.334]"), ((3, 10), (9, 10), "[+0.171, +0.809]"),
                                   ((0, 10), (10, 10), "[+0.608, +1.000]")):
        found = verdict.rarer(np.arange(m) < x, np.arange(n) < y, ("one", "other"))
        assert limits in found.ours and found.verdict == "disagree" and found.p is not None and found.p > 0.9
    assert verdict.rarer(np.ones(10, bool), np.zeros(10, bool), ("one", "other")).verdict == "agree"
    assert verdict.rarer(np.zeros(10, bool), np.zeros(10, bool), ("one", "other")).verdict == "undecided"
    assert verdict.rarer(np.zeros(0, bool), np.zeros(10, bool), ("one", "other")).verdict == "undecided"


def test_claims_are_told_by_who_makes_them() -> None:
    claims = [Claim("a", "", "", "agree", 0.01), Claim("b", "", "", "agree", 0.04, source="the rulebook")]
    text = claims_table(claims)
    assert text.index("| claim | the paper says |") < text.index("| a |") < text.index("| claim | the rulebook says |")
    assert "| b |  |  | agree | 0.04 | 0.04 |" in text and "| a |  |  | agree | 0.01 | 0.02 |" in text
    assert "the paper says" in claims_table([])


def test_shares_by_clopper_and_pearson() -> None:
    """R: binom.test(682, 925) gives 0.7372973 and 0.7076683 to 0.7654066."""
    found = verdict.share(682, 925, "were so", at_least=0.7)
    assert found == ("682 of 925 were so: 73.7% [70.8%, 76.5%]", "agree", None)
    assert verdict.share(682, 925, "x", at_least=0.75).verdict == "undecided"
    assert verdict.share(682, 925, "x", at_least=0.77).verdict == "disagree"
    assert verdict.share(5, 30, "x", at_least=0.2).verdict == "undecided", "five of thirty is no proof against six"


def test_together_and_opposite() -> None:
    yes, no, open_ = (verdict.Finding(word, word, p)
                      for word, p in (("agree", 0.01), ("disagree", 0.9), ("undecided", 0.3)))
    assert verdict.together(yes, yes).verdict == "agree" and verdict.together(yes, open_).verdict == "undecided"
    assert verdict.together(yes, open_, no).verdict == "disagree"
    never = verdict.Finding("x", "not testable")
    assert verdict.together(never, never).verdict == verdict.together().verdict == "not testable"
    assert verdict.together(yes, never).verdict == "undecided" and verdict.together(never, no).verdict == "disagree"
    assert verdict.together(yes, no).p == 0.9, "all at once is as sure as the least sure"
    assert verdict.together(yes, verdict.Finding("x", "agree")) == ("agree; x", "agree", 0.01)
    assert verdict.opposite(yes) == ("agree", "disagree", 0.99) and verdict.opposite(open_).verdict == "undecided"
    assert verdict.opposite(verdict.Finding("x", "disagree")) == ("x", "agree", None)


def test_holms_correction_skips_claims_without_a_test() -> None:
    claims = [Claim("a", "", "", "agree", 0.01), Claim("b", "", "", "agree"), Claim("c", "", "", "agree", 0.04),
              Claim("d", "", "", "agree", 0.03)]
    assert holm(claims) == pytest.approx([0.03, None, 0.06, 0.06])
    assert holm([claims[1]]) == [None]
    assert "| a |  |  | agree | 0.01 | 0.03 |" in claims_table(claims)


# On both sides of every border. Samples of 40 with a spread of 0.2 have an interval of 0.064, two of them one of 0.0890.


MEAN, GAP = 0.2 * stats.t.ppf(0.975, 39) / np.sqrt(40), 0.2 * stats.t.ppf(0.975, 78) * np.sqrt(2 / 40)
JUST = 0.0005


def sides(judge: Any, border: float, half: float) -> list[str]:
    """The verdicts of a claim for numbers just below, within and just above the border of a sample's interval."""
    return [judge(border + shift).verdict for shift in (-half - JUST, -half + JUST, half - JUST, half + JUST)]


UP, DOWN = ["disagree", "undecided", "undecided", "agree"], ["agree", "undecided", "undecided", "disagree"]


def test_the_borders_of_larger_and_smaller() -> None:
    one = normal(1.0, 0.2)
    assert sides(lambda x: verdict.larger(one, normal(x, 0.2), NAMES), 1.0, GAP) == UP
    assert sides(lambda x: verdict.smaller(one, normal(x, 0.2), NAMES), 1.0, GAP) == DOWN
    assert verdict.larger(one, normal(1.3, 0.2), NAMES).p < 1e-6 < 0.999 < verdict.larger(one, normal(0.7, 0.2), NAMES).p


def test_the_margin_of_not_smaller_is_given_to_the_claim() -> None:
    one = normal(1.0, 0.2)
    assert sides(lambda x: verdict.not_smaller(one, normal(x, 0.2), NAMES, 0.5), 0.5, GAP) == UP
    found = verdict.not_smaller(one, normal(0.9, 0.2), NAMES, 0.5)
    assert found.ours.endswith(", margin 0.5") and found.ours.startswith("a 1.000, b 0.900; difference -0.100")
    assert verdict.not_smaller(one[:1], one, NAMES, 0.5).verdict == "undecided"


def test_the_borders_of_paired_differences() -> None:
    one = np.random.default_rng(3).normal(0, 9, 40)
    assert sides(lambda x: verdict.paired(one, one + normal(x, 0.2), NAMES, "what"), 0.0, MEAN) == UP
    found = verdict.paired(one, one + normal(0.5, 0.2), NAMES, "what")
    assert found.ours.startswith("what: a ") and f"+0.500 [+{0.5 - MEAN:.3f}, +{0.5 + MEAN:.3f}]" in found.ours
    assert found.p == pytest.approx(stats.ttest_rel(one + normal(0.5, 0.2), one, alternative="greater").pvalue)
    whole = np.arange(40.0)
    assert verdict.paired(whole, whole + 1, NAMES, "what").verdict == "undecided", "no spread: nothing to test"
    assert verdict.paired(one[:1], one[:1] + 1.0, NAMES, "what").verdict == "undecided"


def test_the_borders_of_near() -> None:
    one = normal(1.0, 0.2)

    def judge(x: float) -> Finding:
        return verdict.near(one, normal(x, 0.2), NAMES, 0.5)

    assert sides(judge, 1.5, GAP) == DOWN and sides(judge, 0.5, GAP) == UP
    assert verdict.near(one[:1], one, NAMES, 0.5).verdict == verdict.near(one, one[:1], NAMES, 0.5).verdict == "undecided"


def test_the_borders_of_a_mean() -> None:
    def near(x: float) -> Finding:
        return verdict.mean_near(normal(x, 0.2), 3.0, 0.5, "mean")

    assert sides(near, 3.5, MEAN) == DOWN and sides(near, 2.5, MEAN) == UP
    assert sides(lambda x: verdict.mean_below(normal(x, 0.2), 3.0, "mean"), 3.0, MEAN) == DOWN
    assert verdict.mean_below(normal(2.0, 0.2), 3.0, "mean").ours == (
        f"mean 2.000 [{2 - MEAN:.3f}, {2 + MEAN:.3f}], against 3.000")
    assert near(3.1).ours == f"mean 3.100 [{3.1 - MEAN:.3f}, {3.1 + MEAN:.3f}], margin 0.5 about 3.000"


def test_the_borders_of_a_share() -> None:
    low, high = stats.binomtest(30, 100).proportion_ci(0.95)
    for at_least, wanted in ((low - JUST, "agree"), (low + JUST, "undecided"), (high - JUST, "undecided"),
                             (high + JUST, "disagree")):
        assert verdict.share(30, 100, "so", at_least).verdict == wanted
    assert verdict.share(30, 100, "are so", 0.2).ours.startswith("30 of 100 are so: 30.0% [")


def test_rarer_is_about_the_second() -> None:
    few, many = np.arange(50) < 5, np.arange(60) < 40
    assert verdict.rarer(many, few, NAMES).verdict == "agree" and verdict.rarer(few, many, NAMES).verdict == "disagree"
    found = verdict.rarer(many, few, NAMES)
    assert found.ours.startswith("a 40 of 60, b 5 of 50; difference -0.567")
    assert found.p == pytest.approx(stats.fisher_exact([[5, 45], [40, 20]], alternative="less").pvalue)
    assert verdict.rarer(few, np.arange(50) < 6, NAMES).verdict == "undecided"


def test_an_interval_covers_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    for n in (2, 3, 10):
        inside = sum(low <= 0 <= high for low, high in (verdict.interval(rng.normal(size=n)) for _ in range(1500)))
        assert abs(inside / 1500 - 0.95) < 0.02
    assert verdict.quantile(1) == pytest.approx(12.706, abs=1e-3) and verdict.quantile(30) == pytest.approx(2.0423, abs=1e-4)


def test_a_difference_of_spreads_is_found_as_rarely_as_it_says() -> None:
    rng, found = np.random.default_rng(2), []
    for _ in range(400):
        found.append(verdict.more_variable(rng.normal(size=20), rng.normal(7, size=20), NAMES).verdict)
    assert 0.005 < found.count("agree") / 400 < 0.05 and 0.005 < found.count("disagree") / 400 < 0.05


def test_the_p_of_a_difference_of_spreads_and_that_of_its_opposite_are_one_together() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        one, other = rng.normal(size=12), rng.normal(0, rng.uniform(0.3, 3), size=12)
        ps = [verdict.more_variable(*pair, NAMES).p for pair in ((one, other), (other, one))]
        assert None not in ps and ps[0] + ps[1] == pytest.approx(1)


# Claims


def sentence(identity: str, finding: Finding, least: dict[str, float], source: str = PAPER) -> Sentence:
    return Sentence(identity, f"words of {identity}", lambda config, *data: finding, least, source)


class Scale:
    games, runs = 100, 30


def test_a_run_that_is_too_small_shows_its_numbers_and_gives_no_verdict() -> None:
    yes, not_here = Finding("1.0", "agree", 0.01), Finding("not played", "not testable")
    judged = judge_all([sentence("a", yes, {}), sentence("b", yes, {"games": 100, "runs": 30}),
                        sentence("c", yes, {"games": 101}), sentence("d", yes, {"games": 1e6, "runs": 31}, OURS),
                        sentence("e", not_here, {"games": 101})], Scale)
    assert [(claim.id, claim.paper, claim.verdict, claim.p, claim.source) for claim in judged] == [
        ("a", "words of a", "agree", 0.01, PAPER), ("b", "words of b", "agree", 0.01, PAPER),
        ("c", "words of c", TOO_SMALL, None, PAPER), ("d", "words of d", TOO_SMALL, None, OURS),
        ("e", "words of e", "not testable", None, PAPER)]
    assert judged[2].ours == "1.0 (too small a run: games=100, needed 101)"
    assert judged[3].ours == "1.0 (too small a run: games=100, needed 1e+06; runs=30, needed 31)"


def test_claims_are_counted_by_the_tests_behind_them() -> None:
    claims = [Claim("a", "", "1", "agree"), Claim("b", "", "1", "disagree"), Claim("c", "", "2", "undecided"),
              Claim("d", "", "3", "not testable"), Claim("e", "", "4", TOO_SMALL)]
    assert distinct(claims) == 2
    assert counted(RULEBOOK, claims) == "5 checkable sentences of the rulebook, 3 of them judged, by 2 different tests"


def test_claims_stand_by_source_with_the_papers_first_and_one_correction_for_all() -> None:
    claims = [Claim("a", "", "", "agree", 0.02, OURS), Claim("b", "", "", "agree", 0.01), Claim("c", "", "", "agree", None)]
    found = by_source(claims)
    assert list(found) == [PAPER, OURS]
    assert [(claim.id, p) for claim, p in found[PAPER]] == [("b", 0.02), ("c", None)]
    assert [(claim.id, p) for claim, p in found[OURS]] == [("a", 0.02)]
    assert list(by_source([claims[0]])) == [OURS] and list(by_source([])) == [PAPER]
