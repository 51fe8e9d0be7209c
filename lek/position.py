"""Position: one game in progress, moved from outside, for people, pages, searches under a clock, adapters and tests.

Rules stay functions. This is the one place where a state is started by hand; whoever only wants results lets `play` start
and step states by the million.

    position = Position(game, seed=1)
    while not position.over:
        position.push(choose(position.view(), position.legal()))
    print(position.scores(), position.measures())
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from lek import dice
from lek.game import BrokenGame, Game, IllegalAction
from lek.settings import MOST, Mistake, whole

LISTED = 10_000  # actions that are looked through for the legal ones


class Position:
    """The state of one game with who acts now: `body` and its `seat`, -1 where the game is over."""

    def __init__(self, game: Game, seed: int = 0, deal: int = 0) -> None:
        if not isinstance(game, Game):
            raise Mistake(f"a game is made by find_game(NAME).build(); given: {game!r}")
        self.game, self.seed, self.deal, self.steps = game, whole("seed", seed, 0, MOST), whole("deal", deal), 0
        self.state = game.blank.copy()[0]
        if game.rolls:
            self.state.rng = dice.stream(self.seed, self.deal, 0)
        game.start(self.state)
        self._ask()

    def _ask(self) -> None:
        """Find out who acts."""
        game = self.game
        self.body = int(game.actor(self.state))
        if self.body >= game.bodies:
            raise BrokenGame(f"{game.name} is broken: body {self.body} acts, but there are {game.bodies} bodies and "
                             f"{game.seats} seats")
        self.seat = int(game.owner(self.state, self.body)) if self.body >= 0 else -1

    @property
    def over(self) -> bool:
        return self.body < 0

    @property
    def round(self) -> int:
        """The number of the round, by the game's own count where it has one, else of the step."""
        return self.steps if self.game.round is None else int(self.game.round(self.state))

    def view(self, body: int | None = None) -> Any:
        """A copy of what a body may see, by default the one that acts; the state itself where a game hides nothing."""
        game = self.game
        if game.observe is None:
            return self.state.copy()
        if body is None and self.over:
            raise Mistake(f"the game of {game.name} is over, so nobody acts: say whose view it is, 0 to {game.bodies - 1}")
        body = self.body if body is None else whole("body", body, 0, game.bodies - 1)
        if game.acting_only and body != self.body:
            acts = "nobody acts any more" if self.over else f"body {self.body} acts"
            raise Mistake(f"in {game.name} only the body that acts has a view, and {acts}; given: body {body}")
        view = game.blank_view()[0]
        game.observe(self.state, body, view)
        return view

    def may(self, action: int) -> bool:
        """Whether whoever acts may choose this action; what is no whole number is no action."""
        if not isinstance(action, int | np.integer) or not -MOST <= action <= MOST:
            return False
        return not self.over and bool(self.game.legal(self.state, int(action)))

    def legal(self) -> npt.NDArray[np.bool_]:
        """Which of the game's actions whoever acts may choose [actions]."""
        game = self.game
        if game.actions > LISTED:
            raise Mistake(f"{game.name} has {game.actions} actions, which are too many to list: ask `may` of one")
        return np.array([self.may(action) for action in range(game.actions)], np.bool_)

    def push(self, action: int, strict: bool = True) -> None:
        """Whoever acts chooses this action; with `strict` off an illegal one is left to the game's own rule for it."""
        if self.over or (strict and not self.may(action)):
            raise IllegalAction(f"{action} is not a legal action" if not self.over else
                                f"the game of {self.game.name} is over, so {action} cannot be chosen")
        if self.steps == self.game.limit:
            raise BrokenGame(f"a game of {self.game.name} ran past its limit of {self.game.limit} steps (seed {self.seed}, "
                             f"deal {self.deal})")
        self.game.step(self.state, action)
        self.steps += 1
        self._ask()

    def copy(self, dice_seed: int | None = None) -> Position:
        """The same position, to be moved on its own; with a seed for its dice, so that what comes cannot be foreseen."""
        other = copy.copy(self)
        other.state = self.state.copy()
        if dice_seed is not None and self.game.rolls:
            other.state.rng = dice.stream(whole("dice_seed", dice_seed), self.steps, 0)
        return other

    def scores(self) -> npt.NDArray[np.float64]:
        """The scores [seats] as they stand."""
        return result(self.game, self.state, self.seed, self.deal)[0]

    def measures(self) -> dict[str, npt.NDArray[np.float64]]:
        """Every measure by name [seats], as it stands; NaN where there was nothing to measure."""
        measures = result(self.game, self.state, self.seed, self.deal)[1]
        return dict(zip(self.game.measure_names, measures.T, strict=True))


def result(
    game: Game, state: Any, seed: int = 0, deal: int = 0
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Scores [seats] and measures [seats, k] of a finished state; seed and deal are those of its game."""
    scores = np.array([float(game.score(state, seat)) for seat in range(game.seats)])
    if not np.isfinite(scores).all():
        raise no_number(game, scores, seed, deal)
    measures = np.zeros((game.seats, len(game.measures)))
    if game.measure is not None:
        for seat in range(game.seats):
            game.measure(state, seat, measures[seat])
    return scores, measures


def no_number(game: Game, scores: Any, seed: int, deal: int) -> BrokenGame:
    return BrokenGame(f"a game of {game.name} ended with the scores {scores.tolist()} (seed {seed}, deal {deal}): its rules "
                      "must give numbers")
