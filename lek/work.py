"""Games as work that can be sent: on several cores, stopped at any time and gone on with.

A `Spec` says in words what is played; another process builds the game and its agents from it. `Work` plays a schedule so:
games with outsiders go to processes of their own, each with its own copies of the files, and what is finished is kept in a
folder. Games depend on nothing but their seed and deal, so results are the same for any number of processes and stops.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek.agent import Agent
from lek.champions import is_champion, read_champion
from lek.files import split_path
from lek.find import find_agent, find_game
from lek.game import Game
from lek.launching import Limits
from lek.outside import Apart
from lek.playing import Played, first_of_each, play
from lek.settings import Mistake
from lek.store import Store, digest
from lek.threads import usable_threads
from lek.watching import ABSENT, Fault

PART = 0.5  # seconds that a part of the games may take, about
ALONE = 1.5  # seconds of work that are not worth another process
KEEPING = 5.0  # seconds between two writings of what is finished
PATIENCE = 20  # games of a file in which a hang is waited for each time
TRIALS = 3  # games in each of which a file must hang to be left out
TRIAL = 1 << 62  # the deal of the first of them


class Spec(NamedTuple):
    """A game and its agents as words, how files are started, and what they may use: seconds a move, and limits a game.

    `contents`, where it is given, is what the files held when the work began: other contents are refused.
    """

    game: str
    settings: tuple[tuple[str, Any], ...]
    agents: tuple[str, ...]
    seconds: float = 1.0
    clock: float | None = None
    launcher: str = "plain"
    limits: Limits = Limits()
    contents: tuple[str, ...] = ()

    def build(self) -> tuple[Game, list[Agent]]:
        found = find_game(self.game)
        game = found.build(**dict(self.settings))
        if not isinstance(game, Game):
            raise TypeError(f"what {self.game} builds is no Game but {game!r}")
        agents = [find_agent(found, game, text, self.seconds, self.clock, self.launcher, self.limits)
                  for text in self.agents]
        for text, before, now in zip((self.game, *self.agents), self.contents, self.named(), strict=False):
            if before != now:
                raise Mistake(f"{text} was changed while it was being played with: put it back, or begin anew")
        return game, agents

    def named(self) -> tuple[str, ...]:
        """The game and the agents, files with a hash of their content."""
        return tuple(named(text) for text in (self.game, *self.agents))

    def asked(self) -> dict[str, Any]:
        """What the results depend on, files by their content."""
        game, *agents = self.named()
        return {"game": game, "settings": dict(self.settings), "agents": agents, "seconds": self.seconds,
                "clock": self.clock, "launcher": self.launcher, "limits": self.limits._asdict()}


def named(text: str) -> str:
    """A name, with a hash of its content where it is a file's; a champion's with that of the file that its kind is from."""
    place = split_path(text)
    if place is None or not (path := Path(place[0])).is_file():
        return text
    kind = read_champion(place[0]).representation if path.suffix == ".json" and is_champion(path) else ""
    return f"{text} {hashlib.sha256(path.read_bytes()).hexdigest()}{f' {named(kind)}' if split_path(kind) else ''}"


class Work:
    """A schedule that is played part by part; `play` has the shape of `lek.play`.

    What is finished is kept in `folder`, at the latest when the playing is interrupted; when all is finished and `stays` is
    not set, the folder is removed.
    """

    def __init__(self, spec: Spec, folder: Path, asked: dict[str, Any], stays: bool = False) -> None:
        self.spec, self.folder, self.stays = spec._replace(contents=spec.named()), folder, stays
        self.asked = {**spec.asked(), **asked}
        self.before = 0  # games that were finished when it began
        self.kept = 0  # games that are in the folder
        self.lost = ""  # why no games could be kept

    def play(
        self, game: Game, agents: Sequence[Agent], schedule: Any, seed: int, *, deal: Any, threads: int | None = None,
        device: str = "cpu", clock: float | None = None, progress: Callable[[int], None] | None = None, once: bool = False,
    ) -> Played:
        count, threads = len(schedule), usable_threads(threads)
        store = Store(self.folder, self.asked) if self.stays or self.folder.exists() else None
        room = _Room(game, count, store)
        self.before = self.kept = int(room.done.sum())
        outside = np.array([agent.outsider is not None for agent in agents])[schedule].any(axis=1)
        first = first_of_each(schedule) if once else np.arange(count)
        noted, news = time.monotonic(), False
        try:
            for _ in itertools.chain(self._trials(game, agents, schedule, seed, room, threads),
                                     self._parts(game, agents, schedule, deal, seed, outside, first, room, threads, device)):
                news = True
                if progress is not None:
                    progress(int(room.done.sum()))
                if time.monotonic() - noted > KEEPING:
                    self._keep(room)
                    noted, news = time.monotonic(), False
        except BaseException:
            if news:
                self._keep(room)
            raise
        if self.stays:
            self._keep(room)
        elif self.folder.exists():
            Store(self.folder, self.asked).remove()
        return room.played()

    def _keep(self, room: _Room) -> None:
        try:  # a folder that cannot be written costs the games after a stop, not these
            room.keep(Store(self.folder, self.asked))
            self.kept, self.lost = int(room.done.sum()), ""
        except OSError as error:
            self.lost = f"{self.folder} cannot be written ({error.strerror or error})"

    def _trials(self, game: Game, agents: Sequence[Agent], schedule: Any, seed: int, room: _Room,
                threads: int) -> Iterator[None]:
        """Whether the files with many games hang in each of some before the contest: nobody waits for them again."""
        left = [k for k, agent in enumerate(agents) if isinstance(agent.outsider, Apart) and k not in room.hangs
                and (schedule == k).any(axis=1).sum() > PATIENCE]
        began = time.monotonic()
        while left and (threads == 1 or len(left) == 1 or time.monotonic() - began < ALONE):
            k = left.pop(0)
            room.hangs[k] = _hangs(game, self.spec, agents[k], seed)
            yield
        for k, hangs in _spread(((k, _hangs_there, (self.spec, k, seed)) for k in left), threads):
            room.hangs[k] = hangs
            yield

    def _parts(
        self, game: Game, agents: Sequence[Agent], schedule: Any, deal: Any, seed: int, outside: Any, first: Any,
        room: _Room, threads: int, device: str,
    ) -> Iterator[None]:
        """Games that are not done yet, a few at a time; before the others those whose copies need not be played."""
        leads = first == np.arange(len(first))
        for those in (leads, ~leads):
            inside = np.flatnonzero(those & ~outside & ~room.done)
            size = 64 if device == "cpu" else len(inside)
            while len(inside):
                part, inside, begun = inside[:size], inside[size:], time.monotonic()
                room.enter(part, play(game, agents, schedule[part], seed, deal=deal[part], threads=threads, device=device))
                yield
                size = _fitting(size, time.monotonic() - begun, len(inside))
            room.copy(np.flatnonzero(~room.done & room.done[first] & ~room.rolled[first]), first)
        left = np.flatnonzero(outside & ~room.done)
        size, alone, absent = 1, 0.0, tuple(sorted(k for k, hangs in room.hangs.items() if hangs))
        seated = without(agents, absent)
        while len(left) and (threads == 1 or alone < ALONE or left.size * PART / size <= 2 * ALONE):
            part, left, begun = left[:size], left[size:], time.monotonic()
            room.enter(part, play(game, seated, schedule[part], seed, deal=deal[part], clock=self.spec.clock))
            yield
            _close(agents, set(schedule[part].ravel().tolist()))
            taken = time.monotonic() - begun
            size, alone = _fitting(size, taken, len(left)), alone + taken
        _close(agents, set())
        parts = (left[first:first + size] for first in range(0, len(left), size))
        for part, played in _spread(((part, play_part, (self.spec, schedule[part], deal[part], seed, absent))
                                     for part in parts), threads):
            room.enter(part, played)
            yield


def _spread(jobs: Iterable[tuple[Any, Callable[..., Any], tuple[Any, ...]]], threads: int) -> Iterator[tuple[Any, Any]]:
    """What came of these calls (a name, a function, what it is given), in processes of their own, as they end."""
    waiting, pending = iter(jobs), dict[Future[Any], Any]()
    job = next(waiting, None)
    if job is None:
        return
    pool = ProcessPoolExecutor(threads, multiprocessing.get_context("spawn"), initializer=_alone_and_mortal)
    try:
        while job is not None or pending:
            while job is not None and len(pending) < 2 * threads:
                name, function, given = job
                with _deaf():
                    pending[pool.submit(function, *given)] = name
                job = next(waiting, None)
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                yield pending.pop(future), future.result()
    finally:
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=not pending, cancel_futures=True)
        for process in processes if pending else ():
            process.kill()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started in here do not hear Ctrl-C before they can leave it to us; we hear it afterwards."""
    heard: list[Any] = []
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # so do those that are started
    hears = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and callable(hears)
    if ours:  # another thread may have been told
        signal.signal(signal.SIGINT, lambda *given: heard.append(given))
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, hears)
        signal.pthread_sigmask(signal.SIG_SETMASK, masked)
        if heard and callable(hears):
            hears(*heard[0])


