"""Every checkable sentence of the report about Organisms, judged.

Ids: X XOrganism (4.1); F ProtectiveFarmer (3.2, 4.2); S SimplePlayer's tuning (4.3); A the six alone (5, Figure 3); B
the best six together (5, Figure 4); D drift (6); E early expansion (7.1); Z conclusion. A sentence about the players of
2015 is not testable: they are lost, and ours stand in. A sentence about a climate that was inferred from the report's own
tables would be judged in a circle: not testable either. What ours show is told all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lek.studies import verdict
from lek.studies.claim import Claim
from lek.studies.organisms import SIMPLE, Config, means, t_table
from lek.studies.organisms.experiments import GOLD, LOW, NORTH, PROBABILITIES, SATED, SIZES, TUNING_CLIMATES, share
from lek.studies.organisms.t_scores import CONFIDENCE, FIGURE_3, FIGURE_4, SURE, THRESHOLD
from lek.studies.run import Arrays
from lek.studies.verdict import Finding

Judge = Callable[[Config, Arrays], Finding]
LOST = "the players of 2015 are lost and ours stand in"


def claims(config: Config, arrays: Arrays) -> list[Claim]:
    return [Claim(identity, words, *judge(config, arrays)) for identity, words, judge in CLAIMS]


def untestable(reason: str, judge: Judge) -> Judge:
    """The numbers all the same, and why they decide nothing."""
    def told(config: Config, arrays: Arrays) -> Finding:
        return Finding(f"{reason}; {judge(config, arrays).ours}", "not testable")
    return told


def x_survives(config: Config, arrays: Arrays) -> Finding:
    died = arrays["solo"]["x-organism"][:, 0, 2]
    return verdict.share(int((died == 0).sum()), len(died), "games alone in the default climate survived", 0.5)


def x_fades(config: Config, arrays: Arrays) -> Finding:
    """Among the six's other five its share of energy at the end, against an even one."""
    own = share(arrays["solo"]["x-in-company"])[:, 0]
    return verdict.mean_below(own, 1 / len(config.players), "share of energy at the end among the other five")


def farmer_walls(config: Config, arrays: Arrays) -> Finding:
    """Impostors take what walls would keep out: the farmer's share of energy beside an impostor and beside SimplePlayer."""
    measures = arrays["impostor"]["measures"]  # [variants, trials, players, k]
    own = share(measures)[:, :, 1]
    return verdict.paired(own[1], own[0], ("beside the impostor", "beside SimplePlayer"), "the farmer's share of energy")


def best_value(kind: str, values: tuple[float, ...], claimed: float) -> Judge:
    """The claim that a value of the sweep is best: its share of energy against the best other's, on the same deals.

    The best other is picked on the even trials and compared on the odd ones.
    """
    def judge(config: Config, arrays: Arrays) -> Finding:
        shares = tuning(arrays, kind)  # [values, trials of all climates]
        mine = values.index(claimed)
        told = ", ".join(f"{value:g}: {row.mean():.3f}" for value, row in zip(values, shares, strict=True))
        picked = np.delete(np.arange(len(values)), mine)
        other = int(picked[shares[picked, ::2].mean(1).argmax()])
        low, high = verdict.interval(shares[mine, 1::2] - shares[other, 1::2])
        side = "agree" if low > 0 else "disagree" if high < 0 else "undecided"
        return Finding(f"share of energy {told}; {claimed:g} against {values[other]:g}: [{low:+.4f}, {high:+.4f}]", side)
    return judge


def tuning(arrays: Arrays, kind: str) -> Any:
    """SimplePlayer's share of energy for every value, trials of all published climates side by side: [values, trials]."""
    return np.concatenate([share(arrays[f"tune-{k}"][kind])[:, :, SIMPLE] for k in range(len(TUNING_CLIMATES))], axis=1)


def overextends(config: Config, arrays: Arrays) -> Finding:
    """Always breeding against 0.9: extinctions among its peers."""
    died = np.concatenate([arrays[f"tune-{k}"]["probability"][:, :, SIMPLE, 2] for k in range(len(TUNING_CLIMATES))], axis=1)
    nine, ten = PROBABILITIES.index(0.9), PROBABILITIES.index(1.0)
    return verdict.paired(died[nine], died[ten], ("0.9", "1.0"), "extinct")


