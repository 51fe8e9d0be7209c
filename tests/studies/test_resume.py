"""A study that was killed, stopped or out of disk goes on where it was; what is not its own it leaves alone."""

from __future__ import annotations

import errno
import io
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.cli import main
from lek.settings import Mistake
from lek.store import digest
from lek.studies.moose import study as module
from lek.studies.moose.study import STUDY
from lek.studies.run import run, store_of
from lek.studies.study import Study, configure, nothing

TINY = ["experiments=1,5", "replicates=22", "generations=3", "population=4", "elite=2", "rounds=5", "states=2"]
TASKS = ["e1-00000", "e1-00011", "e5-00000", "e5-00011"]
UNDRAWN = replace(STUDY, figures=nothing)
LONG = ["experiments=1", "replicates=220", "generations=200", "population=24", "elite=16"]  # 11 tasks of some 0.1 s


def with_work(work: Any) -> Study:
    """The study, which does something else for every task."""
    return replace(UNDRAWN, tasks=lambda config: {name: task._replace(work=work)
                                                  for name, task in STUDY.tasks(config).items()})


def words(settings: list[str], out: Path, *more: str) -> list[str]:
    return ["study", "run", "moose", *(word for text in settings for word in ("--set", text)), "--out", str(out), *more]


def snapshot(out: Path) -> dict[str, bytes]:
    """What a run computes: arrays, results, tables and claims; figures are drawn from these, a manifest has a clock."""
    files = [*sorted((out / "arrays").glob("*.npz")), *sorted((out / "tables").glob("*.csv"))]
    files += [out / name for name in ("config.json", "results.json", "claims.md")]
    return {str(path.relative_to(out)): path.read_bytes() for path in files}


def finished(out: Path) -> dict[str, tuple[int, int]]:
    """Inode and time of every array in place: they change when a file is written again."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in (out / "arrays").glob("*.npz")}


# In this process, without figures: exit code, standard output and error of the command line


@pytest.fixture
def lek(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setattr(module, "STUDY", UNDRAWN)

    def call(*given: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lek", *given])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return call


@pytest.fixture
def complete(lek: Any, tmp_path: Path) -> Path:
    assert lek(*words(TINY, tmp_path / "run"))[0] == 0
    return tmp_path / "run"


def one_sentence(told: str) -> bool:
    return told.startswith("lek: ") and told.count("\n") == 1 and "Traceback" not in told


def test_a_complete_run_says_so_and_plays_nothing_again(
    complete: Path, lek: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, made = snapshot(complete), finished(complete)
    assert sorted(made) == [f"{task}.npz" for task in TASKS]
    monkeypatch.setattr(module, "STUDY", with_work(lambda *given: pytest.fail("a task was played again")))
    manifest = (complete / "manifest.json").read_bytes()
    code, out, err = lek(*words(TINY, complete, "--json"))
    assert code == 0 and one_sentence(err) and "complete already" in err
    assert snapshot(complete) == before and finished(complete) == made
    assert (complete / "manifest.json").read_bytes() == manifest, "it still tells when the run was made"
    told = json.loads(out)
    assert set(told) == {"study", "out", "results", "claims"}
    assert told["study"] == "moose" and told["out"] == str(complete)
    assert told["results"] == json.loads(before["results.json"])
    assert all(set(claim) == {"id", "paper", "ours", "verdict", "source"} for claim in told["claims"])


def test_the_folder_has_what_it_should_and_nothing_else(complete: Path) -> None:
    assert sorted(path.name for path in complete.iterdir()) == [
        "arrays", "claims.md", "config.json", "figures", "manifest.json", "report.html", "results.json", "tables"]
    manifest = json.loads((complete / "manifest.json").read_text())
    assert manifest["seed"] == 2022 and manifest["device"] == "cpu" and manifest["wall_seconds"] > 0
    done, of = map(int, manifest["tasks"].split(" of "))
    assert done == of > 0
    assert {"lek", "commit", "python", "numpy", "numba"} <= set(manifest)
    assert json.loads((complete / "config.json").read_text())["experiments"] == [1, 5]


def test_what_is_missing_is_made_anew_and_what_is_there_is_not(complete: Path, lek: Any) -> None:
    before, made = snapshot(complete), finished(complete)
    (complete / "arrays" / "e1-00011.npz").unlink()
    (complete / "results.json").unlink()
    code, _, err = lek(*words(TINY, complete))
    assert code == 0 and err == ""
    assert snapshot(complete) == before
    after = finished(complete)
    assert {name for name in made if made[name] != after[name]} == {"e1-00011.npz"}


def npz(**arrays: Any) -> bytes:
    held = io.BytesIO()
    np.savez(held, **arrays)
    return held.getvalue()


def with_mark(good: bytes, place: int, word: str) -> bytes:
    """A file that is whole, as Lek itself would write it, but of another config (0), task (1) or version of Lek (2)."""
    with np.load(io.BytesIO(good)) as file:
        arrays = {name: file[name] for name in file.files}
    of = arrays.pop("of").tolist()
    assert of[place] != word
    return npz(of=np.array([*of[:place], word, *of[place + 1:]]), **arrays)


def one_array() -> bytes:
    held = io.BytesIO()
    np.save(held, np.arange(3.0))
    return held.getvalue()


def without(good: bytes, member: str) -> bytes:
    """The file less one of its arrays."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as whole, zipfile.ZipFile(held, "w") as less:
        for name in whole.namelist():
            if name != member:
                less.writestr(whole.getinfo(name), whole.read(name))
    return held.getvalue()


