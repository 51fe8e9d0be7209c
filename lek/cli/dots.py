"""`lek dots`: solve, exact, learn, rules."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from lek.cli.games import Json, Sets
from lek.cli.printing import print_json, print_table


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Dots and Boxes: small boards solved, games computed, rules learnt.")
    group.command("solve")(solve)
    group.command("exact")(exact)
    group.command("learn")(learn)
    group.command("rules")(rules)
    app.add_typer(group, name="dots")


def solve(set: Sets = [], json: Json = False) -> None:  # noqa: A002, B006
    """Solve a small board: what it is worth to the first player, the best first lines, the values of all positions."""
    import numpy as np

    from lek.games.dots import dots
    from lek.players.dots_solved import openings, values
    from lek.settings import assignments

    game = dots(**assignments(set))
    value, first = values(game), openings(game)
    best = [a for a, worth in enumerate(first) if worth == value[0]]
    worths, counts = np.unique(value, return_counts=True)
    if json:
        histogram = {str(w): int(n) for w, n in zip(worths, counts, strict=True)}
        return print_json({"settings": dict(game.settings), "value": int(value[0]), "openings": first, "optimal": best,
                           "positions": len(value), "histogram": histogram})
    print(f"The first player wins by {value[0]}." if value[0] > 0 else "The board is a draw." if value[0] == 0 else
          f"The second player wins by {-value[0]}.")
    print(f"Best first lines, {len(best)} of {len(first)}: {', '.join(game.action_name(a) for a in best)}")
    most = int(counts.max())
    print_table(f"Positions by what is still to be won, {len(value)} in all", ["value", "", "positions"],
                [[f"{w:+d}", "#" * max(1, round(40 * n / most)), str(n)] for w, n in zip(worths, counts, strict=True)], 2)


def exact(
    one: Annotated[str, typer.Argument(help="A player; best: who wins most against OTHER; margin: who wins by most boxes.")],
    other: Annotated[str, typer.Argument(help="A player.")], set: Sets = [], json: Json = False,  # noqa: A002, B006
) -> None:
    """Compute the games of two players of a small board, without playing: no luck, no interval."""
    from lek.games.dots import dots
    from lek.players.dots_exact import exactly
    from lek.settings import assignments

    game = dots(**assignments(set))
    found = exactly(game, one, other)
    if json:
        return print_json({"settings": dict(game.settings), "one": one, "other": other, **found})
    rows = [[name, *(f"{value:.6f}" for value in found[name].values())] for name in found]
    print_table(f"{one} against {other}", ["", "as first", "as second", "mean"], rows)


def learn(
    against: Annotated[str, typer.Option(help="Who is played, such as chain.")] = "chain",
    games: Annotated[int, typer.Option(help="Games to learn from.")] = 100_000,
    manager: Annotated[str, typer.Option(help="concepts, claims, economy, mortals or xcs.")] = "claims",
    option: Annotated[list[str], typer.Option("--with", help="NAME=VALUE, a setting of the manager; may be repeated.")] = [],  # noqa: B006
    seed: int = 1, set: Sets = [], out: Path = Path("rules.json"), json: Json = False,  # noqa: A002, B006
) -> None:
    """Learn graph rules by playing, and write them to a file that plays. Stopped, it goes on from where it was."""
    import json as texts

    from lek.evolve.learning import keep, learner, play, ranked, recall
    from lek.games.dots import dots
    from lek.players import save_champion
    from lek.players.dots_graph import reader
    from lek.players.dots_opponents import opponent
    from lek.players.dots_rules import in_order, lists
    from lek.settings import Mistake, assignments

    game = dots(**assignments(set))
    if games < 1:
        raise Mistake(f"--games {games} does not work: it is a whole number, 1 or more")
    one = learner(game, reader(game), manager, opponent(game, against), seed, assignments(option))
    asked = texts.dumps([manager, against, seed, *sorted(option), dict(game.settings)], default=str)
    unfinished = out.with_name(f".{out.name}.unfinished.npz")
    if unfinished.exists() and str(recall(unfinished, one)["asked"]) != asked:
        raise Mistake(f"{unfinished} is of another run; finish that one, choose another --out, or move it away")
    rows, noted, block = [], time.monotonic(), max(1, games // 10)
    while one.book[0].games < games:
        told = play(one, min(block, games - int(one.book[0].games)))
        rows.append(_told(one, told))
        if not json:
            print("  ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
        if time.monotonic() - noted > 5:
            keep(unfinished, one, asked=asked)
            noted = time.monotonic()
    found = in_order(*ranked(one))[0]
    if int(found.many) == 0:
        raise Mistake(f"no rule was learnt in {games} games; learn from more")
    many, room = int(found.many), 64
    while room < many:  # lists of like size are compiled once
        room *= 2
    save_champion(out, game, f"rules:rules={room}", lists(game, rules=room), found)
    unfinished.unlink(missing_ok=True)
    if json:
        return print_json({"settings": dict(game.settings), "manager": manager, "against": against, "seed": seed,
                           "learning": rows, "rules": many, "champion": str(out)})
    print(f"{many} rules in {out}: lek play dots {out} {against} plays them, lek dots rules {out} shows them")


def _told(one: Any, told: dict[str, float]) -> dict[str, Any]:
    return {"games": int(one.book[0].games), "won": round((told["won_first"] + told["won_second"]) / told["games"], 3),
            "first": round(told["won_first"] / max(told["first"], 1), 3),
            "second": round(told["won_second"] / max(told["games"] - told["first"], 1), 3),
            "rules": int(one.book[0].live), "activity": round(told["guided"] / told["decisions"], 4)}


def rules(
    champion: Annotated[str, typer.Argument(help="A file of rules that lek dots learn wrote.")],
    against: Annotated[str, typer.Option(help="Whose games tell where rules apply.")] = "chain",
    page: Annotated[Path, typer.Option(help="The page to write.")] = Path("rules.html"), json: Json = False,
) -> None:
    """Show a learnt set of rules as a page to browse: each one drawn, with its numbers, and where it applies."""
    from lek.brains import graphrules_page, graphrules_text
    from lek.games.dots import dots
    from lek.players import dots_exact, dots_rules, find_game, find_representation, read_champion
    from lek.settings import Mistake

    told = read_champion(champion)
    if told.game != "dots" or told.representation.partition(":")[0] != "rules":
        raise Mistake(f"{champion} does not hold rules of dots, but {told.representation} of {told.game}")
    game = dots(**told.settings)
    g = find_representation(find_game("dots"), game, told.representation).parse(told.genome)
    known = dots_exact.positions(game)
    other = dots_exact.table(game, against)
    went = dots_rules.course(game, known, g, other)
    came = dots_exact.outcome(known, went.lines, other)
    where = dots_rules.matching(game, known, g, went.often)
    turns, rows = went.often.sum(), []
    for k in range(int(g[0].many)):
        q, f, uses, born = (g[0][name][k].item() for name in ("q", "f", "uses", "born"))
        told_where = _where(where[k], went.often[went.acting == k].sum(), turns)
        rows.append(graphrules_page.Told(g[0].rules[k].copy(), q, f, uses, born, told_where))
    page.write_text(graphrules_page.page(rows, f"{len(rows)} rules: {came.won[0]:.3f} as first, {came.won[1]:.3f} as second "
                                               f"against {against}"))
    if json:
        return print_json({"rules": [{"rule": graphrules_text.show(row.rule), "q": row.q, "f": row.f, "uses": row.uses,
                                      "born": row.born, "where": row.where} for row in rows],
                           "won": {"first": came.won[0], "second": came.won[1]}, "page": str(page)})
    print(f"against {against}: {came.won[0]:.4f} of games won as first, {came.won[1]:.4f} as second (computed)")
    print(f"{len(rows)} rules, the first that matches acts: {page}")


def _where(found: Any, acting: float, turns: float) -> str:
    """Where a rule applies, in words."""
    if found[0] == 0.0:
        return "nowhere in these games"
    lines = f"{found[1]:.0f}" if found[1] == found[2] else f"{found[1]:.0f} to {found[2]:.0f}"
    return f"matches {found[0] / turns:.2%} of turns, acts in {acting / turns:.2%}; {lines} lines drawn"
