"""A generation in a file, so that an evolution which was stopped goes on from there."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from lek import __version__
from lek.evolve.coevolution import Brood
from lek.files import write
from lek.settings import Mistake

SECONDS = 20.0  # between two notes of how far an evolution has come


class Kept:
    """How far the evolution that was asked for has come: `last`, its generation, and `notes`, lists that grow with it.

    Without a path nothing is kept.
    """

    def __init__(self, path: Path | None, asked: Any, kind: Any, names: tuple[str, ...] = ()) -> None:
        self.path, self._noted = path, time.monotonic()
        self.asked = json.dumps([__version__, asked], sort_keys=True, default=str)
        self.last: Brood | None = None
        self.notes: dict[str, list[Any]] = {name: [] for name in names}
        if path is not None and path.exists():
            self._read(path, kind)

    def keep(self, brood: Brood, at_once: bool = False) -> None:
        """Write a generation down, if the last note is old enough."""
        if self.path is None or (not at_once and time.monotonic() - self._noted < SECONDS):
            return
        told: dict[str, Any] = {f"note_{name}": np.array(self.notes[name]) for name in self.notes}
        room = io.BytesIO()
        np.savez(room, genomes=plain(brood.genomes), index=brood.index, outcomes=brood.outcomes, games=brood.games,
                 asked=np.array(self.asked), **told)
        write(self.path, room.getvalue())
        self._noted = time.monotonic()

    def _read(self, path: Path, kind: Any) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                found = {name: np.array(file[name]) for name in file.files}
            same = str(found["asked"]) == self.asked
            genomes = np.ascontiguousarray(found["genomes"]).astype(kind).view(np.recarray) if same else None
            notes = {name: list(found[f"note_{name}"]) for name in self.notes} if same else {}
            last = Brood(int(found["index"]), genomes, found["outcomes"], int(found["games"]))
        except Exception:  # whatever zipfile or NumPy stumbles over
            raise Mistake(f"{path} is damaged or not a generation that was kept; move it away") from None
        if not same:
            raise Mistake(f"{path} is a generation of another evolution (other settings, seed or version of Lek); choose "
                          "another --out")
        self.last, self.notes = last, notes


def plain(genomes: Any) -> Any:
    """Genomes as an array without anything of ours in its type."""
    kind = np.dtype([(name, genomes.dtype[name]) for name in genomes.dtype.names])
    return np.ascontiguousarray(genomes).astype(kind).view(np.ndarray)
