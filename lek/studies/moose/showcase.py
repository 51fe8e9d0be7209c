"""What the paper tells in words, shown on an evolved population: one machine, one pair playing, and why rarity pays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.boards.moose_pair import pair_view
from lek.brains.fsm_drawing import draw
from lek.files import write
from lek.players.moose.machines import machines
from lek.studies.drawing import write_figure
from lek.studies.moose import Config, conflict_course, density, game_of, gather, median_replicate, statistics
from lek.studies.study import Arrays

BLUE, RED, GREY = "#4477AA", "#EE6677", "#BBBBBB"
CAPTIONS = {
    "figure-3": "An evolved machine, drawn as in the paper's Fig. 3: the fittest of the replicate with the median total "
                "fitness. The initial action stands on the arrow from nowhere; A/R is the opponent's action and the "
                "response; states that cannot be reached are pale.",
    "density": "Why rarity pays in Experiment 5. Left: when two types found in one evolved population stand on the rich "
               "field in a game against each other. Right: fitness of either type in populations mixed in every "
               "proportion. Each is the fitter one while it is rare.",
    "pair": "Two machines of one evolved population playing: step through the rounds with the buttons or the arrow keys.",
}


def showcase(config: Config, arrays: Arrays, folder: Path) -> list[Path]:
    """The machine, the two types and the pair, as far as the experiments run allow."""
    first = min(config.experiments)
    game = game_of(config, first)
    data = gather(arrays, f"e{first}")
    totals = statistics(config, data)["total_fitness"]
    replicate = median_replicate(totals)
    genomes = data["genomes"][replicate].view(np.recarray)
    order = np.argsort(-data["fitness"][replicate])
    write(folder / "figure-3.svg", draw(genomes[order[0]], title=f"the fittest machine of replicate {replicate}, "
                                                                 f"Experiment {first}"))
    made = [folder / "figure-3.svg"]
    left, right = int(order[0]), int(order[1])
    shown = two_types(config, arrays)
    if shown is not None:
        game, genomes, kinds, title = shown
        density_figure(kinds, config.population, title, folder / "density.png")
        made.append(folder / "density.png")
        left, right = int(kinds.a[0]), int(kinds.b[0])
    brain = machines(game, states=config.states).brain
    agents = [Agent(f"machine {i}", brain, genomes[i:i + 1]) for i in (left, right)]
    write(folder / "pair.html", pair_view(game, agents[0], agents[1], (f"machine {left}", f"machine {right}")))
    return [*made, folder / "pair.html"]


def two_types(config: Config, arrays: Arrays) -> Any:
    """The clearest case in Experiment 5: of the runs that go back and forth, the one in which rarity pays most."""
    if 5 not in config.experiments:
        return None
    game, data = game_of(config, 5), gather(arrays, "e5")
    brain = machines(game, states=config.states).brain
    course = conflict_course(config, data)
    spreads, zigzag = density.sawing(course), density.zigzag(course)
    best = None
    for replicate in np.argsort(-spreads)[:20]:
        genomes = data["genomes"][replicate].view(np.recarray)
        kinds = density.types(game, brain, genomes)
        if kinds is not None and kinds.advantage > 0:
            clarity = (bool(zigzag[replicate]), bool(spreads[replicate] > density.SAWING), kinds.advantage)
            if best is None or clarity > best[0]:
                title = f"Experiment 5, replicate {replicate} (sd of conflict {spreads[replicate]:.3f})"
                best = (clarity, (game, genomes, kinds, title))
    return None if best is None else best[1]


def density_figure(kinds: density.Types, population: int, title: str, path: Path) -> None:
    """Access to the rich field by type and round, and fitness against frequency."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    FigureCanvasAgg(figure)
    when, mixed = figure.subplots(1, 2, width_ratios=(1.3, 1))
    rounds = kinds.access.shape[1]
    for row, (name, colour, size) in enumerate((("A", BLUE, len(kinds.a)), ("B", RED, len(kinds.b)))):
        when.bar(np.arange(1, rounds + 1), 0.9 * kinds.access[row], bottom=1 - row, width=0.9, color=colour,
                 label=f"type {name} ({size} of {population})")
        when.axhline(1 - row, color=GREY, linewidth=0.8)
    when.set(title="on the rich field, in games of A against B", xlabel="round", yticks=[0.45, 1.45],
             yticklabels=["B", "A"], xlim=(0, rounds + 1), ylim=(0, 2.25))
    when.legend(loc="upper right", ncols=2, frameon=False)
    lines = density.mixture(kinds.payoff, population)
    for column, (name, colour) in enumerate((("A", BLUE), ("B", RED))):
        mixed.plot(np.arange(1, population) / population, lines[:, column], color=colour, label=f"type {name}")
    mixed.set(title="the rarer type is the fitter", xlabel="share of type A", ylabel="mean score a play")
    mixed.legend(frameon=False)
    figure.suptitle(title)
    write_figure(figure, path)
