"""One game of Organisms as a film: the whole board in chosen rounds, taken while the game is played.

A frame of round t is the board after the food of round t and before anybody moves in it; the last one is the board at the
end. The first 100 rounds, in which species are founded or die out, are all there; from then on the gaps grow, so that a film
played evenly runs linearly to round 100 and logarithmically after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border, kernel
from lek.agent import Agent
from lek.game import Game
from lek.jit import rule
from lek.position import result
from lek.settings import Mistake
from lek.watching import watch

FOUNDING = 100  # rounds at the beginning that are all kept
ROOM = 4_000_000  # cells in all frames of a film together: large boards have fewer frames
FEWEST = 24


class Frames(NamedTuple):
    """The kept rounds of one game, and how it ended; a rule fills it."""

    rounds: npt.NDArray[np.int64]  # [frames]
    species: npt.NDArray[np.int16]  # [frames, cells] the seat of the organism there; -1: nobody
    energy: npt.NDArray[np.int32]  # [frames, cells] of the organism
    food: npt.NDArray[np.uint16]  # [frames, cells]
    counts: npt.NDArray[np.int64]  # [frames, seats] organisms
    totals: npt.NDArray[np.int64]  # [frames, seats] energy
    filled: npt.NDArray[np.int64]  # [1] how many frames there are so far
    scores: npt.NDArray[np.float64]  # [1, seats]
    measures: npt.NDArray[np.float64]  # [1, seats, k]
    width: int
    height: int
    most_energy: int  # of an organism: M
    most_food: int  # on a cell: K


@rule
def keep(s: Any, film: Any) -> None:
    """Keep the board where its round is due, or where the game is over; called after every step."""
    at = film.filled[0]
    over = s.cell < 0
    if at == len(film.rounds) or (s.turn < film.rounds[at] and not over):
        return
    film.filled[0] = at + 1
    film.rounds[at] = s.turn
    for cell in range(film.food.shape[1]):
        film.food[at, cell] = s.food[cell]
        if s.who[cell] > 0:
            film.species[at, cell] = s.seat[cell]
            film.energy[at, cell] = s.energy[cell]
    for seat in range(len(s.count)):
        film.counts[at, seat] = s.count[seat]
        film.totals[at, seat] = s.total[seat]


def record_game(game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, every: int | None = None,
                frames: int = 400) -> Frames:
    """Play this game, the same that `play` and `watch` play, and keep about `frames` rounds, or every so many."""
    film = Film(game, every, frames)
    if any(agent.outsider for agent in agents):
        for turn in watch(game, agents, seed, deal, []):
            film.see(turn.state)
    else:
        film.play(agents, seed, deal)
    return film.frames()


class Film:
    """Room for a game's frames: either `play` the game here, or let it `see` all states of one that is watched."""

    def __init__(self, game: Game, every: int | None = None, frames: int = 400) -> None:
        if game.name != "organisms":
            raise Mistake(f"a film of the world is for organisms; given: {game.name}")
        settings = game.settings
        cells = settings["width"] * settings["height"]
        rounds = due(settings["rounds"], every, min(frames, max(FEWEST, ROOM // cells)))
        n, seats = len(rounds), game.seats
        self.game = game
        self.kept = Frames(
            rounds, np.full((n, cells), -1, np.int16), np.zeros((n, cells), np.int32), np.zeros((n, cells), np.uint16),
            np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64), np.zeros(1, np.int64), np.zeros((1, seats)),
            np.zeros((1, seats, len(game.measures))), settings["width"], settings["height"], settings["M"], settings["K"])

    def see(self, state: Any) -> None:
        """The next state of the game."""
        keep(state, self.kept)
        if state.cell < 0:
            self.kept.scores[0], self.kept.measures[0] = result(self.game, state)

    def play(self, agents: Sequence[Agent], seed: int, deal: int = 0) -> tuple[Any, Any]:
        """Play the whole game in compiled code, for scores and measures; agents outside it can only be watched."""
        game = self.game
        if len(agents) != game.seats:
            raise Mistake(f"{game.name} has {game.seats} seats, but {len(agents)} agents were given")
        border.agents(game, agents)
        brains = [brain for brain in dict.fromkeys(agent.brain for agent in agents) if brain is not None]
        genomes: list[Any] = [[agent.genome for agent in agents if agent.brain is brain] for brain in brains]
        brain_of = [next(k for k, brain in enumerate(brains) if brain is agent.brain) for agent in agents]
        row_of = [brain_of[:seat].count(k) for seat, k in enumerate(brain_of)]
        arrays = (np.array([deal]), np.arange(game.seats)[None], np.array(brain_of), np.array(row_of))
        kernel.on_cpu(game, brains, [np.concatenate(stack).view(np.recarray) for stack in genomes], arrays, seed,
                      self.kept.scores, self.kept.measures, threads=1, keep=(keep, self.kept))
        return self.kept.scores[0], self.kept.measures[0]

    def frames(self) -> Frames:
        """What was kept."""
        n = int(self.kept.filled[0])
        return self.kept._replace(**{name: getattr(self.kept, name)[:n]
                                     for name in ("rounds", "species", "energy", "food", "counts", "totals")})


def due(rounds: int, every: int | None, frames: int) -> npt.NDArray[np.int64]:
    """The rounds to keep, from 0 to the last: every so many, or all at first and then with growing gaps."""
    if every is not None:
        if every < 1:
            raise Mistake(f"every={every} does not work: every is a whole number, 1 or more")
        return np.append(np.arange(0, rounds, every), rounds)
    if rounds < frames:
        return np.arange(rounds + 1)
    first = min(FOUNDING, frames // 4)
    later = np.rint(np.geomspace(first, rounds, frames - first)).astype(np.int64)
    return np.unique(np.concatenate((np.arange(first + 1), later)))
