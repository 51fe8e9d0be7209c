"""Evolution: `evolve` breeds agents for a game, with any of the engines; `best` says who of a generation is its champion.

An engine is a generator of generations. Two of them go by fitness, which a judge makes of games; the others are one
coevolution, whose parents are selected by matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lek import border
from lek.agent import Agent, Population, Representation
from lek.evolve import coevolution, elitist, generational, judge, select
from lek.evolve.checkpoint import Checkpoint
from lek.evolve.generation import Cast, Generation, Judge
from lek.game import Game
from lek.jit import fingerprint
from lek.settings import Mistake, Setting, assignments, one_of, resolve
from lek.store import Partial

BOARDS = 60  # of everybody with an opponent, where the champion of a generation without fitness is looked for
DEALS = {"deals": Setting(1, 1, about="against opponents: deals with each of them, played from every seat")}


class Engine(NamedTuple):
    """A way to breed, in a sentence; its settings; and start(game, representation, seeds, **how and settings)."""

    about: str
    settings: Mapping[str, Setting]
    start: Callable[..., Iterator[Generation]]


def _by_fitness(breed: Callable[..., Iterator[Generation]], pairs: Callable[..., Judge]) -> Any:
    """How an engine that asks a judge is started; in games for two without opponents, by these `pairs`."""

    def start(game: Game, representation: Representation, seeds: Sequence[int], *, against: Cast, device: str,
              threads: int | None, resume: Generation | None, deals: int, **settings: Any) -> Iterator[Generation]:
        asked = judge.judge_for(game, representation.brain, pairs, deals=deals, device=device, threads=threads)
        return breed(representation, asked, seeds, against=against, resume=resume, **settings)

    return start


def _by_matches(name: str) -> Any:
    """How coevolution with one of the selections is started."""

    def start(game: Game, representation: Representation, seeds: Sequence[int], *, against: Cast, device: str,
              threads: int | None, resume: Generation | None, boards: int, **settings: Any) -> Iterator[Generation]:
        if against and name != "against":
            raise Mistake(f"the engine {name} selects by matches within the population; engines that breed against "
                          "opponents: elitist, generational, against")
        referee = select.Referee(game, representation.brain, boards=boards, device=device, threads=threads)
        opponents = (against,) if name == "against" else ()
        chosen = select.SELECTIONS[name](referee, *opponents, **{key: settings.pop(key) for key in select.SETTINGS[name]})
        return coevolution.coevolution(representation, chosen, seeds, threads=threads, resume=resume, **settings)

    return start


_SELECTED = {
    "fitnessless": "Parents win a single elimination of a few drawn for every place, as in BrilliAnt's evolution.",
    "round-robin": "Parents are the fittest of a few; fitness is the matches won against everybody.",
    "k-random": "Parents are the fittest of a few; fitness is the matches won against k others drawn at random.",
    "random-pairing": "Parents are the fittest of a few; fitness is one match against another drawn at random.",
    "single-elimination": "Parents are the fittest of a few; fitness is the matches won in one knockout of all.",
    "against": "Parents are the fittest of a few; fitness is the games won against opponents that are given.",
}
ENGINES: dict[str, Engine] = {
    "elitist": Engine("The fittest are kept, and their children take the places of the others.",
                      {**elitist.SETTINGS, **DEALS}, _by_fitness(elitist.elitist, judge.round_robin)),
    "generational": Engine("Everybody is replaced by copies of the fittest of a few, some of them crossed, some mutated.",
                           {**generational.SETTINGS, **DEALS}, _by_fitness(generational.generational, judge.all_play_all)),
    **{name: Engine(about, {**coevolution.SETTINGS, **select.SETTINGS[name], **select.BOARDS}, _by_matches(name))
       for name, about in _SELECTED.items()},
}


def engine_of(text: str, more: Mapping[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
    """The name and all settings of the engine that a text such as "fitnessless:boards=3" names, with `more` settings."""
    name, colon, rest = text.partition(":")
    engine, given = ENGINES[one_of("engine", name, ENGINES)], assignments(rest.split(",")) if colon else {}
    for twice in given.keys() & (more or {}).keys():
        raise Mistake(f"{twice} is given twice, in {text} and as {twice}={(more or {})[twice]}; give it once")
    return name, resolve(f"the engine {name}", engine.settings, {**given, **(more or {})})


def evolve(
    game: Game, representation: Representation, engine: str = "elitist", seeds: Sequence[int] = (0,), *, against: Cast = (),
    checkpoint: str | Path | None = None, device: str = "cpu", threads: int | None = None, **settings: Any,
) -> Iterator[Generation]:
    """Generations 0 (random) to `generations` of one run for each seed; the runs do not depend on each other.

    `engine` is a name with settings, as in "fitnessless:boards=3"; `settings` are more of them, such as population=100.
    `against` are opponents to breed against instead of each other. A `checkpoint` is a file that holds the last generation:
    where it is there, that generation comes first and the next ones follow. Notes tell of all generations so far: `course`
    [runs, generations] the mean fitness where there is one, `played` the games of one run, `children` [runs, 2, ...] the
    children of crossover and of mutation by what the operator answered, where it answers.
    """
    border.game(game)
    border.representation(representation)
    border.cast(game, against)
    opponents = (against,) if isinstance(against, Population) else tuple(against)
    name, chosen = engine_of(engine, settings)
    own = [int(seed) for seed in border.seeds(seeds)]
    path = None if checkpoint is None else Path(checkpoint)
    asked = _asked(game, representation, name, chosen, own, opponents, device)
    saved = None if path is None else Checkpoint(Partial(path, asked), representation.genome)
    last = None if saved is None else saved.last
    if last is not None and last.index > chosen["generations"]:
        raise Mistake(f"{path} holds generation {last.index} already, beyond generations={chosen['generations']}; "
                      "move it away, or ask for more")
    run = ENGINES[name].start(game, representation, own, against=opponents, device=device, threads=threads,
                              resume=last, **chosen)
    return _saved(run, saved)


class Best(NamedTuple):
    """The champion of each run [runs] by its place, and what it was chosen by: "fitness", "matches won" or "games won"."""

    members: npt.NDArray[np.int64]
    worth: npt.NDArray[np.float64]  # mean score a game, or share of matches or games won
    by: str


def best(
    game: Game, representation: Representation, generation: Generation, seeds: Sequence[int] = (0,), *, against: Cast = (),
    device: str = "cpu", threads: int | None = None,
) -> Best:
    """Who is the champion of a generation, run by run: the fittest.

    Where there is no fitness, it is whoever wins the most games against the opponents, on new boards, or else the most
    matches against all others.
    """
    if generation.fitness is not None:
        members = generation.fitness.argmax(1)
        return Best(members, generation.fitness[np.arange(len(members)), members], "fitness")
    own = border.seeds(seeds)
    if not against:
        return Best(*coevolution.champions(game, representation, generation.genomes, own, generation.index, device=device,
                                           threads=threads), "matches won")
    referee = select.Referee(game, representation.brain, boards=BOARDS, device=device, threads=threads)
    won = select.games_against(referee, against, generation.genomes, own, generation.index + 1)
    return Best(won.argmax(1), won.max(1).astype(np.int64) / (2 * BOARDS * border.members(against)), "games won")


def _saved(run: Iterator[Generation], checkpoint: Checkpoint | None) -> Iterator[Generation]:
    """The generations of a run, with what is told of all of them so far; saved now and then, and whatever stops it."""
    last = None if checkpoint is None else checkpoint.last
    if last is not None:
        yield last
    try:
        for generation in run:
            last = _with_course(generation, last)
            if checkpoint is not None:
                checkpoint.save(last)
            yield last
    finally:
        if last is not None and checkpoint is not None:
            checkpoint.save(last, at_once=True)


def _with_course(generation: Generation, before: Generation | None) -> Generation:
    notes = dict(generation.notes, played=np.array(generation.games + (0 if before is None else before.notes["played"])))
    if generation.fitness is not None:
        mean = generation.fitness.mean(1, keepdims=True)
        notes["course"] = mean if before is None else np.concatenate([before.notes["course"], mean], 1)
    if "outcomes" in notes:
        notes["children"] = notes["outcomes"] + (0 if before is None else before.notes["children"])
    return replace(generation, notes=notes)


def _asked(
    game: Game, representation: Representation, engine: str, settings: Mapping[str, Any], seeds: list[int],
    against: Cast, device: str,
) -> dict[str, Any]:
    """All that a run depends on, but for the number of its generations; files and rules of others by their content."""
    brains = [representation.brain, *(each.brain for each in against if each.brain is not None)]
    rules = [game.start, game.actor, game.legal, game.step, game.score, game.measure, game.observe, game.owner, game.newborn,
             representation.random, representation.mutate, representation.crossover, *(brain.act for brain in brains)]
    return {"game": game.name, "settings": dict(game.settings),
            "rules": fingerprint(rule for rule in rules if rule is not None),
            "representation": [representation.brain.name, str(representation.genome), representation.options.tolist()],
            "engine": engine, "seeds": seeds, "device": device, "against": [_described(each) for each in against],
            **{name: value for name, value in settings.items() if name != "generations"}}


def _described(opponent: Agent | Population) -> list[str]:
    if isinstance(opponent, Population):
        return [opponent.brain.name, hashlib.sha256(opponent.genomes.tobytes()).hexdigest()]
    file = getattr(opponent.outsider, "path", None)
    content = file.read_bytes() if isinstance(file, Path) else b"" if opponent.genome is None else opponent.genome.tobytes()
    return [opponent.name, hashlib.sha256(content).hexdigest()]
