"""Bred ants of Ant Wars, slow and obvious: three grids of lists, turned for every direction, and a recursive evaluator.

Source: W. Jaśkowski, K. Krawiec, B. Wieloch, "Winning Ant Wars" (EuroGP 2008), section 3. What the paper leaves open
(rulebook, 1.7) is an option, with both readings.

An ant is given the views of `twin.py`: its place, the states of the 5 x 5 cells around it, its score, its moves left.
A frame is what a tree is shown: grids over the whole torus, the ant at [0][0], the direction that is judged upwards (of
diagonal directions, up and to the right). A Rect is its midpoint, rows down and columns to the right, and height and width.
"""

import re
from functools import cache

import numpy as np

SIDE = 11
ONE = 2**20  # beliefs are whole numbers, this one for certainty
DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
ORDERS = {
    "paper": ["N", "E", "S", "W", "NE", "NW", "SE", "SW"],
    "straight": ["N", "E", "S", "W", "NE", "SE", "SW", "NW"],
    "diagonal": ["NE", "SE", "SW", "NW", "N", "E", "S", "W"],
    "clockwise": ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
}
HABITS = {
    "food_memory": True,  # F keeps food seen earlier; or it is what is in view
    "belief": True,  # belief decays; or what was seen once is believed for ever
    "track": True,  # V keeps the cells visited; or it is empty
    "both_trees": True,  # diagonal directions have a tree of their own; or the straight one judges them, too
    "here": True,  # a cell is marked in V when the ant comes to it; or when it leaves it
    "expected": False,  # IsFood: half a piece is expected; or any is remembered
    "raw_empty": False,  # NEmpty: cells; or belief in them
    "hope_area": False,  # FoodHope: only food in its area; or all
    "hope_sum": False,  # FoodHope: all food around the next cell; or the best piece
    "this_move": True,  # TimeLeft counts the move at hand; or not
    "even_after": True,  # the cell more of an even length is after the midpoint; or before
    "enemy_memory": False,  # the enemy is where it was last seen until that cell is seen; or only in sight
    "exact": True,  # IsEqual: the same number; or one within a thousandth
    "order": "paper",
}


# Expressions


def parse(text):
    """{"straight": tree, "diagonal": tree}, where a tree is (name, [trees or numbers])."""
    words = re.findall(r"[A-Za-z]+|[(),=]|[^\s(),=]+", text)
    trees = {}
    while words:
        name = words.pop(0)
        assert words.pop(0) == "="
        trees[name] = read(words)
    return trees


def read(words):
    """Takes one expression from the front of the words."""
    word = words.pop(0)
    if not word[0].isalpha():
        return float(word)
    arguments = []
    if words and words[0] == "(":
        while words.pop(0) != ")":
            arguments.append(read(words))
            assert words[0] in [",", ")"]
    return word, arguments


# Memory


def grid(value):
    return [[value for _ in range(SIDE)] for _ in range(SIDE)]


def centred(cells, place):
    """The grid with this place at [0][0]."""
    row, column = place
    return [[cells[(row + down) % SIDE][(column + right) % SIDE] for right in range(SIDE)] for down in range(SIDE)]


def turned(cells):
    """The grid after the ant has turned right by 90 degrees: what was to its right is ahead, what was ahead is left."""
    return [[cells[right % SIDE][-down % SIDE] for right in range(SIDE)] for down in range(SIDE)]


