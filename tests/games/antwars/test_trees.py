"""Bred ants: against their naive twin, one test per sentence of the paper's section 3, and their expressions.

("Winning Ant Wars", EuroGP 2008; rulebook shared/rules/antwars.md, 1.7.) The twin (`twin_trees.py`) was written
from the paper and from what the habits say of themselves, not from the fast code. Tests of sentences ask both.
"""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Population
from lek.brains import tree, tree_loop
from lek.game import record
from lek.games.antwars import DIRECTIONS, antwars, board, shifted
from lek.players.antwars.perception import HABITS, SIZES
from lek.players.antwars.trees import ORDERS, TABLE, trees
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch

from . import twin as naive
from . import twin_trees as twins

evaluate = tree_loop.evaluator(TABLE)
SWITCHES = [{}, *({name: not habit.default} for name, habit in HABITS.items()), *({"order": name} for name in ORDERS)]
NAMED = [next((f"{name}={value}" for name, value in one.items()), "plain") for one in SWITCHES]
ANYWHERE = "Rect(0,0,1,1)"


@cache
def ants(**given):
    return trees(antwars(moves=given.pop("moves", 35)), **given)


def worths(made, g, m):
    """What the trees of g give for the eight directions, clockwise from north."""
    one_tree = int(g.habits) >> list(HABITS).index("both_trees") & 1
    return [evaluate(g, 0 if one_tree else way & 1, m, way) for way in range(8)]


# Against the twin


def constant(rng, name):
    near = rng.choice([2, 5])
    height, width = rng.choice(SIZES)
    value = rng.choice([0.3, 0.3004, rng.uniform(-1, 1)])
    return {"Const": f"Const({value:.6f})", "ConstInt": f"ConstInt({rng.randrange(6)})",
            "Rect": f"Rect({rng.randint(-near, near)},{rng.randint(-near, near)},{height},{width})"}[name]


def written(rng, gives="float", depth=4):
    """A random expression of a type; at its ends it looks at the board."""
    options = [p for p in TABLE.primitives if p.gives == gives]
    functions = [p for p in options if getattr(p, "takes", ())]
    if functions and (depth > 2 or gives == "boolean"):
        options = functions if depth > 1 else [p for p in functions if p.takes == ("area",)]
    one = rng.choice(options)
    if isinstance(one, tree.Constant):
        return constant(rng, one.name)
    inside = ", ".join(written(rng, kind, depth - 1) for kind in one.takes)
    return f"{one.name}({inside})" if inside else one.name


def broad(rng, levels=3):
    """A sum of many expressions, so that little goes unnoticed."""
    if levels == 0:
        seldom = [f"IsEqual({constant(rng, 'Const')}, {constant(rng, 'Const')})", f"IsEnemy({constant(rng, 'Rect')})"]
        term = rng.choice([written(rng), f"If({rng.choice(seldom)}, {written(rng, depth=2)}, {written(rng, depth=2)})"])
        return f"Mul({constant(rng, 'Const')}, {term})"
    return f"{rng.choice(['Add', 'Sub'])}({broad(rng, levels - 1)}, {broad(rng, levels - 1)})"


def some_genome(made, rng, kind):
    """A genome [1]: written by this file, drawn at random, bred for its size, or one that often cannot choose."""
    if kind == "simple":
        return made.parse(f"straight = Const(-1.0)\ndiagonal = Sub(FoodHope({ANYWHERE}), NVisited(Rect(-1,1,1,1)))")
    if kind == "written":
        while True:
            try:
                return made.parse(f"straight = {broad(rng)}\ndiagonal = {broad(rng)}")
            except Mistake:  # more nodes than there is room for
                continue
    g = record(made.genome)
    if kind == "random":
        made.random(record(dice.STREAM, rng=rng.getrandbits(63))[0], made.options[0], g[0])
    else:
        g[0] = large()[rng.randrange(len(large()))]
        g[0].habits = made.options[0].habits
    return g


@cache
def large(size=20, children=400):
    """Genomes that crossover and mutation have made large: a child takes the place of a smaller one."""
    made, d = ants(), record(dice.STREAM, rng=np.uint64(dice.stream(1, 2, 3)))[0]
    genomes, child = np.zeros(size, made.genome).view(np.recarray), np.zeros(2, made.genome).view(np.recarray)
    for g in genomes:
        made.random(d, made.options[0], g)
    for _ in range(children):
        one, other, smaller = (int(dice.below(d, size)) for _ in range(3))
        made.crossover(d, made.options[0], genomes[one], genomes[other], child[0], child[1])
        made.mutate(d, made.options[0], child[0])
        for k in (0, 1):
            if child[k].length.sum() > genomes[smaller].length.sum():
                genomes[smaller] = child[k]
    return genomes


def compare(made, genomes, rng, habits, deal, obeys=0.7):
    """One game, in which an ant mostly does what it answers. Returns moves, and whether habits changed anything."""
    game, twin = antwars(), naive.AntWars(seed=3, deal=deal)
    s = game.blank.copy()[0]
    s.rng = dice.stream(3, deal, 0)
    game.start(s)
    texts = [made.show(g[0]) for g in genomes]
    slow, plain = [twins.Ant(text, **habits) for text in texts], [twins.Ant(text) for text in texts]
    memories = [record(made.brain.memory_type(game)) for _ in (0, 1)]
    moves, changed = 0, False
    while not twin.over:
        ant, v = twin.to_move, game.blank_view()[0]
        game.observe(s, ant, v)
        g, m = genomes[ant][0], memories[ant][0]
        answer, right = made.brain.act(g, m, v), slow[ant].choose(twin.view(ant))
        wanted = [slow[ant].worths[name] for name in DIRECTIONS]
        np.testing.assert_array_equal(worths(made, g, m), wanted, f"{habits} {deal} {moves} {texts[ant]}")
        assert answer == right, (habits, deal, moves, wanted, texts[ant])
        if habits and not changed:
            otherwise = plain[ant].choose(twin.view(ant))
            changed = (answer, wanted) != (otherwise, [plain[ant].worths[name] for name in DIRECTIONS])
        action = answer if rng.random() < obeys else rng.randrange(8)
        game.step(s, action)
        twin.move(action)
        moves += 1
    return moves, changed


