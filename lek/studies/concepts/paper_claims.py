"""Every checkable sentence of the paper's results and conclusions, judged, and some of the rulebook (P), whose prototype
had a seed or two. Ids: S Figure 4's schedules, A activity, M main claim, R rules, L language. What we read into a sentence
stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lek.studies import concepts as study
from lek.studies import verdict
from lek.studies.concepts.telling import activity, collapsed, deals, exact, far, online, rules_left, tasks_of, tenths, won
from lek.studies.run import Arrays, Claim
from lek.studies.verdict import Finding

Judge = Callable[[study.Config, Arrays], Finding]
MARGIN = 0.05
BEFORE = ("economy", "mortals")
ABLATED = ("by-quality", "combined")
OFTEN, ALWAYS = 0.25, 0.95  # shares of runs that are read into "often" and "every"


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
    found = []
    for name in study.SCHEDULES:
        tasks = tasks_of(config, "figure", name)
        if not all(len(arrays[task]["early"]) for task in tasks):
            return Finding("blocks are too short to tell games 1000 to 2000 apart", "not testable")
        early = np.array([activity(arrays[task]["early"]) for task in tasks])
        found.append(verdict.opposite(verdict.mean_below(early, 0.99, f"games 1000 to 2000, {name}", 4)))
    return verdict.together(*found)


def spread_of_values(config: study.Config, arrays: Arrays) -> Finding:
    ends = online(config, arrays, "figure", "0.1-to-20")
    inside = int(((ends >= 0.45) & (ends <= 0.55)).sum())
    return verdict.share(inside, len(ends), f"runs end within it (all from {ends.min():.3f} to {ends.max():.3f})", 0.5)


def equal(config: study.Config, arrays: Arrays) -> Finding:
    """Not yet after two tenths of the games, but at the end."""
    early = tenths(config, arrays, "figure", "0.1-to-20")[:, 1]
    return verdict.together(
        verdict.mean_below(early, 0.5, "0.1 to 20, second tenth"),
        verdict.mean_near(online(config, arrays, "figure", "0.1-to-20"), 0.5, MARGIN, "last tenth"))


def niched(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.mean_below(online(config, arrays, "short", f"{reading}-by-quality", opponent), 0.01,
                                                 f"{reading}, by quality, against {opponent}")
                              for reading in ("literal", "fitted") for opponent in study.OPPONENTS))


def inactive(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(
        verdict.mean_near([activity(arrays[task]["curve"])[-1] for opponent in study.OPPONENTS
                           for task in tasks_of(config, "short", f"{reading}-by-quality", opponent)],
                          0.1, MARGIN, f"{reading}, by quality, at the end") for reading in ("literal", "fitted")))


def limited(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.mean_near(online(config, arrays, "short", f"{reading}-combined", "chain"), 0.1, MARGIN,
                                                f"{reading}, combined, against chain") for reading in ("literal", "fitted")))


def separated(reading: str) -> Judge:
    """A reading against what differs from it only in what rules are kept by."""
    return lambda config, arrays: verdict.together(*(
        verdict.larger(online(config, arrays, "short", f"{reading}-{other}", opponent),
                       online(config, arrays, "short", reading, opponent), (f"{opponent}: {other}", reading))
        for other in ABLATED for opponent in study.OPPONENTS))


def steadier(config: study.Config, arrays: Arrays) -> Finding:
    """Fewer runs collapse with the two apart."""
    both, kinds = ("literal", "fitted"), [f"{reading}-{other}" for reading in ("literal", "fitted") for other in ABLATED]
    joined, apart = (falls(config, arrays, [("short", name, opponent) for name in names for opponent in study.OPPONENTS])
                     for names in (kinds, both))
    if not joined.any() and not apart.any():
        return Finding(f"none of {len(joined)} and of {len(apart)} runs that could collapsed", "undecided")
    return verdict.smaller(joined.astype(float), apart.astype(float),
                           ("collapsed, of runs that could: by Q alone or combined", "f and Q apart"))


def falls(config: study.Config, arrays: Arrays, kinds: list[tuple[str, ...]]) -> Any:
    """[runs that could fall] whether they did."""
    return np.concatenate([collapsed(config, arrays, *words)[far(config, arrays, *words)] for words in kinds])


def readings(config: study.Config) -> list[tuple[str, ...]]:
    """All kinds of runs of the paper's own system."""
    ours = ("literal", "literal-rising", "accessible", "fitted")
    made: list[tuple[str, ...]] = [("figure", name) for name in study.SCHEDULES]
    made += [("long", system, opponent) for system, opponent in study.long_runs(config) if system in ours]
    return made + [("short", system, opponent) for system, opponent in study.short_runs() if system in ours]


def stable(config: study.Config, arrays: Arrays) -> Finding:
    fell = falls(config, arrays, readings(config))
    if len(fell) == 0:
        return Finding("no run got so far that it could fall", "undecided")
    of = config.runs * len(readings(config))
    return verdict.share(int((~fell).sum()), len(fell), f"runs that got so far ({of} in all) did not collapse", ALWAYS)


def rising(config: study.Config, arrays: Arrays) -> Finding:
    """No tenth of a run is below an earlier one by more than the margin."""
    found = np.concatenate([tenths(config, arrays, "figure", name) for name in study.SCHEDULES])
    falls = (np.maximum.accumulate(found, 1) - found).max(1) > MARGIN
    return verdict.share(int((~falls).sum()), len(falls), f"runs of Figure 4 never fall by more than {MARGIN:g}", 0.5)


