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

from lek import border, kernel
from lek.agent import Agent, Brain, Fast, Population
from lek.game import Game
from lek.position import no_number, result
from lek.settings import Mistake
from lek.threads import usable_threads
from lek.transcript import Recording
from lek.watching import Fault


class Played(NamedTuple):
    scores: npt.NDArray[np.float64]  # [games, seats]
    measures: npt.NDArray[np.float64]  # [games, seats, k]
    faults: list[Fault]
    moved: frozenset[int] = frozenset()  # the agents outside compiled code that have made a legal move
    rolled: npt.NDArray[np.bool_] | None = None  # [games] whether anybody rolled dice; true where that cannot be known


def play(
    game: Game, cast: Sequence[Agent | Population] | Population, schedule: npt.ArrayLike, seed: int, *,
    deal: npt.ArrayLike | None = None, device: str = "cpu", threads: int | None = None, fast: bool = True,
    progress: Callable[[int], None] | None = None, clock: float | None = None, once: bool = False,
) -> Played:
    """Play every game of schedule [games, seats]; deal [games] names each game's dice (default: its index).

    The schedule counts through the cast: an Agent is one, a Population as many as it has genomes.
    `fast=False` keeps to the generic loop where a fast path exists; the results are the same. `progress` is given the
    number of games done now and then. `clock` is what agents outside compiled code may take for a move, in seconds.
    With `once`, those who roll no dice in a game play it on the first of its deals alone: on all others it is the same game.
    """
    border.cast(game, cast)
    if not isinstance(cast, Population) and len(cast) == 1 and isinstance(cast[0], Population):
        cast = cast[0]
    rows = border.schedule(game, schedule, border.members(cast))
    names, seed, clock = border.deals(deal, len(rows)), border.seed(seed), border.seconds("clock", clock)
    if device not in ("cpu", "cuda"):
        raise Mistake(f"device={device} does not work: device is cpu | cuda")
    how: dict[str, Any] = {"device": device, "threads": threads, "fast": fast, "clock": clock}
    if once:
        return _play_once(game, rows, lambda part, done: play(
            game, cast, rows[part], seed, deal=names[part],
            progress=None if progress is None else lambda more: progress(done + more), **how))
    played = Played(np.zeros((len(rows), game.seats)), np.zeros((len(rows), game.seats, len(game.measures))), [],
                    rolled=np.ones(len(rows), np.bool_))
    if not len(rows):
        return played
    if not isinstance(cast, Population) and any(isinstance(each, Agent) and each.outsider for each in cast):
        if device != "cpu":
            raise Mistake(f"device={device} does not work with agents outside compiled code; use device=cpu")
        return _play_outside(game, cast, rows, names, seed, played, threads, progress, clock)
    _play_inside(game, cast, rows, names, seed, played, device, threads, fast, progress)
    wrong = np.flatnonzero(~np.isfinite(played.scores).all(axis=1))
    if len(wrong):
        raise no_number(game, played.scores[wrong[0]], seed, int(names[wrong[0]]))
    return played


