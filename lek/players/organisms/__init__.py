"""Who plays Organisms: species of the courses of 2012, 2013 and 2023, and bred settlers."""

from __future__ import annotations

from lek.players.organisms import course_2012, course_2013, course_2023, senses, strategies
from lek.players.organisms.bred import settlers

PLAYERS = {**strategies.PLAYERS, **course_2012.PLAYERS, **course_2013.PLAYERS, **course_2023.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"settler": settlers}
