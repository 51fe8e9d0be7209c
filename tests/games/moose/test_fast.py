"""The fast loop for two machines on three fields equals the generic loop to the last bit, wherever it is used."""

from __future__ import annotations

import importlib.util
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lek import kernel
from lek.agent import Agent, Population
from lek.game import Face
from lek.games.moose import moose, step
from lek.jit import rule
from lek.players.moose.machines import machines, prepare
from lek.players.moose.strategies import PLAYERS
from lek.playing import play

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # no test looks at a clock
CAPACITIES = st.one_of(st.sampled_from([0.0, 10.0, 20.0, 30.0]), st.floats(0, 1e6))
SIZES = (1, 2, 8, 20)  # states a genome has room for; each size is compiled once


def drawn(seed: int, room: int, states: int, n: int) -> Any:
    """Machines [n] with `room` for more states than the `states` they use."""
    rng = np.random.default_rng(seed)
    made = np.zeros(n, machines(moose(), states=room).genome).view(np.recarray)
    made.first = rng.integers(0, 3, n)
    made.to[:] = rng.integers(0, states, made.to.shape)
    made.say[:] = rng.integers(0, 3, made.say.shape)
    return made


def both_loops(game: Any, genomes: Any, schedule: Any, threads: int = 1) -> tuple[Any, Any]:
    brain = machines(game, states=genomes.dtype["to"].shape[0]).brain
    people = Population(brain, genomes)
    fast, generic = (play(game, people, schedule, 0, threads=threads, fast=fast) for fast in (True, False))
    return fast, generic


def equal(one: Any, other: Any) -> bool:
    return bool(one.scores.tobytes() == other.scores.tobytes() and one.measures.tobytes() == other.measures.tobytes())


def by_hand(game: Any, left: Any, right: Any) -> tuple[list[float], list[list[int]]]:
    """Rulebook 1.1 in plain Python: scores, and visits by field."""
    x, score, visits = [1.0] * 3, [0.0, 0.0], [[0] * 3, [0] * 3]
    growth, capacity = game.settings["growth"], game.settings["capacity"]
    state, move = [0, 0], [int(left.first), int(right.first)]
    for _ in range(game.settings["rounds"]):
        for k in range(3):
            here = [i for i in (0, 1) if move[i] == k]
            if len(here) < 2:
                x[k] += growth[k]
            if len(here) == 1:
                score[here[0]] += capacity[k] * (1 / (1 + np.exp(-x[k])) - 0.5)
                x[k] = 0.0
            elif len(here) == 2:
                x[k] = max(0.0, x[k] - 1)
            for i in here:
                visits[i][k] += 1
        heard = [move[1], move[0]]
        for i, g in enumerate((left, right)):
            move[i], state[i] = int(g.say[state[i], heard[i]]), int(g.to[state[i], heard[i]])
    return score, visits


@calm
@given(seed=st.integers(0, 2**32 - 1), growth=st.integers(0, 3), capacity=st.tuples(CAPACITIES, CAPACITIES, CAPACITIES),
       rounds=st.integers(1, 127), room=st.sampled_from(SIZES), states=st.integers(1, 20))
