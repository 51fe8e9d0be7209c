"""A match of two that is kept in a log, as the authors of BrilliAnt let a person play 150 games against it.

(W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars", section 5.) Roles alternate from game to game, and every board
is played twice, once from each side. A game is written down as soon as it is over, as one line of JSON; whoever stops, or
is stopped, loses the game at hand and no other, and the match goes on with the next one another day.

Two games on one board lie `apart` games apart, an odd number, so that a person can be made to forget the first of them:

    apart = 1    game 0 1 2 3 4 5 6 7        apart = 3    game 0 1 2 3 4 5 6 7
                 deal 0 0 1 1 2 2 3 3                     deal 0 1 2 0 1 2 3 4
                 role 1 2 1 2 1 2 1 2                     role 1 2 1 2 1 2 1 2
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from lek import __version__, border
from lek.agent import Agent
from lek.compete.binomial import binomial_interval
from lek.compete.table import outcomes
from lek.files import split_path
from lek.game import Game
from lek.position import result
from lek.settings import Mistake
from lek.transcript import Recording, named

Entry = Mapping[str, Any]  # a line of a log; what belongs to the two agents stands in the order they were named in
POINTS = "eaten"  # the measure that is points, in games that have it; in others the score is


class Side(NamedTuple):
    """What one of the two has reached; the interval for its share of wins is the exact one (95 %)."""

    name: str
    games: int
    won: int
    low: float
    high: float
    points: float
    roles: tuple[tuple[int, int], ...] = ()  # (games won, games) in the first role and in the second

    @property
    def share(self) -> float:
        """The share of games won; NaN where there were none."""
        return self.won / self.games if self.games else math.nan


class Report(NamedTuple):
    sides: tuple[Side, Side]
    drawn: int
    earlier: tuple[Side, ...] = ()  # a match of the same kind in a paper


def side(name: str, games: int, won: int, points: float, roles: tuple[tuple[int, int], ...] = ()) -> Side:
    return Side(name, games, won, *binomial_interval(won, games), points, roles)


EARLIER = [("antwars", {"pieces": 15, "moves": 35},
            (side("a person (EuroGP 2008)", 150, 64, 992), side("BrilliAnt (EuroGP 2008)", 150, 86, 1079)))]


def place(number: int, apart: int = 1) -> tuple[int, int]:
    """The deal of a game, and the role (1 or 2) that the agent named first has in it."""
    block, within = divmod(number, 2 * apart)
    return block * apart + within % apart, 1 + number % 2


def kept(game: Game, agents: Sequence[Agent], seed: int, apart: int = 1, clock: float | None = None) -> dict[str, Any]:
    """What every line of a match's log begins with; a log belongs to one such match."""
    if game.seats != 2 or len(agents) != 2:
        raise Mistake(f"a log is for a match of two; {game.name} has {game.seats} seats here, for {len(agents)} agents")
    border.agents(game, agents)
    border.seed(seed)
    if border.whole("apart", apart, 1) % 2 == 0:
        raise Mistake(f"apart={apart} does not work: it is odd, so that roles are swapped on a board's second game")
    names = [agent.name for agent in agents]
    paths = {name: Path(place[0]) for name in names if (place := split_path(name)) is not None}
    files = {name: hashlib.sha256(path.read_bytes()).hexdigest()[:12] for name, path in paths.items() if path.is_file()}
    asked = {"game": game.name, "settings": dict(game.settings), "agents": names, "files": files, "seed": seed,
             "apart": apart, "clock": clock}
    return dict(json.loads(json.dumps(asked)))


def default_log(match: Entry) -> Path:
    return Path("runs") / f"{match['game']}-{hashlib.sha256(json.dumps(match).encode()).hexdigest()[:8]}.jsonl"


def read(path: Path, match: Entry) -> list[Entry]:
    """The games of a match that a log holds, in order; a Mistake where it holds anything else."""
    return _read(path, match)[0]


def sit(game: Game, agents: Sequence[Agent], path: Path, games: int, seed: int = 0, apart: int = 1,
        clock: float | None = None) -> Iterator[Entry]:
    """Play what the log lacks of this many games, and yield each when it is written down; ends early if a person leaves."""
    match, games = kept(game, agents, seed, apart, clock), border.whole("games", games)
    entries, size = _read(path, match)
    if len(entries) < games:
        with open(path, "ab") as file:  # now, not after a game, is the time to find out that nothing can be written
            file.truncate(size)  # what a kill left of a line
    for number in range(len(entries), games):
        told = _play(game, agents, seed, number, apart, clock)
        if told is None:
            return
        entry = {**match, "number": number, **told, "lek": __version__,
                 "date": datetime.now().astimezone().isoformat(timespec="seconds")}
        size = _append(path, size, entry)
        yield entry


