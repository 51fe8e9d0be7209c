"""`lek evolve`: breed agents and save a champion that plays wherever a name does."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lek.cli.games import Seed, Sets
from lek.cli.printing import print_json, progress

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def add_to(app: typer.Typer) -> None:
    app.command("evolve")(evolve)


def evolve(
    game: str, representation: Annotated[str, typer.Argument(help="A name with settings, like machine:states=4.")],
    engine: str = "elitist", generations: Annotated[int, typer.Option(min=1)] = 250,
    population: Annotated[int, typer.Option(min=2)] = 36, elite: Annotated[int, typer.Option(min=1)] = 24,
    seed: Seed = 0, set: Sets = [], threads: Annotated[int | None, typer.Option(min=1)] = None,  # noqa: A002, B006
    distinct_parents: Annotated[bool, typer.Option(help="Never cross an agent with itself.")] = False,
    ties: Annotated[str, typer.Option(help="Who stays at the border of the elite: random or first.")] = "random",
    device: str = "cpu", out: Path = Path("champion.json"), json: Json = False,
) -> None:
    """Breed agents for a game; the fittest of the last generation is written to a file."""
    from lek.evolve import ENGINES
    from lek.evolve.judge import judge_for
    from lek.players import find_game, find_representation, save_champion
    from lek.settings import Mistake, assignments, one_of

    if out.suffix != ".json" or not out.parent.is_dir() or out.is_dir():
        raise Mistake(f"--out {out} does not work: it is a file in a folder that is there, with a name that ends in .json")
    found = find_game(game)
    made = found.build(**assignments(set))
    bred = find_representation(found, made, representation)
    breed = ENGINES[one_of("engine", engine, ENGINES)]
    course = []
    with progress("generations") as bar:
        for generation in breed(
            bred, judge_for(made, bred.brain, device=device, threads=threads), [seed], population=population, elite=elite,
            generations=generations, distinct_parents=distinct_parents, ties=ties,
        ):
            bar(generation.index, generations)
            course.append(float(generation.fitness.mean()))
    best = int(generation.fitness[0].argmax())
    save_champion(out, made, representation, bred, generation.genomes[0, best])
    if json:
        return print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "champion": str(out),
                           "fitness": float(generation.fitness[0, best]), "course": course})
    print(f"mean fitness a game: {course[0]:.3f} in generation 0, {course[-1]:.3f} in generation {generations}")
    print(f"the fittest scores {generation.fitness[0, best]:.3f} a game; saved as {out}:")
    print(bred.show(generation.genomes[0, best]))
