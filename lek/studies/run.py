"""The results folder of a study: what is in it, how a run goes on after it was killed, what is never touched.

    config.json      what was asked for; a folder belongs to one config
    manifest.json    seed, versions, commit, device, wall time
    arrays/          one file for every finished task, put in place whole or not at all
    partial/         what tasks that take long have not finished
    results.json     the numbers; tables/*.csv, figures/*, claims.md and report.html are drawn from the arrays
    players/         agents that were bred, as files that play, where the study has some
"""

from __future__ import annotations

import dataclasses
import platform
import subprocess
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek import __version__
from lek.store import Store, digest, to_json
from lek.studies.claim import Claim, claims_table
from lek.studies.report import report
from lek.studies.study import Study, configure
from lek.tasks import do

OURS = {"config.json", "manifest.json", "results.json", "claims.md", "report.html", "arrays", "figures", "tables", "players",
        "partial"}


class Outcome(NamedTuple):
    study: str
    out: Path
    results: dict[str, Any]
    claims: list[Claim]
    figures: list[Path]
    notices: list[str]


def run(
    name: str, study: Study, config: Any, out: Path, *, executor: Executor | None = None, threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Outcome:
    """Do what is not done yet, then write results, tables, claims, figures and the report."""
    started, config = time.time(), configure(config, {})  # who makes a config by itself has its numbers looked at here
    tasks = study.tasks(config)
    store = store_of(name, config, out)
    notices = _strange(store, tasks)
    todo = sum(not store.has(task) for task in tasks)
    arrays = do(tasks, store, executor, threads, progress)
    if not todo and (out / "report.html").exists():
        notices.append(f"{out} was complete already: nothing had to be played again")
    results = study.results(config, arrays)
    claims = study.claims(config, arrays)
    store.put_text("results.json", to_json(results))
    for title, rows in study.tables(config, arrays).items():
        store.put_text(f"tables/{title}.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
    for title, text in study.players(config, arrays).items():
        store.put_text(f"players/{title}.json", text)
    store.put_text("claims.md", claims_table(claims))
    (out / "figures").mkdir(exist_ok=True)
    figures = list(study.figures(config, arrays, out / "figures"))
    if todo or not (out / "manifest.json").exists():
        store.put_text("manifest.json", to_json(_manifest(config, time.time() - started, f"{todo} of {len(tasks)}")))
    store.put_text("report.html", report(name, study, config, results, claims, figures))
    return Outcome(name, out, results, claims, figures, notices)


def default_folder(name: str, config: Any) -> Path:
    return Path("runs") / f"{name}-{digest(_mattering(config))[:8]}"


def store_of(name: str, config: Any, out: Path) -> Store:
    """The folder of this very run, made or recognised."""
    matters = _mattering(config)
    return Store(out, {"study": name, **matters}, {"study": name, **dataclasses.asdict(config)}, digest(matters), OURS)


def _mattering(config: Any) -> dict[str, Any]:
    """What the arrays of a run depend on."""
    told = dataclasses.asdict(config)
    return {field.name: told[field.name] for field in dataclasses.fields(config) if field.metadata["matters"]}


def _strange(store: Store, tasks: Mapping[str, Any]) -> list[str]:
    """Sentences about what in the folder is not ours."""
    known = {f"{task}.npz" for task in tasks}
    strange = [file for file in sorted(store.folder.iterdir()) if file.name not in OURS]
    strange += [file for file in sorted((store.folder / "arrays").iterdir()) if file.name not in known]
    for folder in ("tables", "figures"):  # drawn anew every time; only what a killed run left half-written is strange
        strange += sorted((store.folder / folder).glob(".*"))
    return [f"{file} is not part of this run and was left alone" for file in strange]


def _manifest(config: Any, seconds: float, tasks: str) -> dict[str, Any]:
    """The seconds are those of the last sitting, and `tasks` how many were done in it."""
    return {"seed": config.seed, "device": config.device, "wall_seconds": seconds, "tasks": tasks, "lek": __version__,
            "commit": _commit(), "python": platform.python_version(), "numpy": np.__version__,
            "numba": version("numba"), "scipy": version("scipy"), "matplotlib": version("matplotlib"),
            "machine": platform.machine(), "system": platform.system()}


def _commit() -> str | None:
    """The commit of Lek's own source tree, marked where it was changed since; None for an installed package."""
    house = Path(__file__).parents[2]
    try:
        told = [subprocess.run(["git", "-C", str(house), *words.split()], capture_output=True, text=True, check=True).stdout
                for words in ("rev-parse --show-toplevel", "rev-parse HEAD", "status --porcelain --untracked-files=no")]
    except (OSError, subprocess.CalledProcessError):
        return None
    if Path(told[0].strip()).resolve() != house.resolve():
        return None
    return told[1].strip() + (" (changed)" if told[2].strip() else "")
