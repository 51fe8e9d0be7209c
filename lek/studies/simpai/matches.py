"""Matches at a fixed depth: Table 2's five, champions against each other, without VertDisc, on other boards, deeper.

All of them on the CPU, wherever the players were bred: their games are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any
from zlib import crc32

import numpy as np

from lek import dice
from lek.agent import Agent, Brain, configured
from lek.compete.schedule import all_play_all, paired_seats
from lek.game import Game, record
from lek.games.simplexity import simplexity
from lek.players import PLAYERS
from lek.players.simplexity.simpai import WEIGHTS as TABLE_2
from lek.players.simplexity.simpai_bred import weighers
from lek.players.simplexity.simpai_heuristics import PARTS
from lek.players.simplexity.simpai_wide import WEIGHER, genome_of
from lek.playing import play
from lek.studies import simpai as study
from lek.studies.study import Arrays, seed_of
from lek.watching import watch

DISC = PARTS.index("VertDisc")
DEPTHS = (1, 2, 4, 5)  # against the usual depth of 3
USUAL_DEPTH = 3
WON = 0
LARGEST = 18 * 22  # cells of the largest board the competition was played on


def agents(game: Game, weights: Any, brain: Brain | None = None) -> list[Agent]:
    """Vectors [n, genes] as players two moves ahead."""
    brain = weighers(game).brain if brain is None else brain
    found = []
    for row in np.atleast_2d(weights):
        genome = np.zeros(1, brain.genome_type(game)).view(np.recarray)
        genome.x[0, : len(row)] = row
        found.append(Agent(brain.name, brain, genome))
    return found


def shares(game: Game, players: Sequence[Agent], pairs: Any, deals: int, seed: int) -> Any:
    """What the first of each pair wins of its two games on each opening, as a share [pairs, deals]."""
    rows, deal = paired_seats(pairs, np.arange(deals))
    played = play(game, players, rows, seed, deal=deal)
    won = played.measures[:, :, WON].reshape(len(pairs), deals, 2, 2)  # [pair, opening, which game, seat]
    return (won[:, :, 0, 0] + won[:, :, 1, 1]) / 2


def competition(game: Game, players: Sequence[Agent]) -> Any:
    """Points of a competition as the paper held them: both colours, from the empty board."""
    rows, _ = all_play_all(len(players), 1)
    played = play(game, players, rows, 0)
    return np.bincount(rows.reshape(-1), played.scores.reshape(-1), len(players))


def columns(config: study.Config) -> dict[str, Any]:
    """Table 2's five against each other: points from the empty board, and shares from drawn openings [5, 5, openings]."""
    empty, opened = simplexity(), simplexity(opening=config.opening)
    pairs = np.array([(i, j) for i in range(5) for j in range(i + 1, 5)])
    won = shares(opened, agents(opened, TABLE_2), pairs, config.openings, seed_of(config.seed, "columns"))
    table = np.full((5, 5, config.openings), np.nan)
    for (i, j), row in zip(pairs, won, strict=True):
        table[i, j], table[j, i] = row, 1 - row
    return {"points": competition(empty, agents(empty, TABLE_2)), "won": table}


def depths(config: study.Config) -> dict[str, Any]:
    """SimpAI at other depths against itself at the usual one: shares [depths, openings]."""
    game = simplexity(opening=config.opening)
    brain = PLAYERS["simplexity"]["simpai"]
    players = [Agent(f"depth {depth}", brain, configured(brain, game, {"depth": depth})) for depth in (USUAL_DEPTH, *DEPTHS)]
    pairs = np.array([(k, 0) for k in range(1, len(players))])
    return {"won": shares(game, players, pairs, config.openings_depth, seed_of(config.seed, "depth"))}


def watched(config: study.Config) -> dict[str, Any]:
    """Games among Table 2's five, looked at move by move.

    Of each game: who sat where, whether a piece came to lie in the top area (rows from the line's length on), decisions,
    those with cells to choose from both inside and outside of it, and those that dropping VertDisc changes.
    """
    game = simplexity(opening=config.opening)
    players, without = agents(game, TABLE_2), agents(game, dropped(TABLE_2))
    rng = np.random.default_rng(seed_of(config.seed, "watched"))
    told = []
    for deal in range(config.games_watched):
        pair = rng.choice(5, 2, replace=False)
        decisions = both = changed = 0
        top = False
        memory = record(players[0].brain.memory_type(game))  # type: ignore[union-attr]
        for turn in watch(game, [players[k] for k in pair], config.seed, deal):
            s = turn.view
            heights = [int(h) for h in s.height[: int(s.cols)] if h < s.rows]
            high = [h >= s.win for h in heights]
            decisions += 1
            if any(high) and not all(high):
                both += 1
                other = without[int(pair[turn.seat])]
                memory.view(np.uint8).fill(0)
                changed += int(other.brain.act(other.genome[0], memory[0], s)) != turn.action  # type: ignore[union-attr,index]
            top = top or bool(turn.state.height.max() > turn.state.win)
        told.append((*pair, top, decisions, both, changed))
    return {"games": np.array(told, np.int64)}


