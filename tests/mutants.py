"""Small bugs planted one at a time in a scratch copy, to see whether the tests find them: `make mutants`.

    python tests/mutants.py [--area NAME]... [--each N] [--seed N] [--workers N] [--out FILE] [--again] [--list]

A bug is one word of the code changed: a comparison, a sign, a number, `and` for `or`, `agree` for `disagree`, a step left
out. Places are drawn at random in each area, within compiled texts, too. A bug is found if the tests of its area fail, or
never end. What survives is listed; bugs that change nothing are named in `mutants_alike.txt`, with the reason, and do not
count.

A planted bug may delete what it should not, so all runs in a cage: a file system that can be written in the scratch copy
alone, and processes that see no others.
It takes an hour or two: many bugs sit in code that has to be compiled anew.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import PriorityQueue, SimpleQueue
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]
ALIKE = Path(__file__).with_name("mutants_alike.txt")
WORDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "//": "*",
         "+=": "-=", "-=": "+=", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and", "min": "max",
         "max": "min", "any": "all", "all": "any", "True": "False", "False": "True", "not": "", "argmax": "argmin",
         "argmin": "argmax", "continue": "pass", "break": "pass", "less": "greater", "greater": "less",
         '"agree"': '"disagree"', '"disagree"': '"agree"', '"undecided"': '"agree"', '"greater"': '"less"',
         '"less"': '"greater"', "low": "high", "high": "low", "first": "second", "second": "first"}
UNTOUCHED = re.compile(r"^\s*(raise |assert |import |from |@|__all__|\"\"\"|#|r?f?\"\"\")|about=|Mistake\(|^\s*f?\"")


class Area(NamedTuple):
    each: int  # how many bugs
    files: tuple[str, ...]
    tests: tuple[str, ...]


def game(name: str, *more: str, tests: tuple[str, ...] = ()) -> Area:
    return Area(6, (f"lek/games/{name}.py", *more),
                (f"tests/games/{name}/test_rules.py", f"tests/games/{name}/test_twin.py", *tests))


def study(name: str, *files: str, more: tuple[str, ...] = ()) -> Area:
    return Area(14, tuple(f"lek/studies/{name}/{file}.py" for file in files),
                (f"tests/studies/test_{name}_claims.py", "tests/studies/test_findings.py", *more))


MACHINERY = "tests/playthroughs/test_machinery.py"
AREAS = {
    **{name: game(name) for name in ("moose", "dots", "gunslinger", "simplexity")},
    "antwars": game("antwars", tests=("tests/games/antwars/test_people.py",)),
    "organisms": game("organisms", "lek/games/organisms_food.py"),
    "alpha-beta": Area(20, ("lek/brains/alphabeta_loop.py",), (MACHINERY, "tests/brains/test_alphabeta_values.py",
                                                               "tests/brains/test_alphabeta.py")),
    "tree search": Area(14, ("lek/brains/mcts_loop.py", "lek/brains/proof_loop.py"),
                        (MACHINERY, "tests/brains/test_mcts_tree.py", "tests/brains/test_proof.py",
                         "tests/brains/test_mcts.py")),
    "graph rules": Area(10, ("lek/players/dots/graphrules.py", "lek/players/dots/graphrules_breeding.py"),
                        ("tests/games/dots/test_graphrules.py", "tests/games/dots/test_graphrules_text.py",
                         "tests/games/dots/test_graphrules_breeding.py")),
    "machines and trees": Area(12, ("lek/brains/fsm.py", "lek/brains/vector.py", "lek/brains/tree.py",
                                    "lek/brains/tree_breeding.py"),
                               ("tests/brains/test_fsm.py", "tests/brains/test_tree.py",
                                "tests/evolve/test_generational.py")),
    "engines": Area(16, ("lek/evolve/elitist.py", "lek/evolve/generational.py", "lek/evolve/judge.py",
                         "lek/evolve/generation.py", "lek/evolve/opponents.py", "lek/evolve/__init__.py"),
                    (MACHINERY, "tests/evolve/test_runs.py", "tests/evolve/test_elitist.py",
                     "tests/evolve/test_generational.py", "tests/evolve/test_opponents.py", "tests/evolve/test_evolve.py")),
    "selection": Area(16, ("lek/evolve/select.py", "lek/evolve/matches.py", "lek/evolve/coevolution.py"),
                      (MACHINERY, "tests/evolve/test_select.py", "tests/evolve/test_coevolution.py")),
    "tables": Area(24, ("lek/compete/table.py", "lek/compete/schedule.py", "lek/compete/intervals.py",
                        "lek/compete/significance.py", "lek/compete/binomial.py", "lek/compete/duel.py",
                        "lek/compete/tournament.py", "lek/compete/payoffs.py"), ("tests/compete",)),
    "verdicts": Area(10, ("lek/studies/verdict.py", "lek/studies/claim.py"),
                     ("tests/studies/test_verdict.py", "tests/studies/test_claims_scale.py")),
    "claims of moose": study("moose", "paper_claims", "population_claims",
                             more=("tests/studies/test_moose_study.py",)),
    "claims of concepts": study("concepts", "paper_claims", "rulebook_claims"),
    "claims of simpai": study("simpai", "paper_claims", "weight_claims"),
    "claims of brilliant": study("brilliant", "paper_claims"),
    "claims of organisms": study("organisms", "paper_claims"),
    "claims of gunslinger": study("gunslinger", "paper_claims", "watched_claims", "course_claims"),
    "resume": Area(16, ("lek/store.py", "lek/tasks.py", "lek/files.py", "lek/studies/run.py", "lek/work.py",
                        "lek/evolve/checkpoint.py"),
                   ("tests/test_work.py", "tests/test_store.py", "tests/test_tasks.py", "tests/test_files.py",
                    "tests/studies/test_resume.py", "tests/cli/test_students.py", "tests/evolve/test_checkpoint.py",
                    "tests/evolve/test_coevolution.py")),
    "core": Area(16, ("lek/playing.py", "lek/watching.py", "lek/position.py", "lek/transcript.py", "lek/border.py",
                      "lek/dice.py", "lek/settings.py", "lek/cache.py"),
                 ("tests/test_settings.py", "tests/test_border.py", "tests/test_dice.py", "tests/test_position.py",
                  "tests/test_playing.py", "tests/test_transcript.py", "tests/test_cache_shared.py",
                  "tests/games/moose/test_twin.py", "tests/cli/test_bad_input.py")),
}


class Mutant(NamedTuple):
    area: str
    file: str
    line: int
    before: str  # the line as it is
    after: str  # and with the bug
    nth: int = 1  # of the lines of this file that are the same

    @property
    def named(self) -> str:
        return f"{self.file}: {self.before.strip()}  ->  {self.after.strip()}" + f" ({self.nth})" * (self.nth > 1)


def mutants_of(area: str, file: str, text: str) -> Iterator[Mutant]:
    """Every bug that could be planted in a file."""
    lines, unread = text.split("\n"), annotations(text)
    for line, start, end, word in words_of(text):
        old = lines[line]
        if UNTOUCHED.search(old) or any(first <= (line, start) < last for first, last in unread):
            continue
        if old[:start].endswith("strict="):  # it says what is so already
            continue
        number = word.isdigit() and len(word) < 6
        new = str(int(word) + 1) if number else WORDS.get(word)
        if new is None or (word in "+-*" and not re.search(r"[\w)\]]\s*$", old[:start])):
            continue
        after = old[:start] + new + old[end:]
        changed = "\n".join([*lines[:line], after, *lines[line + 1:]])
        try:
            compile(changed, file, "exec")
        except SyntaxError:
            continue
        yield Mutant(area, file, line, old, after, lines[:line + 1].count(old))


def annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where types stand, which nobody reads at run time."""
    nodes = [getattr(node, name, None) for node in ast.walk(ast.parse(text)) for name in ("annotation", "returns")]
    return [((node.lineno - 1, node.col_offset), (node.end_lineno - 1, node.end_col_offset)) for node in nodes if node]


