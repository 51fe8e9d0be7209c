"""Gunslinger: N players with friends and enemies shoot; it takes two shots at once to kill.

The project of Columbia's COMS 4444 (2013) and Penn's CIS 559, in I. Sibner, D. Liao and N. Roy's report (2015); rules as
in the course's published simulator. Every player has f friends and e enemies. Friendship is mutual, enmity need not be.
Every round all living players name a target or none, and all shots land together: whoever receives two or more dies
(but still fires this round); a single one is absorbed. The game ends after ten rounds in a row without a death. Then
everybody, dead or alive, scores one for being alive, one for each living friend and one for each dead enemy.

Players know each other by private numbers, drawn anew for every player and game. They see who is alive and who shot at
whom in the last round, and know their own friends and enemies only. An action is a private number, or N for no shot;
shooting oneself, the dead or nobody in particular is no shot.

Dice, in order. Friends: player by player, while it is short of friends, one draw among the candidates in order: those
who are not yet its friends, are short of friends themselves, and have the fewest; where there are none, all begins
again. Then player by player first its enemies, e draws without replacement from its non-friends in order (the k-th draw
swaps one of the rest into place k), and next its private numbers, a shuffle of 0..N-1 from the last place down.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lek import dice
from lek.game import Face, Game, record
from lek.jit import rule
from lek.settings import Mistake, Setting, configurable

QUIET = 10  # rounds without a death that end a game
FRIEND, ENEMY, NEUTRAL, SELF = 1, -1, 0, 2


@rule
def start(s):
    while not befriend(s):
        pass
    players = len(s.alive)
    for i in range(players):
        make_enemies(s, i)
        shuffle(s, i)
        s.alive[i] = 1
        s.last[i] = -1
    s.chooser = 0


@rule
def befriend(s):
    """Draw friends; false where somebody cannot find enough."""
    players = len(s.alive)
    for i in range(players):
        s.befriended[i] = 0
        for j in range(players):
            s.relation[i, j] = SELF if i == j else NEUTRAL
    for i in range(players):
        while s.befriended[i] < s.f:
            j = candidate(s, i)
            if j < 0:
                return False
            s.relation[i, j] = FRIEND
            s.relation[j, i] = FRIEND
            s.friends[i, s.befriended[i]] = j
            s.friends[j, s.befriended[j]] = i
            s.befriended[i] += 1
            s.befriended[j] += 1
    return True


@rule
def candidate(s, i):
    """One of those with the fewest friends among those who may still become i's friend, or -1."""
    fewest = s.f
    count = 0
    for j in range(len(s.alive)):
        if s.relation[i, j] == NEUTRAL and s.befriended[j] <= fewest and s.befriended[j] < s.f:
            count = count + 1 if s.befriended[j] == fewest else 1
            fewest = s.befriended[j]
    if count == 0:
        return -1
    nth = dice.below(s, count)
    for j in range(len(s.alive)):
        if s.relation[i, j] == NEUTRAL and s.befriended[j] == fewest:
            if nth == 0:
                return j
            nth -= 1
    return -1


@rule
def make_enemies(s, i):
    """Draw i's enemies among those who are not its friends."""
    count = 0
    for j in range(len(s.alive)):
        if s.relation[i, j] == NEUTRAL:
            s.numbers[i, count] = j
            count += 1
    for k in range(s.e):
        other = k + dice.below(s, count - k)
        j = s.numbers[i, other]
        s.numbers[i, other] = s.numbers[i, k]
        s.enemies[i, k] = j
        s.relation[i, j] = ENEMY


@rule
def shuffle(s, i):
    """Draw the numbers by which i knows the players: numbers[i, j] is j's, named[i, number] is who has it."""
    for j in range(len(s.alive)):
        s.named[i, j] = j
    for place in range(len(s.alive) - 1, 0, -1):
        other = dice.below(s, place + 1)
        j = s.named[i, place]
        s.named[i, place] = s.named[i, other]
        s.named[i, other] = j
    for number in range(len(s.alive)):
        s.numbers[i, s.named[i, number]] = number


@rule
def actor(s):
    """The living choose in order, and none sees a choice of this round."""
    return s.chooser if s.quiet < QUIET else -1


@rule
def legal(s, a):
    """No shot, or a shot at somebody else who is alive."""
    players = len(s.alive)
    if a == players:
        return True
    return 0 <= a < players and s.named[s.chooser, a] != s.chooser and may_be_shot(s, s.named[s.chooser, a])


@rule
def may_be_shot(s, target):
    return s.alive[target] != 0 or (s.quirk != 0 and target == 0)


@rule
def step(s, a):
    """Hold the choice; when the last living player has chosen, all shots land."""
    shooter = s.chooser
    s.chosen[shooter] = s.named[shooter, a] if a != len(s.alive) and legal(s, a) else -1
    following = shooter + 1
    while following < len(s.alive) and s.alive[following] == 0:
        following += 1
    s.chooser = following
    if following == len(s.alive):
        fire(s)


@rule
def fire(s):
    """All shots land together; the first living player is the next to choose."""
    players = len(s.alive)
    s.turn += 1
    s.quiet += 1
    for i in range(players):
        s.hits[i] = 0
    for i in range(players):
        s.last[i] = s.chosen[i] if s.alive[i] != 0 else -1
        if s.last[i] >= 0:
            s.hits[s.last[i]] += 1
            s.shots[i] += 1
    s.chooser = -1
    for i in range(players):
        if s.hits[i] >= 2 and s.alive[i] != 0:
            s.alive[i] = 0
            s.died[i] = s.turn
            s.quiet = 0
    for i in range(players - 1, -1, -1):
        if s.alive[i] != 0:
            s.chooser = i


