"""Alpha-beta search for every game of two seats that hides nothing.

Negamax (D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", 1975) with what forty years of chess programs
have added, each of it a setting that can be switched off: iterative deepening, a transposition table with bounds under
Zobrist keys (A. L. Zobrist, 1970), moves in the order hash move, killers, history, principal-variation search with a scout
window (J. Pearl's SCOUT, 1980; T. A. Marsland and M. Campbell, 1982) and aspiration windows.

The search calls nothing but a game's own rules and the few of a `Judgement`. It keeps its line of play on a stack of
states in its memory, not on the machine's, so it can stop after any number of nodes and go on later: under a clock it runs
in slices of nodes, and Python looks at the clock in between.

Where a judgement says that the end is in reach (`ripe`), part of the nodes looks for a proof that the player to act wins
(`proof_loop.py`): late in a game that finds a win before alpha-beta does.

Values are for the player to act, in steps of 1/1024 (where `fixed` says that there is no table, as they are). A won game is
worth WIN and 1,000 for each point of the margin, less one for every move it takes; judgements stay far below WIN.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from lek import dice, jit
from lek.agent import NOTHING, Brain, Kind
from lek.brains import proof_loop
from lek.brains.alphabeta_loop import SOURCE
from lek.game import Game, seat_of_body
from lek.jit import Rule, rule
from lek.settings import Setting

WIN = 1_000_000.0
SURE = WIN - 10_000.0  # what no judgement reaches: a value beyond it is proven
STEPS = 1024.0  # values are whole numbers of 1/1024, so that a table can hold them exactly
PLIES = 64  # how deep a line can get
TABLES = ("bounds", "evaluations", "none")
SORTS = ("quick", "evaluation", "none")

SETTINGS = {
    "depth": Setting(4, 1, PLIES - 2, about="moves it looks ahead at most; under a clock, as many as there is time for"),
    "nodes": Setting(0, 0, 2**40, about="positions it looks at in a move at most; 0: as many as the depth takes"),
    "deepen": Setting(True, about="deepen move by move, each time beginning with the best line so far"),
    "table": Setting("bounds", choices=TABLES, about="what is kept of positions met before: bounds on their values, "
                                                     "their evaluations, or nothing"),
    "sort": Setting("quick", choices=SORTS, about="moves in order of a quick guess, of the evaluation of what they lead to, "
                                                  "or as they come"),
    "prune": Setting(True, about="leave a position as soon as the other would not allow it (alpha-beta)"),
    "recall": Setting(True, about="first try the move that was best when the position was met before (the hash move)"),
    "killers": Setting(True, about="first try moves that cut a neighbouring line short"),
    "history": Setting(True, about="then moves that cut lines short elsewhere"),
    "scout": Setting(True, about="try all but the first move with an empty window (principal-variation search)"),
    "extend": Setting(True, about="look a move further where the judgement knows the mover has to answer"),
    "reduce": Setting(False, about="look a move or two less far after moves late in the order, and again if one looks good"),
    "window": Setting(0.0, 0.0, 1e5, about="half-width of the aspiration window; 0: none"),
}
PROVE = Setting(0.75, 0.0, 0.95, about="with a clock or a number of nodes: the share of them that looks for proofs of a "
                                       "win, where one is in reach")


@rule
def nothing_to_note(g, e, s):
    """For judgements that keep no notes."""


@rule
def nothing_to_follow(g, e, s, a):
    """For judgements that keep no notes."""


@rule
def even(g, e, s):
    """A judgement without knowledge: only finished games count."""
    return 0.0


@rule
def unordered(g, e, s, a):
    return 0.0


@rule
def unforeseen(g, e, s, ply):
    return 0.0


@rule
def never(g, e, s):
    return False


@rule
def won(margin, ply):
    """The value, at the root of the search, of a game won by so much after so many moves (a loss: a negative margin)."""
    if margin > 0.0:
        return WIN + 1000.0 * margin - ply
    if margin < 0.0:
        return -WIN + 1000.0 * margin + ply
    return 0.0


@rule
def in_steps(value):
    return math.floor(value * STEPS + 0.5) / STEPS


@rule
def unrounded(value):
    """For searches without a table, in place of `in_steps`."""
    return value


class Judgement(NamedTuple):
    """What a search may know about a game beyond its rules; g is the genome, e are notes kept along a line of play.

    Notes are made from a position and then brought up to date with every move, so that an evaluation that can be kept up
    by small changes is never worked out anew. A key tells positions apart, up to what makes no difference.
    """

    evaluate: Rule = even  # evaluate(g, e, s) -> float, for the player to act
    notes: Kind = NOTHING
    note: Rule = nothing_to_note  # note(g, e, s)         notes of a position
    follow: Rule = nothing_to_follow  # follow(g, e, s, a)    bring them up to date; s is the state before the action
    key: Rule | None = None  # key(e, s) -> u64
    order: Rule = unordered  # order(g, e, s, a) -> float   larger is tried first; below -1e8 not at all, if others are
    foresee: Rule = unforeseen  # foresee(g, e, s, ply) -> value   a proven value by `won`, or 0
    worth: Rule = won  # worth(margin, ply) -> value   of a finished game
    urgent: Rule = never  # urgent(g, e, s) -> bool   the mover has to answer a threat; asked after `foresee`
    ripe: Rule | None = None  # ripe(g, e, s) -> bool   proofs are in reach; may take out of e what only judging needs
    settings: Mapping[str, Setting] = {}
    genome: Any = ()  # further fields of the genome


PROOF_PLIES, PROOF_TABLE = 40, 17  # how long a proof can get; 2**17 positions are remembered
# `spare` leaves no gap at an entry's end: NumPy describes every gap of a table byte by byte, half a millisecond a call
PROOF = np.dtype((np.record, [("key", "u8"), ("to_win", "i4"), ("to_stop", "i4"), ("size", "i4"), ("spare", "i4")]))
ENTRY = np.dtype((np.record, [("check", "u8"), ("packed", "u8")]))  # of the table


def hides(game: Game) -> str | None:
    """Why search cannot play a game, or None."""
    if game.observe is not None:
        return f"search looks at the whole state, and {game.name} hides part of it from its players"
    if game.seats != 2:
        return f"search is for two seats, and {game.name} has {game.seats} here"
    return f"search knows what a move leads to, and {game.name} rolls dice after it" if game.chance == "always" else None


def alphabeta(
    name: str, rules: Any, judgement: Judgement = Judgement(), *, about: str = "", plies: int = PLIES, table: int = 16,
    fixed: Mapping[str, Any] | None = None, defaults: Mapping[str, Any] | None = None, before: Rule | None = None,
    **more: Any,
) -> Brain:
    """A brain that searches by the rules of a game (or of its module), in a table of 2**`table` entries.

    `fixed` are settings made part of the compiled code, which are then no longer in the genome; `defaults` are others'
    new defaults. `before(g, m, s)` is asked before any search, and its action taken unless it is -1.
    """
    settings = {key: setting for key, setting in SETTINGS.items() if key not in (fixed or {})}
    for key, value in (defaults or {}).items():
        settings[key] = replace(settings[key], default=value)
    settings |= {**judgement.settings, **({} if judgement.ripe is None else {"prove": PROVE})}
    kinds = {bool: "i1", int: "i8", float: "f8", str: "i4"}
    genome = [(key, kinds[type(setting.default)]) for key, setting in settings.items()] + list(judgement.genome)
    made = _compiled(name, rules, judgement, _constants(fixed or {}), before)

    def memory(game: Game) -> Any:
        return memory_kind(game, judgement, plies, table)

    act = made["act"]
    act.__doc__ = about or "Alpha-beta search."
    return Brain(name, act, np.dtype(genome, align=True) if genome else NOTHING, memory, settings, hides,
                 search=Search(made["begin"], made["go"], made["answer"], before, rules,
                               shares=(fixed or {}).get("table") != "none"), **more)


class Search(NamedTuple):
    """The parts of a searching brain, for those who drive it in slices."""

    begin: Rule  # begin(g, m, s)           a new position
    go: Rule  # go(g, m, table, nodes) -> bool    on for so many nodes; true when there is no more to find
    answer: Rule  # answer(m) -> action     the best so far; after `begin` there always is one
    before: Rule | None  # before(g, m, s) -> action   asked before any search; -1: search
    rules: Any
    shares: bool = True  # whether several threads help each other: without a table they do the same work over


def memory_kind(game: Game, judgement: Judgement, plies: int, table: int) -> Any:
    """The type of a search's memory."""
    notes = judgement.notes(game) if callable(judgement.notes) else judgement.notes
    each = (plies,)
    return [
        ("states", game.blank.dtype, each), ("notes", np.dtype((np.record, np.dtype(notes, align=True))), each),
        *([] if judgement.ripe is None else [("proof", proof_kind(game, notes))]),
        ("table", ENTRY, (1 << table,)), ("alpha", "f8", each), ("beta", "f8", each), ("best", "f8", each),
        ("bottom", "f8", each), ("rank", "f8", (plies, game.actions)), ("key", "u8", each),
        ("history", "f8", (2, game.actions)),
        ("cuts", "i8", each), ("moves", "i2", (plies, game.actions)), ("best_move", "i4", each), ("tried", "i4", each),
        ("many", "i4", each), ("scouting", "i4", each), ("reduced", "i4", each), ("left", "i4", each),
        ("who", "i4", each), ("killers", "i4", (plies, 2)),
        ("value", "f8"), ("worth", "f8"), ("low", "f8"), ("high", "f8"), ("nodes", "i8"), ("evaluations", "i8"),
        ("cut", "i8"), ("ply", "i4"), ("phase", "i4"), ("depth", "i4"), ("reached", "i4"), ("found", "i4"),
        ("choices", "i4"), ("age", "i4")]


