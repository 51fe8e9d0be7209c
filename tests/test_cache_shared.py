"""One cache is safe for any number of processes, for kills at any moment, full disks, damaged files and other users."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from lek import cache
from tests.cage import nobody

# Many processes, many layouts

LAYOUTS = """
import sys, time
import numpy as np
from lek import jit, record
from lek.dice import scramble

def told(rounds, sizes):
    for number in rounds:
        source = f"@njit\\ndef told(s):\\n    return {number} + s.field.shape[0] * 1000 + s.field[s.field.shape[0] - 1]"
        function = jit.build("told", source, {"scramble": scramble})["told"]
        for size in sizes:
            s = record([("field", "i8", (size,))])[0]
            s.field[size - 1] = 100
            if function(s) != number + size * 1000 + 100:
                print("wrong:", number, size, function(s))
"""
WRITE = LAYOUTS + """
for number in range(int(sys.argv[2])):
    while time.time() < float(sys.argv[3]) + number / 2:  # all at once
        pass
    told([number], [int(sys.argv[1])])
"""
READ = LAYOUTS + "told(range(int(sys.argv[2])), range(2, int(sys.argv[1])))"


def start(folder: Path, *words: Any, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "LEK_CACHE": str(folder), **environment})


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate()
    return process.returncode, out, err


def test_layouts_compiled_at_once_are_told_apart(tmp_path: Path) -> None:
    """Twelve processes compile one function for twelve layouts at once, round after round; some are killed over it."""
    luck, rounds, beginning = random.Random(1), 12, time.time() + 3
    writers = [start(tmp_path, "-c", WRITE, size, rounds, beginning) for size in range(2, 14)]
    for victim in writers[::4]:
        time.sleep(max(0.0, beginning + luck.uniform(0, 2) - time.time()))
        victim.kill()
    for process in writers:
        code, out, err = ended(process)
        assert (code, out, err) == (-signal.SIGKILL if process in writers[::4] else 0, "", "")
    for _ in range(2):
        assert ended(start(tmp_path, "-c", READ, 14, rounds)) == (0, "", "")


# Whole games

GAMES = [*(("moose", "random", "greedy", "--set", f"fields={k}", "--set", "rounds=20") for k in (2, 3, 5)),
         *(("organisms", "random", "simple-player", "--set", f"width={k}", "--set", "height=5", "--set", "rounds=20")
           for k in (5, 7)),
         *(("dots", "random", "random", "--set", f"columns={k}", "--set", "rows=2") for k in (2, 3)),
         *(("gunslinger", *["random"] * k, "--set", "f=2", "--set", "e=1") for k in (4, 5)),
         ("antwars", "random", "smart-humant"), ("simplexity", "random", "random"),
         ("moose", "nash", "nash", "--set", "fields=4")]


def play(folder: Path, number: int) -> subprocess.Popen[str]:
    return start(folder, "-P", "-m", "lek.cli", "tournament", *GAMES[number], "--games", "20", "--json")


@pytest.mark.slow
def test_every_result_is_that_of_a_private_cache(tmp_path: Path) -> None:
    """Twenty rounds of twelve processes with different games and settings, cold and warm, with kills."""
    alone = [ended(play(tmp_path / f"alone {number}", number)) for number in range(len(GAMES))]
    assert all(code == 0 and out for code, out, _ in alone), alone
    luck = random.Random(7)
    for turn in range(20):
        folder = tmp_path / f"shared {turn // 2}"  # every other round is warm, or half warm after kills
        running = [play(folder, number) for number in luck.sample(range(len(GAMES)), len(GAMES))]
        for victim in luck.sample(running, 4):
            time.sleep(luck.uniform(0, 1.5))
            victim.kill()
        for process in running:
            code, out, err = ended(process)
            assert code == -signal.SIGKILL or (err, out) in [(err, out) for _, out, err in alone], (process.args, err)
        assert [ended(play(folder, number)) for number in range(len(GAMES))] == alone


@pytest.mark.slow
def test_workers_of_pytest_share_a_cold_cache(tmp_path: Path) -> None:
    """`pytest -n` on an empty cache: two workers compile the same, and other things, at once."""
    words = ["-m", "pytest", "-q", "-n", "2", "-m", "not slow", "-p", "no:cacheprovider", "tests/games/moose/test_twin.py",
             "tests/games/gunslinger/test_twin.py", "tests/games/antwars/test_twin.py", "tests/games/dots/test_twin.py"]
    for _ in range(2):  # cold, then warm
        code, out, _ = ended(start(tmp_path, *words))
        assert code == 0, out[-2000:]


THREADS = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from lek import find_agent, find_game, play

def scores(fields):
    found = find_game("moose")
    game = found.build(fields=fields, rounds=20)
    return play(game, [find_agent(found, game, name) for name in ("greedy", "nash")], [[0, 1]] * 5, 1).scores.tolist()

with ThreadPoolExecutor(int(sys.argv[1])) as pool:
    print(json.dumps(list(pool.map(scores, range(2, 5)))))
"""


