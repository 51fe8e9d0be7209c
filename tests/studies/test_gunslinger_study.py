"""The Gunslinger study: line-ups as the rulebook lists them, numbers that are those of its games, claims that quote."""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from lek.agent import Agent, configured
from lek.games.gunslinger import gunslinger
from lek.players import PLAYERS
from lek.players.gunslinger.bred import GENES, LINEAR, linears
from lek.playing import play
from lek.settings import Mistake
from lek.store import to_json
from lek.studies import find_study
from lek.studies import gunslinger as study
from lek.studies.claim import PAPER as REPORT
from lek.studies.claim import RULEBOOK, VERDICTS
from lek.studies.gunslinger import beyond, breeding, estimates, lineups, one_seat, watched
from lek.studies.gunslinger.enmity import enmity
from lek.studies.gunslinger.lineups import PLACE, RANK, ZOO, Line, agent_of, competition_ranks, game_of, tables_of, zoo
from lek.studies.gunslinger.one_seat import BETAS, MUS, REPORTED, SITTERS, SITUATIONS, firing
from lek.studies.gunslinger.paper_claims import SENTENCES
from lek.studies.gunslinger.paper_figures import draw
from lek.studies.gunslinger.study import STUDY
from lek.studies.gunslinger.watched import COUNTED, Watched, count_one
from lek.studies.run import run
from lek.studies.study import configure
from lek.watching import watch

SHARED = Path(__file__).parents[2].parent / "shared"
PAPER, RULES = SHARED / "papers" / "gunslinger_organisms.txt", SHARED / "rules" / "gunslinger.md"
TINY = {"sizes": "9,10", "games_without": 3, "games_with": 4, "games_exchange": 12, "games_search": 4, "games_watched": 3,
        "replicates": 3, "generations": 2, "population": 6, "elite": 4, "games_train": 4, "games_choose": 4,
        "games_judge": 4}


