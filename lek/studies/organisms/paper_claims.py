"""Every checkable sentence of the report about Organisms, judged.

Ids: X XOrganism (4.1); F ProtectiveFarmer (3.2, 4.2); S SimplePlayer's tuning (4.3); A the six alone (5, Figure 3); B
the best six together (5, Figure 4); D drift (6); E early expansion (7.1); Z conclusion. A sentence about the players of
2015 is not testable: they are lost, and ours stand in. A sentence about a climate that was inferred from the report's own
tables would be judged in a circle: not testable either. Our numbers stand beside both all the same. What we read into a
sentence, and what would make it fail, stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import stats

from lek.games.organisms import MEASURES
from lek.studies import verdict
from lek.studies.claim import Claim, Sentence, judge_all
from lek.studies.organisms import SIMPLE, Config, means, t_table
from lek.studies.organisms.experiments import GOLD, LOW, NORTH, PROBABILITIES, SATED, SIZES, TUNING_CLIMATES, share
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, SURE, THRESHOLD
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

Judge = Callable[[Config, Arrays], Finding]
Numbers = Callable[[Config, Arrays], str]  # of a sentence that is not testable
COUNT, ENERGY, EXTINCT = (MEASURES.index(name) for name in ("count", "energy", "extinctions"))
FED, BORN = (slice(first, first + 4) for first in map(MEASURES.index, ("fed-1", "births-1")))  # west, east, north, south
LOST = "the players of 2015 are lost and ours stand in"
SURVIVAL = 0.05  # of games: a species that survives in so many fewer still survives
SMALL = 1000  # cells, as the report has it

# The least scale. The report tells neither how many games nor how long: thirty games of everything, since what is measured
# is often 0 or 1 and intervals are Student's; and the simulator's own 5,000 rounds, since what lives after 400 may die yet.
PLAYED = {"trials": 30, "length": 5000}


def claims(config: Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the report."""
    return judge_all(SENTENCES, config, arrays)


def untestable(reason: str, numbers: Numbers) -> Judge:
    """The numbers all the same, and why they decide nothing."""
    return lambda config, arrays: Finding(f"{reason}; {numbers(config, arrays)}", "not testable")


def below(values: Any, limit: float, name: str) -> Finding:
    """The claim that a mean is below a limit, with its p; of values that are all the same it is certain."""
    p = stats.ttest_1samp(values, limit, alternative="less").pvalue if np.std(values) > 0 else np.mean(values) >= limit
    return verdict.mean_below(values, limit, name)._replace(p=float(p))


def x_survives(config: Config, arrays: Arrays) -> Finding:
    died = arrays["solo"]["x-organism"][:, 0, EXTINCT]
    return verdict.share(int((died == 0).sum()), len(died), "games alone in the default climate survived", 0.5)


def x_fades(config: Config, arrays: Arrays) -> Finding:
    """Among the six's other five its share of energy at the end, against an even one."""
    own = share(arrays["solo"]["x-in-company"])[:, 0]
    return below(own, 1 / len(config.players), "share of energy at the end among the other five")


def farmer_walls(config: Config, arrays: Arrays) -> Finding:
    """Impostors take what walls would keep out: the farmer's share of energy beside an impostor and beside SimplePlayer."""
    own = share(arrays["impostor"]["measures"])[:, :, 1]  # [SimplePlayer or impostor, trials]
    return verdict.paired(own[1], own[0], ("beside the impostor", "beside SimplePlayer"), "the farmer's share of energy")


def tuning(arrays: Arrays, kind: str) -> Any:
    """All games of a sweep, those of all published climates side by side: [values, trials, players, k]."""
    return np.concatenate([arrays[f"tune-{k}"][kind] for k in range(len(TUNING_CLIMATES))], axis=1)


