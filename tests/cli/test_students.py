"""A class sends in its files: whoever fails is hurt alone, and is told where; nobody sees more than the view."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from lek import work
from tests.cage import all_gone
from tests.cli.conftest import is_one_sentence

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


NEVER = "lek: agents/syntax.py never made a legal move\n"


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
    assert (done.returncode, done.stderr) == (1, NEVER)
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
    assert table.returncode == 1 and table.stderr.endswith(NEVER)
    lines = table.stderr.splitlines()[:-1]
    assert all(line.startswith("lek: ") for line in lines)
    for name, (number, line, text) in FAULTS.items():
        told_of = [said for said in lines if f"agents/{name}.py" in said]
        assert len(told_of) == 1
        assert (f", round {number}: {name}.py, " if number else " does not load: ") in told_of[0]
        assert f"line {line}: {text} (" in told_of[0]
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


def test_nobody_waits_for_a_file_that_always_hangs(lek: Any, tmp_path: Path) -> None:
    """It hangs in three games before the contest, and forfeits all others without being asked."""
    note = tmp_path / "asked"
    hangs = f"def act(view):\n    open({str(note)!r}, 'a').write('.')\n    while True: pass\n"
    files = write(tmp_path / "agents", {"hangs": hangs, "rounds": FILES["rounds"]})
    said = lek("tournament", "moose", *files, *CONTEST, "--games", 60, "--seconds", "0.3", "--no-self-play", "--json")
    assert said.code == 1 and note.read_text() == "..."
    told = json.loads(said.out)
    assert said.err == "lek: agents/hangs.py never made a legal move\n"
    assert told["pairs"][0]["means"] == pytest.approx(contest(lambda number: None, moves_of("rounds")), rel=1e-9)
    assert [(fault["text"], fault["times"]) for fault in told["faults"]] == [
        ("forfeits the game: it hung in each of 3 games before the contest", 60)]


def test_a_file_that_is_left_out_is_told_so_and_no_round(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"hangs": "def act(view):\n    while True: pass\n", "rounds": FILES["rounds"]})
    said = lek("tournament", "moose", *files, *CONTEST, "--games", 30, "--seconds", "0.1", "--no-self-play")
    assert said.code == 1 and said.err.splitlines()[-2:] == [
        "lek: agents/hangs.py forfeits the game: it hung in each of 3 games before the contest (30 times)",
        "lek: agents/hangs.py never made a legal move"]


def test_who_is_left_out_depends_on_no_stop_and_no_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two files one hangs in every trial and one only in later games: it was tried before the contest, not in it."""
    files = write(tmp_path / "agents", {"always": "def act(view):\n    while True: pass\n", "later": """
        import random
        hangs = random.random() < 0.1
        def act(view):
            while hangs: pass
            return 0
    """})
    spec = work.Spec("moose", (("rounds", 3),), ("random", *(str(tmp_path / file) for file in files)), seconds=0.02)
    schedule = np.array([[0, 1], [0, 2]] * 22)
    assert (work.PATIENCE, work.TRIALS) == (20, 3)

    def contest_of(folder: str, threads: int, stops: int) -> Any:
        """The contest with a stop after every so many parts."""
        game, agents = spec.build()
        while True:
            contest = work.Work(spec, tmp_path / folder, {}, stays=True)
            left = iter(range(stops))

            def stop(done: int, left: Any = left) -> None:
                if next(left, None) is None:
                    raise KeyboardInterrupt

            try:
                return contest.play(game, agents, schedule, 1, deal=np.arange(44), threads=threads, progress=stop)
            except KeyboardInterrupt:
                pass

    whole = contest_of("whole", 1, 10**6)
    forfeits = [fault for fault in whole.faults if fault.kind == "absent"]
    late = [fault for fault in whole.faults if fault.kind == "time"]
    assert {fault.agent for fault in forfeits} == {1} and len(forfeits) == 22
    assert {fault.agent for fault in late} == {2} and 0 < len(late) < 10
    monkeypatch.setattr(work, "ALONE", 0.0)
    monkeypatch.setattr(work, "PART", 0.05)
    for folder, threads, stops in (("parts", 1, 10**6), ("stopped", 1, 2), ("workers", 2, 10**6)):
        again = contest_of(folder, threads, stops)
        assert np.array_equal(again.scores, whole.scores) and again.moved == whole.moved
        assert again.faults == whole.faults, folder


