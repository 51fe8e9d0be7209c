"""What search and breeding did: nodes, values and moves of searches, and hashes of generations.

    python tests/playthroughs/machinery.py     writes machinery.txt anew; read the difference before you commit it

The signatures say that games are played as before. These say that players think and are bred as before: whoever only
wants to make a search or an engine simpler or faster leaves every line as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lek.evolve import evolve
from lek.find import find_agent, find_game, find_representation
from lek.game import Game, record
from lek.games import GAMES

FILE = Path(__file__).with_name("machinery.txt")
SEARCHES = (  # game, its settings, moves made before, agent
    ("simplexity", {}, 2, "lek:depth=12,nodes=30000"),
    ("simplexity", {}, 9, "lek:depth=7"),
    ("simplexity", {}, 4, "lek:depth=8,reduce=true,window=40"),
    ("simplexity", {}, 14, "lek:depth=12,nodes=30000"),
    ("simplexity", {}, 22, "lek:depth=12,nodes=30000"),
    ("simplexity", {}, 23, "lek:depth=12,nodes=30000"),
    ("simplexity", {}, 31, "lek:depth=12,nodes=30000"),
    ("simplexity", {"rows": 4, "cols": 5, "win": 4}, 3, "alphabeta:depth=7"),
    ("simplexity", {"rows": 4, "cols": 5, "win": 4}, 3, "alphabeta:depth=5,table=evaluations,sort=evaluation"),
    ("simplexity", {"rows": 4, "cols": 5, "win": 4}, 3, "alphabeta:depth=6,table=none,scout=false,deepen=false"),
    ("dots", {}, 6, "alphabeta:depth=6,nodes=20000"),
    ("dots", {}, 6, "mcts:playouts=3000"),
)
RUNS = (  # engine, game, its settings, representation, the engine's settings
    ("elitist", "moose", {"rounds": 10}, "machine:states=3", {"population": 12, "elite": 6}),
    ("elitist", "gunslinger", {"players": 6, "f": 2, "e": 2}, "linear", {"population": 12, "elite": 6}),
    ("generational", "organisms", {"width": 6, "height": 6, "rounds": 60, "species": 2}, "settler", {"population": 6}),
    ("generational", "moose", {"rounds": 10}, "machine:states=3", {"population": 12}),
    ("fitnessless", "antwars", {"moves": 12}, "tree", {"population": 12}),
    ("single-elimination", "antwars", {"moves": 12}, "tree", {"population": 12}),
)


def search(game_name: str, settings: dict[str, Any], moves: int, text: str) -> str:
    """What a search knows after it thought about a position reached at random."""
    game = GAMES[game_name](**settings)
    agent = find_agent(find_game(game_name), game, text)
    s = reached(game, moves)
    memory = record(agent.brain.memory_type(game))
    m = memory[0]
    if agent.brain.rolls(game):
        m.rng = np.uint64(1)
    action = game.face.action_name(int(agent.brain.act(agent.genome[0], m, s)))
    if text.startswith("mcts"):
        return f"{action}, {m.nodes} nodes, visits {hashed(m.table['visits'][:m.used])}"
    proof = f", proof {m.proof.to_win[0]} {m.proof.to_stop[0]}" if "proof" in m.dtype.names else ""
    return f"{action}, worth {m.worth:.3f} at depth {m.reached}, {m.nodes} nodes, {m.evaluations} evaluations{proof}"


def reached(game: Game, moves: int) -> Any:
    """A position after so many random moves, none of which lets the other end the game, where nobody wins with the next."""
    for seed in range(1000):
        s, rng = game.blank.copy()[0], np.random.default_rng(seed)
        game.start(s)
        for _ in range(moves):
            for a in rng.permutation([a for a in range(game.actions) if game.legal(s, a)]):
                t = s.copy()
                game.step(t, int(a))
                if not ends(game, t, 1):
                    s = t
                    break
            else:
                break
        else:
            if not ends(game, s, 1):
                return s
    raise AssertionError(f"no random game of {game.name} is open after {moves} moves")


def ends(game: Game, s: Any, moves: int) -> bool:
    """Whether a game is over, or can be after at most so many moves."""
    if game.actor(s) < 0:
        return True
    if moves == 0:
        return False
    for a in range(game.actions):
        if game.legal(s, a):
            t = s.copy()
            game.step(t, a)
            if ends(game, t, moves - 1):
                return True
    return False


def run(engine: str, game_name: str, settings: dict[str, Any], representation_name: str, more: dict[str, Any]) -> str:
    """Hashes of generations 0 to 3 of two runs."""
    game = GAMES[game_name](**settings)
    bred = find_representation(find_game(game_name), game, representation_name)
    boards = {} if engine in ("elitist", "generational") else {"boards": 2}
    made = evolve(game, bred, engine, [3, 4], generations=3, threads=1, **boards, **more)
    return " ".join(hashed(generation.genomes, generation.fitness) for generation in made)


def hashed(*arrays: Any) -> str:
    """Fitness to the ninth digit: the last bits of an exponential depend on the machine."""
    digest = hashlib.sha256()
    for array in arrays:
        if array is not None and array.dtype.kind == "f":
            digest.update(" ".join(f"{value:.9f}" for value in (array + 0.0).ravel()).encode())
        elif array is not None:
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:12]


def lines() -> Iterator[tuple[str, Any]]:
    """Every line's name, and what works it out."""
    for what, rows in ((search, SEARCHES), (run, RUNS)):
        for row in rows:
            words = [" ".join(f"{key}={value}" for key, value in part.items()) if isinstance(part, dict) else str(part)
                     for part in row]
            yield " ".join(word for word in words if word), lambda what=what, row=row: what(*row)


def known() -> dict[str, str]:
    return dict(line.split(": ", 1) for line in FILE.read_text().splitlines())


if __name__ == "__main__":
    FILE.write_text("".join(f"{name}: {work()}\n" for name, work in lines()))
