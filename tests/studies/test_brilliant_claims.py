"""Every sentence about BrilliAnt is judged rightly on made-up runs; numbers and tables are those of the right rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek.brains.tree import OUTCOMES
from lek.studies import brilliant as study
from lek.studies import verdict
from lek.studies.brilliant import breeding, paper_claims, telling
from lek.studies.brilliant.paper_claims import SENTENCES
from lek.studies.brilliant.study import STUDY
from lek.studies.claim import PAPER, RULEBOOK, TOO_SMALL, VERDICTS, counted

from .made_up import assert_judged, cases, normal
from .worlds_brilliant import CONFIG, NAMES, SINGLE, TABLE, Run, by_games_only, first, graph, spread_out

BY_ID = {sentence.id: sentence for sentence in SENTENCES}


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(
    identity: str, wanted: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = dict(TABLE[identity][wanted][number])
    if identity == "G1":  # another game
        settings = paper_claims.antwars().settings | {"pieces": world.pop("pieces", 15)}
        monkeypatch.setattr(paper_claims, "antwars", lambda: SimpleNamespace(settings=settings))
        for name, value in world.items():
            monkeypatch.setattr(paper_claims, name, value)
    elif identity == "G2":  # other settings of the paper's
        monkeypatch.setattr(study, "PAPER", replace(study.PAPER, **world))
    assert_judged(lambda background: BY_ID[identity].judge(CONFIG, Run(world, background)), wanted)


@pytest.mark.parametrize("identity", ["H1", "T2a"])
def test_what_nothing_here_can_decide_says_why(identity: str) -> None:
    found = BY_ID[identity].judge(CONFIG, Run({}, 0))
    assert found.verdict == "not testable" and len(found.ours) > 20


@pytest.mark.parametrize(("identity", "kind"), [("L1", "depth7"), ("L2", "depth7"), *zip(
    ("S1", "S2", "S3", "S4"), breeding.RIVALS, strict=True)])
def test_a_sentence_about_ants_that_were_not_bred_is_not_testable(identity: str, kind: str) -> None:
    some = replace(CONFIG, kinds=tuple(name for name in study.KINDS if name != kind))
    assert BY_ID[identity].judge(some, Run({}, 0)) == (f"no ants of kind {kind} were bred here", "not testable", None)


def test_generations_that_were_not_kept_tell_nothing() -> None:
    """Too few champions of a run, or none of the generations that a sentence is about."""
    found = Run({}, 0)["history"]
    for kept, small in ((found["snapshot"] < 1200, {"E1"}), (found["snapshot"] > 100, {"E2"}),
                        (found["snapshot"] < 500, {"E1", "E3"})):
        arrays = {"figure": Run({}, 0)["figure"], "history": {
            "snapshot": found["snapshot"][kept], **{name: found[name][:, kept] for name in ("hyper_won", "hyper_killed")}}}
        for identity in ("E1", "E2", "E3"):
            assert (BY_ID[identity].judge(CONFIG, arrays).verdict == TOO_SMALL) == (identity in small), (identity, small)
    for count, wanted in ((20, "agree"), (19, TOO_SMALL)):
        pairs = np.stack(np.triu_indices(count, 1), 1)
        won = np.full((30, len(pairs), 10), 0.5)
        told = {"history": {"snapshot": np.arange(count), "pairs": pairs, "won": won}}
        assert BY_ID["E4"].judge(CONFIG, told).verdict == wanted


def test_every_sentence_needs_what_the_page_says() -> None:
    bred = {"population": 2250, "generations": 1350, "tournament": 5, "boards": 6, "runs": 30}
    met = bred | {"judge_boards": 100}
    course, looked_for = met | {"sample": 40}, {"figure_first": 5, "figure_short": 50, "figure_second": 250}
    table = bred | looked_for | {"mutual_boards": 500, "table_boards": 100_000}
    runs = {"tournament": 5, "boards": 6, "arm_runs": 10, "judge_boards": 100}
    expected = {
        "G1": {}, "G2": {}, "H1": {}, "T2a": {}, **{f"B{k}": bred for k in range(1, 15)}, "T1": met,
        **dict.fromkeys(("T2", "T3"), met | looked_for | {"expert_runs": 30}), **{f"T{k}": table for k in range(4, 10)},
        "E1": course | looked_for | {"figure_generations": 2000, "figure_boards": 100}, "E2": course | {"generations": 300},
        "E3": course | {"generations": 800}, "E4": course | {"mutual_boards": 500},
        "L1": runs | {"small_population": 2000, "small_generations": 1000},
        "L2": runs | {"small_population": 2000, "small_generations": 1000, "small_runs": 10},
        **{f"S{k}": runs | {"small_population": 600, "small_generations": 400, "small_runs": 10} for k in range(1, 5)}}
    assert {sentence.id: dict(sentence.least) for sentence in SENTENCES} == expected


def test_a_small_run_says_nothing_of_what_the_paper_says_of_a_large_one() -> None:
    quick, whole = (STUDY.claims(config, Run({}, 1)) for config in (study.QUICK, study.PAPER))
    assert {claim.id for claim in quick if claim.verdict in VERDICTS[:3]} == {"G1", "G2"}
    assert {claim.id for claim in whole if claim.verdict == TOO_SMALL} == {"L1", "L2"}
    assert {claim.id for claim in whole if claim.verdict == "not testable"} == {"H1", "T2a"}
    page = " ".join((Path(__file__).parents[2] / "docs" / "brilliant-claims.md").read_text().split())
    for source, told in (
        (PAPER, "32 checkable sentences of the paper, 28 of them judged, by 28 different tests"),
        (RULEBOOK, "5 checkable sentences of the rulebook, 5 of them judged, by 5 different tests"),
    ):
        assert counted(source, [claim for claim in whole if claim.source == source]) == told
        assert told in page


def test_what_is_told_beside_a_verdict() -> None:
    """Shares with their scale, cells seen, and who never turns; the same world in front of another background."""
    world = {"judged_depth7": {"first-humant": (0.4, 0.05)}, "probes": {
        "seen": np.arange(30) + 90.0, "moves": np.repeat([18, 36], 15), "straight": np.repeat([35, 7], 15)}}
    told = {identity: BY_ID[identity].judge(CONFIG, Run(world, 3)).ours for identity in ("L1", "B9", "B13", "T7")}
    assert told["L1"].startswith("champions of depth7 (600 ants, 400 generations) win against our first-humant 0.400 [")
    assert told["B9"].startswith("15 of 30 champions see the whole board in 18 moves (cells seen 104.5 [101.2, 107.8])")
    assert "15 of 30 champions turn in between (15 never turn)" in told["B13"]
    found = BY_ID["T7"].judge(CONFIG, Run(graph(), 0)).ours
    assert found == "matches won: HyperHumant 7, ExpertAnt 6, BrilliAnt 5, SuperHumant 4"


# Numbers and tables


def test_table_1_and_its_tests() -> None:
    """A tournament of three with known results: wins, matches, the paper's p values and the honest ones."""
    data = {"names": np.array(["A", "X", "B", "C"]), "boards": np.array(100), "pairs": np.array([[0, 2], [0, 3], [2, 3]]),
            "games": np.array([120, 100, 99]), "both": np.array([40, 0, 20]), "none": np.array([20, 0, 21]),
            "eaten": np.array([[8.0, 7], [7.5, 7.5], [7, 7]])}
    tested = telling.table_1({"table": data})
    assert tested.names == ["A", "B", "C"]
    assert tested.games.tolist() == [[0, 120, 100], [80, 0, 99], [100, 101, 0]]
    assert tested.matches.tolist() == [1, 0, 1]
    assert np.allclose(tested.eaten, [7.75, 7, 7.25])
    for i, j, won in ((0, 1, 120), (1, 0, 80), (0, 2, 100), (2, 0, 100), (1, 2, 99), (2, 1, 101)):
        assert tested.by_games[i, j] == pytest.approx(stats.binomtest(won, 200, alternative="greater").pvalue)
    first = stats.norm.sf(0.2 / np.sqrt((0.6 - 0.2**2) / 100))
    third = stats.norm.sf(0.01 / np.sqrt((0.41 - 0.01**2) / 100))
    assert np.allclose(tested.by_boards, [[1, first, 0.5], [1 - first, 1, 1 - third], [0.5, third, 1]])
    assert np.allclose(tested.corrected, [[1, 3 * first, 1], [1, 1, 1], [2 * third, 2 * third, 1]])  # Holm's step by step
    assert np.allclose(tested.split, [[0, 0.4, 1], [0.4, 0, 0.59], [1, 0.59, 0]])


