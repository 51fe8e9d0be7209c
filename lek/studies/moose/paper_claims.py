"""Every checkable sentence of the Moose paper's abstract, results and conclusions, by section, judged.

Ids: A abstract; T total fitness, Fig. 5; C conflict, Fig. 6; F fields, Fig. 7; D density dependence, Fig. 8;
V conclusions. Conflict and fields are over the whole run unless the config says `over=final`: with the final population
alone the paper's own statements contradict each other far more often (rulebook, 3.4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np

from lek.games.moose import gain
from lek.studies import verdict
from lek.studies.claim import Claim, Sentence, judge_all
from lek.studies.moose import TABLE_I, Config, all_statistics
from lek.studies.moose.population_claims import (
    Data,
    distinct_landscapes,
    fights_over_third_field,
    high_conflict_runs_saw,
    odd_and_even,
    rare_types_do_better,
    sawing_runs,
    sticking_is_practical,
)
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

Judge = Callable[..., Finding]  # of config, arrays and the statistics of each experiment
BRED = {"generations": 250, "population": 36, "rounds": 50}  # the paper's runs; how many there are, the intervals tell
THIRTY = {**BRED, "replicates": 30}  # for what the paper says of how many of its runs, or of all of them
EVERY = tuple(TABLE_I)
BEND = 0.05  # of the rise from growth rate 1 to 3: a bend below that is none


def claims(config: Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper."""
    return judge_all(SENTENCES, config, arrays, all_statistics(config, arrays))


