"""Wrong use of the library is one sentence, a Mistake, at the border: never another agent's game, a crash or a raw error."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import dice, find_agent, find_game, watch
from lek.agent import Agent, Brain, Population, configured
from lek.champions import save_champion
from lek.compete import logbook
from lek.compete.duel import duel
from lek.compete.session import session
from lek.compete.tournament import tournament
from lek.evolve import ENGINES, evolve
from lek.evolve.coevolution import coevolution
from lek.evolve.elitist import elitist
from lek.evolve.judge import judge_for
from lek.evolve.select import Referee, against, fitnessless, k_random
from lek.find import find_representation
from lek.game import BrokenGame, Face, Measure, record
from lek.jit import rule
from lek.perft import perft, perft_by_move
from lek.person import Person
from lek.players import PLAYERS, REPRESENTATIONS
from lek.playing import play
from lek.settings import Mistake
from lek.studies import find_study
from lek.studies import moose as moose_study
from lek.studies.study import configure

FOUND = find_game("moose")
GAME, WIDE = FOUND.build(rounds=5), FOUND.build(rounds=5, fields=4)
GREEDY, RANDOM = (find_agent(FOUND, GAME, name) for name in ("greedy", "random"))
MACHINE = find_representation(FOUND, GAME, "machine:states=3")
PAIR = [[0, 1], [1, 0]]
NAKED = PLAYERS["moose"]["greedy"]


def machine(**changes: Any) -> Any:
    """The genome [1] of a machine, with some of its numbers changed."""
    genome, stream = record(MACHINE.genome), record(dice.STREAM)
    MACHINE.random(stream[0], MACHINE.options[0], genome[0])
    for name, value in changes.items():
        genome[0][name] = value
    return genome


def of(genome: Any, brain: Brain = MACHINE.brain) -> list[Agent]:
    return [Agent("mine", brain, genome), RANDOM]


def engine(name: str, seeds: Any = (1,), **how: Any) -> Any:
    return next(evolve(GAME, MACHINE, name, seeds, **how))


silent = PLAYERS["gunslinger"]["silent"]
BOARD = find_game("simplexity").build(opening=2)
REFEREE, JUDGE = Referee(GAME, MACHINE.brain), judge_for(GAME, MACHINE.brain)
table = find_game("gunslinger").build()
SEED = "seed is a whole number from 0 to 2\\*\\*63 - 1"
WHOLE = "holds whole numbers from 0 to 2\\*\\*63 - 1"
MISTAKES: dict[str, tuple[Callable[[], Any], str]] = {
    "a brain without a genome": (lambda: play(GAME, [GREEDY, Agent("x", NAKED), RANDOM], [[0, 2]], 1),
                                 "the agent 'x' has a brain without a genome"),
    "nobody at all": (lambda: play(GAME, [GREEDY, Agent("x"), RANDOM], [[0, 2]], 1), "the agent 'x' has neither a brain"),
    "the same, watched": (lambda: list(watch(GAME, [GREEDY, Agent("x", NAKED)], 1)), "without a genome"),
    "names": (lambda: play(GAME, ["greedy", "random"], PAIR, 1), "agents are a list of Agent.*given: 'greedy'"),
    "one name": (lambda: play(GAME, "greedy", PAIR, 1), "agents are a list of Agent.*given: 'greedy'"),
    "a game's name": (lambda: play("moose", [GREEDY, RANDOM], PAIR, 1), "a game is made by find_game.*given: 'moose'"),
    "agents of another game": (lambda: play(GAME, of(configured(silent, table, {}), silent), PAIR, 1),
                               "silent cannot play moose: it was made for another game"),
    "the same, watched too": (lambda: list(watch(GAME, of(configured(silent, table, {}), silent), 1)),
                              "silent cannot play moose: it was made for another game"),
    "moose among gunslingers": (lambda: play(table, [GREEDY] * table.seats, [list(range(table.seats))], 1),
                                "greedy cannot play here: it was made for another game than gunslinger"),
    "a machine for three fields on four": (lambda: play(WIDE, of(machine()), PAIR, 1), "it is a machine for 3 fields"),
    "an action that is not there": (lambda: play(GAME, of(machine(say=17)), PAIR, 1), "action 18 .* does not exist"),
    "a negative action": (lambda: play(GAME, of(machine(say=-1)), PAIR, 1), "cannot be read"),
    "a state that is not there": (lambda: play(GAME, of(machine(to=4000)), PAIR, 1), "state 4001 .* does not exist"),
    "a first action that is not there": (lambda: play(GAME, Population(MACHINE.brain, machine(first=3)), [[0, 0]], 1),
                                         "action 4 .* does not exist"),
    "two genomes in one": (lambda: play(GAME, of(np.repeat(machine(), 2).view(np.recarray)), PAIR, 1), r"one record \[1\]"),
    "a genome that is a list": (lambda: play(GAME, of([1, 2, 3]), PAIR, 1), r"one record \[1\]; given: \[1, 2, 3\]"),
    "a genome of another size": (lambda: play(GAME, of(np.zeros(1, [("a", "i4")]).view(np.recarray)), PAIR, 1),
                                 "is not one that machine reads in this game"),
    "a setting out of range": (lambda: play(GAME, of(record([("ties", "i4")], ties=9), NAKED), PAIR, 1),
                               "ties=9, but ties is"),
    **{f"a choice that is not there, {ties}": (
        lambda ties=ties: play(GAME, of(record([("ties", "i4")], ties=ties), NAKED), PAIR, 1), f"ties={ties}, but ties is")
       for ties in (-1, len(NAKED.settings["ties"].choices))},
    "a negative seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, -1), SEED),
    "2**63 as a seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 2**63), SEED),
    "2**64 as a seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 2**64), SEED),
    "a text as a seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, "abc"), SEED),
    "a half as a seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1.5), SEED),
    "True as a seed": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, True), SEED),
    "2**63 as a seed, watched": (lambda: list(watch(GAME, [GREEDY, RANDOM], 2**63)), SEED),
    "2**63 as a deal, watched": (lambda: list(watch(GAME, [GREEDY, RANDOM], 1, 2**63)), "deal is a whole number"),
    "half a deal": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=[0.5, 1]), WHOLE),
    "an unsigned deal that would wrap": (
        lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=np.array([2**64 - 1, 1], np.uint64)), WHOLE),
    "a negative deal behind another": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=[3, -1]), WHOLE),
    "a deal of 64 bits behind another": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=[3, 2**63]), WHOLE),
    "a negative agent beside another": (lambda: play(GAME, [GREEDY, RANDOM], [[1, -1]], 1), WHOLE),
    "a deal of 70 bits": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=[2**70, 1]), WHOLE),
    "one deal for two games": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, deal=[1]), "2 games need as many deals"),
    "half an agent": (lambda: play(GAME, [GREEDY, RANDOM], [[0.5, 1.0]], 1), WHOLE),
    "a ragged schedule": (lambda: play(GAME, [GREEDY, RANDOM], [[0, 1], [1]], 1), WHOLE),
    "a flat schedule": (lambda: play(GAME, [GREEDY, RANDOM], [0, 1], 1), "has 2 columns, one a seat"),
    "an agent that is not there": (lambda: play(GAME, [GREEDY, RANDOM], [[0, 2]], 1), "names agents 0 to 2, but there are"),
    "no threads": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, threads=0), "threads is a whole number from 1 to"),
    "half a thread": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, threads=1.5), "threads is a whole number from 1 to"),
    "a billion threads": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, threads=10**9), "from 1 to 4096"),
    "another device": (lambda: play(GAME, [GREEDY, RANDOM], PAIR, 1, device="gpu"), "device is cpu | cuda"),
    "a clock in words": (lambda: list(watch(GAME, [GREEDY, RANDOM], 1, clock="x")), "clock is a number of seconds above 0"),
    "a setting of a representation that is its game": (lambda: find_representation(FOUND, GAME, "machine:game=3"),
                                                       "no setting of machine called 'game'"),
    "growth that is nothing": (lambda: FOUND.build(growth=None), "growth=None does not work: growth is a number"),
    "growth in lists": (lambda: FOUND.build(growth=[[1, 2], 3]), r"growth=\[1, 2\] does not work"),
    "rounds that are no number": (lambda: FOUND.build(rounds=float("nan")), "rounds is a whole number"),
    "a game that is nothing": (lambda: find_game(None), "named by a text"),
    "an agent that is nothing": (lambda: find_agent(FOUND, GAME, None), "named by a text"),
    "a setting that nobody has": (lambda: configured(NAKED, GAME, {"x": 1}), "no setting of greedy"),
    "half a step": (lambda: dataclasses.replace(GAME, limit=2.5), "limit is a whole number, 1 or more"),
    "a step of 70 bits": (lambda: dataclasses.replace(GAME, limit=2**70), "limit is a whole number, 1 or more, of 63 bits"),
    "a third seat without a body": (lambda: dataclasses.replace(GAME, seats=3), "each of its 3 seats has a body"),
    "a game without a state": (lambda: dataclasses.replace(GAME, blank=None), "blank is one record"),
    "a game without a face": (lambda: dataclasses.replace(GAME, face=str), "face is a Face, such as Face"),
    "a face with too few names": (lambda: dataclasses.replace(GAME, face=Face(seats=("one",))), "all of the 2 seats"),
    "some chance": (lambda: dataclasses.replace(GAME, chance="often"), "chance is none | start | always"),
    "chance without dice": (lambda: dataclasses.replace(GAME, chance="start"), "no field rng to roll dice with"),
    "a range upside down": (lambda: dataclasses.replace(GAME, range=(1, 0)), "range is the lowest score and the highest"),
    "half a range": (lambda: dataclasses.replace(GAME, range=3), "range is the lowest score and the highest"),
    "a measure that is added up somehow": (lambda: dataclasses.replace(GAME, measures=(Measure("x", "max"),)),
                                           "its mean or its sum"),
    "a measure twice": (lambda: dataclasses.replace(GAME, measures=("x", "y", "x")), "two are called alike"),
    "no seats": (lambda: dataclasses.replace(GAME, seats=0), "seats is a whole number, 1 or more"),
    "half a game": (lambda: tournament(GAME, [GREEDY, RANDOM], 2.5, 1), "games is a whole number, 1 or more"),
    "a tournament of names": (lambda: tournament(GAME, ["greedy", "random"], 2, 1), "agents are a list of Agent"),
    "two minds": (lambda: play(GAME, [Agent("x", NAKED, GREEDY.genome, Person()), RANDOM], PAIR, 1), "both a brain and an"),
    "an outsider that is a text": (lambda: play(GAME, [Agent("x", outsider="abc"), RANDOM], PAIR, 1), "has begin and"),
    "a population of a name": (lambda: play(GAME, Population("x", machine()), [[0, 0]], 1), "a Population is a Brain"),
    "a population in two rows": (lambda: play(GAME, Population(MACHINE.brain, machine().reshape(1, 1)), [[0, 0]], 1),
                                 r"an array of records \[n\]"),
    "a clock that is yes": (lambda: list(watch(GAME, [GREEDY, RANDOM], 1, clock=True)), "clock is a number of seconds"),
    **{f"a clock of {clock}": (lambda clock=clock: list(watch(GAME, [GREEDY, RANDOM], 1, clock=clock)),
                               "clock is a number of seconds above 0") for clock in (0, -1, -0.5, math.inf, math.nan)},
    "a tournament of a name": (lambda: tournament("moose", [GREEDY, RANDOM], 2, 1), "a game is made by find_game"),
    "a tournament of some games": (lambda: tournament(GAME, [GREEDY, RANDOM], "x", 1), "games is a whole number, 1 or more"),
    "a judge of a name": (lambda: judge_for("moose", MACHINE.brain), "a game is made by find_game"),
    "a referee of a name": (lambda: Referee("antwars", MACHINE.brain), "a game is made by find_game"),
    "a referee of half boards": (lambda: Referee(GAME, MACHINE.brain, boards=2.5), "boards is a whole number from 1 to 60"),
    "half an opponent": (lambda: k_random(REFEREE, k=1.5), "k is a whole number, 1 or more"),
    "half a draw": (lambda: fitnessless(REFEREE, tournament=2.5), "tournament is a whole number, 1 or more"),
    "migration that is no number": (lambda: fitnessless(REFEREE, migration=math.nan), "migration is a number from 0 to 1"),
    "a rival that is a name": (lambda: against(REFEREE, ["random"]), "agents are a list of Agent.*given: 'random'"),
    "a representation that is a name": (lambda: next(elitist("machine", JUDGE, [1])), "a representation is made by"),
    "crossover in words": (lambda: engine("generational", crossover="x"), "crossover is a number from 0 to 1"),
    **{f"coevolution, {name}={given}": (lambda name=name, given=given: next(coevolution(
        MACHINE, k_random(REFEREE), [1], **{name: given})), f"{name} is a ") for name, given in (
            ("population", 8.5), ("population", "x"), ("generations", 1.5), ("crossover", 2), ("distinct", -1))},
    "a coevolution of a name": (lambda: next(coevolution("machine", k_random(REFEREE), [1])), "a representation is made by"),
    "a duel of names": (lambda: duel(GAME, ["a", "b"], "double-games", 1, 1), "agents are a list of Agent"),
    "a duel on half boards": (lambda: duel(GAME, [GREEDY, RANDOM], "double-games", 2.5, 1), "boards is a whole number"),
    "a session of names": (lambda: session(GAME, ["a", "b"], 0.1), "agents are a list of Agent"),
    "a session without time": (lambda: session(GAME, [GREEDY, RANDOM], 0), "seconds is a number of seconds above 0"),
    "a log of names": (lambda: list(logbook.sit(GAME, ["a", "b"], Path("x"), 1)), "agents are a list of Agent"),
    "a log of half games": (lambda: list(logbook.sit(GAME, [GREEDY, RANDOM], Path("x"), 1.5)), "games is a whole number"),
    "an agent for a name": (lambda: find_agent(FOUND, "moose", "greedy"), "a game is made by find_game"),
    "a champion that is a list": (lambda: save_champion(Path("x.json"), GAME, "machine", MACHINE, [0]), "one record"),
    "a study that is nothing": (lambda: find_study(None), "named by a text"),
    "a study of a negative seed": (lambda: configure(moose_study.Config(seed=-1), {}), "seed is a whole number from 0"),
    **{f"perft, {name}={given!r}": (lambda name=name, given=given: perft(BOARD, **{"depth": 1, name: given}), said)
       for name, given, said in (*(("seed", wrong, SEED) for wrong in (-1, 1.5, 2**63, "abc")),
                                 *(("depth", wrong, "depth is a whole number from 0") for wrong in (-1, 1.5, "x")))},
    "perft by move, a negative seed": (lambda: list(perft_by_move(BOARD, 1, seed=-1)), SEED),
    "a setting in two lines": (lambda: FOUND.build(growth=np.eye(2)), r"growth=.* does not work: growth is a number"),
    "a setting of 5000 digits": (lambda: FOUND.build(rounds="9" * 5000), r"rounds=9+ \.\.\. does not work"),
    **{f"{name}, {what}": (lambda name=name, given=given: engine(name, **given), said) for name in ENGINES
       for what, given, said in (
           ("negative seeds", {"seeds": [-1]}, SEED), ("seeds of 64 bits", {"seeds": [2**64]}, SEED),
           ("one seed", {"seeds": 3}, "seeds is a list of whole numbers"), ("half a seed", {"seeds": [1.5]}, SEED),
           ("half an agent", {"population": 36.5}, "population is a whole number"),
           ("some generations", {"generations": "x"}, "generations is a whole number"))},
}


@pytest.mark.parametrize("what", MISTAKES)
def test_what_is_wrong_is_said_in_one_sentence(what: str) -> None:
    call, said = MISTAKES[what]
    with pytest.raises(Mistake, match=said) as raised:
        call()
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 400


def test_what_is_right_is_taken() -> None:
    wanted = play(GAME, [GREEDY, RANDOM], PAIR, 2**63 - 1, deal=[0, 2**63 - 1]).scores
    for rows in (PAIR, np.array(PAIR, np.uint8), [tuple(row) for row in PAIR]):
        for deal in ([0, 2**63 - 1], np.array([0, 2**63 - 1], np.uint64)):
            assert np.array_equal(play(GAME, [GREEDY, RANDOM], rows, np.uint64(2**63 - 1), deal=deal).scores, wanted)
    assert len(list(watch(GAME, [GREEDY, RANDOM], 2**63 - 1, 2**63 - 1))) == 10
    for ties in range(len(NAKED.settings["ties"].choices)):
        assert play(GAME, of(record([("ties", "i4")], ties=ties), NAKED), PAIR, 1).scores.shape == (2, 2)
    for clock in (1e-9, 0.5, 1, 10.0, None):
        assert len(list(watch(GAME, [GREEDY, RANDOM], 1, clock=clock))) == 10
    assert play(GAME, [GREEDY, RANDOM], [], 1).scores.shape == (0, 2)
    assert play(GAME, of(machine()), PAIR, 1).scores.shape == (2, 2)


@pytest.mark.parametrize("what", ["to", "say"])
def test_a_genome_that_has_changed_is_looked_at_again(what: str) -> None:
    genome = machine()
    mine = of(genome)
    play(GAME, mine, PAIR, 1)
    genome[what] = 30_000
    for call in (lambda: play(GAME, mine, PAIR, 1), lambda: list(watch(GAME, mine, 1))):
        with pytest.raises(Mistake, match="does not exist"):
            call()


# Genomes with anything in them

FUZZ = """
import sys
import numpy as np
from lek import find_game
from lek.agent import Agent, Population
from lek import dice
from lek.game import record
from lek.playing import play
from lek.find import find_agent, find_representation
from lek.players import REPRESENTATIONS
from lek.settings import Mistake

