"""Moose: a family of resource games for two or more moose on two or more fields.

D. Ashlock, J. A. Brown, C. Gregor and M. Makhmutov, "A Family of Turn-Based Strategy Games with Moose" (2022), and the
student contest it grew from (Innopolis University, 2020 and 2021). A field holds C e^x / (1 + e^x) of vegetation;
x starts at 1, and eating a field down to x = 0 is worth C e^x / (1 + e^x) - C / 2.

Every round all moose choose a field at once. Two or more moose on one field fight: none of them eats, and x falls by
one, to 0 at the least. The two rules differ in everything else (rankings under them are anti-correlated):

    rule=paper      a field with at most one moose grows first, x += growth; a moose alone on a field then eats all
                    of it: it gains the value of the grown x, and x := 0
    rule=contest    nothing grows before the meal: a moose alone on a field gains the value of x as it stood, and x
                    falls by one, to 0 at the least; only fields nobody visited grow

An action that names no field is a moose that stays away: it eats nothing, fights nobody and disturbs nothing.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lek.game import Face, Game, Measure, record
from lek.jit import rule
from lek.settings import Setting, configurable

ACTIONS_ONLY, OWN_FIELD, ALL_FIELDS = 0, 1, 2
UNSEEN = -1.0  # stands in a view for the x of a field that may not be seen


GAINS = np.array([1.0 / (1.0 + math.exp(-x)) - 0.5 for x in range(512)])  # of whole x, where capacity is 1


@rule
def gain(capacity, x):
    """What a moose alone on the field eats: f(x) - f(0)."""
    place = int(x) & 511
    if place == x:
        return capacity * GAINS[place]
    return capacity * (1.0 / (1.0 + math.exp(-x)) - 0.5)


@rule
def start(s):
    for k in range(len(s.x)):
        s.x[k] = 1.0
    for i in range(len(s.last)):
        s.last[i] = -1


@rule
def actor(s):
    """The moose choose in order, and none sees a choice of this round."""
    return s.chooser if s.turn < s.rounds else -1


@rule
def legal(s, a):
    return 0 <= a < len(s.x)


@rule
def step(s, a):
    """Hold the choice; when the last moose has chosen, play the round."""
    s.last_chosen[s.chooser] = a if 0 <= a < len(s.x) else -1
    s.chooser += 1
    if s.chooser == len(s.last):
        for k in range(len(s.x)):
            forage(s, k)
        for i in range(len(s.last)):
            s.last[i] = s.last_chosen[i]
        s.chooser = 0
        s.turn += 1


@rule
def forage(s, k):
    """One round on field k."""
    visitors = 0
    visitor = -1
    for i in range(len(s.last)):
        if s.last_chosen[i] == k:
            visitors += 1
            visitor = i
            s.visits[i, k] += 1
    grows = visitors == 0 if s.contest else visitors <= 1
    if grows:
        s.x[k] += s.growth[k]
    if visitors == 1:
        s.total[visitor] += gain(s.capacity[k], s.x[k])
        s.x[k] = max(0.0, s.x[k] - 1.0) if s.contest else 0.0
    elif visitors > 1:
        s.x[k] = max(0.0, s.x[k] - 1.0)
        for i in range(len(s.last)):
            if s.last_chosen[i] == k:
                s.fights[i, k] += 1


@rule
def score(s, seat):
    return s.total[seat]


@rule
def measure(s, seat, out):
    """Fights; visits to each field; fights on each field."""
    fields = len(s.x)
    out[0] = 0.0
    for k in range(fields):
        out[0] += s.fights[seat, k]
        out[1 + k] = s.visits[seat, k]
        out[1 + fields + k] = s.fights[seat, k]


@rule
def observe(s, body, v):
    """The last round's choices; x of all fields, of the own field, or of none, before this round's growth."""
    v.turn = s.turn
    v.mine = s.last[body]
    moose = len(s.last)
    for i in range(moose - 1):
        v.others[i] = s.last[(body + 1 + i) % moose]
    for k in range(len(s.x)):
        seen = s.sees == ALL_FIELDS or (s.sees == OWN_FIELD and k == s.last[body])
        v.x[k] = s.x[k] if seen else UNSEEN


def show(s: Any) -> str:
    """The fields after a round: x, the vegetation as a bar, and who was there; then the scores."""
    lines = show_fields(s, [(f"moose {i + 1}", last) for i, last in enumerate(s.last)])
    return "\n".join([*lines, "  scores " + "  ".join(f"{total:.3f}" for total in s.total)])


def show_view(v: Any) -> str:
    """The same as far as a moose sees it."""
    one = len(v.others) == 1
    others = [("the other" if one else f"other {i + 1}", last) for i, last in enumerate(v.others)]
    return "\n".join(show_fields(v, [("you", v.mine), *others]))


def show_fields(s: Any, visits: list[tuple[str, Any]]) -> list[str]:
    """The fields of a state or of a view, one a line, with those who visited them last."""
    lines = [f"round {s.turn}"]
    for k, x in enumerate(s.x):
        value = float(gain(s.capacity[k], max(float(x), 0.0)))
        here = [name for name, last in visits if last == k]
        there, fight = "".join(f" {name}" for name in here), " fight!" * (len(here) > 1)
        if x == UNSEEN:
            lines.append(f"  field {k + 1}  x=?{there}")
        else:
            bar = "#" * round(20 * value / (0.5 * float(s.capacity[k]))) if s.capacity[k] > 0 else ""
            lines.append(f"  field {k + 1}  x={x:<5g} {bar:<20} {value:6.3f}{there}{fight}")
    return lines


SETTINGS = {
    "rule": Setting("paper", choices=("paper", "contest"), about="which harvest rule"),
    "moose": Setting(2, 2, 64, about="how many moose play"),
    "fields": Setting(3, 2, 64, about="how many fields there are"),
    "capacity": Setting((10.0,), 0.0, 1e9, per="fields", about="richness C of a field"),
    "growth": Setting((1.0,), 0.0, 1e6, per="fields", about="what x grows by in a round"),
    "rounds": Setting(50, 1, 1_000_000, about="rounds in one game"),
    "sees": Setting("all", choices=("actions", "own", "all"), about="what an agent sees beside the others' last fields"),
}
PRESETS = {
    "paper": {"rule": "paper", "rounds": 50},
    "contest": {"rule": "contest", "rounds": 100},
}


@configurable(SETTINGS, PRESETS)
def moose(rule: str, moose: int, fields: int, capacity: tuple[float, ...], growth: tuple[float, ...], rounds: int,
          sees: str) -> Game:
    """The Moose game with these settings."""
    blank = record(
        [("x", "f8", (fields,)), ("capacity", "f8", (fields,)), ("growth", "f8", (fields,)),
         ("total", "f8", (moose,)), ("turn", "i4"), ("rounds", "i4"), ("chooser", "u4"),
         ("last", "i4", (moose,)), ("last_chosen", "i4", (moose,)),
         ("visits", "i4", (moose, fields)), ("fights", "i4", (moose, fields)), ("contest", "i1"), ("sees", "i1")],
        capacity=capacity, growth=growth, rounds=rounds, contest=rule == "contest",
        sees=("actions", "own", "all").index(sees),
    )
    names = range(1, fields + 1)
    return Game(
        "moose", blank, moose, start, actor, legal, step, score, actions=fields, limit=rounds * moose,
        range=(0.0, rounds * max(capacity) / 2), simultaneous=True,
        measures=("fights", *(Measure(f"{what}-{k}", shown=False) for what in ("visits", "fights") for k in names)),
        measure=measure,
        observe=observe,
        view=record([("turn", "i4"), ("mine", "i4"), ("others", "i4", (moose - 1,)), ("x", "f8", (fields,)),
                     ("capacity", "f8", (fields,)), ("growth", "f8", (fields,)), ("contest", "i1")],
                    capacity=capacity, growth=growth, contest=rule == "contest"),
        round=lambda s: s.turn,
        face=Face(show, show_view, "Moose", "All moose choose a field at once: who is alone there eats, others fight.",
                  action_name=lambda a: f"field {a + 1}", action_of=lambda text: int(text.removeprefix("field ")) - 1),
    )
