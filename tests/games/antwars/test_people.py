"""What a person who plays an ant is shown: the view, what was seen before, and nothing else."""

from __future__ import annotations

import io
from typing import Any

import pytest

from lek.agent import Agent, configured
from lek.games.antwars import CELLS, DOWN, KEYS, LEGEND, RIGHT, SIDE, VIEW, antwars, board, cells_of, memory_picture, shifted
from lek.person import Person
from lek.players.antwars.strategies import PLAYERS
from lek.watching import watch

GAME = antwars()


def state(food: set[int], cell: tuple[int, int] = (57, 63)) -> Any:
    s = GAME.blank.copy()[0]
    s.food[:] = board(food)
    s.cell[:] = cell
    return s


def told(s: Any, walk: str, seat: int = 0, memory: dict[str, Any] | None = None) -> list[str]:
    """What is shown before, between and after these moves of one ant; the other sits still."""
    shown, memory = [], {} if memory is None else memory
    for number, name in enumerate([*walk.split(), ""]):
        s.turn = 2 * number + seat
        v = GAME.blank_view()[0]
        GAME.observe(s, seat, v)
        shown.append(memory_picture(memory, v, seat))
        if name:
            GAME.step(s, GAME.face.action_of(name))
    return shown


def rows(text: str) -> list[str]:
    return [line[3::2] for line in text.splitlines() if line.startswith("  |")]


def test_the_view_is_in_the_middle_and_the_rest_is_blank() -> None:
    [text] = told(state({57 - 2, 57 + SIDE + 1, 0}), "")
    blank = [" " * SIDE] * 3
    assert rows(text) == [*blank, "   .....   ", "   .....   ", "   *.A..   ", "   ...*.   ", "   .....   ", *blank]
    assert text.startswith(LEGEND)
    assert "Ant 1 (a tie is yours): 35 moves left, 0 eaten, at row 5, column 2\n" in text
    assert "Ant 2 (a tie is lost): 35 moves left, 0 eaten, at row 5, column 8\n" in told(state(set()), "", seat=1)[0]


def test_what_was_seen_is_remembered_and_what_is_seen_now_replaces_it() -> None:
    food = {shifted(57, -2, 0), shifted(57, 0, 1), shifted(57, 1, -2)}
    s, memory = state(food), dict[str, Any]()
    *_, last = told(s, "E E E", memory=memory)
    assert rows(last)[3:8] == [",,o.....   ", ",,,.....   ", ",,,..A..   ", "o,,.....   ", ",,,.....   "]
    assert "32 moves left, 1 eaten" in last and LEGEND not in last
    s.food[:] = 0  # all is eaten out of sight
    assert "o" in rows(told(s, "", memory=memory)[0])[3], "what is out of sight is remembered as it was"
    counts = ["".join(rows(text)).count("o") for text in told(s, "W W W", memory=memory)]
    assert counts == [2, 1, 1, 0], "until it is seen again"


@pytest.mark.parametrize("cell", [0, SIDE - 1, CELLS - 1, 60])
def test_the_view_is_whole_wherever_the_ant_is(cell: int) -> None:
    food = {shifted(cell, -2, -2), shifted(cell, 2, 1), shifted(cell, -1, 2)}
    [text] = told(state(food, (cell, shifted(cell, 5, 5))), "")
    assert rows(text)[3:8] == ["   *....   ", "   ....*   ", "   ..A..   ", "   .....   ", "   ...*.   "]


def test_the_enemy_is_shown_where_it_is_or_was() -> None:
    s = state(set(), (57, 59))
    first, *_, last = told(s, "W W")
    assert rows(first)[5] == "   ..A.E   " and rows(last)[5] == "   ..A..,e "
    memory: dict[str, Any] = {}
    s = state(set(), (57, 59))
    told(s, "W W", memory=memory)
    s.cell[1] = 0  # it has gone away meanwhile
    assert not set("eE") & set("".join(rows(told(s, "E E", memory=memory)[-1])))


def test_who_was_stepped_on_is_dead_and_who_went_away_is_not() -> None:
    before, after, later = told(state(set(), (57, 58)), "E W")
    assert "dead" not in before and "the enemy is dead" in after and "the enemy is dead" in later
    assert not set("eE") & set("".join(rows(after) + rows(later)))
    memory: dict[str, Any] = {}
    s = state(set(), (57, 58))
    told(s, "", memory=memory)
    s.cell[1] = shifted(58, 0, 1)
    assert "dead" not in told(s, "", memory=memory)[0]


def test_nothing_hidden_is_shown() -> None:
    """All that was never in view may be otherwise: the same words are shown. Of what was in view, nothing may."""
    walk = "E SE S SW N"
    for seat in (0, 1):
        food = {c for c in range(CELLS) if c % 5 == seat}
        far = shifted((57, 63)[seat], -5, 5)
        cells = (57, far) if seat == 0 else (far, 63)
        seen, at = set(cells_of(VIEW[cells[seat]])), cells[seat]
        for name in walk.split():
            at = shifted(at, *{"E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "N": (-1, 0)}[name])
            seen |= set(cells_of(VIEW[at]))
        assert far not in seen and len(seen) < 70
        plain = told(state(food - {far}, cells), walk, seat)
        other = state(food ^ (set(range(CELLS)) - seen), cells)
        other.cell[1 - seat], other.eaten[1 - seat] = next(c for c in range(CELLS) if c not in seen), 9
        assert told(other, walk, seat) == plain
        dead = state(food - {far}, cells)
        dead.alive[1 - seat] = 0
        assert told(dead, walk, seat) == plain
        for c in sorted(seen - {cells[seat]})[::7]:
            assert told(state((food - {far}) ^ {c}, cells), walk, seat) != plain


def test_a_person_starts_every_game_knowing_nothing() -> None:
    game, reads, writes = antwars(moves=3), io.StringIO("l\n2\ne\n" * 2), io.StringIO()
    somebody = Agent("human", outsider=Person(reads=reads, writes=writes))
    other = Agent("random", PLAYERS["random"], configured(PLAYERS["random"], game, {}))
    starts = []
    for _ in range(2):
        turns = list(watch(game, [somebody, other], seed=1))
        assert [game.face.action_name(turn.action) for turn in turns if turn.seat == 0] == ["E", "E", "E"]
        starts.append(writes.getvalue().count(LEGEND))
    halves = writes.getvalue().split(LEGEND)
    assert starts == [1, 2] and halves[1] == halves[2]


def test_keys_lie_around_k_as_directions_do() -> None:
    keyboard = ["uio", "jkl", "m,."]
    places = {key: (i - 1, j - 1) for i, row in enumerate(keyboard) for j, key in enumerate(row)}
    assert [places[key] for key in KEYS] == list(zip(DOWN, RIGHT, strict=True))
    assert [GAME.face.action_of(key) for key in KEYS] == list(range(8))
    for wrong in ("k", "", "ui", "iol"):
        with pytest.raises(ValueError, match="is not a direction"):
            GAME.face.action_of(wrong)
