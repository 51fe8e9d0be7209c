"""Monte-Carlo tree search for every game of two seats that hides nothing.

UCT (L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning", 2006): a tree grows where random games go well. Each
of the following is a setting that can be switched off: proven wins and losses (M. H. M. Winands, Y. Bjornsson and
J.-T. Saito, "Monte-Carlo tree search solver", 2008), the all-moves-as-first estimate RAVE (S. Gelly and D. Silver, 2007 and
2011), progressive bias by an evaluation (G. Chaslot and others, 2008), and decisive moves in the random games (F. Teytaud
and O. Teytaud, 2010).

The search calls nothing but a game's own rules and, where there is one, a `Judgement`: `evaluate` for the bias, `foresee`
for positions whose result is plain, in the tree and for decisive moves. It can stop after any number of playouts and go on
later, as `lek.brains.alphabeta` can. The tree lies in the `table` that `go` is given: children of a position side by side,
results in half points, so that sums are exact.

A move is chosen by votes: the visits of the root's children, 2**40 more for a proven win, -2**40 for a proven loss. Votes of
several trees can be added up (root parallelisation, G. Chaslot, M. Winands and J. van den Herik, 2008).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from lek import dice, jit
from lek.agent import NOTHING, Brain, configured
from lek.brains.alphabeta import Judgement, hides, unforeseen
from lek.brains.mcts_loop import SOURCE
from lek.game import Game, record, seat_of_body
from lek.jit import Rule
from lek.position import Position
from lek.settings import Setting

DEEPEST = 9  # the tree can get 2**9 moves deep

SETTINGS = {
    "playouts": Setting(1000, 1, 2**40, about="random games it plays in a move; under a clock, as many as there is time"),
    "c": Setting(0.5, 0.0, 100.0, about="exploration: how much a move looked at seldom is favoured"),
    "expand": Setting(1, 0, 2**31 - 1, about="visits after which a position gets children of its own"),
    "solver": Setting(True, about="take wins and losses that are proven up the tree, and lost moves out of it"),
    "rave": Setting(0.0, 0.0, 1e9, about="visits at which the all-moves-as-first estimate counts one half; 0: none"),
    "bias": Setting(0.0, 0.0, 1e6, about="weight of the evaluation, divided by visits; 0: none"),
    "scale": Setting(1.0, 1e-9, 1e9, about="evaluation that counts as nearly won, for the bias"),
    "decisive": Setting(False, about="random games end with a winning move where there is one"),
}

# [capacity] of the tree; `total` and `amaf_total` are half points of whoever moved here, `who` acts next
ENTRY = np.dtype((np.record, np.dtype([
    ("visits", "i4"), ("total", "i4"), ("amaf", "i4"), ("amaf_total", "i4"), ("bias", "f4"), ("first", "i4"),
    ("action", "i4"), ("many", "i2"), ("who", "i1"), ("proven", "i1")], align=True)))


class Search(NamedTuple):
    """The parts of a searching brain, for those who drive it in slices."""

    begin: Rule  # begin(g, m, s)           a new position
    go: Rule  # go(g, m, table, nodes) -> bool    on for so many playouts; true when there is no more to find
    answer: Rule  # answer(m) -> action     the best so far; after `begin` there always is one
    before: None
    rules: Any
    entry: np.dtype[Any]  # of the table, which here is the tree: whoever searches needs one of his own
    playouts: Rule  # playouts(g, m, s, n) -> half points of seat 0 in so many random games


def mcts(
    name: str, rules: Any, judgement: Judgement = Judgement(), *, about: str = "", capacity: int = 2**16,
    fixed: Mapping[str, Any] | None = None, defaults: Mapping[str, Any] | None = None, **more: Any,
) -> Brain:
    """A brain that searches by the rules of a game (or of its module), in a tree of `capacity` entries.

    `fixed` are settings made part of the compiled code, which are then no longer in the genome; `defaults` are others'
    new defaults.
    """
    settings = {key: setting for key, setting in SETTINGS.items() if key not in (fixed or {})}
    for key, value in (defaults or {}).items():
        settings[key] = replace(settings[key], default=value)
    settings |= judgement.settings
    kinds = {bool: "i1", int: "i8", float: "f8", str: "i4"}
    genome = [(key, kinds[type(setting.default)]) for key, setting in settings.items()] + list(judgement.genome)
    made = _compiled(rules, judgement, fixed or {})

    def memory(game: Game) -> Any:
        return memory_kind(game, judgement, capacity)

    act = made["act"]
    act.__doc__ = about or "Monte-Carlo tree search."
    search = Search(made["begin"], made["go"], made["answer"], None, rules, ENTRY, made["playouts"])
    kind = np.dtype(genome, align=True) if genome else NOTHING
    return Brain(name, act, kind, memory, settings, hides, search=search, **more)


def memory_kind(game: Game, judgement: Judgement, capacity: int) -> Any:
    """The type of a search's memory."""
    notes = judgement.notes(game) if callable(judgement.notes) else judgement.notes
    noted = np.dtype((np.record, np.dtype(notes, align=True)))
    return [
        ("rng", "u8"), ("states", game.blank.dtype, (3,)), ("notes", noted, (3,)),
        ("votes", "i8", (game.actions,)), ("played", "i8", (2, game.actions)), ("listed", "i4", (game.actions,)),
        ("path", "i4", (1 << min(game.limit.bit_length(), DEEPEST),)), ("worth", "f8"), ("nodes", "i8"),
        ("simulations", "i8"), ("used", "i4"), ("phase", "i4"), ("depth", "i4"), ("reached", "i4"), ("found", "i4"),
        ("choices", "i4"), ("swap", ENTRY, (1,)), ("table", ENTRY, (capacity,))]


def _compiled(rules: Any, judgement: Judgement, fixed: Mapping[str, Any]) -> Any:
    source = SOURCE.replace("TRY_ALL", repr(judgement.foresee is unforeseen))
    for key, value in fixed.items():
        source = source.replace(f"g.{key}", repr(int(value) if isinstance(value, bool) else value))
    names = {"actor": rules.actor, "legal": rules.legal, "step": rules.step, "score": rules.score,
             "owner": getattr(rules, "owner", seat_of_body), "evaluate": judgement.evaluate, "note": judgement.note,
             "follow": judgement.follow, "foresee": judgement.foresee, "below": dice.below,
             "math": math, "np": np}
    return jit.build("mcts", source, names)


def for_game(game: Game) -> Brain:
    """Monte-Carlo tree search that knows nothing but the rules."""
    return mcts("mcts", game, about="Monte-Carlo tree search that knows nothing but the rules.")


def playouts(game: Game, n: int, seed: int = 0, position: Any = None) -> float:
    """The share of the points that seat 0 makes in `n` random games from a state [1], or from the start."""
    brain = mcts("playouts", game, capacity=1)
    genome, memory = configured(brain, game, {}), record(brain.memory_type(game), rng=dice.stream(seed, 0, 1))
    root = Position(game, seed).state if position is None else position[0]
    return int(brain.search.playouts(genome[0], memory[0], root, n)) / (2.0 * n) if n > 0 else math.nan
