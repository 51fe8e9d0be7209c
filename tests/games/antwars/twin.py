"""Ant Wars, slow and obvious: a grid of lists, and the rulebook's own order of events.

Rules: W. Jaśkowski, K. Krawiec, B. Wieloch, "Winning Ant Wars" (EuroGP 2008), section 1, and section 1.1 of the rulebook.

Ant 1 is ant 0 here and Ant 2 is ant 1. Places are (row, column), counted from 0, row 0 at the top. A player is a function
choose(view) that returns a direction from 0 to 7, clockwise from north; whatever else it returns is no move.
"""

import numpy as np

from lek import dice

SIDE = 11
STARTS = [(5, 2), (5, 8)]
SIGHT = 2  # cells in each direction
DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
EMPTY, FOOD, ENEMY = "empty", "food", "enemy"


def neighbour(place, direction):
    """The cell one step away in a direction, given as its name."""
    row, column = place
    if "N" in direction:
        row -= 1
    if "S" in direction:
        row += 1
    if "W" in direction:
        column -= 1
    if "E" in direction:
        column += 1
    return row % SIDE, column % SIDE


def around(place):
    """The 5 x 5 cells seen from a place, in rows."""
    row, column = place
    near = range(-SIGHT, SIGHT + 1)
    return [[((row + down) % SIDE, (column + right) % SIDE) for right in near] for down in near]


class AntWars:
    """One game; `move` until it is `over`."""

    def __init__(self, pieces=15, moves=35, seed=0, deal=0):
        self.pieces = pieces
        self.moves = moves
        self.dice = np.zeros(1, dice.STREAM)[0]
        self.dice.rng = dice.stream(seed, deal, 0)
        self.food = [[False] * SIDE for _ in range(SIDE)]
        self.places = list(STARTS)
        self.alive = [True, True]
        self.score = [0, 0]
        self.moved = [0, 0]
        self.to_move = 0
        self.over = False
        self.gave_up = None  # the ant that made no move
        self.lay()

    def lay(self):
        """Distributes the food, a piece after the other."""
        laid = 0
        while laid < self.pieces:
            row, column = divmod(int(dice.below(self.dice, SIDE * SIDE)), SIDE)
            if not self.food[row][column] and (row, column) not in STARTS:
                self.food[row][column] = True
                laid += 1

    def left(self):
        """Pieces that nobody has eaten."""
        return sum(row.count(True) for row in self.food)

    def state(self, ant, place):
        row, column = place
        other = 1 - ant
        if self.alive[other] and self.places[other] == place:
            return ENEMY
        return FOOD if self.food[row][column] else EMPTY

    def view(self, ant):
        """What an ant knows: where it is, the states of the cells around it, its score and the moves left to it."""
        return {
            "place": self.places[ant],
            "cells": [[self.state(ant, place) for place in row] for row in around(self.places[ant])],
            "score": self.score[ant],
            "left": self.moves - self.moved[ant],
        }

    def move(self, direction):
        """The ant whose turn it is moves."""
        if self.over:
            raise ValueError("The game is over.")
        ant, other = self.to_move, 1 - self.to_move
        if direction not in range(8):
            self.gave_up = ant
            self.over = True
            return
        place = neighbour(self.places[ant], DIRECTIONS[direction])
        row, column = place
        if self.state(ant, place) == FOOD:
            self.score[ant] += 1
            self.food[row][column] = False
        if self.state(ant, place) == ENEMY:
            self.alive[other] = False
        self.places[ant] = place
        self.moved[ant] += 1
        if self.alive[other] and self.moved[other] < self.moves:
            self.to_move = other
        elif self.moved[ant] == self.moves:
            self.over = True

    def winner(self):
        """The ant that won."""
        if self.gave_up is not None:
            return 1 - self.gave_up
        return 1 if self.score[1] > self.score[0] else 0

    def picture(self):
        """The board in letters: `*` is food, `1` and `2` are the ants."""
        letters = [["*" if food else "." for food in row] for row in self.food]
        for ant, (row, column) in enumerate(self.places):
            if self.alive[ant]:
                letters[row][column] = str(ant + 1)
        return ["".join(row) for row in letters]


def play(game, choosers):
    """Plays a game to its end. Returns triples (ant, view, answer) in the order asked."""
    asked = []
    while not game.over:
        ant = game.to_move
        view = game.view(ant)
        answer = choosers[ant](view)
        asked.append((ant, view, answer))
        game.move(answer)
    return asked
