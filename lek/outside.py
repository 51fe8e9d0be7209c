"""Students' Python files as agents.

A student's file defines `act(view)`, which returns an integer; or `act(view, memory)`, with a dictionary in which every
body (an organism, a moose) keeps what it likes, empty at its birth and nobody else's. It runs in a process of its own that
knows nothing of its caller, its opponents or their dice; whatever goes wrong there is a `Misconduct` of that file, with its
line, and costs nobody else anything. The file is executed afresh for every game, with `random` (and `numpy.random`) seeded.
When it is done, everything that it started ends (see `outside_guard`).

What this is not: a prison. A file runs with the rights of whoever runs Lek: it can read, change and delete that user's
files, its opponents' among them, end that user's processes and use the network. Linux and macOS only.
"""

from __future__ import annotations

import marshal
import os
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

import numpy as np

from lek import outside_guard
from lek.game import Game
from lek.launching import PLAIN, Launcher, Limits, fitting
from lek.settings import Mistake

LISTED = 300  # a game with more actions than this has no `view.legal`
GRACE = 0.5  # seconds beyond the budget after which a process that cannot be interrupted is killed
LOADING = 10.0  # seconds beyond the budget for executing the file at the start of a game: imports may be slow
KEPT = 4096  # bytes of what a student printed
CLEARING = 5.0  # seconds after which a guard that does not end is killed
_CHUNK = 1 << 16  # bytes; the whole of a pipe
_FLAGS = ("-S", "-s", "-P", "-B", "-u", "-X", "utf8")  # -S: what `site` runs for some packages doubles the start
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")  # of an object in memory: another one in every run
_WORKER = Path(__file__).with_name("outside_worker.py")
_GUARD = Path(__file__).with_name("outside_guard.py")


class Misconduct(Exception):
    """What a file did wrong: kind is exception, bad answer, time, crash or import; line is None where unknown."""

    def __init__(self, kind: str, file: str, line: int | None, text: str) -> None:
        super().__init__(kind, file, line, text)
        self.kind, self.file, self.line, self.text = kind, file, line, text

    def __str__(self) -> str:
        return f"{_place(self.file, self.line)}{self.text}"


