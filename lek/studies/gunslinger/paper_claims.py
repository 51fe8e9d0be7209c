"""Every checkable sentence of the report's Gunslinger sections, and of what the rulebook tells of the course, judged.

Ids: I introduction; O initial insights (section 2); D David's Revenge (3.1); C, F, E, L, S David's Revenge's Revenge
(3.3): what it is, friends, enemies, the logistic curves, the search; B the rulebook. The report's opponents are lost:
wherever others play, they are our re-creations and stand-ins, and a verdict is about those. Where a sentence can be read
in two ways, each has its claim, and what we read into it stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lek.compete.significance import holm
from lek.games.gunslinger import QUIET, gunslinger
from lek.settings import Mistake
from lek.studies import verdict
from lek.studies.claim import Claim
from lek.studies.gunslinger import Config, course_claims, gather
from lek.studies.gunslinger.beyond import as_good, cell, searched
from lek.studies.gunslinger.estimates import Estimate, middle_of, negative, positive, shares, stratified
from lek.studies.gunslinger.lineups import PLACE
from lek.studies.gunslinger.one_seat import BETAS, FEW, FIRST, MANY, MUS, REPORTED, SEATS, SITTERS, SITUATIONS, firing
from lek.studies.gunslinger.watched import SITUATIONS as WATCHED
from lek.studies.gunslinger.watched import SOON, column, summed
from lek.studies.run import Arrays
from lek.studies.verdict import Finding

ALL = tuple(SITUATIONS)
LOW_RATIO = (5, 6, 7, 8)  # friends of ten: x up to 0.5


def claims(config: Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the report; those whose games were not played are not testable here."""
    judged = []
    for identity, words, judge in CLAIMS:
        result = judge(config, arrays)
        judged.append(Claim(identity, words, result.ours, result.verdict, result.p))
    return judged


# One seat, taken in turn


def gaps(arrays: Arrays, what: str, one: str, other: str, friends: Sequence[int], enemies: Sequence[int] = (),
         some: Callable[[Any], Any] = lambda company: slice(None)) -> Estimate:
    """What `one` has more than `other` in the same seat, over situations with so many friends (and enemies)."""
    strata = []
    for f in friends:
        data = arrays[f"exchange_{f}"]
        gap = data[what][:, SITTERS.index(one)].astype(float) - data[what][:, SITTERS.index(other)]
        chosen = some(data["company"])
        strata += [row[chosen] for e, row in zip(SITUATIONS[f], gap, strict=True) if not enemies or e in enemies]
    return stratified(strata)


def by_friends(arrays: Arrays, what: str, one: str, other: str, friends: Sequence[int]) -> str:
    return ", ".join(f"f={f} {gaps(arrays, what, one, other, (f,)).told(2)}" for f in friends)


def by_company(config: Config, arrays: Arrays, friends: Sequence[int]) -> str:
    """What answering is worth with few and with many aggressors at the table."""
    fighters = [PLACE[name] for name in config.aggressors]
    told = []
    for words, wanted in (("up to two", range(3)), ("more", range(3, 10))):
        def some(company: Any, wanted: Any = wanted) -> Any:
            return np.isin(np.isin(company, fighters).sum(1), wanted)
        if all(some(arrays[f"exchange_{f}"]["company"]).any() for f in friends):
            gap = gaps(arrays, "rank", "DR", "silent", friends, some=some)
            told.append(f"{gap.told(2)} with {words} aggressors at the table")
    return ", ".join(told)


ANSWERING = "rank of one who always answers (DR) minus that of one who never does (silent)"
PROACTIVE = "one who fires at its enemies from the first round"


def conservative_with_many(config: Config, arrays: Arrays) -> Finding:
    found = positive(gaps(arrays, "rank", "DR", "silent", MANY),
                     f"{ANSWERING}, many friends: {{}} (above 0: silence is better); ", 2)
    return found._replace(ours=f"{found.ours}{by_friends(arrays, 'rank', 'DR', 'silent', MANY)}; "
                               f"{by_company(config, arrays, MANY)}")


def aggressive_with_few(config: Config, arrays: Arrays) -> Finding:
    found = negative(gaps(arrays, "rank", "DR", "silent", FEW),
                     f"{ANSWERING}, few friends: {{}} (below 0: answering is better); ", 2)
    return found._replace(ours=f"{found.ours}{by_friends(arrays, 'rank', 'DR', 'silent', FEW)}; "
                               f"{by_company(config, arrays, FEW)}")


def aggression_fits_few_better(config: Config, arrays: Arrays) -> Finding:
    few, many = (gaps(arrays, "rank", "DR", "silent", friends) for friends in (FEW, MANY))
    half = np.hypot(few.high - few.mean, many.high - many.mean)
    gap = few.mean - many.mean
    both = Estimate(gap, gap - half, gap + half, None, None)
    return negative(both, f"{ANSWERING}: few friends {few.told(2)}, many {many.told(2)}; difference {{}}", 2)