def rivals_fall(config: study.Config, arrays: Arrays) -> Finding:
    kinds = [("short", name, opponent) for name in study.RIVALS for opponent in study.OPPONENTS]
    kinds += [("long", name, "chain") for name in BEFORE]
    able = np.concatenate([far(config, arrays, *words) for words in kinds])
    fell = np.concatenate([collapsed(config, arrays, *words) for words in kinds])
    if able.sum() < 10:
        return Finding(f"only {able.sum()} of {len(able)} runs got so far that they could fall", "undecided")
    told = verdict.share(int(fell.sum()), int(able.sum()), f"runs that could ({len(able)} in all) collapsed", OFTEN)
    return Finding(f"{told.ours} [ours, made from a sentence about each]", told.verdict)


def unsustained(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(
        verdict.smaller(rules_left(config, arrays, "short", name, "greedy-shortest"),
                        rules_left(config, arrays, "short", name, "perfect"),
                        (f"{name}: rules left against greedy-shortest", "perfect"), 0) for name in study.RIVALS))


def better_than_before(reading: str) -> Judge:
    return lambda config, arrays: verdict.together(*(
        verdict.larger(online(config, arrays, "short", rival, opponent), online(config, arrays, "short", reading, opponent),
                       (f"{opponent}: {rival}", reading)) for rival in BEFORE for opponent in study.OPPONENTS))


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
    made = deals(config, arrays, "figure", "constant-10")[:, 0]
    return verdict.mean_below(made, 0.05, "double-deals made, of those there to be made [by the exact greedy policy]")


def unsupported(config: study.Config, arrays: Arrays) -> Finding:
    (offered, made, _), (matched, of) = arrays["expressible"]["deals"], arrays["expressible"]["matched"]
    told = (f"two rules of two and three nodes make {made:.0f} of all {offered:.0f} double-deals of always-double-deal; "
            f"they match {matched} of {of} kinds of positions, so when to make one takes rules that say more")
    return Finding(told, "disagree" if made > 0.99 * offered else "agree")


def optimal(config: study.Config, arrays: Arrays) -> Finding:
    found = exact(config, arrays, "long", "claims", "chain")
    return verdict.mean_below(found, 0.5, "the same language and 1000 rules, claims against chain, computed")


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


def management(config: study.Config, arrays: Arrays) -> Finding:
    ours = exact(config, arrays, "long", "claims", "chain")
    return verdict.opposite(verdict.mean_below(ours, 0.45, "claims against chain, computed"))


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
    return verdict.mean_near(exact(config, arrays, "table", "chain"), 0.95, MARGIN,
                             f"a table with alpha {config.table_alpha:g} against chain, computed")


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
    ("S7", "with a distribution of values between 0.45 and 0.55", spread_of_values),
    ("A1", "The activity rate of the system increased to above 99% after 1000 games", early_activity),
    ("A2", "remained close to 100% for the rest of the run", active),
    ("M1", "develop a level of performance equal to the artificial system over a period of more than 2 times 105 games",
     equal),
    ("M2", "This produced minimal overall performance (< 1% win rate)", niched),
    ("M3", "showed activity on a very small percentage of game states (10%)", inactive),
    ("M4", "performance was limited at a consistent value of 10%", limited),
    ("M5", "Performance and stability of development is enhanced when a measure of the frequency of reinforcement is "
     "separated from the quality measure of rules", separated("fitted")),
    ("M5b", "Performance and stability of development is enhanced when a measure of the frequency of reinforcement is "
     "separated from the quality measure of rules [the literal reading]", separated("literal")),
    ("M5c", "Performance and stability of development is enhanced when a measure of the frequency of reinforcement is "
     "separated from the quality measure of rules [stability, both readings]", steadier),
    ("M6", "Stable development was shown in every observed run [in 95 % of those that got so far that they could fall]",
     stable),
    ("M7", "typically as a monotonically increasing level of performance", rising),
    ("M8", "previous systems which often collapsed to near-zero performance under difficult conditions", rivals_fall),
    ("M9", "more effective than previous implementations using an Artificial Economy or Evolutionary Reinforcement Learning "
     "with a dynamic agent population [the reading of Figure 4, the best of eight; the others were not tuned]",
     better_than_before("fitted")),
    ("M9b", "more effective than previous implementations using an Artificial Economy or Evolutionary Reinforcement "
     "Learning with a dynamic agent population [the literal reading]", better_than_before("literal")),
    ("M10", "if the system is receiving limited rewards as a result of limited success against the opponent, the rule "
     "population is not sustained", unsustained),
    ("R1", "The most common rules are generic rules such as completing a box", generic),
    ("R2", "Examination of the rules used shows a diverse range of rules, some specific, some more general", diverse),
    ("R3", "double-crossing the end of a long chain [5] were not seen in samples analysed", unseen),
    ("L1", "such rules were not able to be supported with the given language", unsupported),
    ("L2", "reaching equal performance with the artificial opponent may be optimal with the given language", optimal),
    ("P1", "the literal parent rule fails", literal_fails),
    ("P2", "greedy play of a stored rule set can be far from on-line play in either direction", played_as_computed),
    ("P3", "is due to population management and generalisation, not to the information available", management),
    ("P4", "from .3-.45 is due to population management [claims above every reading, against opponents it was not tuned on]",
     ours_better(*study.PANEL, "greedy-shortest", "perfect")),
    ("P5", "from .3-.45 is due to population management [against the two left out of that panel]",
     ours_better(*study.BESIDE)),
    ("P6", "from .3-.45 is due to population management [after a million games against Figure 4's opponent]", ours_at_scale),
    ("P7", "A plain table over coin-graph afterstates, same reward, 10^6 on-line games, no rules [0.95 against chain]",
     remembered),
    ("P8", "level ~0.4-0.45 on-line at beta 10 against the double-dealing player", near_the_paper),
    ("P9", ".16-.23 until 9x10^5, then **fell to .036** [the literal reading, beta 0.1 to 20, in half of the runs]",
     literal_falls),
]
