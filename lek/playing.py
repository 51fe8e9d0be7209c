"""`play`: a schedule in, scores out, with the results that `watch` has turn by turn.

`play` is the only expensive thing in the system. Fitness, coevolution, tournaments and studies are ways of writing a
schedule and of reading what comes back.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border, dice, kernel
from lek.agent import Agent, Brain, Fast, Population
from lek.game import Game
from lek.position import Position, no_number, result
from lek.settings import Mistake
from lek.transcript import Recording
from lek.watching import Fault


class Played(NamedTuple):
    scores: npt.NDArray[np.float64]  # [games, seats]
    measures: npt.NDArray[np.float64]  # [games, seats, k]
    faults: list[Fault]
    moved: frozenset[int] = frozenset()  # the agents outside compiled code that have made a legal move


def play(
    game: Game, agents: Sequence[Agent] | Population, schedule: npt.ArrayLike, seed: int, *,
    deal: npt.ArrayLike | None = None, device: str = "cpu", threads: int | None = None, fast: bool = True,
    progress: Callable[[int], None] | None = None, clock: float | None = None,
) -> Played:
    """Play every game of schedule [games, seats]; deal [games] names each game's dice (default: its index).

    `fast=False` keeps to the generic loop where a fast path exists; the results are the same. `progress` is told the
    number of games done now and then. `clock` is what agents outside compiled code may take for a move, in seconds.
    """
    border.agents(game, agents)
    rows = border.schedule(game, schedule, len(agents.genomes) if isinstance(agents, Population) else len(agents))
    names, seed, clock = border.deals(deal, len(rows)), border.seed(seed), border.seconds("clock", clock)
    if device not in ("cpu", "cuda"):
        raise Mistake(f"device={device} does not work: device is cpu | cuda")
    played = Played(np.zeros((len(rows), game.seats)), np.zeros((len(rows), game.seats, len(game.measures))), [])
    if not len(rows):
        return played
    if not isinstance(agents, Population) and any(agent.outsider for agent in agents):
        if device != "cpu":
            raise Mistake(f"device={device} does not work with agents outside compiled code; use device=cpu")
        return _play_outside(game, agents, rows, names, seed, played, threads, progress, clock)
    _play_inside(game, agents, rows, names, seed, played.scores, played.measures, device, threads, fast, progress)
    wrong = np.flatnonzero(~np.isfinite(played.scores).all(axis=1))
    if len(wrong):
        raise no_number(game, played.scores[wrong[0]], seed, int(names[wrong[0]]))
    return played


def _play_inside(
    game: Game, agents: Sequence[Agent] | Population, rows: Any, names: Any, seed: int, scores: Any, measures: Any,
    device: str, threads: int | None, fast: bool, progress: Callable[[int], None] | None,
) -> None:
    """Fill in scores and measures in compiled code, on the fast path where there is one."""
    brains, genomes, brain_of, row_of = _sorted_by_brain(agents)
    arrays = (names, rows, brain_of, row_of)
    kept = agents.kept if isinstance(agents, Population) and agents.kept is not None else {}
    if fast and len(brains) == 1 and brains[0].fast is not None and _is_built_by(brains[0].fast.game, game):
        own = rows if isinstance(agents, Population) else row_of[rows]
        if device == "cuda" and brains[0].fast.warps is not None:
            if kernel.warps_on_cuda(game, brains[0].fast.warps, genomes[0], kept, seed, names, own, scores, measures):
                return
        elif (prepared := _prepared(game, brains[0].fast, genomes[0], kept)) is not None:
            table, codes = prepared
            if device == "cuda":
                there = kernel.OnCuda(game, brains, [codes], (names, own, brain_of, row_of), seed, scores, measures, table)
                there.launch()
                there.fetch(scores, measures)
            else:
                kernel.fast_on_cpu(brains[0], table, codes, seed, names, own, scores, measures,
                                   kernel.usable_threads(threads), progress)
            return
    if device == "cuda":
        there = kernel.OnCuda(game, brains, genomes, arrays, seed, scores, measures)
        there.launch()
        there.fetch(scores, measures)
    else:
        kernel.on_cpu(game, brains, genomes, arrays, seed, scores, measures, kernel.usable_threads(threads), progress)


@lru_cache(maxsize=256)
def _is_built_by(build: Callable[..., Game], game: Game) -> bool:
    """Whether this is the very game that comes of its settings there: an edited copy may bear the same name."""
    try:
        own = build(**game.settings)
    except (Mistake, TypeError):  # the copy has other settings
        return False
    return (all(getattr(own, name) is getattr(game, name) for name in kernel.RULES)
            and own.blank.dtype == game.blank.dtype and own.blank.tobytes() == game.blank.tobytes())


def _prepared(game: Game, fast: Fast, genomes: Any, kept: dict[Any, Any]) -> tuple[Any, Any] | None:
    """What a fast path needs of these genomes, made once."""
    key = (game, "prepared")
    if key not in kept:
        kept[key] = fast.prepare(game, genomes)
    made: tuple[Any, Any] | None = kept[key]
    return made


def rolls_dice(game: Game, agents: Sequence[Agent], seats: Sequence[int], seed: int) -> bool:
    """Whether anybody rolls dice in the game of these seats; where nobody does, it is the same game on every deal."""
    if any(agents[i].brain is None for i in seats):
        return True  # who decides outside compiled code may do as it likes
    if game.newborn is not None or game.bodies > game.seats:
        return True  # a body's dice may be those of an earlier one, or of another seat's
    if game.rolls and int(Position(game, seed).state.rng) != int(dice.stream(seed, 0, 0)):
        return True
    brains, genomes, brain_of, row_of = _sorted_by_brain([agents[i] for i in seats])
    rolled: list[bool] = []

    def seen(state: Any, memories: list[Any]) -> None:
        rolled.append(game.rolls and int(state.rng) != int(dice.stream(seed, 0, 0)))
        for seat in range(game.seats):
            if brains[brain_of[seat]].rolls(game):
                rolled.append(int(memories[brain_of[seat]][seat].rng) != int(dice.stream(seed, 0, 1 + seat)))

    arrays = (np.zeros(1, np.int64), np.arange(game.seats)[None], brain_of, row_of)
    kernel.on_cpu(game, brains, genomes, arrays, seed, np.zeros((1, game.seats)),
                  np.zeros((1, game.seats, len(game.measures))), threads=1, seen=seen)
    return any(rolled)


def _play_outside(
    game: Game, agents: Sequence[Agent], schedule: Any, deal: Any, seed: int, played: Played, threads: int | None,
    progress: Callable[[int], None] | None, clock: float | None,
) -> Played:
    """Games with outsiders in them one by one through `watch`, all others in compiled code."""
    outside = np.array([agent.outsider is not None for agent in agents])[schedule].any(axis=1)
    if not outside.all():
        inside = [agent for agent in agents if agent.outsider is None]
        row = np.cumsum([agent.outsider is None for agent in agents]) - 1
        rest = play(game, inside, row[schedule[~outside]], seed, deal=deal[~outside], threads=threads)
        played.scores[~outside], played.measures[~outside] = rest.scores, rest.measures
    done, moved = int((~outside).sum()), set()
    twins: dict[tuple[int, int], Agent] = {}
    for i in np.flatnonzero(outside).tolist():
        seats, faults = schedule[i].tolist(), list[Fault]()
        seated = [agents[index] for index in seats]
        for place, index in enumerate(seats):
            nth = seats[:place].count(index)
            if nth and agents[index].outsider:  # one who meets itself brings a twin
                if (index, nth) not in twins:
                    twins[index, nth] = replace(agents[index], outsider=copy.copy(agents[index].outsider))
                seated[place] = twins[index, nth]
        recording = Recording(game, seated, seed, int(deal[i]), clock, faults)
        for _ in recording.turns():
            pass
        moved |= {seats[seat] for seat in recording.moved if seated[seat].outsider}
        played.scores[i], played.measures[i] = result(game, recording.state, seed, int(deal[i]))
        played.faults.extend(fault._replace(game=i, agent=seats[fault.agent]) for fault in faults)
        done += 1
        if progress is not None:
            progress(done)
    return played._replace(moved=frozenset(moved))


def _sorted_by_brain(agents: Sequence[Agent] | Population) -> tuple[list[Brain], list[Any], Any, Any]:
    """Brains in order of name, their genomes stacked, and for every agent its brain and its row there."""
    if isinstance(agents, Population):
        count = len(agents.genomes)
        return [agents.brain], [agents.genomes], np.zeros(count, np.int64), np.arange(count)
    own = [(agent.brain, agent.genome) for agent in agents if agent.brain is not None and agent.genome is not None]
    brains = sorted({id(brain): brain for brain, _ in own}.values(), key=lambda brain: brain.name)
    stacks: list[list[Any]] = [[] for _ in brains]
    brain_of, row_of = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
    for index, (brain, genome) in enumerate(own):
        k = next(k for k, other in enumerate(brains) if other is brain)
        brain_of[index], row_of[index] = k, len(stacks[k])
        stacks[k].append(genome)
    return brains, [np.concatenate(stack).view(np.recarray) for stack in stacks], brain_of, row_of
