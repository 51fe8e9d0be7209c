"""Organisms for people: the board as text, actions as words."""

from __future__ import annotations

from typing import Any

DIRECTIONS = ("stay", "west", "east", "north", "south")


def show(s: Any) -> str:
    """The board: a letter for an organism of a species, a dot, a plus or a hash for little, more or much food."""
    lines = [f"round {max(0, s.turn)}"]
    for row in range(int(s.height)):
        cells = range(row * int(s.width), (row + 1) * int(s.width))
        lines.append("  " + "".join(_letter(s, cell) for cell in cells))
    lines += [f"  {_name(seat)}: {count} organisms, {energy} energy"
              for seat, (count, energy) in enumerate(zip(s.count, s.total, strict=True))]
    return "\n".join(lines)


def _letter(s: Any, cell: int) -> str:
    if s.who[cell] > 0:
        return _name(int(s.seat[cell]))
    return " " if s.food[cell] == 0 else ".+#"[int(3 * (s.food[cell] - 1)) // int(s.K)]


def _name(seat: int) -> str:
    return chr(ord("A") + seat % 26)


def show_view(v: Any) -> str:
    """What an organism sees of itself and of its neighbours."""
    if v.age == 0:
        return f"born with key {v.key}: say which state to show"
    sides = [f"{name}: {'food' if v.food[k] else 'no food'}{f', state {v.neighbour[k]}' if v.neighbour[k] >= 0 else ''}"
             for k, name in enumerate(DIRECTIONS) if k]
    return f"age {v.age}, energy {v.energy}, food here {v.food_left}; " + "; ".join(sides)


def action_name(a: int) -> str:
    """`east`, `reproduce north key 7`, and ` state 3` where it shows another state than 0."""
    move, direction, key, state = a & 7, (a >> 3) & 7, (a >> 6) & 65535, a >> 22
    if not 0 <= a < 2**31 or move > 5 or (move == 5 and not 1 <= direction <= 4):
        return "no action"
    text = f"reproduce {DIRECTIONS[direction]} key {key}" if move == 5 else DIRECTIONS[move]
    return text + (f" state {state}" if state else "")


def action_of(text: str) -> int:
    """The action so called; key and state may be left out."""
    words = text.split()
    given = {name: int(words[words.index(name) + 1]) for name in ("key", "state") if name in words}
    state = given.get("state", 0)
    if words[0] == "reproduce":
        return 5 + 8 * DIRECTIONS.index(words[1]) + 64 * (given.get("key", 0) & 65535) + 4194304 * state
    return DIRECTIONS.index(words[0]) + 4194304 * state
