"""The BrilliAnt study: it runs, resumes and draws; its numbers are those of its games; its claims quote."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import store
from lek.find import find_agent, find_game
from lek.settings import Mistake
from lek.store import Partial
from lek.studies import brilliant as study
from lek.studies.brilliant import breeding, judging, probes
from lek.studies.brilliant.digitised import FIGURE_3_KILLED, FIGURE_3_WON
from lek.studies.brilliant.paper_claims import SENTENCES
from lek.studies.brilliant.study import STUDY
from lek.studies.claim import VERDICTS
from lek.studies.run import run, store_of
from lek.studies.study import configure

SHARED = Path(__file__).parents[2].parent / "shared"
PAPER, RULES = SHARED / "papers" / "brilliant.txt", SHARED / "rules" / "antwars.md"
TINY = {"population": 20, "generations": 4, "every": 2, "sample": 4, "small_population": 16, "small_generations": 2,
        "runs": 2, "sound_runs": 2, "small_runs": 2, "arm_runs": 2, "batch": 2,
        "kinds": "paper,paper-sound,small,no-food,round-robin", "figure_generations": 3,
        "figure_every": 3, "figure_first": 1, "figure_short": 4, "figure_second": 2, "figure_boards": 20, "judge_boards": 4,
        "table_boards": 6, "mutual_boards": 4, "seeker_boards": 2, "exploit_generations": 2, "merge_generations": 3}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Everything, tiny, written and drawn: config, outcome, arrays."""
    config = configure(study.QUICK, TINY)
    outcome = run("brilliant", STUDY, config, tmp_path_factory.mktemp("whole") / "run", threads=2)
    tasks = STUDY.tasks(config)
    return config, outcome, {task: store_of("brilliant", config, outcome.out).get(task) for task in tasks}


def test_everything_is_written_and_drawn(whole: Any) -> None:
    _, outcome, _ = whole
    assert {path.stem for path in outcome.figures} == {*STUDY.captions}
    assert all(path.stat().st_size > 5000 for path in outcome.figures)
    told = json.loads((outcome.out / "results.json").read_text())
    assert len(told["replicates"]["paper"]["seeker"]["runs"]) == 2
    found = find_game("antwars")
    players = {path.name: find_agent(found, found.build(), str(path)) for path in (outcome.out / "players").iterdir()}
    assert {"brilliant.json", "evolant-1.json", "small-1.json"} <= {*players}
    assert all(agent.brain is not None for agent in players.values())
    assert len(outcome.claims) == len(SENTENCES) and {claim.verdict for claim in outcome.claims} <= {*VERDICTS}


@pytest.mark.parametrize("name", ["generations", "small_generations", "merge_generations"])
def test_fewer_generations_than_lie_between_two_champions_are_refused_before_the_work(name: str) -> None:
    with pytest.raises(Mistake, match=f"{name}=9 does not work: a champion is taken only every=10"):
        configure(study.QUICK, {name: "9", "every": "10"})


def test_more_ants_than_the_runs_leave_behind_are_refused_before_the_work() -> None:
    """Exploiters begin with ants of the runs at the paper's scale, each of them once."""
    few = {"runs": 2, "sound_runs": 2, "population": 20, "expert_runs": 1, "exploit_runs": 1}
    configure(study.QUICK, {**few, "small_population": 40})
    with pytest.raises(Mistake, match="small_population=41 does not work: exploiters begin with so many ants of the last "
                       "generations, which are runs=2 times population=20 ants"):
        configure(study.QUICK, {**few, "small_population": 41})


ODD = [  # settings at odds with each other, which a run stands all the same
    {"every": 3, "generations": 4, "small_generations": 3, "merge_generations": 3, "figure_every": 7},
    {"runs": 3, "batch": 2, "population": 7, "small_population": 21, "sample": 50, "tournament": 9, "figure_short": 50,
     "expert_runs": 3, "exploit_runs": 3},
    {"every": 1, "generations": 1, "small_generations": 1, "merge_generations": 1, "exploit_generations": 1,
     "figure_generations": 1, "figure_every": 1, "crossover": 1.0, "population": 4, "small_population": 4, "boards": 1},
]


