"""The command line. Each command calls one library function and prints what it returns.

Mistakes in a call end with one sentence on standard error and exit code 2, failures with one sentence and exit code 1.
Everything heavy is imported by the command that needs it, so that `lek --help` answers at once.
"""

from __future__ import annotations

import os
import sys

import typer

from lek.cli import antwars, dots, evolving, games, simplexity, studies
from lek.cli.printing import Stopped

INTERRUPTED = 130  # the exit code after Ctrl-C, which typer returns where no command catches it

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Game-playing agents compete, evolve and are studied.")
games.add_to(app)
evolving.add_to(app)
studies.add_to(app)
simplexity.add_to(app)
antwars.add_to(app)
dots.add_to(app)


def main() -> None:
    """The program `lek`."""
    try:
        code = app(standalone_mode=False) or 0
        sys.exit(_say("stopped", INTERRUPTED) if code == INTERRUPTED else code)
    except (KeyboardInterrupt, Stopped) as stop:
        sys.exit(_say("stopped" if isinstance(stop, KeyboardInterrupt) else str(stop), INTERRUPTED))
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        if os.environ.get("LEK_TRACEBACK"):
            raise
        sys.exit(_say(*_told(error)))


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
    if isinstance(error, MemoryError):
        return f"this does not fit into memory: {error}", 1
    if isinstance(error, OSError):
        place = f" {error.filename}" if error.filename else ""
        return f"could not read or write{place}: {error.strerror or error}", 1
    from lek.jit import explain

    return f"{explain(error)} (LEK_TRACEBACK=1 shows where)", 1


def _say(sentence: str, code: int) -> int:
    if sentence:
        print(f"lek: {sentence}", file=sys.stderr)
    return code
