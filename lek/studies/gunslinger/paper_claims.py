"""Every checkable sentence of the report's Gunslinger sections, and of what the rulebook tells of the course, judged.

Ids: I introduction; O initial insights (section 2); D David's Revenge (3.1); C, F, E, L, S David's Revenge's Revenge
(3.3): what it is, friends, enemies, the logistic curves, the search; B the rulebook. The report's opponents are lost:
wherever others play, they are our re-creations and stand-ins, and a verdict is about those. Where a sentence can be read
in two ways, each has its claim, and what we read into it, or what would make it fail, stands in brackets.

*The least scale.* The report tells no numbers of games; those here are our own choice, so that intervals can be trusted.
Most deals leave the ranks and deaths of two sitters alike, so that Student's interval takes a hundred deals of each
situation. Percentiles of watched games drawn anew take two hundred of each: where friends are many, few games tell who else
would answer. What always or never happens shows in twenty. The best of 88 combinations takes as many
deals as the course played of a line-up, a thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lek.compete.significance import holm
from lek.games.gunslinger import gunslinger
from lek.settings import Mistake
from lek.studies import verdict
from lek.studies.claim import Claim, Sentence, judge_all
from lek.studies.gunslinger import Config, course_claims, watched_claims
from lek.studies.gunslinger.beyond import as_good, cell, searched
from lek.studies.gunslinger.estimates import Estimate, negative, positive, stratified
from lek.studies.gunslinger.lineups import PLACE
from lek.studies.gunslinger.one_seat import BETAS, FEW, FIRST, MANY, MUS, REPORTED, SEATS, SITTERS, SITUATIONS, firing
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

ALL = tuple(SITUATIONS)
WITH_NEUTRALS = [(e, f) for f, enemies in SITUATIONS.items() for e in enemies if e + f < SEATS - 1]
LOW_RATIO = (5, 6, 7, 8)  # friends of ten: x up to 0.5
DEALS, GAMES, SEEN = {"games_exchange": 100}, {"games_watched": 200}, {"games_watched": 20}


def claims(config: Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the report, and the rulebook's; those whose games were not played are not testable."""
    return judge_all(SENTENCES, config, arrays)


# One seat, taken in turn


def gaps(arrays: Arrays, what: str, one: str, other: str, friends: Sequence[int], enemies: Sequence[int] = (),
         some: Callable[[Any], Any] = lambda company: slice(None), neutrals: bool = False) -> Estimate:
    """What `one` has more than `other` in the same seat, over situations with so many friends (and enemies; and, if asked
    for, with somebody who is neither)."""
    strata = []
    for f in friends:
        data = arrays[f"exchange_{f}"]
        gap = data[what][:, SITTERS.index(one)].astype(float) - data[what][:, SITTERS.index(other)]
        chosen = some(data["company"])
        strata += [row[chosen] for e, row in zip(SITUATIONS[f], gap, strict=True)
                   if (not enemies or e in enemies) and not (neutrals and (e, f) not in WITH_NEUTRALS)]
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
    parts = ", ".join(f"f={f} {gaps(arrays, 'rank', 'DR', 'answers-enemies', (f,), neutrals=True).told(2)}" for f in FEW)
    return negative(gaps(arrays, "rank", "DR", "answers-enemies", FEW, neutrals=True),
                    "rank of one who answers everybody minus that of one who answers enemies alone, few friends, where "
                    f"there are neutrals: {{}}; {parts}")


def neutrals_pay_first(config: Config, arrays: Arrays) -> Finding:
    return negative(gaps(arrays, "rank", "dumb-1", "random-enemy", FEW, (1, 2, 4)),
                    "rank of one who fires at any non-friend (dumb-1) minus that of one who fires at enemies "
                    "(random-enemy), few friends, up to four enemies: {}", 2)


