"""The studies, one file or folder a paper. To add one: write it, add its line here."""

from __future__ import annotations

import importlib
from typing import Any

from lek.settings import one_of

STUDIES = {
    "moose": "lek.studies.moose",
}


def find_study(name: str) -> Any:
    return importlib.import_module(STUDIES[one_of("study", name, STUDIES)])