def first_of_each(schedule: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For every game the first one with the same agents in the same seats [games]."""
    _, first, which = np.unique(schedule, axis=0, return_index=True, return_inverse=True)
    return np.asarray(first[which.reshape(-1)], np.int64)


def _play_once(game: Game, rows: Any, play_part: Callable[[Any, int], Played]) -> Played:
    """The first game of every seating, and all games of those in which somebody rolled dice; the others are copies."""
    first = first_of_each(rows)
    leads = np.flatnonzero(first == np.arange(len(rows)))
    played = play_part(leads, 0)
    assert played.rolled is not None
    luck = np.zeros(len(rows), np.bool_)
    luck[leads] = played.rolled
    rest = np.flatnonzero(luck[first] & (first != np.arange(len(rows))))
    again = play_part(rest, len(leads))
    scores, measures, rolled = (np.empty((len(rows), *part.shape[1:]), part.dtype)
                                for part in (played.scores, played.measures, played.rolled))
    for whole, one, other in ((scores, played.scores, again.scores), (measures, played.measures, again.measures),
                              (rolled, played.rolled, again.rolled)):
        whole[leads] = one
        whole[:] = whole[first]
        whole[rest] = other
    faults = [fault._replace(game=int(part[fault.game])) for part, each in ((leads, played), (rest, again))
              for fault in each.faults]
    return Played(scores, measures, sorted(faults, key=lambda fault: fault.game), played.moved | again.moved, rolled)


def _play_inside(
    game: Game, cast: Sequence[Agent | Population] | Population, rows: Any, names: Any, seed: int, played: Played,
    device: str, threads: int | None, fast: bool, progress: Callable[[int], None] | None,
) -> None:
    """Fill in what is played in compiled code, on the fast path where there is one."""
    brains, genomes, brain_of, row_of = _sorted_by_brain(cast)
    arrays, rolled = (names, rows, brain_of, row_of), None
    scores, measures = played.scores, played.measures
    if not game.rolls and not any(brain.rolls(game) for brain in brains):
        played.rolled[:] = False  # type: ignore[index]
    elif kernel.tells_who_rolls(game):
        rolled = played.rolled
    kept = cast.kept if isinstance(cast, Population) and cast.kept is not None else {}
    if fast and len(brains) == 1 and brains[0].fast is not None and _is_built_by(brains[0].fast.game, game):
        own = rows if isinstance(cast, Population) else row_of[rows]
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
                                   usable_threads(threads), progress)
            return
    if device == "cuda":
        there = kernel.OnCuda(game, brains, genomes, arrays, seed, scores, measures, rolled=rolled)
        there.launch()
        there.fetch(scores, measures, rolled)
    else:
        kernel.on_cpu(game, brains, genomes, arrays, seed, scores, measures, usable_threads(threads), progress,
                      rolled=rolled)


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


def _play_outside(
    game: Game, cast: Sequence[Agent | Population], schedule: Any, deal: Any, seed: int, played: Played,
    threads: int | None, progress: Callable[[int], None] | None, clock: float | None,
) -> Played:
    """Games with outsiders in them one by one through `watch`, all others in compiled code."""
    beyond = np.concatenate([np.full(len(_genomes(each)), isinstance(each, Agent) and each.outsider is not None)
                             for each in cast])
    outside = beyond[schedule].any(axis=1)
    if not outside.all():
        inside = [each for each in cast if isinstance(each, Population) or each.outsider is None]
        rest = play(game, inside, (np.cumsum(~beyond) - 1)[schedule[~outside]], seed, deal=deal[~outside], threads=threads)
        played.scores[~outside], played.measures[~outside] = rest.scores, rest.measures
        played.rolled[~outside] = rest.rolled  # type: ignore[index]
    done, moved = int((~outside).sum()), set()
    twins: dict[tuple[int, int], Agent] = {}
    for i in np.flatnonzero(outside).tolist():
        seats, faults = schedule[i].tolist(), list[Fault]()
        seated = [_member(cast, index) for index in seats]
        for place, index in enumerate(seats):
            nth = seats[:place].count(index)
            if nth and seated[place].outsider:  # one who meets itself brings a twin
                if (index, nth) not in twins:
                    twins[index, nth] = replace(seated[place], outsider=copy.copy(seated[place].outsider))
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


def _genomes(each: Agent | Population) -> Any:
    """One for each member; of an outsider something that is none."""
    return each.genomes if isinstance(each, Population) else [None] if each.genome is None else each.genome


def _member(cast: Sequence[Agent | Population], index: int) -> Agent:
    """Who has this number."""
    for each in cast:
        if index < len(_genomes(each)):
            break
        index -= len(_genomes(each))
    if isinstance(each, Population):
        genome = each.genomes[index:index + 1].view(np.recarray)
        return Agent(f"{each.brain.name} {index}", each.brain, genome, bred=each.bred)
    return each


def _sorted_by_brain(cast: Sequence[Agent | Population] | Population) -> tuple[list[Brain], list[Any], Any, Any]:
    """Brains in order of name, their genomes stacked, and for every member of the cast its brain and its row there."""
    if isinstance(cast, Population):
        count = len(cast.genomes)
        return [cast.brain], [cast.genomes], np.zeros(count, np.int64), np.arange(count)
    own = [(each.brain, _genomes(each)) for each in cast if each.brain is not None]
    brains = sorted({id(brain): brain for brain, _ in own}.values(), key=lambda brain: brain.name)
    number, sizes = {id(brain): k for k, brain in enumerate(brains)}, [len(genomes) for _, genomes in own]
    brain_of = np.repeat([number[id(brain)] for brain, _ in own], sizes).astype(np.int64)
    row_of = np.zeros(len(brain_of), np.int64)
    for k in range(len(brains)):
        row_of[brain_of == k] = np.arange((brain_of == k).sum())
    stacks = [np.concatenate([genomes for brain, genomes in own if brain is each]).view(np.recarray) for each in brains]
    return brains, stacks, brain_of, row_of