@rule
def score(s, seat):
    return float(s.alive[seat] + living_friends(s, seat) + dead_enemies(s, seat))


@rule
def living_friends(s, seat):
    living = 0
    for k in range(s.f):
        living += s.alive[s.friends[seat, k]]
    return living


@rule
def dead_enemies(s, seat):
    dead = 0
    for k in range(s.e):
        dead += 1 - s.alive[s.enemies[seat, k]]
    return dead


@rule
def measure(s, seat, out):
    """Alive, living friends, dead enemies, shots fired, rounds played, and the rank (those who tie share the best)."""
    out[0] = s.alive[seat]
    out[1] = living_friends(s, seat)
    out[2] = dead_enemies(s, seat)
    out[3] = s.shots[seat]
    out[4] = s.turn
    out[5] = 1
    mine = score(s, seat)
    for other in range(len(s.alive)):
        out[5] += score(s, other) > mine


@rule
def observe(s, body, v):
    """Everything in private numbers."""
    v.turn = s.turn
    v.quiet = s.quiet
    v.me = s.numbers[body, body]
    for k in range(s.f):
        v.friends[k] = s.numbers[body, s.friends[body, k]]
    for k in range(s.e):
        v.enemies[k] = s.numbers[body, s.enemies[body, k]]
    for i in range(len(s.alive)):
        number = s.numbers[body, i]
        v.relation[number] = s.relation[body, i]
        v.alive[number] = s.alive[i]
        v.shots[number] = s.numbers[body, s.last[i]] if s.last[i] >= 0 else -1


def show(s: Any) -> str:
    """Who is alive, whom they like and dislike, and whom they shot last, by seat."""
    lines = [f"round {s.turn}, {s.quiet} without a death"]
    for i in range(len(s.alive)):
        state = "alive" if s.alive[i] else f"dead since round {s.died[i]}"
        shot = f", shot {s.last[i]}" if s.last[i] >= 0 else ""
        friends, enemies = s.friends[i, : s.f].tolist(), s.enemies[i, : s.e].tolist()
        lines.append(f"  player {i}: {state}{shot}; friends {_listed(friends)}; enemies {_listed(enemies)}; "
                     f"score {float(score(s, i)):g}")
    return "\n".join(lines)


def show_view(v: Any) -> str:
    """What a player sees, in its own numbers."""
    shots = ", ".join(f"{i} shot {target}" for i, target in enumerate(v.shots) if target >= 0) or "nobody shot"
    return (f"round {v.turn}; you are {v.me}; friends {_listed(v.friends[: v.f].tolist())}; "
            f"enemies {_listed(v.enemies[: v.e].tolist())}; alive {_listed(np.flatnonzero(v.alive).tolist())}; {shots}")


def _listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


SETTINGS = {
    "players": Setting(9, 1, 200, about="how many play: as many as agents are named"),
    "f": Setting(2, 0, 199, about="friends of each; players * f is even"),
    "e": Setting(2, 0, 199, about="enemies of each; e + f < players"),
    "quirk": Setting(False, about="the course's engine let a dead first seat be shot at, which others then saw"),
}


@configurable(SETTINGS, seats="players")
def gunslinger(players: int, f: int, e: int, quirk: bool) -> Game:
    """Gunslinger with these settings."""
    if f + e >= players:
        raise Mistake(f"f={f}, e={e} do not work: friends and enemies are others, so e + f is below players={players}; "
                      "set e and f")
    if players * f % 2:
        raise Mistake(f"f={f} does not work with players={players}: friendship is mutual, so players * f is even; "
                      f"given {players * f}")
    square = (players, players)
    blank = record(
        [("rng", "u8"), ("turn", "i4"), ("quiet", "i4"), ("chooser", "i4"), ("f", "i4"), ("e", "i4"), ("quirk", "i4"),
         ("alive", "i4", (players,)), ("last", "i4", (players,)), ("chosen", "i4", (players,)), ("hits", "i4", (players,)),
         ("died", "i4", (players,)), ("shots", "i4", (players,)), ("befriended", "i4", (players,)),
         ("friends", "i2", (players, max(1, f))), ("enemies", "i2", (players, max(1, e))), ("numbers", "i2", square),
         ("named", "i2", square), ("relation", "i1", square)],
        f=f, e=e, quirk=quirk,
    )
    return Game(
        "gunslinger", blank, players, start, actor, legal, step, score, actions=players + 1,
        limit=QUIET * players * (players + 1), chance="start", range=(0.0, 1.0 + f + e), simultaneous=True,
        measures=("alive", "living_friends", "dead_enemies", "shots", "rounds", "rank"), measure=measure, observe=observe,
        view=record([("turn", "i4"), ("quiet", "i4"), ("me", "i4"), ("f", "i4"), ("e", "i4"),
                     ("friends", "i2", (max(1, f),)), ("enemies", "i2", (max(1, e),)), ("relation", "i1", (players,)),
                     ("alive", "i1", (players,)), ("shots", "i2", (players,))], f=f, e=e),
        round=lambda s: s.turn, together=True,
        face=Face(show, show_view, "Gunslinger", "Players with friends and enemies shoot at once, and it takes two shots to "
                  "kill.", action_name=lambda a: "no shot" if a == players else f"shoot {a}",
                  action_of=lambda text: players if text in ("no shot", "none") else int(text.removeprefix("shoot "))),
    )