def report(match: Entry, entries: Sequence[Entry]) -> Report:
    """Games won and points of both, as the paper tells them, and its own figures where the game is the same."""
    won = [[_outcome(entry)[i] > 0 for entry in entries] for i in (0, 1)]
    sides = []
    for i, name in enumerate(match["agents"]):
        as_first = [(entry["role"] == 1) == (i == 0) for entry in entries]
        roles = tuple((sum(w for w, f in zip(won[i], as_first, strict=True) if f == first), as_first.count(first))
                      for first in (True, False))
        sides.append(side(name, len(entries), sum(won[i]), sum(entry["points"][i] for entry in entries), roles))
    earlier = [found for name, settings, found in EARLIER if (name, settings) == (match["game"], match["settings"])]
    return Report((sides[0], sides[1]), sum(_outcome(entry)[0] == 0 for entry in entries), earlier[0] if earlier else ())


def sentence(entry: Entry) -> str:
    """How a game ended, for whoever played it."""
    first, second = entry["agents"]
    outcome, points = _outcome(entry)[0], entry["points"]
    ended = "a draw" if outcome == 0 else f"{first if outcome > 0 else second} wins"
    killed = entry["measures"].get("killed", (0, 0))
    dead = [f"; {name} was killed" for name, fate in zip(entry["agents"], killed, strict=True) if fate]
    wrong = [f"; {text}" for text in entry["faults"]]
    return (f"game {entry['number'] + 1}: {first} {points[0]:g}, {second} {points[1]:g}; {ended} ({first} was player "
            f"{entry['role']})" + "".join(dead + wrong))


def as_json(match: Entry, entries: Sequence[Entry], told: Report) -> dict[str, Any]:
    """The report as plain data."""
    keys = ("name", "won", "share", "low", "high", "points")
    return {**match, "games": len(entries), "drawn": told.drawn,
            "sides": [{**_some(one, keys), "roles": [{"won": won, "games": games} for won, games in one.roles]}
                      for one in told.sides],
            "earlier": [{**_some(one, keys), "games": one.games} for one in told.earlier]}


def _some(one: Side, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: getattr(one, key) for key in keys}


def _outcome(entry: Entry) -> Any:
    return outcomes([entry["scores"]])[0]


def _play(game: Game, agents: Sequence[Agent], seed: int, number: int, apart: int, clock: float | None) -> Any:
    """One game as it is told in the log, or None if a person left before its end."""
    deal, role = place(number, apart)
    order = (0, 1) if role == 1 else (1, 0)
    recording = Recording(game, [agents[i] for i in order], seed, deal, clock)
    for _ in recording.turns():
        if any(fault.kind == "left" for fault in recording.faults):
            return None
    moves = [named(game, action) for action in recording.actions]
    faults, moved = recording.faults, [order[seat] for seat in recording.moved]
    scores, measures = result(game, recording.state)
    rows = {name: [_plain(column[i]) for i in order] for name, column in zip(game.measure_names, measures.T, strict=True)}
    ours = [_plain(scores[i]) for i in order]
    return {"deal": deal, "role": role, "scores": ours, "points": rows.get(POINTS, ours), "measures": rows, "moves": moves,
            "moved": sorted(moved),
            "faults": [fault.sentence(agents[order[fault.agent]].name, f", move {fault.turn}") for fault in faults]}


def _plain(value: Any) -> float | int | None:
    """A number as JSON has it: whole where it is, null where it is none."""
    number = float(value)
    return None if not math.isfinite(number) else int(number) if number.is_integer() else number


def _read(path: Path, match: Entry) -> tuple[list[Entry], int]:
    """The games of a log, and how many bytes of it are whole lines."""
    if path.is_dir() or not path.parent.is_dir():
        raise Mistake(f"{path} cannot be a log: give the path of a file, new or written before, in a folder that is there")
    raw = path.read_bytes() if path.exists() else b""
    whole = raw[:raw.rfind(b"\n") + 1]
    begins, torn = json.dumps(match)[:-1].encode(), raw[len(whole):]
    if torn[:len(begins)] != begins[:len(torn)]:
        raise Mistake(f"{path} is no log of this match: its last line is cut off, and is no game's; choose another file")
    return [_entry(path, match, number, line) for number, line in enumerate(whole.splitlines())], len(whole)


def _entry(path: Path, match: Entry, number: int, line: bytes) -> Entry:
    try:
        entry = json.loads(line)
        found = {key: entry[key] for key in match}
    except (ValueError, KeyError, TypeError):
        raise Mistake(f"{path} is no log of a match: line {number + 1} is no game; choose another file") from None
    other = [f"{key} {json.dumps(found[key])} there, {json.dumps(match[key])} asked" for key in match
             if found[key] != match[key]]
    if other:
        raise Mistake(f"{path} is the log of another match ({'; '.join(other[:3])}); choose another file")
    try:
        numbers = [float(value) for name in ("scores", "points") for value in entry[name]]
        placed = entry["number"], entry["deal"], entry["role"]
        right = len(numbers) == 4 and placed == (number, *place(number, match["apart"]))
    except (ValueError, KeyError, TypeError):
        right = False
    if not right:
        raise Mistake(f"{path} was changed: line {number + 1} is not the game that was written there; choose another file")
    return dict(entry)


def _append(path: Path, size: int, entry: Entry) -> int:
    """Write a line down for good; the size of the log with it."""
    with open(path, "ab") as file:
        if file.tell() != size:
            raise Mistake(f"{path} was written to by somebody else during this game, which is lost; play on in one place")
        file.write(json.dumps(entry, allow_nan=False).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
        return file.tell()