def test_files_are_tried_on_all_cores_before_a_contest(lek: Any, tmp_path: Path, monkeypatch: Any) -> None:
    hangs = "import time\ndef act(view):\n    time.sleep(9)\n"
    files = write(tmp_path / "agents", {"one": hangs, "rounds": FILES["rounds"], "two": hangs})
    words = ("tournament", "moose", *files, *CONTEST, "--games", 12, "--seconds", "0.2", "--no-self-play", "--json")
    alone = lek(*words, "--threads", 1)
    monkeypatch.setattr(work, "ALONE", 0.0)
    sent = []
    monkeypatch.setattr(work.ProcessPoolExecutor, "submit", noted(work.ProcessPoolExecutor.submit, sent))
    assert lek(*words, "--threads", 2) == alone
    tried = [given[1:] for given in sent if given[1] is work._hangs_there]
    assert [given[2] for given in tried] == [0, 1, 2]
    assert {fault["text"] for fault in json.loads(alone.out)["faults"]} == {
        "forfeits the game: it hung in each of 3 games before the contest"}


def test_a_game_has_a_limit_as_well_as_a_move(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"rounds": FILES["rounds"], "slow": """
        import time
        def act(view):
            time.sleep(0.05)
            return 0
    """})
    told = lek("tournament", "moose", *files, *CONTEST, "--games", 1, "--game-seconds", "0.52", "--no-self-play",
               "--json").json
    [fault] = told["faults"]
    assert fault["text"] == "slow.py: its moves took longer than 0.52 s in this game" and fault["kind"] == "time"
    assert 3 < fault["turn"] <= 12
    assert told["pairs"][0]["means"] == pytest.approx(
        contest(moves_of("rounds"), lambda number: 0 if number < fault["turn"] - 1 else None), rel=1e-9)


CLASS = {"dice": "import random\ndef act(view):\n    return random.randrange(3)\n",
         "late": """
             import random, time
             def act(view):
                 time.sleep(0.001)
                 return random.choice(view.legal)
         """,
         "sometimes": "def act(view):\n    return 1 // (view.turn != 5 or view.x[0] > 2)\n"}


@pytest.mark.parametrize("seats", [2, 3])
def test_results_are_the_same_on_any_number_of_processes(lek: Any, tmp_path: Path, monkeypatch: Any, seats: int) -> None:
    files = write(tmp_path / "agents", CLASS)
    words = ("tournament", "moose", *files, *(["greedy", "farm-rest"] if seats == 2 else []), *CONTEST, "--set",
             f"moose={seats}", "--set", "rounds=12", "--games", 7, "--json")
    alone = lek(*words, "--threads", 1).json
    monkeypatch.setattr(work, "ALONE", 0.0)  # as if the games took long
    monkeypatch.setattr(work, "PART", 0.05)
    sent = []
    monkeypatch.setattr(work.ProcessPoolExecutor, "submit", noted(work.ProcessPoolExecutor.submit, sent))
    assert lek(*words, "--threads", 2).json == alone
    assert len(sent) > 2
    assert alone["faults"] and list(tmp_path.iterdir()) == [tmp_path / "agents"]


def noted(function: Any, calls: list[Any]) -> Any:
    def call(*given: Any, **more: Any) -> Any:
        calls.append(given)
        return function(*given, **more)

    return call


