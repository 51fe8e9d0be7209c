"""All that a tree search says is proven, in every entry of its tree, beside trying everything; its votes, too."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.brains import mcts
from lek.brains.alphabeta import Judgement
from lek.game import Game, record
from lek.jit import load, rule

from pathlib import Path  # isort: skip

OPEN = load(Path(__file__).with_name("open_games.py"))
UNPROVEN, WON, LOST, DRAWN = range(4)
GAMES: dict[str, Game] = {"noughts": OPEN.noughts(), "boxes": OPEN.boxes(7), "six walls": OPEN.boxes(6)}


@cache
def worth(name: str, key: bytes) -> int:
    """Who wins with best play: WON for seat 0, LOST for seat 1, or DRAWN."""
    game, s = GAMES[name], np.frombuffer(key, GAMES[name].blank.dtype).copy().view(np.recarray)[0]
    actor = int(game.actor(s))
    if actor < 0:
        margin = game.score(s, 0) - game.score(s, 1)
        return WON if margin > 0 else LOST if margin < 0 else DRAWN
    values = {worth(name, after(game, s, a)) for a in range(game.actions) if game.legal(s, a)}
    return next(value for value in ((WON, DRAWN, LOST) if actor == 0 else (LOST, DRAWN, WON)) if value in values)


def after(game: Game, s: Any, a: int) -> bytes:
    t = s.copy()
    game.step(t, a)
    return bytes(t.tobytes())


def state_of(name: str, seed: int, least: int = 0, most: int = 5) -> Any:
    """A position with a choice, some random moves into a game."""
    game, rng = GAMES[name], np.random.default_rng(seed)
    while True:
        s = game.blank.copy()[0]
        game.start(s)
        for _ in range(int(rng.integers(least, most))):
            game.step(s, int(rng.choice([a for a in range(game.actions) if game.legal(s, a)])))
            if game.actor(s) < 0:
                break
        if game.actor(s) >= 0 and sum(bool(game.legal(s, a)) for a in range(game.actions)) > 1:
            return s


def thought(name: str, s: Any, seed: int, judgement: Judgement = Judgement(), **given: Any) -> tuple[int, Any]:
    game = GAMES[name]
    brain = mcts.mcts("mcts", game, judgement, capacity=1 << 15)
    memory = record(brain.memory_type(game), rng=dice.stream(seed, 0, 1))
    return int(brain.act(configured(brain, game, given)[0], memory[0], s)), memory[0]


WAYS: dict[str, dict[str, Any]] = {
    "plain": {}, "rave": {"rave": 30.0}, "decisive": {"decisive": True}, "at once": {"expand": 0}, "late": {"expand": 3},
    "curious": {"c": 2.0}, "few": {"playouts": 40}}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_every_proof_in_the_tree_is_true(name: str, way: str) -> None:
    game, seen = GAMES[name], Counter[int]()
    for seed in range(12):
        root = state_of(name, seed, *((2, 6) if name == "noughts" and seed % 2 else ()))
        _, m = thought(name, root, seed, **{"playouts": 300, **WAYS[way]})
        table = m.table
        stack = [(0, root.copy())]
        while stack:
            i, s = stack.pop()
            entry, actor = table[i], int(game.actor(s))
            seen[int(entry.proven)] += 1
            if entry.proven != UNPROVEN:
                assert entry.proven == worth(name, bytes(s.tobytes())), (seed, i)
            assert actor < 0 or entry.who == actor
            if actor < 0 or entry.many == 0:
                assert actor >= 0 or entry.proven != UNPROVEN
                continue
            children = range(int(entry.first), int(entry.first + entry.many))
            actions = [int(table[k].action) for k in children]
            legal = [a for a in range(game.actions) if game.legal(s, a)]
            assert len(set(actions)) == len(actions) and set(actions) <= set(legal)
            lost = {WON: LOST, LOST: WON}[WON + actor]
            if entry.proven == UNPROVEN:  # whatever is missing among them is lost
                for a in set(legal) - set(actions):
                    assert worth(name, after(game, s, a)) == lost
                assert any(table[k].proven in (UNPROVEN, DRAWN) for k in children)
                assert sum(int(table[k].visits) for k in children) <= entry.visits
            for k in children:
                t = s.copy()
                game.step(t, int(table[k].action))
                stack.append((k, t))
    assert seen[UNPROVEN] > 30 and seen[WON] + seen[LOST] + seen[DRAWN] > 15, seen


@pytest.mark.parametrize("name", GAMES)
def test_what_every_position_is_worth_is_proven_in_the_end(name: str) -> None:
    game = GAMES[name]
    for seed in range(15):
        s = state_of(name, 100 + seed, *((3, 6) if name == "noughts" else ()))
        action, m = thought(name, s, seed, playouts=30_000, c=5.0)
        actor, value = int(game.actor(s)), worth(name, bytes(s.tobytes()))
        assert m.worth == {DRAWN: 0.0, WON + actor: 1e6}.get(value, -1e6) and m.nodes < 30_000
        assert worth(name, after(game, s, action)) == value


def test_without_proofs_nothing_is_proven_but_ends() -> None:
    for seed in range(6):
        s = state_of("noughts", seed)
        _, m = thought("noughts", s, seed, solver=False, playouts=400)
        assert m.nodes == 400 and abs(m.worth) <= 1.0
        assert m.table[0].many == sum(bool(GAMES["noughts"].legal(s, a)) for a in range(9))


@rule
def inkling(g, e, s):
    """An evaluation for the player to act."""
    return 0.0 if s.cells[4] == 0 else 1.0 if s.cells[4] == 1 + s.played % 2 else -1.0


VOTES = {  # a hash of the votes of some searches: whatever changes them is told
    "{}": "92c79b958bdb",
    "{'c': 0.1}": "85e541052dec",
    "{'rave': 20.0}": "5d08f332ff19",
    "{'bias': 5.0, 'scale': 2.0}": "d445b909917d",
    "{'decisive': True}": "eb6a48a74337",
    "{'expand': 0}": "113382ddaafa",
    "{'expand': 5}": "16e35a5cf5a7",
    "{'solver': False}": "4eb8ca54d4db",
    "{'solver': False, 'rave': 200.0, 'c': 1.5}": "933ea016e0a8",
}


def votes(way: dict[str, Any]) -> str:
    found = hashlib.sha256()
    for seed in range(6):
        _, m = thought("noughts", state_of("noughts", seed), seed, Judgement(evaluate=inkling), playouts=150, **way)
        found.update(str((m.votes.tolist(), float(m.worth), int(m.reached), int(m.rng))).encode())
    return found.hexdigest()[:12]


@pytest.mark.parametrize("way", VOTES)
def test_the_votes_are_what_they_were(way: str) -> None:
    assert votes(eval(way)) == VOTES[way]
