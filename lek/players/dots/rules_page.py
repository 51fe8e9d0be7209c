"""A list of graph rules to browse: every rule with its numbers, and where it applies against a player, computed."""

from __future__ import annotations

from typing import Any

from lek.game import Game
from lek.players.dots import exact as dots_exact
from lek.players.dots import rules as dots_rules
from lek.players.dots.graphrules_page import Told


def told(g: Any, where: list[str]) -> list[Told]:
    """The rules of a list [1], the first to go first, and what is known of them."""
    numbers = [g[0][name].tolist() for name in ("q", "f", "uses", "born")]
    return [Told(g[0].rules[k].copy(), q, f, uses, born, where[k])
            for k, (q, f, uses, born) in enumerate(list(zip(*numbers, strict=True))[:int(g[0].many)])]


def applied(
    game: Game, g: Any, against: str, progress: dots_rules.Progress = lambda done, of: None,
) -> tuple[dict[str, float], list[str]]:
    """The shares of games that a list [1] wins, and where each of its rules applies, in words."""
    apart = against in dots_exact.APART or bool(g[0].first_found)
    known, other = dots_exact.positions(game, apart), dots_exact.table(game, against, apart)
    went = dots_rules.course(game, known, g, other)
    came = dots_exact.outcome(known, went.lines, other)
    matching, turns, where = dots_rules.matching(game, known, g, went.often, progress), went.often.sum(), []
    for k, (weight, fewest, most) in enumerate(matching.tolist()):
        acting = went.often[went.acting == k].sum()
        lines = f"{fewest:.0f}" if fewest == most else f"{fewest:.0f} to {most:.0f}"
        where.append("nowhere in these games" if weight == 0.0 else f"matches {weight / turns:.2%} of turns, acts in "
                     f"{acting / turns:.2%}; {lines} line{'s' * (most != 1)} drawn")
    return {"first": came.won[0], "second": came.won[1]}, where
