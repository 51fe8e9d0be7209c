"""A compiled brain asked from outside, move by move: so a clock can be held against it, and a program can ask it.

It thinks as it always does; a clock only tells whether that was too long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lek import dice
from lek.agent import Agent, Brain, Outsider, mark_legal
from lek.brains.clocked import Clocked
from lek.game import Game, record
from lek.position import Position


class Asked:
    """An outsider that is a brain with its genome [1]; every body has a memory of its own."""

    def __init__(self, brain: Brain, genome: Any) -> None:
        self.brain, self.genome = brain, genome
        self.memories: dict[int, Any] = {}
        self.game: Game | None = None

    def __copy__(self) -> Asked:
        return Asked(self.brain, self.genome)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        if game is not self.game:
            self.game = game
            self._warm_up(game)
        self.seed, self.memories = seed, {}

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        if body not in self.memories:
            self.memories[body] = self._memory(body)
        mark_legal(self.memories[body][0], legal)
        return int(self.brain.act(self.genome[0], self.memories[body][0], view))

    def _memory(self, body: int) -> Any:
        assert self.game is not None
        memory = record(self.brain.memory_type(self.game))
        if self.brain.rolls(self.game):
            memory[0].rng = dice.stream(self.seed, body, 0)
        return memory

    def _warm_up(self, game: Game) -> None:
        """Compile (or load) the brain before the first clock runs."""
        position = Position(game)
        if game.observe is None and not position.over:
            self.seed = 0
            self.brain.act(self.genome[0], self._memory(0)[0], position.state)


def under_a_clock(agent: Agent, threads: int = 1) -> Outsider:
    """An agent as an outsider, so that its moves can be timed; with all threads, where it has a use for them."""
    outsider: Any = agent.outsider if agent.brain is None else Asked(agent.brain, agent.genome)
    if isinstance(outsider, Clocked) and (outsider.split == "root" or getattr(outsider.brain.search, "shares", True)):
        outsider.threads = threads
    made: Outsider = outsider
    return made
