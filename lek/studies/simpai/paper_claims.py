"""Every checkable sentence of sections 4 to 6, and of what the rulebook tells of the real SimpAI, judged.

Ids: W weights (5.1), V VertDisc (5.1, 6), P places (4), C the competition (5.2), F future work (6), R and A the rulebook's
record: results and decisions. A claim ending in -opened is about the variant with drawn openings. What we read into a
sentence, and what would make it fail, stands in brackets. "Most" is more than half of the runs.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from lek.players.simplexity.simpai_agreement import SEARCH
from lek.studies import simpai as study
from lek.studies import verdict
from lek.studies.claim import RULEBOOK, Claim, Sentence, judge_all
from lek.studies.simpai.clocks import TOLD
from lek.studies.simpai.fidelity import KEPT_BACK, RECORDED, USUAL
from lek.studies.simpai.matches import DEPTHS
from lek.studies.simpai.telling import agreement_rows, place_name
from lek.studies.simpai.weight_claims import (
    BRED,
    DRAWN,
    MARGIN,
    PLAYED,
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
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

EARLY = 6  # moves of a player
LIKE = 0.1  # shares are alike where both intervals together are no wider than twice this


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper, and the rulebook's; those whose games were not played are not testable here."""
    return judge_all(SENTENCES, config, arrays)


# Places


def first_place(config: study.Config, arrays: Arrays) -> Finding:
    """Whether the first wins more games than each of the others."""
    won, points = np.nanmean(arrays["columns"]["won"], 1), arrays["columns"]["points"].astype(int)  # [5, openings], [5]
    told = ", ".join(f"{place_name(k)} {row.mean():.3f}" for k, row in enumerate(won))
    found = verdict.together(*(above(won[0] - won[k], f"1st less {place_name(k)}", 0.0) for k in range(1, 5)))
    return found._replace(ours=f"games won from drawn openings: {told}; {found.ours}; points from the empty board: "
                               f"{' '.join(map(str, points))}")


def order_kept(config: study.Config, arrays: Arrays) -> Finding:
    """Whether each of Table 2 wins more games than the next."""
    won = np.nanmean(arrays["columns"]["won"], 1)
    rho = float(stats.spearmanr(-np.arange(5), won.mean(1)).statistic) if np.ptp(won.mean(1)) else 0.0
    found = verdict.together(*(above(won[k] - won[k + 1], f"{place_name(k)} less {place_name(k + 1)}", 0.0)
                               for k in range(4)))
    return found._replace(ours=f"games won from drawn openings: {found.ours}; rank correlation with the places {rho:+.2f}")


# The competition


def early(rows: Any, what: str) -> Any:
    """What was told of searched moves early in a game: later ones are as deep as the game is long."""
    return rows[rows[:, TOLD.index("move")] < EARLY, TOLD.index(what)]


def by_clock(judge: Judge, cores: int = 1) -> Judge:
    """A claim about games by a clock, not testable where none were played or the machine has too few cores."""
    def judged(config: study.Config, arrays: Arrays) -> Finding:
        if "clock_cores" not in arrays:
            return untested("0 games by the clock were played here")
        here = int(arrays["clock_cores"]["cores"])
        if here < cores:
            return untested(f"this machine has {here} core")
        return judge(config, arrays)
    return judged


def core_cost(config: study.Config, arrays: Arrays) -> Finding:
    data = arrays["clock_cores"]
    found = above(data["won"], f"on the usual board SimpAI with {int(data['cores'])} cores wins against one core")
    depth = [early(data[name], "depth") for name in ("all", "one")]
    if not min(map(len, depth)):
        return found
    return found._replace(ours=f"{found.ours}; mean depth in the first {EARLY} moves {depth[0].mean():.2f} and "
                               f"{depth[1].mean():.2f}")


def scaling(config: study.Config, arrays: Arrays) -> Finding:
    data = arrays["clock_cores"]
    one, many = (early(data[name], "nodes") for name in ("one", "all"))
    if min(len(one), len(many)) < 2:
        return untested(f"{len(one)} searched moves with one core and {len(many)} with all say nothing")
    names = (f"positions a move in the first {EARLY}, one core", f"{int(data['cores'])} cores")
    found = verdict.larger(one, many, names, 0)
    return found._replace(ours=f"{found.ours}; {many.mean() / max(one.mean(), 1.0):.2f} times")


def not_as_deep(config: study.Config, arrays: Arrays) -> Finding:
    data = arrays["clock_base_one"]
    own, other = (early(data[name], "depth") if name in data else () for name in ("told", "told_sure"))
    if min(len(own), len(other)) < 2:
        return untested("0 searched moves of a SureAI-style opponent were recorded: add sure to panel")
    names = (f"mean depth in the first {EARLY} moves, SimpAI", "a SureAI-style opponent")
    return verdict.larger(own, other, names, 2)


