"""The hyper-humant: the best ant of Ant Wars that we could make by hand.

After the paper's sentence on theirs: it "stores states of board cells observed in the past, plans 5 moves ahead, uses a
probabilistic memory model and several end-game rules (e.g., when your score is 7, eat the food piece even if the
opponent is next to it)". Ours works in four steps.

1. Memory. The enemy may be anywhere within its reach; where it may have been, food may be gone. So every cell has a
   probability that food which lay there has survived, and all cells never seen share the pieces never found.
2. Tours. Of the nearest seven pieces remembered it finds the best order to eat them in: what is eaten later counts less,
   and what the tour ends with is the hope for unseen cells around. A table over all subsets, so nothing is eaten twice.
3. Moves. Every two moves are weighed by what they eat and uncover and by the best tour after them.
4. The enemy. It is killed when beside, and never approached, but food between the two is guarded: whoever takes it dies.
   That pays when it is the eighth of fifteen, or at the end, when nobody has time to make use of it.

The numbers below were tuned by matches of thousands of games against the other humants and older versions.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from lek.agent import Brain, strategy
from lek.games.antwars import CELLS, NEXT, SIDE, START, VIEW, has
from lek.jit import rule
from lek.players.antwars.humants import FOOD, SEEN, note_food, note_seen, ones
from lek.players.antwars.strategies import DISTANCE, NEAREST, SEEN_FROM, WAY, beside
from lek.settings import Setting

PLAYERS: dict[str, Brain] = {}
player = partial(strategy, PLAYERS)

PIECES, ENOUGH = 15, 8  # of the contest: whoever has eight of fifteen has won
MOST = 7  # pieces it plans with
PATIENCE = np.array([0.8 ** n for n in range(SIDE)], np.float32)  # what food is worth so many moves away
HOPE = np.array(1024 * 0.7 ** DISTANCE, np.int32)  # what unseen food is worth from a cell, of 1024
PARTS = 1 << 20  # unseen food times its worth is counted in such parts, since whole numbers add up faster
CLEARLY = 1e-5  # a move is better than another by this at least, so that the last bit of a sum decides nothing
COUNT = np.array([bin(n).count("1") for n in range(1 << MOST)], np.int16)
TAIL = 0.73  # what the rest of a tour counts besides its next piece
HIDDEN = 0.2  # pieces a move the enemy eats unseen
TRAIL = 0.1  # what a piece of food gains by each unseen piece one expects to see from there
AWAY = 0.6  # how much less than its likelihood unseen food counts where the enemy may have been
EVEN, BEHIND = 0.5, 0.45  # sureness of food in sight that the enemy reaches as soon, or sooner
STAGE = 0.4  # how much more a guard counts with each piece eaten after the fourth
WARD = 0.17  # as guard, for food two moves from the enemy


# 1. Memory.


@rule
def begin(m, v):
    """The first move: whoever is not on Ant 1's cell is Ant 2, and the enemy is on the other."""
    m.started = 1
    m.second = v.cell != START[0]
    m.survival[:] = 1.0
    m.enemy[START[0] if m.second else START[1]] = 1.0


@rule
def wander(m):
    """The enemy has moved, anywhere."""
    for c in range(1, CELLS - 1):
        m.wide[c] = m.enemy[c - 1] + m.enemy[c] + m.enemy[c + 1]
    for west in range(0, CELLS, SIDE):
        east = west + SIDE - 1
        m.wide[west] = m.enemy[east] + m.enemy[west] + m.enemy[west + 1]
        m.wide[east] = m.enemy[east - 1] + m.enemy[east] + m.enemy[west]
    for c in range(SIDE, CELLS - SIDE):
        m.enemy[c] = m.wide[c - SIDE] + m.wide[c] + m.wide[c + SIDE] - m.enemy[c]
    for c in range(SIDE):
        south = c + CELLS - SIDE
        m.enemy[c] = m.wide[south] + m.wide[c] + m.wide[c + SIDE] - m.enemy[c]
        m.enemy[south] = m.wide[south - SIDE] + m.wide[south] + m.wide[c] - m.enemy[south]


