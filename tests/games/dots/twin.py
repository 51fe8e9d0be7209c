"""Dots and Boxes, slow and obvious: a set of drawn lines, and every question answered by looking at the whole board.

Rules: shared/rules/dots.md and the paper behind it. "Players take turns to complete an edge between two adjacent dots on
the board, receiving a point and an additional move if the edge completes a box. When all edges have been filled the
player with the most points wins." Seat 0 moves first. An action is a line: the horizontal lines are numbered first, row
by row from the top, then the vertical ones, row by row. Boxes are numbered row by row too. A line that is drawn already
or is not on the board ends the game, and who wanted it loses.

Strings and coins are the same game: a box not yet finished is a coin, each of its undrawn sides a string, which ends at
another coin or in the ground; to draw a line is to cut a string. A string beside a coin with no other string takes it.
"""

import copy


class Dots:
    """One game; `play` until it is `over`."""

    def __init__(self, rows=3, columns=3):
        if rows < 1 or columns < 1:
            raise ValueError(f"A board has at least one box, not {rows} x {columns}.")
        self.rows = rows
        self.columns = columns
        self.sides = []  # of every box: above, below, left, right
        horizontal = (rows + 1) * columns
        for row in range(rows):
            for column in range(columns):
                above = row * columns + column
                left = horizontal + row * (columns + 1) + column
                self.sides.append((above, above + columns, left, left + 1))
        self.size = horizontal + rows * (columns + 1)  # lines of the board
        self.drawn = set()
        self.owner = [None] * (rows * columns)  # of every box
        self.turn = 0
        self.fault = None  # the seat that wanted an illegal action

    @property
    def over(self):
        return self.fault is not None or len(self.drawn) == self.size

    @property
    def scores(self):
        return [-1 if seat == self.fault else self.owner.count(seat) for seat in (0, 1)]

    def legal(self, action):
        return action in range(self.size) and action not in self.drawn

    def play(self, action):
        if self.over:
            raise ValueError("The game is over.")
        if not self.legal(action):
            self.fault = self.turn
            return
        self.drawn.add(action)
        finished = [box for box in self.beside(action) if not self.strings(box)]
        for box in finished:
            self.owner[box] = self.turn
        if not finished:
            self.turn = 1 - self.turn

    def lines(self):
        """Those not drawn."""
        return [line for line in range(self.size) if line not in self.drawn]

    def beside(self, line):
        """The boxes it is a side of: two, or one at the border."""
        return [box for box, sides in enumerate(self.sides) if line in sides]

    def strings(self, box):
        """Its undrawn sides; as many as its coin's degree."""
        return [line for line in self.sides[box] if line not in self.drawn]

    def degree(self, box):
        return len(self.strings(box))

    def coins(self, degree):
        """All with so many strings."""
        return [box for box in range(len(self.sides)) if self.degree(box) == degree]

    def across(self, coin, string):
        """The coin at the other end of its string, or None for the ground."""
        others = [box for box in self.beside(string) if box != coin]
        return others[0] if others else None

    def cut(self, string):
        """A copy of the board without that string, whoever cut it: turn and owners stay as they are."""
        game = copy.copy(self)
        game.drawn = self.drawn | {string}
        return game


def position(mask, rows=3, columns=3):
    """A board where line a is drawn if bit a of the mask is set. Whose its finished boxes are is not told."""
    game = Dots(rows, columns)
    game.drawn = {line for line in range(game.size) if mask >> line & 1}
    return game


# Exact values, for small boards or few strings

VALUES = {}


def value(game):
    """Boxes still to come for who is to move, less those for the other, if both play their best."""
    key = game.rows, game.columns, frozenset(game.drawn)
    if key not in VALUES:
        VALUES[key] = max((worth(game, line) for line in game.lines()), default=0)
    return VALUES[key]


def worth(game, line):
    """The value of drawing that line."""
    after = game.cut(line)
    finished = sum(after.degree(box) == 0 for box in game.beside(line))
    return finished + value(after) if finished else -value(after)


def solve(rows, columns):
    return value(Dots(rows, columns))


# Safe lines, taking lines, runs and costs


def safe_lines(game):
    """Every coin beside has three strings or more."""
    return {line for line in game.lines() if all(game.degree(coin) >= 3 for coin in game.beside(line))}


def taking_lines(game):
    """A coin beside has no other string."""
    return {line for line in game.lines() if any(game.degree(coin) == 1 for coin in game.beside(line))}


def run(game, coin):
    """Take coin after coin from this one on, while there is one with a single string: the board then, and the coins."""
    taken = []
    while coin is not None and game.degree(coin) == 1:
        [string] = game.strings(coin)
        other = game.across(coin, string)
        game = game.cut(string)
        taken.append(coin)
        if other is not None and game.degree(other) == 0:  # both had just that string
            taken.append(other)
        coin = other
    return game, taken


