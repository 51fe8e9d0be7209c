"""Figures: Table 2 beside ours, weights over generations, champions, VertDisc, cores and boards, agreement, future work."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lek.players.simplexity.simpai import WEIGHTS as TABLE_2
from lek.players.simplexity.simpai_heuristics import PARTS
from lek.players.simplexity.simpai_wide import GENES, MAGIC, WIDE
from lek.studies import simpai as study
from lek.studies.drawing import BLUE, CYAN, FAINT, GREEN, GREY, INK, PURPLE, RED, STYLE, YELLOW, save
from lek.studies.simpai.fidelity import RECORDED
from lek.studies.simpai.matches import DEPTHS, USUAL_DEPTH
from lek.studies.simpai.telling import agreement_rows, cell, ordered, place_name
from lek.studies.study import Arrays
from lek.studies.verdict import interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = dict(zip(PARTS, (BLUE, RED, GREEN, YELLOW, PURPLE), strict=True))
KINDS = {"five": "from the empty board", "opened": "from drawn openings"}

CAPTIONS = {
    "table-2": "Table 2: the weights of the best individuals of the paper's five runs, in the order of a final competition "
               "between them; the paper's and ours. Red are negative.",
    "generations": "Weights over the generations: for each heuristic the population's mean, median over runs with the "
                   "quartiles. Above, every game from the empty board, as in the paper; below, from drawn openings.",
    "champions": "The weights of every run's champion, a dot a run: from the empty board (left of each pair) and from drawn "
                 "openings (right). Bars are medians; diamonds are the paper's five, the open one the individual that "
                 "came first.",
    "disc": "What dropping VertDisc does: a player without it against itself as it is, by the weight that was dropped; "
            "a dot a champion, diamonds are Table 2's five. Above the line dropping helps. Bars are 95 % intervals over "
            "openings.",
    "strength": "SimpAI against others. Left, against itself at the usual depth, at other depths. Middle, against the "
                "framework's samples, beside what the real one won of all its recorded games (diamonds; many of its "
                "losses were time-outs, ours never are) and of those of 2020 that ended on the board (open diamonds). "
                "Right, Table 2's five against each other from drawn openings. Bars are 95 % intervals over openings.",
    "cores": "Cores and boards: SimpAI with one core and with all, on the two boards of the competition, against the same "
             "panel with one core. Left, points won (95 % intervals over openings); right, the mean depth that its "
             "search reached in its first six moves. By the clock of this machine.",
    "agreement": "How often our three clones move as the real SimpAI did in its recorded decisions, by kind of decision, "
                 "with 95 % intervals; and how often rules do that see no more of the board than which columns have room.",
    "boards": "Frozen weights on boards that were drawn afterwards, against equal weights and against random ones: a dot a "
              "champion, diamonds are Table 2's first.",
    "beyond": "The paper's future work: champions with more genes against those with five weights, run by run on openings "
              "that nobody was bred on. A dot is a run, the bar the mean with its 95 % interval. Right, the champions' "
              "further genes (dots) and the values at which they make no difference (dashes).",
}


def figures(config: study.Config, arrays: Arrays, folder: Path) -> list[Path]:
    return save(draw(config, arrays), folder)


def draw(config: study.Config, arrays: Arrays) -> dict[str, Figure]:
    """All figures for which there is something to draw."""
    from matplotlib import style

    made: dict[str, Figure] = {}
    with style.context(["default", STYLE]):
        made["table-2"] = table_two(config, arrays)
        made["generations"] = generations(config, arrays)
        made["champions"] = champions(config, arrays)
        made["disc"] = disc(config, arrays)
        made["strength"] = strength(config, arrays)
        if "clock_cores" in arrays:
            made["cores"] = cores(config, arrays)
        if config.boards:
            made["boards"] = boards(config, arrays)
        if "reason" not in arrays["agreement"]:
            made["agreement"] = agreement(arrays)
        if {"magic", "wide"} & {*config.kinds}:
            made["beyond"] = beyond(config, arrays)
    return made


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def table_two(config: study.Config, arrays: Arrays) -> Figure:
    ours, points = ordered(config, arrays)
    figure = _figure(7.2, 2.6)
    axes: Any = figure.subplots()
    axes.axis("off")
    columns = [0.0] + [2.3 + 1.05 * k for k in range(5)] + [8.2 + 1.05 * k for k in range(len(ours))]
    top = len(PARTS) + 1
    axes.set_xlim(-0.1, columns[-1] + 0.55)
    axes.set_ylim(-0.4, top + 0.9)
    for x, whose in ((columns[1], "the paper"), (columns[6], "ours")):
        axes.text(x + 0.45, top + 0.6, whose, fontsize=9.5, color=FAINT, ha="right")
    for line in (top + 0.4, top - 0.45, 0.45):
        axes.plot([-0.1, columns[-1] + 0.5], [line, line], color=GREY, lw=0.8)
    for k, x in enumerate(columns[1:]):
        axes.text(x + 0.45, top - 0.2, place_name(k if k < 5 else k - 5), ha="right", fontweight="bold")
    for row, name in enumerate(PARTS):
        y = top - 1.1 - row
        axes.text(0, y, name)
        for x, value in zip(columns[1:], [*TABLE_2[:, row], *ours[:, row]], strict=True):
            axes.text(x + 0.45, y, f"{value:.4f}".replace("-", "−"), ha="right", color=RED if value < 0 else INK)
    axes.text(0, -0.2, "points", color=FAINT)
    for x, value in zip(columns[6:], points, strict=True):
        axes.text(x + 0.45, -0.2, f"{value:.0f}", ha="right", color=FAINT)
    return figure  # type: ignore[no-any-return]


def generations(config: study.Config, arrays: Arrays) -> Figure:
    kinds = [kind for kind in KINDS if kind in config.kinds]
    figure = _figure(7.2, 1.0 + 2.2 * len(kinds))
    grid: Any = figure.subplots(len(kinds), len(PARTS), sharex=True, sharey=True, squeeze=False)
    for row, kind in enumerate(kinds):
        means = study.gather(arrays, kind, "mean")
        steps = np.arange(means.shape[1])
        for k, name in enumerate(PARTS):
            axes = grid[row, k]
            low, middle, high = np.quantile(means[:, :, k], [0.25, 0.5, 0.75], axis=0)
            axes.fill_between(steps, low, high, color=COLOURS[name], alpha=0.25, lw=0)
            axes.plot(steps, middle, color=COLOURS[name], lw=1.6)
            axes.axhline(0, color=FAINT, lw=0.7)
            if row == 0:
                axes.set_title(name, color=COLOURS[name], fontweight="bold")
            if row == len(kinds) - 1:
                axes.set_xlabel("generation")
                axes.locator_params(axis="x", nbins=3)
        grid[row, 0].set_ylabel(f"weight\n{KINDS[kind]}")
    return figure  # type: ignore[no-any-return]


def champions(config: study.Config, arrays: Arrays) -> Figure:
    figure = _figure(7.2, 3.9)
    axes: Any = figure.subplots()
    rng = np.random.default_rng(0)
    for k, name in enumerate(PARTS):
        for shift, kind in ((-0.16, "five"), (0.16, "opened")):
            if kind in config.kinds:
                values = study.champions(config, arrays, kind)[:, k]
                x = k + shift + rng.uniform(-0.08, 0.08, len(values))
                axes.scatter(x, values, s=14, color=BLUE if kind == "five" else RED, alpha=0.6, lw=0,
                             label=f"champions {KINDS[kind]}" if k == 0 else None)
                axes.plot([k + shift - 0.13, k + shift + 0.13], [np.median(values)] * 2, color=INK, lw=1.8)
        axes.scatter([k + 0.37] * 4, TABLE_2[1:, k], marker="D", s=22, color=INK, zorder=3,
                     label="the paper's five" if k == 0 else None)
        axes.scatter([k + 0.37], TABLE_2[:1, k], marker="D", s=30, facecolor="white", edgecolor=INK, zorder=4,
                     label="its first" if k == 0 else None)
    axes.axhline(0, color=FAINT, lw=0.9)
    axes.set_xticks(range(len(PARTS)), PARTS)
    axes.set_ylabel("weight")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, columnspacing=1.2, handletextpad=0.3)
    return figure  # type: ignore[no-any-return]


def disc(config: study.Config, arrays: Arrays) -> Figure:
    figure = _figure(7.2, 3.5)
    axes: Any = figure.subplots()
    data = arrays["disc"]
    for kind, colour, mark, name in (("five", BLUE, "o", f"champions {KINDS['five']}"),
                                     ("opened", RED, "o", f"champions {KINDS['opened']}"),
                                     ("table", INK, "D", "the paper's five")):
        if kind in data:
            limits = np.array([interval(row) for row in data[kind]])
            middle = data[kind].mean(1)
            axes.errorbar(data[f"{kind}_weight"], middle, np.clip(np.abs(limits.T - middle), 0, 1), fmt=mark, color=colour,
                          ms=4.5, lw=0.9, alpha=0.8, label=name)
    axes.axhline(0.5, color=FAINT, lw=0.9)
    axes.axvline(0, color=FAINT, lw=0.9)
    axes.set_xlabel("the weight of VertDisc that is dropped")
    axes.set_ylabel("points won without it")
    axes.set_ylim(0, 1)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, columnspacing=1.2, handletextpad=0.3)
    return figure  # type: ignore[no-any-return]


def _bars(axes: Any, x: Any, rows: Any, colour: str) -> None:
    """Means [n] of rows [n, openings] with their intervals."""
    limits = np.clip(np.array([interval(row) for row in rows]), 0, 1)
    middle = np.array([np.mean(row) for row in rows])
    axes.bar(x, middle, 0.62, color=colour)
    axes.errorbar(x, middle, np.abs(limits.T - middle), fmt="none", ecolor=INK, lw=1.1, capsize=2.5)


def strength(config: study.Config, arrays: Arrays) -> Figure:
    figure = _figure(7.4, 3.1)
    left, middle, right = figure.subplots(1, 3, sharey=True)
    _bars(left, range(len(DEPTHS)), arrays["depth"]["won"], BLUE)
    left.set_xticks(range(len(DEPTHS)), map(str, DEPTHS))
    left.set_xlabel(f"depth, against {USUAL_DEPTH}")
    left.set_ylabel("points won")
    _bars(middle, range(len(RECORDED)), arrays["recorded"]["opened"][0], GREEN)
    middle.scatter(range(len(RECORDED)), list(RECORDED.values()), marker="D", color=INK, zorder=3, s=26)
    if "natural" in arrays["recorded"]:
        hits, of = arrays["recorded"]["natural"].T
        middle.scatter(range(len(RECORDED)), hits / of, marker="D", facecolor="white", edgecolor=INK, zorder=4, s=30)
    middle.set_xticks(range(len(RECORDED)), ["Random", "Sequential", "MinimaxD2"], fontsize=8)
    middle.set_xlabel("against")
    _bars(right, range(5), np.nanmean(arrays["columns"]["won"], 1), PURPLE)
    right.set_xticks(range(5), [place_name(k) for k in range(5)])
    right.set_xlabel("of Table 2")
    for axes in (left, middle, right):
        axes.axhline(0.5, color=FAINT, lw=0.9)
        axes.set_ylim(0, 1.04)
    return figure  # type: ignore[no-any-return]


def cores(config: study.Config, arrays: Arrays) -> Figure:
    figure = _figure(7.2, 3.0)
    left, right = figure.subplots(1, 2)
    places = {"base": "6 x 7", "unknown-2020": "8 x 13"}
    many = int(arrays["clock_cores"]["cores"])
    for shift, threads, colour in ((-0.18, "one", CYAN), (0.18, "all", BLUE)):
        cells = [cell(arrays, board, threads) for board in places]
        x = np.arange(2) + shift
        middle = np.array([one["mean"] for one in cells])
        limits = np.clip(np.array([(one["low"], one["high"]) for one in cells]), 0, 1)
        name = "one core" if threads == "one" else f"all cores ({many} here)"
        left.bar(x, middle, 0.34, color=colour, label=name)
        left.errorbar(x, middle, np.abs(limits.T - middle), fmt="none", ecolor=INK, lw=1.1, capsize=2.5)
        right.bar(x, [one["depth"] for one in cells], 0.34, color=colour)
    for axes, what in ((left, "points won against the panel"), (right, "mean depth, first six moves")):
        axes.set_xticks(range(2), places.values())
        axes.set_ylabel(what)
    left.axhline(0.5, color=FAINT, lw=0.9)
    left.set_ylim(0, 1.04)
    figure.legend(loc="outside upper center", ncols=2)
    return figure  # type: ignore[no-any-return]


def boards(config: study.Config, arrays: Arrays) -> Figure:
    figure = _figure(7.2, 3.4)
    axes: Any = figure.subplots()
    rng = np.random.default_rng(0)
    names = []
    for number in range(config.boards):
        data = arrays[f"board_{number}"]
        rows, cols, win = data["board"][:3].tolist()
        names.append(f"{rows} x {cols}\n{win} in a row")
        for shift, what, colour in ((-0.16, "equal", BLUE), (0.16, "chance", YELLOW)):
            won = data[what].mean(1)
            name = f"champions against {'equal' if what == 'equal' else 'random'} weights"
            axes.scatter(number + shift + rng.uniform(-0.08, 0.08, len(won) - 1), won[1:], s=14, color=colour, alpha=0.7,
                         lw=0, label=None if number else name)
            axes.plot([number + shift - 0.12, number + shift + 0.12], [won[1:].mean()] * 2, color=INK, lw=1.8)
            axes.scatter([number + shift], won[:1], marker="D", s=26, facecolor="white", edgecolor=INK, zorder=3,
                         label="Table 2's first" if not number and what == "equal" else None)
    axes.axhline(0.5, color=FAINT, lw=0.9)
    axes.set_ylim(-0.03, 1.04)
    axes.set_xlim(-0.6, config.boards - 0.4)
    axes.set_xticks(range(config.boards), names)
    axes.set_ylabel("points won")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, columnspacing=1.2, handletextpad=0.3)
    return figure  # type: ignore[no-any-return]


def agreement(arrays: Arrays) -> Figure:
    rows = agreement_rows(arrays)
    data = arrays["agreement"]
    kinds = [str(kind) for kind in data["kinds"]]
    clones = [str(clone) for clone in data["clones"]]
    figure = _figure(7.2, 3.2)
    axes: Any = figure.subplots()
    width = 0.8 / len(clones)
    for c, (clone, colour) in enumerate(zip(clones, (BLUE, RED, GREEN), strict=False)):
        for k, kind in enumerate(kinds):
            row = rows.get(f"{clone}, {kind}")
            if row:
                x = k + (c - (len(clones) - 1) / 2) * width
                axes.bar(x, row["agrees"], width * 0.92, color=colour, label=clone if k == 0 else None)
                axes.errorbar(x, row["agrees"], [[row["agrees"] - row["low"]], [row["high"] - row["agrees"]]], fmt="none",
                              ecolor=INK, lw=1.1, capsize=2.5)
    for rule, mark in zip(map(str, data["blind"]), ("_", "x", "+"), strict=True):
        there = [k for k, kind in enumerate(kinds) if f"blind, {rule}, {kind}" in rows]
        axes.scatter(there, [rows[f"blind, {rule}, {kinds[k]}"]["agrees"] for k in there], marker=mark, s=60, color=INK,
                     zorder=3, label=f"blind: {rule}")
    names = [kind.replace(" PART", "\nPART").replace(", ", ",\n") for kind in kinds]
    axes.set_xticks(range(len(kinds)), [f"{name}\n({int(data['decisions'][0, k])})" for k, name in enumerate(names)])
    axes.set_ylim(0, 1.04)
    axes.set_ylabel("moves as the real one")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, columnspacing=1.2, handletextpad=0.3)
    return figure  # type: ignore[no-any-return]


def beyond(config: study.Config, arrays: Arrays) -> Figure:
    kinds = [kind for kind in ("magic", "wide") if kind in config.kinds]
    figure = _figure(7.4, 3.6)
    axes = figure.subplots(1, 1 + len(kinds), width_ratios=[1.0, *(2.0 for _ in kinds)], squeeze=False)[0]
    rng = np.random.default_rng(0)
    for k, kind in enumerate(kinds):
        won = arrays[f"beyond_{kind}"]["won"].mean(1)
        colour = {"magic": YELLOW, "wide": GREEN}[kind]
        axes[0].scatter(k + rng.uniform(-0.15, 0.15, len(won)), won, s=14, color=colour, lw=0)
        low, high = np.clip(interval(won), 0, 1)
        axes[0].errorbar([k + 0.28], [won.mean()], [[won.mean() - low], [high - won.mean()]], fmt="_", color=INK, lw=1.4,
                         capsize=3, ms=10)
        names = list(MAGIC if kind == "magic" else WIDE)
        genes = study.champions(config, arrays, kind)
        for j, name in enumerate(names):
            values = genes[:, GENES.index(name)]
            axes[1 + k].scatter(j + rng.uniform(-0.15, 0.15, len(values)), values, s=14, color=colour, lw=0)
            usual = MAGIC[name][0] if name in MAGIC else 0.0
            axes[1 + k].plot([j - 0.3, j + 0.3], [usual] * 2, color=INK, lw=1.2, ls=(0, (3, 2)))
        axes[1 + k].set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize=8)
        axes[1 + k].set_title(f"genes of {kind}")
    axes[0].axhline(0.5, color=FAINT, lw=0.9)
    axes[0].set_ylim(0, 1.04)
    axes[0].set_xlim(-0.5, len(kinds) - 0.4)
    axes[0].set_xticks(range(len(kinds)), kinds)
    axes[0].set_ylabel("points won against five weights")
    return figure  # type: ignore[no-any-return]
