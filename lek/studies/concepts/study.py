"""The study of concept accessibility as tasks and a value."""

from __future__ import annotations

from lek.studies import concepts
from lek.studies.concepts import PAPER, QUICK, Config, paper_figures, runs, telling
from lek.studies.concepts.rulebook_claims import claims
from lek.studies.study import Minutes, Study, seed_of
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """Learners' runs, tables of all positions; then rules learnt, on larger boards; double-deals as rules."""
    todo = {}
    for name, plan in runs.plans(config).items():
        for run in range(config.choice_runs if plan.kind == "choice" else config.runs):
            task = f"{name}_{run:03d}"
            todo[task] = Task(runs.learn, (config, plan, seed_of(config.seed, task)), resumes=True)
    for opponent in dict.fromkeys(("chain", config.opponent)):
        for task in (f"table_{opponent}_{run:03d}" for run in range(config.runs)):
            todo[task] = Task(runs.remember, (config, opponent, seed_of(config.seed, task)))
    learnt = tuple(f"{task}_{run:03d}" for task in runs.TAKEN.values() for run in range(config.runs))
    todo |= {f"board_{side}": Task(runs.transferred, (config, side), learnt) for side in config.boards}
    return todo | {"expressible": Task(runs.expressible)}


STUDY = Study(concepts.__doc__, PAPER, QUICK, tasks, telling.results, claims, telling.tables, paper_figures.figures,
              paper_figures.CAPTIONS, runs.players, Minutes(
    quick=4.0, paper=55, source="quick on two cores, --threads 1, nothing compiled before; paper with --threads 2 "
                                "(docs/concepts-claims.md)"))
