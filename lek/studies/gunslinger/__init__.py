"""The study of I. Sibner, D. Liao and N. Roy, "CIS 559 Project 3" (2015), its Gunslinger half (sections 1, 2, 3.1 and 3.3).

David's Revenge (DR) answers whoever shot it; David's Revenge's Revenge (DRR) does so with a probability that is logistic
in the share of non-friends. The report prints no results of Gunslinger, so its sentences are put to games of our own:
the line-ups of Columbia's tournament of 2013 (rulebook, 7.1), with and without aggressors; one seat taken in turn by
players who differ in one thing; the search over mu and beta; games watched shot by shot. Beyond it, g1's linear player is
bred.

*Nine groups.* Of the nine that played in 2013, four are re-created from short descriptions: `g1`, `g3`, `g4`, `g8`. In
place of the other five, whose code is lost to us, sit DR, DR that answers the last shot (`DR-recent`), DRR, DRR with the
report's first curve (`DRR-first`), and one who never shoots (`silent`). None of them but g8 starts a fight of its own
accord while more than one non-friend lives, as in the course. Fights are started by the *aggressors*: the course's
`dumb-1` and `dumb-2`, and beyond it `random-enemy` and `focus`.

*Scores.* A score is told as a share of the most one can get, e + f + 1; a rank as in the course, where those who tie
share the best. Lower ranks are better. Intervals are over deals, for the bred player over replicate runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from lek.settings import Mistake
from lek.studies.gunslinger.lineups import (
    AGGRESSORS,
    SIZES,
    WITH,
    WITHOUT,
    ZOO,
    Line,
    competition_ranks,
)
from lek.studies.study import Arrays, Rows, setting

NINE = ("g1", "g3", "g4", "g8", "DR", "DR-recent", "DRR", "DRR-first", "silent")
FIGHTERS = ("dumb-1", "dumb-2", "random-enemy", "focus")
CHOICES = tuple(name for name in ZOO if name != "answers-enemies")


@dataclass(frozen=True)
class Config:
    """The course's numbers of games; the report tells none of its own."""

    seed: int = setting(2015, low=0, high=2**63 - 1)
    sizes: tuple[int, ...] = setting(SIZES, low=3, high=90)
    groups: tuple[str, ...] = setting(NINE, choices=CHOICES)
    aggressors: tuple[str, ...] = setting(FIGHTERS, choices=CHOICES)
    games_without: int = setting(10, low=1, high=100_000)
    games_with: int = setting(1000, low=2, high=100_000)
    games_exchange: int = setting(2000, low=2, high=100_000)
    games_search: int = setting(1000, low=4, high=100_000)
    games_watched: int = setting(200, low=2, high=100_000)
    replicates: int = setting(30, low=1, high=1000)
    generations: int = setting(30, low=1, high=10_000)
    population: int = setting(36, low=2, high=1000)
    elite: int = setting(24, low=1, high=1000)
    games_train: int = setting(50, low=1, high=100_000)
    games_choose: int = setting(300, low=1, high=100_000)
    games_judge: int = setting(200, low=1, high=100_000)
    device: str = setting("cpu", choices=("cpu",))

    def __post_init__(self) -> None:
        if len(set(self.groups)) != 9 or len(self.groups) != 9:
            raise Mistake(f"groups={','.join(self.groups)} does not work: the tournament is for nine different ones")
        both = sorted({*self.groups} & {*self.aggressors})
        if both or len(set(self.aggressors)) != len(self.aggressors) or not self.aggressors:
            raise Mistake(f"aggressors={','.join(self.aggressors)} does not work: they are different ones, one or more, and "
                          f"none of the groups{': ' + both[0] if both else ''}")
        odd = sorted({*self.sizes} - {*SIZES})
        if odd or not self.sizes:
            raise Mistake(f"sizes={odd} does not work: sizes are among {', '.join(map(str, SIZES))}")
        if self.elite > self.population:
            raise Mistake(f"elite={self.elite} does not work: it is at most the population, {self.population}")

    @property
    def line_ups_without(self) -> int:
        """How many of the course's line-ups are played without aggressors."""
        return sum(len(WITHOUT.get(size, ())) for size in {*self.sizes})

    @property
    def line_ups_with(self) -> int:
        """How many are played with some, whoever and however many they are."""
        return sum(len(WITH.get(size, ())) for size in {*self.sizes})


PAPER = Config()
QUICK = Config(sizes=(4, 9, 10, 18), games_with=100, games_exchange=250, games_search=60, games_watched=20, replicates=4,
               generations=10, games_choose=100, games_judge=60)


class Tournament(NamedTuple):
    """Some of the course's line-ups, all of one size; without aggressors (""), with some, or everybody alone."""

    kind: str
    lines: tuple[Line, ...]
    aggressor: str = ""