def words_of(text: str, above: int = 0) -> Iterator[tuple[int, int, int, str]]:
    """(line, start, end, word) of all words of code, in texts that are code, too; lines count from 0."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        (line, start), (last, end) = token.start, token.end
        if token.type == tokenize.STRING and last > line and re.search(r"\n(@njit|def |    (if|while|for) )", token.string):
            inner = token.string.split("\n", 1)[1].rsplit("\n", 1)[0]
            if not token.string.lstrip("rf").startswith('"""') or "@njit" in token.string:
                try:
                    yield from words_of(inner + "\n", above + line)
                except (tokenize.TokenError, IndentationError):
                    continue
        elif last == line and token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING):
            yield above + line - 1, start, end, token.string


def drawn(areas: list[str], each: int | None, seed: int) -> list[Mutant]:
    """The bugs to plant, by area."""
    found = []
    for name in areas:
        area, luck = AREAS[name], random.Random(f"{seed} {name}")
        there = [mutant for file in area.files for mutant in mutants_of(name, file, (HERE / file).read_text())]
        found += luck.sample(there, min(each or area.each, len(there)))
    return found


CAGE = """set -e
mount --bind "$1" "$1"
mount --bind "$1/tmp" /tmp
mount -o remount,bind,ro / /
cd "$1/lek"
shift
exec "$@"
"""  # "$1" is the folder that can be written


