"""Games of one's own, each a file outside the package: the texts of two."""

NIM = '''
"""Nim with one heap: take 1 to `most`; who takes the last one wins."""

from lek import Face, Game, Setting, configurable, record, rule, strategy

PLAYERS = {}


@rule
def start(s):
    s.left = s.heap


@rule
def actor(s):
    return s.mover if s.left > 0 else -1


@rule
def legal(s, a):
    return 0 <= a < s.most and a < s.left


@rule
def step(s, a):
    """Who does not move as he may takes one."""
    s.left -= a + 1 if 0 <= a < s.most and a < s.left else 1
    s.mover = 1 - s.mover


@rule
def score(s, seat):
    return 1.0 if s.left <= 0 and s.mover != seat else 0.0


@strategy(PLAYERS)
def wise(g, m, v):
    """Leaves a multiple of most + 1, and takes one where it cannot."""
    spare = v.left % (v.most + 1)
    return spare - 1 if spare > 0 else 0


@configurable({"heap": Setting(21, 1, 1000, about="how many there are"), "most": Setting(3, 1, 9, about="at once")})
def nim(heap, most):
    """Nim with one heap."""
    blank = record([("left", "i8"), ("heap", "i8"), ("most", "i8"), ("mover", "i8")], heap=heap, most=most)
    return Game("nim", blank, 2, start, actor, legal, step, score, actions=most, limit=heap,
                face=Face(lambda s: "|" * int(s.left)))
'''

PENNIES = '''
"""Matching pennies: both choose a side at once; equal sides are a point for the first, different for the second."""

from lek import Game, Setting, configurable, record, rule


@rule
def start(s):
    s.mover = 0


@rule
def actor(s):
    return s.mover if s.turn < s.turns else -1


@rule
def legal(s, a):
    return 0 <= a < 2


@rule
def step(s, a):
    s.held[s.mover] = a if 0 <= a < 2 else 0
    s.mover += 1
    if s.mover == 2:
        s.total[0 if s.held[0] == s.held[1] else 1] += 1
        s.last[0] = s.held[0]
        s.last[1] = s.held[1]
        s.mover = 0
        s.turn += 1


@rule
def score(s, seat):
    return float(s.total[seat])


@rule
def observe(s, body, v):
    v.theirs = s.last[1 - body]


SETTINGS = {"turns": Setting(6, 1, 100, about="how often")}


@configurable(SETTINGS)
def pennies(turns):
    """Matching pennies."""
    blank = record([("turn", "i4"), ("turns", "i4"), ("mover", "i4"), ("held", "i4", (2,)), ("last", "i4", (2,)),
                    ("total", "i4", (2,))], turns=turns)
    return Game("pennies", blank, 2, start, actor, legal, step, score, actions=2, limit=2 * turns,
                range=(0, turns), zero_sum=True, simultaneous=True, observe=observe, view=record([("theirs", "i4")]))
'''