@rule
def look_for_enemy(m, v):
    """It is where it is seen, or elsewhere."""
    if v.enemy >= 0:
        m.enemy[:] = 0.0
        m.enemy[v.enemy] = 1.0
        return
    m.enemy[v.cell] = 0.0
    for cell in SEEN_FROM[v.cell]:
        m.enemy[cell] = 0.0
    total = np.float32(0.0)
    for c in range(CELLS):
        total += m.enemy[c]
    share = np.float32(1.0) / max(total, np.float32(1e-9))
    for c in range(CELLS):
        m.enemy[c] *= share


@rule
def remember(g, m, v):
    """Bring up to date where the enemy may be, what food may be left, and what may lie where nobody looked."""
    if m.started == 0:
        begin(m, v)
    m.moves += 1
    if m.alone == 0:
        if m.moves > 1 or m.second:
            wander(m)
        look_for_enemy(m, v)
        for c in range(CELLS):
            m.survival[c] *= max(np.float32(0.0), np.float32(1.0) - np.float32(g.hunger) * m.enemy[c])
    m.survival[v.cell] = 1.0
    for cell in SEEN_FROM[v.cell]:
        m.survival[cell] = 1.0
    m.found += ones(v.food[0] & ~m.seen[0]) + ones(v.food[1] & ~m.seen[1])
    note_seen(m, v)
    note_food(m, v)
    unseen = CELLS - ones(m.seen[0]) - ones(m.seen[1])
    m.density = max(PIECES - m.found - HIDDEN * (m.moves - 1), 0.3) / max(unseen, 1)
    part = np.float32(PARTS / 1024 * m.density)
    for c in range(CELLS):
        s = m.survival[c]
        m.unseen[c] = 0 if has(m.seen, c) else int(part * s * (np.float32(1.0) - np.float32(AWAY) * (np.float32(1.0) - s)))


@rule
def hope(g, m, cell):
    """What the unseen cells around this one promise."""
    total = 0
    for c in range(CELLS):
        total += m.unseen[c] * HOPE[cell, c]
    return np.float32(g.hope / PARTS) * total


# 2. Tours.


@rule
def sureness(m, v, cell):
    """How sure it is that a remembered piece of food will be there for us."""
    if v.enemy < 0 or m.alone != 0:
        return m.survival[cell]
    lead = DISTANCE[v.enemy, cell] - DISTANCE[v.cell, cell]
    if lead > 0 or (lead == 0 and v.eaten == ENOUGH - 1):
        return m.survival[cell]
    return m.survival[cell] * np.float32(EVEN if lead == 0 else BEHIND)


@rule
def set_targets(g, m, v):
    """Write down the nearest pieces remembered; m.which has a bit for each in its cell."""
    m.count = 0
    if m.food[0] | m.food[1] == 0:
        return
    for cell in NEAREST[v.cell]:
        if has(m.food, cell):
            m.target[m.count] = cell
            m.sure[m.count] = sureness(m, v, cell) + np.float32(TRAIL) * m.density * uncovers(cell, m.seen[0], m.seen[1])
            m.which[cell] = 1 << m.count
            m.count += 1
            if m.count == MOST:
                return


@rule
def uncovers(cell, low, high):
    """How many cells that are not in these two words one sees from a cell."""
    return ones(VIEW[cell, 0] & ~low) + ones(VIEW[cell, 1] & ~high)


@rule
def tour(m, cell, eaten, least):
    """What the best tour from here over the targets not eaten is worth: at least so much, and nothing once it has won."""
    if COUNT[eaten] >= m.need:
        return np.float32(0.0)
    most = np.float32(least)
    for i in range(m.count):
        if eaten >> i & 1 == 0:
            most = max(most, PATIENCE[DISTANCE[cell, m.target[i]]] * (m.sure[i] + m.tours[eaten | 1 << i, i]))
    return most


@rule
def plan_tours(g, m):
    """The best tours from each target, whatever has been eaten by then, from the ends to the beginnings."""
    for i in range(m.count):
        m.hopes[i] = hope(g, m, m.target[i])
    for eaten in range((1 << m.count) - 1, 0, -1):
        for i in range(m.count):
            if eaten >> i & 1:
                m.tours[eaten, i] = np.float32(TAIL) * tour(m, m.target[i], eaten, m.hopes[i])


# 3. Moves.


