"""A class sends in its files: whoever fails is hurt alone, and is told where; nobody sees more than the view."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

Moves = Callable[[int], int | None]  # what a moose does in round 0, 1, ...; None: it stays away
CONTEST = ("--set", "preset=contest")


def contest(left: Moves, right: Moves, rounds: int = 100) -> list[float]:
    """Scores under the contest's rule (rulebook, 1.2), the slow and obvious way; who stays away disturbs nothing."""
    x, scores = [1.0, 1.0, 1.0], [0.0, 0.0]
    for number in range(rounds):
        fields = [left(number), right(number)]
        for k in range(3):
            there = [moose for moose in (0, 1) if fields[moose] == k]
            if len(there) == 1:
                scores[there[0]] += 10 / (1 + math.exp(-x[k])) - 5
            x[k] = max(0.0, x[k] - 1) if there else x[k] + 1
    return scores


FILES = {
    "first": "def act(view):\n    return 0\n",
    "rounds": "def act(view):\n    return view.turn % 3\n",
    "exits": """
        import sys
        def act(view):
            if view.turn == 4:
                sys.exit(3)
            return 0
    """,
    "prints": """
        import sys
        print("hello" * 1000)
        def act(view):
            print("here I am " * 10000)
            print("and here", file=sys.stderr)
            return 0
    """,
    "raises": """
        def act(view):
            if view.turn == 3:
                raise RuntimeError("boom")
            return 0
    """,
    "returns": """
        def act(view):
            return 7 if view.turn >= 5 else 0
    """,
    "syntax": "def act(view)\n    return 0\n",
}
FAULTS = {  # file: the first round it fails, line, what is said
    "exits": (5, 4, "the file called sys.exit(3)"),
    "raises": (4, 3, "RuntimeError: boom"),
    "returns": (6, 1, "7 is not a legal action"),
    "syntax": (0, 1, "SyntaxError: expected ':'"),
}


def moves_of(name: str) -> Moves:
    """What the file does, with nothing done from the round of its first fault."""
    fails = max(1, FAULTS[name][0]) - 1 if name in FAULTS else math.inf
    return lambda number: None if number >= fails else number % 3 if name == "rounds" else 0


