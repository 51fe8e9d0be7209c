"""How trees are bred: ECJ's subtree crossover, subtree mutation and ERC mutation, with the switches told in `tree`."""

from __future__ import annotations

import numpy as np

from lek import dice, jit
from lek.brains.tree import (
    CHANGED,
    DEEP,
    FULL,
    GROW,
    OVERFLOWED,
    UNDRAWN,
    UNLIKE,
    UNTOUCHED,
    Constant,
    Table,
    build,
    plant,
    settle,
)
from lek.jit import Rule, rule


@rule
def sprout(d, o, g):
    """A random genome: every tree by half-and-half; one for which there is no room is drawn again."""
    g.habits = o.habits
    for tree in range(len(g.length)):
        length = 0
        while length == 0:
            depth = o.shallow + dice.below(d, o.steep - o.shallow + 1)
            kind = GROW if dice.uniform(d) < o.grow else FULL
            length, _ = build(d, o, kind, o.roots[tree], depth, g, tree)
        g.length[tree] = 0
        plant(o, g, tree, 0, 0, length)


@rule
def pick_node(d, o, g, tree, of_type):
    """A node, now and then a terminal; of one type, if that is not -1. Returns -1 where there is none of the type."""
    length = np.int64(g.length[tree])
    terminal = dice.uniform(d) < o.terminals
    for attempt in range(2):
        count = 0
        for i in range(length):
            op = g.op[tree, i]
            count += (o.arity[op] == 0) == terminal and (of_type < 0 or o.gives[op] == of_type)
        if count > 0:
            nth = dice.below(d, count)
            for i in range(length):
                op = g.op[tree, i]
                if (o.arity[op] == 0) == terminal and (of_type < 0 or o.gives[op] == of_type):
                    if nth == 0:
                        return i
                    nth -= 1
        if of_type < 0:
            return 0  # a tree without non-terminals yields its root
        terminal = not terminal
    return -1


@rule
def depth_of(g, tree, i):
    """Levels of the subtree that begins at node i."""
    deepest = np.int64(g.level[tree, i])
    for j in range(i + 1, i + g.span[tree, i]):
        deepest = max(deepest, np.int64(g.level[tree, j]))
    return deepest - np.int64(g.level[tree, i]) + 1


@rule
def splice(o, g, tree, i, giver, from_tree, j, a):
    """Into a: g, with the subtree of another tree, from node j on, in the place of its own at node i. a is not g."""
    old = np.int64(g.span[tree, i])
    new = np.int64(giver.span[from_tree, j])
    length = np.int64(g.length[tree]) - old + new
    for k in range(new):
        a.op[tree, i + k] = giver.op[from_tree, j + k]
        a.value[tree, i + k] = giver.value[from_tree, j + k]
    for k in range(i + new, length):
        a.op[tree, k] = g.op[tree, k - new + old]
        a.value[tree, k] = g.value[tree, k - new + old]
    settle(o, a, tree, length)


@rule
def copy(g, a):
    """a := g."""
    for tree in range(len(g.length)):
        for i in range(g.op.shape[1]):
            a.op[tree, i] = g.op[tree, i]
            a.value[tree, i] = g.value[tree, i]
            a.span[tree, i] = g.span[tree, i]
            a.level[tree, i] = g.level[tree, i]
        a.length[tree] = g.length[tree]
    a.habits = g.habits


@rule
def fits(o, g, tree, i, giver, from_tree, j):
    """Whether the subtree at j may stand at i: CHANGED, DEEP or OVERFLOWED (types are looked at elsewhere)."""
    if np.int64(g.level[tree, i]) + depth_of(giver, from_tree, j) > o.depth:
        return DEEP
    if np.int64(g.length[tree]) - g.span[tree, i] + giver.span[from_tree, j] > g.op.shape[1]:
        return OVERFLOWED
    return CHANGED