def best_value(kind: str, values: tuple[float, ...], claimed: float) -> Judge:
    """The claim that a value of the sweep is best: its share of energy against the best other's, on the same deals.

    The best other is picked on the even trials and compared on the odd ones.
    """
    def judge(config: Config, arrays: Arrays) -> Finding:
        shares = share(tuning(arrays, kind))[:, :, SIMPLE]
        mine = values.index(claimed)
        others = np.delete(np.arange(len(values)), mine)
        best = int(others[shares[others, ::2].mean(1).argmax()])
        compared = verdict.paired(shares[best, 1::2], shares[mine, 1::2], (f"{values[best]:g}", f"{claimed:g}"),
                                  "share of energy", 4)
        row = ", ".join(f"{value:g}: {mean:.3f}" for value, mean in zip(values, shares.mean(1), strict=True))
        return compared._replace(ours=f"{compared.ours} (in all trials {row})")
    return judge


def overextends(config: Config, arrays: Arrays) -> Finding:
    """Breeding more often than 0.9, every value swept: extinctions among its peers."""
    died = tuning(arrays, "probability")[:, :, SIMPLE, EXTINCT]
    nine = PROBABILITIES.index(0.9)
    return verdict.together(*(verdict.paired(died[nine], died[k], ("0.9", f"{PROBABILITIES[k]:g}"), "extinct")
                              for k in range(nine + 1, len(PROBABILITIES))))


def spreads_too_slowly(config: Config, arrays: Arrays) -> Finding:
    """Breeding less often than 0.9, every value swept: energy on the large board among its peers."""
    large = list(TUNING_CLIMATES).index("default, 40 x 40")
    shares = share(arrays[f"tune-{large}"]["probability"])[:, :, SIMPLE]
    nine = PROBABILITIES.index(0.9)
    return verdict.together(*(verdict.paired(shares[k], shares[nine], (f"{PROBABILITIES[k]:g}", "0.9"),
                                             "share of energy on 40 x 40") for k in range(nine)))


def less_conservative(config: Config, arrays: Arrays) -> Finding:
    """1.5u against XOrganism's 1.0u: births, and survival among its peers."""
    before, after = (tuning(arrays, "sated")[SATED.index(value), :, SIMPLE] for value in (1.0, 1.5))
    births = verdict.paired(before[:, BORN].sum(1), after[:, BORN].sum(1), ("sated=1.0", "sated=1.5"), "births", 0)
    lost = below(after[:, EXTINCT] - before[:, EXTINCT], SURVIVAL, "share of games more in which it dies out")
    return verdict.together(births, lost)


def significant(kind: str, metric: int) -> Numbers:
    def numbers(config: Config, arrays: Arrays) -> str:
        t = t_table(config, arrays, kind)
        above = [climate for climate in config.climates if t[climate][metric] > THRESHOLD]
        printed = FIGURE_3 if kind == "alone" else FIGURE_4
        there = sum(printed[climate][metric] > THRESHOLD for climate in config.climates)
        sure = [climate for climate in config.climates if CONFIDENCE[climate][0] in SURE]
        return (f"ours above {THRESHOLD} in {len(above)} of {len(config.climates)} climates, its own table in {there} "
                f"(of the {len(sure)} whose values are published: ours in {len(set(above) & set(sure))})")
    return numbers


def own_table(config: Config, arrays: Arrays) -> Finding:
    above = sum(energy > THRESHOLD for _, energy, _ in FIGURE_3.values())
    return Finding(f"its own Figure 3 has {above} energies above {THRESHOLD} in {len(FIGURE_3)} configurations",
                   "agree" if (above, len(FIGURE_3)) == (13, 16) else "disagree")


def goldmines(config: Config, arrays: Arrays) -> str:
    """Extinctions alone, for Goldmines as p rises."""
    died = arrays["gold"]["measures"][:, :, EXTINCT].mean(0)
    rates = ", ".join(f"{rate:.0%} with p={p:g}" for p, rate in zip(GOLD, died, strict=True))
    return f"SimplePlayer alone dies out in {rates}"


def places(kind: str, *climates: str) -> Numbers:
    """Where SimplePlayer comes among the six, alone or together, by Mean Energy."""
    def numbers(config: Config, arrays: Arrays) -> str:
        found = means(config, arrays, kind)
        rows = [f"{climate} {place(found[climate]['energy'])}" for climate in climates if climate in config.climates]
        return "ours by Mean Energy: " + (", ".join(rows) or "not played")
    return numbers


