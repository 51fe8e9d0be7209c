"""The one loop that plays games, for CPU threads and for CUDA; the only file that knows CUDA.

For every combination of a game and the brains present, a small module is written that calls their rules by name; numba
compiles and caches it. The text of the loop below is the definition of how a game is played:

    state := the blank one, its dice dealt; every body gets a zeroed memory with dice of its own
    while somebody has to act: observe, mark what is legal, act, step
    scores and measures are read off the last state
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from numba import config as numba_config

from lek import compiling, dice, jit
from lek.agent import Brain, Warps
from lek.game import BrokenGame, Game, record, seat_of_body
from lek.settings import Mistake
from lek.threads import spread

_ALIGNED = "" if numba_config.DISABLE_JIT else ", 16"  # records are bytes to the GPU's compiler: it puts them anywhere
GPU_THREAD_BYTES = 16384  # a state with its view and memories must fit a GPU thread's own memory
RULES = ("start", "actor", "owner", "newborn", "step", "score", "measure", "observe")  # that the loop calls
STACK_BYTES = 65536  # the largest view that lies on a CPU thread's stack
_starting = threading.Lock()
_launching = threading.Lock()  # numba-cuda stumbles where two threads load a kernel at once; a launch itself is short


_MARK_LEGAL = """
@njit
def mark_legal(s, m):
    for action in range(len(m.legal)):
        m.legal[action] = legal(s, action)

"""


def _loop_source(
    game: Game, brains: Sequence[Brain], keeps: bool = False, tells: bool = False, on_gpu: bool = False
) -> str:
    """The source of `play_one` and of `play_range`, which plays games [first, last) one after the other.

    On a GPU all records lie in the thread's own memory and are copied as they are.
    """
    each = range(len(brains))
    arrays = "".join(f", genomes_{k}, memories_{k}, fresh_{k}" for k in each)
    acts = [[f"a = act_{k}(genomes_{k}[row], memories_{k}[body], v)"] for k in each]
    for k in each:
        if brains[k].asks(game):
            acts[k].insert(0, f"mark_legal(s, memories_{k}[body])")
    arrays += (", kept" if keeps else "") + (", rolled" if tells else "")
    keep = "        keep(s, kept)\n" if keeps else ""

    def by_brain(statement: Callable[[int], list[str]], indent: str) -> str:
        if len(brains) == 1:
            return "".join(f"{indent}{line}\n" for line in statement(0))
        text = ""
        for k in each:
            test = "if" if k == 0 else "elif"
            text += f"{indent}{test} brain == {k}:\n" + "".join(f"{indent}    {line}\n" for line in statement(k))
        return text

    def overwrite(place: str, record: str) -> str:
        return f"{place} = {record}" if on_gpu else f"put({place}, {record})"

    def forget(k: int) -> list[str]:
        lines = [overwrite(f"memories_{k}[body]", f"fresh_{k}[0]")]
        if brains[k].rolls(game):
            lines.append(f"memories_{k}[body].rng = stream(seed, deal[i], 1 + births)")
        return lines

    large = game.blank_view().nbytes > STACK_BYTES
    at_start = f"""
    for body in range({game.bodies}):
        births = body
        brain = brain_of[schedule[i, owner(s, body)]]
{by_brain(forget, "        ")}""" if game.newborn is None else "    births = 0\n"
    when_newborn = "" if game.newborn is None else f"""
        if newborn(s, body):
{by_brain(forget, "            ")}            births += 1
"""
    view = "s" if game.observe is None else "views[0]" if on_gpu or large else "own(views[0])"
    looks = game.observe is not None and any(brain.looks for brain in brains)
    look = "        observe(s, body, v)\n" if looks else ""
    deal_dice = "    s.rng = stream(seed, deal[i], 0)\n" if game.rolls else ""
    compare = ""
    if tells:
        compare = f"    rolled[i] = {'s.rng != stream(seed, deal[i], 0)' if game.rolls else False}\n"
    if tells and any(brain.rolls(game) for brain in brains):
        compare += f"    for body in range({game.bodies}):\n        brain = brain_of[schedule[i, body]]\n"
        compare += by_brain(lambda k: [f"rolled[i] |= memories_{k}[body].rng != stream(seed, deal[i], 1 + body)"]
                            if brains[k].rolls(game) else ["pass"], "        ")
    measure = "        measure(s, seat, measures[i, seat])\n" if game.measure is not None else ""
    return f'''{_MARK_LEGAL if any(brain.asks(game) for brain in brains) else ""}
@njit
def play_one(i, seed, deal, schedule, brain_of, row_of, limit, blank, states, views{arrays}, scores, measures):
    {overwrite("states[0]", "blank[0]")}
    s = states[0]
    v = {view}
{deal_dice}    start(s)
{at_start}
    steps = 0
    body = actor(s)
    while body >= 0:
        if steps == limit:
            return False
        agent = schedule[i, owner(s, body)]
        brain = brain_of[agent]
        row = row_of[agent]
{when_newborn}{look}{by_brain(lambda k: acts[k], "        ")}
        step(s, a)
{keep}        steps += 1
        body = actor(s)
    for seat in range({game.seats}):
        scores[i, seat] = score(s, seat)
{measure}{compare}    return True


@njit
def play_range(first, last, seed, deal, schedule, brain_of, row_of, limit, blank, states, views{arrays},
               scores, measures):
    for i in range(first, last):
        if not play_one(i, seed, deal, schedule, brain_of, row_of, limit, blank, states, views{arrays},
                        scores, measures):
            return i
    return -1
'''


def _cuda_source(game: Game, brains: Sequence[Brain], tells: bool) -> str:
    """The CUDA kernel: one thread a game, state, view and memories in the thread's own memory."""
    each = range(len(brains))
    given = "".join(f", genomes_{k}, fresh_{k}" for k in each)
    local = "".join(f"        memories_{k} = cuda.local.array({game.bodies}, MEMORY_{k}{_ALIGNED})\n" for k in each)
    rolled = ", rolled" if tells else ""
    arrays = "".join(f", genomes_{k}, memories_{k}, fresh_{k}" for k in each) + rolled
    return _loop_source(game, brains, tells=tells, on_gpu=True) + f'''

@cuda.jit
def play_all(seed, deal, schedule, brain_of, row_of, limit, blank, blank_view{given}, scores, measures, broken{rolled}):
    i = cuda.grid(1)
    if i < schedule.shape[0]:
        states = cuda.local.array(1, STATE{_ALIGNED})
        views = cuda.local.array(1, VIEW{_ALIGNED})
        views[0] = blank_view[0]
{local}        if not play_one(i, seed, deal, schedule, brain_of, row_of, limit, blank, states, views{arrays},
                        scores, measures):
            broken[0] = i
'''


