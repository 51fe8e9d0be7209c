"""Games watched shot by shot: who answers whom, whether the two players of the report do what it says, and the rules.

David's Revenge and David's Revenge's Revenge sit at every table, with eight others. A shot is *answered* by the friends of
its victim if one of them fires at the shooter within the next three rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Agent
from lek.game import Game
from lek.games.gunslinger import FRIEND, NEUTRAL
from lek.studies.gunslinger.lineups import PLACE, game_of, zoo
from lek.studies.gunslinger.one_seat import SEATS
from lek.watching import watch

SITUATIONS = {0: 2, 2: 2, 4: 2, 6: 2, 7: 2}  # friends: enemies
SOON = 3  # rounds
WINDOW = 10  # rounds that both players remember
DR, DRR = 0, 1  # their seats
COUNTED = (
    "shots", "answered", "friend_chances", "friend_answers", "other_chances", "other_answers", "deaths", "deaths_of_two",
    "hits_of_one", "deaths_of_one", "enmities", "mutual", "from_neutrals", "friendships", "friends_mutual", "quiet_at_end",
    "shots_at_end",
    "dr_chances", "dr_shots", "dr_justified", "drr_chances", "drr_shots", "drr_justified",
)


class Watched(NamedTuple):
    relation: Any  # [players, players]
    shots: Any  # [rounds, players] who was shot by each, -1 for none
    alive: Any  # [rounds + 1, players] before the first round and after each
    quiet: int  # rounds without a death at the end


def watched(game: Game, agents: Sequence[Agent], seed: int, deal: int) -> Watched:
    """One game's shots, by seats."""
    shots: list[Any] = []
    alive, state = [np.ones(game.seats, bool)], None
    for turn in watch(game, agents, seed, deal):
        if turn.state.turn > len(shots):  # the last of a round has chosen
            state = turn.state
            shots.append(np.array(state.last))
            alive.append(np.array(state.alive) != 0)
    assert state is not None
    return Watched(np.array(state.relation), np.array(shots), np.array(alive), int(state.quiet))


def watch_games(f: int, groups: Sequence[str], aggressors: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """What is counted in each of so many games [games, counted]."""
    game = game_of(SEATS, SITUATIONS[f], f)
    everybody = zoo(game)
    pool = np.array([PLACE[name] for name in (*groups, *aggressors) if name not in ("DR", "DRR")])
    rng = np.random.default_rng((seed, 8))
    counts = []
    for deal in range(games):
        seated = [PLACE["DR"], PLACE["DRR"], *rng.permutation(pool)[:SEATS - 2]]
        seen = watched(game, [everybody[k] for k in seated], seed, deal)
        counts.append(list(count_one(seen).values()))
    return {"counts": np.array(counts)}


def count_one(seen: Watched) -> dict[str, int]:
    """Everything that is counted in one game."""
    counts = dict.fromkeys(COUNTED, 0)
    for t, shots in enumerate(seen.shots):
        hits = np.bincount(shots[shots >= 0], minlength=len(shots))
        died = seen.alive[t] & ~seen.alive[t + 1]
        counts["deaths"] += int(died.sum())
        counts["deaths_of_two"] += int((died & (hits >= 2)).sum())
        counts["hits_of_one"] += int((seen.alive[t] & (hits == 1)).sum())
        counts["deaths_of_one"] += int((died & (hits == 1)).sum())
        for shooter in np.flatnonzero(shots >= 0):
            _count_answers(seen, t, int(shooter), int(shots[shooter]), counts)
    others = ~np.eye(len(seen.relation), dtype=bool)
    enmity, friends = (seen.relation < 0) & others, (seen.relation == FRIEND) & others
    counts["enmities"], counts["mutual"] = int(enmity.sum()), int((enmity & enmity.T).sum())
    counts["from_neutrals"] = int((enmity & (seen.relation.T == NEUTRAL)).sum())
    counts["friendships"], counts["friends_mutual"] = int(friends.sum()), int((friends & friends.T).sum())
    counts["quiet_at_end"], counts["shots_at_end"] = seen.quiet, int((seen.shots[-1] >= 0).sum())
    _count_revenge(seen, DR, "dr", counts)
    _count_revenge(seen, DRR, "drr", counts)
    return counts


def _count_answers(seen: Watched, t: int, shooter: int, victim: int, counts: dict[str, int]) -> None:
    """Who of those that are neither the shooter's friends nor the victim fires at the shooter soon after."""
    soon = seen.shots[t + 1 : t + 1 + SOON]
    if not seen.alive[t + 1, shooter] or not len(soon):
        return
    fires = (soon == shooter).any(0)
    may = seen.alive[t + 1] & (seen.relation[shooter] != FRIEND)
    may[[shooter, victim]] = False
    friends = seen.relation[victim] == FRIEND
    counts["shots"] += 1
    counts["answered"] += bool((may & friends & fires).any())
    for name, group in (("friend", friends), ("other", ~friends)):
        counts[f"{name}_chances"] += int((may & group).sum())
        counts[f"{name}_answers"] += int((may & group & fires).sum())


def _count_revenge(seen: Watched, seat: int, name: str, counts: dict[str, int]) -> None:
    """In how many rounds it could answer somebody, did, and answered whoever shot it most."""
    for t in range(len(seen.shots)):
        if not seen.alive[t, seat]:
            break
        hits = (seen.shots[max(0, t - WINDOW) : t] == seat).sum(0) * seen.alive[t]
        target = seen.shots[t, seat]
        counts[f"{name}_chances"] += bool(hits.any())
        counts[f"{name}_shots"] += bool(target >= 0)
        counts[f"{name}_justified"] += bool(target >= 0 and hits[target] == hits.max() > 0)


def summed(counts: Any) -> dict[str, int]:
    return dict(zip(COUNTED, counts.sum(0).tolist(), strict=True))


def column(counts: Any, name: str) -> Any:
    return counts[:, COUNTED.index(name)]
