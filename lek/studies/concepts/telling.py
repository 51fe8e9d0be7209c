"""The numbers of the study: shares of games won with their intervals over runs, collapses, rules."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from lek.players.dots.learning import TOLD
from lek.studies import concepts as study
from lek.studies.concepts.runs import COUNTED, MET_THERE, TAKEN
from lek.studies.study import Arrays
from lek.studies.verdict import interval

TENTHS = 10
FALL = 0.2  # of its best tenth, below which the last tenth of a run is a collapse
FAR = 0.05  # the share of games won in its best tenth from which a run could fall
Rows = list[list[Any]]


def column(curve: Any, name: str) -> Any:
    return curve[..., TOLD.index(name)]


def won(curve: Any) -> Any:
    """The share of games won, block by block."""
    return (column(curve, "won_first") + column(curve, "won_second")) / column(curve, "games")


def activity(curve: Any) -> Any:
    """The share of turns at which a rule acted, block by block."""
    return column(curve, "guided") / column(curve, "decisions")


def tasks_of(config: study.Config, *words: str) -> list[str]:
    """The runs whose names begin so."""
    return [f"{'_'.join(words)}_{run:03d}" for run in range(config.choice_runs if words[0] == "choice" else config.runs)]


def online(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] the share of games won while learning, in the last tenth."""
    last = config.blocks // TENTHS
    return np.array([won(arrays[task]["curve"])[-last:].mean() for task in tasks_of(config, *words)])


def seat(config: study.Config, arrays: Arrays, which: str, *words: str) -> Any:
    """[runs] the same of games in which it began, or did not."""
    last = config.blocks // TENTHS
    found = []
    for task in tasks_of(config, *words):
        curve = arrays[task]["curve"][-last:].sum(0)
        games = column(curve, "first") if which == "first" else column(curve, "games") - column(curve, "first")
        found.append(column(curve, f"won_{which}") / max(games, 1.0))
    return np.array(found)


def greedy(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] the share of games won by the best rule alone, as played; not a number where none were."""
    return np.array([won(arrays[task]["greedy"]) if "greedy" in arrays[task] else np.nan
                     for task in tasks_of(config, *words)])


def exact(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] the value of greedy play: computed, or as played where it cannot be (`is_computed`)."""
    return np.array([arrays[task]["exact"][:2].mean() if "exact" in arrays[task] else won(arrays[task]["greedy"])
                     for task in tasks_of(config, *words)])


def exact_seat(config: study.Config, arrays: Arrays, place: int, *words: str) -> Any:
    """[runs] the same of games in which it begins (0), or does not (1)."""
    found = []
    for task in tasks_of(config, *words):
        played = arrays[task].get("greedy", np.zeros(len(TOLD)))
        first, games = column(played, "first"), column(played, "games")
        of = (column(played, "won_first") / max(first, 1.0), column(played, "won_second") / max(games - first, 1.0))
        found.append(arrays[task]["exact"][place] if "exact" in arrays[task] else of[place])
    return np.array(found)


def tenths(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs, tenths] the share of games won while learning."""
    curves = np.array([won(arrays[task]["curve"]) for task in tasks_of(config, *words)])
    return curves[:, :config.blocks // TENTHS * TENTHS].reshape(len(curves), TENTHS, -1).mean(2)


def collapsed(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] whether it fell, of runs that had got far enough."""
    return fell(config, arrays, *words) & far(config, arrays, *words)


def fell(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] whether the last tenth is below a fifth of the best, however low that was."""
    found = tenths(config, arrays, *words)
    return found[:, -1] < FALL * found.max(1)


def far(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] whether a run ever won so much that it could fall."""
    return tenths(config, arrays, *words).max(1) >= FAR


def fallen(config: study.Config, arrays: Arrays, *words: str) -> dict[str, int]:
    """How many runs collapsed, of how many that could, and how many if all could."""
    return {name: int(ask(config, arrays, *words).sum())
            for name, ask in (("runs", collapsed), ("could", far), ("runs, if all could", fell))}


