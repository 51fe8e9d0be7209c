"""Every checkable sentence of sections 4 to 6, and of what the rulebook tells of the real SimpAI, judged.

Ids: W weights (5.1), V VertDisc (5.1, 6), P places (4), C the competition (5.2), F future work (6), R and A the rulebook's
record: results and decisions. A claim ending in -opened is about the variant with drawn openings. What we read into a
sentence stands in brackets. "Most" is more than half of the runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from lek.studies import simpai as study
from lek.studies import verdict
from lek.studies.claim import Claim
from lek.studies.run import Arrays
from lek.studies.simpai.fidelity import RECORDED
from lek.studies.simpai.matches import DEPTHS
from lek.studies.simpai.telling import agreement_rows, place_name
from lek.studies.simpai.weight_claims import (
    Judge,
    above,
    both,
    both_centres,
    coincidence,
    dropping,
    harm,
    higher_spaces,
    negative_disc,
    quite_more,
    small_horizontal,
    two_highest,
    untested,
    unused,
    vertical_first,
    wins_by_disc,
)
from lek.studies.verdict import Finding

EARLY = 6  # moves of a player
LIKE = 0.1  # shares are alike where both intervals together are no wider than twice this


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper; those whose games were not played are not testable here."""
    judged = []
    for identity, words, judge in CLAIMS:
        result = judge(config, arrays)
        judged.append(Claim(identity, words, result.ours, result.verdict, result.p))
    return judged


# Places


def first_place(config: study.Config, arrays: Arrays) -> Finding:
    data = arrays["columns"]
    told = ", ".join(f"{place_name(k)} {np.nanmean(row):.3f}" for k, row in enumerate(data["won"]))
    points = " ".join(map(str, data["points"].astype(int)))
    gaps = [np.nanmean(data["won"][0], 0) - np.nanmean(data["won"][k], 0) for k in range(1, 5)]
    worst = min(gaps, key=lambda gap: float(gap.mean()))
    found = above(worst, "the first wins more than the best other by", 0.0)
    return found._replace(ours=f"games won from drawn openings: {told}; {found.ours}; points from the empty board: {points}")


def order_kept(config: study.Config, arrays: Arrays) -> Finding:
    """Whether the order of Table 2 is that of our games."""
    won = np.nanmean(arrays["columns"]["won"], 1)  # [5, openings]
    rho = float(stats.spearmanr(np.arange(5), -won.mean(1)).statistic)
    rng = np.random.default_rng(0)
    draws = rng.integers(0, won.shape[1], (1000, won.shape[1]))
    drawn = [float(stats.spearmanr(np.arange(5), -won[:, d].mean(1)).statistic) for d in draws]
    low, high = np.nanquantile(drawn, [0.025, 0.975])
    told = f"rank correlation of the five places with games won from drawn openings {rho:+.2f} [{low:+.2f}, {high:+.2f}]"
    return Finding(told, "agree" if low > 0 else "disagree" if high < 0 else "undecided")


# The competition


def early(told: Any) -> Any:
    """Depths reached in searched moves early in a game: later ones are as deep as the game is long."""
    return told[told[:, 1] < EARLY, 2]


def core_cost(config: study.Config, arrays: Arrays) -> Finding:
    if "clock_cores" not in arrays:
        return untested("0 games by the clock were played here")
    data = arrays["clock_cores"]
    if int(data["cores"]) < 2:
        return untested(f"this machine has {int(data['cores'])} core")
    found = above(data["won"], f"on the usual board SimpAI with {int(data['cores'])} cores wins against one core")
    depth = [early(data[name]).mean() for name in ("all", "one")]
    return found._replace(ours=f"{found.ours}; mean depth in the first {EARLY} moves {depth[0]:.2f} and {depth[1]:.2f}")