STOPPED = """
import sys
from lek import work
from lek.cli import main
work.ALONE, work.KEEPING, work.PART = {alone}, 0.0, 0.05
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("alone", [0, 1000])
def test_a_stopped_tournament_goes_on(lek: Any, tmp_path: Path, alone: int, signal_: int) -> None:
    files = write(tmp_path / "agents", CLASS)
    (tmp_path / "stopped.py").write_text(STOPPED.format(alone=alone))
    words = ["tournament", "moose", *files, "greedy", "random", *CONTEST, "--set", "rounds=12", "--games", "20", "--json"]
    wanted = lek(*words).json
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    sizes = [0]

    def kept() -> int:
        return max((int(np.load(path)["done"].sum()) for path in tmp_path.glob("runs/*/arrays/games.npz")), default=0)

    for moment in (0.0, 0.3, 0.6):
        process = subprocess.Popen([sys.executable, "stopped.py", *words, "--threads", "2"], cwd=tmp_path, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        while kept() == sizes[-1] and process.poll() is None:
            time.sleep(0.01)
        time.sleep(moment)
        process.send_signal(signal_)
        out, err = process.communicate()
        assert process.returncode == (130 if signal_ == signal.SIGINT else -9)
        if signal_ == signal.SIGINT:
            assert out == "" and re.fullmatch(r"lek: stopped; the same command goes on from the \d+ games that are kept in "
                                              r"runs/tournament-[0-9a-f]{8}\n", err.splitlines(keepends=True)[-1])
        sizes.append(kept())
        assert all_gone(str(tmp_path))
    assert 0 < sizes[1] < sizes[2] < sizes[3]
    said = lek(*words)
    assert said.json == wanted
    assert f"lek: went on from {sizes[-1]} games that were kept in runs/" in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["agents", "stopped.py"]


def test_a_tournament_may_be_kept(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", CLASS)
    words = ["tournament", "moose", *files, *CONTEST, "--set", "rounds=12", "--games", "2", "--out", "kept", "--json"]
    first = lek(*words)
    assert lek(*words).out == first.out
    assert lek(*words).err == "lek: went on from 12 games that were kept in kept\n"
    (tmp_path / "agents" / "dice.py").write_text("def act(view):\n    return 2\n")  # another file of the same name
    said = lek(*words)
    assert said.code == 2 and said.err.startswith("lek: kept holds another run (agents=") and "\n" in said.err[-1:]


def test_where_no_games_can_be_kept_a_stop_says_so(lek: Any, tmp_path: Path, monkeypatch: Any) -> None:
    files = write(tmp_path / "agents", CLASS)
    (tmp_path / "runs").write_text("mine")  # no folder can be made there
    monkeypatch.setattr(work, "KEEPING", 0.0)

    def interrupted(*given: Any, **more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(work, "_close", interrupted)
    said = lek("tournament", "moose", *files, *CONTEST, "--games", 2)
    assert said.code == 130
    assert re.search(r"lek: stopped; games are lost, since runs/tournament-\w+ cannot be written \(.+\)\n$", said.err)


@pytest.mark.parametrize("command", ["tournament", "evolve", "matches", "replay"])
def test_what_was_worked_out_is_written_even_if_nobody_reads_what_is_printed(tmp_path: Path, command: str) -> None:
    bred = ("evolve", "moose", "machine", "--generations", "2", "--population", "8", "--out", "file.json")
    words = {"tournament": ("tournament", "moose", "greedy", "random", "--games", "2", "--graph", "file.svg"),
             "evolve": (*bred, "--engine", "elitist:elite=4"), "matches": (*bred, "--engine", "fitnessless:boards=1"),
             "replay": ("play", "organisms", "flood", "--set", "rounds=3", "--replay", "file.html")}[command]
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "lek.cli", *words], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE,
                              text=True)
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("lek: could not read or write")
    [written] = [path for path in tmp_path.glob("file.*") if path.suffix != ".npz"]
    assert written.stat().st_size > 300


def test_a_log_tells_faults_and_whether_files_have_played(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"raises": "def act(view):\n    return 1 / 0\n", "first": FILES["first"]})
    said = lek("play", "moose", *files, "--games", 2, "--log", "log.jsonl")
    assert said.code == 1 and "lek: agents/raises.py never made a legal move\n" in said.err
    assert "agents/raises.py, move 1: raises.py, line 2: ZeroDivisionError" in said.err
    assert lek("play", "moose", files[0], "greedy", "--games", 2, "--log", "other.jsonl").code == 0


def test_a_files_words_do_not_move_the_cursor(lek: Any, tmp_path: Path) -> None:
    clears = "def act(view):\n    print('\\x1b[2Jgone')\n    raise ValueError('\\x1b[2J')\n"
    files = write(tmp_path / "agents", {"clears": clears})
    said = lek("play", "moose", *files, "greedy", "--set", "rounds=2")
    assert "\x1b" not in said.err + said.out
    assert "ValueError: \\x1b[2J" in said.err and "\\x1b[2Jgone" in said.err


def test_games_without_files_stay_compiled(lek: Any, tmp_path: Path, monkeypatch: Any) -> None:
    """One student's file in a schedule does not slow the others."""
    from lek import play as plays
    from lek import transcript

    files = write(tmp_path / "agents", {"dice": CLASS["dice"]})
    seen = []
    monkeypatch.setattr(transcript, "watch", noted(transcript.watch, seen))
    told = lek("tournament", "moose", *files, "greedy", "random", *CONTEST, "--games", 5, "--no-self-play", "--json").json
    assert len(seen) == 10 and len(told["pairs"]) == 3
    alone = lek("tournament", "moose", "greedy", "random", *CONTEST, "--games", 5, "--no-self-play", "--json").json
    assert plays is not None and len(seen) == 10
    assert told["agents"][1]["wins"] >= alone["agents"][0]["wins"]


