"""What a study is: a paper's experiment as one value, and what such values are made of."""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek.settings import Setting, resolve
from lek.studies.claim import Claim
from lek.tasks import Task

Arrays = Mapping[str, Mapping[str, Any]]  # task -> name -> array
Rows = Sequence[Sequence[Any]]  # a table


class Minutes(NamedTuple):
    """How many minutes a study takes at each scale, and how that was measured; None where nobody has measured it."""

    quick: float | None = None
    paper: float | None = None
    source: str = ""


NOT_MEASURED = Minutes()


def nothing(config: Any, arrays: Arrays, folder: Path | None = None) -> Any:
    """For a study without tables, players or figures."""
    return {}


@dataclasses.dataclass(frozen=True)
class Study:
    """A study's settings at both scales, its work, and what is read from the arrays of that work."""

    about: str  # for people: a paragraph on what it is, then more; usually the docstring of its module
    paper: Any  # a frozen dataclass whose fields are `setting`s, `seed` and `device` among them
    quick: Any
    tasks: Callable[[Any], Mapping[str, Task]]
    results: Callable[[Any, Arrays], dict[str, Any]]
    claims: Callable[[Any, Arrays], list[Claim]]
    tables: Callable[[Any, Arrays], Mapping[str, Rows]] = nothing  # by their titles
    figures: Callable[[Any, Arrays, Path], Sequence[Path]] = nothing  # drawn into the folder: .png, .svg or .html
    captions: Mapping[str, str] = dataclasses.field(default_factory=dict)  # of figures, by their names without the ending
    players: Callable[[Any, Arrays], Mapping[str, str]] = nothing  # title -> an agent that was bred, as a file that plays
    minutes: Minutes = NOT_MEASURED

    @property
    def lead(self) -> str:
        """What `about` begins with: the paper, and what of it."""
        return " ".join(self.about.strip().partition("\n\n")[0].split())

    @property
    def title(self) -> str:
        """The same without its authors where it quotes a title: a line for a list."""
        return self.lead[max(0, self.lead.find('"')):].rstrip(".")

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        """Every setting with its value at both scales and its range."""
        return {field.name: {"paper": getattr(self.paper, field.name), "quick": getattr(self.quick, field.name),
                             "range": field.metadata["setting"].range} for field in dataclasses.fields(self.paper)}


def setting(default: Any, matters: bool = True, **more: Any) -> Any:
    """A field of a study's Config, with its range. One that does not matter may change while a run is under way."""
    return dataclasses.field(default=default, metadata={"setting": Setting(default, **more), "matters": matters})


def configure(config: Any, given: Mapping[str, Any]) -> Any:
    """The config with some fields changed, all checked."""
    settings = {field.name: dataclasses.replace(field.metadata["setting"], default=getattr(config, field.name))
                for field in dataclasses.fields(config)}
    return type(config)(**resolve("this study", settings, given))


def seed_of(seed: int, *words: Any) -> int:
    """A seed for whatever the words name, such as a task."""
    named = zlib.crc32(" ".join(map(str, words)).encode())
    return int(np.random.SeedSequence((seed, named)).generate_state(1, np.uint64)[0] >> np.uint64(1))
