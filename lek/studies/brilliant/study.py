"""The BrilliAnt study as tasks and a value."""

from __future__ import annotations

from lek.studies import brilliant
from lek.studies.brilliant import (
    KINDS,
    PAPER,
    QUICK,
    REPLICATES,
    Config,
    breeding,
    generations,
    judging,
    paper_figures,
    probes,
    telling,
)
from lek.studies.brilliant.paper_claims import claims
from lek.studies.study import Minutes, Study
from lek.tasks import Task


def tasks(config: Config) -> dict[str, Task]:
    """The longest first; `bred_paper_00005` are runs 5 and on, as many as go side by side. Then what all champions play."""
    bred = {kind: {f"bred_{kind}_{first:05d}": Task(breeding.breed, (config, kind, first), resumes=True)
                   for first in range(0, breeding.scale_of(config, kind)[2], config.batch)}
            for kind in KINDS if kind in config.kinds}
    todo = {"figure": Task(generations.course, (config,), resumes=True)}
    for parts in bred.values():
        todo |= parts
    champions = tuple(name for kind in REPLICATES if kind in bred for name in bred[kind])
    todo["merged"] = Task(judging.merged, (config,), champions, resumes=True)
    todo |= {f"judged_{kind}": Task(judging.judged, (config, kind), tuple(parts)) for kind, parts in bred.items()}
    todo |= {f"expert_{run}": Task(judging.expert, (config, run), champions) for run in range(config.expert_runs)}
    todo |= {f"exploit_{run}": Task(judging.exploited, (config, run), champions) for run in range(config.exploit_runs)}
    return todo | {name: Task(work, (config,), champions) for name, work in (
        ("mutual", judging.mutual), ("history", judging.history), ("table", judging.table), ("seeker", judging.seeker),
        ("probes", probes.probes))}


STUDY = Study(brilliant.__doc__, PAPER, QUICK, tasks, telling.results, claims, telling.tables, paper_figures.figures,
              paper_figures.CAPTIONS, judging.players, Minutes(
    quick=2.2, paper=45, source="quick on two cores, --threads 1, nothing compiled before; paper on one H200, --threads 3 "
                                "(docs/brilliant-claims.md)"))
