"""Players of Dots and Boxes: their exact games are the rulebook's anchors (sections 3 and 4), digit by digit."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from lek.agent import Agent, configured
from lek.brains.alphabeta import WIN
from lek.find import find_agent, find_game
from lek.game import record
from lek.games.dots import dots, position
from lek.jit import rule
from lek.players import PLAYERS
from lek.players.dots import lanes as dots_lanes
from lek.players.dots.exact import (
    APART,
    MARKS,
    alike_of,
    best_response,
    for_margin,
    least_alike,
    outcome,
    positions,
    table,
    turns_of,
)
from lek.players.dots.exact import PLAYERS as exact_players
from lek.players.dots.lines import mark_safe, mark_taking, room
from lek.players.dots.search import sensible
from lek.players.dots.solved import best_lines, sides_of, solve, values
from lek.players.dots.strategies import safe_after_all
from lek.playing import play
from lek.settings import Mistake

GAME = dots()
CEILINGS = {  # section 4.1: perfect play, best response, the widest margin: games won as first and as second; its margin
    "random": ((0.9998, 1.0), (1.0, 1.0), (0.9988, 0.9999), (8.65, 8.94)),
    "greedy-shortest": ((0.9345, 1.0), (0.99999, 1.0), (0.9974, 0.9999), (5.79, 8.16)),
    "chain": ((0.9156, 1.0), (0.99998, 1.0), (0.9967, 0.9999), (5.78, 8.16)),
    "always-double-deal": ((0.9365, 1.0), (1.0, 1.0), (1.0, 1.0), (6.99, 8.29)),
    "perfect": ((0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (-3.0, 3.0)),
}
CHAIN = {"random": 0.9980, "greedy-safe": 0.9102, "greedy-shortest": 0.8255, "chain": 0.5, "perfect": 0.0422}  # 4.2
COUNTING = {"parity-avg": (0.0210, (0.0, 1.0)), "parity-mm": (0.0923, (0.013, 0.987))}  # chain against it; it against itself


@pytest.fixture(scope="module")
def tables():
    return {name: table(GAME, name) for name in MARKS if name not in APART}


# the solution


@pytest.mark.parametrize("rows, columns, value", [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2), (3, 2, -2),
                                                  (2, 4, 2), (3, 3, -3)])
def test_small_boards_are_worth_what_is_known(rows, columns, value):
    assert values(dots(rows=rows, columns=columns))[0] == value


def test_every_first_line_of_3_x_3_is_as_good_and_every_reply_still_wins():
    value = values(GAME)
    assert {-int(value[1 << a]) for a in range(24)} == {-3}
    for first in range(24):
        replies = [-int(value[(1 << first) | (1 << a)]) for a in range(24) if a != first]
        assert min(replies) > 0
        best = sum(worth == 3 for worth in replies)
        corner, inner = first in (0, 2, 9, 11, 12, 15, 20, 23), first in (3, 5, 6, 8, 13, 14, 21, 22)
        centre = first in (4, 7, 17, 18)
        assert best == (19 if corner else 21 if inner else 5 if centre else 20)


def test_how_often_there_is_one_best_line():
    """Over all positions: 2.52 optimal of 12.0 legal, one only in 28.0 %."""
    known = positions(GAME, apart=True)
    best = np.bitwise_count(table(GAME, "perfect", apart=True)[:-1])
    assert round(float(best.mean()), 2) == 2.52
    assert round(float((best == 1).mean()), 3) == 0.280
    assert len(known.drawn) == 1 << 24


def test_a_solution_kept_on_disk_is_found_again_and_a_damaged_one_made_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("LEK_CACHE", str(tmp_path))
    game = dots(rows=2, columns=2)
    solved = values(game)
    file, = (tmp_path / "solved").iterdir()
    kept = file.read_bytes()
    assert kept.endswith(solved.tobytes())
    for damaged in (b"nothing", kept[:-1], kept[:-9] + b"\x01" + kept[-8:]):
        values.cache_clear()
        file.write_bytes(damaged)
        assert np.array_equal(values(game), solved)
        assert file.read_bytes() == kept
    values.cache_clear()


def test_coins_of_any_kind_are_solved():
    """A ring of four, and a chain of four from ground to ground: who must open loses all four."""
    ring, chain = dots(strings="a-b b-c c-d d-a"), dots(strings="a a-b b-c c-d d")
    assert (values(ring)[0], values(chain)[0]) == (-4, -4)


def test_positions_alike_are_worth_the_same():
    known, value = positions(GAME), values(GAME)
    assert len(known.drawn) == 667_884
    assert np.array_equal(value[known.drawn][known.of], value)


def test_turns_of_a_board_that_is_no_square_and_lines_side_by_side():
    game = dots(rows=1, columns=2)
    turns, alike = turns_of(game), alike_of(game)
    assert sorted(map(tuple, alike.tolist())) == [(0, 2), (0, 4), (1, 3), (1, 6), (2, 4), (3, 6)]
    assert {int(least_alike(turns, alike, 1 << a)) for a in (0, 1, 2, 3, 4, 6)} == {1}
    assert least_alike(turns, alike, 1 << 5) == 1 << 5


# exact games


@pytest.mark.parametrize("other", CEILINGS)
def test_what_perfect_play_and_the_best_responses_win(other, tables):
    perfect, best, widest, margin = CEILINGS[other]
    known, theirs = positions(GAME), tables[other]
    assert np.round(outcome(known, tables["perfect"], theirs).won, 4).tolist() == list(perfect)
    assert np.round(best_response(known, theirs), 5).tolist() == list(best)
    wide = outcome(known, for_margin(known, theirs), theirs)
    assert np.round(wide.won, 4).tolist() == list(widest)
    assert np.round(wide.margin, 2).tolist() == list(margin)
    assert wide.drawn == (0.0, 0.0)


@pytest.mark.parametrize("other", CHAIN)
def test_how_strong_chain_is(other, tables):
    found = outcome(positions(GAME), tables["chain"], tables[other])
    assert round(sum(found.won) / 2, 4) == CHAIN[other]
    if other == "chain":
        assert np.round(found.won, 3).tolist() == [0.389, 0.611]


@pytest.mark.parametrize("other", COUNTING)
def test_how_strong_those_who_count_are(other):
    chain, itself = COUNTING[other]
    known, theirs = positions(GAME, apart=True), table(GAME, other, apart=True)
    assert round(sum(outcome(known, table(GAME, "chain", apart=True), theirs).won) / 2, 4) == chain
    assert np.round(outcome(known, theirs, theirs).won, 3).tolist() == list(itself)


@rule
def endgame(g, w, s):
    """Safe lines at random while there are any when all coins are taken, then perfectly."""
    safe_left = safe_after_all(s, w)
    if mark_taking(s, w) == 0:
        mark_safe(s, w)
    if not safe_left:
        best_lines(g, w, s)


def test_a_perfect_endgame_alone_is_worth_little(monkeypatch, tables):
    """Section 4.2: "safe+endgame beats chain only .538"; chain's margins in 10,000 sampled games were +7.67 and -3.82."""
    monkeypatch.setitem(MARKS, "endgame", endgame)
    monkeypatch.setitem(exact_players, "endgame", PLAYERS["dots"]["perfect"])
    won = outcome(positions(GAME), table(GAME, "endgame"), tables["chain"]).won
    assert round(sum(won) / 2, 3) == 0.538
    for other, margin in (("random", 7.67), ("perfect", -3.82)):
        assert sum(outcome(positions(GAME), tables["chain"], tables[other]).margin) / 2 == pytest.approx(margin, abs=0.05)


