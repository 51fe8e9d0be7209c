"""Machines, weights and trees for any game that has senses."""

from __future__ import annotations

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent
from lek.brains.sensed import general
from lek.brains.senses import Senses
from lek.game import Game, record
from lek.jit import rule
from lek.playing import play
from lek.settings import Mistake


@rule
def start(s):
    s.turn = 0


@rule
def actor(s):
    return s.turn % 2 if s.turn < 6 else -1


@rule
def legal(s, a):
    return 0 <= a < 4 and a != s.last


@rule
def step(s, a):
    """Who names a larger number than was named last gets it."""
    if a > s.last:
        s.total[s.turn % 2] += a
    s.last = a
    s.turn += 1


@rule
def score(s, seat):
    return float(s.total[seat])


def made_game(name="four"):
    blank = record([("turn", "i4"), ("last", "i4"), ("total", "i4", (2,))], last=-1)
    return Game(name, blank, 2, start, actor, legal, step, score, 4, 6)


@rule
def allowed(m, v, c):
    return c if c != v.last else -1


@rule
def sense(m, v, c, x):
    x[0] = c / 4.0
    x[1] = c > v.last


@rule
def symbol(m, v):
    return v.last


@rule
def by_side(m, v, c):
    return c // 2


@rule
def look(m, v):
    m.turns += 1


@rule
def answer(m, v, k):
    """Up and down by one, and as often as it has looked."""
    a = v.last + 1 if k == 0 else v.last - 1 if k == 1 else m.turns
    return a if 0 <= a < 4 and a != v.last else -1


GAME = made_game()
PLAIN = Senses(4, allowed, ("size", "larger"), sense, symbols=4, symbol=symbol)
WITH = PLAIN._replace(judges=("low", "high"), judge=by_side, answers=("up", "down", "turns"), answer=answer, look=look,
                      memory=[("turns", "i4")])


def made(kind, senses=PLAIN, game=GAME, **given):
    return general(lambda game: senses)[kind](game, **given)


def at(last):
    return record(GAME.blank.dtype, last=last)[0]


def acts(representation, text, last):
    """What the genome written so does where `last` was named last, at its first turn."""
    m = record(representation.brain.memory_type(GAME))[0]
    return int(representation.brain.act(representation.parse(text)[0], m, at(last)))


# weights


def test_weights_choose_the_largest_sum_among_what_is_allowed():
    vector = made("vector")
    assert vector.show(record(vector.genome)[0]).split() == ["size", "0.0", "larger", "0.0"]
    assert acts(vector, "size 1.0\nlarger 0.0", -1) == 3
    assert acts(vector, "size 1.0\nlarger 0.0", 3) == 2, "3 is not allowed"
    assert acts(vector, "size -0.5\nlarger 0.4", 1) == 2, "1/2 less 1/4 is better than nothing for 0"
    assert acts(vector, "size 0.0\nlarger 0.0", 0) == 1, "the first of equals"


def test_weights_are_a_row_for_every_judge():
    vector = made("vector", WITH)
    assert [line.split()[0] for line in vector.show(record(vector.genome)[0]).splitlines()] == [
        "low_size", "low_larger", "high_size", "high_larger"]
    assert acts(vector, "low_size 1.0\nlow_larger 0.0\nhigh_size -1.0\nhigh_larger 0.0", -1) == 1


def test_sums_are_exact():
    """Weights and numbers are told apart by steps of 2 to the power of -20 and -16; what is nearer is equal."""
    vector = made("vector")
    near = 2.0**-22
    assert acts(vector, f"size {near!r}\nlarger 0.0", -1) == 0
    assert acts(vector, f"size {2.0**-19!r}\nlarger 0.0", -1) == 3


# trees


def test_a_tree_chooses_the_largest_value_among_what_is_allowed():
    tree = made("tree")
    assert acts(tree, "worth = size", -1) == 3 and acts(tree, "worth = size", 3) == 2
    assert acts(tree, "worth = Sub(Const(0.0), size)", 0) == 1
    assert acts(tree, "worth = If(IsSmaller(size, Const(0.6)), Mul(larger, size), Const(0.3))", 0) == 2
    with pytest.raises(Mistake, match="'sise'; did you mean size"):
        tree.parse("worth = sise")


def test_there_is_a_tree_for_every_judge():
    tree = made("tree", WITH)
    assert acts(tree, "low = Const(0.5)\nhigh = Sub(Const(1.0), size)", -1) == 0
    assert acts(tree, "low = Const(0.2)\nhigh = Sub(Const(1.0), size)", -1) == 2


