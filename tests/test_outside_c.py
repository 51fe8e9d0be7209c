"""Ants in C: how they are called, how they may fail, and that nobody else pays for it."""

from __future__ import annotations

import copy
import os
import pickle
import re
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from lek import outside_c
from lek.agent import Agent
from lek.find import find_agent, find_game
from lek.game import record
from lek.games import GAMES
from lek.outside import KEPT, Misconduct
from lek.outside_c import CFile, compiled, contest_size
from lek.players.antwars.c import C_CALL
from lek.playing import Played, play
from lek.settings import Mistake
from lek.watching import watch
from tests.cage import all_gone, running
from tests.contract.own_games import NIM

GAME = GAMES["antwars"]()
HEAD = "int Move(int grid[11][11], int row, int column)"
Make = Callable[..., CFile]


@pytest.fixture
def ant(tmp_path: Path) -> Iterator[Make]:
    """A file made of this text, or of the body of Move."""
    made: list[CFile] = []

    def make(text: str, before: str = "", budget: float = 5.0) -> CFile:
        path = tmp_path / f"ant{len(made)}.c"
        path.write_text(text if "Move" in text else f"{before}\n{HEAD} {{ {text} }}\n")
        made.append(CFile(path, compiled(path, GAME, C_CALL), budget))
        return made[-1]

    yield make
    for file in made:
        file.close()


def view(cell: int = 60, enemy: int = -1, food: Any = (0, 0)) -> Any:
    return record(GAME.blank_view().dtype, cell=cell, enemy=enemy, food=food)[0]


def ask(file: CFile, cell: int = 60, budget: float | None = None) -> int:
    return file.choose(view(cell), lambda action: True, budget)


def game_of(file: CFile, moves: int = 3, seed: int = 1) -> list[int]:
    """What it answers in cells 0, 1, 2, ..."""
    file.begin(GAME, 0, seed)
    return [ask(file, cell) for cell in range(moves)]


def fault_of(file: CFile, moves: int = 1) -> Misconduct:
    with pytest.raises(Misconduct) as caught:
        game_of(file, moves)
    assert caught.value.file == str(file.path)
    return caught.value


def mistake_of(make: Callable[[], Any]) -> str:
    with pytest.raises(Mistake) as caught:
        make()
    text = str(caught.value)
    assert "\n" not in text and len(text) < 300
    return text


def against_random(file: CFile, games: int, **more: Any) -> Played:
    rival = find_agent(find_game("antwars"), GAME, "random")
    return play(GAME, [Agent("ant", outsider=file), rival], [[0, 1]] * games, 1, **more)


# how it is called


def test_it_sees_what_the_game_tells(ant: Make) -> None:
    """A sum in which every cell, row and column has a weight of its own, over the views of a whole game."""
    file = ant("""
        unsigned sum = 1000 * row + column;
        for (int i = 0; i < 121; i++) sum = 31 * sum + (unsigned)(grid[i / 11][i % 11] + 7);
        return (int)sum;
    """)
    file.begin(GAME, 0, 1)
    enemies = 0
    for turn in watch(GAME, [find_agent(find_game("antwars"), GAME, "random")] * 2, 5):
        told = GAME.face.words(turn.view)
        total = 1000 * told["row"] + told["column"]
        for what in np.ravel(told["grid"]).tolist():
            total = (31 * total + what + 7) % 2**32
        assert file.choose(turn.view, lambda action: True, None) % 2**32 == total
        enemies += turn.view.enemy >= 0
    assert enemies


@pytest.mark.parametrize("text", [
    f"{HEAD} {{ return column; }}",
    "int Move(int (*grid)[11], int row, int column) { return column; }",
    "int Move(grid, row, column) int grid[11][11]; int row, column; { return column; }",
    "Move(grid, row, column)\nint grid[][11];\n{ return column; }",
    f"#include <stdio.h>\n{HEAD};\nint main(void) {{ int g[11][11]; return Move(g, 0, 0); }}\n{HEAD} {{ return column; }}",
    f"#include <math.h>\n#include <stdlib.h>\n{HEAD} {{ return (int)floor(fabs(column + 0.5)); }} // new comments",
])
def test_ways_to_write_it(ant: Make, text: str) -> None:
    assert game_of(ant(text)) == [0, 1, 2]


