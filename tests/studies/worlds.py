"""Claims judged in worlds made up for them: in one a sentence must agree, in another disagree, in a third stay undecided.

A world has the arrays that a run of the study has, in the same shapes. Its background is low or high: all that a sentence
does not speak of is the one or the other, so a claim that reads a wrong row, arm or measure, or holds a margin to the wrong
side, has another verdict in one of the two. Where nothing else is said, a claim stays undecided in a world in which every
other run is of the world that must agree and the rest are of the one that must disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lek.studies.claim import Sentence

Change = Callable[[Any], None]  # makes a background into a world


class Worlds(NamedTuple):
    """The worlds of one sentence. Those that cannot be have a reason instead; `more` are other settings of the run."""

    agree: Sequence[Change] | str
    disagree: Sequence[Change] | str
    undecided: Sequence[Change] | str | None = None  # None: half of the runs are of the one, half of the other
    more: Mapping[str, Any] = {}


def nothing(world: Any) -> None:
    """The background as it is."""


def all_of(*changes: Change) -> Change:
    def change(world: Any) -> None:
        for each in changes:
            each(world)

    return change


def one_wrong(right: Sequence[Change], wrong: Sequence[Change]) -> list[Change]:
    """For every part of a sentence a world in which that part alone is wrong."""
    return [all_of(*(wrong[k] if k == part else right[k] for k in range(len(right)))) for part in range(len(right))]


def check(
    sentence: Sentence, worlds: Worlds, config: Any, build: Callable[[Any, bool], Any], mix: Callable[[Any, Any], Any]
) -> None:
    """The sentence has the verdict it must have in all of its worlds, in front of both backgrounds; p is of the sentence."""
    for high in (False, True):
        for verdict in ("agree", "disagree", "undecided"):
            changes = getattr(worlds, verdict)
            if isinstance(changes, str):
                continue
            if changes is None:
                pair = [_changed(build(config, high), each[0]) for each in (worlds.agree, worlds.disagree)]
                made: Iterable[Any] = [mix(*pair)]
            else:
                made = [_changed(build(config, high), change) for change in changes]
            for number, world in enumerate(made):
                found = sentence.judge(config, world)
                where = (sentence.id, verdict, number, "high" if high else "low", *found)
                assert found.verdict == verdict and "nan" not in found.ours, where
                low, high = {"agree": (0.0, 0.05), "disagree": (0.5, 1.0)}.get(verdict, (0.0, 1.0))
                assert found.p is None or low <= found.p <= high, where


def _changed(world: Any, change: Any) -> Any:
    change(world)
    return world
