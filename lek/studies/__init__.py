"""The studies, one file or folder a paper. To add one: write it, add its line here."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lek import jit
from lek.outside import ask_rights
from lek.settings import Mistake, one_of

if TYPE_CHECKING:
    from lek.studies.study import Study

STUDIES = {
    "moose": "lek.studies.moose.study",
    "organisms": "lek.studies.organisms.study",
    "gunslinger": "lek.studies.gunslinger.study",
    "simpai": "lek.studies.simpai.study",
    "brilliant": "lek.studies.brilliant.study",
    "concepts": "lek.studies.concepts.study",
}


def find_study(name: str) -> Study:
    """A study by its name, or by the path of a file: what is called STUDY there."""
    missing = [needed for needed in ("scipy", "matplotlib") if importlib.util.find_spec(needed) is None]
    if missing:
        raise Mistake(f"studies need {' and '.join(missing)}, not installed here: pip install 'lek[studies]'")
    if not isinstance(name, str):
        raise Mistake(f"a study is named by a text; given: {name!r}")
    if name.endswith(".py"):
        if not Path(name).is_file():
            raise Mistake(f"there is no study file {name}; give the path of a .py file, or a study's name")
        ask_rights(name)
        module = _load(name)
    else:
        module = importlib.import_module(STUDIES[one_of("study", name, STUDIES)])
    from lek.studies.study import Study

    study = getattr(module, "STUDY", None)
    if not isinstance(study, Study):
        raise Mistake(f"{name} is not a study: it has no STUDY = Study(...); docs/reproduce-a-paper.md has a whole one")
    return study


def _load(text: str) -> Any:
    """The module in a file, or a Mistake that says why it is none."""
    try:
        return jit.load(text)
    except Mistake:
        raise
    except (Exception, SystemExit) as error:
        raise Mistake(f"{text} does not load: {jit.explain(error)}") from error
