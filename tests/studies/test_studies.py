"""Every study is a value: its tasks can be sent to another process and say themselves what they do."""

from __future__ import annotations

import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from lek.settings import Mistake
from lek.studies import STUDIES, find_study
from lek.studies.run import run
from lek.studies.study import configure, nothing

SCALES = [(name, scale) for name in STUDIES for scale in ("paper", "quick")]
MOOSE = {"experiments": "1,5", "replicates": "22", "generations": "3", "population": "4", "elite": "2", "rounds": "5",
         "states": "2"}
ANTS = {"population": 20, "generations": 2, "every": 2, "sample": 4, "small_population": 16, "small_generations": 2,
        "runs": 2, "sound_runs": 2, "small_runs": 2, "arm_runs": 2, "batch": 2, "kinds": "paper,small",
        "figure_generations": 3, "figure_every": 3, "figure_first": 1, "figure_short": 4, "figure_second": 2,
        "figure_boards": 20, "judge_boards": 4, "table_boards": 6, "mutual_boards": 4, "seeker_boards": 2,
        "exploit_generations": 2, "merge_generations": 2}


@pytest.mark.parametrize(("name", "scale"), SCALES)
def test_a_task_can_be_sent_and_needs_what_is_there(name: str, scale: str) -> None:
    config = getattr(find_study(name), scale)
    tasks = find_study(name).tasks(config)
    assert len(tasks) > 5
    for task in tasks.values():
        assert isinstance(task.work, FunctionType) and "<" not in task.work.__qualname__, "a function of a module"
        assert pickle.loads(pickle.dumps(task)) == task
        assert {*task.needs} <= {*tasks}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_says_what_it_is(name: str) -> None:
    study = find_study(name)
    assert study.title and "\n" not in study.title and study.title[0] == '"'
    assert type(study.paper) is type(study.quick) and study.paper != study.quick
    assert {"seed", "device"} <= {field.name for field in fields(study.paper)} == {*study.settings}
    assert study.captions and study.minutes.quick and study.minutes.source


@pytest.mark.parametrize(("name", "given"), [
    ("moose", MOOSE), pytest.param("brilliant", ANTS, marks=pytest.mark.slow)])  # every process compiles its ants
def test_processes_give_the_same_bytes_as_threads(name: str, given: dict[str, Any], tmp_path: Path) -> None:
    study = replace(find_study(name), figures=nothing)
    config = configure(study.quick, given)
    run(name, study, config, tmp_path / "threads", threads=2)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        run(name, study, config, tmp_path / "processes", executor=executor)
        assert executor.submit(int, "3").result() == 3
    threads, processes = ({str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*")
                           if path.is_file() and path.name != "manifest.json"}
                          for out in (tmp_path / "threads", tmp_path / "processes"))
    assert threads == processes and len(threads) >= 10


def test_games_by_a_clock_have_the_machine_for_themselves() -> None:
    """Each needs, and so waits for, every task before it; and none comes after them but others by a clock."""
    tasks = find_study("simpai").tasks(find_study("simpai").paper)
    names = [*tasks]
    by_clock = [name for name in names if name.startswith(("clock", "track"))]
    assert names[-len(by_clock):] == by_clock and len(by_clock) == 11
    assert all(tasks[name].needs == (*names[:names.index(name)],) for name in by_clock)


def test_a_file_without_a_study_is_refused(tmp_path: Path) -> None:
    for text in ("", "STUDY = 3\n"):
        (tmp_path / "none.py").write_text(text)
        with pytest.raises(Mistake, match=r"none\.py is not a study: it has no STUDY = Study"):
            find_study(str(tmp_path / "none.py"))
    (tmp_path / "one.py").write_text('"""A study."""\nfrom lek.studies.study import Study, nothing\n'
                                     "STUDY = Study(__doc__, 1, 2, nothing, nothing, nothing)\n")
    assert find_study(str(tmp_path / "one.py")).title == "A study"


def test_listing_the_studies_loads_no_library_for_figures() -> None:
    text = ("import sys; from lek.studies import STUDIES, find_study; print(len([find_study(name) for name in STUDIES]), "
            "'matplotlib' in sys.modules)")
    assert subprocess.run([sys.executable, "-c", text], capture_output=True, text=True).stdout == "6 False\n"
