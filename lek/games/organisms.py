"""Organisms: artificial life on a torus, any number of species, one seat each.

The project of Columbia's COMS 4444 and Penn's CIS 559 (2012 to 2024), in I. Sibner, D. Liao and N. Roy's report (2015);
rules and numbers as in the courses' published simulators. Every species starts with one organism, which may found a
population; each organism thinks for itself and sees its four neighbours only. One round:

    1  statistics are taken, before anything happens
    2  food: on a cell without an organism and without food one unit blows in with probability p; where there is food,
       every unit adds one with probability q, up to K. An organism on food eats one unit, worth u, if it has room for
       it (at most M)
    3  moves: row by row, west to east, every organism acts once, on what it sees at that moment. To stay costs s, to
       move or reproduce v; at 0 it dies. A birth halves what is left after paying; the child gets the odd unit and a
       key from its parent, and does not act in its first round

Moving to an occupied cell is staying. An organism shows one external state (0..255), asked for at birth, and again
with every decision, before that takes effect. Statistics at the end are those taken at the start of the last round.

An action packs a move (0 stay, 1 west, 2 east, 3 north, 4 south, 5 reproduce), the direction of a birth (1..4), the
child's key (0..65535) and the external state (0..255; larger: as before): move + 8*direction + 64*key + 4194304*state.
What is no action is staying. An organism is first asked at its birth (age 0, nothing to see), for its state alone.

Dice, in order: for every species the cell of its first organism, one draw among the vacant cells in scan order. Then
one draw for how many bare cells (vacant, no food) the wind passes over before it drops a unit, and another whenever it
has: the floor of log(1 - u) / log(1 - p), which is to draw for every cell with probability p, but quicker. It blows in
scan order and over the end of a round. And every round, at its place in scan order, one draw u for every vacant cell
with food that is not full: as many new units as the smallest n with P(Binomial(food, q) <= n) > u.
"""

from __future__ import annotations

import numpy as np

from lek import dice
from lek.game import Face, Game, Measure, record
from lek.games.organisms_climates import PRESETS
from lek.games.organisms_food import feed, gap
from lek.games.organisms_text import action_name, action_of, show, show_view
from lek.jit import rule
from lek.settings import Mistake, Setting, configurable

STAY, WEST, EAST, NORTH, SOUTH, REPRODUCE = range(6)
KEYS, STATES = 65536, 256
MOST_FOOD = 1000
ACTIONS = 8 * 8 * KEYS * 2 * STATES


@rule
def go(direction, state):
    """The action: move (0 stays), and show this state."""
    return direction + 4194304 * state


@rule
def reproduce(direction, key, state):
    """The action: reproduce in this direction, give the child this key, and show this state."""
    return REPRODUCE + 8 * direction + 64 * (key & 65535) + 4194304 * state


@rule
def beside(s, cell, direction):
    """The cell west, east, north or south of a cell, round the torus; the cell itself for 0.

    Unsigned, so that compiled code need not ask whether an index counts from the end: 5 % of a game.
    """
    width, cells = s.width, s.cells
    if direction == WEST:
        return np.uint32(cell - 1 if s.column[cell] > 0 else cell + width - 1)
    if direction == EAST:
        return np.uint32(cell + 1 if s.column[cell] < width - 1 else cell + 1 - width)
    if direction == NORTH:
        return np.uint32(cell - width if cell >= width else cell - width + cells)
    if direction == SOUTH:
        return np.uint32(cell + width if cell + width < cells else cell + width - cells)
    return np.uint32(cell)


@rule
def start(s):
    """One organism of every species on a cell of its own; the first is asked for its state."""
    s.turn = -1
    for seat in range(len(s.count)):
        nth = dice.below(s, s.cells - seat)
        cell = 0
        while s.who[cell] > 0 or nth > 0:
            nth -= s.who[cell] == 0
            cell += 1
        s.founded[seat] = cell
        settle(s, cell, seat, s.first_energy, -1)
    s.gap = gap(s)
    s.cell = s.founded[0]
    s.asking = 1


