"""Claims about weights and about VertDisc, over the champions of all runs; how claims are judged, and from what scale on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy import stats

from lek.players.simplexity.simpai_heuristics import PARTS
from lek.studies import simpai as study
from lek.studies import verdict
from lek.studies.claim import Sentence
from lek.studies.simpai.matches import DISC
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

HORIZ, VERT, BUILD, DUMP = (PARTS.index(name) for name in ("HorizCenter", "VertCenter", "BuildFromAfar", "DumpFromAfar"))
MARGIN = 0.05  # of a share that counts as none
SEVERAL = 0.05  # of the games
SELDOM = float(stats.beta.ppf(0.05, 2, 4))  # 0.076: two of five do what this share does, in one case of 20
Judge = Callable[[study.Config, Arrays], Finding]

# The least scale. The paper's evolution (Table 1), in thirty runs, since one may be lucky. A share of a hundred openings or
# games is known within 0.1; openings are of two moves, there being only fourteen of one.
BRED = {"population": 50, "generations": 500, "tournament": 2, "runs": 30}
DRAWN = BRED | {"opening": 2, "openings_choose": 10}  # bred from drawn openings, and chosen by ten new ones
PLAYED = {"opening": 2, "openings": 100}


def untested(why: str) -> Finding:
    return Finding(why, "not testable")


def above(values: Any, what: str, limit: float = 0.5) -> Finding:
    """The claim that a mean is above a limit, over runs or openings."""
    low, high = verdict.interval(values)
    if limit == 0.5:
        low, high = max(low, 0.0), min(high, 1.0)
    told = f"{what} {np.mean(values):.3f} [{low:.3f}, {high:.3f}], against {limit:.3f} ({len(values)} values)"
    if len(values) < 2 or np.ptp(values) == 0:  # all alike: as a sign test
        p = float(0.5 ** len(values)) if values[0] != limit else 1.0
        sure = p < (1 - verdict.LEVEL) / 2
        if not sure:
            return Finding(told, "undecided")
        return Finding(told, "agree", p) if values[0] > limit else Finding(told, "disagree", 1 - p)
    p = float(stats.ttest_1samp(values, limit, alternative="greater").pvalue)
    return Finding(told, "agree" if low > limit else "disagree" if high < limit else "undecided", p)


# Weights


def over_runs(kind: str, judge: Callable[[Any], Finding]) -> Judge:
    """A claim about the champions' weights [runs, 5] of a kind."""

    def judged(config: study.Config, arrays: Arrays) -> Finding:
        if kind not in config.kinds:
            return untested(f"not bred here (0 runs): add {kind} to kinds")
        return judge(study.champions(config, arrays, kind))

    return judged


def most(hits: Any, what: str) -> Finding:
    p = float(stats.binomtest(int(hits.sum()), len(hits), 0.5, alternative="greater").pvalue)
    return verdict.share(int(hits.sum()), len(hits), what, 0.5)._replace(p=p)


def two_highest(x: Any) -> Finding:
    rest = np.delete(x, (VERT, DUMP), 1).max(1)
    high = np.minimum(x[:, VERT], x[:, DUMP]) > rest
    means = ", ".join(f"{name} {mean:.2f}" for name, mean in zip(PARTS, x.mean(0), strict=True))
    found = most(high, "runs have VertCenter and DumpFromAfar as their two largest weights")
    return found._replace(ours=f"{found.ours}; mean weights: {means} (of Table 2's five: 3)")


def vertical_first(x: Any) -> Finding:
    return most(x[:, VERT] > x[:, HORIZ], "runs have VertCenter above HorizCenter (of Table 2's five: 4)")


def quite_more(x: Any) -> Finding:
    return above(x[:, VERT] - x[:, HORIZ], "VertCenter less HorizCenter", 0.0)


def small_horizontal(x: Any) -> Finding:
    """HorizCenter is the smallest but VertDisc in all of Table 2 but the third."""
    lowest = x[:, HORIZ] < np.delete(x, (HORIZ, DISC), 1).min(1)
    return most(lowest, "runs have HorizCenter as the smallest weight but for VertDisc's (of Table 2's five: 4)")


def both_centres(x: Any) -> Finding:
    return most((x[:, VERT] > 0) & (x[:, HORIZ] > 0), "runs have both centre weights above 0 (of Table 2's five: 5)")


def negative_disc(x: Any) -> Finding:
    found = most(x[:, DISC] < 0, "runs have a negative VertDisc (of Table 2's five: 2)")
    return found._replace(ours=f"{found.ours}; mean {x[:, DISC].mean():.2f}, sd {x[:, DISC].std():.2f}")


