"""`lek evolve`: breed agents and save a champion that plays wherever a name does. `lek export`: write one in C."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.games import Seed, Sets
from lek.cli.printing import notice, print_json, progress, then

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def add_to(app: typer.Typer) -> None:
    app.command("evolve")(evolve)
    app.command("export")(export)


def evolve(
    game: str, representation: Annotated[str, typer.Argument(help="A name with settings, like machine:states=4.")],
    engine: Annotated[str, typer.Option(help="elitist, generational, or coevolution by matches: fitnessless, round-robin, "
                                             "k-random, random-pairing, single-elimination, against.")] = "elitist",
    generations: Annotated[int | None, typer.Option(min=1, help="elitist 250, generational 500, by matches 1350.")] = None,
    population: Annotated[int | None, typer.Option(min=2, help="elitist 36, generational 50, by matches 2250.")] = None,
    elite: Annotated[int | None, typer.Option(min=1, help="elitist: how many are kept; 24.")] = None,
    distinct_parents: Annotated[bool | None, typer.Option(help="elitist: never cross an agent with itself.")] = None,
    ties: Annotated[str | None, typer.Option(help="elitist: who stays at the border, random or first.")] = None,
    tournament: Annotated[int | None, typer.Option(min=1, help="Draws for a place; generational: 2, by matches: 5.")] = None,
    crossover: Annotated[float | None, typer.Option(min=0, max=1, help="generational: of a pair of copies; 0.4. By matches: "
                                                                       "of a call; 0.8.")] = None,
    mutation: Annotated[float | None, typer.Option(min=0, max=1, help="generational: of a copy; 0.2.")] = None,
    boards: Annotated[int | None, typer.Option(min=1, max=60, help="By matches: boards of a match, each played twice; "
                                                                   "6.")] = None,
    k: Annotated[int | None, typer.Option(min=1, help="k-random: opponents of each; 4.")] = None,
    islands: Annotated[int | None, typer.Option(min=1, help="fitnessless: parts of the population that breed apart; "
                                                            "1.")] = None,
    migration: Annotated[float | None, typer.Option(min=0, max=1, help="fitnessless: probability that a parent comes from "
                                                                       "the island before; 0.")] = None,
    bracket: Annotated[str | None, typer.Option(help="fitnessless: who meets first, ends or neighbours; ends.")] = None,
    replacement: Annotated[bool | None, typer.Option(help="fitnessless: the same one may be drawn twice.")] = None,
    shares: Annotated[str | None, typer.Option(help="By matches: crossover is the share of a call or of a child; "
                                                    "call.")] = None,
    distinct: Annotated[int | None, typer.Option(min=0, help="By matches: how often a first one like another is drawn "
                                                             "again; 100.")] = None,
    rival: Annotated[str | None, typer.Option(help="against: a name, or the path of a champion.")] = None,
    seed: Seed = 0, set: Sets = [], threads: Annotated[int | None, typer.Option(min=1)] = None,  # noqa: A002, B006
    device: str = "cpu", out: Path = Path("champion.json"), json: Json = False,
) -> None:
    """Breed agents for a game; the fittest of the last generation is written to a file.

    How far it has come is saved beside that file: after a stop the same command goes on from there.
    """
    from lek.champions import is_champion, save_champion
    from lek.evolve import ENGINES, PAIRS
    from lek.evolve.checkpoint import Checkpoint
    from lek.evolve.judge import judge_for
    from lek.evolve.select import SELECTIONS
    from lek.files import look_first
    from lek.find import find_game, find_representation
    from lek.settings import assignments, one_of
    from lek.store import Partial
    from lek.work import named

    look_first(out, "--out", ".json", is_champion)
    one_of("engine", engine, [*ENGINES, *SELECTIONS])
    options = {"generations": generations, "population": population, "elite": elite, "distinct_parents": distinct_parents,
               "ties": ties, "tournament": tournament, "crossover": crossover, "mutation": mutation, "boards": boards,
               "k": k, "islands": islands, "migration": migration, "bracket": bracket, "replacement": replacement,
               "shares": shares, "distinct": distinct, "rival": rival}
    found = find_game(game)
    made = found.build(**assignments(set))
    bred = find_representation(found, made, representation)
    if engine in SELECTIONS:
        return _by_matches(game, found, made, bred, engine, representation, options, seed, threads, device, out, json)
    how = _settings_of(engine, [ENGINES[engine]], options) | {"threads": 1}
    judge = judge_for(made, bred.brain, PAIRS[engine], device=device, threads=threads)
    asked = {"game": named(game), "settings": dict(made.settings), "representation": named(representation),
             "engine": engine, "seed": seed, "device": device,
             **{name: value for name, value in how.items() if name not in ("generations", "threads", "resume")}}
    checkpoint = Checkpoint(Partial(out.with_suffix(".generation.npz"), asked), bred.genome, ("fitness",))
    generation = _bred(checkpoint, lambda last: ENGINES[engine](bred, judge, [seed], **{**how, "resume": last}),
                       how["generations"], lambda each: {"fitness": each.mean_fitness()})
    course = [float(mean) for mean in checkpoint.course["fitness"]]
    best = int(generation.fitness[0].argmax())
    with then(lambda: save_champion(out, made, representation, bred, generation.genomes[0, best])):
        if json:
            print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "champion": str(out),
                        "generation": generation.index, "fitness": float(generation.fitness[0, best]), "course": course})
        else:
            print(f"mean fitness a game: {course[0]:.3f} in generation 0, {course[-1]:.3f} in generation "
                  f"{generation.index}")
            print(f"the fittest scores {generation.fitness[0, best]:.3f} a game:")
            print(bred.show(generation.genomes[0, best]))
    if not json:
        print(f"saved as {out}")


def export(
    champion: Annotated[str, typer.Argument(help="A .json file that lek evolve wrote.")],
    out: Annotated[Path | None, typer.Option(help="The new file; without it, the champion's name with .c.")] = None,
    json: Json = False,
) -> None:
    """Write a champion of Ant Wars as one file in C, as its contest asked for, and tell whether it is short enough."""
    from lek.files import look_first, write
    from lek.find import champion_in_c
    from lek.outside_c import contest_size
    from lek.settings import Mistake

    source, most = champion_in_c(champion)
    path = Path(champion).with_suffix(".c") if out is None else out
    if path.exists():
        raise Mistake(f"{path} is there already, and C may be somebody's work: remove it, or give another --out")
    look_first(path, "--out", ".c")
    write(path, source)
    size = contest_size(path)
    if size > most:
        notice(f"{path} has {size:,} bytes, more than the {most:,} that the contest allowed")
    if json:
        return print_json({"champion": champion, "file": str(path), "bytes": size, "allowed": most, "fits": size <= most})
    print(f"saved as {path}: {size:,} bytes" + (f", of {most:,} that the contest allowed" if size <= most else ""))


def _by_matches(
    game: str, found: Any, made: Any, bred: Any, engine: str, representation: str, options: dict[str, Any], seed: int,
    threads: int | None, device: str, out: Path, json: bool,
) -> None:
    """Coevolution, whose champion is the one that wins the most matches of a round robin of the last generation, or the
    most games against the one rival."""
    import numpy as np

    from lek.champions import save_champion
    from lek.evolve.checkpoint import Checkpoint
    from lek.evolve.coevolution import champions, coevolution
    from lek.evolve.select import SELECTIONS, Referee, games_against
    from lek.find import find_agent
    from lek.settings import Mistake
    from lek.store import Partial
    from lek.work import named

    how = _settings_of(engine, [coevolution, SELECTIONS[engine], Referee], options)
    given_here = ("device", "threads", "resume")
    parts = [{name: how[name] for name in signature(part).parameters if name in how and name not in given_here}
             for part in (Referee, SELECTIONS[engine], coevolution)]
    asked = {"game": named(game), "settings": dict(made.settings), "representation": named(representation),
             "engine": engine, "seed": seed, "device": device,
             **{name: value for part in parts for name, value in part.items() if name != "generations"}}
    if how.get("rival") == "human":
        raise Mistake("human sits only in lek play; a rival is an agent")
    rival = None if how.get("rival") is None else find_agent(found, made, how["rival"])
    parts[1] |= {} if rival is None else {"rival": rival}
    asked |= {} if rival is None else {"rival": named(how["rival"])}
    select = SELECTIONS[engine](Referee(made, bred.brain, device=device, threads=threads, **parts[0]), **parts[1])
    checkpoint = Checkpoint(Partial(out.with_suffix(".generation.npz"), asked), bred.genome, ("games", "outcomes"))
    last = _bred(checkpoint, lambda last: coevolution(bred, select, [seed], threads=threads, resume=last, **parts[2]),
                 how["generations"], lambda each: {"games": each.games, "outcomes": each.notes["outcomes"][0]})
    if rival is None:
        best, won = (each[0] for each in champions(made, bred, last.genomes, [seed], last.index, device=device,
                                                   threads=threads))
        over = "matches against all others"
    else:
        judge = Referee(made, bred.brain, device=device, threads=threads, boards=60)
        games_won = games_against(judge, rival, last.genomes, np.array([seed]), last.index + 1)[0]
        best, won, over = int(games_won.argmax()), int(games_won.max()) / 120, f"games against {rival.name}"
    games = int(sum(checkpoint.course["games"]))
    children = np.sum(checkpoint.course["outcomes"], axis=0)  # [crossover or mutation, answer]
    told = {by: {name: int(row[k]) for k, name in enumerate(bred.outcomes or ("changed",))}
            for by, row in zip(("crossover", "mutation"), children, strict=True)}
    with then(lambda: save_champion(out, made, representation, bred, last.genomes[0, best])):
        if json:
            print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "champion": str(out),
                        "engine": engine, "generation": last.index,
                        "matches_won" if rival is None else "games_won": float(won), "games": games, "children": told})
        for by, row in () if json else told.items():
            clones = {name: number for name, number in row.items() if name != "changed" and number}
            if clones:
                print(f"clones among {sum(row.values()):,} children of {by}: "
                      + ", ".join(f"{number / sum(row.values()):.1%} {name}" for name, number in clones.items()))
        if not json:
            print(f"the champion of generation {last.index} wins {won:.1%} of its {over}:")
            print(bred.show(last.genomes[0, best]))
    if not json:
        print(f"saved as {out}")


def _bred(checkpoint: Any, engine: Any, generations: int, course: Any) -> Any:
    """The last generation of engine(the one to go on from), saved now and then and when it stops, with its `course`."""
    from lek.settings import Mistake

    last, path = checkpoint.last, checkpoint.partial.path
    if last is not None and last.index > generations:
        raise Mistake(f"{path} holds generation {last.index} already, beyond --generations {generations}; move it away, or "
                      "ask for more")
    if last is not None:
        notice(f"goes on from generation {last.index}, saved in {path}")
    try:
        with progress("generations") as bar:
            for last in engine(checkpoint.last):
                bar(last.index, generations)
                for name, value in course(last).items():
                    checkpoint.course[name].append(value)
                checkpoint.save(last)
    finally:  # also after Ctrl-C, but not between a generation and what is noted of it
        if last is not None and all(len(values) == last.index + 1 for values in checkpoint.course.values()):
            checkpoint.save(last, at_once=True)
    return last


def _settings_of(name: str, parts: list[Any], options: dict[str, Any]) -> dict[str, Any]:
    """An engine's own settings, but for the options given (not None), which have to be among them."""
    from lek.settings import Mistake

    own = {key: each.default for part in parts for key, each in signature(part).parameters.items()
           if each.kind is each.KEYWORD_ONLY}
    given = {name: value for name, value in options.items() if value is not None}
    engine = name
    for name in given:
        if name not in own:
            known = ", ".join(option for option in options if option in own)
            raise Mistake(f"{name}={given[name]} does not work: the {engine} engine has only {known}")
    return {**own, **given}