@rule
def second_move(g, m, v, here, eaten, low, high):
    """What the best second move is worth."""
    most = np.float32(0.0)
    for a in range(8):
        cell = NEXT[here, a]
        if not beside(v, cell):
            eats = m.which[cell] & ~eaten
            worth = tour(m, cell, eaten | eats, m.near[cell] + np.float32(g.news) * m.density * uncovers(cell, low, high))
            for i in range(m.count):
                if eats >> i & 1:
                    worth += m.sure[i]
            most = max(most, worth)
    return most


@rule
def first_move(g, m, v, cell):
    """What a move to this cell is worth, with what follows."""
    eats = m.which[cell]
    worth = np.float32(eats != 0) + np.float32(g.news) * m.density * uncovers(cell, m.seen[0], m.seen[1])
    then = m.near[cell]
    if v.left > 1:
        low, high = m.seen[0] | VIEW[cell, 0], m.seen[1] | VIEW[cell, 1]
        then = max(then, PATIENCE[1] * second_move(g, m, v, cell, eats, low, high))
    worth += PATIENCE[1] * tour(m, cell, eats, then)
    return worth + guarded(g, m, v, cell)


# 4. The enemy.


@rule
def guarded(g, m, v, cell):
    """What it is worth that the enemy cannot eat beside this cell and live."""
    worth = 0.0
    if v.enemy >= 0 and m.alone == 0:
        for i in range(m.count):
            if DISTANCE[cell, m.target[i]] <= 1:
                far = DISTANCE[v.enemy, m.target[i]]
                worth += g.guard * (1.0 + STAGE * max(v.eaten - 4, 0)) if far <= 1 else WARD if far == 2 else 0.0
    return np.float32(worth)


@rule
def last_meal(v):
    """Food beside the ant that wins the game or is the last it can reach, or -1."""
    if v.eaten == ENOUGH - 1 or v.left == 1:
        for a in range(8):
            if has(v.food, NEXT[v.cell, a]):
                return a
    return -1


@rule
def worth_of(g, m, v, cell):
    """What a move to this cell is worth; beside the enemy it is death, and pays for a piece of food near the end alone."""
    if beside(v, cell):
        return np.float32(10.0 if m.which[cell] != 0 and v.left <= g.dare else -10.0)
    return first_move(g, m, v, cell)


@player(SEEN, FOOD, ("started", "i4"), ("second", "i4"), ("alone", "i4"), ("moves", "i4"), ("found", "i4"), ("need", "i4"),
        ("density", "f4"), ("enemy", "f4", (CELLS,)), ("wide", "f4", (CELLS,)), ("survival", "f4", (CELLS,)),
        ("unseen", "i4", (CELLS,)), ("near", "f4", (CELLS,)), ("count", "i4"), ("target", "i2", (MOST,)),
        ("sure", "f4", (MOST,)), ("hopes", "f4", (MOST,)), ("which", "i2", (CELLS,)), ("tours", "f4", (1 << MOST, MOST)),
        hunger=Setting(5.0, 0.0, 100.0, about="how surely the enemy eats where it is"),
        hope=Setting(0.5, 0.0, 10.0, about="what unseen food around counts"),
        news=Setting(0.085, 0.0, 10.0, about="what unseen food counts that a move brings into view"),
        guard=Setting(0.2, 0.0, 10.0, about="what it counts to keep the enemy from a piece beside it"),
        dare=Setting(4, 0, 1000, about="moves left when it eats beside the enemy and dies"))
def hyper_humant(g, m, v):
    """Keeps a map of what may be where, plans the best tour over seven pieces, guards food, dies for it when that wins."""
    remember(g, m, v)
    meal = last_meal(v)
    if meal >= 0:
        return meal
    if beside(v, v.cell):
        m.alone = 1
        return WAY[v.cell, v.enemy]
    m.need = ENOUGH - v.eaten if v.eaten < ENOUGH else PIECES
    set_targets(g, m, v)
    plan_tours(g, m)
    for cell in NEAREST[v.cell, :25]:
        m.near[cell] = hope(g, m, cell)
    best = 0
    most = np.float32(-100.0)
    for a in range(8):
        worth = worth_of(g, m, v, NEXT[v.cell, a])
        if worth > most + np.float32(CLEARLY):
            best = a
            most = worth
    for i in range(m.count):
        m.which[m.target[i]] = 0
    return best
