"""What every sentence of all six studies says about one made-up run, number by number, for people to read.

    python -m tests.studies.findings     writes findings/*.txt anew; read the difference before you commit it

The tests of the claims hold every verdict to what it must be. The numbers in the words beside a verdict come from many
rows and formulas; one that comes from elsewhere than before shows here.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from lek.studies import find_study
from lek.studies.concepts import PAPER
from lek.studies.moose import density, population_claims
from lek.studies.study import configure

from . import (
    worlds_brilliant,
    worlds_concepts,
    worlds_gunslinger,
    worlds_moose,
    worlds_organisms,
    worlds_simpai,
)

FOLDER = Path(__file__).parent / "findings"
RUNS = {  # the settings of a run at full scale, and its made-up arrays
    "moose": lambda: (configure(worlds_moose.CONFIG, {"generations": 250}), worlds_moose.run_of({}, 1)),
    "organisms": lambda: (worlds_organisms.CONFIG, worlds_organisms.Run({}, 1)),
    "gunslinger": lambda: (worlds_gunslinger.CONFIG, worlds_gunslinger.run_of({}, 1)),
    "simpai": lambda: (worlds_simpai.CONFIG, worlds_simpai.run_of({}, 1)),
    "brilliant": lambda: (worlds_brilliant.CONFIG, worlds_brilliant.Run({}, 1)),
    "concepts": lambda: (PAPER, worlds_concepts.World(PAPER, high=True)),
}


@contextmanager
def populations_made_up() -> Iterator[None]:
    """Moose's final populations are not played: what they would do stands in their made-up genomes."""
    playing = worlds_moose.PLAYING
    with mock.patch.object(density, "all_moves", playing.all_moves), \
            mock.patch.object(population_claims, "types_of", playing.types_of), \
            mock.patch.object(population_claims, "self_scores", playing.self_scores):
        yield


def written(name: str) -> str:
    config, arrays = RUNS[name]()
    with populations_made_up():
        claims: Any = find_study(name).claims(config, arrays)
    return "".join(f"{claim.id}: {claim.verdict}{_p(claim.p)}\n    {claim.ours}\n" for claim in claims)


def _p(p: float | None) -> str:
    return "" if p is None else f", p {p:.2g}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in RUNS:
        (FOLDER / f"{name}.txt").write_text(written(name))