INDEPENDENT = """
greedy-safe greedy-safe .414181 .585819 -1.102908 1.102908
greedy-shortest greedy-safe .584413 .889305 0.491632 4.234893
greedy-shortest greedy-shortest .205300 .794700 -2.751518 2.751518
chain random .996984 .999089 6.937734 8.433744
chain greedy-safe .866046 .954437 2.493848 4.493491
always-double-deal random .995694 .997355 7.725416 7.874139
always-double-deal greedy-safe .750507 .723004 1.424268 2.075298
always-double-deal greedy-shortest .648469 .789478 0.021446 2.625697
always-double-deal chain .415881 .610770 -1.553533 1.598238
perfect greedy-safe .949335 1.0 3.024465 5.497128
perfect chain .915624 1.0 2.485009 5.171901
margin greedy-safe .990209 .998500 6.323182 8.260613
margin always-double-deal .999993 1.0 6.990465 8.293717
"""  # won as first and second, margin as first and second


@pytest.mark.parametrize("row", INDEPENDENT.split("\n")[1:-1], ids=lambda row: "-".join(row.split()[:2]))
def test_an_independent_program_computed_the_same(row, tables):
    """Written in C++ from the rulebook alone, by somebody who had not read ours."""
    one, other, *numbers = row.split()
    mine = for_margin(positions(GAME), tables[other]) if one == "margin" else tables[one]
    found = outcome(positions(GAME), mine, tables[other])
    assert (*found.won, *found.margin) == pytest.approx([float(number) for number in numbers], abs=1e-6)


