"""The fast rules of Organisms against their naive twin, ask by ask over whole games; random players against C as well.

The twin was written from the rulebook, not from the fast code. Games are played here, and the twin's players then answer
what ours did; before every answer all that there is to see of the two must be equal.

Every number of species and order of board size compiles anew, for seconds. So here there are a few, and more in a process
that does not compile (that this changes nothing is in the contract).
"""

from __future__ import annotations

import json
import math
import random
import subprocess

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lek import dice
from lek.agent import Agent, configured
from lek.games.organisms import organisms
from lek.games.organisms_food import doubled
from lek.players import PLAYERS
from lek.playing import play
from lek.position import result
from lek.watching import watch
from tests.uncompiled import passed_without_compiling

from . import twin as naive

PLAIN = bool(numba.config.DISABLE_JIT)
NAMES = ("random", "x-organism", "simple-player", "aggressive-start", "impostor", "protective-farmer", "survive-sheep")


class Wild:
    """Answers with any whole number: packed moves, directions, keys and states, sensible or not, and what is no action."""

    def begin(self, game, seat, seed):
        self.rng = random.Random(seed)

    def choose(self, view, legal, budget, body=0):
        rng = self.rng
        if rng.random() < 0.1:
            return rng.choice([-1, -8, -(2**31), 2**31 - 1, 2**31, 2**31 + 5, 2**40, -(2**40), rng.randrange(2**31)])
        move = rng.choice([0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 7])
        key = rng.choice([0, 1, 3, 65535, rng.randrange(65536)])
        state = rng.choice([0, 1, 6, 255, 256, 511, rng.randrange(512)])
        return move + 8 * rng.randrange(8) + 64 * key + 4194304 * state


class Still:
    """Stays, so that food can grow."""

    def begin(self, game, seat, seed):
        pass

    def choose(self, view, legal, budget, body=0):
        return 0


def seated(game, names):
    return [Agent(name, outsider=Wild() if name == "wild" else Still()) if name in ("wild", "still") else
            Agent(name, PLAYERS["organisms"][name], configured(PLAYERS["organisms"][name], game, {})) for name in names]


def unpacked(a):
    """The action as the twin takes it; it knows no answer at all (a null move) where ours knows no action."""
    return (a & 7, (a >> 3) & 7, (a >> 6) & 65535, a >> 22) if 0 <= a < 2**31 else None


def told(view):
    return {name: view[name].tolist() for name in view.dtype.names}


def ours(s):
    """Everything there is on the board, as lists: food, seats, energies, states, keys; then the dice."""
    cells = slice(0, int(s.width) * int(s.height))
    there = s.who[cells] > 0
    assert len(set(s.who[cells][there].tolist())) == there.sum() <= s.used  # no two share a body
    parts = (s.food[cells], np.where(there, s.seat[cells].astype(int), -1), np.where(there, s.energy[cells], 0),
             s.shown[cells], np.where(there, s.key[cells], 0))
    return [*(part.tolist() for part in parts), int(s.rng)]


def theirs(twin):
    food, who, energy = ([cell for row in part for cell in row] for part in twin.board())
    organisms = [twin.who[y][x] for x, y in twin.cells()]
    return [food, who, energy, [-1 if o is None else o.state for o in organisms],
            [0 if o is None else o.key for o in organisms], twin.dice.rng]


def counted(s):
    return list(zip(s.count.tolist(), s.total.tolist(), strict=True))


def twin_of(game, seed, deal):
    return naive.Organisms(**{name: value for name, value in game.settings.items() if name != "rank"}, seed=seed, deal=deal)


def started(game, seed, deal):
    s = game.blank.copy()[0]
    s.rng = dice.stream(seed, deal, 0)
    game.start(s)
    return s