@pytest.mark.parametrize("habits", SWITCHES, ids=NAMED)
def test_ants_judge_and_move_as_the_twin_does(habits):
    """In two games at least, and in more until one of them depends on the habit."""
    made, rng = ants(**habits), random.Random(str(habits))
    moves, changed, plain = 0, 0, habits in ({}, {"order": "paper"})
    for deal, kinds in enumerate([("written", "simple"), ("large", "written"), ("random", "written")] * 5):
        if deal >= 2 and (changed or plain):
            break
        more = compare(made, [some_genome(made, rng, kind) for kind in kinds], rng, {} if plain else habits, deal)
        moves, changed = moves + more[0], changed + more[1]
    assert moves > 70 and (changed > 0 or plain)


def test_ants_judge_as_the_twin_does_whatever_their_habits():
    """All of them at once, any way."""
    for deal in range(4):
        rng = random.Random(deal)
        habits = {**{name: rng.random() < 0.5 for name in HABITS}, "order": rng.choice(list(ORDERS))}
        made = ants(**habits)
        compare(made, [some_genome(made, rng, "written") for _ in (0, 1)], rng, habits, deal, obeys=0.3)


def test_large_ants_are_large():
    assert large().length.sum(1).min() > 100
    assert large().level.max() == 7, "depth 8"


def test_whole_games_are_the_twins():
    """By `play`, whichever road it takes, and by `watch`."""
    made, game, rng = ants(), antwars(), random.Random(4)
    kinds = ["written", "large", "random", "written", "large", "random"]
    genomes = np.concatenate([some_genome(made, rng, kind) for kind in kinds]).view(np.recarray)
    seats = [(0, 1), (2, 3), (4, 5), (1, 4), (5, 0), (3, 3)]
    played = play(game, Population(made.brain, genomes), seats, 6)
    texts = [made.show(g) for g in genomes]
    for deal, pair in enumerate(seats):
        twin = naive.AntWars(seed=6, deal=deal)
        asked = naive.play(twin, [twins.Ant(texts[who]).choose for who in pair])
        assert played.scores[deal].tolist() == [twin.winner() == ant for ant in (0, 1)]
        assert played.measures[deal][:, :2].tolist() == [[twin.score[ant], not twin.alive[ant]] for ant in (0, 1)]
        agents = [Agent(str(who), made.brain, genomes[who:who + 1]) for who in pair]
        assert [turn.action for turn in watch(game, agents, 6, deal)] == [answer for _, _, answer in asked]


@pytest.mark.parametrize("exact", [True, False])
def test_numbers_may_overflow(exact):
    """35 ** 48 is infinite in single precision, and infinite less infinite is no number."""
    made, power, ahead = ants(exact=exact), "TimeLeft", "IsFood(Rect(-1,0,3,3))"
    for _ in range(4):
        power = f"Mul({power}, {power})"
    endless = f"Mul(Mul({power}, {power}), {power})"
    for text in (f"Sub({endless}, If({ahead}, {endless}, Points))",
                 f"If(IsEqual({endless}, {endless}), NFood(Rect(-1,0,3,3)), NFood(Rect(1,0,3,3)))"):
        g = made.parse(f"straight = {text}\ndiagonal = If({ahead}, Points, NFood(Rect(-2,2,1,1)))")
        compare(made, [g, g], random.Random(5), {"exact": exact}, 1)
    walk = Walk(Fast, "A")
    assert walk.says(endless) == np.inf and np.isnan(walk.says(f"Sub({endless}, {endless})"))


# One test per sentence of section 3, asked of the fast ant and of the twin


class Fast:
    def __init__(self, moves, **habits):
        self.made = ants(moves=moves, **habits)
        self.m = record(self.made.brain.memory_type(antwars()))[0]

    def take(self, text, v, view):
        return int(self.made.brain.act(self.made.parse(text)[0], self.m, v))

    def worth(self, text, way):
        return evaluate(self.made.parse(text)[0], way & 1, self.m, way)


class Slow:
    def __init__(self, moves, **habits):
        self.ant = twins.Ant("", **habits)

    def take(self, text, v, view):
        self.ant.trees = twins.parse(text)
        return self.ant.choose(view)

    def worth(self, text, way):
        self.ant.trees = twins.parse(text)
        return self.ant.judge(DIRECTIONS[way])