def spreads_too_slowly(config: Config, arrays: Arrays) -> Finding:
    """Breeding less often than 0.9, all values swept: energy on the large board among its peers."""
    large = list(TUNING_CLIMATES).index("default, 40 x 40")
    shares = share(arrays[f"tune-{large}"]["probability"])[:, :, SIMPLE]
    lower = shares[:PROBABILITIES.index(0.9)].mean(0)
    return verdict.paired(lower, shares[PROBABILITIES.index(0.9)], ("0.5 to 0.8", "0.9"), "share of energy on 40 x 40")


def less_conservative(config: Config, arrays: Arrays) -> Finding:
    """1.5u against XOrganism's 1.0u: births, and survival among its peers."""
    rows = [np.concatenate([arrays[f"tune-{k}"]["sated"][SATED.index(value), :, SIMPLE]
                            for k in range(len(TUNING_CLIMATES))]) for value in (1.0, 1.5)]
    names = ("sated=1.0", "sated=1.5")
    survived = verdict.paired(1 - rows[0][:, 2], 1 - rows[1][:, 2], names, "survived")
    births = verdict.paired(rows[0][:, 10:14].sum(1), rows[1][:, 10:14].sum(1), names, "births", 0)
    kept = "disagree" if survived.verdict == "disagree" else births.verdict
    return Finding(f"{births.ours}; {survived.ours}", kept, births.p)


def significant(kind: str, metric: int) -> Judge:
    def judge(config: Config, arrays: Arrays) -> Finding:
        t = t_table(config, arrays, kind)
        above = [climate for climate in config.climates if t[climate][metric] > THRESHOLD]
        printed = FIGURE_3 if kind == "alone" else FIGURE_4
        there = sum(printed[climate][metric] > THRESHOLD for climate in config.climates)
        sure = [climate for climate in config.climates if CONFIDENCE[climate][0] in SURE]
        return Finding(f"ours above {THRESHOLD} in {len(above)} of {len(config.climates)} climates, its own table in "
                       f"{there} (of the {len(sure)} whose values are published: ours in {len(set(above) & set(sure))})",
                       "undecided")
    return judge


def own_table(config: Config, arrays: Arrays) -> Finding:
    above = sum(row[1] > THRESHOLD for row in FIGURE_3.values())
    return Finding(f"its own Figure 3 has {above} energies above {THRESHOLD}, not 13",
                   "disagree" if above != 13 else "agree")


def goldmines(config: Config, arrays: Arrays) -> Finding:
    """Extinctions alone, for Goldmines as p rises."""
    died = arrays["gold"]["measures"][:, :, 2]  # [trials, p]
    told = ", ".join(f"p={p:g}: {rate:.0%}" for p, rate in zip(GOLD, died.mean(0), strict=True))
    found = verdict.paired(died[:, -1], died[:, 0], (f"p={GOLD[-1]:g}", f"p={GOLD[0]:g}"), "extinct")
    return Finding(f"{found.ours} ({told})", found.verdict, found.p)


def places(kind: str, *climates: str) -> Judge:
    """Where SimplePlayer comes among the six, alone or together, by Mean Energy."""
    def judge(config: Config, arrays: Arrays) -> Finding:
        told = []
        for climate in climates:
            if climate in config.climates:
                energy = means(config, arrays, kind)[climate]["energy"]
                told.append(f"{climate} {1 + int((energy > energy[SIMPLE]).sum())} of {len(energy)}")
        return Finding("ours by Mean Energy: " + (", ".join(told) or "not played"), "undecided")
    return judge


def monopolies(config: Config, arrays: Arrays) -> Finding:
    """Climates in which one species holds 99 % of all organisms at the end of a mean game together."""
    held = [climate for climate in config.climates
            if share(arrays[f"six-{climate}"]["measures"], 0).max(-1).mean() > 0.99]
    return Finding(f"one species ends with 99 % of the organisms in {len(held)} of {len(config.climates)} climates",
                   "undecided")


def deserts(config: Config, arrays: Arrays) -> Finding:
    """Two published climates with little food, alone: where SimplePlayer comes, and how often it lives."""
    told = []
    for k, climate in enumerate(LOW):
        measures = arrays[f"low-{k}"]["measures"]
        energy = measures[:, :, 1].mean(0)
        told.append(f"{climate}: {1 + int((energy > energy[SIMPLE]).sum())} of {len(energy)} by energy, alive at the end in "
                    f"{1 - measures[:, SIMPLE, 2].mean():.0%} of games")
    return Finding("; ".join(told), "undecided")