def regardless_of_enemies(config: Config, arrays: Arrays) -> Finding:
    numbers = sorted({e for f in FEW for e in SITUATIONS[f]})
    found = [negative(gaps(arrays, "rank", "DR", "silent", [f for f in FEW if e in SITUATIONS[f]], (e,)), f"e={e} {{}}", 2)
             for e in numbers]
    joined = verdict.together(*found)
    return joined._replace(ours=f"{ANSWERING}, few friends: {joined.ours.replace('; ', ', ')}")


def dies_with_many(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "alive", "DR", "silent", MANY),
                    "survival of one who always answers minus that of one who never does, many friends: {}")


def likely_to_die(config: Config, arrays: Arrays) -> Finding:
    dead = stratified([1.0 - row for f in MANY for row in arrays[f"exchange_{f}"]["alive"][:, SITTERS.index("DR")]])
    return Finding(f"with many friends {dead.mean:.1%} [{dead.low:.1%}, {dead.high:.1%}] of those who always answer die",
                   "agree" if dead.low > 0.5 else "disagree" if dead.high < 0.5 else "undecided")


def neutrals_pay(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "rank", "DR", "answers-enemies", FEW),
                    "rank of one who answers everybody minus that of one who answers enemies alone, few friends: {}; "
                    + by_friends(arrays, "rank", "DR", "answers-enemies", FEW))


def neutrals_pay_first(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "rank", "dumb-1", "random-enemy", FEW, (1, 2, 4)),
                    "rank of one who fires at any non-friend (dumb-1) minus that of one who fires at enemies "
                    "(random-enemy), few friends, up to four enemies: {}", 2)


def neutrals_may_cost(config: Config, arrays: Arrays) -> Finding:
    """At least one situation in which answering neutrals costs rank, after Holm over all situations."""
    found = {(e, f): gaps(arrays, "rank", "DR", "answers-enemies", (f,), (e,)) for f in SITUATIONS for e in SITUATIONS[f]
             if e + f < SEATS - 1}  # with e + f = 9 there are no neutrals
    adjusted = holm([1.0 if one.above is None else one.above for one in found.values()])
    costly = [f"e={e} f={f} {one.told(2)}" for ((e, f), one), p in zip(found.items(), adjusted, strict=True) if p <= 0.05]
    told = f"answering neutrals too costs rank beyond doubt (Holm) in {len(costly)} of {len(found)} situations"
    return Finding(told + (f": {', '.join(costly)}" if costly else ""), "agree" if costly else "undecided",
                   float(adjusted.min()))


def proactive_is_targeted(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "alive", "random-enemy", "silent", ALL),
                    f"survival of {PROACTIVE} minus that of one who never fires: {{}}")


def retaliation_limits_influence(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "dead_enemies", "DR", "random-enemy", ALL),
                    f"dead enemies at the end, DR minus {PROACTIVE}: {{}}", 2)


def killing_raises_rank(config: Config, arrays: Arrays) -> Finding:
    return verdict.together(
        negative(gaps(arrays, "others", "random-enemy", "silent", ALL),
                 f"{PROACTIVE}, against one who never fires: the others' mean score {{}} of the most they can get"),
        negative(gaps(arrays, "rank", "random-enemy", "silent", ALL), "its own rank {} (below 0: better)", 2),
        Finding(f"by f: {by_friends(arrays, 'rank', 'random-enemy', 'silent', ALL)}", "agree"))


def wellbeing(config: Config, arrays: Arrays) -> Finding:
    return verdict.together(
        positive(gaps(arrays, "alive", "DR", "random-enemy", ALL), f"DR minus {PROACTIVE}: survival {{}}"),
        negative(gaps(arrays, "shots", "DR", "random-enemy", ALL), "shots a game {}", 2))


def more_shots_help(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "rank", "DRR", "DRR-first", LOW_RATIO),
                    "rank of DRR with its final curve minus that with its first, x up to 0.5: {} (below 0: firing more is "
                    "better); " + by_friends(arrays, "rank", "DRR", "DRR-first", LOW_RATIO))


# Curves and search


def first_curve(config: Config, arrays: Arrays) -> Finding:
    return Finding("the report contradicts itself: its Figure 1 is of mu = 0.5, and a curve with mu = 0.07 (P = "
                   f"{float(firing(0.4, 0.07, 0.07)):.1%} at x = 0.4) would be more aggressive than the final one (P = "
                   f"{float(firing(0.4, *REPORTED)):.1%} there)", "disagree")