# Rights


ROOT = ("play", "tournament", "check")


@pytest.mark.parametrize("command", ROOT)
def test_root_runs_no_files_unless_told(lek: Any, tmp_path: Path, monkeypatch: Any, command: str) -> None:
    files = write(tmp_path / "agents", {"first": f"open({str(tmp_path / 'ran')!r}, 'w')\n" + FILES["first"]})
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("LEK_AS_ROOT")
    words = (command, "moose", *files, *(("greedy", "--games", 1) if command != "check" else ()))
    said = lek(*words)
    assert is_one_sentence(said, "agents/first.py would run with all rights of root", "--as-root", "LEK_AS_ROOT=1")
    assert not (tmp_path / "ran").exists()
    assert lek(*words, "--as-root").code == 0
    assert (tmp_path / "ran").exists()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("LEK_AS_ROOT", "0")
    assert lek(*words).code == 0


def test_games_in_files_ask_for_the_same_rights(lek: Any, nim: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("LEK_AS_ROOT", "")
    assert is_one_sentence(lek("play", nim, "random", "random"), "nim.py would run with all rights of root")


def test_play_tells_in_which_game_it_happened(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {name: FILES[name] for name in ("first", "raises")})
    told = lek("play", "moose", *files, "--games", 2, "--set", "rounds=5", "--json").json
    assert told["faults"] == [f"agents/raises.py, game {game}, round 4: raises.py, line 3: RuntimeError: boom"
                              for game in (0, 1)]


BROKEN = {  # a file's text: what is said of it
    FILES["syntax"]: "line 1: SyntaxError: expected ':'",
    "import math\n\nmath.nonsense\n": "line 3: AttributeError: module 'math' has no attribute 'nonsense'",
    "import sys\nsys.exit(2)\n": "line 2: the file called sys.exit(2)",
    "x = 1\n": "the file defines no function act(view)",
}


@pytest.mark.parametrize("text, wrong", BROKEN.items(), ids=["syntax", "exception", "exit", "no act"])
def test_a_file_that_does_not_load_is_told_so_and_no_round(lek: Any, tmp_path: Path, text: str, wrong: str) -> None:
    files = write(tmp_path / "agents", {"bot": text})
    expected = f"agents/bot.py does not load: {wrong}"
    never = "lek: agents/bot.py never made a legal move\n"
    for words in (("--games", 3), ("--games", 2, "--log", "log.jsonl")):
        said = lek("play", "moose", *files, "random", "--set", "rounds=3", *words)
        assert (said.code, said.err) == (1, f"lek: {expected}\n{never}")
    said = lek("tournament", "moose", *files, "random", "--set", "rounds=3", "--games", 2, "--no-self-play")
    assert said.code == 1 and said.err.endswith(f"lek: {expected} (2 times)\n{never}")


def test_every_match_tells_of_a_file_that_does_not_load(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {"bot": FILES["syntax"]})
    expected = "lek: agents/bot.py does not load: line 1: SyntaxError: expected ':'\n"
    assert lek("antwars", "match", *files, "random", "--matches", 2).err == expected
    assert lek("simplexity", "competition", *files, "random", "--ms", 1000).err == expected


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


BOUND = """
    class Bot:
        def __init__(self):
            self.asked = 0
        def act(self, view):
            self.asked += 1
            return self.asked % 3
        def with_memory(self, view, memory):
            memory["asked"] = memory.get("asked", 0) + 1
            return memory["asked"] % 3
        __call__ = act
    bot = Bot()
"""


@pytest.mark.parametrize("act", ["bot.act", "bot.with_memory", "bot", "lambda view, memory: len(memory)",
                                 "__import__('functools').partial(Bot.act, bot)"])
def test_methods_and_objects_are_functions_too(lek: Any, tmp_path: Path, act: str) -> None:
    [file] = write(tmp_path / "agents", {"bound": BOUND + f"    act = {act}\n"})
    said = lek("check", "moose", file)
    assert said.code == 0, said.out
    assert lek("play", "moose", file, "random", "--set", "rounds=4", "--json").json["faults"] == []


def test_many_files_are_checked_for_the_game_they_are_to_play(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {
        "from_one": "def act(view):\n    return max(range(len(view.x)), key=lambda k: view.x[k]) + 1\n",
        "good": FILES["first"], "late": "import time\ndef act(view):\n    time.sleep(3 * (view.turn == 2))\n    return 0\n",
        "seldom": "def act(view):\n    return 9 if view.turn == 15 else 0\n", "syntax": FILES["syntax"]})
    said = lek("check", "moose", *files, *CONTEST, "--json")
    told = json.loads(said.out)
    assert (said.code, told["game"]) == (1, "moose")
    problems = {Path(row["checked"]).stem: {check["check"]: check["problem"] for check in row["checks"]}
                for row in told["files"]}
    assert {name: row.get("plays moose") for name, row in problems.items()} == {
        "from_one": "game 1, round 3: from_one.py, line 1: 3 is not a legal action", "good": None, "syntax": None,
        "late": "game 1, round 3: late.py, line 3: act took longer than 1 s",
        "seldom": "game 1, round 16: seldom.py, line 1: 9 is not a legal action"}
    assert problems["syntax"] == {"loads as an agent": "line 1: SyntaxError: expected ':'"}
    assert lek("check", "moose", files[1], *CONTEST).code == 0


def test_a_file_in_no_game_is_tried_in_those_whose_view_it_reads(lek: Any, tmp_path: Path) -> None:
    files = write(tmp_path / "agents", {
        "moose": "def act(view):\n    return view.x.index(max(view.x)) + 7\n",
        "simplexity": "def act(view):\n    return view.colums[0]\n",
        "helped": "def look(v):\n    return v.hights[0]\ndef act(view):\n    return look(view)\n",
        "any": "def act(view):\n    return view.legal[0]\n"})

    def problem(name: str) -> str:
        said = lek("check", f"agents/{name}.py", "--json")
        assert said.code == 1
        return str(json.loads(said.out)["checks"][-1]["problem"])

    assert files and "moose, game 1, round 1: moose.py, line 1: " in problem("moose")
    assert problem("simplexity") == ("no game's view has view.colums (simplexity has view.cols); say which game it plays: "
                                     "lek check GAME agents/simplexity.py")
    assert problem("helped").startswith("in none of moose, ") and "which game it plays" in problem("helped")
    assert lek("check", "agents/any.py").code == 0


@pytest.mark.parametrize("words, expected", [
    (("agents/any.py", "agents/any.py"), "agents/any.py is an agent's file, not a game; say which it plays"),
    (("moose", "--set", "rounds=2"), "--set is for agents' files"),
    (("mose", "agents/any.py"), "there is no game called 'mose'; did you mean moose?"),
])
def test_a_check_of_nothing_sensible(lek: Any, tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    write(tmp_path / "agents", {"any": "def act(view):\n    return view.legal[0]\n"})
    assert is_one_sentence(lek("check", *words), expected)


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
