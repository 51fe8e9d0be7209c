"""Organisms, slow and obvious: lists, dicts and the rulebook's own order of events.

Rules: the course's published simulators as described in shared/rules/organisms.md, section 2. Each organism
is asked by `choose(view, memory)` and answers (move, direction, key, state): move 0 stays, 1 to 4 goes west, east,
north or south, 5 reproduces towards `direction` and hands `key` to the child; `state` is what neighbours will see.
`memory` is a dict of its own, empty at birth but for its dice, `memory["dice"]`.
"""

import math
from collections import namedtuple

from tests.games.twin_dice import Dice

STAY, WEST, EAST, NORTH, SOUTH, REPRODUCE = range(6)
STEP = {WEST: (-1, 0), EAST: (1, 0), NORTH: (0, -1), SOUTH: (0, 1)}

Ask = namedtuple("Ask", "round x y seat view move direction key state")
Board = namedtuple("Board", "food who energy")  # rows of cells; who is a seat or -1, energy 0 where nobody is


def doublings(units, q, x):
    """How many of `units` double, each with probability q: the smallest n with P(Binomial(units, q) <= n) > x."""
    total = 0.0
    for n in range(units):
        total += math.comb(units, n) * q**n * (1 - q) ** (units - n)
        if total > x:
            return n
    return units


class Organism:
    def __init__(self, seat, energy, key, dice):
        self.seat = seat
        self.energy = energy
        self.key = key
        self.age = 0  # rounds since birth: it decides in every one of them
        self.state = 0
        self.memory = {"dice": dice}


