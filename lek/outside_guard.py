"""Stands between Lek and a program that cannot be trusted to end: `outside_guard.py CHANNEL COMMAND...`

It starts the command and waits until the command has ended or the caller, at the other end of the channel, has gone. Then
everything that the command started ends too, whatever session or group it has moved to. How the command ended is the last
line in the channel. Standard library only, and little of that, so that it starts in a few milliseconds.

Where Lek may make a process namespace, this is its first process, and with it the system ends all others in there. Elsewhere
on Linux orphans are made to come here, and are hunted down until none is left; a command that ends its guard ends with it,
and Lek hunts down what it has left behind. On other systems the command's own process group has to do.
"""

from __future__ import annotations

import os
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ADOPT, FOLLOW = 36, 1  # PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG of <sys/prctl.h>
KILL = 9  # SIGKILL; the module `signal` takes milliseconds to import


def main() -> None:
    channel, command = int(sys.argv[1]), sys.argv[2:]
    first = os.getpid() == 1
    control = None
    if not first and sys.platform == "linux":
        import ctypes

        control = ctypes.CDLL(None).prctl
        control(ADOPT, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        os.setsid()  # a signal to its whole group is not one to us
        if control:
            control(FOLLOW, KILL, 0, 0, 0)
        os.execv(command[0], command)
    status = ended(channel, child)
    if first:
        kill(-1)
        reap()
    else:
        kill(-child)
        hunt(left_over)
    if status is not None:
        tell(channel, status)
    else:  # the caller has gone, perhaps without a chance to clear up
        import shutil

        shutil.rmtree(os.getcwd(), ignore_errors=True)


def ended(channel: int, child: int) -> int | None:
    """How the child has ended; None if the caller goes first."""
    poll = select.poll()
    poll.register(channel, 0)  # a hang-up is always told
    try:
        poll.register(os.pidfd_open(child), select.POLLIN)
        patience = None
    except (AttributeError, OSError):  # not on this system
        patience = 50.0  # milliseconds
    while True:
        if any(descriptor == channel for descriptor, _ in poll.poll(patience)):
            return None
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status


def tell(channel: int, status: int) -> None:
    import signal

    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        text = f"the process ended with exit code {code}"
    elif code == -KILL:
        text = "the process was killed, perhaps for want of memory"
    else:
        names = {int(each): each.name for each in signal.Signals}  # not all that there are
        text = f"the process was killed by {names.get(-code, f'signal {-code}')}"
    try:
        os.write(channel, f"!crash\t0\t{text}\n".encode())
    except OSError:
        pass  # the caller has gone


def hunt(prey: Callable[[], list[int]], patience: float = 1e9) -> None:
    """Kill all that `prey` lists, again and again until it lists nobody; after so many seconds it gives up."""
    end = time.monotonic() + patience
    while (pids := prey()) and time.monotonic() < end:
        for pid in pids:
            kill(pid)
        time.sleep(0.001)


def marked(word: str) -> list[int]:
    """All processes that have this word in their environment, and may be looked at."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        try:
            if name.isdigit() and int(name) != os.getpid():
                with open(f"/proc/{name}/environ", "rb") as file:
                    found += [int(name)] if word.encode() in file.read() else []
        except OSError:
            pass
    return found


def kill(pid: int) -> None:
    """End a process, a group (negative) or all that can be (-1), if there is any."""
    try:
        os.kill(pid, KILL)
    except OSError:
        pass


def offspring(pid: int) -> list[int]:
    """All processes below this one; none where the system does not list them."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    except OSError:
        pass
    return found + [below for each in found for below in offspring(each)]


def left_over() -> list[int]:
    """All that was started and has not ended."""
    reap()
    return offspring(os.getpid())


def reap() -> None:
    """Let those go that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except OSError:
        pass  # nobody is left


if __name__ == "__main__":
    main()
