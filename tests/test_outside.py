"""Students' files: what they may see, how they may fail, and that nobody else pays for it. And people."""

from __future__ import annotations

import copy
import dataclasses
import gc
import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lek import launching, outside
from lek.game import Face, Game, record
from lek.outside import Misconduct, PythonFile, check
from lek.person import Person
from lek.settings import Mistake
from tests.cage import all_gone, running

VIEW = [("turn", "i4"), ("wet", "b1"), ("share", "f4"), ("x", "f8", (2,)), ("board", "i1", (2, 2)), ("rng", "u8")]
Make = Callable[..., PythonFile]


def tiny(actions: int = 3) -> Game:
    """A game of which only the view and the number of actions are looked at."""

    def nothing(*_: Any) -> int:
        return 0

    return Game("tiny", record(VIEW), 2, nothing, nothing, nothing, nothing, nothing, actions, 9)


GAME = tiny()


def view(turn: int = 0) -> Any:
    return record(VIEW, turn=turn, wet=True, share=0.5, x=[1.0, 2.5], board=[[1, 2], [3, 4]], rng=77)[0]


def ask(file: PythonFile, turn: int = 0) -> int:
    return file.choose(view(turn), lambda action: action != 1, None)


def game_of(file: PythonFile, seed: int = 1, moves: int = 5) -> list[int]:
    file.begin(GAME, 0, seed)
    return [ask(file, turn) for turn in range(moves)]


@pytest.fixture
def student(tmp_path: Path) -> Iterator[Make]:
    made: list[PythonFile] = []

    def make(text: str, budget: float = 5.0) -> PythonFile:
        path = tmp_path / f"student{len(made)}.py"
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        made.append(PythonFile(path, budget))
        return made[-1]

    yield make
    for file in made:
        file.close()


def fault_of(file: PythonFile, moves: int = 1) -> Misconduct:
    with pytest.raises(Misconduct) as caught:
        game_of(file, moves=moves)
    assert caught.value.file == str(file.path)
    return caught.value


# what a student sees


def test_a_view_has_the_fields_as_plain_values(student: Make) -> None:
    file = student("""
        def act(view):
            assert (view.turn, view.wet, view.share) == (7, True, 0.5)
            assert view.x == [1.0, 2.5] and view.board == [[1, 2], [3, 4]]
            kinds = [type(value).__name__ for value in (view.turn, view.wet, view.share, view.x, view.board)]
            assert kinds == ["int", "bool", "float", "list", "list"], kinds
            return view.turn
    """)
    file.begin(GAME, 0, 1)
    assert ask(file, 7) == 7


def test_the_games_own_dice_are_not_in_the_view(student: Make) -> None:
    fault = fault_of(student("def act(view):\n    return view.rng"))
    assert fault.line == 2
    assert "it has: turn, wet, share, x, board" in fault.text


def test_legal_actions_are_listed(student: Make) -> None:
    file = student("""
        import copy
        def act(view):
            assert view.legal == [0, 2] == view.legal == copy.deepcopy(view).legal, view
            return view.legal[-1]
    """)
    assert game_of(file) == [2] * 5
    assert game_of(file) == [2] * 5


def test_two_copies_of_a_view_may_both_look_at_legal(student: Make) -> None:
    assert game_of(student("""
        import copy
        def act(view):
            return len(copy.deepcopy(view).legal + copy.copy(view).legal)
    """)) == [4] * 5


def test_legal_of_an_earlier_move_is_gone(student: Make) -> None:
    fault = fault_of(student("""
        seen = []
        def act(view):
            seen.append(view)
            return seen[0].legal[0] if len(seen) == 2 else 0
    """), moves=2)
    assert (fault.kind, fault.line) == ("exception", 4)


def test_many_actions_are_not_listed(student: Make) -> None:
    file = student("def act(view):\n    return view.legal[0]")
    file.begin(tiny(outside.LISTED + 1), 0, 1)
    with pytest.raises(Misconduct, match="too many actions"):
        ask(file)


