"""`evolve`, the one call for all engines: their settings, checkpoints, notes of the whole run, opponents, champions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.agent import Agent, Population
from lek.evolve import ENGINES, best, engine_of, evolve, select
from lek.evolve.coevolution import champions, coevolution
from lek.evolve.elitist import elitist
from lek.evolve.generation import Generation
from lek.evolve.generational import generational
from lek.evolve.judge import all_play_all, round_robin
from lek.evolve.matches import play_matches
from lek.find import find_agent, find_game, find_representation
from lek.playing import play
from lek.settings import Mistake

FOUND = find_game("moose")
GAME = FOUND.build(rounds=10)
BRED = find_representation(FOUND, GAME, "machine:states=3")
RANDOM, NASH = (find_agent(FOUND, GAME, name) for name in ("random", "nash"))
SMALL = {"population": 8, "generations": 4, "threads": 1}
OWN: dict[str, dict[str, Any]] = {name: {"boards": 1} for name in select.SELECTIONS} | {
    "elitist": {"elite": 4}, "generational": {}}


def bred(engine: str, **how: Any) -> list[Generation]:
    against = [NASH] if engine == "against" else []
    return list(evolve(GAME, BRED, engine, [3, 4], **{"against": against, **SMALL, **OWN[engine], **how}))


def same(one: list[Generation], other: list[Generation]) -> bool:
    return [each.genomes.tobytes() for each in one] == [each.genomes.tobytes() for each in other]


def test_it_breeds_as_the_engine_with_its_papers_judge_does() -> None:
    for engine, pairs, name in ((elitist, round_robin, "elitist"), (generational, all_play_all, "generational")):
        by_hand = engine(BRED, pairs(GAME, BRED.brain, threads=1), [3, 4], **SMALL, **OWN[name])
        assert same(bred(name), list(by_hand))
    referee = select.Referee(GAME, BRED.brain, boards=1, threads=1)
    assert same(bred("k-random"), list(coevolution(BRED, select.k_random(referee), [3, 4], **SMALL)))


def test_settings_are_written_behind_the_name_or_given_apart() -> None:
    apart = list(evolve(GAME, BRED, "k-random", [3], k=2, boards=2, **SMALL))
    assert same(list(evolve(GAME, BRED, "k-random:boards=2,k=2", [3], **SMALL)), apart)
    assert not same(list(evolve(GAME, BRED, "k-random:boards=2", [3], **SMALL)), apart)
    name, settings = engine_of("fitnessless:boards=3,replacement=no", {"population": "10"})
    assert name == "fitnessless" and {**settings, "boards": 3, "replacement": False, "population": 10} == settings
    assert {*settings} == {*ENGINES["fitnessless"].settings}


@pytest.mark.parametrize(("engine", "more", "said"), [
    ("elitst", {}, "did you mean elitist"), ("elitist:elit=3", {}, "did you mean elite"),
    ("elitist", {"boards": 3}, "no setting of the engine elitist called 'boards'"),
    ("fitnessless:boards=61", {}, "boards=61 does not work: boards is a whole number from 1 to 60"),
    ("elitist:population=10", {"population": 12}, "population is given twice"),
    ("generational:population=" + "9" * 30, {}, "population is a whole number"),
    ("against", {}, "needs opponents"), ("elitist:elite", {}, "write key=value"),
])
def test_what_is_wrong_is_said_before_anything_is_bred(engine: str, more: dict[str, Any], said: str) -> None:
    with pytest.raises(Mistake, match=said):
        evolve(GAME, BRED, engine, [1], **more)


def test_selection_within_the_population_has_no_opponents() -> None:
    with pytest.raises(Mistake, match="the engine k-random selects by matches within the population"):
        evolve(GAME, BRED, "k-random", [1], against=[RANDOM])
    with pytest.raises(Mistake, match="agents are a list"):
        evolve(GAME, BRED, "elitist", [1], against=["random"])  # type: ignore[list-item]
    for wrong in ("random", RANDOM):
        with pytest.raises(Mistake, match="agents are a list of Agent"):
            evolve(GAME, BRED, "elitist", [1], against=wrong)


@pytest.mark.parametrize("engine", ["elitist", "against"])
def test_a_population_among_the_opponents_is_its_members(engine: str) -> None:
    genomes = bred("elitist", population=3, elite=1)[0].genomes[1]
    members = [Agent("", BRED.brain, genomes[n:n + 1]) for n in range(3)]
    assert same(bred(engine, against=[NASH, Population(BRED.brain, genomes)]), bred(engine, against=[NASH, *members]))
    assert same(bred(engine, against=Population(BRED.brain, genomes)), bred(engine, against=members))


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_goes_on_from_a_checkpoint_and_notes_tell_of_the_whole_run(engine: str, tmp_path: Path) -> None:
    whole, path = bred(engine), tmp_path / "run.npz"
    first = evolve(GAME, BRED, engine, [3, 4], checkpoint=path, against=[NASH] if engine == "against" else [],
                   **SMALL, **OWN[engine])
    assert len(list(islice(first, 3))) == 3
    first.close()  # type: ignore[attr-defined]
    rest = bred(engine, checkpoint=path)
    assert [each.index for each in rest] == [2, 3, 4] and same(rest, whole[2:])
    again = bred(engine, checkpoint=path)
    assert [each.index for each in again] == [4] and same(again, whole[4:]), "a run that is finished is its last generation"
    last, notes = again[-1], again[-1].notes
    assert notes["played"] == sum(each.games for each in whole) > 0
    if last.fitness is None:
        assert np.array_equal(notes["children"], sum(each.notes["outcomes"] for each in whole))
        assert notes["children"].sum() == 2 * 4 * 8 and "course" not in notes
    else:
        assert notes["course"].tolist() == np.stack([each.fitness.mean(1) for each in whole], 1).tolist()


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    path, against = tmp_path / "run.npz", {"against": [NASH]}
    bred("elitist", checkpoint=path, **against)
    other = find_representation(FOUND, GAME, "machine:states=3,mutations=3")
    for game, representation, seeds, how in (
            (FOUND.build(rounds=11), BRED, [3, 4], {}), (GAME, other, [3, 4], {}), (GAME, BRED, [3, 5], {}),
            (GAME, BRED, [3, 4], {"elite": 5}), (GAME, BRED, [3, 4], {"against": [RANDOM]}),
            (GAME, BRED, [3, 4], {"against": [Agent("nash", BRED.brain, np.zeros(1, BRED.genome).view(np.recarray))]})):
        with pytest.raises(Mistake, match="another run"):
            evolve(game, representation, "elitist", seeds, checkpoint=path, **{**against, **SMALL, "elite": 4, **how})
    with pytest.raises(Mistake, match="holds generation 4 already, beyond generations=3"):
        bred("elitist", checkpoint=path, **against, generations=3)
    more = bred("elitist", checkpoint=path, **against, generations=6)
    assert [each.index for each in more] == [4, 5, 6] and same(more, bred("elitist", **against, generations=6)[4:])


def test_a_file_among_the_opponents_is_known_by_its_content(tmp_path: Path) -> None:
    bot, path = tmp_path / "bot.py", tmp_path / "run.npz"

    def generations() -> Iterator[Generation]:
        return evolve(GAME, BRED, "elitist", [1], against=[find_agent(FOUND, GAME, str(bot))], checkpoint=path,
                      population=2, elite=1, generations=1)

    bot.write_text("def act(view):\n    return 0\n")
    assert len(list(generations())) == 2 and len(list(generations())) == 1
    bot.write_text("def act(view):\n    return 1\n")
    with pytest.raises(Mistake, match="another run"):
        generations()


def test_agents_are_bred_against_an_opponent() -> None:
    """On deals they have not seen, the champion does better against it than the random first generation did."""
    stay = find_agent(FOUND, GAME, "stay")
    last = list(evolve(GAME, BRED, "elitist:deals=2", [1], against=[stay], population=20, elite=10, generations=15))[-1]
    course, champion = last.notes["course"][0], best(GAME, BRED, last)
    assert course[-1] > 1.1 * course[0] and champion.by == "fitness"
    mine = Agent("bred", BRED.brain, last.genomes[0, champion.members[0]].reshape(1).view(np.recarray))
    scores = play(GAME, [mine, stay], np.tile([[0, 1], [1, 0]], (200, 1)), 9).scores
    assert (scores[::2, 0].mean() + scores[1::2, 1].mean()) / 2 > 1.1 * course[0]


# Champions


def test_with_fitness_the_champion_is_the_fittest_of_its_run() -> None:
    last = bred("elitist")[-1]
    champion = best(GAME, BRED, last, [3, 4])
    assert champion.members.tolist() == last.fitness.argmax(1).tolist() and champion.by == "fitness"
    assert champion.worth.tolist() == last.fitness.max(1).tolist()


def test_without_fitness_the_champion_wins_the_most_matches() -> None:
    last = bred("fitnessless")[-1]
    champion = best(GAME, BRED, last, [3, 4], threads=1)
    members, share = champions(GAME, BRED, last.genomes, [3, 4], last.index, threads=1)
    assert champion.by == "matches won"
    assert champion.members.tolist() == members.tolist() and champion.worth.tolist() == share.tolist()


def test_without_fitness_but_with_opponents_it_wins_the_most_games_against_all_of_them_on_new_boards() -> None:
    opponents = [NASH, RANDOM]
    last = bred("against", against=opponents)[-1]
    champion = best(GAME, BRED, last, [3, 4], against=opponents, threads=1)
    referee = select.Referee(GAME, BRED.brain, boards=60, threads=1)
    won = np.floor(select.games_against(referee, opponents, last.genomes, np.array([3, 4]), 5))
    assert champion.by == "games won" and champion.worth.tolist() == (won.max(1) / 240).tolist()
    assert won[[0, 1], champion.members].tolist() == won.max(1).tolist()


def test_games_against_several_are_the_sum_of_games_against_each() -> None:
    """Against the first one on the boards it has always been played on."""
    last = bred("fitnessless")[0]
    referee = select.Referee(GAME, BRED.brain, boards=3, threads=1)
    together = np.floor(select.games_against(referee, [NASH, RANDOM], last.genomes, np.array([3, 4]), 1))
    alone = np.floor(select.games_against(referee, [NASH], last.genomes, np.array([3, 4]), 1))
    members = [Agent("", BRED.brain, last.genomes[0, n:n + 1]) for n in range(8)]
    deal = select.deals_of(np.array([3, 4]), 1, 1, np.zeros(8, np.int64), 3)
    second = play_matches(GAME, [*members, RANDOM], [[n, 8] for n in range(8)], deal).wins[:, 0]
    assert (together - alone)[0].tolist() == second.tolist()
