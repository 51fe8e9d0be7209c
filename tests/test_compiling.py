"""What is compiled in a copy is kept part by part: another kernel with the same rules begins with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lek import jit

PLAY = """
import sys
from lek import compiling, find_agent, find_game, play
found = find_game(sys.argv[1])
game = found.build()
agents = [find_agent(found, game, name) for name in sys.argv[2:]]
played = play(game, agents, [[0, 1], [1, 0]], 3, threads=1)
assert not compiling.failed
print(played.scores.tolist(), played.measures.tolist())
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere functions are compiled where they are needed")


def played(cache: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", PLAY, *words], capture_output=True, text=True,
                          env={**os.environ, "LEK_CACHE": str(cache)})
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def parts(cache: Path) -> dict[str, str]:
    """The functions of which parts are kept, by file."""
    return {str(path): path.name.rpartition("-")[0] for path in cache.rglob("*.called")}


def test_another_kernel_compiles_only_what_is_new_to_it(tmp_path: Path) -> None:
    played(tmp_path / "shared", "moose", "greedy", "random")
    before = parts(tmp_path / "shared")
    assert {"start", "actor", "step", "forage", "gain", "observe", "score", "greedy"} <= {*before.values()}
    said = played(tmp_path / "shared", "moose", "greedy", "farm-rest")
    after = parts(tmp_path / "shared")
    new = {name for path, name in after.items() if path not in before}
    assert "farm_rest" in new and not new & {"start", "actor", "step", "forage", "gain", "observe", "score", "greedy"}
    assert before.items() <= after.items()
    assert said == played(tmp_path / "private", "moose", "greedy", "farm-rest")


def test_a_search_made_of_parts_plays_as_one_compiled_whole(tmp_path: Path) -> None:
    """Parts with parts of their own, and with tables: the last game is put together of what two others have left."""
    for others in (("minimax", "random"), ("sequential", "random")):
        played(tmp_path / "shared", "simplexity", *others)
    names = ("minimax", "sequential")
    before = {*parts(tmp_path / "shared").values()}
    said = played(tmp_path / "shared", "simplexity", *names)
    assert {*parts(tmp_path / "shared").values()} == before | {"play_one"}
    assert said == played(tmp_path / "private", "simplexity", *names)


@pytest.mark.parametrize("harm", ["cut", "another's", "gone"])
def test_a_damaged_part_is_made_anew(tmp_path: Path, harm: str) -> None:
    played(tmp_path, "moose", "greedy", "random")
    files = sorted(tmp_path.rglob("*.called"))
    before = {path: path.read_bytes() for path in files}
    for path, other in zip(files, [*files[1:], files[0]], strict=True):
        path.write_bytes(before[path][:-50] if harm == "cut" else before[other])
        if harm == "gone":
            path.unlink()
    wrong = {path: path.read_bytes() for path in files if path.exists()}
    said = played(tmp_path, "moose", "greedy", "farm-rest")
    step = next(path for path in files if path.name.startswith("step-"))
    assert step.read_bytes() != wrong.get(step)
    assert said == played(tmp_path / "private", "moose", "greedy", "farm-rest")


def test_a_rule_of_a_closure_is_not_taken_for_its_twin(tmp_path: Path) -> None:
    """Two rules of one name and line that hold other numbers are two parts."""
    program = tmp_path / "twins.py"
    program.write_text("""
import sys
from lek import jit, rule

def adder(n):
    @rule
    def add(x):
        return x + n
    return add

for n in map(int, sys.argv[1:]):
    print(jit.build("sum", "@njit\\ndef sum(x):\\n    return add(x) * 10", {"add": adder(n)})["sum"](1))
""")
    said = []
    for words in (["1", "2"], ["2", "1"], ["3", "1"]):
        done = subprocess.run([sys.executable, str(program), *words], capture_output=True, text=True, check=True,
                              env={**os.environ, "LEK_CACHE": str(tmp_path / "cache"),
                                   "PYTHONPATH": str(Path(jit.__file__).parents[1])})
        said.append(done.stdout.split())
    assert said == [["20", "30"], ["30", "20"], ["40", "20"]]
