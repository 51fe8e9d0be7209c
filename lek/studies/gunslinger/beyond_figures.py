"""Figures of what the report argued and searched, and of what lies beyond it: friends, mu and beta, enmity, breeding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lek.players.gunslinger.bred import GENES
from lek.studies import gunslinger as study
from lek.studies.drawing import BLUE, CYAN, FAINT, GREEN, INK, PURPLE, RED, YELLOW
from lek.studies.gunslinger import breeding
from lek.studies.gunslinger.beyond import ahead, as_good, cell, searched
from lek.studies.gunslinger.enmity import enmity, enmity_figure
from lek.studies.gunslinger.estimates import stratified
from lek.studies.gunslinger.lineups import agent_of, game_of
from lek.studies.gunslinger.one_seat import BETAS, FIRST, MUS, REPORTED, SITTERS, SITUATIONS
from lek.studies.study import Arrays, seed_of
from lek.studies.verdict import interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENEMIES = {1: BLUE, 2: RED, 3: GREEN, 4: YELLOW, 7: CYAN, 9: PURPLE}
TABLE = ("DR", "g1", "g3", "g4", "g8", "DRR", "silent", "dumb-1", "dumb-2", "focus")

CAPTIONS = {
    "friends": "What answering is worth: the rank of a player who always answers (DR) less that of one who never does "
               "(silent), in the same seat on the same deals, at tables of ten. Below 0 answering is better. The report "
               "expects it above 0 on the right (lots of friends) and below 0 on the left (few). Bars are 95 % intervals "
               "over deals.",
    "search": "The report's search: mean rank of David's Revenge's Revenge for each mu and beta, at tables of ten with none "
              "to eight friends. In small print, how far behind the best it is on deals on which the best was not picked, "
              "with half the width of its 95 % interval. Framed: not significantly worse than the best. Circle: the best; "
              "square: the report's choice; diamond: its first curve.",
    "enmity": "The enmity graph of one game, as David's Revenge (0) sees it: who shot whom, the wider the arrow the more "
              "often; black where it is one of the two. It knows its own friends and enemies only.",
    "bred": "The bred linear player. Left, mean and best fitness in training, by generation: mean over replicate runs and "
            "the range of runs. Middle, where champions are judged (other opponents, line-ups and deals): by how much "
            "each beats another player in the same seat; a dot is a replicate, the bar the 95 % interval of the mean over "
            "replicates. Right, the champions' weights beside those that g1's group published (diamonds).",
}


def firing_by_friends(config: study.Config, arrays: Arrays) -> Figure:
    """DR less silent, by friends, a line for each number of enemies."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 3.9), layout="constrained")
    axes: Any = figure.subplots()
    pooled = {}
    for k, e in enumerate(ENEMIES):
        points = []
        for f in SITUATIONS:
            if e in SITUATIONS[f]:
                ranks = arrays[f"exchange_{f}"]["rank"][SITUATIONS[f].index(e)].astype(float)
                gap = ranks[SITTERS.index("DR")] - ranks[SITTERS.index("silent")]
                points.append((f + 0.09 * (k - 2.5), stratified([gap])))
        axes.plot([x for x, _ in points], [one.mean for _, one in points], "o-", color=ENEMIES[e], linewidth=1.2,
                  markersize=4.5, label=f"{e} enem{'y' if e == 1 else 'ies'}")
        for x, one in points:
            axes.plot([x, x], [one.low, one.high], color=ENEMIES[e], linewidth=1.6)
    for f in SITUATIONS:
        ranks = arrays[f"exchange_{f}"]["rank"].astype(float)
        pooled[f] = stratified(list(ranks[:, SITTERS.index("DR")] - ranks[:, SITTERS.index("silent")]))
    good = [f for f, one in pooled.items() if one.high < 0]
    bad = [f for f, one in pooled.items() if one.low > 0]
    figure.suptitle("Answering pays with many friends and costs with none" if max(SITUATIONS) in good and 0 in bad else
                    "What answering is worth, by the number of friends", x=0.01, ha="left")
    axes.axhline(0, color=INK, linewidth=1)
    for words, x, y, across, down in (("never answering is better", 0.99, 0.97, "right", "top"),
                                      ("always answering is better", 0.01, 0.03, "left", "bottom")):
        axes.annotate(words, (x, y), xycoords="axes fraction", ha=across, va=down, color=FAINT,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    axes.set_xticks(list(SITUATIONS), [f"{f}\nx = {(10 - f) / 10:g}" for f in SITUATIONS])
    axes.set(xlabel="friends of each of ten players (x: share of non-friends)", ylabel="difference of rank")
    axes.margins(y=0.12)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    axes.set_title(f"{config.games_exchange} deals a point; bars: 95 % intervals")
    return figure


def search_map(config: study.Config, arrays: Arrays) -> Figure:
    """Mean rank over mu and beta with intervals, and three choices marked."""
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle

    found = searched(arrays)
    good = as_good(found)
    (i, j), (k, m) = found.best, cell(REPORTED)
    figure = Figure(figsize=(9.6, 5.4), layout="constrained")
    axes: Any = figure.subplots()
    image = axes.imshow(found.rank.T, cmap="cividis", aspect="auto", origin="lower")
    for a, b in np.ndindex(found.rank.shape):
        one = found.worse[a][b]
        color = "white" if image.norm(found.rank[a, b]) < 0.55 else "black"
        axes.text(a, b + 0.17, f"{found.rank[a, b]:.2f}", ha="center", va="center", color=color, size=8.5)
        told = "best" if (a, b) == found.best else f"{one.mean:+.3f}±{one.high - one.mean:.3f}"
        axes.text(a, b - 0.2, told, ha="center", va="center", color=color, size=6.2)
        if good[a, b]:
            axes.add_patch(Rectangle((a - 0.46, b - 0.45), 0.92, 0.9, fill=False, edgecolor="white", linewidth=1.4))
    marks = (("o", found.best, f"best: μ = {MUS[i]:g}, β = {BETAS[j]:g}"),
             ("s", (k, m), "the report's choice: μ = 0.4, β = 0.06"),
             ("D", cell(FIRST), "its first curve: μ = 0.5, β = 0.07"))
    for mark, (a, b), _ in marks:
        axes.plot(a - 0.34, b + 0.27, mark, markersize=7, color=RED, markeredgecolor="white", clip_on=False)
    behind = found.worse[k][m]
    figure.suptitle(f"The report's choice is {behind.mean:.2f} [{behind.low:.2f}, {behind.high:.2f}] ranks behind the best"
                    if (i, j) != (k, m) else "The report's choice is the best", x=0.01, ha="left")
    axes.set_xticks(range(len(MUS)), [f"{mu:g}" for mu in MUS])
    axes.set_yticks(range(len(BETAS)), [f"{beta:g}" for beta in BETAS])
    axes.set(xlabel="μ: share of non-friends at which it answers half the time", ylabel="β: how gradual the curve is")
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    bar = figure.colorbar(image, ax=axes, pad=0.01, aspect=30, label="mean rank of ten (lower is better)")
    bar.outline.set_visible(False)
    axes.set_title(f"{config.games_search} deals in each of {sum(map(len, SITUATIONS.values()))} situations; small: ranks "
                   "behind the best ± half a 95 % interval; framed: not significantly worse than the best")
    figure.legend(handles=[Line2D([], [], linestyle="", marker=mark, color=RED, markersize=7, label=label)
                           for mark, _, label in marks], loc="outside lower center", ncols=3)
    return figure


def enmity_of_a_game(config: study.Config) -> Figure:
    """The first of some games of the report's player in which it was shot and fired back, and somebody died."""
    game = game_of(10, 2, 4)
    agents = [agent_of(game, name) for name in TABLE]
    seed = seed_of(config.seed, "enmity")
    shown = None
    for deal in range(40):
        found = enmity(game, agents, seed, deal)
        shown = shown or found
        if found.shots[0].sum() >= 2 and found.shots[:, 0].sum() >= 2 and found.alive[0] and not found.alive.all():
            shown = found
            break
    assert shown is not None
    return enmity_figure(shown, TABLE, f"Who shot whom in a game of {shown.rounds} rounds, as David's Revenge sees it")


def bred_players(config: study.Config, arrays: Arrays) -> Figure:
    """Training, judging and weights of the bred player."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 4.0), layout="constrained")
    gap = ahead(arrays, "g1")
    low, high = interval(gap)
    title = f"Bred weights beat g1's own by {gap.mean():.3f} of the most one can get" if low > 0 else \
        f"Bred weights are worse than g1's own by {-gap.mean():.3f}" if high < 0 else \
        "Bred weights are neither surely better nor surely worse than g1's own"
    figure.suptitle(f"{title}, where neither was trained", x=0.01, ha="left")
    panels: Any = figure.subplots(1, 3, width_ratios=(1, 1.15, 1.25))
    for axes, part in zip(panels, (_training, _judged, _weights), strict=True):
        part(axes, arrays)
    return figure


def _training(axes: Any, arrays: Arrays) -> None:
    for name, color, label in (("most", RED, "best"), ("mean", BLUE, "mean")):
        values = study.gather(arrays, "bred", name)
        axes.fill_between(range(values.shape[1]), values.min(0), values.max(0), color=color, alpha=0.15, linewidth=0)
        axes.plot(values.mean(0), color=color, linewidth=1.8, label=label)
    axes.set(xlabel="generation", ylabel="training fitness, score / (e + f + 1)", xlim=(0, values.shape[1] - 1))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(loc="lower right")
    axes.set_title(f"in training, {len(values)} runs")


def _judged(axes: Any, arrays: Arrays) -> None:
    for place, name in enumerate(breeding.BESIDE):
        gap = ahead(arrays, name)
        low, high = interval(gap)
        across = (np.arange(len(gap)) * 0.6180339887) % 1 - 0.5
        axes.plot(place + 0.5 * across, gap, ".", color=BLUE, markersize=4.5, alpha=0.7, markeredgewidth=0)
        if np.isfinite(low):
            axes.plot([place, place], [low, high], color=INK, linewidth=3, solid_capstyle="butt")
        axes.plot([place - 0.3, place + 0.3], [gap.mean()] * 2, color=INK, linewidth=1.6)
        axes.annotate(f"{gap.mean():+.3f}", (place, 0.99), xycoords=("data", "axes fraction"), ha="center", va="top", size=8)
    axes.axhline(0, color=FAINT, linewidth=1)
    axes.set_xticks(range(len(breeding.BESIDE)), breeding.BESIDE)
    axes.set(xlabel="in the same seat, instead", ylabel="champion's score less the other's")
    axes.margins(y=0.2)
    axes.set_title("judged on other opponents and line-ups")


def _weights(axes: Any, arrays: Arrays) -> None:
    champions = study.gather(arrays, "bred", "champions")
    names = list(GENES)[::-1]
    for place, name in enumerate(names):
        values = champions[:, list(GENES).index(name)]
        across = (np.arange(len(values)) * 0.6180339887) % 1 - 0.5
        axes.plot(values, place + 0.5 * across, ".", color=BLUE, markersize=4.5, alpha=0.7, markeredgewidth=0)
        axes.plot([np.median(values)] * 2, [place - 0.36, place + 0.36], color=INK, linewidth=1.6)
        axes.plot(breeding.PUBLISHED[name], place, "D", color=RED, markersize=5.5, markeredgecolor="white")
    axes.axvline(0, color=FAINT, linewidth=1, zorder=0)
    axes.set_yticks(range(len(names)), [name.replace("_", " ") for name in names])
    axes.set(xlabel="weight", xlim=(-10.5, 10.5))
    axes.grid(visible=False)
    axes.set_title("weights: line median, diamond g1's own")
