"""Opponents that are given: who sits where against whom, on which deals, and what is played only once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import Agent, Brain, Population
from lek.brains import vector
from lek.evolve import opponents as module
from lek.evolve.generation import Judged
from lek.evolve.judge import judge_for, random_tables, round_robin
from lek.evolve.opponents import opponents
from lek.find import find_agent, find_game, find_representation
from lek.game import Game, record
from lek.jit import rule
from lek.settings import Mistake

# A game in which everybody names a number and scores it, plus a tenth of what the next seat names, plus the game's die.


@rule
def begun(s):
    s.die = dice.below(s, 16)


@rule
def whose_turn(s):
    return s.turn if s.turn < len(s.named) else -1


@rule
def any_number(s, a):
    return True


@rule
def named(s, a):
    s.named[s.turn] = a
    s.turn += 1


@rule
def worth(s, seat):
    return s.named[seat] + 0.1 * s.named[(seat + 1) % len(s.named)] + 1000.0 * s.die


@rule
def told(s, seat, out):
    out[0] = s.named[seat]


@rule
def number(g, m, v):
    return np.int64(g.x[0])


def naming(seats: int, rolling: bool = False) -> Game:
    kind = [("rng", "u8")] if rolling else []
    blank = record([*kind, ("named", "i8", (seats,)), ("turn", "i8"), ("die", "i8")])
    return Game("naming", blank, seats, DICE if rolling else STILL, whose_turn, any_number, named, worth, actions=1000,
                limit=seats, measures=("named",), measure=told)


@rule
def still(s):
    pass


DICE, STILL = begun, still
NUMBER = Brain("number", number, vector.kind_of({"x": None}))


def numbers(*values: float) -> Any:
    genomes = np.zeros((1, len(values)), NUMBER.genome_type(naming(2))).view(np.recarray)
    genomes.x[0, :, 0] = values
    return genomes


def agents(*values: float) -> list[Agent]:
    return [Agent(str(value), NUMBER, numbers(value)[0]) for value in values]


def judged(judge: Any, genomes: Any, against: Any, fresh: Any = None, index: int = 0) -> Judged:
    fresh = np.ones(genomes.shape, bool) if fresh is None else np.array([fresh])
    found = judge(genomes, against, fresh, np.array([4]), index)
    assert isinstance(found, Judged)
    return found


@pytest.fixture
def schedules(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """The schedule and the deals of every call of `play` from now on."""
    seen: list[tuple[Any, Any]] = []
    play = module.play

    def noted(game: Any, cast: Any, schedule: Any, seed: int, *, deal: Any, **how: Any) -> Any:
        seen.append((np.array(schedule), np.array(deal)))
        return play(game, cast, schedule, seed, deal=deal, **how)

    monkeypatch.setattr(module, "play", noted)
    return seen


def test_everybody_plays_every_opponent_from_each_seat_and_fitness_is_the_mean_score() -> None:
    found = judged(opponents(naming(2), NUMBER, threads=1), numbers(5, 7), agents(1, 3, 10))
    assert found.fitness.tolist() == [[pytest.approx(x + 0.1 * (1 + 3 + 10) / 3) for x in (5, 7)]]
    assert found.games == 2 * 3 * 2
    assert found.measures.tolist() == [[6 * 5 + 6 * 7 + 2 * 2 * (1 + 3 + 10)]]


def test_two_games_that_differ_in_the_seat_alone_share_a_deal(schedules: list[tuple[Any, Any]]) -> None:
    judged(opponents(naming(2, rolling=True), NUMBER, deals=3, threads=1), numbers(5, 7), agents(1, 3))
    [(schedule, deal)] = schedules
    assert len(schedule) == 2 * 2 * 3 * 2 == len({(*row, name) for row, name in zip(schedule.tolist(), deal, strict=True)})
    for member in (0, 1):
        for opponent in (2, 3):
            there = set(deal[(schedule == [member, opponent]).all(1)].tolist())
            back = set(deal[(schedule == [opponent, member]).all(1)].tolist())
            assert there == back and len(there) == 3
    everybody = [sorted(deal[(schedule == member).any(1)].tolist()) for member in (0, 1)]
    assert everybody[0] == everybody[1], "the members meet the same deals"


def test_with_more_seats_opponents_take_the_others_in_rotation(schedules: list[tuple[Any, Any]]) -> None:
    found = judged(opponents(naming(4), NUMBER, threads=1), numbers(100), agents(1, 2, 3, 4, 5))
    [(schedule, _)] = schedules
    assert len(schedule) == 5 * 4 and all(Counter(row)[0] == 1 for row in schedule.tolist())
    assert Counter(np.argwhere(schedule == 0)[:, 1].tolist()) == dict.fromkeys(range(4), 5)
    assert Counter(schedule[schedule > 0].tolist()) == dict.fromkeys(range(1, 6), 4 * 3)
    assert all(len(set(row)) == 4 for row in schedule.tolist())
    assert found.fitness[0, 0] == pytest.approx(100 + 0.1 * 3)  # whoever sits next names 3 in the mean


def test_one_opponent_takes_all_other_seats() -> None:
    assert judged(opponents(naming(3), NUMBER, threads=1), numbers(100), agents(7)).fitness[0, 0] == pytest.approx(100.7)


def test_a_population_is_as_many_opponents_as_it_has_members() -> None:
    parts = [agents(1)[0], Population(NUMBER, numbers(3, 10)[0])]
    one, other = (judged(opponents(naming(2), NUMBER, threads=1), numbers(5, 7), against)
                  for against in (parts, agents(1, 3, 10)))
    assert one.fitness.tolist() == other.fitness.tolist() and one.games == other.games


def test_without_dice_only_who_is_new_plays_and_only_while_the_opponents_stay(schedules: list[tuple[Any, Any]]) -> None:
    judge, against = opponents(naming(2), NUMBER, deals=9, threads=1), agents(1, 3)
    judged(judge, numbers(5, 7, 9), against)
    later = judged(judge, numbers(5, 8, 9), against, [False, True, False], 1)
    anew = judged(judge, numbers(5, 8, 9), agents(1, 4), [False, True, False], 2)
    assert [len(schedule) for schedule, _ in schedules] == [3 * 36, 1 * 36, 3 * 36]
    assert later.fitness.tolist() == [[pytest.approx(x + 0.2) for x in (5, 8, 9)]]
    assert anew.fitness.tolist() == [[pytest.approx(x + 0.25) for x in (5, 8, 9)]]
    assert later.measures.tolist() == [[36 * (5 + 8 + 9) + 3 * 2 * 9 * (1 + 3)]]


def test_with_dice_everybody_plays_new_deals_in_every_generation(schedules: list[tuple[Any, Any]]) -> None:
    judge, against = opponents(naming(2, rolling=True), NUMBER, threads=1), agents(1, 3)
    for index in range(2):
        judged(judge, numbers(5, 7), against, [True, False], index)
    assert [len(schedule) for schedule, _ in schedules] == [8, 8]
    assert not set(schedules[0][1].tolist()) & set(schedules[1][1].tolist())


def test_a_game_without_dice_against_opponents_who_roll_some_is_played_anew(schedules: list[tuple[Any, Any]]) -> None:
    found = find_game("moose")
    game = found.build(rounds=3)
    bred = find_representation(found, game, "machine:states=2")
    judge, against = judge_for(game, bred.brain, threads=1), [find_agent(found, game, "random")]
    for index in range(2):
        judged(judge, np.zeros((1, 2), bred.genome).view(np.recarray), against, [False, False], index)
    assert not game.rolls and [len(schedule) for schedule, _ in schedules] == [4, 4]


def test_the_usual_judge_plays_opponents_where_there_are_any_and_else_the_members() -> None:
    judge = judge_for(naming(2), NUMBER, threads=1)
    assert judged(judge, numbers(5, 7, 9), ()).games == 3
    assert judged(judge, numbers(5, 7, 9), agents(1, 3)).games == 3 * 4
    tables = judge_for(naming(3), NUMBER, threads=1, games=2)
    assert judged(tables, numbers(5, 7, 9), ()).games == 2 and judged(tables, numbers(5, 7, 9), agents(1)).games == 9


def test_a_judge_says_whom_it_plays() -> None:
    with pytest.raises(Mistake, match="needs opponents"):
        judged(opponents(naming(2), NUMBER), numbers(5), ())
    for judge in (round_robin(naming(2), NUMBER), random_tables(naming(3), NUMBER)):
        with pytest.raises(Mistake, match="is played among the members"):
            judged(judge, numbers(5, 7, 9), agents(1))
    with pytest.raises(Mistake, match="deals is a whole number, 1 or more"):
        opponents(naming(2), NUMBER, deals=0)
