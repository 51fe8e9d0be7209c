"""Every checkable sentence of the paper's results and conclusions, judged, and three of the rulebook. Ids: S Figure 4's
schedules, A activity, M main claim, R rules, L language. What we read into a sentence stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lek.studies import concepts as study
from lek.studies import verdict
from lek.studies.concepts.telling import activity, collapsed, deals, exact, online, tasks_of, tenths, won
from lek.studies.run import Arrays, Claim
from lek.studies.verdict import Finding

Judge = Callable[[study.Config, Arrays], Finding]
MARGIN = 0.05
RIVALS = ("economy", "mortals")


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper."""
    return [Claim(identity, words, *judge(config, arrays)) for identity, words, judge in CLAIMS]


def level(schedule: str, target: float) -> Judge:
    return lambda config, arrays: verdict.mean_near(
        online(config, arrays, "figure", schedule), target, MARGIN,
        f"against {config.opponent}, parents by {config.parents}, last tenth")


def slower(first: str, second: str) -> Judge:
    """At a fifth of the games."""
    def judge(config: study.Config, arrays: Arrays) -> Finding:
        early = [tenths(config, arrays, "figure", name)[:, :2].mean(1) for name in (first, second)]
        return verdict.smaller(early[0], early[1], (f"first fifth, {first}", second))

    return judge


def higher(config: study.Config, arrays: Arrays) -> Finding:
    ends = [online(config, arrays, "figure", name) for name in ("constant-10", "0.1-to-20")]
    return verdict.larger(ends[0], ends[1], ("constant 10", "0.1 to 20"))


def active(config: study.Config, arrays: Arrays) -> Finding:
    """From the second block on."""
    runs = [activity(arrays[task]["curve"])[1:] for name in study.SCHEDULES for task in tasks_of(config, "figure", name)]
    least = np.array([each.min() for each in runs])
    return verdict.opposite(verdict.mean_below(least, 0.99, "the least of all later blocks", 4))


def early_activity(config: study.Config, arrays: Arrays) -> Finding:
    after = config.games // config.blocks
    first = [activity(arrays[task]["curve"])[1] for task in tasks_of(config, "figure", "constant-10")]
    return verdict.opposite(verdict.mean_below(first, 0.99, f"games {after} to {2 * after}", 4))


def equal(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_near(online(config, arrays, "figure", "0.1-to-20"), 0.5, MARGIN, "0.1 to 20, last tenth")


def niched(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.mean_below(online(config, arrays, "short", "by-quality", opponent), 0.01,
                                                 f"by quality against {opponent}") for opponent in study.OPPONENTS))


def inactive(config: study.Config, arrays: Arrays) -> Finding:
    last = [activity(arrays[task]["curve"])[-1] for opponent in study.OPPONENTS
            for task in tasks_of(config, "short", "by-quality", opponent)]
    return verdict.mean_near(last, 0.1, MARGIN, "activity at the end")


