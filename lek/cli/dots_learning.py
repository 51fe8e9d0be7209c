"""`lek dots learn`, `rules` and `rule`: graph rules learnt, shown, and one by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lek.cli.games import Json, Seed, Sets
from lek.cli.printing import Stopped, print_json, progress
from lek.settings import Mistake

if TYPE_CHECKING:
    from lek.game import Game
    from lek.players.dots.learning import Learner
    from lek.store import Partial

SLICE = 500  # games between two looks at the clock


def add_to(group: typer.Typer) -> None:
    for command in (learn, rules, rule):
        group.command(command.__name__)(command)


def learn(
    against: Annotated[str, typer.Option(help="Who is played, such as chain.")] = "chain",
    games: Annotated[int, typer.Option(help="Games to learn from.")] = 100_000,
    method: Annotated[str, typer.Option(help="How rules are learnt: proven, concepts, economy, mortals or xcs.")] = "proven",
    option: Annotated[list[str], typer.Option("--with", help="NAME=VALUE, a setting of the method; may be repeated.")] = [],  # noqa: B006
    seed: Seed = 1, set: Sets = [], out: Path = Path("rules.json"), json: Json = False,  # noqa: A002, B006
) -> None:
    """Learn graph rules by playing, and write them to a file that plays. Stopped, it goes on from where it was."""
    from lek.champions import is_champion, save_champion
    from lek.files import look_first
    from lek.games.dots import dots
    from lek.players.dots.graph import reader
    from lek.players.dots.learning import chosen, learner, ranked, recall
    from lek.players.dots.opponents import opponent
    from lek.players.dots.rules import in_order, lists, settings_of
    from lek.settings import assignments
    from lek.store import Partial

    game = dots(**assignments(set))
    if games < 1:
        raise Mistake(f"--games {games} does not work: it is a whole number, 1 or more")
    look_first(out, "--out", ours=is_champion)
    chosen(method, assignments(option))
    one = learner(game, reader(game), method, opponent(game, against), seed, assignments(option))
    partial = Partial(out.with_name(f".{out.name}.unfinished.npz"), [method, against, seed, *sorted(option), game.settings])
    if partial.exists():
        partial.get(lambda arrays: recall(one, arrays))
        if one.book[0].games > games:
            raise Mistake(f"{partial.path} has come to {one.book[0].games} games already, further than --games {games}; ask "
                          "for more, choose another --out, or move it away")
    rows = _learn(one, games, partial, tell=not json)
    found = in_order(*ranked(one))[0]
    many, room = int(found.many), 64
    if many == 0:
        raise Mistake(f"no rule was learnt in {games} games; learn from more (a position of more than twelve nodes is too "
                      "large for a rule, so a board larger than 3 x 3 is learnt from its later positions only)")
    while room < many:  # lists of like size are compiled once
        room *= 2
    save_champion(out, game, f"rules:rules={room}{settings_of(found)}", lists(game, rules=room), found)
    partial.remove()
    if json:
        return print_json({"settings": dict(game.settings), "method": method, "against": against, "seed": seed,
                           "learning": rows, "rules": many, "champion": str(out)})
    print(f"{many} rules in {out}: lek play dots {out} {against} plays them, lek dots rules {out} shows them")
    if method == "xcs":
        print("(A list plays by the highest forecast; while it learns, XCS weighs forecasts by fitness.)")


def _learn(one: Learner, games: int, partial: Partial, tell: bool) -> list[dict[str, Any]]:
    """Learn from so many games in all, telling every tenth; whatever stops it, what was learnt is kept."""
    from lek.players.dots.learning import learnt, play

    rows: list[dict[str, Any]] = []
    tenth, told = max(1, games // 10), dict[str, float]()
    try:
        while (done := int(one.book[0].games)) < games:
            many = min(SLICE, games - done, tenth - done % tenth)
            for name, value in play(one, many).items():
                told[name] = told.get(name, 0.0) + value
            if (done + many) % tenth == 0 or done + many == games:
                rows.append(_told(one, told))
                told.clear()
                if tell:
                    print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
            if partial.due():
                partial.put(learnt(one))
    except KeyboardInterrupt:
        partial.put(learnt(one))
        raise Stopped(f"stopped after {one.book[0].games} games; the same command goes on from there") from None
    return rows


def _told(one: Learner, told: dict[str, float]) -> dict[str, Any]:
    return {"games": int(one.book[0].games), "won": round((told["won_first"] + told["won_second"]) / told["games"], 3),
            "first": round(told["won_first"] / max(told["first"], 1), 3),
            "second": round(told["won_second"] / max(told["games"] - told["first"], 1), 3),
            "rules": int(one.book[0].live), "activity": round(told["guided"] / told["decisions"], 4)}


def read_rules(champion: str, board: Game | None = None) -> tuple[Game, Any]:
    """The list of rules [1] in a file, and the board it is played on: the one asked for, or the one it was learnt on."""
    from lek.champions import read_champion
    from lek.find import find_game, find_representation
    from lek.games.dots import dots

    if not Path(champion).is_file():
        raise Mistake(f"there is no file of rules {champion}; lek dots learn --out {champion} writes one")
    told = read_champion(champion)
    if told.game != "dots" or told.representation.partition(":")[0] != "rules":
        raise Mistake(f"{champion} does not hold rules of dots, but {told.representation} of {told.game}")
    try:
        game = board or dots(**told.settings)
        return game, find_representation(find_game("dots"), game, told.representation).parse(told.genome)
    except Mistake as error:
        raise Mistake(f"{champion} does not hold rules: {error}") from None


def rules(
    champion: Annotated[str, typer.Argument(help="A file of rules that lek dots learn wrote.")],
    against: Annotated[str, typer.Option(help="Whose games tell where rules apply.")] = "chain",
    page: Annotated[Path, typer.Option(help="The page to write.")] = Path("rules.html"), json: Json = False,
) -> None:
    """Show a learnt set of rules as a page to browse: each one drawn, with its numbers, and where it applies."""
    from lek.files import look_first, write_marked
    from lek.players.dots import graphrules_page, graphrules_text
    from lek.players.dots import rules_page as dots_rules_page
    from lek.players.dots.opponents import WHO
    from lek.players.dots.solved import too_large
    from lek.settings import one_of

    game, g = read_rules(champion)
    one_of("player", against, WHO)
    look_first(page, "--page", ".html")
    with progress("positions") as bar:
        won, where = (None, [""] * int(g[0].many)) if too_large(game) else dots_rules_page.applied(game, g, against, bar)
    rows = dots_rules_page.told(g, where)
    told = f": {won['first']:.3f} as first, {won['second']:.3f} as second against {against}" if won else ""
    if json:
        print_json({"rules": [{"rule": graphrules_text.show(row.rule), "q": row.q, "f": row.f, "uses": row.uses,
                               "born": row.born, "where": row.where or None} for row in rows],
                    "won": won, "page": str(page)})
    else:
        print(f"against {against}: {won['first']:.4f} of games won as first, {won['second']:.4f} as second (computed)"
              if won else f"where rules apply is not told: {too_large(game)}")
        print(f"{len(rows)} rules, the first that matches acts: {page}")
    write_marked(page, graphrules_page.page(rows, f"{len(rows)} rules{told}"))


def rule(
    text: Annotated[str, typer.Argument(metavar="RULE", help="Such as 'x0n => x0-n'.")],
    picture: Annotated[Path | None, typer.Option(help="An .svg file to draw it in.")] = None,
    set: Sets = [], json: Json = False,  # noqa: A002, B006
) -> None:
    """One graph rule, drawn; in how many positions of a small board it matches, and how often its string is best there."""
    from lek.files import look_first, write_marked
    from lek.games.dots import dots
    from lek.players.dots import graphrules_drawing, graphrules_text
    from lek.players.dots.rules import COUNTED, in_all_positions
    from lek.players.dots.solved import too_large
    from lek.settings import assignments

    game, made = dots(**assignments(set)), graphrules_text.parse(text)
    if picture is not None:
        look_first(picture, "--picture", ".svg")
    with progress("positions") as bar:
        found = dict.fromkeys(COUNTED) if too_large(game) else in_all_positions(game, made, bar)
    if picture is not None:
        write_marked(picture, graphrules_drawing.draw(made[0]))
    if json:
        return print_json({"settings": dict(game.settings), "rule": graphrules_text.show(made[0]), **found,
                           "picture": None if picture is None else str(picture)})
    print(graphrules_text.show(made[0]))
    if too_large(game):
        return print(f"where it matches is not told: {too_large(game)}")
    print(f"matches {found['matches']} of {found['positions']} positions; in {found['best']} of these all that it may cut "
          f"is best, in {found['only']} nothing else is, in {found['never']} none of it")
