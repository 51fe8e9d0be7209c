"""SimpAI: its heuristics against the paper's figures and a slow twin, its rules and moves against recorded decisions.

The decisions (2,080 on 6 x 7, CC BY-NC-SA 4.0, Nuno Fachada) are not part of Lek: tests that need them skip without.
"""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Population, configured
from lek.brains.alphabeta import SURE
from lek.game import record
from lek.games.simplexity import action_name, board_text, position, simplexity
from lek.players.simplexity import simpai, simpai_bred
from lek.players.simplexity.simpai_agreement import (
    BLIND,
    DEEPEST,
    Decision,
    agreement,
    blind,
    halves,
    learnt,
    read_decisions,
)
from lek.players.simplexity.simpai_heuristics import ALL, FITTED, NOTES, OUTSIDE, PAPER, PARTS, RECORDED, away, land, sum_up
from lek.players.simplexity.simpai_rules import CODE, RULES, ruled, ruled_by
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch

BASE = simplexity()
BOARDS = [{}, {"rows": 4, "cols": 5, "win": 3}, {"rows": 8, "cols": 13, "win": 4, "rounds": 26, "squares": 26},
          {"rows": 9, "cols": 12, "win": 6, "rounds": 30, "squares": 30}, {"rows": 12, "cols": 3, "win": 5},
          {"rows": 2, "cols": 9, "win": 7}, {"rows": 7, "cols": 4, "win": 2}]
DECISIONS = Path(__file__).parents[4] / "shared" / "data" / "simpai_decisions_6x7.tsv.gz"
recorded = pytest.mark.skipif(not DECISIONS.exists(), reason="the recorded decisions are not in ../shared/data")


def at(picture, mover=None, stock=None, game=BASE):
    """The position drawn top row first, without empty rows above and columns at the right."""
    cols, rows = game.settings["cols"], game.settings["rows"]
    text = "".join(line.ljust(cols, ".") for line in reversed(picture.split())).ljust(rows * cols, ".")
    left = [game.settings[kind] - text.count(piece)
            for piece, kind in zip("wWrR", ("rounds", "squares") * 2, strict=True)] if stock is None else stock
    return position(game, text, len(text.replace(".", "")) % 2 if mover is None else mover, left)[0]


def sums(s, dump=OUTSIDE, forms=PAPER):
    """The five sums of each player."""
    e = record(NOTES)[0]
    sum_up(e, s, dump, forms)
    return e.parts.tolist()


def white(picture, part, game=BASE, **how):
    return sums(at(picture, game=game, **how))[0][PARTS.index(part)]


def slow(s, dump, forms):
    """The five sums by the definitions, cell by cell and pair by pair."""
    rows, cols, win = int(s.rows), int(s.cols), int(s.win)
    text = board_text(s)
    pieces = {divmod(i, cols): ("wW".find(c) < 0, c in "WR") for i, c in enumerate(text) if c != "."}  # (player, shape)

    def distance(at, size):
        zone = range(min(win - 1, size - win), max(win - 1, size - win) + 1)
        return min(abs(at - k) for k in zone)

    totals = []
    for player in (False, True):
        own = [cell for cell, piece in pieces.items() if piece == (player, player)]
        coloured = [cell for cell, (colour, _) in pieces.items() if colour == player]
        dh = {(row, column): distance(column, cols) for row in range(rows) for column in range(cols)}
        dv = {(row, column): distance(row, rows) for row in range(rows) for column in range(cols)}
        build = 0
        for (row, left), (other, right) in combinations(sorted(own), 2):
            between = [pieces.get((row, column), (player,))[0] == player for column in range(left + 1, right)]
            if row == other and (win - 1 if forms == FITTED else 2) <= right - left < win and all(between):
                build += right - left - 1
        dumped = [c for c in coloured if (dump == ALL or forms == FITTED or c not in own) and dh[c] and dv[c]]
        if forms == RECORDED:
            dumped = coloured
            build = sum(2 * (win - 1) for row, column in own if dh[row, column] == 0 and row < win and
                        (row == 0 or pieces[row - 1, column] == (not player, not player)))
        totals.append([sum(max(0, win - dh[c]) for c in own), sum(max(0, win - dv[c]) for c in own),
                       -sum(row >= win for row, _ in own), build, sum(dh[c] + dv[c] for c in dumped)])
    return totals


