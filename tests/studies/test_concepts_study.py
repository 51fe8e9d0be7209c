"""The study of concept accessibility: it runs, resumes and draws; its numbers are those of its games; its claims quote."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.players import find_agent, find_game
from lek.settings import Mistake
from lek.studies import concepts as study
from lek.studies.claim import VERDICTS
from lek.studies.concepts import runs, telling
from lek.studies.concepts.rulebook_claims import SOURCES
from lek.studies.run import _read, configure, run

SHARED = Path(__file__).parents[2].parent / "shared"
PAPER, RULES = SHARED / "papers" / "dots.txt", SHARED / "rules" / "dots.md"
TINY = {"games": 400, "greedy_games": 40, "short_games": 200, "rival_games": 200, "choice_games": 100, "board_games": 4}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Everything, tiny, written and drawn: config, outcome, arrays."""
    config = configure(study.QUICK, TINY)
    outcome = run("concepts", study, config, tmp_path_factory.mktemp("whole") / "run", threads=2)
    tasks = study.tasks(config) + study.later_tasks(config)
    return config, outcome, {task: _read(outcome.out, config, task) for task in tasks}


def test_everything_is_written_and_drawn(whole: Any) -> None:
    config, outcome, _ = whole
    assert {path.stem for path in outcome.figures} == {*study.CAPTIONS}
    assert all(path.stat().st_size > 5000 for path in outcome.figures)
    told = json.loads((outcome.out / "results.json").read_text())
    tables = {f"table of positions, {opponent}" for opponent in ("chain", config.opponent)}
    assert {*told["systems"]} == {*telling.arms(config), *tables} and len(told) == 5
    assert sum(row["chosen"] for row in told["choice, on-line"].values()) == 1
    assert not told["systems"]["xcs, chain"]["computed"] and told["systems"]["claims, chain"]["computed"]
    found = find_game("dots")
    players = [find_agent(found, found.build(), str(path)) for path in (outcome.out / "players").iterdir()]
    assert len(players) >= config.runs and all(agent.brain is not None for agent in players)
    assert (outcome.out / "figures" / "rules-claims.html").read_text().count("<svg") > 1
    assert "figures/rules-claims.html" in (outcome.out / "report.html").read_text()
    assert len(outcome.claims) == sum(map(len, SOURCES.values()))
    assert {claim.verdict for claim in outcome.claims} <= {*VERDICTS}


def test_claims_quote_the_paper_or_the_rulebook() -> None:
    if not PAPER.exists():
        pytest.skip("the papers are not here")

    def plain(text: str) -> str:
        return re.sub(r"[\s‘’'\"]+", "", re.sub(r"-\n", "", re.sub(r"\[.*?\]", "", text)))

    names = [identity for table in SOURCES.values() for identity, _, _ in table]
    assert len({*names}) == len(names)
    for source, text in (("the paper", plain(PAPER.read_text())), ("the rulebook", plain(RULES.read_text()))):
        for identity, words, _ in SOURCES[source]:
            assert plain(words) in text, (identity, words)


def test_every_claim_stands_on_the_page_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "concepts-claims.md").read_text()
    named = set(re.findall(r"\b[SAMRLPB]\d+[abc]?\b", page))
    assert named == {identity for table in SOURCES.values() for identity, _, _ in table}


def test_the_same_rule_written_otherwise_is_the_same() -> None:
    told = {telling.renumbered(rule) for rule in ("x7l2(1+) : l2(1+)wx7 => x7-l2(1+)", "x0l1(1+) : l1(1+)x0w => x0-l1(1+)")}
    assert told == {"x0l1(1+) : l1(1+)wx0 => x0-l1(1+)"}


def test_every_combination_tried_is_listed(whole: Any) -> None:
    config, _, arrays = whole
    rows = telling.choices(config, arrays)
    assert len(rows) == 1 + len(study.PARENTS) * len(study.ALPHAS) * len(study.CHOICES)
    assert not {task for task in study.tasks(config) if task.startswith("choice")} & {
        task for words in telling.arms(config).values() for task in telling.tasks_of(config, *words)}


