"""An evolution that was killed goes on where it was, whatever the engine, and ends as one that was never stopped."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from lek.evolve import ENGINES
from lek.evolve.checkpoint import Checkpoint
from lek.evolve.generation import Generation
from lek.settings import Mistake
from lek.store import Partial

KIND = np.dtype((np.record, [("x", "f8", (3,)), ("n", "i4")]))
# Every generation is written, and a little later the next one is bred, so that kills fall everywhere.
CALL = """
import sys, time
from lek import store
write = store.write
def slowly(path, content):
    write(path, content)
    time.sleep(0.02)
store.write, store.SECONDS = slowly, 0.0
from lek.cli import main
sys.argv = ["lek", *sys.argv[1:]]
main()
"""
MACHINES = ("moose", "machine:states=3", "--generations", "60", "--population", "30", "--set", "rounds=20")
ANTS = ("antwars", "tree", "--generations", "40", "--population", "16", "--set", "moves=10")
MORE = {"round-robin": ",tournament=2"}


def words(engine: str, folder: Path) -> list[str]:
    game, text = (MACHINES, engine) if engine in ("elitist", "generational") else (
        ANTS, f"{engine}:boards=1{MORE.get(engine, '')}")
    more = ["--against", "greedy"] if engine == "against" else []
    return ["evolve", *game, "--engine", text, *more, "--seed", "3", "--out", f"{folder}/champion.json"]


def evolve(engine: str, folder: Path, seconds: float | None = None) -> bool:
    """Whether it ended by itself; after so many seconds it is killed."""
    folder.mkdir(exist_ok=True)
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", CALL, *words(engine, folder)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, cwd=folder, env=known)
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return False
    assert process.returncode == 0, said.decode()
    return True


def left(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def killed_and_gone_on(engine: str, kills: int, folder: Path) -> None:
    evolve(engine, folder / "compiled")
    began = time.monotonic()
    evolve(engine, folder / "whole")
    luck, whole = random.Random(engine), time.monotonic() - began
    for _ in range(kills):
        if evolve(engine, folder / "killed", luck.uniform(0.3, 0.7) * whole):
            break
    evolve(engine, folder / "killed")
    kept, again = left(folder / "whole"), left(folder / "killed")
    assert {*kept} == {"champion.json", "champion.generation.npz"} == {name for name in again if not name.endswith(".part")}
    assert all(again[name] == kept[name] for name in kept)


@pytest.mark.parametrize("engine", ["elitist", "fitnessless"])
def test_a_killed_evolution_ends_as_one_that_was_not(engine: str, tmp_path: Path) -> None:
    killed_and_gone_on(engine, 2, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [*ENGINES])
def test_every_engine_killed_ten_times_ends_as_one_that_was_not(engine: str, tmp_path: Path) -> None:
    killed_and_gone_on(engine, 10, tmp_path)


def test_fewer_generations_than_are_saved_are_refused(tmp_path: Path) -> None:
    evolve("elitist", tmp_path / "more")
    fewer = [*words("elitist", tmp_path / "more")]
    fewer[fewer.index("--generations") + 1] = "5"
    done = subprocess.run([sys.executable, "-c", CALL, *fewer], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert done.returncode == 2 and "holds generation 60 already, beyond generations=5" in done.stderr


@pytest.mark.parametrize("fitness", [None, np.array([[0.5, 1.5]])])
def test_what_is_saved_is_read(tmp_path: Path, fitness: np.ndarray | None) -> None:
    genomes = np.zeros((1, 2), KIND).view(np.recarray)
    genomes.n[:] = 4, 5
    saved = Checkpoint(Partial(tmp_path / "a.npz", {"seed": 1}), KIND, ("mean",))
    saved.course["mean"].append(0.25)
    saved.save(Generation(7, genomes, 12, fitness, {"measures": np.arange(3.0)[None]}))
    assert not (tmp_path / "a.npz").exists(), "not so soon"
    saved.save(Generation(7, genomes, 12, fitness, {"measures": np.arange(3.0)[None]}), at_once=True)
    again = Checkpoint(Partial(tmp_path / "a.npz", {"seed": 1}), KIND, ("mean",))
    assert again.last is not None and (again.last.index, again.last.games) == (7, 12)
    assert np.array_equal(again.last.genomes, genomes) and again.last.genomes.dtype == genomes.dtype
    assert (again.last.fitness is None) == (fitness is None) and again.course == {"mean": [0.25]}
    assert again.last.notes["measures"].tolist() == [[0.0, 1.0, 2.0]]
    assert again.last.mean_fitness() == 1.0 or fitness is None
    with pytest.raises(Mistake, match="another run"):
        Checkpoint(Partial(tmp_path / "a.npz", {"seed": 2}), KIND, ("mean",))
    with pytest.raises(Mistake, match="holds something else"):
        Checkpoint(Partial(tmp_path / "a.npz", {"seed": 1}), np.dtype((np.record, [("y", "f8", (2,))])), ("most",))