_FAST_SOURCE = '''
@njit
def play_range(first, last, table, genomes, seed, deal, schedule, scratch, scores, measures):
    play(table[0], genomes, seed, deal, schedule, first, last, scratch, scores, measures)
'''

_FAST_CUDA_SOURCE = f'''
@cuda.jit
def play_all(table, genomes, seed, deal, schedule, scores, measures):
    i = cuda.grid(1)
    if i < schedule.shape[0]:
        scratch = cuda.local.array(1, SCRATCH{_ALIGNED})
        play(table[0], genomes, seed, deal, schedule, i, i + 1, scratch, scores, measures)
'''


def _rules(game: Game, brains: Sequence[Brain]) -> dict[str, Any]:
    rules = {name: getattr(game, name) for name in RULES}
    rules = {name: value for name, value in rules.items() if value is not None}
    if any(brain.asks(game) for brain in brains):
        rules["legal"] = game.legal
    return {**rules, **{f"act_{k}": brain.act for k, brain in enumerate(brains)}, "stream": dice.stream}


_ON_CPU = {"put": compiling.put, "own": compiling.own, "njit": jit.njit_uncounted}


def tells_who_rolls(game: Game) -> bool:
    """Whether the loop can compare all dice at the end with what was dealt: every body is a seat's own all the time."""
    return game.newborn is None and game.bodies == game.seats and game.owner is seat_of_body


