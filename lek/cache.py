"""The folder of compiled code: files that are written whole, never changed, and checked by content before they are used.

Any number of processes, threads and nodes share one cache without a lock. Whatever is kept has a file of its own, named by
all that it depends on. The file is written under a name that nobody else has and then renamed, so that a reader finds the
whole of it or nothing. Two writers of one file write the same thing, and either may win. A kill leaves a draft that nobody
reads; a disk that is full leaves nothing; a file that is damaged is made anew.

What is kept is unpickled, that is, executed. So only files are read that belong to whoever runs Lek and that nobody else
may write, in a folder for which the same is true.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

_FOLDER, _DRAFT = re.compile("[0-9a-f]{16}"), re.compile(r".*\.[0-9a-f]{16}\.part")  # names that we give
SAID = "LEK_CACHE_SAID"  # a variable for processes that we start: what was said already
MARK = b"lek cache 1\n"  # begins every file; then the hash of what follows
KEPT_FOLDERS = 12  # folders of older sources that are kept for those who switch between branches
DRAFTS = 86400.0  # seconds after which nobody is still writing a draft


def root() -> Path | None:
    """A private folder: `LEK_CACHE`, or the user's own cache folder, or one under the system's temporary folder."""
    return _root(os.environ.get("LEK_CACHE") or None)


@cache
def _root(given: str | None) -> Path | None:
    reasons, read_only = [], []
    for places in (_home, _temporary) if given is None else (lambda: [Path(given or "")],):
        found: list[Path] = places()
        for place in map(Path.absolute, found):  # wherever the program goes later
            reason = _unusable(place)
            if reason is None:
                return place
            reasons.append(reason)
            read_only += [place] if _ours_alone(place) else []
    if read_only:  # what was compiled before is used, and `put` says that nothing is added
        return read_only[0]
    sentence = (f"compiled code is not kept, and every start compiles anew: {'; '.join(reasons)}. LEK_CACHE=FOLDER names a "
                "folder of your own")
    if os.environ.get(SAID) != sentence:
        say(sentence)
        os.environ[SAID] = sentence  # for the processes that this one starts
    return None


def folder(*parts: str) -> Path | None:
    """The folder of this name in the cache; when it is made, the oldest of its neighbours are forgotten."""
    above = root()
    if above is None:
        return None
    path = above.joinpath(*parts)
    with contextlib.suppress(OSError):  # a full disk: then nothing is kept, as `put` says
        if path.exists():
            os.utime(path)  # in use, and so not among the oldest
        else:
            for depth in range(1, len(parts) + 1):
                above.joinpath(*parts[:depth]).mkdir(mode=0o700, exist_ok=True)
            _forget_old(path.parent)
    return path


def get(place: Path | None, name: str) -> bytes | None:
    """What was kept under this name, if it is whole and our own."""
    if place is None:
        return None
    try:
        descriptor = os.open(place / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0))
        with open(descriptor, "rb") as file:
            found = file.read() if _ours(os.fstat(descriptor)) else b""
    except OSError:
        return None
    content = found[len(MARK) + 32:]
    return content if found[:len(MARK) + 32] == MARK + hashlib.sha256(content).digest() else None


def put(place: Path | None, name: str, content: bytes, quiet: bool = False) -> bool:
    """Keep this under a name that says all that it depends on; where that fails, say so once and go on."""
    if place is None:
        return False
    draft = place / f"{name}.{secrets.token_hex(8)}.part"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            with open(descriptor, "wb") as file:
                file.write(MARK + hashlib.sha256(content).digest() + content)
            os.replace(draft, place / name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise
        return True
    except OSError as error:
        if not quiet:
            _say_once(f"what was compiled cannot be kept in {place}, and the next start compiles it again: {error.strerror}")
        return False


def say(sentence: str) -> None:
    print(f"lek: {sentence}", file=sys.stderr)


_say_once = cache(say)


def _home() -> list[Path]:
    """The user's own cache folder; none for users who have no home."""
    try:
        place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return []
    return [place / "lek"] if place.is_absolute() else []


def _temporary() -> list[Path]:
    """One under the system's temporary folder, if there is any that can be written."""
    try:
        return [Path(tempfile.gettempdir()) / f"lek-{_user()}"]
    except OSError:
        return []


def _unusable(place: Path) -> str | None:
    """Why this folder cannot hold code that we run, or None."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not stat.S_ISDIR(os.lstat(place).st_mode):
            return f"{place} is a link, not a folder"
        if not _ours_alone(place):
            return f"{place} belongs to another user, or others may write to it"
        with tempfile.TemporaryFile(dir=place):
            return None
    except OSError as error:
        return f"{place} cannot be written ({error.strerror})"


def _ours_alone(place: Path) -> bool:
    """Whether this is a folder of our own that nobody else may write."""
    with contextlib.suppress(OSError):
        there = os.lstat(place)
        return stat.S_ISDIR(there.st_mode) and _ours(there)
    return False


def _ours(there: os.stat_result) -> bool:
    """Whether a file or folder is our own and nobody else's to write."""
    return not hasattr(os, "geteuid") or (there.st_uid == os.geteuid() and not there.st_mode & 0o022)


def _user() -> str:
    return str(os.geteuid()) if hasattr(os, "geteuid") else "cache"


def _forget_old(above: Path) -> None:
    """Remove all but the newest folders, and drafts of writers that were killed; what is not named like ours stays."""
    with contextlib.suppress(OSError):
        folders = [path for path in above.iterdir() if _FOLDER.fullmatch(path.name) and path.is_dir()]
        aged = sorted((path.stat().st_mtime, path) for path in folders)
        for _, path in aged[:-KEPT_FOLDERS]:
            shutil.rmtree(path, ignore_errors=True)
        for path in above.rglob("*.part"):
            if _DRAFT.fullmatch(path.name) and path.stat().st_mtime < time.time() - DRAFTS:
                path.unlink(missing_ok=True)
