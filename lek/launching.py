"""How the process of an agent's file is started: a launcher makes the command, limits say what the process may use.

The command runs in an empty folder of its own, which it may write. A launcher is given it as words: the guard (see
`outside_guard`) and what it guards. It returns the words that are run instead, for example those of a sandbox program with
the command behind them. What these start keeps standard output, and the open file descriptor whose number stands in the
command. A launcher says which limits it enforces, and to ask it for others is a Mistake. The clock is ours: `seconds` holds
under every launcher.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from lek.settings import Mistake, one_of, shown, whole


class Limits(NamedTuple):
    """What the process of a file may use in one game; None: no limit is asked for."""

    seconds: float = 60.0  # of the clock, for all moves of the game together
    cpu: int | None = None  # seconds of a processor
    memory: int | None = None  # bytes
    files: int | None = None  # open at once
    processes: int | None = None  # and threads, at once
    network: bool = True  # whether it may be used

    @property
    def asked(self) -> dict[str, Any]:
        """What a launcher has to enforce."""
        return {name: value for name, value in self._asdict().items()
                if name != "seconds" and value is not None and value is not True}


class Launcher(NamedTuple):
    """`command(argv, folder, limits)` returns the words that are run in place of argv; `enforces` names limits it keeps."""

    command: Callable[[Sequence[str], str, Limits], list[str]]
    enforces: tuple[str, ...] = ()


def fitting(launcher: str | Launcher, limits: Limits) -> Launcher:
    """The launcher of this name, or a Mistake where it is not there or does not enforce these limits."""
    name = launcher if isinstance(launcher, str) else next((n for n, each in LAUNCHERS.items() if each is launcher), "given")
    chosen = LAUNCHERS[one_of("launcher", launcher, LAUNCHERS)] if isinstance(launcher, str) else launcher
    if not 0 < limits.seconds <= 864000:
        raise Mistake(f"seconds={limits.seconds} does not work: it is a number of seconds a game, more than 0")
    for limit in ("cpu", "memory", "files", "processes"):
        if getattr(limits, limit) is not None:
            whole(limit, getattr(limits, limit), 1)
    if not isinstance(limits.network, bool):
        raise Mistake(f"network={shown(limits.network)} does not work: it is True or False")
    missing = [limit for limit in limits.asked if limit not in chosen.enforces]
    if missing:
        able = [n for n, each in LAUNCHERS.items() if {*limits.asked} <= {*each.enforces}]
        raise Mistake(f"the launcher {name} cannot limit {' and '.join(missing)}: leave that out, or choose a launcher that "
                      f"can; here {' and '.join(able) + ' can' if able else 'none can'}")
    program = chosen.command([sys.executable], "/", limits)[0]
    if shutil.which(program) is None:
        raise Mistake(f"the launcher {name} needs the program {program}, which is not installed here")
    return chosen


def _plain(argv: Sequence[str], folder: str, limits: Limits) -> list[str]:
    """In a process namespace where this system allows it, and else as it is."""
    return [*namespace(), *argv]


@cache
def namespace() -> tuple[str, ...]:
    """The words before a command that give it processes of its own to see and to end, if this system allows it.

    In its namespace a file does not see Lek's command line, on which the seed and its opponents stand.
    """
    program = shutil.which("unshare")
    for own in (("--mount-proc",), ()):
        words = (str(program), "--user", "--map-current-user", "--pid", "--fork", "--kill-child", *own, "--")
        with suppress(OSError, subprocess.TimeoutExpired):
            if program and not subprocess.run([*words, "true"], capture_output=True, timeout=10).returncode:
                return words
    return ()


PLAIN = Launcher(_plain)
LAUNCHERS: dict[str, Launcher] = {"plain": PLAIN}
