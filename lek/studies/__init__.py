"""The studies, one file or folder a paper. To add one: write it, add its line here."""

from __future__ import annotations

import dataclasses
import importlib
import importlib.util
from pathlib import Path
from typing import Any

from lek import jit
from lek.outside import ask_rights
from lek.settings import Mistake, one_of

STUDIES = {
    "moose": "lek.studies.moose",
    "organisms": "lek.studies.organisms",
    "gunslinger": "lek.studies.gunslinger",
    "simpai": "lek.studies.simpai",
    "brilliant": "lek.studies.brilliant",
    "concepts": "lek.studies.concepts",
}
NAMES = ("Config", "PAPER", "QUICK", "tasks", "work", "results", "claims", "tables", "figures")  # what every study has


def find_study(name: str) -> Any:
    """A study's module by name, or by the path of a file."""
    missing = [needed for needed in ("scipy", "matplotlib") if importlib.util.find_spec(needed) is None]
    if missing:
        raise Mistake(f"studies need {' and '.join(missing)}, not installed here: pip install 'lek[studies]'")
    if not isinstance(name, str):
        raise Mistake(f"a study is named by a text; given: {name!r}")
    if name.endswith(".py"):
        if not Path(name).is_file():
            raise Mistake(f"there is no study file {name}; give the path of a .py file, or a study's name")
        ask_rights(name)
        return _load(name)
    return importlib.import_module(STUDIES[one_of("study", name, STUDIES)])


def about(study: Any) -> str:
    """What the docstring of a study begins with: the paper, and what of it."""
    return " ".join((study.__doc__ or "").strip().partition("\n\n")[0].split())


def title(study: Any) -> str:
    """The same without its authors where it quotes a title: a line for a list."""
    text = about(study)
    return text[max(0, text.find('"')):].rstrip(".")


def minutes(study: Any) -> dict[str, Any]:
    """How long each scale takes, None where that was not measured, and how it was measured."""
    from lek.studies.run import Minutes

    return dict(getattr(study, "MINUTES", Minutes())._asdict())


def settings(study: Any) -> dict[str, dict[str, Any]]:
    """Every setting with its value at both scales and its range."""
    return {field.name: {"paper": getattr(study.PAPER, field.name), "quick": getattr(study.QUICK, field.name),
                         "range": field.metadata["setting"].range} for field in dataclasses.fields(study.Config)}


def _load(text: str) -> Any:
    """The study in a file, or a Mistake that says why it holds none."""
    try:
        module = jit.load(text)
    except Mistake:
        raise
    except (Exception, SystemExit) as error:
        raise Mistake(f"{text} does not load: {jit.explain(error)}") from error
    missing = [name for name in NAMES if not hasattr(module, name)]
    if missing:
        raise Mistake(f"{text} is not a study: it has no {', '.join(missing)}; docs/reproduce-a-paper.md has a whole one")
    return module
