"""Vectors of real numbers as genomes: named genes with ranges, bred as in any textbook of real-coded evolution.

Two-point crossover keeps neighbouring genes together, uniform crossover treats each alone. Folded mutation moves some
genes by a normal step that is a share of their range, and folds what falls outside back inside; gaussian mutation has one
step for all and knows no borders. (A. E. Eiben and J. E. Smith, *Introduction to Evolutionary Computing*, 2nd ed. 2015,
chapter 4; `cxUniform` and `mutGaussian` of DEAP.) Machinery that knows no game: whoever uses it gives the brain's `act`
and the genes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Brain, Representation
from lek.game import record
from lek.jit import rule
from lek.settings import Mistake, Setting, resolve


@rule
def random(d, o, g):
    """Every gene anywhere in its range."""
    for k in range(len(g.x)):
        g.x[k] = o.low[k] + (o.high[k] - o.low[k]) * dice.uniform(d)


@rule
def mutate(d, o, g):
    """Some genes move within their range."""
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
def gaussian(d, o, g):
    """Every gene, with probability `change`, moves anywhere."""
    for k in range(len(g.x)):
        if dice.uniform(d) < o.change:
            g.x[k] += o.sigma * dice.normal(d)


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


@rule
def uniform(d, o, mother, father, a, b):
    """Every gene, with probability `swap`, changes places."""
    for k in range(len(mother.x)):
        swapped = dice.uniform(d) < o.swap
        hers = mother.x[k]
        his = father.x[k]
        a.x[k] = his if swapped else hers
        b.x[k] = hers if swapped else his


CROSSOVERS = {"two-point": crossover, "uniform": uniform}
MUTATIONS = {"folded": mutate, "gaussian": gaussian}
SETTINGS = {
    "crossover": Setting("two-point", choices=tuple(CROSSOVERS), about="how the genes of two parents are mixed"),
    "swap": Setting(0.5, 0.0, 1.0, about="uniform: probability that a gene changes places"),
    "mutation": Setting("folded", choices=tuple(MUTATIONS), about="how genes change"),
    "mutations": Setting(2, 1, 1000, about="folded: genes that change in a mutation"),
    "step": Setting(0.15, 1e-6, 10.0, about="folded: standard deviation of a change, as a share of the gene's range"),
    "change": Setting(0.5, 0.0, 1.0, about="gaussian: probability that a gene changes"),
    "sigma": Setting(0.25, 0.0, 1e6, about="gaussian: standard deviation of a change"),
}


def vectors(brain: Brain, genes: Mapping[str, tuple[float, float]], given: Mapping[str, Any]) -> Representation:
    """The representation of a brain that reads its genes from g.x, in this order and these ranges."""
    chosen = resolve(brain.name, SETTINGS, given)
    cross, change = CROSSOVERS[chosen.pop("crossover")], MUTATIONS[chosen.pop("mutation")]
    low, high = np.array(list(genes.values())).T
    many = (len(genes),)
    options = record([("mutations", "i8"), ("step", "f8"), ("swap", "f8"), ("change", "f8"), ("sigma", "f8"),
                      ("low", "f8", many), ("high", "f8", many)], low=low, high=high, **chosen)
    return Representation(brain, random, change, cross, options, lambda g: show(g, genes),
                          lambda text: parse(text, genes, bounded=change is mutate))


def kind_of(genes: Mapping[str, Any]) -> Any:
    """The type of a genome with so many genes."""
    return np.dtype([("x", "f8", (len(genes),))])


def show(g: Any, genes: Mapping[str, Any]) -> str:
    """One line a gene: its name and its value, to the last bit."""
    return "\n".join(f"{name} {float(value)!r}" for name, value in zip(genes, g.x, strict=True))


def parse(text: str, genes: Mapping[str, tuple[float, float]], bounded: bool = True) -> np.recarray[Any, Any]:
    """The genome [1] that `show` wrote, or a Mistake that names the line; only `bounded` genes keep to their range."""
    lines = text.strip().splitlines()
    values = []
    for number, (name, (low, high)) in enumerate(genes.items()):
        told = lines[number].split() if number < len(lines) else []
        try:
            value = float(told[1]) if len(told) == 2 and told[0] == name else math.nan
        except ValueError:
            value = math.nan
        if not (low <= value <= high if bounded else math.isfinite(value)):
            where = f"from {low:g} to {high:g}" if bounded else "a number"
            raise Mistake(f"line {number + 1} should read '{name} VALUE', {where}; given: {' '.join(told)!r}")
        values.append(value)
    if len(lines) > len(genes):
        raise Mistake(f"there are {len(genes)} genes, a line each; given: {len(lines)} lines")
    return record(kind_of(genes), x=values)