def test_its_variables_are_as_new_in_every_game(ant: Make) -> None:
    file = ant("static int inner; return 10 * ++outer + ++inner;", "int outer = 4;")
    for _ in range(3):
        assert game_of(file) == [51, 62, 73]


def test_its_dice_are_seeded(ant: Make) -> None:
    one, other = (ant("return rand() % 1000;", "#include <stdlib.h>") for _ in range(2))
    moves = game_of(one, seed=5)
    assert game_of(one, seed=6) != moves
    assert game_of(one, seed=5) == moves == game_of(other, seed=5)


def test_a_copy_is_the_same_program_in_a_process_of_its_own(ant: Make) -> None:
    file = ant("static int told; char c[999]; if (!told++) puts(getcwd(c, 999)); return 2;", ALL)
    game_of(file)
    game_of(file)
    folder = file.printed.split()[0]
    assert file.printed.split() == [folder] * 2  # one process for all games
    for other in (copy.copy(file), pickle.loads(pickle.dumps(file))):
        with other:
            assert (other.path, other.budget) == (file.path, 5.0)
            game_of(other)
            assert folder not in other.printed.split()


def test_one_that_meets_itself_has_two_memories(ant: Make) -> None:
    file = ant("static int asked; return ++asked > 35 ? 8 : 0;")
    assert play(GAME, [Agent("ant", outsider=file)], [[0, 0]] * 2, 1).faults == []


# what is wrong before any game


@pytest.mark.parametrize(("text", "told"), [
    (f"\n{HEAD}\n{{\n    return heading\n}}", "does not compile: line 4: 'heading' undeclared"),
    (f"{HEAD} {{ return 1 }}", "does not compile: line 1: expected ';'"),
    (f'#include "opponent.c"\n{HEAD} {{ return 1; }}', "does not compile: line 1: opponent.c: No such file"),
    ("\nint Move(int **grid, int row, int column) { return 0; }", f"line 2: conflicting types for 'Move'|should be {HEAD}"),
    (f"static {HEAD} {{ return 0; }}", "line 1: static declaration of 'Move'|it should be"),
    ("int move(int grid[11][11], int row, int column) { return 0; }", f"defines no function Move; it should define {HEAD}"),
    ("", f"defines no function Move; it should define {HEAD}"),
    (f"int plan(int);\n{HEAD} {{ return plan(row); }}", "does not compile: it uses plan, which is defined nowhere"),
    ("\0\xff", "does not compile"),
])
def test_a_file_that_does_not_compile(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "opponent.c").write_text("int x;")
    (tmp_path / "ant.c").write_text(text, encoding="latin-1")
    said = mistake_of(lambda: compiled(tmp_path / "ant.c", GAME, C_CALL))
    assert said.startswith("ant.c ")
    assert all(part in said for part in told.split("|")), said


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ant.c").write_text(f"{HEAD} {{ return 0; }}")
    monkeypatch.setenv("CC", "tcc-of-yesterday -O2")
    said = mistake_of(lambda: compiled(tmp_path / "ant.c", GAME, C_CALL))
    assert said.startswith("ant.c needs a C compiler, but there is no tcc-of-yesterday here; install")
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "there is no cc here" in mistake_of(lambda: compiled(tmp_path / "ant.c", GAME, C_CALL))


def test_no_compiler_outlives_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may include what never ends: the compiler's own children have to end with it."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "ant.c").write_text(f'#include "{tmp_path / "pipe"}"\n{HEAD} {{ return 1; }}\n')
    monkeypatch.setattr(outside_c, "COMPILING", 1.0)
    monkeypatch.setenv("LEK_TEST_COMPILER", word := f"compiler of {tmp_path}")
    with pytest.raises(Mistake, match=r"ant\.c took longer than 1 s to compile"):
        compiled(tmp_path / "ant.c", GAME, C_CALL)
    assert all_gone(word)


def test_the_compiler_of_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, mine = tmp_path / "ant.c", tmp_path / "mine"
    path.write_text(f"{HEAD} {{ return 0; }}")
    mine.write_text("#!/bin/sh\necho \"file.c:7:1: error: $1\" >&2\nexit 1\n")
    mine.chmod(stat.S_IRWXU)
    monkeypatch.setenv("CC", f"{mine} -my-option")
    assert mistake_of(lambda: compiled(path, GAME, C_CALL)) == "ant.c does not compile: line 7: -my-option"
    mine.write_text("#!/bin/sh\nexit 1\n")
    assert mistake_of(lambda: compiled(path, GAME, C_CALL)) == "ant.c does not compile: the compiler does not say why"


