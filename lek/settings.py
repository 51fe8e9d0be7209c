"""Settings: what can be chosen about a game, an agent or a study, with its range; presets; one sentence when wrong."""

from __future__ import annotations

import difflib
import functools
import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

MOST = (1 << 63) - 1  # the largest seed, deal and whole number of any kind
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Mistake(ValueError):
    """The caller's mistake, told in one sentence: what was wrong, what was given, what would be right."""


def shown(given: Any, how: Callable[[Any], str] = repr) -> str:
    """What was given, for a sentence: on one line, not long, and the same in every run."""
    text = _ADDRESS.sub("", " ".join(how(given).split()))
    return text if len(text) <= 80 else text[:80] + " ..."


def whole(name: str, given: Any, least: int = 0, most: int | None = None) -> int:
    """A whole number in this range, and of 63 bits in any case."""
    try:
        number = operator.index(given)
    except TypeError:
        number = None
    if number is None or type(given).__name__ in ("bool", "bool_") or not least <= number <= (most or MOST):
        kind = f", {least} or more" if most is None else f" from {least} to {'2**63 - 1' if most == MOST else most}"
        raise Mistake(f"{name}={shown(given)} does not work: {name} is a whole number{kind}")
    return number


@dataclass(frozen=True)
class Setting:
    """One setting: its default fixes its type; `per` names the setting that says how many values it holds."""

    default: Any
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    per: str | None = None
    about: str = ""

    @property
    def range(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return " | ".join(self.choices)
        kind = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}[type(self._one)]
        if self.low is not None and self.high is not None:
            kind += f" from {self.low} to {self.high}"
        elif self.low is not None:
            kind += f", {self.low} or more"
        elif self.high is not None:
            kind += f", at most {self.high}"
        return f"{kind}, one or per {self.per}" if self.per else kind

    @property
    def _one(self) -> Any:
        return self.default[0] if isinstance(self.default, tuple) else self.default

    def read(self, name: str, given: Any) -> Any:
        """The value that was meant, or a Mistake."""
        if isinstance(self.default, tuple):
            parts = given.split(",") if isinstance(given, str) else given
            if not isinstance(parts, Iterable):
                parts = [parts]
            return tuple(self._read_one(name, part) for part in parts)
        return self._read_one(name, given)

    def _read_one(self, name: str, given: Any) -> Any:
        kind: type = type(self._one)
        wrong = Mistake(f"{name}={shown(given, str)} does not work: {name} is {self.range}")
        if self.choices:
            if str(given) not in self.choices:
                raise wrong
            return str(given)
        try:
            if kind is bool:
                return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[str(given).lower()]
            if kind is int and isinstance(given, float) and given != int(given):
                raise wrong
            value = kind(given)
        except (ValueError, KeyError, TypeError, OverflowError):
            raise wrong from None
        if (kind is float and not math.isfinite(value)) or (kind is int and abs(value) > MOST):
            raise wrong
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise wrong
        return value


Presets = Mapping[str, Mapping[str, Any]]


def resolve(
    owner: str, settings: Mapping[str, Setting], given: Mapping[str, Any], presets: Presets | None = None
) -> dict[str, Any]:
    """Defaults, then the preset, then single settings, whatever the order given; checked and complete."""
    given = dict(given)
    chosen: dict[str, Any] = {name: setting.default for name, setting in settings.items()}
    if presets and "preset" in given:
        preset = str(given.pop("preset"))
        chosen.update(presets[one_of("preset", preset, presets)])
    for name, value in given.items():
        one_of(f"setting of {owner}", name, settings)
        chosen[name] = value
    values = {name: settings[name].read(name, value) for name, value in chosen.items()}
    for name, setting in settings.items():
        if setting.per:
            wanted = values[setting.per]
            if len(values[name]) == 1:
                values[name] = values[name] * wanted
            elif len(values[name]) != wanted:
                raise Mistake(
                    f"{name} has {len(values[name])} values, but {setting.per}={wanted}: give one value or {wanted}"
                )
    return values


def one_of(kind: str, name: str, table: Iterable[str]) -> str:
    """`name` if the table has it, else a Mistake that suggests the nearest."""
    names = list(table)
    if name in names:
        return name
    near = difflib.get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]}?" if near else "known: " + (", ".join(names) if names else "none")
    raise Mistake(f"there is no {kind} called {name!r}; {hint}")


def configurable(
    settings: Mapping[str, Setting], presets: Presets | None = None, *, seats: str | None = None,
    small: Mapping[str, Any] | None = None,
) -> Callable[..., Callable[..., Any]]:
    """Give a builder checked keyword settings and presets; all stay readable as attributes.

    The game that it returns gets the builder's name, the first line of its docstring (as what the game is about, unless its
    face says that itself) and the settings it was built with, so that no builder repeats them.
    `seats` names the setting that says how many play, filled in from the agents named on a command line; `small` are
    settings for a short game of the same rules, for checks.
    """

    def wrap(build: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(build)
        def make(**given: Any) -> Any:
            values = resolve(build.__name__, settings, given, presets)
            return _stamped(build(**values), build.__name__, first_line(build), values)

        make.settings, make.presets = dict(settings), dict(presets or {})  # type: ignore[attr-defined]
        make.seats, make.small = seats, dict(small or {})  # type: ignore[attr-defined]
        return make

    return wrap


def first_line(function: Callable[..., Any]) -> str:
    """The first line of a function's docstring."""
    return (function.__doc__ or "").strip().split("\n")[0]


def _stamped(built: Any, name: str, about: str, values: Mapping[str, Any]) -> Any:
    """The game that a builder returned, with this name, these settings and a title; anything else as it is."""
    if not hasattr(built, "face"):
        return built
    face = replace(built.face, title=built.face.title or name, about=built.face.about or about)
    return replace(built, name=name, settings=values, face=face)


def assignments(texts: Iterable[str]) -> dict[str, str]:
    """`key=value` texts as a dictionary."""
    given = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise Mistake(f"{text!r} is not a setting: write key=value")
        given[key] = value
    return given