def test_trees_are_sound_unless_asked_otherwise():
    assert made("tree").options[0].matched and not made("tree", preset="ecj").options[0].matched
    assert made("tree", depth="5").options[0].depth == 5


# machines


def test_a_machine_reads_the_symbol_and_plays_its_first_answer_before_there_is_one():
    machine = made("machine", states=1)
    text = "first 4\n1: 1/3>1 2/1>1 3/2>1 4/4>1"
    assert [acts(machine, text, last) for last in (-1, 0, 1, 2)] == [3, 2, 0, 1]
    assert acts(machine, text, 3) == 0, "4 is not allowed: the next answer that is, around the end"


def test_answers_may_be_others_than_choices():
    machine = made("machine", WITH, states=1)
    text = "first 3\n1: 1/1>1 2/2>1 3/3>1 4/1>1"
    assert [acts(machine, text, last) for last in (-1, 0, 1, 2, 3)] == [1, 1, 0, 1, 2]
    with pytest.raises(Mistake, match="action 4"):
        machine.parse(text.replace("first 3", "first 4"))


def test_a_machine_changes_its_state():
    machine = made("machine", states=2)
    g = machine.parse("first 1\n1: 1/2>2 2/2>2 3/2>2 4/2>2\n2: 1/4>1 2/4>1 3/4>1 4/4>1")
    m = record(machine.brain.memory_type(GAME))[0]
    assert [int(machine.brain.act(g[0], m, at(2))) for _ in range(4)] == [1, 3, 1, 3]


# all of them


@pytest.mark.parametrize("kind", ["machine", "vector", "tree"])
def test_whatever_is_bred_makes_legal_moves(kind):
    """Drawn, crossed and mutated: its games are those of legal moves, and different."""
    bred = made(kind, WITH)
    genomes, stream = np.zeros(20, bred.genome).view(np.recarray), record(dice.STREAM)[0]
    for n, g in enumerate(genomes):
        bred.random(stream, bred.options[0], g)
        if n > 3:
            bred.crossover(stream, bred.options[0], genomes[n - 4].copy(), genomes[n - 3].copy(), genomes[n], genomes[n - 1])
            bred.mutate(stream, bred.options[0], g)
    agents = [Agent(kind, bred.brain, genomes[n:n + 1]) for n in range(20)]
    scores = play(GAME, agents, [[i, j] for i in range(20) for j in range(20)], 1).scores
    assert len(np.unique(scores, axis=0)) > 3
    assert scores.sum() > 0 and (scores.sum(1) <= 9 + 9).all()
    again = bred.parse(bred.show(genomes[7]))[0]
    assert all(np.array_equal(again[name], genomes[7][name]) for name in genomes.dtype.names)


REFUSED = [
    ("machine", PLAIN._replace(symbols=0), "machine does not fit four: its SENSES declare no symbol to read"),
    ("machine", PLAIN._replace(symbols=10_001),
     "machine does not fit four: its symbol has 10001 values, and 10000 is the most"),
    ("vector", PLAIN._replace(numbers=()), "vector does not fit four: its SENSES declare no numbers that describe a choice"),
    ("tree", PLAIN._replace(numbers=()), "tree does not fit four: its SENSES declare no numbers that describe a choice"),
    ("vector", PLAIN._replace(judges=[f"j{k}" for k in range(5001)]),
     "vector does not fit four: it would have 10002 genes, and 10000 is the most"),
    ("tree", PLAIN._replace(judges=[f"j{k}" for k in range(17)]),
     "tree does not fit four: it would have 17 trees, and 16 is the most"),
    ("tree", PLAIN._replace(numbers=[f"n{k}" for k in range(201)]),
     "tree does not fit four: it would have 201 terminals, and 200 is the most"),
    ("tree", PLAIN._replace(lacks={"tree": "nothing grows there"}), "tree does not fit four: nothing grows there"),
]


@pytest.mark.parametrize("kind, senses, sentence", REFUSED)
def test_what_does_not_fit_is_refused_in_a_sentence(kind, senses, sentence):
    with pytest.raises(Mistake) as refused:
        made(kind, senses)
    assert str(refused.value) == sentence


def test_a_bred_brain_plays_only_the_game_that_it_was_bred_for():
    vector = made("vector")
    agent = Agent("bred", vector.brain, record(vector.genome))
    with pytest.raises(Mistake, match="bred cannot play here: it was bred for four"):
        play(made_game("five"), [agent], [[0, 0]], 1)
    assert vector.brain.refuses(made_game()) is None