def says(
    identity: str, words: str, experiments: tuple[int, ...], judge: Judge, least: Mapping[str, float] = BRED
) -> Sentence:
    """A sentence of the paper about these experiments, not testable where one of them was not run."""
    def judged(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        missing = [experiment for experiment in experiments if experiment not in numbers]
        if missing:
            return Finding(f"experiment {', '.join(map(str, missing))} was not run", "not testable")
        return judge(config, arrays, numbers)
    return Sentence(identity, words, judged, least)


def _key(config: Config, name: str) -> str:
    return name if config.over == "whole" else f"{name}_final"


def _named(first: int, second: int) -> tuple[str, str]:
    return f"E{first}", f"E{second}"


def total_rises(*order: int) -> Judge:
    """Total fitness rises along these experiments."""
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        return verdict.together(*(
            verdict.larger(numbers[one]["total_fitness"], numbers[other]["total_fitness"], _named(one, other), 1)
            for one, other in pairwise(order)))
    return judge


def conflict_falls(one: int, other: int) -> Judge:
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        key = _key(config, "conflict")
        return verdict.smaller(numbers[one][key], numbers[other][key], _named(one, other), 4)
    return judge


def conflict_rises(one: int, other: int) -> Judge:
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        key = _key(config, "conflict")
        return verdict.larger(numbers[one][key], numbers[other][key], _named(one, other), 4)
    return judge


def conflict_more_variable(one: int, other: int) -> Judge:
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        key = _key(config, "conflict")
        return verdict.more_variable(numbers[one][key], numbers[other][key], _named(one, other))
    return judge


def less(judge: Judge) -> Judge:
    return lambda config, arrays, numbers: verdict.opposite(judge(config, arrays, numbers))


def both(*judges: Judge) -> Judge:
    return lambda config, arrays, numbers: verdict.together(*(judge(config, arrays, numbers) for judge in judges))


def all_richer_pairs(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """Wherever one experiment has no less of everything than another, its moose get more."""
    pairs = [(one, other) for one in TABLE_I for other in TABLE_I if one != other
             and TABLE_I[one][0] <= TABLE_I[other][0]
             and all(a <= b for a, b in zip(TABLE_I[one][1], TABLE_I[other][1], strict=True))]
    results = [verdict.larger(numbers[one]["total_fitness"], numbers[other]["total_fitness"], _named(one, other), 1)
               for one, other in pairs]
    joined = verdict.together(*results)
    held = sum(result.verdict == "agree" for result in results)
    return Finding(f"{held} of {len(pairs)} pairs in which one experiment has more forage than the other are in that "
                   "order beyond doubt", joined.verdict, joined.p)


def total_most_variable(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    return verdict.together(*(
        verdict.more_variable(numbers[one]["total_fitness"], numbers[5]["total_fitness"], _named(one, 5), 1)
        for one in TABLE_I if one != 5))


def always_below_a_third(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "conflict")
    above = {experiment: int((numbers[experiment][key] >= 1 / 3).sum()) for experiment in TABLE_I}
    of = {experiment: len(numbers[experiment][key]) for experiment in TABLE_I}
    told = ", ".join(f"E{experiment} {above[experiment]} of {of[experiment]}" for experiment in TABLE_I)
    means = verdict.together(*(verdict.mean_below(numbers[experiment][key], 1 / 3, f"E{experiment}", 4)
                               for experiment in TABLE_I))
    if sum(above.values()):
        return Finding(f"replicates at or above 1/3: {told}; every experiment's mean is below 1/3" if
                       means.verdict == "agree" else f"replicates at or above 1/3: {told}", "disagree")
    return Finding(f"no replicate of any experiment at or above 1/3 ({told})", means.verdict)


def no_clear_trend(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "conflict")
    up = verdict.larger(numbers[4][key], numbers[5][key], _named(4, 5), 4)
    down = verdict.smaller(numbers[5][key], numbers[6][key], _named(5, 6), 4)
    trend = {("agree", "agree"): "agree", ("disagree", "disagree"): "agree", ("agree", "disagree"): "disagree",
             ("disagree", "agree"): "disagree"}  # up and down, or down and up, is no trend
    return Finding(f"{up.ours}; {down.ours}", trend.get((up.verdict, down.verdict), "undecided"))


def conflict_highest(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "conflict")
    return verdict.together(*(verdict.larger(numbers[one][key], numbers[5][key], _named(one, 5), 4)
                              for one in TABLE_I if one != 5))


def fights_over_rich_field(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    plays = numbers[5][_key(config, "plays")]
    share = plays[:, 2] / plays[:, :3].sum(1)
    return verdict.opposite(verdict.mean_below(share, 0.5, "share of E5's fights that are on field 3"))


def a_third_each(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "fields")
    return verdict.together(*(
        verdict.mean_near(numbers[experiment][key][:, k], 1 / 3, 0.05, f"E{experiment} field {k + 1}")
        for experiment in (1, 2, 3) for k in range(3)))


def rich_field_alike(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "fields")
    return verdict.together(*(
        verdict.near(numbers[4][key][:, k], numbers[5][key][:, k], (f"E4 field {k + 1}", f"E5 field {k + 1}"), 0.05)
        for k in range(3)))


def coordinated_on_three(suffix: str) -> Judge:
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        key = f"plays{suffix}"
        return verdict.larger(numbers[4][key][:, 2], numbers[5][key][:, 2], ("3:3 in E4", "3:3 in E5"), 4)
    return judge


def not_in_proportion(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """Total fitness rises from E4 to E5 by less than the rich field's capacity, 30/20."""
    four, five = numbers[4]["total_fitness"], numbers[5]["total_fitness"]
    return verdict.larger(five, 1.5 * four, ("E5", "1.5 times E4"), 1)


def field_one_used_less_than(limit: float, experiment: int) -> Judge:
    def judge(config: Config, arrays: Arrays, numbers: Data) -> Finding:
        return verdict.mean_below(numbers[experiment][_key(config, "fields")][:, 0], limit, f"E{experiment} field 1", 4)
    return judge


def field_one_less_in_seven(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "fields")
    return verdict.smaller(numbers[6][key][:, 0], numbers[7][key][:, 0], ("E6 field 1", "E7 field 1"), 4)


def rich_fields_used_more(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    key = _key(config, "fields")
    rich = ((4, 2), (5, 2), (6, 1), (6, 2), (7, 1), (7, 2))
    return verdict.together(*(
        verdict.opposite(verdict.mean_below(numbers[e][key][:, k], 1 / 3, f"E{e} field {k + 1}")) for e, k in rich))


def not_linear(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    one, two, three = (numbers[experiment]["total_fitness"] for experiment in (1, 2, 3))
    if len(one) < 2:
        return Finding("one replicate says nothing about a mean", "undecided")
    middle, rise = (np.mean(one) + np.mean(three)) / 2, abs(np.mean(three) - np.mean(one))
    half = verdict.quantile(len(one) - 1) * np.sqrt(
        (np.var(one, ddof=1) / 4 + np.var(three, ddof=1) / 4 + np.var(two, ddof=1)) / len(one))
    bend, margin = float(np.mean(two) - middle), float(BEND * rise)
    low, high = bend - half, bend + half
    bent, straight = low > margin or high < -margin, -margin < low and high < margin
    return Finding(f"growth rate 2 lies {bend:+.1f} [{low:+.1f}, {high:+.1f}] off the line from rate 1 to rate 3, margin "
                   f"{margin:.1f}", "agree" if bent else "disagree" if straight else "undecided")


def better_than_staying(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    growth, capacity = TABLE_I[1]
    rounds = config.rounds
    stay = (gain(capacity[0], 1 + growth) + (rounds - 1) * gain(capacity[0], growth)) / rounds
    return verdict.opposite(verdict.mean_below(numbers[1]["final_fitness"], stay, "E1 final fitness"))


def untestable(reason: str) -> Judge:
    return lambda config, arrays, numbers: Finding(reason, "not testable")


SENTENCES = [
    says("A1-growth", "Increasing these parameters [growth rate] is found to decrease conflict between moose, after a "
         "minimum level is passed [from E2 to E3 and from E6 to E7]", (2, 3, 6, 7),
         both(conflict_falls(2, 3), conflict_falls(6, 7))),
    says("A1-richness", "Increasing these parameters [capacity] is found to decrease conflict between moose, after a "
         "minimum level is passed [from E4 to E5]", (4, 5), conflict_falls(4, 5)),
    says("A2", "enhancing richness is found to modify moose behavior in intuitive ways [every rich field gets more than a "
         "third of the moves]", (4, 5, 6, 7), rich_fields_used_more),
    says("A3", "In some parts of the resource model space, the agents exhibit negative density-dependent selection that "
         "increases the rate of confrontation [in E5, where runs that saw have more conflict than the others]", (5,),
         high_conflict_runs_saw, THIRTY),
    says("I1", "the strategy of picking a field and sticking with it is a poor one [the last generation of E1 gets more]",
         (1,), better_than_staying),
    says("T1", "As this parameter [growth rate] is increased, the average fitness (acquired forage) for the moose "
         "increases", (1, 2, 3), total_rises(1, 2, 3)),
    says("T2", "this leaves the moose in Experiment four in slightly worse shape than the somewhat faster-growing plants "
         "in Experiment two", (2, 4), total_rises(4, 2)),
    says("T3", "yet still well above base example in Experiment one", (1, 4), total_rises(1, 4)),
    says("T4", "Increasing the maximum vegetation of the rich field from 20 to 30 between Experiments 4 and 5 has a "
         "substantial effect [total fitness rises]", (4, 5), total_rises(4, 5)),
    says("T5", "yet it also proved to be the wild and varying in total fitness results [more than any other experiment]",
         EVERY, total_most_variable),
    says("T6", "These experiments [six and seven] show an increase in the rate at which the moose acquire forage [from E5 "
         "to E6 to E7]", (5, 6, 7), total_rises(5, 6, 7)),
    says("T7", "a substantial and significant one for Experiment 7", (6, 7), total_rises(6, 7)),
    says("T8", "the moose are responding to the availability of forage in a plausible manner [wherever one experiment has "
         "no less of anything than another and more of something, they get more]", EVERY, all_richer_pairs),
    says("C1", "The nominal rate is 1/3, so the moose always managed to avoid one another somewhat [one run at or above "
         "1/3 would make it fail]", EVERY, always_below_a_third, THIRTY),
    says("C2", "Between Experiment 1 and Experiment 2 the average level of conflict increased", (1, 2),
         conflict_rises(1, 2)),
    says("C3", "but became much less variable", (1, 2), less(conflict_more_variable(1, 2))),
    says("C4", "The level of conflict in Experiment 3, with the fastest-growing plants, was significantly lower [than in "
         "E2]", (2, 3), conflict_falls(2, 3)),
    says("C5", "At the higher end with Experiment 7, faster-growing plants do decrease conflict [from E6 to E7]", (6, 7),
         conflict_falls(6, 7)),
    says("C6", "With Experiment 4-6 [...] there was no clear trend regarding whether incidents of conflict increased or "
         "decreased [up and down, or down and up]", (4, 5, 6), no_clear_trend),
    says("C7", "Experiment 5 had the highest number of conflict incidents", EVERY, conflict_highest),
    says("C8", "presumably due to the one field being so much more valuable and the moose repeating competing over "
         "harvesting from it [more than half of E5's fights are on it]", (5,), fights_over_rich_field),
    says("F1", "nominally, should have roughly one-third of all plays in each field. This is, in fact what happens "
         "[within 0.05]", (1, 2, 3), a_third_each),
    says("F2", "The statistics from these two runs are very close [...] fraction of moves on the enriched field changes by "
         "about the same amount [within 0.05]", (4, 5), rich_field_alike),
    says("F3", "the variability of conflict between the runs increases substantially between Experiments four and five",
         (4, 5), conflict_more_variable(4, 5)),
    says("F4", "the fraction of coordinated moves in which both moose try for field three has increased substantially "
         "[whole run]", (4, 5), coordinated_on_three("")),
    says("F4-final", "the fraction of coordinated moves in which both moose try for field three has increased "
         "substantially [final population]", (4, 5), coordinated_on_three("_final")),
    says("F5", "the increase in total fitness in Fig. 5 between the fourth and fifth experiments did not increase in "
         "proportion to the increase in the richness of the enhanced field [it is less than 30 to 20]", (4, 5),
         not_in_proportion),
    says("F6", "the use of the field without enhanced richness was low in Experiment six [below a third]", (6,),
         field_one_used_less_than(1 / 3, 6)),
    says("F7", "and very low in experiment seven [lower than in six]", (6, 7), field_one_less_in_seven),
    says("F8", "the sharp decrease in conflict (Fig. 6) in Experiment [seven]", (6, 7), conflict_falls(6, 7)),
    says("F9", "the strategy of each moose sticking to a field is made practical by the lowered desirability of the third "
         "field [final populations stay where they are more often in E7 than in E6]", (6, 7), sticking_is_practical),
    says("F10", "increasing the growth rate of plants will decrease conflict [...] the hypothesis has support after a "
         "threshold is passed [no decrease from 1.0 to 2.0, a decrease from 2.0 to 3.0]", (1, 2, 3),
         both(conflict_rises(1, 2), conflict_falls(2, 3))),
    says("F11", "conflict dropped sharply between growth rates of 1.0 and 2.0 [Experiments 6 and 7]", (6, 7),
         conflict_falls(6, 7)),
    says("F12", "the threshold appears to be in [...] a different place when there are two fields with enhanced richness "
         "[conflict falls from 1.0 to 2.0 there, but not with equal fields]", (1, 2, 6, 7),
         both(conflict_rises(1, 2), conflict_falls(6, 7))),
    says("F13", "the source of the conflict among the moose is the third, unexploited field [more than half of the fights "
         "in final populations of E1 are where neither was in the round before]", (1,), fights_over_third_field),
    says("D1", "The high conflict runs were those [...] a pattern of sawing back and forth [runs of E5 that saw have more "
         "conflict than the others]", (5,), high_conflict_runs_saw, THIRTY),
    says("D2", "At least six of the thirty populations showed this behavior [a fifth of all that could be bred]", (5,),
         sawing_runs, THIRTY),
    says("D3", "two types of agents that access the enriched field at different times [...] the rarer one is more often "
         "granted untrammelled access to the enriched field [so it is in at least half of the runs that saw, and in fewer "
         "of those that do not: were it as common there, it would not be what makes them saw]", (5,),
         rare_types_do_better, THIRTY),
    says("D4", "Possibly splitting odd and even rounds or some more complex pattern", (5,), odd_and_even),
    says("V1", "The increase above the nominal rate from Experiment 1 first increased conflict", (1, 2),
         conflict_rises(1, 2)),
    says("V2", "and substantially increased the variability of conflict", (1, 2), conflict_more_variable(1, 2)),
    says("V3", "The additional increase did reduce conflict", (2, 3), conflict_falls(2, 3)),
    says("V4", "Experiments six and seven [...] the first increase in the plant growth rate yielded a large decrease in "
         "conflict", (6, 7), conflict_falls(6, 7)),
    says("V5", "Enhancing the richness of fields caused those fields to be more valuable [every rich field gets more than "
         "a third of the moves]", (4, 5, 6, 7), rich_fields_used_more),
    says("V6", "the one field without enhanced richness becoming almost worthless in Experiment 7 [a tenth of the moves or "
         "less]", (7,), field_one_used_less_than(0.1, 7)),
    says("V7", "the impact of increasing growth rate is not linear [a bend of less than a twentieth of the rise from E1 to "
         "E3 would make it fail]", (1, 2, 3), not_linear),
    says("V8", "A game with three fields and five moose would, for example, force conflict", (), untestable(
        "no test: five moose on three fields always meet, in whatever game")),
    says("V10", "create a rich collection of games with distinct strategic landscapes [in at least half of the 42 pairs of "
         "experiments, populations bred for a game score more in it than those bred for the other]", EVERY,
         distinct_landscapes, THIRTY),
    says("V9", "The basic game, using the parameters in Experiment one, was used in contests for two years", (), untestable(
        "nothing to measure: by the rulebook (1.2) the organiser's sheet and grader have another harvest rule, under which "
        "nothing grows before the meal and a meal takes x down by one (preset=contest)")),
]
