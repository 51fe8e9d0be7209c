"""Every checkable sentence of the paper's results and conclusions, judged. Ids: S Figure 4's schedules, A activity, M main
claim, R rules, L language. What we read into a sentence stands in brackets. `rulebook_claims.py` has those of others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from lek.studies import concepts as study
from lek.studies import verdict
from lek.studies.claim import Sentence
from lek.studies.concepts.runs import COUNTED, MET_THERE, TAKEN
from lek.studies.concepts.telling import (
    TENTHS,
    activity,
    collapsed,
    counted,
    deals,
    exact,
    far,
    fell,
    guided,
    online,
    tasks_of,
    tenths,
)
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

Judge = Callable[[study.Config, Arrays], Finding]
MARGIN = 0.05
BEFORE = ("economy", "mortals")
ABLATED = ("by-quality", "combined")
OFTEN, ALWAYS = 0.25, 0.95  # shares of runs that are read into "often" and "every"

# The least scale: the paper's rules and games, or our own where the paper has no such runs. Five runs of a kind: with fewer
# Student's interval reaches more than three standard errors to each side.
POPULATION = {"population": 1000, "runs": 5}
AT_SCALE = POPULATION | {"games": 1_000_000}
SHORTER = POPULATION | {"short_games": 50_000}  # of all systems against all opponents
LONGER = POPULATION | {"rival_games": 200_000}
BOTH, RIVALS = AT_SCALE | SHORTER, SHORTER | LONGER
BOARDS = AT_SCALE | {"board_games": 2000}


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
    shares = online(config, arrays, "long", "fitted-by-quality", config.opponent)
    return verdict.mean_below(shares, 0.01, f"by quality, against {config.opponent}, last tenth")


def inactive(config: study.Config, arrays: Arrays) -> Finding:
    shares = guided(config, arrays, "long", "fitted-by-quality", config.opponent)
    return verdict.mean_near(shares, 0.1, MARGIN, "by quality, turns guided at the end")


def limited(config: study.Config, arrays: Arrays) -> Finding:
    shares = online(config, arrays, "long", "fitted-combined", config.opponent)
    return verdict.mean_near(shares, 0.1, MARGIN, f"combined, against {config.opponent}, last tenth")


def separated_at_scale(config: study.Config, arrays: Arrays) -> Finding:
    """Figure 4 with beta 10 against what differs from it only in what rules are kept by."""
    return verdict.together(*(
        verdict.larger(online(config, arrays, "long", f"fitted-{other}", config.opponent),
                       online(config, arrays, "figure", "constant-10"), (f"{config.opponent}: {other}", "Figure 4"))
        for other in ABLATED))


def separated(reading: str) -> Judge:
    """A reading against what differs from it only in what rules are kept by."""
    return lambda config, arrays: verdict.together(*(
        verdict.larger(online(config, arrays, "short", f"{reading}-{other}", opponent),
                       online(config, arrays, "short", reading, opponent), (f"{opponent}: {other}", reading))
        for other in ABLATED for opponent in study.OPPONENTS))


def steadier(config: study.Config, arrays: Arrays) -> Finding:
    """Fewer runs collapse with the two apart."""
    both = ("literal", "fitted")
    apart: list[tuple[str, ...]] = [("figure", name) for name in study.SCHEDULES]
    apart += [("short", reading, opponent) for reading in both for opponent in study.OPPONENTS]
    joined: list[tuple[str, ...]] = [("long", f"fitted-{other}", config.opponent) for other in ABLATED]
    joined += [("short", f"{reading}-{other}", opponent) for reading in both for other in ABLATED
               for opponent in study.OPPONENTS]
    return verdict.rarer(falls(config, arrays, joined), falls(config, arrays, apart),
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


def stable(*kinds: str) -> Judge:
    """Of all runs of the paper's system of these kinds, or of all."""
    def judge(config: study.Config, arrays: Arrays) -> Finding:
        words = [each for each in readings(config) if not kinds or each[0] in kinds]
        down = falls(config, arrays, words)
        if len(down) == 0:
            return Finding("no run got so far that it could fall", "undecided")
        of = config.runs * len(words)
        return verdict.share(int((~down).sum()), len(down), f"runs that got so far ({of} in all) did not collapse", ALWAYS)

    return judge


def rising(config: study.Config, arrays: Arrays) -> Finding:
    """No tenth of a run is below an earlier one by more than the margin."""
    found = np.concatenate([tenths(config, arrays, "figure", name) for name in study.SCHEDULES])
    falls = (np.maximum.accumulate(found, 1) - found).max(1) > MARGIN
    return verdict.share(int((~falls).sum()), len(falls), f"runs of Figure 4 never fall by more than {MARGIN:g}", 0.5)