def flipped(good: bytes, place: int, bits: int = 0xFF) -> bytes:
    return good[:place] + bytes([good[place] ^ bits]) + good[place + 1:]


STRANGERS = {  # what may stand in an array's place
    "empty": lambda good: b"",
    "half": lambda good: good[:len(good) // 2],
    "all but the last byte": lambda good: good[:-1],
    "a flipped byte in an array": lambda good: flipped(good, good.index(b"NUMPY") + 200),
    "a flipped byte in the zip's directory": lambda good: flipped(good, good.index(b"PK\x01\x02") + 6),
    "text": lambda good: b"not yours\n",
    "another zip": lambda good: npz(something=np.arange(3)),
    "a single array": lambda good: one_array(),
    "the mark is no list": lambda good: npz(of=np.array(5)),
    "an array is missing": lambda good: without(good, "measures.npy"),
    "another config's": lambda good: with_mark(good, 0, digest({"study": "moose"})),
    "another task's": lambda good: with_mark(good, 1, "e1-00001"),
    "another version's": lambda good: with_mark(good, 2, "0.0.9"),
}


@pytest.mark.parametrize("name", STRANGERS)
def test_a_damaged_or_foreign_array_is_named_in_a_sentence_and_neither_trusted_nor_touched(
    name: str, complete: Path, lek: Any
) -> None:
    path = complete / "arrays" / "e1-00000.npz"
    before, good = snapshot(complete), path.read_bytes()
    strange = STRANGERS[name](good)
    assert strange != good
    path.write_bytes(strange)
    standing = finished(complete)
    code, out, err = lek(*words(TINY, complete, "--json"))
    assert code == 2 and out == "" and one_sentence(err) and str(path) in err
    assert path.read_bytes() == strange and finished(complete) == standing
    assert (complete / "results.json").read_bytes() == before["results.json"], "earlier results stay"
    path.rename(path.with_suffix(".away"))  # as the sentence says: move it away
    code, _, err = lek(*words(TINY, complete))
    assert code == 0 and one_sentence(err) and "e1-00000.away" in err and "left alone" in err
    assert snapshot(complete) == before


def test_no_cut_and_no_flipped_byte_is_ever_trusted_or_tells_more_than_a_sentence(complete: Path) -> None:
    """Many lengths, and every other byte in turn: refused with a Mistake, or read as exactly the same arrays."""
    config = configure(STUDY.quick, dict(text.split("=") for text in TINY))
    path = complete / "arrays" / "e5-00011.npz"
    store = store_of("moose", config, complete)
    good, wanted = path.read_bytes(), store.get("e5-00011")
    wrong: Counter[str] = Counter()
    for text in (*(good[:n] for n in range(0, len(good), 17)), *(flipped(good, n) for n in range(0, len(good), 2))):
        path.write_bytes(text)
        try:
            found = store.get("e5-00011")
        except Mistake as mistake:
            assert str(path) in str(mistake)
        except Exception as error:
            wrong[repr(error)] += 1
        else:
            alike = all(key in found and found[key].tobytes() == wanted[key].tobytes() for key in wanted)
            wrong["another content was trusted"] += not alike
    assert not +wrong


def test_foreign_files_are_named_and_left_alone(complete: Path, lek: Any) -> None:
    before = snapshot(complete)
    strangers = [complete / name for name in ("notes.txt", "arrays/mine.npy", "arrays/.e1-00000.npz.17.part",
                                              "tables/.course.csv.17.part", "figures/.figure-4.png.17.part")]
    for path in strangers:
        path.write_text("keep me")
    (complete / "arrays" / "e5-00000.npz").unlink()
    code, _, err = lek(*words(TINY, complete))
    assert code == 0
    for path in strangers:
        assert f"lek: {path} is not part of this run and was left alone\n" in err
        assert path.read_text() == "keep me"
    assert len(err.splitlines()) == len(strangers)
    assert snapshot(complete) == before


def test_a_folder_of_another_config_is_refused_and_not_changed(complete: Path, lek: Any) -> None:
    before = snapshot(complete)
    code, _, err = lek(*words([*TINY, "rounds=6"], complete))
    assert code == 2 and one_sentence(err) and "rounds" in err and "5" in err and "6" in err and str(complete) in err
    code, _, err = lek(*words(TINY, complete, "--seed", "7"))
    assert code == 2 and one_sentence(err) and "seed" in err
    assert snapshot(complete) == before


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '{"study": "other"}', "\xff"])
def test_a_config_that_is_none_is_refused(text: str, tmp_path: Path, lek: Any) -> None:
    out = tmp_path / "run"
    out.mkdir()
    (out / "config.json").write_bytes(text.encode("latin-1"))
    code, _, err = lek(*words(TINY, out))
    assert code == 2 and one_sentence(err) and "another --out" in err
    assert (out / "config.json").read_bytes() == text.encode("latin-1") and len(list(out.iterdir())) == 1


