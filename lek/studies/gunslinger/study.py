"""The Gunslinger study as tasks and a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lek.studies import gunslinger
from lek.studies.gunslinger import PAPER, QUICK, Config, Tournament, breeding, one_seat, paper_figures, tournaments, watched
from lek.studies.gunslinger.lineups import play_alone, play_line, stacked
from lek.studies.gunslinger.paper_claims import claims
from lek.studies.study import Minutes, Study, seed_of
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """The longest first."""
    who = (config.groups, config.aggressors)

    def one_seat_each(kind: str, work: Any, games: int, situations: Iterable[int]) -> dict[str, Task]:
        return {f"{kind}_{f}": Task(work, (f, *who, games, seed_of(config.seed, f"{kind}_{f}"))) for f in situations}

    return {**{f"bred_{first:05d}": Task(breeding.breed, (config, first))
               for first in range(0, config.replicates, breeding.CHUNK)},
            **one_seat_each("search", one_seat.search, config.games_search, one_seat.SITUATIONS),
            **{name: Task(play, (each, config.groups, config.games_with if each.kind == "with" else config.games_without,
                                 seed_of(config.seed, name))) for name, each in tournaments(config).items()},
            **one_seat_each("exchange", one_seat.exchange, config.games_exchange, one_seat.SITUATIONS),
            **one_seat_each("watched", watched.watch_games, config.games_watched, watched.SITUATIONS)}


def play(tournament: Tournament, groups: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    """All line-ups of a tournament, in their order."""
    if tournament.kind == "alone":
        return stacked([play_alone(line, groups, games, seed_of(seed, *line)) for line in tournament.lines])
    return stacked([play_line(line, groups, tournament.aggressor, games, seed_of(seed, *line)) for line in tournament.lines])


STUDY = Study(gunslinger.__doc__, PAPER, QUICK, tasks, gunslinger.results, claims, gunslinger.tables, paper_figures.figures,
              paper_figures.CAPTIONS, minutes=Minutes(
    quick=1.0, source="quick on two cores, --threads 1, nothing compiled before"))
