"""Playing: who is handed to `play`, who rolls dice in a game, and what is played once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lek import dice, kernel, playing
from lek.agent import Agent, Brain, Population, configured
from lek.compete.tournament import tournament
from lek.find import find_agent, find_game, find_representation
from lek.game import Face, Game, record
from lek.jit import rule
from lek.playing import play
from lek.settings import Mistake
from lek.watching import watch

MOOSE, SIMPLEXITY = find_game("moose"), find_game("simplexity")
BOARD = SIMPLEXITY.build(rows=4, cols=4, win=3)
GAME = MOOSE.build(preset="paper", rounds=12)
BRED = find_representation(MOOSE, GAME, "machine:states=3")


def drawn(count: int, seed: int) -> Any:
    genomes, stream = np.zeros(count, BRED.genome).view(np.recarray), record(dice.STREAM, rng=seed)
    for genome in genomes:
        BRED.random(stream[0], BRED.options[0], genome)
    return genomes


def named(name: str) -> Agent:
    return find_agent(MOOSE, GAME, name)


class Outside:
    """Goes to the fields in turn, from outside compiled code."""

    def begin(self, game: Any, seat: int, seed: int) -> None:
        self.asked = seat

    def choose(self, view: Any, legal: Any, budget: float | None, body: int = 0) -> int:
        self.asked += 1
        return self.asked % 3


FIRST, SECOND = Population(BRED.brain, drawn(4, 1)), Population(BRED.brain, drawn(3, 2))
CAST = [FIRST, named("greedy"), SECOND, named("random"), named("greedy")]
MEMBERS = [*(Agent(f"first {i}", BRED.brain, FIRST.genomes[i:i + 1]) for i in range(4)), CAST[1],
           *(Agent(f"second {i}", BRED.brain, SECOND.genomes[i:i + 1]) for i in range(3)), *CAST[3:]]
PAIRS = [[i, j] for i in range(10) for j in range(10)]


def equal(one: Any, other: Any) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip((*one[:2], one.rolled), (*other[:2], other.rolled), strict=True))


def test_a_schedule_counts_through_the_cast(monkeypatch: pytest.MonkeyPatch) -> None:
    on_cpu, brains = kernel.on_cpu, list[Any]()

    def note(game: Any, given: Any, *more: Any, **how: Any) -> None:
        brains.append(given)
        on_cpu(game, given, *more, **how)

    monkeypatch.setattr(kernel, "on_cpu", note)
    assert equal(play(GAME, CAST, PAIRS, 7), play(GAME, MEMBERS, PAIRS, 7))
    assert [[brain.name for brain in each] for each in brains] == [["greedy", "machine", "random"]] * 2, "each brain once"


def test_a_population_alone_in_a_list_is_that_population() -> None:
    pairs = [pair for pair in PAIRS if max(pair) < 4]
    for fast in (True, False):
        assert equal(play(GAME, [FIRST], pairs, 7, fast=fast), play(GAME, FIRST, pairs, 7, fast=fast))
    both = play(GAME, [FIRST, SECOND], [pair for pair in PAIRS if max(pair) < 7], 7)
    assert equal(both, play(GAME, [*MEMBERS[:4], *MEMBERS[5:8]], [pair for pair in PAIRS if max(pair) < 7], 7, fast=False))


def test_only_games_with_somebody_outside_leave_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, recording = list[list[str]](), playing.Recording

    def note(game: Any, agents: Any, *more: Any) -> Any:
        recorded.append([agent.name for agent in agents])
        return recording(game, agents, *more)

    monkeypatch.setattr(playing, "Recording", note)
    cast = [FIRST, Agent("outside", outsider=Outside()), SECOND, named("random")]
    pairs = [[0, 1], [2, 5], [4, 7], [8, 4], [4, 4], [1, 8]]
    played = play(GAME, cast, pairs, 7, deal=range(6))
    assert recorded == [["outside", "machine 2"], ["random", "outside"], ["outside", "outside"]]
    inside = play(GAME, [*MEMBERS[:4], *MEMBERS[5:9]], [[0, 1], [2, 4], [1, 7]], 7, deal=[0, 1, 5], fast=False)
    assert np.array_equal(played.scores[[0, 1, 5]], inside.scores) and played.moved == {4}
    alone = play(GAME, [MEMBERS[7], Agent("outside", outsider=Outside())], [[1, 0]], 7, deal=[2])
    assert np.array_equal(played.scores[2], alone.scores[0])
    assert played.rolled is not None and played.rolled.tolist() == [False, False, True, True, True, True]


def test_every_entry_is_looked_at() -> None:
    other = find_representation(MOOSE, MOOSE.build(fields=4), "machine:states=3")
    strange = Population(other.brain, np.zeros(2, other.genome).view(np.recarray))
    with pytest.raises(Mistake, match="it is a machine for 4 fields"):
        play(GAME, [*CAST, strange], PAIRS, 1)
    with pytest.raises(Mistake, match="the genome of 'machine' is not one that machine reads"):
        play(GAME, [Population(BRED.brain, strange.genomes), *CAST], PAIRS, 1)
    with pytest.raises(Mistake, match="agents 0 to 10, but there are 10"):
        play(GAME, CAST, [[0, 10]], 1)
    for alone in (lambda: list(watch(GAME, CAST[:2], 1)), lambda: tournament(GAME, CAST[:2], 2)):  # type: ignore[arg-type]
        with pytest.raises(Mistake, match="a Population does not play here"):
            alone()


def test_what_nobody_rolls_dice_in_is_played_once() -> None:
    rows = PAIRS * 3
    told = list[int]()
    once = play(GAME, CAST, rows, 7, once=True, progress=told.append)
    assert equal(once, play(GAME, CAST, rows, 7))
    assert once.rolled is not None and told[-1] == 100 + 2 * int(once.rolled[:100].sum()) < 300


# Who rolls dice


class First:
    """Plays the first legal action, from outside compiled code."""

    def begin(self, game: Any, seat: int, seed: int) -> None:
        self.game = game

    def choose(self, view: Any, legal: Any, budget: float | None, body: int = 0) -> int:
        return next(action for action in range(self.game.actions) if legal(action))


def rolled(game: Game, agents: Any, *rows: Any, **how: Any) -> list[bool]:
    told = play(game, agents, rows, 1, **how).rolled
    assert told is not None
    return list(told.tolist())


def test_who_rolls_dice_is_seen_in_every_game() -> None:
    agents = [find_agent(SIMPLEXITY, BOARD, name) for name in ("sequential", "minimax:depth=2", "random")]
    agents.append(Agent("first", outsider=First()))
    rows = ((0, 1), (1, 0), (0, 2), (2, 2), (0, 3), (1, 1))
    wanted = [False, False, True, True, True, False]  # nobody knows what somebody outside does
    assert rolled(BOARD, agents, *rows) == wanted
    assert rolled(BOARD, agents, *rows, *rows, once=True) == wanted * 2
    opened = SIMPLEXITY.build(rows=4, cols=4, win=3, opening=1)
    assert rolled(opened, agents[:2], (0, 1)) == [True], "the game itself draws an opening"


@rule
def _begin(s):
    s.n = 0


@rule
def _next(s):
    return s.n if s.n < 4 else -1


@rule
def _owner(s, body):
    return body % 2


@rule
def _free(s, a):
    return 0 <= a < 2


@rule
def _take(s, a):
    s.sum[s.n % 2] += a
    s.n += 1


@rule
def _sum(s, seat):
    return float(s.sum[seat])


@rule
def _look(s, body, v):
    v.body = body


@rule
def _late(g, m, v):
    return dice.below(m, 2) if v.body >= 2 else 0


@rule
def _begin_by_dice(s):
    s.n = 0
    s.when = s.when if s.when else dice.below(s, 2) - 2


@rule
def _take_by_dice(s, a):
    if s.n == s.when:
        s.sum[s.n % 2] += dice.below(s, 2)
    s.n += 1


@rule
def _first(g, m, v):
    return 0


@pytest.mark.parametrize(("when", "rolls"), [(0, True), (1, True), (3, True), (4, False)])
def test_a_game_that_could_roll_dice_is_one_that_does(when: int, rolls: bool) -> None:
    """At the start, in the second turn, in the last, and never: only then is every deal the same game."""
    kind = [("n", "i4"), ("when", "i4"), ("sum", "i4", (2,)), ("rng", "u8")]
    game = Game("perhaps", record(kind, when=when), 2, _begin_by_dice, _next, _free, _take_by_dice, _sum, actions=2, limit=4,
                face=Face(str))
    brain = Brain("first", _first)
    agents = [Agent("one", brain, configured(brain, game, {}))]
    told = [play(game, agents, [[0, 0]] * 3, seed).rolled for seed in (1, 2, 7)]
    assert game.rolls and [None if each is None else each.tolist() for each in told] == [[rolls] * 3] * 3


def test_dice_of_any_body_count() -> None:
    """Two seats with two bodies each; only the second ones roll."""
    kind = [("n", "i4"), ("sum", "i4", (2,))]
    game = Game("bodies", record(kind), 2, _begin, _next, _free, _take, _sum, actions=2, limit=4,
                face=Face(str), bodies=4, owner=_owner, observe=_look, view=record([("body", "i4")]))
    brain = Brain("late", _late, memory=np.dtype([("rng", "u8")]))
    agents = [Agent(name, brain, configured(brain, game, {})) for name in ("one", "other")]
    assert len(np.unique(play(game, agents, [[0, 1]] * 30, 1).scores, axis=0)) > 1
    assert rolled(game, agents, (0, 1)) == [True], "whose dice they are, the loop does not know"