def counted(config: study.Config, arrays: Arrays, name: str, *words: str) -> Any:
    """[runs] a number of the population at the end."""
    return np.array([arrays[task]["counted"][-1][COUNTED.index(name)] for task in tasks_of(config, *words)])


def guided(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] the share of turns at which a rule was there to act, at the end."""
    return np.array([activity(arrays[task]["curve"])[-1] for task in tasks_of(config, *words)])


def deals(config: study.Config, arrays: Arrays, *words: str, which: str = "needed_deals") -> Any:
    """[runs, 2] of the turns at which a double-deal is best (`double_deals`: is there to be made), the share in which it
    is made, and is by any line."""
    told = [arrays[task][which] for task in tasks_of(config, *words) if which in arrays[task]]
    return np.array([numbers[1:] / numbers[0] for numbers in told if numbers[0] > 0]).reshape(-1, 2)


def spread(values: Any) -> dict[str, float]:
    """A mean with its 95 % interval over runs."""
    if len(values) == 0 or np.isnan(values).any():
        return {"mean": float("nan"), "low": float("nan"), "high": float("nan")}
    low, high = interval(values)
    return {"mean": float(np.mean(values)), "low": low, "high": high}


def arms(config: study.Config) -> dict[str, tuple[str, ...]]:
    """All kinds of runs that are reported, and how their tasks are called."""
    made: dict[str, tuple[str, ...]] = {f"Figure 4, {name}": ("figure", name) for name in study.SCHEDULES}
    made |= {f"{system}, {opponent}, long": ("long", system, opponent) for system, opponent in study.long_runs(config)}
    return made | {f"{system}, {opponent}": ("short", system, opponent) for system, opponent in study.short_runs()}


def is_computed(config: study.Config, arrays: Arrays, *words: str) -> bool:
    return all("exact" in arrays[task] for task in tasks_of(config, *words))


def matching(config: study.Config, arrays: Arrays, *words: str) -> Any:
    """[runs] how many rules match at a turn, at the end: how general they are."""
    last = [arrays[task]["curve"][-(config.blocks // TENTHS):].sum(0) for task in tasks_of(config, *words)]
    return np.array([column(curve, "matched") / max(column(curve, "counted"), 1.0) for curve in last])


def results(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, words in arms(config).items():
        told[name] = {
            "computed": is_computed(config, arrays, *words),
            "on-line, last tenth": spread(online(config, arrays, *words)),
            "as first": spread(seat(config, arrays, "first", *words)),
            "as second": spread(seat(config, arrays, "second", *words)),
            "greedy, played": spread(greedy(config, arrays, *words)),
            "value of greedy play": spread(exact(config, arrays, *words)),
            "value, as first": spread(exact_seat(config, arrays, 0, *words)),
            "value, as second": spread(exact_seat(config, arrays, 1, *words)),
            "activity": spread(guided(config, arrays, *words)),
            "collapsed": fallen(config, arrays, *words),
            "double-deals made, of all": spread(deals(config, arrays, *words, which="double_deals")[:, 0]),
            "double-deals made, of those that are best": spread(deals(config, arrays, *words)[:, 0]),
            "these, by chance": spread(deals(config, arrays, *words)[:, 1]),
            "rules that match at a turn": spread(matching(config, arrays, *words)),
            "population": {what: float(counted(config, arrays, what, *words).mean()) for what in COUNTED},
        }
    for opponent in dict.fromkeys(("chain", config.opponent)):
        words = ("table", opponent)
        told[f"table of positions, {opponent}"] = {
            "computed": True, "on-line, last tenth": spread(online(config, arrays, *words)),
            "value of greedy play": spread(exact(config, arrays, *words))}
    return {"systems": told, "choice, on-line": _tried(config, arrays), "larger boards, won": _taken(config, arrays),
            "the same rule in several runs of Figure 4": {"commonest": shared_rules(config, arrays, "commonest"),
                                                          "most valuable": shared_rules(config, arrays, "valuable")},
            "double-deals as rules": {"two rules": dict(zip(
                ("to be made", "made", "by chance", "positions they match", "of"),
                (*arrays["expressible"]["deals"], *arrays["expressible"]["matched"]), strict=True))}}


def _tried(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """Every combination of parents and alpha, and whether it is the one of Figure 4."""
    pairs, best = [(parents, alpha) for parents in study.PARENTS for alpha in study.ALPHAS], chosen(config, arrays)
    return {f"{parents}, {alpha:g}": {
        "chosen": (parents, alpha) == best, "in Figure 4": (parents, alpha) == (config.parents, config.alpha),
        **{opponent: spread(online(config, arrays, "choice", parents, str(alpha), opponent)) for opponent in study.CHOICES}}
        for parents, alpha in pairs}


def _taken(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    return {f"{side} x {side}, {system}": {name: spread(arrays[f"board_{side}"]["won"][n, k])
                                           for k, name in enumerate(MET_THERE)}
            for side in config.boards for n, system in enumerate((*TAKEN, "random"))}


def shared_rules(config: study.Config, arrays: Arrays, kind: str, many: int = 10) -> dict[str, Any]:
    """The rules among the first ten of a kind in most runs of Figure 4: in how many, and their mean Q."""
    found: dict[str, list[float]] = {}
    for name in study.SCHEDULES:
        for task in tasks_of(config, "figure", name):
            rows = zip(arrays[task][kind].tolist()[:many], arrays[task][f"{kind}_numbers"][:many], strict=False)
            for rule, q in {renumbered(rule): float(row[0]) for rule, row in rows}.items():
                found.setdefault(rule, []).append(q)
    first = sorted(found, key=lambda rule: (-len(found[rule]), rule))[:many]
    return {rule: {"runs": len(found[rule]), "mean Q": float(np.mean(found[rule]))} for rule in first}


def renumbered(rule: str) -> str:
    """A rule with its nodes numbered in the order in which they are told, and what each leads to in the order of letters."""
    numbers: dict[str, int] = {}
    graph, action = rule.split(" => ")
    parts = [re.findall(r"[qtlx]\d+(?:\(\d+\+?\))?|[nw]", part) for part in graph.split(" : ")]
    told = " : ".join(part[0] + "".join(sorted(part[1:], key=lambda word: word[0])) for part in parts)
    return re.sub(r"(?<=[qtlx])\d+", lambda found: str(numbers.setdefault(found[0], len(numbers))), f"{told} => {action}")


def written(*numbers: float) -> list[str]:
    """Nothing for what is missing or has no bounds."""
    return [f"{number:.4f}" if np.isfinite(number) else "" for number in numbers]


def tables(config: study.Config, arrays: Arrays) -> dict[str, Rows]:
    return {"systems": _systems(config, arrays), "figure-4": _figure(config, arrays), "choice": choices(config, arrays),
            "rules": _rules(config, arrays), "population": _population(config, arrays), "boards": _boards(config, arrays)}


def _systems(config: study.Config, arrays: Arrays) -> Rows:
    rows: Rows = [["run", "online", "online low", "online high", "first", "second", "greedy", "computed", "value",
                   "value low", "value high", "value first", "value second", "double-deals", "best ones",
                   "best ones by chance", "far", "collapsed", "collapsed if all could"]]
    for name, words in arms(config).items():
        line, value = spread(online(config, arrays, *words)), spread(exact(config, arrays, *words))
        seats = [float(seat(config, arrays, which, *words).mean()) for which in ("first", "second")]
        played = float(greedy(config, arrays, *words).mean())
        seats_exact = [float(exact_seat(config, arrays, place, *words).mean()) for place in (0, 1)]
        dealt = [spread(deals(config, arrays, *words, which=which)[:, k])["mean"]
                 for which, k in (("double_deals", 0), ("needed_deals", 0), ("needed_deals", 1))]
        fell = fallen(config, arrays, *words)
        rows.append([name.replace(",", ""), *written(*line.values(), *seats, played),
                     "yes" if is_computed(config, arrays, *words) else "played",
                     *written(*value.values(), *seats_exact, *dealt),
                     fell["could"], fell["runs"], fell["runs, if all could"]])
    return rows


def _figure(config: study.Config, arrays: Arrays) -> Rows:
    rows: Rows = [["games", *(f"{name} {what}" for name in study.SCHEDULES for what in ("mean", "low", "high"))]]
    curves = {name: np.array([won(arrays[task]["curve"]) for task in tasks_of(config, "figure", name)])
              for name in study.SCHEDULES}
    for block in range(config.blocks):
        told = [spread(curve[:, block]).values() for curve in curves.values()]
        rows.append([(block + 1) * config.games // config.blocks, *(f"{x:.4f}" for each in told for x in each)])
    return rows


def choices(config: study.Config, arrays: Arrays) -> Rows:
    """Every combination tried on the seeds kept for choosing, and how it did there."""
    rows: Rows = [["parents", "alpha", "opponent", "online", "low", "high"]]
    for parents in study.PARENTS:
        for alpha in study.ALPHAS:
            for opponent in study.CHOICES:
                shares = spread(online(config, arrays, "choice", parents, str(alpha), opponent))
                rows.append([parents, alpha, opponent, *written(*shares.values())])
    return rows


def chosen(config: study.Config, arrays: Arrays) -> tuple[str, float]:
    """Parents and alpha that win most against the opponent of Figure 4, on the seeds kept for choosing."""
    opponent = config.opponent if config.opponent in study.CHOICES else study.CHOICES[0]
    shares = {(parents, alpha): online(config, arrays, "choice", parents, str(alpha), opponent).mean()
              for parents in study.PARENTS for alpha in study.ALPHAS}
    return max(shares, key=lambda pair: shares[pair])


def _rules(config: study.Config, arrays: Arrays) -> Rows:
    rows: Rows = [["run", "kind", "place", "rule", "Q", "f", "uses", "born"]]
    kinds: list[tuple[str, ...]] = [("figure", name) for name in study.SCHEDULES]
    for words in (*kinds, ("long", "literal", "chain"), ("long", "claims", "chain")):
        for task in tasks_of(config, *words):
            for kind in ("commonest", "accessible", "valuable"):
                told = zip(arrays[task][kind].tolist(), arrays[task][f"{kind}_numbers"].tolist(), strict=False)
                rows += [[task, kind, n + 1, rule, f"{q:.3f}", f"{f:.4f}", int(uses), int(born)]
                         for n, (rule, (q, f, uses, born)) in enumerate(told)]
    return rows


def _population(config: study.Config, arrays: Arrays) -> Rows:
    """Over time: activity is coverage, rules in use tell niching, wildcards and exact rules generality."""
    rows: Rows = [["run", "tenth", "won", "activity", "matching", *COUNTED]]
    for name, words in arms(config).items():
        found = [arrays[task] for task in tasks_of(config, *words)]
        curve = np.mean([each["curve"] for each in found], 0)
        counted = np.mean([each["counted"] for each in found], 0)
        for tenth in range(TENTHS):
            here = slice(tenth * config.blocks // TENTHS, (tenth + 1) * config.blocks // TENTHS)
            matching = (column(curve, "matched") / column(curve, "counted"))[here].mean()
            numbers = [won(curve)[here].mean(), activity(curve)[here].mean(), matching, *counted[here].mean(0)]
            rows.append([name.replace(",", ""), tenth + 1, *(f"{number:.4f}" for number in numbers)])
    return rows


def _boards(config: study.Config, arrays: Arrays) -> Rows:
    rows: Rows = [["board", "rules", *(f"{name} {what}" for name in MET_THERE for what in ("mean", "low", "high"))]]
    for side in config.boards:
        for n, system in enumerate((*TAKEN, "random")):
            told = [spread(arrays[f"board_{side}"]["won"][n, k]).values() for k in range(len(MET_THERE))]
            rows.append([f"{side}x{side}", system, *(f"{x:.4f}" for each in told for x in each)])
    return rows