@pytest.mark.parametrize("more", ODD)
def test_odd_settings_come_to_an_end(more: dict[str, Any], tmp_path: Path) -> None:
    """Nothing dies after the breeding: whatever cannot be done is refused before it."""
    config = configure(study.QUICK, TINY | {"kinds": "paper,small,k-random,round-robin", "expert_runs": 1} | more)
    outcome = run("brilliant", STUDY, config, tmp_path / "run", threads=2)
    assert {claim.id for claim in outcome.claims if claim.verdict in VERDICTS[:3]} == {"G1", "G2"}
    results = (outcome.out / "results.json").read_text()
    assert "NaN" not in results and json.loads(results)["children"]["small"]


def test_a_run_may_go_on_on_another_device(whole: Any, tmp_path: Path) -> None:
    """What was bred on a GPU is judged on a CPU: games are the same on both, so the device is no part of what a run is."""
    from lek.studies import moose

    config, outcome, _ = whole
    of = store_of("brilliant", config, outcome.out).of
    elsewhere = replace(config, device="cuda")
    assert store_of("brilliant", elsewhere, outcome.out).of == of
    with pytest.raises(Mistake, match="judge_boards=4 there, 5 asked"):
        store_of("brilliant", replace(elsewhere, judge_boards=5), outcome.out)
    store_of("moose", moose.QUICK, tmp_path / "moose")
    with pytest.raises(Mistake, match="device='cpu' there, 'cuda' asked"):  # whose sums may differ in the last bits
        store_of("moose", replace(moose.QUICK, device="cuda"), tmp_path / "moose")


def test_claims_quote_the_paper_or_the_rulebook() -> None:
    if not PAPER.exists():
        pytest.skip("the papers are not here")

    def plain(text: str) -> str:
        return re.sub(r"[\s‘’'\"$]+", "", re.sub(r"\[.*?\]", "", text.replace(r"\prec", "≺")))

    for source, text in (("the paper", plain(PAPER.read_text())), ("the rulebook", plain(RULES.read_text()))):
        own = [sentence for sentence in SENTENCES if sentence.source == source]
        assert own
        for sentence in own:
            assert plain(sentence.words) in text, (sentence.id, sentence.words)


def test_every_claim_stands_on_the_page_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "brilliant-claims.md").read_text()
    assert set(re.findall(r"\b[GHLTEBS]\d{1,2}a?\b", page)) == {sentence.id for sentence in SENTENCES}


def test_the_papers_curves_are_those_of_the_rulebook() -> None:
    assert len(FIGURE_3_WON) == len(FIGURE_3_KILLED) == 100
    means = np.array([FIGURE_3_WON, FIGURE_3_KILLED]).reshape(2, 10, 10).mean(2)
    told = [[19.3, 22.0, 35.8, 42.8, 44.5, 44.7, 46.6, 47.1, 46.5, 45.7],
            [55.7, 19.2, 4.4, 6.9, 7.0, 6.3, 7.2, 7.2, 6.3, 6.8]]
    assert np.abs(means - np.array(told)).max() < 0.07  # the rulebook's were rounded once more


def test_a_population_is_packed_and_unpacked(whole: Any) -> None:
    config, _, arrays = whole
    _, bred = breeding.made("paper")
    told = arrays["bred_paper_00000"]
    for one in range(2):
        members = breeding.unpack(told, one, bred)
        best = int(told["best"][one])
        champion = breeding.typed(told["champion"][one:one + 1], bred)
        assert members[best].tobytes() == champion[0].tobytes()
    assert len(members) == config.population


