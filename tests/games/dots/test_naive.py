"""The naive Dots and Boxes, its players and its graph rules against the rulebook, sentence by sentence.

Positions are pictures: `-` and `|` are drawn lines, `.` undrawn ones, `o` the dots.
"""

from random import Random

import pytest

from .paper_rules import FIGURE_3, INTO_A_CHAIN, LEAVE_TWO, NINE, SHOWN, TAKE_ANY, TAKE_AT_BORDER
from .twin import PLAYERS, Dots, cost, perfect, position, safe_lines, short_chains, solve, taking_lines, value
from .twin_graphrules import is_loop, matches, parse, show, state_graph


def pictured(picture):
    rows = [row.strip() for row in picture.strip().splitlines()]
    marks = "".join(row[1::2] for row in rows[::2]) + "".join(row[::2] for row in rows[1::2])
    mask = sum((mark != ".") << line for line, mark in enumerate(marks))
    return position(mask, len(rows) // 2, len(rows[0]) // 2)


def played(script, rows=3, columns=3):
    game = Dots(rows, columns)
    for action in script:
        game.play(action)
    return game


# "horizontal edges row by row first (4 rows x 3 = ids 0..11 on 3x3), then vertical edges row by row (3 rows x 4 = ids
# 12..23). A state is the mask of drawn edges."


def test_lines_are_numbered_row_by_row_horizontal_ones_first():
    game = Dots()
    assert (game.size, game.sides[0], game.sides[5], game.sides[8]) == (24, (0, 3, 12, 13), (5, 8, 18, 19), (8, 11, 22, 23))
    assert [Dots(2, 4).sides[5], Dots(2, 4).size] == [(5, 9, 18, 19), 22]


def test_a_line_is_a_side_of_two_boxes_or_of_one_at_the_border():
    assert [Dots().beside(line) for line in (0, 3, 13, 23)] == [[0], [0, 3], [0, 1], [8]]


def test_a_mask_has_a_bit_for_every_drawn_line():
    assert position(1 << 23 | 5).drawn == {0, 2, 23}
    assert position(0, 1, 2).lines() == list(range(7))


def test_a_board_has_boxes():
    with pytest.raises(ValueError, match="at least one box, not 0 x 3"):
        Dots(0, 3)


# "players take turns to complete an edge between two adjacent dots on the board, receiving a point and an additional
# move if the edge completes a box. When all edges have been filled the player with the most points wins."


def test_players_take_turns():
    assert [played(range(plies)).turn for plies in range(4)] == [0, 1, 0, 1]


def test_who_completes_a_box_owns_it_and_moves_again():
    game = played([0, 3, 12, 13])
    assert (game.owner[0], game.scores, game.turn, game.over) == (1, [0, 1], 1, False)
    game.play(23)
    assert game.turn == 0


def test_a_line_may_complete_two_boxes_but_gives_one_move():
    game = played([0, 1, 2, 3, 4, 6, 5], 1, 2)
    assert (game.owner, game.scores, game.over) == ([0, 0], [2, 0], True)
    game = played([0, 1, 3, 4, 12, 14, 13])
    assert (game.scores, game.turn) == ([2, 0], 0)
    game.play(23)
    assert game.turn == 1


def test_it_is_over_when_all_lines_are_drawn():
    game = played(range(23))
    assert not game.over
    game.play(23)
    assert (game.over, sum(game.scores), game.lines()) == (True, 9, [])
    with pytest.raises(ValueError, match="over"):
        game.play(0)


@pytest.mark.parametrize("action", [0, -1, 24, None, "x"])
def test_an_illegal_action_ends_the_game_and_loses(action):
    game = played([0, 3, 12, 13])
    assert not game.legal(action)
    game.play(action)
    assert (game.over, game.fault, game.scores) == (True, 1, [0, -1])
    game = played([0, 3, 12, 13, 1])
    game.play(action)
    assert (game.over, game.fault, game.scores) == (True, 0, [-1, 1])


def test_other_lines_are_legal():
    game = played([0, 5])
    assert {line for line in range(-1, 30) if game.legal(line)} == set(game.lines()) == set(range(24)) - {0, 5}


# "1x1, 1x2, 1x3: -1, 0, -1", "2x2: +2", and the values of long chains and loops to who does not have to open them


@pytest.mark.parametrize("rows, columns, expected", [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (2, 2, 2)])
def test_values_of_small_boards(rows, columns, expected):
    assert solve(rows, columns) == expected


SNAKE = "o-o-o-o\n. . . |\no-o-o.o\n| . . |\no.o-o-o\n| . . .\no-o-o-o"


@pytest.mark.parametrize("picture, expected", [
    ("o-o-o-o\n. . . .\no-o-o-o\n. . . .\no-o-o-o", 2),
    ("o-o-o-o\n. . . .\no-o-o-o\n. . . .\no-o-o-o\n. . . .\no-o-o-o", 1),
    ("o-o-o-o\n. . . |\no-o-o.o\n. . . |\no-o-o-o\n. . . .\no-o-o-o", 5),
    ("o-o-o.o-o\n| . | . |\no.o.o-o.o\n| . | . |\no-o-o.o-o", 0),
    (SNAKE, 9),
], ids=["3, 3", "3, 3, 3", "3, 6", "4, loop of 4", "9"])
def test_values_of_long_chains(picture, expected):
    assert value(pictured(picture)) == -expected


# Safe and taking lines, costs


def test_safe_and_taking_lines():
    game = pictured("o-o.o\n| . .\no.o.o\n. | .\no-o-o")
    assert [game.degree(box) for box in range(4)] == [2, 4, 2, 2]
    assert (safe_lines(game), taking_lines(game)) == ({1, 8}, set())
    game.play(7)
    assert (safe_lines(game), taking_lines(game)) == ({1, 8}, {2})


def test_the_cost_of_a_line_is_what_the_other_can_take_then():
    game = pictured(SNAKE)
    assert {cost(game, line) for line in game.lines()} == {9}
    loop = pictured("o-o-o-o\n| . | .\no.o.o-o\n| . | |\no-o.o-o")
    assert {line: cost(loop, line) for line in loop.lines() if line != 12} == {3: 4, 4: 4, 7: 0, 10: 4, 14: 4}


# Players: 1.5 and section 4


def choices(picture):
    game = pictured(picture)
    return {name: PLAYERS[name](game) for name in ("greedy-safe", "greedy-shortest", "chain", "always-double-deal")}


def everyone(lines):
    return dict.fromkeys(("greedy-safe", "greedy-shortest", "chain", "always-double-deal"), lines)


def test_the_random_player_draws_any_line():
    assert PLAYERS["random"](played([3, 4], 1, 2)) == {0, 1, 2, 5, 6}


def test_others_take_boxes_then_draw_safe_lines():
    assert choices("o.o.o\n. . .\no.o.o\n. . .\no.o.o") == everyone(set(range(12)))
    assert choices("o-o.o\n| . .\no.o.o\n. | .\no-o-o") == everyone({1, 8})
    assert choices("o-o.o\n| | .\no.o.o\n. | .\no-o-o") == everyone({2})  # then 1 and 8 are safe


PAIR_AND_THREE = "o-o-o-o\n. . . .\no-o-o-o\n. . | |\no-o.o-o"
SINGLE_AND_THREE = "o-o-o-o\n. . . .\no-o-o-o\n. | | |\no.o-o-o"
THREE_AND_FOUR = "o-o-o-o-o\n. . . . .\no-o-o-o-o\n. . . | |\no-o-o.o-o"


def test_handing_out_a_single():
    assert choices(SINGLE_AND_THREE) == everyone({6, 13}) | {"greedy-safe": {6, 9, 10, 11, 12, 13}}


def test_handing_out_a_pair_by_its_middle_line():
    middle = {"chain": {14}, "always-double-deal": {14}}
    assert choices(PAIR_AND_THREE) == {"greedy-safe": {7, 9, 10, 11, 12, 13, 14}, "greedy-shortest": {7, 13, 14}} | middle


def test_opening_the_cheapest_long_chain_or_any():
    every, three = {10, *range(12, 20)}, {10, 17, 18, 19}
    assert choices(THREE_AND_FOUR) == {
        "greedy-safe": every, "greedy-shortest": three, "chain": three, "always-double-deal": every,
    }


@pytest.mark.parametrize("picture, greedy, careful, always", [
    ("o-o-o-o\n| . . .\no-o-o-o\n. . . .\no-o-o-o", {10}, {10}, {10}),
    ("o-o-o-o\n| | . .\no-o-o-o\n. . . .\no-o-o-o", {11}, {12}, {12}),
    ("o-o-o-o\n| | . .\no-o-o-o\n. . | |\no-o.o-o", {11}, {11}, {12}),
    ("o-o-o-o\n| | . .\no-o-o-o\n. | | |\no.o-o-o", {11}, {11}, {12}),
    ("o-o-o\n| . .\no-o-o", {5}, {5}, {5}),
    ("o-o-o-o\n| | . .\no-o-o-o\n| | | .\no-o-o-o\n. . . .\no-o-o-o", {14, 19}, {19}, {19}),
    ("o-o-o-o\n| | . .\no-o-o-o\n| | . .\no-o-o-o\n. . . .\no-o-o-o", {14, 18}, {14, 18}, {14, 18}),
    ("o-o-o.o-o-o\n| . | . . .\no.o.o-o-o-o\n| | | . . .\no-o-o.o-o-o", {5, 6}, {16}, {16}),
    ("o-o-o.o-o-o\n| | | . . .\no-o.o-o-o-o\n| . | . . .\no-o-o.o-o-o", {6, 22}, {6, 22}, {6, 22}),
], ids=["three left", "double-deal", "a pair is left", "a single is left", "nothing is left", "another coin first",
        "two chains", "loop", "loop of three"])
def test_keeping_control(picture, greedy, careful, always):
    assert choices(picture) == {
        "greedy-safe": greedy, "greedy-shortest": greedy, "chain": careful, "always-double-deal": always,
    }


def test_parity_prefers_safe_lines_after_which_the_other_opens_the_first_long_chain():
    """After 16 two singles are handed out before the loop, after 15 one before a chain of five."""
    game = pictured("o.o-o-o\n. | . |\no-o.o.o\n. . . .\no-o-o-o")
    assert [short_chains(game.cut(line)) for line in (15, 16)] == [1, 2]
    assert PLAYERS["chain"](game) == {15, 16}
    assert PLAYERS["parity-avg"](game) == PLAYERS["parity-mm"](game) == {16}


def test_parity_by_average_and_by_minimax():
    """After 14 the chain of seven is certain; after 6 or 13 the other may avoid it, by chance or on purpose."""
    game = pictured("o-o-o.o\n| . | |\no.o.o.o\n. . . |\no.o-o-o")
    assert (PLAYERS["parity-avg"](game), PLAYERS["parity-mm"](game)) == ({6, 13}, {6, 13, 14})


def test_parity_is_the_chain_player_otherwise():
    for picture in (PAIR_AND_THREE, THREE_AND_FOUR, "o-o-o-o\n| | . .\no-o-o-o\n. . . .\no-o-o-o"):
        game = pictured(picture)
        assert PLAYERS["parity-avg"](game) == PLAYERS["parity-mm"](game) == PLAYERS["chain"](game)


@pytest.mark.parametrize("name", PLAYERS)
def test_everybody_plays_to_the_end_and_the_perfect_player_wins_by_two_on_2x2(name):
    rng = Random(name)
    for _ in range(10):
        game = Dots(2, 2)
        while not game.over:
            lines = PLAYERS["perfect" if game.turn == 0 else name](game)
            assert lines and all(game.legal(line) for line in lines)
            game.play(rng.choice(sorted(lines)))
        assert game.fault is None and sum(game.scores) == 4
        assert game.scores[0] - game.scores[1] >= 2


# The state graph: "one coin per unfinished box", "every maximal run of k >= 1 degree-2 coins becomes one node l(k)",
# "a closed loop is l(k) adjacent twice to itself (k strings)", "a corner coin may have two n"


def told(game):
    return [(node.label, node.coins, node.strings, node.ends) for node in state_graph(game)]


def test_nodes_are_labelled_by_their_strings():
    game = pictured("o-o-o.o\n| . . .\no-o.o.o\n. | . |\no.o.o-o")
    assert told(game) == [
        ("x", [0], [10], [1]),
        ("t", [1], [4, 10, 11], [4, 0, 2]),
        ("q", [2], [2, 5, 11, 12], ["n", 5, 1, "n"]),
        ("l", [3], [6, 13], ["n", "n"]),
        ("t", [4], [4, 7, 15], [1, "n", 5]),
        ("l", [5], [5, 15], [2, 4]),
    ]


def test_a_chain_is_one_node_and_finished_boxes_are_none():
    [node] = state_graph(pictured(SNAKE))
    assert node.label == "l" and not is_loop(node) and node.ends == ["n", "n"]
    assert (node.coins, node.strings) in (
        ([0, 1, 2, 5, 4, 3, 6, 7, 8], [12, 13, 14, 5, 18, 17, 6, 21, 22, 23]),
        ([8, 7, 6, 3, 4, 5, 2, 1, 0], [23, 22, 21, 6, 17, 18, 5, 14, 13, 12]),
    )
    assert told(position(2**24 - 1)) == []


def test_both_ends_of_a_chain_may_meet_the_same_joint():
    chain, joint = state_graph(pictured("o-o-o\n| . |\no.o.o\n| . |\no-o.o"))
    assert (chain.label, len(chain.coins), chain.ends) == ("l", 3, [1, 1])
    assert (joint.label, joint.ends) == ("t", [0, "n", 0])


def test_a_loop_is_adjacent_twice_to_itself():
    [loop] = state_graph(pictured("o-o-o\n| . |\no.o.o\n| . |\no-o-o"))
    assert is_loop(loop) and loop.ends == [0, 0]
    assert (sorted(loop.coins), sorted(loop.strings)) == ([0, 1, 2, 3], [2, 3, 7, 10])


# The notation, with the six rules of the paper


@pytest.mark.parametrize("text, shown", SHOWN)
def test_rules_are_read_and_shown(text, shown):
    rule = parse(text)
    assert show(rule) == shown
    assert parse(shown) == rule


@pytest.mark.parametrize("text, what, at", [
    ("q0wwn => q0-n", "q0 has 4 neighbours, not 3", 1),
    ("x0n : t1ww => x0-n", "t1 has 3 neighbours, not 2", 7),
    ("x0t1 => x0-t1", "t1 has 3 neighbours, not 1", 3),
    ("x0n : z1w => x0-n", "unknown label 'z'", 7),
    ("x0n3 => x0-n", "unknown label '3'", 4),
    ("xn => x0-n", "x without a number", 1),
    ("x0n => x1-n", "an action on a missing node x1", 8),
    ("x0n => x0-w", "an action on a missing node: x0 has no neighbour w", 8),
    ("x0w : x1w => x0-x1", "an action on a missing node: x0 has no neighbour x1", 14),
    ("x0n => n-n", "an action without a named node", 8),
    ("x0n => x0", "an action is two nodes", 8),
    ("x0n => x0[1]-n", "x0 is no chain", 10),
    ("l0(1)l1(1)n : l1(1)l0n => l0-n", "adjacent chains l0 and l1", 1),
    ("x0n", "missing =>", 4),
    ("x0n => x0-n => x0-n", "a second =>", 13),
    ("l0(2)nn : x1n => l0(3)-n", "inconsistent lengths of l0", 18),
    ("l0(2)x1n : x1l0(2+) => l0-n", "inconsistent lengths of l0", 14),
    ("l0nn => l0-n", "l0 has a length nowhere", 1),
    ("x0(2)n => x0-n", "x0 cannot have the length 2", 1),
    ("l0(0)nn => l0-n", "l0 cannot have the length 0", 1),
    ("x0t1 : t1nww => x0-t1", "x0-t1 is listed on one side only", 1),
    ("l0(3)t1n : t1l0l0n => l0-n", "l0-t1 is listed on one side only", 1),
    ("l0(4)l0n => l0-n", "l0-l0 is listed on one side only", 1),
    ("x0x0 => x0-x0", "x0 is its own neighbour", 1),
    ("x0n : x0n => x0-n", "a second entry of x0", 7),
    ("x0t0 : t0x0nn => x0-t0", "x0 and t0 have the same number", 3),
    ("x0n : => x0-n", "an entry without a node", 7),
    (" : x0n => x0-n", "an entry without a node", 8),
    ("x0n & x1n => x0-n", "unexpected '&'", 5),
])
def test_what_is_wrong_and_where(text, what, at):
    with pytest.raises(ValueError) as error:
        parse(text)
    assert str(error.value).startswith(what)
    assert str(error.value).endswith(f" at character {at}")


# Matching


def found(text, picture, **switches):
    return matches(parse(text), pictured(picture), **switches)


def test_the_rule_of_8_99_is_the_only_best_line_of_the_second_player():
    """"Test vector: mask 10075810, action edge 17"; "the solver value is +9"."""
    game = position(10075810)
    assert (len(game.drawn), game.coins(0)) == (13, [])
    assert matches(parse(NINE), game) == perfect(game) == {17}
    assert value(game) == 9


@pytest.mark.parametrize("line", [0, 8, 12, 17, 23])
def test_a_rule_without_wildcards_matches_no_other_state(line):
    game = position(10075810 ^ 1 << line)
    assert matches(parse(NINE), game) == set()


def test_components_not_mentioned_are_ignored_and_w_includes_n():
    picture = "o-o-o-o\n| | . .\no-o-o-o\n| | | .\no-o-o-o\n. . . .\no-o-o-o"
    assert found(TAKE_AT_BORDER, picture) == {19}
    assert found(TAKE_ANY, picture) == {14, 19}
    assert found(TAKE_ANY, picture, wildcard_takes_ground=False) == {14}
    assert found("x0w : x1n => x0-w", picture) == {14}  # two nodes are never the same one
    assert found("x0w : x1w : x2w => x0-w", picture) == set()


def test_chains_and_the_count_inwards():
    picture = "o-o-o-o\n| . . .\no-o-o-o\n. . . .\no-o-o-o"  # x0 and two more at 10, 11, 12; three at 13 to 16
    assert found(LEAVE_TWO, picture) == {12}
    assert found(INTO_A_CHAIN, picture) == {10}
    assert found("l0(1+)x1n => l0(1+)[1]-n", picture) == {11}
    assert found("l0(1+)x1n => l0(1+)[2]-n", picture) == found("x1l0(1+) : l0(1+)x1n => x1-l0", picture) == {10}
    assert found("l0(1+)x1n => l0(1+)[1]-x1", picture) == {11}
    assert found("l0(1+)x1n => l0(1+)[3]-n", picture) == set()
    assert found("l0(3)nn => l0-n", picture) == {13, 16}
    assert found("l0(3)nn => n-l0[1]", picture) == {14, 15}
    assert found("l0(2)nn => l0-n", picture) == set()
    assert found("l0(2)ww => l0-w", picture) == {10, 12}
    assert found("l0(2+)ww => l0-w", picture) == {10, 12, 13, 16}
    assert found("l0(2+)ww => l0[3]-w", picture) == {13, 16}


def test_the_rule_of_figure_3():
    picture = "o-o-o-o\n| | | .\no-o.o-o\n. . . |\no-o.o-o\n| | . |\no-o.o-o"  # q in the middle, x above and right of it
    assert [(node.label, node.coins) for node in state_graph(pictured(picture))] == [
        ("x", [1]), ("x", [2]), ("l", [3]), ("q", [4]), ("x", [5]), ("t", [7]), ("x", [8]),
    ]
    assert found(FIGURE_3, picture) == {4, 18}
    assert found("q2wwww => q2-w", picture) == {4, 7, 17, 18}
    assert found("q2wwwn => q2-w", picture) == set()


def test_a_named_string_is_the_same_one_from_both_sides():
    """A chain of three that meets a joint with both ends: the third string of the joint is at the ground."""
    picture = "o-o-o\n| . |\no.o.o\n| . |\no-o.o"
    assert found("l0(3)t1t1 : t1l0l0n => t1-l0", picture) == {3, 10}
    assert found("l0(3)t1w : t1l0wn => t1-l0", picture) == {3, 10}
    assert found("l0(3)t1w : t1l0wn => t1-w", picture) == {3, 10}
    assert found("l0(3)t1w : t1l0ww => t1-w", picture) == {3, 5, 10}
    assert found("l0(3)t1n : t1l0wn => t1-l0", picture) == set()


def test_loops_are_cut_at_any_string():
    picture = "o-o-o\n| . |\no.o.o\n| . |\no-o-o"
    for text in ("l0(4)l0l0 => l0-l0", "l0(4)l0l0 => l0[3]-l0", "l0(1+)ww => l0[1]-w"):
        assert found(text, picture) == {2, 3, 7, 10}
    assert found("l0(4)l0l0 => l0[4]-l0", picture) == found("l0(4)wn => l0-w", picture) == set()
    assert found("l0(4)l0l0 => l0-l0", SNAKE) == found("l0(5+)l0l0 => l0-l0", picture) == set()


def test_wildcards_are_one_string_each_and_may_lead_to_other_nodes_of_the_rule():
    picture = "o-o-o\n| . |\no-o-o"  # two coins joined by one string
    assert found("x0x1 => x0-x1", picture) == found("x0w : x1w => x0-w", picture) == {5}
    assert found("x0x1 => x0-x1", "o-o-o\n. | .\no-o-o") == set()
