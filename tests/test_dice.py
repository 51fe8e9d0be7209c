"""The dice: SplitMix64 to the bit, the same compiled and as plain Python, and as random as they have to be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy import stats

from lek import dice
from lek.game import record
from lek.jit import rule

# The first outputs for this seed as published beside the reference implementations (prng.di.unimi.it/splitmix64.c;
# rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64).
SEED = 1234567
PUBLISHED = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
WORD = 2**64
NAMES = st.integers(0, 2**63 - 1)
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # no test looks at a clock


def stream_at(word: int) -> Any:
    return record(dice.STREAM, rng=np.uint64(word))[0]


@rule
def fill_below(s, n, out):
    for i in range(len(out)):
        out[i] = dice.below(s, n)


@rule
def fill_uniform(s, out):
    for i in range(len(out)):
        out[i] = dice.uniform(s)


@rule
def fill_normal(s, out):
    for i in range(len(out)):
        out[i] = dice.normal(s)


def splitmix64(word: int) -> tuple[int, int]:
    """Written from the paper's figure 12 with Python's whole numbers: the next word, and the output."""
    word = (word + 0x9E3779B97F4A7C15) % WORD
    z = word
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return word, z ^ (z >> 31)


def test_published_outputs_of_splitmix64() -> None:
    s = stream_at(SEED)
    assert [int(dice.roll(s)) for _ in PUBLISHED] == PUBLISHED


@calm
@given(word=st.integers(0, WORD - 1))
@example(word=0)
@example(word=WORD - 1)
@example(word=WORD - 0x9E3779B97F4A7C15)  # the sum wraps to 0
def test_roll_is_splitmix64_from_any_word(word: int) -> None:
    s = stream_at(word)
    for _ in range(3):
        word, output = splitmix64(word)
        assert int(dice.roll(s)) == output
        assert int(s.rng) == word


@calm
@given(word=st.integers(0, WORD - 1))
def test_scramble_compiled_and_as_python(word: int) -> None:
    assert int(dice.scramble(np.uint64(word))) == dice.scramble.py_func(word)


@calm
@given(word=st.integers(0, WORD - 1), n=st.integers(1, 2**32 - 1))
@example(word=0, n=2**32 - 1)
def test_every_draw_is_made_of_one_or_two_rolls(word: int, n: int) -> None:
    """The same numbers from whole-number arithmetic: the high half times n, the upper 53 bits, Box and Muller."""
    first, one = splitmix64(word)
    second, two = splitmix64(first)
    s = stream_at(word)
    assert int(dice.below(s, n)) == (one >> 32) * n >> 32
    assert int(s.rng) == first
    s = stream_at(word)
    assert float(dice.uniform(s)) == (one >> 11) / 2**53
    assert int(s.rng) == first
    s = stream_at(word)
    radius = np.sqrt(-2 * np.log(1 - (one >> 11) / 2**53))
    angle = 2 * np.pi * (two >> 11) / 2**53
    assert float(dice.normal(s)) == pytest.approx(radius * np.cos(angle), rel=1e-12, abs=1e-12)
    assert int(s.rng) == second


# Draws, printed as whole numbers and as floats in hexadecimal, so that not a bit is lost on the way.
DRAWS = """
import json
import numpy as np
from lek import dice
from lek.game import record
told = []
for seed, first, second in ((0, 0, 0), (1, 2, 3), (2**63 - 1, 2**40, 7), (2022, 2**63 - 1, 2**63 - 1)):
    start = int(dice.stream(seed, first, second))
    s = record(dice.STREAM, rng=np.uint64(start))[0]
    told.append([start, [int(dice.roll(s)) for _ in range(5)]])
    told.append([int(dice.below(s, n)) for n in (1, 2, 3, 10, 1000, 2**31, 2**32 - 1)])
    told.append([float(dice.uniform(s)).hex() for _ in range(20)] + [float(dice.normal(s)).hex() for _ in range(20)])
    told.append(int(s.rng))
