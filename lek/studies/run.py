"""The results folder of a study: what is in it, how a run goes on after it was killed, what is never touched.

    config.json      what was asked for; a folder belongs to one config
    manifest.json    seed, versions, commit, device, wall time
    arrays/          one file for every finished task, put in place whole or not at all
    results.json     the numbers; tables/*.csv, figures/*, claims.md and report.html are drawn from the arrays
    players/         agents that were bred, as files that play, where a study has `players(config, arrays)`

A study is a module with `Config`, `PAPER`, `QUICK`, `tasks(config)`, `work(config, task)`, `results(config, arrays)`,
`claims(config, arrays)`, `tables(config, arrays)` and `figures(config, arrays, folder)`. Tasks are independent of each
other and named by strings, and `work` is a plain function of its arguments, so that any executor shaped like those of
`concurrent.futures` can run them: threads, processes, Dask or a cluster's. What needs the arrays of others, such as a match
between agents that were bred, are tasks of a second round: `later_tasks(config)` and `later_work(config, task, arrays)`.
A study with `RESUMES` is also told where each task may keep what is not finished: `work(config, task, partial)` and
`later_work(config, task, arrays, partial)`.
"""

from __future__ import annotations

import dataclasses
import platform
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lek import __version__
from lek.files import write
from lek.settings import Setting, resolve
from lek.store import Store, digest, to_json
from lek.studies.claim import Claim, claims_table

Arrays = Mapping[str, Mapping[str, Any]]  # task -> name -> array
OURS = {"config.json", "manifest.json", "results.json", "claims.md", "report.html", "arrays", "figures", "tables", "players",
        "partial"}


class Outcome(NamedTuple):
    study: str
    out: Path
    results: dict[str, Any]
    claims: list[Claim]
    figures: list[Path]
    notices: list[str]


class Minutes(NamedTuple):
    """How many minutes a study takes at each scale, and how that was measured; None where nobody has measured it."""

    quick: float | None = None
    paper: float | None = None
    source: str = ""


def setting(default: Any, matters: bool = True, **more: Any) -> Any:
    """A field of a study's Config, with its range. One that does not matter may change while a run is under way."""
    return dataclasses.field(default=default, metadata={"setting": Setting(default, **more), "matters": matters})


def elsewhere(place: str) -> Callable[..., Any]:
    """A function of another module, `module:name`, which is only loaded when it is called."""
    module, name = place.split(":")
    return lambda *given: getattr(import_module(module), name)(*given)


def configure(config: Any, given: Mapping[str, Any]) -> Any:
    """The config with some fields changed, all checked."""
    settings = {field.name: dataclasses.replace(field.metadata["setting"], default=getattr(config, field.name))
                for field in dataclasses.fields(config)}
    return type(config)(**resolve("this study", settings, given))


def run(
    name: str, study: Any, config: Any, out: Path, *, executor: Executor | None = None, threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Outcome:
    """Do what is not done yet, then write results, tables, claims, figures and the report."""
    started, config = time.time(), configure(config, {})  # who makes a config by itself has its numbers looked at here
    first, later = study.tasks(config), study.later_tasks(config) if hasattr(study, "later_tasks") else []
    store = store_of(name, config, out)
    notices = _strange(store, first + later)
    todo = [task for task in first + later if not store.has(task)]
    arrays = {task: store.get(task) for task in first + later if task not in todo}
    total = len(first + later)
    progress(total - len(todo), total)
    own = ThreadPoolExecutor(threads) if executor is None else executor
    try:
        for tasks, work in ((first, study.work), (later, getattr(study, "later_work", None))):
            waiting = [task for task in tasks if task in todo]
            given: Any = () if tasks is first else ({task: arrays[task] for task in first},)
            if getattr(study, "RESUMES", False):
                work = partial(_resumed, work, out)
            behind = total - (sum(task in todo for task in later) if tasks is first else 0)
            _do(work, config, store, waiting, given, own, partial(_tell, progress, behind, total))
            arrays |= {task: store.get(task) for task in waiting}
    finally:  # whoever brought an executor has more to do with it
        if own is not executor:
            own.shutdown(wait=sys.exception() is None)
    arrays = {task: arrays[task] for task in first + later}
    if not todo and (out / "report.html").exists():
        notices.append(f"{out} was complete already: nothing had to be played again")
    results = study.results(config, arrays)
    claims = study.claims(config, arrays)
    write(out / "results.json", to_json(results))
    for title, text in study.tables(config, arrays).items():
        write(out / "tables" / f"{title}.csv", text)
    for title, text in study.players(config, arrays).items() if hasattr(study, "players") else ():
        write(out / "players" / f"{title}.json", text)
    write(out / "claims.md", claims_table(claims))
    (out / "figures").mkdir(exist_ok=True)
    figures = study.figures(config, arrays, out / "figures")
    if todo or not (out / "manifest.json").exists():
        write(out / "manifest.json", to_json(_manifest(config, time.time() - started, f"{len(todo)} of {total}")))
    from lek.studies.report import report

    write(out / "report.html", report(name, study, config, results, claims, figures))
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


def csv(rows: Sequence[Sequence[Any]]) -> str:
    """A table as text, a line a row."""
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def seed_of(seed: int, *words: Any) -> int:
    """A seed for whatever the words name, such as a task."""
    named = zlib.crc32(" ".join(map(str, words)).encode())
    return int(np.random.SeedSequence((seed, named)).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _strange(store: Store, tasks: list[str]) -> list[str]:
    """Sentences about what in the folder is not ours."""
    known = {f"{task}.npz" for task in tasks}
    strange = [file for file in sorted(store.folder.iterdir()) if file.name not in OURS]
    strange += [file for file in sorted((store.folder / "arrays").iterdir()) if file.name not in known]
    for folder in ("tables", "figures"):  # drawn anew every time; only what a killed run left half-written is strange
        strange += sorted((store.folder / folder).glob(".*"))
    return [f"{file} is not part of this run and was left alone" for file in strange]


def _tell(progress: Callable[[int, int], None], of: int, total: int, left: int) -> None:
    progress(of - left, total)


def _resumed(work: Any, out: Path, config: Any, task: str, *given: Any) -> Any:
    """The work of a task that may keep what is not finished; once it is, that is thrown away."""
    unfinished = out / "partial" / f"{task}.npz"
    found = work(config, task, *given, unfinished)
    unfinished.unlink(missing_ok=True)
    return found


def _do(
    work: Any, config: Any, store: Store, todo: list[str], given: tuple[Any, ...], executor: Executor,
    left: Callable[[int], None],
) -> None:
    pending: dict[Future[Any], str] = {executor.submit(work, config, task, *given): task for task in todo}
    try:
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                store.put(pending.pop(future), future.result())
                left(len(pending))
    finally:
        for future in pending:
            future.cancel()


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
