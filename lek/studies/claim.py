"""Claims: the checkable sentences of a paper, each judged by a function of a run's arrays.

A study lists its sentences as data: an id, the words, the function that judges them, and the least scale at which they may
be judged. A small run shows its numbers beside every sentence and gives no verdict on those that need a larger one. What we
read into a sentence stands in brackets in its words: a margin, what "often" means, what would make the sentence fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from lek.studies.verdict import Finding

TOO_SMALL = "not testable at this scale"
VERDICTS = ("agree", "disagree", "undecided", "not testable", TOO_SMALL)
PAPER, RULEBOOK, OURS = "the paper", "the rulebook", "Lek"  # who says a sentence


class Sentence(NamedTuple):
    """A sentence and how it is judged: `judge(config, ...)` gives a Finding from the run's arrays.

    `least` names settings of the run and the least values with which the sentence may be judged, such as
    `{"games": 1_000_000}`; it is empty where any run can tell.
    """

    id: str
    words: str
    judge: Callable[..., Finding]
    least: Mapping[str, float]
    source: str = PAPER


class Claim(NamedTuple):
    """One checkable sentence, of a paper unless `source` says otherwise, what we got, and whether that agrees."""

    id: str
    paper: str  # the words
    ours: str  # our number with an interval
    verdict: str
    p: float | None = None  # raw p value where a test was made; Holm's is printed beside it
    source: str = PAPER  # who says it


def judge_all(sentences: Iterable[Sentence], config: Any, *data: Any) -> list[Claim]:
    """Every sentence with its finding; where the run is smaller than the sentence needs, without a verdict."""
    claims = []
    for sentence in sentences:
        finding = sentence.judge(config, *data)
        small = [f"{name}={getattr(config, name)}, needed {least:g}" for name, least in sentence.least.items()
                 if getattr(config, name) < least]
        if small and finding.verdict != "not testable":
            finding = Finding(f"{finding.ours} (too small a run: {'; '.join(small)})", TOO_SMALL)
        claims.append(Claim(sentence.id, sentence.words, finding.ours, finding.verdict, finding.p, sentence.source))
    return claims


def distinct(claims: Iterable[Claim]) -> int:
    """How many different tests stand behind the claims that have a verdict: two sentences may say the same thing."""
    return len({claim.ours for claim in claims if claim.verdict in VERDICTS[:3]})


def counted(source: str, claims: list[Claim]) -> str:
    """The beginning of a sentence that counts these claims by whoever says them."""
    judged = sum(claim.verdict in VERDICTS[:3] for claim in claims)
    tests = distinct(claims)
    return f"{len(claims)} checkable sentences of {source}, {judged} of them judged, by {tests} different tests"


def holm(claims: list[Claim]) -> list[float | None]:
    """Holm's corrected p value of every claim that has a raw one."""
    from lek.compete.significance import holm as correct

    tested = [claim.p for claim in claims if claim.p is not None]  # Finding keeps what is not a number out
    corrected = iter(correct(np.array(tested))) if tested else iter(())
    return [None if claim.p is None else float(next(corrected)) for claim in claims]


def by_source(claims: list[Claim]) -> dict[str, list[tuple[Claim, float | None]]]:
    """The claims of each source with Holm's p value over all of them; those of the paper first."""
    sources: dict[str, list[tuple[Claim, float | None]]] = {PAPER: []}
    for claim, adjusted in zip(claims, holm(claims), strict=True):
        sources.setdefault(claim.source, []).append((claim, adjusted))
    return {source: rows for source, rows in sources.items() if rows or len(sources) == 1}


def claims_table(claims: list[Claim]) -> str:
    """The claims as a Markdown table."""
    lines = ["Verdicts go by 95 % intervals, claim by claim, two-sided; p is one-sided where a test was made, with Holm's",
             "correction over all of them beside it. Adverbs (slightly, substantially) are not judged, only directions.",
             "Where the paper's opponent is lost we use a re-creation; such verdicts apply to the re-creation only."]
    for source, rows in by_source(claims).items():
        lines += ["", f"{counted(source, [claim for claim, _ in rows])}.", "",
                  f"| claim | {source} says | we got | verdict | p | p (Holm) |", "|---|---|---|---|---|---|"]
        for claim, adjusted in rows:
            values = ["" if p is None else f"{p:.2g}" for p in (claim.p, adjusted)]
            lines.append(f"| {claim.id} | {claim.paper} | {claim.ours} | {claim.verdict} | {values[0]} | {values[1]} |")
    return "\n".join(lines) + "\n"
