"""What the paper tells of BrilliAnt's behaviour (section 6), measured on our champions.

Single ants on boards made for them: the enemy is dead, or sits still where it is put. Every scene is played in all eight
turns and reflections of the board, so a direction that an ant happens to like counts for nothing. And games against
HyperHumant, watched move by move.

    preferences   two groups of food, so many pieces at such a distance each, on opposite sides: which is begun first
    guarded       two equal groups, the enemy beside one: whether the other one is begun first
    returns       two equal groups: whether the second is eaten, too, having been out of view
    trail         food in a row with gaps of up to two cells: the share eaten in as many moves as it takes
    coverage      no food at all: cells seen by move 18, moves until all were seen, share of diagonal moves, moves before the
                  first turn
    standoff      share of games in which three of its moves in a row leave the enemy two cells away, with food beside both
    beside        of its moves made with the enemy in view, those after which it is beside it
    kamikaze      of its pieces eaten beside the enemy, and of its deaths, when and at which score they came
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lek.agent import Agent
from lek.game import Game
from lek.games.antwars import BIT, CELLS, SIDE, SIGHT, START, cells_of, shifted
from lek.studies import brilliant as study
from lek.studies.brilliant import breeding, judging
from lek.studies.study import Arrays, seed_of
from lek.watching import watch

PREFERENCES = (((2, 2), (2, 1)), ((1, 1), (2, 2)), ((3, 2), (2, 1)), ((3, 2), (3, 1)), ((2, 2), (3, 2)))  # worse, better
WATCHED = 100  # games against HyperHumant
NEAR_END = 5  # moves left that are near the end
SYMMETRIES = [(flip, turn) for flip in (False, True) for turn in range(4)]


def turned(down: int, right: int, symmetry: tuple[bool, int]) -> tuple[int, int]:
    """A place relative to the ant after a reflection and quarter turns."""
    flip, quarters = symmetry
    if flip:
        right = -right
    for _ in range(quarters):
        down, right = right, -down
    return down, right


def alone(
    game: Game, ant: Agent, food: Any, enemy: int | None = None, moves: int | None = None
) -> Iterator[tuple[int, Any]]:
    """An ant on a board of our making, whose enemy is dead or sits still: its action and the state after each move."""
    assert ant.brain is not None and ant.genome is not None
    s = game.blank.copy()[0]
    s.cell[0], s.cell[1] = START[0], START[1] if enemy is None else enemy
    s.alive[1] = enemy is not None
    for cell in food:
        s.food[0] |= BIT[cell, 0]
        s.food[1] |= BIT[cell, 1]
    memory = np.zeros(1, ant.brain.memory_type(game)).view(np.recarray)
    view = game.blank_view()[0]
    for _ in range(moves or int(s.moves)):
        s.turn += s.turn & 1  # the other one passes
        game.observe(s, 0, view)  # type: ignore[misc]
        action = int(ant.brain.act(ant.genome[0], memory[0], view))
        game.step(s, action)
        yield action, s
        if not s.alive[0]:
            return


def group(pieces: int, distance: int, symmetry: tuple[bool, int], behind: bool) -> list[int]:
    """Cells of a group side by side, straight ahead of the ant at a distance, or behind it."""
    places = [(-distance, k - (pieces - 1) // 2) for k in range(pieces)]
    return [shifted(START[0], *turned(-down if behind else down, right, symmetry)) for down, right in places]


def first_begun(game: Game, ant: Agent, one: list[int], other: list[int], enemy: int | None = None) -> int:
    """Which group loses a piece first: 0, 1, or -1 for none within six moves."""
    for _, s in alone(game, ant, [*one, *other], enemy, 6):
        left = set(cells_of(s.food))
        if not {*one} <= left:
            return 0
        if not {*other} <= left:
            return 1
    return -1


def preferences(game: Game, ant: Agent) -> list[float]:
    """For each pair of groups the share of scenes in which the better one was begun first."""
    shares = []
    for worse, better in PREFERENCES:
        begun = [first_begun(game, ant, group(*better, symmetry, False), group(*worse, symmetry, True))
                 for symmetry in SYMMETRIES]
        shares.append(float(np.mean([which == 0 for which in begun])))
    return shares


def guarded(game: Game, ant: Agent) -> float:
    """The share of scenes in which the group without an enemy beside it was begun first."""
    begun = []
    for symmetry in SYMMETRIES:
        enemy = shifted(START[0], *turned(2, 1, symmetry))
        begun.append(first_begun(game, ant, group(1, 2, symmetry, False), group(1, 2, symmetry, True), enemy))
    return float(np.mean([which == 0 for which in begun]))


def returns(game: Game, ant: Agent) -> float:
    """The share of scenes in which both groups are eaten within twelve moves."""
    shares = []
    for symmetry in SYMMETRIES:
        food = [*group(2, 2, symmetry, False), *group(2, 2, symmetry, True)]
        *_, (_, last) = alone(game, ant, food, moves=12)
        shares.append(not cells_of(last.food))
    return float(np.mean(shares))


def trail(game: Game, ant: Agent) -> float:
    """The share eaten of the trail of Fig. 2a, in the moves it takes, over all its turns and reflections."""
    places = [(3, 3), (3, 4), (4, 4), (5, 5), (6, 5), (7, 7), (7, 8), (5, 10)]
    eaten = []
    for symmetry in SYMMETRIES:
        food = [shifted(START[0], *turned(row - 5, column - 2, symmetry)) for row, column in places]
        *_, (_, last) = alone(game, ant, food, moves=11)
        eaten.append(int(last.eaten[0]))
    return float(np.mean(eaten)) / len(places)


def coverage(game: Game, ant: Agent) -> tuple[float, float, float, float]:
    """Without food: cells seen in 18 moves, moves until all are seen (36: never), the share of diagonal moves, and moves
    before the first turn."""
    seen: set[int] = set()
    at_18, complete, diagonal, last = 0, 36, 0, START[0]
    actions: list[int] = []
    for number, (action, s) in enumerate(alone(game, ant, [])):
        actions.append(action)
        for cell in (last, int(s.cell[0])):
            seen |= {shifted(cell, i, j) for i in range(-2, 3) for j in range(-2, 3)}
        last = int(s.cell[0])
        diagonal += action % 2
        if number < 18:
            at_18 = len(seen)
        if len(seen) == CELLS:
            complete = min(complete, number + 1)
    straight = next((number for number, action in enumerate(actions) if action != actions[0]), len(actions))
    return float(at_18), float(complete), diagonal / 35, float(straight)


def apart(a: int, b: int) -> int:
    """Moves from one cell to another."""
    rows, columns = abs(a // SIDE - b // SIDE), abs(a % SIDE - b % SIDE)
    return max(min(rows, SIDE - rows), min(columns, SIDE - columns))


def watched(game: Game, ant: Agent, other: Agent, seed: int) -> dict[str, float]:
    """Standoffs and sacrifices in games against another ant."""
    standoffs = daring = daring_late = deaths = deaths_after_food = deaths_late = with_seven = met = beside_it = 0
    for number in range(WATCHED):
        me = number % 2
        row, held, fed, longest = 0, 0, False, 0
        before = None
        for turn in watch(game, [ant, other] if me == 0 else [other, ant], seed, number // 2):
            s = turn.state
            gap = apart(int(s.cell[0]), int(s.cell[1]))
            if turn.seat == me:
                if before is not None and before.alive[1 - me] and s.alive[1 - me]:
                    seen = apart(int(before.cell[0]), int(before.cell[1])) <= SIGHT
                    met, beside_it = met + seen, beside_it + (seen and gap == 1)
                ate = before is not None and s.eaten[me] > before.eaten[me]
                fed = bool(ate) and gap == 1 and bool(s.alive[1 - me])
                left = game.settings["moves"] - turn.number // 2 - 1
                if fed:
                    daring += 1
                    daring_late += left <= NEAR_END
                    with_seven += s.eaten[me] >= 8
                beside = any(apart(c, int(s.cell[0])) <= 1 and apart(c, int(s.cell[1])) <= 1 for c in cells_of(s.food))
                row = row + 1 if gap == 2 and beside and s.alive[1 - me] else 0
                longest = max(longest, row)
            elif before is not None and before.alive[me] and not s.alive[me]:
                deaths += 1
                deaths_after_food += fed
                deaths_late += game.settings["moves"] - turn.number // 2 - 1 <= NEAR_END
            before = s
        held = longest >= 3
        standoffs += held
    return {"standoff": standoffs / WATCHED, "beside": beside_it / max(1, met), "daring": daring / WATCHED,
            "daring_late": daring_late / max(1, daring),
            "daring_eighth": with_seven / max(1, daring), "deaths": deaths / WATCHED,
            "deaths_after_food": deaths_after_food / max(1, deaths), "deaths_late": deaths_late / max(1, deaths)}


WATCHING = ("standoff", "beside", "daring", "daring_late", "daring_eighth", "deaths", "deaths_after_food", "deaths_late")


def probes(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """All of it for every champion at the paper's scale."""
    game, bred = breeding.made("paper")
    champions = judging.ants(bred, judging.gather(arrays, "paper", "champion"))
    hyper = judging.humants(game)[-1]
    told = [watched(game, ant, hyper, seed_of(config.seed, "watched")) for ant in champions]
    return {"preferences": np.array([preferences(game, ant) for ant in champions]),
            "guarded": np.array([guarded(game, ant) for ant in champions]),
            "returns": np.array([returns(game, ant) for ant in champions]),
            "trail": np.array([trail(game, ant) for ant in champions]),
            "coverage": np.array([coverage(game, ant) for ant in champions]),
            **{name: np.array([row[name] for row in told]) for name in WATCHING}}