def coincidence(x: Any) -> Finding:
    """Two of five are a coincidence where some runs end below 0: not most of them, and not next to none."""
    negative = int((x[:, DISC] < 0).sum())
    limits = stats.binomtest(negative, len(x)).proportion_ci(verdict.LEVEL)
    told = (f"{negative} of {len(x)} runs end below 0: {negative / len(x):.1%} [{limits.low:.1%}, {limits.high:.1%}], "
            f"against {SELDOM:.1%} and 50.0%")
    never = limits.high < SELDOM or limits.low > 0.5
    return Finding(told, "agree" if SELDOM < limits.low and limits.high < 0.5 else "disagree" if never else "undecided")


def wins_by_disc(kind: str, config: study.Config, arrays: Arrays) -> Finding:
    """Whether champions with a lower VertDisc win more among champions."""
    if kind not in config.kinds:
        return untested(f"not bred here (0 runs): add {kind} to kinds")
    x, won = study.champions(config, arrays, kind)[:, DISC], arrays["final"][f"won_{kind}"]
    if len(x) < 4 or min(np.ptp(x), np.ptp(won)) == 0:
        return Finding(f"{len(x)} champions are too few, or too much alike, for a correlation", "undecided")
    rho = float(stats.spearmanr(x, won).statistic)
    half = 1.96 / np.sqrt(len(x) - 3)
    low, high = np.tanh(np.arctanh(np.clip(rho, -0.999999, 0.999999)) + np.array([-half, half]))
    p = float(stats.spearmanr(x, won, alternative="less").pvalue)
    told = f"rank correlation of VertDisc with games won among {len(x)} champions: {rho:+.2f} [{low:+.2f}, {high:+.2f}]"
    return Finding(told, "agree" if high < 0 else "disagree" if low > 0 else "undecided", p)


# VertDisc


def dropping(kind: str, config: study.Config, arrays: Arrays) -> Finding:
    """It can go if the players are as good without: within a margin of half the points, over runs."""
    if kind not in arrays["disc"]:
        return untested(f"not bred here (0 runs): add {kind} to kinds")
    won = arrays["disc"][kind].mean(1)
    low, high = verdict.interval(won)
    low, high = max(low, 0.0), min(high, 1.0)
    told = (f"without VertDisc against itself {np.mean(won):.3f} of the points [{low:.3f}, {high:.3f}] ({len(won)} players)"
            f", against {0.5 - MARGIN:g}")
    return Finding(told, "agree" if low > 0.5 - MARGIN else "disagree" if high < 0.5 - MARGIN else "undecided")


def harm(kind: str, config: study.Config, arrays: Arrays) -> Finding:
    """Where its weight is positive, dropping it helps."""
    if kind not in arrays["disc"]:
        return untested(f"not bred here (0 runs): add {kind} to kinds")
    chosen = arrays["disc"][f"{kind}_weight"] > 0
    if chosen.sum() < 2:
        return Finding(f"{chosen.sum()} players with a positive weight are too few", "undecided")
    return above(arrays["disc"][kind][chosen].mean(1), "players with a positive weight, without it against themselves")


def unused(config: study.Config, arrays: Arrays) -> Finding:
    games = arrays["watched"]["games"]
    found = verdict.share(int((games[:, 4] == 0).sum()), len(games), "games never offer cells in and out of the top area",
                          SEVERAL)
    changed, decisions = int(games[:, 5].sum()), int(games[:, 3].sum())
    return found._replace(ours=f"{found.ours}; dropping VertDisc changes {changed} of {decisions} decisions, in "
                               f"{int((games[:, 5] > 0).sum())} games")


def higher_spaces(config: study.Config, arrays: Arrays) -> Finding:
    games = arrays["watched"]["games"]
    third = ((games[:, :2] == 2).any(1) & (games[:, :2] >= 3).any(1))
    if not third.any():
        return untested("0 games of the 3rd with the 4th or the 5th were watched")
    found = verdict.share(int(games[third, 2].sum()), int(third.sum()), "games of the 3rd with the 4th or 5th reach the top",
                          0.5)
    return found._replace(ours=f"{found.ours}; of all games of the five {games[:, 2].mean():.1%}")


def both(identity: str, words: str, judge: Callable[[Any], Finding]) -> list[Sentence]:
    """A sentence about weights, for the paper's runs and for those from drawn openings."""
    kinds: list[tuple[str, str, Mapping[str, float]]] = [("", "five", BRED), ("-opened", "opened", DRAWN)]
    return [Sentence(identity + end, words, over_runs(kind, judge), least) for end, kind, least in kinds]