def test_rings_of_any_length_and_chains_that_do_not_hold() -> None:
    better = np.zeros((4, 4), bool)
    better[0, 1] = better[1, 2] = better[0, 2] = True
    assert telling.cycles(better) == telling.tangled(better) == 0
    better[2, 0], better[0, 2] = True, False
    assert telling.cycles(better) == 1 and telling.tangled(better) == 3
    ring = np.zeros((5, 5), bool)
    ring[[0, 1, 2, 3], [1, 2, 3, 0]] = True  # four in a ring, the fifth apart
    assert telling.cycles(ring) == 0 and telling.tangled(ring) == 4
    pair = np.array([[False, True, False], [True, False, True], [False, False, False]])
    assert telling.tangled(pair) == 2 and telling.intransitive(pair, np.zeros((3, 3))) == (0, 1)
    line = np.zeros((3, 3), bool)
    line[0, 1] = line[1, 2] = True
    for games, wrong in (([[0, 60, 55], [40, 0, 60], [45, 40, 0]], 0), ([[0, 60, 45], [40, 0, 60], [55, 40, 0]], 1),
                         ([[0, 60, 50], [40, 0, 60], [50, 40, 0]], 0)):
        assert telling.intransitive(line, np.array(games)) == (wrong, 1)


def test_who_is_better_among_a_runs_champions() -> None:
    """By the two-sided p of a pair's boards, with Holm's correction over the six pairs of a run."""
    pairs = np.stack(np.triu_indices(4, 1), 1)  # 01 02 03 12 13 23
    z = stats.norm.isf(np.array([0.0016, 0.0019, 0.0026, 0.3, 0.3, 0.3]) / 2)  # times 6, 5, 4: 0.0096, 0.0095, 0.0104
    shape = normal(0, 1, 40, np.random.default_rng(1))
    signs = np.array([[1, 1, 1, 1, 1, 1], [-1, 1, -1, 1, -1, -1]])
    won = 1 + (signs * z)[:, :, None] * 0.5 / np.sqrt(40) + 0.5 * shape
    better, later = telling.generations_better({"history": {"snapshot": np.arange(4), "pairs": pairs, "won": won}})
    assert np.argwhere(better).tolist() == [[0, 0, 1], [0, 0, 2], [1, 0, 2], [1, 1, 0]]
    assert later.tolist() == [0, 4 / 6]


