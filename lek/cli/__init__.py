"""The command line. Each command calls one library function and prints what it returns.

Mistakes in a call end with one sentence on standard error and exit code 2, failures with one sentence and exit code 1.
Everything heavy is imported by the command that needs it, so that `lek --help` answers at once.
"""

from __future__ import annotations

import sys

import typer

from lek.cli import evolving, games, studies

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False,
                  help="Game-playing agents compete, evolve and are studied.")
games.add_to(app)
evolving.add_to(app)
studies.add_to(app)


def main() -> None:
    """The program `lek`."""
    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(_say("stopped", 130))
    except BrokenPipeError:
        sys.exit(0)
    except ValueError as error:
        from lek.settings import Mistake

        if not isinstance(error, Mistake):
            raise
        sys.exit(_say(str(error), 2))
    except OSError as error:
        place = f" {error.filename}" if error.filename else ""
        sys.exit(_say(f"could not read or write{place}: {error.strerror or error}", 1))
    except Exception as error:
        if not type(error).__module__.startswith("numba"):
            raise
        from lek.jit import explain

        sys.exit(_say(explain(error), 1))


def _say(sentence: str, code: int) -> int:
    print(f"lek: {sentence}", file=sys.stderr)
    return code
