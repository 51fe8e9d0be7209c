"""Golden playthroughs, for people to read, and one behaviour signature a game.

    python tests/playthroughs/regenerate.py     writes them all anew; read the difference before you commit it

The playthroughs stand with the other tests of their game, in `tests/games`; the signatures here. A refactoring leaves
every file as it is. To add a game, add its line to PLAYTHROUGHS (and to SIGNED, where it has players) and run the command.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek import contract, dice
from lek.agent import Agent, configured
from lek.compete.schedule import all_play_all
from lek.find import find_agent, find_game, find_representation
from lek.game import Game, record
from lek.games import GAMES
from lek.players import PLAYERS
from lek.playing import Played, play
from lek.position import result
from lek.watching import watch

FOLDERS = Path(__file__).parents[1] / "games"
SIGNATURES = Path(__file__).with_name("signatures.txt")


class Playthrough(NamedTuple):
    game: str
    settings: dict[str, Any]
    agents: tuple[str, ...]  # names; one that begins with + is a representation, and a random genome of it plays
    seed: int = 1


PLAYTHROUGHS = {
    "moose_contest": Playthrough("moose", {"preset": "contest", "rounds": 12}, ("greedy", "farm-rest")),
    "moose_paper": Playthrough("moose", {"preset": "paper", "rounds": 12, "capacity": "10,20,20"},
                               ("+machine:states=3", "+machine:states=3")),
    "organisms": Playthrough("organisms", {"preset": "default", "width": 6, "height": 4, "rounds": 6, "p": 0.2, "q": 0.3,
                                           "species": 2, "M": 300, "energy": 300}, ("simple-player", "random")),
    "gunslinger": Playthrough("gunslinger", {"players": 5, "f": 2, "e": 1},
                              ("davids-revenge", "dumb-1", "g8", "dumb-2", "silent")),
    "simplexity": Playthrough("simplexity", {"rows": 4, "cols": 5, "win": 3, "rounds": 5, "squares": 5, "opening": 2},
                              ("minimax:depth=2", "sequential")),
    "antwars": Playthrough("antwars", {"moves": 12}, ("smart-humant", "+tree"), 2),
    "dots": Playthrough("dots", {"rows": 2, "columns": 3}, ("chain", "greedy-safe"), 3),
}
SIGNED = {  # players whose moves are part of the game's signature; to list a new player changes nothing
    "moose": ("random", "no-repeat", "stay", "greedy", "second", "weighted", "weighted-squared", "softmax", "nash",
              "copycat", "half-copycat", "holder", "win-stay", "patience", "farm-rest"),
    "organisms": ("random", "x-organism", "simple-player", "protective-farmer", "survive-sheep", "flood"),
    "gunslinger": ("silent", "dumb", "dumb-1", "dumb-2", "davids-revenge", "davids-revenges-revenge", "g1", "g3", "g8"),
    "simplexity": ("random", "sequential", "minimax"),
    "antwars": ("random", "greedy", "first-humant", "smart-humant", "super-humant", "hyper-humant"),
    "dots": ("random", "greedy-safe", "greedy-shortest", "chain", "always-double-deal", "parity-avg", "parity-mm",
             "perfect"),
}


def file_of(name: str) -> Path:
    """Where a playthrough is kept: as `playthrough.txt`, or with what tells it from the others of its game."""
    game = PLAYTHROUGHS[name].game
    return FOLDERS / game / f"playthrough{name.removeprefix(game)}.txt"


def written(name: str) -> str:
    """The text of a playthrough: who plays, and every state that looks different from the one before."""
    through = PLAYTHROUGHS[name]
    game = GAMES[through.game](**through.settings)
    seated = [_agent(through, game, text, seat) for seat, text in enumerate(through.agents)]
    settings = " ".join(f"{key}={value}" for key, value in through.settings.items())
    lines = [f"{through.game} {settings}, seed {through.seed}", ""]
    for seat, agent in enumerate(seated):
        lines += [f"seat {seat + 1}: {agent.name}"]
        if through.agents[seat].startswith("+"):
            genome = find_representation(find_game(through.game), game, agent.name).show(agent.genome[0])
            lines += [f"    {line}" for line in genome.split("\n")]
    s = game.blank.copy()[0]
    if game.rolls:
        s.rng = dice.stream(through.seed, 0, 0)
    game.start(s)
    drawn = game.face.show(s)
    lines += ["", drawn, ""]
    for turn in watch(game, seated, through.seed):
        lines.append(f"seat {turn.seat + 1}, {seated[turn.seat].name}: {game.face.action_name(turn.action)}")
        picture = game.face.show(turn.state)
        if picture != drawn:
            lines += [picture, ""]
        drawn, s = picture, turn.state
    scores, measures = result(game, s)
    lines.append("the end")
    for seat, agent in enumerate(seated):
        counted = "  ".join(f"{name} {value:g}" for name, value in zip(game.measure_names, measures[seat], strict=True))
        lines.append(f"seat {seat + 1}, {agent.name}: score {scores[seat]:.6f}  {counted}".rstrip())
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def signature(name: str) -> str:
    """One hash over a fixed set of short games: anything goes, and the signed players among each other."""
    digest = hashlib.sha256()
    build = GAMES[name]
    for preset in list(build.presets)[:2] or [None]:
        game = build(**build.small, **({"preset": preset} if preset else {}))
        _add(digest, contract.played(game))
        table = PLAYERS.get(name, {})
        signed = [list(table).index(player) for player in SIGNED.get(name, ())]
        if signed:
            # All players are handed over, though only the signed ones play: one loop compiled for all tests.
            agents = [Agent(player, brain, configured(brain, game, {})) for player, brain in table.items()]
            schedule, deal = all_play_all(len(signed), 2) if game.seats == 2 else tables(len(signed), game.seats)
            _add(digest, play(game, agents, np.array(signed)[schedule], 1, deal=deal))
    return digest.hexdigest()[:16]


def tables(players: int, seats: int) -> tuple[Any, Any]:
    """Sixty tables of neighbours, everybody with different ones in turn."""
    deal = np.arange(60)
    return (deal[:, None] + np.arange(seats) * (1 + deal[:, None] // players)) % players, deal


def signatures() -> str:
    return "".join(f"{name} {signature(name)}\n" for name in GAMES if name in PLAYERS)


def _add(digest: Any, played: Played) -> None:
    """To the ninth digit: the last bits of an exponential depend on the machine."""
    for array in (played.scores, played.measures):
        digest.update(" ".join(f"{value:.9f}" for value in (array + 0.0).ravel()).encode())


def _agent(through: Playthrough, game: Game, text: str, seat: int) -> Agent:
    if not text.startswith("+"):
        return find_agent(find_game(through.game), game, text)
    representation = find_representation(find_game(through.game), game, text[1:])
    genome, stream = record(representation.brain.genome_type(game)), record(dice.STREAM)
    stream[0].rng = dice.stream(through.seed, 0, 100 + seat)
    representation.random(stream[0], representation.options[0], genome[0])
    return Agent(text[1:], representation.brain, genome)


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        file_of(name).write_text(written(name))
    SIGNATURES.write_text(signatures())
    print(f"wrote {len(PLAYTHROUGHS)} playthroughs to {FOLDERS} and {len(GAMES)} signatures to {SIGNATURES}")
