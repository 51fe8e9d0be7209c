"""From two samples of replicates to a verdict: our number with its 95 % interval, and whether a sentence agrees with it.

A claim agrees where the interval lies wholly on the claimed side, disagrees where it lies wholly on the other, and is
undecided where it holds the border. "Roughly equal" agrees where the interval lies within a stated margin (an
equivalence test by interval, Schuirmann 1987, at 2.5 % a side).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import stats

LEVEL = 0.95


class Finding(NamedTuple):
    ours: str
    verdict: str
    p: float | None = None


def larger(first: Any, second: Any, names: tuple[str, str], digits: int = 3) -> Finding:
    """The claim that the mean of `second` is above that of `first`: Welch's t."""
    if min(len(first), len(second)) < 2:
        return Finding("one replicate says nothing about a mean", "undecided")
    gap, low, high = _welch(first, second)
    told = (f"{names[0]} {np.mean(first):.{digits}f}, {names[1]} {np.mean(second):.{digits}f}; "
            f"difference {gap:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]")
    p = stats.ttest_ind(second, first, equal_var=False, alternative="greater").pvalue
    return Finding(told, _side(low, high), _number(p))


def smaller(first: Any, second: Any, names: tuple[str, str], digits: int = 3) -> Finding:
    """The claim that the mean of `second` is below that of `first`."""
    return opposite(larger(first, second, names, digits))


def not_smaller(first: Any, second: Any, names: tuple[str, str], margin: float, digits: int = 3) -> Finding:
    """The claim that the mean of `second` is about that of `first`, or above it; `about` is within a margin."""
    found = larger(first, second, names, digits)
    if min(len(first), len(second)) < 2:
        return found
    _, low, high = _welch(first, second)
    p = stats.ttest_ind(np.asarray(second) + margin, first, equal_var=False, alternative="greater").pvalue
    return Finding(f"{found.ours}, margin {margin:g}", _side(low + margin, high + margin), _number(p))


def paired(first: Any, second: Any, names: tuple[str, str], what: str, digits: int = 3) -> Finding:
    """The claim that `second` is larger than `first`, both measured on the same deals: Student's t of the differences."""
    difference = np.asarray(second, float) - np.asarray(first, float)
    low, high = interval(difference)
    told = (f"{what}: {names[0]} {np.mean(first):.{digits}f}, {names[1]} {np.mean(second):.{digits}f}; paired difference "
            f"{difference.mean():+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}]")
    if len(difference) < 2 or difference.std() == 0:
        return Finding(told, "undecided")
    return Finding(told, _side(low, high), _number(stats.ttest_1samp(difference, 0, alternative="greater").pvalue))


def near(first: Any, second: Any, names: tuple[str, str], margin: float, digits: int = 3) -> Finding:
    """The claim that two means are about the same: within `margin` of each other."""
    if min(len(first), len(second)) < 2:
        return Finding("one replicate says nothing about a mean", "undecided")
    gap, low, high = _welch(first, second)
    told = (f"{names[0]} {np.mean(first):.{digits}f}, {names[1]} {np.mean(second):.{digits}f}; "
            f"difference {gap:+.{digits}f} [{low:+.{digits}f}, {high:+.{digits}f}], margin {margin:g}")
    return Finding(told, _inside(low, high, -margin, margin))


def mean_near(values: Any, target: float, margin: float, name: str, digits: int = 3) -> Finding:
    """The claim that a mean is about `target`."""
    low, high = interval(values)
    told = (f"{name} {np.mean(values):.{digits}f} [{low:.{digits}f}, {high:.{digits}f}], "
            f"margin {margin:g} about {target:.{digits}f}")
    return Finding(told, _inside(low, high, target - margin, target + margin))


def mean_below(values: Any, limit: float, name: str, digits: int = 3) -> Finding:
    """The claim that a mean is below `limit`."""
    low, high = interval(values)
    told = f"{name} {np.mean(values):.{digits}f} [{low:.{digits}f}, {high:.{digits}f}], against {limit:.{digits}f}"
    return Finding(told, _side(limit - high, limit - low))


