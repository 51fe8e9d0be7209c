"""The games, one file each. To add one: write its file, add its line here."""

from __future__ import annotations

from lek.games.moose import moose

GAMES = {
    "moose": moose,
}
