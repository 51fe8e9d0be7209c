"""Who plays Ant Wars: ants written by people, BrilliAnt, and trees to breed more of them from."""

from __future__ import annotations

from lek.players.antwars import c, humants, hyper, seeker, senses, strategies, trees

PLAYERS = {**strategies.PLAYERS, **humants.PLAYERS, **hyper.PLAYERS, **seeker.PLAYERS}
SENSES = senses.senses
REPRESENTATIONS = {"tree": trees.trees}
CHAMPIONS = {"brilliant": "Bred by the study of that name: of thirty champions the one that does best among them."}
C_CALL = c.C_CALL
IN_C = {"tree": c.export}
