"""Simplexity by lines of text: any program that can write and read lines can ask our agents for moves.

    init ROWS COLS WIN ROUNDS SQUARES MS     a board, the pieces of each player, and the time a move may take
        ready                                everything is compiled and waiting
    newgame                                  forget the last game
    think white|red BOARD WR WS RR RS        whose move it is, the board, and how many pieces are left: white round,
                                             white square, red round, red square
        info depth D nodes N value V ms T    what the search has to tell, where it was one that searched
        move COL r|s                         the answer: a column, counted from 0, and a round or a square piece
    quit

BOARD is one word, row 0 (the bottom) first, each row from the left: `.` an empty cell, `w` and `r` round pieces of White
and Red, `W` and `R` square ones. A position need not follow from the last one. The time runs from the reading of `think` to
the writing of `move`.

Whatever else comes in is answered by `error` and a sentence, and changes nothing; blank lines are passed over.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TextIO

import numpy as np

from lek.brains.asked import under_a_clock
from lek.find import find_agent, find_game
from lek.game import Game
from lek.games.simplexity import NOBODY, action_name, position, simplexity
from lek.jit import explain
from lek.settings import Mistake, Setting

BEST = "lek"  # who thinks unless somebody else is named
COLOURS = ("white", "red")
SHAPES = ("round", "square")
LIMIT = Setting(200, 1, 3_600_000)
SPARE = 0.003  # seconds kept back for reading the position and writing the move
PRACTICE = 0.02  # seconds of the thinking at `init`, by which everything gets compiled
LONGEST = 300  # characters of an error


def serve(lines: Iterable[str], out: TextIO, agent: str, threads: int = 1) -> None:
    """Answer line by line until `quit`, the end of the input, or Ctrl-C."""
    engine = Engine(agent, threads)
    try:
        for line in lines:
            started = time.perf_counter()
            if line.split() == ["quit"]:
                return
            for answer in engine.answer(line, started):
                out.write(f"{answer}\n")
                out.flush()
    except KeyboardInterrupt:
        return


class Engine:
    """One agent behind the protocol; a Mistake if there is no such agent."""

    def __init__(self, agent: str, threads: int = 1) -> None:
        self.agent, self.threads = agent, threads
        self.game: Game | None = None
        self.outsider: Any = None
        self.seconds = 0.0
        self.games = 0
        self._find(simplexity(), 1.0)

    def answer(self, line: str, started: float) -> Iterator[str]:
        """What is said to a line that came in at this time."""
        commands: dict[str, Callable[[list[str]], list[str]]] = {
            "init": self._init, "newgame": self._new_game, "think": partial(self._think, started)}
        name, *words = line.split() or [""]
        try:
            if name in commands:
                yield from commands[name](words)
            elif name:
                raise Mistake(f"there is no command {name!r}; there are init, newgame, think and quit")
        except Exception as error:
            sentence = " ".join((str(error) if isinstance(error, Mistake) else explain(error)).split())
            yield f"error {sentence.encode('ascii', 'backslashreplace').decode()[:LONGEST]}"

    def _init(self, words: list[str]) -> list[str]:
        _count(words, "init", ("rows", "cols", "win", "rounds", "squares", "ms"))
        numbers = dict(zip(("rows", "cols", "win", "rounds", "squares", "ms"), map(_number, words), strict=True))
        seconds = LIMIT.read("ms", numbers.pop("ms")) / 1000
        game = simplexity(**numbers)
        outsider = self._find(game, seconds)
        _practise(game, outsider)
        self.game, self.outsider, self.seconds = game, outsider, seconds
        self._new_game([])
        return ["ready"]

    def _new_game(self, words: list[str]) -> list[str]:
        _count(words, "newgame", ())
        if self.game is None:
            raise Mistake("newgame came before init: there is no board yet")
        self.outsider.begin(self.game, 0, self.games)
        self.games += 1
        return []

    def _think(self, started: float, words: list[str]) -> list[str]:
        _count(words, "think", ("colour", "board", *("pieces left",) * 4))
        game = self.game
        if game is None:
            raise Mistake("think came before init: there is no board yet")
        if words[0] not in COLOURS:
            raise Mistake(f"it is white's or red's move; given: {words[0]!r}")
        left = np.array([_number(word) for word in words[2:]]).reshape(2, 2)
        made = position(game, words[1], COLOURS.index(words[0]), left)[0]
        _check_supply(game, words[1], left)
        if made.winner != NOBODY:
            raise Mistake("this game is over: " + game.face.show(made).splitlines()[-1])
        if not any(game.legal(made, action) for action in range(game.actions)):
            raise Mistake(f"{words[0]} has no move here: {left[int(made.mover)].sum()} pieces left")
        budget = self.seconds - SPARE - (time.perf_counter() - started)
        action = int(self.outsider.choose(made.copy(), partial(game.legal, made), max(budget, 0.1 * self.seconds)))
        if not game.legal(made, action):
            raise Mistake(f"{self.agent} chose {action}, which is no move here")
        told, answer = getattr(self.outsider, "told", None), action_name(action)
        info = [f"info depth {told['depth']} nodes {told['nodes']} value {told['value']:.2f} "
                f"ms {1000 * (time.perf_counter() - started):.0f}"] if told else []
        return [*info, f"move {answer[:-1]} {answer[-1]}"]

    def _find(self, game: Game, seconds: float) -> Any:
        if self.agent.partition(":")[0] == "human":
            raise Mistake("human sits only in lek play; an engine is an agent")
        return under_a_clock(find_agent(find_game("simplexity"), game, self.agent, clock=seconds), self.threads)


def _practise(game: Game, outsider: Any) -> None:
    """Take every way that a thought takes once, so that nothing is compiled while a clock runs."""
    cells = game.settings["rows"] * game.settings["cols"]
    position(game, "w" + "." * (cells - 1), 1, np.zeros(4, int))
    made = position(game, "." * cells, 0, [game.settings["rounds"], game.settings["squares"]] * 2)[0]
    outsider.begin(game, 0, 0)
    if made.winner == NOBODY:
        outsider.choose(made.copy(), partial(game.legal, made), PRACTICE)


def _count(words: list[str], command: str, wanted: tuple[str, ...]) -> None:
    if len(words) != len(wanted):
        names = ", ".join(wanted) or "nothing"
        raise Mistake(f"{command} takes {len(wanted)} words after it ({names}); given: {len(words)}")


def _number(word: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", word):
        raise Mistake(f"{word!r} is not a whole number (of nine digits at most)")
    return int(word)


def _check_supply(game: Game, board: str, left: Any) -> None:
    """Nobody has more pieces than `init` gave him."""
    for player, colour in enumerate(COLOURS):
        for shape, name in enumerate(SHAPES):
            there, all_of_them = board.count("wWrR"[2 * player + shape]), game.settings[f"{name}s"]
            if there + left[player, shape] > all_of_them:
                raise Mistake(f"{colour} has {all_of_them} {name} pieces in all; given: {there} on the board and "
                              f"{left[player, shape]} left")
