"""A checkpoint: how far an evolution has come, in a file, so that one that was stopped goes on from there."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from lek import __version__
from lek.evolve.generation import Generation
from lek.files import write
from lek.settings import Mistake

SECONDS = 20.0  # between two writings


class Checkpoint:
    """The last generation of the evolution that was asked for, and lists that grow with its generations (`course`).

    Without a path nothing is written.
    """

    def __init__(self, path: Path | None, asked: Any, kind: Any, names: tuple[str, ...] = ()) -> None:
        self.path, self._written = path, time.monotonic()
        self.asked = json.dumps([__version__, asked], sort_keys=True, default=str)
        self.last: Generation | None = None
        self.course: dict[str, list[Any]] = {name: [] for name in names}
        if path is not None and path.exists():
            self._read(path, kind)

    def save(self, generation: Generation, at_once: bool = False) -> None:
        """Write a generation, if the last writing is old enough."""
        if self.path is None or (not at_once and time.monotonic() - self._written < SECONDS):
            return
        more: dict[str, Any] = {f"course_{name}": np.array(values) for name, values in self.course.items()}
        more |= {f"note_{name}": values for name, values in generation.notes.items()}
        more |= {} if generation.fitness is None else {"fitness": generation.fitness}
        room = io.BytesIO()
        np.savez(room, genomes=plain(generation.genomes), index=generation.index, games=generation.games,
                 asked=np.array(self.asked), **more)
        write(self.path, room.getvalue())
        self._written = time.monotonic()

    def _read(self, path: Path, kind: Any) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                data = {name: np.array(file[name]) for name in file.files}
            same = str(data["asked"]) == self.asked
            if same:
                genomes = np.ascontiguousarray(data["genomes"]).astype(kind).view(np.recarray)
                notes = {name.removeprefix("note_"): data[name] for name in data if name.startswith("note_")}
                self.course = {name: list(data[f"course_{name}"]) for name in self.course}
                self.last = Generation(int(data["index"]), genomes, int(data["games"]), data.get("fitness"), notes)
        except Exception:  # whatever zipfile or NumPy stumbles over
            raise Mistake(f"{path} is damaged or not a generation that Lek wrote; move it away") from None
        if not same:
            raise Mistake(f"{path} is a generation of another evolution (other settings, seed or version of Lek); choose "
                          "another --out")


def plain(genomes: Any) -> Any:
    """Genomes as an array without anything of ours in its type."""
    kind = np.dtype([(name, genomes.dtype[name]) for name in genomes.dtype.names])
    return np.ascontiguousarray(genomes).astype(kind).view(np.ndarray)