def config_of(**given: Any) -> study.Config:
    config: study.Config = configure(study.QUICK, {**TINY, **given})
    return config


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Everything, tiny, written and drawn: config, outcome, arrays."""
    config = config_of()
    outcome = run("gunslinger", STUDY, config, tmp_path_factory.mktemp("whole") / "run", threads=2)
    arrays = {}
    for task in STUDY.tasks(config):
        with np.load(outcome.out / "arrays" / f"{task}.npz") as file:
            arrays[task] = {name: file[name] for name in file.files if name != "of"}
    return config, outcome, arrays


# Line-ups


def pairs_of(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(e), int(f)) for e, f in re.findall(r"(\d+),(\d+)", text))


@pytest.mark.skipif(not RULES.exists(), reason=f"the rulebook is not at {RULES}")
def test_the_line_ups_are_those_of_the_rulebook() -> None:
    text = " ".join(RULES.read_text().split())
    without = text[text.index("* Without dumb players (10") : text.index("All repeated as one-team self-play")]
    found = {int(n): pairs_of(some) for n, some in re.findall(r"N=(\d+)(?: \(e,f\) =|:) ([\d,; ]+)\.", without)}
    assert found == study.WITHOUT and sum(map(len, found.values())) == 25
    dumb = text[text.index("* With dumb players, 1000") : text.index("Each for dumb-1 and dumb-2")]
    assert pairs_of(re.findall(r"N=10 with one dumb: ([\d,; ]+)\.", dumb)[0]) == study.WITH[10]
    assert pairs_of(re.findall(r"N=36 with 9 or 18: ([\d,; ]+)\.", dumb)[0]) == study.WITH[36]
    assert "N=18 with nine: the N=18 list above. N=4 and N=3 with one: same lists" in dumb
    assert all(study.WITH[n] == study.WITHOUT[n] for n in (3, 4, 18))
    assert study.AGGRESSORS == {3: (1,), 4: (1,), 10: (1,), 18: (9,), 36: (9, 18)}
    assert (study.PAPER.games_without, study.PAPER.games_with) == (10, 1000)


@pytest.mark.parametrize(("line", "tables", "copies"), [
    (Line(3, 1, 0), 84, 1), (Line(4, 1, 1), 126, 1), (Line(9, 2, 2), 1, 1), (Line(18, 2, 2), 1, 2),
    (Line(90, 40, 40), 1, 10), (Line(3, 1, 0, 1), 36, 1), (Line(4, 1, 1, 1), 84, 1), (Line(10, 2, 2, 1), 1, 1),
    (Line(18, 2, 2, 9), 1, 1), (Line(36, 6, 12, 9), 1, 3), (Line(36, 6, 12, 18), 1, 2)])
def test_every_subset_of_the_groups_or_copies_of_all_sit_at_the_tables(line: Line, tables: int, copies: int) -> None:
    made = tables_of(line, study.NINE, "dumb-1")
    assert made.shape == (tables, line.players)
    assert len({tuple(sorted(row)) for row in made.tolist()}) == tables
    for row in made.tolist():
        seated = Counter(row)
        assert seated.pop(PLACE["dumb-1"], 0) == line.aggressors and set(seated.values()) == {copies}
    together = Counter(made.reshape(-1).tolist())
    assert len({together[PLACE[name]] for name in study.NINE}) == 1, "everybody sits as often as anybody"


def test_room_for_any_number_of_friends_changes_no_game() -> None:
    plain, roomy = gunslinger(players=10, e=2, f=4), game_of(10, 2, 4)
    names = ["DR", "DRR", "focus"]
    schedule = np.random.default_rng(3).integers(0, 3, (40, 10))
    one = play(plain, [agent_of(plain, name) for name in names], schedule, 5, threads=1)
    other = play(roomy, zoo(roomy), np.array([PLACE[name] for name in names])[schedule], 5, threads=1)
    assert np.array_equal(one.scores, other.scores) and np.array_equal(one.measures, other.measures)
    assert game_of(10, 7, 0).blank.dtype == roomy.blank.dtype and game_of(10, 7, 0).view.dtype == roomy.view.dtype


def test_ranks_where_some_tie() -> None:
    assert competition_ranks([5, 7, 7, 2]).tolist() == [3, 1, 1, 4]
    assert competition_ranks([[1, 1, 1], [3, 2, 1]]).tolist() == [[1, 1, 1], [1, 2, 3]]
    game = game_of(10, 2, 4)
    played = play(game, zoo(game), np.tile(np.arange(10), (30, 1)), 1, threads=1)
    assert np.array_equal(competition_ranks(played.scores), played.measures[:, :, RANK])


def test_a_line_up_is_told_by_deals() -> None:
    line = Line(10, 2, 4, 1)
    told = lineups.play_line(line, study.NINE, "dumb-1", 6, 11)
    assert told["score"].shape == told["rank"].shape == (6, 10) and told["ranks"].shape == (10, 10)
    assert (told["ranks"].sum(1) == 6).all()
    assert told["ranks"] @ np.arange(1, 11) / 6 == pytest.approx(told["rank"].mean(0))
    game = game_of(10, 2, 4)
    seats = np.random.default_rng(11).permuted(np.tile(tables_of(line, study.NINE, "dumb-1"), (6, 1)), axis=1)
    played = play(game, zoo(game), seats, 11, threads=1)
    for k, name in enumerate([*study.NINE, "dumb-1"]):
        assert told["score"][:, k] == pytest.approx(played.scores[seats == PLACE[name]])
    assert told["died"].tolist() == (played.measures[:, :, 0] == 0).any(1).tolist() and (told["fired"] == 1).all()
    doubled = lineups.play_line(Line(9, 2, 6), study.NINE, "", 5, 1)
    assert doubled["score"].shape == (5, 9) and set(doubled["tied"]) <= {0.0, 1.0}


def test_only_the_silent_are_silent_alone() -> None:
    told = lineups.play_alone(Line(9, 2, 6), study.NINE, 4, 2)
    shoots = dict(zip(study.NINE, told["fired"].any(1).tolist(), strict=True))
    assert shoots == {name: name == "g8" for name in study.NINE}
    assert told["tied"][study.NINE.index("DR")].all() and (told["rounds"][study.NINE.index("DRR")] == 10).all()


# One seat, taken in turn


def test_the_reports_curve() -> None:
    assert float(firing(0.6, *REPORTED)) == pytest.approx(0.966, abs=5e-4)
    assert float(firing(0.532, *REPORTED)) == pytest.approx(0.9, abs=2e-3)
    assert float(firing(0.4, *REPORTED)) == 0.5 and (MUS.index(0.4), BETAS.index(0.06)) == beyond.cell(REPORTED)


def test_the_search_holds_the_reports_own_player() -> None:
    """With the same seed the cell of its mu and beta is what the seat's DRR does, game by game."""
    who = (study.NINE, study.FIGHTERS)
    found, exchanged = one_seat.search(6, *who, 8, 21), one_seat.exchange(6, *who, 8, 21)
    i, j = beyond.cell(REPORTED)
    assert found["rank"].shape == (3, len(MUS), len(BETAS), 8)
    assert np.array_equal(found["rank"][:, i, j], exchanged["rank"][:, SITTERS.index("DRR")])
    score = exchanged["score"][:, SITTERS.index("DRR")] * np.array([e + 7 for e in SITUATIONS[6]])[:, None]
    assert found["score"][:, i, j] == pytest.approx(score, abs=1e-5)
    assert np.array_equal(found["rank"][:, 0, 0], exchanged["rank"][:, SITTERS.index("DR")]), "mu = 0 is to answer always"
    company = exchanged["company"]
    assert company.shape == (8, 9) and all(len(set(row)) == 9 for row in company.tolist())
    assert PLACE["DRR"] not in company and np.isin(company, [PLACE[name] for name in study.FIGHTERS]).any(1).all()


