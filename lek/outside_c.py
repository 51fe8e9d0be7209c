"""Files in C as agents, in games of which is known how they are called (a `CCall`).

A file defines one function, and plays in a process of its own like a Python file (see `outside`). It is compiled once,
together with `outside_worker.c`, which calls the function; its variables are as new in every game. What goes wrong before
the first game is a Mistake: no compiler, an error in the file, no such function. What goes wrong in a game is a Misconduct.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from lek.game import Game
from lek.launching import PLAIN, Launcher, Limits
from lek.outside import LOADING, Apart, Misconduct
from lek.settings import Mistake

COMPILING = 30.0  # seconds
FLAGS = ("-O1", "-std=gnu99", "-w", "-Dmain=main_of_its_own", "-include", "wanted.h")  # it may bring a main to try it
TYPES = {"i": "int{}_t", "u": "uint{}_t", "b": "uint{}_t", "f": "float{}"}  # by kind, with bits
_LIMITED = f'ulimit -v {1 << 22} 2>/dev/null; exec "$0" "$@"'  # KiB of memory, where the system has such a limit
_HEAD = struct.Struct("=qq")
_END, _BEGIN, _MOVE = range(3)
_WORKER = Path(__file__).with_name("outside_worker.c")


class CCall(NamedTuple):
    """How a file in C plays a game. Of its view `struct view` is made, field by field; it must hold no dice."""

    prototype: str  # of the function that the file defines
    ask: str  # static int lek_ask(const struct view *v): C that calls it, and returns the action
    most: int  # bytes of source that the contest allowed


class Program(NamedTuple):
    """A file as it was compiled for a game, its view and the way to call it, and what is to be said about it."""

    code: bytes
    game: str
    view: np.dtype[Any]
    call: CCall
    notice: str


class CFile(Apart):
    """A compiled file in C as an outsider; copies and pickles are the same program in a process of its own."""

    def __init__(self, path: str | os.PathLike[str], program: Program, budget: float = 1.0,
                 launcher: str | Launcher = PLAIN, limits: Limits = Limits(), source: bytes | None = None) -> None:
        super().__init__(path, budget, launcher, limits, source)
        self.program = program

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new child of the process, with all variables as they were."""
        if (game.name, game.blank_view().dtype) != (self.program.game, self.program.view):
            raise Mistake(f"{self.path.name} was compiled for another game than this {game.name}; compile it for this one")
        self._begun = False
        self._line = line_of(self.source, name_of(self.program.call.prototype))
        self._start_anew()
        blank = game.blank_view().tobytes()
        question = _HEAD.pack(_END, 0) + blank + _HEAD.pack(_BEGIN, seed) + blank
        limit = self.budget + LOADING
        deadline, late = monotonic() + limit, f"the program did not begin within {limit:g} s"
        answer = self._ask(question, deadline, late)
        while answer != "begun":  # how the last game's child ended is no longer of interest
            answer = self._ask(b"", deadline, late)
        self._begun, self._spent = True, 0.0

    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int:
        """What the function returns, within `budget` seconds (None: its own); whether it is legal is not looked at."""
        self._ready()
        limit = max(0.001, self.budget if budget is None else budget)
        try:
            return self._number(self._ask(_HEAD.pack(_MOVE, math.ceil(limit) + 2) + view.tobytes(), monotonic() + limit,
                                          f"it took longer than {limit:g} s for a move"))
        except Misconduct:
            self._begun = False
            raise

    @property
    def notice(self) -> str:
        """What people should know before it plays; usually nothing."""
        return self.program.notice

    def __reduce__(self) -> tuple[type[CFile], tuple[Any, ...]]:
        return CFile, (self.path, self.program, self.budget, self.launcher, self.limits, self.source)

    def _command(self, folder: str, channel: int) -> list[str]:
        path = Path(folder, "player")
        path.write_bytes(self.program.code)
        path.chmod(0o700)
        return [str(path), str(channel)]


