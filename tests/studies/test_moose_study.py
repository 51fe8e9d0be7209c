"""The Moose study end to end: its numbers are those of its populations, its claims those of the paper."""

from __future__ import annotations

import csv
import itertools
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek.agent import Agent
from lek.games.moose import moose
from lek.players.moose.machines import machines
from lek.settings import Mistake
from lek.store import to_json
from lek.studies import STUDIES, find_study
from lek.studies import moose as study
from lek.studies.claim import PAPER, TOO_SMALL, Claim, claims_table
from lek.studies.moose import density, population_claims
from lek.studies.moose.paper_claims import SENTENCES, not_linear
from lek.studies.moose.study import STUDY
from lek.studies.run import run
from lek.studies.study import configure
from lek.watching import watch

TEXT = Path(__file__).parents[2].parent / "shared" / "papers" / "moose.txt"
TINY = {"replicates": 3, "generations": 5, "population": 6, "elite": 4, "rounds": 8, "states": 3}
SCALARS = ("total_fitness", "conflict", "conflict_final", "final_fitness")


def config_of(**given: Any) -> study.Config:
    config: study.Config = configure(study.QUICK, {**TINY, **given})
    return config


def played(**given: Any) -> tuple[study.Config, dict[str, Any]]:
    config = config_of(**given)
    return config, {name: task.work(*task.given) for name, task in STUDY.tasks(config).items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All seven experiments, tiny, with everything written and drawn: config, outcome."""
    config = config_of()
    return config, run("moose", STUDY, config, tmp_path_factory.mktemp("whole") / "run", threads=2)


@pytest.fixture(scope="module")
def pair() -> Any:
    """Experiments 1 and 5 with enough replicates for two chunks: config, arrays."""
    return played(experiments="1,5", replicates=13)


# Results


def test_results_have_the_promised_names(whole: Any) -> None:
    _, outcome = whole
    told = json.loads((outcome.out / "results.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert told == json.loads(to_json(outcome.results)) and list(told) == ["1", "2", "3", "4", "5", "6", "7"]
    for row in told.values():
        assert set(row) == {*SCALARS, "fields", "fields_final", "plays", "plays_final"}
        for name in SCALARS:
            assert set(row[name]) == {"mean", "sd"} and all(isinstance(value, float) for value in row[name].values())
        for name in ("fields", "fields_final"):
            assert len(row[name]) == 3 and all(isinstance(value, float) for value in row[name])
        for name in ("plays", "plays_final"):
            assert list(row[name]) == ["1:1", "2:2", "3:3", "1:2", "1:3", "2:3"]


def test_everything_a_run_promises_is_in_its_folder(whole: Any) -> None:
    _, outcome = whole
    for name in ("config.json", "manifest.json", "results.json", "claims.md", "report.html", "tables/replicates.csv",
                 "tables/course.csv", "figures/figure-4.png", "figures/figure-5.svg", "figures/figure-6.png",
                 "figures/figure-7.png", "figures/figure-8.png", "figures/figure-3.svg", "figures/pair.html"):
        assert (outcome.out / name).stat().st_size > 0, name
    assert all(path.exists() for path in outcome.figures) and outcome.notices == []


def test_means_and_deviations_are_over_replicates_with_n_less_one(whole: Any) -> None:
    _, outcome = whole
    with open(outcome.out / "tables" / "replicates.csv") as file:
        rows = list(csv.DictReader(file))
    assert [(row["experiment"], row["replicate"]) for row in rows] == [
        (str(experiment), str(replicate)) for experiment in range(1, 8) for replicate in range(3)]
    for experiment, row in outcome.results.items():
        own = [line for line in rows if line["experiment"] == experiment]
        for name in SCALARS:
            values = [float(line[name]) for line in own]
            assert row[name]["mean"] == pytest.approx(sum(values) / 3, rel=1e-5)
            middle = sum(values) / 3
            assert row[name]["sd"] == pytest.approx(
                math.sqrt(sum((value - middle) ** 2 for value in values) / 2), rel=1e-3, abs=1e-6)
        for k in range(3):
            assert row["fields"][k] == pytest.approx(np.mean([float(line[f"field {k + 1}"]) for line in own]), abs=1e-5)


def test_one_replicate_has_no_deviation_and_json_says_null() -> None:
    config, arrays = played(experiments="1", replicates=1)
    row = json.loads(to_json(study.results(config, arrays)))["1"]
    assert all(row[name]["sd"] is None and row[name]["mean"] is not None for name in SCALARS)
    assert json.loads(to_json({"a": float("nan"), "b": [np.float64("inf"), np.int64(3)], "c": np.zeros(2)})) == {
        "a": None, "b": [None, 3], "c": [0.0, 0.0]}


def test_fractions_are_consistent(pair: Any) -> None:
    config, arrays = pair
    for found in study.all_statistics(config, arrays).values():
        for suffix in ("", "_final"):
            fields, plays, conflict = (found[f"{name}{suffix}"] for name in ("fields", "plays", "conflict"))
            assert fields.sum(1) == pytest.approx(1) and plays.sum(1) == pytest.approx(1)
            assert np.all(plays > -1e-12)
            assert conflict == pytest.approx(plays[:, :3].sum(1))
            for k, kinds in enumerate(((0, 3, 4), (1, 3, 5), (2, 4, 5))):  # 1:1 1:2 1:3; 2:2 1:2 2:3; 3:3 1:3 2:3
                twice = plays[:, kinds[0]] * 2 + plays[:, kinds[1]] + plays[:, kinds[2]]
                assert fields[:, k] == pytest.approx(twice / 2)


@pytest.mark.parametrize("experiment", [1, 5])
def test_the_final_statistics_are_those_of_the_final_population_played_again(pair: Any, experiment: int) -> None:
    config, arrays = pair
    data = study.gather(arrays, f"e{experiment}")
    found = study.statistics(config, data)
    brain = machines(study.game_of(config, experiment), states=config.states).brain
    for replicate in range(config.replicates):
        genomes = data["genomes"][replicate].view(np.recarray)
        fields = density.all_moves(genomes, config.rounds)
        counts = dict.fromkeys(study.PLAYS, 0)
        for i, j in itertools.combinations(range(config.population), 2):
            for one, other in zip(fields[i, j], fields[j, i], strict=True):
                low, high = sorted((int(one) + 1, int(other) + 1))
                counts[f"{low}:{high}"] += 1
        plays = config.rounds * config.population * (config.population - 1) // 2
        wanted = [counts[kind] / plays for kind in study.PLAYS]
        assert found["plays_final"][replicate] == pytest.approx(wanted, abs=1e-12)
        scores = density.scores_of(study.game_of(config, experiment), brain, genomes)
        mean = (scores.sum(1) - scores.diagonal()) / (config.population - 1)
        assert data["fitness"][replicate] == pytest.approx(mean, rel=1e-12)
        assert found["final_fitness"][replicate] == pytest.approx(mean.mean(), rel=1e-12)
        assert data["most"][replicate, -1] == pytest.approx(mean.max(), rel=1e-12)


def test_whole_run_fractions_are_means_over_all_generations(pair: Any) -> None:
    config, arrays = pair
    data = study.gather(arrays, "e1")
    found = study.statistics(config, data)
    course = study.conflict_course(config, data)
    assert course.shape == (13, config.generations + 1)
    assert found["conflict"] == pytest.approx(course.mean(1))
    assert found["conflict_final"] == pytest.approx(course[:, -1])
    assert np.any(np.abs(found["conflict"] - found["conflict_final"]) > 0.01), "the two are not one number"


def test_total_fitness_as_a_sum_and_as_trapezoids(pair: Any) -> None:
    config, arrays = pair
    data = study.gather(arrays, "e5")
    mean, total = data["mean"], study.statistics(config, data)["total_fitness"]
    assert total == pytest.approx([sum(row[1:]) for row in mean.tolist()])
    trapezoid = study.statistics(config_of(area="trapezoid"), data)["total_fitness"]
    assert trapezoid == pytest.approx(np.trapezoid(mean, axis=1))
    assert trapezoid == pytest.approx(total + (mean[:, 0] - mean[:, -1]) / 2)


# Selecting


def test_experiments_select_and_each_is_what_it_is_in_a_run_of_all(whole: Any) -> None:
    _, outcome = whole
    config, arrays = played(experiments="2,5")
    assert config.experiments == (2, 5) and list(arrays) == ["e2-00000", "e5-00000"]
    told = study.results(config, arrays)
    assert list(told) == ["2", "5"]
    for experiment in ("2", "5"):
        assert to_json(told[experiment]) == to_json(outcome.results[experiment])
    backwards, others = played(experiments="5,2,5")
    assert to_json(study.results(backwards, others)) == to_json(told)
    judged = {claim.id: claim for claim in STUDY.claims(config, arrays)}
    assert judged["C2"].verdict == "not testable" and "experiment 1 was not run" in judged["C2"].ours
    assert judged["D2"].verdict != "not testable"


def test_replicates_do_not_depend_on_how_many_there_are(pair: Any) -> None:
    _, arrays = pair
    assert list(arrays) == ["e1-00000", "e5-00000"]
    _, fewer = played(experiments="1", replicates=11)
    for name, values in study.gather(fewer, "e1").items():
        assert np.array_equal(values, study.gather(arrays, "e1")[name][:11]), name
    genomes = study.gather(arrays, "e1")["genomes"]
    assert len(np.unique(genomes.reshape(13, -1)[:, 0])) > 10, "replicates differ"


def test_a_study_depends_on_its_seed() -> None:
    one, same, other = (played(experiments="1", seed=seed)[1]["e1-00000"]["mean"] for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)


@pytest.mark.parametrize("given", [
    {"mutation": "locus"}, {"mutation": "to"}, {"first_mutates": "yes"}, {"cuts": "distinct"}, {"ties": "first"},
    {"distinct_parents": "yes"}, {"mutations": 3}, {"elite": 5}, {"rounds": 9},
])
def test_every_setting_of_the_algorithm_reaches_it(given: dict[str, Any]) -> None:
    base, changed = (played(experiments="1", **more)[1]["e1-00000"]["genomes"] for more in ({}, given))
    assert not np.array_equal(base, changed)


def test_the_growth_and_capacities_of_table_i() -> None:
    wanted = {1: (1, 10, 10, 10), 2: (2, 10, 10, 10), 3: (3, 10, 10, 10), 4: (1, 10, 10, 20), 5: (1, 10, 10, 30),
              6: (1, 10, 20, 20), 7: (2, 10, 20, 20)}
    for experiment, (growth, *capacity) in wanted.items():
        chosen = study.game_of(study.PAPER, experiment).settings
        assert chosen["growth"] == (growth,) * 3 and list(chosen["capacity"]) == capacity
        assert (chosen["rule"], chosen["moose"], chosen["rounds"], chosen["sees"]) == ("paper", 2, 50, "actions")
    paper = study.PAPER
    assert (paper.population, paper.elite, paper.generations, paper.replicates) == (36, 24, 250, 30)
    assert (paper.states, paper.mutations, paper.mutation, paper.cuts) == (8, 1, "both", "equal")


def test_the_sweep_breeds_every_combination_of_states_and_mutations() -> None:
    config, arrays = played(experiments="4", replicates=2, generations=2, sweep="yes")
    told = study.results(config, arrays)
    points = [f"{states}x{mutations}" for states in study.SWEEP_STATES for mutations in study.SWEEP_MUTATIONS]
    assert len(points) == 12 and list(told) == ["4", "sweep"] and list(told["sweep"]) == points
    assert "8x1" in points, "the paper's own choice is among them"
    for point in points:
        states = int(point.split("x")[0])
        assert arrays[f"s{point}-00000"]["genomes"].dtype["to"].shape == (states, 3)
        assert set(told["sweep"][point]) == set(told["4"])
    sums = [told["sweep"][point]["total_fitness"]["mean"] for point in points]
    assert len(set(sums)) == 12, "no two points are one run"
    assert all(told["sweep"][point]["fields"].sum() == pytest.approx(1) for point in points)
    first = arrays["s4x3-00000"]
    fields = density.all_moves(first["genomes"][0].view(np.recarray), config.rounds)
    game = study.game_of(config, 1)  # the sweep is on the fields of Experiment 1
    scores = density.scores_of(game, machines(game, states=4).brain, first["genomes"][0].view(np.recarray))
    assert first["fitness"][0] == pytest.approx((scores.sum(1) - scores.diagonal()) / 5) and fields.max() <= 2


def test_the_list_of_studies() -> None:
    assert find_study("moose") is STUDY and "moose" in STUDIES
    with pytest.raises(Mistake, match="did you mean moose"):
        find_study("mose")


# Claims


def test_every_claim_has_its_own_id_a_verdict_and_a_number(whole: Any) -> None:
    _, outcome = whole
    ids = [claim.id for claim in outcome.claims]
    assert len(ids) == len(set(ids)) == len(SENTENCES) >= 40
    for claim in outcome.claims:
        assert claim.ours and claim.paper
        assert claim.p is None or 0 <= claim.p <= 1
        wanted = "not testable" if claim.id in ("D4", "V8", "V9") else TOO_SMALL
        assert claim.verdict == wanted and claim.source == PAPER, "a tiny run decides nothing"
        assert re.search(r"\d", claim.ours) or claim.verdict == "not testable"
        assert "nan" not in claim.ours.lower()
    text = (outcome.out / "claims.md").read_text()
    assert all(f"| {claim.id} | {claim.paper} |" in text for claim in outcome.claims)


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


@pytest.mark.skipif(not TEXT.exists(), reason=f"the paper's text is not at {TEXT}")
@pytest.mark.parametrize("identity", [sentence.id for sentence in SENTENCES])
def test_a_claim_quotes_the_paper(identity: str) -> None:
    """Its words, split at "[...]" and without what stands in brackets, are in the paper, one piece after the other."""
    words = next(sentence.words for sentence in SENTENCES if sentence.id == identity)
    paragraphs = re.split(r"\n\s*\n", TEXT.read_text())
    caption = re.compile(r"\s*Fig\. \d\. ")  # stands between two halves of a sentence where a page ends
    running = plain(" ".join(part for part in paragraphs if not caption.match(part)))
    captions = plain(" ".join(part for part in paragraphs if caption.match(part)))
    assert "gives and discusses results" in running and captions.count("Fig.") >= 8
    source = running if plain(re.sub(r"\[[^]]*\]", " ", words.split("[...]")[0])) in running else captions
    place = 0
    for piece in words.split("[...]"):
        quoted = plain(re.sub(r"\[[^]]*\]", " ", piece))
        assert quoted and quoted in source[place:], f"not in the paper: {quoted}"
        place = source.index(quoted, place) + len(quoted)


def judged(identity: str, found: dict[int, dict[str, Any]], **given: Any) -> Any:
    judge = next(sentence.judge for sentence in SENTENCES if sentence.id == identity)
    return judge(configure(study.PAPER, given), {}, found)


def test_constant_samples_still_give_a_table() -> None:
    """With one state, one round or a population without children, all replicates may be alike."""
    alike = {experiment: {"conflict": np.full(5, value), "total_fitness": np.full(5, value)}
             for experiment, value in ((1, .2), (2, .2), (3, .1), (4, .1), (5, .3), (6, .2), (7, .1))}
    told = [judged(identity, alike) for identity in ("C2", "C3", "C4", "T1", "T5", "V2")]
    claims = [Claim(str(n), "words", one.ours, one.verdict, one.p) for n, one in enumerate(told)]
    assert all(claim.p is None or 0 <= claim.p <= 1 for claim in claims)
    assert "nan" not in claims_table(claims)


# Density dependence


def test_the_detector_sees_sawing_and_not_noise() -> None:
    generations = np.arange(251)
    rng = np.random.default_rng(2)
    course = np.stack([
        np.full(251, 0.2),  # calm
        0.2 + 0.1 * (-1.0) ** generations,  # saws back and forth
        0.2 + 0.02 * rng.standard_normal(251),  # noise from generation to generation (rulebook 3.4: about 0.02)
        np.where(generations <= 150, 0.2 + 0.1 * (-1.0) ** generations, 0.2),  # sawed, but not in the last hundred
        np.where(generations < 201, 0.2, 0.35),  # changes its level once
    ])
    spreads = density.sawing(course)
    assert (spreads > density.SAWING).tolist() == [False, True, False, False, True]
    assert spreads[1] == pytest.approx(0.1 * math.sqrt(100 / 99))
    assert spreads[[0, 3]] == pytest.approx(0, abs=1e-12)
    assert density.zigzag(course).tolist() == [False, True, False, False, False]


def test_the_detector_on_very_short_runs() -> None:
    assert density.sawing(np.full((3, 1), 0.5)).tolist() == [0, 0, 0]
    assert density.sawing(np.array([[0.1, 0.3]])) == pytest.approx([0.2 / math.sqrt(2)])
    assert density.zigzag(np.array([[0.1, 0.3]])).tolist() == [False]


def brood(*texts: str) -> Any:
    made = machines(moose(), states=2)
    return np.concatenate([made.parse(text) for text in texts]).view(np.recarray)


# On field 3 in odd rounds, else on field 1; on field 3 in even rounds, else on field 2.
ODD = "first 3\n1: 1/1>2 2/1>2 3/1>2\n2: 1/3>1 2/3>1 3/3>1"
EVEN = "first 2\n1: 1/3>2 2/3>2 3/3>2\n2: 1/2>1 2/2>1 3/2>1"


def test_moves_are_those_the_game_sees() -> None:
    game = study.game_of(config_of(rounds=9), 5)
    brain = machines(game, states=2).brain
    rng = np.random.default_rng(4)
    genomes = np.zeros(4, brain.genome_type(game)).view(np.recarray)
    genomes.first, genomes.to[:], genomes.say[:] = (rng.integers(0, high, shape) for high, shape in (
        (3, 4), (2, genomes.to.shape), (3, genomes.say.shape)))
    told = density.all_moves(genomes, 9)
    scores = density.scores_of(game, brain, genomes)
    for i, j in itertools.product(range(4), repeat=2):
        agents = [Agent("a", brain, genomes[i:i + 1]), Agent("b", brain, genomes[j:j + 1])]
        turns = list(watch(game, agents, 0))
        assert [turn.action for turn in turns if turn.seat == 0] == told[i, j].tolist()
        assert [turn.action for turn in turns if turn.seat == 1] == told[j, i].tolist()
        assert [scores[i, j], scores[j, i]] == pytest.approx((turns[-1].state.total / 9).tolist(), rel=1e-12)


def test_two_types_on_the_rich_field_at_different_times_each_gain_from_being_rare() -> None:
    game = study.game_of(config_of(rounds=20), 5)
    brain = machines(game, states=2).brain
    genomes = brood(ODD, EVEN, ODD, EVEN, EVEN)
    kinds = density.types(game, brain, genomes)
    assert kinds is not None
    assert sorted([kinds.a.tolist(), kinds.b.tolist()]) == [[0, 2], [1, 3, 4]]
    odd = 0 if kinds.a.tolist() == [0, 2] else 1
    scores = density.scores_of(game, brain, genomes)
    assert kinds.payoff[odd, odd] == kinds.payoff[1 - odd, 1 - odd] == 0, "copies always fight"
    assert kinds.payoff[odd, 1 - odd] == pytest.approx(scores[0, 1])
    assert kinds.payoff[1 - odd, odd] == pytest.approx(scores[1, 0])
    assert kinds.advantage == pytest.approx(min(scores[0, 1], scores[1, 0])) and kinds.advantage > 0
    assert kinds.access[odd].tolist() == [1, 0] * 10 and kinds.access[1 - odd].tolist() == [0, 1] * 10


def test_the_types_of_a_final_population_are_those_that_experiment_5_makes() -> None:
    config = config_of(rounds=20, states=2)
    genomes = brood(ODD, EVEN, ODD, EVEN, EVEN)
    found = population_claims.types_of(config, genomes)
    for experiment, same in ((5, True), (6, False), (4, False)):
        game = study.game_of(config, experiment)
        there = density.types(game, machines(game, states=2).brain, genomes)
        assert (there is not None and found is not None and np.array_equal(found.payoff, there.payoff)) == same


def test_the_bend_of_three_means_has_the_interval_of_students_t() -> None:
    samples = {1: [1.0, 2.0, 4.0], 2: [7.0, 9.0, 9.5], 3: [3.0, 3.5, 5.0]}
    told = not_linear(config_of(), {}, {e: {"total_fitness": np.array(values)} for e, values in samples.items()}).ours
    bend = np.mean(samples[2]) - (np.mean(samples[1]) + np.mean(samples[3])) / 2
    spread = sum(np.var(samples[e], ddof=1) * weight / 3 for e, weight in ((1, 0.25), (2, 1), (3, 0.25)))
    half = stats.t.ppf(0.975, 2) * np.sqrt(spread)
    assert f"lies {bend:+.1f} [{bend - half:+.1f}, {bend + half:+.1f}]" in told


def test_a_population_of_one_kind_has_no_two_types() -> None:
    game = study.game_of(config_of(rounds=20), 5)
    brain = machines(game, states=2).brain
    assert density.types(game, brain, brood(*[ODD] * 5)) is None
    assert density.types(game, brain, brood(ODD, EVEN, EVEN, EVEN)) is None, "one alone is no type"


def test_mutual_invasion_from_payoffs_alone() -> None:
    """Where each does better against the other than the other against itself, the rarer one is fitter at both ends."""
    lines = density.mixture(np.array([[1.0, 3.0], [2.0, 0.5]]), 36)
    assert lines.shape == (35, 2)
    assert lines[0, 0] > lines[0, 1] and lines[-1, 1] > lines[-1, 0], "one A among 35 B, and one B among 35 A"
    gap = lines[:, 0] - lines[:, 1]
    assert np.all(np.diff(gap) < 0) and np.sum(np.diff(np.sign(gap)) != 0) == 1, "with one balance between"
    dominant = density.mixture(np.array([[2.0, 3.0], [1.0, 2.5]]), 36)
    assert np.all(dominant[:, 0] > dominant[:, 1]), "a better type is better at any frequency"


@pytest.mark.parametrize("population", [2, 3, 36])
def test_mixture_is_the_fitness_of_a_round_robin(population: int) -> None:
    payoff = np.array([[1.0, 4.0], [2.5, 0.5]])
    lines = density.mixture(payoff, population)
    assert lines.shape == (population - 1, 2)
    for a in range(1, population):
        kinds = [0] * a + [1] * (population - a)
        for kind in (0, 1):
            me = kinds.index(kind)
            others = [payoff[kind, other] for place, other in enumerate(kinds) if place != me]
            assert lines[a - 1, kind] == pytest.approx(sum(others) / (population - 1))


def test_every_claim_stands_in_the_review_by_section_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "moose-claims.md").read_text()
    named = set(re.findall(r"\b(?:A\d-[a-z]+|F4-final|[ACDFITV]\d+)\b", page.partition("Two things")[0]))
    assert named == {sentence.id for sentence in SENTENCES}