def rivals_fall(config: study.Config, arrays: Arrays) -> Finding:
    kinds = [("short", name, opponent) for name in study.RIVALS for opponent in study.OPPONENTS]
    kinds += [("long", name, "chain") for name in BEFORE]
    able, down, anyhow = (np.concatenate([ask(config, arrays, *words) for words in kinds]) for ask in (far, collapsed, fell))
    if able.sum() < 10:
        return Finding(f"only {able.sum()} of {len(able)} runs got so far that they could fall", "undecided")
    told = verdict.share(int(down.sum()), int(able.sum()), f"runs that could ({len(able)} in all) collapsed", OFTEN)
    hard = [("short", name, "perfect") for name in study.RIVALS]
    could, did = (sum(int(ask(config, arrays, *words).sum()) for words in hard) for ask in (far, collapsed))
    return Finding(f"{told.ours}, of them against perfect {did} of {could}; {anyhow.sum()} where a run need not have got so "
                   "far [ours, made from a sentence about each]", told.verdict)


def unsustained(*rivals: str) -> Judge:
    return lambda config, arrays: verdict.together(*(
        verdict.smaller(counted(config, arrays, "live", "short", name, "greedy-shortest"),
                        counted(config, arrays, "live", "short", name, "perfect"),
                        (f"{name}: rules left against greedy-shortest", "perfect"), 0) for name in rivals))


def unimproved(config: study.Config, arrays: Arrays) -> Finding:
    """From the second half of the games to the last tenth, against the easy opponent."""
    ways = []
    for name in BEFORE:
        shares = tenths(config, arrays, "short", name, "greedy-shortest")
        ways.append(verdict.mean_below(shares[:, -1] - shares[:, 4], MARGIN,
                                       f"{name}, greedy-shortest, last tenth less fifth"))
    return verdict.together(*ways)


def adequate(config: study.Config, arrays: Arrays) -> Finding:
    """The best tenth of all runs of the longer ones."""
    best = {name: tenths(config, arrays, "long", name, "chain").max() for name in BEFORE}
    told = ", ".join(f"{name} {value:.3f}" for name, value in best.items())
    return Finding(f"the best tenth of any run against chain: {told} [ours; margin {MARGIN:g}]",
                   "agree" if abs(max(best.values()) - 0.3) < MARGIN else "disagree")


def specialised(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.larger(counted(config, arrays, "exact", "short", reading, "chain"),
                                             counted(config, arrays, "exact", "short", f"{reading}-by-quality", "chain"),
                                             (f"rules without a wildcard, chain: {reading}", "by quality"))
                              for reading in ("literal", "fitted")))


