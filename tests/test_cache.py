"""The compile cache: what was compiled is not compiled again, and no edit in any file ever runs stale code.

Every start is a process of its own. What it compiles is a file in the cache, which nobody changes afterwards.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lek import cache as kept
from lek import jit

HOUSE = Path(jit.__file__).parent
TOURNAMENT = ("-m", "lek.cli", "tournament", "moose", "random", "random", "--games", "3", "--json")


def python(cache: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run([sys.executable, "-P", *words], capture_output=True, text=True,
                          env={**environment, "LEK_CACHE": str(cache), **more})
    assert done.returncode == 0, done.stderr
    return done


def compiled(cache: Path) -> dict[str, str]:
    """The files of code in the cache, each with a hash and the number that a file written anew would change."""
    return {str(path): f"{path.stat().st_ino} {hashlib.sha256(path.read_bytes()).hexdigest()}"
            for path in sorted(cache.rglob("*.code"))}


def edit(path: Path, before: str, after: str) -> None:
    """What a person does a minute later: Python itself tells edits apart by size and whole seconds."""
    text, at = path.read_text(), path.stat().st_mtime
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))
    os.utime(path, (at + 60, at + 60))


# A second start


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache in which the tournament was played once, and what that said; nothing was written anywhere else."""
    cache, home = tmp_path_factory.mktemp("warm"), tmp_path_factory.mktemp("home")
    said = subprocess.run([sys.executable, *TOURNAMENT], cwd=home, check=True, capture_output=True, text=True,
                          env={**os.environ, "LEK_CACHE": str(cache), "HOME": str(home)}).stdout
    assert compiled(cache)
    assert list(home.iterdir()) == []
    return cache, said


def test_a_second_start_compiles_nothing(warm: tuple[Path, str]) -> None:
    cache, said = warm
    before = compiled(cache)
    assert python(cache, *TOURNAMENT).stdout == said
    assert compiled(cache) == before


def test_other_settings_and_other_numbers_of_games_compile_nothing(warm: tuple[Path, str]) -> None:
    before = compiled(warm[0])
    python(warm[0], *TOURNAMENT, "--games", "200", "--threads", "2", "--seed", "5", "--set", "preset=contest")
    assert compiled(warm[0]) == before


@pytest.mark.parametrize("cache", ["file", "file/below", "/proc/nowhere"])
def test_a_cache_that_cannot_be_written_is_done_without(cache: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "tmp").mkdir()
    done = python(tmp_path / cache, "-c", "import lek; print(lek.play, lek.find_game('moose').build().name)",
                  TMPDIR=str(tmp_path / "tmp"))
    assert done.stdout.endswith(" moose\n")
    assert (tmp_path / "file").read_text() == "mine"


def folders(cache: Path) -> list[Path]:
    """The folders named by a hash of sources."""
    return sorted(path for path in cache.rglob("*") if re.fullmatch("[0-9a-f]{16}", path.name))


def test_caches_of_older_sources_are_forgotten(tmp_path: Path) -> None:
    python(tmp_path, "-c", "import lek; lek.Game")
    [ours] = folders(tmp_path)
    shutil.rmtree(ours)
    old = [ours.parent / f"{number:016x}" for number in range(kept.KEPT_FOLDERS + 3)]
    for age, folder in enumerate(reversed(old)):
        folder.mkdir(parents=True)
        os.utime(folder, (1e9 - age, 1e9 - age))
    python(tmp_path, "-c", "import lek; lek.Game")
    assert folders(tmp_path) == sorted([ours, *old[-(kept.KEPT_FOLDERS - 1):]])