def wander(game, seed):
    """The positions and actions of a game played at random."""
    draw, s = random.Random(seed), game.blank.copy()[0]
    game.start(s)
    while game.actor(s) >= 0:
        a = draw.choice([a for a in range(game.actions) if game.legal(s, a)])
        yield s, a
        game.step(s, a)


# heuristics


def test_the_horizontal_zone_is_column_3_of_7():  # Fig. 3
    assert [int(away(column, 7, 4)) for column in range(7)] == [3, 2, 1, 0, 1, 2, 3]
    assert [white("." * column + "w", "HorizCenter") for column in range(7)] == [1, 2, 3, 4, 3, 2, 1]


def test_the_vertical_zone_is_rows_2_and_3_of_6():  # Fig. 4
    assert [int(away(row, 6, 4)) for row in range(6)] == [2, 1, 0, 0, 1, 2]
    assert white("w", "VertCenter") == 2
    assert white("w r r", "VertCenter") == 4  # row 2


def test_the_zones_of_a_large_board_are_where_lines_from_both_edges_reach():
    assert [column for column in range(22) if away(column, 22, 9) == 0] == [8, 9, 10, 11, 12, 13]
    assert [row for row in range(18) if away(row, 18, 9) == 0] == [8, 9]


def test_rows_above_the_lowest_four_are_poor():  # Fig. 5
    assert white("w r R w R", "VertDisc") == -1
    assert white("w R w R", "VertDisc") == 0


def test_pieces_far_apart_in_a_row_are_good_while_no_foe_is_between():  # Fig. 6: 13 columns, agent white
    wide = simplexity(preset="unknown-2020")
    stages = ["......w..w", "......wR.w", "...w..wR.w", "...w..w.Rw", "......w...w", "......ww"]
    assert [white(stage, "BuildFromAfar", wide) for stage in stages] == [2, 0, 2, 2, 0, 0]
    assert white("......wr.w", "BuildFromAfar", wide) == 0  # the other colour, whatever its shape
    assert white("......wW.w", "BuildFromAfar", wide) == 2  # one's own colour does not block
    assert white("......w..W", "BuildFromAfar", wide) == 0  # an alien piece is no own piece


def test_pairs_at_three_columns_count_more_than_at_two():
    assert white("w.w", "BuildFromAfar") == 1
    assert white("w..w", "BuildFromAfar") == 2
    assert white("w.ww", "BuildFromAfar") == 1 + 2


def test_alien_pieces_are_dumped_in_the_corners():  # Fig. 7
    assert [white("." * column + "W", "DumpFromAfar") for column in range(7)] == [5, 4, 3, 0, 3, 4, 5]
    assert white("W R R", "DumpFromAfar") == 0  # row 2
    assert white("w", "DumpFromAfar") == 0
    assert sums(at("w"), ALL)[0][4] == 5


def test_recorded_forms():
    assert sums(at("...w"), forms=RECORDED)[0] == [4, 2, 0, 6, 2]
    assert sums(at("...w ...w"), forms=RECORDED)[0][3] == 6  # not on a piece of one's own
    assert sums(at("...w ...R ...w"), forms=RECORDED)[0][3] == 12
    assert sums(at("...w ...r ...w"), forms=RECORDED)[0][3] == 6  # nor on one's own shape
    assert sums(at("W"), forms=RECORDED)[0] == [0, 0, 0, 0, 5]


def test_fitted_forms():
    assert sums(at("w.w"), forms=FITTED)[0][3] == 0
    assert sums(at("w..w"), forms=FITTED)[0][3] == 2
    assert sums(at("w"), forms=FITTED)[0] == sums(at("w"), ALL)[0]


