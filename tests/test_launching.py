"""Launchers: how the process of a file is started, and what it may use, in Python and in C alike."""

from __future__ import annotations

import copy
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import launching
from lek.find import find_agent, find_game
from lek.launching import LAUNCHERS, PLAIN, Launcher, Limits
from lek.outside import Apart, Misconduct, PythonFile
from lek.playing import play
from lek.settings import Mistake
from lek.work import Spec, Work

FOUND = find_game("antwars")
GAME = FOUND.build()
MEMORY, SPACE = 150 << 20, 200 << 20  # bytes: what a file takes, and what it may have
ANTS = {  # what an ant does in its first move: it takes memory, opens files, or computes for half a second
    ".py": {"memory": f"room = bytearray({MEMORY})",
            "files": "files = [open(__file__) for _ in range(50)]",
            "cpu": "import time\n    end = time.process_time() + 0.6\n    while time.process_time() < end: pass"},
    ".c": {"memory": f"char *p = malloc({MEMORY}); if (!p) exit(9); memset(p, 1, {MEMORY}); free(p);",
           "files": "for (int i = 0; i < 50; i++) if (open(\"/dev/null\", 0) < 0) exit(9);",
           "cpu": "long end = clock() + 6 * CLOCKS_PER_SEC / 10; while (clock() < end);"},
}
TEXT = {
    ".py": "def act(view):\n    {}\n    return 0\n",
    ".c": "#include <fcntl.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n"
          "int Move(int grid[11][11], int row, int column) {{ {} return 0; }}\n"}
Make = Callable[..., Apart]


def limited(argv: Sequence[str], folder: str, limits: Limits) -> list[str]:
    """A launcher of util-linux: every limit is an option of one program."""
    options = {"cpu": "cpu", "memory": "as", "files": "nofile"}
    return ["prlimit", *(f"--{options[name]}={value}" for name, value in limits.asked.items()), "--", *PLAIN.command(
        argv, folder, limits)]


LIMITED = Launcher(limited, ("cpu", "memory", "files"))


@pytest.fixture
def ant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """An ant's file that does this in a move, as it is found by its path."""
    if shutil.which("prlimit") is None:
        pytest.skip("there is no prlimit here")
    monkeypatch.setitem(LAUNCHERS, "limited", LIMITED)
    made: list[Apart] = []

    def make(kind: str, what: str, launcher: str = "limited", **limits: Any) -> Apart:
        path = tmp_path / f"ant{len(made)}{kind}"
        path.write_text(TEXT[kind].format(ANTS[kind].get(what, what)))
        found = find_agent(FOUND, GAME, str(path), 5.0, None, launcher, Limits(**limits)).outsider
        assert isinstance(found, Apart)
        made.append(found)
        return found

    yield make
    for file in made:
        file.close()


def move(file: Any) -> int:
    view = GAME.blank_view()[0]
    return int(file.choose(view, lambda action: True, None))


def moves(file: Any, number: int = 1) -> list[int]:
    file.begin(GAME, 0, 1)
    return [move(file) for _ in range(number)]