def compiled(path: str | os.PathLike[str], game: Game, call: CCall | None) -> Program:
    """The program of a file in C that plays this game, called so, or a Mistake that says what is wrong with the file."""
    file = Path(path)
    if call is None:
        raise Mistake(f"{file.name} cannot play {game.name}, which says nothing about files in C; an agent's file here is "
                      "a .py with act(view) or a champion's .json")
    words = shlex.split(os.environ.get("CC") or "cc")
    if not words or shutil.which(words[0]) is None:
        raise Mistake(f"{file.name} needs a C compiler, but there is no {words[0] if words else 'cc'} here; install gcc or "
                      "clang, or name yours in the environment: CC=clang")
    with tempfile.TemporaryDirectory(prefix="lek-") as folder:
        Path(folder, "file.c").write_bytes(file.read_bytes())
        Path(folder, "wanted.h").write_text(f"{call.prototype};\n")
        Path(folder, "caller.c").write_text(caller(game, call) + _WORKER.read_text())
        code, said = _run([*words, *FLAGS, "caller.c", "file.c", "-o", "player", "-lm"], folder)
        if code is None:
            raise Mistake(f"{file.name} took longer than {COMPILING:g} s to compile")
        if code:
            raise Mistake(complaint(said, file.name, call.prototype))
        size, notice = contest_size(path), ""
        if size > call.most:
            notice = f"{file.name} has {size:,} bytes, more than the {call.most:,} that the contest allowed"
        return Program(Path(folder, "player").read_bytes(), game.name, game.blank_view().dtype, call, notice)


def _run(words: list[str], folder: str) -> tuple[int | None, str]:
    """How a compiler ended, None if it had to be, and what it said; what it starts itself ends with it."""
    process = subprocess.Popen(["sh", "-c", _LIMITED, *words], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
                               start_new_session=True, env={**os.environ, "LC_ALL": "C"})
    code = None
    try:
        said = process.communicate(timeout=COMPILING)[1]
        code = process.returncode
    except subprocess.TimeoutExpired:
        said = ""
    finally:
        if code is None:
            os.killpg(process.pid, 9)
            process.communicate()
    return code, said


def caller(game: Game, call: CCall) -> str:
    """The C between a file and the worker: the view as the game keeps it, and the game's way to call."""
    kind = game.blank_view().dtype
    assert kind.names is not None and "rng" not in kind.names
    fields = [f"    {type_of(kind[name].base)} {name}{''.join(f'[{n}]' for n in kind[name].shape)};" for name in kind.names]
    view = "\n".join(["struct view {", *fields, "};"])
    head = "#undef main\n#include <stdint.h>\ntypedef float float32;\ntypedef double float64;"
    return f"{head}\n{view}\n\n{call.ask}\n"


def type_of(kind: np.dtype[Any]) -> str:
    return TYPES[kind.kind].format(8 * kind.itemsize)


def complaint(said: str, file: str, prototype: str) -> str:
    """One sentence of all that a compiler said: its first error, where the file itself is at fault with the line."""
    name = name_of(prototype)
    error = re.search(r"^(.*?):(\d+):(?:\d+:)? (?:fatal )?error: (.+)$", said, re.MULTILINE)
    if error is not None:
        place = f"line {error[2]}: " if error[1].endswith("file.c") else f"{error[1]}, line {error[2]}: "
        wanted = f"; it should be {prototype}" if f"'{name}'" in error[3] else ""
        return f"{file} does not compile: {place}{error[3]}{wanted}"
    missing = re.search(r"[Uu]ndefined (?:reference|symbol)[^`'\"]*[`'\"]_?(\w+)", said)
    if missing is not None and missing[1] == name:
        return f"{file} defines no function {name}; it should define {prototype}"
    if missing is not None:
        return f"{file} does not compile: it uses {missing[1]}, which is defined nowhere"
    return f"{file} does not compile: {next(filter(str.strip, said.splitlines()), 'the compiler does not say why').strip()}"


def name_of(prototype: str) -> str:
    return prototype.partition("(")[0].split()[-1]


def line_of(source: bytes, name: str) -> int | None:
    """Where a function is defined: the last line that begins with words and this name."""
    found = list(re.finditer(rb"^(?:\w[\w \t*]*[ \t*])?" + name.encode() + rb"\s*\(", source, re.MULTILINE))
    return source.count(b"\n", 0, found[-1].start()) + 1 if found else None


def contest_size(path: str | os.PathLike[str]) -> int:
    """The length of a source as contests count it: bytes, comments and line ends and all."""
    return len(Path(path).read_bytes())
