"""What `lek play` does with a log: play on where it ends, then tell games won and points."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from lek.cli.printing import Stopped, notice, print_json, print_table


def play_logged(made: Any, seated: Any, path: Path | None, games: int, seed: int, apart: int, clock: float | None,
                person: bool, json: bool) -> list[int]:
    """The games of a match that are still to be played; without a `path` in a file of its own under runs/.

    Which of the two never made a legal move.
    """
    from lek.compete import logbook

    match = logbook.kept(made, seated, seed, apart, clock)
    if path is None:
        path = logbook.default_log(match)
        path.parent.mkdir(exist_ok=True)
    before = len(logbook.read(path, match))
    if before >= games:
        notice(f"{path} holds {before} games already: nothing had to be played")
    elif person:
        notice(f"game {before + 1} of {games} comes now; every game is kept in {path}, and after a stop (the end of input, "
               "Ctrl-C) the same command goes on")
    interrupted = False
    try:
        for entry in logbook.sit(made, seated, path, games, seed, apart, clock):
            if person:
                notice(logbook.sentence(entry))
    except KeyboardInterrupt:
        interrupted = True
    entries = logbook.read(path, match)
    if len(entries) < games:
        if person:
            print(file=sys.stderr)  # the prompt had no end
        notice(f"stopped after {len(entries)} of {games} games: the same command goes on with the next one")
    told = logbook.report(match, entries)
    if json:
        print_json({**logbook.as_json(match, entries, told), "of": games, "log": str(path),
                    "faults": [text for entry in entries for text in entry["faults"]]})
    elif entries:
        drawn = f", {told.drawn} drawn" if told.drawn else ""
        print_table(f"{made.face.title}, seed {seed}: {len(entries)} of {games} games{drawn}",
                    ["agent", "games won", "share", "95 % interval", "points", "points a game", "won as 1", "won as 2"],
                    [_row(side) for side in (*told.sides, *told.earlier)])
        for text in () if person else dict.fromkeys(text for entry in entries for text in entry["faults"]):
            notice(text)
    if interrupted:
        raise Stopped
    moved = {i for entry in entries for i in entry.get("moved", (0, 1))}
    return [i for i in (0, 1) if entries and i not in moved]


def _row(side: Any) -> list[str]:
    roles = [f"{won} of {games}" for won, games in side.roles] or ["", ""]
    return [side.name, f"{side.won} of {side.games}", f"{side.share:.1%}", f"{side.low:.1%} to {side.high:.1%}",
            f"{side.points:g}", f"{side.points / side.games:.2f}", *roles]
