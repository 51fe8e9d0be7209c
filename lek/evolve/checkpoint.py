"""A checkpoint: how far an evolution has come, in a file, so that one that was stopped goes on from there."""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.evolve.generation import Generation
from lek.store import Arrays, Partial


class Checkpoint:
    """The last generation that a `Partial` of this evolution holds, and lists that grow with its generations (`course`)."""

    def __init__(self, partial: Partial, kind: Any, names: tuple[str, ...] = ()) -> None:
        self.partial = partial
        self.last: Generation | None = None
        self.course: dict[str, list[Any]] = {name: [] for name in names}
        if partial.exists():
            partial.get(lambda arrays: self._read(arrays, kind))

    def save(self, generation: Generation, at_once: bool = False) -> None:
        """Write a generation, if the last writing is long enough ago."""
        if at_once or self.partial.due():
            self.partial.put({
                "genomes": plain(generation.genomes), "index": generation.index, "games": generation.games,
                **{f"course_{name}": np.array(values) for name, values in self.course.items()},
                **{f"note_{name}": values for name, values in generation.notes.items()},
                **({} if generation.fitness is None else {"fitness": generation.fitness})})

    def _read(self, arrays: Arrays, kind: Any) -> None:
        genomes = np.ascontiguousarray(arrays["genomes"]).astype(kind).view(np.recarray)
        notes = {name.removeprefix("note_"): values for name, values in arrays.items() if name.startswith("note_")}
        self.course = {name: list(arrays[f"course_{name}"]) for name in self.course}
        self.last = Generation(int(arrays["index"]), genomes, int(arrays["games"]), arrays.get("fitness"), notes)


def plain(genomes: Any) -> Any:
    """Genomes as an array without anything of ours in its type."""
    kind = np.dtype([(name, genomes.dtype[name]) for name in genomes.dtype.names])
    return np.ascontiguousarray(genomes).astype(kind).view(np.ndarray)
