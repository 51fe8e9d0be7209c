"""`watch`: one game, turn by turn, for people, pages and agents outside compiled code. Its results are those of `play`."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

from lek import border, dice, kernel
from lek.agent import Agent, mark_legal
from lek.game import Game, IllegalAction, record
from lek.position import Position
from lek.settings import Mistake

LOADING = ("import", "time", "crash")  # kinds of faults that a file can have before its first move
ABSENT = "absent"  # the kind of fault of those who forfeit every game without being asked


class Fault(NamedTuple):
    """What an agent did wrong: the schedule's game, the agent, how often it had been asked by then, a sentence."""

    game: int
    agent: int
    turn: int
    text: str
    kind: str = "exception"

    def sentence(self, name: str, when: str) -> str:
        """What the agent of this name did wrong, and `when`; before its first move it has not begun any game."""
        if self.turn > 0:
            return f"{name}{when}: {self.text}"
        if self.kind not in LOADING:
            return f"{name} {self.text}" if self.kind == ABSENT else f"{name}: {self.text}"
        file = PurePath(name).name  # with which the text begins as well
        return f"{name} does not load: {self.text.removeprefix(f'{file}, ').removeprefix(f'{file}: ')}"


class Turn(NamedTuple):
    """One action: who acted, on what view, and the state it led to (copies, yours to keep)."""

    number: int
    seat: int
    body: int
    view: Any
    action: int
    state: Any


def watch(
    game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, faults: list[Fault] | None = None,
    strict: bool = True, clock: float | None = None,
) -> Iterator[Turn]:
    """One game, turn by turn, one agent a seat.

    An illegal action raises IllegalAction, unless `strict` is off. With a list for `faults`, what agents do wrong is
    written there instead: an illegal action is left to the game's own rule for it, and an outsider that crashes or
    hangs forfeits the rest of the game, as does one that takes longer than `clock` seconds for a move.
    """
    border.agents(game, agents)
    seed, deal, clock = border.seed(seed), border.whole("deal", deal), border.seconds("clock", clock)
    if len(agents) != game.seats:
        raise Mistake(f"{game.name} has {game.seats} seats, but {len(agents)} agents were given")
    position = Position(game, seed, deal)
    s = position.state
    memories: list[Any] = [None] * game.bodies
    numbers = list(range(game.bodies))
    asked, forfeited = [0] * game.seats, [False] * game.seats
    for seat, agent in enumerate(agents):
        if agent.outsider is not None:
            _guarded(partial(agent.outsider.begin, game, seat, _sealed(seed, deal, seat)), faults, forfeited, deal, seat, 0)
    births = 0
    while not position.over:
        number, body, seat = position.steps, position.body, position.seat
        agent = agents[seat]
        if memories[body] is None or (game.newborn is not None and game.newborn(s, body)):
            numbers[body] = body if game.newborn is None else births
            memories[body] = _memory(game, agent, seed, deal, 1 + numbers[body])
            births += 1
        view = position.view()
        asked[seat] += 1
        if agent.brain is not None and agent.genome is not None:
            mark_legal(memories[body][0], partial(game.legal, s))
            try:
                action = int(agent.brain.act(agent.genome[0], memories[body][0], view))
            except Exception as error:
                raise kernel.unfit(game, [agent.brain]) or error from None
        elif forfeited[seat]:
            action = -1
        else:
            assert agent.outsider is not None
            may = partial(game.legal, s)
            ask = partial(agent.outsider.choose, view, may, clock, numbers[body])
            action = _guarded(partial(_timed, ask, clock), faults, forfeited, deal, seat, asked[seat])
        if strict and not forfeited[seat] and not game.legal(s, action):
            wrong = f"{action} is not a legal action"
            if faults is None:
                raise IllegalAction(f"{agent.name} in seat {seat}, turn {asked[seat]}: {wrong}")
            place = getattr(agent.outsider, "place", "")
            faults.append(Fault(deal, seat, asked[seat], f"{place}{wrong}", "illegal"))
        position.push(action, strict=False)
        yield Turn(number, seat, body, view, action, s.copy())


def _sealed(seed: int, deal: int, seat: int) -> int:
    """An outsider's seed: nothing about anybody else's dice can be worked out from it."""
    return int.from_bytes(hashlib.sha256(f"{seed} {deal} {seat}".encode()).digest()[:8], "big") >> 1


class Late(TimeoutError):
    """An answer that came after the clock had run out."""

    kind = "late"


def _timed(call: Callable[[], Any], clock: float | None) -> Any:
    started = time.perf_counter()
    answer = call()
    taken = time.perf_counter() - started
    if clock is not None and taken > clock:
        raise Late(f"took {1000 * taken:.0f} ms for a move, and the clock allows {1000 * clock:.0f}")
    return answer


def _guarded(
    call: Callable[[], Any], faults: list[Fault] | None, forfeited: list[bool], deal: int, seat: int, turn: int
) -> int:
    """What the outsider answers; -1 and a fault when it fails instead."""
    try:
        answer = call()
        return -1 if answer is None else int(answer)
    except Exception as error:
        if faults is None:
            raise
        forfeited[seat] = True
        faults.append(Fault(deal, seat, turn, str(error), getattr(error, "kind", "exception")))
        return -1


def _memory(game: Game, agent: Agent, seed: int, deal: int, number: int) -> Any:
    if agent.brain is None:
        return ()
    memory = record(agent.brain.memory_type(game))
    if agent.brain.rolls(game):
        memory[0].rng = dice.stream(seed, deal, number)
    return memory
