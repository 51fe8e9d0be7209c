"""The games, one file each. To add one: write its file, add its line here."""

from __future__ import annotations

from lek.games.antwars import antwars
from lek.games.dots import dots
from lek.games.gunslinger import gunslinger
from lek.games.moose import moose
from lek.games.organisms import organisms
from lek.games.simplexity import simplexity

GAMES = {
    "moose": moose,
    "organisms": organisms,
    "gunslinger": gunslinger,
    "simplexity": simplexity,
    "antwars": antwars,
    "dots": dots,
}
