"""Every sentence about SimpAI is judged rightly on made-up runs, whatever stands in the rows beside its own."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek.players.simplexity.simpai_agreement import BLIND, KINDS, SEARCH, Agreement
from lek.studies import simpai as study
from lek.studies.claim import PAPER, RULEBOOK, TOO_SMALL, VERDICTS, counted
from lek.studies.simpai import fidelity, telling, weight_claims
from lek.studies.simpai.fidelity import CLONES, KEPT_BACK, USUAL
from lek.studies.simpai.matches import TABLE_2
from lek.studies.simpai.paper_claims import SENTENCES
from lek.studies.simpai.study import STUDY

from .made_up import assert_judged, cases, normal
from .worlds_simpai import BOARDS, CONFIG, DECISIONS, TABLE, run_of, weights

BY_ID = {sentence.id: sentence for sentence in SENTENCES}


@pytest.mark.parametrize(("identity", "wanted", "number"), cases(TABLE))
def test_a_sentence_is_judged_by_what_it_is_about(identity: str, wanted: str, number: int) -> None:
    world = TABLE[identity][wanted][number]
    assert_judged(lambda background: BY_ID[identity].judge(CONFIG, run_of(world, background)), wanted)


def told(identity: str, world: Any, config: Any = CONFIG, background: int = 3) -> str:
    ours: str = BY_ID[identity].judge(config, run_of(world, background)).ours
    return ours


# From what scale on, and by whom


def test_every_sentence_needs_what_the_page_says() -> None:
    bred = {"population": 50, "generations": 500, "tournament": 2, "runs": 30}
    drawn = bred | {"opening": 2, "openings_choose": 10}
    played, watched = {"opening": 2, "openings": 100}, {"opening": 2, "games_watched": 100}
    boards = {"opening": 2, "openings_boards": 10, "boards": 6}
    weighed = ("W1", "W2", "W3", "W4", "W5", "V1", "V2")
    clock, recorded = {"opening": 2, "openings_clock": 20, "clock": 0.5}, {"opening": 2, "openings_recorded": 100}
    compared = {"compared": 1000}
    assert {sentence.id: dict(sentence.least) for sentence in SENTENCES} == {
        **dict.fromkeys(weighed, bred), **{f"{identity}-opened": drawn for identity in weighed},
        **dict.fromkeys(("P1", "P2", "V7"), played), **dict.fromkeys(("V3", "V6", "V7-runs"), bred | played),
        **dict.fromkeys(("V3-opened", "V6-opened", "V7-opened", "F1", "F2"), drawn | played),
        **dict.fromkeys(("V4", "V5"), watched), "C4": {"opening": 2, "openings_depth": 100},
        **dict.fromkeys(("C1", "C2", "C3", "C5", "C5-boards"), clock),
        **dict.fromkeys(("C6", "C6-random"), boards), **dict.fromkeys(("C6-runs", "C6-runs-random"), drawn | boards),
        "C7": {}, "C8": {}, **dict.fromkeys(("R1", "R2", "R3"), recorded),
        **dict.fromkeys(("A1", "A2", "A3"), compared)}


def test_a_small_run_has_no_verdict_and_a_large_one_has_all() -> None:
    small = replace(study.QUICK, paper_runs=study.PAPER.paper_runs)  # as many as the made-up run has
    quick, whole = (STUDY.claims(config, run_of({}, 1)) for config in (small, study.PAPER))
    assert {claim.id for claim in quick if claim.verdict != TOO_SMALL} == {"C7", "C8"}
    assert {claim.id for claim in whole if claim.verdict not in VERDICTS[:3]} == {"C7", "C8"}
    assert {claim.id for claim in whole if claim.source == RULEBOOK} == {"R1", "R2", "R3", "A1", "A2", "A3"}
    page = " ".join((Path(__file__).parents[2] / "docs" / "simpai-claims.md").read_text().split())
    for source, words in (
        (PAPER, "39 checkable sentences of the paper, 37 of them judged, by 37 different tests"),
        (RULEBOOK, "6 checkable sentences of the rulebook, 6 of them judged, by 6 different tests"),
    ):
        assert counted(source, [claim for claim in whole if claim.source == source]) == words
        assert words in page


def test_all_decisions_are_as_many_as_there_are() -> None:
    assert study.PAPER.compared >= 1_000_000 and replace(study.PAPER, decisions=300).compared == 300


# What was not played


@pytest.mark.parametrize(("kinds", "identities"), [
    (("five",), [*(f"{name}-opened" for name in ("W1", "W2", "W3", "W4", "W5", "V1", "V2", "V3", "V6", "V7")), "F1", "F2"])])
def test_what_was_not_bred_is_not_testable(kinds: tuple[str, ...], identities: list[str]) -> None:
    missing = ("bred_opened_00000", "beyond_magic", "beyond_wide")
    arrays = {task: values for task, values in run_of({}, 0).items() if task not in missing}
    arrays["disc"] = {name: values for name, values in arrays["disc"].items() if not name.startswith("opened")}
    arrays["final"] = {name: values for name, values in arrays["final"].items() if name != "won_opened"}
    claims = STUDY.claims(replace(CONFIG, kinds=kinds), arrays)
    assert [claim.id for claim in claims if claim.verdict == "not testable"] == [
        sentence.id for sentence in SENTENCES if sentence.id in (*identities, "C7", "C8")]
    for claim in claims:
        kind = {"F1": "wide", "F2": "magic"}.get(claim.id, "opened")
        assert (claim.ours == f"not bred here (0 runs): add {kind} to kinds") == (claim.id in identities)


def test_what_was_not_played_is_not_testable() -> None:
    timed = ("C1", "C2", "C3", "C5", "C5-boards")
    left = {task: values for task, values in run_of({}, 0).items() if not task.startswith(("clock", "board", "track"))}
    left["recorded"] = {name: values for name, values in left["recorded"].items() if name != "natural"}
    left["agreement"] = {"reason": np.array("no record")}
    found = {claim.id: claim for claim in STUDY.claims(CONFIG, left) if claim.verdict == "not testable"}
    assert {*found} == {*timed, "C6", "C6-random", "C6-runs", "C6-runs-random", "C7", "C8", *(
        f"{letter}{k}" for letter in "RA" for k in (1, 2, 3))}
    assert all(found[identity].ours == "0 games by the clock were played here" for identity in timed)
    assert found["C6"].ours == "0 boards were drawn here" and found["A2"].ours.endswith(": no record")
    assert found["C7"].ours == "0 sessions of base-2020 were held here"
    assert found["R3"].ours.endswith("not beside this copy, and 27% counts time-outs")


def test_one_core_says_nothing_of_many() -> None:
    for cores, wanted in ((1, {"C1", "C2", "C5", "C5-boards"}), (2, set())):
        claims = STUDY.claims(CONFIG, run_of({"clock_cores": {"cores": cores}}, 0))
        assert {claim.id for claim in claims if claim.verdict == "not testable"} == {*wanted, "C7", "C8"}


def test_few_moves_and_games_say_nothing() -> None:
    """Too few searched moves, one opening, no opponent of SureAI's kind, no games of the 3rd with the 4th or 5th."""
    run = run_of({}, 0)
    late = np.array([[0, 6, 3, 900], [1, 9, 4, 90]])
    for rows, count in ((late, 0), (np.r_[late, [[0, 5, 3, 10]]], 1)):
        cores = {"clock_cores": {**run["clock_cores"], "one": rows}}
        said = BY_ID["C2"].judge(CONFIG, run | cores)
        assert said == (f"{count} searched moves with one core and 60 with all say nothing", "not testable", None)
        assert ("mean depth" in BY_ID["C1"].judge(CONFIG, run | cores).ours) == (count == 1)
        for name in ("told", "told_sure"):
            cell = {"clock_base_one": {**run["clock_base_one"], name: rows}}
            assert BY_ID["C3"].judge(CONFIG, run | cell).verdict == "not testable"
    two = np.array([[0, 0, 90, 10], [0, 5, 91, 12]])
    assert BY_ID["C2"].judge(CONFIG, run | {"clock_cores": {**run["clock_cores"], "one": two}}).verdict == "agree"
    assert BY_ID["C3"].judge(CONFIG, run | {"clock_base_one": {**run["clock_base_one"], "told": two}}).verdict == "disagree"
    own = {"clock_base_one": {name: values for name, values in run["clock_base_one"].items() if name != "told_sure"}}
    assert BY_ID["C3"].judge(CONFIG, run | own).verdict == "not testable"
    for count in (1, 2):
        some = {task: {**values, "won": values["won"][:, :count]} for task, values in run.items() if task[:7] in (
            "clock_b", "clock_u")}
        assert (BY_ID["C5-boards"].judge(CONFIG, run | some).verdict == "not testable") == (count == 1)
    games = np.array([[2, 1, 1, 9, 0, 0], [3, 4, 1, 9, 0, 0]])
    assert BY_ID["V5"].judge(CONFIG, {"watched": {"games": games}}).verdict == "not testable"
    assert BY_ID["V6"].judge(CONFIG, {"disc": {"five": np.full((3, 4), 0.9), "five_weight": np.array([-1, 0, 2])}}) == (
        "1 players with a positive weight are too few", "undecided", None)
    won = np.array([[0.2, 0.2], [0.9, 0.9], [0.9, 0.901]])
    assert BY_ID["V6"].judge(CONFIG, {"disc": {"five": won, "five_weight": np.array([-1, 1, 2])}}).verdict == "agree"


