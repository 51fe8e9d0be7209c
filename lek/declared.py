"""What a game declares of itself (`chance`, `range`, `zero_sum`, `simultaneous`), held against games played at random.

Each check returns None, or one sentence on what is not as it is declared. Half of the games are of legal actions, and half
of any, since what a game declares holds for these, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Game, record
from lek.position import LISTED, Position

DEALS = 8
TRIES = 256  # actions drawn until one is legal


def dice_are_rolled_as_declared(game: Game) -> str | None:
    """Without chance never, with chance at the start not after it."""
    if not game.rolls or game.chance == "always":
        return None
    for deal in range(DEALS):
        position, stream = Position(game, 1, deal), _stream(deal)
        if game.chance == "none" and int(position.state.rng) != int(dice.stream(1, deal, 0)):
            return f'chance is "none", but the start of deal {deal} rolls dice: chance="start" allows that'
        rolled = int(position.state.rng)
        while not position.over:
            position.push(_choice(position, stream, legal=deal % 2 == 0), strict=False)
            if int(position.state.rng) != rolled:
                return f'chance is "{game.chance}", but step {position.steps} of deal {deal} rolls dice: chance="always" ' \
                       "allows that"
    return None


def scores_are_as_declared(game: Game) -> str | None:
    """Within their range, and with the same sum in every game, where that is declared."""
    if game.range is None and not game.zero_sum:
        return None
    sums = []
    for deal in range(DEALS):
        position, stream = Position(game, 1, deal), _stream(deal)
        while not position.over:
            position.push(_choice(position, stream, legal=deal % 2 == 0), strict=False)
        scores = position.scores()
        if game.range is not None:
            low, high = game.range
            slack = 1e-9 * max(abs(low), abs(high), 1.0)  # what many sums are rounded by
            if scores.min() < low - slack or scores.max() > high + slack:
                return f"range is {low:g} to {high:g}, but deal {deal} ends with the scores {scores.tolist()}"
        sums.append(float(scores.sum()))
        if game.zero_sum and not np.isclose(sums[-1], sums[0]):
            return f"zero_sum is declared, but scores add up to {sums[0]:g} in deal 0 and to {sums[-1]:g} in deal {deal}"
    return None


def choices_are_secret(game: Game) -> str | None:
    """Where all choose at once, what anybody else sees before the last choice of a round does not hang on a choice.

    A round is over when somebody is asked who was asked in it. Two games differ in one choice of it.
    """
    if not game.simultaneous:
        return None
    for deal in range(DEALS):
        position, stream = Position(game, 1, deal), _stream(deal)
        while not position.over:
            chooser, other = -1, position
            asked: set[int] = set()
            while position.body not in asked and not position.over:
                asked.add(position.body)
                action = _choice(position, stream, legal=deal % 2 == 0)
                if chooser < 0 and dice.below(stream, 2) == 0:
                    chooser, other = position.body, position.copy()
                    other.push(_choice(position, stream, legal=deal % 2 == 0), strict=False)
                elif chooser >= 0:
                    other.push(action, strict=False)
                position.push(action, strict=False)
                if chooser >= 0 and not {position.body, other.body} <= {*asked, -1}:
                    seen = _seen(position, other, chooser)
                    if seen:
                        return f"simultaneous is declared, but {seen} what body {chooser} chose in this round (step " \
                               f"{position.steps} of deal {deal})"
    return None


def _seen(one: Position, other: Position, chooser: int) -> str:
    """Who sees, and where, that these positions differ, besides the one who chose; nothing where nobody does."""
    game = one.game
    if one.body != other.body:
        return "who chooses next hangs on"
    for body in (one.body,) if game.acting_only else range(game.bodies):
        if body != chooser:
            mine, theirs = one.view(body), other.view(body)
            names = [name for name in mine.dtype.names if mine[name].tobytes() != theirs[name].tobytes()]
            if names:
                return f"body {body} sees in {', '.join(names)}"
    if game.actions <= LISTED and not np.array_equal(one.legal(), other.legal()):
        return f"body {one.body} sees in its legal actions"
    return ""


def _stream(deal: int) -> Any:
    """The dice of those who play these games."""
    stream = record(dice.STREAM)[0]
    stream.rng = dice.stream(17, deal, 99)
    return stream


def _choice(position: Position, stream: Any, legal: bool) -> int:
    """An action at random: a legal one, or any, now and then one that is none."""
    actions = position.game.actions
    if not legal:
        return int(dice.below(stream, actions + 2)) - 1
    for _ in range(TRIES):
        action = int(dice.below(stream, actions))
        if position.may(action):
            return action
    return next((action for action in range(min(actions, LISTED)) if position.may(action)), -1)