def test_the_probe_answers_enemies_alone() -> None:
    game = game_of(10, 3, 2)
    everybody = zoo(game)
    agents = [everybody[PLACE["answers-enemies"]]] + [everybody[PLACE["dumb-1"]]] * 9
    shots = 0
    for deal in range(10):
        for turn in watch(game, agents, 3, deal):
            if turn.seat == 0 and turn.action < 10:
                assert turn.view.relation[turn.action] == -1
                shots += 1
    assert shots > 0


# Watched games


def test_everything_that_is_counted_in_a_game() -> None:
    """Five players: 0 and 1 are friends, so are 2 and 3; 4 is nobody's. 2 shoots 0, whose friend 1 answers."""
    relation = np.array([[2, 1, -1, 0, 0], [1, 2, 0, 0, -1], [-1, 0, 2, 1, 0], [0, -1, 1, 2, 0], [-1, 0, 0, 0, 2]])
    shots = np.array([[-1, -1, 0, -1, -1], [2, 2, -1, -1, -1], [-1, -1, -1, 1, -1], [-1, -1, -1, -1, -1]])
    alive = np.array([[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [1, 1, 0, 1, 1], [1, 1, 0, 1, 1], [1, 1, 0, 1, 1]], bool)
    counts = count_one(Watched(relation, shots, alive, 2))
    assert list(counts) == list(COUNTED)
    assert (counts["deaths"], counts["deaths_of_two"], counts["hits_of_one"], counts["deaths_of_one"]) == (1, 1, 2, 0)
    assert (counts["friendships"], counts["friends_mutual"]) == (4, 4)
    assert (counts["enmities"], counts["mutual"], counts["from_neutrals"]) == (5, 2, 3)
    # 2's shot at 0: of 1 and 4 (3 is 2's friend) only 1 is 0's friend, and answers. 0's and 1's shots at 2: 2 is dead, its
    # friend 3 answers 1 and not 0; 4 answers nobody. 3's shot at 1: 0 is 1's friend and does not answer, nor does 4.
    assert (counts["shots"], counts["answered"]) == (4, 2)
    assert (counts["friend_chances"], counts["friend_answers"]) == (4, 2)
    assert (counts["other_chances"], counts["other_answers"]) == (4, 0)
    assert (counts["dr_chances"], counts["dr_shots"], counts["dr_justified"]) == (1, 1, 1)
    assert (counts["drr_chances"], counts["drr_shots"], counts["drr_justified"]) == (1, 1, 0), "1 fired before it was shot"
    assert (counts["quiet_at_end"], counts["shots_at_end"]) == (2, 0)


def test_watched_games_are_the_games_played() -> None:
    game = game_of(10, 2, 4)
    seated = [*range(1, 10), PLACE["dumb-1"]]
    agents = [zoo(game)[k] for k in seated]
    played = play(game, zoo(game), [seated], 4, threads=1)
    seen = watched.watched(game, agents, 4, 0)
    assert (seen.shots >= 0).sum(0).tolist() == played.measures[0, :, 3].tolist()
    assert seen.alive[-1].tolist() == (played.measures[0, :, 0] == 1).tolist()
    assert len(seen.shots) == played.measures[0, 0, 4]
    graph = enmity(game, agents, 4)
    assert graph.shots.sum(1).tolist() == played.measures[0, :, 3].tolist() and graph.rounds == len(seen.shots)
    assert graph.relation.tolist() == seen.relation[0].tolist() and not graph.shots.diagonal().any()


# Estimates


def test_a_stratified_mean_has_the_interval_of_the_textbook() -> None:
    rng = np.random.default_rng(5)
    sample = rng.normal(0.3, 1, 50)
    one = estimates.stratified([sample])
    test = stats.ttest_1samp(sample, 0)
    limits = test.confidence_interval(0.95)
    assert (one.low, one.high) == pytest.approx((limits.low, limits.high))
    assert one.above == pytest.approx(stats.ttest_1samp(sample, 0, alternative="greater").pvalue)
    other = rng.normal(2, 3, 20)
    both = estimates.stratified([sample, other])
    assert both.mean == pytest.approx((sample.mean() + other.mean()) / 2), "strata count alike, however many deals they have"
    assert both.high - both.mean == pytest.approx(
        stats.t.ppf(0.975, _satterthwaite(sample, other)) * math.sqrt(sample.var(ddof=1) / 50 + other.var(ddof=1) / 20) / 2)


def _satterthwaite(a: Any, b: Any) -> float:
    parts = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
    return float(sum(parts) ** 2 / (parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1)))


