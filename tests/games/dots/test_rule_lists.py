"""Lists of graph rules that play Dots and Boxes, and what is computed of them."""

from __future__ import annotations

import numpy as np
import pytest

from lek.agent import Agent, configured
from lek.game import record
from lek.games import GAMES
from lek.players import PLAYERS
from lek.players.dots import exact as dots_exact
from lek.players.dots import rules as dots_rules
from lek.players.dots import solved as dots_solved
from lek.players.dots.graph import reader
from lek.players.dots.opponents import WHO, opponent
from lek.playing import play
from lek.settings import Mistake

from . import twin_graphrules as naive
from .twin import position as naive_position

GAME = GAMES["dots"]()
KNOWN = dots_exact.positions(GAME)
RULES = """x0l1(2+) : l1(2+)nx0 => x0-l1(2+)
l0(1)x1w : x1l0(1) => l0(1)-w
l0(2+)nn : t1wwn => t1-n | Q 2.5 | f 0.125 | uses 12 | born 3
x0w => x0-w
q0wwww : q1wwww => q0-w"""
LIST = dots_rules.parse(RULES, 88)


def test_the_first_rule_that_matches_acts():
    rng = np.random.default_rng(1)
    state, room = GAME.blank.copy(), record(dots_rules.memory(GAME))
    rules = [naive.parse(line.split(" | ")[0]) for line in RULES.splitlines()]
    acting = set()
    for _ in range(300):
        mask = int(np.bitwise_or.reduce(rng.integers(0, 1 << 24, rng.integers(1, 3)))) & ((1 << 24) - 1)
        dots_exact.set_up(state[0], mask)
        k = dots_rules.rule_lines(LIST[0], room[0], state[0])
        found = [naive.matches(rule, naive_position(mask)) for rule in rules]
        first = next((n for n, lines in enumerate(found) if lines), -1)
        assert k == first
        wanted = found[first] if first >= 0 else {a for a in range(24) if (mask >> a) & 1 == 0}
        assert {a for a in range(24) if (int(room[0].set[0]) >> a) & 1} == wanted
        acting.add(first)
    assert acting == {-1, 0, 1, 2, 3, 4}


def test_what_is_computed_is_what_is_played():
    other = dots_exact.table(GAME, "greedy-safe")
    went = dots_rules.course(GAME, KNOWN, LIST, other)
    came = dots_exact.outcome(KNOWN, went.lines, other)
    brain = PLAYERS["dots"]["greedy-safe"]
    pair = [Agent("rules", dots_rules.lists(GAME, rules=88).brain, LIST), Agent("other", brain, configured(brain, GAME, {}))]
    told = play(GAME, pair, np.array([[0, 1], [1, 0]] * 10_000), seed=5).measures[:, :, 0]
    assert told[::2, 0].mean() == pytest.approx(came.won[0], abs=0.02)
    assert told[1::2, 1].mean() == pytest.approx(came.won[1], abs=0.02)


@pytest.mark.parametrize("other", ["random", "parity-mm", "chain"])
@pytest.mark.parametrize("first_found", [True, False])
def test_lists_that_take_the_first_string_found_are_computed_as_they_play(first_found, other):
    """Which is first depends on how a position is turned, so that positions are kept apart for them."""
    small = GAMES["dots"](rows=2, columns=2)
    mine = dots_rules.parse("x0w => x0-w\nt0www : q1wwww => q1-w\nq0wwww => q0-w", 88, first_found=first_found)
    learnt = {"mine": dots_rules.tabled(mine)}
    came, turned = dots_exact.exactly(small, "mine", other, learnt), dots_exact.exactly(small, other, "mine", learnt)
    assert turned["won"]["second"] + came["won"]["first"] + came["drawn"]["first"] == pytest.approx(1.0)
    assert turned["margin"]["first"] == pytest.approx(-came["margin"]["second"])
    brain = PLAYERS["dots"][other]
    pair = [Agent("rules", dots_rules.lists(small, rules=88).brain, mine), Agent(other, brain, configured(brain, small, {}))]
    told = play(small, pair, np.array([[0, 1], [1, 0]] * 10_000), seed=5).measures[:, :, 0] == 1.0
    assert told[::2, 0].mean() == pytest.approx(came["won"]["first"], abs=0.02)
    assert told[1::2, 1].mean() == pytest.approx(came["won"]["second"], abs=0.02)