def dropped(weights: Any) -> Any:
    """The same weights with none for VertDisc."""
    without = np.array(weights)
    without[..., DISC] = 0.0
    return without


# After the runs


def final(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """The final competition among the paper's runs' champions, and one among those of all other runs of each kind.

    The latter from drawn openings: what each wins of its games [runs].
    """
    empty, opened = simplexity(), simplexity(opening=config.opening)
    five = study.gather(arrays, "five", "champion")[: config.paper_runs]
    told = {"points": competition(empty, agents(empty, five))}
    for kind in ("five", "opened"):
        if kind in config.kinds:
            found = study.champions(config, arrays, kind)
            pairs = np.array([(i, j) for i in range(len(found)) for j in range(i + 1, len(found))])
            deals = max(2, config.openings // len(found))
            won = shares(opened, agents(opened, found), pairs, deals, seed_of(config.seed, "final", kind))
            total = np.bincount(pairs[:, 0], won.mean(1), len(found)) + np.bincount(pairs[:, 1], 1 - won.mean(1), len(found))
            told[f"won_{kind}"] = total / (len(found) - 1)
    return told


def without_disc(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """Everybody with VertDisc dropped against itself as it is: shares [players, openings].

    Of the champions of each kind, and of Table 2's five; where nothing is dropped, all is equal.
    """
    game = simplexity(opening=config.opening)
    told = {}
    for kind in ("table", *(kind for kind in ("five", "opened") if kind in config.kinds)):
        found = TABLE_2 if kind == "table" else study.champions(config, arrays, kind)
        pairs = np.array([(len(found) + k, k) for k in range(len(found))])
        players = [*agents(game, found), *agents(game, dropped(found))]
        told[kind] = shares(game, players, pairs, config.openings, seed_of(config.seed, "disc", kind))
        told[f"{kind}_weight"] = found[:, DISC]
    return told


def beyond(config: study.Config, kind: str, arrays: Arrays) -> dict[str, Any]:
    """Champion after champion against that of the same number with five weights: shares [runs, openings]."""
    game = simplexity(opening=config.opening)
    plain, bred = study.champions(config, arrays, "opened"), study.champions(config, arrays, kind)
    pairs = np.array([(len(plain) + k, k) for k in range(len(bred))])
    players = agents(game, np.concatenate([genome_of(plain).x, bred]), WEIGHER)  # one brain: five weights are a case of it
    return {"won": shares(game, players, pairs, config.openings, seed_of(config.seed, "beyond"))}


def drawn_board(seed: int, number: int) -> dict[str, int]:
    """A board by the rule of the Unknown Track: five of fifty balls; rows are the lowest above 6, columns the next.

    Boards larger than the largest of the competition's own are drawn again.
    """
    d = record(dice.STREAM)
    d[0].rng = dice.stream(seed, number, 0)
    while True:
        balls: list[int] = []
        while len(balls) < 5:
            ball = 1 + int(dice.below(d[0], 50))
            if ball not in balls:
                balls.append(ball)
        above = sorted(ball for ball in balls if ball > 6)
        if len(above) >= 2 and above[0] * above[1] <= LARGEST:
            rows, cols = above[:2]
            return {"rows": rows, "cols": cols, "win": ceil(rows / 2), "rounds": rows * cols // 4,
                    "squares": ceil(rows * cols / 4)}


def on_board(config: study.Config, number: int, arrays: Arrays) -> dict[str, Any]:
    """Frozen weights on a board drawn afterwards: against equal weights and against random ones, shares [players, openings].

    Of Table 2's first, and of the champions of the runs from drawn openings (or else of the paper's). The board is drawn by
    a checksum of these weights, so nobody could have known it while they were bred.
    """
    kind = "opened" if "opened" in config.kinds else "five"
    found = np.concatenate([TABLE_2[:1], study.champions(config, arrays, kind)[:, :5]])
    board = drawn_board(seed_of(config.seed, "frozen", crc32(found.tobytes())), number)
    game = simplexity(opening=config.opening, **board)
    chance = np.random.default_rng(seed_of(config.seed, "board", number)).uniform(0, 10, found.shape)
    players = [*agents(game, found), *agents(game, chance), *agents(game, np.ones(5))]
    each = np.arange(len(found))
    pairs = np.concatenate([np.column_stack([each, np.full_like(each, 2 * len(found))]),
                            np.column_stack([each, len(found) + each])])
    won = shares(game, players, pairs, config.openings_boards, seed_of(config.seed, "board", number))
    return {"equal": won[: len(found)], "chance": won[len(found):], "board": np.array(list(board.values()))}