def test_threads_compile_at_once(tmp_path: Path) -> None:
    alone = ended(start(tmp_path / "alone", "-c", THREADS, 1))
    assert (alone[0], alone[2]) == (0, "")
    for _ in range(2):  # cold, then warm
        assert ended(start(tmp_path / "shared", "-c", THREADS, 3)) == alone


# Damage


GAME = ("tournament", "moose", "random", "greedy", "--set", "rounds=9", "--games", "4")
ALL = f"""
import sys
from lek.cli import app
for words in {GAME!r}, ("tournament", "dots", "random", "random", "--games", "4"), ("play", "antwars", "random", "random"):
    app([*words, "--json"], standalone_mode=False)
"""  # in one process


def compiled(folder: Path) -> tuple[int, str, str]:
    return ended(start(folder, "-c", ALL))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("warm")
    code, out, err = compiled(folder)
    assert (code, err) == (0, "")
    return folder, out


@pytest.mark.parametrize("harm", ["cut", "empty", "one bit", "another's", "folders"])
def test_damaged_files_are_made_anew(warm: tuple[Path, str], harm: str) -> None:
    folder, said = warm
    files = sorted(folder.rglob("*.code"))
    before = {path: path.read_bytes() for path in files}
    for path, other in zip(files, [*files[1:], files[0]], strict=True):
        whole = before[path]
        path.unlink()
        if harm == "folders":
            path.mkdir()
        else:
            path.write_bytes({"cut": whole[:-100], "empty": b"", "another's": before[other],
                              "one bit": whole[:-100] + bytes([whole[-100] ^ 4]) + whole[-99:]}[harm])
    assert len(files) > 5
    wrong = {path: harm == "folders" or path.read_bytes() for path in files}
    code, out, err = compiled(folder)
    assert (code, out) == (0, said)
    if harm == "folders":
        assert "cannot be kept" in err and len(err.splitlines()) == 1
        for path in files:
            path.rmdir()
        assert compiled(folder) == (0, said, "")
    else:
        assert err == ""
        assert [path for path in files if path.read_bytes() == wrong[path]] == []  # all are made anew
    for path in files:
        path.unlink(missing_ok=True)
    assert compiled(folder) == (0, said, "")


def test_a_full_disk_is_told_once_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited = f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); sys.argv[1:] = {GAME!r}; " \
              "from lek.cli import main; main()"
    code, out, err = ended(start(tmp_path / "full", "-c", limited))
    assert (code, len(err.splitlines())) == (0, 1)
    assert err.startswith("lek: what was compiled cannot be kept in") and "File too large" in err
    assert out.splitlines()[1:] == ended(start(tmp_path / "roomy", "-m", "lek.cli", *GAME))[1].splitlines()[1:]
    assert list((tmp_path / "full").rglob("*.part")) == []


def test_who_keeps_something_hears_whether_it_is_kept(tmp_path: Path) -> None:
    """A copy of a process that compiles goes by this: where nothing is kept, no further copies are made."""
    (tmp_path / "file").write_text("mine")
    assert cache.put(tmp_path / "new" / "folder", "name", b"code")
    assert cache.get(tmp_path / "new" / "folder", "name") == b"code"
    for place in (tmp_path / "file", tmp_path / "file" / "below", None):
        assert not cache.put(place, "name", b"code", quiet=True) and cache.get(place, "name") is None
    assert (tmp_path / "file").read_text() == "mine"


def test_drafts_of_the_killed_are_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEK_CACHE", str(tmp_path))
    first = cache.folder("own", "1" * 16)
    assert first is not None
    old, new = first / f"f.code.{'01234567' * 2}.part", first / f"g.code.{'89abcdef' * 2}.part"
    for draft in (old, new):
        draft.write_bytes(b"half")
    os.utime(old, (1e9, 1e9))
    cache.folder("own", "2" * 16)
    assert (old.exists(), new.exists()) == (False, True)


