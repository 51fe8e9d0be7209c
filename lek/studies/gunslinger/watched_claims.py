"""What the report says of shots and answers, and of the game's rules, judged in games that were watched shot by shot.

Shares are over all games of a situation, whole games drawn anew; situations count alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.games.gunslinger import QUIET
from lek.studies.gunslinger import Config, gather
from lek.studies.gunslinger.estimates import Estimate, middle_of, negative, positive, shares
from lek.studies.gunslinger.one_seat import FEW, MANY, REPORTED, SEATS, firing
from lek.studies.gunslinger.watched import SITUATIONS, SOON, column, summed
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

NOBODY = Finding("with 2, 6 or 7 friends nobody could answer a shot", "undecided")


def counts_of(arrays: Arrays) -> Any:
    return gather(arrays, "watched", "counts")


def symmetric(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    told = (f"in {len(counts_of(arrays))} games {found['friends_mutual']} of {found['friendships']} friendships are mutual, "
            f"and {found['mutual']} of {found['enmities']} enmities")
    if found["friends_mutual"] < found["friendships"]:
        return Finding(told, "disagree")
    return Finding(told, "agree" if found["mutual"] < found["enmities"] else "undecided")


def two_shots(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    return Finding(f"{found['deaths_of_two']} of {found['deaths']} who died had two or more shots in that round; of "
                   f"{found['hits_of_one']} who had one, {found['deaths_of_one']} died",
                   _all(found["deaths_of_two"], found["deaths"]))


def ends_when_quiet(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    ended = int((column(counts, "quiet_at_end") == QUIET).sum())
    still = int((column(counts, "shots_at_end") > 0).sum())
    told = (f"{ended} of {len(counts)} games ended after {QUIET} rounds without a death; in {still} somebody was still "
            "shooting")
    if ended < len(counts):
        return Finding(told, "disagree")
    return Finding(told, "agree" if 0 < still < len(counts) else "undecided")


def neutrals_target_us(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    found = middle_of(shares(column(counts, "from_neutrals"), column(counts, "enmities")))
    return Finding(f"{_share(found)} of those who have somebody as an enemy are neutrals to that one",
                   "agree" if found.low > 0 else "undecided")


def friends_retaliate(config: Config, arrays: Arrays) -> Finding:
    """Within each number of friends: where there are many, others at the table are the shooter's enemies."""
    drawn, told = {}, []
    for f in SITUATIONS:
        counts = arrays[f"watched_{f}"]["counts"]
        friends, others = (shares(column(counts, f"{who}_answers"), column(counts, f"{who}_chances"), seed=f)
                           for who in ("friend", "other"))
        drawn[f] = friends - others
        if np.isfinite(drawn[f][0]):
            told.append(f"f={f} {friends[0]:.1%} and {others[0]:.1%}")
    found = with_many(drawn)
    if found is None:
        return NOBODY
    return positive(found, "of those who may, so many friends of the victim fire at the shooter within "
                           f"{SOON} rounds, and so many others: {', '.join(told)}; many friends (6, 7), difference {{}}")


def likely_to_retaliate(config: Config, arrays: Arrays) -> Finding:
    found = with_many(answered(arrays))
    if found is None:
        return NOBODY
    return Finding(f"with many friends (6, 7) {_share(found)} of all shots are answered by a friend of the victim within "
                   f"{SOON} rounds", "agree" if found.low > 0.5 else "disagree" if found.high < 0.5 else "undecided")


def with_many(drawn: dict[int, Any]) -> Estimate | None:
    """The mean over situations with many friends; nothing where in one of them there was nothing to see."""
    middle = np.mean([drawn[f] for f in SITUATIONS if f in MANY], 0)
    return middle_of(middle) if np.isfinite(middle[0]) else None


def answered(arrays: Arrays) -> dict[int, Any]:
    """Of all shots those that a friend of the victim answers, by friends, drawn anew."""
    counts = {f: arrays[f"watched_{f}"]["counts"] for f in SITUATIONS}
    return {f: shares(column(one, "answered"), column(one, "shots"), seed=f) for f, one in counts.items()}


def retaliation_by_friends(config: Config, arrays: Arrays) -> Finding:
    drawn = answered(arrays)
    few, many = (np.mean([drawn[f] for f in SITUATIONS if f in some and f > 0], 0) for some in (FEW, MANY))
    if not np.isfinite(few[0] - many[0]):
        return NOBODY
    told = ", ".join(f"f={f} {_share(middle_of(one))}" for f, one in drawn.items() if np.isfinite(one[0]))
    return negative(middle_of(few - many), f"shots that a friend of the victim answers within {SOON} rounds: {told}; few "
                    "friends (2) minus many (6, 7) {} (with f=0 nobody has friends who could, so that is no comparison)")


def _share(found: Estimate) -> str:
    return f"{found.mean:.1%} [{found.low:.1%}, {found.high:.1%}]"


def only_answers(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    return Finding(f"by construction: {found['dr_justified']} of {found['dr_shots']} shots of our re-creation were at "
                   "whoever had shot it most within ten rounds", _all(found["dr_justified"], found["dr_shots"]))


def shoots_most(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    return Finding(f"by construction: {found['drr_justified']} of {found['drr_shots']} shots of our re-creation were at "
                   "whoever had shot it most within ten rounds", _all(found["drr_justified"], found["drr_shots"]))


def _all(hits: int, of: int) -> str:
    return "undecided" if of == 0 else "agree" if hits == of else "disagree"


def not_whenever_it_can(config: Config, arrays: Arrays) -> Finding:
    parts = {f: summed(arrays[f"watched_{f}"]["counts"]) for f in SITUATIONS}
    told = ", ".join(f"f={f} {one['drr_justified'] / max(1, one['drr_chances']):.1%} (the curve says "
                     f"{float(firing((SEATS - f) / SEATS, *REPORTED)):.1%})" for f, one in parts.items())
    found = summed(counts_of(arrays))
    always, could, sometimes, it_could = (found[name] for name in ("dr_justified", "dr_chances", "drr_justified",
                                                                   "drr_chances"))
    told = (f"by construction: DR answered in {always} of {could} rounds in which it could, DRR in {sometimes} of "
            f"{it_could}: {told}")
    if not could or not it_could:
        return Finding(told, "undecided")
    return Finding(told, "agree" if always == could and sometimes < it_could else "disagree")
