"""The SimpAI study: players that are SimpAI's, numbers that are those of its games, claims that quote."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.agent import Population
from lek.evolve.generational import generational
from lek.evolve.judge import all_play_all
from lek.find import find_agent, find_game
from lek.games.simplexity import board_text, simplexity
from lek.players.simplexity import simpai_wide
from lek.players.simplexity.simpai_bred import weighers
from lek.playing import play
from lek.settings import Mistake
from lek.store import to_json
from lek.studies import find_study
from lek.studies import simpai as study
from lek.studies.claim import RULEBOOK, VERDICTS
from lek.studies.run import run, store_of
from lek.studies.simpai import evolution, fidelity, matches, telling, weight_claims
from lek.studies.simpai.matches import TABLE_2
from lek.studies.simpai.paper_claims import SENTENCES
from lek.studies.simpai.study import STUDY
from lek.studies.study import configure
from lek.tasks import Task
from lek.watching import watch

SHARED = Path(__file__).parents[2].parent / "shared"
PAPER, RULES = SHARED / "papers" / "simpai.txt", SHARED / "rules" / "simplexity.md"
TINY = {"population": 6, "generations": 3, "paper_runs": 3, "runs": 2, "batch": 3, "openings_choose": 1, "openings": 4,
        "boards": 0, "games_watched": 4, "openings_depth": 2, "openings_recorded": 2, "decisions": 30, "openings_clock": 1,
        "entrants": "simpai,random", "clock": 0.1, "track_clock": 0.1}


def config_of(**given: Any) -> study.Config:
    config: study.Config = configure(study.QUICK, {**TINY, **given})
    return config


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Everything, tiny, written and drawn: config, outcome, arrays."""
    config = config_of()
    outcome = run("simpai", STUDY, config, tmp_path_factory.mktemp("whole") / "run", threads=2)
    tasks = STUDY.tasks(config)
    return config, outcome, {task: store_of("simpai", config, outcome.out).get(task) for task in tasks}


# Players with more genes


def test_with_nothing_added_the_wide_player_is_simpai() -> None:
    game = simplexity(opening=2)
    weights = np.random.default_rng(1).uniform(-2, 10, (20, 5))
    five = weighers(game).brain
    genomes = np.zeros(20, five.genome_type(game)).view(np.recarray)
    genomes.x = weights
    schedule = np.random.default_rng(2).integers(0, 20, (100, 2))
    one = play(game, Population(five, genomes), schedule, 5, threads=1)
    other = play(game, Population(simpai_wide.WEIGHER, simpai_wide.genome_of(weights)), schedule, 5, threads=1)
    assert np.array_equal(one.measures, other.measures) and np.array_equal(one.scores, other.scores)


