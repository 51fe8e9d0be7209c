"""Alpha-beta search that knows chains: of all lines it looks at those that can be best, and at the likely best first.

- A coin that can be taken and is none of a chain is taken: whatever else is drawn, the other takes it first.
- Of coins in a row all are taken but the last two of a chain, or four of a loop; there the line that leaves them to the
  other is looked at, too (a double-deal). Where there are several rows, those with two ends come first: they cost more.
- Otherwise safe lines; and of every chain one line, since they all give it away: of a pair the middle one, after which no
  double-deal is possible.

That one of these is always best is a test over all positions of 3 x 3 and of smaller boards. (J. Barker and R. Korf,
"Solving Dots-And-Boxes", AAAI 2012, and E. Berlekamp's book leave out the same lines.)
"""

from __future__ import annotations

import numpy as np

from lek import dice
from lek.brains.alphabeta import Judgement, alphabeta
from lek.brains.clocked import Clocked
from lek.games.dots import dots, is_drawn
from lek.jit import rule
from lek.players.dots.lines import beyond, cost, lay, mark, marked, nothing, room, run, safe, string, takes
from lek.players.dots.strategies import mark_double_deal, other_end_taken

LEFT_OUT = -1e9


@rule
def sensible(g, w, s):
    """Mark lines among which one is best."""
    lay(s, w)
    nothing(w)
    ends = 0
    for box in range(len(s.strings)):
        if s.open[box] == 1:
            a = string(s, w, 0, box)
            if s.open[beyond(s, a, box)] != 2:
                mark(w, a)
                return
            ends += 1
    if ends > 0:
        mark_in_run(s, w, ends)
        return
    for a in range(s.lines):
        if not is_drawn(s, a) and (is_first_alike(s, a) if safe(s, a) else stands_for_chain(s, a)):
            mark(w, a)


@rule
def mark_in_run(s, w, ends):
    """Take the next coin of a run, or double-deal at its end; of several runs those first whose both ends can be taken."""
    first, coins, loop = 0, 0, False
    for box in range(len(s.strings)):
        if s.open[box] == 1 and not loop:
            lay(s, w)
            first, coins = box, run(s, w, 0, box)
            loop = other_end_taken(s, w, 0, box)
    lay(s, w)
    a = string(s, w, 0, first)
    mark(w, a)
    if ends == 1 + loop and coins == (4 if loop else 2):
        mark_double_deal(s, w, first, a)


@rule
def is_first_alike(s, a):
    """Whether no smaller line that is not drawn is beside the same boxes."""
    one, other = s.beside[a, 0], s.beside[a, 1]
    box = min(one, other)
    for k in range(s.around.shape[1]):
        b = s.around[box, k]
        if b < a and not is_drawn(s, b) and s.beside[b, 0] + s.beside[b, 1] == one + other:
            return False
    return True


@rule
def stands_for_chain(s, a):
    """Whether a line is the first of its chain, or the middle one of a pair."""
    least, coins, middle = a, 0, False
    for end in range(2):
        b, box = a, np.int64(s.beside[a, end])
        while s.open[box] == 2:
            coins += 1
            for k in range(s.around.shape[1]):
                c = s.around[box, k]
                if c < s.lines and c != b and not is_drawn(s, c):
                    break
            b, box = np.int64(c), beyond(s, c, box)
            least = min(least, b)
            if b == a:  # once around a loop
                return least == a
        middle = coins == 1 if end == 0 else middle and coins == 2
    return middle if coins == 2 else least == a


@rule
def look(g, e, s, ply):
    """Nothing is foreseen; but now is the time to see which lines are worth trying."""
    sensible(g, e, s)
    return 0.0


@rule
def order(g, e, s, a):
    """What takes, then safe lines, then the cheapest; lines that cannot be best are left out."""
    if not marked(e, a):
        return LEFT_OUT
    if takes(s, a):
        return 3.0
    if safe(s, a):
        return 2.0
    lay(s, e)
    return 1.0 - 0.001 * cost(s, e, a)


@rule
def ahead(g, e, s):
    """Boxes more than the other."""
    return float(s.boxes[s.mover] - s.boxes[1 - s.mover])


@rule
def key(e, s):
    """Lines, mover and margin; who took which box does not matter."""
    z = dice.scramble(np.uint64(2 * (np.int64(s.boxes[0]) - s.boxes[1] + 512) + s.mover))
    for word in range(len(s.drawn)):
        z = dice.scramble(z ^ s.drawn[word])
    return z


PLAYERS = {"alphabeta": alphabeta(
    "alphabeta", dots(), Judgement(ahead, room, key=key, order=order, foresee=look), table=18,
    defaults={"depth": 8, "nodes": 50_000},
    about="Alpha-beta search that leaves out lines which cannot be best, and tries the others in the order of chains.",
    clocked=Clocked)}
