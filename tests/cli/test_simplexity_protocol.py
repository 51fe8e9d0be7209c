"""The line protocol: what it answers to every kind of line, and that no line can break it."""

from __future__ import annotations

import io
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lek.cli.simplexity_protocol import BEST, Engine, serve
from lek.players import PLAYERS
from lek.settings import Mistake

EMPTY = "." * 42
INIT = "init 6 7 4 10 11 200"
START = f"think white {EMPTY} 10 11 10 11"
MOVE = re.compile(r"move [0-6] [rs]")
ANSWERS = re.compile(r"ready|error [ -~]+|move [0-9]+ [rs]|info depth \d+ nodes \d+ value -?\d+\.\d\d ms \d+")


def said(*lines: str, agent: str = "sequential") -> list[str]:
    """Everything that is answered to these lines."""
    out = io.StringIO()
    serve([f"{line}\n" for line in lines], out, agent)
    return out.getvalue().splitlines()


def board(*rows: str) -> str:
    """The board of 6 x 7 drawn top row first, without the empty rows above."""
    return "".join(row.ljust(7, ".") for row in reversed(rows)).ljust(42, ".")


def think(colour: str, *rows: str) -> str:
    """The line for a position, all other pieces left."""
    text = board(*rows)
    left = [(11 if piece in "WR" else 10) - text.count(piece) for piece in "wWrR"]
    return f"think {colour} {text} {' '.join(map(str, left))}"


# What it answers


def test_a_conversation() -> None:
    assert said(INIT, START, think("white", "wr"), "newgame", START, "quit", START) == [
        "ready", "move 0 r", "move 1 r", "move 0 r"]


def test_blank_lines_are_passed_over_and_the_end_is_the_end() -> None:
    assert said("", "   ", INIT, "\t") == ["ready"]
    assert said() == []
    assert said("quit") == []
    assert said("  quit  ", INIT) == []


def test_init_may_come_again_with_another_board() -> None:
    small = "init 4 5 3 4 5 100"
    assert said(INIT, small, f"think white {'.' * 20} 4 5 4 5", START, INIT, START) == [
        "ready", "ready", "move 0 r", *said(small, START)[1:], "ready", "move 0 r"]


def test_what_does_not_work_changes_nothing() -> None:
    told = said(INIT, START, "init 3 3 4 5 5 100", "newgame now", "think", think("white", "wr"))
    assert [line.split()[0] for line in told] == ["ready", "move", "error", "error", "error", "move"]
    assert told[-1] == "move 1 r"


def test_positions_need_not_follow_from_each_other() -> None:
    told = said(INIT, think("red", "w", "w", "wRR"), think("white", "Rw", "Rw", "RwWr"), START, agent="sure")
    moves = [line for line in told if MOVE.fullmatch(line)]
    assert len(moves) == 3
    assert moves[0] == "move 0 s" and moves[1].startswith("move 1 ")


@pytest.mark.parametrize("agent", ["sure", "alphabeta"])
def test_a_search_tells_of_itself(agent: str) -> None:
    ready, info, move = said(INIT, START, agent=agent)
    assert ready == "ready"
    assert ANSWERS.fullmatch(info) and info.startswith("info") and not info.startswith("info depth 0")
    assert MOVE.fullmatch(move)


@pytest.mark.parametrize("agent", ["random", "minimax:depth=1", "sure", "alphabeta"])
def test_an_agent_wins_where_it_can_or_at_least_moves(agent: str) -> None:
    told = said(INIT, think("white", "w", "w", "wRR"), agent=agent)[-1]
    assert MOVE.fullmatch(told)
    assert agent == "random" or told.startswith("move 0 ")


def test_a_board_on_which_nothing_can_be_done() -> None:
    told = said("init 6 7 4 0 0 100", f"think white {EMPTY} 0 0 0 0")
    assert told[0] == "ready" and told[1].startswith("error this game is over")


@pytest.mark.parametrize("agent", ["lek", "sure", "simpai", "thunder", "minimax:depth=3"])
def test_who_has_no_pieces_left_cannot_answer(agent: str) -> None:
    assert MOVE.fullmatch(said(INIT, f"think white {EMPTY} 5 5 0 0", agent=agent)[-1])
    assert MOVE.fullmatch(said(INIT, f"think red {EMPTY} 0 0 1 0", agent=agent)[-1])


