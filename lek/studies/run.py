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
import hashlib
import io
import json
import math
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
from lek.settings import Mistake, Setting, resolve
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
    started = time.time()
    first, later = study.tasks(config), study.later_tasks(config) if hasattr(study, "later_tasks") else []
    notices = _open(name, config, out, first + later)
    todo = [task for task in first + later if not _file(out, task).exists()]
    arrays = {task: _read(out, config, task) for task in first + later if task not in todo}
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
            _do(work, config, out, waiting, given, own, partial(_tell, progress, behind, total))
            arrays |= {task: _read(out, config, task) for task in waiting}
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
    return Path("runs") / f"{name}-{digest(config)[:8]}"


def digest(config: Any) -> str:
    return hashlib.sha256(to_json(_mattering(config)).encode()).hexdigest()


def _mattering(config: Any) -> dict[str, Any]:
    """What the arrays of a run depend on."""
    told = dataclasses.asdict(config)
    return {field.name: told[field.name] for field in dataclasses.fields(config) if field.metadata["matters"]}


def to_json(value: Any) -> str:
    """Plain JSON: NumPy turned into numbers and lists, what is missing into null, never NaN."""
    return json.dumps(_plain(value), indent=1) + "\n"


def csv(rows: Sequence[Sequence[Any]]) -> str:
    """A table as text, a line a row."""
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def seed_of(seed: int, *words: Any) -> int:
    """A seed for whatever the words name, such as a task."""
    named = zlib.crc32(" ".join(map(str, words)).encode())
    return int(np.random.SeedSequence((seed, named)).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _open(name: str, config: Any, out: Path, tasks: list[str]) -> list[str]:
    """Make or recognise the folder; sentences about what in it is not ours."""
    if out.exists() and not out.is_dir():
        raise Mistake(f"{out} is a file; --out takes a folder that is new or holds this very run")
    asked = json.loads(to_json({"study": name, **_mattering(config)}))
    path = out / "config.json"
    if path.exists():
        try:
            found = json.loads(path.read_text())
        except ValueError:
            raise Mistake(f"{path} is not the config of a run; move it away or choose another --out") from None
        other = [f"{key}={found.get(key)!r} there, {value!r} asked" for key, value in asked.items()
                 if found.get(key) != value] if isinstance(found, dict) else ["not a config"]
        other += sorted({*found} ^ {"study", *dataclasses.asdict(config)}) if isinstance(found, dict) else []
        if other:
            raise Mistake(f"{out} holds another run ({'; '.join(other[:3])}); choose another --out")
    else:
        foreign = [name for name in sorted(OURS) if (out / name).exists()]
        if foreign:
            raise Mistake(f"{out} holds {foreign[0]} but no config.json, so it is not a run of ours; choose another --out")
        write(path, to_json({"study": name, **dataclasses.asdict(config)}))
    (out / "arrays").mkdir(exist_ok=True)
    known = {f"{task}.npz" for task in tasks}
    strange = [file for file in sorted(out.iterdir()) if file.name not in OURS]
    strange += [file for file in sorted((out / "arrays").iterdir()) if file.name not in known]
    for folder in ("tables", "figures"):  # drawn anew every time; only what a killed run left half-written is strange
        strange += sorted((out / folder).glob(".*"))
    return [f"{file} is not part of this run and was left alone" for file in strange]


def _file(out: Path, task: str) -> Path:
    return out / "arrays" / f"{task}.npz"


def _tell(progress: Callable[[int, int], None], of: int, total: int, left: int) -> None:
    progress(of - left, total)


def _resumed(work: Any, out: Path, config: Any, task: str, *given: Any) -> Any:
    """The work of a task that may keep what is not finished; once it is, that is thrown away."""
    unfinished = out / "partial" / f"{task}.npz"
    found = work(config, task, *given, unfinished)
    unfinished.unlink(missing_ok=True)
    return found


def _do(
    work: Any, config: Any, out: Path, todo: list[str], given: tuple[Any, ...], executor: Executor,
    left: Callable[[int], None],
) -> None:
    pending: dict[Future[Any], str] = {executor.submit(work, config, task, *given): task for task in todo}
    try:
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                _save(out, config, pending.pop(future), future.result())
                left(len(pending))
    finally:
        for future in pending:
            future.cancel()


def _save(out: Path, config: Any, task: str, arrays: Mapping[str, Any]) -> None:
    write(_file(out, task), _packed(config, task, arrays))


def _packed(config: Any, task: str, arrays: Mapping[str, Any]) -> bytes:
    """The one way a task's arrays are written: the same arrays are the same bytes."""
    room = io.BytesIO()
    names = sorted(arrays)
    np.savez(room, of=np.array([digest(config), task, __version__, *names]), **{name: arrays[name] for name in names})
    return room.getvalue()


def _read(out: Path, config: Any, task: str) -> Mapping[str, Any]:
    """A task's arrays, if the file holds to the last byte what this run would write of them."""
    path = _file(out, task)
    found = path.read_bytes()
    try:
        with np.load(io.BytesIO(found), allow_pickle=False) as file:
            arrays = {name: np.array(file[name]) for name in file.files}
        of = arrays.pop("of").tolist()
        same = of[:3] == [digest(config), task, __version__]
        whole = not same or (of[3:] == sorted(arrays) and _packed(config, task, arrays) == found)
    except Exception:  # whatever zipfile or NumPy stumbles over in a damaged file
        raise Mistake(f"{path} is damaged or was not written by a run; move it away and the run makes it anew") from None
    if not same:
        raise Mistake(f"{path} belongs to another run or another version of Lek; move it away and this run makes it anew")
    if not whole:
        raise Mistake(f"{path} was changed after it was written; move it away and the run makes it anew")
    return arrays


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


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(item) for item in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
