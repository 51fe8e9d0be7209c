"""`lek games`, `lek agents`, `lek play`, `lek games-needed`."""

from __future__ import annotations

import builtins
import os
import sys
from importlib import import_module
from json import loads as json_of
from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.printing import notice, plain, print_json, print_table, then

Sets = Annotated[list[str], typer.Option("--set", metavar="KEY=VALUE", help="A setting of the game; preset=NAME first.")]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Everything random depends on it.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.001, help="What an agent's file may take for one move.")]
GameSeconds = Annotated[float, typer.Option("--game-seconds", min=0.001, help="What it may take for all moves of a game.")]
Clock = Annotated[float | None, typer.Option("--clock", min=1, help="Milliseconds a move; who is late loses the game, and "
                                                                    "agents that search think as long as they may.")]
AsRoot = Annotated[bool, typer.Option("--as-root", help="Let files run with all rights of root (also: LEK_AS_ROOT=1).")]
_REPLAYS = {"organisms": "lek.boards.organisms_page"}  # a game's `Film` and `replay_html`


def add_to(app: typer.Typer) -> None:
    app.command("games")(list_games)
    app.command("agents")(list_agents)
    app.command("play")(play_games)
    app.command("games-needed")(games_needed)


def list_games(
    game: Annotated[str | None, typer.Argument(help="One of them by name, or the path of a game's .py file.")] = None,
    json: Json = False,
) -> None:
    """List the games, or one of them, with their settings and presets."""
    from lek.find import find_game
    from lek.games import GAMES

    table: dict[str, Any] = GAMES if game is None else {(build := find_game(game).build).__name__: build}
    listed: dict[str, Any] = {}
    for name, build in table.items():
        face = build().face
        listed[name] = {"title": face.title, "about": face.about, "seats": list(face.seats),
                        "presets": {key: dict(value) for key, value in build.presets.items()},
                        "settings": {key: {"default": setting.default, "range": setting.range, "about": setting.about}
                                     for key, setting in build.settings.items()}}
    if json:
        return print_json(listed)
    for name, each in listed.items():
        rows = [[key, plain(row["default"]), row["range"], row["about"]] for key, row in each["settings"].items()]
        title = name if each["title"].casefold() == name else f"{name} ({each['title']})"
        print_table(f"{title}: {each['about']}  presets: {', '.join(each['presets']) or 'none'}",
                    ["setting", "default", "range", "what it is"], rows, 4)


def _told(brains: Any) -> list[list[str]]:
    """Brains by name, what they do, and their settings."""
    return [[name, (brain.act.__doc__ or "").strip().split("\n")[0],
             ", ".join(f"{key}={plain(setting.default)} ({setting.range})" for key, setting in brain.settings.items())]
            for name, brain in brains.items()]


def list_agents(
    game: str, files: Annotated[list[str] | None, typer.Argument(help="Your own .py files with strategies or "
                                                                      "representations for the game.")] = None,
    json: Json = False,
) -> None:
    """List who plays a game, and how its agents are bred; with files, also what they add."""
    from lek.brains.alphabeta import hides
    from lek.find import SEARCHERS, champions_of, find_game, fitting, searcher
    from lek.own_files import added

    found = find_game(game)
    for file in files or ():
        players, representations = added(file)
        found = found._replace(players={**found.players, **players},
                               representations={**found.representations, **representations})
    rows = _told(found.players)
    rows += [[name, about, ""] for name, about in champions_of(found).items()]
    if "random" not in found.players:
        rows.append(["random", "Any legal action, each as likely.", ""])
    if hides(built := found.build()) is None:
        rows += _told({name: searcher(name, built) for name in SEARCHERS if name not in found.players})
    rows.append(["human", "You, at this terminal.", ""])
    bred = [name for name, reason in fitting(found, built).items() if reason is None]
    if json:
        return print_json({"agents": [{"name": name, "about": about, "settings": settings}
                                      for name, about, settings in rows],
                           "representations": bred})
    print_table(f"agents that play {game}", ["agent", "what it does", "settings"], rows, 3)
    if bred:
        print("representations, for lek evolve: " + ", ".join(bred))