def test_arrays_without_a_config_are_refused(complete: Path, lek: Any) -> None:
    made = finished(complete)
    (complete / "config.json").unlink()
    code, _, err = lek(*words(TINY, complete))
    assert code == 2 and one_sentence(err) and "config.json" in err and finished(complete) == made
    assert not (complete / "config.json").exists()


def test_places_where_no_run_can_be(tmp_path: Path, lek: Any) -> None:
    file = tmp_path / "file"
    file.write_text("keep me")
    code, _, err = lek(*words(TINY, file))
    assert code == 2 and one_sentence(err) and "is a file" in err
    for place in (file / "below", Path("/proc/nowhere/run"), Path("/proc/run")):  # even root may write to none of these
        code, _, err = lek(*words(TINY, place))
        assert code in (1, 2) and one_sentence(err) and str(place)[:6] in err, place
    assert file.read_text() == "keep me"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write to a read-only folder")
def test_a_read_only_folder(tmp_path: Path, lek: Any) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(0o555)
    code, _, err = lek(*words(TINY, closed / "run"))
    assert code == 1 and one_sentence(err) and str(closed) in err


@pytest.mark.parametrize(("settings", "named"), [
    (["experiments=8"], "experiments=8"), (["experiments="], "experiments="), (["replicates=0"], "replicates=0"),
    (["population=5", "elite=6"], "elite=6"), (["generation=5"], "generation"), (["rounds=x"], "rounds=x"),
    (["device=gpu"], "device=gpu"), (["sweep=perhaps"], "sweep=perhaps"),
])
def test_a_wrong_setting_is_told_in_a_sentence(settings: list[str], named: str, tmp_path: Path, lek: Any) -> None:
    code, _, err = lek(*words(settings, tmp_path / "run"))
    assert code == 2 and one_sentence(err) and named in err


# A full disk


def full_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full from the count-th file on."""
    calls = []

    def fsync(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > count:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.parametrize("count", [0, 1, 3, 5, 7])
def test_a_full_disk_is_one_sentence_and_loses_nothing(
    count: int, complete: Path, tmp_path: Path, lek: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The config is the first file, then four arrays, then results and tables."""
    out = tmp_path / "full"
    with monkeypatch.context() as patch:
        full_after(count, patch)
        code, _, err = lek(*words(TINY, out))
    assert code == 1 and one_sentence(err) and "No space left on device" in err
    made = finished(out)
    assert len(made) == max(0, min(count - 1, 4)), "all that was written before is there"
    assert not list(out.rglob("*.part")), "no half file takes up the space"
    code, _, err = lek(*words(TINY, out))
    assert code == 0 and err == ""
    assert snapshot(out) == snapshot(complete)
    assert made.items() <= finished(out).items()


def test_an_executor_that_was_brought_along_has_more_to_do_afterwards(
    complete: Path, tmp_path: Path
) -> None:
    """Also after a run that failed; one that the run made for itself is shut down."""
    config = configure(STUDY.quick, dict(text.split("=") for text in TINY))
    fails = with_work(lambda *given: {}[given[1]])
    with ThreadPoolExecutor(1) as executor:
        run("moose", UNDRAWN, config, tmp_path / "run", executor=executor)
        assert snapshot(tmp_path / "run") == snapshot(complete)
        with pytest.raises(KeyError, match="1"):
            run("moose", fails, config, tmp_path / "fails", executor=executor)
        assert executor.submit(int, "3").result() == 3
    before = threading.active_count()
    with pytest.raises(KeyError):
        run("moose", fails, config, tmp_path / "fails")
    for thread in threading.enumerate()[before:]:
        thread.join(60)
        assert not thread.is_alive()