def test_estimates_of_next_to_nothing() -> None:
    assert estimates.stratified([np.array([1.0])]).low == -np.inf
    constant = estimates.stratified([np.zeros(5), np.zeros(5)])
    assert constant[:3] == (0, 0, 0) and estimates.positive(constant, "{}").verdict == "undecided"
    drawn = estimates.shares(np.array([1, 2, 0, 1]), np.array([2, 4, 0, 2]))
    assert drawn[0] == 0.5 and estimates.middle_of(drawn)[:3] == (0.5, 0.5, 0.5)
    assert estimates.middle_of(estimates.shares(np.zeros(3), np.zeros(3))).low == -np.inf


# Breeding


def test_training_choosing_and_judging_have_nothing_in_common() -> None:
    parts = (breeding.TRAIN, breeding.CHOOSE, breeding.JUDGE)
    for k, one in enumerate(parts):
        for other in parts[k + 1 :]:
            assert not {*one.opponents} & {*other.opponents} and not {*one.lines} & {*other.lines}


def test_a_bred_vector_is_g1_with_these_weights() -> None:
    assert list(GENES) == list(PLAYERS["gunslinger"]["g1"].settings) == list(breeding.PUBLISHED)
    game = game_of(10, 2, 4)
    weights = np.random.default_rng(1).uniform(-10, 10, (3, 9))
    bred = linears(game)
    as_linear = [Agent("linear", LINEAR, bred.parse("\n".join(f"{name} {x!r}" for name, x in zip(GENES, row, strict=True))))
                 for row in weights.tolist()]
    schedule = np.column_stack([np.repeat([0, 1, 2], 20), np.full((60, 9), 3)])
    dumb = agent_of(game, "dumb-1")
    one = play(game, [*as_linear, dumb], schedule, 9, threads=1)
    seats = np.where(schedule < 3, schedule + len(ZOO), PLACE["dumb-1"])
    other = play(game, [*zoo(game), *breeding.as_players(weights)], seats, 9, threads=1)
    assert np.array_equal(one.scores, other.scores) and one.measures[:, 0, 3].sum() > 0
    own = configured(PLAYERS["gunslinger"]["g1"], game, {})
    assert breeding.as_players(np.array([[*breeding.PUBLISHED.values()]]))[0].genome == own


