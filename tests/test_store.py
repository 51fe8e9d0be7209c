"""A store's arrays are this run's to the last byte, or are refused; a study goes on from what is finished, and from less."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import store as stores
from lek.settings import Mistake
from lek.store import Partial, Store, digest, to_json
from lek.studies.run import default_folder, run
from lek.studies.study import Study, configure, seed_of, setting
from lek.tasks import Task

ARRAYS = {"b": np.arange(6.0).reshape(2, 3), "a": np.array(["x", "yy"]), "c": np.array(7)}


def alike(first: Any, second: Any) -> bool:
    return list(first) == sorted(second) and all(
        first[name].dtype == np.asarray(second[name]).dtype and np.array_equal(first[name], second[name]) for name in first)


def test_what_was_put_is_got_back_and_the_same_is_the_same_bytes(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "a", {"x": 1}), Store(tmp_path / "b", {"x": 1})
    assert not one.has("part")
    one.put("part", ARRAYS)
    other.put("part", dict(reversed(ARRAYS.items())))
    assert one.has("part") and alike(one.get("part"), ARRAYS)
    assert one.file("part").read_bytes() == other.file("part").read_bytes()
    assert one.file("part") == tmp_path / "a" / "arrays" / "part.npz"
    one.put("part", {"b": np.zeros(1)})
    assert alike(one.get("part"), {"b": np.zeros(1)})


def test_a_folder_is_of_one_run(tmp_path: Path) -> None:
    Store(tmp_path / "a", {"x": 1, "y": [1, 2]}, {"x": 1, "y": [1, 2], "z": 9})
    assert json.loads((tmp_path / "a" / "config.json").read_text()) == {"x": 1, "y": [1, 2], "z": 9}
    Store(tmp_path / "a", {"x": 1, "y": (1, 2)}, {"x": 1, "y": [1, 2], "z": 10})  # z does not matter
    for asked, whole, words in (({"x": 2, "y": [1, 2]}, None, "x=1 there, 2 asked"), ({"x": 1, "y": [2, 1]}, None, "y="),
                                ({"x": 1}, {"x": 1, "y": [1, 2]}, r"another run \(z\)")):
        with pytest.raises(Mistake, match=words):
            Store(tmp_path / "a", asked, whole or {**asked, "z": 9})
    for text in ("[1]", "{", '"x"'):
        (tmp_path / "a" / "config.json").write_text(text)
        with pytest.raises(Mistake):
            Store(tmp_path / "a", {"x": 1})


@pytest.mark.parametrize("place", ["", ".", "..", "file", "foreign"])
def test_a_place_that_is_none_is_told(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "foreign" / "arrays").mkdir(parents=True)
    with pytest.raises(Mistake):
        Store(Path(place), {"x": 1})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["arrays", "file", "foreign"]


def packed(of: list[str], **arrays: Any) -> bytes:
    room = io.BytesIO()
    np.savez(room, of=np.array(of), **arrays)
    return room.getvalue()


def test_arrays_of_another_run_part_or_version_are_refused(tmp_path: Path) -> None:
    """Files that are whole, as Lek itself would write them, with one mark that is not this run's."""
    store = Store(tmp_path / "a", {"x": 1})
    marks = [store.of, "part", stores.__version__, "b"]
    store.file("part").write_bytes(packed(marks, b=np.arange(3)))
    assert alike(store.get("part"), {"b": np.arange(3)})
    for place, other in enumerate((digest({"x": 2}), "other", "0.0.1")):
        store.file("part").write_bytes(packed([*marks[:place], other, *marks[place + 1:]], b=np.arange(3)))
        with pytest.raises(Mistake, match="belongs to another run or another version of Lek"):
            store.get("part")
    for content, words in ((packed([*marks[:3], "c"], b=np.arange(3)), "was changed"),
                           (packed([*marks, "c"], b=np.arange(3)), "was changed"),
                           (packed(marks, b=np.arange(3)) + b"x", "was changed|is damaged"), (b"", "is damaged"),
                           (packed(marks[:2], b=np.arange(3)), "belongs to another run")):
        store.file("part").write_bytes(content)
        with pytest.raises(Mistake, match=words):
            store.get("part")


