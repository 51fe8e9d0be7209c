"""How often our SimpAI decides as the real one did, position by position, on recorded decisions.

A file of decisions (gzipped, tabs between fields, one line of headings) has for each distinct position: the mover (0
white), the board (row 0 first, `.wWrR`), the stock (white round, white square, red round, red square), the kind of the
decision in the words of SimpAI's debug output (`search`, or one of `simpai_rules.RULES`), the depth it reported, and the
moves it made with how often: `3s*584;0s*11`.

A decision by rule agrees where our rules fire the same rule and move alike. A searched one agrees, where our rules are
quiet, by the share of the recorded moves that are ours: the real agent itself moves the same way again in 96 % of repeated
positions. Ours searches to the depth that was reported, but not beyond `deepest`: late in a game the real agent reports
depths far beyond the end.

Distinct positions count alike, so that a game repeated a hundred times weighs no more than another. Who wants an interval
takes the decisions for independent trials, which positions of one game are not quite.

What an agreement is worth is seen beside rules that are blind to the board (`BLIND`), on the very same decisions: they see
which columns have room, and nothing else. All of them play a piece of the mover's own shape, and of the other once his own
are used up: in any column with equal chances; in the first of the columns 3, 0, 6 (the rulebook's "column 3 and then the
corner columns") that has room, or the lowest of all with room; and in the first with room by a list that is learnt from
other decisions (`learnt`). For the last the decisions are dealt in two by turns, and each half is judged by the list of the
other, so that no list is judged on what it was learnt from.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek.agent import configured
from lek.game import record
from lek.games.simplexity import action_of, position, simplexity
from lek.players.simplexity.simpai import PLAYERS
from lek.players.simplexity.simpai_rules import CODE, RULES, ruled_by

SEARCH = "search"
KINDS = (*RULES, SEARCH)
DEEPEST = 5
SPLIT = 7  # the seed of the halves
COLUMNS = 7  # of the boards of the record
CORNERS = (3, 0, 6)
BLIND = ("any column", "columns 3, 0, 6", "columns learnt")


class Decision(NamedTuple):
    """One recorded position with what the real agent did there."""

    mover: int
    board: str
    stock: tuple[int, ...]
    kind: str
    depth: int  # 0 for moves by rule
    moves: dict[int, int]  # how often each action was taken


class Agreement(NamedTuple):
    """Of so many decisions of a kind, in how many the same rule (or none) fired, and in how many the move was the same."""

    decisions: int
    same_kind: int
    same_move: float


def read_decisions(path: str | Path) -> list[Decision]:
    """The decisions of a file."""
    with gzip.open(path, "rt") as file:
        next(file)
        return [_decision(line.rstrip("\n").split("\t")) for line in file]


def _decision(fields: Sequence[str]) -> Decision:
    mover, board, *stock, kind, depth, moves = fields
    counts = (text.split("*") for text in moves.split(";"))
    return Decision(int(mover), board, tuple(map(int, stock)), kind, int(depth) if depth.isdigit() else 0,
                    {action_of(move): int(count) for move, count in counts})


def agreement(
    decisions: Iterable[Decision] | str | Path, deepest: int = DEEPEST, **settings: Any
) -> dict[str, Agreement]:
    """The agreement of `simpai` with these settings, by kind of decision."""
    told = read_decisions(decisions) if isinstance(decisions, str | Path) else list(decisions)
    brain, game = PLAYERS["simpai"], simplexity()
    memory = record(brain.memory_type(game))
    table = dict.fromkeys(KINDS, Agreement(0, 0, 0.0))
    for decision in told:
        s = position(game, decision.board, decision.mover, decision.stock)[0]
        genome = configured(brain, game, {**settings, "depth": min(max(1, decision.depth), deepest)})
        g = genome[0]
        found = int(ruled_by(s, g.guarantee_win, g.prevent_loss, g.prevent_3_loss)) if g.rules else -1
        kind = RULES[found // CODE] if found >= 0 else SEARCH
        memory.view(np.uint8).fill(0)
        action = found % CODE if found >= 0 else int(brain.act(genome[0], memory[0], s))
        so_far, same = table[decision.kind], kind == decision.kind
        table[decision.kind] = Agreement(so_far.decisions + 1, so_far.same_kind + same,
                                         so_far.same_move + _share(decision, action) * same)
    return table


def blind(decisions: Sequence[Decision]) -> list[float]:
    """What each of the blind rules agrees with in these decisions, as `Agreement.same_move` counts it.

    At depth 3 that is 13.3 %, 16.5 % and 39 % of the record; by the column alone, of either shape, 3, 0, 6 is 16.6 %.
    """
    dealt = decisions[::2], decisions[1::2]
    every = [*CORNERS, *range(COLUMNS)]
    return [sum(_share(one, action) / len(moves) for one in decisions for moves in [_own(one)] for action in moves.values()),
            _by_list(decisions, every), sum(_by_list(dealt[k], learnt(dealt[1 - k])) for k in range(2))]


def learnt(decisions: Iterable[Decision]) -> list[int]:
    """The columns as a list: at each place the one that agrees with most of the decisions that come so far down the list.

    Those are the ones in which all columns before it are full; of equal ones it is the lower.
    """
    columns: list[int] = []
    waiting = [(one, _own(one)) for one in decisions]
    while len(columns) < COLUMNS:
        others = [column for column in range(COLUMNS) if column not in columns]
        best = max(others, key=lambda column: sum(_share(one, moves[column]) for one, moves in waiting if column in moves))
        columns.append(best)
        waiting = [(one, moves) for one, moves in waiting if best not in moves]
    return columns


def _own(decision: Decision) -> dict[int, int]:
    """The move with a piece of the own shape (of the other where none is left), by column with room."""
    own = decision.stock[3 * decision.mover] > 0  # white rounds, red squares
    shape = decision.mover if own else 1 - decision.mover
    top = decision.board[-COLUMNS:]
    return {column: 2 * column + shape for column in range(COLUMNS) if top[column] == "."}


def _by_list(decisions: Iterable[Decision], columns: Sequence[int]) -> float:
    """What they agree with who always move in the first of these columns that has room."""
    hits = 0.0
    for decision in decisions:
        moves = _own(decision)
        hits += _share(decision, next(moves[column] for column in columns if column in moves))
    return hits


def _share(decision: Decision, action: int) -> float:
    """In how many of the times that the position was met the real agent made this move."""
    return decision.moves.get(action, 0) / sum(decision.moves.values())


def halves(decisions: Sequence[Decision]) -> tuple[list[Decision], list[Decision]]:
    """The searched decisions at depth 3, halved: forms were chosen by the first half, and tested on the other.

    (That the heuristic acts on the first move alone, which `forms=recorded` takes over, was noticed on all of them.)
    """
    fitted = [decision for decision in decisions if decision.kind == SEARCH and decision.depth == 3]
    order = np.random.default_rng(SPLIT).permutation(len(fitted))
    return [fitted[i] for i in order[:len(fitted) // 2]], [fitted[i] for i in order[len(fitted) // 2:]]


def show(table: dict[str, Agreement]) -> str:
    """The table as text."""
    lines = [f"{'':24}{'decisions':>10}{'same rule':>11}{'same move':>11}"]
    for kind, row in table.items():
        if row.decisions:
            lines.append(f"{kind:24}{row.decisions:10}{row.same_kind / row.decisions:11.3f}"
                         f"{row.same_move / row.decisions:11.3f}")
    return "\n".join(lines)
