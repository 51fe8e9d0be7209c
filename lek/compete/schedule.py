"""Who meets whom: a schedule is an integer array [games, seats] of agent indices, a deal an integer array [games].

A deal names a game's dice. Two games with the same deal and swapped seats are twins: what the dice or the board give to
one seat, each agent is given once, so that luck cancels within the pair. For the same reason twins are not independent,
and `lek.compete.intervals` takes a deal, not a game, as its unit. Every function returns (schedule, deal).

    round_robin(3, 4)    agents 0 1 | 1 0 | 0 1 | 1 0   0 2 | 2 0 | 0 2 | 2 0   1 2 | 2 1 | 1 2 | 2 1
                         deal    0     0     1     1     2     2     3     3     4     4     5     5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lek.settings import Mistake

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class Round(NamedTuple):
    """One played round of a knockout."""

    schedule: Integers  # [games, 2]
    deal: Integers  # [games]
    scores: Floats  # [games, 2]
    winners: Integers  # [pairs]
    byes: Integers  # [0 or 1]


def round_robin(agents: int, games: int) -> tuple[Integers, Integers]:
    """Every unordered pair plays `games` games with alternating seats; games 2m and 2m + 1 of a pair share a deal."""
    _check_whole("agents", agents, 2)
    _check_whole("games", games, 1)
    return _alternate(np.stack(np.triu_indices(agents, 1), axis=1).astype(np.int64), games)


def circle(agents: int) -> tuple[Integers, Integers]:
    """Every pair meets twice by the circle method: round by round, then all rounds again with the seats swapped.

    One stays where it is, the others move on by a place each round, and those opposite each other meet. Of an odd number
    one rests in each round. The two games of a pair share a deal.
    """
    _check_whole("agents", agents, 2)
    even = agents + agents % 2
    table = np.arange(even, dtype=np.int64)
    rounds = []
    for _ in range(even - 1):
        rounds.append(np.stack([table[: even // 2], table[: even // 2 - 1: -1]], axis=1))
        table[1:] = np.roll(table[1:], 1)
    first = np.concatenate(rounds)
    first = first[(first < agents).all(axis=1)]
    return np.concatenate([first, first[:, ::-1]]), np.tile(np.arange(len(first), dtype=np.int64), 2)


def self_play(agents: int, games: int, first_deal: int = 0) -> tuple[Integers, Integers]:
    """Every agent plays itself, every game on a deal of its own, counted from `first_deal`.

    (Swapping the seats of an agent with itself would be the same game over again.)
    """
    _check_whole("agents", agents, 1)
    _check_whole("games", games, 1)
    _check_whole("first_deal", first_deal, 0)
    itself = np.repeat(np.arange(agents, dtype=np.int64), games)
    return np.stack([itself, itself], axis=1), first_deal + np.arange(len(itself), dtype=np.int64)


def all_play_all(agents: int, games: int) -> tuple[Integers, Integers]:
    """Every ordered pair plays `games` games; game k of (i, j) and game k of (j, i) share a deal."""
    _check_whole("agents", agents, 2)
    _check_whole("games", games, 1)
    first, second = np.nonzero(~np.eye(agents, dtype=np.bool_))
    low, high = np.triu_indices(agents, 1)
    pair = np.zeros((agents, agents), np.int64)  # the number of the unordered pair, from both sides
    pair[low, high] = pair[high, low] = np.arange(len(low))
    schedule = np.repeat(np.stack([first, second], axis=1).astype(np.int64), games, axis=0)
    return schedule, (pair[first, second][:, None] * games + np.arange(games)).reshape(-1)


def paired_seats(pairs: ArrayLike, deals: int | ArrayLike) -> tuple[Integers, Integers]:
    """Every pair in `pairs` [pairs, 2] plays every deal twice, the second time with the seats swapped.

    A number asks for that many deals to each pair, no two pairs sharing one; an array [deals] gives all pairs those
    very deals.
    """
    who = _indices("pairs", pairs)
    if who.ndim != 2 or who.shape[1] != 2:
        raise Mistake(f"pairs must be an array [pairs, 2]; given shape {list(who.shape)}")
    if isinstance(deals, int | np.integer):
        _check_whole("deals", int(deals), 1)
        return _alternate(who, 2 * int(deals))
    dealt = _indices("deals", deals)
    if dealt.ndim != 1 or len(dealt) == 0:
        raise Mistake(f"deals must be a number or an array [deals] with at least 1; given shape {list(dealt.shape)}")
    return _alternate(who, 2 * len(dealt))[0], np.tile(np.repeat(dealt, 2), len(who))


def gauntlet(challenger: int, opponents: ArrayLike, games: int) -> tuple[Integers, Integers]:
    """One agent plays `games` games against each of several, seats alternating, deals paired."""
    _check_whole("challenger", challenger, 0)
    _check_whole("games", games, 1)
    others = _indices("opponents", opponents)
    if others.ndim != 1 or len(others) == 0:
        raise Mistake(f"opponents must be an array [opponents] with at least 1; given shape {list(others.shape)}")
    if (others == challenger).any():
        raise Mistake(f"opponents must be other agents than the challenger; given {challenger} as both")
    return _alternate(np.stack([np.full_like(others, challenger), others], axis=1), games)


def together(agents: int, games: int) -> tuple[Integers, Integers]:
    """All agents sit in every game; seats rotate by one a game, and the rotations of one block share a deal."""
    _check_whole("agents", agents, 1)
    _check_whole("games", games, 1)
    game = np.arange(games, dtype=np.int64)
    return (np.arange(agents) + game[:, None]) % agents, game // agents


def by_pairs(schedule: Integers, scores: Floats, deal: Integers) -> tuple[Integers, Floats, Integers]:
    """Games of any number of seats as games of two, one for every two who sat together; those of a game share its deal."""
    seats = np.stack(np.triu_indices(schedule.shape[1], 1), axis=1)  # [pairs, 2]
    return schedule[:, seats].reshape(-1, 2), scores[:, seats].reshape(-1, 2), np.repeat(deal, len(seats))


def knockout_round(entrants: ArrayLike, games: int, first_deal: int = 0) -> tuple[Integers, Integers, Integers]:
    """One round of single elimination, as (schedule, deal, byes): neighbours in the list meet.

    With an odd number the last entrant is left over and returned in `byes` [0 or 1].
    """
    _check_whole("games", games, 1)
    _check_whole("first_deal", first_deal, 0)
    listed = _entrants(entrants)
    paired = len(listed) // 2 * 2
    schedule, deal = _alternate(listed[:paired].reshape(-1, 2), games, first_deal)
    return schedule, deal, listed[paired:]


def knockout(entrants: ArrayLike, games: int, play: Callable[[Integers, Integers], Floats]) -> tuple[list[Round], int]:
    """Plays rounds until one is left and returns (rounds, winner); `play(schedule, deal)` gives scores [games, 2].

    The higher total over a pair's games goes on; equal totals go to the earlier-listed entrant. An entrant with a bye
    stays last in the list. No deal is used in two rounds.
    """
    rounds: list[Round] = []
    listed, next_deal = _entrants(entrants), 0
    while len(listed) > 1:
        schedule, deal, byes = knockout_round(listed, games, next_deal)
        scores = np.asarray(play(schedule, deal), np.float64)
        if scores.shape != schedule.shape or not np.isfinite(scores).all():
            raise Mistake(f"play must return finite scores {list(schedule.shape)}; given shape {list(scores.shape)}")
        by_game = scores.reshape(-1, games, 2)
        totals = by_game[:, 0::2].sum(axis=1) + by_game[:, 1::2, ::-1].sum(axis=1)  # [pairs, 2]
        pairs = listed[: len(listed) // 2 * 2].reshape(-1, 2)
        winners = np.where(totals[:, 1] > totals[:, 0], pairs[:, 1], pairs[:, 0])
        rounds.append(Round(schedule, deal, scores, winners, byes))
        listed, next_deal = np.concatenate([winners, byes]), int(deal[-1]) + 1
    return rounds, int(listed[0])


def _alternate(pairs: Integers, games: int, first_deal: int = 0) -> tuple[Integers, Integers]:
    """Pair by pair, then game by game: even games as listed, odd games swapped, two games to a deal."""
    schedule = np.empty((len(pairs), games, 2), np.int64)
    schedule[:, 0::2] = pairs[:, None]
    schedule[:, 1::2] = pairs[:, None, ::-1]
    first_of_pair = first_deal + np.arange(len(pairs), dtype=np.int64)[:, None] * ((games + 1) // 2)
    return schedule.reshape(-1, 2), (first_of_pair + np.arange(games) // 2).reshape(-1)


def _check_whole(name: str, given: int, least: int) -> None:
    if given != int(given) or given < least:
        raise Mistake(f"{name} must be a whole number of at least {least}; given {given}")


def _indices(name: str, given: ArrayLike) -> Integers:
    array = np.asarray(given)
    whole = array.astype(np.int64)
    if (whole != array).any() or (whole < 0).any():
        raise Mistake(f"{name} must be whole numbers of at least 0; given {array.tolist()}")
    return whole


def _entrants(entrants: ArrayLike) -> Integers:
    listed = _indices("entrants", entrants)
    if listed.ndim != 1 or len(listed) == 0 or len(np.unique(listed)) != len(listed):
        raise Mistake(f"entrants must be a list of at least 1 agent without repeats; given {listed.tolist()}")
    return listed