def agrees(game, turns, seed, deal):
    """The twin's game with the same answers is the same game, at every ask and in the end."""
    before = [started(game, seed, deal), *(turn.state for turn in turns)]  # the last one is the end
    asked = iter(zip(before, turns, strict=False))
    twin = twin_of(game, seed, deal)
    small, rounds = twin.width * twin.height <= 60, set()

    def choose(view, memory):
        s, turn = next(asked)
        assert told(turn.view) == view
        assert s.rng == twin.dice.rng
        if small or s.turn not in rounds:  # on a large board, once a round
            rounds.add(int(s.turn))
            assert ours(s) == theirs(twin)
            assert counted(s) == twin.snapshot()
        return unpacked(turn.action)

    statistics = naive.play(twin, [choose] * game.seats, record=True)
    assert next(asked, None) is None
    here = [(max(0, s.turn), s.cell % s.width, s.cell // s.width) for s in before[:-1]]
    assert [(ask.round, ask.x, ask.y) for ask in twin.asks] == here
    assert [ask.seat for ask in twin.asks] == [turn.seat for turn in turns]
    assert before[-1].turn == twin.round_number
    assert ours(before[-1]) == theirs(twin)
    ends_alike(game, result(game, before[-1]), statistics)
    return twin


def ends_alike(game, scores_and_measures, statistics):
    scores, measures = scores_and_measures
    names = ["count", "energy", "extinct", "extinction_time", "energy_alive", "count_alive"]
    assert game.measure_names == ("count", "energy", "extinctions", *names[3:], "fed-1", "fed-2", "fed-3", "fed-4",
                                  "births-1", "births-2", "births-3", "births-4")
    for seat, theirs_ in enumerate(statistics):
        told = [math.nan if theirs_[name] is None else float(theirs_[name]) for name in names]
        told += [float(theirs_[name][side]) for name in ("fed", "births") for side in range(1, 5)]
        assert np.array_equal(measures[seat], told, equal_nan=True), (seat, measures[seat], told)
        ranked = {"energy": theirs_["energy"], "count": theirs_["count"],
                  "density": theirs_["energy"] // max(1, theirs_["count"])}
        assert scores[seat] == ranked[game.settings["rank"]]


def compare(given, names, seed=1, deal=0):
    game = organisms(species=len(names), **given)
    turns = list(watch(game, seated(game, names), seed, deal, strict=False))
    return agrees(game, turns, seed, deal), turns


LUSH = {"p": 0.3, "q": 0.3}
BOARDS = [(1, 9), (9, 1), (2, 5), (5, 2), (3, 3), (16, 1), (1, 17), (5, 5), (7, 4), (4, 7), (8, 8)]
CLIMATES = {
    "default": {}, "p=0": {"p": 0.0}, "p=1": {"p": 1.0, "q": 0.1}, "q=0": {"p": 0.2, "q": 0.0}, "q=1": {"p": 0.1, "q": 1.0},
    "p=1, q=1": {"p": 1.0, "q": 1.0}, "p=0, q=1": {"p": 0.0, "q": 1.0}, "q=0.5": {"p": 0.1, "q": 0.5},
    "q=0.7": {"p": 0.05, "q": 0.7}, "q=0.9": {"p": 0.1, "q": 0.9, "K": 300},
    "K=1": {"p": 0.4, "q": 0.4, "K": 1}, "v>M": {"p": 0.2, "q": 0.2, "v": 600}, "s>v": {**LUSH, "s": 30, "v": 3},
    "s>M": {**LUSH, "s": 501}, "u=M": {**LUSH, "u": 500, "energy": 1}, "u=1": {**LUSH, "u": 1, "M": 5, "energy": 5, "v": 1},
    "energy=1": {**LUSH, "energy": 1}, "v=1": {**LUSH, "v": 1, "u": 1000, "M": 5000, "energy": 5000},
    "one round": {"rounds": 1},
}
CASES = {  # settings, and who plays
    "2x2 full": ({"width": 2, "height": 2, "rounds": 80, "v": 3, "K": 1, **LUSH}, ["wild", "random", "x-organism", "wild"]),
    "20x20": ({"rounds": 40, "p": 0.05, "q": 0.1}, ["protective-farmer", "impostor", "wild"]),
    "20x20, default": ({"rounds": 100}, ["simple-player", "x-organism", "random"]),
    **{f"{width}x{height}": ({"width": width, "height": height, "rounds": 70, "K": 30, "v": 4, **LUSH}, names)
       for (width, height), names in zip(BOARDS, 3 * [
           ["wild", "random", "impostor"], ["wild", "protective-farmer", "wild"], ["x-organism", "survive-sheep", "wild"],
           ["aggressive-start", "simple-player", "protective-farmer"]], strict=False)},
    **{climate: ({"width": 5, "height": 4, "rounds": 60, "rank": "density", **given}, ["wild", "simple-player", "random"])
       for climate, given in CLIMATES.items()},
    **{f"much food, K={cap}, q={q}": ({"width": 5, "height": 4, "rounds": 90, "p": 0.05, "q": q, "K": cap}, ["still"] * 3)
       for cap in (80, 300, 1000) for q in (0.02, 0.1, 0.5, 0.5001, 0.7, 0.9, 0.999)},
}
SIZES = {  # those that would each compile anew
    "1x1": ({"width": 1, "height": 1, "rounds": 60, "K": 7, **LUSH}, ["wild"]),
    "1x1, wild climate": ({"width": 1, "height": 1, "rounds": 60, "p": 1.0, "q": 1.0, "v": 1, "M": 9, "u": 9, "energy": 9},
                          ["wild"]),
    "1x2": ({"width": 1, "height": 2, "rounds": 60, **LUSH}, ["wild", "random"]),
    "2x1": ({"width": 2, "height": 1, "rounds": 60, **LUSH}, ["x-organism", "wild"]),
    "2x2 alone": ({"width": 2, "height": 2, "rounds": 60, **LUSH}, ["wild"]),
    "2x3, two": ({"width": 2, "height": 3, "rounds": 60, **LUSH}, ["wild", "wild"]),
    "alone": ({"width": 6, "height": 5, "rounds": 120, "p": 0.05, "q": 0.1, "rank": "count"}, ["protective-farmer"]),
    "12 on 12": ({"width": 4, "height": 3, "rounds": 40, "u": 30, "M": 90, "energy": 60, **LUSH},
                 [*NAMES, "wild", "wild", "random", "random", "x-organism"]),
    "30 on 30": ({"width": 6, "height": 5, "rounds": 40, "v": 2, **LUSH}, ["wild", "x-organism", "random"] * 10),
}
HERE = SIZES if PLAIN else CASES


@pytest.mark.parametrize("name", HERE)
def test_the_fast_rules_agree_with_the_twin_at_every_ask(name):
    compare(*HERE[name])


def test_the_cases_hold_what_they_should():
    """Those above are worth little if nothing happens in them: a look at some."""
    seen = set()
    for name in SIZES if PLAIN else ("2x2 full", "1x9", "5x5", "s>M", "K=1", "q=1"):
        twin, turns = compare(*HERE[name], deal=1)
        actions = [turn.action for turn in turns]
        seen |= {"birth" for seat in twin.births if any(seat.values())} | {"fed" for seat in twin.fed if any(seat.values())}
        seen |= {"extinct" for one in twin.statistics() if one["extinct"]}
        seen |= {"all dead"} if twin.round_number < twin.rounds else {"to the end"}
        seen |= {"full"} if any(food == twin.K for board in twin.boards for row in board.food for food in row) else set()
        seen |= {"no action" for a in actions if not 0 <= a < 2**31} | {"old state" for a in actions if a >> 22 > 255}
        seen |= {"nowhere" for a in actions if a & 7 == 5 and not 0 < (a >> 3) & 7 < 5}
        seen |= {"key" for a in actions if (a >> 6) & 65535}
        seen |= {"crowded" for board in twin.boards if all(seat >= 0 for row in board.who for seat in row)}
    assert seen == {"birth", "fed", "extinct", "all dead", "to the end", "full", "no action", "old state", "nowhere", "key",
                    "crowded"}


RANKS = ("energy", "count", "density")


@st.composite
def small_games(draw):
    """Any small settings; compiled, always three species on 5 to 16 cells."""
    least, count = (1, draw(st.integers(1, 6))) if PLAIN else (5, 3)
    width, height = draw(st.tuples(st.integers(1, 16), st.integers(1, 16)).filter(
        lambda board: max(least, count) <= board[0] * board[1] <= (60 if PLAIN else 16)))
    chance = st.sampled_from([0.0, 0.01, 0.1, 0.3, 0.5, 0.9, 1.0]) | st.floats(0.0, 1.0, allow_subnormal=False)
    most = draw(st.integers(1, 600))
    chosen = {"width": width, "height": height, "K": draw(st.integers(1, 60) | st.just(1000)), "M": most,
              "rounds": draw(st.integers(1, 60)), "p": draw(chance), "q": draw(chance),
              "s": draw(st.sampled_from([1, 1, 1, 2, 7, 700])), "v": draw(st.integers(1, 20) | st.integers(1, 700)),
              "u": draw(st.integers(1, most)), "energy": draw(st.integers(1, most) | st.just(most)),
              "rank": draw(st.sampled_from(RANKS))}
    names = draw(st.lists(st.sampled_from([*NAMES, "wild", "wild", "wild"]), min_size=count, max_size=count))
    return chosen, names, draw(st.integers(0, 2**62)), draw(st.integers(0, 2**40))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(small_games())
def test_small_games_agree_with_the_twin_at_every_ask(small):
    compare(*small)


@pytest.mark.parametrize("name", [name for name in HERE if "still" not in HERE[name][1]])
def test_random_players_play_the_same_games_in_the_twin(name):
    """Nothing is told to the twin here: the same dice in the same order make the same games."""
    given, names = HERE[name]
    game = organisms(species=len(names), **given)
    *_, last = watch(game, seated(game, ["random"] * len(names)), 5)
    twin = twin_of(game, 5, 0)
    statistics = naive.play(twin, [naive.random_player] * len(names))
    assert ours(last.state) == theirs(twin)
    ends_alike(game, result(game, last.state), statistics)


@pytest.mark.skipif(PLAIN, reason="compiled code only")
def test_random_players_play_the_same_games_in_the_loop():
    game = organisms(rounds=120, p=0.02, q=0.04)
    played = play(game, seated(game, ["random"]), [[0, 0, 0]] * 4, 7)
    for deal in range(4):
        statistics = naive.play(twin_of(game, 7, deal), [naive.random_player] * 3)
        ends_alike(game, (played.scores[deal], played.measures[deal]), statistics)


@pytest.mark.skipif(PLAIN, reason="this is that process")
def test_more_sizes_agree_without_compiling():
    assert passed_without_compiling(__file__) == 2 * len(SIZES) + 2


@pytest.mark.skipif(PLAIN, reason="compiled code only")
def test_food_grows_by_the_twins_numbers_far_into_the_tails():
    """Two ways of summing differ in the last bits, so a draw that falls on a sum exactly (1/2 for q=1/2) is left out."""
    rng = random.Random(4)
    draws = [1e-12, 1e-6, 1e-3, 1 - 1e-3, 1 - 1e-6, 1 - 1e-12, *(rng.random() for _ in range(20))]
    for q in (1e-9, 0.002, 0.02, 0.2, 0.4999, 0.5, 0.5001, 0.75, 0.98, 1 - 1e-9, 1.0):
        s = organisms(q=q).blank[0]
        for food in (1, 2, 3, 10, 79, 300, 500, 999):
            theirs_ = [naive.doublings(food, q, u) for u in draws]
            assert [int(doubled(s, food, u)) for u in draws] == theirs_, (q, food)


# The plain C program


@pytest.mark.skipif(PLAIN, reason="compiled code only")
@pytest.mark.parametrize("p, q, v, rounds, games, seed", [
    (0.01, 0.02, 10, 6000, 12, 1), (0.001, 0.002, 30, 5000, 60, 1), (0.1, 0.2, 10, 300, 6, 3), (0.05, 0.9, 10, 200, 4, 9),
    (1, 1, 2, 50, 4, 2**62), (0, 0.5, 10, 100, 4, 4)])
def test_the_c_program_plays_the_same_games(plain_c, p, q, v, rounds, games, seed):
    done = subprocess.run([str(plain_c), *map(str, [20, 20, p, q, v, rounds, games, seed])], check=True, capture_output=True,
                          text=True)
    there = json.loads(done.stdout)
    game = organisms(p=p, q=q, v=v, rounds=rounds)
    played = play(game, seated(game, ["random"]), [[0, 0, 0]] * games, seed)
    told = {name: played.measures[:, :, place] for place, name in enumerate(game.measure_names)}
    weight = 1 + np.arange(games, dtype=np.uint64)[:, None]
    checksum = ((told["count"].astype(np.uint64) * np.uint64(1000003) + told["energy"].astype(np.uint64)) * weight).sum()
    assert there["checksum"] == int(checksum)
    assert there["births"] == sum(told[f"births-{side}"].sum() for side in range(1, 5))
    assert there["extinctions"] == told["extinctions"].sum(axis=0).tolist()
    for name in ("count", "energy", "count_alive", "energy_alive"):
        assert there[name] == pytest.approx(told[name].mean(axis=0).tolist())
    for seat in range(3):
        times = told["extinction_time"][:, seat]
        assert there["extinction_time"][seat] == pytest.approx(np.nansum(times) / max(1, np.isfinite(times).sum()))
