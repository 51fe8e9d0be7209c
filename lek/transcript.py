"""Transcript: the record of one game, and the game played from it again.

A transcript says what was played, who sat where, and every action. Whoever acted, a search under a clock, a person or a
file, the game comes out as it was when the actions are pushed again. One line of JSON is one game:

    transcript = record_game(game, agents, seed=1)
    text = transcript.line()
    for frame in frames(game, Transcript.parse(text)):
        print(frame["round"], frame["state"])
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from lek import __version__
from lek.agent import Agent
from lek.game import Game, plain
from lek.position import Position, result
from lek.settings import MOST, Mistake, shown
from lek.watching import Fault, Turn, watch

PACKED = 2000  # actions from which on they are written as packed bytes


@dataclass(frozen=True)
class Transcript:
    """One game: in words what was played and by whom, its actions in order, and how it ended."""

    game: str
    settings: Mapping[str, Any]
    agents: tuple[str, ...]  # by seat
    seed: int
    deal: int
    actions: Sequence[int]
    scores: tuple[float, ...]
    measures: Mapping[str, tuple[float | None, ...]]  # by seat; None: there was nothing to measure
    faults: tuple[Mapping[str, Any], ...] = ()  # {"agent": seat, "turn": ..., "text": ..., "kind": ...}
    moved: tuple[int, ...] = ()  # the seats that made a legal move
    lek: str = field(default=__version__)

    def line(self) -> str:
        """One line of JSON."""
        data = asdict(self)
        if len(self.actions) >= PACKED:
            room = np.asarray(self.actions, np.int64).astype("<i8").tobytes()
            data["actions"] = {"packed": base64.b64encode(zlib.compress(room, 9)).decode()}
        return json.dumps(data, allow_nan=False)

    @staticmethod
    def parse(line: str) -> Transcript:
        """What `line` wrote."""
        try:
            data = json.loads(line)
            actions = data["actions"]
            if isinstance(actions, dict):
                room = zlib.decompress(base64.b64decode(actions["packed"], validate=True))
                actions = np.frombuffer(room, "<i8").tolist()
            if not all(type(action) is int and abs(action) <= MOST for action in actions):
                raise TypeError("actions")
            if not isinstance(data["settings"], dict) or not isinstance(data["game"], str):
                raise TypeError("settings")
            data |= {"actions": tuple(actions), "faults": tuple(data["faults"])}
            for name in ("agents", "scores", "moved"):
                data[name] = tuple(data[name])
            data["measures"] = {name: tuple(values) for name, values in data["measures"].items()}
            return Transcript(**data)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error):
            raise Mistake(f"a transcript is one line of JSON that Lek wrote; given: {shown(line, str)}") from None


class Recording:
    """A game that is watched and written down: go through `turns`, then ask for the transcript."""

    def __init__(self, game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, clock: float | None = None,
                 faults: list[Fault] | None = None) -> None:
        self.game, self.agents, self.seed, self.deal, self.clock = game, agents, seed, deal, clock
        self.faults: list[Fault] = [] if faults is None else faults
        self.actions: list[int] = []
        self.moved: set[int] = set()  # seats that made a legal move
        self.state = Position(game, seed, deal).state  # as it starts, then as it is after each turn

    def turns(self) -> Iterator[Turn]:
        """The turns of the game, as `watch` has them; what agents do wrong stands in `faults`."""
        known = len(self.faults)
        for turn in watch(self.game, self.agents, self.seed, self.deal, self.faults, clock=self.clock):
            if len(self.faults) == known and turn.action >= 0:
                self.moved.add(turn.seat)
            known = len(self.faults)
            self.actions.append(turn.action)
            self.state = turn.state
            yield turn

    def transcript(self) -> Transcript:
        """The whole game, once it is over."""
        game = self.game
        scores, measures = result(game, self.state, self.seed, self.deal)
        return Transcript(
            game.name, plain_settings(game), tuple(agent.name for agent in self.agents), self.seed, self.deal,
            tuple(self.actions), tuple(scores.tolist()),
            {name: tuple(plain(column)) for name, column in zip(game.measure_names, measures.T, strict=True)},
            tuple({name: value for name, value in fault._asdict().items() if name != "game"} for fault in self.faults),
            tuple(sorted(self.moved)))


def record_game(game: Game, agents: Sequence[Agent], seed: int, deal: int = 0, clock: float | None = None) -> Transcript:
    """Play one game and write it down."""
    recording = Recording(game, agents, seed, deal, clock)
    for _ in recording.turns():
        pass
    return recording.transcript()


def replay(game: Game, transcript: Transcript) -> Iterator[Turn]:
    """The game again, turn by turn; a Mistake where it does not come out as it did."""
    position = _start(game, transcript)
    for action in transcript.actions:
        if position.over:
            raise _other(game, transcript, "it ends earlier")
        number, seat, body, view = position.steps, position.seat, position.body, position.view()
        position.push(action, strict=False)
        yield Turn(number, seat, body, view, action, position.state.copy())
    if not position.over:
        raise _other(game, transcript, "it goes on where the transcript ends")
    if tuple(position.scores().tolist()) != tuple(transcript.scores):
        raise _other(game, transcript, f"its scores are {position.scores().tolist()}, not {list(transcript.scores)}")


def _start(game: Game, transcript: Transcript) -> Position:
    if (game.name, plain_settings(game)) != (transcript.game, dict(transcript.settings)):
        raise Mistake(f"this is a transcript of {transcript.game} with other settings, or of another game than {game.name}: "
                      "build the game with the transcript's own")
    return Position(game, transcript.seed, transcript.deal)


def _other(game: Game, transcript: Transcript, how: str) -> Mistake:
    return Mistake(f"the game of {game.name} with seed {transcript.seed} and deal {transcript.deal} is not the one that was "
                   f"recorded: {how} (recorded by Lek {transcript.lek}, replayed by {__version__})")


def frames(game: Game, transcript: Transcript, seat: int | None = None) -> Iterator[dict[str, Any]]:
    """The game as pictures in data, one a round: the state as it is, or what one seat sees, never the dice.

    The first frame is the start; `actions` are those that led to a frame, each with the seat that chose it: all of them, or
    where a game hides something its own alone. Where only who acts sees anything, a seat's frames are its own turns.
    """
    position, since = _start(game, transcript), list[dict[str, int]]()
    hidden = seat is not None and game.observe is not None
    own_turns = seat is not None and game.acting_only
    shown_round = position.round - 1
    for action in (None, *transcript.actions):
        if action is not None:
            if position.over:
                raise _other(game, transcript, "it ends earlier")
            if not hidden or position.seat == seat:
                since.append({"seat": position.seat, "body": position.body, "action": action})
            position.push(action, strict=False)
        if position.seat == seat if own_turns else position.round > shown_round or position.over:
            yield {"round": position.round, "step": position.steps, "seat": position.seat, "over": position.over,
                   "actions": since, "scores": plain(position.scores()) if position.over else None,
                   "state": plain(position.state if seat is None else position.view(position.body if own_turns else seat))}
            since, shown_round = [], position.round


def named(game: Game, action: int) -> str:
    """An action in the game's own words; one that does not exist as a number."""
    return game.face.action_name(action) if 0 <= action < game.actions else str(action)


def plain_settings(game: Game) -> dict[str, Any]:
    """A game's settings as JSON has them."""
    return dict(json.loads(json.dumps(dict(game.settings))))