# Other users


def opened(place: Path | str, **environment: str) -> tuple[int, str, str]:
    """What a process says that compiles something with this cache folder."""
    return ended(start(Path(place), "-P", "-c", "from lek import dice, record; s = record(dice.STREAM)[0]; "
                                                "print(dice.roll(s))", **environment))


def test_what_another_user_could_have_written_is_not_read(tmp_path: Path) -> None:
    code, said, err = opened(tmp_path / "mine")
    assert (code, err) == (0, "") and said
    for name, harm in {"others may write": lambda path: path.chmod(0o666), "a link": link_to_itself}.items():
        files = sorted((tmp_path / "mine").rglob("*.code"))
        for path in files:
            harm(path)
        assert all(cache.get(path.parent, path.name) is None for path in files), name
    file = files[0]
    cache.put(file.parent, file.name, b"mine again")
    assert cache.get(file.parent, file.name) == b"mine again"
    if os.geteuid() == 0:
        os.chown(file, 12345, 12345)
        assert cache.get(file.parent, file.name) is None


def link_to_itself(path: Path) -> None:
    there = path.rename(path.with_suffix(".there"))
    there.chmod(0o600)
    path.symlink_to(there)


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    places = {"open": "others may write to it", "link": "is a link", "file": "cannot be written"}
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "link").symlink_to(tmp_path / "open")
    (tmp_path / "file").write_text("mine")
    if os.geteuid() == 0:
        places["theirs"] = "belongs to another user"
        (tmp_path / "theirs").mkdir(mode=0o700)
        os.chown(tmp_path / "theirs", 12345, 12345)
    for name, reason in places.items():
        code, said, err = opened(tmp_path / name)
        assert code == 0 and said, err
        assert len(err.splitlines()) == 1
        assert err.startswith("lek: compiled code is not kept") and reason in err and str(tmp_path / name) in err
        assert (tmp_path / name).is_file() or list((tmp_path / name).iterdir()) == []


def test_a_user_without_a_home_gets_a_folder_that_is_private(tmp_path: Path) -> None:
    """As for services and in containers: no HOME, and a user number that no list of users knows."""
    asked = "from lek import cache; print(cache.root())"
    environment = {key: value for key, value in os.environ.items() if key not in ("HOME", "LEK_CACHE", "XDG_CACHE_HOME")}
    environment["TMPDIR"] = str(tmp_path)
    for words in ([sys.executable, "-c", f"import pwd; pwd.getpwuid = dict().__getitem__; {asked}"],
                  [sys.executable, "-c", f"import pwd; pwd.getpwuid = dict().__getitem__; {asked}"]):
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        assert (done.stdout, done.stderr) == (f"{tmp_path}/lek-{os.geteuid()}\n", "")
        assert (tmp_path / f"lek-{os.geteuid()}").stat().st_mode & 0o777 == 0o700
    (tmp_path / f"lek-{os.geteuid()}").chmod(0o770)  # somebody was here first
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert done.stdout == "None\n" and "others may write to it" in done.stderr


def test_where_no_folder_takes_a_byte_lek_works_all_the_same(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("LEK_CACHE", "XDG_CACHE_HOME")}
    words = ["bash", "-c", f"ulimit -f 0; {sys.executable} -m lek.cli games --json"]
    done = subprocess.run(words, env={**environment, "HOME": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and '"moose"' in done.stdout


def test_what_was_compiled_is_used_where_nothing_can_be_added() -> None:
    """As where homes are read-only on the nodes of a cluster."""
    with nobody() as jail:
        words = ("-P", "-m", "lek.cli", *GAME, "--json")
        first = jail.run(*words, LEK_CACHE="cache")
        folders = [*(jail.folder / "cache").rglob("*")]
        for path in (jail.folder / "cache", *folders):
            path.chmod(0o500 if path.is_dir() else 0o400)
        assert jail.run(*words, LEK_CACHE="cache").stdout == first.stdout
        assert jail.run(*words, LEK_CACHE="cache").stderr == first.stderr == ""
        other = jail.run(*words, "--set", "fields=4", LEK_CACHE="cache")
        assert other.returncode == 0 and "cannot be kept" in other.stderr and len(other.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user that nobody knows")
def test_the_command_line_works_for_a_user_that_nobody_knows() -> None:
    with nobody() as jail:
        done = jail.run("-P", "-m", "lek.cli", "games", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        assert '"moose"' in done.stdout