def test_a_correlation_needs_four_that_differ() -> None:
    x = np.zeros((9, 5))
    x[5:, 2] = [1, 2, 3, 4]
    config = replace(CONFIG, kinds=("five",))
    four = [4.0, 3, 2, 1]
    for champions, won, correlates in (
            (x, four, True), (x[:8], four[:3], False), (0 * x, four, False), (x, [1.0] * 4, False)):
        run = {"bred_five_00000": {"champion": champions}, "final": {"won_five": np.array(won)}}
        found = BY_ID["V3"].judge(config, run)
        assert found.ours.startswith("rank correlation of VertDisc with games won among 4 champions: -1.00") == correlates
        assert correlates or (found.verdict == "undecided" and "too few, or too much alike" in found.ours)


# What is told beside a verdict


def test_places_tell_shares_gaps_and_points() -> None:
    points = np.array([9.0, 12, 15, 6, 3])
    won = np.full((5, 5, 4), np.nan)
    for k, share in enumerate((0.7, 0.6, 0.3, 0.5, 0.4)):
        won[k, [other for other in range(5) if other != k]] = share + np.array([-0.02, 0.02, -0.02, 0.02]) * (k + 1)
    arrays = {"columns": {"won": won, "points": points}}
    found = BY_ID["P1"].judge(CONFIG, arrays)
    assert found.ours.startswith("games won from drawn openings: 1st 0.700, 2nd 0.600, 3rd 0.300, 4th 0.500, 5th 0.400; ")
    assert "; 1st less 3rd 0.400 [" in found.ours and found.ours.endswith("; points from the empty board: 9 12 15 6 3")
    order = BY_ID["P2"].judge(CONFIG, arrays)
    assert "; 3rd less 4th -0.200 [" in order.ours and order.verdict == "disagree"
    assert order.ours.endswith("; rank correlation with the places +0.70")
    level = BY_ID["P2"].judge(CONFIG, {"columns": {"won": np.where(np.isnan(won), np.nan, 0.5), "points": points}})
    assert level.ours.endswith("rank correlation with the places +0.00") and level.verdict == "undecided"


