"""Brain, Agent, Representation: what plays, who plays, and how players are bred."""

from __future__ import annotations

import dis
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from types import CodeType
from typing import Any, NamedTuple, Protocol

import numpy as np

from lek.game import Game, record
from lek.jit import Rule, rule
from lek.settings import Mistake, Setting, resolve, shown

NOTHING = np.dtype([("nothing", "i1")])  # the genome or memory of those who have none
Kind = Any  # a dtype, or a function from a Game to one


class Warps(NamedTuple):
    """A fast path's own way on a GPU: one block of threads for each group of games, `groups(schedule)` [groups, ...].

    `source` defines two kernels: translate_on_device(table, genomes, codes) and play_groups(table, codes, groups, seed,
    deal, told), which tells each game in one number; `unpack(told, scores, measures)` makes of it what `play` returns.
    `table(game, genomes)` is None where this does not apply.
    """

    table: Callable[[Game, Any], Any]
    codes: np.dtype[Any]
    groups: Rule
    unpack: Rule
    source: str
    names: Mapping[str, Any]
    threads: int


class Fast(NamedTuple):
    """A faster loop for one game and one kind of brain, equal to the generic loop bit for bit.

    `game` builds that game: a game with another rule or another blank state is left to the generic loop.
    `prepare(game, genomes)` gives a read-only table [1] and the genomes [n, ...] as the loop wants them, or None where
    it does not apply; `play(t, genomes, seed, deal, schedule, first, last, scratch, scores, measures)` plays those games
    of the schedule, with one record [1] of scratch space to itself.
    """

    game: Callable[..., Game]
    prepare: Callable[[Game, Any], tuple[np.recarray[Any, Any], Any] | None]
    play: Rule
    scratch: np.dtype[Any]
    warps: Warps | None = None


@dataclass(frozen=True, eq=False)
class Brain:
    """A compiled `act(g, m, v) -> action` with the types of its genome and memory.

    A memory starts each game as zeros; its field `rng`, where it has one, as the body's own stream of dice. Before each act
    its field `legal` [actions], where it has one, is filled in: 1 for an action that is legal now, else 0.
    """

    name: str
    act: Rule
    genome: Kind = NOTHING
    memory: Kind = NOTHING
    settings: Mapping[str, Setting] = field(default_factory=dict)  # each is a field of the genome
    refuses: Callable[[Game], str | None] = lambda game: None  # a sentence where it cannot play this game
    unsound: Callable[[Game, Any], str | None] = lambda game, genomes: None  # what in these genomes [n] it cannot read
    inherits: Callable[[Game, Any], None] | None = None  # inherits(game, genome): fill in what is worked out for a game
    fast: Fast | None = None
    search: Any = None  # the parts of a brain that can think in slices, for those who drive it by a clock
    clocked: Callable[[Brain, Game, Any], Outsider] | None = None  # the same player under a clock

    def genome_type(self, game: Game) -> np.dtype[Any]:
        return _typed(self.genome(game) if callable(self.genome) else self.genome)

    def memory_type(self, game: Game) -> np.dtype[Any]:
        return _typed(self.memory(game) if callable(self.memory) else self.memory)

    @property
    def looks(self) -> bool:
        """Whether its act makes use of the view: where nobody does, nobody is shown one."""
        return _looks(getattr(self.act, "py_func", self.act).__code__)

    def rolls(self, game: Game) -> bool:
        """Whether it rolls dice of its own."""
        return "rng" in (self.memory_type(game).names or ())

    def asks(self, game: Game) -> bool:
        """Whether it has to know which actions are legal."""
        return "legal" in (self.memory_type(game).names or ())


def mark_legal(memory: Any, legal: Callable[[int], bool]) -> None:
    """Fill in the field `legal` of a memory, where it has one, as the loop does."""
    if "legal" in (memory.dtype.names or ()):
        memory.legal[:] = [bool(legal(action)) for action in range(len(memory.legal))]


class Outsider(Protocol):
    """Whoever decides outside compiled code: a person, a Python file, a program, a search under a clock.

    One of them serves all bodies of its seat; `body` numbers them in the order of their birth.
    """

    def begin(self, game: Game, seat: int, seed: int) -> None: ...
    def choose(self, view: Any, legal: Callable[[int], bool], budget: float | None, body: int = 0) -> int: ...


@dataclass(frozen=True, eq=False)
class Agent:
    """A named brain with a genome [1], or an outsider."""

    name: str
    brain: Brain | None = None
    genome: np.recarray[Any, Any] | None = None
    outsider: Outsider | None = None
    bred: bool = False  # as of a Population