class Walk:
    """An ant, `A`, in the middle of an empty board with what is drawn around it: food `*`, the enemy `E`."""

    def __init__(self, mind, picture, moves=35, **habits):
        self.mind, self.moves, self.made, self.eaten = mind(moves, **habits), moves, 0, 0
        self.cell = shifted(0, 5, 5)
        self.draw(picture)
        self.look()

    def draw(self, picture):
        """Put what is drawn around the ant in the place of all that was on the board."""
        rows = picture.split()
        (up, left), = [(i, row.index("A")) for i, row in enumerate(rows) if "A" in row]
        there = {shifted(self.cell, i - up, j - left): what for i, row in enumerate(rows) for j, what in enumerate(row)}
        self.food = {cell for cell in there if there[cell] == "*"}
        self.enemy = next((cell for cell in there if there[cell] == "E"), -1)
        return self

    def look(self, text="straight = Points\ndiagonal = Points"):
        """A move is decided: the ant takes in what it sees. Returns the direction, by its name."""
        game = antwars(moves=self.moves)
        s, v = game.blank.copy()[0], game.blank_view()[0]
        s.food[:], s.cell[:], s.alive[:] = board(self.food), (self.cell, max(self.enemy, 0)), (1, self.enemy >= 0)
        s.eaten[0], s.turn = self.eaten, 2 * self.made
        game.observe(s, 0, v)
        near = [[shifted(self.cell, i, j) for j in range(-2, 3)] for i in range(-2, 3)]
        view = {"place": divmod(self.cell, 11), "score": self.eaten, "left": self.moves - self.made, "cells": [
            ["enemy" if c == self.enemy else "food" if c in self.food else "empty" for c in row] for row in near]}
        self.seen = v
        return DIRECTIONS[self.mind.take(text, v, view)]

    def go(self, script):
        for name in script.split():
            down, right = ("S" in name) - ("N" in name), ("E" in name) - ("W" in name)
            self.cell = shifted(self.cell, down, right)
            self.eaten += self.cell in self.food
            self.food -= {self.cell}
            self.enemy = -1 if self.cell == self.enemy else self.enemy
            self.made += 1
            self.look()
        return self

    def says(self, expression, way="N"):
        return float(self.mind.worth(f"straight = {expression}\ndiagonal = {expression}", DIRECTIONS.index(way)))

    def holds(self, expression, way="N"):
        return self.says(f"If({expression}, ConstInt(1), ConstInt(0))", way) == 1


@pytest.fixture(params=[Fast, Slow], ids=["fast", "twin"])
def mind(request):
    return request.param


def faded(moves):
    return round(2**20 * 0.9**moves) / 2**20


def test_food_in_view_is_copied_into_f(mind):
    walk = Walk(mind, "*...*  .....  ..A.*  .*...  *...*")
    assert [[walk.says(f"NFood(Rect({i},{j},1,1))") for j in range(-2, 3)] for i in range(-2, 3)] == [
        [1, 0, 0, 0, 1], [0] * 5, [0, 0, 0, 0, 1], [0, 1, 0, 0, 0], [1, 0, 0, 0, 1]]


def test_food_out_of_view_is_not_known(mind):
    assert Walk(mind, "...A..*").says("NFood(Rect(0,3,1,1))") == 0


def test_within_the_view_the_old_state_is_overridden(mind):
    walk = Walk(mind, "*.A").go("N")
    assert walk.says("NFood(Rect(1,-2,1,1))") == 1
    assert walk.draw("A").go("S").says("NFood(Rect(0,-2,1,1))") == 0
    assert walk.draw("*.A").go("N").says("NFood(Rect(1,-2,1,1))") == 1


def test_outside_the_view_f_remains_intact(mind):
    walk = Walk(mind, "*.A").go("E").draw("A").go("E E")
    assert walk.holds("IsFood(Rect(0,-5,1,1))")
    assert walk.go("W W").holds("IsFood(Rect(0,-3,1,1))"), "not seen again yet"
    assert not walk.go("W").holds("IsFood(Rect(0,-2,1,1))"), "seen again, and gone"


def test_without_food_memory_f_is_what_is_in_view(mind):
    walk = Walk(mind, "*.A", food_memory=False)
    assert walk.holds("IsFood(Rect(0,-2,1,1))")
    assert not walk.go("E").holds("IsFood(Rect(0,-3,1,1))")
    assert walk.says("NEmpty(Rect(0,-3,1,1))") == faded(1), "seen, and no food in F"


def test_belief_is_0_at_first_and_1_in_view(mind):
    walk = Walk(mind, "A")
    believed = [[walk.says(f"NEmpty(Rect({i},{j},1,1))") for j in range(-5, 6)] for i in range(-5, 6)]
    assert believed == [[float(max(abs(i), abs(j)) <= 2) for j in range(-5, 6)] for i in range(-5, 6)]


def test_outside_the_view_belief_decreases_by_a_tenth_with_each_move(mind):
    walk = Walk(mind, "A")
    walk.go("E E E")
    assert [walk.says(f"NEmpty(Rect(0,{j},1,1))") for j in (-5, -4, -3, -2, 2, 3)] == [
        faded(3), faded(2), faded(1), 1, 1, 0]
    assert [round(faded(k), 4) for k in (1, 2, 3)] == [0.9, 0.81, 0.729]
    assert [walk.go("N S").says("NEmpty(Rect(0,-5,1,1))") for _ in range(5)] == [faded(k) for k in (5, 7, 9, 11, 13)]


def test_belief_is_1_again_once_a_cell_is_seen_again(mind):
    walk = Walk(mind, "A").go("E E E W")
    assert [walk.says(f"NEmpty(Rect(0,{j},1,1))") for j in (-4, -3, -2, 3)] == [faded(4), faded(3), 1, faded(1)]