# In a process of its own. Without figures unless told, so that a run takes a second.

DRIVER = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent such as nohup may have left it ignored
from pathlib import Path
from dataclasses import replace
import lek.studies
from lek.studies.moose import study
find, STUDY = lek.studies.find_study, study.STUDY
log, interrupt = os.environ.get("TEST_LOG"), os.environ.get("TEST_INTERRUPT")

def logged(name, task):
    def work(*given):
        if log:
            with open(log, "a") as file:
                file.write(name + "\\n")
        if interrupt == name:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.5)  # or all would be finished, and stored, before it is heard
        return task.work(*given)
    return task._replace(work=work)

def judged(config, arrays):
    if interrupt == "claims":
        os.kill(os.getpid(), signal.SIGINT)
    return STUDY.claims(config, arrays)

def found(name):
    if interrupt == "start":
        os.kill(os.getpid(), signal.SIGINT)
    return find(name)

study.STUDY = replace(STUDY, claims=judged, figures=lambda config, arrays, folder: [],
                      tasks=lambda config: {name: logged(name, task) for name, task in STUDY.tasks(config).items()})
lek.studies.find_study = found
from lek.cli import main
main()
"""


def drive(settings: list[str], out: Path, *more: str, limit: int | None = None, **environment: str) -> Any:
    def limited() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run([sys.executable, "-c", DRIVER, *words(settings, out, *more)], capture_output=True, text=True,
                          env={**os.environ, **environment}, preexec_fn=limited)


@pytest.mark.parametrize("moment", ["start", "e1-00011", "claims"])
def test_ctrl_c_ends_cleanly_and_leaves_a_run_that_goes_on(
    moment: str, complete: Path, tmp_path: Path, lek: Any
) -> None:
    out = tmp_path / "stopped"
    stopped = drive(TINY, out, "--threads", "1", TEST_INTERRUPT=moment)
    assert stopped.returncode == 130 and stopped.stdout == ""
    made = finished(out)
    if moment == "start":
        assert not out.exists() and "Traceback" not in stopped.stderr
    else:
        assert one_sentence(stopped.stderr) and "stopped" in stopped.stderr and str(out) in stopped.stderr
        assert (len(made) == 4) == (moment == "claims")
    assert lek(*words(TINY, out))[0] == 0
    assert snapshot(out) == snapshot(complete) and made.items() <= finished(out).items()


def test_a_limit_on_the_size_of_files_is_one_sentence(complete: Path, tmp_path: Path, lek: Any) -> None:
    """The kernel itself refuses a write in the middle of an array, as on a full disk; all is compiled by now."""
    settings = [*TINY, "experiments=1", "replicates=1", "generations=500"]
    out = tmp_path / "limited"
    stopped = drive(settings, out, limit=16_384)  # the array has about 40,000 bytes
    assert stopped.returncode == 1 and one_sentence(stopped.stderr) and "File too large" in stopped.stderr
    assert finished(out) == {} and not list(out.rglob("*.part"))
    assert lek(*words(settings, out))[0] == 0 and len(finished(out)) == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("no right to mount a small disk here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path, complete: Path, lek: Any) -> None:
    (small_disk / "filler").write_bytes(bytes(44 * 1024))
    out = small_disk / "run"
    code, _, err = lek(*words(TINY, out, "--threads", "1"))
    assert code == 1 and one_sentence(err) and "No space left on device" in err
    made = finished(out)
    assert len(made) < 4 and not list(out.rglob("*.part"))
    (small_disk / "filler").unlink()
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    code, _, err = lek(*words(TINY, out))
    assert code == 0 and err == ""
    assert snapshot(out) == snapshot(complete) and made.items() <= finished(out).items()


# SIGKILL, at every moment at which a file is on its way: a process forks itself once for each of them.

KILLS = """
import json, os, signal, sys
from pathlib import Path
from dataclasses import replace
from lek.studies.moose.study import STUDY
from lek.studies.run import run
from lek.studies.study import configure

root, settings = Path(sys.argv[1]), json.loads(sys.argv[2])
config = configure(STUDY.quick, settings)
study = replace(STUDY, figures=lambda *given: [])
real_fsync, real_replace = os.fsync, Path.replace
count = 0