def counted(board: str, rows: int, cols: int, win: int) -> list[list[int]]:
    """Open lines [colour or shape, lacking one or two] for White less those for Red, looked at one by one."""
    cell = {(i // cols, i % cols): piece for i, piece in enumerate(board)}
    lines = [[0, 0], [0, 0]]
    for row, column in cell:
        for up, across in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            places = [(row + k * up, column + k * across) for k in range(win)]
            if all(place in cell for place in places):
                there = [cell[place] for place in places if cell[place] != "."]
                for kind, (white, red) in enumerate((("wW", "rR"), ("wr", "WR"))):
                    for lacking in (1, 2):
                        if len(there) == win - lacking:
                            lines[kind][lacking - 1] += all(p in white for p in there) - all(p in red for p in there)
    return lines


@pytest.mark.parametrize("shape", [{}, {"rows": 7, "cols": 22, "win": 5, "rounds": 40, "squares": 40}])
def test_open_lines_are_those_on_the_board(shape: dict[str, int]) -> None:
    game = simplexity(opening=2, **shape)
    players = [find_agent(find_game("simplexity"), game, "random")] * 2
    genome = simpai_wide.genome_of(TABLE_2[0])[0]
    single = simpai_wide.genome_of(np.zeros((5, 5)))  # a weight for one of the further parts each
    single.x[:, -5:] = np.eye(5)
    kind = np.dtype(simpai_wide.notes(game), align=True)
    kept, fresh = np.zeros(1, kind).view(np.recarray), np.zeros(1, kind).view(np.recarray)
    first = True
    for turn in watch(game, players, 3):
        if first:
            simpai_wide.note(genome, kept[0], turn.view)
        first = False
        simpai_wide.follow(genome, kept[0], turn.view, turn.action)
        simpai_wide.note(genome, fresh[0], turn.state)
        lines = counted(board_text(turn.state), int(game.blank.rows[0]), int(game.blank.cols[0]), int(game.blank.win[0]))
        stock = turn.state.stock
        wanted = [lines[0][0], lines[1][0], lines[0][1], lines[1][1], int(stock[0, 0] - stock[1, 1])]
        sign = 1 if turn.state.mover == 0 else -1
        assert [sign * simpai_wide.evaluate(one, kept[0], turn.state) for one in single] == wanted
        assert kept.sums[0] == pytest.approx(fresh.sums[0])


def test_only_bred_genes_change() -> None:
    game = simplexity(opening=2)
    usual = dict(zip(simpai_wide.GENES, simpai_wide.USUAL, strict=True))
    for make, more in ((simpai_wide.magic, tuple(simpai_wide.MAGIC)), (simpai_wide.wide, simpai_wide.WIDE)):
        bred = make(game)
        judge = all_play_all(game, bred.brain, threads=1)
        last = list(generational(bred, judge, [4], population=6, generations=3, mutation=1.0))[-1]
        for k, name in enumerate(simpai_wide.GENES):
            values = last.genomes.x[0, :, k]
            if name in more or name in simpai_wide.FIVE:
                assert np.ptp(values) > 0, name
            else:
                assert (values == usual[name]).all(), name
        assert bred.parse(bred.show(last.genomes[0, 0])) == last.genomes[0, 0]


# Experiments


def test_table_one_is_the_papers() -> None:
    told = study.PAPER
    assert (told.population, told.generations, told.crossover, told.swap) == (50, 500, 0.4, 0.5)
    assert (told.mutation, told.change, told.sigma, told.tournament, told.paper_runs) == (0.2, 0.5, 0.25, 2, 5)


def test_a_run_does_not_depend_on_its_neighbours() -> None:
    together = evolution.breed(config_of(batch=3), "opened", 0)
    alone = evolution.breed(config_of(batch=1), "opened", 1)
    for name in together:
        assert np.array_equal(together[name][1:2], alone[name]), name


def test_boards_are_drawn_by_the_rule() -> None:
    drawn = [matches.drawn_board(7, number) for number in range(300)]
    assert all(6 < board["rows"] < board["cols"] <= 50 and board["win"] == -(-board["rows"] // 2) for board in drawn)
    cells = [board["rows"] * board["cols"] for board in drawn]
    assert max(cells) <= 18 * 22
    assert all((board["rounds"], board["squares"]) == (n // 4, -(-n // 4)) for n, board in zip(cells, drawn, strict=True))
    assert drawn == [matches.drawn_board(7, number) for number in range(300)] and len({*map(str, drawn)}) > 80


def test_shares_are_those_of_both_colours() -> None:
    game = simplexity(opening=2)
    players = matches.agents(game, TABLE_2)
    won = matches.shares(game, players, np.array([(0, 1), (1, 0), (2, 2)]), 6, 1)
    assert won[0] == pytest.approx(1 - won[1]) and (won[2] == 0.5).all()


# The whole


def test_everything_a_run_promises_is_in_its_folder(whole: Any) -> None:
    _, outcome, _ = whole
    assert find_study("simpai") is STUDY and outcome.notices == []
    for path in outcome.figures:
        for suffix in ("png", "svg"):
            assert path.with_suffix(f".{suffix}").stat().st_size > 1000
        assert path.stem in STUDY.captions
    drawn = {path.stem for path in outcome.figures}
    assert {"table-2", "generations", "champions", "disc", "strength", "cores", "beyond"} <= drawn
    told = json.loads((outcome.out / "results.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert told == json.loads(to_json(outcome.results))
    assert "Table 2" in (outcome.out / "report.html").read_text()


def test_table_two_is_in_the_order_of_the_final(whole: Any) -> None:
    config, outcome, arrays = whole
    ours, points = telling.ordered(config, arrays)
    assert (np.diff(points) <= 0).all() and points.sum() <= 3 * config.paper_runs * (config.paper_runs - 1)
    rows = list(csv.reader((outcome.out / "tables" / "table-2.csv").open()))
    assert [row[0] for row in rows[1:6]] == list(simpai_wide.FIVE)
    assert float(rows[2][1]) == TABLE_2[0, 1] and float(rows[2][6]) == pytest.approx(ours[0, 1], abs=1e-4)
    game = simplexity()
    assert points == pytest.approx(matches.competition(game, matches.agents(game, ours)))


def test_a_finished_run_plays_nothing_again(whole: Any) -> None:
    config, outcome, _ = whole
    before = (outcome.out / "results.json").read_bytes()
    gone = ["bred_opened_00000", "disc"]
    for task in gone:
        (outcome.out / "arrays" / f"{task}.npz").unlink()
    done = []

    def noted(config: study.Config) -> dict[str, Task]:
        return {name: task._replace(work=lambda *given, name=name, work=task.work: done.append(name) or work(*given))
                for name, task in STUDY.tasks(config).items()}

    again = run("simpai", replace(STUDY, tasks=noted), config, outcome.out)
    assert done == gone and (outcome.out / "results.json").read_bytes() == before
    assert [claim.ours for claim in again.claims] == [claim.ours for claim in outcome.claims]


@pytest.mark.parametrize("given", [{"kinds": "opened"}, {"kinds": "five,wide"}, {"kinds": "five,five"},
                                   {"entrants": "lek,lek"}, {"tracks": "base"}, {"device": "tpu"}])
def test_what_does_not_work_is_told(given: dict[str, Any]) -> None:
    with pytest.raises(Mistake, match=next(iter(given))):
        configure(study.PAPER, given)


# Claims


def test_every_claim_has_its_own_id_a_verdict_and_a_number(whole: Any) -> None:
    _, outcome, _ = whole
    ids = [claim.id for claim in outcome.claims]
    assert len(ids) == len(set(ids)) == len(SENTENCES) >= 35
    for claim in outcome.claims:
        assert claim.verdict in VERDICTS and re.search(r"\d", claim.ours), claim.id
        assert claim.p is None or 0 <= claim.p <= 1
        assert "nan" not in claim.ours.lower() and "{" not in claim.ours


def plain(text: str) -> str:
    return " ".join(text.replace("*", "").split())


@pytest.mark.skipif(not PAPER.exists() or not RULES.exists(), reason=f"the texts are not in {SHARED}")
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.id)
def test_a_claim_quotes_the_paper_or_the_rulebook(sentence: Any) -> None:
    source = plain((RULES if sentence.source == RULEBOOK else PAPER).read_text())
    place = 0
    pieces = [plain(part) for part in re.split(r"\[[^]]*\]", sentence.words) if plain(part)]
    assert pieces
    for quoted in pieces:
        assert quoted in source[place:], f"not there: {quoted}"
        place = source.index(quoted, place) + len(quoted)


def made_up(weights: Any, runs: int = 30, spread: float = 0.3) -> Any:
    rng = np.random.default_rng(3)
    found = np.array(weights) + rng.normal(0, spread, (runs + 5, 5))
    return {"bred_five_00000": {"champion": found}}


@pytest.mark.parametrize(("identity", "weights", "wanted"), [
    ("W1", TABLE_2[0] + [0, 1, 0, 0, 1], "agree"), ("W1", TABLE_2[2], "disagree"), ("W2", TABLE_2[0], "agree"),
    ("W2", TABLE_2[2], "disagree"), ("W3", TABLE_2[1], "agree"), ("W3", TABLE_2[2], "disagree"),
    ("W4", TABLE_2[3], "agree"), ("W4", TABLE_2[2], "disagree"), ("W5", TABLE_2[1], "agree"),
    ("W5", -TABLE_2[1], "disagree"), ("V1", TABLE_2[0], "agree"), ("V1", TABLE_2[2], "disagree"),
    ("V2", TABLE_2[4], "agree"), ("V2", TABLE_2[2], "undecided"), ("V2", TABLE_2[0], "disagree")])
def test_claims_judge_made_up_weights_rightly(identity: str, weights: Any, wanted: str) -> None:
    sentence = next(sentence for sentence in SENTENCES if sentence.id == identity)
    found = sentence.judge(configure(study.PAPER, {"kinds": "five"}), made_up(weights))
    assert found.verdict == wanted, found.ours


def test_shares_that_are_all_alike_are_judged_by_their_number() -> None:
    assert weight_claims.above(np.ones(20), "won").verdict == "agree"
    assert weight_claims.above(np.zeros(20), "won").verdict == "disagree"
    assert weight_claims.above(np.ones(3), "won").verdict == "undecided"
    assert weight_claims.above(np.full(20, 0.5), "won").verdict == "undecided"


def test_the_record_is_counted_as_it_is() -> None:
    if not fidelity.GAMES.exists():
        pytest.skip(f"the recorded games are not at {fidelity.GAMES}")
    assert fidelity.natural()["natural"].tolist() == [[19, 20], [18, 18], [9, 14]]
