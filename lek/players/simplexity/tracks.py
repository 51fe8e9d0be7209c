"""The tracks of the ColorShapeLinks competition, and who enters.

Base tracks are played on the usual board, on one core. The boards of the unknown tracks were drawn after everybody had
handed in: rows are the lowest ball of that week's EuroMillions above 6, columns the next, a line is half the rows, pieces
are as many as cells, and a move may take 25 ms for each row or column, whichever are more; all cores may be used. The two
test tracks ran every day before that.
"""

from __future__ import annotations

from typing import NamedTuple


class Track(NamedTuple):
    preset: str  # of the game
    milliseconds: int  # a move
    one_core: bool = False


TRACKS = {
    "base-2020": Track("base", 200, one_core=True),
    "unknown-2020": Track("unknown-2020", 325),
    "base-2021": Track("base", 200, one_core=True),
    "unknown-2021": Track("unknown-2021", 925),
    "test-12x12": Track("test-12x12", 300),
    "test-18x22": Track("test-18x22", 550),
}
# who enters where nobody is named
ENTRANTS = ("lek", "simpai", "thunder", "sure", "minimax:depth=3", "minimax:depth=2", "sequential", "random")


def read_agents(text: str) -> list[str]:
    """The agents of a configuration file: on each line a name, a space, and settings; # % ; begin a comment."""
    agents = []
    for line in text.splitlines():
        name, settings = (*line.split(maxsplit=1), "", "")[:2]
        if name and name[0] not in "#%;":
            agents.append(f"{name}:{','.join(settings.replace(',', ' ').split())}" if settings else name)
    return agents