def test_equal_or_better() -> None:
    rng = np.random.default_rng(1)
    base = 0.3 + 0.01 * rng.standard_normal(20)
    found = [verdict.not_smaller(base, base + more, ("a", "b"), 0.02) for more in (0.0, 0.1, -0.1, -0.02)]
    assert [each.verdict for each in found] == ["agree", "agree", "disagree", "undecided"]
    shifted = stats.ttest_ind(base + 0.02, base, equal_var=False, alternative="greater").pvalue
    assert found[0].p == pytest.approx(shifted) and found[3].p == pytest.approx(0.5)  # of what is claimed, with the margin


HUMANT = {name: k / 100 for k, name in enumerate(study.HUMANTS)}


@pytest.fixture(scope="module")
def small() -> Any:
    """A small run in which every number is another one: its config and arrays."""
    config = replace(study.QUICK, kinds=("small", "paper", "no-food"), runs=3, batch=2, expert_runs=2, exploit_runs=2)
    rng = np.random.default_rng(4)
    arrays: dict[str, Any] = {task: Run({}, 2)[task] for task in ("figure", "history", "probes")}
    arrays["table"] = Run(graph(first("EvolAnt2"), food=dict(zip(NAMES, range(9), strict=True))), 0)["table"]
    for k, kind in enumerate(config.kinds):
        share = 0.1 + 0.2 * k + np.array([[0.05], [0.06], [0.1]]) + np.array(list(HUMANT.values()))
        arrays[f"judged_{kind}"] = {"won": spread_out(2 * share, (3, 4, 10), rng)}
        for start, stop in ((0, 2), (2, 3)):
            outcomes = np.zeros((stop - start, 5, 2, 8), np.int64)
            outcomes[:, :, 0, :3] = [6, 3 + k, 1]
            outcomes[:, 2, 1, 4] = 7 if kind != "small" else 0
            arrays[f"bred_{kind}_{start:05d}"] = {
                "outcomes": outcomes, "nodes": 10.0 * k + np.arange(start, stop)[:, None] + np.arange(5) / 10}
    share = np.array([[0.7], [0.75]]) + np.array(list(HUMANT.values()))
    arrays["merged"] = {"won": spread_out(2 * share, (2, 4, 10), rng),
                        "seeker": spread_out(2 * np.array([0.2, 0.3]), (2, 9), rng),
                        "others": spread_out(2 * np.array([0.6, 0.9]), (2, 6, 8), rng)}
    kinds = np.array(["paper", "paper", "small", "small"])
    arrays["mutual"] = {"kinds": kinds, "pairs": np.stack(np.triu_indices(4, 1), 1),
                        "won": spread_out(2 * np.array([0.8, 0.5, 0.2, 0.3, 0.4, 0.9]), (6, 12), rng)}
    arrays["seeker"] = {"kinds": kinds, "won": spread_out(2 * np.array([0.35, 0.45, 0.15, 0.25]), (4, 9), rng)}
    for run in range(2):
        arrays[f"exploit_{run}"] = {name: spread_out(np.array([2 * value + run]), (1, 10), rng)[0]
                                    for name, value in (("won", 0.3), ("hyper", 0.1))}
        arrays[f"expert_{run}"] = {"against_hyper": spread_out(2 * np.array([0.4 + run / 10, 0.2]), (2, 10), rng),
                                   "against_own": spread_out(np.array([1.2]), (1, 10), rng)}
    return config, arrays


