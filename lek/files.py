"""Files that Lek writes: looked at before the work, put in place whole or not at all, and never over somebody else's."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from lek.settings import Mistake

MARK = "<!-- made by Lek -->\n"  # ends the pages and drawings that Lek writes, so that it knows them for its own


def split_path(text: str) -> tuple[str, str | None] | None:
    """The path in words that name a file, and what they name in it: `mine.py:careful:risk=1`. None where it is a name."""
    path, colon, inner = text.partition(".py:")
    if colon:
        return f"{path}.py", inner
    return (text, None) if "/" in text or text.endswith((".py", ".json", ".c")) else None


def write(path: Path, content: str | bytes) -> None:
    """Put a whole file in place, or leave the old one; what goes wrong names the file."""
    if path.exists() and not path.is_file():
        raise Mistake(f"{path} cannot be written: it is no ordinary file")
    path = Path(os.path.realpath(path))  # where a link points to
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with open(draft, "xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def write_marked(path: Path, text: str) -> None:
    """The same for a page or a drawing, which says at its end that Lek wrote it."""
    write(path, text + MARK)


def marked(path: Path) -> bool:
    """Whether a page or a drawing is one that Lek wrote."""
    return path.read_bytes().endswith(MARK.encode())


def look_first(path: Path, option: str, suffix: str = "", ours: Callable[[Path], bool] = marked) -> None:
    """A Mistake now, before the work, where a file could not be written after it or is somebody else's.

    `ours` tells whether Lek wrote a file that is there: only such a file is replaced.
    """
    like = f", with a name that ends in {suffix}" if suffix else ""
    if path.name in ("", ".", "..") or path.is_dir() or path.suffix != (suffix or path.suffix):
        raise Mistake(f"{option} {str(path)!r} does not work: it is a file in a folder that is there{like}")
    if not path.parent.is_dir():
        raise Mistake(f"{option} {path} does not work: there is no folder {path.parent}")
    there = path.exists()
    if there and not path.is_file():
        raise Mistake(f"{option} {path} does not work: it is no ordinary file")
    if not os.access(path.parent, os.W_OK | os.X_OK) or (there and not os.access(path, os.R_OK | os.W_OK)):
        raise Mistake(f"{option} {path} does not work: it may not be written")
    if there and path.stat().st_size and not ours(path):
        raise Mistake(f"{option} {path} does not work: the file is there already and Lek did not write it; move it away, or "
                      f"give another {option}")
