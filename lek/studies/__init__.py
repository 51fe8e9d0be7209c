"""The studies, one file or folder a paper. To add one: write it, add its line here."""

from __future__ import annotations

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
        return jit.load(name)
    return importlib.import_module(STUDIES[one_of("study", name, STUDIES)])