def test_fitted_only_pieces_of_the_player_who_searches_count():
    brain = simpai.PLAYERS["simpai"]
    g, e = configured(brain, BASE, {"forms": "fitted"})[0], record(NOTES)[0]
    for seed in range(5):
        s = None
        for s, a in wander(BASE, seed):
            searcher = int(s.mover)
            simpai.note(g, e, s)
            mine = float(simpai.evaluate(g, e, s))
            simpai.follow(g, e, s, a)
            BASE.step(t := s.copy(), a)
            after = sums(t, forms=FITTED)[searcher]
            worth = sum(w * x for w, x in zip(simpai.TABLE_2["1st"], after, strict=True))
            assert float(simpai.evaluate(g, e, t)) == pytest.approx(-worth)
            assert mine == pytest.approx(sum(w * x for w, x in zip(simpai.TABLE_2["1st"], sums(s, forms=FITTED)[searcher],
                                                                   strict=True)))


@pytest.mark.parametrize("settings", BOARDS, ids=str)
@pytest.mark.parametrize("dump, forms", [(OUTSIDE, PAPER), (ALL, PAPER), (OUTSIDE, FITTED), (OUTSIDE, RECORDED)])
def test_sums_kept_up_move_by_move_equal_those_from_scratch_and_the_slow_ones(settings, dump, forms):
    game = simplexity(**settings)
    for seed in range(25):
        kept, scratch = record(NOTES)[0], record(NOTES)[0]
        for s, a in wander(game, seed):
            sum_up(scratch, s, dump, forms)
            assert kept.parts.tolist() == scratch.parts.tolist() == slow(s, dump, forms)
            land(kept, s, s.mover, a & 1, s.height[a >> 1], a >> 1, dump, forms)


@pytest.mark.parametrize("settings", BOARDS[:3], ids=str)
def test_keys_tell_positions_apart_and_are_kept_up(settings):
    game = simplexity(**settings)
    brain = simpai.PLAYERS["simpai"]
    g = configured(brain, game, {})[0]
    met = {}
    for seed in range(20):
        kept, scratch = record(NOTES)[0], record(NOTES)[0]
        for s, a in wander(game, seed):
            simpai.note(g, scratch, s)
            if s.plies == 0:
                simpai.note(g, kept, s)
            assert kept.key == scratch.key
            assert met.setdefault(int(kept.key), board_text(s)) == board_text(s)
            simpai.follow(g, kept, s, a)
    assert len(met) > 100


# evaluation


def value(s, **settings):
    g, e = configured(simpai.PLAYERS["simpai"], BASE, settings)[0], record(NOTES)[0]
    simpai.note(g, e, s)
    return float(simpai.evaluate(g, e, s))


def test_weights_are_those_of_table_2():
    assert simpai.TABLE_2["1st"] == (0.5386, 4.5551, -0.9044, 2.9906, 4.9090)
    assert [column[0] for column in simpai.TABLE_2.values()] == [0.5386, 0.8322, 1.0383, 0.9882, 0.7913]
    assert [column[4] for column in simpai.TABLE_2.values()] == [4.9090, 6.7064, 3.3461, 6.7073, 4.1143]
    s = at("..R. w.ww")
    mine, other = sums(s)
    for place, weights in simpai.TABLE_2.items():
        expected = sum(w * (a - b) for w, a, b in zip(weights, mine, other, strict=True))
        assert value(s, weights=place) == pytest.approx(expected)
    names = ("horiz_center", "vert_center", "vert_disc", "build_from_afar", "dump_from_afar")
    for part, name in enumerate(names):
        others = dict.fromkeys(names, 0.0) | {name: 2.0}
        assert value(s, weights="own", **others) == 2.0 * (mine[part] - other[part])


def test_one_sided_only_who_moved_last_counts():
    s = at("w..w R..R")
    weights = simpai.TABLE_2["1st"]
    assert int(s.mover) == 0
    assert value(s, sides="one") == pytest.approx(-sum(w * x for w, x in zip(weights, sums(s)[1], strict=True)))


