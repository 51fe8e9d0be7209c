"""Figures: Figure 4, all systems against an easy, a middle and a hard opponent, what they end with, populations, rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.files import write
from lek.players.dots import rules as dots_rules
from lek.players.dots import rules_page as dots_rules_page
from lek.players.dots.graphrules_page import page
from lek.studies import concepts as study
from lek.studies.concepts.runs import COUNTED, board
from lek.studies.concepts.telling import activity, collapsed, column, exact, is_computed, tasks_of, tenths, won
from lek.studies.drawing import BLUE, CYAN, GREEN, GREY, INK, PURPLE, RED, STYLE, YELLOW, save
from lek.studies.study import Arrays
from lek.studies.verdict import interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {"constant-10": BLUE, "0.1-to-20": RED, "0.1-to-10": GREEN}
LINES = {  # a colour a family, dashed and dotted what differs from it in one thing
    "literal": (BLUE, "-"), "literal-by-quality": (BLUE, "--"), "literal-combined": (BLUE, ":"),
    "literal-combined-signed": (BLUE, "-."), "accessible": (CYAN, "-"), "fitted": (YELLOW, "-"),
    "fitted-by-quality": (YELLOW, "--"), "fitted-combined": (YELLOW, ":"), "fitted-combined-signed": (YELLOW, "-."),
    "economy": (PURPLE, "-"), "economy-taxed": (PURPLE, "--"), "mortals": (GREEN, "-"), "mortals-hungry": (GREEN, "--"),
    "xcs": (GREY, "-"), "claims": (RED, "-"), "claims-whole": (RED, "--")}
THIN, THICK = 0.9, 1.7  # what differs in one thing, and the others
AIM = 0.6
LEVELS = {"constant-10": 0.4, "0.1-to-20": 0.5, "0.1-to-10": 0.35}  # the paper's
CAPTIONS = {
    "figure-4": "The share of games won while learning, for three schedules of beta; means over runs with 95 % intervals. "
                "Dotted are the levels that the paper tells, against its opponent, which is lost. At the right, a dash a "
                "run, what greedy play of the same rules is worth, computed.",
    "beyond": "Against chain at the paper's scale: the paper's words (literal), the reading of Figure 4 (fitted), and "
              "claims, which manages the same number of rules in the same language by what they gain; beside them "
              "a table that has room for all positions. A thin line a run; dashed is what we aimed at.",
    "systems": "All systems against an easy, a middle and a hard opponent (the hard one can be beaten in half of the games "
               "at most): the share of games won while learning, tenth by tenth, means over runs.",
    "ends": "What they end with: the value of greedy play, computed where a list of rules says what is done, else played "
            "(told at the name); a dot a run, bars are means with 95 % intervals, red crosses runs that collapsed while "
            "learning.",
    "population": "The population over time, against chain: turns at which a rule was there to act (coverage; of claims, "
                  "one with a claim), how many rules there are and how many in use (few are a niche), rules without a "
                  "wildcard (specific), nodes of one, and how many match at a turn (general).",
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    for name, opponent, words in (("claims", "chain", ("long", "claims", "chain")),
                                  ("accessibility", config.opponent, ("figure", "constant-10"))):
        title = f"Rules learnt by {name} against {opponent}"
        write(folder / f"rules-{name}.html", rules_page(arrays[tasks_of(config, *words)[0]], opponent, title))
    return save(draw(config, arrays), folder)


def rules_page(found: Any, opponent: str, title: str) -> str:
    """All rules of a run, to browse, and where they apply against the opponent that they were learnt against."""
    lines = found["list"].tolist()
    if not lines[0]:
        return page([], title)
    g = dots_rules.parse("\n".join(lines), len(lines))
    won, where = dots_rules_page.applied(board(), g, opponent)
    return page(dots_rules_page.told(g, where), f"{title}: {won['first']:.3f} as first, {won['second']:.3f} as second")


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    from matplotlib import style

    with style.context(["default", STYLE]):
        return {"figure-4": schedules(config, arrays), "beyond": beyond(config, arrays), "systems": systems(config, arrays),
                "ends": ends(config, arrays), "population": population(config, arrays)}


def curves(config: study.Config, arrays: Arrays, *words: str) -> Any:
    return np.array([won(arrays[task]["curve"]) for task in tasks_of(config, *words)])


def band(axes: Any, x: Any, found: Any, colour: str, label: str) -> None:
    limits = np.array([interval(found[:, n]) for n in range(found.shape[1])])
    axes.fill_between(x, *limits.clip(0.0, 1.0).T, color=colour, alpha=0.2, lw=0)
    axes.plot(x, found.mean(0), color=colour, lw=1.5, label=label)


def ends_of_runs(axes: Any, x: float, values: Any, colour: str) -> None:
    """A dash a run."""
    axes.plot(np.full(len(values), x), values, "_", ms=9, color=colour, alpha=0.8)


def schedules(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4), layout="constrained")
    axes = figure.subplots()
    x = np.arange(1, config.blocks + 1) * config.games / config.blocks
    for name, colour in COLOURS.items():
        band(axes, x, curves(config, arrays, "figure", name), colour, f"beta {name.replace('-', ' ')}")
        axes.axhline(LEVELS[name], color=colour, lw=0.9, ls=":")
        ends_of_runs(axes, x[-1] * (1.02 + 0.02 * list(COLOURS).index(name)), exact(config, arrays, "figure", name), colour)
    axes.set(xlabel="games; at the right what greedy play is worth, computed", ylim=(0, 1),
             title=f"games won while learning, against {config.opponent}; parents: {config.parents}, alpha {config.alpha:g}")
    axes.legend(loc="upper left")
    return figure


def beyond(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4), layout="constrained")
    axes = figure.subplots()
    x = np.arange(1, config.blocks + 1) * config.games / config.blocks
    kinds = ((("long", "literal", "chain"), BLUE, "literal"), (("long", "fitted", "chain"), YELLOW, "fitted"),
             (("long", "claims", "chain"), RED, "claims"), (("table", "chain"), INK, "a table of all positions"))
    for words, colour, label in kinds:
        found = curves(config, arrays, *words)
        axes.plot(x, found.T, color=colour, lw=0.4, alpha=0.5)
        band(axes, x, found, colour, label)
        ends_of_runs(axes, x[-1] * 1.03, exact(config, arrays, *words), colour)
    axes.axhline(AIM, color=RED, lw=0.9, ls="--")
    axes.set(xlabel="games; at the right what greedy play is worth, computed", ylim=(0, 1),
             title="games won against chain while learning")
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    return figure


def systems(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.5, 4.2), layout="constrained")
    for axes, opponent in zip(figure.subplots(1, 3), study.OPPONENTS, strict=True):
        for system, (colour, dashes) in LINES.items():
            found = tenths(config, arrays, "short", system, opponent)
            axes.plot((np.arange(10) + 0.5) * config.short_games / 10, found.mean(0), color=colour, ls=dashes,
                      lw=THICK if dashes == "-" else THIN, label=system)
        axes.set(title=f"against {opponent}", xlabel="games", ylim=(0, None))
        axes.locator_params(axis="x", nbins=4)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=5)
    return figure


def ends(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    shown = study.OPPONENTS + study.PANEL + study.BESIDE
    figure = Figure(figsize=(9.5, 7.5), layout="constrained")
    grid = figure.add_gridspec(3, 3, height_ratios=(16, 5, 5))
    places = [figure.add_subplot(grid[n // 3, n % 3]) for n in range(len(shown))]
    for axes, opponent in zip(places, shown, strict=True):
        names = [system for system, met in study.short_runs() if met == opponent]
        for n, system in enumerate(names):
            words = ("short", system, opponent)
            found, fell = exact(config, arrays, *words), collapsed(config, arrays, *words)
            low, high = interval(found)
            axes.barh(n, found.mean(), color=LINES[system][0], height=0.6, alpha=0.5)
            axes.plot([max(low, 0), high], [n, n], color=INK, lw=1)
            axes.plot(found[~fell], np.full((~fell).sum(), n), "o", ms=3, color=INK, alpha=0.6)
            axes.plot(found[fell], np.full(fell.sum(), n), "x", ms=6, mew=1.6, color=RED)
        played = ["" if is_computed(config, arrays, "short", name, opponent) else ", played" for name in names]
        axes.set_yticks(range(len(names)), map("".join, zip(names, played, strict=True)))
        axes.invert_yaxis()
        axes.set(title=f"against {opponent}", xlim=(0, 1))
        axes.grid(axis="x")
    return figure


def general(curve: Any) -> Any:
    """How many rules match at a turn, block by block."""
    return column(curve, "matched") / np.maximum(column(curve, "counted"), 1.0)


def population(config: study.Config, arrays: Arrays) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.5, 7.5), layout="constrained")
    panels: dict[str, Any] = {"share of turns guided by a rule": activity, "rules": "live", "rules in use": "in_use",
              "share of rules without a wildcard": "exact", "nodes of a rule": "nodes",
              "rules that match at a turn": general}
    for axes, (title, name) in zip(figure.subplots(3, 2).flat, panels.items(), strict=True):
        for system, (colour, dashes) in LINES.items():
            found = [arrays[task] for task in tasks_of(config, "short", system, "chain")]
            told = np.mean([each["counted"][:, COUNTED.index(name)] if isinstance(name, str) else name(each["curve"])
                            for each in found], 0)
            axes.plot(np.arange(1, config.blocks + 1) * config.short_games / config.blocks, told, color=colour, ls=dashes,
                      lw=THICK if dashes == "-" else THIN, label=system)
        axes.set(title=title, ylim=(0, None), xlabel="games")
        axes.locator_params(axis="x", nbins=5)
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=5)
    return figure


__all__ = ["CAPTIONS", "draw", "figures"]