def test_turns_are_counted_over_all_games():
    other = dots_exact.table(GAME, "chain")
    went = dots_rules.course(GAME, KNOWN, LIST, other)
    assert went.often[0] == 0.5 and 8 < went.often.sum() < 15
    found = dots_rules.matching(GAME, KNOWN, LIST, went.often)
    acts = [went.often[went.acting == k].sum() for k in range(5)]
    assert (found[:, 0] >= np.array(acts) - 1e-9).all() and found[0, 0] == pytest.approx(acts[0])
    assert (found[:, 1] <= found[:, 2]).all() and found[:, 2].max() < 24


def test_two_rules_say_all_double_deals():
    """The paper: "such rules were not able to be supported with the given language". They are."""
    dealer, everywhere = dots_exact.table(GAME, "always-double-deal"), np.zeros(len(KNOWN.drawn), np.int32)

    def deals(lines, often, best=everywhere):
        return dots_rules.double_deals(KNOWN.drawn, KNOWN.sides, dealer, lines, often, best)

    rules = "l0(2)x1x2 : x1l0(2) : x2l0(2) => l0(2)[1]-x1\nl0(1)x1w : x1l0(1) => l0(1)-w"
    went = dots_rules.everywhere(GAME, KNOWN, dots_rules.parse(rules, 88))
    offered, made, by_chance = deals(went.lines, went.often)
    assert offered == made == 2138 > 2 * by_chance > 0
    taker = dots_rules.everywhere(GAME, KNOWN, dots_rules.parse("x0w => x0-w", 88))
    assert deals(taker.lines, taker.often)[:2] == (2138, 0)
    assert deals(dots_exact.table(GAME, "random"), went.often)[1] == pytest.approx(by_chance)
    # not all of them are good: of those without which the game is worth less, the perfect player makes all
    perfect = dots_exact.table(GAME, "perfect")
    needed = deals(perfect, went.often, perfect)
    assert 0 < needed[0] == needed[1] < 2138 and deals(taker.lines, taker.often, perfect)[1] == 0


def test_positions_with_the_same_graph_are_worth_the_same():
    """ "V is constant on every class": also of graphs that no turn of the board makes of each other."""
    known = reader(GAME)
    number, value = known.table[KNOWN.drawn], dots_solved.values(GAME)[KNOWN.drawn]
    assert known.positions == number.max() + 1 < len(KNOWN.drawn) // 3
    low, high = np.full(known.positions, 99), np.full(known.positions, -99)
    np.minimum.at(low, number, value)
    np.maximum.at(high, number, value)
    assert (low == high).all()


def test_all_players_are_one_brain():
    room = record(dots_solved.dice_and_room(GAME))
    state = GAME.blank.copy()
    for name in WHO:
        mine, lines = opponent(GAME, name), dots_exact.MARKS[name]
        genome = configured(dots_exact.PLAYERS[name], GAME, {})
        for n in (5, 5000, 200_000, 600_000):
            dots_exact.set_up(state[0], KNOWN.drawn[n])
            lines(genome[0], room[0], state[0])
            wanted = int(room[0].set[0])
            room[0].rng = n
            action = mine.brain.act(mine.genome[0], room[0], state[0])
            assert int(room[0].set[0]) == wanted and (wanted >> action) & 1, name


def test_lists_read_and_write_their_numbers():
    assert (LIST[0].q[2], LIST[0].f[2], LIST[0].uses[2], LIST[0].born[2], LIST[0].q[0]) == (2.5, 0.125, 12, 3, 0.0)
    assert dots_rules.show(dots_rules.parse(dots_rules.show(LIST[0]), 88)[0]) == dots_rules.show(LIST[0])


@pytest.mark.parametrize("text, words", [
    ("", "from 1 to 88 rules, a line each; given: 0"), ("x0n => x0-n\n" * 89, "given: 89"),
    ("x0n => x0-n\n\nx0ww => x0-w", "line 3: the rule 'x0ww => x0-w' does not work at character 4"),
    ("x0n => x0-n | Q many", "line 1"), ("x0n => x0-n | uses -3", "line 1"), ("x0n => x0-n | luck 3", "line 1")])
def test_lists_that_are_none_are_one_sentence(text, words):
    with pytest.raises(Mistake) as told:
        dots_rules.parse(text, 88)
    assert words in str(told.value) and "\n" not in str(told.value)