def test_weights_tell_their_means() -> None:
    rows = weights((30, {0: 1.0, 1: 8.0, 2: -2.0, 3: 3.0, 4: 9.0}))
    world = {"bred_five_00000": {"champion": rows}}
    assert told("W1", world).endswith("; mean weights: HorizCenter 1.00, VertCenter 8.00, VertDisc -2.00, BuildFromAfar "
                                      "3.00, DumpFromAfar 9.00 (of Table 2's five: 3)")
    assert told("W1", world).startswith("30 of 30 runs have VertCenter and DumpFromAfar as their two largest weights: 100")
    assert "30 of 30 runs have VertCenter above HorizCenter (of Table 2's five: 4)" in told("W2", world)
    assert "for VertDisc's (of Table 2's five: 4)" in told("W4", world)
    assert "both centre weights above 0 (of Table 2's five: 5)" in told("W5", world)
    assert told("V1", world).endswith("; mean -2.00, sd 0.00") and "(of Table 2's five: 2)" in told("V1", world)
    assert told("V2", world) == "30 of 30 runs end below 0: 100.0% [88.4%, 100.0%], against 7.6% and 50.0%"


def test_table_2_has_what_the_claims_say_of_it() -> None:
    judges = (weight_claims.two_highest, weight_claims.vertical_first, weight_claims.small_horizontal,
              weight_claims.both_centres, weight_claims.negative_disc)
    for judge, count in zip(judges, (3, 4, 4, 5, 2), strict=True):
        found = judge(TABLE_2).ours
        assert f"(of Table 2's five: {count})" in found and found.startswith(f"{count} of 5 runs")


