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

Dice, in order: for every species the cell of its first organism, one draw among the vacant cells in scan order; then,
every round, one draw for every vacant cell in scan order that is not full: below p a unit blows in; where there is
food the draw u gives as many new units as the smallest n with P(Binomial(food, q) <= n) > u.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Game, record
from lek.jit import rule
from lek.settings import Mistake, Setting, configurable

STAY, WEST, EAST, NORTH, SOUTH, REPRODUCE = range(6)
KEYS, STATES = 65536, 256
DIRECTIONS = ("stay", "west", "east", "north", "south")
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
    """The cell west, east, north or south of a cell, round the torus; the cell itself for 0."""
    width, cells = s.width, len(s.food)
    if direction == WEST:
        return cell - 1 if cell % width > 0 else cell + width - 1
    if direction == EAST:
        return cell + 1 if cell % width < width - 1 else cell + 1 - width
    if direction == NORTH:
        return cell - width if cell >= width else cell - width + cells
    if direction == SOUTH:
        return cell + width if cell + width < cells else cell + width - cells
    return cell


@rule
def start(s):
    """One organism of every species on a cell of its own; the first is asked for its state."""
    s.turn = -1
    for seat in range(len(s.count)):
        nth = dice.below(s, len(s.food) - seat)
        cell = 0
        while s.who[cell] > 0 or nth > 0:
            nth -= s.who[cell] == 0
            cell += 1
        s.body = settle(s, cell, seat, s.first_energy, -1)
    s.body = 1
    s.asking = 1


@rule
def settle(s, cell, seat, energy, key):
    """A new organism, in a slot that is free; slots count from 1, and 0 stands for nobody."""
    if s.freed > 0:
        s.freed -= 1
        slot = s.free[s.freed]
    else:
        s.used += 1
        slot = s.used
    s.who[cell] = slot
    s.seat[slot] = seat
    s.energy[slot] = energy
    s.key[slot] = key
    s.born[slot] = s.turn
    s.moved[slot] = s.turn
    s.state[slot] = 0
    s.count[seat] += 1
    s.total[seat] += energy
    return np.int64(slot)


@rule
def bury(s, slot):
    """It is gone; the food on its cell stays."""
    seat = s.seat[slot]
    s.who[s.cell] = 0
    s.free[s.freed] = slot
    s.freed += 1
    s.count[seat] -= 1
    s.total[seat] -= s.energy[slot]


@rule
def actor(s):
    return s.body


@rule
def owner(s, body):
    return np.int64(s.seat[body])


@rule
def newborn(s, body):
    return s.asking != 0


@rule
def legal(s, a):
    return 0 <= a < ACTIONS and (a & 7 < REPRODUCE or (a & 7 == REPRODUCE and 0 < (a >> 3) & 7 <= SOUTH))


@rule
def step(s, a):
    """The state first; then the move, and on to whoever is next."""
    body = s.body
    if 0 <= a < ACTIONS and a >> 22 < STATES:
        s.state[body] = a >> 22
    if s.asking:
        s.asking = 0
        if s.turn < 0:
            next_founder(s, body)
            return
    elif act(s, body, a if 0 <= a < ACTIONS else 0):
        return
    advance(s, s.cell + 1)


@rule
def next_founder(s, body):
    """The first organisms are asked for their state one after the other; then the first round begins."""
    if body < len(s.count):
        s.body = body + 1
        s.asking = 1
    else:
        begin_round(s)