def on_cpu(
    game: Game, brains: Sequence[Brain], genomes: Sequence[Any], arrays: tuple[Any, ...], seed: int,
    scores: Any, measures: Any, threads: int, progress: Callable[[int], None] | None = None,
    keep: tuple[jit.Rule, Any] | None = None, rolled: Any = None,
) -> None:
    """Play a schedule on CPU threads. `arrays` are deal, schedule, brain_of and row_of, all of whole numbers from 0.

    `rolled` [games], where it is given, is filled in: whether anybody rolled dice.
    `keep` is a rule keep(s, kept) and what it fills: it is called after every step, for one game at a time, on one thread.
    """
    rules = {**_rules(game, brains), **_ON_CPU, **({} if keep is None else {"keep": keep[0]})}
    more = [*(() if keep is None else (keep[1],)), *(() if rolled is None else (rolled,))]
    made = jit.build(game.name, _loop_source(game, brains, keep is not None, rolled is not None), rules)
    play_range = made["play_range"]
    fresh = [record(brain.memory_type(game)) for brain in brains]
    limit = np.int64(game.limit)
    unsigned = [array.view(np.uint64) for array in arrays]  # an index that cannot be negative is not asked whether it is

    def task(first: int, last: int) -> int:
        states, own = game.blank.copy(), list[Any]()
        memories = [np.zeros(game.bodies, brain.memory_type(game)).view(np.recarray) for brain in brains]
        for k in range(len(brains)):
            own += [genomes[k], memories[k], fresh[k]]
        return int(play_range(first, last, seed, *unsigned, limit, game.blank, states, game.blank_view(),
                              *own, *more, scores, measures))

    try:
        broken = max(spread(task, len(scores), threads, progress))
    except Exception as error:
        raise unfit(game, brains) or error from None
    if broken >= 0:
        raise _broken(game, seed, arrays[0][broken])


def unfit(game: Game, brains: Sequence[Brain]) -> Mistake | None:
    """The Mistake of letting a brain play that cannot read this game's views, if one of these is such a brain."""
    for brain in brains:
        kinds = [brain.genome_type(game), brain.memory_type(game), game.blank_view().dtype]
        try:
            if hasattr(brain.act, "compile"):
                brain.act.compile(tuple(numba.typeof(record(kind)[0]) for kind in kinds))
        except Exception as error:
            return Mistake(f"{brain.name} cannot play {game.name}: it was made for another game, or {jit.explain(error)}"
                           f"{jit.place(brain.act)}")
    return None