def test_results_are_of_the_right_rows(small: Any) -> None:
    config, arrays = small
    told = telling.results(config, arrays)
    for k, kind in enumerate(config.kinds):
        for humant, more in HUMANT.items():
            assert told["games_won_by_champions"][kind][humant]["mean"] == pytest.approx(0.17 + 0.2 * k + more)
        assert told["games_won_by_champions"][kind]["all four"]["mean"] == pytest.approx(0.185 + 0.2 * k)
        assert told["games_won_by_champions"][kind]["about"] == breeding.ARMS[kind].about
        assert told["nodes_of_the_last_generation"][kind]["mean"] == pytest.approx(10 * k + 1.4)
        crossover, mutation = told["children"][kind]["crossover"], told["children"][kind]["mutation"]
        assert [*crossover] == [*OUTCOMES]
        assert [*crossover.values()][:4] == pytest.approx([6 / (10 + k), (3 + k) / (10 + k), 1 / (10 + k), 0])
        assert [*mutation.values()][4] == (None if kind == "small" else 1.0)
    assert {humant: each["mean"] for humant, each in told["games_won_by_merged_champions"].items()} == {
        humant: pytest.approx(0.725 + more) for humant, more in HUMANT.items()}
    hyper = told["games_won_by_champions"]["paper"]["hyper-humant"]
    values = np.array([0.38, 0.39, 0.43])
    half = stats.t.ppf(0.975, 2) * values.std(ddof=1) / np.sqrt(3)
    assert hyper == pytest.approx({"mean": 0.4, "low": 0.4 - half, "high": 0.4 + half, "sd": values.std(ddof=1)})
    assert {kind: {other: each["runs"] for other, each in found.items()} for kind, found in told["replicates"].items()} == {
        "paper": {"hyper-humant": pytest.approx([0.38, 0.39, 0.43]), "seeker": pytest.approx([0.35, 0.45]),
                  "all other champions": pytest.approx([0.5, 0.3])},
        "small": {"hyper-humant": pytest.approx([0.18, 0.19, 0.23]), "seeker": pytest.approx([0.15, 0.25]),
                  "all other champions": pytest.approx([0.7, 0.5])},
        "merged": {"hyper-humant": pytest.approx([0.73, 0.78]), "seeker": pytest.approx([0.2, 0.3]),
                   "all other champions": pytest.approx([0.6, 0.9])}}
    assert told["table_1"]["EvolAnt2"] == {"matches won": 7, "games won": 714_000, "pieces a game": 3}
    assert told["table_1"]["SmartHumant"] == {"matches won": 0, "games won": 686_000, "pieces a game": 6}
    assert told["experts"] == {f"run {run}": pytest.approx({
        "against hyper-humant": 0.4 + run / 10, "the run's own champion against hyper-humant": 0.2,
        "against the run's own champion": 0.6}) for run in range(2)}
    assert told["exploiters"] == {"won against the champion bred against": pytest.approx([0.3, 0.8]),
                                  "won against hyper-humant": pytest.approx([0.1, 0.6])}
    assert told["figure_3"] == {"generation": arrays["figure"]["generation"].tolist(),
                                "won": arrays["figure"]["won"].tolist(), "killed": arrays["figure"]["killed"].tolist()}
    probes = arrays["probes"]
    assert {name: each["mean"] for name, each in told["behaviour"].items()} == pytest.approx({
        **{name: probes[name].mean() for name in SINGLE}, "seen in 18 moves": probes["coverage"][:, 0].mean(),
        "diagonal moves": probes["coverage"][:, 2].mean()})