def place(energy: Any) -> str:
    return f"{1 + int((energy > energy[SIMPLE]).sum())} of {len(energy)}"


def monopolies(config: Config, arrays: Arrays) -> str:
    """Climates in which one species holds 99 % of all organisms at the end of a mean game together."""
    most = [share(arrays[f"six-{climate}"]["measures"], COUNT).max(-1).mean() for climate in config.climates]
    return f"one species ends with 99 % of the organisms in {sum(part > 0.99 for part in most)} of {len(most)} climates"


def deserts(config: Config, arrays: Arrays) -> str:
    """Two published climates with little food, alone: where SimplePlayer comes, and how often it lives."""
    rows = []
    for k, climate in enumerate(LOW):
        measures = arrays[f"low-{k}"]["measures"]
        rows.append(f"{climate}: {place(measures[:, :, ENERGY].mean(0))} by energy, alive at the end in "
                    f"{1 - measures[:, SIMPLE, EXTINCT].mean():.0%} of games")
    return "; ".join(rows)


def densest(config: Config, arrays: Arrays) -> str:
    """Climates in which SimplePlayer has more energy per organism than the six on average."""
    rows = [means(config, arrays, "six")[climate]["density"] for climate in config.climates]
    above = sum(bool(row[SIMPLE] > np.mean(row)) for row in rows)
    return f"ours above the mean of the six in {above} of {len(rows)} climates"


def thrift(config: Config, arrays: Arrays) -> Finding:
    """What roaming whenever it can leaves of SimplePlayer's energy alone, where a move costs 10 and where it costs 20."""
    cheap, dear = (arrays["thrift"][v][:, 1, ENERGY] / np.maximum(1.0, arrays["thrift"][v][:, 0, ENERGY])
                   for v in ("v10", "v20"))
    return verdict.together(
        verdict.paired(dear, cheap, ("v=20", "v=10"), "what roaming whenever it can leaves of its energy alone"),
        below(dear, 1.0, "the same at v=20"))


def onto_food(config: Config, arrays: Arrays) -> Finding:
    """Births onto food against births anywhere, alone in the default climate."""
    onto, anywhere = arrays["onto"]["measures"][:, :, ENERGY].T
    return verdict.paired(anywhere, onto, ("births anywhere", "births onto food"), "energy alone", 0)


def settles(config: Config, arrays: Arrays) -> Finding:
    """An aggressive breeder alone: its organisms and its energy after 200 rounds, and at the end."""
    end, early = (arrays["boom"][when][:, 0] for when in ("end", "early"))
    return verdict.together(*(
        verdict.paired(end[:, column], early[:, column], ("at the end", "after 200 rounds"),
                       f"{what} of SimplePlayer with sated=3 and probability=1, alone", 0)
        for column, what in ((COUNT, "organisms"), (ENERGY, "energy"))))


def drift(config: Config, arrays: Arrays) -> Finding:
    """Moves onto food by direction, of SimplePlayer alone that never roams: south against north."""
    findings = []
    for climate in ("default", "rainforest"):
        moves = arrays[f"drift-{climate}"]["measures"][:, 0, FED]
        _, _, north, south = (moves / np.maximum(1.0, moves.sum(1, keepdims=True))).T
        findings.append(verdict.paired(north, south, ("north", "south"), f"{climate}, share of moves onto food"))
    return verdict.together(*findings)


def north_alone(config: Config, arrays: Arrays) -> Finding:
    energy = arrays["north-alone"]["measures"][:, :, ENERGY]  # [trials, north]
    return verdict.paired(energy[:, NORTH.index(0.25)], energy[:, NORTH.index(0.75)], ("north 25 %", "north 75 %"),
                          "energy alone", 0)


def north_together(config: Config, arrays: Arrays) -> Finding:
    survived = 1 - arrays["north-together"]["measures"][:, :, SIMPLE, EXTINCT]  # [north, trials]
    return verdict.paired(survived[NORTH.index(0.25)], survived[NORTH.index(0.75)], ("north 25 %", "north 75 %"),
                          "survived among its peers")


def choked(measures: Any) -> Any:
    """Whether the first player died out while its rival lived, in games of two [..., players, k]."""
    return measures[..., 0, EXTINCT] * (1 - measures[..., 1, EXTINCT])