def test_games_watched_tell_decisions_and_the_top() -> None:
    world = {"watched": {"unused": 90, "top": (12, 21), "changed": 2}}
    decisions = run_of(world, 3)["watched"]["games"][:, 3].sum()
    assert told("V4", world).endswith(f"; dropping VertDisc changes 20 of {decisions} decisions, in 10 games")
    assert told("V5", world).startswith("12 of 30 games of the 3rd with the 4th or 5th reach the top: 40.0%")
    assert told("V5", world).endswith("; of all games of the five 33.0%")


def test_cores_tell_depths_positions_and_points() -> None:
    world = {"clock_cores": {"cores": 3, "one nodes": (20_000, 10), "all nodes": (30_000, 10), "one depth": (4, 0.1),
                             "all depth": (5, 0.1)}}
    assert told("C1", world).startswith("on the usual board SimpAI with 3 cores wins against one core 0.")
    assert told("C1", world).endswith("; mean depth in the first 6 moves 5.00 and 4.00")
    assert told("C2", world).startswith("positions a move in the first 6, one core 20000, 3 cores 30000; difference +10000")
    assert told("C2", world).endswith("; 1.50 times")
    world = {"clock_base_one": {"depth": (5, 0.1), "sure depth": (6, 0.1)}}
    assert told("C3", world).startswith("mean depth in the first 6 moves, SimpAI 5.00, a SureAI-style opponent 6.00; diff")
    world = {"gains": {"base one": (0.3, 0.1), "base": (0.1, 0.1), "unknown-2020 one": (0.5, 0.1),
                       "unknown-2020": (0.3, 0.1)}}
    assert told("C5", world).startswith("points against the panel: base one 0.300, base all 0.400, unknown-2020 one 0.500, "
                                        "unknown-2020 all 0.800; on 8 x 13 all cores add 0.300")
    assert told("C5-boards", world).startswith("all cores add on 6 x 7 0.100, on 8 x 13 0.300; difference +0.200")


def test_depths_and_boards_are_told_one_by_one() -> None:
    world = {"depth": {1: (0.1, 0.1), 2: (0.2, 0.1), 4: (0.6, 0.1), 5: (0.7, 0.1)}}
    assert told("C4", world) == (
        "against itself at depth 3: depth 1 0.100 [0.080, 0.120], depth 2 0.200 [0.180, 0.220], depth 4 0.600 [0.580, "
        "0.620], depth 5 0.700 [0.680, 0.720]")
    beyond = told("C4", {"depth": {1: (0.01, 0.1), 5: (0.99, 0.1)}})
    assert "depth 1 0.010 [0.000, 0.030]" in beyond and "depth 5 0.990 [0.970, 1.000]" in beyond
    for identity, key, name in (("C6", ("equal", "table"), "equal"), ("C6-runs-random", ("chance", "runs"), "random")):
        text = told(identity, {"boards": {key: (1 + np.arange(BOARDS)) / 10}})
        assert text.startswith(f"over boards drawn afterwards, against {name} weights 0.350 [")
        assert text.endswith("; 7 x 10: 0.10, 8 x 11: 0.20, 9 x 12: 0.30, 10 x 13: 0.40, 11 x 14: 0.50, 12 x 15: 0.60")