def test_breeding_improves_on_where_it_began() -> None:
    config = config_of(replicates=2, generations=8, population=16, elite=8, games_train=12)
    told = breeding.breed(config, 0)
    assert told["mean"].shape == (2, 9) and told["champions"].shape == (2, 9)
    assert (told["mean"][:, -3:].mean(1) > told["mean"][:, 0] + 0.01).all()
    again = breeding.breed(config, 0)
    assert all(np.array_equal(told[name], again[name]) for name in told)


# The whole


def test_everything_a_run_promises_is_in_its_folder(whole: Any) -> None:
    config, outcome, _ = whole
    assert find_study("gunslinger") is STUDY and outcome.notices == []
    for name in ("figures-1-and-2", "ranking", "scores", "ranks", "without-aggressors", "friends", "search", "enmity",
                 "bred"):
        for suffix in ("png", "svg"):
            assert (outcome.out / "figures" / f"{name}.{suffix}").stat().st_size > 1000, name
        assert name in STUDY.captions
    assert len(outcome.figures) == 9
    told = json.loads((outcome.out / "results.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert told == json.loads(to_json(outcome.results))
    assert list(told["with_aggressors"]) == list(config.groups) and set(told["search"]) == {"best", "reported", "first"}
    assert set(told["bred"]) == {"bred", *breeding.BESIDE} and "ranking" in (outcome.out / "report.html").read_text()


def test_tables_have_a_row_for_everybody(whole: Any) -> None:
    config, outcome, arrays = whole
    rows = {path.stem: list(csv.DictReader(path.open())) for path in (outcome.out / "tables").iterdir()}
    assert set(rows) == {"line-ups", "ranks", "self-play", "search", "bred"}
    assert len(rows["line-ups"]) == 7 * 9 + 4 * 7 * 10 and len(rows["self-play"]) == 7 * 9
    assert len(rows["ranks"]) == 7 * 9 * 9 + 4 * 7 * 10 * 10
    assert len(rows["search"]) == len(MUS) * len(BETAS) and len(rows["bred"]) == config.replicates
    one = rows["line-ups"][-1]
    assert (one["aggressor"], one["player"], one["players"]) == ("random-enemy", "random-enemy", "10")
    data = arrays["with_random-enemy_10_1"]
    assert float(one["mean score"]) == pytest.approx(data["score"][-1][:, 9].mean(), rel=1e-5)
    counted = [int(row["times"]) for row in rows["ranks"][-10:]]
    assert counted == data["ranks"][-1][9].tolist() and sum(counted) == config.games_with


def test_standings_are_means_over_line_ups(whole: Any) -> None:
    config, outcome, arrays = whole
    scores = [arrays[f"with_{name}_10_1"]["score"][k].mean(0)[:9] / (e + f + 1) for name in config.aggressors
              for k, (e, f) in enumerate(study.WITH[10])]
    table = outcome.results["with_aggressors"]
    assert [row["score"] for row in table.values()] == pytest.approx(np.mean(scores, 0))
    assert [row["place"] for row in table.values()] == competition_ranks(np.mean(scores, 0)).tolist()


def test_a_finished_run_plays_nothing_again(whole: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    config, outcome, _ = whole
    before = (outcome.out / "results.json").read_bytes()
    task = "exchange_8"
    (outcome.out / "arrays" / f"{task}.npz").unlink()
    done = []
    real = one_seat.exchange
    monkeypatch.setattr(one_seat, "exchange", lambda f, *given: done.append(f"exchange_{f}") or real(f, *given))
    again = run("gunslinger", STUDY, config, outcome.out)
    assert done == [task] and (outcome.out / "results.json").read_bytes() == before
    assert [claim.ours for claim in again.claims] == [claim.ours for claim in outcome.claims]


def test_the_search_compares_on_deals_it_did_not_pick_by(whole: Any) -> None:
    _, _, arrays = whole
    found = beyond.searched(arrays)
    ranks = study.gather(arrays, "search", "rank").astype(float)
    assert ranks.shape == (sum(map(len, SITUATIONS.values())), len(MUS), len(BETAS), 4)
    even = ranks[..., ::2].mean((0, 3))
    assert even[found.best] == even.min() and found.worse[found.best[0]][found.best[1]].mean == 0
    i, j = beyond.cell(REPORTED)
    best = ranks[(slice(None), *found.best)]
    assert found.worse[i][j].mean == pytest.approx(ranks[:, i, j, 1::2].mean() - best[:, 1::2].mean())
    assert found.rank == pytest.approx(ranks.mean((0, 3)))


@pytest.mark.parametrize("given", [
    {"groups": "g1,g3"}, {"groups": "g1,g1,g3,g4,g8,DR,DRR,silent,dumb"}, {"aggressors": "g1"},
    {"aggressors": "focus,focus"}, {"sizes": "5"}, {"sizes": "9,10,11"}, {"elite": 40, "population": 20},
    {"groups": "nobody"}, {"device": "cuda"}])
def test_what_does_not_work_is_told(given: dict[str, Any]) -> None:
    with pytest.raises(Mistake, match=next(iter(given))):
        configure(study.PAPER, given)


def test_other_groups_can_play() -> None:
    """Without the report's own players, and with one aggressor: everything is still told and drawn."""
    config = config_of(groups="g1,g3,g4,g8,random-enemy,DR-recent,silent,dumb,focus", aggressors="dumb-1", sizes="10")
    arrays = {name: task.work(*task.given) for name, task in STUDY.tasks(config).items()}
    claims = {claim.id: claim for claim in STUDY.claims(config, arrays)}
    assert len(claims) == len(SENTENCES) and not any("nan" in claim.ours for claim in claims.values())
    assert {name for name, claim in claims.items() if claim.verdict == "not testable"} == {
        "D3", "E1", "B1", "B2", "B3", "B4", "B5", "B6"}
    assert "without-aggressors" not in draw(config, arrays) and "ranking" in draw(config, arrays)
    assert "without_aggressors" not in study.results(config, arrays)


# Claims


def test_every_claim_has_its_own_id_a_verdict_and_a_number(whole: Any) -> None:
    _, outcome, _ = whole
    ids = [claim.id for claim in outcome.claims]
    assert len(ids) == len(set(ids)) == len(SENTENCES) >= 35
    for claim in outcome.claims:
        assert claim.verdict in VERDICTS and re.search(r"\d", claim.ours), claim.id
        assert claim.p is None or 0 <= claim.p <= 1
        assert "nan" not in claim.ours.lower().replace("enan", "") and "{}" not in claim.ours
        assert claim.verdict != "not testable" or claim.id in ("B2", "B3", "B6")


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


@pytest.mark.skipif(not PAPER.exists() or not RULES.exists(), reason=f"the texts are not in {SHARED}")
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_claim_quotes_the_report_or_the_rulebook(sentence: Any) -> None:
    source = plain({RULEBOOK: RULES, REPORT: PAPER}[sentence.source].read_text())
    place = 0
    for piece in sentence.words.split("[...]"):
        pieces = [plain(part) for part in re.split(r"\[[^]]*\]", piece) if plain(part)]
        assert pieces
        for quoted in pieces:
            assert quoted in source[place:], f"not there: {quoted}"
            place = source.index(quoted, place) + len(quoted)
