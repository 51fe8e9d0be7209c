"""`lek dots`: solve, exact, and what `dots_learning.py` adds."""

from __future__ import annotations

from typing import Annotated

import typer

from lek.cli import dots_learning
from lek.cli.games import Json, Sets
from lek.cli.printing import print_json, print_table, progress


def add_to(app: typer.Typer) -> None:
    group = typer.Typer(no_args_is_help=True, help="Dots and Boxes: small boards solved, games computed, rules learnt.")
    group.command("solve")(solve)
    group.command("exact")(exact)
    dots_learning.add_to(group)
    app.add_typer(group, name="dots")


def solve(set: Sets = [], json: Json = False) -> None:  # noqa: A002, B006
    """Solve a small board: what it is worth to the first player, the best first lines, the values of all positions."""
    import numpy as np

    from lek.games.dots import dots
    from lek.players.dots.solved import openings, values
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
    print(f"Best first lines, {len(best)} of {len(first)}: {', '.join(game.face.action_name(a) for a in best)}")
    most = int(counts.max())
    print_table(f"Positions by what is still to be won, {len(value)} in all", ["value", "", "positions"],
                [[f"{w:+d}" if w else "0", "#" * max(1, round(40 * n / most)), str(n)]
                 for w, n in zip(worths, counts, strict=True)], 2)


def exact(
    one: Annotated[str, typer.Argument(help="A player or a file of rules; best: who wins most against OTHER; margin: who "
                                            "wins by most boxes.")],
    other: Annotated[str, typer.Argument(help="A player or a file of rules.")], set: Sets = [], json: Json = False,  # noqa: A002, B006
) -> None:
    """Compute the games of two players of a small board, without playing: no luck, no interval."""
    from lek.games.dots import dots
    from lek.players.dots.exact import exactly
    from lek.players.dots.rules import tabled
    from lek.settings import assignments

    game = dots(**assignments(set))
    with progress("positions") as bar:
        learnt = {name: tabled(dots_learning.read_rules(name, game)[1], bar) for name in (one, other)
                  if name.endswith(".json")}
        found = exactly(game, one, other, learnt, bar)
    if json:
        return print_json({"settings": dict(game.settings), "one": one, "other": other, **found})
    rows = [[name, *(f"{value:.6f}" for value in found[name].values())] for name in found]
    print_table(f"{one} against {other}", ["", "as first", "as second", "mean"], rows)