def scaling(config: study.Config, arrays: Arrays) -> Finding:
    if "clock_cores" not in arrays:
        return untested("0 games by the clock were played here")
    data = arrays["clock_cores"]
    one, many = (data[name][data[name][:, 1] < EARLY, 3] for name in ("one", "all"))
    if int(data["cores"]) < 2 or min(len(one), len(many)) < 2:
        return untested(f"{len(many)} searched moves with {int(data['cores'])} core(s) say nothing")
    names = (f"positions a move in the first {EARLY}, one core", f"{int(data['cores'])} cores")
    found = verdict.larger(one, many, names, 0)
    return found._replace(ours=f"{found.ours}; {many.mean() / max(one.mean(), 1.0):.2f} times")


def not_as_deep(config: study.Config, arrays: Arrays) -> Finding:
    if "clock_cores" not in arrays:
        return untested("0 games by the clock were played here")
    data = arrays["clock_base_one"]
    if "told_sure" not in data or min(len(early(data["told"])), len(early(data["told_sure"]))) < 2:
        return untested("0 searched moves of a SureAI-style opponent were recorded: add sure to panel")
    names = (f"mean depth in the first {EARLY} moves, SimpAI", "a SureAI-style opponent")
    return verdict.larger(early(data["told"]), early(data["told_sure"]), names, 2)


def deeper(config: study.Config, arrays: Arrays) -> Finding:
    won = arrays["depth"]["won"]
    limits = [np.clip(verdict.interval(row), 0, 1) for row in won]
    told = ", ".join(f"depth {depth} {row.mean():.3f} [{low:.3f}, {high:.3f}]"
                     for depth, row, (low, high) in zip(DEPTHS, won, limits, strict=True))
    found = above(won[DEPTHS.index(5)], "depth 5 against depth 3")
    return found._replace(ours=f"against itself at depth 3: {told}")


def adaptation(config: study.Config, arrays: Arrays) -> Finding:
    """A factorial of cores and boards: what cores add on the larger board."""
    if "clock_cores" not in arrays:
        return untested("0 games by the clock were played here")
    cells = {(board, cores): arrays[f"clock_{board}_{cores}"]["won"].mean(0)
             for board in ("base", "unknown-2020") for cores in ("one", "all")}
    told = ", ".join(f"{board} {cores} {row.mean():.3f}" for (board, cores), row in cells.items())
    gain = cells["unknown-2020", "all"] - cells["unknown-2020", "one"]
    found = above(gain, "on 8 x 13 all cores add", 0.0)
    return found._replace(ours=f"points against the panel: {told}; {found.ours}")


def larger_boards(config: study.Config, arrays: Arrays) -> Finding:
    """The same factorial's interaction: whether cores add more on the larger board."""
    if "clock_cores" not in arrays:
        return untested("0 games by the clock were played here")
    gains = [arrays[f"clock_{board}_all"]["won"].mean(0) - arrays[f"clock_{board}_one"]["won"].mean(0)
             for board in ("base", "unknown-2020")]
    if len(gains[0]) < 2:
        return untested(f"{len(gains[0])} opening says nothing about a difference")
    return verdict.larger(gains[0], gains[1], ("all cores add on 6 x 7", "on 8 x 13"))


def sizes(against: str, who: str, config: study.Config, arrays: Arrays) -> Finding:
    tasks = sorted(task for task in arrays if task.startswith("board_"))
    if not tasks:
        return untested("0 boards were drawn here")
    part = slice(0, 1) if who == "table" else slice(1, None)
    values = np.stack([arrays[task][against][part] for task in tasks])  # [boards, players, openings]
    name = {"equal": "equal weights", "chance": "random weights"}[against]
    boards = ", ".join(f"{rows} x {cols}: {value:.2f}" for (rows, cols), value in
                       zip((arrays[task]["board"][:2].tolist() for task in tasks), values.mean((1, 2)), strict=True))
    found = above(values.mean((1, 2)), f"over boards drawn afterwards, against {name}")
    return found._replace(ours=f"{found.ours}; {boards}")


def place_in(track: str, config: study.Config, arrays: Arrays) -> Finding:
    if f"track_{track}" not in arrays:
        return untested(f"0 sessions of {track} were held here")
    data = arrays[f"track_{track}"]
    names = [str(name) for name in data["agents"]]
    if "simpai" not in names:
        return untested("0 clones of SimpAI entered")
    row = data["places"][names.index("simpai")]
    table = ", ".join(f"{name} {points}" for name, points in zip(names, data["places"][:, 1].tolist(), strict=True))
    return Finding(f"place {row[0]} of {len(names)} with {row[1]} points in one session among other entrants: {table}",
                   "not testable")