def neutrals_may_cost(config: Config, arrays: Arrays) -> Finding:
    """At least one situation in which answering neutrals costs rank, after Holm over all situations."""
    found = {(e, f): gaps(arrays, "rank", "DR", "answers-enemies", (f,), (e,)) for e, f in WITH_NEUTRALS}
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


def final_minus(mu: float, beta: float) -> tuple[Any, Any]:
    """By how much the final curve is above another one, at x from 0 to 1."""
    x = np.linspace(0, 1, 1001)
    return x, firing(x, *REPORTED) - firing(x, mu, beta)


def first_curve(config: Config, arrays: Arrays) -> Finding:
    _, gap = final_minus(0.07, 0.07)
    at = ", ".join(f"{words} {float(firing(0.4, *curve)):.1%}" for words, curve in (
        ("with mu = 0.07", (0.07, 0.07)), ("with mu = 0.5, as in its Figure 1,", FIRST), ("finally", REPORTED)))
    return Finding(f"at x = 0.4 P is {at}: the final curve is above that with mu = 0.07 at {(gap > 0).mean():.0%} of all x",
                   "agree" if gap.min() > 0 else "disagree")


def more_aggressive(config: Config, arrays: Arrays) -> Finding:
    x, gap = final_minus(*FIRST)
    return Finding(f"the final curve's P minus the first one's is {gap.max():.2f} at x = {x[gap.argmax()]:.2f}, where it is "
                   f"largest, and {gap.min():.4f} at x = {x[gap.argmin()]:.2f}, where it is smallest",
                   "agree" if gap.min() > 0 else "disagree")


def ninety_at_sixty(config: Config, arrays: Arrays) -> Finding:
    mu, beta = REPORTED
    at = mu + beta * np.log(9)
    return Finding(f"90 % is reached at x = {at:.3f}, and at x = 0.6 P is {float(firing(0.6, mu, beta)):.1%}",
                   "agree" if abs(at - 0.6) < 0.05 else "disagree")


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


# The rules


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


NEUTRALS = ("it generally pays off to target neutral players as well, as long as there are few friends, because it "
            "improves a players' relative ranking")