def test_belief_fades_to_nothing_and_food_is_still_remembered(mind):
    walk = Walk(mind, "*.A", moves=400).go("E")
    for k in range(2, 301, 2):
        walk.go("N S" if k > 2 else "E")
        assert walk.says("NFood(Rect(0,-4,1,1))") == faded(walk.made), k
    assert walk.says("NFood(Rect(0,-4,1,1))") == 0 and walk.holds("IsFood(Rect(0,-4,1,1))")
    assert not Walk(mind, "A").holds("IsFood(Rect(0,-4,1,1))")


def test_without_decay_belief_stays_1_where_a_cell_was_seen(mind):
    walk = Walk(mind, "*.A", belief=False).go("E E E N N")
    assert walk.says("NFood(Rect(2,-5,1,1))") == 1
    assert [walk.says(f"NEmpty(Rect(2,{j},1,1))") for j in (-5, -4, 2, 3)] == [0, 1, 1, 0]


def test_v_is_zero_at_first_but_for_the_cell_the_ant_is_on(mind):
    walk = Walk(mind, "*E.  .A*")
    cells = [(i, j) for i in range(-5, 6) for j in range(-5, 6)]
    assert [cell for cell in cells if walk.says(f"NVisited(Rect({cell[0]},{cell[1]},1,1))") != 0] == [(0, 0)]


def test_v_marks_cells_visited_for_good(mind):
    walk = Walk(mind, "A*").go("E E NE N NW W W W E W")
    trail = [(3, 1), (3, 2), (3, 3), (2, 4), (1, 4), (0, 3), (0, 2), (0, 1), (0, 0)]
    visited = [(i, j) for i in range(-5, 6) for j in range(-5, 6) if walk.says(f"NVisited(Rect({i},{j},1,1))") == 1]
    assert visited == sorted(trail)
    assert walk.says("NVisited(Rect(0,2,3,3))") == 3, "it counts cells"


def test_v_may_mark_a_cell_only_when_the_ant_leaves_it(mind):
    walk = Walk(mind, "A", here=False)
    assert walk.says("NVisited(Rect(0,0,3,3))") == 0
    assert walk.go("E").says("NVisited(Rect(0,0,1,3))") == 1 and walk.says("NVisited(Rect(0,0,1,1))") == 0
    assert walk.go("N").says("NVisited(Rect(1,0,1,3))") == 2
    assert walk.go("S").says("NVisited(Rect(0,0,1,1))") == 1, "it has been here before"


def test_without_track_v_is_empty(mind):
    assert Walk(mind, "A", track=False).go("E E N").says("NVisited(Rect(0,0,3,3))") == 0


@pytest.mark.parametrize("picture, way", [
    (".*. .A. ...", "N"), ("..* .A. ...", "NE"), ("... .A* ...", "E"), ("... .A. ..*", "SE"),
    ("... .A. .*.", "S"), ("... .A. *..", "SW"), ("... *A. ...", "W"), ("*.. .A. ...", "NW")])
def test_every_direction_is_judged_as_if_it_lay_ahead(mind, picture, way):
    walk = Walk(mind, picture)
    ahead = "Rect(-1,0,1,1)" if len(way) == 1 else "Rect(-1,1,1,1)"
    kin = [name for name in DIRECTIONS if len(name) == len(way)]
    assert [name for name in kin if walk.says(f"NFood({ahead})", name) == 1] == [way]
    assert walk.look("straight = NFood(Rect(-1,0,1,1))\ndiagonal = NFood(Rect(-1,1,1,1))") == way


def test_the_frame_turns_and_is_not_mirrored(mind):
    """Two ahead and one to the right of north; west has it one back and two to the right."""
    walk = Walk(mind, "..* ... .A.")
    places = {"N": (-2, 1), "E": (-1, -2), "S": (2, -1), "W": (1, 2)}
    for way, (down, right) in places.items():
        diagonal = DIRECTIONS[DIRECTIONS.index(way) + 1]
        for name in (way, diagonal):
            found = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if walk.says(f"NFood(Rect({i},{j},1,1))", name)]
            assert found == [(down, right)], name


def test_turning_affects_the_memory_too(mind):
    walk = Walk(mind, "*.A").go("E E")  # the food is 4 to the left; the way back is 2 long
    for way, rect in {"N": "0,-4", "E": "4,0", "S": "0,4", "W": "-4,0"}.items():
        assert walk.says(f"NFood(Rect({rect},1,1))", way) == faded(2), way
        assert walk.says(f"NEmpty(Rect({rect.replace('4', '3')},1,1))", way) == faded(1), way
        assert walk.says(f"NVisited(Rect({rect.replace('4', '1')},1,1))", way) == 1, way


def test_a_straight_and_a_diagonal_tree(mind):
    assert Walk(mind, "A").look("straight = ConstInt(1)\ndiagonal = ConstInt(2)") == "NE"
    assert Walk(mind, "A").look("straight = ConstInt(2)\ndiagonal = ConstInt(1)") == "N"
    text = "straight = NFood(Rect(-1,1,1,1))\ndiagonal = Const(-1)"
    assert Walk(mind, "... .A. *..").look(text) == "S"
    assert Walk(mind, "... .A. *..", both_trees=False, order="clockwise").look(text) == "S"
    assert Walk(mind, "... .A. *..", both_trees=False, order="diagonal").look(text) == "SW"