def test_a_rule_that_fails_while_legal_is_listed_leaves_no_mess(student: Make) -> None:
    file = student("def act(view):\n    return view.legal[0]")
    file.begin(GAME, 0, 1)
    with pytest.raises(ZeroDivisionError):
        file.choose(view(), lambda action: 1 // 0 > action, None)
    assert game_of(file) == [0] * 5


def test_nothing_of_ours_is_in_the_process(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "42")
    assert game_of(student("""
        import os, sys
        def act(view):
            assert not {"numpy", "numba", "lek"} & set(sys.modules)
            assert "SECRET" not in os.environ
            assert os.getsid(0) == os.getpid() == os.getpgid(0)
            assert os.listdir(".") == [] and os.getcwd() != os.path.dirname(__file__)
            assert __name__ != "__main__" and sys.argv == [__file__]
            return 2
    """), moves=1) == [2]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system does not list open files")
def test_no_open_file_is_inherited(student: Make, tmp_path: Path) -> None:
    with open(tmp_path / "marks.txt", "w") as marks:
        os.set_inheritable(marks.fileno(), True)
        file = student("""
            import os
            def act(view):
                names = []
                for number in os.listdir("/proc/self/fd"):
                    try:
                        names.append(os.readlink("/proc/self/fd/" + number))
                    except OSError:
                        pass
                assert not any("marks" in name for name in names), names
                return len(names)
        """)
        assert game_of(file, moves=1) == [4]  # input, output, errors, channel


def test_memory_is_limited(student: Make) -> None:
    fault = fault_of(student("def act(view):\n    return len(bytearray(4 << 30))"))
    assert (fault.kind, fault.line, fault.text) == ("exception", 2, "MemoryError")


def test_files_of_one_folder_cannot_import_each_other(student: Make, tmp_path: Path) -> None:
    """The first place of a large public contest loaded its opponent's code (rulebook, 4)."""
    (tmp_path / "opponent.py").write_text("def act(view):\n    return 2\n")
    with pytest.raises(Misconduct, match="No module named 'opponent'"):
        game_of(student("import opponent\ndef act(view):\n    return opponent.act(view)"), moves=1)


def test_no_neighbours_file_hides_a_library(student: Make, tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("1 / 0")
    (tmp_path / "statistics.py").write_text("1 / 0")
    assert game_of(student("import random, statistics\ndef act(view):\n    return 2"), moves=1) == [2]


def test_dataclasses_work(student: Make) -> None:
    assert game_of(student("""
        from __future__ import annotations
        from dataclasses import dataclass
        @dataclass
        class Plan:
            field: int
        def act(view):
            return Plan(2).field
    """), moves=1) == [2]


def test_a_large_view_and_a_long_file(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text("#" * 3_000_000 + "\ndef act(view):\n    return sum(view.x)\n")
    fields = [("x", "i8", (300_000,))]
    game = Game("large", record(fields), 1, str, str, str, str, str, 3, 9)
    with PythonFile(path, 5.0) as file:
        file.begin(game, 0, 1)
        for _ in range(2):
            assert file.choose(record(fields, x=1)[0], lambda action: True, None) == 300_000


# games


def test_nothing_leaks_between_games_through_globals(student: Make) -> None:
    file = student("""
        count = 0
        def act(view, mine=[]):
            global count
            count += 1
            mine.append(0)
            assert len(mine) == count
            return count
    """)
    for _ in range(3):
        assert game_of(file) == [1, 2, 3, 4, 5]


def test_the_same_seed_gives_the_same_moves(student: Make) -> None:
    text = """
        import random
        first = random.randrange(1000)
        def act(view):
            return first + random.randrange(1000)
    """
    one, other = student(text), student(text)
    moves = game_of(one, seed=5)
    assert game_of(one, seed=6) != moves
    assert game_of(one, seed=5) == moves == game_of(other, seed=5)


@pytest.mark.parametrize("where", ["top", "inside"])
def test_numpy_is_seeded_too(student: Make, where: str) -> None:
    text = """
        import numpy as np
        first = np.random.randint(1000)
        def act(view):
            return first + np.random.randint(1000)
    """ if where == "top" else """
        def act(view):
            import numpy
            return numpy.random.randint(1000)
    """
    one, other = student(text), student(text)
    moves = game_of(one, seed=5)
    assert game_of(one, seed=2**62 + 6) != moves
    assert game_of(one, seed=5) == moves == game_of(other, seed=5)


def test_sets_of_words_have_the_same_order_in_every_process(student: Make) -> None:
    text = "words = {'moose', 'ant', 'gun', 'dot'}\ndef act(view):\n    return hash(tuple(words))"
    assert game_of(student(text)) == game_of(student(text))


def test_one_process_serves_all_games(student: Make) -> None:
    file = student("import os\ndef act(view):\n    return os.getpid()")
    assert len(set(game_of(file) + game_of(file))) == 1


def test_numpy_integers_and_negative_ones_are_integers(student: Make) -> None:
    file = student("import numpy as np\ndef act(view):\n    return [np.int8(2), np.argmax([0, 1]), -1][view.turn]")
    moves = game_of(file, moves=3)
    assert moves == [2, 1, -1]
    assert all(type(move) is int for move in moves)


# what goes wrong


def test_an_exception_is_told_with_its_innermost_line(student: Make) -> None:
    file = student("""
        import json

        def read(text):
            return json.loads(text)   # line 4

        def act(view):
            return read("{")
    """)
    fault = fault_of(file)
    assert (fault.kind, fault.line) == ("exception", 4)
    assert fault.text.startswith("JSONDecodeError: Expecting property name")
    assert str(fault).startswith("student0.py, line 4: JSONDecodeError")


def test_a_game_goes_on_and_the_next_begins_after_an_exception(student: Make) -> None:
    file = student("def act(view):\n    return 6 // view.turn")
    fault = fault_of(file)
    assert (fault.kind, fault.line) == ("exception", 2)
    assert fault.text.startswith("ZeroDivisionError: ")
    assert ask(file, 2) == 3
    file.begin(GAME, 0, 1)
    assert ask(file, 3) == 2


@pytest.mark.parametrize(("answer", "shown"), [
    ("None", "None"), ("True", "True (bool)"), ("1.0", "1.0 (float)"), ("'1'", "'1' (str)"), ("[1]", "[1] (list)"),
    ("Odd()", "<Odd> (Odd)"), ("'x' * 10**6", f"'{299 * 'x'} ... (str)")])
def test_what_is_not_an_integer_is_a_bad_answer_at_the_line_of_act(student: Make, answer: str, shown: str) -> None:
    fault = fault_of(student(f"""
        import functools

        class Odd:
            def __repr__(self):
                raise ValueError

        @functools.cache
        def act(view):
            return {answer}
    """))
    assert (fault.kind, fault.line) == ("bad answer", 8)
    assert fault.text == f"act returned {shown}, which is not an integer"


def test_an_integer_beyond_64_bits_is_a_bad_answer(student: Make) -> None:
    for power in ("2 ** 63", "-2 ** 63 - 1", "10 ** 9999"):
        fault = fault_of(student(f"def act(view):\n    return {power}"))
        assert (fault.kind, fault.line) == ("bad answer", 1)
        assert "64 bits" in fault.text
    assert game_of(student("def act(view):\n    return -2 ** 63"), moves=1) == [-2 ** 63]


def test_an_act_of_three_arguments_fails_at_its_line(student: Make) -> None:
    fault = fault_of(student("\n\nx = 1\ndef act(view, memory, other):\n    return 1"))
    assert (fault.kind, fault.line) == ("exception", 2)
    assert fault.text.startswith("TypeError: act() missing 2 required")


def test_every_body_has_a_memory_of_its_own_and_a_new_game_forgets(student: Make) -> None:
    file = student("def act(view, memory):\n    memory['n'] = memory.get('n', 0) + 1\n    return memory['n']")
    file.begin(GAME, 0, 1)
    told = [file.choose(view(), lambda action: True, None, body) for body in (0, 0, 3, 0, 3)]
    assert told == [1, 2, 1, 3, 2]
    file.begin(GAME, 0, 1)
    assert file.choose(view(), lambda action: True, None, 3) == 1


def test_endless_recursion(student: Make) -> None:
    fault = fault_of(student("def act(view):\n    return 1 + act(view)"))
    assert (fault.kind, fault.line) == ("exception", 2)
    assert fault.text.startswith("RecursionError")


def test_a_long_message_of_many_lines_becomes_one_sentence(student: Make) -> None:
    fault = fault_of(student("def act(view):\n    raise ValueError('a\\n\\tb\\ud800' + 'c' * 10**6)"))
    assert fault.text.startswith("ValueError: a b\\ud800ccc")
    assert len(fault.text) < 400


@pytest.mark.parametrize("inner", ["while True: pass", "import time; time.sleep(60)", "view.x.sort(key=wait)"])
def test_an_endless_loop_is_interrupted_and_its_line_told(student: Make, inner: str) -> None:
    file = student(f"""
        def wait(x):
            while True: pass
        def act(view):
            if view.turn == 1:
                {inner}
            return 2
    """, budget=0.4)
    fault = fault_of(file, moves=2)
    assert (fault.kind, fault.line) == ("time", 2 if "wait" in inner else 5)
    assert fault.text == "act took longer than 0.4 s"
    assert game_of(file, moves=1) == [2]


def test_a_loop_that_swallows_every_exception_ends_too(student: Make) -> None:
    file = student("""
        def act(view):
            while True:
                try:
                    while True: pass
                except BaseException: pass
    """, budget=0.2)
    fault = fault_of(file)
    assert (fault.kind, fault.line) == ("time", 4)


@pytest.mark.parametrize("trick", ["sum(range(10 ** 14))", "stop()", "deafen()"])
def test_what_cannot_be_interrupted_is_killed(student: Make, trick: str) -> None:
    file = student(f"""
        import os, signal
        def stop():
            os.kill(os.getpid(), signal.SIGSTOP)
        def deafen():
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            while True: pass
        def act(view):
            if view.turn == 1:
                {trick}
            return 2
    """, budget=0.3)
    started = time.monotonic()
    fault = fault_of(file, moves=2)
    assert (fault.kind, fault.line) == ("time", None)
    assert time.monotonic() - started >= 0.3 + outside.GRACE
    assert game_of(file, moves=1) == [2]


def test_a_budget_may_be_given_for_one_move(student: Make) -> None:
    file = student("import time\ndef act(view):\n    time.sleep(0.3)\n    return 2", budget=5)
    file.begin(GAME, 0, 1)
    assert ask(file) == 2
    with pytest.raises(Misconduct) as caught:
        file.choose(view(), lambda action: True, 0.1)
    assert (caught.value.kind, caught.value.line) == ("time", 3)


@pytest.mark.parametrize(("end", "line", "text"), [
    ("sys.exit(3)", 4, "the file called sys.exit(3)"),
    ("exit()", 4, "the file called sys.exit()"),
    ("os._exit(3)", None, "the process ended with exit code 3"),
    ("os._exit(0)", None, "the process ended with exit code 0"),
    ("os.kill(os.getpid(), 11)", None, "the process was killed by SIGSEGV"),
    ("os.kill(os.getpid(), 9)", None, "the process was killed, perhaps for want of memory"),
    ("os.abort()", None, "the process was killed by SIGABRT"),
    ("os.write(int(sys.orig_argv[sys.orig_argv.index(__file__) - 1]), b'x')", None,
     "the file wrote into the channel of its answers"),
])
def test_a_process_that_dies_is_a_crash_that_says_how(student: Make, end: str, line: int | None, text: str) -> None:
    file = student(f"""
        import os, sys
        def act(view):
            if view.turn == 1:
                {end}
            return 2
    """)
    fault = fault_of(file, moves=2)
    assert (fault.kind, fault.line, fault.text) == ("crash", line, text)
    if line is None:
        with pytest.raises(Misconduct, match="in no game"):
            ask(file)
    assert game_of(file, moves=1) == [2]


@pytest.mark.parametrize(("text", "line", "told"), [
    ("x = 1\ndef act(view)\n    return 1", 2, "SyntaxError: expected ':'"),
    ("def act(view):\n\treturn 1\n        return 2", 3, "TabError"),
    ("x = 1\nx.y\ndef act(view):\n    return 1", 2, "AttributeError: 'int' object has no attribute 'y'"),
    ("import no_such_module\ndef act(view):\n    return 1", 1, "ModuleNotFoundError: No module named 'no_such_module'"),
    ("def move(view):\n    return 1", None, "the file defines no function act(view)"),
    ("act = 3", None, "the file defines no function act(view)"),
    ("", None, "the file defines no function act(view)"),
    ("a\0b", None, ""),
    ("import neighbour\ndef act(view):\n    return 1", 1, "ModuleNotFoundError"),
])
def test_a_file_that_cannot_be_imported(student: Make, tmp_path: Path, text: str, line: int | None, told: str) -> None:
    (tmp_path / "neighbour.py").write_text("\n\n\n)")
    file = student(text)
    for _ in range(2):
        fault = fault_of(file)
        assert (fault.kind, fault.line) == ("import", line) or (fault.kind == "import" and "\0" in text)
        assert told in fault.text


def test_a_file_that_exits_or_hangs_at_import(student: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = fault_of(student("import sys\nsys.exit('no')"))
    assert (fault.kind, fault.line, fault.text) == ("crash", 2, "the file called sys.exit('no')")
    monkeypatch.setattr(outside, "LOADING", 0.1)
    fault = fault_of(student("x = 1\nwhile True: pass", budget=0.1))
    assert (fault.kind, fault.line, fault.text) == ("time", 2, "the file at import took longer than 0.2 s")


def test_asking_before_a_game_begins_is_a_fault(student: Make) -> None:
    with pytest.raises(Misconduct, match="in no game"):
        ask(student("def act(view):\n    return 1"))


def test_a_student_who_forks_answers_once(student: Make) -> None:
    assert game_of(student("import os\ndef act(view):\n    os.fork()\n    return view.turn")) == [0, 1, 2, 3, 4]


def test_an_interrupted_move_leaves_nothing_behind(student: Make) -> None:
    file = student("import time\ndef act(view):\n    time.sleep(5 * (view.turn == 9))\n    return view.turn")
    file.begin(GAME, 0, 1)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            ask(file, 9)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert game_of(file) == [0, 1, 2, 3, 4]


def test_faults_can_be_pickled(student: Make) -> None:
    fault = pickle.loads(pickle.dumps(Misconduct("time", "/a/b.py", 3, "too slow")))
    assert (fault.kind, fault.file, fault.line, fault.text) == ("time", "/a/b.py", 3, "too slow")
    assert str(Misconduct("crash", "/a/b.py", None, "gone")) == "b.py: gone"


def test_place_names_the_line_of_act(student: Make) -> None:
    file = student("x = 1\n\ndef act(view):\n    return 1")
    file.begin(GAME, 0, 1)
    assert file.place == "student0.py, line 3: "


def test_a_budget_is_a_positive_number(tmp_path: Path) -> None:
    for budget in (0, -1, float("nan"), float("inf")):
        with pytest.raises(Mistake, match="budget"):
            PythonFile(tmp_path / "any.py", budget)


# what students print


def test_prints_are_kept_and_reach_nobody_else(student: Make, capfd: pytest.CaptureFixture[str]) -> None:
    file = student("""
        import os, sys
        print("hello")
        def act(view):
            print("move", view.turn, end=";")
            print("to the side", file=sys.stderr, end=";")
            os.system("echo from a shell")
            os.write(1, "from below ä;".encode())
            return 2
    """)
    assert game_of(file, moves=1) == [2]
    assert file.printed == "hello\nmove 0;to the side;from a shell\nfrom below ä;"
    file.close()
    assert file.printed.startswith("hello")
    assert capfd.readouterr() == ("", "")


def test_huge_output_neither_blocks_nor_grows(student: Make) -> None:
    file = student("""
        def act(view):
            for i in range(3000):
                print("x" * 1000)
            print("the end", end="")
            return 2
    """, budget=20)
    assert game_of(file, moves=2) == [2, 2]
    assert file.printed.endswith("x\nthe end")
    assert len(file.printed) == outside.KEPT


def test_the_last_words_of_a_crash_are_kept(student: Make) -> None:
    file = student("import os\ndef act(view):\n    print('I go')\n    os._exit(1)")
    fault_of(file)
    assert file.printed == "I go\n"


def test_closing_its_own_output_harms_nobody(student: Make) -> None:
    file = student("import os\ndef act(view):\n    os.closerange(0, 3)\n    return view.turn")
    assert game_of(file) == [0, 1, 2, 3, 4]


def test_standard_input_is_empty(student: Make) -> None:
    file = student("""
        import sys
        def act(view):
            if view.turn == 0:
                return len(sys.stdin.read())
            return int(input("your move? "))
    """)
    fault = fault_of(file, moves=2)
    assert (fault.kind, fault.line) == ("exception", 5)
    assert fault.text.startswith("EOFError")


# processes


SIMPLE = "import os\nprint(os.getcwd(), end='')\ndef act(view):\n    return int.from_bytes(os.urandom(4), 'big')\n"
ESCAPES = {  # what a file may start so that it outlives it
    "a child": "subprocess.Popen(SLEEP)",
    "a session": "subprocess.Popen(SLEEP, start_new_session=True)",
    "without a word": "subprocess.Popen(SLEEP, start_new_session=True, stdout=-3, stderr=-3, close_fds=True, env={})",
    "a daemon": "os.fork() or (os.setsid(), os.fork() and os._exit(0), os.execvp('sleep', SLEEP))",
    "deaf": "subprocess.Popen(['sh', '-c', 'trap \"\" HUP INT TERM; while :; do ' + ' '.join(SLEEP) + '; done'])",
    "without a guard": "[subprocess.Popen(SLEEP, start_new_session=True), os.getppid() > 1 and "
                       "(os.kill(os.getppid(), 9), time.sleep(2))]",
    "many": "[subprocess.Popen(SLEEP, start_new_session=bool(n % 2)) for n in range(20)]",
}


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("end", ["closed", "exits", "killed", "a nameless signal", "late"])
def test_nothing_outlives_a_file(student: Make, guarded: str, escape: str, end: str) -> None:
    seconds = f"{5000 + os.getpid()}.{abs(hash((guarded, escape, end)))}"
    file = student(f"""
        import os, subprocess, time
        SLEEP = ["sleep", "{seconds}"]
        def act(view):
            if view.turn == 0:
                {ESCAPES[escape]}
                return 2
            ends = {{"exits": lambda: os._exit(3), "killed": lambda: os.kill(os.getpid(), 9), "late": lambda: time.sleep(9),
                     "a nameless signal": lambda: os.kill(os.getpid(), 40)}}
            ends["{end}"]()
    """, budget=0.3 if end == "late" else 5)
    file.begin(GAME, 0, 1)
    if escape == "without a guard" and guarded != "namespace":  # whoever ends its guard ends with it
        with pytest.raises(Misconduct) as caught:
            ask(file)
        assert caught.value.kind == "crash" and running(seconds) == []
        return
    assert ask(file) == 2
    before = time.monotonic()
    while len(running(seconds)) < (20 if escape == "many" else 1) and time.monotonic() < before + 5:
        time.sleep(0.01)
    assert running(seconds)
    if end == "closed":
        file.close()
    else:
        with pytest.raises(Misconduct) as caught:
            ask(file, 1)
        assert caught.value.kind == ("time" if end == "late" else "crash")
    assert running(seconds) == []


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)", "1 / 0"])
def test_nothing_outlives_the_caller(tmp_path: Path, guarded: str, end: str) -> None:
    seconds = f"{6000 + os.getpid()}.{abs(hash((guarded, end)))}"
    (tmp_path / "a.py").write_text(
        "import os, subprocess\nprint(os.getcwd())\nopen('note', 'w').close()\ndef act(view):\n"
        f"    subprocess.Popen(['sleep', '{seconds}'], start_new_session=True)\n    return 0\n")
    caller = dedent(f"""
        import os, sys
        sys.path[:0] = {sys.path!r}
        from tests.test_outside import GAME, PythonFile, ask, launching
        if {guarded == "orphans adopted"}:
            launching.namespace = lambda: ()
        file = PythonFile({str(tmp_path / "a.py")!r})
        file.begin(GAME, 0, 1)
        ask(file)
        print(file.printed, flush=True)
        {end}
    """)
    root = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", caller], cwd=root, capture_output=True, check=False, timeout=60)
    folder = Path(done.stdout.decode().strip())
    assert folder.name.startswith("lek-")
    assert all_gone(seconds) and all_gone(folder.name)
    for _ in range(500):
        if not folder.exists():
            break
        time.sleep(0.01)
    assert not folder.exists()


def test_a_file_cannot_end_its_guard_from_a_namespace(student: Make) -> None:
    if not launching.namespace():
        pytest.skip("this system allows no process namespaces")
    file = student("""
        import os
        def act(view):
            return sum(1 for pid in (1, os.getppid()) if os.kill(pid, 9) is None)
    """)
    assert game_of(file, moves=2) == [2, 2]


def test_a_file_sees_no_command_line_of_others(student: Make) -> None:
    if "--mount-proc" not in launching.namespace():
        pytest.skip("this system shows all processes")
    file = student("""
        import os
        def act(view):
            found = []
            for pid in filter(str.isdigit, os.listdir("/proc")):
                with open(f"/proc/{pid}/cmdline") as file:
                    found.append(file.read())
            assert len(found) == 2 and all("outside_" in words for words in found), found
            return 1
    """)
    assert game_of(file, moves=1) == [1]


def test_the_folder_it_ran_in_is_removed(student: Make) -> None:
    file = student("import os\nprint(os.getcwd(), end='')\nopen('notes', 'w').close()\ndef act(view):\n    return 0")
    file.begin(GAME, 0, 1)
    assert Path(file.printed, "notes").exists()
    file.close()
    assert not Path(file.printed).exists()


def test_garbage_collection_ends_the_process(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SIMPLE)
    file = PythonFile(tmp_path / "a.py")
    game_of(file, moves=1)
    folder = Path(file.printed)
    assert running(folder.name)
    del file
    gc.collect()
    assert running(folder.name) == []


def test_a_fork_of_the_caller_starts_a_process_of_its_own(student: Make) -> None:
    file = student(SIMPLE.replace("int.from_bytes(os.urandom(4), 'big')", "id(os) + view.turn"))
    game_of(file, moves=1)
    folder = file.printed
    child = os.fork()
    if not child:
        try:
            file.begin(GAME, 0, 1)
            os._exit(0 if ask(file) and file.printed[-len(folder):] != folder else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert ask(file) and file.printed == folder
    assert len(running(Path(folder).name)) >= 1


def test_a_copy_is_the_same_file_in_a_process_of_its_own(student: Make) -> None:
    file = student(SIMPLE, budget=3)
    game_of(file, moves=1)
    for other in (copy.copy(file), pickle.loads(pickle.dumps(file))):
        with other:
            assert (other.path, other.budget) == (file.path, 3)
            game_of(other, moves=1)
            assert other.printed != file.printed


# deadlines


CHANNEL = "int(sys.orig_argv[sys.orig_argv.index(__file__) - 1])"


@pytest.mark.parametrize("flood", [
    "os.write(channel, b'?\\n'); os.read(channel, 1 << 16)", "os.write(channel, b' ')", "os.write(2, b'x' * 9999)",
    "view.legal, view.__dict__.pop('legal')"])
def test_a_move_has_one_deadline_whatever_the_file_says(student: Make, flood: str) -> None:
    """Answers that are none, halves of answers, prints and questions, for ever, from a file deaf to its alarm."""
    file = student(f"""
        import os, signal, sys
        channel = {CHANNEL}
        def act(view):
            if view.turn:
                signal.signal(signal.SIGALRM, signal.SIG_IGN)
                while True:
                    {flood}
            return 2
    """, budget=0.3)
    file.begin(GAME, 0, 1)
    assert ask(file) == 2
    before = time.monotonic()
    with pytest.raises(Misconduct) as caught:
        ask(file, 1)
    assert caught.value.kind in ("time", "crash")  # a crash: it has filled the channel
    assert time.monotonic() - before < 0.3 + outside.GRACE + 3
    assert game_of(file, moves=1) == [2]


# the linter


@pytest.mark.parametrize(("text", "wrong"), [
    ("def act(view):\n    return 1", []),
    ("def act(view, depth=3):\n    return 1", []),
    ("act = lambda view: 1", []),
    ("import numpy, json\nfrom os import path\ndef act(view):\n    return 1", []),
    ("try:\n    import no_such\nexcept ImportError:\n    no_such = None\ndef act(view):\n    return 1", []),
    ("def act(view)\n    return 1", ["line 1: SyntaxError: expected ':'"]),
    ("def move(view):\n    return 1", ["the file defines no function act(view)"]),
    ("\ndef act():\n    return 1",
     ["line 2: act must take one argument or two, act(view) or act(view, memory); given: act()"]),
    ("def act(view, memory):\n    return 1", []),
    ("def act(view, me, you):\n    return 1",
     ["line 1: act must take one argument or two, act(view) or act(view, memory); given: act(view, me, you)"]),
    ("print('hello')\ndef act(view):\n    return 1", ["it prints at import: 'hello'"]),
    ("import no_such\ndef act(view):\n    return 1", ["line 1: there is no module called no_such here"]),
    ("def act(view):\n    from os.nowhere import x\n    return 1",
     ["line 2: there is no module called os.nowhere here"]),
    ("1 / 0\ndef act(view):\n    import no_such", [
        "line 1: ZeroDivisionError: division by zero", "line 3: there is no module called no_such here"]),
    ("import os\nprint('x')\nos._exit(4)", ["the process ended with exit code 4", "it prints at import: 'x'"]),
])
def test_check_says_what_is_wrong(tmp_path: Path, text: str, wrong: list[str]) -> None:
    (tmp_path / "a.py").write_text(text)
    assert check(tmp_path / "a.py") == wrong


def test_check_runs_nothing_in_our_process(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import os, sys\nos.environ['LEK_WAS'] = 'here'\nsys.lek_was = 'here'\n")
    check(tmp_path / "a.py")
    assert "LEK_WAS" not in os.environ
    assert not hasattr(sys, "lek_was")


def test_views_as_the_games_give_them(student: Make) -> None:
    """np.record of a state copied, as `watch` hands it over."""
    file = student("def act(view):\n    return view.turn + len(view.x)")
    file.begin(GAME, 0, 1)
    state = record(VIEW, turn=4)
    assert isinstance(state[0], np.record)
    assert file.choose(state[0].copy(), lambda action: True, None) == 6


# people


def person(typed: str, **options: Any) -> tuple[Person, io.StringIO]:
    writes = io.StringIO()
    somebody = Person(reads=io.StringIO(typed), writes=writes)
    names = {"left": 0, "stay": 1, "right": 2}
    game = dataclasses.replace(GAME, face=Face(action_name=list(names).__getitem__, action_of=names.__getitem__, **options))
    somebody.begin(game, 0, 1)
    return somebody, writes


def not_stay(action: int) -> bool:
    return action != 1


def test_a_person_sees_the_view_and_chooses_by_name() -> None:
    somebody, written = person("right\nleft\n", show_view=lambda view: f"turn {view.turn}")
    assert somebody.choose(view(3), not_stay, None) == 2
    assert written.getvalue() == "turn 3\nyour move (left, right): "
    assert somebody.choose(view(4), not_stay, None) == 0


def test_a_person_is_told_what_their_seat_is_called() -> None:
    somebody, written = person("left\n", show_view=lambda view: "", seats=("White", "Red"))
    somebody.choose(view(), not_stay, None)
    assert written.getvalue() == "\nWhite, your move (left, right): "


def test_a_person_is_asked_again_after_nonsense() -> None:
    somebody, written = person("up\n\n  stay \n right ", show=lambda view: "")
    assert somebody.choose(view(), not_stay, None) == 2
    assert "'up' is not a move in tiny: write it like left." in written.getvalue()
    assert "stay is not allowed now." in written.getvalue()
    assert written.getvalue().count("your move (left, right): ") == 4


def test_a_person_sees_the_fields_where_nothing_draws_them() -> None:
    somebody, written = person("right\n")
    somebody.choose(view(), not_stay, None)
    assert "turn = 0\nwet = True\nshare = 0.5\nx = [1.0, 2.5]\nboard = [[1, 2], [3, 4]]\n" in written.getvalue()
    assert "rng" not in written.getvalue()


def test_the_end_of_input_and_an_interrupt_go_upwards(monkeypatch: pytest.MonkeyPatch) -> None:
    somebody, _ = person("up\n")
    with pytest.raises(EOFError):
        somebody.choose(view(), not_stay, None)

    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(readline=interrupt))
    somebody = Person(writes=io.StringIO())
    somebody.begin(GAME, 0, 1)
    with pytest.raises(KeyboardInterrupt):
        somebody.choose(view(), not_stay, None)


def test_a_person_uses_the_terminal_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\n"))
    somebody = Person()
    somebody.begin(GAME, 0, 1)
    assert somebody.choose(view(), not_stay, None) == 2
    told = capsys.readouterr()
    assert told.err.endswith("your move (0, 2): ") and not told.out, "standard output is for results"


def test_only_some_of_many_moves_are_offered() -> None:
    written = io.StringIO()
    somebody = Person(reads=io.StringIO("99999\n"), writes=written)
    somebody.begin(tiny(10**6), 0, 1)
    assert somebody.choose(view(), lambda action: True, None) == 99999
    assert written.getvalue().endswith("your move (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ...): ")