def cage() -> list[str]:
    """The command that runs a shell where mounts and processes are its own."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    command += ["--map-root-user"] * (os.geteuid() != 0)
    if subprocess.run([*command, "true"], stderr=subprocess.DEVNULL).returncode:
        raise SystemExit("planted bugs may delete what they should not, and this system refuses a cage: "
                         + " ".join(command))
    return command


class Copy:
    """A scratch copy of the repository in which tests run; one for each worker."""

    def __init__(self, number: int, above: Path) -> None:
        self.whole = above / f"copy {number}"
        self.folder = self.whole / "lek"
        self.said = self.whole / "said"  # by the last tests
        self.cage = cage()
        shutil.copytree(HERE, self.folder, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", "runs", ".*_cache",
                                                                                  ".device"))
        if (HERE.parent / "shared").exists():
            (self.whole / "shared").symlink_to(HERE.parent / "shared")

    def tests_fail(self, tests: tuple[str, ...], limit: float) -> bool:
        cache, temporary = self.whole / "cache", self.whole / "tmp"
        for folder in (cache, temporary):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        temporary.chmod(0o1777)
        missing = [test for test in tests if not (self.folder / test).exists()]
        if missing:
            raise SystemExit(f"there is no {missing[0]}")
        with self.said.open("wb") as said:
            process = subprocess.Popen(
                [*self.cage, "sh", "-c", CAGE, "cage", self.whole,
                 sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *tests],
                cwd=self.folder, stdout=said, stderr=said, start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(self.folder), "HOME": str(temporary), "TMPDIR": "/tmp",
                     "LEK_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"})
        try:
            code = process.wait(limit)
            if code in (4, 5):
                raise SystemExit(f"pytest found nothing to run in {' '.join(tests)}")
            return code != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    asked.add_argument("--area", action="append", choices=AREAS)
    asked.add_argument("--each", type=int)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--out", type=Path, default=Path("mutants.json"), help="what became of each")
    asked.add_argument("--again", action="store_true", help="only those that survived by --out")
    asked.add_argument("--list", action="store_true", help="say what would be planted, and plant nothing")
    given = asked.parse_args()
    areas = given.area or list(AREAS)
    todo = drawn(areas, given.each, given.seed)
    if given.again:
        survived = {row["named"] for row in json.loads(given.out.read_text()) if not row["found"]}
        todo = [mutant for mutant in todo if mutant.named in survived]
    alike = {line.split("  ||  ")[0] for line in ALIKE.read_text().splitlines()} if ALIKE.exists() else set()
    todo = [mutant for mutant in todo if mutant.named not in alike]
    if given.list:
        print("\n".join(f"{mutant.area}: {mutant.named}" for mutant in todo))
        return 0
    above = Path(tempfile.mkdtemp(prefix="lek-mutants-", dir="/var/tmp"))
    above.chmod(0o755)  # for tests that become a user without rights
    copies: SimpleQueue[Copy] = SimpleQueue()
    rows = []
    try:
        for number in range(given.workers):
            copies.put(Copy(number, above))
        with ThreadPoolExecutor(given.workers) as pool:
            clean: dict[str, float | None] = {}
            runs = {pool.submit(clean_run, copies, AREAS[name].tests): name for name in areas}
            waiting: PriorityQueue[tuple[float, int, Mutant]] = PriorityQueue()  # the slowest first
            verdicts = []
            for run in as_completed(runs):
                name = runs[run]
                seconds = clean[name] = run.result()
                print(f"{name}: {'the tests fail without any bug' if seconds is None else f'{seconds:.0f} s'}", flush=True)
                for n, mutant in enumerate(todo):
                    if mutant.area == name and seconds is not None:
                        waiting.put((-seconds, n, mutant))
                        verdicts.append(pool.submit(next_planted, copies, waiting))
            broken = [name for name in areas if clean[name] is None]
            for done in as_completed(verdicts):
                mutant, found = done.result()
                rows.append({"area": mutant.area, "named": mutant.named, "line": mutant.line + 1, "found": found})
                print("found   " if found else "SURVIVED", f"{mutant.area}: {mutant.named}", flush=True)
                given.out.write_text(json.dumps(rows, indent=1))
    finally:
        shutil.rmtree(above, ignore_errors=True)
    for name in areas:
        here = [row["found"] for row in rows if row["area"] == name]
        if here:
            print(f"{name:22s} {sum(here)} of {len(here)}")
    share = sum(row["found"] for row in rows) / max(1, len(rows))
    print(f"{sum(row['found'] for row in rows)} of {len(rows)} found: {share:.1%}")
    for name in broken:
        print(f"{name}: not measured, the tests fail without any bug: {' '.join(AREAS[name].tests)}")
    return 0 if share >= 0.95 and not broken else 1


def clean_run(copies: SimpleQueue[Copy], tests: tuple[str, ...]) -> float | None:
    """How long the tests take without a bug; None if they fail twice. What they said when they failed is printed."""
    copy = copies.get()
    try:
        for _ in range(2):
            began = time.monotonic()
            if not copy.tests_fail(tests, 1800):
                return time.monotonic() - began
            print("\n".join(copy.said.read_text(errors="replace").splitlines()[-40:]), flush=True)
        return None
    finally:
        copies.put(copy)


def next_planted(copies: SimpleQueue[Copy], waiting: PriorityQueue[tuple[float, int, Mutant]]) -> tuple[Mutant, bool]:
    """The bug that takes longest of those that wait, and whether it is found."""
    seconds, _, mutant = waiting.get()
    return mutant, planted(copies, mutant, -seconds)


def planted(copies: SimpleQueue[Copy], mutant: Mutant, clean: float) -> bool:
    """Whether the tests of its area find this bug."""
    copy = copies.get()
    path = copy.folder / mutant.file
    whole = path.read_text()
    lines = whole.split("\n")
    assert lines[mutant.line] == mutant.before
    lines[mutant.line] = mutant.after
    try:
        path.write_text("\n".join(lines))
        return copy.tests_fail(AREAS[mutant.area].tests, 3 * clean + 60)
    finally:
        path.write_text(whole)
        copies.put(copy)


if __name__ == "__main__":
    sys.exit(main())
