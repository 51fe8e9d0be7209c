"""Store: what a run has worked out, in a folder that belongs to this run alone.

    config.json   what was asked for; a folder belongs to one config
    arrays/       one file for every finished task
    partial/      one file for a task that keeps what it has not finished, until it has

Arrays are written in one way only, whether they are finished or a `Partial`: a file says whose it is and which version of
Lek wrote it, and is put in place whole or not at all. It is read back only if it holds, to the last byte, what this run
would write of it. Anything else is refused in a sentence and left alone. So a run goes on after any kill, and two runs never
mix.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import math
import shutil
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lek import __version__
from lek.files import write
from lek.settings import Mistake

Arrays = Mapping[str, Any]  # name -> array
SECONDS = 20.0  # between two writings of what is not finished


class Partial:
    """One file for arrays that are not finished: a task's, an evolution's, a learner's.

    `run` is what they depend on; the file is refused by every other run. It can be sent to another process.
    """

    def __init__(self, path: Path, run: Any, name: str = "") -> None:
        self.path, self._mark, self._written = path, _mark(digest(run), f"partial {name}"), time.monotonic()

    def exists(self) -> bool:
        return self.path.exists()

    def due(self) -> bool:
        """Whether the last writing (or the beginning) is long enough ago for another one."""
        return time.monotonic() - self._written >= SECONDS

    def put(self, arrays: Arrays) -> None:
        write(self.path, _packed(self._mark, arrays))
        self._written = time.monotonic()

    def get(self, read: Callable[[Arrays], Any] = dict) -> Any:
        """What `read` makes of the arrays, or a Mistake that says why they are not this run's."""
        arrays = _read(self.path, self._mark)
        try:
            return read(arrays)
        except (KeyError, ValueError, TypeError):  # Lek has changed since, and its version has not
            raise Mistake(f"{self.path} holds something else than this run keeps; move it away and the run makes it "
                          "anew") from None

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


class Store:
    """The arrays of one run by name.

    `asked` is what the arrays depend on, `whole` all that config.json is to say; `of` is the run's name in every file.
    """

    def __init__(self, folder: Path, asked: Mapping[str, Any], whole: Mapping[str, Any] | None = None, of: str = "",
                 ours: Collection[str] = ("config.json", "arrays")) -> None:
        self.folder, self.of = folder, of or digest(asked)
        if folder.name in ("", ".."):
            raise Mistake(f"--out {str(folder)!r} does not work: it is a folder of its own, not the one you are in")
        if folder.exists() and not folder.is_dir():
            raise Mistake(f"{folder} is a file; --out takes a folder that is new or holds this very run")
        path = folder / "config.json"
        if path.exists():
            _compare(path, json.loads(to_json(asked)), whole or asked)
        else:
            foreign = [name for name in sorted(ours) if (folder / name).exists()]
            if foreign:
                raise Mistake(f"{folder} holds {foreign[0]} but no config.json, so it is not a run of ours; choose another "
                              "--out")
            write(path, to_json(whole or asked))
        (folder / "arrays").mkdir(exist_ok=True)

    def file(self, name: str) -> Path:
        return self.folder / "arrays" / f"{name}.npz"

    def has(self, name: str) -> bool:
        return self.file(name).exists()

    def put(self, name: str, arrays: Arrays) -> None:
        write(self.file(name), _packed(_mark(self.of, name), arrays))

    def get(self, name: str) -> Arrays:
        """The arrays of this name, or a Mistake that says why they are not this run's."""
        return _read(self.file(name), _mark(self.of, name))

    def partial(self, name: str) -> Partial:
        """Where the task of this name keeps what it has not finished."""
        return Partial(self.folder / "partial" / f"{name}.npz", self.of, name)

    def put_text(self, name: str, text: str) -> None:
        """A file for people, in the folder itself or (`tables/course.csv`) below it."""
        write(self.folder / name, text)

    def remove(self) -> None:
        """Take away what was stored, and the folders that are empty then."""
        shutil.rmtree(self.folder / "arrays", ignore_errors=True)
        (self.folder / "config.json").unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something of somebody else's is in it
            self.folder.rmdir()
            self.folder.parent.rmdir()


def _mark(run: str, name: str) -> list[str]:
    """What a file of arrays begins with."""
    return [run, name, __version__]


def _packed(mark: list[str], arrays: Arrays) -> bytes:
    """The one way arrays are written: the same arrays are the same bytes."""
    room = io.BytesIO()
    names = sorted(arrays)
    if "of" in names:
        raise Mistake("an array cannot be named 'of': there stands in every file whose it is; give it another name")
    np.savez(room, of=np.array([*mark, *names]), **{name: arrays[name] for name in names})
    return room.getvalue()


def _read(path: Path, mark: list[str]) -> Arrays:
    """The one way they are read: what was written with this mark, or a Mistake that says why it was not."""
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = {name: np.array(file[name]) for name in file.files}
        of = arrays.pop("of").tolist()
        same = of[:3] == mark
        whole = not same or (of[3:] == sorted(arrays) and _packed(mark, arrays) == content)
    except Exception:  # whatever zipfile or NumPy stumbles over in a damaged file
        raise Mistake(f"{path} is damaged or was not written by a run; move it away and the run makes it anew") from None
    if not same:
        raise Mistake(f"{path} belongs to another run or another version of Lek; choose another --out, or move it away and "
                      "this run makes it anew")
    if not whole:
        raise Mistake(f"{path} was changed after it was written; move it away and the run makes it anew")
    return arrays


def _compare(path: Path, asked: Mapping[str, Any], whole: Mapping[str, Any]) -> None:
    """A Mistake where the config in this file is not the one that is asked for."""
    try:
        found = json.loads(path.read_text())
    except ValueError:
        raise Mistake(f"{path} is not the config of a run; move it away or choose another --out") from None
    if isinstance(found, dict):
        other = [f"{key}={found.get(key)!r} there, {value!r} asked" for key, value in asked.items()
                 if found.get(key) != value]
        other += sorted({*found} ^ {*whole})
    else:
        other = ["not a config"]
    if other:
        raise Mistake(f"{path.parent} holds another run ({'; '.join(other[:3])}); choose another --out")


def digest(asked: Any) -> str:
    """A name for a run that was asked for in these words."""
    return hashlib.sha256(to_json(asked).encode()).hexdigest()


def to_json(value: Any) -> str:
    """Plain JSON: NumPy turned into numbers and lists, what is missing into null, never NaN."""
    return json.dumps(_plain(value), indent=1) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
