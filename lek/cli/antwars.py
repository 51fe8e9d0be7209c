"""`lek antwars match`: matches as the paper and the contest had them."""

from __future__ import annotations

from typing import Annotated

import typer

from lek.cli.games import Json, Seed, Sets
from lek.cli.printing import notice, print_json, print_table, progress

SHOWN = 50  # matches in the table


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Ant Wars: matches of double-games, or the contest's best of five.")
    group.command("match")(match)
    group.callback()(lambda: None)
    app.add_typer(group, name="antwars")


def match(
    one: str, other: str,
    kind: Annotated[str, typer.Option(help="double-games or best-of-five.")] = "double-games",
    boards: Annotated[int, typer.Option(min=1, max=100_000, help="double-games: boards, each played twice.")] = 6,
    matches: Annotated[int, typer.Option(min=1, max=1_000_000)] = 1,
    seed: Seed = 0, set: Sets = [],  # noqa: A002, B006
    seconds: Annotated[float, typer.Option(min=0.001, help="What an agent's file may take for one move.")] = 1.0,
    json: Json = False,
) -> None:
    """Let two ants play matches, and tell who won them."""
    from lek.compete.duel import duel
    from lek.find import find_agent, find_game
    from lek.settings import Mistake, assignments

    if "human" in (one, other):
        raise Mistake("human sits only in lek play; a match is for agents")
    found = find_game("antwars")
    game = found.build(**assignments(set))
    agents = [find_agent(found, game, text, seconds) for text in (one, other)]
    held = []
    with progress("matches") as bar:
        for number in range(matches):
            held.append(duel(game, agents, kind, boards, seed, number))
            bar(number + 1, matches)
    won = [sum(each.winner == side for each in held) for side in (0, 1)]
    if json:
        return print_json({"kind": kind, "boards": boards if kind == "double-games" else None, "seed": seed,
                           "settings": dict(game.settings), "agents": [one, other], "won": won, "matches": [
                               {"winner": (one, other)[each.winner], "wins": each.wins, "points": each.points,
                                "first": each.first, "decided_by": each.decided,
                                "faults": [{"agent": (one, other)[fault.agent], "game": fault.game, "turn": fault.turn,
                                            "text": fault.text} for fault in each.faults]} for each in held]})
    rows = [[str(number), (one, other)[each.winner], f"{each.wins[0]} : {each.wins[1]}",
             f"{each.points[0]:g} : {each.points[1]:g}", each.decided] for number, each in enumerate(held[:SHOWN])]
    print_table(f"{one} against {other}", ["match", "winner", "games", "points", "by"], rows)
    if len(held) > SHOWN:
        print(f"... and {len(held) - SHOWN:,} more; --json has them all")
    print(f"{kind}: {won[0]} : {won[1]} matches")
    wrong = [fault.sentence((one, other)[fault.agent], f", match {number}, game {fault.game}")
             for number, each in enumerate(held) for fault in each.faults]
    for text in dict.fromkeys(wrong):
        notice(text)