@pytest.mark.parametrize("order", ORDERS)
def test_the_greatest_worth_decides_and_of_equals_the_earlier(mind, order):
    names = {"paper": "N E S W NE NW SE SW", "straight": "N E S W NE SE SW NW", "diagonal": "NE SE SW NW N E S W",
             "clockwise": "N NE E SE S SW W NW"}[order].split()
    ahead = "straight = NFood(Rect(-1,0,1,1))\ndiagonal = NFood(Rect(-1,1,1,1))"
    spots = {"N": (0, 1), "NE": (0, 2), "E": (1, 2), "SE": (2, 2), "S": (2, 1), "SW": (2, 0), "W": (1, 0), "NW": (0, 0)}
    for first, second in [(a, b) for a in range(8) for b in range(a, 8)]:
        drawn = [list("..."), list(".A."), list("...")]
        for name in (names[first], names[second]):
            drawn[spots[name][0]][spots[name][1]] = "*"
        walk = Walk(mind, " ".join("".join(row) for row in drawn), order=order)
        assert walk.look(ahead) == names[first]
    assert Walk(mind, "A", order=order).look(ahead) == names[0]


def test_worths_may_be_negative(mind):
    walk = Walk(mind, "*** *A. ***")
    assert walk.look("straight = Sub(ConstInt(0), NFood(Rect(-1,0,1,1)))\ndiagonal = Const(-0.5)") == "E"


def test_an_area_is_a_midpoint_and_dimensions(mind):
    walk = Walk(mind, "***** ***** **A** ***** *****")
    assert walk.says("NFood(Rect(0,0,1,1))") == 0, "its own cell"
    for height, width in SIZES:
        assert walk.says(f"NFood(Rect(0,0,{height},{width}))") == height * width - 1
    assert walk.says("NFood(Rect(-2,-2,3,3))") == 4
    assert walk.says("NFood(Rect(2,1,1,3))") == 3