def test_shares_end_at_none_and_all() -> None:
    for middle, limits in ((0.02, "[0.000, 0.057]"), (0.98, "[0.943, 1.000]")):
        assert told("V7-runs", {"disc": {"five": (middle, 0.1)}}) == (
            f"without VertDisc against itself {middle:.3f} of the points {limits} (30 players), against 0.45")


def test_sessions_tell_the_table() -> None:
    for identity, track in (("C7", "base-2020"), ("C8", "unknown-2020")):
        world = {f"track_{track}": {"agents": ["lek", "sure", "simpai", "random"]}}
        assert told(identity, world) == ("place 3 of 4 with 6 points in one session among other entrants: lek 12, sure 9, "
                                         "simpai 6, random 3")
        assert told(identity, {f"track_{track}": {"agents": ["lek", "sure"]}}) == "0 clones of SimpAI entered"


def test_the_record_is_told_beside_the_clone() -> None:
    run = run_of({"recorded": {"sequential": {"opened": (0.9, 0.05), "natural": (18, 20)}}}, 2)
    empty = run["recorded"]["empty"][0, 1].mean()
    assert BY_ID["R2"].judge(CONFIG, run).ours == (
        f"90.0% [89.0%, 91.0%] from drawn openings, {empty:.1%} from the empty board, all games ended naturally; the real "
        "one won 18 of 20 that did in 2020: 90.0% [68.3%, 98.8%]")


def test_blind_rules_stand_beside_every_agreement() -> None:
    run = run_of({"agreement": dict.fromkeys(CLONES, 265)}, 1)
    data, kinds = run["agreement"], list(DECISIONS)
    rows = telling.agreement_rows(run)
    low, high = stats.binomtest(265, 1325).proportion_ci(0.95)
    for k, clone in enumerate(CLONES):
        row = rows[f"{clone}, search"]
        assert row == {"agrees": 0.2, "low": pytest.approx(low), "high": pytest.approx(high), "decisions": 1325}
        text = BY_ID[f"A{k + 1}"].judge(CONFIG, run).ours
        assert f"; search 20.0% [{low:.1%}, {high:.1%}] of 1325; " in text
        kept = float(data["hits"][k, kinds.index(KEPT_BACK)]) / 479
        assert f"; search, kept back {kept:.1%} [" in text
        for b, rule in enumerate(BLIND):
            shares = [data["blind_hits"][b, kinds.index(kind)] / DECISIONS[kind] for kind in (SEARCH, USUAL, KEPT_BACK)]
            assert (f"; blind to the board, {rule}: search {shares[0]:.1%}, search, depth 3 {shares[1]:.1%}, search, kept "
                    f"back {shares[2]:.1%}") in text
    for b, rule in enumerate(BLIND):
        for kind, of in DECISIONS.items():
            share = data["blind_hits"][b, kinds.index(kind)] / of
            assert rows[f"blind, {rule}, {kind}"] == {"agrees": pytest.approx(share), "decisions": of}
    assert len(rows) == (len(CLONES) + len(BLIND)) * len(DECISIONS)
    data["decisions"][:, 3] = 0
    assert len(telling.agreement_rows(run)) == (len(CLONES) + len(BLIND)) * (len(DECISIONS) - 1)