def deeper(config: study.Config, arrays: Arrays) -> Finding:
    won = arrays["depth"]["won"]
    limits = [np.clip(verdict.interval(row), 0, 1) for row in won]
    told = ", ".join(f"depth {depth} {row.mean():.3f} [{low:.3f}, {high:.3f}]"
                     for depth, row, (low, high) in zip(DEPTHS, won, limits, strict=True))
    found = above(won[DEPTHS.index(5)], "depth 5 against depth 3")
    return found._replace(ours=f"against itself at depth 3: {told}")


def points_by_cores(arrays: Arrays) -> dict[tuple[str, str], Any]:
    """A factorial of boards and cores: points against the panel, by opening."""
    return {(board, cores): arrays[f"clock_{board}_{cores}"]["won"].mean(0)
            for board in ("base", "unknown-2020") for cores in ("one", "all")}


def adaptation(config: study.Config, arrays: Arrays) -> Finding:
    """What cores add on the larger board."""
    cells = points_by_cores(arrays)
    told = ", ".join(f"{board} {cores} {row.mean():.3f}" for (board, cores), row in cells.items())
    gain = cells["unknown-2020", "all"] - cells["unknown-2020", "one"]
    found = above(gain, "on 8 x 13 all cores add", 0.0)
    return found._replace(ours=f"points against the panel: {told}; {found.ours}")


def larger_boards(config: study.Config, arrays: Arrays) -> Finding:
    """The factorial's interaction: whether cores add more on the larger board."""
    cells = points_by_cores(arrays)
    gains = [cells[board, "all"] - cells[board, "one"] for board in ("base", "unknown-2020")]
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
    if np.ptp(won) == 0:  # all alike: as trials
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
    chosen = {key.removeprefix(f"{clone}, "): row for key, row in rows.items() if key.startswith(f"{clone}, ")}
    told = "; ".join(f"{kind} {row['agrees']:.1%} [{row['low']:.1%}, {row['high']:.1%}] of {row['decisions']}"
                     for kind, row in chosen.items())
    for rule in arrays["agreement"]["blind"]:
        shares = ", ".join(f"{kind} {rows[f'blind, {rule}, {kind}']['agrees']:.1%}" for kind in (SEARCH, USUAL, KEPT_BACK))
        told += f"; blind to the board, {rule}: {shares}"
    searched = chosen[SEARCH]
    return Finding(told, "agree" if searched["low"] > EARLIER else "disagree" if searched["high"] < EARLIER else "undecided")


CLOCK = {"opening": 2, "openings_clock": 20, "clock": 0.5}  # at half of the tracks' time at least, as in our own run
BOARDS = {"opening": 2, "openings_boards": 10, "boards": 6}  # of five boards that all say the same none would count
SAMPLES = {"opening": 2, "openings_recorded": 100}
RECORD = {"compared": 1000}  # decisions: some 640 are searched, whose share is known within 0.04
TOP_TWO = ("the top 2 individuals have a negative value, while the 4th and 5th do not. [the lower VertDisc, the more games "
           "won]")
HARM = "VertDiscHeuristic ended up doing more harm than good [champions that have it above 0 win more without it]"
EXCLUDED = "did not work out as we initially envisioned – and could probably be excluded altogether"
LOSES = f"[that players lose more than {MARGIN:g} of the points without it would make it fail:"
ADAPT = "proving that it can be efficient and adapt to boards of different dimensions."
ALIKE = (f"[the literal clone wins as often: both intervals lie within {2 * LIKE:g}; of the real one's games those of 2020 "
         "that ended on the board; intervals apart would make it fail]")
