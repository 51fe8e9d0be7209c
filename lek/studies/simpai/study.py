"""The SimpAI study as tasks and a value."""

from __future__ import annotations

from itertools import product

from lek.studies import simpai
from lek.studies.simpai import (
    KINDS,
    PAPER,
    QUICK,
    Config,
    clocks,
    evolution,
    fidelity,
    matches,
    paper_figures,
    runs_of,
    telling,
)
from lek.studies.simpai.paper_claims import claims
from lek.studies.study import Minutes, Study
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """The longest first; `bred_five_00005` are runs 5 and on, as many as go side by side. Then what all champions play.

    Games by a clock come last and one by one: each such task needs all before it, so that nothing runs beside it.
    """
    todo = {f"bred_{kind}_{first:05d}": Task(evolution.breed, (config, kind, first))
            for kind in KINDS if kind in config.kinds for first in range(0, runs_of(config, kind), config.batch)}
    bred = tuple(todo)
    todo |= {"depth": Task(matches.depths, (config,)), "recorded": Task(fidelity.recorded, (config,)),
             "columns": Task(matches.columns, (config,)), "watched": Task(matches.watched, (config,)),
             "agreement": Task(fidelity.agreement, (config,)), "final": Task(matches.final, (config,), bred),
             "disc": Task(matches.without_disc, (config,), bred)}
    todo |= {f"beyond_{kind}": Task(matches.beyond, (config, kind), bred)
             for kind in ("magic", "wide") if kind in config.kinds}
    todo |= {f"board_{number}": Task(matches.on_board, (config, number), bred) for number in range(config.boards)}
    if config.openings_clock:
        todo["clock_cores"] = Task(clocks.cores, (config,), tuple(todo))
        for board, cores in product(("base", "unknown-2020"), ("one", "all")):
            todo[f"clock_{board}_{cores}"] = Task(clocks.cell, (config, board, cores), tuple(todo))
    for name in config.tracks:
        if name != "none":
            todo[f"track_{name}"] = Task(clocks.track, (config, name), tuple(todo))
    return todo


STUDY = Study(simpai.__doc__, PAPER, QUICK, tasks, telling.results, claims, telling.tables, paper_figures.figures,
              paper_figures.CAPTIONS, minutes=Minutes(
    quick=4.3, source="quick on two cores, --threads 1, nothing compiled before; of paper only the breeding on one H200 was "
                      "measured: 38 seconds, and 90 from drawn openings (docs/simplexity.md)"))