def forked(out, at, how):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    try:
        def die():
            os.kill(os.getpid(), signal.SIGKILL)
        def fsync(descriptor):
            global count
            count += 1
            if count == at and how == "half":
                os.ftruncate(descriptor, os.fstat(descriptor).st_size // 2)
                die()
            real_fsync(descriptor)
            if count == at and how == "written":
                die()
        def replace(self, target):
            real_replace(self, target)
            if count == at and how == "placed":
                die()
            return target
        os.fsync, Path.replace = fsync, replace
        outcome = run("moose", study, config, out)
        with open(str(out) + ".told", "w") as file:
            json.dump([count, outcome.notices], file)
        os._exit(0)
    except BaseException:
        import traceback
        traceback.print_exc()
    finally:
        os._exit(9)

study.claims(config, {name: task.work(*task.given) for name, task in study.tasks(config).items()})  # compile before forking
assert forked(root / "undisturbed", 0, "") == 0
files = json.loads((root / "undisturbed.told").read_text())[0]
for how in ("half", "written", "placed"):
    for at in range(1, files + 1):
        out = root / f"{how}-{at}"
        assert forked(out, at, how) == signal.SIGKILL, (how, at)
        def standing():
            return {str(path): [path.stat().st_ino, path.stat().st_mtime_ns, path.stat().st_size]
                    for path in out.rglob("*") if path.suffix in (".npz", ".part")}
        before = standing()
        assert forked(out, 0, "") == 0, (how, at)
        after = standing()
        notices = json.loads((root / f"{how}-{at}.told").read_text())[1]
        print(json.dumps([how, at, before, after, notices]))
print(files)
"""


def test_sigkill_at_any_moment_of_writing_any_file(tmp_path: Path) -> None:
    settings = dict(text.split("=") for text in TINY)
    done = subprocess.run([sys.executable, "-c", KILLS, str(tmp_path), json.dumps(settings)], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    *rows, files = [json.loads(line) for line in done.stdout.splitlines()]
    assert files == 11 and len(rows) == 3 * files, "config, 4 arrays, results, 2 tables, claims, manifest, report"
    wanted = snapshot(tmp_path / "undisturbed")
    for how, at, before, after, notices in rows:
        out = tmp_path / f"{how}-{at}"
        assert snapshot(out) == wanted, (how, at)
        assert before.items() <= after.items(), "nothing finished was made again, nothing half-made was touched"
        arrays = [name for name in before if name.endswith(".npz")]
        assert len(arrays) == min(4, max(0, at - 1 - (how != "placed"))), "all but the chunk in flight was there"
        halves = [name for name in before if name.endswith(".part")]
        assert len(halves) == (how != "placed")
        for name in halves:
            assert any(name in sentence for sentence in notices), (how, at, name)


def test_sigkill_from_outside_at_several_moments_with_everything_drawn(tmp_path: Path) -> None:
    """Killed when so many arrays are there, or some milliseconds later; the last start is the real command."""
    undisturbed, out = tmp_path / "undisturbed", tmp_path / "killed"
    done = drive(LONG, undisturbed, "--threads", "2")
    assert done.returncode == 0, done.stderr
    log = tmp_path / "log"
    rng = np.random.default_rng(1)
    had: dict[str, tuple[int, int]] = {}
    kills = 0
    for enough, later in ((1, 0.0), (3, 0.0), (5, rng.uniform(0, 0.1)), (8, rng.uniform(0, 0.1))):
        process = subprocess.Popen([sys.executable, "-c", DRIVER, *words(LONG, out, "--threads", "2")],
                                   env={**os.environ, "TEST_LOG": str(log)}, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(finished(out)) < enough:
            time.sleep(0.001)
        time.sleep(later)
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        now = finished(out)
        assert had.items() <= now.items(), "nothing that was finished was made again"
        had = now
    assert kills >= 2, "at least the first kills came while there was work to do"
    halves = {path: path.read_bytes() for path in out.rglob("*.part")}
    done = subprocess.run([sys.executable, "-m", "lek.cli", *words(LONG, out, "--threads", "2")], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    assert (out / "figures" / "figure-5.png").exists() and (out / "report.html").exists()
    assert snapshot(out) == snapshot(undisturbed)
    assert had.items() <= finished(out).items() and len(finished(out)) == 11
    for path, held in halves.items():
        assert path.read_bytes() == held and str(path) in done.stderr
    started = Counter(log.read_text().split())
    assert max(started.values()) <= 1 + kills
    assert sum(started.values()) - len(started) <= 4 * kills, "a kill costs two chunks in work, two waiting to be saved"