def test_shares_are_of_the_games_played(whole: Any) -> None:
    config, _, arrays = whole
    curve = arrays["long_literal_chain_000"]["curve"]
    assert telling.column(curve, "games").sum() == config.games and len(curve) == config.blocks
    assert ((telling.won(curve) >= 0) & (telling.won(curve) <= 1)).all()
    seats = [telling.seat(config, arrays, which, "long", "claims", "chain") for which in ("first", "second")]
    assert all(((0 <= each) & (each <= 1)).all() for each in seats)
    told = arrays["figure_constant-10_000"]
    assert told["exact"][:2].mean() == pytest.approx(telling.won(told["greedy"]), abs=0.35)  # of 40 games


def made_up(shares: Any, guided: float = 1.0) -> Any:
    """A curve with these shares of games won."""
    curve = np.zeros((len(shares), len(telling.TOLD)))
    for name, value in (("games", 100.0), ("first", 50.0), ("decisions", 1000.0), ("guided", 1000.0 * guided)):
        curve[:, telling.TOLD.index(name)] = value
    curve[:, telling.TOLD.index("won_second")] = 100 * np.asarray(shares)
    return curve


VALUABLE = "t4l9(4)l7(2)t1 : l7(2)t4n : l9(4)t1t4 : l8(1)t1n : t1l9(4)t4l8(1) => t1-t4"


def world(level: Any, guided: Any, live: Any, early: float, deals: float) -> tuple[Any, Any]:
    """A made-up run of the whole study: `level` and the others tell of every task what it comes to."""
    config = configure(study.QUICK, {"runs": 10})
    arrays: dict[str, Any] = {}
    for task in study.tasks(config):
        run = int(task[-3:])
        rows = np.full(10, level(task) + 0.002 * (run - 4.5)) * np.linspace(0.5, 1.0, 10)
        counted = np.zeros((10, len(runs.COUNTED)))
        counted[:, runs.COUNTED.index("live")], counted[:, runs.COUNTED.index("f")] = live(task) + run, 50.0 + run
        counted[:, runs.COUNTED.index("exact")] = (0.9 if "by-quality" in task else 0.3) + 0.001 * run
        early_row = made_up([0.2], early)[0]
        arrays[task] = {"curve": made_up(rows, guided(task)), "counted": counted, "early": early_row,
                        "exact": np.array([0.0, 2 * rows[-1], 0.0, 0.0]),
                        "commonest": np.array(["x0n => x0-n", "x3l4(2+) : l4(2+)nx3 => x3-l4(2+)"]),
                        "valuable": np.array([VALUABLE]), "valuable_numbers": np.array([[8.99, 1.0, 99.0, 1.0]]),
                        "double_deals": np.array([10.0, 10.0 * deals, 2.0]),
                        "needed_deals": np.array([5.0, 5.0 * deals, 1.0])}
    won = np.linspace(0.9, 0.99, 10) * np.array([1.0, 1.0, 1.0, 0.5])[:, None, None] * np.ones((4, 3, 1))
    arrays |= {f"board_{side}": {"won": won if deals == 0.0 else 1.0 - won} for side in config.boards}
    arrays["expressible"] = {"deals": np.array([2138.0, 2138.0, 500.0]), "matched": np.array([243410, 667884])}
    return config, arrays


def verdicts(config: Any, arrays: Any) -> dict[str, str]:
    return {claim.id: claim.verdict for claim in study.claims(config, arrays)}