# Future work


def further(kind: str, config: study.Config, arrays: Arrays) -> Finding:
    if f"beyond_{kind}" not in arrays:
        return untested(f"not bred here (0 runs): add {kind} to kinds")
    return above(arrays[f"beyond_{kind}"]["won"].mean(1), f"champions of {kind} against those with five weights")


# The record


def against_sample(name: str, config: study.Config, arrays: Arrays) -> Finding:
    k = list(RECORDED).index(name)
    won = arrays["recorded"]["opened"][0, k]  # of the literal clone
    empty = arrays["recorded"]["empty"][0, k]
    low, high = np.clip(verdict.interval(won), 0, 1)
    if np.std(won) == 0:  # all alike: as trials
        low, high = stats.binomtest(round(won.sum()), len(won)).proportion_ci(verdict.LEVEL)
    told = (f"{won.mean():.1%} [{low:.1%}, {high:.1%}] from drawn openings, {empty.mean():.1%} from the empty board, all "
            "games ended naturally")
    if "natural" not in arrays["recorded"]:
        return untested(f"{told}; the recorded games are not beside this copy, and {RECORDED[name]:.0%} counts time-outs")
    hits, of = arrays["recorded"]["natural"][k].tolist()
    limits = stats.binomtest(hits, of).proportion_ci(verdict.LEVEL)
    told += f"; the real one won {hits} of {of} that did in 2020: {hits / of:.1%} [{limits.low:.1%}, {limits.high:.1%}]"
    apart = max(low - limits.high, limits.low - high)
    near = max(high, limits.high) - min(low, limits.low) <= 2 * LIKE
    return Finding(told, "disagree" if apart > 0 else "agree" if near else "undecided")


EARLIER = 0.44  # of the searched moves: what thirty families of forms had reached before


def decisions(clone: str, config: study.Config, arrays: Arrays) -> Finding:
    rows = agreement_rows(arrays)
    if "not told" in rows:
        return untested(f"0 decisions could be compared: {rows['not told']['reason']}")
    chosen = {key: row for key, row in rows.items() if key.startswith(f"{clone}, ")}
    searched = chosen[f"{clone}, search"]
    verdict = "agree" if searched["low"] > EARLIER else "disagree" if searched["high"] < EARLIER else "undecided"
    return Finding("; ".join(f"{key.split(', ', 1)[1]} {row['agrees']:.1%} [{row['low']:.1%}, {row['high']:.1%}] of "
                             f"{row['decisions']}" for key, row in chosen.items()), verdict)


TOP_TWO = ("the top 2 individuals have a negative value, while the 4th and 5th do not. [the lower VertDisc, the more games "
           "won]")