def play_games(
    game: str, agents: list[str], seed: Seed = 0, games: Annotated[int, typer.Option(min=1)] = 1, set: Sets = [],  # noqa: A002, B006
    show: Annotated[bool, typer.Option("--show", help="Draw the state after every turn.")] = False, seconds: Seconds = 1.0,
    replay: Annotated[Path | None, typer.Option(help="Write an animated replay of the first game to this .html file; for "
                                                     "games that have one.")] = None,
    clock: Clock = None, log: Annotated[Path | None, typer.Option(help="Keep every game of two in this file and go on where "
        "it ends; roles alternate, and every board is played from both sides. Several games of a person are always kept, "
        "without a name under runs/.")] = None,
    apart: Annotated[int, typer.Option(min=1, help="With a log: a board's second game comes so many (odd) later.")] = 1,
    game_seconds: GameSeconds = 60.0, as_root: AsRoot = False, json: Json = False,
) -> None:
    """Play agents against each other, one a seat, and tell the scores."""
    from lek.files import write_marked
    from lek.person import Person
    from lek.settings import Mistake
    from lek.transcript import Recording

    allow(as_root)
    if replay is not None:
        view = _replay_view(game, replay)
    spec, made, seated = seat(game, agents, set, seconds, clock, game_seconds)
    limit = spec.clock
    person = any(isinstance(agent.outsider, Person) for agent in seated)
    drawn = show or replay is not None
    if log is not None and drawn:
        raise Mistake("--log does not go with --show or --replay: who plays a match should not see what is hidden")
    kept = log is not None or (person and games > 1 and made.seats == len(seated) == 2 and not drawn)
    if apart != 1 and not kept:
        raise Mistake(f"--apart {apart} is for games that are kept: give a --log, too")
    if kept:
        from lek.cli.logged import play_logged

        return end_with(seated, play_logged(made, seated, log, games, seed, apart, limit, person, json))
    film: Any = None if replay is None else view.Film(made)
    played: list[dict[str, Any]] = []
    faults, moved = [], builtins.set[int]()
    for deal in range(games):
        recording = Recording(made, seated, seed, deal, limit)
        scores, measures = _play_one(recording, show and not json, film if deal == 0 else None, json)
        faults += [fault_text(seated, fault) for fault in recording.faults]
        moved |= recording.moved
        played.append({"deal": deal, "scores": scores, "measures": [dict(zip(made.measure_names, row, strict=True))
                                                                    for row in measures],
                       "moves": _moves(recording) if json else None})
    def write_replay() -> None:
        if replay is not None:
            title = ", ".join([made.face.title, *set, f"seed {seed}"])
            write_marked(replay, view.replay_html(film.frames(), agents, title))

    with then(write_replay):
        if json:
            print_json({"game": made.name, "settings": dict(made.settings), "seed": seed, "agents": agents,
                        "games": played, "faults": faults})
        else:
            print_table(f"{made.face.title}, seed {seed}", ["game", *(_seated(made, agents, i) for i in range(len(agents)))],
                        [[str(row["deal"]), *(f"{x:.3f}" for x in row["scores"])] for row in played])
            for text in dict.fromkeys(faults):
                notice(text)
            for agent in seated:
                printed = getattr(agent.outsider, "printed", "")
                if printed:
                    notice(f"{agent.name} printed:\n{printed.rstrip()}")
    end_with(seated, [i for i in range(len(seated)) if i not in moved])


def games_needed(
    edge: Annotated[float, typer.Argument(help="The share of games you expect to win, say 0.55.")],
    alpha: float = 0.05, power: float = 0.9, json: Json = False,
) -> None:
    """How many games it takes to show that an agent is better than even."""
    from lek.compete.binomial import games_needed as needed
    from lek.settings import Mistake

    if 0.5 < edge < 0.501:
        raise Mistake(f"an edge of {edge} takes millions of games to show; give 0.501 or more")
    try:
        games = needed(edge, alpha, power)
    except ValueError as error:
        raise Mistake(str(error)) from None
    if json:
        return print_json({"edge": edge, "alpha": alpha, "power": power, "games": games})
    print(f"{games} decided games show a true share of {edge:g} to be above one half, with probability {power:g} at "
          f"level {alpha:g} (exact one-sided binomial test)")