def limited(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_near(online(config, arrays, "short", "combined", "chain"), 0.1, MARGIN, "combined against chain")


def stable(config: study.Config, arrays: Arrays) -> Finding:
    fell = np.concatenate([collapsed(config, arrays, "figure", name) for name in study.SCHEDULES])
    return verdict.share(int((~fell).sum()), len(fell), "runs of Figure 4 did not collapse", 0.9)


def rising(config: study.Config, arrays: Arrays) -> Finding:
    """Never below an earlier tenth by more than the noise of a tenth, two standard errors of its games."""
    found = np.concatenate([tenths(config, arrays, "figure", name) for name in study.SCHEDULES])
    noise = 2 * np.sqrt(0.25 / (config.games / 10))
    falls = (np.maximum.accumulate(found, 1) - found).max(1) > noise
    return verdict.share(int((~falls).sum()), len(falls), "runs of Figure 4 never fall", 0.9)


def rivals_fall(config: study.Config, arrays: Arrays) -> Finding:
    fell = {name: np.concatenate([collapsed(config, arrays, "short", name, opponent) for opponent in study.OPPONENTS])
            for name in RIVALS}
    told = "; ".join(f"{name} {int(each.sum())} of {len(each)}" for name, each in fell.items())
    near = [online(config, arrays, "short", name, "perfect").mean() for name in RIVALS]
    low = "; ".join(f"{name} {share:.3f}" for name, share in zip(RIVALS, near, strict=True))
    some = all(each.mean() > 0.25 for each in fell.values())
    return Finding(f"collapsed: {told}; won of perfect at the end: {low} [ours, reconstructed from a sentence each]",
                   "agree" if some else "disagree")


def better_than(*rivals: str) -> Judge:
    def judge(config: study.Config, arrays: Arrays) -> Finding:
        return verdict.together(*(verdict.larger(online(config, arrays, "short", rival, opponent),
                                                 online(config, arrays, "short", "accessible", opponent),
                                                 (f"{opponent}: {rival}", "accessibility"))
                                  for rival in rivals for opponent in study.OPPONENTS))

    return judge


def generic(config: study.Config, arrays: Arrays) -> Finding:
    tasks = tasks_of(config, "figure", "constant-10")
    hits = sum(any(rule.startswith("x") and len(rule.split(" => ")[0]) <= 5 for rule in arrays[task]["commonest"][:10])
               for task in tasks)
    return verdict.share(hits, len(tasks), "runs have x-n or x-w among their ten commonest", 0.5)


def diverse(config: study.Config, arrays: Arrays) -> Finding:
    exactly = np.array([arrays[task]["counted"][-1][2] for task in tasks_of(config, "figure", "constant-10")])
    return verdict.together(verdict.mean_below(exactly, 0.95, "share of rules without a wildcard"),
                            verdict.opposite(verdict.mean_below(exactly, 0.01, "the same")))


def unseen(config: study.Config, arrays: Arrays) -> Finding:
    made = deals(config, arrays, "figure", "constant-10")
    return verdict.mean_below(made, 0.05, "double-deals made, of those there to be made [by the exact greedy policy]")


def unsupported(config: study.Config, arrays: Arrays) -> Finding:
    offered, made = arrays["expressible"]["all"]
    told = f"two rules of two and three nodes say it in {made:.0f} of all {offered:.0f} kinds of positions"
    return Finding(told, "disagree" if made > 0.99 * offered else "agree")


def optimal(config: study.Config, arrays: Arrays) -> Finding:
    found = exact(config, arrays, "long", "claims")
    return verdict.mean_below(found, 0.5, "the same language and 1000 rules, claims against chain, computed")


def literal_fails(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_below(online(config, arrays, "long", "literal"), 0.1, "against chain, last tenth")


def management(config: study.Config, arrays: Arrays) -> Finding:
    ours = exact(config, arrays, "long", "claims")
    return verdict.opposite(verdict.mean_below(ours, 0.45, "claims against chain, computed"))


def panel(config: study.Config, arrays: Arrays) -> Finding:
    """Ours above both readings, against each opponent that it was not tuned on."""
    found = []
    for opponent in (*study.PANEL, "greedy-shortest", "perfect"):
        ours = exact(config, arrays, "short", "claims", opponent)
        found += [verdict.larger(exact(config, arrays, "short", reading, opponent), ours,
                                 (f"{opponent}: {reading}", "claims")) for reading in ("literal", "accessible")]
    return verdict.together(*found)


def played_as_computed(config: study.Config, arrays: Arrays) -> Finding:
    """On-line and greedy play of the same rules, the largest difference of a run."""
    tasks = [task for name in study.SCHEDULES for task in tasks_of(config, "figure", name)]
    gaps = [abs(won(arrays[task]["curve"])[-config.blocks // 10:].mean() - arrays[task]["exact"][:2].mean())
            for task in tasks if "exact" in arrays[task]]
    return Finding(f"up to {max(gaps):.3f}, on average {np.mean(gaps):.3f} over {len(gaps)} runs",
                   "agree" if max(gaps) > 0.05 else "disagree")


CLAIMS: list[tuple[str, str, Any]] = [
    ("S1", "the system quickly and smoothly increased performance over time, to a maximum average value of about 0.4",
     level("constant-10", 0.4)),
    ("S2", "reached a higher average performance value of 0.5", level("0.1-to-20", 0.5)),
    ("S3", "reaches a maximum performance value close to 0.35", level("0.1-to-10", 0.35)),
    ("S4", "the system developed more slowly", slower("constant-10", "0.1-to-20")),
    ("S5", "but reached a higher average performance value of 0.5 [than with constant beta]", higher),
    ("S6", "the system develops more slowly again", slower("0.1-to-20", "0.1-to-10")),
    ("A1", "The activity rate of the system increased to above 99% after 1000 games", early_activity),
    ("A2", "remained close to 100% for the rest of the run", active),
    ("M1", "develop a level of performance equal to the artificial system", equal),
    ("M2", "This produced minimal overall performance (< 1% win rate)", niched),
    ("M3", "showed activity on a very small percentage of game states (10%)", inactive),
    ("M4", "performance was limited at a consistent value of 10%", limited),
    ("M5", "Performance and stability of development is enhanced when a measure of the frequency of reinforcement is "
     "separated from the quality measure of rules", better_than("by-quality", "combined")),
    ("M6", "Stable development was shown in every observed run", stable),
    ("M7", "typically as a monotonically increasing level of performance", rising),
    ("M8", "previous systems which often collapsed to near-zero performance under difficult conditions", rivals_fall),
    ("M9", "more effective than previous implementations using an Artificial Economy or Evolutionary Reinforcement Learning "
     "with a dynamic agent population", better_than(*RIVALS)),
    ("R1", "The most common rules are generic rules such as completing a box", generic),
    ("R2", "Examination of the rules used shows a diverse range of rules, some specific, some more general", diverse),
    ("R3", "double-crossing the end of a long chain [5] were not seen in samples analysed", unseen),
    ("L1", "such rules were not able to be supported with the given language", unsupported),
    ("L2", "reaching equal performance with the artificial opponent may be optimal with the given language", optimal),
    ("P1", "the literal parent rule fails", literal_fails),
    ("P2", "greedy play of a stored rule set can be far from on-line play in either direction", played_as_computed),
    ("P3", "is due to population management and generalisation, not to the information available", management),
    ("P4", "from .3-.45 is due to population management [and so for opponents on which nothing was tuned]", panel),
]