class Population(NamedTuple):
    """Many agents of one brain: what evolution hands to `play` in place of a list of agents."""

    brain: Brain
    genomes: np.recarray[Any, Any]  # [n]
    kept: dict[Any, Any] | None = None  # where `play` may keep what it prepared, for those who play the same genomes again
    bred: bool = False  # whether the genomes come from the representation's own operators, and need not be looked at


@dataclass(frozen=True, eq=False)
class Representation:
    """A brain with what breeding needs: rules over a dice stream d, the operators' options o and single genomes.

    Breeding rolls the same dice as everything else and is compiled like everything else, so that it never becomes
    the slow part, gives equal results on any number of threads, and can run where the games run.
    """

    brain: Brain
    random: Rule  # random(d, o, g)                         a new genome in g
    mutate: Rule  # mutate(d, o, g)                         in place
    crossover: Rule  # crossover(d, o, mother, father, a, b)   two children, written to a and b
    options: np.recarray[Any, Any]  # [1] the operators' settings
    show: Callable[[Any], str]  # show(g) -> text
    parse: Callable[[str], np.recarray[Any, Any]]  # parse(text) -> [1], the same genome
    outcomes: tuple[str, ...] = ()  # what mutate's answers mean; crossover's are a's + 8 * b's. Without: they answer nothing

    @property
    def genome(self) -> np.dtype[Any]:
        """The type of its genomes; a representation is made for one game, so its brain's is a type, not a function."""
        return _typed(self.brain.genome)


@cache
def _looks(code: CodeType) -> bool:
    if code.co_argcount < 3:  # whatever it is, it may look
        return True
    return code.co_varnames[2] in {i.argval for i in dis.get_instructions(code)} | set(code.co_cellvars)


def as_written(
    show: Callable[[Any], str], parse: Callable[[str], Any], unwritten: tuple[str, ...] = ()
) -> Callable[[Game, Any], str | None]:
    """For `Brain.unsound`: a genome is sound if what is written of it reads as the same genome, but for fields unwritten."""

    def unsound(game: Game, genomes: Any) -> str | None:
        for g in genomes:
            try:
                back = parse(show(g))[0]
            except Exception as error:  # a Mistake that names the place, or whatever writing stumbles over
                return str(error) if isinstance(error, Mistake) else "it holds numbers that stand for nothing"
            if any(not np.array_equal(back[name], g[name]) for name in g.dtype.names if name not in unwritten):
                return "it holds numbers that stand for nothing"
        return None

    return unsound


def strategy(
    table: dict[str, Brain], *memory: Any, refuses: Callable[[Game], str | None] = lambda game: None, **settings: Setting
) -> Callable[[Callable[..., Any]], Rule]:
    """Enter a function act(g, m, v) in a table of players: dice and `memory` to remember with, `settings` as its genome.

    A player is called as its function is, with dashes. A field of `memory` may be a function from the game to one.
    """
    for key, setting in settings.items():
        if not isinstance(setting, Setting):
            raise Mistake(f"{key} of a strategy is a Setting(default, low, high); given: {shown(setting)}")
    genome = [(key, _field_type(setting)) for key, setting in settings.items()]

    def remembers(game: Game) -> np.dtype[Any]:
        return np.dtype([("rng", "u8"), *(part(game) if callable(part) else part for part in memory)], align=True)

    def wrap(act: Callable[..., Any]) -> Rule:
        name = act.__name__.strip("_").replace("_", "-")
        if len(signature(act).parameters) != 3:
            raise Mistake(f"a strategy is a function of genome, memory and view; given: {name}{signature(act)}")
        kind = np.dtype(genome, align=True) if genome else NOTHING
        table[name] = Brain(name, rule(act), kind, remembers, settings, refuses)
        return table[name].act

    return wrap


def configured(brain: Brain, game: Game, given: Mapping[str, Any]) -> np.recarray[Any, Any]:
    """The genome [1] of a hand-written strategy with these settings, and with what it knows of the game beforehand."""
    values = resolve(brain.name, brain.settings, given)
    indexed = {key: setting.choices.index(values[key]) if setting.choices else values[key]
               for key, setting in brain.settings.items()}
    genome = record(brain.genome_type(game), **indexed)
    if brain.inherits is not None:
        brain.inherits(game, genome[0])
    return genome


def _field_type(setting: Setting) -> str:
    return {bool: "i1", int: "i8", float: "f8", str: "i4"}[type(setting.default)]


def _typed(kind: Any) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(kind, align=True)))


__all__ = ["NOTHING", "Agent", "Brain", "Fast", "Outsider", "Population", "Representation", "as_written", "configured",
           "strategy"]
