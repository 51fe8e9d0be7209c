"""A whole generation of bred ants, 108,000 games and the breeding, against the paper's method: ants as compiled C.

2,250 ants of about 190 nodes, parents chosen as BrilliAnt's were (`fitnessless`, tournaments of 5, matches of 2 x 6 games),
on one thread. The yardstick writes every ant as two C functions, compiles them at -O1 and links them to the plain engine
`antwars_bred.c` beside this file (areas are looked up by functions: written out cell by cell, they take much longer to
compile than that saves in play). That is measured on a tenth of the ants and some thousand games, and scaled up; both
must have played the same games. CPU seconds of a generation; the best of three, taken in turn.

The ants are bred here, from a fixed seed: for 20 generations by playing, then, for size alone, until they have 190 nodes.
`ratio_of_playing_alone` leaves the compiling out, `ratio_at_O0` compiles with -O0. `generic` is the loop that every game
uses, on the same games as `lanes`, the fast path: games a CPU second.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from lek.agent import Population
from lek.brains.tree import Constant
from lek.evolve.coevolution import coevolution
from lek.evolve.generation import Generation
from lek.evolve.matches import deals_of
from lek.evolve.select import Referee, Selected, fitnessless
from lek.games import GAMES
from lek.players import REPRESENTATIONS
from lek.players.antwars.trees import TABLE
from lek.playing import play
from lek.settings import Mistake

ANTS, NODES, SHARE, MATCHES, BOARDS = 2250, 190, 10, 600, 6
GAMES_PLAYED = ANTS * 4 * 2 * BOARDS  # in a generation
FLOOR, GOAL = 2.0, 50_000
_JOINED = {"Add": "+", "Sub": "-", "Mul": "*", "IsSmaller": "<", "IsEqual": "==", "And": "&&", "Or": "||"}
_PLAIN = {"TimeLeft": "m->left", "Points": "m->points", "PointsLeft": "(15 - m->points)"}
_AREAS = {"IsFood": "any_of(m->F, m, {})", "IsEnemy": "any_of(m->E, m, {})", "NFood": "sum_of(m->N, m, {})",
          "NEmpty": "sum_of(m->M, m, {})", "NVisited": "sum_of(m->V, m, {})", "FoodHope": "hope(m)"}


def run() -> dict[str, Any]:
    game = GAMES["antwars"]()
    bred = REPRESENTATIONS["antwars"]["tree"](game)
    brood = grown(game, bred)
    ants = brood.genomes[0]
    sample = np.ascontiguousarray(ants[::SHARE]).view(np.recarray)
    pairs = np.random.default_rng(1).integers(0, len(sample), (MATCHES, 2))
    deals = deals_of(np.array([1]), 1, 0, np.zeros(MATCHES, np.int64), BOARDS)
    schedule = np.repeat(pairs, 2 * BOARDS, axis=0)
    schedule[1::2] = schedule[1::2, ::-1]
    ours, lanes, generic = [], [], []
    theirs: dict[str, list[tuple[float, float]]] = {"-O0": [], "-O1": []}
    with tempfile.TemporaryDirectory() as folder:
        engine = build_engine(Path(folder))
        for _ in range(3):
            ours.append(generation(game, bred, brood))
            for level, taken in theirs.items():
                compiling = build_ants(engine, sample, level) * SHARE
                told = plain_c(engine, pairs, deals)
                taken.append((compiling, told["cpu_seconds"] / told["games"] * GAMES_PLAYED))
            for fast, spent in ((True, lanes), (False, generic)):
                started = time.process_time()
                done = play(game, Population(bred.brain, sample), schedule, 0, deal=np.repeat(deals.ravel(), 2), threads=1,
                            fast=fast)
                spent.append(time.process_time() - started)
                if checksum(done.measures) != told["sum"]:
                    raise RuntimeError("the C program played other games than ours")
    compiled, played = np.min(theirs["-O1"], axis=0).tolist()
    least = min(sum(each) for each in theirs["-O0"])
    yardstick, speed = compiled + played, GAMES_PLAYED / min(ours)
    met = [f"ratio {FLOOR:g} or more: {verdict(yardstick / min(ours) >= FLOOR)}",
           f"{GOAL:,} games a CPU second: {verdict(speed >= GOAL)}"]
    return {"name": "antwars_bred", "ours": min(ours), "yardstick": yardstick, "ratio": yardstick / min(ours),
            "unit": "CPU seconds", "target": "; ".join(met), "games_per_second": speed,
            "yardstick_compiling": compiled, "yardstick_playing": played,
            "yardstick_games_per_second": GAMES_PLAYED / played, "ratio_of_playing_alone": played / min(ours),
            "ratio_at_O0": least / min(ours),
            "nodes": float(ants.length.sum(1).mean()), "lanes": len(schedule) / min(lanes),
            "generic": len(schedule) / min(generic), "lanes_over_generic": min(generic) / min(lanes)}


def verdict(met: bool) -> str:
    return "met" if met else "missed"


def grown(game: Any, bred: Any) -> Generation:
    """Ants that have played, grown to NODES nodes on average."""
    select = fitnessless(Referee(game, bred.brain, boards=1))
    *_, last = coevolution(bred, select, [1], population=ANTS, generations=20)
    later = coevolution(bred, larger, [1], population=ANTS, generations=1000, resume=last)
    return next(brood for brood in later if brood.genomes.length.sum() >= NODES * ANTS)


def larger(genomes: Any, seeds: Any, index: int) -> Selected:
    """Of two drawn, the one nearer to NODES nodes or a little more becomes a parent."""
    drawn = np.random.default_rng((int(seeds[0]), index)).integers(0, genomes.shape[1], (genomes.shape[1], 2))
    far = np.abs(genomes[0].length.sum(axis=1, dtype=np.int64) - 1.1 * NODES)[drawn]
    return Selected(drawn[np.arange(len(drawn)), far.argmin(axis=1)][None], 0)


def generation(game: Any, bred: Any, brood: Generation) -> float:
    """CPU seconds of the next generation: all matches, and the breeding."""
    select = fitnessless(Referee(game, bred.brain, boards=BOARDS, threads=1))
    started = time.process_time()
    last = next(coevolution(bred, select, [3], population=ANTS, generations=brood.index + 1, threads=1, resume=brood))
    taken = time.process_time() - started
    assert last.games == GAMES_PLAYED
    return taken


def written(g: Any, tree: int, i: int) -> tuple[str, int]:
    """The subtree at node i as an expression of C, and the node after it."""
    p = TABLE.primitives[g.op[tree, i]]
    if isinstance(p, Constant):
        return f"{float(g.value[tree, i])!r}f", i + 1
    if p.name in _AREAS:
        return _AREAS[p.name].format(int(g.value[tree, i + 1])), i + 2
    parts, after = [], i + 1
    for _ in p.takes:
        text, after = written(g, tree, after)
        parts.append(text)
    if p.name == "If":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})", after
    if p.name == "Not":
        return f"!{parts[0]}", after
    return (f"({f' {_JOINED[p.name]} '.join(parts)})" if parts else _PLAIN[p.name]), after


def build_engine(folder: Path) -> Path:
    """The engine as an object file, at -O3; its time does not count."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Mistake("this benchmark compares with a C program and found no compiler: install cc")
    source = Path(__file__).with_name("antwars_bred.c")
    subprocess.run([compiler, "-O3", "-march=native", "-c", "-o", str(folder / "engine.o"), str(source)], check=True)
    return folder


