"""Tasks are done by threads, by processes or by anybody's executor, with the same result, and nothing finished is lost."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from lek import store as stores
from lek.settings import Mistake
from lek.store import Store
from lek.tasks import Task, do

COUNTING = '''
"""Work that another process can import."""
import os, signal, time
import numpy as np

def count(first, last):
    return {"sum": np.array(sum(range(first, last)))}

def add(needs):
    return {"sum": np.array(sum(int(arrays["sum"]) for arrays in needs.values())), "names": np.array([*needs])}

def steps(last, stop, partial):
    done = int(partial.get()["done"]) if partial.exists() else 0
    began = done
    while done < last:
        done += 1
        partial.put({"done": done})
        if done == stop:
            raise ValueError("stopped")
    return {"done": np.array([began, done])}

def fail(*given):
    raise ValueError("no result")

def die(mark, needs):
    if not os.path.exists(mark):
        open(mark, "w").close()
        os._exit(1)
    return {"sum": np.array(7)}

def interrupt(needs):
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(60)
'''


@pytest.fixture
def counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "counting.py").write_text(COUNTING)
    monkeypatch.syspath_prepend(str(tmp_path / "code"))
    monkeypatch.delitem(sys.modules, "counting", raising=False)
    return import_module("counting")


def processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))


class AtOnce(Executor):
    """All that it is given is done before it answers."""

    def submit(self, work: Any, /, *given: Any, **more: Any) -> Future[Any]:
        future = Future[Any]()
        try:
            future.set_result(work(*given, **more))
        except Exception as error:
            future.set_exception(error)
        return future


def some(counting: Any) -> dict[str, Task]:
    return {"all": Task(counting.add, (), ("b", "a")), "a": Task(counting.count, (0, 10)), "b": Task(counting.count, (5, 9)),
            "steps": Task(counting.steps, (4, 9), resumes=True), "twice": Task(counting.add, (), ("all", "steps_sum")),
            "steps_sum": Task(counting.count, (0, 3))}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_threads_processes_and_an_executor_of_the_caller_give_the_same_bytes(tmp_path: Path, counting: ModuleType) -> None:
    found = do(some(counting), Store(tmp_path / "own", {"x": 1}), threads=2)
    assert list(found) == list(some(counting))
    assert int(found["all"]["sum"]) == 45 + 26 and found["all"]["names"].tolist() == ["b", "a"]
    assert int(found["twice"]["sum"]) == 71 + 3 and found["steps"]["done"].tolist() == [0, 4]
    executors: dict[str, Executor] = {"threads": ThreadPoolExecutor(2), "processes": processes()}
    for name, executor in executors.items():
        with executor:
            do(some(counting), Store(tmp_path / name, {"x": 1}), executor)
            assert executor.submit(int, "3").result() == 3, "it is still open"
        assert files(tmp_path / name) == files(tmp_path / "own")
    assert sorted(files(tmp_path / "own")) == ["arrays/a.npz", "arrays/all.npz", "arrays/b.npz", "arrays/steps.npz",
                                               "arrays/steps_sum.npz", "arrays/twice.npz", "config.json"]


def test_what_is_there_is_not_done_again_and_progress_tells_it(tmp_path: Path, counting: ModuleType) -> None:
    store, told = Store(tmp_path / "a", {"x": 1}), list[tuple[int, int]]()
    whole = do(some(counting), store, progress=lambda done, of: told.append((done, of)))
    assert told == [(k, 6) for k in range(7)]
    store.file("all").unlink()
    told.clear()
    done = {name: task if name == "all" else Task(counting.fail) for name, task in some(counting).items()}
    again = do(done, store, progress=lambda done, of: told.append((done, of)))
    assert told == [(5, 6), (6, 6)]
    store.partial("steps").put({"done": 3})  # as of a run that was killed when the arrays were in place
    do(some(counting), store)
    assert not store.partial("steps").exists()
    assert all(again[name][key].tobytes() == whole[name][key].tobytes() for name in whole for key in whole[name])


def test_after_an_error_all_that_is_finished_is_there(tmp_path: Path, counting: ModuleType) -> None:
    ready = [name for name, task in some(counting).items() if not task.needs]
    for k in range(20):  # in whatever order they are looked at
        store = Store(tmp_path / f"{k}", {"x": k})
        with pytest.raises(ValueError, match="no result"):
            do({"wrong": Task(counting.fail), **some(counting)}, store, AtOnce())
        assert all(store.has(name) for name in ready) and not store.has("wrong") and not store.partial("steps").exists()
    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(ValueError, match="no result"):
            do({"wrong": Task(counting.fail)}, store, executor)
        assert executor.submit(int, "3").result() == 3


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A parent such as nohup may have left Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_processes_work_loses_nothing_that_is_finished(tmp_path: Path, counting: ModuleType) -> None:
    store, executor = Store(tmp_path / "a", {"x": 1}), processes()
    tasks = {"a": Task(counting.count, (0, 10)), "b": Task(counting.count, (5, 9)),
             "stop": Task(counting.interrupt, (), ("a", "b")),
             **{f"later {k}": Task(counting.add, (), ("stop",)) for k in range(3)}}
    with pytest.raises(KeyboardInterrupt):
        do(tasks, store, executor)
    assert store.has("a") and store.has("b") and not store.has("stop")
    working = list(executor._processes.values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in working:  # one of them sleeps
        process.kill()


def test_a_process_that_dies_is_one_sentence_and_loses_nothing_that_is_finished(
    tmp_path: Path, counting: ModuleType
) -> None:
    store = Store(tmp_path / "a", {"x": 1})
    tasks = {"a": Task(counting.count, (0, 10)), "b": Task(counting.count, (5, 9)),
             "dies": Task(counting.die, (str(tmp_path / "mark"),), ("a", "b")),
             "all": Task(counting.add, (), ("a", "b", "dies"))}
    with processes() as executor, pytest.raises(BrokenExecutor, match=r"was killed.*the same call goes on from there$"):
        do(tasks, store, executor)
    assert store.has("a") and store.has("b") and not store.has("dies")
    with processes() as executor:
        assert int(do(tasks, store, executor)["all"]["sum"]) == 45 + 26 + 7


@pytest.mark.parametrize("where", [ThreadPoolExecutor, processes])
def test_what_is_not_finished_is_kept_and_gone_on_with_and_then_removed(
    where: Any, tmp_path: Path, counting: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "a", {"x": 1})
    with where() as executor:
        with pytest.raises(ValueError, match="stopped"):
            do({"steps": Task(counting.steps, (6, 4), resumes=True)}, store, executor)
        partial = store.partial("steps")
        assert partial.exists() and partial.get()["done"] == 4 and not store.has("steps")
        found = do({"steps": Task(counting.steps, (6, 9), resumes=True)}, store, executor)
    assert found["steps"]["done"].tolist() == [4, 6] and not partial.exists()
    partial.put({"done": 3})
    with pytest.raises(Mistake, match="belongs to another run"):
        Store(tmp_path / "b", {"x": 2}).partial("steps").path.parent.mkdir(parents=True)
        partial.path.rename(tmp_path / "b" / "partial" / "steps.npz")
        do({"steps": Task(counting.steps, (6, 9), resumes=True)}, Store(tmp_path / "b", {"x": 2}))
    assert stores.SECONDS > 1 and not partial.due()


def test_what_is_not_a_dictionary_of_arrays_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"task nothing returned None; it returns a dictionary"):
        do({"nothing": Task(lambda: None)}, Store(tmp_path / "a", {"x": 1}))  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(("needs", "sentence"), [
    ({"a": ("b",)}, "task a needs b, but there is no task of that name"),
    ({"a": ("a",)}, "need each other: a -> a"),
    ({"a": ("b",), "b": ("c",), "c": ("a",), "d": ()}, "need each other: ")])
def test_tasks_that_cannot_be_done_in_any_order_are_refused(
    needs: Mapping[str, tuple[str, ...]], sentence: str, tmp_path: Path
) -> None:
    tasks = {name: Task(lambda *given: {"x": np.zeros(1)}, (), needed) for name, needed in needs.items()}
    with pytest.raises(Mistake, match=sentence):
        do(tasks, Store(tmp_path / "a", {"x": 1}))
    assert not list((tmp_path / "a" / "arrays").iterdir())
