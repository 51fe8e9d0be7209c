"""`lek evolve`: breed agents and save a champion that plays wherever a name does. `lek engines`: the ways to breed.

`lek export`: write a champion in C.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.games import Seed, Sets
from lek.cli.printing import notice, plain, print_json, print_table, progress, then

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def add_to(app: typer.Typer) -> None:
    for command in (evolve, engines, export):
        app.command(command.__name__)(command)


def evolve(
    game: str, representation: Annotated[str, typer.Argument(help="A name with settings, like machine:states=4.")],
    engine: Annotated[str, typer.Option(help="A name with settings, like elitist:elite=12; lek engines lists "
                                             "them.")] = "elitist",
    against: Annotated[list[str], typer.Option(help="An agent to breed against, by name or file; may be repeated. Without "
                                                    "any, the agents of a generation play each other.")] = [],  # noqa: B006
    generations: Annotated[int | None, typer.Option(min=1, help="How many after the first, which is random; the engine's "
                                                                "own number if not given.")] = None,
    population: Annotated[int | None, typer.Option(min=2, help="Agents of a generation; the engine's own number if not "
                                                               "given.")] = None,
    seed: Seed = 0, set: Sets = [], threads: Annotated[int | None, typer.Option(min=1)] = None,  # noqa: A002, B006
    device: str = "cpu", out: Path = Path("champion.json"), json: Json = False,
) -> None:
    """Breed agents for a game, and write the champion of the last generation to a file.

    The last generation is saved beside that file: after a stop the same command resumes from it.
    """
    from lek.champions import is_champion, save_champion
    from lek.evolve import best, engine_of
    from lek.evolve import evolve as breed
    from lek.files import look_first
    from lek.find import find_agent, find_game, find_representation
    from lek.settings import Mistake, assignments

    look_first(out, "--out", ".json", is_champion)
    options = {"generations": generations, "population": population}
    settings: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    name, chosen = engine_of(engine, settings)
    if "human" in against:
        raise Mistake("human sits only in lek play; what is bred against plays by itself")
    found = find_game(game)
    made = found.build(**assignments(set))
    bred = find_representation(found, made, representation)
    opponents = [find_agent(found, made, text) for text in against]
    how: dict[str, Any] = {"against": opponents, "device": device, "threads": threads}
    saved = out.with_suffix(".generation.npz")
    last: Any = None
    with progress("generations") as bar:
        for generation in breed(made, bred, engine, [seed], checkpoint=saved, **how, **settings):
            if last is None and generation.index:
                notice(f"goes on from generation {generation.index}, saved in {saved}")
            last = generation
            bar(last.index, chosen["generations"])
    champion = best(made, bred, last, [seed], **how)
    genome, worth = last.genomes[0, champion.members[0]], float(champion.worth[0])
    with then(lambda: save_champion(out, made, representation, bred, genome)):
        if json:
            print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "engine": name, "against": against,
                        "champion": str(out), "generation": last.index, "games": int(last.notes["played"]),
                        champion.by.replace(" ", "_"): worth, **_told(bred, last)})
        else:
            _say(bred, last, champion.by, worth, against)
            print(bred.show(genome))
    if not json:
        print(f"saved as {out}")


def _told(bred: Any, last: Any) -> dict[str, Any]:
    """What the notes of the last generation say of the whole evolution, by name: of fitness, and of children."""
    notes: dict[str, Any] = {"course": last.notes["course"][0].tolist()} if "course" in last.notes else {}
    if "children" in last.notes:
        answers = bred.outcomes or ("changed",)
        notes["children"] = {by: {answer: int(row[k]) for k, answer in enumerate(answers)}
                             for by, row in zip(("crossover", "mutation"), last.notes["children"][0], strict=True)}
    return notes


def _say(bred: Any, last: Any, by: str, worth: float, against: list[str]) -> None:
    notes = _told(bred, last)
    for operator, row in notes.get("children", {}).items():
        clones = {answer: number for answer, number in row.items() if answer != "changed" and number}
        if clones:
            print(f"clones among {sum(row.values()):,} children of {operator}: "
                  + ", ".join(f"{number / sum(row.values()):.1%} {answer}" for answer, number in clones.items()))
    if by == "fitness":
        course = notes["course"]
        print(f"mean fitness a game: {course[0]:.3f} in generation 0, {course[-1]:.3f} in generation {last.index}")
        print(f"the fittest scores {worth:.3f} a game:")
    else:
        over = "matches against all others" if by == "matches won" else f"games against {', '.join(against)}"
        print(f"the champion of generation {last.index} wins {worth:.1%} of its {over}:")


def engines(
    engine: Annotated[str | None, typer.Argument(help="One of them by name.")] = None, json: Json = False,
) -> None:
    """List the engines of evolution, or one of them, with their settings."""
    from lek.evolve import ENGINES
    from lek.settings import one_of

    rows = {name: ENGINES[name] for name in (ENGINES if engine is None else [one_of("engine", engine, ENGINES)])}
    if json:
        return print_json({name: {"about": each.about, "settings": {
            key: {"default": setting.default, "range": setting.range, "about": setting.about}
            for key, setting in each.settings.items()}} for name, each in rows.items()})
    for name, each in rows.items():
        settings = [[key, plain(setting.default), setting.range, setting.about] for key, setting in each.settings.items()]
        print_table(f"{name}: {each.about}", ["setting", "default", "range", "what it is"], settings, 4)


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