name, kind = sys.argv[1:]
found = find_game(name)
game = found.build(**found.build.small)
made = find_representation(found, game, kind)
rng, stream, refused = np.random.default_rng(1), record(dice.STREAM), 0
for number in range(60):
    genome = record(made.genome)
    made.random(stream[0], made.options[0], genome[0])
    raw = genome.view(np.uint8)
    place = rng.integers(0, min(len(raw), 400) if number % 2 else len(raw))
    raw[place:place + rng.integers(1, 9)] = rng.integers(0, 256) if number % 3 else 255
    others = [find_agent(found, game, "random") for _ in range(game.seats - 1)]
    try:
        play(game, [Agent("x", made.brain, genome), *others], [list(range(game.seats))], 1)
    except Mistake:
        refused += 1
print(refused)
"""


@pytest.mark.parametrize("name, kind", [(name, kind) for name in REPRESENTATIONS for kind in REPRESENTATIONS[name]])
def test_no_genome_reads_beyond_its_tables(name: str, kind: str, tmp_path: Path) -> None:
    """Bytes changed at random: refused, or played with every index looked at."""
    done = subprocess.run([sys.executable, "-c", FUZZ, name, kind], capture_output=True, text=True,
                          env={**os.environ, "NUMBA_DISABLE_JIT": "1"})
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 5


# Scores that are no numbers


@rule
def hardly(s, seat):
    return math.nan if seat == 1 and s.turn == 5 else 1.0


@pytest.mark.parametrize("agents", [("greedy", "random"), ("greedy", "file")])
def test_a_score_that_is_no_number_is_an_error_that_names_the_game(agents: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text("def act(view):\n    return 0\n")
    broken = dataclasses.replace(GAME, score=hardly)
    seated = [find_agent(FOUND, GAME, str(tmp_path / "file.py") if name == "file" else name) for name in agents]
    with pytest.raises(BrokenGame, match=r"ended with the scores \[1.0, nan\] \(seed 3, deal 7\)"):
        play(broken, seated, [[0, 1]], 3, deal=[7])


def test_nested_champions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    for text in ("[" * 100_000, '{"champion": 1, "game": "moose", "genome": ' + "[" * 100_000 + "]" * 100_000 + "}"):
        path.write_text(text)
        with pytest.raises(Mistake, match="is not a saved champion"):
            find_agent(FOUND, GAME, str(path))
    ants = find_game("antwars")
    deep = "straight = " + "Add(" * 100_000
    champion = {"champion": 1, "game": "antwars", "settings": {}, "representation": "tree", "genome": [deep]}
    path.write_text(json.dumps(champion))
    with pytest.raises(Mistake, match=r"deep\.json does not hold a champion"):
        find_agent(ants, ants.build(), str(path))
