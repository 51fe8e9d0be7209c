"""The study of Organisms: its experiments, its claims and its figures, on games short enough to be tested."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from lek.studies import organisms as study
from lek.studies import run as runner
from lek.studies.claim import VERDICTS
from lek.studies.organisms import evolution, experiments
from lek.studies.organisms.comparison import sure_ranks, zoo_ranking
from lek.studies.organisms.paper_claims import SENTENCES, claims
from lek.studies.organisms.study import STUDY
from lek.studies.study import configure

from .worlds_organisms import Run

REPORT = Path(__file__).parents[3] / "shared" / "papers" / "gunslinger_organisms.txt"
TINY = {"rounds": 40, "alone": 2, "together": 3, "trials": 2, "tables": 3, "replicates": 1, "generations": 1,
        "population": 4, "climates": "report-default,liechtenstein"}


@pytest.fixture(scope="module")
def config():
    return configure(study.QUICK, TINY)


@pytest.fixture(scope="module")
def arrays(config):
    return {name: task.work(*task.given) for name, task in STUDY.tasks(config).items()}


def test_the_same_task_gives_the_same_arrays(config, arrays):
    for task in ("six-liechtenstein", "zoo-0", "impostor"):
        work, given, *_ = STUDY.tasks(config)[task]
        again = work(*given)
        assert all(np.array_equal(again[name], arrays[task][name], equal_nan=True) for name in again)


def test_another_seed_plays_other_games(config, arrays):
    work, given, *_ = STUDY.tasks(configure(config, {"seed": 1}))["six-report-default"]
    other = work(*given)
    assert not np.array_equal(other["measures"], arrays["six-report-default"]["measures"], equal_nan=True)


def test_seats_rotate_but_measures_are_told_by_player():
    """Bacteria sit still for their first 200 turns and never feed by moving; random players move at once."""
    measures = experiments.together(["bacteria", "random", "random"], 3, 5, rounds=12)
    assert measures.shape == (3, 3, 14)
    assert (measures[:, 0, 10:14] == 0).all()  # no births, in whatever seat
    assert (measures[:, 1:, 10:14].sum((1, 2)) > 0).all()


def test_players_alone_start_on_the_same_deals():
    twice = experiments.alone(["simple-player", "simple-player"], 4, 7, rounds=60)
    assert np.array_equal(twice[:, 0], twice[:, 1], equal_nan=True)
    assert len(np.unique(twice[:, 0, 1])) > 1


def test_shares_add_up_to_one_or_to_nothing():
    measures = np.zeros((2, 3, 2))
    measures[0, :, 1] = 30, 10, 0
    assert experiments.share(measures).tolist() == [[0.75, 0.25, 0.0], [0.0, 0.0, 0.0]]


def test_everybody_sits_as_often_at_random_tables_and_never_twice_at_one():
    seated, measures = experiments.random_tables(study.ZOO, 6, 10, 3, {"rounds": 5, "width": 6, "height": 6}).values()
    assert measures.shape[:2] == seated.shape == (10, 6)
    assert all(len(set(row)) == 6 for row in seated.tolist())
    times = np.bincount(seated.reshape(-1), minlength=len(study.ZOO))
    assert times.min() >= 2 and times.max() <= 4


def test_ranks_say_only_what_the_trials_show():
    rng = np.random.default_rng(1)
    clear = np.column_stack([rng.normal(9, 1, 40), rng.normal(0, 1, 40), rng.normal(0, 1, 40)])
    best, worst = sure_ranks(clear)
    assert (best[0], worst[0]) == (1, 1)
    assert best[1:].tolist() == [2, 2] and worst[1:].tolist() == [3, 3]
    assert [ranks.tolist() for ranks in sure_ranks(clear[:2])] == [[1, 1, 1], [3, 3, 3]]  # two trials show nothing


def test_the_zoo_is_ranked_best_first(arrays):
    shares = [row["share"] for row in zoo_ranking(arrays).values() if row["share"] is not None]
    assert shares == sorted(shares, reverse=True)
    assert set(zoo_ranking(arrays)) == set(study.ZOO)


def test_claims_have_ids_words_numbers_and_verdicts(config, arrays):
    judged = claims(config, arrays)
    assert len({claim.id for claim in judged}) == len(judged) == len(SENTENCES)
    for claim in judged:
        assert claim.verdict in VERDICTS
        assert re.search(r"\d", claim.ours), claim
        assert claim.p is None or 0 <= claim.p <= 1


def test_circles_and_lost_players_are_not_testable(config, arrays):
    untested = {claim.id for claim in claims(config, arrays) if claim.verdict == "not testable"}
    assert untested == {"A1", "A3", "A4", "A5", "A6", "A7", "B1", "B2", "B3", "B4", "Z1"}


@pytest.mark.skipif(not REPORT.exists(), reason="the report is not here")
@pytest.mark.parametrize("words", [sentence.words for sentence in SENTENCES])
def test_claims_quote_the_report(words):
    """But for remarks in brackets at the end, and [...] where something is left out; one piece after the other."""
    text = " ".join(REPORT.read_text().split())
    place = 0
    for part in re.sub(r" \[[^]]{4,}\]$", "", words).split("[...]"):
        assert part.strip() in text[place:], part
        place = text.index(part.strip(), place) + len(part.strip())


def test_made_up_runs_are_written_as_the_tasks_write_them(arrays):
    """The names and shapes of what the tests of the claims make up, but for the number of games."""
    for task in arrays:
        if task.partition("-")[0] not in ("zoo", "evolve"):
            shown, written = ({name: values.shape[:-3] + values.shape[-2:] for name, values in run[task].items()}
                              for run in (Run({}, 0), arrays))
            assert shown == written, task


def test_a_claim_follows_the_numbers(config, arrays):
    """South against north, turned round."""
    config, turned = configure(config, {"rounds": 5000, "trials": 30}), {**arrays}
    for climate in ("default", "rainforest"):
        measures = np.ones((30, 1, 14))
        measures[:, 0, 8:10] = np.column_stack([np.linspace(50, 60, 30), np.linspace(10, 20, 30)])
        turned[f"drift-{climate}"] = {"measures": measures}
    assert {claim.id: claim.verdict for claim in claims(config, turned)}["D1"] == "disagree"


def test_a_run_is_a_folder_with_everything(tmp_path, config):
    outcome = runner.run("organisms", STUDY, config, tmp_path / "out")
    names = {path.name for path in outcome.figures}
    assert {"figure-3.png", "figure-4.png", "drift.png", "size.png", "evolved.png", "populations.png", "world.html"} <= names
    assert all(path.stat().st_size > 1000 for path in outcome.figures)
    results = json.loads((tmp_path / "out" / "results.json").read_text())
    assert set(results) == {"alone", "six", "climates", "zoo", "evolved"}
    assert set(results["alone"]) == set(config.climates)
    table = (tmp_path / "out" / "tables" / "t-scores.csv").read_text().splitlines()
    assert len(table) == 1 + 2 * len(config.climates)
    assert "inferred" in "".join(table)
    assert "not testable" in (tmp_path / "out" / "claims.md").read_text()


def test_captions_for_all_figures():
    from lek.studies.organisms.experiment_figures import CAPTIONS as experiments_told

    ours = {"figure-3", "figure-4", "ranking-six", "ranking-alone", "populations", "world"}
    assert ours | set(experiments_told) == set(STUDY.captions)


@pytest.mark.slow
def test_evolution_learns_and_holds_out(tmp_path):
    """A share of about a quarter is even among four; the settler must learn more, and do so where it was not trained."""
    config = configure(study.PAPER, {"generations": 15, "trials": 60})
    runs = [evolution.evolve(config, replicate, {}) for replicate in range(3)]
    assert np.mean([run["course"][-1, 0] for run in runs]) > 2 * np.mean([run["course"][0, 0] for run in runs])
    assert np.mean([run["settler"].mean() for run in runs]) > np.mean([run["simple"].mean() for run in runs])


def test_opponents_and_climates_of_training_are_not_those_of_judging():
    three = [set(evolution.TRAINERS), set(evolution.CHOOSERS), set(evolution.JUDGES)]
    assert sum(map(len, three)) == len(set().union(*three))
    trained = [{key: value for key, value in settings.items() if key not in evolution.BOARD}
               for settings in (*evolution.TRAINING.values(), *evolution.CHOOSING.values())]
    assert all(settings not in trained for settings in evolution.HELD_OUT.values())