@pytest.mark.parametrize("place", [".", "own"])
def test_what_is_no_cache_is_never_removed(tmp_path: Path, place: str) -> None:
    """Not even where a folder of somebody's is named as the cache."""
    names = [f"{place}/photos {number}/moose.jpg" for number in range(kept.KEPT_FOLDERS + 5)]
    names += [f"{place}/film.part", f"{place}/photos 1/film.part", f"{place}/{'0' * 16}.part"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("mine")
        os.utime(tmp_path / name, (1e9, 1e9))
    python(tmp_path, "-c", "import lek; lek.Game")
    assert all((tmp_path / name).read_text() == "mine" for name in names)


LEFT = """
import gc
from numba.core.codegen import CPUCodeLibrary
from lek import find_agent, find_game, play
found = find_game("moose")
game = found.build(rounds=5)
agents = [find_agent(found, game, name) for name in found.players]
play(game, agents, [[0, 1]], 0)
print(sum(isinstance(each, CPUCodeLibrary) for each in gc.get_objects()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere functions are compiled in the process that needs them")
def test_what_compiling_leaves_in_memory_is_gone(tmp_path: Path) -> None:
    """A process holds the functions that it calls, and not the hundreds that these are made of."""
    cold, warm = (int(python(tmp_path / "cache", "-c", LEFT).stdout) for _ in range(2))
    assert cold == warm < 20


# Edits


SCRIPT = """
import json
from lek import __file__ as where, find_agent, find_game
from lek.playing import play
found = find_game("moose")
game = found.build(rounds=20)
played = play(game, [find_agent(found, game, "random")] * 2, [[0, 1], [1, 0]], 3, deal=[0, 0])
visits = played.measures[:, :, 1:4]
meals = visits.sum(2) - played.measures[:, :, 0]
print(json.dumps([where, played.scores.tolist(), meals.tolist(), visits.tolist()]))
"""


NO_COPY = """
import os, signal
{how}
from lek import dice, record
s = record(dice.STREAM)[0]
print(dice.roll(s))
"""


@pytest.mark.parametrize("how", [
    "signal.signal(signal.SIGCHLD, signal.SIG_IGN)", "from errno import EAGAIN\ndef fork(): raise OSError(EAGAIN, 'no')\n"
    "os.fork = fork"])
def test_where_no_copy_can_be_made_or_waited_for_it_is_compiled_here(tmp_path: Path, how: str) -> None:
    done = python(tmp_path / "here", "-c", NO_COPY.format(how=how))
    assert done.stdout == python(tmp_path / "there", "-c", NO_COPY.format(how="")).stdout != ""
    assert done.stderr == ""


def test_an_edit_in_any_file_of_lek_is_seen(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(HOUSE, copy / "lek", ignore=shutil.ignore_patterns("__pycache__"))

    def start(**more: str) -> tuple[Any, Any, Any]:
        """Scores, how often each moose ate, and where it went."""
        where, *told = json.loads(python(tmp_path / "cache", "-c", SCRIPT, PYTHONPATH=str(copy), **more).stdout)
        assert Path(where) == copy / "lek" / "__init__.py"
        return tuple(told)

    scores, meals, visits = start()
    assert scores != meals
    edit(copy / "lek" / "games" / "moose.py", "return capacity * GAINS[place]", "return 1.0")
    assert start() == (meals, meals, visits)
    edit(copy / "lek" / "dice.py", "return z ^ (z >> 31)", "return z ^ (z >> 29)")
    after = start()
    assert after[2] != visits
    assert after == start(NUMBA_DISABLE_JIT="1")


GAME = """
from lek import Game, configurable, record, rule, strategy
from numbers_of_mine import MOVES
from rules_of_mine import prize

PLAYERS = {}


@strategy(PLAYERS)
def zero(g, m, v):
    return 0


@rule
def start(s):
    s.left = MOVES


@rule
def actor(s):
    return s.left % 2 if s.left > 0 else -1


@rule
def legal(s, a):
    return a == 0


@rule
def step(s, a):
    s.total[s.left % 2] += prize() * 1
    s.left -= 1


@rule
def score(s, seat):
    return s.total[seat]


@configurable({})
def mine():
    return Game("mine", record([("left", "i4"), ("total", "f8", (2,))]), 2, start, actor, legal, step, score, 1, 9)
"""
PLAY = """
import sys
from lek import find_agent, find_game
from lek.playing import play
found = find_game(sys.argv[1])
game = found.build(**dict(word.split("=") for word in sys.argv[2:]))
print(play(game, [find_agent(found, game, "zero")] * 2, [[0, 1]], 0).scores[0].astype(int).tolist())
"""


def scores_of(game: Path, *settings: str) -> str:
    return python(game.parents[1] / "cache", "-c", PLAY, str(game), *settings).stdout.strip()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A game of one's own in three files."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "game.py").write_text(GAME)
    (folder / "rules_of_mine.py").write_text("from lek import rule\n\n\n@rule\ndef prize():\n    return 1.0\n")
    (folder / "numbers_of_mine.py").write_text("MOVES = 3\n")
    return folder / "game.py"


def test_an_edit_in_any_file_of_a_game_outside_is_seen(outside: Path, tmp_path: Path) -> None:
    assert scores_of(outside) == "[1, 2]"
    before = compiled(tmp_path / "cache")
    assert scores_of(outside) == "[1, 2]"
    assert compiled(tmp_path / "cache") == before
    edit(outside.with_name("rules_of_mine.py"), "1.0", "7.0")
    assert scores_of(outside) == "[7, 14]"
    edit(outside.with_name("numbers_of_mine.py"), "3", "5")
    assert scores_of(outside) == "[14, 21]"
    edit(outside, "* 1", "* 2")
    assert scores_of(outside) == "[28, 42]"


def test_a_cache_in_use_is_not_forgotten(outside: Path, tmp_path: Path) -> None:
    """As when somebody plays every day and edits a game of their own a dozen times."""
    assert scores_of(outside) == "[1, 2]"
    ours = Path(python(tmp_path / "cache", "-c", "from lek import dice, jit; print(jit.cache_folder()); dice.scramble(1)")
                .stdout.strip())
    before = compiled(ours)
    assert before
    os.utime(ours, (1e9, 1e9))
    for place in {folder.parent for folder in folders(tmp_path)}:
        for number in range(kept.KEPT_FOLDERS - 1):
            (place / f"{number:016x}").mkdir()
    edit(outside, "* 1", "* 2")
    assert scores_of(outside) == "[2, 4]"
    assert compiled(ours) == before


def test_a_rule_made_for_its_settings_is_not_taken_for_another(outside: Path) -> None:
    text = outside.read_text()
    step = text[text.index("@rule\ndef step"):text.index("@rule\ndef score")]
    inside = "".join(f"    {line}\n" if line else "" for line in step.replace("prize() * 1", "price").split("\n"))
    outside.write_text(text.replace(step, "").replace("@configurable({})\ndef mine():\n", (
        'from lek import Setting\n\n\n@configurable({"price": Setting(1, 1, 9)})\ndef mine(price):\n' + inside)))
    assert scores_of(outside, "price=1") == "[1, 2]"
    assert scores_of(outside, "price=5") == "[5, 10]"


def test_an_edit_in_a_data_file_is_seen(outside: Path) -> None:
    outside.with_name("numbers_of_mine.py").write_text(
        "from pathlib import Path\n\nMOVES = int(Path(__file__).with_name('moves.txt').read_text())\n")
    outside.with_name("moves.txt").write_text("3")
    assert scores_of(outside) == "[1, 2]"
    outside.with_name("moves.txt").write_text("5")
    assert scores_of(outside) == "[2, 3]"


def test_an_edit_within_the_second_is_seen(outside: Path) -> None:
    numbers = outside.with_name("numbers_of_mine.py")
    os.utime(numbers, (1e9, 1e9))
    assert scores_of(outside) == "[1, 2]"
    numbers.write_text("MOVES = 5\n")
    os.utime(numbers, (1e9 + 0.5, 1e9 + 0.5))
    assert scores_of(outside) == "[2, 3]"


ASK = """
import sys
from lek import cache as kept
from lek import jit
prize = jit.load(sys.argv[1]).prize
print(jit.build("ask", "@njit\\ndef ask():\\n    return prize()", {"prize": prize})["ask"]())
"""
HEAD = "from lek import rule\n\n\n@rule\ndef prize("
WAYS = {  # how a rule may come by a number 3: its own file, with the number; another file, with the number
    "in itself": (HEAD + "):\n    return 3\n", ""),
    "from a file": ("from other import number\n" + HEAD + "):\n    return number\n", "number = 3\n"),
    "from a module": ("import other\n" + HEAD + "):\n    return other.number\n", "number = 3\n"),
    "from a module in a package": ("import package.inner\n" + HEAD + "):\n    return package.inner.number\n",
                                   "number = 3\n"),
    "as a default": (HEAD + "number=3):\n    return number\n", ""),
    "from an enumeration": ("from other import Number\n" + HEAD + "):\n    return Number.LUCKY.value\n",
                            "from enum import IntEnum\n\n\nclass Number(IntEnum):\n    LUCKY = 3\n"),
    "from a large table": ("from other import table\n" + HEAD + "):\n    return table[0][1500]\n",
                           "import numpy as np\n\ntable = (np.zeros(9999, int),)\ntable[0][1500] = 3\n"),
    "inside a comprehension": ("from other import number\n" + HEAD + "):\n    return max([number for _ in range(2)])\n",
                               "number = 3\n"),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_edit_is_seen_however_a_rule_comes_by_it(way: str, tmp_path: Path) -> None:
    own, other = tmp_path / "own.py", tmp_path / "other.py"
    own.write_text(WAYS[way][0])
    if "package" in way:
        (tmp_path / "package").mkdir()
        other = tmp_path / "package" / "inner.py"
    other.write_text(WAYS[way][1])

    def start() -> str:
        return python(tmp_path / "cache", "-c", ASK, str(own)).stdout

    assert start() == "3\n"
    edit(other if "3" in WAYS[way][1] else own, "3", "8")
    assert start() == "8\n"


def test_a_rule_that_calls_numpy_is_compiled_once(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("import numpy as np\n" + HEAD + "):\n    return np.sum(np.ones(3))\n")
    for _ in range(2):
        assert python(tmp_path / "cache", "-c", ASK, str(tmp_path / "own.py")).stdout == "3.0\n"
    assert len(list((tmp_path / "cache").rglob("ask-*.code"))) == 1


MANY = """
from lek import find_agent, find_game
from lek.playing import play
found = find_game("game.py")
game = found.build()
for name in found.players:
    play(game, [find_agent(found, game, name)] * 2, [[0, 1]], 0)
"""


def test_kernels_of_one_game_outside_share_a_folder(
    outside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(outside.parent)
    too = "@strategy(PLAYERS)\ndef too(g, m, v):\n    return 0 * v.left\n\n\n"
    edit(outside, "@rule\ndef start", f"{too}@rule\ndef start")
    python(tmp_path / "cache", "-c", MANY)
    assert len(folders(tmp_path / "cache")) == 3  # of Lek, of this game's rules, and of all its kernels


# Layouts


BOARDS = """
import sys
import numpy as np
from lek import find_agent, find_game, play
found = find_game("organisms")
for side in map(int, sys.argv[1].split(",")):
    game = found.build(species=2, width=side, height=side, rounds=40, p=0.2)
    agents = [find_agent(found, game, name) for name in ("random", "simple-player")]
    print(side, play(game, agents, np.tile([0, 1], (20, 1)), 1, threads=1).measures[:, :, :2].sum())
"""


def test_two_layouts_compiled_in_two_processes_do_not_take_each_others_code(tmp_path: Path) -> None:
    """numba names a compiled function by the number a record has in the process: two processes give two the same."""
    sizes = ("3", "7")
    alone = [python(tmp_path / "cache", "-c", BOARDS, side).stdout for side in sizes]
    assert alone[0].split()[1] != alone[1].split()[1]
    for order in (sizes, sizes[::-1]):
        both = python(tmp_path / "cache", "-c", BOARDS, ",".join(order)).stdout
        assert both == "".join(alone[sizes.index(side)] for side in order)