SENTENCES = [
    Sentence("I1", "This implies that e + f < n since the player will not have itself as a friend or enemy", rules_allow,
             {}),
    Sentence("I2", "The friend relationship is symmetric [...] the enemy relationship, however, may be asymmetric [all "
             "friendships are mutual, and some enmities are not]", watched_claims.symmetric, SEEN),
    Sentence("I3", "a player is not killed unless two players shoot it simultaneously [one death by fewer shots would make "
             "it fail]", watched_claims.two_shots, SEEN),
    Sentence("I4", "The game ends when the set of living players remains unchanged for 10 rounds in a row, whether or not "
             "players are still shooting [all games, some of which end with shots and some without]",
             watched_claims.ends_when_quiet, SEEN),
    Sentence("O1", "Players who we perceive neutrally could target us as an enemy [some who have somebody as an enemy are "
             "neutrals to that one]", watched_claims.neutrals_target_us, SEEN),
    Sentence("O2", "As a proactive player, targeting our enemies might lead others to target us [it survives less often "
             "than one who never fires]", proactive_is_targeted, DEALS),
    Sentence("O3", "taking a retaliatory approach might limit our influence on the game end state [fewer of its enemies are "
             "dead at the end than of a proactive player's]", retaliation_limits_influence, DEALS),
    Sentence("O4", "By killing off other players, we would be able to raise our own rank by lowering other players' score "
             "[a proactive player has a better rank than one who never fires, and the others score less, over all "
             "situations together]", killing_raises_rank, DEALS),
    Sentence("D1", "The only times that David's Revenge would take action is if an arbitrary player targeted our player "
             "[all shots are at whoever shot it most within ten rounds]", watched_claims.only_answers, SEEN),
    Sentence("D2", "The main idea was to maintain our own player's wellbeing while minimizing involvement if at all "
             "possible [it survives more often than a proactive player, and fires less]", wellbeing, DEALS),
    Sentence("D3", "If we had no player target us, we would simply take no action [at tables of its like alone nobody "
             "fires, and all score f + 1]", course_claims.silent_alone, {}),
    Sentence("C1", "when DRR shoots, it will shoot the enemy who shot it most in previous rounds [within ten; one other "
             "shot would make it fail]", watched_claims.shoots_most, SEEN),
    Sentence("C2", "unlike David's Revenge, DRR does not shoot whenever it can [DR fires in all rounds in which it can "
             "answer somebody, DRR in fewer]", watched_claims.not_whenever_it_can, SEEN),
    Sentence("F1", "in situations with lots of friends, it is better to be conservative with shooting [with 6 to 8 friends "
             "of ten one who never answers has a better rank than one who always does]", conservative_with_many, DEALS),
    Sentence("F2", "The friends of the enemy you shot are likely to retaliate in subsequent rounds [with many friends: they "
             "fire at the shooter more often than others who may, within each situation]", watched_claims.friends_retaliate,
             GAMES),
    Sentence("F2-half", "The friends of the enemy you shot are likely to retaliate in subsequent rounds [with many friends: "
             "one of them does so more often than not]", watched_claims.likely_to_retaliate, GAMES),
    Sentence("F3", "a player that is too aggressive in these situations is likely to die [one who always answers more often "
             "than one who never does]", dies_with_many, DEALS),
    Sentence("F3-half", "a player that is too aggressive in these situations is likely to die [more often than not]",
             likely_to_die, DEALS),
    Sentence("F4", "in situations with few friends, being aggressive makes more sense [with none or 2 one who always "
             "answers has a better rank than one who never does]", aggressive_with_few, DEALS),
    Sentence("F4-many", "in situations with few friends, being aggressive makes more sense [than with lots of friends]",
             aggression_fits_few_better, DEALS),
    Sentence("F5", "because retaliation is unlikely [a smaller part of all shots is answered by a friend of the victim with "
             "2 friends than with 6 or 7]", watched_claims.retaliation_by_friends, GAMES),
    Sentence("F6", "This applies regardless of the number of actual enemies [F4 with each number of enemies]",
             regardless_of_enemies, DEALS),
    Sentence("F7", f"{NEUTRALS} [answering them, too]", neutrals_pay, DEALS),
    Sentence("F7-first", f"{NEUTRALS} [shooting first, with up to four enemies]", neutrals_pay_first, DEALS),
    Sentence("F8", "It was noted by Spriha that this might bring down a players' ranking in certain situations [answering "
             "neutrals, too, does so in at least one, after Holm's correction]", neutrals_may_cost, DEALS),
    Sentence("E1", "as we will see in the results section, we actually did quite well in situations where there were many "
             "enemies [where at least half of the players are enemies DRR has a better rank than the mean of the other "
             "groups]", course_claims.well_with_many_enemies, course_claims.MANY_ENEMIES),
    Sentence("L1", "Initially, our logistic curve had $\\beta = 0.07, \\mu = 0.07$ (see Figure 1) [were it so, the final "
             "one would be above it at all x, as L2 says]", first_curve, {}),
    Sentence("S1", "In the end, we found that $\\beta = 0.06$, $\\mu = 0.4$ (see figure 2) was the best performing [that "
             "another combination has a better rank on other deals would make it fail]", best_combination,
             {"games_search": 1000}),
    Sentence("L2", "This curve was more aggressive than the original curve [it is above that with mu = 0.5 at all x from 0 "
             "to 1]", more_aggressive, {}),
    Sentence("L3", "shooting more often improves performance even at relatively low non-friend to players ratio [up to x = "
             "0.5 DRR has a better rank with its final curve than with its first]", more_shots_help, DEALS),
    Sentence("L4", "reaching 90% at an x-value of just 60% [within 0.05]", ninety_at_sixty, {}),
    *course_claims.COURSE,
]