print(json.dumps(told))
"""


def test_jit_off_draws_the_same_bits() -> None:
    told = [subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", DRAWS], env={**os.environ, **more},
                           capture_output=True, text=True, check=True).stdout
            for more in ({"NUMBA_DISABLE_JIT": "0"}, {"NUMBA_DISABLE_JIT": "1"})]
    assert len(json.loads(told[0])) == 16
    assert told[0] == told[1]


def test_compiled_loops_draw_what_single_calls_draw() -> None:
    out, s = np.zeros(50, np.int64), stream_at(5)
    fill_below(s, 7, out)
    again = stream_at(5)
    assert out.tolist() == [int(dice.below.py_func(again, 7)) for _ in range(50)]
    floats, s = np.zeros(50), stream_at(6)
    fill_uniform(s, floats)
    again = stream_at(6)
    assert floats.tolist() == [float(dice.uniform.py_func(again)) for _ in range(50)]
    fill_normal(stream_at(7), floats)
    again = stream_at(7)
    assert floats.tolist() == [float(dice.normal.py_func(again)) for _ in range(50)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 1000])
def test_below_is_in_range_and_uniform(n: int) -> None:
    out = np.zeros(200_000, np.int64)
    fill_below(stream_at(int(dice.stream(1, n, 0))), n, out)
    assert out.min() == 0 and out.max() == n - 1
    if n > 1:
        assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-3
        pairs = out[::2] * n + out[1::2]  # neighbours do not know of each other
        if n <= 52:
            assert stats.chisquare(np.bincount(pairs, minlength=n * n)).pvalue > 1e-3


@calm
@given(word=st.integers(0, WORD - 1), n=st.integers(1, 2**32 - 1))
def test_below_never_leaves_its_range(word: int, n: int) -> None:
    assert 0 <= int(dice.below(stream_at(word), n)) < n


def test_uniform_is_in_the_unit_interval_and_uniform() -> None:
    out = np.zeros(200_000)
    fill_uniform(stream_at(11), out)
    assert out.min() >= 0 and out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > 1e-3
    assert np.all(out * 2**53 == np.floor(out * 2**53)), "53 bits and no more"
    assert np.any(out * 2**52 != np.floor(out * 2**52)), "the last of the 53 bits is used"


def test_uniform_never_rounds_up_to_one() -> None:
    """The word whose roll is all ones, found by running SplitMix64 backwards."""
    def unshift(z: int, by: int) -> int:
        found = z
        for _ in range(64 // by + 1):
            found = z ^ (found >> by)
        return found

    z = unshift(WORD - 1, 31)
    z = unshift(z * pow(0x94D049BB133111EB, -1, WORD) % WORD, 27)
    z = unshift(z * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD, 30)
    word = (z - 0x9E3779B97F4A7C15) % WORD
    assert int(dice.roll(stream_at(word))) == WORD - 1
    assert float(dice.uniform(stream_at(word))) == 1 - 2.0**-53
    assert int(dice.below(stream_at(word), 2**32 - 1)) == 2**32 - 2
    assert np.isfinite(dice.normal(stream_at(word)))


def test_normal_moments() -> None:
    n = 400_000
    out = np.zeros(n)
    fill_normal(stream_at(12), out)
    assert np.all(np.isfinite(out))
    for power, wanted, variance in ((1, 0, 1), (2, 1, 2), (3, 0, 15), (4, 3, 96)):  # variance of x**power
        assert abs((out**power).mean() - wanted) < 4 * np.sqrt(variance / n), power
    assert stats.kstest(out, "norm").pvalue > 1e-3


@calm
@given(one=st.tuples(NAMES, NAMES, NAMES), other=st.tuples(NAMES, NAMES, NAMES))
@example(one=(1, 0, 0), other=(0, 1, 0))
@example(one=(0, 1, 0), other=(0, 0, 1))
@example(one=(5, 7, 0), other=(7, 5, 0))
def test_streams_have_one_name_each(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    assert (int(dice.stream(*one)) == int(dice.stream(*other))) == (one == other)


def test_streams_of_neighbouring_names_differ_and_are_unrelated() -> None:
    names = [(seed, deal, body) for seed in range(20) for deal in range(20) for body in range(5)]
    starts = np.array([int(dice.stream(*name)) for name in names], np.uint64)
    assert len(set(starts.tolist())) == len(names)
    bits = np.unpackbits(starts.view(np.uint8)).reshape(len(names), 64)
    assert abs(bits.mean() - 0.5) < 4 * 0.5 / np.sqrt(bits.size)
    flips = np.mean(bits[:-1] != bits[1:], axis=1)  # mostly neighbours that differ in the body's number alone
    assert abs(flips.mean() - 0.5) < 0.01 and flips.min() > 0.15
    first = np.array([int(dice.below(stream_at(int(start)), 6)) for start in starts])
    assert stats.chisquare(np.bincount(first, minlength=6)).pvalue > 1e-3


@calm
@given(name=st.tuples(NAMES, NAMES, NAMES))
def test_stream_is_the_three_names_scrambled_in_turn(name: tuple[int, int, int]) -> None:
    z = 0
    for number in name:
        _, z = splitmix64(z ^ number)
    assert int(dice.stream(*name)) == z