def thrift(config: Config, arrays: Arrays) -> Finding:
    """What roaming whenever it can leaves of SimplePlayer's energy alone, where a move costs 10 and where it costs 20."""
    left = [arrays["thrift"][f"v{v}"][:, 1, 1] / np.maximum(1.0, arrays["thrift"][f"v{v}"][:, 0, 1]) for v in (10, 20)]
    return verdict.paired(left[1], left[0], ("v=20", "v=10"), "what roaming whenever it can leaves of its energy alone")


def onto_food(config: Config, arrays: Arrays) -> Finding:
    """Births onto food against births anywhere, alone in the default climate."""
    energy = arrays["onto"]["measures"][:, :, 1]
    return verdict.paired(energy[:, 1], energy[:, 0], ("births anywhere", "births onto food"), "energy alone", 0)


def settles(config: Config, arrays: Arrays) -> Finding:
    """An aggressive breeder alone: its energy after 200 rounds, and at the end."""
    end, early = (arrays["boom"][when][:, 0, 1] for when in ("end", "early"))
    return verdict.paired(end, early, ("at the end", "after 200 rounds"),
                          "energy of SimplePlayer with sated=3 and probability=1, alone", 0)


def drift(config: Config, arrays: Arrays) -> Finding:
    """Moves onto food by direction, of SimplePlayer alone that never roams: south against north."""
    findings = []
    for climate in ("default", "rainforest"):
        moves = arrays[f"drift-{climate}"]["measures"][:, 0, 6:10]  # west, east, north, south
        parts = moves / np.maximum(1.0, moves.sum(1, keepdims=True))
        found = verdict.paired(parts[:, 2], parts[:, 3], ("north", "south"), f"{climate}, share of moves onto food")
        findings.append(found)
    return verdict.together(*findings)


def north_alone(config: Config, arrays: Arrays) -> Finding:
    energy = arrays["north-alone"]["measures"][:, :, 1]
    return verdict.paired(energy[:, NORTH.index(0.25)], energy[:, NORTH.index(0.75)], ("north 25 %", "north 75 %"),
                          "energy alone", 0)


def north_together(config: Config, arrays: Arrays) -> Finding:
    died = arrays["north-together"]["measures"][:, :, SIMPLE, 2]  # [north, trials]
    return verdict.paired(1 - died[NORTH.index(0.25)], 1 - died[NORTH.index(0.75)], ("north 25 %", "north 75 %"),
                  "survived among its peers")


def by_size(arrays: Arrays, variant: int, column: int | None, small: bool) -> Any:
    """Of SimplePlayer (0) or the aggressive start (1), mean over the rivals on each deal; on small boards or large."""
    parts = []
    for side in SIZES:
        if (side * side < 1000) == small:
            measures = np.stack([arrays[f"size-{side}"][name] for name in sorted(arrays[f"size-{side}"])])
            values = share(measures)[:, variant, :, 0] if column is None else measures[:, variant, :, 0, column]
            parts.append(values.mean(0))
    return np.concatenate(parts)


def choked_on_small_boards(config: Config, arrays: Arrays) -> Finding:
    small, large = (by_size(arrays, 0, 2, small) for small in (True, False))
    return verdict.larger(large, small, ("extinct on 1,600 and 2,500 cells", "below 1,000 cells"))


def better_on_large_boards(config: Config, arrays: Arrays) -> Finding:
    small, large = (by_size(arrays, 0, None, small) for small in (True, False))
    return verdict.larger(small, large, ("share of energy below 1,000 cells", "on larger boards"))


def early_helps(config: Config, arrays: Arrays) -> Finding:
    died = [by_size(arrays, variant, 2, True) for variant in (0, 1)]
    return verdict.paired(died[1], died[0], ("with an aggressive start", "without"), "extinct below 1,000 cells")


def early_pays(config: Config, arrays: Arrays) -> Finding:
    shares = [by_size(arrays, variant, None, True) for variant in (0, 1)]
    return verdict.paired(shares[0], shares[1], ("without", "with an aggressive start"), "share of energy below 1,000 cells")


def densest(config: Config, arrays: Arrays) -> Finding:
    rows = [means(config, arrays, "six")[climate]["density"] for climate in config.climates]
    above = sum(bool(row[SIMPLE] > np.mean(row)) for row in rows)
    return Finding(f"ours above the mean of the six in {above} of {len(rows)} climates", "undecided")