def test_agreement_is_counted_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of decisions of all kinds, those at depth 3, and those by which no form was chosen; blind rules on the very same."""
    lines = ["head"] + [f"0\t{'.' * 42}\t5\t5\t5\t5\t{kind}\t{depth}\t{moves}" for kind, depth, moves in (
        ("Prevent Loss", "None", "3r*1"), ("search", "3", "0r*1"), ("search", "4", "3r*3;1r*1"), ("search", "3", "6r*2"),
        ("search", "3", "0r*1"), ("Prevent Loss", "None", "2r*1"), ("search", "3", "0r*4"))]
    monkeypatch.setattr(fidelity, "DATA", tmp_path / "decisions.gz")
    assert "decisions.gz" in str(fidelity.agreement(CONFIG)["reason"])
    fidelity.DATA.write_bytes(gzip.compress("\n".join(lines).encode()))
    seen = []

    def agree(decisions: Any, **forms: str) -> dict[str, Agreement]:
        seen.append(len(decisions))
        share = {"": 0.25, "fitted": 0.5, "recorded": 0.75}[forms.get("forms", "")]
        return {kind: Agreement(many, many, share * many) for kind in KINDS
                for many in [sum(one.kind == kind for one in decisions)]}
    monkeypatch.setattr(fidelity, "agree", agree)
    found = fidelity.agreement(CONFIG)
    counts = [0, 2, 0, 0, 5, 4, 2]
    assert found["kinds"].tolist() == [*KINDS, "search, depth 3", "search, kept back"]
    assert found["clones"].tolist() == [*CLONES] and found["blind"].tolist() == [*BLIND]
    assert found["decisions"].tolist() == [counts] * 3 == found["same_kind"].tolist()
    assert np.allclose(found["hits"], np.outer([0.25, 0.5, 0.75], counts)) and seen == counts * 3
    any_column, fixed, learnt = found["blind_hits"]
    assert np.allclose(any_column, np.array(counts) / 7)
    assert fixed[:5].tolist() == [0, 1, 0, 0, 0.75] and fixed[5:].tolist() == [0, 0]  # column 3
    assert learnt[:4].tolist() == [0, 0, 0, 0] and learnt[4] >= 1
    for decisions, some in ((1, [0, 1, 0, 0, 0, 2, 1]), (2, [0, 1, 0, 0, 2, 4, 2])):  # one of all, or every third
        assert fidelity.agreement(replace(CONFIG, decisions=decisions))["decisions"][0].tolist() == some


# Means above a limit


def test_p_is_of_the_very_sentence() -> None:
    """One-sided, small where it agrees; where all values are alike, as a sign test."""
    values = normal(0.53, 0.1, 30, np.random.default_rng(1))
    for limit in (0.5, 0.0, 0.6):
        found = weight_claims.above(values, "won", limit)
        assert found.p == pytest.approx(stats.t.sf((0.53 - limit) / 0.1 * np.sqrt(30), 29))
    assert weight_claims.above(np.full(6, 0.7), "won").p == pytest.approx(0.5**6)
    assert weight_claims.above(np.full(6, 0.1), "won") == (
        "won 0.100 [0.100, 0.100], against 0.500 (6 values)", "disagree", 1 - 0.5**6)
    assert weight_claims.above(np.full(6, 0.1), "won", 0.0).verdict == "agree"
    for alike in (np.full(5, 0.1), np.full(9, 0.5), np.array([0.9])):
        assert weight_claims.above(alike, "won").verdict == "undecided"
    assert weight_claims.above(np.array([0.9]), "won").ours == "won 0.900 [0.000, 1.000], against 0.500 (1 values)"
    assert weight_claims.above(np.array([0.9, 0.901]), "won").verdict == "agree"  # two that differ have an interval
    wide = weight_claims.above(np.array([0.0, 1, 1]), "gain", 0.0)
    assert wide.ours == "gain 0.667 [-0.768, 2.101], against 0.000 (3 values)"


def test_p_of_shares_and_correlations() -> None:
    run = run_of(TABLE["W2"]["undecided"][1], 0)
    assert BY_ID["W2"].judge(CONFIG, run).p == pytest.approx(stats.binomtest(20, 30, alternative="greater").pvalue)
    run = run_of(TABLE["V3"]["agree"][0], 0)
    found = BY_ID["V3"].judge(CONFIG, run)
    x, won = run["bred_five_00000"]["champion"][CONFIG.paper_runs:, 2], run["final"]["won_five"]
    rho = stats.spearmanr(x, won).statistic
    low, high = np.tanh(np.arctanh(rho) + np.array([-1.96, 1.96]) / np.sqrt(27))
    assert found.p == pytest.approx(stats.spearmanr(x, won, alternative="less").pvalue)
    assert found.ours.endswith(f"among 30 champions: {rho:+.2f} [{low:+.2f}, {high:+.2f}]")