class _Room:
    """The results of a schedule as they come in."""

    def __init__(self, game: Game, count: int, store: Store | None) -> None:
        self.scores = np.zeros((count, game.seats))
        self.measures = np.zeros((count, game.seats, len(game.measures)))
        self.done, self.rolled = np.zeros(count, bool), np.ones(count, bool)
        self.faults: list[Fault] = []
        self.moved: set[int] = set()
        self.hangs: dict[int, bool] = {}  # the files that were tried before the contest
        if store is not None and store.has("games"):
            found = store.get("games")
            self.scores, self.measures, self.done, self.rolled = (
                found[name] for name in ("scores", "measures", "done", "rolled"))
            told = json.loads(str(found["told"]))
            self.faults, self.moved = [Fault(*fault) for fault in told["faults"]], set(told["moved"])
            self.hangs = {int(k): hangs for k, hangs in told["hangs"].items()}

    def enter(self, part: Any, played: Played) -> None:
        self.scores[part], self.measures[part], self.done[part] = played.scores, played.measures, True
        self.rolled[part] = played.rolled
        self.faults += [fault._replace(game=int(part[fault.game])) for fault in played.faults]
        self.moved |= played.moved

    def copy(self, part: Any, first: Any) -> None:
        """Enter the same again for games in which nobody rolls dice."""
        for each in (self.scores, self.measures, self.done, self.rolled):
            each[part] = each[first[part]]

    def keep(self, store: Store) -> None:
        told = json.dumps({"faults": self.faults, "moved": sorted(self.moved), "hangs": self.hangs})
        store.put("games", {"scores": self.scores, "measures": self.measures, "done": self.done,
                            "rolled": self.rolled, "told": np.array(told)})

    def played(self) -> Played:
        faults = sorted(self.faults, key=lambda fault: fault.game)
        return Played(self.scores, self.measures, faults, frozenset(self.moved), self.rolled)