def test_a_game_that_is_not_played_in_c(ant: Make, tmp_path: Path) -> None:
    path = tmp_path / "ant.c"
    path.write_text(f"{HEAD} {{ return 0; }}")
    moose = find_game("moose")
    said = mistake_of(lambda: find_agent(moose, moose.build(), str(path)))
    assert said.startswith("ant.c cannot play moose, which says nothing about files in C; an agent's file here is a .py")
    assert "another game" in mistake_of(lambda: ant("return 0;").begin(moose.build(), 0, 1))


def test_a_long_source_plays_and_is_told(ant: Make) -> None:
    short = f"{HEAD} {{ return 0; }}"
    just, over = ant(short.ljust(5120)), ant(short.ljust(5121, "\n"))
    assert [contest_size(file.path) for file in (just, over)] == [5120, 5121]
    assert (just.notice, over.notice) == ("", "ant1.c has 5,121 bytes, more than the 5,120 that the contest allowed")
    assert game_of(over) == game_of(just) == [0] * 3


def test_a_budget_is_a_positive_number(ant: Make) -> None:
    with pytest.raises(Mistake, match="budget"):
        ant("return 0;", budget=0)


# what goes wrong in a game


CRASHES = {
    "*(volatile int *)0 = 1;": "the program was killed by SIGSEGV: it read or wrote where it has no memory",
    "abort();": "the program was killed by SIGABRT",
    "volatile int nothing = 0; return 7 / nothing;": "the program was killed by SIGFPE: perhaps it divided by zero",
    "exit(3);": "the program ended itself with exit code 3",
    "_exit(0);": "the program ended itself with exit code 0",
    "raise(SIGUSR1);": f"the program was killed by signal {10 if sys.platform == 'linux' else 30}",
    "char *p = malloc(1 << 30); if (!p) exit(9); p[5] = 1;": "the program ended itself with exit code 9",
}
ALL = "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"


def test_a_crash_says_how_and_the_next_game_begins(ant: Make) -> None:
    """It answers in column 0 and crashes in column 1."""
    for body, text in CRASHES.items():
        file = ant(f"if (column == 1) {{ {body} }} return 2;", ALL)
        fault = fault_of(file, moves=2)
        assert (fault.kind, fault.line, fault.text) == ("crash", None, text)
        with pytest.raises(Misconduct, match="in no game"):
            ask(file)
        assert game_of(file, moves=1) == [2]


def test_endless_recursion_is_a_crash(ant: Make) -> None:
    fault = fault_of(ant("volatile int deep[999]; deep[row] = row; return deep[row] + Move(grid, row + 1, column) + deep[3];"
                         .join([f"{HEAD} {{", "}"])))
    assert (fault.kind, fault.text[:37]) == ("crash", "the program was killed by SIGSEGV: it")


def test_only_the_games_of_a_crash_are_lost(ant: Make) -> None:
    """It crashes in every game that its dice choose; whoever plays it is not disturbed."""
    file = ant("static int n, bad; if (!n++) bad = rand() % 2; if (bad && n == 4) abort(); return 2;", ALL)
    played = against_random(file, 12)
    lost = [fault.game for fault in played.faults]
    assert 0 < len(lost) < 12
    assert {(fault.kind, fault.turn, fault.agent) for fault in played.faults} == {("crash", 4, 0)}
    assert not played.scores[lost, 0].any() and played.scores[lost, 1].all()
    assert np.isin(played.scores.sum(axis=1), 1).all() and played.scores[:, 0].any()


@pytest.mark.parametrize("hang", ["for (;;) spin++;", "pause();", "raise(SIGSTOP);"])
def test_a_hang_is_ended_and_the_next_game_begins(ant: Make, hang: str) -> None:
    file = ant(f"if (column == 1) {{ {hang} }} return 2;", ALL + "volatile int spin;", budget=0.1)
    started = time.monotonic()
    fault = fault_of(file, moves=2)
    assert (fault.kind, fault.line, fault.text) == ("time", None, "it took longer than 0.1 s for a move")
    assert 0.1 <= time.monotonic() - started < 3
    assert game_of(file, moves=1) == [2]


