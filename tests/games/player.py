"""A compiled player asked by hand, in the middle of a game: its genome and its memory."""

from lek import dice
from lek.find import find_agent
from lek.game import record


class Player:
    def __init__(self, found, game, name, number=0):
        self.agent = find_agent(found, game, name)
        self.memory = record(self.agent.brain.memory_type(game))
        self.begin(number)

    def begin(self, number):
        """A new game: nothing remembered, other dice."""
        self.memory[:] = 0
        self.memory[0].rng = dice.stream(7, number, 1)

    def on(self, v):
        return int(self.agent.brain.act(self.agent.genome[0], self.memory[0], v))
