"""Made-up runs: what the tests of the studies' claims share.

Every sentence is judged on worlds in which it holds, in which it does not, and in which nothing tells. A world sets what
the sentence is about and leaves all the rest to a *background*: numbers drawn at random, far apart, other ones in each
background. A judge that reads another row, column, measure or experiment than it should reads the background, and its
verdict changes with that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from scipy import stats

BACKGROUNDS = range(5)
WANTED = ("agree", "disagree", "undecided")
Worlds = Mapping[str, Sequence[Any]]  # verdict -> the worlds in which it is the right one


def normal(middle: float, spread: float, n: int, rng: Any) -> Any:
    """A sample with exactly this mean and standard deviation, of normal shape, in a random order."""
    return middle + spread * rng.permutation(_standard(n))


@cache
def _standard(n: int) -> Any:
    z = stats.norm.ppf((np.arange(n) + 0.5) / n)
    return (z - z.mean()) / z.std(ddof=1)


def cases(table: Mapping[str, Worlds]) -> list[tuple[str, str, int]]:
    """Every id, verdict and number of a world in the table."""
    return [(identity, wanted, k) for identity, worlds in table.items() for wanted in worlds
            for k in range(len(worlds[wanted]))]


def assert_all_are_tested(
    sentences: Iterable[Any], table: Mapping[str, Worlds], never: Mapping[str, Mapping[str, str]]
) -> None:
    """To be listed is to be tested: each sentence has worlds for every verdict, or a reason why there is none."""
    ids = [sentence.id for sentence in sentences]
    assert len(ids) == len({*ids}) and {*table} | {*never} == {*ids}
    for identity in ids:
        for wanted in WANTED:
            worlds, reason = table.get(identity, {}).get(wanted), never.get(identity, {}).get(wanted)
            assert bool(worlds) != bool(reason), f"{identity}: {wanted}"


def assert_judged(judge: Callable[[int], Any], wanted: str) -> None:
    """The verdict is the wanted one in front of every background."""
    for background in BACKGROUNDS:
        finding = judge(background)
        assert finding.verdict == wanted, f"background {background}: {finding.ours}"
        assert "nan" not in finding.ours and (finding.p is None or 0 <= finding.p <= 1)
        assert wanted != "agree" or finding.p is None or finding.p < 0.05, f"p is {finding.p}: {finding.ours}"