@example(seed=1, growth=3, capacity=(10.0, 10.0, 10.0), rounds=127, room=20, states=20)
@example(seed=2, growth=0, capacity=(10.0, 20.0, 30.0), rounds=127, room=1, states=1)
@example(seed=3, growth=1, capacity=(10.0, 10.0, 30.0), rounds=1, room=8, states=8)
@example(seed=4, growth=2, capacity=(10.0, 10.0, 30.0), rounds=2, room=2, states=2)
def test_the_fast_loop_equals_the_generic_loop(
    seed: int, growth: int, capacity: tuple[float, float, float], rounds: int, room: int, states: int
) -> None:
    game = moose(preset="paper", growth=growth, capacity=capacity, rounds=rounds, sees="actions")
    genomes = drawn(seed, room, min(states, room), 7)
    assert prepare(game, genomes) is not None, "the fast loop is really used"
    schedule = np.array(list(itertools.product(range(7), range(7))))  # everybody against everybody, itself included
    fast, generic = both_loops(game, genomes, schedule)
    assert equal(fast, generic)
    score, visits = by_hand(game, genomes[1], genomes[5])
    assert generic.scores[1 * 7 + 5] == pytest.approx(score, rel=1e-12, abs=1e-9)
    assert generic.measures[1 * 7 + 5, :, 1:4].tolist() == visits


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 50, 64, 126, 127])
def test_all_one_and_two_state_cycles_end_right_whatever_the_number_of_rounds(rounds: int) -> None:
    """Round counts about the powers of two at which the fast loop looks for a cycle."""
    game = moose(preset="paper", rounds=rounds, growth=3, capacity=(10.0, 20.0, 30.0))
    genomes = drawn(rounds, 2, 2, 40)
    fast, generic = both_loops(game, genomes, np.array(list(itertools.product(range(40), range(40)))))
    assert equal(fast, generic)


