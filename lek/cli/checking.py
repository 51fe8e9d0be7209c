"""`lek check` and `lek perft`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lek.cli.games import AsRoot, Json, Seed, Sets, allow
from lek.cli.printing import Bar, print_json, print_table, progress

Checks = list[tuple[str, str | None]]  # what was looked at, and the sentence on what is wrong with it


def add_to(app: typer.Typer) -> None:
    app.command("check")(check)
    app.command("perft")(perft)


def check(
    names: Annotated[list[str], typer.Argument(metavar="GAME [FILE]...", help=(
        "A game by name or by its .py file, with the players in that file; or with files of agents or of strategies, "
        "whether they play it. A single agent's file is tried in the games whose views it reads."))],
    set: Sets = [], as_root: AsRoot = False, json: Json = False,  # noqa: A002, B006
) -> None:
    """Check a game against the contract that every game of Lek is held to, or agents' files before a contest.

    lek check mygame.py | lek check moose anna.py boris.py --set preset=contest
    """
    allow(as_root)
    with progress("check") as bar:
        results = _checked(names, set, bar)
    told = {name: [{"check": check, "problem": problem} for check, problem in checks] for name, checks in results.items()}
    if json and len(names) == 1:
        print_json({"checked": names[0], "checks": told[names[0]]})
    elif json:
        print_json({"game": names[0], "files": [{"checked": name, "checks": checks} for name, checks in told.items()]})
    else:
        for name, checks in results.items():
            print_table(f"checks of {name}", ["check", "result"], [[check, problem or "ok"] for check, problem in checks], 2)
    if any(problem for checks in results.values() for _, problem in checks):
        raise typer.Exit(1)


def _checked(names: list[str], sets: list[str], bar: Bar) -> dict[str, Checks]:
    """What was checked of the game, or of each agent's file, by its name."""
    from lek.contract_players import check_whole_game
    from lek.own_files import kind_of
    from lek.settings import Mistake, assignments
    from lek.submission import check_agent

    first = Path(names[0])
    kind = kind_of(first) if first.suffix == ".py" and first.is_file() else ""
    if kind == "players" and len(names) == 1:
        raise Mistake(f"{names[0]} holds strategies or representations; say for which game: lek check GAME {names[0]}")
    single = first.suffix == ".c" or kind == "agent"
    if single and (len(names) > 1 or sets):
        raise Mistake(f"{names[0]} is an agent's file, not a game; say which it plays: lek check GAME {' '.join(names)}")
    if len(names) == 1 and sets:
        raise Mistake("--set is for agents' files: lek check GAME FILE... --set key=value")
    if len(names) == 1:
        return {names[0]: check_agent(names[0], progress=bar) if single else check_whole_game(names[0], bar)}
    results = {}
    for number, file in enumerate(names[1:]):
        bar(number, len(names) - 1, file)
        results[file] = check_agent(file, names[0], assignments(sets), bar)
    return results


def perft(
    game: Annotated[str, typer.Argument(help="A game by name or by its .py file.")],
    depth: Annotated[int, typer.Option(min=1, max=20, help="Up to how many actions.")] = 4, set: Sets = [],  # noqa: A002, B006
    seed: Seed = 0, json: Json = False,
) -> None:
    """Count the sequences of legal actions of every length up to the depth; finished games are not extended.

    For games that roll no dice, or only at their start: then the seed decides which start it is.
    """
    from lek.find import find_game
    from lek.perft import perft_by_move
    from lek.settings import assignments

    built = find_game(game).build(**assignments(set))
    counts = []
    with progress("first actions") as bar:
        for length in range(1, depth + 1):
            count = 0
            for number, (_, leaves) in enumerate(perft_by_move(built, length, seed)):
                count += leaves
                bar((length - 1) * built.actions + number + 1, depth * built.actions)
            counts.append(count)
    if json:
        return print_json({"game": built.name, "settings": dict(built.settings), "seed": seed, "perft": counts})
    print_table(f"perft of {built.name}", ["actions", "sequences"],
                [[str(length), str(count)] for length, count in enumerate(counts, 1)])
