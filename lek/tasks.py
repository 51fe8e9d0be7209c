"""Tasks: pieces of work as data, done by threads, by processes or by anybody's executor, each stored when it is done.

What a task does and what it is given stand in the task itself, and its name is only a name. Its function is a function of a
module and what it is given is plain data, so that it can be sent to another process or another machine. `do` stores what is
finished at once and does nothing twice: after a stop, a kill or an error the same call goes on from there.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple

from lek.settings import Mistake
from lek.store import Arrays, Store


class Task(NamedTuple):
    """One piece of work: `work(*given)` returns arrays by name.

    Where it `needs` other tasks, it comes after them and is handed a mapping of their arrays behind what is given; where it
    `resumes`, it is at last handed a `Partial`, in which it may keep what it has not finished.
    """

    work: Callable[..., Arrays]
    given: tuple[Any, ...] = ()
    needs: tuple[str, ...] = ()
    resumes: bool = False


def do(
    tasks: Mapping[str, Task], store: Store, executor: Executor | None = None, threads: int = 1,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Arrays]:
    """The arrays of all tasks, by name; those that the store does not have are worked out first.

    An executor that is given stays open. Without one the tasks are done by so many threads.
    """
    _check(tasks)
    arrays = {name: store.get(name) for name in tasks if store.has(name)}
    waiting = {name: task for name, task in tasks.items() if name not in arrays}
    pending: dict[Future[Arrays], str] = {}
    for name in arrays:
        _forget(name, tasks[name], store)
    progress(len(arrays), len(tasks))
    own = ThreadPoolExecutor(threads) if executor is None else executor
    try:
        while waiting or pending:
            for name in [name for name, task in waiting.items() if arrays.keys() >= {*task.needs}]:
                task = waiting.pop(name)
                needs = [{need: arrays[need] for need in task.needs}] if task.needs else []
                pending[own.submit(task.work, *task.given, *needs, *([store.partial(name)] if task.resumes else []))] = name
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                name = pending[future]
                _finish(name, tasks[name], future, store)
                del pending[future]
                arrays[name] = store.get(name)
                progress(len(arrays), len(tasks))
    except BrokenExecutor:
        raise BrokenExecutor("a process that worked on a task was killed, perhaps for want of memory; what was finished is "
                             "kept, and the same call goes on from there") from None
    finally:
        begun = [future for future in pending if not future.cancel()]
        for future in begun:  # after an error or Ctrl-C: what has just been finished is not lost
            if future.done() and future.exception() is None:
                with contextlib.suppress(OSError, Mistake):
                    _finish(pending[future], tasks[pending[future]], future, store)
        if own is not executor:
            own.shutdown(wait=sys.exception() is None)
    return {name: arrays[name] for name in tasks}


def _finish(name: str, task: Task, future: Future[Arrays], store: Store) -> None:
    arrays = future.result()
    if not isinstance(arrays, Mapping):
        raise Mistake(f"task {name} returned {arrays!r}; it returns a dictionary of arrays by their names")
    store.put(name, arrays)
    _forget(name, task, store)


def _forget(name: str, task: Task, store: Store) -> None:
    """What was kept while it was not finished."""
    if task.resumes:
        store.partial(name).remove()


def _check(tasks: Mapping[str, Task]) -> None:
    """A Mistake where tasks cannot be done in any order."""
    for name, task in tasks.items():
        missing = [need for need in task.needs if need not in tasks]
        if missing:
            raise Mistake(f"task {name} needs {missing[0]}, but there is no task of that name")
    try:
        TopologicalSorter({name: task.needs for name, task in tasks.items()}).prepare()
    except CycleError as error:
        raise Mistake(f"these tasks need each other: {' -> '.join(error.args[1])}") from None
