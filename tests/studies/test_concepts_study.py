"""The study of concept accessibility: it runs, resumes and draws; its numbers are those of its games; its claims quote."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import store
from lek.find import find_agent, find_game
from lek.settings import Mistake
from lek.store import Partial
from lek.studies import concepts as study
from lek.studies.claim import VERDICTS
from lek.studies.concepts import runs, telling
from lek.studies.concepts.rulebook_claims import SENTENCES
from lek.studies.concepts.study import STUDY
from lek.studies.run import run, store_of
from lek.studies.study import configure

SHARED = Path(__file__).parents[2].parent / "shared"
PAPER, RULES = SHARED / "papers" / "dots.txt", SHARED / "rules" / "dots.md"
TINY = {"games": 400, "greedy_games": 40, "short_games": 200, "rival_games": 200, "choice_games": 100, "board_games": 4}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Everything, tiny, written and drawn: config, outcome, arrays."""
    config = configure(study.QUICK, TINY)
    outcome = run("concepts", STUDY, config, tmp_path_factory.mktemp("whole") / "run", threads=2)
    tasks = STUDY.tasks(config)
    return config, outcome, {task: store_of("concepts", config, outcome.out).get(task) for task in tasks}


def test_everything_is_written_and_drawn(whole: Any) -> None:
    config, outcome, _ = whole
    assert {path.stem for path in outcome.figures} == {*STUDY.captions}
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
    assert len(outcome.claims) == len(SENTENCES)
    assert {claim.verdict for claim in outcome.claims} <= {*VERDICTS}


def test_claims_quote_the_paper_or_the_rulebook() -> None:
    if not PAPER.exists():
        pytest.skip("the papers are not here")

    def plain(text: str) -> str:
        return re.sub(r"[\s‘’'\"]+", "", re.sub(r"-\n", "", re.sub(r"\[.*?\]", "", text)))

    for source, text in (("the paper", plain(PAPER.read_text())), ("the rulebook", plain(RULES.read_text()))):
        own = [sentence for sentence in SENTENCES if sentence.source == source]
        assert own
        for sentence in own:
            assert plain(sentence.words) in text, (sentence.id, sentence.words)


def test_every_claim_stands_on_the_page_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "concepts-claims.md").read_text()
    named = set(re.findall(r"\b[SAMRLPB]\d+[abc]?\b", page))
    assert named == {sentence.id for sentence in SENTENCES}


def test_the_same_rule_written_otherwise_is_the_same() -> None:
    told = {telling.renumbered(rule) for rule in ("x7l2(1+) : l2(1+)wx7 => x7-l2(1+)", "x0l1(1+) : l1(1+)x0w => x0-l1(1+)")}
    assert told == {"x0l1(1+) : l1(1+)wx0 => x0-l1(1+)"}


def test_every_combination_tried_is_listed(whole: Any) -> None:
    config, _, arrays = whole
    rows = telling.choices(config, arrays)
    assert len(rows) == 1 + len(study.PARENTS) * len(study.ALPHAS) * len(study.CHOICES)
    assert not {task for task in STUDY.tasks(config) if task.startswith("choice")} & {
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
    monkeypatch.setattr(store, "SECONDS", -1.0)
    (learn, given, *_), count = STUDY.tasks(config)[task], 0

    def stopping(*given: Any) -> Any:
        nonlocal count
        count += 1
        if count == 5:
            raise KeyboardInterrupt
        return _play(*given)

    _play = runs.play
    monkeypatch.setattr(runs, "play", stopping)
    with pytest.raises(KeyboardInterrupt):
        learn(*given, Partial(tmp_path / "kept.npz", task))
    monkeypatch.setattr(runs, "play", _play)
    found = learn(*given, Partial(tmp_path / "kept.npz", task))
    assert {*found} == {*arrays[task]}
    for name in found:
        assert np.array_equal(found[name], arrays[task][name]), name


def test_games_are_divided_into_blocks() -> None:
    with pytest.raises(Mistake, match="games=1001 does not work: it is divided into 10 blocks"):
        configure(study.QUICK, {"games": 1001})