def more_variable(first: Any, second: Any, names: tuple[str, str], digits: int = 4, seed: int = 0) -> Finding:
    """The claim that `second` varies more between replicates than `first`: Brown and Forsythe's test (1974).

    It compares mean absolute deviations from the median and decides at 5 %, two-sided; the ratio of standard
    deviations is told with a bootstrap interval, which is a little narrow where replicates are few.
    """
    if min(len(first), len(second)) < 5 or min(np.std(first), np.std(second)) == 0:
        return Finding("too few different replicates to compare spreads", "undecided")
    rng = np.random.default_rng(seed)
    draws = [np.std(sample[rng.integers(0, len(sample), (2000, len(sample)))], axis=1, ddof=1)
             for sample in (np.asarray(first), np.asarray(second))]
    sds = np.std(first, ddof=1), np.std(second, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = np.nanquantile(draws[1] / draws[0], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    told = (f"sd {names[0]} {sds[0]:.{digits}f}, {names[1]} {sds[1]:.{digits}f}; ratio {sds[1] / sds[0]:.2f} "
            f"[{low:.2f}, {high:.2f}]")
    both = _number(stats.levene(first, second, center="median").pvalue)
    if both is None:
        return Finding(told, "undecided")
    wider = _away(second) > _away(first)
    verdict = "undecided" if both > 1 - LEVEL else "agree" if wider else "disagree"
    return Finding(told, verdict, both / 2 if wider else 1 - both / 2)


def share(hits: int, of: int, what: str, at_least: float) -> Finding:
    """The claim that a share is at least so much: Clopper and Pearson's interval (1934)."""
    limits = stats.binomtest(hits, of).proportion_ci(LEVEL)
    told = f"{hits} of {of} {what}: {hits / of:.1%} [{limits.low:.1%}, {limits.high:.1%}]"
    return Finding(told, _side(limits.low - at_least, limits.high - at_least))


def rarer(first: Any, second: Any, names: tuple[str, str]) -> Finding:
    """The claim that something happens less often in `second` than in `first`, both [replicates] of yes and no: Newcombe's
    interval of the difference (1998, method 10), Fisher's exact test."""
    (x, m), (y, n) = ((int(np.sum(each)), len(each)) for each in (first, second))
    if not m or not n:
        return Finding(f"{names[0]} {x} of {m}, {names[1]} {y} of {n}", "undecided")
    ours, theirs = (stats.binomtest(hits, of).proportion_ci(LEVEL, "wilson") for hits, of in ((y, n), (x, m)))
    gap = y / n - x / m
    low = gap - np.hypot(y / n - ours.low, theirs.high - x / m)
    high = gap + np.hypot(ours.high - y / n, x / m - theirs.low)
    told = f"{names[0]} {x} of {m}, {names[1]} {y} of {n}; difference {gap:+.3f} [{low:+.3f}, {high:+.3f}]"
    p = stats.fisher_exact([[y, n - y], [x, m - x]], alternative="less").pvalue
    return Finding(told, _side(-high, -low), _number(p))


def together(*findings: Finding) -> Finding:
    """A sentence that says several things: agrees where all do, disagrees where one does; what cannot be tested decides
    nothing, and where nothing can be tested the sentence cannot."""
    verdicts = [finding.verdict for finding in findings]
    one = next((one for one in ("disagree", "undecided", "agree") if one in verdicts), "not testable")
    verdict = "undecided" if one == "agree" and {*verdicts} != {"agree"} else one
    tested = [finding.p for finding in findings if finding.p is not None]
    return Finding("; ".join(finding.ours for finding in findings), verdict, max(tested) if tested else None)


def opposite(finding: Finding) -> Finding:
    """The same numbers against the contrary sentence."""
    turned = {"agree": "disagree", "disagree": "agree"}.get(finding.verdict, finding.verdict)
    return Finding(finding.ours, turned, None if finding.p is None else 1 - finding.p)


def interval(values: Any) -> tuple[float, float]:
    """Student's 95 % interval of a mean."""
    if len(values) < 2:
        return -np.inf, np.inf  # one replicate: anything is possible
    half = quantile(len(values) - 1) * np.std(values, ddof=1) / np.sqrt(len(values))
    return float(np.mean(values) - half), float(np.mean(values) + half)


def quantile(degrees: int) -> float:
    """Student's t for the two-sided 95 %."""
    return float(stats.t.ppf((1 + LEVEL) / 2, degrees))


def _welch(first: Any, second: Any) -> tuple[float, float, float]:
    found = stats.ttest_ind(second, first, equal_var=False)
    limits = found.confidence_interval(LEVEL)
    return float(np.mean(second) - np.mean(first)), float(limits.low), float(limits.high)


def _away(values: Any) -> float:
    return float(np.mean(np.abs(values - np.median(values))))


def _number(p: Any) -> float | None:
    """A p value, or None where a sample without spread allows none."""
    return float(p) if np.isfinite(p) else None


def _side(low: float, high: float) -> str:
    return "agree" if low > 0 else "disagree" if high < 0 else "undecided"


def _inside(low: float, high: float, bottom: float, top: float) -> str:
    if bottom < low and high < top:
        return "agree"
    return "disagree" if high < bottom or low > top else "undecided"