def test_what_is_not_finished_is_one_runs_and_never_taken_for_finished(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "a", {"x": 1}), Store(tmp_path / "b", {"x": 2})
    partial = store.partial("part")
    assert not partial.exists() and partial.path == tmp_path / "a" / "partial" / "part.npz"
    partial.put(ARRAYS)
    assert alike(partial.get(), ARRAYS) and pickle.loads(pickle.dumps(partial)).get(lambda arrays: int(arrays["c"])) == 7
    with pytest.raises(Mistake, match="holds something else than this run keeps"):
        partial.get(lambda arrays: arrays["d"])
    for elsewhere in (other.partial("part").path, store.partial("other").path, store.file("part")):
        elsewhere.parent.mkdir(exist_ok=True)
        elsewhere.write_bytes(partial.path.read_bytes())
    for read in (other.partial("part").get, store.partial("other").get, lambda: store.get("part")):
        with pytest.raises(Mistake, match="belongs to another run"):
            read()
    partial.path.write_bytes(partial.path.read_bytes()[:-1])
    with pytest.raises(Mistake, match="is damaged"):
        partial.get()
    partial.remove()
    partial.remove()
    assert not partial.exists()


def test_what_is_not_finished_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(stores.time, "monotonic", lambda: now)
    partial = Partial(tmp_path / "a.npz", {"x": 1})
    for later, due in ((0.0, False), (stores.SECONDS - 1, False), (stores.SECONDS, True)):
        now = 100.0 + later
        assert partial.due() == due
    partial.put(ARRAYS)
    assert not partial.due()


def test_a_file_that_an_earlier_lek_wrote_is_refused(tmp_path: Path) -> None:
    """An evolution's generation and a learner, as they were written when each had a format of its own."""
    partial = Partial(tmp_path / "a.npz", {"x": 1})
    for arrays in ({"genomes": np.zeros(2), "index": np.array(3), "asked": np.array("[]")},
                   {"lek": np.array(stores.__version__), "rules": np.zeros(3, np.uint8), "note_asked": np.array("x")}):
        np.savez(partial.path, **arrays)
        with pytest.raises(Mistake, match=r"a\.npz is damaged or was not written by a run"):
            partial.get()


def test_an_array_cannot_be_named_as_the_mark_is(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="cannot be named 'of'"):
        Store(tmp_path / "a", {"x": 1}).put("part", {"of": np.zeros(1)})


def test_a_store_is_removed_but_for_what_is_somebody_elses(tmp_path: Path) -> None:
    for name in ("runs/own", "runs/shared"):
        Store(tmp_path / name, {"x": 1}).put("part", ARRAYS)
    (tmp_path / "runs" / "shared" / "notes.txt").write_text("keep me")
    Store(tmp_path / "runs" / "own", {"x": 1}).remove()
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["shared"]
    Store(tmp_path / "runs" / "shared", {"x": 1}).remove()
    assert [path.name for path in (tmp_path / "runs" / "shared").iterdir()] == ["notes.txt"]


def test_json_is_plain() -> None:
    told = {"a": np.float64("nan"), 3: np.array([[1, 2]]), "b": (np.int64(5), float("inf")), "c": None, "d": {"e": np.True_}}
    assert json.loads(to_json(told)) == {"a": None, "3": [[1, 2]], "b": [5, None], "c": None, "d": {"e": True}}
    assert to_json({}) == "{}\n" and digest({"a": 1}) != digest({"a": 2})


# Seeds of tasks


def test_a_seed_depends_on_every_word_and_their_order() -> None:
    words = [(), ("a",), ("b",), ("a", 1), ("a", 2), (1, "a"), ("a", "b"), ("b", "a"), ("a", "b", 0), ("expert", 3),
             ("expert", 4)]
    seeds = [seed_of(seed, *each) for each in words for seed in (0, 1, 2**63 - 1)]
    assert len(set(seeds)) == len(seeds) and all(0 <= seed < 2**63 for seed in seeds)
    assert seed_of(2022, "e1", 7) == seed_of(2022, "e1", 7)
    assert {seed & 1 for seed in seeds} == {0, 1}


# A study with parts that are kept unfinished