def test_coins_that_are_no_chain_come_first():
    """Three coins that can be taken from both ends, or a loop, and then the chain, so that it can be double-dealt."""
    game = dots(strings="a-b b-c d-e e f f-g g")
    assert lines_of_player("always-double-deal", game, []) == {0, 1}
    game = dots(strings="a-b b-c c-d e-f f g g")
    assert lines_of_player("always-double-deal", game, []) == {0, 2}


def test_what_is_computed_is_what_is_played():
    """On a board with draws, all players, 4,000 games a pair: within four and a half standard errors."""
    game = dots(rows=2, columns=2)
    known = positions(game, apart=True)
    agents = [Agent(name, brain, configured(brain, game, {})) for name, brain in exact_players.items()]
    drawn = {agent.name: table(game, agent.name, apart=True) for agent in agents}
    for one in range(len(agents)):
        for other in range(len(agents)):
            expected = outcome(known, drawn[agents[one].name], drawn[agents[other].name])
            margin = play(game, agents, np.tile([[one, other]], (4000, 1)), 5).measures[:, 0, 1]
            for chance, share in ((expected.won[0], margin > 0), (expected.drawn[0], margin == 0)):
                assert abs(share.mean() - chance) <= 4.5 * (chance * (1 - chance) / 4000) ** 0.5 + 1e-9
            assert abs(margin.mean() - expected.margin[0]) <= 4.5 * margin.std() / 4000**0.5 + 1e-9


# the players


