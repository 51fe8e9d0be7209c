"""The climates of Organisms: the published ones, and the sixteen of the report.

`default`, `rainforest` and `desert` are those of the course's published results (2023), `lush` and `sparse` of a settings
file of 2024. Of the report's sixteen only the default is known and the rainforest published later; the others are inferred
from the report's own tables or guessed from their names (`lek.studies.organisms` says which, and how sure each is).
"""

from __future__ import annotations

from typing import Any

_HOT = {"p": 0.1, "q": 0.2, "v": 20, "K": 50}
CLIMATES: dict[str, dict[str, Any]] = {  # the report's sixteen; all but the first two are inferred or guessed
    "report-default": {},
    "report-rainforest": {"p": 0.1, "q": 0.2},
    "liechtenstein": {"width": 5, "height": 5},
    "himalayas": {"width": 25, "height": 25, "v": 20},
    "medium-desert": {"p": 0.0012, "q": 0.0024, "v": 20},
    "easier-desert": {"p": 0.0014, "q": 0.0028, "v": 20},
    "goldmines": {"p": 0.0001, "q": 0.2, "K": 500},
    "hot-rainforest": {"width": 50, "height": 50, **_HOT},
    "hot-rainforest-chile": {"width": 10, "height": 40, **_HOT},
    "hot-rainforest-tennessee": {"width": 40, "height": 10, **_HOT},
    "utopian-future": {"width": 50, "height": 50, "p": 0.1, "q": 0.2, "v": 2, "u": 200, "M": 1000, "K": 200, "rounds": 1000},
    "dark-age": {"u": 20},
    "grasslands": {"p": 0.05, "q": 0.02},
    "atlantis": {"p": 0.05, "q": 0.1},
    "post-nuclear-war": {"width": 50, "height": 50, "p": 0.005, "q": 0.01, "v": 15},
    "americas": {"width": 40, "height": 80},
}
PRESETS: dict[str, dict[str, Any]] = {
    "default": {"rounds": 6000},
    "rainforest": {"p": 0.1, "q": 0.2, "rounds": 6000},
    "desert": {"p": 0.001, "q": 0.002, "v": 30},
    "lush": {"p": 0.02, "q": 0.04},
    "sparse": {"p": 0.005, "q": 0.01},
    **CLIMATES,
    "utopian-future-long": {**CLIMATES["utopian-future"], "p": 0.2, "q": 0.4, "K": 500, "rounds": 5000},
}