@rule
def settle(s, cell, seat, energy, key):
    """A new organism on a cell; its body is a number that is free, from 1 on, since 0 stands for nobody."""
    if s.freed > 0:
        s.freed -= 1
        s.who[cell] = s.free[s.freed]
    else:
        s.used += 1
        s.who[cell] = s.used
    s.seat[cell] = seat
    s.energy[cell] = energy
    s.key[cell] = key
    s.born[cell] = s.turn
    s.moved[cell] = s.turn
    s.shown[cell] = 0
    s.count[seat] += 1
    s.total[seat] += energy


@rule
def bury(s, cell):
    """It is gone; the food on its cell stays."""
    s.free[s.freed] = s.who[cell]
    s.freed += 1
    s.count[s.seat[cell]] -= 1
    s.total[s.seat[cell]] -= s.energy[cell]
    s.who[cell] = 0
    s.shown[cell] = -1


@rule
def relocate(s, cell, target):
    """Everything about an organism lies on its cell and goes with it: neighbours on the board are near in memory."""
    s.who[target] = s.who[cell]
    s.seat[target] = s.seat[cell]
    s.energy[target] = s.energy[cell]
    s.key[target] = s.key[cell]
    s.born[target] = s.born[cell]
    s.moved[target] = s.moved[cell]
    s.shown[target] = s.shown[cell]
    s.who[cell] = 0
    s.shown[cell] = -1


@rule
def actor(s):
    return np.int64(s.who[s.cell]) if s.cell >= 0 else -1


@rule
def owner(s, body):
    return np.int64(s.seat[s.cell])


@rule
def newborn(s, body):
    return s.asking != 0


@rule
def legal(s, a):
    return 0 <= a < ACTIONS and (a & 7 < REPRODUCE or (a & 7 == REPRODUCE and 0 < (a >> 3) & 7 <= SOUTH))


@rule
def step(s, a):
    """The state first; then the move, and on to whoever is next."""
    cell = np.uint32(s.cell)
    if 0 <= a < ACTIONS and a >> 22 < STATES:
        s.shown[cell] = a >> 22
    if not s.asking:
        s.scanned = cell + 1
        if act(s, cell, a if 0 <= a < ACTIONS else 0):
            s.asking = 1
        else:
            advance(s)
    elif s.turn >= 0:
        s.asking = 0
        advance(s)
    else:
        next_founder(s, s.seat[cell])


@rule
def next_founder(s, seat):
    """The first organisms are asked for their state one after the other; then the first round begins."""
    if seat + 1 < len(s.count):
        s.cell = s.founded[seat + 1]
    else:
        s.asking = 0
        begin_round(s)