class Organisms:
    """One game: `start` it, then `play_round` until it is `over`. `play` below does both."""

    def __init__(
        self,
        species=3,
        width=20,
        height=20,
        rounds=5000,
        p=0.01,
        q=0.02,
        s=1,
        v=10,
        u=100,
        M=500,
        K=80,
        energy=500,
        seed=0,
        deal=0,
    ):
        if species > width * height:
            raise ValueError(f"{species} species need as many cells, not {width} x {height}.")
        if rounds < 1:
            raise ValueError(f"A game has one round or more, not {rounds}.")
        self.species, self.width, self.height, self.rounds = species, width, height, rounds
        self.p, self.q = p, q
        self.s, self.v, self.u, self.M, self.K = s, v, u, M, K
        self.seed, self.deal = seed, deal
        self.dice = Dice(seed, deal, 0)
        self.food = [[0] * width for _ in range(height)]
        self.who = [[None] * width for _ in range(height)]  # the Organism there, or None
        self.round_number = 0
        self.born = 0  # organisms so far
        self.snapshots = []  # of every round, before anything happened: (count, energy) of each seat
        self.fed = [dict.fromkeys(STEP, 0) for _ in range(species)]
        self.births = [dict.fromkeys(STEP, 0) for _ in range(species)]
        self.recording = False
        self.asks = []  # if recording
        self.boards = []  # if recording, after every round

        for seat in range(species):
            vacant = [(x, y) for x, y in self.cells() if self.who[y][x] is None]
            x, y = vacant[self.dice.below(len(vacant))]
            self.put(x, y, seat, energy)
        self.bare_cells_before_food = self.failures_before_success()

    def failures_before_success(self):
        """How often a chance p fails before it succeeds, by one draw: floor(log(1 - u) / log(1 - p))."""
        if self.p == 0:
            return math.inf
        if self.p == 1:
            return 0
        return math.floor(math.log1p(-self.dice.uniform()) / math.log1p(-self.p))

    def cells(self):
        """Rows top to bottom, within a row left to right."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def beside(self, x, y, direction):
        dx, dy = STEP[direction]
        return (x + dx) % self.width, (y + dy) % self.height

    def put(self, x, y, seat, energy, key=-1):
        """A new organism on a vacant cell; it has not been asked for its state yet."""
        assert self.who[y][x] is None
        dice = Dice(self.seed, self.deal, 1 + self.born)
        self.born += 1
        self.who[y][x] = Organism(seat, energy, key, dice)
        return self.who[y][x]

    def population(self):
        return [self.who[y][x] for x, y in self.cells() if self.who[y][x] is not None]

    @property
    def over(self):
        return self.round_number == self.rounds or not self.population()

    def start(self, players):
        """The founders are asked for their state, in order of seats."""
        self.players = players
        founders = [(self.who[y][x].seat, x, y) for x, y in self.cells() if self.who[y][x] is not None]
        for _, x, y in sorted(founders):
            self.ask_newborn(x, y)

    def play_round(self):
        if self.over:
            raise ValueError(f"The game was over after {self.round_number} rounds.")
        self.snapshots.append(self.snapshot())
        self.food_pass()
        self.move_pass()
        self.round_number += 1
        if self.recording:
            self.boards.append(self.board())

    def snapshot(self):
        seats = [[o for o in self.population() if o.seat == seat] for seat in range(self.species)]
        return [(len(organisms), sum(o.energy for o in organisms)) for organisms in seats]

    def board(self):
        return Board(
            [list(row) for row in self.food],
            [[-1 if o is None else o.seat for o in row] for row in self.who],
            [[0 if o is None else o.energy for o in row] for row in self.who],
        )

    # Food

    def food_pass(self):
        for x, y in self.cells():
            organism = self.who[y][x]
            if organism is None:
                self.grow(x, y)
            elif self.food[y][x] > 0 and organism.energy + self.u <= self.M:
                organism.energy += self.u
                self.food[y][x] -= 1

    def grow(self, x, y):
        food = self.food[y][x]
        if food == 0:
            if self.bare_cells_before_food == 0:
                self.food[y][x] = 1
                self.bare_cells_before_food = self.failures_before_success()
            else:
                self.bare_cells_before_food -= 1
        elif food < self.K:
            self.food[y][x] = min(self.K, food + doublings(food, self.q, self.dice.uniform()))

    # Moves

    def move_pass(self):
        self.moved = set()  # cells
        for x, y in self.cells():
            if self.who[y][x] is not None and (x, y) not in self.moved:
                self.act(x, y)

    def act(self, x, y):
        organism = self.who[y][x]
        organism.age += 1
        move, direction, key, state = self.ask(x, y, self.view(x, y))
        if state in range(256):
            organism.state = state
        if move in STEP:
            self.move(x, y, move)
        elif move == REPRODUCE:
            self.reproduce(x, y, direction, key)
        else:
            self.stay(x, y)

    def stay(self, x, y):
        if self.who[y][x].energy - self.s <= 0:
            self.who[y][x] = None
        else:
            self.who[y][x].energy -= self.s
            self.moved.add((x, y))

    def move(self, x, y, direction):
        organism = self.who[y][x]
        to_x, to_y = self.beside(x, y, direction)
        if self.who[to_y][to_x] is not None:
            self.stay(x, y)
        elif organism.energy - self.v <= 0:
            self.who[y][x] = None
        else:
            organism.energy -= self.v
            self.who[y][x] = None
            self.who[to_y][to_x] = organism
            self.moved.add((to_x, to_y))
            if self.food[to_y][to_x] > 0:
                self.fed[organism.seat][direction] += 1

    def reproduce(self, x, y, direction, key):
        parent = self.who[y][x]
        if parent.energy - self.v <= 1:
            self.who[y][x] = None
            return
        if direction not in STEP:
            self.stay(x, y)
            return
        to_x, to_y = self.beside(x, y, direction)
        if self.who[to_y][to_x] is not None:
            self.stay(x, y)
            return
        rest = parent.energy - self.v
        parent.energy = rest // 2
        self.put(to_x, to_y, parent.seat, rest - rest // 2, key)
        self.moved.update([(x, y), (to_x, to_y)])
        self.births[parent.seat][direction] += 1
        self.ask_newborn(to_x, to_y)

    # Asking

    def view(self, x, y):
        """What the organism sees now: own cell, west, east, north, south."""
        organism = self.who[y][x]
        seen = [(x, y)] + [self.beside(x, y, direction) for direction in (WEST, EAST, NORTH, SOUTH)]
        return {
            "age": organism.age,
            "key": organism.key,
            "energy": organism.energy,
            "food_left": self.food[y][x],
            "food": [self.food[b][a] > 0 for a, b in seen],
            "neighbour": [-1 if self.who[b][a] is None else self.who[b][a].state for a, b in seen],
            **self.known(),
        }

    def known(self):
        return {"s": self.s, "v": self.v, "u": self.u, "M": self.M, "K": self.K}

    def ask_newborn(self, x, y):
        """A newborn sees its key alone, and only the state of its answer counts."""
        newborn = self.who[y][x]
        nothing = {"energy": 0, "food_left": 0, "food": [False] * 5, "neighbour": [-1] * 5}
        _, _, _, state = self.ask(x, y, {"age": newborn.age, "key": newborn.key, **nothing, **self.known()})
        if state in range(256):
            newborn.state = state

    def ask(self, x, y, view):
        organism = self.who[y][x]
        answer = self.players[organism.seat](view, organism.memory)
        if answer is None:  # "null move": stay, with the old state
            answer = (STAY, 0, 0, -1)
        if self.recording:
            self.asks.append(Ask(self.round_number, x, y, organism.seat, view, *answer))
        return answer

    # Statistics

    def statistics(self):
        """One dict for each seat, of a game that has had a round."""
        counted = [*self.snapshots, self.snapshot()]  # the last one only tells who is extinct
        result = []
        for seat in range(self.species):
            times = [time for time, taken in enumerate(counted) if taken[seat][0] == 0]
            extinct = len(times) > 0
            count, energy = (0, 0) if extinct else self.snapshots[-1][seat]
            lived = times[0] if extinct else self.round_number
            result.append(
                {
                    "count": count,
                    "energy": energy,
                    "extinct": extinct,
                    "extinction_time": times[0] if extinct else None,
                    "count_alive": sum(taken[seat][0] for taken in self.snapshots[1:]) // lived,
                    "energy_alive": sum(taken[seat][1] for taken in self.snapshots[1:]) // lived,
                    "fed": dict(self.fed[seat]),
                    "births": dict(self.births[seat]),
                }
            )
        return result


def play(game, players, record=False):
    """Plays a game to its end, `players[seat]` answering for all organisms of that seat; returns its statistics.

    With `record`, game.asks has an Ask for every ask in order, newborns' too, with the round counter at that time and
    the place before the move; and game.boards has the Board after every round.
    """
    if len(players) != game.species:
        raise ValueError(f"{game.species} species need as many players, not {len(players)}.")
    game.recording = record
    game.start(players)
    while not game.over:
        game.play_round()
    return game.statistics()


def random_player(view, memory):
    """Any of the six moves, and a birth to any of the four sides; it draws the same way at its birth."""
    move = memory["dice"].below(6)
    direction = 1 + memory["dice"].below(4) if move == REPRODUCE else 0
    return move, direction, 0, 0