CLOSER = "best tie-aware agreement 44 % on 6x7 searched positions [of earlier attempts;"
SENTENCES: tuple[Sentence, ...] = (
    Sentence("P1", "Naturally, the individual in the first position was selected as our final agent [it wins more games "
             "than each of the other four]", first_place, PLAYED),
    Sentence("P2", "The final standings for this competition [...] are presented in Table 2. [the order holds in further "
             "games: each of the five wins more of them than the next]", order_kept, PLAYED),
    *both("W1", "All individuals, except the 3rd and 5th, had both VertCenter and DumpFromAfar heuristics with relatively "
                "high values [they are the two largest weights of most runs]", two_highest),
    *both("W2", "Another similarity between the individuals, except with the 3rd, was the fact they all considered the "
                "HorizCenterHeuristic less effective than its vertical counterpart. [most runs]", vertical_first),
    *both("W3", "all individuals, except the 3rd, valued VertCenterHeuristic quite more than HorizCenterHeuristic. [on "
                "average]", quite_more),
    *both("W4", "[HorizCenter is] not as commonly reached in an average game. [it is the least weight of most runs but for "
                "VertDisc]", small_horizontal),
    *both("W5", "the optimization process clearly led to agents which \"understood\" the importance of both "
                "CenterHeuristics [both weights are positive in most runs; ours begin from 0 to 10, so that only a process "
                "that turns them negative would make it fail]", both_centres),
    *both("V1", "VertDiscHeuristic with a negative weight, so that it does not conflict with HorizCenterHeuristic. [most "
                "runs]", negative_disc),
    *both("V2", "The fact that VertDiscHeuristic weights are negative in the top 2 individuals may be a coincidence related "
                "with the initial randomization of weights in the optimization process. [it happens in fewer than half of "
                "the runs, yet in so many that two of five have it in more than one case of 20]", coincidence),
    Sentence("V3", TOP_TWO, partial(wins_by_disc, "five"), BRED | PLAYED),
    Sentence("V3-opened", TOP_TWO, partial(wins_by_disc, "opened"), DRAWN | PLAYED),
    Sentence("V4", "there may be several games where VertDiscHeuristic is never actually used [one in twenty, or more]",
             unused, {"opening": 2, "games_watched": 100}),
    Sentence("V5", "matches between them may have extended to the higher spaces of the board [more than half of them]",
             higher_spaces, {"opening": 2, "games_watched": 100}),
    Sentence("V6", HARM, partial(harm, "five"), BRED | PLAYED),
    Sentence("V6-opened", HARM, partial(harm, "opened"), DRAWN | PLAYED),
    Sentence("V7", f"{EXCLUDED} {LOSES} Table 2's five]", partial(dropping, "table"), PLAYED),
    Sentence("V7-runs", f"{EXCLUDED} {LOSES} our runs' champions]", partial(dropping, "five"), BRED | PLAYED),
    Sentence("V7-opened", f"{EXCLUDED} {LOSES} our runs' champions]", partial(dropping, "opened"), DRAWN | PLAYED),
    Sentence("C1", "the poor result of SimpAI in the Base Track can most likely be attributed to the track's technical "
             "restrictions, which limited computing power to one CPU processor. [all cores beat one]",
             by_clock(core_cost, 2), CLOCK),
    Sentence("C2", "SimpAI, designed from the ground up for using multiple processors, did not scale well under these "
             "restrictions. [it looks at more positions with more; moves are taken for independent]",
             by_clock(scaling, 2), CLOCK),
    Sentence("C3", "SimpAI was not able to search as deep as its opponents, in spite of the implemented optimizations. [on "
             "one core, beside a SureAI-style opponent; moves are taken for independent]", by_clock(not_as_deep), CLOCK),
    Sentence("C4", "it is our belief that part of this result stems from the fact that SimpAI was not able to search as "
             "deep [five moves deep it beats itself at three]", deeper, {"opening": 2, "openings_depth": 100}),
    Sentence("C5", "This was most likely the reason that, SimpAI, working at its full capacity, finished second [on 8 x 13 "
             "it wins more points against the panel with all cores than with one]", by_clock(adaptation, 2), CLOCK),
    Sentence("C5-boards", "thus offsetting the computational weight of using five separate heuristics. [all cores add more "
             "on 8 x 13 than on 6 x 7]", by_clock(larger_boards, 2), CLOCK),
    Sentence("C6", f"{ADAPT} [Table 2's first against equal weights]", partial(sizes, "equal", "table"), BOARDS),
    Sentence("C6-random", f"{ADAPT} [Table 2's first against random weights]", partial(sizes, "chance", "table"), BOARDS),
    Sentence("C6-runs", f"{ADAPT} [our champions against equal weights]", partial(sizes, "equal", "runs"), DRAWN | BOARDS),
    Sentence("C6-runs-random", f"{ADAPT} [our champions against random weights]", partial(sizes, "chance", "runs"),
             DRAWN | BOARDS),
    Sentence("C7", "In the Base Track, the submitted AI was ranked 6th – the last position", partial(place_in, "base-2020"),
             {}),
    Sentence("C8", "SimpAI, working at its full multithreaded capacity, was the runner-up",
             partial(place_in, "unknown-2020"), {}),
    Sentence("F1", "a wider initial set of partial heuristics could help refine what are indeed the most important features "
             "[champions with it beat those with five weights]", partial(further, "wide"), DRAWN | PLAYED),
    Sentence("F2", "These could also be considered as parameters to be optimized by the evolutionary algorithm, further "
             "refining a winning strategy. [champions with them as genes beat those with five weights]",
             partial(further, "magic"), DRAWN | PLAYED),
    Sentence("R1", f"Random 89 % {ALIKE}", partial(against_sample, "random"), SAMPLES, RULEBOOK),
    Sentence("R2", f"Sequential 78 % {ALIKE}", partial(against_sample, "sequential"), SAMPLES, RULEBOOK),
    Sentence("R3", f"MinimaxD2 27 % {ALIKE}", partial(against_sample, "minimax:depth=2"), SAMPLES, RULEBOOK),
    Sentence("A1", f"{CLOSER} the literal clone is closer]", partial(decisions, "simpai"), RECORD, RULEBOOK),
    Sentence("A2", f"{CLOSER} the fitted clone is closer]", partial(decisions, "simpai:forms=fitted"), RECORD, RULEBOOK),
    Sentence("A3", f"{CLOSER} the clone that leaves the paper's words is closer]",
             partial(decisions, "simpai:forms=recorded"), RECORD, RULEBOOK),
)
