"""`lek tournament`: everybody against everybody, one against all, or a knockout. `lek payoffs`: a matrix."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.games import AsRoot, Clock, GameSeconds, Json, Seconds, Seed, Sets, allow, end_with, fault_text, seat
from lek.cli.printing import Stopped, notice, print_json, print_table, progress, then


def add_to(app: typer.Typer) -> None:
    app.command("tournament")(run_tournament)
    app.command("payoffs")(show_payoffs)


def run_tournament(
    game: str, agents: list[str], games: Annotated[int, typer.Option(min=1, help="Games a pair.")] = 100, seed: Seed = 0,
    set: Sets = [],  # noqa: A002, B006
    threads: Annotated[int | None, typer.Option(min=1, help="How many processor cores to use; by default all.")] = None,
    device: str = "cpu",
    form: Annotated[str, typer.Option(help="round-robin: everybody against everybody; gauntlet: the first agent against "
                                           "each of the others; knockout: neighbours meet, winners go on.")] = "round-robin",
    self_play: Annotated[bool, typer.Option(help="Also play every agent against itself, told apart.")] = True,
    graph: Annotated[Path | None, typer.Option(help="Draw who is significantly better than whom to this .svg.")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep all games in this folder. Without it they are kept under runs/ "
                                                  "until the tournament has ended.")] = None,
    seconds: Seconds = 1.0, game_seconds: GameSeconds = 60.0, clock: Clock = None, as_root: AsRoot = False,
    json: Json = False,
) -> None:
    """Let every pair of agents play and print the table with 95 % intervals.

    After Ctrl-C the same command goes on with the games that are missing (but for a knockout, which begins anew). The exit
    code is 1 if an agent's file never made a legal move.
    """
    from lek.compete.tournament import FORMS, as_json, knockout, tournament
    from lek.files import look_first
    from lek.person import Person
    from lek.settings import Mistake, one_of
    from lek.work import Work, default_folder

    allow(as_root)
    if graph is not None:
        look_first(graph, "--graph", ".svg")
    spec, made, seated = seat(game, agents, set, seconds, clock, game_seconds)
    if any(isinstance(agent.outsider, Person) for agent in seated):
        raise Mistake("human sits only in lek play; a tournament is for agents")
    if any(agent.outsider for agent in seated) and not json:
        notice("some agents run outside compiled code: every move of their games is asked for one by one")
    one_of("form", form, [*FORMS, "knockout"])
    if form == "knockout":
        if graph is not None or out is not None:
            raise Mistake("a knockout has no graph and keeps no games: leave out --graph and --out")
        with progress("games"):
            duels = knockout(made, seated, games, seed, threads=threads, device=device, clock=spec.clock)
        _print_knockout(duels, agents, f"{made.face.title}: a knockout of {games} games a pair, seed {seed}", json)
        if not json:
            _print_faults(duels, seated)
        return end_with(seated, duels.idle)
    asked = {"games": games, "seed": seed, "self_play": self_play, "device": device, "form": form}
    folder = out or default_folder("tournament", {**spec.asked(), **asked})
    work = Work(spec, folder, asked, stays=out is not None)
    try:
        with progress("games") as bar:
            result = tournament(made, seated, games, seed, threads=threads, device=device, self_play=self_play,
                                progress=bar, play=work.play, form=form)
    except KeyboardInterrupt:
        kept = f"; the same command goes on from the {work.kept} games that are kept in {folder}" if work.kept else ""
        raise Stopped(f"stopped{kept}{work.lost and f'; games are lost, since {work.lost}'}") from None
    if work.before:
        notice(f"went on from {work.before} games that were kept in {folder}")
    def write_graph() -> None:
        from lek.compete.better_drawing import draw
        from lek.files import write_marked

        if graph is not None:
            write_marked(graph, draw(agents, result.better, [float(mean) for mean in result.standings.mean]))

    with then(write_graph):
        if json:
            print_json(as_json(result))
        else:
            games = min(games, 2 if result.pairs is not None else len(agents)) if result.certain else games
            _print_standings(result, agents, f"{made.face.title}: {games} games "
                                             f"{'together' if result.pairs is None else 'a pair'}, seed {seed}")
            if result.certain:
                notice("nobody rolls dice in these games: no game was played twice, and the table has no intervals, "
                       "since luck has no part in it")
            _print_faults(result, seated)
    end_with(seated, result.idle)


def show_payoffs(
    game: str, agents: Annotated[list[str], typer.Argument(help="The agents of the rows.")],
    against: Annotated[list[str] | None, typer.Option(help="An agent of the columns; once for each. Without it, the rows "
                                                           "play each other.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games a pair, half of them from either side.")] = 100, seed: Seed = 0,
    set: Sets = [],  # noqa: A002, B006
    threads: Annotated[int | None, typer.Option(min=1, help="How many processor cores to use; by default all.")] = None,
    device: str = "cpu", seconds: Seconds = 1.0, game_seconds: GameSeconds = 60.0, clock: Clock = None,
    as_root: AsRoot = False, json: Json = False,
) -> None:
    """Print what each agent scores a game against each other one, with 95 % intervals in --json."""
    from lek.compete.payoffs import as_json, payoffs
    from lek.person import Person
    from lek.settings import Mistake

    allow(as_root)
    spec, made, seated = seat(game, [*agents, *(against or [])], set, seconds, clock, game_seconds)
    if any(isinstance(agent.outsider, Person) for agent in seated):
        raise Mistake("human sits only in lek play; payoffs are of agents")
    rows, columns = seated[:len(agents)], seated[len(agents):] or None
    with progress("games") as bar:
        matrix = payoffs(made, rows, columns, games, seed, threads=threads, device=device, progress=bar,
                         clock=spec.clock)
    if json:
        print_json(as_json(made, matrix, seed))
        return end_with(seated, matrix.idle)
    print_table(f"{made.face.title}: score a game, {matrix.games} games a pair",
                ["agent", *matrix.columns],
                [[name, *(f"{value:.2f}" for value in row)] for name, row in zip(matrix.rows, matrix.mean, strict=True)])
    _print_faults(matrix, seated)
    end_with(seated, matrix.idle)


def _print_standings(result: Any, agents: list[str], title: str) -> None:
    from lek.compete.tournament import measures_of

    standings = result.standings
    shown = [each.name for each in result.game.measures if each.shown]
    rows = []
    for place, i in enumerate(result.order()):
        alone = [] if result.alone is None else [f"{result.alone.mean[i]:.2f}"]
        low, high = result.low_high[i]
        told = measures_of(result, i)
        rows.append([f"{place + 1}. {agents[i]}", f"{standings.mean[i]:.2f}",
                     "" if math.isnan(low) else f"{low:.2f} to {high:.2f}",
                     f"{standings.wins[i]}/{standings.draws[i]}/{standings.losses[i]}", *alone,
                     str(int(result.better[i].sum())), *(_measure(told[name]) for name in shown)])
    print_table(title, ["agent", "mean", "95 % interval", "won/drawn/lost", *(["self-play mean"] if result.alone else []),
                        "scores more than" if result.certain else "significantly better than", *shown], rows)


def _print_faults(result: Any, agents: Any) -> None:
    from lek.compete.tournament import grouped

    for fault, times in grouped(result.faults):
        notice(fault_text(agents, fault) + (f" ({times} times)" if times > 1 else ""))


def _measure(value: float) -> str:
    return "" if math.isnan(value) else str(value) if isinstance(value, int) else f"{value:.2f}"


def _print_knockout(duels: Any, agents: list[str], title: str, json: bool) -> None:
    """Every round with its totals, and who won."""
    if json:
        return print_json({"rounds": [[{"agents": [agents[i] for i in pair], "totals": list(totals)}
                                       for pair, totals in each] for each in duels.rounds],
                           "byes": [[agents[i] for i in each] for each in duels.byes], "winner": agents[duels.winner],
                           "faults": [fault._asdict() for fault in duels.faults]})
    rows = []
    for number, (pairs, byes) in enumerate(zip(duels.rounds, duels.byes, strict=True)):
        rows += [[str(number + 1), agents[one], agents[other], f"{mine:.2f}", f"{theirs:.2f}"]
                 for (one, other), (mine, theirs) in pairs]
        rows += [[str(number + 1), agents[one], "no opponent", "", ""] for one in byes]
    print_table(title, ["round", "agent", "against", "total", "its total"], rows)
    print(f"{agents[duels.winner]} wins")