def lines_of_player(name, game, drawn):
    """The lines a player chooses among."""
    agent = find_agent(find_game("dots"), game, name)
    s, w = position(game, drawn)[0], record(room(game))[0]
    MARKS[name](agent.genome[0], w, s)
    return {a for a in range(game.actions) if (int(w.set[a // 64]) >> (a % 64)) & 1}


# All with seven coins, eight lines and two strings a coin at most: other sizes are compiled anew.


def test_a_pair_is_handed_out_by_its_middle_line():
    game = dots(strings="a a-b b c c-d d-e e f-g")
    assert lines_of_player("chain", game, [7]) == {1}
    assert lines_of_player("greedy-shortest", game, [7]) == {0, 1, 2}


def test_the_last_two_of_a_chain_are_left():
    game = dots(strings="a-b b-c c d d-e e-f f-g g")
    assert lines_of_player("chain", game, []) == {0}
    assert lines_of_player("chain", game, [0]) == {2}
    assert lines_of_player("greedy-safe", game, [0]) == {1}


def test_the_last_four_of_a_loop_are_left():
    game = dots(strings="a-b b-c c-d d-a e e-f f-g g")
    assert lines_of_player("chain", game, [3]) == {1}
    assert lines_of_player("greedy-safe", game, [3]) == {0, 2}


def test_only_who_is_careful_takes_all_when_two_coins_are_left_to_hand_out():
    game = dots(strings="a-b b c c-d d e-f f-g g")
    left = [5, 6, 7]
    assert lines_of_player("chain", game, left) == {0}
    assert lines_of_player("always-double-deal", game, left) == {1}


def test_at_the_end_all_is_taken():
    game = dots(strings="a-b b c c-d d e-f f-g g")
    assert lines_of_player("always-double-deal", game, [2, 3, 4, 5, 6, 7]) == {0}


@pytest.mark.parametrize("name", ["perfect", "parity-avg", "parity-mm"])
def test_who_knows_all_positions_refuses_large_boards(name):
    with pytest.raises(Mistake, match="144 lines; at most 27"):
        find_agent(find_game("dots"), dots(rows=8, columns=8), name)


def test_a_plain_computation_of_a_small_board():
    """The solver against itself written as the definition says."""
    game = dots(rows=1, columns=2)
    sides = sides_of(game)

    def worth(drawn):
        lines = [a for a in range(7) if not (drawn >> a) & 1]
        if not lines:
            return 0
        found = []
        for a in lines:
            after = drawn | (1 << a)
            closed = sum((after & int(box)) == box for box in sides[a])
            found.append(closed + worth(after) if closed else -worth(after))
        return max(found)

    value = np.zeros(1 << 7, np.int8)
    solve(sides, value)
    assert value.tolist() == [worth(drawn) for drawn in range(1 << 7)]


def test_games_that_differ_in_the_ground_alone_are_kept_apart(monkeypatch, tmp_path):
    """A coin more where the other game has a string to the ground: what is beside each string reads the same."""
    monkeypatch.setenv("LEK_CACHE", str(tmp_path))
    for strings, value in (("a-b c", 3), ("a-b c-d", 4), ("a-b c", 3)):
        values.cache_clear()
        assert values(dots(strings=strings))[0] == value
    values.cache_clear()
    assert len(list((tmp_path / "solved").iterdir())) == 2


def test_boards_are_solved_the_same_without_compiling(tmp_path):
    code = ("from lek.games.dots import dots; from lek.players.dots.solved import values, openings\n"
            "game = dots(rows=1, columns=2); print(values(game).tolist(), openings(game))")
    told = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={**os.environ, "NUMBA_DISABLE_JIT": off, "LEK_CACHE": str(tmp_path / off)}).stdout
            for off in "01"]
    assert told[0] == told[1] != ""


# search


@pytest.mark.parametrize("settings", [{"rows": 2, "columns": 3}, {}])
def test_a_best_line_is_always_among_those_that_search_looks_at(monkeypatch, settings):
    game = dots(**settings)
    monkeypatch.setitem(MARKS, "sensible", sensible)
    monkeypatch.setitem(exact_players, "sensible", PLAYERS["dots"]["chain"])
    looked_at, best = table(game, "sensible")[:-1], table(game, "perfect")[:-1]
    assert ((looked_at & best) != 0).all()
    free = game.actions - np.bitwise_count(positions(game).drawn[:-1])
    assert np.bitwise_count(looked_at).mean() < 0.5 * free.mean()


@pytest.mark.parametrize("rows, columns, value", [
    (2, 3, -2), *(pytest.param(*each, marks=pytest.mark.slow)
                  for each in ((3, 3, -3), (1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2), (2, 4, 2)))])
def test_search_solves_small_boards(rows, columns, value):
    game = dots(rows=rows, columns=columns)
    agent = find_agent(find_game("dots"), game, f"alphabeta:depth={game.actions},nodes=0")
    m = np.zeros(1, agent.brain.memory_type(game)).view(np.recarray)
    s = game.blank.copy()
    game.start(s[0])
    agent.brain.act(agent.genome[0], m[0], s[0])
    margin = np.sign(m[0].worth) * (abs(m[0].worth) - WIN) / 1000
    assert round(float(margin), 1) == value


@pytest.mark.parametrize("given", [{}, {"rows": 2, "columns": 3}, {"strings": "a-b b-c c-d a d a-c b"}],
                         ids=["3x3", "2x3", "coins"])
def test_random_games_side_by_side_are_those_of_the_generic_loop(given):
    """Four at a time, what is left one by one, on one thread or several: equal to the last bit."""
    game = dots(**given)
    agents = [find_agent(find_game("dots"), game, "random")] * 2
    assert dots_lanes.prepare(game, None) is not None
    for many in (1, 4, 1003):
        rows = np.tile(np.arange(2), (many, 1))
        generic = play(game, agents, rows, 7, fast=False)
        for threads in (1, 3):
            quick = play(game, agents, rows, 7, threads=threads)
            assert np.array_equal(quick.scores, generic.scores) and np.array_equal(quick.measures, generic.measures)
    assert len(np.unique(generic.scores[:, 0])) > 2


def test_larger_boards_have_the_generic_loop_only():
    assert dots_lanes.prepare(dots(rows=5, columns=5), None) is not None
    assert dots_lanes.prepare(dots(rows=5, columns=6), None) is None