def test_a_budget_may_be_given_for_one_move(ant: Make) -> None:
    file = ant("usleep(1000 * column); return 2;", ALL)
    file.begin(GAME, 0, 1)
    assert file.choose(view(9), lambda action: True, 2.0) == 2
    started = time.monotonic()
    file = ant("usleep(400000); return 2;", ALL)
    file.begin(GAME, 0, 1)
    with pytest.raises(Misconduct, match=r"longer than 0\.05 s"):
        ask(file, budget=0.05)
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("answer", [8, -3])
def test_what_is_no_direction_loses_at_once(ant: Make, answer: int) -> None:
    file = ant(f"/* Move */\n\n{HEAD}\n{{\n    return {answer};\n}}\n")
    played = against_random(file, 2)
    assert played.scores.tolist() == [[0, 1]] * 2
    assert [(fault.kind, fault.turn, fault.text) for fault in played.faults] == [
        ("illegal", 1, f"ant0.c, line 3: {answer} is not a legal action")] * 2


def test_prints_are_kept_and_reach_nobody_else(ant: Make, capfd: pytest.CaptureFixture[str]) -> None:
    file = ant('printf("move %d;", column); fprintf(stderr, "aside;"); if (column == 1) abort(); return 2;', ALL)
    fault_of(file, moves=2)
    assert file.printed == "move 0;aside;move 1;aside;"
    assert capfd.readouterr() == ("", "")


def test_huge_output_neither_blocks_nor_grows(ant: Make) -> None:
    file = ant('char x[1000]; memset(x, 120, 999); x[999] = 0; for (int i = 0; i < 1000; i++) puts(x); return 2;', ALL)
    assert game_of(file, moves=2) == [2, 2]
    assert file.printed.endswith("x\n") and len(file.printed) == KEPT


