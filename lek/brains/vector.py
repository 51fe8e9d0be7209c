"""Vectors of real numbers as genomes: named genes with ranges, bred as in any textbook of real-coded evolution.

Two-point crossover keeps neighbouring genes together; mutation moves some genes by a normal step that is a share of
their range, and folds what falls outside back inside. (A. E. Eiben and J. E. Smith, *Introduction to Evolutionary
Computing*, 2nd ed. 2015, chapter 4.) Machinery that knows no game: whoever uses it gives the brain's `act` and the genes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, Representation
from lek.game import record
from lek.jit import rule
from lek.settings import Mistake, Setting, resolve

SETTINGS = {
    "mutations": Setting(2, 1, 1000, about="genes that change in a mutation"),
    "step": Setting(0.15, 1e-6, 10.0, about="standard deviation of a change, as a share of the gene's range"),
}


@rule
def random(d, o, g):
    """Every gene anywhere in its range."""
    for k in range(len(g.x)):
        g.x[k] = o.low[k] + (o.high[k] - o.low[k]) * dice.uniform(d)


@rule
def mutate(d, o, g):
    for _ in range(o.mutations):
        k = dice.below(d, len(g.x))
        g.x[k] = folded(g.x[k] + dice.normal(d) * o.step * (o.high[k] - o.low[k]), o.low[k], o.high[k])


@rule
def folded(x, low, high):
    """x reflected at the borders; what would need more than one reflection lands on a border."""
    if x < low:
        x = 2.0 * low - x
    if x > high:
        x = 2.0 * high - x
    return min(high, max(low, x))


@rule
def crossover(d, o, mother, father, a, b):
    """Two cuts; the genes between them change places."""
    left = dice.below(d, len(mother.x) + 1)
    right = dice.below(d, len(mother.x) + 1)
    for k in range(len(mother.x)):
        inside = min(left, right) <= k < max(left, right)
        hers = mother.x[k]
        his = father.x[k]
        a.x[k] = his if inside else hers
        b.x[k] = hers if inside else his


def vectors(brain: Brain, genes: Mapping[str, tuple[float, float]], given: Mapping[str, Any]) -> Representation:
    """The representation of a brain that reads its genes from g.x, in this order and these ranges."""
    chosen = resolve(brain.name, SETTINGS, given)
    low, high = np.array(list(genes.values())).T
    many = (len(genes),)
    options = record([("mutations", "i8"), ("step", "f8"), ("low", "f8", many), ("high", "f8", many)],
                     low=low, high=high, **chosen)
    return Representation(brain, random, mutate, crossover, options, lambda g: show(g, genes),
                          lambda text: parse(text, genes))


def kind_of(genes: Mapping[str, Any]) -> Any:
    """The type of a genome with so many genes."""
    return np.dtype([("x", "f8", (len(genes),))])


def show(g: Any, genes: Mapping[str, Any]) -> str:
    """One line a gene: its name and its value, to the last bit."""
    return "\n".join(f"{name} {float(value)!r}" for name, value in zip(genes, g.x, strict=True))


def parse(text: str, genes: Mapping[str, tuple[float, float]]) -> np.recarray[Any, Any]:
    """The genome [1] that `show` wrote, or a Mistake that names the line."""
    lines = text.strip().splitlines()
    values = []
    for number, (name, (low, high)) in enumerate(genes.items()):
        told = lines[number].split() if number < len(lines) else []
        try:
            value = float(told[1]) if len(told) == 2 and told[0] == name else None
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise Mistake(f"line {number + 1} should read '{name} VALUE', from {low:g} to {high:g}; "
                          f"given: {' '.join(told)!r}")
        values.append(value)
    if len(lines) > len(genes):
        raise Mistake(f"there are {len(genes)} genes, a line each; given: {len(lines)} lines")
    return record(kind_of(genes), x=values)