def allow(as_root: bool) -> None:
    if as_root:
        os.environ["LEK_AS_ROOT"] = "1"


def seat(game: str, agents: list[str], sets: list[str], seconds: float, clock: float | None, game_seconds: float) -> Any:
    """What is to be played in words, the game, and its agents; `clock` in milliseconds."""
    from lek.find import find_game
    from lek.launching import Limits
    from lek.settings import assignments
    from lek.work import Spec

    found = find_game(game)
    given = assignments(sets)
    if getattr(found.build, "seats", None):
        given.setdefault(found.build.seats, str(len(agents)))
    spec = Spec(game, tuple(given.items()), tuple(agents), seconds, None if clock is None else clock / 1000,
                limits=Limits(game_seconds))
    made, seated = spec.build()
    for text in dict.fromkeys(getattr(agent.outsider, "notice", "") for agent in seated):
        if text:
            notice(text)
    return spec, made, seated


def end_with(seated: Any, idle: list[int]) -> None:
    """An exit code that tells whether the files have played at all."""
    from lek.outside import Apart

    files = [seated[i].name for i in idle if isinstance(seated[i].outsider, Apart)]
    for name in files:
        notice(f"{name} never made a legal move")
    if files:
        raise typer.Exit(1)


def _play_one(recording: Any, show: bool, film: Any, moves: bool) -> Any:
    """Scores and measures of one game, its turns drawn or filmed where that is asked for; recorded if `moves` are wanted.

    A person is told what the others do where everybody sees it, and how the game ended.
    """
    from lek.person import Person
    from lek.position import result
    from lek.transcript import named

    made, seated = recording.game, recording.agents
    if film is not None and not show and not moves and not any(agent.outsider for agent in seated):
        return film.play(seated, recording.seed, recording.deal)
    people = [isinstance(agent.outsider, Person) for agent in seated]
    names, drawn = [_seated(made, [agent.name for agent in seated], i) for i in range(len(seated))], ""
    for turn in recording.turns():
        if film is not None:
            film.see(turn.state)
        if show:
            print(f"{names[turn.seat]}: {named(made, turn.action)}")
            picture = made.face.show(turn.state)
            if picture != drawn:
                drawn = picture
                print(f"{picture}\n")
        elif any(people) and not people[turn.seat] and made.observe is None:
            notice(f"{names[turn.seat]} plays {named(made, turn.action)}")
    if any(people) and not show:
        print(f"the end\n{made.face.show(recording.state)}", file=sys.stderr)
    return result(made, recording.state, recording.seed, recording.deal)


def _seated(game: Any, names: list[str], seat: int) -> str:
    """The name of the agent in a seat, and what the game calls that seat."""
    return f"{names[seat]} ({game.face.seats[seat]})" if game.face.seats else names[seat]


def _moves(recording: Any) -> Any:
    """The actions of a game in its own words, with who chose them; of very long games as a transcript packs them."""
    from lek.transcript import PACKED, named

    if len(recording.actions) < PACKED:
        return [named(recording.game, action) for action in recording.actions]
    return json_of(recording.transcript().line())["actions"]


def _replay_view(game: str, path: Path) -> Any:
    from lek.files import look_first
    from lek.settings import Mistake

    if game not in _REPLAYS:
        raise Mistake(f"{game} has no replay; games that have one: {', '.join(_REPLAYS)}")
    look_first(path, "--replay", ".html")
    return import_module(_REPLAYS[game])


def fault_text(agents: Any, fault: Any) -> str:
    return str(fault.sentence(agents[fault.agent].name, f", game {fault.game}, round {fault.turn}"))