def build_ants(folder: Path, ants: Any, level: str) -> float:
    """CPU seconds that it takes to write these ants, to compile them and to link them with the engine."""
    before = time.process_time() + children()
    lines = ['#include "antwars_bred.h"']
    for name, tree in (("straight", 0), ("diagonal", 1)):
        lines += [f"static float {name}_{n}(const struct ant *m) {{ return {written(g, tree, 0)[0]}; }}"
                  for n, g in enumerate(ants)]
        listed = ", ".join(f"{name}_{n}" for n in range(len(ants)))
        lines.append(f"float (*const {name}[])(const struct ant *) = {{{listed}}};")
    (folder / "ants.c").write_text("\n".join(lines) + "\n")
    subprocess.run([shutil.which("cc") or "gcc", level, "-I", str(Path(__file__).parent), "-o", str(folder / "ants"),
                    str(folder / "ants.c"), str(folder / "engine.o")], check=True)
    return time.process_time() + children() - before


def children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def plain_c(folder: Path, pairs: Any, deals: Any) -> Any:
    """What the C program tells of these matches."""
    lines = "\n".join(" ".join(map(str, row)) for row in np.hstack([pairs, deals]).tolist())
    done = subprocess.run([str(folder / "ants")], input=lines, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def checksum(measures: Any) -> int:
    """What came of each game, in one number, as the C program adds it up."""
    eaten, killed = measures[:, :, 0].astype(np.int64), measures[:, :, 1].astype(np.int64)
    told = eaten[:, 0] + 16 * eaten[:, 1] + 256 * killed[:, 0] + 512 * killed[:, 1]
    return int((told * np.arange(1, len(told) + 1)).sum())