def test_results_count_rings(small: Any) -> None:
    config, arrays = small
    weak = graph(**by_games_only(("BrilliAnt", "ExpertAnt"), ("ExpertAnt", "HyperHumant")))
    told = telling.results(config, {**arrays, "table": Run(weak, 0)["table"]})
    assert told["rings_in_table_1"] == {"over games": {"of three": 1, "players in any": 3},
                                        "over boards": {"of three": 0, "players in any": 0}}
    pairs = np.stack(np.triu_indices(4, 1), 1)
    edges = np.array([[1, 0, -1, 1, 0, 1], [1, -1, 0, 1, 0, 0]])  # 0 > 1 > 2 > 3 > 0, and 0 > 1 > 2 > 0
    won = 1 + 0.9 * edges[:, :, None] + 0.1 * np.array([1.0, -1] * 20)
    found = telling.results(config, {**arrays, "history": {"snapshot": np.arange(4), "pairs": pairs, "won": won}})
    assert found["generations"]["rings of three"] == [0, 1] and found["generations"]["champions in any"] == [4, 3]
    assert found["generations"]["later champion wins more"]["mean"] == pytest.approx(1 / 6)


def test_tables_are_of_the_right_rows(small: Any) -> None:
    config, arrays = small
    told = telling.tables(config, arrays)
    assert told["table-1"][:3] == [["player", "matches won", "games won", "pieces a game"], ["EvolAnt2", 7, 714_000, 3],
                                   ["HyperHumant", 6, 710_000, 8]]
    assert len(told["table-1"]) == 9 and [row[2] for row in told["table-1"][1:]] == [714_000 - 4000 * k for k in range(8)]
    assert told["pairs"][0] == ["player", "opponent", "share won", "boards split", "p over games", "p over boards", "Holm"]
    assert told["pairs"][1][:4] == ["EvolAnt2", "HyperHumant", 0.51, 0.5]
    assert len(told["pairs"]) == 29 and all(row[2] == 0.51 for row in told["pairs"][1:])
    tested = telling.table_1(arrays)
    winner, loser = tested.names.index("EvolAnt2"), tested.names.index("HyperHumant")
    assert told["pairs"][1][4:] == [f"{p[winner, loser]:.3g}" for p in (tested.by_games, tested.by_boards, tested.corrected)]
    level = telling.tables(config, {**arrays, "table": Run(graph(changes={("ExpertAnt", "BrilliAnt"): 0.5}), 0)["table"]})
    assert sum({*row[:2]} == {"ExpertAnt", "BrilliAnt"} for row in level["pairs"]) == 1
    assert told["champions"][0] == ["kind", "run", *study.HUMANTS]
    assert [row[:2] for row in told["champions"][1:]] == [
        *([kind, run] for kind in config.kinds for run in range(3)), ["merged", 0], ["merged", 1]]
    assert told["champions"][5] == ["paper", 1, 0.36, 0.37, 0.38, 0.39]
    assert told["champions"][-1] == ["merged", 1, 0.75, 0.76, 0.77, 0.78]