@rule
def crossover(d, o, mother, father, a, b):
    """Exchange two subtrees; what became of the children: of a, and 8 times that of b."""
    copy(mother, a)
    copy(father, b)
    trees = len(mother.length)
    tree = dice.below(d, trees)
    other = dice.below(d, trees) if o.mixed else tree
    while o.roots[tree] != o.roots[other]:
        other = dice.below(d, trees)
    first = UNLIKE
    second = UNLIKE
    i = np.int64(0)
    j = np.int64(0)
    for _ in range(o.tries):
        i = pick_node(d, o, mother, tree, -1)
        hers = o.gives[mother.op[tree, i]]
        j = pick_node(d, o, father, other, hers if o.matched else -1)
        first = UNLIKE
        second = UNLIKE
        if j >= 0 and o.gives[father.op[other, j]] == hers:
            first = fits(o, mother, tree, i, father, other, j)
            second = fits(o, father, other, j, mother, tree, i)
        if first == CHANGED and second == CHANGED:
            break
    if first == CHANGED:
        splice(o, mother, tree, i, father, other, j, a)
    if second == CHANGED:
        splice(o, father, other, j, mother, tree, i, b)
    return first + 8 * second


@rule
def regrow(d, o, g):
    """Subtree mutation: a new subtree, by GROW, in the place of one."""
    tree = dice.below(d, len(g.length))
    length = np.int64(g.length[tree])
    outcome = DEEP
    for _ in range(o.tries):
        i = pick_node(d, o, g, tree, -1)
        after = i + np.int64(g.span[tree, i])
        new, deepest = build(d, o, GROW, o.gives[g.op[tree, i]], o.graft, g, tree)
        if new == 0 or length - (after - i) + new > g.op.shape[1]:
            outcome = OVERFLOWED
        elif np.int64(g.level[tree, i]) + deepest > o.depth:
            outcome = DEEP
        else:
            plant(o, g, tree, i, after, new)
            return CHANGED
        settle(o, g, tree, length)
    return outcome


_OPERATORS = """
@njit
def fill(d, o, g):
    for tree in range(len(g.length)):
        for i in range(g.length[tree]):
            if g.value[tree, i] == UNDRAWN:
                g.value[tree, i] = draw(d, o, g.op[tree, i])


@njit
def random(d, o, g):
    sprout(d, o, g)
    fill(d, o, g)


@njit
def jitter(d, o, g):
    tree = below(d, len(g.length))
    i = pick_node(d, o, g, tree, -1)
    outcome = UNTOUCHED
    for j in range(i, i + g.span[tree, i]):
        if o.constant[g.op[tree, j]]:
            g.value[tree, j] = perturb(d, o, g.op[tree, j], g.value[tree, j])
            outcome = CHANGED
    return outcome


@njit
def mutate(d, o, g):
    if uniform(d) < o.constants:
        return jitter(d, o, g)
    outcome = regrow(d, o, g)
    fill(d, o, g)
    return outcome
"""


def operators(table: Table) -> tuple[Rule, Rule]:
    """`random` and `mutate` for trees of this table; crossover needs to know nothing of it."""
    constants = [(k, p) for k, p in enumerate(table.primitives) if isinstance(p, Constant)]
    draw = "".join(f"    if op == {k}:\n        return np.float32(draw_{k}(d, o))\n" for k, _ in constants)
    perturb = "".join(f"    if op == {k}:\n        return np.float32(perturb_{k}(d, o, value))\n" for k, _ in constants)
    known = f"CHANGED, UNTOUCHED, UNDRAWN = {CHANGED}, {UNTOUCHED}, np.float32({UNDRAWN})"
    source = (f"{known}\n\n\n@njit\ndef draw(d, o, op):\n{draw}    return np.float32(0.0)\n\n\n"
              f"@njit\ndef perturb(d, o, op, value):\n{perturb}    return value\n\n{_OPERATORS}")
    names = {f"draw_{k}": p.draw for k, p in constants} | {f"perturb_{k}": p.perturb for k, p in constants}
    made = jit.build("trees", source, {**names, "sprout": sprout, "regrow": regrow, "pick_node": pick_node,
                                       "uniform": dice.uniform, "below": dice.below, "np": np})
    return made["random"], made["mutate"]
