"""Playing and learning: a set of graph rules against one opponent, game after game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from lek import dice
from lek.agent import Brain, configured
from lek.brains.graphrules import RULE
from lek.evolve import rulesets
from lek.evolve.rulesets import book_type, diary_type, matching, memo_type, string_of
from lek.game import Game, record
from lek.jit import build, cached_njit
from lek.settings import Setting, resolve

ROWS = 1 << 17  # positions whose matches are remembered
MEASURES = ("won_first", "won_second", "first", "guided", "decisions", "matched", "covered", "tests", "margin", "drawn")


class Reader(NamedTuple):
    """How positions of a game become graphs, and which of them are one: `number(table, s)`, -1 for none."""

    read: Any  # read(s, graph, node, labels)
    graph: Any
    desk: Any
    number: Any
    table: Any  # [positions]
    positions: int


class Manager(NamedTuple):
    """A way to manage rules: its settings, who acts, and what happens after a game."""

    name: str
    settings: Mapping[str, Setting]
    choose: Any
    settle: Any


@dataclass
class Learner:
    """A set of rules that learns against an opponent; `rules`, `book` and `games` are all that it is."""

    game: Game
    reader: Reader
    manager: Manager
    opponent: Brain
    options: Any
    rules: Any
    book: Any
    seed: int
    rooms: Any = None

    @property
    def games(self) -> int:
        return int(self.book[0].games)


def learner(game: Game, reader: Reader, manager: Manager, opponent: Brain, seed: int, given: Mapping[str, Any]) -> Learner:
    chosen = resolve(manager.name, manager.settings, given)
    numbers = {key: manager.settings[key].choices.index(value) if manager.settings[key].choices else value
               for key, value in chosen.items()}
    kinds = {bool: "i1", int: "i8", float: "f8"}
    options = record([(key, kinds[type(value)]) for key, value in numbers.items()], **numbers)
    population = chosen["population"]
    book = np.zeros(1, book_type(population)).view(np.recarray)
    book[0].rng, book[0].population = dice.stream(seed, 0, 1), population
    rules = np.zeros(rulesets.words(population) * 64, RULE).view(np.recarray)
    return Learner(game, reader, manager, opponent, options, rules, book, seed)


def play(one: Learner, games: int, greedy: bool = False) -> dict[str, float]:
    """Play and learn for so many games, or only play, by the best rule that matches; what happened, summed up."""
    if one.rooms is None:
        lines, population = one.game.actions, int(one.book[0].population)
        memo = np.zeros(1, memo_type(max(one.reader.positions, 1), population, ROWS if one.reader.positions else 1))
        one.rooms = (configured(one.opponent, one.game, {}), np.zeros(1, one.opponent.memory_type(one.game)).view(np.recarray),
                     one.game.blank.copy(), np.zeros(1, one.reader.graph).view(np.recarray),
                     np.zeros(1, one.reader.desk).view(np.recarray), np.zeros(1, diary_type(lines, population)).view(np.recarray),
                     memo.view(np.recarray))
    manager, reader = one.manager, one.reader
    made = build("learning", _SOURCE, {
        "njit": cached_njit, "dice": dice, "np": np, "start": one.game.start, "actor": one.game.actor, "step": one.game.step,
        "score": one.game.score, "read": reader.read, "number": reader.number, "choose": manager.choose,
        "settle": manager.settle, "matching": matching, "string_of": string_of, "opponent": one.opponent.act})
    told = np.zeros(len(MEASURES))
    made["play_games"](one.options, one.rules, one.book, one.seed, games, greedy, reader.table, *one.rooms, told)
    return dict(zip(MEASURES, told.tolist(), strict=True))


_SOURCE = """
@njit
def play_games(options, rules, book, seed, games, greedy, table, genomes, memories, states, graphs, desks, diaries, memos, told):
    o, b, g, m, s = options[0], book[0], genomes[0], memories[0], states[0]
    graph, desk, w, memo = graphs[0], desks[0], diaries[0], memos[0]
    node, labels = np.zeros(len(s.open) + 1, np.int64), np.zeros(5, np.int64)
    w.greedy = greedy
    w.decisions, w.guided, w.matched, w.covered, w.tests = 0, 0, 0, 0, 0
    for _ in range(games):
        if not greedy:
            b.games += 1
        w.beta = min(max(o.beta_most, o.beta), o.beta + o.beta_step * (b.games // o.beta_every))
        seat = dice.below(b, 2)
        memories[:] = np.zeros(1, memories.dtype)
        m.rng = dice.roll(b)
        start(s)
        w.turns = 0
        while True:
            mover = actor(s)
            if mover < 0:
                break
            if mover != seat:
                a = opponent(g, m, s)
            else:
                read(s, graph, node, labels)
                matching(o, rules, b, w, graph, desk, memo, number(table, s))
                k = choose(o, rules, b, w, graph, desk)
                w.slot[w.turns] = k
                w.margin[w.turns] = score(s, seat) - score(s, 1 - seat)
                for word in range(len(w.now)):
                    w.matching[w.turns, word] = w.now[word]
                w.turns += 1
                w.decisions += 1
                a = string_of(o, b, rules[k], graph, desk) if k >= 0 else np.int64(s.free[dice.below(b, s.left)])
            step(s, a)
        reward = score(s, seat) - score(s, 1 - seat)
        told[seat] += reward > 0
        told[2] += seat == 0
        told[8] += reward
        told[9] += reward == 0
        if not greedy:
            settle(o, rules, b, w, reward)
    told[3], told[4], told[5], told[6], told[7] = w.guided, w.decisions, w.matched, w.covered, w.tests
"""
