"""`lek simplexity competition` and `lek simplexity engine`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from lek.cli.games import Json, Seed
from lek.cli.printing import notice, print_json, print_table, progress

Threads = Annotated[int | None, typer.Option(min=1, help="For agents that can use more than one.")]


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Simplexity: the competition's tracks, and a line protocol.")
    group.command("competition")(competition)
    group.command("engine")(engine)
    app.add_typer(group, name="simplexity")


def competition(
    agents: Annotated[list[str] | None, typer.Argument(help="Who enters; without a name, everybody.")] = None,
    track: Annotated[str, typer.Option(help="A track of 2020 or 2021: its board, its clock, its cores.")] = "base-2020",
    ms: Annotated[int | None, typer.Option(min=1, max=3_600_000, help="Milliseconds a move, not the track's.")] = None,
    agents_file: Annotated[Path | None, typer.Option(help="Who enters, a line each: a name, a space, settings.")] = None,
    threads: Threads = None, seed: Seed = 0, json: Json = False,
) -> None:
    """Hold a session of the ColorShapeLinks competition: every pair twice, 3 points a win and 1 a draw, late is lost."""
    from lek.compete.session import as_json, session
    from lek.find import find_agent, find_game
    from lek.players.simplexity.tracks import ENTRANTS, TRACKS, read_agents
    from lek.settings import Mistake, one_of
    from lek.threads import usable_threads

    held = TRACKS[one_of("track", track, TRACKS)]
    if agents_file is not None and not agents_file.is_file():
        raise Mistake(f"there is no file {agents_file}: --agents-file names one with an agent a line")
    names = [*(agents or []), *(read_agents(agents_file.read_text("utf-8", "replace")) if agents_file is not None else [])]
    if threads is not None and threads > 1 and held.one_core:
        raise Mistake(f"{track} is played on one core, and --threads {threads} was given: leave it out")
    if not names and agents_file is None:
        names = list(ENTRANTS)
    if "human" in names:
        raise Mistake("human sits only in lek play; a competition is for agents")
    limit = ms or held.milliseconds
    found = find_game("simplexity")
    game = found.build(preset=held.preset)
    seated = [find_agent(found, game, text, clock=limit / 1000) for text in names]
    cores = 1 if held.one_core else usable_threads(threads)
    with progress("games") as bar:
        played = session(game, seated, limit / 1000, threads=cores, seed=seed, progress=bar)
    if json:
        return print_json({"track": track, "settings": dict(game.settings), "ms": limit, "threads": cores, "seed": seed,
                           **as_json(played, game)})
    board = game.settings
    print_table(
        f"{track}: {board['rows']} x {board['cols']}, {board['win']} in a line, {limit} ms a move, threads: {cores}",
        ["position", "agent", "points", "won/drawn/lost", "faults"],
        [[f"{place.position}.", names[place.agent], str(place.points), f"{place.wins}/{place.draws}/{place.losses}",
          str(place.faults)] for place in played.places], 2)
    wrong = [fault.sentence(names[fault.agent], " lost {} against {} in its move {}".format(
        *(names[i] for i in match.agents), fault.turn)) for match in played.matches for fault in match.faults]
    for text in dict.fromkeys(wrong):
        notice(text)


def engine(
    agent: Annotated[str | None, typer.Option(help="Who thinks; by default the best there is.")] = None,
    threads: Threads = 1,
) -> None:
    """Answer by the line protocol on standard input and output: init, newgame, think, quit (see the documentation)."""
    from lek.cli.simplexity_protocol import BEST, serve

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    serve(sys.stdin, sys.stdout, BEST if agent is None else agent, threads or 1)
