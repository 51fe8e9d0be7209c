"""`lek evolve`: breed agents and save a champion that plays wherever a name does. `lek export`: write one in C."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.games import Seed, Sets
from lek.cli.printing import notice, print_json, progress

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def add_to(app: typer.Typer) -> None:
    app.command("evolve")(evolve)
    app.command("export")(export)


def evolve(
    game: str, representation: Annotated[str, typer.Argument(help="A name with settings, like machine:states=4.")],
    engine: Annotated[str, typer.Option(help="elitist or generational.")] = "elitist",
    generations: Annotated[int | None, typer.Option(min=1, help="elitist: 250, generational: 500.")] = None,
    population: Annotated[int | None, typer.Option(min=2, help="elitist: 36, generational: 50.")] = None,
    elite: Annotated[int | None, typer.Option(min=1, help="elitist: how many are kept; 24.")] = None,
    distinct_parents: Annotated[bool | None, typer.Option(help="elitist: never cross an agent with itself.")] = None,
    ties: Annotated[str | None, typer.Option(help="elitist: who stays at the border, random or first.")] = None,
    tournament: Annotated[int | None, typer.Option(min=1, help="generational: draws for a place; 2.")] = None,
    crossover: Annotated[float | None, typer.Option(min=0, max=1, help="generational: of a pair of copies; 0.4.")] = None,
    mutation: Annotated[float | None, typer.Option(min=0, max=1, help="generational: of a copy; 0.2.")] = None,
    seed: Seed = 0, set: Sets = [], threads: Annotated[int | None, typer.Option(min=1)] = None,  # noqa: A002, B006
    device: str = "cpu", out: Path = Path("champion.json"), json: Json = False,
) -> None:
    """Breed agents for a game; the fittest of the last generation is written to a file."""
    from lek.evolve import ENGINES, PAIRS
    from lek.evolve.judge import judge_for
    from lek.players import find_game, find_representation, save_champion
    from lek.settings import Mistake, assignments, one_of

    if out.suffix != ".json" or not out.parent.is_dir() or out.is_dir():
        raise Mistake(f"--out {out} does not work: it is a file in a folder that is there, with a name that ends in .json")
    how = _settings_of(ENGINES[one_of("engine", engine, ENGINES)], {
        "generations": generations, "population": population, "elite": elite, "distinct_parents": distinct_parents,
        "ties": ties, "tournament": tournament, "crossover": crossover, "mutation": mutation})
    found = find_game(game)
    made = found.build(**assignments(set))
    bred = find_representation(found, made, representation)
    judge = judge_for(made, bred.brain, PAIRS[engine], device=device, threads=threads)
    course = []
    with progress("generations") as bar:
        for generation in ENGINES[engine](bred, judge, [seed], **how):
            bar(generation.index, how["generations"])
            course.append(float(generation.fitness.mean()))
    best = int(generation.fitness[0].argmax())
    save_champion(out, made, representation, bred, generation.genomes[0, best])
    if json:
        return print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "champion": str(out),
                           "fitness": float(generation.fitness[0, best]), "course": course})
    print(f"mean fitness a game: {course[0]:.3f} in generation 0, {course[-1]:.3f} in generation {generation.index}")
    print(f"the fittest scores {generation.fitness[0, best]:.3f} a game; saved as {out}:")
    print(bred.show(generation.genomes[0, best]))


def export(
    champion: Annotated[str, typer.Argument(help="A .json file that lek evolve wrote.")],
    out: Annotated[Path | None, typer.Option(help="The new file; without it, the champion's name with .c.")] = None,
    json: Json = False,
) -> None:
    """Write a champion of Ant Wars as one file in C, as its contest asked for, and tell whether it is short enough."""
    from lek.outside_c import contest_size
    from lek.players import champion_in_c
    from lek.settings import Mistake

    source, game = champion_in_c(champion)
    path = Path(champion).with_suffix(".c") if out is None else out
    assert game.c_call is not None
    if path.suffix != ".c" or not path.parent.is_dir():
        raise Mistake(f"--out {path} does not work: it is a file in a folder that is there, with a name that ends in .c")
    if path.exists():
        raise Mistake(f"{path} is there already, and C may be somebody's work: remove it, or give another --out")
    path.write_text(source)
    size, most = contest_size(path), game.c_call.most
    if size > most:
        notice(f"{path} has {size:,} bytes, more than the {most:,} that the contest allowed")
    if json:
        return print_json({"champion": champion, "file": str(path), "bytes": size, "allowed": most, "fits": size <= most})
    print(f"saved as {path}: {size:,} bytes" + (f", of {most:,} that the contest allowed" if size <= most else ""))


def _settings_of(engine: Any, options: dict[str, Any]) -> dict[str, Any]:
    """An engine's own settings, but for the options given (not None), which have to be among them."""
    from lek.settings import Mistake

    own = {name: each.default for name, each in signature(engine).parameters.items() if each.kind is each.KEYWORD_ONLY}
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in own:
            known = ", ".join(option for option in options if option in own)
            raise Mistake(f"{name}={given[name]} does not work: the {engine.__name__} engine has only {known}")
    return {**own, **given}
