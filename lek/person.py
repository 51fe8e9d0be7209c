"""Person: somebody at the terminal, as an agent."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TextIO

from lek.game import Game

OFFERED = 12  # moves shown at the prompt
SCANNED = 300  # actions looked at to find them


class Left(EOFError):
    """Nobody is at the terminal any more."""

    kind = "left"


class Person:
    """Somebody at the terminal, who is shown a game's picture of what was seen so far, or else of the view.

    The streams default to those of the program.
    """

    def __init__(self, reads: TextIO | None = None, writes: TextIO | None = None) -> None:
        self._reads, self._writes = reads, writes

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._game, self._seat = game, seat
        self._memories: dict[int, dict[str, Any]] = {}  # of every body, as new in every game

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        """Ask until the answer is a legal action; the end of input is an EOFError (Left)."""
        face = self._game.face
        names = list(dict.fromkeys(face.action_name(a) for a in range(min(self._game.actions, SCANNED)) if legal(a)))
        offer = ", ".join(names[:OFFERED]) + (" ..." if len(names) > OFFERED else "")
        memory = self._memories.setdefault(body, {})
        self._say(((face.show_view or face.show)(view) if face.memory_picture is None else
                   face.memory_picture(memory, view, self._seat)) + "\n")
        while True:
            self._say(f"{face.seats[self._seat] + ', ' if face.seats else ''}your move ({offer}): ")
            line = (self._reads or sys.stdin).readline()
            if not line:
                raise Left("the input ended before the game did")
            text = line.strip()
            try:
                action = int(face.action_of(text))
            except (ValueError, LookupError, TypeError):
                self._say(f"{text!r} is not a move in {self._game.name}: write it like {names[0] if names else '0'}.\n")
                continue
            if legal(action):
                return action
            self._say(f"{text} is not allowed now.\n")

    def _say(self, text: str) -> None:
        print(text, end="", file=self._writes or sys.stderr, flush=True)