class Apart:
    """A file that runs in a process of its own, which starts with the first game and is kept for all that follow.

    Where a launcher limits the process, every game has a new one, so that no game pays for what an earlier one has used.
    What is written in Python and in C differs in how the process is called and what it is asked; the rest is here.
    """

    def __init__(self, path: str | os.PathLike[str], budget: float = 1.0, launcher: str | Launcher = PLAIN,
                 limits: Limits = Limits(), source: bytes | None = None) -> None:
        if not 0 < budget <= 86400:
            raise Mistake(f"budget={budget} does not work: budget is a number of seconds a move, more than 0")
        self.path, self.budget, self.limits = Path(path).absolute(), budget, limits
        self.launcher = fitting(launcher, limits)
        self.source = self.path.read_bytes() if source is None else source  # once: copies play what was read here
        self._spent = 0.0  # seconds of this game
        self._printed = bytearray()
        self._begun = False
        self._line: int | None = None  # of the function that is asked
        self._owner = 0  # the process that started the worker; a fork of it starts its own

    @property
    def place(self) -> str:
        """Where the function that is asked is defined, as the beginning of a sentence."""
        return _place(str(self.path), self._line)

    @property
    def printed(self) -> str:
        """The last of what the file printed, in this game and before."""
        if self._running:
            self._drain()
        return harmless(self._printed.decode(errors="replace"), "\n\t")

    def close(self) -> None:
        """End the process; the next game starts another."""
        self._begun = False
        if self._running:
            self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def _running(self) -> bool:
        return self._owner == os.getpid() and self._end.alive

    def _command(self, folder: str, channel: int) -> list[str]:
        """What is run in that folder, with one end of the socket as that file descriptor."""
        raise NotImplementedError

    def _start_anew(self) -> None:
        """Have a process for a new game: the last one's, unless what it may use is limited."""
        if self.limits.asked:
            self.close()
        if not self._running:
            self._start()

    def _start(self) -> None:
        """A guarded process with nothing of ours in it but one end of a socket, in an empty folder of its own.

        The environment is made here, so Python need not ignore it: with -I it would ignore the hash seed too, and the
        order of a set of words would change from process to process. Measured: a bare round trip takes 11 us where both
        sides share a core and 40 us where they do not, so a caller in a hurry keeps itself to one core: we inherit it.
        """
        folder = tempfile.mkdtemp(prefix="lek-")
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "LANG") if name in os.environ}
        fixed = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "HOME": folder,
                 "TMPDIR": folder}
        ours, theirs = socket.socketpair()
        errors, theirs_too = os.pipe()
        channel = theirs.fileno()
        try:
            guarded = [sys.executable, "-I", *_FLAGS, str(_GUARD), str(channel), *self._command(folder, channel)]
            process = subprocess.Popen(
                self.launcher.command(guarded, folder, self.limits), stdin=subprocess.DEVNULL, stdout=theirs_too,
                stderr=theirs_too, pass_fds=[channel], cwd=folder, env=kept | fixed, start_new_session=True)
        finally:
            theirs.close()
            os.close(theirs_too)
        self._channel, self._errors, self._heard, self._owner = ours, errors, b"", os.getpid()
        self._end = weakref.finalize(self, _end, process, ours, errors, folder, self._owner)
        ours.setblocking(False)
        os.set_blocking(errors, False)
        self._poll = select.poll()
        self._poll.register(errors, select.POLLIN)
        self._poll.register(ours, select.POLLIN)

    def _ready(self) -> None:
        """A fault unless it is in a game and has time left for a move."""
        if not self._begun:
            raise self._fault("crash", None, "the file was asked for a move, but is in no game")
        if self._spent > self.limits.seconds:
            raise self._ended("time", f"its moves took longer than {self.limits.seconds:g} s in this game")

    def _ask(self, question: bytes, deadline: float, late: str) -> str:
        """One question, one line; after the deadline the process is ended, and `late` says why."""
        begun = monotonic()
        try:
            self._send(question, deadline)
            return self._receive(deadline)
        except TimeoutError:
            raise self._ended("time", late) from None
        except ConnectionError:
            raise self._ended("crash", "the process was killed, or closed the channel of its answers") from None
        except BaseException:
            self.close()  # interrupted: an answer that nobody reads may be on its way
            raise
        finally:
            self._spent += monotonic() - begun

    def _send(self, data: bytes, deadline: float) -> None:
        try:
            sent = os.write(self._channel.fileno(), data)
            if sent < len(data):  # more than the system holds for a reader: wait for it
                self._channel.settimeout(max(0.01, deadline - monotonic()))
                self._channel.sendall(data[sent:])
                self._channel.setblocking(False)
        except BrokenPipeError:
            pass  # it died, perhaps with a last word: that is read next

    def _receive(self, deadline: float) -> str:
        while b"\n" not in self._heard:
            left = deadline - monotonic()
            ready = self._poll.poll(1000 * left) if left > 0 else []
            if not ready:  # whatever it says or prints meanwhile: a deadline is a deadline
                raise TimeoutError
            for descriptor, _ in ready:
                if descriptor == self._errors:
                    self._drain()
                    continue
                part = os.read(descriptor, _CHUNK)
                if not part or len(self._heard) > _CHUNK:
                    raise ConnectionError
                self._heard += part
        line, _, self._heard = self._heard.partition(b"\n")
        return line.decode(errors="replace")

    def _drain(self) -> None:
        try:
            part = os.read(self._errors, _CHUNK)
        except BlockingIOError:
            return
        if not part:  # closed by the student
            with suppress(KeyError):
                self._poll.unregister(self._errors)
        self._printed += part
        del self._printed[:-KEPT]

    def _number(self, answer: str) -> int:
        """The integer answered, or the fault reported instead."""
        try:
            if not answer.startswith("!"):
                number = int(answer)
                if -(1 << 63) <= number < 1 << 63:
                    return number
                raise ValueError
            kind, at, text = answer[1:].split("\t", 2)
            line = int(at) or None
        except ValueError:
            raise self._ended("crash", "the file wrote into the channel of its answers") from None
        if kind in ("time", "crash"):
            raise self._ended(kind, _ADDRESS.sub("0x...", text), line)
        raise self._fault(kind, line, _ADDRESS.sub("0x...", text))

    def _ended(self, kind: str, text: str, line: int | None = None) -> Misconduct:
        """The fault of a process that has ended, or is ended now."""
        self._drain()
        self.close()
        return self._fault(kind, line, text)

    def _fault(self, kind: str, line: int | None, text: str) -> Misconduct:
        return Misconduct(kind, str(self.path), line, harmless(text))