def tournaments(config: Config) -> dict[str, Tournament]:
    """By the names of their tasks: `with_dumb-1_36_18` is a tournament of 36 of whom 18 are dumb-1."""
    sizes = sorted(set(config.sizes), reverse=True)
    listed = {f"with_{name}_{size}_{seats}": Tournament("with", tuple(Line(size, e, f, seats) for e, f in WITH[size]), name)
              for size in sizes if size in WITH for name in config.aggressors for seats in AGGRESSORS[size]}
    return listed | {f"{kind}_{size}": Tournament(kind, tuple(Line(size, e, f) for e, f in WITHOUT[size]))
                     for size in sizes if size in WITHOUT for kind in ("without", "alone")}


def played_lines(config: Config, arrays: Arrays, kind: str) -> list[tuple[Line, str, dict[str, Any]]]:
    """Every line-up that was played, its aggressor (or nothing) and its arrays; kind is with, without or alone."""
    found = [(line, each.aggressor, {name: values[place] for name, values in arrays[task].items()})
             for task, each in sorted(tournaments(config).items()) if each.kind == kind
             for place, line in enumerate(each.lines)]
    return sorted(found, key=lambda one: (one[0].players, one[0].aggressors))


def normalised(line: Line, values: Any) -> Any:
    return values / (line.e + line.f + 1)


def standings(config: Config, arrays: Arrays, kind: str = "with", aggressors: Sequence[str] = ()) -> dict[str, Any]:
    """Of each group over all line-ups: its place by mean score, that score, and what share of the table is ahead of it."""
    from lek.studies.gunslinger.estimates import stratified

    chosen = [(line, data) for line, name, data in played_lines(config, arrays, kind)
              if not aggressors or name in aggressors]
    each = range(len(config.groups))
    scores = [stratified([normalised(line, data["score"][:, k]) for line, data in chosen]) for k in each]
    ranks = [stratified([(data["rank"][:, k] - 1) / (line.players - 1) for line, data in chosen]) for k in each]
    places = competition_ranks([score.mean for score in scores])
    return {name: {"place": int(places[k]), "score": scores[k].mean, "low": scores[k].low, "high": scores[k].high,
                   "table_ahead": ranks[k].mean, "table_ahead_low": ranks[k].low, "table_ahead_high": ranks[k].high}
            for k, name in enumerate(config.groups)}


def results(config: Config, arrays: Arrays) -> dict[str, Any]:
    """The ranking with and without aggressors, what happens without them, the best curve, the bred player."""
    from lek.studies.gunslinger.beyond import bred_summary, search_summary

    told: dict[str, Any] = {}
    if played_lines(config, arrays, "with"):
        told["with_aggressors"] = standings(config, arrays)
        told |= {f"with_{name}": standings(config, arrays, aggressors=(name,)) for name in config.aggressors}
    if played_lines(config, arrays, "without"):
        told["without_aggressors"] = standings(config, arrays, "without")
        told["line_ups_without_aggressors"] = {
            str(line): {"a death": float(data["died"].mean()), "a shot": float(data["fired"].mean()),
                        "all at f + 1": float(data["tied"].mean())}
            for line, _, data in played_lines(config, arrays, "without")}
    told["search"] = search_summary(config, arrays)
    told["bred"] = bred_summary(config, arrays)
    return told


def tables(config: Config, arrays: Arrays) -> dict[str, Rows]:
    """Every line-up's scores, ranks and rank histograms; self-play; the search; the bred players."""
    from lek.studies.gunslinger.beyond import bred_table, search_table
    from lek.studies.gunslinger.estimates import stratified

    head = ["aggressor", "seats of theirs", "players", "enemies", "friends", "player"]
    rows: list[Sequence[Any]] = [[*head, "games", "mean score", "low", "high", "mean rank", "place"]]
    counts: list[Sequence[Any]] = [[*head, "rank", "times"]]
    for kind in ("without", "with"):
        for line, name, data in played_lines(config, arrays, kind):
            where = [name or "none", line.aggressors, line.players, line.e, line.f]
            kinds = [*config.groups, name] if name else list(config.groups)
            places = competition_ranks(data["score"].mean(0))
            for k, player in enumerate(kinds):
                score = stratified([data["score"][:, k]])
                rows.append([*where, player, int(data["ranks"][k].sum()), *(f"{x:.6g}" for x in score[:3]),
                             f"{data['rank'][:, k].mean():.6g}", places[k]])
                counts += [[*where, player, rank + 1, times] for rank, times in enumerate(data["ranks"][k])]
    alone: list[Sequence[Any]] = [[*head[2:], "games", "deaths a game", "shots a game", "mean score"]]
    for line, _, data in played_lines(config, arrays, "alone"):
        alone += [[line.players, line.e, line.f, player, len(data["died"][k]),
                   *(f"{data[what][k].mean():.6g}" for what in ("died", "fired", "score"))]
                  for k, player in enumerate(config.groups)]
    return {"line-ups": rows, "ranks": counts, "self-play": alone, "search": search_table(config, arrays),
            "bred": bred_table(config, arrays)}


def gather(arrays: Arrays, kind: str, name: str, axis: int = 0) -> Any:
    """One array of all tasks of a kind, in the order of their numbers."""
    parts = sorted((int(task.split("_")[1]), task) for task in arrays if task.partition("_")[0] == kind)
    return np.concatenate([arrays[task][name] for _, task in parts], axis)
