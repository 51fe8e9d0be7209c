"""SimpAI (P. M. A. Fernandes, P. M. A. Inácio, H. Feliciano and N. Fachada, 2022): a re-creation, and a closer clone.

The paper fixes the search: negamax with alpha-beta, moves in the order of their evaluation, iterative deepening, a hash
table that keeps evaluations (not bounds), and the subtrees of the first moves on threads (Fig. 2). It leaves the numbers
of the five heuristics open, and whose pieces they count; those are ours and are told in `simpai_heuristics`. The weights are
Table 2's, of the best of five evolved agents if not said otherwise.

What the recorded games show beyond the paper: rules before the search (`simpai_rules`), a depth of mostly 3 on 6 x 7, and
1/1.2 of the time limit used. `simpai` does the same; `rules=no` is the paper to the letter. Two closer clones follow the
recorded decisions: `forms=fitted` in what the paper's words leave open, `forms=recorded` beyond them (`simpai_agreement`
measures how closely).

`simpai-fast` is the same evaluation under a search with all that forty years have added: a yardstick, not a re-creation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain
from lek.brains.alphabeta import Judgement, alphabeta
from lek.brains.clocked import Clocked
from lek.game import Game
from lek.games.simplexity import ROUND, WHITE, has, key_beyond_board, result_of, simplexity
from lek.jit import rule
from lek.players.simplexity.simpai_heuristics import (
    FITTED,
    NOTES,
    ONE,
    PAPER,
    RECORDED,
    away,
    land,
    piece_key,
    sum_up,
    weighed,
)
from lek.players.simplexity.simpai_rules import CODE, ruled_by
from lek.settings import Setting

TABLE_2 = {  # of the paper: HorizCenter, VertCenter, VertDisc, BuildFromAfar, DumpFromAfar
    "1st": (0.5386, 4.5551, -0.9044, 2.9906, 4.9090),
    "2nd": (0.8322, 8.0820, -0.5215, 2.2055, 6.7064),
    "3rd": (1.0383, 0.1755, 8.4260, 3.4491, 3.3461),
    "4th": (0.9882, 6.9733, 0.2584, 2.3593, 6.7073),
    "5th": (0.7913, 5.4766, 0.0797, 5.5618, 4.1143),
}
WEIGHTS = np.array(list(TABLE_2.values()))  # [column, part]
OWN = len(TABLE_2)
SHARE = 1 / 1.2  # of the time limit
SALT = 1 << 20  # above all pieces in all places
MOST = 900000.0  # of an evaluation: less than a win, whatever the weights
LEFT_OUT = -2.0e8  # below what the search leaves out


def _weight(part: int, name: str) -> Setting:
    return Setting(TABLE_2["1st"][part], -1000.0, 1000.0, about=f"weights=own: the weight of {name}")


SETTINGS = {
    "weights": Setting("1st", choices=(*TABLE_2, "own"), about="the weights of Table 2, by place, or one's own"),
    "horiz_center": _weight(0, "HorizCenter"), "vert_center": _weight(1, "VertCenter"),
    "vert_disc": _weight(2, "VertDisc"), "build_from_afar": _weight(3, "BuildFromAfar"),
    "dump_from_afar": _weight(4, "DumpFromAfar"),
    "sides": Setting("two", choices=("two", "one"), about="two: one's own pieces less the other's; one: only those of who "
                                                          "moved last"),
    "dump": Setting("outside", choices=("outside", "all"), about="DumpFromAfar counts pieces of the other's shape, or all "
                                                                 "of one's colour (outside both zones)"),
    "rules": Setting(True, about="move by rule before any search, by those of the following three that are on"),
    "guarantee_win": Setting(True, about="rule: complete a line"),
    "prevent_loss": Setting(True, about="rule: block a line of the other's"),
    "prevent_3_loss": Setting(True, about="rule: block an open two of the other's"),
    "forms": Setting("paper", choices=("paper", "fitted", "recorded"), about="the heuristics by the paper's words, within "
                     "these words fitted to the real agent's moves, or beyond them (sides and dump are then fixed)"),
    "pace": Setting(0, 0, 10**9, about="under a clock: positions a second at most, 33,000 in the real one; 0: all it can"),
}


@rule
def note(g, e, s):
    """The sums and the key of a position that is searched.

    Where an evaluation depends on who searches, or on how far it is from that position, no key may be met again in a search
    of the other's, or in the next one.
    """
    sum_up(e, s, g.dump, g.forms)
    e.since = 0
    e.key = key_beyond_board(s)
    if g.forms != PAPER:
        e.key ^= dice.scramble(np.uint64(SALT + (s.plies if g.forms == RECORDED else s.mover)))
    for column in range(s.cols):
        for row in range(s.height[column]):
            bit = column * (s.rows + 1) + row
            e.key ^= piece_key(bit, 0 if has(s, WHITE, bit) else 1, 0 if has(s, ROUND, bit) else 1)


@rule
def follow(g, e, s, a):
    column = a >> 1
    row = s.height[column]
    land(e, s, s.mover, a & 1, row, column, g.dump, g.forms)
    e.key ^= piece_key(column * (s.rows + 1) + row, s.mover, a & 1)
    e.since += 1


@rule
def total(g, e, player):
    """The weighted sum of a player's parts."""
    if g.weights == OWN:
        return weighed(e, player, g.horiz_center, g.vert_center, g.vert_disc, g.build_from_afar, g.dump_from_afar)
    w = g.weights
    return weighed(e, player, WEIGHTS[w, 0], WEIGHTS[w, 1], WEIGHTS[w, 2], WEIGHTS[w, 3], WEIGHTS[w, 4])