@pytest.mark.parametrize("kind", ANTS)
@pytest.mark.parametrize("limit, wide, tight", [("memory", MEMORY + SPACE, SPACE // 2), ("files", 80, 40)])
def test_a_limit_reaches_the_process_of_a_file(ant: Make, kind: str, limit: str, wide: int, tight: int) -> None:
    assert moves(ant(kind, limit, **{limit: wide})) == [0]
    with pytest.raises(Misconduct, match=r"MemoryError|Too many open files|exit code 9"):
        moves(ant(kind, limit, **{limit: tight}))


@pytest.mark.parametrize("kind", ANTS)
def test_no_game_pays_for_what_an_earlier_one_has_used(ant: Make, kind: str) -> None:
    """Three games of 0.6 s are within a second each; a game of two such moves is not."""
    file = ant(kind, "cpu", cpu=1)
    assert [moves(file) for _ in range(3)] == [[0]] * 3
    with pytest.raises(Misconduct, match=r"killed"):
        moves(file, 2)
    assert moves(file) == [0]


def test_a_process_that_is_not_limited_serves_all_games(ant: Make) -> None:
    text = "import os\n    return os.getpid()"
    for launcher, limits, processes in (("limited", {}, 1), ("plain", {}, 1), ("limited", {"files": 40}, 3)):
        file = ant(".py", text, launcher, **limits)
        assert len({(moves(file)[0], id(file._end)) for _ in range(3)}) == processes


def test_a_launcher_is_given_the_folder_and_the_whole_command(ant: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def noted(argv: Sequence[str], folder: str, limits: Limits) -> list[str]:
        seen.append((list(argv), folder, limits))
        return [*argv]

    monkeypatch.setitem(LAUNCHERS, "noted", Launcher(noted, ("network",)))
    file = ant(".py", "import os\n    assert os.listdir('.') == [] and os.getcwd() == os.environ['HOME']", "noted",
               network=False)
    assert moves(file) == [0]
    argv, folder, limits = seen[-1]
    assert Path(folder).name.startswith("lek-") and limits == Limits(network=False)
    assert any(word.endswith("outside_guard.py") for word in argv) and str(file.path) in argv


@pytest.mark.parametrize("limits, sentence", [
    (Limits(memory=1 << 30), "the launcher plain cannot limit memory: leave that out, or choose a launcher that can; here "
                             "none can"),
    (Limits(cpu=3, network=False), "the launcher plain cannot limit cpu and network: "),
    (Limits(memory=0), "memory=0 does not work: memory is a whole number, 1 or more"),
    (Limits(files=2.5), "files=2.5 does not work"),  # type: ignore[arg-type]
    (Limits(network=1), "network=1 does not work: it is True or False"),
    (Limits(seconds=0), "seconds=0 does not work: it is a number of seconds a game, more than 0"),
])
def test_plain_claims_no_limit_that_it_cannot_enforce(tmp_path: Path, limits: Limits, sentence: str) -> None:
    (tmp_path / "ant.py").write_text("def act(view):\n    return 0\n")
    with pytest.raises(Mistake) as caught:
        PythonFile(tmp_path / "ant.py", limits=limits)
    assert str(caught.value).startswith(sentence)


def test_who_could_is_named(ant: Make) -> None:
    with pytest.raises(Mistake, match=r"the launcher plain cannot limit files: .* here limited can$"):
        ant(".py", "files", "plain", files=3)
    with pytest.raises(Mistake, match=r"the launcher limited cannot limit processes: .* here none can$"):
        ant(".py", "files", processes=3)


def test_a_launcher_that_is_not_there(ant: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Mistake, match="there is no launcher called 'plane'; did you mean plain"):
        ant(".py", "files", "plane")
    missing = Launcher(lambda argv, folder, limits: ["sandbox-of-tomorrow", *argv])
    monkeypatch.setitem(LAUNCHERS, "missing", missing)
    with pytest.raises(Mistake, match="the launcher missing needs the program sandbox-of-tomorrow, which is not installed"):
        ant(".c", "files", "missing")


def test_a_contest_is_asked_for_with_its_launcher_and_limits(ant: Make, tmp_path: Path) -> None:
    """They travel in the Spec, from which workers build the agents, and what is kept belongs to them."""
    file = ant(".py", "memory", memory=MEMORY + SPACE)
    texts = (str(file.path), "random")
    for space, faults in ((MEMORY + SPACE, 0), (SPACE // 2, 2)):
        spec = Spec("antwars", (), texts, launcher="limited", limits=Limits(memory=space))
        game, agents = spec.build()
        played = Work(spec, tmp_path / "run", {}).play(game, agents, np.array([[0, 1], [1, 0]]), 1, deal=np.zeros(2, int),
                                                                threads=1)
        assert len(played.faults) == faults
        assert spec.asked()["launcher"] == "limited" and spec.asked()["limits"]["memory"] == space


# One file, one content


def test_copies_play_what_was_read_at_first(tmp_path: Path) -> None:
    """A file that meets itself brings a twin, which is made in the middle of a contest."""
    path = tmp_path / "changes.py"
    path.write_text("def act(view):\n    return 0\n")
    with PythonFile(path) as file:
        path.write_text("def act(view):\n    return 1\n")
        with copy.copy(file) as twin:
            assert moves(file) == moves(twin) == [0]


def test_a_file_that_is_changed_during_a_contest_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers read files when they start: what they would play then is not what the results belong to."""
    path = tmp_path / "rival.py"
    path.write_text("def act(view):\n    return 0\n")
    spec = Spec("antwars", (), (str(path), "random"))
    work = Work(spec, tmp_path / "run", {})
    path.write_text("def act(view):\n    return 1\n")
    with pytest.raises(Mistake, match=r"rival\.py was changed while it was being played with"):
        work.spec.build()
    path.write_text("def act(view):\n    return 0\n")
    game, agents = work.spec.build()
    assert play(game, agents, [[0, 1]], 1).faults == []


def test_a_bot_that_rewrites_a_rivals_file_ends_the_contest(tmp_path: Path) -> None:
    """As another process would find it, after the first games were played."""
    path, rival = tmp_path / "vandal.py", tmp_path / "rival.py"
    path.write_text(f"open({str(rival)!r}, 'w').write('def act(view):\\n    return 7\\n')\ndef act(view):\n    return 0\n")
    rival.write_text("def act(view):\n    return 0\n")
    spec = Spec("antwars", (), (str(path), str(rival)))
    work = Work(spec, tmp_path / "run", {})
    game, agents = spec.build()
    try:
        play(game, agents, [[0, 1]], 1)
        with pytest.raises(Mistake, match=r"rival\.py was changed"):
            work.spec.build()
    finally:
        for agent in agents:
            assert isinstance(agent.outsider, Apart)
            agent.outsider.close()


def test_the_plain_launcher_is_a_namespace_where_there_is_one(guarded: str) -> None:
    argv = PLAIN.command(["a", "b"], os.getcwd(), Limits())
    assert argv == [*launching.namespace(), "a", "b"] and (len(argv) > 2) == (guarded == "namespace")
