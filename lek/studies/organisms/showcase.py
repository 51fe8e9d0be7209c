"""One game to look at: the six together in the default climate, as a film and as population curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lek.files import write
from lek.find import find_agent, find_game
from lek.studies.organisms.experiments import world
from lek.studies.organisms.world_film import record_game
from lek.studies.organisms.world_view import population_figure, replay_section

CAPTIONS = {
    "populations": "Organisms and energy of the six in the course of one game together in the default climate.",
    "world": "The same game as a film: the buttons, the slider, space and the arrow keys move through the rounds.",
}


def showcase(config: Any, folder: Path) -> list[Path]:
    """Play one game, and draw it twice."""
    length = {"rounds": config.rounds} if config.rounds else {}
    game, found = world(len(config.players), preset="report-default", **length), find_game("organisms")
    agents = [find_agent(found, game, name) for name in config.players]
    frames = record_game(game, agents, config.seed, 0)
    population_figure(frames, config.players, folder / "populations.png")
    write(folder / "world.html", replay_section(frames, config.players, "Six species in the default climate"))
    return [folder / "populations.png", folder / "world.html"]