def test_a_stopped_run_goes_on(whole: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is stopped in its third generation; what it kept leads to the same end."""
    config, _, arrays = whole
    partial = Partial(tmp_path / "bred.npz", config.seed)
    monkeypatch.setattr(store, "SECONDS", -1)
    real, seen = breeding.coevolution, []

    def stopped(*given: Any, **more: Any) -> Any:
        for brood in real(*given, **more):
            seen.append(brood.index)
            if brood.index == 3 and more["resume"] is None:
                raise KeyboardInterrupt
            yield brood

    monkeypatch.setattr(breeding, "coevolution", stopped)
    with pytest.raises(KeyboardInterrupt):
        breeding.breed(config, "paper", 0, partial)
    assert partial.exists() and seen == [0, 1, 2, 3]
    again = breeding.breed(config, "paper", 0, partial)
    assert seen == [0, 1, 2, 3, 3, 4]
    for name, value in arrays["bred_paper_00000"].items():
        assert np.array_equal(again[name], value), name


def test_merged_runs_begin_with_ants_of_all_runs(whole: Any) -> None:
    config, _, arrays = whole
    _, bred = breeding.made("paper")
    met = breeding.gathered(config, arrays, bred, 20, 1)
    ends = [{member.tobytes() for member in breeding.last_generation(config, arrays, run, bred)} for run in range(2)]
    assert len(met) == 20
    assert all(any(ant.tobytes() in ends[run] for ant in met[10 * run:10 * run + 10]) for run in range(2))
    assert all(met[k].tobytes() in ends[k // 10] for k in range(20))
    assert arrays["merged"]["won"].shape == (2, 4, 4) and arrays["merged"]["others"].shape == (2, 6, 4)


def test_arms_play_equally_many_games(whole: Any) -> None:
    """The rivals of fitnessless selection get as many games as it, as nearly as whole generations allow."""
    config = study.PAPER
    population, generations, _ = breeding.scale_of(config, "small")
    ours = population * (config.tournament - 1) * 2 * config.boards * generations
    per = {"k-random": population * 4 * 2 * config.boards, "random-pairing": population * 2 * 4 * config.boards,
           "single-elimination": (population - 1) * 2 * 4 * config.boards, "round-robin": population * (population - 1)}
    for name, games in per.items():
        assert abs(games * breeding.scale_of(config, name)[1] / ours - 1) < 0.02, name


def test_facts_of_the_paper_come_out(whole: Any) -> None:
    """What is in view at the start, and what choosing among 2,250 costs."""
    _, outcome, _ = whole
    verdicts = {claim.id: claim.verdict for claim in outcome.claims}
    assert verdicts["G1"] == verdicts["G2"] == "agree"


def test_meetings_count_both_games_of_a_board(whole: Any) -> None:
    config, _, _ = whole
    game, _ = breeding.made("paper")
    agents = judging.humants(game)
    told = judging.meet(config, game, agents, [(3, 0), (0, 3)], 30, "test")
    assert told["won"].shape == (2, 30) and set(np.unique(told["won"])) <= {0, 1, 2}
    assert told["won"][0].mean() > 1.1 > 0.9 > told["won"][1].mean()
    assert np.allclose(told["by_role"].mean(1), told["won"].mean(1) / 2)
    assert 13 < told["eaten"].sum(1).mean() <= 15


# Probes


def ant(text: str) -> Any:
    _, bred = breeding.made("paper")
    return judging.Agent("ant", bred.brain, bred.parse(text))


def test_probes_see_what_an_ant_does() -> None:
    game, _ = breeding.made("paper")
    greedy = ant("straight = FoodHope(Rect(0,0,1,1))\ndiagonal = FoodHope(Rect(0,0,1,1))")
    straight = ant("straight = Points\ndiagonal = Const(-1)")
    assert probes.preferences(game, greedy)[0] == 1.0  # food beside it, rather than two cells away
    assert probes.preferences(game, straight)[0] < 1.0
    assert probes.coverage(game, straight) == (55, 36, 0.0, 35)  # always north: five columns of eleven cells, never a turn
    always_nw = ant("straight = Const(-1)\ndiagonal = NEmpty(Rect(0,0,1,1))")
    assert probes.coverage(game, always_nw)[2] == 1.0
    assert probes.returns(game, straight) == 0.0
    hunter = ant("straight = If(IsEnemy(Rect(-2,0,3,3)), Const(1), Const(0))\ndiagonal = Const(-1)")
    shy = ant("straight = If(IsEnemy(Rect(-2,0,3,3)), Const(-1), Const(0))\ndiagonal = Const(-1)")
    seen = [probes.watched(game, each, judging.humants(game)[0], 1)["beside"] for each in (hunter, shy)]
    assert seen[0] > seen[1]


def test_quick_and_paper_are_configs() -> None:
    assert study.PAPER.population == 2250 and study.PAPER.generations == 1350 and study.PAPER.runs >= 10
    assert replace(study.QUICK, seed=1) != study.QUICK