@rule
def act(s, body, a):
    """Apply the move; true where a child was born, who is asked for its state before anybody else acts."""
    s.moved[body] = s.turn
    move = a & 7
    energy = s.energy[body]
    seat = s.seat[body]
    direction = (a >> 3) & 7 if move == REPRODUCE else move
    cost = s.s
    target = s.cell
    if move == REPRODUCE and energy - s.v <= 1:
        bury(s, body)
        return False
    if 0 < direction <= SOUTH:
        target = beside(s, s.cell, direction)
        if s.who[target] == 0:
            cost = s.v
    if energy - cost <= 0:
        bury(s, body)
        return False
    energy -= cost
    s.total[seat] -= cost
    s.energy[body] = energy
    if s.who[target] > 0:
        return False
    if move == REPRODUCE:
        s.births[seat, direction] += 1
        s.total[seat] -= energy - energy // 2
        s.energy[body] = energy // 2
        s.body = settle(s, target, seat, energy - energy // 2, (a >> 6) & 65535)
        s.asking = 1
        return True
    s.who[s.cell] = 0
    s.who[target] = body
    if s.food[target] > 0:
        s.fed[seat, direction] += 1
    return False


@rule
def advance(s, cell):
    """To the next organism in scan order that has not acted; after the last one the round is over."""
    while cell < len(s.food):
        slot = s.who[cell]
        if slot > 0 and s.moved[slot] != s.turn:
            s.cell = cell
            s.body = slot
            return
        cell += 1
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
        s.body = -1
        return
    for seat in range(len(s.count)):
        s.last_count[seat] = s.count[seat]
        s.last_energy[seat] = s.total[seat]
        if s.turn > 0:
            s.count_sum[seat] += s.count[seat]
            s.energy_sum[seat] += s.total[seat]
    feed(s)
    cell = 0
    while s.who[cell] == 0:
        cell += 1
    s.cell = cell
    s.body = s.who[cell]


@rule
def feed(s):
    """Food grows on vacant cells; organisms eat."""
    for cell in range(len(s.food)):
        food = s.food[cell]
        slot = s.who[cell]
        if slot > 0:
            if food > 0 and s.energy[slot] + s.u <= s.M:
                s.food[cell] = food - 1
                s.energy[slot] += s.u
                s.total[s.seat[slot]] += s.u
        elif food == 0:
            s.food[cell] = dice.uniform(s) < s.p
        elif food < s.K:
            u = dice.uniform(s)
            if u >= s.none[food]:
                s.food[cell] = min(s.K, food + doubled(s, food, u))


@rule
def doubled(s, food, u):
    """How many of `food` units add one: the smallest n with P(Binomial(food, q) <= n) > u, summed from the thin end."""
    if s.q > 0.5:
        return mirrored(s, food, u)
    term = s.none[food]
    up_to = term  # P(Binomial <= n)
    n = 0
    odds = s.q / (1.0 - s.q)
    while u >= up_to and n < food:
        term *= odds * (food - n) / (n + 1)
        up_to += term
        n += 1
    return n


@rule
def mirrored(s, food, u):
    """The same, counted down from all of them."""
    term = s.q**food
    beyond = term  # P(Binomial > n - 1)
    n = food
    odds = (1.0 - s.q) / s.q
    while beyond < 1.0 - u and n > 0:
        term *= odds * n / (food - n + 1)
        beyond += term
        n -= 1
    return n


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
    v.age = s.turn - s.born[body]
    v.key = s.key[body]
    if s.asking:
        v.energy = 0
        v.food_left = 0
        for direction in range(5):
            v.food[direction] = 0
            v.neighbour[direction] = -1
        return
    v.energy = s.energy[body]
    v.food_left = s.food[s.cell]
    v.food[0] = s.food[s.cell] > 0
    v.neighbour[0] = s.state[body]
    for direction in range(1, 5):
        cell = beside(s, s.cell, direction)
        slot = s.who[cell]
        v.food[direction] = s.food[cell] > 0
        v.neighbour[direction] = s.state[slot] if slot > 0 else -1


def show(s: Any) -> str:
    """The board: a letter for an organism of a species, a dot, a plus or a hash for little, more or much food."""
    if "who" not in s.dtype.names:
        return _show_view(s)
    lines = [f"round {max(0, s.turn)}"]
    for row in range(int(s.height)):
        cells = range(row * int(s.width), (row + 1) * int(s.width))
        lines.append("  " + "".join(_letter(s, cell) for cell in cells))
    lines += [f"  {_name(seat)}: {count} organisms, {energy} energy"
              for seat, (count, energy) in enumerate(zip(s.count, s.total, strict=True))]
    return "\n".join(lines)


def _letter(s: Any, cell: int) -> str:
    if s.who[cell] > 0:
        return _name(int(s.seat[s.who[cell]]))
    return " " if s.food[cell] == 0 else ".+#"[int(3 * (s.food[cell] - 1)) // int(s.K)]


def _name(seat: int) -> str:
    return chr(ord("A") + seat % 26)


def _show_view(v: Any) -> str:
    if v.age == 0:
        return f"born with key {v.key}: say which state to show"
    sides = [f"{name}: {'food' if v.food[k] else 'no food'}{f', state {v.neighbour[k]}' if v.neighbour[k] >= 0 else ''}"
             for k, name in enumerate(DIRECTIONS) if k]
    return f"age {v.age}, energy {v.energy}, food here {v.food_left}; " + "; ".join(sides)


def action_name(a: int) -> str:
    """`east`, `reproduce north key 7`, and ` state 3` where it shows another state than 0."""
    if not legal(None, a):
        return "no action"
    text = DIRECTIONS[a & 7] if a & 7 < REPRODUCE else f"reproduce {DIRECTIONS[(a >> 3) & 7]} key {(a >> 6) & 65535}"
    return text + (f" state {a >> 22}" if a >> 22 else "")


def action_of(text: str) -> int:
    """The action so called; key and state may be left out."""
    words = text.split()
    given = {name: int(words[words.index(name) + 1]) for name in ("key", "state") if name in words}
    state = given.get("state", 0)
    if words[0] == "reproduce":
        return int(reproduce(DIRECTIONS.index(words[1]), given.get("key", 0), state))
    return int(go(DIRECTIONS.index(words[0]), state))


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
    "K": Setting(80, 1, 1000, about="the most food a cell holds"),
    "energy": Setting(500, 1, 5000, about="energy of the first organisms; at most M"),
    "rank": Setting("energy", choices=("energy", "count", "density"), about="what species are ranked by at the end"),
}
_HOT = {"p": 0.1, "q": 0.2, "v": 20, "K": 50}
CLIMATES: dict[str, dict[str, Any]] = {  # the report's sixteen; all but the first two are inferred or guessed
    "report-default": {},
    "report-rainforest": {"p": 0.1, "q": 0.2},
    "liechtenstein": {"width": 5, "height": 5},
    "himalayas": {"width": 25, "height": 25, "v": 20},
    "medium-desert": {"p": 0.0012, "q": 0.0024, "v": 20},
    "easier-desert": {"p": 0.0014, "q": 0.0028, "v": 20},
    "goldmines": {"p": 0.0001, "q": 0.2, "K": 500},
    "hot-rainforest": {"width": 50, "height": 50, **_HOT},
    "hot-rainforest-chile": {"width": 10, "height": 40, **_HOT},
    "hot-rainforest-tennessee": {"width": 40, "height": 10, **_HOT},
    "utopian-future": {"width": 50, "height": 50, "p": 0.1, "q": 0.2, "v": 2, "u": 200, "M": 1000, "K": 200, "rounds": 1000},
    "dark-age": {"u": 20},
    "grasslands": {"p": 0.05, "q": 0.02},
    "atlantis": {"p": 0.05, "q": 0.1},
    "post-nuclear-war": {"width": 50, "height": 50, "p": 0.005, "q": 0.01, "v": 15},
    "americas": {"width": 40, "height": 80},
}
PRESETS = {
    "default": {"rounds": 6000},
    "rainforest": {"p": 0.1, "q": 0.2, "rounds": 6000},
    "desert": {"p": 0.001, "q": 0.002, "v": 30},
    "lush": {"p": 0.02, "q": 0.04},
    "sparse": {"p": 0.005, "q": 0.01},
    **CLIMATES,
    "utopian-future-long": {**CLIMATES["utopian-future"], "p": 0.2, "q": 0.4, "K": 500, "rounds": 5000},
}
MEASURES = ("count", "energy", "extinctions", "extinction_time", "energy_alive", "count_alive",
            *(f"fed-{k}" for k in range(1, 5)), *(f"births-{k}" for k in range(1, 5)))


@configurable(SETTINGS, PRESETS, seats="species", small={"width": 6, "height": 5, "rounds": 30, "K": 20})
def organisms(species: int, width: int, height: int, rounds: int, p: float, q: float, s: int, v: int, u: int, M: int,
              K: int, energy: int, rank: str) -> Game:
    """Organisms with these settings."""
    settings = dict(locals())
    cells = width * height
    if species > cells:
        raise Mistake(f"species={species} does not work: every species starts on a cell of its own, and "
                      f"width={width}, height={height} make {cells}")
    if u > M:
        raise Mistake(f"u={u} does not work: u is a whole number from 1 to M={M}")
    if energy > M:
        raise Mistake(f"energy={energy} does not work: energy is a whole number from 1 to M={M}")
    blank = record(
        [("rng", "u8"), ("none", "f8", (K + 1,)), ("p", "f8"), ("q", "f8"), ("total", "i8", (species,)),
         ("count_sum", "i8", (species,)), ("energy_sum", "i8", (species,)), ("last_energy", "i8", (species,)),
         ("fed", "i8", (species, 5)), ("births", "i8", (species, 5)), ("count", "i4", (species,)),
         ("last_count", "i4", (species,)), ("extinct", "i4", (species,)),
         ("body", "i4"), ("cell", "i4"), ("turn", "i4"), ("rounds", "i4"), ("width", "i4"), ("height", "i4"),
         ("s", "i4"), ("v", "i4"), ("u", "i4"), ("M", "i4"), ("K", "i4"), ("first_energy", "i4"), ("asking", "i4"),
         ("ranks", "i4"), ("used", "u4"), ("freed", "u4"), ("who", "u4", (cells,)), ("free", "u4", (cells,)),
         ("energy", "i4", (cells + 1,)), ("key", "i4", (cells + 1,)), ("born", "i4", (cells + 1,)),
         ("moved", "i4", (cells + 1,)), ("food", "i2", (cells,)), ("seat", "u2", (cells + 1,)), ("state", "u1", (cells + 1,))],
        none=(1.0 - q) ** np.arange(K + 1), p=p, q=q, rounds=rounds, width=width, height=height, s=s, v=v, u=u, M=M, K=K,
        first_energy=energy, ranks=("energy", "count", "density").index(rank),
    )
    return Game(
        "organisms", blank, species, start, actor, legal, step, score, actions=ACTIONS,
        limit=species + 2 * rounds * cells, show=show, measures=MEASURES, measure=measure, counts=("extinctions",),
        observe=observe,
        view=record([("age", "i4"), ("key", "i4"), ("energy", "i4"), ("food_left", "i4"), ("food", "i1", (5,)),
                     ("neighbour", "i2", (5,)), ("s", "i4"), ("v", "i4"), ("u", "i4"), ("M", "i4"), ("K", "i4")],
                    s=s, v=v, u=u, M=M, K=K),
        bodies=cells + 1, owner=owner, newborn=newborn, action_name=action_name, action_of=action_of, settings=settings,
        together=True,
    )