EXCLUDED = "did not work out as we initially envisioned – and could probably be excluded altogether"
ADAPT = "proving that it can be efficient and adapt to boards of different dimensions."
CLAIMS: list[tuple[str, str, Judge]] = [
    ("P1", "Naturally, the individual in the first position was selected as our final agent [it is the best of the five]",
     first_place),
    ("P2", "The final standings for this competition [...] are presented in Table 2. [the order holds in further games]",
     order_kept),
    *both("W1", "All individuals, except the 3rd and 5th, had both VertCenter and DumpFromAfar heuristics with relatively "
                "high values [they are the two largest weights of most runs]", two_highest),
    *both("W2", "Another similarity between the individuals, except with the 3rd, was the fact they all considered the "
                "HorizCenterHeuristic less effective than its vertical counterpart. [most runs]", vertical_first),
    *both("W3", "all individuals, except the 3rd, valued VertCenterHeuristic quite more than HorizCenterHeuristic. [on "
                "average]", quite_more),
    *both("W4", "[HorizCenter is] not as commonly reached in an average game. [it is the least weight of most runs but for "
                "VertDisc]", small_horizontal),
    *both("W5", "the optimization process clearly led to agents which \"understood\" the importance of both "
                "CenterHeuristics [both weights are positive in most runs]", both_centres),
    *both("V1", "VertDiscHeuristic with a negative weight, so that it does not conflict with HorizCenterHeuristic. [most "
                "runs]", negative_disc),
    *both("V2", "The fact that VertDiscHeuristic weights are negative in the top 2 individuals may be a coincidence related "
                "with the initial randomization of weights in the optimization process. [fewer than half of all runs]",
          coincidence),
    ("V3", TOP_TWO,
     partial(wins_by_disc, "five")),
    ("V3-opened", TOP_TWO,
     partial(wins_by_disc, "opened")),
    ("V4", "there may be several games where VertDiscHeuristic is never actually used [one in twenty, or more]", unused),
    ("V5", "matches between them may have extended to the higher spaces of the board [more than half of them]",
     higher_spaces),
    ("V6", "VertDiscHeuristic ended up doing more harm than good [of the champions]", partial(harm, "five")),
    ("V6-opened", "VertDiscHeuristic ended up doing more harm than good [of the champions]", partial(harm, "opened")),
    ("V7", f"{EXCLUDED} [Table 2's five]",
     partial(dropping, "table")),
    ("V7-runs", f"{EXCLUDED} [our runs]",
     partial(dropping, "five")),
    ("V7-opened", f"{EXCLUDED} [our runs]",
     partial(dropping, "opened")),
    ("C1", "the poor result of SimpAI in the Base Track can most likely be attributed to the track's technical "
           "restrictions, which limited computing power to one CPU processor. [all cores beat one]", core_cost),
    ("C2", "SimpAI, designed from the ground up for using multiple processors, did not scale well under these restrictions. "
           "[it looks at more positions with more]", scaling),
    ("C3", "SimpAI was not able to search as deep as its opponents, in spite of the implemented optimizations.",
     not_as_deep),
    ("C4", "it is our belief that part of this result stems from the fact that SimpAI was not able to search as deep "
           "[deeper beats it]", deeper),
    ("C5", "This was most likely the reason that, SimpAI, working at its full capacity, finished second", adaptation),
    ("C5-boards", "thus offsetting the computational weight of using five separate heuristics. [all cores add more on "
                  "8 x 13 than on 6 x 7]", larger_boards),
    ("C6", f"{ADAPT} [Table 2's first against equal weights]", partial(sizes, "equal", "table")),
    ("C6-random", f"{ADAPT} [Table 2's first against random weights]",
     partial(sizes, "chance", "table")),
    ("C6-runs", f"{ADAPT} [our champions against equal weights]", partial(sizes, "equal", "runs")),
    ("C6-runs-random", f"{ADAPT} [our champions against random weights]", partial(sizes, "chance", "runs")),
    ("C7", "In the Base Track, the submitted AI was ranked 6th – the last position", partial(place_in, "base-2020")),
    ("C8", "SimpAI, working at its full multithreaded capacity, was the runner-up",
     partial(place_in, "unknown-2020")),
    ("F1", "a wider initial set of partial heuristics could help refine what are indeed the most important features",
     partial(further, "wide")),
    ("F2", "These could also be considered as parameters to be optimized by the evolutionary algorithm, further refining a "
           "winning strategy.", partial(further, "magic")),
    ("R1", "Random 89 %", partial(against_sample, "random")),
    ("R2", "Sequential 78 %", partial(against_sample, "sequential")),
    ("R3", "MinimaxD2 27 %", partial(against_sample, "minimax:depth=2")),
    ("A1", "best tie-aware agreement 44 % on 6x7 searched positions [of earlier attempts; the literal clone is closer]",
     partial(decisions, "simpai")),
    ("A2", "best tie-aware agreement 44 % on 6x7 searched positions [of earlier attempts; the fitted clone is closer]",
     partial(decisions, "simpai:forms=fitted")),
    ("A3", "best tie-aware agreement 44 % on 6x7 searched positions [of earlier attempts; the clone that leaves the paper's "
           "words is closer]", partial(decisions, "simpai:forms=recorded")),
]