def held(measures: Any) -> Any:
    return share(measures)[..., 0]


def by_size(arrays: Arrays, variant: int, what: Callable[[Any], Any], small: bool) -> Any:
    """Of SimplePlayer (0) or the aggressive start (1), mean over the rivals on each deal; on small boards or larger ones."""
    parts = []
    for side in SIZES:
        if (side * side < SMALL) == small:
            games = arrays[f"size-{side}"]
            parts.append(what(np.stack([games[rival][variant] for rival in sorted(games)])).mean(0))
    return np.concatenate(parts)


def choked_on_small_boards(config: Config, arrays: Arrays) -> Finding:
    small, large = (by_size(arrays, 0, choked, small) for small in (True, False))
    return verdict.together(
        verdict.larger(large, small, ("choked out on 1,600 and 2,500 cells", "below 1,000 cells")),
        below(by_size(arrays, 0, held, True), 0.5, "SimplePlayer's share of energy below 1,000 cells"))


def better_on_large_boards(config: Config, arrays: Arrays) -> Finding:
    small, large = (by_size(arrays, 0, held, small) for small in (True, False))
    return verdict.larger(small, large, ("share of energy below 1,000 cells", "on larger boards"))


def early_helps(config: Config, arrays: Arrays) -> Finding:
    without, start = (by_size(arrays, variant, choked, True) for variant in (0, 1))
    return verdict.paired(start, without, ("with an aggressive start", "without"), "choked out below 1,000 cells")


def early_pays(config: Config, arrays: Arrays) -> Finding:
    without, start = (by_size(arrays, variant, held, True) for variant in (0, 1))
    return verdict.paired(without, start, ("without", "with an aggressive start"), "share of energy below 1,000 cells")