class Ant:
    """`choose(view)` is its move; after it, `worths` are what its trees gave for the eight directions."""

    def __init__(self, text, **habits):
        assert set(habits) <= set(HABITS)
        self.trees = parse(text)
        self.habits = {**HABITS, **habits}
        self.food = grid(False)  # F
        self.ages = grid(None)  # of B: moves since the cell was seen, None for never
        self.visited = grid(False)  # V
        self.enemy = None
        self.worths = {}

    def choose(self, view):
        self.remember(view)
        self.frames = [self.frame(quarters) for quarters in range(4)]
        self.worths = {}
        best = None
        for direction in ORDERS[self.habits["order"]]:
            worth = self.judge(direction)
            self.worths[direction] = worth
            if best is None or worth > self.worths[best]:
                best = direction
        if self.habits["track"]:
            row, column = view["place"]
            self.visited[row][column] = True
        return DIRECTIONS.index(best)

    def remember(self, view):
        row, column = view["place"]
        self.place, self.score, self.left = view["place"], view["score"], view["left"]
        if not self.habits["food_memory"]:
            self.food = grid(False)
        self.ages = [[None if age is None else age + 1 for age in line] for line in self.ages]
        in_view = []
        for i in range(5):
            for j in range(5):
                r, c = (row + i - 2) % SIDE, (column + j - 2) % SIDE
                self.food[r][c] = view["cells"][i][j] == "food"
                self.ages[r][c] = 0
                in_view.append((r, c))
        if not self.habits["enemy_memory"] or self.enemy in in_view:
            self.enemy = None
        for (r, c), what in zip(in_view, [what for line in view["cells"] for what in line], strict=True):
            if what == "enemy":
                self.enemy = (r, c)

    def belief(self, age):
        if age is None:
            return 0
        return round(ONE * 0.9**age) if self.habits["belief"] else ONE

    def frame(self, quarters):
        """F, B, V and the enemy as grids, centred on the ant and turned right so many times."""
        visited = [list(line) for line in self.visited]
        if self.habits["track"] and self.habits["here"]:
            visited[self.place[0]][self.place[1]] = True
        enemy = grid(False)
        if self.enemy is not None:
            enemy[self.enemy[0]][self.enemy[1]] = True
        beliefs = [[self.belief(age) for age in line] for line in self.ages]
        seen = [[age is not None for age in line] for line in self.ages]
        made = {"F": self.food, "B": beliefs, "V": visited, "enemy": enemy, "seen": seen}
        for name in made:
            made[name] = centred(made[name], self.place)
            for _ in range(quarters):
                made[name] = turned(made[name])
        return made

    def judge(self, direction):
        """What the tree for this direction gives."""
        way = DIRECTIONS.index(direction)
        diagonal = len(direction) == 2
        tree = self.trees["diagonal" if diagonal and self.habits["both_trees"] else "straight"]
        with np.errstate(all="ignore"):  # numbers may overflow
            return self.value(tree, {**self.frames[way // 2], "next": (-1, 1) if diagonal else (-1, 0)})

    def value(self, tree, frame):
        """The value of an expression: a numpy.float32, a bool, or a list of cells."""
        name, arguments = tree
        if name == "Const" or name == "ConstInt":
            return np.float32(arguments[0])
        if name == "Rect":
            return area(*map(int, arguments), self.habits["even_after"])
        if name == "If":
            return self.value(arguments[1] if self.value(arguments[0], frame) else arguments[2], frame)
        values = [self.value(argument, frame) for argument in arguments]
        return PLAIN[name](*values) if name in PLAIN else getattr(self, name)(frame, *values)

    def IsEqual(self, frame, x, y):
        return bool(x == y) if self.habits["exact"] else bool(abs(x - y) <= np.float32(0.001))

    def TimeLeft(self, frame):
        return np.float32(self.left if self.habits["this_move"] else self.left - 1)

    def Points(self, frame):
        return np.float32(self.score)

    def PointsLeft(self, frame):
        return np.float32(15 - self.score)

    def IsFood(self, frame, cells):
        if self.habits["expected"]:
            return 2 * food_in(cells, frame) >= ONE
        return any(frame["F"][r][c] for r, c in cells)

    def IsEnemy(self, frame, cells):
        return any(frame["enemy"][r][c] for r, c in cells)

    def NFood(self, frame, cells):
        return np.float32(food_in(cells, frame) / ONE)

    def NEmpty(self, frame, cells):
        empty = [(r, c) for r, c in cells if not frame["F"][r][c] and not frame["enemy"][r][c]]
        if self.habits["raw_empty"]:
            return np.float32(sum(frame["seen"][r][c] for r, c in empty))
        return np.float32(sum(frame["B"][r][c] for r, c in empty) / ONE)

    def NVisited(self, frame, cells):
        return np.float32(sum(frame["V"][r][c] for r, c in cells))

    def FoodHope(self, frame, cells):
        """Food in the next cell, and in one of the eight around it (or in all of them)."""
        down, right = frame["next"]

        def food(r, c):
            cell = (r % SIDE, c % SIDE)
            return food_in([cell], frame) if cell in cells or not self.habits["hope_area"] else 0

        around = [food(down + i, right + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
        then = sum(around) if self.habits["hope_sum"] else max(around)
        return np.float32((food(down, right) + then) / ONE)


PLAIN = {
    "And": lambda x, y: x and y,
    "Or": lambda x, y: x or y,
    "Not": lambda x: not x,
    "IsSmaller": lambda x, y: bool(x < y),
    "Add": lambda x, y: x + y,
    "Sub": lambda x, y: x - y,
    "Mul": lambda x, y: x * y,
}


def food_in(cells, frame):
    """The scalar product of F and B in these cells."""
    return sum(frame["B"][r][c] for r, c in cells if frame["F"][r][c])


@cache
def area(down, right, height, width, even_after):
    """The cells of a rectangle, in a frame."""
    above, left = ((height - 1) // 2, (width - 1) // 2) if even_after else (height // 2, width // 2)
    return [((down - above + i) % SIDE, (right - left + j) % SIDE) for i in range(height) for j in range(width)]