def test_long_cycles_that_do_not_close_within_the_game() -> None:
    """A counter of 20 states against machines that answer it: the joint period is longer than the game."""
    to = np.tile((np.arange(20)[:, None] + 1) % 20, (1, 3))
    counter = drawn(0, 20, 20, 1)
    counter.to[:] = to
    counter.say[:] = (np.arange(20)[:, None] * 7 // 3) % 3
    genomes = np.concatenate([counter, drawn(5, 20, 20, 60)]).view(np.recarray)
    schedule = np.array([(0, i) for i in range(61)] + [(i, 0) for i in range(61)])
    for rounds in (19, 20, 21, 39, 40, 41, 127):
        fast, generic = both_loops(moose(preset="paper", rounds=rounds), genomes, schedule)
        assert equal(fast, generic), rounds


def test_a_machine_against_its_copy_always_fights() -> None:
    """Rulebook 3.6: conflict 100 %, score 0."""
    genomes = drawn(6, 8, 8, 30)
    fast, generic = both_loops(moose(preset="paper"), genomes, np.repeat(np.arange(30)[:, None], 2, 1))
    assert equal(fast, generic)
    assert np.all(fast.scores == 0) and np.all(fast.measures[:, :, 0] == 50)


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_and_order_change_nothing(threads: int) -> None:
    game = moose(preset="paper", growth=2, capacity=(10.0, 20.0, 20.0))
    genomes = drawn(7, 8, 8, 36)
    schedule = np.array(list(itertools.product(range(36), range(36))))
    alone, generic = both_loops(game, genomes, schedule)
    assert equal(alone, generic) and equal(alone, both_loops(game, genomes, schedule, threads)[0])
    backwards = both_loops(game, genomes, schedule[::-1])[0]
    assert np.array_equal(backwards.scores[::-1], alone.scores)
    assert np.array_equal(backwards.measures[::-1], alone.measures)


def test_a_list_of_agents_takes_the_fast_road_too() -> None:
    """Agents are sorted by brain there, so the schedule names other rows than the agents'."""
    game = moose(preset="paper")
    genomes = drawn(8, 8, 8, 6)
    brain = machines(game).brain
    agents = [Agent(str(i), brain, genomes[i:i + 1]) for i in range(6)]
    schedule = [[4, 1], [0, 5], [3, 3]]
    wanted = play(game, Population(brain, genomes), schedule, 0, fast=False, threads=1)
    assert equal(play(game, agents, schedule, 0, threads=1), wanted)
    assert equal(play(game, agents[::-1], [[1, 4], [5, 0], [2, 2]], 0, threads=1), wanted)


# Where it does not apply

ELSEWHERE = {
    "contest rule": {"preset": "contest"},
    "too many rounds": {"rounds": 128},
    "four fields": {"fields": 4},
    "two fields": {"fields": 2},
    "growth not whole": {"growth": 1.5},
    "growth by field": {"growth": (1.0, 2.0, 1.0)},
    "x beyond the table": {"growth": 100.0},
    "three moose": {"moose": 3},
}


def never(*given: Any) -> None:
    raise AssertionError("the fast loop was used")


@pytest.mark.parametrize("name", ELSEWHERE)
def test_where_it_does_not_apply_it_is_not_used(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = moose(**ELSEWHERE[name])
    made = machines(game, states=4)
    genomes = np.zeros(3, made.genome).view(np.recarray)
    genomes.first, genomes.say[:] = [0, 1, 1], 1
    assert prepare(game, genomes) is None
    monkeypatch.setattr(kernel, "fast_on_cpu", never)
    played = play(game, Population(made.brain, genomes), [list(range(game.seats))], 0, threads=1)
    assert np.all(np.isfinite(played.scores)) and played.measures[0, :, 1:].sum() > 0


@rule
def shares_nothing(s, a):
    """An edit of the rules: a moose always acts as if it had chosen the last field."""
    step(s, len(s.x) - 1)


def test_an_edited_copy_of_the_game_is_played_by_its_own_rules() -> None:
    """It has the name and the settings of the original and borrows its machines."""
    genomes = drawn(3, 8, 8, 8)
    schedule = np.array(list(itertools.combinations(range(8), 2)))
    original = moose(preset="paper", rounds=20)
    richer = original.blank.copy()
    richer.capacity[0, 0] = 50.0
    for edited in (replace(original, step=shares_nothing), replace(original, blank=richer)):
        fast, generic = both_loops(edited, genomes, schedule)
        assert equal(fast, generic)
        assert not equal(fast, both_loops(original, genomes, schedule)[0]), "the edit makes a difference"


def test_a_copy_that_edits_nothing_takes_the_fast_road(monkeypatch: pytest.MonkeyPatch) -> None:
    people = Population(machines(moose(), states=2).brain, drawn(1, 2, 2, 2))
    monkeypatch.setattr(kernel, "fast_on_cpu", never)
    with pytest.raises(AssertionError, match="fast loop was used"):
        play(replace(moose(preset="paper", rounds=3), face=Face(str)), people, [[0, 1]], 0, threads=1)


def test_the_edges_of_where_it_applies() -> None:
    """x may reach 1 + growth * (rounds + 1); the table holds whole x below 512."""
    genomes = drawn(9, 2, 2, 20)
    schedule = np.array(list(itertools.product(range(20), range(20))))
    for growth, rounds in ((4, 126), (10, 50), (255, 1), (3, 127), (0, 127)):
        game = moose(preset="paper", growth=growth, rounds=rounds)
        assert prepare(game, genomes) is not None, (growth, rounds)
        fast, generic = both_loops(game, genomes, schedule)
        assert equal(fast, generic), (growth, rounds)
    for growth, rounds in ((4, 127), (11, 50), (256, 1)):
        assert prepare(moose(preset="paper", growth=growth, rounds=rounds), genomes) is None, (growth, rounds)


def test_it_is_used_where_it_applies_and_not_when_told_not_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    game = moose(preset="paper", rounds=3)
    people = Population(machines(game, states=2).brain, drawn(1, 2, 2, 2))
    monkeypatch.setattr(kernel, "fast_on_cpu", never)
    play(game, people, [[0, 1]], 0, threads=1, fast=False)
    with pytest.raises(AssertionError, match="fast loop was used"):
        play(game, people, [[0, 1]], 0, threads=1)


def test_a_machine_among_others_goes_through_the_generic_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    game = moose(preset="paper", rounds=20)
    monkeypatch.setattr(kernel, "fast_on_cpu", never)
    brain = PLAYERS["greedy"]
    agents = [Agent("machine", machines(game, states=2).brain, drawn(1, 2, 2, 1)),
              Agent("greedy", brain, np.zeros(1, brain.genome_type(game)).view(np.recarray))]
    assert play(game, agents, [[0, 1]], 0, threads=1).measures[0, :, 1:4].sum() == 40


def test_capacities_are_not_mixed_up_between_games_of_one_process() -> None:
    """Tables of gains are kept between calls, by capacity, growth and rounds."""
    genomes = drawn(10, 8, 8, 12)
    schedule = np.array(list(itertools.combinations(range(12), 2)))
    seen = set()
    for capacity, growth in itertools.product(((10.0, 10.0, 20.0), (20.0, 10.0, 10.0), (10.0, 10.0, 10.0)), (1, 2)):
        for _ in range(2):
            fast, generic = both_loops(moose(preset="paper", capacity=capacity, growth=growth), genomes, schedule)
            assert equal(fast, generic)
            seen.add(fast.scores.tobytes())
    assert len(seen) == 6


# Other machines: plain Python, and the CUDA simulator

ELSEWHERE_PROGRAM = """
import sys
import numpy as np
from lek.agent import Population
from lek.game import Face
from lek.games.moose import moose, step
from lek.playing import play
from lek.players.moose.machines import machines

device, path = sys.argv[1:]
genomes = np.load(path)
told = {}
for n, (rounds, growth) in enumerate(((9, 1), (30, 2), (1, 3))):
    game = moose(preset="paper", rounds=rounds, growth=growth, capacity=(10.0, 20.0, 30.0))
    people = Population(machines(game, states=4).brain, genomes.view(np.recarray))
    schedule = [(0, 1), (1, 0), (2, 2), (3, 4), (5, 1)]
    for fast in (True, False):
        played = play(game, people, schedule, 0, device=device, threads=1, fast=fast)
        told[f"scores-{n}-{fast}"], told[f"measures-{n}-{fast}"] = played.scores, played.measures
np.savez(sys.argv[2] + ".out.npz", **told)
"""


def elsewhere(folder: Path, name: str, device: str, **environment: str) -> dict[str, Any]:
    path = folder / f"{name}.npy"
    np.save(path, np.asarray(drawn(11, 4, 4, 6)), allow_pickle=False)
    done = subprocess.run([sys.executable, "-c", ELSEWHERE_PROGRAM, device, str(path)], capture_output=True, text=True,
                          env={**os.environ, "LEK_CACHE": str(folder / "cache"), **environment})
    assert done.returncode == 0, done.stderr
    with np.load(f"{path}.out.npz") as file:
        return {key: file[key] for key in file.files}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The same games in this process, compiled."""
    told = {}
    genomes = drawn(11, 4, 4, 6)
    for n, (rounds, growth) in enumerate(((9, 1), (30, 2), (1, 3))):
        game = moose(preset="paper", rounds=rounds, growth=growth, capacity=(10.0, 20.0, 30.0))
        for fast, played in zip((True, False), both_loops(game, genomes, [(0, 1), (1, 0), (2, 2), (3, 4), (5, 1)]),
                                strict=True):
            told[f"scores-{n}-{fast}"], told[f"measures-{n}-{fast}"] = played.scores, played.measures
    return told


def agrees(there: dict[str, Any], here: dict[str, Any]) -> None:
    assert set(there) == set(here) and len(here) == 12
    for key, value in here.items():
        assert there[key].tobytes() == value.tobytes(), key
    assert all(np.any(value != 0) for value in here.values())


def test_plain_python_gives_the_same_bits(here: dict[str, Any], tmp_path: Path) -> None:
    agrees(elsewhere(tmp_path, "plain", "cpu", NUMBA_DISABLE_JIT="1"), here)


def test_the_cuda_simulator_gives_the_same_bits(here: dict[str, Any], tmp_path: Path) -> None:
    if importlib.util.find_spec("numba_cuda") is None:
        pytest.skip("numba-cuda is not installed")
    agrees(elsewhere(tmp_path, "cuda", "cuda", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1"), here)
