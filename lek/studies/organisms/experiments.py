"""The experiments of the study: who plays whom, in which climate, how often.

Every function gives measures [trials, players, k] as `lek.games.organisms.MEASURES` names them. Trial i is deal i of the
task's seed, so that what is compared (players alone, variants of one player) starts on the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lek.find import find_agent, find_game
from lek.game import Game
from lek.games.organisms import organisms
from lek.playing import play

# Published climates only, so that what is said about tuning does not rest on our guesses.
TUNING_CLIMATES: dict[str, dict[str, Any]] = {
    "default": {"preset": "report-default"},
    "default, 40 x 40": {"preset": "report-default", "width": 40, "height": 40},
    "rainforest": {"preset": "report-rainforest"},
    "sparse": {"preset": "sparse"},
}
PEERS = ("x-organism", "bh", "lantern-fly")  # of about SimplePlayer's strength: among the best six it only dies out
PROBABILITIES = (0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
SATED = (0.5, 1.0, 1.25, 1.5, 1.75, 2.0, 3.0)
SIZES = (10, 16, 22, 31, 40, 50)  # sides of square boards; 31 x 31 is the last below 1,000 cells
NORTH = (0.0, 0.25, 0.5, 0.75, 1.0)
LOW = ("desert", "sparse")  # published climates with little food
GOLD = (0.0001, 0.0002, 0.0005, 0.001, 0.002)  # p, in Goldmines
LARGE = ("americas", "hot-rainforest", "post-nuclear-war", "utopian-future", "himalayas")  # begun first: they take longest
RIVALS = ("simple-player:sated=3,probability=1", "bh", "survive-sheep")  # all breed from less energy than SimplePlayer
Games = tuple[Any, ...]  # a function of this module, what it is given but for the seed, and settings of the game


def plan(config: Any) -> dict[str, dict[str, Games]]:
    """The games of every task, by the names of its arrays."""
    trials, peers = config.trials, ["", *PEERS]
    climates = sorted(config.climates, key=lambda name: LARGE.index(name) if name in LARGE else len(LARGE))
    todo: dict[str, dict[str, Games]] = {
        f"alone-{climate}": {"measures": (alone, config.players, config.alone, {"preset": climate})} for climate in climates}
    todo |= {f"six-{climate}": {"measures": (together, config.players, config.together, {"preset": climate})}
             for climate in climates}
    todo |= {f"tune-{k}": {name: (variants, peers, [f"simple-player:{name}={value}" for value in values], trials, climate)
                           for name, values in (("probability", PROBABILITIES), ("sated", SATED))}
             for k, climate in enumerate(TUNING_CLIMATES.values())}
    todo |= {f"size-{side}": {f"rival-{k}": (variants, ["", rival], ["simple-player", "aggressive-start"], trials,
                                             {"width": side, "height": side}) for k, rival in enumerate(RIVALS)}
             for side in reversed(SIZES)}
    todo |= {f"low-{k}": {"measures": (alone, config.players, trials, {"preset": climate})} for k, climate in enumerate(LOW)}
    todo |= {f"drift-{name}": {"measures": (alone, ["simple-player:roam=never"], trials, {"preset": f"report-{name}"})}
             for name in ("default", "rainforest")}
    north = [f"simple-player:roam=twentieth,north={value}" for value in NORTH]
    return {
        **todo,
        "north-alone": {"measures": (alone, north, trials, {})},
        "north-together": {"measures": (variants, peers, north, trials, {})},
        "impostor": {"measures": (variants, ["", "protective-farmer"], ["simple-player", "impostor"], trials, {})},
        "gold": {"measures": (goldmines, ["simple-player"], trials, {})},
        "solo": {"x-organism": (alone, ["x-organism"], trials, {}),
                 "x-in-company": (together, ["x-organism", *config.players[1:]], trials, {})},
        "thrift": {f"v{v}": (alone, ["simple-player", "simple-player:roam=always"], trials, {"v": v}) for v in (10, 20)},
        "onto": {"measures": (alone, ["simple-player", "simple-player:onto_food=no"], trials, {})},
        "boom": {"early": (alone, RIVALS[:1], trials, {"rounds": 200}), "end": (alone, RIVALS[:1], trials, {})},
    }


def measure(arrays: dict[str, Games], seed: int, length: dict[str, Any]) -> dict[str, Any]:
    """Measures by the names of the arrays."""
    return {name: play(*given, seed, **{**length, **settings}) for name, (play, *given, settings) in arrays.items()}


def world(species: int, **settings: Any) -> Game:
    game: Game = organisms(species=species, **settings)
    return game


def alone(names: Sequence[str], trials: int, seed: int, **settings: Any) -> Any:
    """Each player alone on the board."""
    game, found = world(1, **settings), find_game("organisms")
    agents = [find_agent(found, game, name) for name in names]
    schedule = np.tile(np.arange(len(names)), trials)[:, None]
    played = play(game, agents, schedule, seed, deal=np.repeat(np.arange(trials), len(names)), threads=1)
    return played.measures.reshape(trials, len(names), -1)


def together(names: Sequence[str], trials: int, seed: int, **settings: Any) -> Any:
    """All on one board; the seats rotate."""
    game, found = world(len(names), **settings), find_game("organisms")
    agents = [find_agent(found, game, name) for name in names]
    schedule = (np.arange(len(names)) + np.arange(trials)[:, None]) % len(names)
    played = play(game, agents, schedule, seed, threads=1)
    back = np.argsort(schedule, axis=1)
    return np.take_along_axis(played.measures, back[:, :, None], axis=1)


def goldmines(names: Sequence[str], trials: int, seed: int, **settings: Any) -> Any:
    """Each player alone in Goldmines, with every p of GOLD in turn: [trials, players times p, k]."""
    return np.concatenate([alone(names, trials, seed, preset="goldmines", p=p, **settings) for p in GOLD], axis=1)


def variants(names: Sequence[str], variants: Sequence[str], trials: int, seed: int, **settings: Any) -> Any:
    """The first player replaced by each variant in turn, the others and the deals the same: [variants, trials, ...]."""
    return np.stack([together([variant, *names[1:]], trials, seed, **settings) for variant in variants])


def random_tables(names: Sequence[str], seats: int, tables: int, seed: int, settings: dict[str, Any]) -> dict[str, Any]:
    """Everybody in turn at tables drawn at random: who sat there [tables, seats] and what came of it [tables, seats, k]."""
    game, found = world(seats, **settings), find_game("organisms")
    agents = [find_agent(found, game, name) for name in names]
    rng = np.random.default_rng(seed)
    bag = np.concatenate([rng.permutation(len(names)) for _ in range(-(-tables * seats // len(names)) + seats)])
    schedule = np.zeros((tables, seats), np.int64)
    left = bag.tolist()
    for row in schedule:
        for seat in range(seats):
            place = next(k for k, who in enumerate(left) if who not in row[:seat])
            row[seat] = left.pop(place)
    return {"seated": schedule, "measures": play(game, agents, schedule, seed, threads=1).measures}


def share(measures: Any, metric: int = 1) -> Any:
    """Everybody's share of all energy (or organisms) on the board at the end [..., players]; 0 where nobody is left."""
    values = measures[..., metric]
    total = values.sum(-1, keepdims=True)
    return np.divide(values, total, out=np.zeros_like(values), where=total > 0)
