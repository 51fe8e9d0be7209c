"""A table of positions in place of rules: how well the same player could play if it had a place for all that it sees.

The yardstick of rule learners: it knows the same graphs and the same reward, the margin at the end, and nothing is general.
A position that the player leaves behind, together with whether it moves again, has a value: the mean reward of the games in
which it was left so, learnt at the rate alpha after every game; one not met yet has the average reward. Of all lines one is
drawn, with a chance in proportion to exp(beta value). (Monte-Carlo learning of afterstates: R. Sutton and A. Barto,
"Reinforcement Learning", 1998, chapters 5 and 6.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Agent
from lek.game import Game, record
from lek.jit import build, rule
from lek.players.dots.exact import Positions
from lek.players.dots.graphrules import Reader
from lek.players.dots.lines import takes
from lek.players.dots.solved import closes
from lek.settings import Mistake, Setting, resolve

SETTINGS = {
    "alpha": Setting(0.1, 1e-6, 1.0, about="how fast values are learnt"),
    "beta": Setting(10.0, 0.0, 1000.0, about="how much better lines are preferred"),
    "averaging": Setting(0.001, 1e-9, 1.0, about="how fast the average reward is learnt"),
}
TOLD = ("games", "first", "won_first", "won_second")


@dataclass
class Table:
    """A table that learns against an opponent. `value` and `book` are all that it has learnt."""

    game: Game
    reader: Reader
    opponent: Agent
    options: Any  # [1]
    book: Any  # [1]
    value: Any  # [graphs, again]; not a number where not met yet


def table(game: Game, reader: Reader, opponent: Agent, seed: int, **given: Any) -> Table:
    """A table with nothing in it yet."""
    if reader.positions == 0:
        raise Mistake("a table needs a place for every position: at most 27 lines")
    chosen = resolve("table", SETTINGS, given)
    options = record([(name, "f8") for name in chosen], **chosen)
    book = record([("rng", "u8"), ("average", "f8")], rng=dice.stream(seed, 0, 1))
    return Table(game, reader, opponent, options, book, np.full((reader.positions, 2), np.nan))


def play(one: Table, games: int) -> dict[str, float]:
    """Play and learn for so many games; what came of it."""
    brain, game = one.opponent.brain, one.game
    assert brain is not None
    made = build("afterstates", _SOURCE, {
        "dice": dice, "math": math, "np": np, "start": game.start, "actor": game.actor,
        "legal": game.legal, "step": game.step, "score": game.score, "takes": takes, "opponent": brain.act})
    rooms = game.blank.copy(), np.zeros(1, brain.memory_type(game)).view(np.recarray)
    told = np.zeros(len(TOLD))
    made["play_games"](one.options, one.book, one.value, one.reader.table, games, game.actions, one.opponent.genome, *rooms,
                       told)
    return dict(zip(TOLD, told.tolist(), strict=True))


def lines(one: Table, known: Positions) -> Any:
    """[positions] the lines, as bits, that are worth most, all as good: what it draws when it only plays."""
    found = np.zeros(len(known.drawn), np.int32)
    mark_highest(known.drawn, known.sides, one.reader.table, one.value, float(one.book[0].average), found)
    return found


@rule
def mark_highest(drawn, sides, table, value, average, found):
    for n in range(len(drawn) - 1):
        highest = -np.inf
        for a in range(len(sides)):
            after = drawn[n] | (1 << a)
            if after != drawn[n]:
                worth = value[table[after], 1 if closes(sides, after, a) > 0 else 0]
                worth = average if np.isnan(worth) else worth
                if worth > highest:
                    highest = worth
                    found[n] = 0
                if worth == highest:
                    found[n] |= 1 << a


_SOURCE = """
@njit
def play_games(options, book, value, table, games, lines, genomes, states, memories, told):
    o, b, s = options[0], book[0], states[0]
    empty = np.zeros(1, memories.dtype)
    worth, left, again = np.zeros(lines), np.zeros(lines, np.int64), np.zeros(lines, np.int64)
    for _ in range(games):
        seat = dice.below(b, 2)
        memories[0] = empty[0]
        memories[0].rng = dice.roll(b)
        start(s)
        turns = 0
        while True:
            mover = actor(s)
            if mover < 0:
                break
            if mover != seat:
                step(s, opponent(genomes[0], memories[0], s))
                continue
            a = any_by(o, b, s, value, table, lines, worth)
            step(s, a)
            left[turns], again[turns] = table[s.drawn[0]], actor(s) == seat
            turns += 1
        reward = score(s, seat) - score(s, 1 - seat)
        for turn in range(turns):
            known = value[left[turn], again[turn]]
            known = b.average if np.isnan(known) else known
            value[left[turn], again[turn]] = known + o.alpha * (reward - known)
        b.average += o.averaging * (reward - b.average)
        told[0] += 1
        told[1] += seat == 0
        told[2 + seat] += reward > 0


@njit
def any_by(o, b, s, value, table, lines, worth):
    highest, total = -np.inf, 0.0
    for a in range(lines):
        if legal(s, a):
            known = value[table[s.drawn[0] | np.uint64(1 << a)], np.int64(takes(s, a))]
            worth[a] = b.average if np.isnan(known) else known
            highest = max(highest, worth[a])
    for a in range(lines):
        if legal(s, a):
            worth[a] = math.exp(o.beta * (worth[a] - highest))
            total += worth[a]
    rest, chosen = dice.uniform(b) * total, np.int64(-1)
    for a in range(lines):
        if legal(s, a):
            chosen = np.int64(a)
            rest -= worth[a]
            if rest < 0.0:
                break
    return chosen
"""