def test_claims_judge_a_made_up_world_as_the_paper_tells_it_rightly() -> None:
    levels = {"figure_constant-10": 0.4, "figure_0.1-to-20": 0.5, "figure_0.1-to-10": 0.35, "short_fitted": 0.4,
              "short_literal": 0.4, "long_accessible": 0.43, "long_claims": 0.7, "short_claims": 0.7, "table": 0.95,
              "short_accessible": 0.4}

    def level(task: str) -> float:
        if "by-quality" in task:
            return 0.0
        if "combined" in task:
            return 0.1
        return next((value for name, value in levels.items() if task.startswith(name)), 0.05)

    def guided(task: str) -> float:
        return 0.1 if "by-quality" in task else 0.999

    config, arrays = world(level, guided, lambda task: 100 if "perfect" in task else 600, 0.995, 0.0)
    found = verdicts(config, arrays)
    agree = {"S1", "S2", "S3", "S5", "S7", "A1", "A2", "A3", "M1", "M2", "M2b", "M3", "M4", "M4b", "M4c", "M5", "M5a", "M5b",
             "M6b", "M7", "M9", "M9b", "M10", "M10b", "M11", "R1", "R1a", "R1b", "R2", "R3", "R4", "L3", "P3", "P7", "P8",
             "B1", "B2", "B3", "B4", "B5"}
    assert {name for name, value in found.items() if value == "agree"} >= agree, found
    assert found["L1"] == found["L2"] == "disagree"
    for task in arrays:
        if task.startswith("long_literal-rising") or "-combined" in task:
            arrays[task]["curve"] = made_up([0.1, 0.16, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.03])
    found = verdicts(config, arrays)
    assert found["P9"] == found["M5c"] == "agree"


def test_claims_judge_a_made_up_world_that_is_otherwise_rightly() -> None:
    config, arrays = world(lambda task: 0.2 if "quality" in task or "combined" in task or "economy" in task
                           else 0.05 if "_claims" in task else 0.1,
                           lambda task: 0.9, lambda task: 600 if "perfect" in task else 100, 0.9, 0.9)
    for task, found in arrays.items():
        if task.startswith(("figure", "short_fitted_")):  # all fall
            falling = np.array([0.1, 0.3, 0.5, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02])
            found["curve"] = made_up(falling + 0.001 * int(task[-3:]), 0.9)
    found = verdicts(config, arrays)
    disagree = {"S1", "S2", "S3", "S7", "A1", "A2", "M1", "M2", "M3", "M5", "M5b", "M6", "M6b", "M7", "M8", "M9", "M9b",
                "M10", "M5c", "R3", "L3", "P3", "P7", "P8", "P9", "B1", "B2", "B4"}
    assert {name for name, value in found.items() if value == "disagree"} >= disagree, found


def test_a_collapse_is_a_last_tenth_below_a_fifth_of_the_best() -> None:
    config = configure(study.QUICK, {"games": 1000, "runs": 4})
    shares = np.array([[0.1, 0.5, 0.5, 0.4, 0.3, 0.3, 0.3, 0.2, 0.2, last] for last in (0.05, 0.15, 0.5, 0.0)])
    shares[3] *= 0.08  # its best tenth is 0.04: nothing to fall from
    arrays = {f"long_claims_chain_{k:03d}": {"curve": made_up(row)} for k, row in enumerate(shares)}
    assert telling.collapsed(config, arrays, "long", "claims", "chain").tolist() == [True, False, False, False]
    assert telling.far(config, arrays, "long", "claims", "chain").tolist() == [True, True, True, False]
    assert telling.online(config, arrays, "long", "claims", "chain") == pytest.approx(shares[:, -1])


@pytest.mark.parametrize("task", ["figure_0.1-to-20_000", "short_claims_chain_001"])
def test_a_run_that_was_stopped_goes_on(whole: Any, task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config, _, arrays = whole
    monkeypatch.setattr(runs, "SECONDS", -1.0)
    kept, count = tmp_path / "kept.npz", 0

    def stopping(*given: Any) -> Any:
        nonlocal count
        count += 1
        if count == 5:
            raise KeyboardInterrupt
        return _play(*given)

    _play = runs.play
    monkeypatch.setattr(runs, "play", stopping)
    with pytest.raises(KeyboardInterrupt):
        runs.learn(config, task, kept)
    monkeypatch.setattr(runs, "play", _play)
    found = runs.learn(config, task, kept)
    assert {*found} == {*arrays[task]}
    for name in found:
        assert np.array_equal(found[name], arrays[task][name]), name


def test_games_are_divided_into_blocks() -> None:
    with pytest.raises(Mistake, match="games=1001 does not work: it is divided into 10 blocks"):
        configure(study.QUICK, {"games": 1001})