def more_aggressive(config: Config, arrays: Arrays) -> Finding:
    x = np.linspace(0, 1, 1001)
    gap = firing(x, *REPORTED) - firing(x, *FIRST)
    return Finding(f"P is higher at all x from 0 to 1, most at x = {x[gap.argmax()]:.2f} (by {gap.max():.2f}), least at "
                   f"x = {x[gap.argmin()]:.2f} (by {gap.min():.4f})", "agree" if gap.min() > 0 else "disagree")


def ninety_at_sixty(config: Config, arrays: Arrays) -> Finding:
    mu, beta = REPORTED
    at = mu + beta * np.log(9)
    return Finding(f"90 % is reached at x = {at:.3f}, and at x = 0.6 P is {float(firing(0.6, mu, beta)):.1%}: even earlier "
                   "than said", "agree" if abs(at - 0.6) < 0.05 else "disagree")


def best_combination(config: Config, arrays: Arrays) -> Finding:
    found = searched(arrays)
    (i, j), (k, m) = found.best, cell(REPORTED)
    behind, good = found.worse[k][m], as_good(found)
    mus = [MUS[a] for a, _ in np.argwhere(good)]
    always = ", which is to answer always," if firing(0.2, MUS[i], BETAS[j]) > 0.99 else ""
    told = (f"of {good.size} combinations mu = {MUS[i]:g}, beta = {BETAS[j]:g}{always} has the best rank (picked on half "
            f"of the deals); on the other half the report's choice is {behind.told()} behind it; {int(good.sum())} "
            f"combinations are not significantly worse than the best, with mu from {min(mus):g} to {max(mus):g}")
    if (i, j) == (k, m):
        return Finding(told, "agree")
    return Finding(told, "disagree" if behind.low > 0 else "undecided", behind.below)


# Watched games


def counts_of(arrays: Arrays) -> Any:
    return gather(arrays, "watched", "counts")


def rules_allow(config: Config, arrays: Arrays) -> Finding:
    def allowed(players: int, e: int, f: int) -> bool:
        try:
            return bool(gunslinger(players=players, e=e, f=f))
        except Mistake:
            return False

    tried = [(n, e, f) for n in range(2, 11) for e in range(n + 1) for f in range(n + 1) if n * f % 2 == 0]
    wrong = [one for one in tried if allowed(*one) != (one[1] + one[2] < one[0])]
    told = f"of {len(tried)} combinations of n up to 10, e and f our game takes those with e + f < n and no other"
    return Finding(f"not so at {wrong[0]}" if wrong else f"{told} (n f must be even, too, since friendship is mutual)",
                   "disagree" if wrong else "agree")