def unmaintained(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.together(*(verdict.smaller(counted(config, arrays, "exact", "short", f"{reading}-by-quality", "chain"),
                                              counted(config, arrays, "exact", "short", f"{reading}-combined", "chain"),
                                              (f"rules without a wildcard, chain, {reading}: by quality", "combined"))
                              for reading in ("literal", "fitted")))


def acts_on_most(config: study.Config, arrays: Arrays) -> Finding:
    shares = guided(config, arrays, "long", "fitted-combined", config.opponent)
    return verdict.opposite(verdict.mean_below(shares, 0.5, "combined, turns guided at the end"))


def stabilised(config: study.Config, arrays: Arrays) -> Finding:
    """The sum of f in the last tenth, beside the fifth."""
    place, tenth = COUNTED.index("f"), config.blocks // TENTHS
    told = []
    for name in study.SCHEDULES:
        sums = np.array([arrays[task]["counted"][:, place] for task in tasks_of(config, "figure", name)])
        ratio = sums[:, -tenth:].mean(1) / np.maximum(sums[:, 4 * tenth:5 * tenth].mean(1), 1e-9)
        told.append(verdict.mean_near(ratio, 1.0, 0.1, f"sum of f, last tenth by fifth, {name}"))
    return verdict.together(*told)


def better_than_before(reading: str) -> Judge:
    return lambda config, arrays: verdict.together(*(
        verdict.larger(online(config, arrays, "short", rival, opponent), online(config, arrays, "short", reading, opponent),
                       (f"{opponent}: {rival}", reading)) for rival in BEFORE for opponent in study.OPPONENTS))


def among(form: str, what: str, kind: str = "commonest", many: int = 10) -> Judge:
    """The share of all runs of Figure 4 that have a rule of this form among the first of a kind."""
    def judge(config: study.Config, arrays: Arrays) -> Finding:
        tasks = [task for name in study.SCHEDULES for task in tasks_of(config, "figure", name)]
        hits = sum(any(re.fullmatch(form, rule) for rule in arrays[task][kind][:many]) for task in tasks)
        return verdict.share(hits, len(tasks), what, 0.5)

    return judge


def precise(config: study.Config, arrays: Arrays) -> Finding:
    """Rules used fifty times or more, three nodes or more and no wildcard, with a Q as high as the paper's example."""
    tasks = [task for name in study.SCHEDULES for task in tasks_of(config, "figure", name)]
    best = np.array([max((row[0] for rule, row in zip(arrays[task]["valuable"].tolist(), arrays[task]["valuable_numbers"],
                                                      strict=False) if "w" not in rule and rule.count(":") >= 2),
                         default=-np.inf) for task in tasks])
    return verdict.share(int((best >= 8.5).sum()), len(best), f"runs have one with a Q of 8.5 or more (the highest "
                         f"{best.max():.2f})", 0.5)


def reusable(config: study.Config, arrays: Arrays) -> Finding:
    """Rules of Figure 4, as they are, on the first larger board, beside a random player there."""
    won = arrays[f"board_{config.boards[0]}"]["won"]
    systems = [*TAKEN, "random"]
    return verdict.together(*(
        verdict.larger(won[systems.index("random"), MET_THERE.index(name)],
                       won[systems.index("fitted"), MET_THERE.index(name)],
                       (f"{config.boards[0]} x {config.boards[0]}, against {name}: a random player", "rules of Figure 4"))
        for name in ("random", "greedy-shortest")))


def diverse(config: study.Config, arrays: Arrays) -> Finding:
    exactly = counted(config, arrays, "exact", "figure", "constant-10")
    return verdict.together(verdict.mean_below(exactly, 0.95, "share of rules without a wildcard"),
                            verdict.opposite(verdict.mean_below(exactly, 0.01, "the same")))


def unseen(config: study.Config, arrays: Arrays) -> Finding:
    told = [verdict.mean_below(deals(config, arrays, "figure", name, which=which)[:, 0], 0.05, f"{name}, {what}")
            for name in study.SCHEDULES for which, what in (("double_deals", "double-deals made, of all there to be made"),
                                                            ("needed_deals", "of those that are best"))]
    return verdict.together(*told)


def unsupported(config: study.Config, arrays: Arrays) -> Finding:
    (offered, made, _), (matched, of) = arrays["expressible"]["deals"], arrays["expressible"]["matched"]
    told = (f"two rules of two and three nodes make {made:.0f} of all {offered:.0f} double-deals of always-double-deal; "
            f"they match {matched} of {of} kinds of positions, so when to make one takes rules that say more")
    return Finding(told, "disagree" if made > 0.99 * offered else "undecided")


def optimal(config: study.Config, arrays: Arrays) -> Finding:
    """One list of rules that wins more is enough; that ours win less says nothing about others."""
    found = exact(config, arrays, "long", "claims", "chain")
    told = verdict.mean_below(found, 0.5, f"the same language, {config.population} rules, claims against chain, computed")
    return told._replace(verdict="disagree" if told.verdict == "disagree" else "undecided")


CLAIMS: tuple[Sentence, ...] = (
    Sentence("S1", "the system quickly and smoothly increased performance over time, to a maximum average value "
             "of about 0.4 [within 0.05]", level("constant-10", 0.4), AT_SCALE),
    Sentence("S2", "reached a higher average performance value of 0.5 [within 0.05]", level("0.1-to-20", 0.5), AT_SCALE),
    Sentence("S3", "reaches a maximum performance value close to 0.35 [within 0.05]", level("0.1-to-10", 0.35), AT_SCALE),
    Sentence("S4", "the system developed more slowly", slower("constant-10", "0.1-to-20"), AT_SCALE),
    Sentence("S5", "but reached a higher average performance value of 0.5 [than with constant beta]", higher, AT_SCALE),
    Sentence("S6", "the system develops more slowly again", slower("0.1-to-20", "0.1-to-10"), AT_SCALE),
    Sentence("S7", "with a distribution of values between 0.45 and 0.55 [most runs]", spread_of_values, AT_SCALE),
    Sentence("A1", "The activity rate of the system increased to above 99% after 1000 games", early_activity, AT_SCALE),
    Sentence("A2", "remained close to 100% for the rest of the run [99 % in every block]", active, AT_SCALE),
    Sentence("M1", "develop a level of performance equal to the artificial system over a period of more than 2 "
             "times 105 [10^5] games [below a half in the second tenth, within 0.05 of it in the last]",
             equal, AT_SCALE),
    Sentence("M2", "This produced minimal overall performance (< 1% win rate)", niched, AT_SCALE),
    Sentence("M2b", "each rule maintained by the system was highly specialised and referred to highly selective "
             "cases [kept by Q: more rules without a wildcard]", specialised, SHORTER),
    Sentence("M3", "showed activity on a very small percentage of game states (10%) [within 0.05]", inactive, AT_SCALE),
    Sentence("M4", "performance was limited at a consistent value of 10% [within 0.05]", limited, AT_SCALE),
    Sentence("M4b", "The system acted on most game states [at half of all turns, the combined parameter]",
             acts_on_most, AT_SCALE),
    Sentence("M4c", "specialised rules that occurred infrequently were not maintained [the combined parameter: "
             "fewer rules without a wildcard than kept by Q]", unmaintained, SHORTER),
    Sentence("M5", "Performance and stability of development is enhanced when a measure of the frequency of "
             "reinforcement is separated from the quality measure of rules [at the paper's scale]",
             separated_at_scale, AT_SCALE),
    Sentence("M5a", "Performance and stability of development is enhanced when a measure of the frequency of "
             "reinforcement is separated from the quality measure of rules [shorter runs, easy to hard]",
             separated("fitted"), SHORTER),
    Sentence("M5b", "Performance and stability of development is enhanced when a measure of the frequency of "
             "reinforcement is separated from the quality measure of rules [the literal reading]",
             separated("literal"), SHORTER),
    Sentence("M5c", "Performance and stability of development is enhanced when a measure of the frequency of "
             "reinforcement is separated from the quality measure of rules [stability, both readings]", steadier, BOTH),
    Sentence("M6", "Stable development was shown in every observed run [of Figure 4, 95 % of those that got so "
             "far that they could fall; thirty runs are too few to show it]", stable("figure"), AT_SCALE),
    Sentence("M6b", "Stable development was shown in every observed run [the same of all runs of all readings]",
             stable(), BOTH),
    Sentence("M7", "typically as a monotonically increasing level of performance [most runs: never down by more than 0.05]",
             rising, AT_SCALE),
    Sentence("M8", "previous systems which often collapsed to near-zero performance under difficult "
             "conditions [a quarter of the runs that could]", rivals_fall, RIVALS),
    Sentence("M9", "more effective than previous implementations using an Artificial Economy or Evolutionary "
             "Reinforcement Learning with a dynamic agent population [the reading of Figure 4, the best of eight; "
             "the others were not tuned]", better_than_before("fitted"), SHORTER),
    Sentence("M9b", "more effective than previous implementations using an Artificial Economy or Evolutionary "
             "Reinforcement Learning with a dynamic agent population [the literal reading]",
             better_than_before("literal"), SHORTER),
    Sentence("M10", "if the system is receiving limited rewards as a result of limited success against the "
             "opponent, the rule population is not sustained", unsustained(*BEFORE), SHORTER),
    Sentence("M10b", "if the system is receiving limited rewards as a result of limited success against the "
             "opponent, the rule population is not sustained [their hungrier twins]",
             unsustained("economy-taxed", "mortals-hungry"), SHORTER),
    Sentence("M11", "if the opponent is too easy and the system receives plentiful rewards, rules that are not "
             "very good are maintained and the system does not improve [by more than 0.05 in the second half]",
             unimproved, SHORTER),
    Sentence("M12", "winning up to 30% of games against a given artificial opponent [the systems before: the "
             "best tenth of any run, within 0.05]", adequate, LONGER),
    Sentence("A3", "The total amount of accessibility value in the system will stabilise [within a tenth, from the "
             "middle of a run to its end]", stabilised, AT_SCALE),
    Sentence("R1", "The most common rules are generic rules such as completing a box",
             among(r"x\d+[nw] => x\d+-[nw]", "runs have x-n or x-w among their ten commonest"), AT_SCALE),
    Sentence("R1a", "The most common rules are generic rules such as completing a box [by a rule of one or two "
             "nodes]", among(r"[^:]*(: [^:]*)? => x\d+-[nw]", "runs take a box so by one of their ten commonest"), AT_SCALE),
    Sentence("R1b", "and playing into a long chain [from its end, by a rule of these two nodes]",
             among(r"[^:]*:? ?[^:]* => (x\d+-l\d+\(\d+\+\)|l\d+\(\d+\+\)-x\d+)",
                   "runs play so by one of their ten commonest"), AT_SCALE),
    Sentence("R2", "Examination of the rules used shows a diverse range of rules, some specific, some more "
             "general [between 1 and 95 % without a wildcard]", diverse, AT_SCALE),
    Sentence("R3", "double-crossing the end of a long chain [5] were not seen in samples analysed [one in twenty of "
             "those that could be made, and of the best ones]", unseen, AT_SCALE),
    Sentence("R4", "An example of a highly specific rule is [most runs have one with a Q of 8.5 or more; its was 8.99]",
             precise, AT_SCALE),
    Sentence("L1", "such rules were not able to be supported with the given language [one of three explanations "
             "that it offers; rules that make them disprove it, their absence proves nothing]", unsupported, {}),
    Sentence("L3", "effective play against a basic opponent and versatile, reusable rules [better than chance on "
             "a larger board]", reusable, BOARDS),
    Sentence("L2", "reaching equal performance with the artificial opponent may be optimal with the given "
             "language [rules that win more disprove it, others prove nothing]", optimal, AT_SCALE),
)