@dataclass(frozen=True)
class Config:
    seed: int = setting(1, low=0, high=9)
    steps: int = setting(6, low=1, high=99)
    threads: int = setting(1, matters=False, low=1, high=9)
    device: str = setting("cpu", choices=("cpu",))


class Stop(Exception):
    pass


def study_of(stops: dict[str, int], log: list[str]) -> Study:
    """Tasks that count up to `steps`, and may be stopped on the way; the last one adds up what the others have found."""

    def count(config: Config, task: str, arrays: Any, partial: Partial) -> dict[str, Any]:
        done = int(partial.get()["done"]) if partial.exists() else 0
        log.append(f"{task} from {done}")
        while done < config.steps:
            done += 1
            partial.put({"done": done})
            if stops.get(task) == done:
                raise Stop
        return {"total": np.array(done + sum(int(each["total"]) for each in arrays.values()))}

    def tasks(config: Config) -> dict[str, Task]:
        first = {name: Task(count, (config, name, {}), resumes=True) for name in ("one", "two")}
        return {**first, "sum": Task(count, (config, "sum"), ("one", "two"), resumes=True)}

    return Study("A study.", Config(), Config(), tasks, claims=lambda config, arrays: [],
                 results=lambda config, arrays: {name: int(each["total"]) for name, each in arrays.items()},
                 tables=lambda config, arrays: {"totals": [["a", "b"], [1, 2.5]]})


def test_what_is_not_finished_is_kept_and_gone_on_with_and_then_removed(tmp_path: Path) -> None:
    log: list[str] = []
    whole = run("counts", study_of({}, log), Config(), tmp_path / "whole").results
    assert whole == {"one": 6, "two": 6, "sum": 18}
    assert list((tmp_path / "whole" / "partial").iterdir()) == []
    assert (tmp_path / "whole" / "tables" / "totals.csv").read_text() == "a,b\n1,2.5\n"
    out, expected = tmp_path / "out", []
    for stops in ({"two": 4}, {"sum": 2}, {}):
        log.clear()
        with contextlib.suppress(Stop):
            assert run("counts", study_of(stops, log), Config(), out).results == whole
        expected.append(list(log))
        left = sorted(path.name for path in (out / "partial").iterdir())
        assert left == ([f"{name}.npz" for name in stops])
    assert expected == [["one from 0", "two from 0"], ["two from 4", "sum from 0"], ["sum from 2"]]
    assert run("counts", study_of({}, log), Config(), out).notices == [
        f"{out} was complete already: nothing had to be played again"]


def test_whoever_brings_an_executor_keeps_it_and_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        run("counts", study_of({}, []), Config(), tmp_path / "a", executor=executor, progress=lambda *now: told.append(now))
        assert executor.submit(lambda: 5).result() == 5
        with pytest.raises(Stop):
            run("counts", study_of({"one": 1}, []), Config(), tmp_path / "b", executor=executor)
        assert executor.submit(lambda: 6).result() == 6
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_what_matters_makes_another_run_and_what_does_not_does_not(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("counts", study_of({}, []), Config(), out)
    assert run("counts", study_of({}, []), dataclasses.replace(Config(), threads=3), out).notices
    with pytest.raises(Mistake, match="steps=6 there, 7 asked"):
        run("counts", study_of({}, []), configure(Config(), {"steps": "7"}), out)
    with pytest.raises(Mistake, match="study='counts' there, 'sums' asked"):
        run("sums", study_of({}, []), Config(), out)
    names = {default_folder("counts", configure(Config(), given)) for given in ({}, {"steps": "7"}, {"seed": "2"})}
    assert len(names) == 3 and default_folder("counts", Config()) == default_folder(
        "counts", configure(Config(), {"threads": "4"}))
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["tasks"] == "3 of 3" and manifest["seed"] == 1


def test_an_unfinished_part_of_a_killed_run_is_not_taken_for_a_finished_one(tmp_path: Path) -> None:
    log: list[str] = []
    with pytest.raises(Stop):
        run("counts", study_of({"one": 3}, log), Config(), tmp_path / "out")
    assert not (tmp_path / "out" / "arrays" / "one.npz").exists()
    assert not (tmp_path / "out" / "results.json").exists()