def symmetric(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    right = found["friends_mutual"] == found["friendships"] and found["mutual"] < found["enmities"]
    return Finding(f"in {len(counts_of(arrays))} games {found['friends_mutual']} of {found['friendships']} friendships are "
                   f"mutual, and {found['mutual']} of {found['enmities']} enmities", "agree" if right else "disagree")


def two_shots(config: Config, arrays: Arrays) -> Finding:
    found = summed(counts_of(arrays))
    right = found["deaths"] == found["deaths_of_two"] and not found["deaths_of_one"]
    return Finding(f"{found['deaths_of_two']} of {found['deaths']} who died had two or more shots in that round; of "
                   f"{found['hits_of_one']} who had one, {found['deaths_of_one']} died", "agree" if right else "disagree")


def ends_when_quiet(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    ended = int((column(counts, "quiet_at_end") == QUIET).sum())
    still = int((column(counts, "shots_at_end") > 0).sum())
    return Finding(f"{ended} of {len(counts)} games ended after {QUIET} rounds without a death; in {still} somebody was "
                   "still shooting", "agree" if ended == len(counts) else "disagree")


def neutrals_target_us(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    found = middle_of(shares(column(counts, "from_neutrals"), column(counts, "enmities")))
    return Finding(f"{_share(found)} of those who have somebody as an enemy are neutrals to that one",
                   "agree" if found.low > 0 else "undecided")


def friends_retaliate(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    friends = shares(column(counts, "friend_answers"), column(counts, "friend_chances"))
    others = shares(column(counts, "other_answers"), column(counts, "other_chances"))
    return positive(middle_of(friends - others),
                    f"within {SOON} rounds a friend of the victim fires at the shooter in {friends[0]:.1%} of all cases, "
                    f"somebody else in {others[0]:.1%}; difference {{}}")


def likely_to_retaliate(config: Config, arrays: Arrays) -> Finding:
    counts = counts_of(arrays)
    found = middle_of(shares(column(counts, "answered"), column(counts, "shots")))
    return Finding(f"{_share(found)} of all shots are answered by at least one friend of the victim within {SOON} rounds",
                   "agree" if found.low > 0.5 else "disagree" if found.high < 0.5 else "undecided")


def retaliation_by_friends(config: Config, arrays: Arrays) -> Finding:
    drawn = {f: shares(column(arrays[f"watched_{f}"]["counts"], "answered"),
                       column(arrays[f"watched_{f}"]["counts"], "shots"), seed=f) for f in WATCHED}
    told = ", ".join(f"f={f} {_share(middle_of(one))}" for f, one in drawn.items())
    few, many = (np.mean([drawn[f] for f in WATCHED if f in some and f > 0], 0) for some in (FEW, MANY))
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
    parts = {f: summed(arrays[f"watched_{f}"]["counts"]) for f in WATCHED}
    told = ", ".join(f"f={f} {one['drr_shots'] / max(1, one['drr_chances']):.1%} (the curve says "
                     f"{float(firing((SEATS - f) / SEATS, *REPORTED)):.1%})" for f, one in parts.items())
    found = summed(counts_of(arrays))
    right = found["dr_shots"] == found["dr_chances"] and found["drr_shots"] < found["drr_chances"]
    return Finding(f"by construction: DR fired in {found['dr_shots']} of {found['dr_chances']} rounds in which it could "
                   f"answer, DRR in {found['drr_shots']} of {found['drr_chances']}: {told}",
                   "agree" if right else "disagree")


NEUTRALS = ("it generally pays off to target neutral players as well, as long as there are few friends, because it "
            "improves a players' relative ranking")
CLAIMS: list[tuple[str, str, Callable[[Config, Arrays], Finding]]] = [
    ("I1", "This implies that e + f < n since the player will not have itself as a friend or enemy", rules_allow),
    ("I2", "The friend relationship is symmetric [...] the enemy relationship, however, may be asymmetric", symmetric),
    ("I3", "a player is not killed unless two players shoot it simultaneously", two_shots),
    ("I4", "The game ends when the set of living players remains unchanged for 10 rounds in a row, whether or not players "
     "are still shooting", ends_when_quiet),
    ("O1", "Players who we perceive neutrally could target us as an enemy", neutrals_target_us),
    ("O2", "As a proactive player, targeting our enemies might lead others to target us", proactive_is_targeted),
    ("O3", "taking a retaliatory approach might limit our influence on the game end state", retaliation_limits_influence),
    ("O4", "By killing off other players, we would be able to raise our own rank by lowering other players' score",
     killing_raises_rank),
    ("D1", "The only times that David's Revenge would take action is if an arbitrary player targeted our player",
     only_answers),
    ("D2", "The main idea was to maintain our own player's wellbeing while minimizing involvement if at all possible",
     wellbeing),
    ("D3", "If we had no player target us, we would simply take no action", course_claims.silent_alone),
    ("C1", "when DRR shoots, it will shoot the enemy who shot it most in previous rounds", shoots_most),
    ("C2", "unlike David's Revenge, DRR does not shoot whenever it can", not_whenever_it_can),
    ("F1", "in situations with lots of friends, it is better to be conservative with shooting", conservative_with_many),
    ("F2", "The friends of the enemy you shot are likely to retaliate in subsequent rounds [more than others are]",
     friends_retaliate),
    ("F2-half", "The friends of the enemy you shot are likely to retaliate in subsequent rounds [more often than not]",
     likely_to_retaliate),
    ("F3", "a player that is too aggressive in these situations is likely to die [more than a conservative one]",
     dies_with_many),
    ("F3-half", "a player that is too aggressive in these situations is likely to die [more often than not]", likely_to_die),
    ("F4", "in situations with few friends, being aggressive makes more sense [than not]", aggressive_with_few),
    ("F4-many", "in situations with few friends, being aggressive makes more sense [than with lots of friends]",
     aggression_fits_few_better),
    ("F5", "because retaliation is unlikely [with few friends, more than with many]", retaliation_by_friends),
    ("F6", "This applies regardless of the number of actual enemies", regardless_of_enemies),
    ("F7", f"{NEUTRALS} [answering them]", neutrals_pay),
    ("F7-first", f"{NEUTRALS} [shooting first]", neutrals_pay_first),
    ("F8", "It was noted by Spriha that this might bring down a players' ranking in certain situations", neutrals_may_cost),
    ("E1", "as we will see in the results section, we actually did quite well in situations where there were many enemies",
     course_claims.well_with_many_enemies),
    ("L1", "Initially, our logistic curve had $\\beta = 0.07, \\mu = 0.07$ (see Figure 1)", first_curve),
    ("S1", "In the end, we found that $\\beta = 0.06$, $\\mu = 0.4$ (see figure 2) was the best performing",
     best_combination),
    ("L2", "This curve was more aggressive than the original curve", more_aggressive),
    ("L3", "shooting more often improves performance even at relatively low non-friend to players ratio", more_shots_help),
    ("L4", "reaching 90% at an x-value of just 60%", ninety_at_sixty),
    *course_claims.COURSE,
]