def test_nothing_of_ours_is_in_the_process(ant: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET", "42")
    with open(tmp_path / "marks.txt", "w") as marks:
        os.set_inheritable(marks.fileno(), True)
        file = ant("""
            int open = 0;
            for (int i = 0; i < 256; i++) open += fcntl(i, F_GETFD) >= 0;
            return getenv("SECRET") != 0 || getchar() != EOF || system("exit `ls | wc -l`") != 0 ? -1 : open;
        """, ALL + "#include <fcntl.h>\n")
        assert game_of(file, moves=1) == [4]  # input, output, errors, channel


def test_one_that_forks_answers_once(ant: Make) -> None:
    assert game_of(ant("if (!fork()) return 7; usleep(20000); return column;", ALL)) == [0, 1, 2]


def test_one_that_dies_between_two_moves_begins_anew(ant: Make) -> None:
    """The question that nobody heard is not put to the next game's child."""
    file = ant("static int n; pid_t self = getpid(); if (column == 1 && !fork()) kill(self, SIGTERM); return ++n;", ALL)
    assert game_of(file, moves=2) == [1, 2]
    time.sleep(0.1)
    with pytest.raises(Misconduct, match="killed by SIGTERM"):
        ask(file)
    assert game_of(file, moves=1) == [1]


def test_one_that_kills_what_waits_for_it(ant: Make) -> None:
    file = ant("if (column == 1) kill(getppid(), SIGKILL); return column;", ALL, budget=0.5)
    assert game_of(file, moves=2) == [0, 1]
    fault = fault_of(file)
    assert fault.kind == "crash"
    assert game_of(file, moves=1) == [0]


def test_one_that_writes_into_the_channel(ant: Make) -> None:
    file = ant('for (int i = 3; i < 64; i++) write(i, "x", 1); return 2;', ALL)
    fault = fault_of(file)
    assert (fault.kind, fault.text) == ("crash", "the file wrote into the channel of its answers")


def test_nothing_outlives_a_program(ant: Make, guarded: str) -> None:
    seconds = f"{7000 + os.getpid()}.{guarded == 'namespace':d}"
    file = ant(f'''
        if (!fork()) {{ setsid(); if (!fork()) execlp("sleep", "sleep", "{seconds}", (char *)0); _exit(0); }}
        usleep(50000);
        if (column == 1)
            kill(getpid(), SIGSEGV);
        return column;''', ALL)
    file.begin(GAME, 0, 1)
    assert ask(file, 0) == 0 and running(seconds)
    fault = fault_of(file, moves=2)
    assert fault.kind == "crash"
    assert all_gone(seconds)
    game_of(file, moves=1)
    assert running(seconds)
    file.close()
    assert running(seconds) == []


def test_a_game_begins_before_the_deadline_or_never(ant: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers anything but `begun`, for ever."""
    monkeypatch.setattr(outside_c, "LOADING", 0.2)
    file = ant("return column;", '''
        #include <unistd.h>
        __attribute__((constructor)) static void flood(void) {
            for (;;)
                for (int i = 3; i < 64; i++)
                    write(i, "7\\n", 2);
        }''', budget=0.2)
    before = time.monotonic()
    fault = fault_of(file)
    assert fault.kind in ("time", "crash")
    assert time.monotonic() - before < 5


def test_a_game_of_ones_own_says_how_files_in_c_are_called(tmp_path: Path) -> None:
    call = """
from lek.outside_c import CCall
C_CALL = CCall("int take(int left)", "static int lek_ask(const struct view *v) { return take(v->left) - 1; }", 40)
"""
    (tmp_path / "nim.py").write_text(NIM + call)
    (tmp_path / "wise.c").write_text("int take(int left) { return left % 4 ? left % 4 : 1; }")
    found = find_game(str(tmp_path / "nim.py"))
    game = found.build()
    wise, rival = find_agent(found, game, str(tmp_path / "wise.c")), find_agent(found, game, "random")
    assert "more than the 40 that the contest allowed" in wise.outsider.notice
    played = play(game, [wise, rival], [[0, 1]] * 5, 1)
    assert not played.faults and played.scores.tolist() == [[1, 0]] * 5
    with pytest.raises(Mistake, match="was compiled for another game than this antwars"):
        wise.outsider.begin(GAME, 0, 1)
    (tmp_path / "plain.py").write_text(NIM)
    found = find_game(str(tmp_path / "plain.py"))
    assert "says nothing about files in C" in mistake_of(lambda: find_agent(found, found.build(), str(tmp_path / "wise.c")))
    wise.outsider.close()


@pytest.mark.parametrize("end", ["pass", "os.kill(os.getpid(), 9)"])
def test_the_process_and_its_folder_end_with_the_caller(tmp_path: Path, end: str) -> None:
    (tmp_path / "a.c").write_text(f'{ALL}{HEAD} {{ char c[999]; puts(getcwd(c, 999)); return 3; }}')
    caller = dedent(f"""
        import os, sys
        sys.path[:0] = {sys.path!r}
        from tests.test_outside_c import C_CALL, CFile, GAME, compiled, game_of
        file = CFile({str(tmp_path / "a.c")!r}, compiled({str(tmp_path / "a.c")!r}, GAME, C_CALL))
        game_of(file, 1)
        print(file.printed, flush=True)
        {end}
    """)
    done = subprocess.run([sys.executable, "-c", caller], cwd=Path(__file__).parent.parent, stdout=subprocess.PIPE,
                          check=False, timeout=60)
    folder = Path(done.stdout.decode().split()[0])
    assert folder.name.startswith("lek-")
    deadline = time.monotonic() + 5
    while (folder.exists() or running(folder.name)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not folder.exists() and not running(folder.name)


# the page


def test_the_ant_of_the_page_plays_well(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "antwars-c.md").read_text()
    text = re.search(r"```c\n/\* file: ant\.c \*/\n(.*?)```", page, re.DOTALL)
    assert text is not None
    (tmp_path / "ant.c").write_text(text[1])
    assert contest_size(tmp_path / "ant.c") < 5120
    found = find_game("antwars")
    agents = [find_agent(found, GAME, str(tmp_path / "ant.c")), find_agent(found, GAME, "random")]
    played = play(GAME, agents, [[0, 1], [1, 0]] * 20, 1)
    assert played.faults == []
    assert played.scores[0::2, 0].mean() > 0.8 and played.scores[1::2, 1].mean() > 0.8


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not keep a process to one core")
def test_a_move_is_cheap(ant: Make) -> None:
    """Where both sides share a core, about 15 us; the best of many, since the machine has others to serve."""
    file, seen, times, before = ant("return 2;"), view(), [], os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        file.begin(GAME, 0, 1)
        for _ in range(500):
            started = time.perf_counter()
            file.choose(seen, lambda action: True, None)
            times.append(time.perf_counter() - started)
    finally:
        os.sched_setaffinity(0, before)
    assert min(times) < 60e-6