def test_unknown_weights_are_refused_in_a_sentence():
    with pytest.raises(Mistake, match="weights is 1st"):
        configured(simpai.PLAYERS["simpai"], BASE, {"weights": "6th"})


# rules


def fired(picture, mover, stock=None):
    """The rule that fires and its move."""
    found = int(ruled(at(picture, mover, stock)))
    return (RULES[found // CODE], action_name(found % CODE)) if found >= 0 else None


PLENTY = (9, 9, 9, 9)


def test_it_wins_with_its_own_shape_while_there_are_any():
    assert fired("www", 0) == ("Guarantee Win", "3r")
    assert fired("www", 0, (0, 9, 9, 9)) == ("Guarantee Win", "3s")  # by colour
    assert fired("wrw", 0, PLENTY) == ("Guarantee Win", "3r")  # by shape
    assert fired("wrw", 0, (0, 9, 9, 9)) != ("Guarantee Win", "3s")  # which a square does not complete


def test_a_line_with_holes_counts_as_one():  # both are recorded
    assert fired(".W.R.W.", 1, PLENTY) == ("Guarantee Win", "4s")
    assert fired("w.r.r w.RwR.w", 0, PLENTY) == ("Guarantee Win", "3r")


def test_two_holes_in_a_row_end_a_line():
    assert fired("w..ww", 0, PLENTY) is None
    assert fired("ww..w", 0, PLENTY) is None


def test_it_blocks_only_with_its_own_shape():
    assert fired("R www", 1) == ("Prevent Loss", "3s")
    assert fired("R www", 1, (9, 9, 9, 0)) is None


def test_it_wins_before_it_blocks():
    assert fired("R R Rwww", 1, PLENTY) == ("Guarantee Win", "0s")


def test_against_an_open_two_it_plays_the_left_end():
    assert fired("..ww...", 1, PLENTY) == ("Prevent 3 Loss PART 1", "1s")
    assert fired("..ww...", 1, (9, 9, 9, 0)) == ("Prevent 3 Loss PART 1", "1r")
    assert fired("R.ww...", 1, PLENTY) == ("Prevent 3 Loss PART 1", "0s")  # no room there
    assert fired("R.wwR", 1, PLENTY) is None  # and none at the right
    assert fired(".ww.", 0, PLENTY) is None  # one's own


def test_between_two_it_fills_the_hole_once_its_own_shape_is_gone():
    assert fired("..w.w", 1, (9, 9, 9, 0)) == ("Prevent 3 Loss PART 2", "3r")
    assert fired("..w.w", 1, PLENTY) is None
    assert fired("..W.w", 1, PLENTY) == ("Prevent 3 Loss PART 2", "3s")
    assert fired("w.w", 1, (9, 9, 9, 0)) is None  # nothing empty at the left


@pytest.mark.parametrize("settings", BOARDS, ids=str)
def test_rules_always_name_legal_moves(settings):
    game = simplexity(**settings)
    for seed in range(60):
        for s, _ in wander(game, seed):
            found = int(ruled(s))
            assert found < 0 or game.legal(s, found % CODE)


def test_a_count_that_is_passed_over_is_not_seen():
    assert fired("rrw", 0, PLENTY) == ("Guarantee Win", "3r")
    assert fired("rWrrw", 0, PLENTY) is None  # counted on across the square: four, not three


# players


def move(name, s, **settings):
    brain = simpai.PLAYERS[name]
    genome, memory = configured(brain, BASE, settings), record(brain.memory_type(BASE))
    return action_name(int(brain.act(genome[0], memory[0], s)))


def test_rules_can_be_switched_off():
    s = at(".W.R.W.", 1, PLENTY)
    assert move("simpai", s) == "4s"
    assert move("simpai", s, rules="no", depth=1) != "4s"


def test_every_rule_has_its_switch():
    """In drawn positions a rule that is off never fires, and the others go on as before."""
    game, switches, fired = simplexity(opening=9), (True, True, True), [0, 0, 0]
    for deal in range(400):
        s = game.blank.copy()[0]
        s.rng = dice.stream(11, deal, 0)
        game.start(s)
        found = int(ruled(s))
        assert int(ruled_by(s, *switches)) == found and int(ruled_by(s, False, False, False)) == -1
        number = min(found // CODE, 2)
        if found >= 0:
            fired[number] += 1
            others = [k != number for k in range(3)]
            assert int(ruled_by(s, *others)) < 0 or int(ruled_by(s, *others)) // CODE > number
            alone = [k == number for k in range(3)]
            assert int(ruled_by(s, *alone)) == found
    assert min(fired) > 5


@pytest.mark.parametrize("settings", [
    {}, {"forms": "fitted"}, {"forms": "recorded"}, {"sides": "one", "dump": "all"}, {"rules": "no"}], ids=str)
def test_it_sees_a_win_in_three_plies(settings):
    assert move("simpai", at("...wr..", 0), **settings) in ("2r", "5r")


def test_the_clone_opens_as_the_real_one_does():
    opening = {"": "3r", "...w": "3s", "...wR": "0r", "R..w": "6r", "...R ...w": "3r", "...w ...R ...w": "3s"}
    for picture, answer in opening.items():
        assert move("simpai", at(picture), forms="recorded") == answer


@pytest.mark.parametrize("forms", ["fitted", "recorded"])
def test_the_clones_remember_nothing_between_moves(forms):
    brain = simpai.PLAYERS["simpai"]
    genome, memory = configured(brain, BASE, {"forms": forms}), record(brain.memory_type(BASE))
    for s, _ in wander(BASE, 3):
        assert action_name(int(brain.act(genome[0], memory[0], s))) == move("simpai", s, forms=forms)


def test_the_fast_search_values_positions_as_the_plain_one():
    for seed in range(6):
        for s, _ in wander(BASE, seed):
            worth = []
            for name, settings in (("simpai", {"table": "none", "deepen": "no"}), ("simpai-fast", {})):
                brain = simpai.PLAYERS[name]
                genome, memory = configured(brain, BASE, {**settings, "depth": 4}), record(brain.memory_type(BASE))
                brain.search.begin(genome[0], memory[0], s)
                if int(memory[0].choices) > 1:
                    brain.search.go(genome[0], memory[0], memory[0].table, 1 << 40)
                    worth.append(float(memory[0].worth))
            assert len(set(worth)) <= 1


@pytest.mark.parametrize("settings", [{}, {"forms": "recorded"}], ids=str)
def test_it_plays_by_a_clock(settings):
    brain = simpai.PLAYERS["simpai"]
    outsider = brain.clocked(brain, BASE, configured(brain, BASE, settings))
    assert outsider.share == pytest.approx(1 / 1.2)
    assert outsider.split == ("shared" if settings else "root")
    outsider.begin(BASE, 0, 1)
    s = at("...w")
    for seconds in (0.1, 0.4, 1.6, 6.4):  # on a busy machine more
        assert BASE.legal(s, outsider.choose(s, lambda a: bool(BASE.legal(s, a)), seconds))
        if outsider.told["depth"] >= 2:
            break
    assert outsider.told["depth"] >= 2
    assert outsider.choose(at("www", 0), lambda a: True, 0.1) == 6


@pytest.mark.parametrize("name", ["simpai", "simpai-fast"])
def test_it_can_be_held_to_the_real_ones_pace(name):
    brain = simpai.PLAYERS[name]
    outsider = brain.clocked(brain, BASE, configured(brain, BASE, {"pace": 33_000}))
    outsider.begin(BASE, 0, 1)
    s = at("...w")
    assert BASE.legal(s, outsider.choose(s, lambda a: bool(BASE.legal(s, a)), 0.6))
    assert 0 < outsider.told["nodes"] <= 33_000 * 0.5 + 1


def test_no_weights_make_an_evaluation_look_like_a_win():
    game = simplexity(preset="test-18x22")
    brain = simpai.PLAYERS["simpai"]
    weights = dict.fromkeys(("horiz_center", "vert_center", "build_from_afar", "dump_from_afar"), 1000.0)
    g, e = configured(brain, game, {"weights": "own", "sides": "one", **weights})[0], record(NOTES)[0]
    s = [s.copy() for s, _ in wander(game, 1)][-1]
    simpai.note(g, e, s)
    assert abs(float(simpai.total(g, e, 0))) > simpai.MOST and abs(float(simpai.evaluate(g, e, s))) == simpai.MOST < SURE


@pytest.mark.parametrize("settings", [BOARDS[2], pytest.param(BOARDS[4], marks=pytest.mark.slow)], ids=str)
def test_it_plays_on_any_board(settings):
    game = simplexity(**settings)
    agents = [Agent(str(given), simpai.PLAYERS[name], configured(simpai.PLAYERS[name], game, {**given, "depth": 2}))
              for name, given in (("simpai", {}), ("simpai", {"forms": "fitted"}), ("simpai", {"forms": "recorded"}),
                                  ("simpai-fast", {}))]
    for pair in ((0, 1), (2, 0), (3, 1)):
        for _ in watch(game, [agents[k] for k in pair], 1):
            pass


# bred


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_weights_can_be_evolved_in_a_small_memory(depth):
    representation = simpai_bred.weighers(BASE, depth=depth)
    assert representation.brain.memory_type(BASE).itemsize < 4096
    genomes = np.zeros(4, representation.genome).view(np.recarray)
    genomes["x"] = np.random.default_rng(1).uniform(0, 10, (4, 5))
    schedule = [(i, j) for i in range(4) for j in range(4) if i != j]
    played = play(BASE, Population(representation.brain, genomes), schedule, 1)
    assert not played.measures[:, :, BASE.measure_names.index("fault")].any()
    text = representation.show(genomes[0])
    assert text.startswith("HorizCenter ")
    assert representation.parse(text)["x"].tolist() == [genomes["x"][0].tolist()]


def test_bred_and_hand_written_ones_judge_alike():
    g = np.zeros(1, simpai_bred.weigher(2).genome_type(BASE)).view(np.recarray)
    g["x"] = simpai.TABLE_2["1st"]
    e = record(simpai_bred.SUMS)[0]
    for s, _ in wander(BASE, 5):
        simpai_bred.note(g[0], e, s)
        assert float(simpai_bred.evaluate(g[0], e, s)) == pytest.approx(value(s))


def test_a_depth_out_of_range_is_refused():
    with pytest.raises(Mistake, match="depth is a whole number from 1 to 3"):
        simpai_bred.weighers(BASE, depth=7)


# recorded decisions


def decision(top, mover, moves, stock=(5, 5, 5, 5)):
    """A decision of which only the top row counts, and what the real one did: column and shape, how often."""
    made = {2 * column + shape: often for (column, shape), often in moves.items()}
    return Decision(mover, "." * 35 + top, stock, "search", 3, made)


def test_blind_rules_see_which_columns_have_room_and_nothing_else():
    """Counted by hand: White's own shape is round (0), Red's square (1)."""
    free = decision(".......", 0, {(3, 0): 3, (0, 0): 1})  # any: 1/7, columns 3, 0, 6: 3/4
    assert blind([free]) == pytest.approx([1 / 7, 3 / 4, 1 / 4])  # nothing to learn from: column 0
    other = decision(".......", 0, {(3, 1): 2})  # of the other shape, while own ones are left: none agrees
    assert blind([other]) == [0, 0, 0]
    red = decision("...w..W", 1, {(0, 1): 1, (5, 1): 1, (5, 0): 2})  # column 3 full: any 2/4 of one of five; 0: 1/4
    assert blind([red]) == pytest.approx([1 / 10, 1 / 4, 1 / 4])
    used_up = decision("w..w...", 0, {(6, 1): 1}, (0, 5, 5, 5))  # White has no round left: squares; 3 and 0 are full
    assert blind([used_up]) == pytest.approx([1 / 5, 1, 0])
    assert blind([used_up._replace(stock=(1, 5, 5, 5))]) == [0, 0, 0]  # one is left, and it would be that
    assert blind([decision("w..w...", 1, {(6, 0): 1}, (5, 5, 5, 0))]) == pytest.approx([1 / 5, 1, 0])
    assert blind([decision("w..w..W", 0, {(1, 0): 1})]) == pytest.approx([1 / 4, 1, 1])  # then the lowest that has room
    every = [free, other, red, used_up]
    assert blind(every)[:2] == pytest.approx([1 / 7 + 1 / 10 + 1 / 5, 3 / 4 + 1 / 4 + 1])
    assert len(BLIND) == 3 and blind([]) == [0, 0, 0]


def test_a_list_of_columns_is_learnt_from_other_decisions():
    """Of decisions that come so far down the list, at each place the column that agrees with most of them."""
    five = decision(".......", 0, {(5, 0): 1})
    two = decision(".....w.", 0, {(2, 0): 1})  # 5 is full
    four = decision("..w..w.", 0, {(4, 0): 3, (1, 0): 1})  # 2 as well
    most = [five, five, five, two, two, four]
    assert learnt(most) == [5, 2, 4, 0, 1, 3, 6]
    assert learnt([]) == [0, 1, 2, 3, 4, 5, 6]
    assert learnt([decision(".......", 0, {(5, 1): 9, (6, 0): 1})]) == [6, 0, 1, 2, 3, 4, 5]  # a move has a shape, too
    zero = decision(".......", 0, {(0, 0): 1})
    assert blind([five, zero, five, zero])[2] == 0  # the first and third are judged by what the others teach: column 0
    assert blind([five, zero, five, five, five, zero])[2] == 1  # 0 is learnt from three, 5 from the others, who hit once
    assert blind([five, five, five, five, two, two, four, four])[2] == pytest.approx(2 * (2 + 1 + 3 / 4))


@recorded
def test_blind_rules_agree_as_often_as_the_pages_say():
    searched = [one for one in read_decisions(DECISIONS) if one.kind == "search"]
    usual, kept_back = [one for one in searched if one.depth == 3], halves(searched)[1]
    for decisions, shares in ((searched, (0.144, 0.155, 0.341)), (usual, (0.133, 0.165, 0.389)),
                              (kept_back, (0.135, 0.161, 0.382))):
        assert [hits / len(decisions) for hits in blind(decisions)] == pytest.approx(shares, abs=0.0006)
    assert agreement(usual)["search"].same_move / len(usual) == pytest.approx(0.100, abs=0.0006)


@recorded
def test_rules_fire_and_move_as_recorded():
    table = agreement(DECISIONS, deepest=1)
    assert {kind: row.decisions for kind, row in table.items()} == {
        "Guarantee Win": 183, "Prevent Loss": 473, "Prevent 3 Loss PART 1": 74, "Prevent 3 Loss PART 2": 25, "search": 1325}
    for kind in RULES:
        assert table[kind].same_kind >= 0.95 * table[kind].decisions
        assert table[kind].same_move >= 0.95 * table[kind].decisions
    assert sum(table[kind].same_kind for kind in RULES) == 754 and sum(table[kind].same_move for kind in RULES) == 751
    assert table["search"].same_kind == 1325


@recorded
@pytest.mark.parametrize("settings, floor", [
    ({}, 0.16), ({"sides": "one", "dump": "all"}, 0.34), ({"forms": "fitted"}, 0.42), ({"forms": "recorded"}, 0.57),
], ids=str)
def test_searched_moves_agree_as_often_as_measured(settings, floor):
    searched = [decision for decision in read_decisions(DECISIONS) if decision.kind == "search"]
    row = agreement(searched, deepest=DEEPEST, **settings)["search"]
    assert row.same_move >= floor * row.decisions


@recorded
@pytest.mark.parametrize("forms, floor", [("fitted", 0.45), ("recorded", 0.65)])
def test_the_clones_are_as_close_on_the_half_they_were_not_fitted_to(forms, floor):
    fit, other = halves(read_decisions(DECISIONS))
    assert len(fit) + len(other) == 957
    for half in (fit, other):
        assert agreement(half, forms=forms)["search"].same_move >= floor * len(half)