def take_all(game):
    """The board after run upon run."""
    while game.coins(1):
        game, _ = run(game, game.coins(1)[0])
    return game


def opened(game, line):
    """Draw that line and take what it gives, from both of its ends: the board then, and the coins."""
    taken = []
    game = game.cut(line)
    for coin in game.beside(line):
        game, more = run(game, coin)
        taken += more
    return game, taken


def cost(game, line):
    """The coins this line gives away. Asked only where none can be taken at once."""
    return len(opened(game, line)[1])


def cheapest(game):
    """The least cost of any line, and the lines of that cost."""
    costs = {line: cost(game, line) for line in game.lines()}
    least = min(costs.values())
    return least, {line for line in costs if costs[line] == least}


# Players: from a game to the lines among which they choose, all equally likely


def random(game):
    return set(game.lines())


def greedy_safe(game):
    return taking_lines(game) or safe_lines(game) or set(game.lines())


def greedy_shortest(game):
    return taking_lines(game) or safe_lines(game) or cheapest(game)[1]


def chain(game):
    return keep_control(game) if taking_lines(game) else safe_lines(game) or hand_out(game)


def always_double_deal(game):
    return keep_control(game, careful=False) if taking_lines(game) else safe_lines(game) or hand_out(game, careful=False)


def hand_out(game, careful=True):
    """With nothing to take and nothing safe: a single, a pair by its middle, or a long chain, the shortest if careful."""
    least, lines = cheapest(game)
    if least == 2:
        return {line for line in lines if [game.degree(coin) for coin in game.beside(line)] == [2, 2]}
    if least >= 3 and not careful:
        return set(game.lines())
    return lines


def keep_control(game, careful=True):
    """With something to take: all of it, or all but the last two of a chain or four of a loop.

    "Take boxes that do not touch a chain decision": those come first, then loops if there is one chain to be kept. It does
    not matter which coin is called first: there is only one with a single string at a chain to be double-dealt, and two at
    a loop, whose double-deal is the middle line from both sides.
    """
    rest = take_all(game)
    if safe_lines(rest) or not rest.lines() or (careful and cheapest(rest)[0] < 3):
        return taking_lines(game)
    ends = {"neither": [], "chain": [], "loop": []}
    for coin in game.coins(1):
        taken = run(game, coin)[1]
        loop = any(game.degree(other) == 1 for other in taken if other != coin)
        ends["neither" if len(taken) < (4 if loop else 2) else "loop" if loop else "chain"].append((coin, len(taken)))
    if ends["neither"] or (len(ends["chain"]) == 1 and ends["loop"]):
        return {string for coin, _ in ends["neither"] or ends["loop"] for string in game.strings(coin)}
    if len(ends["chain"]) > 1 or len(ends["loop"]) > 2:
        return taking_lines(game)
    [(first, coins), *_] = ends["chain"] or ends["loop"]
    if coins > (4 if ends["loop"] else 2):
        return taking_lines(game)
    [between] = game.strings(first)
    second = game.across(first, between)
    return set(game.strings(second)) - {between}


def parity_avg(game):
    return parity(game, mean)


def parity_mm(game):
    return parity(game, max)


def parity(game, combine):
    """As the chain player, but of the safe lines those after which the other most likely opens the first long chain."""
    safe = safe_lines(game)
    if taking_lines(game) or not safe:
        return chain(game)
    chances = {line: 1 - other_opens(game.cut(line), combine) for line in safe}
    return {line for line in safe if chances[line] >= max(chances.values()) - 1e-6}


def mean(numbers):
    return sum(numbers) / len(numbers)


CHANCES = {}


def other_opens(game, combine):
    """The chance that who is not to move has to open the first chain of three or more; nothing can be taken."""
    key = game.rows, game.columns, frozenset(game.drawn), combine
    if key not in CHANCES:
        safe = safe_lines(game)
        if safe:
            CHANCES[key] = combine([1 - other_opens(game.cut(line), combine) for line in safe])
        else:
            CHANCES[key] = short_chains(game) % 2
    return CHANCES[key]


def short_chains(game):
    """How many of one or two coins are handed out before the first long one."""
    handed = 0
    while game.lines():
        least, lines = cheapest(game)
        if least >= 3:
            break
        game, _ = opened(game, min(lines))
        handed += 1
    return handed


def perfect(game):
    return {line for line in game.lines() if worth(game, line) == value(game)}


PLAYERS = {
    "random": random,
    "greedy-safe": greedy_safe,
    "greedy-shortest": greedy_shortest,
    "chain": chain,
    "always-double-deal": always_double_deal,
    "parity-avg": parity_avg,
    "parity-mm": parity_mm,
    "perfect": perfect,
}
