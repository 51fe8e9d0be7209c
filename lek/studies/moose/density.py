"""Negative density dependence in Experiment 5: who is rare does better (the paper's section V.A).

*Detector.* A run saws where the standard deviation of its conflict over the last 100 generations is above 0.05;
generation-to-generation noise alone is about 0.02 (rulebook, 3.4).

*Sawing or drifting.* A run that changes its level once has a large standard deviation too. It zigzags where more than
half of that comes from generation to generation (the standard deviation of differences, over the root of two).

*Mechanism.* "Two types of agents that access the enriched field at different times": a population is divided in two by
when its members stand on the rich field in the second half of their games (the sign of the first principal component
of these times). Types A and B show the mechanism where each fares better against the other than the other does
against itself,

    a in B's world:  score(A against B) > score(B against B)
    b in A's world:  score(B against A) > score(A against A)

so that either one spreads while it is rare; `mixture` gives both types' fitness in populations mixed in every
proportion.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from lek.agent import Brain, Population
from lek.brains import fsm
from lek.game import Game
from lek.jit import rule
from lek.playing import play

MEMORY = np.dtype((np.record, fsm.MEMORY))
SAWING = 0.05
WINDOW = 100


def sawing(conflict: Any) -> Any:
    """Standard deviation of conflict [replicates, generations + 1] over the last 100 generations, per replicate."""
    return conflict[:, -WINDOW:].std(axis=1, ddof=1) if conflict.shape[1] > 1 else np.zeros(len(conflict))


def zigzag(conflict: Any) -> Any:
    """Which replicates saw back and forth rather than change their level once."""
    last = conflict[:, -WINDOW:]
    if last.shape[1] < 3:
        return np.zeros(len(conflict), np.bool_)
    steps = np.diff(last, axis=1).std(axis=1, ddof=1) / np.sqrt(2)
    return (sawing(conflict) > SAWING) & (steps > 0.5 * sawing(conflict))


class Types(NamedTuple):
    """Two types in one population, and the mean score a round of each against each."""

    a: Any  # indices of the members of type A
    b: Any
    payoff: Any  # [2, 2] row's score against column
    access: Any  # [2, rounds] share of a type's rounds on the rich field, against the other type
    advantage: float  # the smaller of the two gains from being rare


@rule
def moves(left, right, memories, rounds, out):
    """Fields [2, rounds] chosen by two machines against each other, starting from blank memories [2]."""
    a = -1
    b = -1
    for t in range(rounds):
        a, b = fsm.respond(left, memories[0], b), fsm.respond(right, memories[1], a)
        out[0, t] = a
        out[1, t] = b


def all_moves(genomes: Any, rounds: int) -> Any:
    """[n, n, rounds] the field row's machine chooses against column's."""
    n = len(genomes)
    out = np.zeros((n, n, rounds), np.int8)
    pair = np.zeros((2, rounds), np.int8)
    for i in range(n):
        for j in range(i, n):
            moves(genomes[i], genomes[j], np.zeros(2, MEMORY), rounds, pair)
            out[i, j], out[j, i] = pair[0], pair[1]
    return out


def scores_of(game: Game, brain: Brain, genomes: Any) -> Any:
    """[n, n] score a round of row's machine against column's."""
    n = len(genomes)
    first, second = np.triu_indices(n)
    played = play(game, Population(brain, genomes, bred=True), np.column_stack([first, second]), 0, threads=1)
    scores = np.zeros((n, n))
    scores[first, second] = played.scores[:, 0]
    scores[second, first] = played.scores[:, 1]
    return scores / game.settings["rounds"]


def types(game: Game, brain: Brain, genomes: Any, rich: int = 2) -> Types | None:
    """The population divided by when its members are on the rich field; None where all are alike."""
    rounds = game.settings["rounds"]
    on_rich = all_moves(genomes, rounds) == rich  # [n, n, rounds]
    times = on_rich[:, :, rounds // 2:].reshape(len(genomes), -1).astype(float)
    components, sizes, _ = np.linalg.svd(times - times.mean(0), full_matrices=False)
    side = components[:, 0] * np.sign(components[np.abs(components[:, 0]).argmax(), 0]) > 0
    a, b = np.flatnonzero(side), np.flatnonzero(~side)
    if sizes[0] < 1e-9 or min(len(a), len(b)) < 2:
        return None
    scores = scores_of(game, brain, genomes)
    payoff = np.array([[_mean(scores, a, a), _mean(scores, a, b)], [_mean(scores, b, a), _mean(scores, b, b)]])
    access = np.stack([on_rich[np.ix_(a, b)].mean((0, 1)), on_rich[np.ix_(b, a)].mean((0, 1))])
    return Types(a, b, payoff, access, float(min(payoff[0, 1] - payoff[1, 1], payoff[1, 0] - payoff[0, 0])))


def mixture(payoff: Any, population: int = 36) -> Any:
    """[population - 1, 2] fitness of A and of B where 1 .. population-1 members are of type A (nobody plays itself)."""
    a = np.arange(1, population)[:, None]
    b = population - a
    with_a = (payoff[0, 0] * (a - 1) + payoff[0, 1] * b) / (population - 1)
    with_b = (payoff[1, 0] * a + payoff[1, 1] * (b - 1)) / (population - 1)
    return np.hstack([with_a, with_b])


def _mean(scores: Any, rows: Any, columns: Any) -> float:
    """Mean score of rows against columns, nobody against itself."""
    block = scores[np.ix_(rows, columns)]
    different = rows[:, None] != columns[None, :]
    return float(block[different].mean())