SENTENCES: tuple[Sentence, ...] = (
    Sentence("X1", "this organism did tend to survive on its own [in more than half of its games alone in the default "
             "climate]", x_survives, PLAYED),
    Sentence("X2", "XOrganism was not faring so well later on in games with other, more aggressive, players [at the end it "
             "has less than an even share of all energy among our five]", x_fades, PLAYED),
    Sentence("F1", "the WALL external state is an integer from three to six, so it is possible a malicious imposter could "
             "break this strategy [the farmer has a smaller share of the energy beside a SimplePlayer that shows such a "
             "state than beside one that does not]", farmer_walls, PLAYED),
    Sentence("S1", "We increased the reproductive probability to 90% after many trials of different values with other "
             "organisms [it holds a larger share of the energy than the best of five other values, chosen in other games]",
             best_value("probability", PROBABILITIES, 0.9), PLAYED),
    Sentence("S2", "Any higher, and the organism tended to overextend and die off [at 0.95 and at 1 it dies out in more "
             "games than at 0.9]", overextends, PLAYED),
    Sentence("S3", "lower, and the organism would not spread fast enough to be competitive even on large boards [at 0.5, at "
             "0.7 and at 0.8 it holds a smaller share of the energy than at 0.9]", spreads_too_slowly, PLAYED),
    Sentence("S4", "The value of 1.5 was also determined to be an effective value through many trials [it holds a larger "
             "share of the energy than the best of six other values, chosen in other games]",
             best_value("sated", SATED, 1.5), PLAYED),
    Sentence("S5", "This tended to make the organism much less conservative about reproduction, while still ensuring "
             "offspring had sufficient energy [more births with 1.5u than with XOrganism's 1.0u, and at most 0.05 of the "
             "games more in which it dies out]", less_conservative, PLAYED),
    Sentence("A1", "SimplePlayer had a significantly greater amount of energy than any of the other five players in "
             "thirteen out of sixteen configurations", untestable(LOST, significant("alone", 1)), {}),
    Sentence("A2", "significantly greater amount of energy than any of the other five players in thirteen out of sixteen "
             "configurations [as many of the report's own Figure 3 are above 2.571]", own_table, {}),
    Sentence("A3", "For many of these configurations, SimplePlayer also has a significantly greater or greatest energy "
             "density", untestable(LOST, significant("alone", 2)), {}),
    Sentence("A4", "This is due to the abnormally low value of p, which makes it very unlikely that a player standing still "
             "will ever see food before starving to death",
             untestable("p was inferred from SimplePlayer's extinction itself", goldmines), {}),
    Sentence("A5", "If p was slightly higher, SimplePlayer may have performed as well as it did in both The Medium Desert "
             "and The Easier Desert",
             untestable("all three climates were inferred from the report's tables", goldmines), {}),
    Sentence("A6", "Once SimplePlayer successfully managed the starting phase of a low-p configuration, it ended up doing "
             "the best out of all six players included", untestable(
                 f"{LOST}; the deserts were inferred from these tables", places("alone", "medium-desert", "easier-desert")),
             {}),
    Sentence("A7", "Normally, the SimplePlayer is naturally optimized for low-p conditions (seeking out food as a movement "
             "priority)", untestable(LOST, deserts), {}),
    Sentence("A8", "These successes are most likely due to a movement strategy that favors staying on, moving to, and "
             "reproducing to cells with food [the last of the three: alone it has more energy at the end than with births "
             "anywhere]", onto_food, PLAYED),
    Sentence("B1", "SimplePlayer only did well in several configurations: The Medium Desert, The Easier Desert, Himalayas, "
             "Utopian Future, and Americas", untestable(
                 f"{LOST}; four of the five climates were inferred from these tables",
                 places("six", "medium-desert", "easier-desert", "himalayas", "utopian-future", "americas")), {}),
    Sentence("B2", "for Utopian Future it was significantly greater than any other player",
             untestable(f"{LOST}; the climate was inferred from this", places("six", "utopian-future")), {}),
    Sentence("B5", "the movement logic is set to only move when food is available, it is not wasteful with movement "
             "[roaming whenever it can leaves it less energy alone where a move costs 20, and a smaller part of it there "
             "than where a move costs 10]", thrift, PLAYED),
    Sentence("B3", "Many of the configurations ended up being monopolized by one player (normally Group 4's FarmingPlayer)",
             untestable(LOST, monopolies), {}),
    Sentence("B4", "the energy density was still fairly high (significant in some cases like Liechtenstein)",
             untestable(LOST, densest), {}),
    Sentence("D1", "the downward trend in organism movement [alone, of its moves onto food more go south than north, in "
             "the default climate and in the rainforest]", drift, PLAYED),
    Sentence("D2", "alter our movement with a directional tendency to increase longevity of organism survival [alone, where "
             "hardly any species dies out: more energy at the end with 75 % of its steps going north than with 25 %]",
             north_alone, PLAYED),
    Sentence("D3", "alter our movement with a directional tendency to increase longevity of organism survival [in company: "
             "it survives more games with 75 % of its steps going north than with 25 %]", north_together, PLAYED),
    Sentence("E1", "Our players tended to do best on larger boards [SimplePlayer's share of the energy beside a rival is "
             "larger on 1,600 and 2,500 cells than below 1,000]", better_on_large_boards, PLAYED),
    Sentence("E2", "on small maps, this aggressive overextension was actually beneficial to these organisms, because they "
             "could \"choke out\" less aggressive competitors [SimplePlayer dies out while its rival lives more often below "
             "1,000 cells than on larger boards, and holds less than half of the energy there]", choked_on_small_boards,
             PLAYED),
    Sentence("E5", "Once their opponents went extinct, their organisms would settle into a steady state of lower population "
             "and energy compared to their initial population explosion [both are higher after 200 rounds than at the end, "
             "of an aggressive SimplePlayer alone]", settles, PLAYED),
    Sentence("E3", "around 100 turns of aggressive expansion [...] would make our SimplePlayer much harder to choke out at "
             "the beginning [below 1,000 cells it dies out while its rival lives less often than without]", early_helps,
             PLAYED),
    Sentence("E4", "our SimplePlayer could benefit from employing a more aggressive strategy only during the first part of "
             "the game [below 1,000 cells it holds a larger share of the energy than without]", early_pays, PLAYED),
    Sentence("Z1", "We ended up with the highest population and overall energy in several of the tournament configurations",
             untestable(LOST, significant("six", 1)), {}),
)
