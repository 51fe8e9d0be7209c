"""Figure 3: one typical evolution, its best ants against HyperHumant all along.

The paper chose the best of every twentieth generation by 2 x 250 games of everybody against HyperHumant and judged it by
2 x 10,000. Here everybody meets it on a few boards and only the best on 250: `figure_first`, `figure_short`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.evolve.checkpoint import Checkpoint
from lek.evolve.coevolution import coevolution
from lek.evolve.select import Referee, fitnessless
from lek.store import Partial
from lek.studies import brilliant as study
from lek.studies.brilliant import breeding, judging
from lek.studies.study import seed_of


def course(config: study.Config, partial: Partial) -> dict[str, Any]:
    """Generation, share of games won, of games killed and pieces eaten by the best ant of every so many generations."""
    game, bred = breeding.made("paper")
    referee = Referee(game, bred.brain, boards=config.boards, device=config.device, threads=1)
    seeds = np.array([seed_of(config.seed, "figure")], np.int64)
    checkpoint = Checkpoint(partial, bred.genome, NOTES)
    notes = checkpoint.course
    for last in coevolution(bred, fitnessless(referee, tournament=config.tournament), seeds.tolist(),
                            population=config.population, generations=config.figure_generations,
                            threads=config.threads, crossover=config.crossover, resume=checkpoint.last):
        if (last.index + 1) % config.figure_every == 0:
            best, agents = judging.best_against(config, game, judging.ants(bred, last.genomes[0]), judging.humants(game)[-1],
                                                "figure", last.index)
            told = judging.meet(config, game, agents, [(best, len(agents) - 1)], config.figure_boards, "figure", last.index)
            notes["generation"].append(last.index)
            notes["won"].append(told["won"].mean() / 2)
            notes["killed"].append(told["killed"][0, 0])
            notes["eaten"].append(told["eaten"][0])
        checkpoint.save(last)
    return {name: np.array(notes[name]) for name in NOTES}


NOTES = ("generation", "won", "killed", "eaten")