def fast_on_cpu(
    brain: Brain, table: Any, genomes: Any, seed: int, deal: Any, schedule: Any, scores: Any, measures: Any, threads: int,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Play a schedule through the brain's fast path."""
    assert brain.fast is not None
    kind = brain.fast.scratch
    play_range = jit.build("fast", _FAST_SOURCE, {"play": brain.fast.play})["play_range"]
    spread(lambda first, last: play_range(first, last, table, genomes, seed, deal, schedule, record(kind), scores, measures),
           len(scores), threads, progress)


def _broken(game: Game, seed: int, deal: int) -> BrokenGame:
    return BrokenGame(f"a game of {game.name} ran past its limit of {game.limit} steps (seed {seed}, deal {deal}): "
                      "its rules never end it")


def cuda() -> Any:
    """numba's CUDA, or a sentence why there is none."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined]  # numba-cuda 0.30 still looks for it in NumPy 2.5
    try:
        from numba import cuda as device
    except ImportError as error:
        raise Mistake(f"device=cuda needs numba-cuda ({error}): pip install 'lek[cuda]', or use device=cpu") from None
    with _starting:  # a second thread would find the driver begun and not yet ready
        available = device.is_available()
    warnings.filterwarnings("ignore", message=".*Grid size")  # few games are no fault
    if not available:
        raise Mistake("device=cuda does not work: this machine has no CUDA device; use device=cpu")
    return device


def _cuda_type(kind: np.dtype[Any]) -> Any:
    return kind if numba_config.DISABLE_JIT else numba.from_dtype(kind)  # the simulator takes NumPy's own types


class OnCuda:
    """One schedule laid out on the GPU: `launch()` plays it there, `fetch()` brings scores and measures back."""

    def __init__(
        self, game: Game, brains: Sequence[Brain], genomes: Sequence[Any], arrays: tuple[Any, ...], seed: int,
        scores: Any, measures: Any, table: Any = None, block: int = 128, rolled: Any = None,
    ) -> None:
        self.device = cuda()
        deal, schedule, brain_of, row_of = arrays
        self.game, self.seed, self.deal = game, seed, deal
        self.scores, self.measures = self.device.device_array_like(scores), self.device.device_array_like(measures)
        self.rolled = () if rolled is None else (self.device.device_array_like(rolled),)
        self.blocks, self.block = -(-len(schedule) // block), block
        lay = self.device.to_device
        self.broken = lay(np.full(1, -1, np.int64))
        if table is not None:
            assert brains[0].fast is not None
            made = jit.build("fast_cuda", _FAST_CUDA_SOURCE, {
                "play": brains[0].fast.play, "SCRATCH": _cuda_type(record(brains[0].fast.scratch).dtype),
                "cuda": self.device})
            self.given: list[Any] = [lay(table), lay(genomes[0]), seed, lay(deal), lay(schedule), self.scores, self.measures]
        else:
            made = jit.build(f"{game.name}_cuda", _cuda_source(game, brains, rolled is not None),
                             {**_rules(game, brains), **self._types(brains), "cuda": self.device})
            own = [lay(part) for k, brain in enumerate(brains)
                   for part in (genomes[k], record(brain.memory_type(game)))]
            self.given = [seed, lay(deal), lay(schedule), lay(brain_of), lay(row_of), np.int64(game.limit),
                          lay(game.blank), lay(game.blank_view()), *own, self.scores, self.measures, self.broken,
                          *self.rolled]
        self.kernel = made["play_all"]

    def _types(self, brains: Sequence[Brain]) -> dict[str, Any]:
        game = self.game
        kinds = {"STATE": game.blank.dtype, "VIEW": game.blank_view().dtype}
        kinds |= {f"MEMORY_{k}": brain.memory_type(game) for k, brain in enumerate(brains)}
        needed = kinds["STATE"].itemsize + kinds["VIEW"].itemsize
        needed += sum(game.bodies * brain.memory_type(game).itemsize for brain in brains)
        if needed > GPU_THREAD_BYTES:
            raise Mistake(f"{game.name} with these settings needs {needed} bytes a game, and a GPU thread has room for "
                          f"{GPU_THREAD_BYTES}: use device=cpu or smaller settings")
        return {name: _cuda_type(kind) for name, kind in kinds.items()}

    def launch(self) -> None:
        try:
            with _launching:
                self.kernel[self.blocks, self.block](*self.given)
        except Exception as error:  # the linker's, from a library that need not be installed
            if "constant data" not in str(error):
                raise
            raise Mistake(f"device=cuda does not work for these agents of {self.game.name}: their tables do not fit into "
                          "a GPU's 64 KB for constants; use device=cpu") from None

    def fetch(self, scores: Any, measures: Any, rolled: Any = None) -> None:
        self.scores.copy_to_host(scores)
        for there in self.rolled:
            there.copy_to_host(rolled)
        if measures.size:
            self.measures.copy_to_host(measures)
        broken = int(self.broken.copy_to_host()[0])
        if broken >= 0:
            raise _broken(self.game, self.seed, self.deal[broken])


def warps_on_cuda(
    game: Game, warps: Warps, genomes: Any, kept: dict[Any, Any], seed: int, deal: Any, schedule: Any, scores: Any,
    measures: Any,
) -> bool:
    """Play a schedule on the GPU, a block of threads for each group of games; false where this does not apply."""
    device = cuda()
    names = {name: _cuda_type(value) if isinstance(value, np.dtype) else value for name, value in warps.names.items()}
    made = jit.build("warps", warps.source, {**names, "cuda": device})
    key = (game, "codes")
    if key not in kept:
        table = warps.table(game, genomes)
        if table is None:
            return False
        there, codes = device.to_device(table), device.device_array(len(genomes), warps.codes)
        given = device.to_device(genomes)
        with _launching:
            made["translate_on_device"][-(-len(genomes) // 64), 64](there, given, codes)
        kept[key] = there, codes
    there, codes = kept[key]
    groups = warps.groups(schedule)
    told = device.device_array(len(schedule), np.int32)
    play_groups = made["play_groups"][len(groups), warps.threads]
    given = device.to_device(groups), device.to_device(deal)
    with _launching:
        play_groups(there, codes, given[0], seed, given[1], told)
    warps.unpack(told.copy_to_host(), scores, measures)
    return True