def test_the_default_agent_is_the_best_there_is() -> None:
    assert BEST == "lek" and BEST in PLAYERS["simplexity"]
    with pytest.raises(Mistake, match="'nobody'"):
        serve([], io.StringIO(), "nobody")
    with pytest.raises(Mistake, match="human"):
        serve([], io.StringIO(), "human")


def test_an_interrupt_ends_it() -> None:
    def lines() -> Any:
        yield INIT
        raise KeyboardInterrupt

    out = io.StringIO()
    serve(lines(), out, "sequential")
    assert out.getvalue() == "ready\n"


# What it says to nonsense


BAD = {  # line: words of the error
    "hello": "'hello' init newgame think",
    "INIT 6 7 4 10 11 200": "'INIT'",
    "init": "6 words rows cols ms given: 0",
    "init 6 7 4 10 11": "6 words 5",
    "init 6 7 4 10 11 200 1": "6 words 7",
    "init six 7 4 10 11 200": "'six' whole",
    "init 6.5 7 4 10 11 200": "'6.5' whole",
    "init 6 7 4 10 11 1e3": "'1e3' whole",
    "init 6 7 4 10 11 99999999999": "'99999999999' whole nine",
    "init 0 7 4 10 11 200": "rows=0 1 62",
    "init 63 7 4 10 11 200": "rows=63",
    "init 6 65 4 10 11 200": "cols=65 64",
    "init 6 7 0 10 11 200": "win=0 1",
    "init 3 3 4 10 11 200": "win=4 3 rows 3 columns",
    "init 6 7 8 10 11 200": "win=8 larger",
    "init 6 7 4 -1 11 200": "rounds=-1 0",
    "init 6 7 4 10 -11 200": "squares=-11 0",
    "init 6 7 4 10 11 0": "ms=0 1",
    "init 6 7 4 10 11 -200": "ms=-200 1",
    "init 6 7 4 10 11 0.5": "'0.5' whole",
    "newgame please": "newgame 0 1",
    "quit now": "'quit'",
    "think": "think 6 words 0",
    f"think white {EMPTY}": "6 words 2",
    f"think white {EMPTY} 10 11 10": "6 words 5",
    f"think green {EMPTY} 10 11 10 11": "'green' white red",
    f"think White {EMPTY} 10 11 10 11": "'White'",
    f"think white {EMPTY[1:]} 10 11 10 11": "6 x 7 42",
    f"think white {EMPTY}. 10 11 10 11": "6 x 7 42",
    f"think white x{EMPTY[1:]} 10 11 10 11": "42 .wWrR",
    f"think white {EMPTY[:-1]}w 9 11 10 11": "fall row 5 column 6",
    f"think white {EMPTY} ten 11 10 11": "'ten' whole",
    f"think white {EMPTY} -1 11 10 11": "stocks 0 -1",
    f"think white {EMPTY} 11 11 10 11": "white 10 round 0 on the board 11 left",
    f"think white {EMPTY} 10 11 10 12": "red 11 square 12 left",
    f"think red w{EMPTY[1:]} 10 11 10 11": "white 10 round 1 on the board 10 left",
    f"think white {EMPTY} 0 0 10 11": "white no move 0 pieces",
    f"think red {EMPTY} 10 11 0 0": "red no move",
    think("red", "wwww"): "over White wins shape",
    think("white", "RrRr"): "over Red wins colour",
    f"think white {EMPTY} 0 0 0 0": "over drawn",
}


@pytest.mark.parametrize("line", BAD)
def test_nonsense_is_answered_by_one_sentence(line: str) -> None:
    ready, error, move = said(INIT, line, START)
    assert (ready, move) == ("ready", "move 0 r")
    assert error.startswith("error ")
    assert [word for word in BAD[line].split() if word not in error] == []


@pytest.mark.parametrize("line", [START, "newgame"])
def test_nothing_comes_before_init(line: str) -> None:
    (error,) = said(line)
    assert error.startswith("error ") and "before init" in error


def test_errors_are_of_one_line_and_not_long() -> None:
    (error,) = said("\u2028é" * 9999)
    assert len(error) <= 306 and error.isascii()


