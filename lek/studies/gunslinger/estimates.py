"""From deals to numbers with 95 % intervals, and from those to verdicts.

A difference is first taken on every deal (both players had the same dice there), then averaged over the deals of a
situation, then over situations, each of which counts alike. Its variance is that of a stratified mean: situations are
fixed, deals are not. (W. G. Cochran, *Sampling Techniques*, 3rd ed. 1977, section 5.3.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy import stats

from lek.studies.verdict import LEVEL, Finding


class Estimate(NamedTuple):
    mean: float
    low: float
    high: float
    above: float | None  # one-sided p: the mean is not above 0
    below: float | None

    def told(self, digits: int = 3) -> str:
        return f"{self.mean:+.{digits}f} [{self.low:+.{digits}f}, {self.high:+.{digits}f}]"


def stratified(strata: Sequence[Any]) -> Estimate:
    """The mean over strata of their means over deals, by Student with Satterthwaite's degrees of freedom."""
    means = np.array([np.mean(part) for part in strata])
    parts = np.array([np.var(part, ddof=1) / len(part) if len(part) > 1 else np.inf for part in strata]) / len(strata) ** 2
    middle, variance = float(means.mean()), float(parts.sum())
    if not np.isfinite(variance):
        return Estimate(middle, -np.inf, np.inf, None, None)
    if variance == 0:  # all deals alike: the sign is certain as far as these deals go
        return Estimate(middle, middle, middle, None, None)
    degrees = variance**2 / sum(part**2 / (len(given) - 1) for part, given in zip(parts, strata, strict=True))
    half = float(stats.t.ppf((1 + LEVEL) / 2, degrees)) * np.sqrt(variance)
    t = middle / np.sqrt(variance)
    return Estimate(middle, middle - half, middle + half, float(stats.t.sf(t, degrees)), float(stats.t.cdf(t, degrees)))


def positive(estimate: Estimate, words: str, digits: int = 3) -> Finding:
    """The claim that a mean difference is above 0; `words` says of what, with {} where the number goes."""
    verdict = "agree" if estimate.low > 0 else "disagree" if estimate.high < 0 else "undecided"
    return Finding(words.format(estimate.told(digits)), verdict, estimate.above)


def negative(estimate: Estimate, words: str, digits: int = 3) -> Finding:
    """The claim that it is below 0."""
    verdict = "agree" if estimate.high < 0 else "disagree" if estimate.low > 0 else "undecided"
    return Finding(words.format(estimate.told(digits)), verdict, estimate.below)


def shares(hits: Any, of: Any, seed: int = 0, resamples: int = 2000) -> Any:
    """Draws [resamples + 1] of sum(hits) / sum(of) over games [games], whole games drawn anew; the first is as measured."""
    games = len(hits)
    times = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), resamples)
    weights = np.concatenate([np.ones((1, games), np.int64), times])
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn: Any = (weights @ hits) / (weights @ of)
    return drawn


def middle_of(drawn: Any) -> Estimate:
    """What was measured, with the percentile interval of what was drawn (Efron 1981)."""
    if not np.isfinite(drawn[0]):
        return Estimate(float("nan"), -np.inf, np.inf, None, None)
    low, high = np.nanquantile(drawn[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    above, below = ((1 + int(np.nansum(side))) / len(drawn) for side in (drawn[1:] <= 0, drawn[1:] >= 0))
    return Estimate(float(drawn[0]), float(low), float(high), above, below)
