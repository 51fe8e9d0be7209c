"""Shares of wins, exactly: a test, an interval, and how many games it takes to show an edge.

A game counts as won or not; what to do with draws is the caller's to say (leave them out, or count them as not won).
Games must be independent: where games share a deal, count deals won, not games (see `significance.better_graph`).

The probability of a number of wins is Loader's saddle-point form ("Fast and Accurate Computation of Binomial
Probabilities", 2000), which keeps about 14 digits at any number of games; a tail is summed outward from its edge by the
ratio of neighbours. Only a p value below the smallest double (5e-324) is returned as 0.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Literal

import numpy as np

Alternative = Literal["greater", "less", "two-sided"]


def binomial_test(wins: int, games: int, p: float = 0.5, alternative: Alternative = "greater") -> float:
    """The exact p value of `wins` in `games` if a win has probability `p`.

    Two-sided sums all numbers of wins that are no likelier than the one seen, as R's binom.test and SciPy do.
    """
    _check_wins(wins, games)
    if not 0 <= p <= 1:
        raise ValueError(f"p must lie from 0 to 1; given {p}")
    if alternative == "greater":
        return upper_tail(wins, games, p)
    if alternative == "less":
        return upper_tail(games - wins, games, 1 - p)
    if alternative != "two-sided":
        raise ValueError(f"alternative must be greater, less or two-sided; given {alternative}")
    if p in (0, 1):
        return 1.0 if wins == games * p else 0.0
    if wins == games * p:
        return 1.0
    if wins < games * p:
        return _two_tails(games - wins, games, 1 - p)
    return _two_tails(wins, games, p)


def binomial_interval(wins: int, games: int, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of Clopper and Pearson (1934) for the probability of a win: never covers less than `level`."""
    _check_wins(wins, games)
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1; given {level}")
    return _lower_limit(wins, games, level), 1 - _lower_limit(games - wins, games, level)


def games_needed(edge: float, alpha: float = 0.05, power: float = 0.9, p: float = 0.5) -> int:
    """The number of independent games that shows a share of wins `edge` to be above `p`, with chance `power`.

    It is the smallest number from which on the one-sided exact test at `alpha` always has that power: since a count of
    wins is whole, power rises like a saw (Chernick and Liu, "The Saw-Toothed Behavior of Power versus Sample Size",
    2002), and a single lucky number of games below does not count. Where games share deals, read deals for games. The
    work grows as 1 / (edge - p)**2: a third of a second for an edge of 0.501.
    """
    if not 0 < p < edge <= 1:
        raise ValueError(f"p and edge must satisfy 0 < p < edge <= 1; given p = {p} and edge = {edge}")
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"alpha and power must lie between 0 and 1; given {alpha} and {power}")
    low, games = 0, 1
    while not _surely_enough(games, edge, alpha, power, p):
        low, games = games, 2 * games
    while games - low > 1:
        middle = (low + games) // 2
        if _surely_enough(middle, edge, alpha, power, p):
            games = middle
        else:
            low = middle
    needed = round(games * p + NormalDist().inv_cdf(1 - alpha) * math.sqrt(games * p * (1 - p)))
    while upper_tail(needed, games, p) > alpha:
        needed += 1
    while games > 0:  # one game less needs as many wins, or one less
        while needed > 0 and upper_tail(needed - 1, games, p) <= alpha:
            needed -= 1
        if upper_tail(needed, games, edge) < power:
            break
        games -= 1
    return games + 1


def upper_tail(wins: int, games: int, p: float) -> float:
    """The chance of at least `wins` wins in `games` games."""
    if wins <= 0:
        return 1.0
    if wins > games or p == 0:
        return 0.0
    if p == 1:
        return 1.0
    if wins > games * p:
        return _tail_past_the_mean(wins, games, p)
    return 1 - _tail_past_the_mean(games - wins + 1, games, 1 - p)


def _tail_past_the_mean(wins: int, games: int, p: float) -> float:
    # Beyond the mean the terms fall, and by Bernstein's inequality this many hold all but exp(-70) of the tail.
    reach = min(games - wins, 120 + math.ceil(12 * math.sqrt(games * p * (1 - p))))
    number = np.arange(wins, wins + reach, dtype=np.float64)
    falling = np.cumprod((games - number) / (number + 1) * (p / (1 - p)))
    return min(1.0, math.exp(_log_chance(wins, games, p)) * (1 + float(falling.sum())))


