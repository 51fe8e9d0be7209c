"""Matches between two agents, as Ant Wars had them.

    double-games   2 x k games on k boards, each played twice with the roles swapped; k + 1 wins win the match, else more
                   points in all, else a coin (W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", section 1)
    best-of-five   the contest's own: three wins win; games 1 to 4 alternate the roles, in game 5 the one with more points so
                   far is Ant 1 ("BrilliANT: The Winner Entry of the GECCO'2007 Ant Wars Contest"); what equal points
                   meant is lost: here it is a coin

Points are what the game measures as `eaten`; of a game without that they are its scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lek import border, dice
from lek.agent import Agent
from lek.game import Game
from lek.playing import play
from lek.settings import Mistake, one_of
from lek.watching import Fault

POINTS = "eaten"
KINDS = ("double-games", "best-of-five")


class Duel(NamedTuple):
    """One match: who won (0 or 1), games won and points of both, and who sat first in each game."""

    winner: int
    wins: tuple[int, int]
    points: tuple[float, float]
    first: tuple[int, ...]
    decided: str  # by wins, by points, by a coin
    faults: tuple[Fault, ...] = ()


def duel(game: Game, agents: Sequence[Agent], kind: str, boards: int, seed: int, number: int = 0) -> Duel:
    """One match between two agents; `number` keeps the matches of a series apart."""
    border.agents(game, agents)
    one_of("kind of match", kind, KINDS)
    border.whole("number", number)
    if game.seats != 2 or len(agents) != 2:
        raise Mistake(f"a match is for two agents and a game of two seats; given: {len(agents)} agents, {game.seats} seats")
    return _double_games(game, agents, boards, seed, number) if kind == "double-games" else _five(game, agents, seed, number)


def _double_games(game: Game, agents: Sequence[Agent], boards: int, seed: int, number: int) -> Duel:
    border.whole("boards", boards, 1)
    schedule = np.tile([[0, 1], [1, 0]], (boards, 1))
    deal = number * boards + np.repeat(np.arange(boards), 2)
    played = play(game, agents, schedule, seed, deal=deal)
    points = points_of(game, played)
    wins, totals = [0, 0], [0.0, 0.0]
    for row, scores, eaten in zip(schedule, played.scores, points, strict=True):
        for seat, who in enumerate(row):
            wins[who] += int(scores[seat] > scores[1 - seat])
            totals[who] += float(eaten[seat])
    return _decided(wins, totals, schedule[:, 0], seed, number, played.faults)


def _five(game: Game, agents: Sequence[Agent], seed: int, number: int) -> Duel:
    wins, totals, first, faults = [0, 0], [0.0, 0.0], [], []
    for n in range(5):
        opens = n % 2
        if n == 4:
            opens = _coin(seed, number, 1) if totals[0] == totals[1] else int(totals[1] > totals[0])
        played = play(game, agents, [[opens, 1 - opens]], seed, deal=[5 * number + n])
        first.append(opens)
        faults += played.faults
        for seat, who in enumerate((opens, 1 - opens)):
            wins[who] += int(played.scores[0, seat] > played.scores[0, 1 - seat])
            totals[who] += float(points_of(game, played)[0, seat])
        if max(wins) == 3:
            break
    return _decided(wins, totals, first, seed, number, faults)


def _decided(wins: list[int], totals: list[float], first: Any, seed: int, number: int, faults: Any) -> Duel:
    if wins[0] != wins[1]:
        winner, how = int(wins[1] > wins[0]), "wins"
    elif totals[0] != totals[1]:
        winner, how = int(totals[1] > totals[0]), "points"
    else:
        winner, how = _coin(seed, number, 0), "a coin"
    return Duel(winner, (wins[0], wins[1]), (totals[0], totals[1]), tuple(int(who) for who in first), how, tuple(faults))


def _coin(seed: int, number: int, which: int) -> int:
    return int(dice.stream(seed, number, -1 - which)) & 1


def points_of(game: Game, played: Any) -> Any:
    """What breaks ties [games, seats]."""
    return played.measures[:, :, game.measure_names.index(POINTS)] if POINTS in game.measure_names else played.scores