def proof_kind(game: Game, notes: Any) -> Any:
    """The type of what a search for proofs remembers."""
    each = (PROOF_PLIES,)
    by_move = (PROOF_PLIES, game.actions)
    fields: Any = [
        ("states", game.blank.dtype, each), ("notes", np.dtype((np.record, np.dtype(notes, align=True))), each),
        ("table", PROOF, (1 << PROOF_TABLE,)), ("keys", "u8", by_move), ("moves", "i2", by_move), ("win", "i4", by_move),
        ("halt", "i4", by_move),
        ("to_win", "i4", each), ("to_stop", "i4", each), ("limit_win", "i4", each), ("limit_stop", "i4", each),
        ("second", "i4", each), ("others", "i4", each), ("best", "i4", each), ("many", "i4", each),
        ("ply", "i4"), ("who", "i4"), ("open", "i4")]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _constants(fixed: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Settings as they stand in the genome, to be written into the source."""
    return tuple((key, SETTINGS[key].choices.index(value) if SETTINGS[key].choices else
                  int(value) if isinstance(value, bool) else value) for key, value in fixed.items())


def _compiled(name: str, rules: Any, judgement: Judgement, fixed: tuple[tuple[str, Any], ...], before: Rule | None) -> Any:
    source = SOURCE + (proof_loop.NOTHING_TO_PROVE if judgement.ripe is None else proof_loop.SOURCE)
    for key, value in fixed:
        source = source.replace(f"g.{key}", repr(value))
    if before is None:
        source = source.replace("    first = before(g, m, s)\n", "    first = -1\n")
    tableless = dict(fixed).get("table") == TABLES.index("none")
    if judgement.key is None and tableless:
        source = source.replace("key(e, s)", "np.uint64(0)")
    names = {"actor": rules.actor, "legal": rules.legal, "step": rules.step, "score": rules.score,
             "owner": getattr(rules, "owner", seat_of_body), "evaluate": judgement.evaluate, "note": judgement.note,
             "follow": judgement.follow, "order": judgement.order, "foresee": judgement.foresee, "urgent": judgement.urgent,
             "won": judgement.worth, "in_steps": unrounded if tableless else in_steps, "scramble": dice.scramble, "np": np}
    if judgement.ripe is not None:
        names["ripe"] = judgement.ripe
    if judgement.key is not None:
        names["key"] = judgement.key
    if before is not None:
        names["before"] = before
    return jit.build("alphabeta", source, names)


def for_game(game: Game) -> Brain:
    """Alpha-beta search that knows nothing but the rules."""
    judgement = Judgement(key=whole_key(game))
    return alphabeta("alphabeta", game, judgement, about="Alpha-beta search that knows nothing but the rules.",
                     defaults={"depth": 6})


def whole_key(game: Game) -> Rule:
    """A key over all fields of a game's state but its dice."""
    lines = []
    for name in game.blank.dtype.names or ():
        kind = game.blank.dtype[name]
        if name != "rng":
            number = "np.int64({} * 1048576.0)" if kind.base.kind == "f" else "np.int64({})"
            loops, index = "", ""
            for axis, length in enumerate(kind.shape):
                loops += " " * 4 * (axis + 1) + f"for i{axis} in range({length}):\n"
                index += f", i{axis}" if axis else f"i{axis}"
            value = number.format(f"s.{name}[{index}]" if index else f"s.{name}")
            lines.append(f"{loops}{' ' * 4 * (len(kind.shape) + 1)}z = stream(0, np.int64(z >> np.uint64(1)), {value})\n")
    source = "@njit\ndef key(e, s):\n    z = np.uint64(0)\n" + "".join(lines) + "    return z\n"
    made: Rule = jit.build("key", source, {"stream": dice.stream, "np": np})["key"]
    return made