@rule
def act(s, cell, a):
    """Apply the move; true where a child was born, who is asked for its state before anybody else acts."""
    s.moved[cell] = s.turn
    move = a & 7
    seat = s.seat[cell]
    direction = (a >> 3) & 7 if move == REPRODUCE else move
    if move == REPRODUCE and s.energy[cell] - s.v <= 1:
        bury(s, cell)
        return False
    cost = s.s
    target = cell
    if 0 < direction <= SOUTH:
        target = beside(s, cell, direction)
        if s.who[target] == 0:
            cost = s.v
    left = s.energy[cell] - cost
    if left <= 0:
        bury(s, cell)
        return False
    s.energy[cell] = left
    s.total[seat] -= cost
    if s.who[target] > 0:
        return False
    if move == REPRODUCE:
        s.births[seat, direction] += 1
        s.energy[cell] = left // 2
        s.total[seat] -= left - left // 2
        settle(s, target, seat, left - left // 2, (a >> 6) & 65535)
        s.cell = target
        return True
    relocate(s, cell, target)
    s.fed[seat, direction] += s.food[target] > 0
    return False


@rule
def advance(s):
    """To the next organism in scan order that has not acted; after the last one the round is over."""
    for cell in range(s.scanned, s.cells):
        if s.who[cell] > 0 and s.moved[cell] != s.turn:
            s.cell = cell
            return
    begin_round(s)


@rule
def begin_round(s):
    """Statistics, food, and the first organism in scan order; nobody acts when the game is over."""
    s.turn += 1
    alive = 0
    for seat in range(len(s.count)):
        alive += s.count[seat]
        if s.count[seat] == 0 and s.extinct[seat] == 0:
            s.extinct[seat] = s.turn
            s.last_count[seat] = 0
            s.last_energy[seat] = 0
    if alive == 0 or s.turn == s.rounds:
        s.cell = -1
        return
    for seat in range(len(s.count)):
        s.last_count[seat] = s.count[seat]
        s.last_energy[seat] = s.total[seat]
        if s.turn > 0:
            s.count_sum[seat] += s.count[seat]
            s.energy_sum[seat] += s.total[seat]
    feed(s)
    s.cell = 0
    while s.who[s.cell] == 0:
        s.cell += 1


@rule
def score(s, seat):
    """Energy, organisms, or energy an organism, in the last statistics."""
    if s.ranks == 0:
        return float(s.last_energy[seat])
    if s.ranks == 1:
        return float(s.last_count[seat])
    return float(s.last_energy[seat] // max(1, s.last_count[seat]))


@rule
def measure(s, seat, out):
    """What the course's runner told; an extinction time only where there was one. Then moves onto food, and births.

    While alive: the sum over rounds after the first, integer-divided by all. (With the first counted in, 40,000 games of
    three random players in the desert come to 279 of energy; as here to 241.6, and 240.6 to 242.2 were published.)
    """
    rounds = s.extinct[seat] if s.extinct[seat] > 0 else max(1, s.turn)
    out[0] = s.last_count[seat]
    out[1] = s.last_energy[seat]
    out[2] = s.extinct[seat] > 0
    out[3] = s.extinct[seat] if s.extinct[seat] > 0 else np.nan
    out[4] = s.energy_sum[seat] // rounds
    out[5] = s.count_sum[seat] // rounds
    for direction in range(1, 5):
        out[5 + direction] = s.fed[seat, direction]
        out[9 + direction] = s.births[seat, direction]


@rule
def observe(s, body, v):
    """Food and states on the four sides as they are now; what is left under oneself. At birth: nothing but the key."""
    here = np.uint32(s.cell)
    v.age = s.turn - s.born[here]
    v.key = s.key[here]
    if s.asking:
        v.energy = 0
        v.food_left = 0
        for direction in range(5):
            v.food[direction] = 0
            v.neighbour[direction] = -1
        return
    v.energy = s.energy[here]
    v.food_left = s.food[here]
    v.food[0] = s.food[here] > 0
    v.neighbour[0] = s.shown[here]
    for direction in range(1, 5):
        cell = beside(s, here, direction)
        v.food[direction] = s.food[cell] > 0
        v.neighbour[direction] = s.shown[cell]


SETTINGS = {
    "species": Setting(3, 1, 1000, about="how many species play: as many as agents are named"),
    "width": Setting(20, 1, 1000, about="columns of the torus"),
    "height": Setting(20, 1, 1000, about="rows of the torus"),
    "rounds": Setting(5000, 1, 500_000, about="rounds in one game"),
    "p": Setting(0.01, 0.0, 1.0, about="probability that food blows in on an empty cell"),
    "q": Setting(0.02, 0.0, 1.0, about="probability that a unit of food adds one"),
    "s": Setting(1, 1, 1000, about="cost of staying"),
    "v": Setting(10, 1, 1000, about="cost of moving or reproducing"),
    "u": Setting(100, 1, 1000, about="energy of a unit of food; at most M"),
    "M": Setting(500, 1, 5000, about="the most energy an organism holds"),
    "K": Setting(80, 1, MOST_FOOD, about="the most food a cell holds"),
    "energy": Setting(500, 1, 5000, about="energy of the first organisms; at most M"),
    "rank": Setting("energy", choices=("energy", "count", "density"), about="what species are ranked by at the end"),
}
MEASURES = ("count", "energy", "extinctions", "extinction_time", "energy_alive", "count_alive",
            *(f"fed-{k}" for k in range(1, 5)), *(f"births-{k}" for k in range(1, 5)))


@configurable(SETTINGS, PRESETS, seats="species", small={"width": 6, "height": 5, "rounds": 30, "K": 20})
def organisms(species: int, width: int, height: int, rounds: int, p: float, q: float, s: int, v: int, u: int, M: int,
              K: int, energy: int, rank: str) -> Game:
    """Organisms with these settings."""
    cells = width * height
    room = 4 ** ((cells - 1).bit_length() + 1 >> 1)  # in powers of four: boards of many sizes share their compiled code
    if species > cells:
        raise Mistake(f"species={species} does not work: every species starts on a cell of its own, and "
                      f"width={width}, height={height} make {cells}")
    if u > M:
        raise Mistake(f"u={u} does not work: u is a whole number from 1 to M={M}; set u or M")
    if energy > M:
        raise Mistake(f"energy={energy} does not work: energy is a whole number from 1 to M={M}; set energy or M")
    blank = record(
        [("rng", "u8"), ("none", "f8", (MOST_FOOD + 1,)), ("p", "f8"), ("q", "f8"), ("gap", "i8"),
         ("total", "i8", (species,)), ("count_sum", "i8", (species,)), ("energy_sum", "i8", (species,)),
         ("last_energy", "i8", (species,)), ("fed", "i8", (species, 5)), ("births", "i8", (species, 5)),
         ("count", "i4", (species,)), ("last_count", "i4", (species,)), ("extinct", "i4", (species,)),
         ("founded", "i4", (species,)), ("cell", "i4"), ("scanned", "i4"), ("asking", "i4"), ("turn", "i4"),
         ("rounds", "i4"), ("width", "i4"), ("height", "i4"), ("cells", "i4"), ("s", "i4"), ("v", "i4"), ("u", "i4"),
         ("M", "i4"), ("K", "i4"), ("first_energy", "i4"), ("ranks", "i4"), ("used", "u4"), ("freed", "u4"),
         ("free", "u4", (room,)), ("who", "u4", (room,)), ("energy", "i4", (room,)), ("key", "i4", (room,)),
         ("born", "i4", (room,)), ("moved", "i4", (room,)), ("food", "u2", (room,)), ("column", "u2", (room,)),
         ("seat", "u2", (room,)), ("shown", "i2", (room,))],
        none=(1.0 - q) ** np.arange(MOST_FOOD + 1), column=np.arange(room) % width, shown=-1, cells=cells, p=p, q=q,
        rounds=rounds, width=width, height=height, s=s, v=v, u=u, M=M, K=K,
        first_energy=energy, ranks=("energy", "count", "density").index(rank),
    )
    return Game(
        "organisms", blank, species, start, actor, legal, step, score, actions=ACTIONS,
        limit=species + 2 * rounds * cells,
        measures=tuple(Measure(each, "sum" if each == "extinctions" else "mean", "-" not in each) for each in MEASURES),
        measure=measure,
        range=(0.0, {"energy": M * cells, "count": cells, "density": M}[rank]), observe=observe,
        view=record([("age", "i4"), ("key", "i4"), ("energy", "i4"), ("food_left", "i4"), ("food", "i1", (5,)),
                     ("neighbour", "i2", (5,)), ("s", "i4"), ("v", "i4"), ("u", "i4"), ("M", "i4"), ("K", "i4")],
                    s=s, v=v, u=u, M=M, K=K),
        bodies=room + 1, owner=owner, newborn=newborn, round=lambda s: s.turn, acting_only=True, together=True,
        face=Face(show, show_view, "Organisms", "Species of organisms, each of which thinks for itself, eat, move and "
                  "reproduce on a torus.", action_name=action_name, action_of=action_of),
    )

