"""What commands print with: tables, progress on standard error, JSON alone on standard output."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol


def print_json(value: Any) -> None:
    from lek.store import to_json

    print(to_json(value), end="")


def plain(value: Any) -> str:
    """A setting's value as it is written behind --set."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def print_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """A table with its first `left` columns of text, the rest of numbers."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", show_edge=False, pad_edge=False)
    for index, name in enumerate(head):
        table.add_column(name, justify="left" if index < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 160, markup=False).print(table)


class Stopped(Exception):
    """Somebody interrupted a command (Ctrl-C) that has a sentence to say on it, or none where it has said it."""


@contextlib.contextmanager
def then(write: Callable[[], None]) -> Iterator[None]:
    """Print in here; what is to be written is written all the same where nobody reads what is printed."""
    try:
        yield
        sys.stdout.flush()
    finally:
        write()


def notice(sentence: str) -> None:
    print(f"lek: {sentence}", file=sys.stderr)


class Bar(Protocol):
    """Is called with how much is done, of how much, and with what comes next, if that has a name."""

    def __call__(self, done: int, of: int, what: str = "") -> None: ...


@contextlib.contextmanager
def progress(title: str) -> Iterator[Bar]:
    """A bar on standard error, which moves while something is compiled, too; nothing when not a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, of, what="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    with Progress(SpinnerColumn("line"), TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
                  TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, of, what="": bar.update(task, completed=done, total=of,
                                                   description=f"{title}: {what}" if what else title)
