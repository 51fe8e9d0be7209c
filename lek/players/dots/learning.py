"""Playing and learning: a set of graph rules against one opponent, game after game.

Who begins is drawn for every game. The reward is the margin at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from lek import dice
from lek.agent import Agent
from lek.game import Game, record
from lek.jit import build
from lek.players.dots import concepts, economy, graphrules_breeding, mortals, proven, xcs
from lek.players.dots.graphrules import RULE, Reader
from lek.players.dots.rulesets import (
    NONE,
    book_type,
    by_quality,
    diary_type,
    matching,
    memo_type,
    put_in_order,
    string_of,
    words,
)
from lek.settings import Mistake, Setting, one_of, resolve
from lek.store import Arrays

ROWS = 1 << 17  # positions whose matches are remembered
SAMPLE = 100  # games from one to the next in which all rules that match are counted
TOLD = ("games", "first", "won_first", "won_second", "drawn", "margin", "decisions", "guided", "matched", "counted",
        "covered")  # `matched` rules at `counted` decisions


class Method(NamedTuple):
    """A way to learn rules: its settings, which rule acts, and what happens after a game."""

    settings: Mapping[str, Setting]
    choose: Any  # choose(o, rules, b, w, graph, desk) -> slot of the rule that acts, or NONE
    settle: Any  # settle(o, rules, b, w, reward)
    order: Any  # order(b) -> slots of the rules by which it plays when it only plays, who goes before others first
    enough: Any = lambda o, greedy: 0  # how many rules that match, by the highest Q, are all it looks at; 0 for all


METHODS = {
    "concepts": Method(concepts.SETTINGS, concepts.choose, concepts.settle, by_quality, concepts.enough),
    "economy": Method(economy.SETTINGS, economy.choose, economy.settle, by_quality),
    "mortals": Method(mortals.SETTINGS, mortals.choose, mortals.settle, by_quality),
    "xcs": Method(xcs.SETTINGS, xcs.choose, xcs.settle, by_quality),
    "proven": Method(proven.SETTINGS, proven.choose, proven.settle, proven.order),
}


@dataclass
class Learner:
    """A set of rules that learns against an opponent. `rules` and `book` are all that it has learnt."""

    game: Game
    reader: Reader
    method: Method
    opponent: Agent
    options: Any  # [1]
    rules: Any  # [slots]
    book: Any  # [1]
    rooms: list[Any] = field(default_factory=list)  # what playing needs, made when it is first needed


def learner(
    game: Game, reader: Reader, method: str, opponent: Agent, seed: int, given: Mapping[str, Any] | None = None
) -> Learner:
    """A learner with no rules yet."""
    options = chosen(method, given or {})
    population = int(options[0].population)
    book = record(book_type(population), rng=dice.stream(seed, 0, 1), population=population)
    book[0].order = np.arange(len(book[0].order))
    rules = np.zeros(words(population) * 64, RULE).view(np.recarray)
    return Learner(game, reader, METHODS[method], opponent, options, rules, book)


def chosen(method: str, given: Mapping[str, Any]) -> np.recarray[Any, Any]:
    """The settings of a method as one record, or a Mistake."""
    settings = METHODS[one_of("method", method, METHODS)].settings
    for name in given:
        others = [other for other, way in METHODS.items() if name in way.settings]
        if name not in settings and others:
            raise Mistake(f"{name} is no setting of {method}, but of {' and '.join(others)}; choose --method {others[0]}")
    return graphrules_breeding.options(settings, resolve(method, settings, given))


def play(one: Learner, games: int, greedy: bool = False) -> dict[str, float]:
    """Play and learn for so many games, or only play, each time by the best rule that matches; what came of it."""
    if not one.rooms:
        one.rooms = _rooms(one)
    way, reader, game = one.method, one.reader, one.game
    assert one.opponent.brain is not None
    made = build("learning", _SOURCE, {
        "dice": dice, "np": np, "NONE": NONE, "start": game.start, "actor": game.actor,
        "legal": game.legal, "step": game.step, "score": game.score, "read": reader.read, "number": reader.number,
        "SAMPLE": SAMPLE, "choose": way.choose, "settle": way.settle, "matching": matching, "string_of": string_of,
        "put_in_order": put_in_order, "opponent": one.opponent.brain.act})
    told = np.zeros(len(TOLD))
    enough = min(way.enough(one.options[0], greedy), len(one.rules))
    made["play_games"](one.options, one.rules, one.book, games, greedy, enough, game.actions, reader.table, *one.rooms, told)
    return dict(zip(TOLD, told.tolist(), strict=True))


def ranked(one: Learner) -> tuple[Any, Any, Any, bool, bool]:
    """Its rules and its book, the slots of the rules by which it only plays, the first to go first, and how they match."""
    o = one.options[0]
    return one.rules, one.book[0], one.method.order(one.book[0]), bool(o.wild_is_ground), bool(o.first_found)


def learnt(one: Learner) -> Arrays:
    """All that a learner has learnt, as arrays to be kept."""
    return {"rules": np.frombuffer(one.rules.tobytes(), np.uint8), "book": np.frombuffer(one.book.tobytes(), np.uint8)}


def recall(one: Learner, arrays: Arrays) -> Arrays:
    """Go on from what was learnt before; what else was kept with it."""
    one.rules[:], one.book[:] = arrays["rules"].view(one.rules.dtype), arrays["book"].view(one.book.dtype)
    return arrays


def _rooms(one: Learner) -> list[Any]:
    population, positions = int(one.book[0].population), one.reader.positions
    assert one.opponent.brain is not None
    kinds = [one.opponent.brain.memory_type(one.game), one.reader.graph, one.reader.desk,
             diary_type(one.game.actions, population), memo_type(max(positions, 1), population, min(positions, ROWS) or 1)]
    return [one.opponent.genome, one.game.blank.copy(),
            *(np.zeros(1, kind).view(np.recarray) for kind in kinds)]


_SOURCE = """
@njit
def play_games(options, rules, book, games, greedy, enough, lines, table, genomes, states, memories, graphs, desks, diaries,
               memos, told):
    o, b, s, graph, desk, w, memo = options[0], book[0], states[0], graphs[0], desks[0], diaries[0], memos[0]
    empty = np.zeros(1, memories.dtype)
    node, labels = np.zeros(lines + 1, np.int64), np.zeros(5, np.int64)
    w.greedy = greedy
    w.decisions, w.guided, w.matched, w.counted, w.covered, w.tests = 0, 0, 0, 0, 0, 0
    for game in range(games):
        w.enough = enough if game % SAMPLE else 0
        if not greedy:
            b.games += 1
        seat = dice.below(b, 2)
        memories[0] = empty[0]
        memories[0].rng = dice.roll(b)
        start(s)
        w.turns = 0
        while True:
            mover = actor(s)
            if mover < 0:
                break
            if mover != seat:
                step(s, opponent(genomes[0], memories[0], s))
                continue
            read(s, graph, node, labels)
            matching(o, rules, b, w, graph, desk, memo, number(table, s))
            w.margin[w.turns] = score(s, seat) - score(s, 1 - seat)
            w.string = NONE
            k = choose(o, rules, b, w, graph, desk)
            w.slot[w.turns] = k
            if k != NONE and not greedy:
                b.acts[k] += 1
            for word in range(len(w.now)):
                w.noted[w.turns, word] = w.now[word]
            w.turns += 1
            w.decisions += 1
            if w.string != NONE:
                step(s, w.string)
            elif k != NONE:
                step(s, string_of(o, b, rules[k], graph, desk))
            else:
                step(s, any_line(b, s, lines))
        reward = score(s, seat) - score(s, 1 - seat)
        told[0] += 1
        told[1] += seat == 0
        told[2 + seat] += reward > 0
        told[4] += reward == 0
        told[5] += reward
        if not greedy:
            settle(o, rules, b, w, reward)
            if enough > 0:
                put_in_order(b)
    told[6], told[7], told[8], told[9], told[10] = w.decisions, w.guided, w.matched, w.counted, w.covered


@njit
def any_line(b, s, lines):
    many = 0
    for a in range(lines):
        many += legal(s, a)
    nth = dice.below(b, many)
    for a in range(lines):
        if legal(s, a):
            if nth == 0:
                break
            nth -= 1
    return np.int64(a)
"""