def _two_tails(wins: int, games: int, p: float) -> float:
    """The two-sided p value of more wins than the mean: the other tail ends where the chance is as small again."""
    seen = _log_chance(wins, games, p) + 1e-7  # equal chances may differ in their last digits
    below, above = -1, math.floor(games * p)  # chances rise from 0 to here
    while above > below:
        middle = (below + above + 1) // 2
        if _log_chance(middle, games, p) <= seen:
            below = middle
        else:
            above = middle - 1
    other = upper_tail(games - below, games, 1 - p) if below >= 0 else 0.0
    return min(1.0, upper_tail(wins, games, p) + other)


def _log_chance(wins: int, games: int, p: float) -> float:
    """The logarithm of the chance of exactly `wins` wins, for 0 < p < 1 (Loader 2000, equation 3)."""
    if wins == 0:
        return games * math.log1p(-p)
    if wins == games:
        return games * math.log(p)
    losses = games - wins
    return (
        _stirling_error(games)
        - _stirling_error(wins)
        - _stirling_error(losses)
        - _deviance(wins, games * p)
        - _deviance(losses, games * (1 - p))
        - 0.5 * math.log(2 * math.pi * wins * (losses / games))
    )


def _stirling_error(n: int) -> float:
    """log n! less Stirling's formula."""
    if n < 16:
        return math.lgamma(n + 1) - (n + 0.5) * math.log(n) + n - 0.5 * math.log(2 * math.pi)
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / n**2) / n**2) / n**2) / n


def _deviance(x: float, mean: float) -> float:
    """x log(x / mean) + mean - x, by a series where the two are close and would cancel."""
    if abs(x - mean) > 0.1 * (x + mean):
        return x * math.log(x / mean) + mean - x
    v = (x - mean) / (x + mean)
    total, term, j = (x - mean) * v, 2 * x * v, 1
    while True:
        term *= v * v
        longer = total + term / (2 * j + 1)
        if longer == total:
            return total
        total, j = longer, j + 1


def _lower_limit(wins: int, games: int, level: float) -> float:
    """The p that gives `wins` or more a chance of half the missing level."""
    if wins == 0:
        return 0.0
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if upper_tail(wins, games, middle) < (1 - level) / 2:
            low = middle
        else:
            high = middle
    return low


def _surely_enough(games: int, edge: float, alpha: float, power: float, p: float) -> bool:
    """Whether this many games, and by proof every larger number, has the power.

    Zubkov and Serov ("A Complete Proof of Universal Inequalities for the Distribution Function of the Binomial Law",
    2013): with C(k) = Phi(sign(k - np) sqrt(2 n D(k / n, p))), C(k) <= P(X <= k) <= C(k + 1). So the test needs at
    most n f + 2 wins, where f solves C(n f) = 1 - alpha, and has at least power 1 - C'(n f + 2), C' being C for the
    edge. As n grows, f + 2 / n falls, and while it is below the edge that power rises.
    """
    normal = NormalDist()
    distance = max(0.0, normal.inv_cdf(1 - alpha)) ** 2 / (2 * games)
    if _divergence(1.0, p) <= distance:
        return False
    low, high = p, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _divergence(middle, p) < distance else (low, middle)
    share = high + 2 / games
    return share < edge and normal.cdf(math.sqrt(2 * games * _divergence(share, edge))) >= power


def _divergence(share: float, p: float) -> float:
    """Kullback and Leibler's divergence D(share, p) of two coins."""
    if p == 1:
        return 0.0 if share == 1 else math.inf
    tails = 0.0 if share == 1 else (1 - share) * math.log((1 - share) / (1 - p))
    return max(0.0, share * math.log(share / p) + tails)


def _check_wins(wins: int, games: int) -> None:
    if games != int(games) or wins != int(wins) or not 0 <= wins <= games:
        raise ValueError(f"wins must be a whole number from 0 to the number of games; given {wins} of {games}")