CLAIMS: list[tuple[str, str, Judge]] = [
    ("X1", "this organism did tend to survive on its own", x_survives),
    ("X2", "XOrganism was not faring so well later on in games with other, more aggressive, players", x_fades),
    ("F1", "the WALL external state is an integer from three to six, so it is possible a malicious imposter could break "
           "this strategy", farmer_walls),
    ("S1", "We increased the reproductive probability to 90% after many trials of different values with other organisms",
     best_value("probability", PROBABILITIES, 0.9)),
    ("S2", "Any higher, and the organism tended to overextend and die off", overextends),
    ("S3", "lower, and the organism would not spread fast enough to be competitive even on large boards",
     spreads_too_slowly),
    ("S4", "The value of 1.5 was also determined to be an effective value through many trials",
     best_value("sated", SATED, 1.5)),
    ("S5", "This tended to make the organism much less conservative about reproduction, while still ensuring offspring had "
           "sufficient energy", less_conservative),
    ("A1", "SimplePlayer had a significantly greater amount of energy than any of the other five players in thirteen out of "
           "sixteen configurations", untestable(LOST, significant("alone", 1))),
    ("A2", "thirteen out of sixteen configurations (against the report's own Figure 3)", own_table),
    ("A3", "For many of these configurations, SimplePlayer also has a significantly greater or greatest energy density",
     untestable(LOST, significant("alone", 2))),
    ("A4", "This is due to the abnormally low value of p, which makes it very unlikely that a player standing still will "
           "ever see food before starving to death",
     untestable("p was inferred from SimplePlayer's extinction itself", goldmines)),
    ("A5", "If p was slightly higher, SimplePlayer may have performed as well as it did in both The Medium Desert and The "
           "Easier Desert", untestable("all three climates were inferred from the report's tables", goldmines)),
    ("A6", "Once SimplePlayer successfully managed the starting phase of a low-p configuration, it ended up doing the best "
           "out of all six players included",
     untestable(f"{LOST}; the deserts were inferred from these tables", places("alone", "medium-desert", "easier-desert"))),
    ("A7", "Normally, the SimplePlayer is naturally optimized for low-p conditions (seeking out food as a movement "
           "priority)", untestable(LOST, deserts)),
    ("A8", "These successes are most likely due to a movement strategy that favors staying on, moving to, and reproducing "
           "to cells with food (births onto food)", onto_food),
    ("B1", "SimplePlayer only did well in several configurations: The Medium Desert, The Easier Desert, Himalayas, Utopian "
           "Future, and Americas", untestable(f"{LOST}; four of the five climates were inferred from these tables",
                                              places("six", "medium-desert", "easier-desert", "himalayas", "utopian-future",
                                                     "americas"))),
    ("B2", "for Utopian Future it was significantly greater than any other player",
     untestable(f"{LOST}; the climate was inferred from this", places("six", "utopian-future"))),
    ("B5", "the movement logic is set to only move when food is available, it is not wasteful with movement (and that is "
           "one reason why it did well where moving is dear)", thrift),
    ("B3", "Many of the configurations ended up being monopolized by one player (normally Group 4's FarmingPlayer)",
     untestable(LOST, monopolies)),
    ("B4", "the energy density was still fairly high (significant in some cases like Liechtenstein)",
     untestable(LOST, densest)),
    ("D1", "the downward trend in organism movement", drift),
    ("D2", "alter our movement with a directional tendency to increase longevity of organism survival (a species alone)",
     north_alone),
    ("D3", "alter our movement with a directional tendency to increase longevity of organism survival (in company)",
     north_together),
    ("E1", "Our players tended to do best on larger boards", better_on_large_boards),
    ("E2", "on small maps, this aggressive overextension was actually beneficial to these organisms, because they could "
           "\"choke out\" less aggressive competitors (total grid size less than 1000)", choked_on_small_boards),
    ("E5", "Once their opponents went extinct, their organisms would settle into a steady state of lower population and "
           "energy compared to their initial population explosion", settles),
    ("E3", "around 100 turns of aggressive expansion [...] would make our SimplePlayer much harder to choke out at the "
           "beginning", early_helps),
    ("E4", "our SimplePlayer could benefit from employing a more aggressive strategy only during the first part of the game",
     early_pays),
    ("Z1", "We ended up with the highest population and overall energy in several of the tournament configurations",
     untestable(LOST, significant("six", 1))),
]
