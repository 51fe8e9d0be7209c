"""A few games of genomes drawn at random, as a digest; run as a module, in a process where something is different.

    python -m tests.contract.bred '["moose", {}, "vector", "cpu"]'
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from lek import contract, dice
from lek.agent import Population, Representation
from lek.find import find_game, find_representation
from lek.game import Game, record
from lek.playing import play


def drawn(made: Representation, many: int, seed: int = 1) -> Any:
    """Genomes [many] drawn at random."""
    genomes, stream = np.zeros(many, made.genome).view(np.recarray), record(dice.STREAM)
    stream[0].rng = dice.stream(seed, 0, 0)
    for genome in genomes:
        made.random(stream[0], made.options[0], genome)
    return genomes


def schedule_of(game: Game, many: int, games: int) -> Any:
    """Everybody against others."""
    return np.stack([(np.arange(games) * (1 + seat) + seat) % many for seat in range(game.seats)], axis=1)


def digest(game: Game, made: Representation, games: int = 3, **how: Any) -> str:
    genomes = drawn(made, 4)
    return contract.digest(play(game, Population(made.brain, genomes), schedule_of(game, 4, games), 2, **how))


if __name__ == "__main__":
    text, settings, kind, device = json.loads(sys.argv[1])
    found = find_game(text)
    game = found.build(**settings)
    print(digest(game, find_representation(found, game, kind), device=device))
