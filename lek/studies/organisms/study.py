"""The Organisms study as tasks and a value."""

from __future__ import annotations

from lek.studies import organisms
from lek.studies.organisms import PAPER, QUICK, ZOO, Config, evolution, paper_figures
from lek.studies.organisms.experiments import TUNING_CLIMATES, measure, plan, random_tables
from lek.studies.organisms.paper_claims import claims
from lek.studies.study import Minutes, Study, seed_of
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """The longest first. Where `rounds` is 0, every climate has its own."""
    length = {"rounds": config.rounds} if config.rounds else {}
    todo = {f"evolve-{replicate:03d}": Task(evolution.evolve, (config, replicate, length))
            for replicate in range(config.replicates)}
    todo |= {name: Task(measure, (arrays, seed_of(config.seed, name), length)) for name, arrays in plan(config).items()}
    for k, climate in enumerate(TUNING_CLIMATES.values()):
        seed = seed_of(config.seed, f"zoo-{k}")
        todo[f"zoo-{k}"] = Task(random_tables, (ZOO, 6, config.tables, seed, {**climate, **length}))
    return todo


STUDY = Study(organisms.__doc__, PAPER, QUICK, tasks, organisms.results, claims, organisms.tables, paper_figures.figures,
              paper_figures.CAPTIONS, minutes=Minutes(
    quick=3.8, source="quick on two cores, --threads 1, nothing compiled before"))
