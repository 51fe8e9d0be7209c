"""Dice: random numbers that depend on a counter alone, equal on every backend and for any number of threads.

A stream is one unsigned 64-bit field called `rng` of a state or a memory. Every draw adds a constant to it and
scrambles the sum: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
`stream` names the start of a stream by up to three numbers; for games they are seed, deal, and 0 for the game itself
or 1 + the seat (or birth number) for the body that rolls.

This is the only file that does unsigned 64-bit arithmetic. Compiled, products wrap around by themselves; in plain
Python the masks do it.
"""

from __future__ import annotations

import math

import numpy as np

from lek.jit import rule

STREAM = np.dtype((np.record, [("rng", "u8")]))  # a bare stream, for whoever has no other record to keep it in

_MASK = 0xFFFFFFFFFFFFFFFF
_GOLDEN = 0x9E3779B97F4A7C15


@rule
def scramble(z):
    """The mixing function of SplitMix64 (variant 13 of David Stafford's)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@rule
def _unsigned(n):
    """A whole number of up to 64 bits as an unsigned one."""
    return int(np.uint64(int(n) & _MASK))


@rule
def stream(seed, first, second):
    """Where the stream named by three integers starts."""
    z = scramble((_unsigned(seed) + _GOLDEN) & _MASK)
    z = scramble(((z ^ _unsigned(first)) + _GOLDEN) & _MASK)
    return scramble(((z ^ _unsigned(second)) + _GOLDEN) & _MASK)


@rule
def roll(s):
    """The next 64 random bits."""
    s.rng = (int(s.rng) + _GOLDEN) & _MASK
    return scramble(int(s.rng))


@rule
def below(s, n):
    """A whole number from 0 to n-1, for n below 2**32 (bias under n / 2**32)."""
    return np.int64(((roll(s) >> 32) * np.uint64(n)) >> 32)


@rule
def uniform(s):
    """A float in [0, 1) with 53 random bits."""
    return np.int64(roll(s) >> 11) * (1.0 / 9007199254740992.0)


@rule
def normal(s):
    """A standard normal float by Box and Muller (1958), one of the pair."""
    u = 1.0 - uniform(s)
    return math.sqrt(-2.0 * math.log(u)) * math.cos(2.0 * math.pi * uniform(s))
