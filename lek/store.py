"""Store: what a run has worked out, in a folder that belongs to this run alone.

    config.json   what was asked for; a folder belongs to one config
    arrays/       one file for every finished part, put in place whole or not at all

A part is read back only if its file holds, to the last byte, what this run would write of it; anything else is told in a
sentence and left alone. So a run goes on after any kill, and two runs never mix.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from lek import __version__
from lek.files import write
from lek.settings import Mistake

Arrays = Mapping[str, Any]  # name -> array


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
        write(self.file(name), self._packed(name, arrays))

    def get(self, name: str) -> Arrays:
        """The arrays of this name, or a Mistake that says why they are not this run's."""
        path = self.file(name)
        found = path.read_bytes()
        try:
            with np.load(io.BytesIO(found), allow_pickle=False) as file:
                arrays = {name: np.array(file[name]) for name in file.files}
            of = arrays.pop("of").tolist()
            same = of[:3] == [self.of, name, __version__]
            whole = not same or (of[3:] == sorted(arrays) and self._packed(name, arrays) == found)
        except Exception:  # whatever zipfile or NumPy stumbles over in a damaged file
            raise Mistake(f"{path} is damaged or was not written by a run; move it away and the run makes it anew") from None
        if not same:
            raise Mistake(f"{path} belongs to another run or another version of Lek; move it away and this run makes it "
                          "anew")
        if not whole:
            raise Mistake(f"{path} was changed after it was written; move it away and the run makes it anew")
        return arrays

    def _packed(self, name: str, arrays: Arrays) -> bytes:
        """The one way arrays are written: the same arrays are the same bytes."""
        room = io.BytesIO()
        names = sorted(arrays)
        np.savez(room, of=np.array([self.of, name, __version__, *names]), **{name: arrays[name] for name in names})
        return room.getvalue()


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
