"""What a game's senses say of a view that a test made by hand, turn after turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lek import dice
from lek.brains.senses import Senses
from lek.game import Game, record


class Sensing:
    """A body in the middle of a game: what it remembers, and what it senses."""

    def __init__(self, senses: Senses, game: Game, seed: int = 1) -> None:
        self.senses = senses
        self.memory = record([("x", "f8", (len(senses.numbers),)), *senses.scratch, *senses.memory])[0]
        if "rng" in self.memory.dtype.names:
            self.memory.rng = dice.stream(seed, 0, 1)

    def look(self, v: Any) -> Sensing:
        self.senses.look(self.memory, v)
        return self

    def numbers(self, v: Any, c: int) -> dict[str, float]:
        """The numbers of a choice by name."""
        self.memory.x[:] = np.nan
        self.senses.sense(self.memory, v, c, self.memory.x)
        assert np.isfinite(self.memory.x).all(), "every number is written, every time"
        return dict(zip(self.senses.numbers, self.memory.x.tolist(), strict=True))

    def of_all(self, v: Any, name: str) -> list[float]:
        """One number of every choice."""
        return [self.numbers(v, c)[name] for c in range(self.senses.choices)]

    def choices(self, v: Any) -> list[int]:
        """The choices that can be made now."""
        return [c for c in range(self.senses.choices) if self.senses.action(self.memory, v, c) >= 0]

    def answers(self, v: Any) -> Mapping[str, int]:
        """What each answer stands for now, where it can be made."""
        assert self.senses.answer is not None
        made = {name: int(self.senses.answer(self.memory, v, k)) for k, name in enumerate(self.senses.answers)}
        return {name: action for name, action in made.items() if action >= 0}