@rule
def evaluate(g, e, s):
    """For the player to act. One-sided, the pieces of who moved last count: at odd depths one's own, at even the other's."""
    if g.forms == RECORDED:
        value = -total(g, e, 1 - s.mover) if e.since < 2 else 0.0
    elif g.forms == FITTED:
        value = total(g, e, s.mover) if e.since % 2 == 0 else -total(g, e, 1 - s.mover)
    elif g.sides == ONE:
        value = -total(g, e, 1 - s.mover)
    else:
        value = total(g, e, s.mover) - total(g, e, 1 - s.mover)
    return min(max(value, -MOST), MOST)


@rule
def key(e, s):
    return e.key


@rule
def order(g, e, s, a):
    """A quick guess: wins, then own pieces near the middle; what completes a line for the other is left out."""
    result = result_of(s, a)
    if result >= 0:
        return 1.0e5 if result == s.mover else LEFT_OUT
    own = (a & 1) == s.mover
    return (8.0 if own else 0.0) - away(a >> 1, s.cols, s.win)


@rule
def before(g, m, s):
    """The action of the first rule that fires; -1: search."""
    found = ruled_by(s, g.guarantee_win, g.prevent_loss, g.prevent_3_loss) if g.rules != 0 else -1
    return found % CODE if found >= 0 else -1


def clocked(brain: Brain, game: Game, genome: Any) -> Clocked:
    """Under a clock every first move by itself, as the paper has it; `recorded` by the order of its first moves."""
    split = "shared" if brain.name == "simpai-fast" or genome["forms"][0] == RECORDED else "root"
    return Clocked(brain, game, genome, share=SHARE, split=split, pace=int(genome["pace"][0]))


RULES: Any = simplexity()
JUDGEMENT = Judgement(evaluate, NOTES, note, follow, key, order, settings=SETTINGS)
PLAYERS: dict[str, Brain] = {
    "simpai": alphabeta(
        "simpai", RULES, JUDGEMENT, before=before, clocked=clocked,
        defaults={"depth": 3, "table": "evaluations", "sort": "evaluation", "killers": False, "history": False,
                  "scout": False, "extend": False, "reduce": False},
        about="SimpAI of the 2020 competition: five weighted heuristics, three plies and three rules."),
    "simpai-fast": alphabeta(
        "simpai-fast", RULES, JUDGEMENT, before=before, table=18, clocked=clocked,
        fixed={"nodes": 0, "deepen": True, "table": "bounds", "sort": "quick", "killers": True, "history": True,
               "scout": True, "extend": False, "reduce": False, "window": 0.0, "prune": True, "recall": True},
        defaults={"depth": 8}, about="SimpAI's evaluation under a search with everything."),
}