def test_an_agent_that_fails_is_told_of(tmp_path: Any) -> None:
    (tmp_path / "bad.py").write_text("def act(view):\n    if view.plies:\n        raise ValueError('a\\nb')\n    return 0\n")
    (tmp_path / "rude.py").write_text("def act(view):\n    return 99 if view.plies else 0\n")
    for name, words in (("bad.py", "ValueError"), ("rude.py", "99, which is no move")):
        told = said("init 6 7 4 10 11 900", think("red", "w"), START, agent=str(tmp_path / name))
        assert told[0] == "ready" and told[1].startswith("error ") and words in told[1]


# That no line can break it

WORDS = st.one_of(
    st.sampled_from(["init", "newgame", "think", "white", "red", "6", "7", "4", "10", "11", "0", "-1", "200", EMPTY,
                     "w" + EMPTY[1:], "wR" * 21, "1e9", "+5", "0x6", "", "\x00", "99999999999999999999"]),
    st.text(max_size=8), st.text(".wWrR", min_size=40, max_size=44))
VALID = [INIT, START, think("red", "w"), think("white", "Rw", "rwW"), "newgame"]


@cache
def engine() -> Engine:
    """One engine for all lines; most of them follow an `init`."""
    made = Engine("sequential")
    assert list(made.answer(INIT, 0.0)) == ["ready"]
    return made


def answers_well(line: str) -> None:
    told = list(engine().answer(line, 0.0))
    name = (line.split() or [""])[0]
    assert all(ANSWERS.fullmatch(answer) for answer in told), told
    if not name:
        assert told == []
    elif not told:
        assert line.split() == ["newgame"]
    elif told == ["ready"]:
        assert name == "init"
    elif told[-1].startswith("move"):
        assert name == "think" and len(told) <= 2
    else:
        assert len(told) == 1 and told[0].startswith("error ")


FUZZ = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


@FUZZ
@given(st.text())
def test_any_text(line: str) -> None:
    answers_well(line)


@FUZZ
@given(st.lists(WORDS, max_size=9))
def test_any_words(words: list[str]) -> None:
    answers_well(" ".join(words))


@FUZZ
@given(st.sampled_from(VALID), st.data())
def test_a_line_with_a_word_changed(line: str, data: st.DataObject) -> None:
    words = line.split()
    at = data.draw(st.integers(0, len(words) - 1))
    how = data.draw(st.sampled_from(["change", "leave out", "double"]))
    words[at:at + 1] = {"change": [data.draw(WORDS)], "leave out": [], "double": [words[at]] * 2}[how]
    if words[:1] == ["init"] and len(words) == 7:  # other boards compile anew
        words[1:4] = [word if word in "6 7 4".split() or not word.isdigit() else "6" for word in words[1:4]]
    answers_well(" ".join(words))


@FUZZ
@given(st.sampled_from(VALID), st.integers(0, 80), st.characters())
def test_a_line_with_a_character_changed(line: str, at: int, character: str) -> None:
    if line == INIT and character.isdigit() and at < 10:
        return  # other boards compile anew
    answers_well(line[:at] + character + line[at + 1:])


@cache
def hurried(agent: str) -> Engine:
    return Engine(agent)


@pytest.mark.parametrize("agent", ["sequential", "lek", "simpai", "sure", "thunder"])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_position_is_answered_by_a_legal_move(agent: str, data: st.DataObject) -> None:
    """Columns filled at random: a move into a column with room, of a shape that is left; or an error if there is none."""
    columns = data.draw(st.lists(st.text("wWrR", max_size=6), min_size=7, max_size=7))
    text = "".join(column[row:row + 1] or "." for row in range(6) for column in columns)
    left = [data.draw(st.integers(0, max((11 if piece in "WR" else 10) - text.count(piece), 0))) for piece in "wWrR"]
    mover = data.draw(st.sampled_from([0, 1]))
    init = INIT.rsplit(" ", 1)[0] + " 3"
    told = list(hurried(agent).answer(init, 0.0)) and list(hurried(agent).answer(
        f"think {('white', 'red')[mover]} {text} {' '.join(map(str, left))}", 0.0))
    answer = told[-1].split()
    if answer[0] == "move":
        column, shape = int(answer[1]), "rs".index(answer[2])
        assert len(columns[column]) < 6 and left[2 * mover + shape] > 0
    else:
        assert answer[0] == "error" and any(word in told[-1] for word in ("over", "no move", "in all"))