class Forfeit(TimeoutError):
    """A game that is not played, since a file would only hang."""

    kind = ABSENT


class _Absent:
    """Sits in for a file that hangs: it forfeits its games without costing anybody time."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        raise Forfeit(f"forfeits the game: it hung in each of {TRIALS} games before the contest")

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        return -1


def without(agents: Sequence[Agent], absent: Sequence[int]) -> list[Agent]:
    """The agents, with somebody who forfeits in the place of those that are absent."""
    return [Agent(agent.name, outsider=_Absent()) if k in absent else agent for k, agent in enumerate(agents)]


@lru_cache(maxsize=2)
def _built(spec: Spec) -> tuple[Game, list[Agent]]:
    return spec.build()


def play_part(spec: Spec, schedule: Any, deal: Any, seed: int, absent: tuple[int, ...]) -> Played:
    """Some games of a schedule, in a process that builds game and agents once."""
    game, agents = _built(spec)
    played = play(game, without(agents, absent), schedule, seed, deal=deal, clock=spec.clock)
    _close(agents, set(schedule.ravel().tolist()))
    return played


def _close(agents: Sequence[Agent], but: set[int]) -> None:
    """End the processes of all files but these: a class of a hundred does not fit into memory at once."""
    for k, agent in enumerate(agents):
        if k not in but and isinstance(agent.outsider, Apart):
            agent.outsider.close()


def _hangs(game: Game, spec: Spec, agent: Agent, seed: int) -> bool:
    """Whether a file runs out of time in each of some games against random agents that count for nothing."""
    found = find_game(spec.game)
    others = [find_agent(found, game, "random") for _ in range(game.seats - 1)]

    def late(number: int) -> bool:
        seats = np.roll(np.arange(game.seats), number)[None]
        faults = play(game, [agent, *others], seats, seed, deal=[TRIAL + number]).faults
        return any(fault.agent == 0 and fault.kind == "time" for fault in faults)

    try:
        return all(late(number) for number in range(TRIALS))
    finally:
        _close([agent], set())


def _hangs_there(spec: Spec, k: int, seed: int) -> bool:
    """The same in a process of its own."""
    game, agents = _built(spec)
    return _hangs(game, spec, agents[k], seed)


def _fitting(size: int, taken: float, left: int) -> int:
    """How many games the next part should have."""
    return max(1, min(int(size * min(4.0, PART / max(taken, 1e-6))), left))


def _alone_and_mortal() -> None:
    """A worker leaves Ctrl-C to its parent, and ends with it even if that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def default_folder(kind: str, asked: Any) -> Path:
    return Path("runs") / f"{kind}-{digest(asked)[:8]}"
