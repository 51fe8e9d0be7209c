"""The command line. Each command calls one library function and prints what it returns.

Mistakes in a call end with one sentence on standard error and exit code 2, failures with one sentence and exit code 1.
Everything heavy is imported by the command that needs it, so that `lek --help` answers at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

import typer

from lek.cli import antwars, checking, dots, evolving, games, simplexity, studies, tournaments
from lek.cli.printing import Stopped

INTERRUPTED = 130  # the exit code after Ctrl-C, which typer returns where no command catches it
PATIENCE = 0.7  # seconds that Python has to hear of an interrupt

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Game-playing agents compete, evolve and are studied.")
games.add_to(app)
tournaments.add_to(app)
checking.add_to(app)
evolving.add_to(app)
studies.add_to(app)
simplexity.add_to(app)
antwars.add_to(app)
dots.add_to(app)


def program() -> None:
    """The program `lek`: it ends when its command does, whatever a thread of it is still computing."""
    with interrupts_heard():
        try:
            main()
        except SystemExit as end:
            if end.code == INTERRUPTED:
                _leave()
            raise


def main() -> None:
    """The command line as a function; it ends with a SystemExit."""
    try:
        code = app(standalone_mode=False, prog_name="lek") or 0
        sys.exit(_say("stopped", INTERRUPTED) if code == INTERRUPTED else code)
    except (KeyboardInterrupt, Stopped) as stop:
        sys.exit(_say("stopped" if isinstance(stop, KeyboardInterrupt) else str(stop), INTERRUPTED))
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        if os.environ.get("LEK_TRACEBACK"):
            raise
        sys.exit(_say(*_told(error)))


@contextlib.contextmanager
def interrupts_heard() -> Iterator[None]:
    """Ctrl-C ends the program within a second even where Python does not get to hear of it.

    Usually it is an exception, and the command has the last word. But a rule that never ends, called by itself, keeps the
    main thread, which is the only one that Python tells. The system tells any thread that reads from a pipe.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # ignored by who started us, or somebody else's
        yield
        return
    heard = threading.Event()
    reads, writes = os.pipe()
    os.set_blocking(writes, False)

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()
        raise KeyboardInterrupt

    def wait() -> None:
        while number := os.read(reads, 1):
            if number[0] == signal.SIGINT:
                if not heard.wait(PATIENCE):
                    _say("stopped", INTERRUPTED)
                    _leave()
                heard.clear()

    signal.signal(signal.SIGINT, hear)
    before = signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    watcher = threading.Thread(target=wait, name="lek interrupts", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.set_wakeup_fd(before)
        os.close(writes)
        watcher.join()
        os.close(reads)


def _leave() -> None:
    """End at once. What was started ends by itself: files have guards, processes that play or compile follow this one."""
    shared = sys.modules.get("multiprocessing.util")  # semaphores, of which Python would warn
    if shared is not None and threading.current_thread() is threading.main_thread():
        shared._run_finalizers(0)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)


def _told(error: Exception) -> tuple[str, int]:
    """The sentence for an error and the exit code: 2 for a mistake in the call, 1 for a failure."""
    from lek.settings import Mistake

    if isinstance(error, Mistake):
        return str(error), 2
    if type(error).__name__ == "NoArgsIsHelpError":
        return "", 2
    if hasattr(error, "format_message"):  # a usage error of the command line's own
        return f"{error.format_message()} (lek --help tells more)".replace("\n", " "), 2
    if isinstance(error, EOFError):
        return "the input ended before the game did", 1
    if type(error).__name__ == "BrokenProcessPool":
        return ("a process that plays was killed, perhaps for want of memory; the same command goes on from the games that "
                "are kept"), 1
    if isinstance(error, MemoryError):
        return f"this does not fit into memory: {error}", 1
    if isinstance(error, OSError):
        place = f" {error.filename}" if error.filename else ""
        return f"could not read or write{place}: {error.strerror or error}", 1
    from lek.jit import explain, failed_at

    return f"{explain(error)}{failed_at(error) or ' (LEK_TRACEBACK=1 shows where)'}", 1


def _say(sentence: str, code: int) -> int:
    if sentence:
        print(f"lek: {sentence}", file=sys.stderr)
    return code
