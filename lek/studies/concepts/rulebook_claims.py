"""What the rulebook says (P), whose prototype had a seed or two, and what we claim ourselves (B): the same rules managed in
another way. What we read into a sentence stands in brackets.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.studies import concepts as study
from lek.studies import verdict
from lek.studies.claim import OURS, RULEBOOK, Claim, Sentence, judge_all
from lek.studies.concepts.paper_claims import AT_SCALE, CLAIMS, MARGIN, SHORTER, Judge
from lek.studies.concepts.telling import chosen, collapsed, exact, online, tasks_of, tenths, won
from lek.studies.study import Arrays
from lek.studies.verdict import Finding


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims: the paper's in its order, the rulebook's, and ours."""
    return judge_all(SENTENCES, config, arrays)


def near_the_paper(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_near(online(config, arrays, "long", "accessible", config.opponent), 0.425, MARGIN,
                             f"parents by f against {config.opponent}, last tenth")


def literal_falls(config: study.Config, arrays: Arrays) -> Finding:
    fell = collapsed(config, arrays, "long", "literal-rising", "chain")
    found = tenths(config, arrays, "long", "literal-rising", "chain")
    told = f"runs collapsed (the best tenth {found.max(1).mean():.3f}, the last {found[:, -1].mean():.3f}, on average)"
    return verdict.share(int(fell.sum()), len(fell), told, 0.5)


def literal_fails(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_below(online(config, arrays, "long", "literal", "chain"), 0.1, "against chain, last tenth")


def ours_above(limit: float) -> Judge:
    """The mean of all runs at the paper's scale against chain."""
    def judge(config: study.Config, arrays: Arrays) -> Finding:
        found = exact(config, arrays, "long", "claims", "chain")
        return verdict.opposite(verdict.mean_below(
            found, limit, f"claims against chain, {config.runs} runs {ends(found)}, computed"))

    return judge


def ends(found: Any) -> str:
    return f"from {found.min():.3f} to {found.max():.3f}"


def ours_better(*opponents: str) -> Judge:
    """Ours above all readings, against each of these opponents."""
    return lambda config, arrays: verdict.together(*(
        verdict.larger(exact(config, arrays, "short", reading, opponent), exact(config, arrays, "short", "claims", opponent),
                       (f"{opponent}: {reading}", "claims"))
        for opponent in opponents for reading in study.READINGS if reading != "claims"))


def ours_at_scale(config: study.Config, arrays: Arrays) -> Finding:
    """Against the opponent of Figure 4, as many games."""
    ours = exact(config, arrays, "long", "claims", config.opponent)
    return verdict.together(*(verdict.larger(exact(config, arrays, "figure", name), ours,
                                             (f"{config.opponent}: {name}", "claims")) for name in study.SCHEDULES))


def remembered(config: study.Config, arrays: Arrays) -> Finding:
    found = exact(config, arrays, "table", "chain")
    return verdict.mean_near(found, 0.95, MARGIN, f"a table with alpha {config.table_alpha:g} against chain, runs "
                             f"{ends(found)}, computed")


def played_as_computed(config: study.Config, arrays: Arrays) -> Finding:
    """What greedy play of the same rules is worth, less what they won while learning; in both directions by the margin."""
    tasks = [task for name in study.SCHEDULES for task in tasks_of(config, "figure", name)]
    gaps = np.array([arrays[task]["exact"][:2].mean() - won(arrays[task]["curve"])[-config.blocks // 10:].mean()
                     for task in tasks if "exact" in arrays[task]])
    return Finding(f"greedy less on-line from {gaps.min():+.3f} to {gaps.max():+.3f}, {np.abs(gaps).mean():.3f} on average "
                   f"over {len(gaps)} runs", "agree" if gaps.min() < -MARGIN and gaps.max() > MARGIN else "disagree")


def as_chosen(config: study.Config, arrays: Arrays) -> Finding:
    found, used = chosen(config, arrays), (config.parents, config.alpha)
    told = f"parents by {{}}, alpha {{:g}}; Figure 4 has parents by {used[0]}, alpha {used[1]:g}".format(*found)
    return Finding(told, "agree" if found == used else "disagree")


def whole_margins(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.larger(exact(config, arrays, "long", reading, "chain"),
                                             exact(config, arrays, "long", "claims-whole", "chain"),
                                             (f"chain: {reading}", "claims that learn the final margin"))
                              for reading in ("literal", "fitted")))


CHOICE = {"population": 1000, "choice_games": 50_000, "choice_runs": 5}
TABLE = {"games": 1_000_000, "runs": 5}  # it has no rules
PLAYED = SHORTER | {"greedy_games": 10_000}  # against players whose games cannot be computed
SENTENCES: tuple[Sentence, ...] = (
    *CLAIMS,
    Sentence("P1", "the literal parent rule fails [less than a tenth won against chain]", literal_fails, AT_SCALE, RULEBOOK),
    Sentence("P2", "greedy play of a stored rule set can be far from on-line play in either direction [by more than "
             "0.05, in some run of Figure 4 each]", played_as_computed, AT_SCALE, RULEBOOK),
    Sentence("P3", "is due to population management and generalisation, not to the information available [claims "
             "above 0.45]", ours_above(0.45), AT_SCALE, RULEBOOK),
    Sentence("P7", "A plain table over coin-graph afterstates, same reward, 10^6 on-line games, no rules [0.95 against "
             "chain, within 0.05]", remembered, TABLE, RULEBOOK),
    Sentence("P8", "level ~0.4-0.45 on-line at beta 10 against the double-dealing player [0.425, within 0.05]",
             near_the_paper, AT_SCALE, RULEBOOK),
    Sentence("P9", ".16-.23 until 9x10^5 [then it fell to .036: the literal reading, beta 0.1 to 20, in half of the runs]",
             literal_falls, AT_SCALE, RULEBOOK),
    Sentence("B0", "parents and alpha of Figure 4 are those that win most on the seeds kept for choosing", as_chosen,
             CHOICE, OURS),
    Sentence("B1", "within the same language and as many rules, claims win 0.6 against chain or more, on average",
             ours_above(0.6), AT_SCALE, OURS),
    Sentence("B2", "claims win more than every reading of the paper against a panel they were not tuned on",
             ours_better(*study.PANEL, "greedy-shortest", "perfect"), PLAYED, OURS),
    Sentence("B3", "and against the two left out of that panel", ours_better(*study.BESIDE), PLAYED, OURS),
    Sentence("B4", "claims win more against the opponent of Figure 4, after as many games", ours_at_scale, AT_SCALE, OURS),
    Sentence("B5", "and not only because they learn the margin from each turn on", whole_margins, AT_SCALE, OURS),
)