def write(folder: Path, files: dict[str, str]) -> list[str]:
    """What `agents/*.py` expands to."""
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(dedent(text).lstrip("\n"))
    return [f"{folder.name}/{path.name}" for path in sorted(folder.glob("*.py"))]


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The tournament of good and bad files, as a program prints it: with JSON, and again as a table."""
    folder = tmp_path_factory.mktemp("class")
    files = write(folder / "agents", FILES)
    words = ["tournament", "moose", *files, *CONTEST, "--games", "2", "--seconds", "20"]
    done, table = (subprocess.run([sys.executable, "-m", "lek.cli", *words, "--no-self-play", *more], cwd=folder,
                                  capture_output=True, text=True) for more in (["--json"], []))
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout), table


def test_only_the_offender_is_hurt(tournament: Any) -> None:
    told, _ = tournament
    names = [Path(row["name"]).stem for row in told["agents"]]
    assert names == sorted(FILES)
    assert len(told["pairs"]) == len(FILES) * (len(FILES) - 1) // 2
    for pair in told["pairs"]:
        left, right = (names[i] for i in pair["agents"])
        assert pair["games"] == 2
        assert pair["means"] == pytest.approx(contest(moves_of(left), moves_of(right)), rel=1e-9), (left, right)


def test_every_fault_is_told_with_file_line_and_round(tournament: Any) -> None:
    told, _ = tournament
    faults: dict[str, list[Any]] = {}
    for fault in told["faults"]:
        assert {key: type(value) for key, value in fault.items()} == {
            "agent": str, "game": int, "turn": int, "kind": str, "text": str, "times": int}
        faults.setdefault(fault["agent"], []).append(fault)
    assert {Path(name).stem for name in faults} == set(FAULTS)
    for name, (number, line, text) in FAULTS.items():
        [told_of] = faults[f"agents/{name}.py"]
        assert (told_of["turn"], told_of["text"]) == (number, f"{name}.py, line {line}: {text}")
        games = 2 * (len(FILES) - 1)
        assert told_of["times"] == games * (95 if name == "returns" else 1)
        assert told_of["game"] == min(game for game in range(len(told["pairs"]) * 2)
                                      if sorted(FILES).index(name) in told["pairs"][game // 2]["agents"])


def test_people_are_told_once_about_each_offender(tournament: Any) -> None:
    _, table = tournament
    assert table.returncode == 0
    lines = table.stderr.splitlines()
    assert all(line.startswith("lek: ") for line in lines)
    for name, (number, line, text) in FAULTS.items():
        told_of = [said for said in lines if f"agents/{name}.py, game" in said]
        assert len(told_of) == 1
        assert f"round {number}: {name}.py, line {line}: {text} (" in told_of[0]
    assert len(lines) == 1 + len(FAULTS)  # and that moves are asked for one by one
    assert "here I am" not in table.stdout + table.stderr
    assert [line.split()[1] for line in table.stdout.splitlines() if line[:2] == "1."] == ["agents/rounds.py"]


def test_a_hang_costs_only_who_hangs(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"hangs": """
        def act(view):
            while view.turn == 2: pass
            return 0
    """, "rounds": FILES["rounds"]})
    words = ("--games", 2, "--seconds", "0.2", "--no-self-play", "--json")
    told = lek("tournament", "moose", *files, *CONTEST, *words).json
    assert told["pairs"][0]["means"] == pytest.approx(
        contest(lambda number: 0 if number < 2 else None, moves_of("rounds")), rel=1e-9)
    assert told["faults"] == [{"agent": "agents/hangs.py", "game": 0, "turn": 3, "kind": "time", "times": 2,
                               "text": "hangs.py, line 2: act took longer than 0.2 s"}]


def test_play_tells_in_which_game_it_happened(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {name: FILES[name] for name in ("first", "raises")})
    told = lek("play", "moose", *files, "--games", 2, "--set", "rounds=5", "--json").json
    assert told["faults"] == [f"agents/raises.py, game {game}, round 4: raises.py, line 3: RuntimeError: boom"
                              for game in (0, 1)]


def test_a_whole_class_plays_and_a_seed_settles_it(program: Any, lek: Any, tmp_path: Path) -> None:
    """Twelve files with dice and memories of their own; same seed, same output, whatever they drew or kept before."""
    files = write(tmp_path / "agents", {f"student{n:02}": f"""
        import random
        seen = []
        def act(view):
            seen.append(view.turn)
            assert len(seen) == view.turn + 1
            return random.randrange(3) if random.random() < {n} / 12 else view.x.index(max(view.x))
    """ for n in range(12)})
    assert len(files) == 12
    words = ("tournament", "moose", *files, *CONTEST, "--set", "rounds=20", "--games", 2, "--json")
    told = program(*words).json
    assert told["faults"] == []
    assert [row["games"] for row in told["agents"]] == [22] * 12
    assert len({row["mean"] for row in told["agents"]}) == 12
    assert lek(*words).json == told
    assert lek(*words, "--seed", 1).json["agents"] != told["agents"]


def test_a_file_is_found_to_have_no_more_than_its_view(lek: Any, tmp_path: Path) -> None:
    """It looks for its opponent and for us in its modules, its frames, its objects and its environment."""
    files = write(tmp_path / "agents", {"secret_opponent": FILES["rounds"], "snoop": """
        import gc, os, sys
        def act(view):
            assert sorted(name for name in vars(view) if name[0] != "_") == [
                "capacity", "contest", "growth", "mine", "others", "turn", "x"], vars(view)
            assert not [name for name in sys.modules if name.partition(".")[0] in ("lek", "numba", "numpy")]
            frame, texts = sys._getframe(), [repr(dict(os.environ)), repr(sys.argv), repr(sys.path)]
            while frame is not None:
                texts.append(repr(frame.f_locals))
                frame = frame.f_back
            texts += [repr(value) for value in gc.get_objects() if type(value) in (dict, list, tuple)]
            word = "".join(reversed("tnenoppo_terces"))  # or it would find its own
            assert not [text for text in texts if word in text]
            return 0
    """})
    words = ("--set", "rounds=2", "--games", 2, "--no-self-play", "--json")
    told = lek("tournament", "moose", *files, *CONTEST, *words).json
    assert told["faults"] == []
    assert told["pairs"][0]["means"] == pytest.approx(contest(moves_of("rounds"), moves_of("first"), 2))


def test_a_file_cannot_ask_its_opponents_file(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"peeks": """
        try:
            from rounds import act
        except ImportError:
            def act(view):
                return 0
    """, "rounds": FILES["rounds"]})
    told = lek("tournament", "moose", *files, *CONTEST, "--games", 1, "--no-self-play", "--json").json
    assert told["pairs"][0]["means"] == pytest.approx(contest(moves_of("first"), moves_of("rounds")), rel=1e-9)


SEER = """
    import sys
    mask, golden = (1 << 64) - 1, 0x9E3779B97F4A7C15
    factors = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

    def scramble(z):
        z = ((z ^ (z >> 30)) * factors[0]) & mask
        z = ((z ^ (z >> 27)) * factors[1]) & mask
        return z ^ (z >> 31)

    def unshift(z, by):
        x = z
        for _ in range(64 // by):
            x = z ^ (x >> by)
        return x

    def unscramble(z):
        z = unshift(z, 31) * pow(factors[1], -1, 1 << 64) & mask
        z = unshift(z, 27) * pow(factors[0], -1, 1 << 64) & mask
        return unshift(z, 30)

    seed = sys._getframe().f_back.f_locals["seed"]  # of its own dice: all but the lowest bit of the stream's start
    streams = [scramble((((unscramble(seed << 1 | bit) - golden) & mask ^ 1 ^ 2) + golden) & mask) for bit in (0, 1)]
    guesses = []

    def act(view):
        if view.turn == 1 and guesses[0] != view.others[0]:
            streams.reverse()
        streams[:] = [(stream + golden) & mask for stream in streams]
        guesses[:] = [(scramble(stream) >> 32) * 3 >> 32 for stream in streams]
        return guesses[0]
"""


def test_a_file_cannot_work_out_its_opponents_dice(lek: Any, tmp_path: Path) -> None:
    [seer] = write(tmp_path / "agents", {"seer": SEER})
    told = lek("play", "moose", seer, "random", "--set", "rounds=300", "--seed", 20221109, "--json").json
    assert told["faults"] == []
    assert told["games"][0]["measures"][0]["fights"] < 150  # 100 by chance; 299 of 300 for who knows the next move


def test_a_file_may_be_called_human(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "humans", {"first": FILES["first"], "rounds": FILES["rounds"]})
    assert lek("tournament", "moose", *files, "--set", "rounds=2", "--games", 1, "--json").json["faults"] == []


# The linter


def test_a_good_file_passes(program: Any, tmp_path: Path) -> None:
    [file] = write(tmp_path / "agents", {"first": FILES["first"]})
    told = program("check", file, "--json").json
    assert list(told) == ["checked", "checks"]
    assert told["checked"] == file
    assert all(list(row) == ["check", "problem"] and row["problem"] is None for row in told["checks"])
    assert told["checks"]


@pytest.mark.parametrize("text, problem", [
    (FILES["syntax"], "line 1: SyntaxError: expected ':'"),
    ("x = 1\n", "the file defines no function act(view)"),
    ("def act():\n    return 0\n",
     "line 1: act must take one argument or two, act(view) or act(view, memory); given: act()"),
    ("import nonsense\ndef act(view):\n    return 0\n", "line 1: there is no module called nonsense here"),
    ("print('hi')\ndef act(view):\n    return 0\n", "it prints at import: 'hi'"),
    ("import sys\nsys.exit(1)\n", "line 2: the file called sys.exit(1)"),
])
def test_what_is_wrong_with_a_file_is_said(lek: Any, tmp_path: Path, text: str, problem: str) -> None:
    [file] = write(tmp_path / "agents", {"student": text})
    said = lek("check", file, "--json")
    assert (said.code, said.err) == (1, "")
    assert [row["problem"] for row in said._replace(code=0).json["checks"] if row["problem"]] == [problem]
    said = lek("check", file)
    assert said.code == 1
    assert problem in said.out


@pytest.mark.parametrize("body", ["return view.field", "pass"])
def test_a_file_that_cannot_play_does_not_pass(lek: Any, tmp_path: Path, body: str) -> None:
    [file] = write(tmp_path / "agents", {"student": f"def act(view):\n    {body}\n"})
    assert lek("check", file).code == 1
