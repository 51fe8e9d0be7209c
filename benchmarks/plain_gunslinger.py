"""Gunslinger as a plain Python loop: the yardstick a Python programmer would write without compiling.

The rules are those of the game (shots land together, two kill, ten rounds without a death end it); the players are
five DRR and four dumb-1 with two friends and two enemies each. Random numbers are Python's own, so single games differ
from ours and only averages agree. Players see each other by private random numbers, as in the game; `private=False`
leaves that out, which changes no average of these players, for whoever prefers the fastest loop.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable

Choose = Callable[[list[bool], list[int]], int]

QUIET_ROUNDS = 10
WINDOW = 10
MU, BETA = 0.4, 0.06
NINE = ("drr",) * 5 + ("dumb1",) * 4


def draw_friends(rng: random.Random, n: int, f: int) -> list[list[int]]:
    """An f-regular graph: everybody in turn befriends a random one of those with the fewest friends so far."""
    while True:
        friends: list[list[int]] = [[] for _ in range(n)]
        stuck = False
        for player, mine in enumerate(friends):
            while len(mine) < f and not stuck:
                fewest, candidates = f, []
                for other, theirs in enumerate(friends):
                    count = len(theirs)
                    if count <= fewest and count < f and other != player and other not in mine:
                        if count < fewest:
                            fewest, candidates = count, []
                        candidates.append(other)
                if candidates:
                    friend = rng.choice(candidates)
                    mine.append(friend)
                    friends[friend].append(player)
                else:
                    stuck = True
        if not stuck:
            return friends


def dumb1(rng: random.Random, n: int, me: int, friends: list[int]) -> Choose:
    """Always fires at a random living player that is no friend."""
    strangers = [other for other in range(n) if other != me and other not in friends]
    choice = rng.choice

    def choose(alive: list[bool], shots: list[int]) -> int:
        targets = [other for other in strangers if alive[other]]
        return choice(targets) if targets else -1

    return choose


def drr(rng: random.Random, n: int, me: int, friends: list[int]) -> Choose:
    """Fires with a fixed probability at whoever shot it most in the last ten rounds."""
    probability = 1.0 / (1.0 + math.exp(-((n - len(friends)) / n - MU) / BETA))
    window: deque[list[int]] = deque(maxlen=WINDOW)
    uniform, choice = rng.random, rng.choice

    def choose(alive: list[bool], shots: list[int]) -> int:
        window.append([shooter for shooter, target in enumerate(shots) if target == me] if me in shots else [])
        hits: dict[int, int] = {}
        latest: dict[int, int] = {}
        for when, shooters in enumerate(window):
            for shooter in shooters:
                if alive[shooter]:
                    hits[shooter] = hits.get(shooter, 0) + 1
                    latest[shooter] = when
        if not hits:
            return -1
        best = max((count, latest[shooter]) for shooter, count in hits.items())
        targets = [shooter for shooter, count in hits.items() if (count, latest[shooter]) == best]
        target = targets[0] if len(targets) == 1 else choice(targets)
        return target if uniform() < probability else -1

    return choose


MAKERS = {"drr": drr, "dumb1": dumb1}


def play(rng: random.Random, kinds: tuple[str, ...] = NINE, f: int = 2, e: int = 2,
         private: bool = True) -> tuple[list[int], list[int], int]:
    """One game: scores and ranks by seat, and the number of rounds."""
    n = len(kinds)
    friends = draw_friends(rng, n, f)
    enemies, named, numbers, choosers = [], [], [], []
    for player in range(n):
        mine = friends[player]
        enemies.append(rng.sample([other for other in range(n) if other != player and other not in mine], e))
        if private:
            order = list(range(n))
            rng.shuffle(order)
            number = [0] * (n + 1)
            for place, host in enumerate(order):
                number[host] = place
            number[n] = -1  # what index -1 finds: no shot
            named.append(order)
            numbers.append(number)
            mine = [number[friend] for friend in mine]
            choosers.append(MAKERS[kinds[player]](rng, n, number[player], mine))
        else:
            choosers.append(MAKERS[kinds[player]](rng, n, player, mine))

    alive = [True] * n
    living = list(range(n))
    shots = [-1] * n
    rounds = quiet = 0
    while quiet < QUIET_ROUNDS:
        fired = [-1] * n
        received = [0] * n
        for player in living:
            if private:
                order, number = named[player], numbers[player]
                answer = choosers[player]([alive[host] for host in order], [number[shots[host]] for host in order])
                target = order[answer] if 0 <= answer < n else -1
            else:
                target = choosers[player](alive, shots)
            if 0 <= target < n and target != player and alive[target]:
                fired[player] = target
                received[target] += 1
        shots = fired
        rounds += 1
        if max(received) >= 2:
            quiet = 0
            for player, count in enumerate(received):
                if count >= 2:
                    alive[player] = False
            living = [player for player in living if alive[player]]
        else:
            quiet += 1

    scores = [
        alive[player] + sum(alive[friend] for friend in friends[player]) + sum(not alive[enemy] for enemy in enemies[player])
        for player in range(n)
    ]
    ordered = sorted(scores, reverse=True)
    return scores, [1 + ordered.index(score) for score in scores], rounds


def games_per_second(games: int = 200, private: bool = True, seed: int = 0) -> float:
    """Complete games, drawing of friends and enemies included, per second of process time on one core."""
    rng = random.Random(seed)
    began = time.process_time()
    for _ in range(games):
        play(rng, private=private)
    return games / (time.process_time() - began)


if __name__ == "__main__":
    print(f"{games_per_second():.0f} games a second; without private numbers {games_per_second(private=False):.0f}")