def test_areas_are_modulo_the_board(mind):
    walk = Walk(mind, "A").go("N N N N N N")
    assert [walk.says(f"NVisited(Rect({i},0,1,1))") for i in (-5, -4, 0, 5)] == [1, 0, 1, 1]
    assert walk.says("NVisited(Rect(5,0,3,1))") == 3, "rows 4, 5 and 6 below, the last one 5 above"
    assert walk.says("NVisited(Rect(-5,0,3,1))") == 2
    walk = Walk(mind, "A").go("W W W W W W W W")  # 8 to the left is 3 to the right
    assert [walk.says(f"NVisited(Rect(0,{j},1,1))") for j in range(-5, 6)] == [1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("after", [True, False])
def test_the_cell_more_of_an_even_length_is_after_the_midpoint_or_before_it(mind, after):
    """Below and to the right, or above and to the left, in the ant's own frame."""
    rows = {1: (0, 0), 2: (0, 1), 3: (-1, 1), 4: (-1, 2)} if after else {1: (0, 0), 2: (-1, 0), 3: (-1, 1), 4: (-2, 1)}
    for down, right in [(i, j) for i in range(-2, 3) for j in range(-2, 3) if (i, j) != (0, 0)]:
        drawn = [list("....."), list("....."), list("..A.."), list("....."), list(".....")]
        drawn[2 + down][2 + right] = "*"
        walk = Walk(mind, " ".join("".join(row) for row in drawn), even_after=after)
        for quarters in range(4):
            for height, width in [(2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (2, 3), (4, 2), (2, 4)]:
                inside = rows[height][0] <= down <= rows[height][1] and rows[width][0] <= right <= rows[width][1]
                for way in DIRECTIONS[2 * quarters:2 * quarters + 2]:
                    assert walk.says(f"NFood(Rect(0,0,{height},{width}))", way) == inside, (down, right, way, height, width)
            down, right = -right, down  # as the ant sees it that has turned right


def test_constants(mind):
    walk = Walk(mind, "A")
    assert walk.says("Const(0.1)") == float(np.float32(0.1)) and walk.says("Const(-1)") == -1
    assert [walk.says(f"ConstInt({k})") for k in range(6)] == [0, 1, 2, 3, 4, 5]


def test_time_left_is_the_number_of_moves_remaining(mind):
    walk = Walk(mind, "A")
    assert [walk.says("TimeLeft"), walk.go("N").says("TimeLeft"), walk.go("N N").says("TimeLeft")] == [35, 34, 32]
    assert walk.go("N " * 31).says("TimeLeft") == 1, "its last move"
    walk = Walk(mind, "A", this_move=False)
    assert [walk.says("TimeLeft"), walk.go("N " * 34).says("TimeLeft")] == [34, 0]


def test_points_and_points_left(mind):
    walk = Walk(mind, "A*.*")
    told = [(walk.says("Points"), walk.says("PointsLeft"))]
    for _ in range(3):
        walk.go("E")
        told.append((walk.says("Points"), walk.says("PointsLeft")))
    assert told == [(0, 15), (1, 14), (1, 14), (2, 13)]


def test_is_food(mind):
    walk = Walk(mind, "*.A .** .E.")
    areas = ["0,-2,1,1", "0,-1,1,3", "0,-1,1,2", "1,0,1,1", "2,-1,1,1", "5,5,3,3"]
    assert [walk.holds(f"IsFood(Rect({area}))") for area in areas] == [True, True, False, True, False, False]


def test_is_food_may_ask_for_half_a_piece_expected(mind):
    walks = [Walk(mind, "*.A *..", expected=expected).go("E E") for expected in (False, True)]
    for k in range(2, 20, 2):
        assert [walk.holds("IsFood(Rect(0,-4,1,1))") for walk in walks] == [True, faded(k) >= 0.5], k
        assert [walk.holds("IsFood(Rect(0,-4,2,1))") for walk in walks] == [True, 2 * faded(k) >= 0.5], k
        for walk in walks:
            walk.go("N S")


def test_is_enemy(mind):
    walk = Walk(mind, "*.A E..")
    assert [walk.holds(f"IsEnemy(Rect({area}))") for area in ("1,-2,1,1", "0,-2,3,1", "0,-2,2,1", "0,-2,1,1", "0,0,3,3")
            ] == [True, True, True, False, False]
    assert walk.holds("IsEnemy(Rect(2,1,1,1))", "S") is False and walk.holds("IsEnemy(Rect(-1,2,1,1))", "S")
    assert not Walk(mind, "A..E").holds("IsEnemy(Rect(0,3,1,1))"), "out of view"


def test_the_enemy_may_be_remembered(mind):
    plain, told = (Walk(mind, "A.E", enemy_memory=memory).go("W") for memory in (False, True))
    assert not plain.holds("IsEnemy(Rect(0,3,1,1))") and plain.says("NEmpty(Rect(0,3,1,1))") == faded(1)
    assert told.holds("IsEnemy(Rect(0,3,1,1))") and told.says("NEmpty(Rect(0,3,1,1))") == 0
    told.draw("A").go("W")
    assert told.holds("IsEnemy(Rect(0,4,1,1))"), "until that cell is seen"
    assert told.go("E E").holds("IsEnemy(Rect(0,2,1,1))") is False
    assert not told.go("W").holds("IsEnemy(Rect(0,3,1,1))"), "and then no longer"
    moved = Walk(mind, "A.E", enemy_memory=True).draw("..A E..").go("W")
    assert moved.holds("IsEnemy(Rect(1,-1,1,1))") and not moved.holds("IsEnemy(Rect(0,3,1,1))"), "there is but one"


def test_logic(mind):
    walk, yes, no = Walk(mind, "A"), "IsEqual(Points, Points)", "IsSmaller(Points, Points)"
    assert walk.holds(yes) and not walk.holds(no)
    assert not walk.holds(f"Not({yes})") and walk.holds(f"Not({no})")
    for one, first in ((yes, True), (no, False)):
        for other, second in ((yes, True), (no, False)):
            assert walk.holds(f"And({one}, {other})") == (first and second)
            assert walk.holds(f"Or({one}, {other})") == (first or second)
            assert walk.holds(f"And(Not({one}), Or({other}, {no}))") == (not first and second)


def test_comparators(mind):
    walk = Walk(mind, "A")
    pairs = [("ConstInt(1)", "ConstInt(2)"), ("ConstInt(2)", "ConstInt(2)"), ("Const(-0.5)", "Const(-0.6)")]
    assert [walk.holds(f"IsSmaller({x}, {y})") for x, y in pairs] == [True, False, False]
    assert [walk.holds(f"IsEqual({x}, {y})") for x, y in pairs] == [False, True, False]


def test_is_equal_may_be_rough(mind):
    pairs = [("0.5", "0.5"), ("0.5", "0.5005"), ("0.5005", "0.5"), ("0.5", "0.502"), ("0.502", "0.5"), ("-0.5", "0.5")]
    for exact, right in ((True, [1, 0, 0, 0, 0, 0]), (False, [1, 1, 1, 0, 0, 0])):
        walk = Walk(mind, "A", exact=exact)
        assert [walk.holds(f"IsEqual(Const({x}), Const({y}))") for x, y in pairs] == right


def test_arithmetic_is_single_precision(mind):
    walk, x, y = Walk(mind, "A"), np.float32(0.1), np.float32(0.7)
    assert walk.says("Add(Const(0.1), Const(0.7))") == float(x + y) != 0.1 + 0.7
    assert walk.says("Sub(Const(0.1), Const(0.7))") == float(x - y)
    assert walk.says("Mul(Const(0.1), Const(0.7))") == float(x * y)
    assert walk.says("Sub(ConstInt(1), Mul(ConstInt(2), ConstInt(3)))") == -5


def test_if(mind):
    walk = Walk(mind, "*A")
    assert walk.says("If(IsFood(Rect(0,-1,1,1)), ConstInt(2), ConstInt(3))") == 2
    assert walk.says("If(IsFood(Rect(0,-2,1,1)), ConstInt(2), ConstInt(3))") == 3
    inner = "If(IsEnemy(Rect(0,0,1,1)), Add(Points, ConstInt(4)), If(IsFood(Rect(0,-1,1,1)), PointsLeft, TimeLeft))"
    assert walk.says(f"Add({inner}, Add({inner}, ConstInt(1)))") == 31


def test_n_food_is_the_scalar_product_of_f_and_b(mind):
    walk = Walk(mind, "**A").go("E")
    assert walk.says("NFood(Rect(0,-2,1,3))") == 1 + faded(1)
    assert walk.go("E").says("NFood(Rect(0,-3,1,3))") == faded(1) + faded(2)
    assert walk.go("E N").says("NFood(Rect(1,-4,3,3))") == faded(3) + faded(4)


def test_n_empty_is_the_belief_in_cells_without_food_or_enemy(mind):
    walk = Walk(mind, "*.E .A. ...")
    assert walk.says("NEmpty(Rect(0,0,3,3))") == 7, "the ant's own cell is empty"
    assert walk.says("NEmpty(Rect(-1,0,1,3))") == 1
    assert walk.says("NEmpty(Rect(0,2,1,3))") == 2, "a cell never seen is nothing"
    walk.draw("*.. .A.").go("E E")  # the enemy has gone
    assert [walk.says(f"NEmpty(Rect(-1,{j},1,1))") for j in (-4, -3, -2, -1, 2, 3)] == [faded(2), 0, 1, 1, 1, 0]
    assert walk.says("NEmpty(Rect(0,-3,3,3))") == 3 * faded(2) + 2 * faded(1) + 3
    walk = Walk(mind, "A.E").go("W")
    assert walk.says("NEmpty(Rect(0,3,1,1))") == faded(1), "the enemy is not remembered"


def test_n_empty_may_count_cells_once_seen(mind):
    walk = Walk(mind, "*.E .A. ...", raw_empty=True)
    assert walk.says("NEmpty(Rect(0,0,3,3))") == 7 and walk.says("NEmpty(Rect(0,2,1,3))") == 2
    assert walk.draw("*.. .A.").go("E E").says("NEmpty(Rect(0,-3,3,3))") == 8


@pytest.mark.parametrize("picture, way, best, everything", [
    ("... .A. ...", "N", 0, 0), (".*. .A. ...", "N", 1, 1), ("*.. ... .A.", "N", 1, 1), ("*** ... .A.", "N", 1, 3),
    ("*** .*. .A.", "N", 2, 4), (".A. .*.", "N", 0, 0), (".A* ...", "N", 1, 1), (".A. ..*", "N", 0, 0),
    ("*** *** *A*", "N", 2, 8), ("..* .*. A..", "NE", 2, 2), ("*** ..* A.*", "NE", 1, 5), ("A.* .*.", "S", 1, 1),
    ("A*. .*.", "S", 1, 2), ("*A. **.", "W", 2, 3), ("..A .*. *..", "SW", 2, 2), ("*** *A* ***", "NE", 2, 3)])
def test_food_hope_is_the_food_within_two_moves_the_first_one_ahead(mind, picture, way, best, everything):
    """Its area means nothing."""
    for area in (ANYWHERE, "Rect(5,5,1,1)"):
        assert Walk(mind, picture).says(f"FoodHope({area})", way) == best
        assert Walk(mind, picture, hope_sum=True).says(f"FoodHope({area})", way) == everything


def test_food_hope_may_keep_to_its_area(mind):
    areas = ["0,0,1,1", "-1,0,1,1", "-2,0,1,2", "-1,0,3,2", "-1,0,3,3", "2,0,1,1"]
    for hope_sum, right in ((False, [0, 1, 1, 2, 2, 0]), (True, [0, 1, 2, 3, 4, 0])):
        walk = Walk(mind, "*** .*. .A.", hope_area=True, hope_sum=hope_sum)
        assert [walk.says(f"FoodHope(Rect({area}))") for area in areas] == right
    walk = Walk(mind, "*.. ... .A.", hope_area=True)
    assert [walk.says("FoodHope(Rect(-2,-1,1,1))", way) for way in ("N", "W", "S", "E", "NE")] == [1, 0, 0, 0, 0]
    assert [walk.says("FoodHope(Rect(-1,2,1,1))", way) for way in ("N", "NW", "W")] == [0, 1, 0]


# Expressions


def test_what_is_shown_can_be_read_back():
    made, rng = ants(), random.Random(6)
    for kind in ["written", "random", "large"] * 10:
        g = some_genome(made, rng, kind)
        text = made.show(g[0])
        again = made.parse(text)
        assert again.tobytes() == g.tobytes() and made.show(again[0]) == text
        assert max(map(len, text.split("\n"))) <= 125
        tight = "".join(text.split()).replace("diagonal", " diagonal")
        assert made.parse(tight).tobytes() == g.tobytes()


def test_an_expression_is_written_as_the_handbook_says():
    text = "straight = If(IsFood(Rect(-1,0,1,1)), Add(NFood(Rect(-2,0,3,3)), Const(0.5)), TimeLeft)\ndiagonal = ConstInt(3)"
    g = ants().parse(text)
    assert ants().show(g[0]) == text
    assert g[0].length.tolist() == [8, 1] and g[0].span[0, :8].tolist() == [8, 2, 1, 4, 2, 1, 1, 1]
    assert g[0].level[0, :8].tolist() == [0, 1, 2, 1, 2, 3, 2, 1]


def test_habits_go_with_the_genome():
    text = "straight = TimeLeft\ndiagonal = Points"
    assert ants(this_move=False).parse(text)[0].habits == ants(this_move=False).options[0].habits != 0


def chain(levels):
    return "Add(" * (levels - 1) + "Points" + ", Points)" * (levels - 1)


def bush(levels):
    return "Points" if levels == 1 else f"Add({bush(levels - 1)}, {bush(levels - 1)})"


AREA = "Rect holds DOWN,RIGHT,HEIGHT,WIDTH"
WRONG = {  # the straight tree: what is said of it
    "Foo": ["line 1, column 12", "no primitive called 'Foo'", "NFood"],
    "Add(Points,\n  NFod(Rect(0,0,1,1)))": ["line 2, column 3", "no primitive called 'NFod'", "NFood"],
    "5": ["line 1, column 12", "'5'"],
    "(Points)": ["line 1, column 12", "'('"],
    "NFood(Points)": ["line 1, column 18", "argument 1 of NFood", "area", "given: Points", "float"],
    "Add(Points, IsFood(Rect(0,0,1,1)))": ["line 1, column 24", "argument 2 of Add", "float", "given: IsFood", "boolean"],
    "If(Points, Points, Points)": ["line 1, column 15", "argument 1 of If", "boolean", "given: Points"],
    "Rect(0,0,1,1)": ["line 1, column 12", "the straight tree should be of type float", "given: Rect", "area"],
    "Add(Points)": ["line 1, column 22", "Add takes 2 arguments", "given: 1"],
    "Add": ["line 2, column 1", "expected '('", "given: 'diagonal'"],
    "Add()": ["line 1, column 16", "given: ')'|called ')'"],
    "Add(Points, Points, Points)": ["line 1, column 30", "Add takes 2 arguments", "given: more"],
    "Points(3)": ["line 1, column 18", "given: '('"],
    "Add(Points, Points": ["line 2, column 1", "expected ')'", "given: 'diagonal'"],
    "Add Points, Points)": ["line 1, column 16", "expected '('", "given: 'Points'"],
    "Points)": ["line 1, column 18", "given: ')'"],
    "NFood(Rect(6,0,1,1))": ["line 1, column 23", AREA, "from -5 to 5", "given: '6,0,1,1'"],
    "NFood(Rect(0,-6,1,1))": ["line 1, column 23", AREA, "given: '0,-6,1,1'"],
    "NFood(Rect(0,0,2,5))": ["line 1, column 23", AREA, "at most 6 together", "given: '0,0,2,5'"],
    "NFood(Rect(0,0,0,1))": ["line 1, column 23", AREA, "1 or more", "given: '0,0,0,1'"],
    "NFood(Rect(0,0,1,6))": ["line 1, column 23", AREA, "given: '0,0,1,6'"],
    "NFood(Rect(0,0,1))": ["line 1, column 23", AREA, "given: '0,0,1'"],
    "NFood(Rect(0,0,1,1,1))": ["line 1, column 23", AREA, "given: '0,0,1,1,1'"],
    "NFood(Rect(0.5,0,1,1))": ["line 1, column 23", AREA, "given: '0.5,0,1,1'"],
    "NFood(Rect)": ["line 1, column 22", "expected '('", "given: ')'"],
    "Const(1.01)": ["line 1, column 18", "Const holds a number from -1 to 1", "given: '1.01'"],
    "Const(-2)": ["line 1, column 18", "a number from -1 to 1", "given: '-2'"],
    "Const(nan)": ["line 1, column 18", "a number from -1 to 1", "given: 'nan'"],
    "Const()": ["line 1, column 18", "a number from -1 to 1", "given: ''"],
    "Const(0.5, 0.5)": ["line 1, column 18", "a number from -1 to 1"],
    "ConstInt(6)": ["line 1, column 21", "ConstInt holds a whole number from 0 to 5", "given: '6'"],
    "ConstInt(-1)": ["line 1, column 21", "a whole number from 0 to 5", "given: '-1'"],
    "ConstInt(1.5)": ["line 1, column 21", "a whole number from 0 to 5", "given: '1.5'"],
    chain(tree.LEVELS + 1): ["line 1, column 204", "too deep", "48 levels"],
    bush(9): ["the straight tree has 511 nodes", "room for 256", "the setting nodes"],
    "": ["line 1, column 12|line 2, column 1", "given: '='|called 'diagonal'"],
}


@pytest.mark.parametrize("wrong", WRONG, ids=[text.replace("\n", " ")[:40] or "nothing" for text in WRONG])
def test_a_bad_expression_gives_one_sentence_that_names_the_place(wrong):
    with pytest.raises(Mistake) as caught:
        ants().parse(f"straight = {wrong}\ndiagonal = Points")
    said = str(caught.value)
    assert all(any(one in said for one in part.split("|")) for part in WRONG[wrong]), said
    assert "\n" not in said and not said.endswith(".")


@pytest.mark.parametrize("text, parts", [
    ("straight = Points\ndiagonal = Points Points", ["line 2, column 19", "there is more", "given: 'Points'"]),
    ("straight = Points\ndiagonal = Points)", ["line 2, column 18", "there is more", "given: ')'"]),
    ("straight = Points\ndiagonal = Points\nthird = Points", ["line 3, column 1", "there is more", "given: 'third'"]),
    ("straight = Points", ["at the end", "expected 'diagonal'"]), ("", ["at the end", "expected 'straight'"]),
    ("straight = Points\ndiagonal = Add(Points, Points", ["at the end", "expected ')'"]),
    ("straight = Points\ndiagonal =", ["at the end"]), ("straight Points", ["line 1, column 10", "expected '='"]),
    ("diagonal = Points\nstraight = Points", ["line 1, column 1", "expected 'straight'", "given: 'diagonal'"])])
def test_a_bad_genome_gives_one_sentence_that_names_the_place(text, parts):
    with pytest.raises(Mistake) as caught:
        ants().parse(text)
    assert all(part in str(caught.value) for part in parts) and "\n" not in str(caught.value)


def test_the_largest_trees_are_read():
    g = ants().parse(f"straight = {chain(tree.LEVELS)}\ndiagonal = {bush(8)}")
    assert g[0].length.tolist() == [2 * tree.LEVELS - 1, 255] and g[0].level.max() == tree.LEVELS - 1
    assert Walk(Fast, "A*").go("E").says(bush(8)) == 128
    assert Walk(Fast, "A*").go("E").says(chain(tree.LEVELS)) == tree.LEVELS


@pytest.mark.parametrize("given, right", [({"order": "random"}, "paper"), ({"belief": 2}, "yes or no"),
                                          ({"reach": 6}, "from 1 to 5"), ({"steep": 1}, "shallow=2")])
def test_bad_settings_give_one_sentence(given, right):
    with pytest.raises(Mistake, match=right):
        trees(antwars(), **given)