class PythonFile(Apart):
    """A student's file as an outsider.

    Copies and pickles of it are the same file in a process of its own: one object sits in one seat at a time.
    """

    def __init__(self, path: str | os.PathLike[str], budget: float = 1.0, launcher: str | Launcher = PLAIN,
                 limits: Limits = Limits(), source: bytes | None = None) -> None:
        super().__init__(path, budget, launcher, limits, source)
        self._secret: list[int] = []  # fields that are left out
        self._listed = range(0)
        self._words: Callable[[Any], Mapping[str, Any]] | None = None
        self._wants_legal = False  # it has looked at view.legal in this game: from then on sent along with the view

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Execute the file for a new game."""
        names = game.blank_view().dtype.names or ()
        self._secret = [index for index, name in enumerate(names) if name == "rng"]
        self._listed = range(game.actions if game.actions <= LISTED else 0)
        self._words = game.face.words
        words = () if self._words is None else tuple(self._words(game.blank_view()[0]))
        self._load((*(name for name in names if name != "rng"), *words), seed)

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        """What act(view) returns, within `budget` seconds (None: its own); whether it is legal is not looked at."""
        self._ready()
        values = [value.tolist() if type(value) is np.ndarray else value for value in view.item()]
        for index in self._secret:
            del values[index]
        if self._words is not None:
            values += self._words(view).values()
        limit = max(0.001, self.budget if budget is None else budget)
        deadline = monotonic() + limit + GRACE  # of the move, however often it asks what is legal
        question: Any = ("answer", limit, values, self._legal(legal) if self._wants_legal else None, body)
        while (answer := self._question(question, limit, deadline)) == "?":
            self._wants_legal = True
            question = self._legal(legal)
        return self._number(answer)

    def __reduce__(self) -> tuple[type[PythonFile], tuple[Any, ...]]:
        return PythonFile, (self.path, self.budget, self.launcher, self.limits, self.source)

    def _load(self, names: tuple[str, ...], seed: int) -> None:
        self._begun = self._wants_legal = False
        self._line = None
        self._start_anew()
        limit = self.budget + LOADING
        question = ("begin", limit, self.source, names, len(self._listed) > 0, seed)
        self._line = self._number(self._question(question, limit, monotonic() + limit + GRACE)) or None
        self._begun, self._spent = True, 0.0

    def _command(self, folder: str, channel: int) -> list[str]:
        packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
        return [sys.executable, *_FLAGS, str(_WORKER), str(channel), str(self.path), *packages]

    def _question(self, message: Any, limit: float, deadline: float) -> str:
        """What the worker answers; where it does not interrupt its file in time, it is killed."""
        data = marshal.dumps(message, 2)
        late = f"the process did not answer within {limit:g} s and could not be interrupted"
        answer = self._ask(len(data).to_bytes(4, "little") + data, deadline, late)
        if self._heard and not self._heard.startswith(b"!"):  # more than one answer, and no news of its end
            raise self._ended("crash", "the file wrote into the channel of its answers")
        return answer

    def _legal(self, legal: Callable[[int], bool]) -> list[int]:
        try:
            return [action for action in self._listed if legal(action)]
        except BaseException:
            self.close()  # it is waiting for the list
            raise


def ask_rights(file: str | os.PathLike[str]) -> None:
    """A Mistake where a file would run as root and nobody has said that it may."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and os.environ.get("LEK_AS_ROOT", "0") in ("", "0"):
        raise Mistake(f"{file} would run with all rights of root, and could read, change and delete everything on this "
                      "machine: run lek as an ordinary user, or say that it may with LEK_AS_ROOT=1 (or with --as-root, "
                      "which play, tournament, payoffs and check have)")


def check(path: str | os.PathLike[str]) -> list[str]:
    """What is wrong with a submission, in sentences; it is executed, but in a process of its own."""
    ask_rights(path)
    with PythonFile(path) as file:
        failed = None
        try:
            file._load((), 0)
        except Misconduct as fault:
            failed = fault
        wrong = [f"it prints at import: {file.printed.strip()[:60]!r}"] if file.printed else []
        if file._running:
            with suppress(Misconduct):
                said = file._question(("lint", LOADING), LOADING, monotonic() + LOADING + GRACE)
                wrong += [text for text in said.split("\t")[2:] if text]
        line = f"line {failed.line}: " if failed and failed.line else ""
        if failed and not any(line and text.startswith(f"{line}there is no module") for text in wrong):
            wrong.insert(0, f"{line}{failed.text}")
        return wrong


def harmless(text: str, also: str = "") -> str:
    """A file's own words for a terminal: what would move the cursor or clear the screen is written out."""
    return "".join(letter if letter.isprintable() or letter in also else letter.encode("unicode_escape").decode()
                   for letter in text)


def _place(file: str, line: int | None) -> str:
    return f"{Path(file).name}, line {line}: " if line else f"{Path(file).name}: "


def _end(process: subprocess.Popen[bytes], channel: socket.socket, errors: int, folder: str, owner: int) -> None:
    """Have the guard end the process with all it started (a fork of ours leaves it alone), and clear up."""
    if os.getpid() == owner:
        with suppress(OSError):
            channel.shutdown(socket.SHUT_RDWR)  # seen by the guard, even if a fork of ours holds a copy
        done = select.poll()
        done.register(errors, 0)  # hung up when nobody is left who could print
        if not done.poll(1000 * CLEARING):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, 9)
        if process.wait() < 0:  # the guard was killed before its work was done; what it was to end is at home in this folder
            outside_guard.hunt(lambda: outside_guard.marked(f"HOME={folder}"), CLEARING)
        shutil.rmtree(folder, ignore_errors=True)
    channel.close()
    os.close(errors)
