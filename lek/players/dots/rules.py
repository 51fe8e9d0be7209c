"""Players of Dots and Boxes that are lists of graph rules: the first that matches acts, and where none does, any line.

Learnt sets of rules (`lek.players.dots.learning`) are written down as such lists, in the order in which their rules go
before each other, and play on boards of any size. On small boards what they do is a table, so that their games are computed.

As text a rule stands on a line with its numbers: x0n => x0-n | Q 1.5 | f 0.25 | uses 1200 | born 17.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from lek import dice
from lek.agent import Brain, Representation, as_written
from lek.game import Game, record
from lek.jit import rule
from lek.players.dots import graphrules_breeding, graphrules_text
from lek.players.dots.exact import Positions, Tabled, go_on, positions, set_up, table
from lek.players.dots.graph import desk_of, graph_of, read
from lek.players.dots.graphrules import PORTS, RULE, WILD, find, matches, prepare
from lek.players.dots.graphrules_breeding import mutate as mutate_rule
from lek.players.dots.graphrules_breeding import new_node, tidy
from lek.players.dots.lines import mark, mark_all, nothing, one_of, room
from lek.players.dots.solved import closes
from lek.settings import Mistake, Setting, resolve

SETTINGS = {
    "rules": Setting(50, 1, 32_000, about="the most rules of a list"),
    **graphrules_breeding.SETTINGS,
    "wild_is_ground": Setting(True, about="whether w also stands for the ground"),
    "first_found": Setting(False, about="whether a rule that matches in several ways takes the first, else any"),
}
MATCHING = ("wild_is_ground", "first_found")
PIECE = 1 << 16  # positions between two notes of how far it has come
Progress = Callable[[int, int], None]
NUMBERS = {"Q": "q", "f": "f", "uses": "uses", "born": "born"}  # as they are written and called


def genome(rules: int) -> np.dtype[Any]:
    """The type of a list of so many rules at most."""
    return np.dtype([("many", "i8"), ("wild_is_ground", "i1"), ("first_found", "i1"), ("q", "f8", (rules,)),
                     ("f", "f8", (rules,)), ("uses", "i8", (rules,)), ("born", "i8", (rules,)), ("rules", RULE, (rules,))],
                    align=True)


def memory(game: Game) -> Any:
    """Dice, a set of lines, a graph and what matching needs."""
    parts = [kind.fields for kind in (graph_of(game), desk_of(game))]
    fields = [(name, *_shape(kind)) for fields in parts for name, (kind, *_) in fields.items()]
    return [("rng", "u8"), *room(game), ("node", "i8", (len(game.blank[0].strings) + 1,)), ("labels", "i8", (5,)), *fields]


def _shape(kind: Any) -> tuple[Any, ...]:
    return (kind.base, kind.shape) if kind.shape else (kind,)


@rule
def which(g, w, s):
    """The first rule that matches, or -1; the graph is in w then."""
    read(s, w, w.node, w.labels)
    for k in range(g.many):
        if matches(g.rules[k], w, w, g.wild_is_ground):
            return k
    return -1


@rule
def rule_lines(g, w, s):
    """Mark the lines that the first rule that matches may draw, all where none does; which rule it is, or -1."""
    k = which(g, w, s)
    nothing(w)
    if k < 0:
        mark_all(s, w)
    else:
        for n in range(find(g.rules[k], w, w, 1 if g.first_found else len(w.line), g.wild_is_ground)):
            mark(w, w.line[n])
    return k


@rule
def act(g, m, v):
    rule_lines(g, m, v)
    return one_of(v, m)


@rule
def random(d, o, g):
    """Rules of one node each, changed a little."""
    g.many, g.wild_is_ground, g.first_found = 1 + dice.below(d, len(g.rules)), o.wild_is_ground, o.first_found
    for k in range(len(g.rules)):
        wipe(g, k)
        if k < g.many:
            random_rule(d, o, g.rules[k])


@rule
def random_rule(d, o, r):
    r.nodes = 0
    new_node(d, r, 1 + dice.below(d, PORTS), o.new_chain)
    r.at, r.port, r.inward = 0, dice.below(d, r.label[0]), 0
    r.end[0, r.port] = WILD
    prepare(r)
    mutate_rule(d, o, r, o.mutations_least, o.mutations)
    tidy(r)


@rule
def wipe(g, k):
    """Nothing in a place of the list."""
    g.rules[k] = np.zeros(1, RULE)[0]
    g.q[k], g.f[k], g.uses[k], g.born[k] = 0.0, 0.0, 0, 0


@rule
def mutate(d, o, g):
    """A rule is changed, made anew, exchanged with another, taken away, or added."""
    kind, k = dice.below(d, 5), dice.below(d, g.many)
    if kind == 0:
        mutate_rule(d, o, g.rules[k], o.mutations_least, o.mutations)
        tidy(g.rules[k])
    elif kind == 1:
        random_rule(d, o, g.rules[k])
    elif kind == 2 or g.many == (1 if kind == 3 else len(g.rules)):
        swap(g, k, dice.below(d, g.many))
    elif kind == 3:
        g.many -= 1
        copy(g, g.many, g, k)
        wipe(g, g.many)
    else:
        random_rule(d, o, g.rules[g.many])
        g.many += 1


@rule
def swap(g, j, k):
    """Two rules change places."""
    kept = np.zeros(1, RULE)
    kept[0] = g.rules[j]
    g.rules[j] = g.rules[k]
    g.rules[k] = kept[0]
    g.q[j], g.q[k] = g.q[k], g.q[j]
    g.f[j], g.f[k] = g.f[k], g.f[j]
    g.uses[j], g.uses[k] = g.uses[k], g.uses[j]
    g.born[j], g.born[k] = g.born[k], g.born[j]


@rule
def copy(g, j, h, k):
    """Rule j of one list into place k of another."""
    h.rules[k] = g.rules[j]
    h.q[k], h.f[k], h.uses[k], h.born[k] = g.q[j], g.f[j], g.uses[j], g.born[j]


@rule
def crossover(d, o, mother, father, a, b):
    """Two lists exchange what comes after a place in each of them, as far as there is room."""
    one, other = dice.below(d, mother.many + 1), dice.below(d, father.many + 1)
    spliced(mother, one, father, other, a)
    spliced(father, other, mother, one, b)


@rule
def spliced(head, until, tail, since, g):
    g.wild_is_ground, g.first_found, g.many = head.wild_is_ground, head.first_found, 0
    for k in range(until):
        copy(head, k, g, k)
        g.many += 1
    for k in range(since, tail.many):
        if g.many < len(g.rules):
            copy(tail, k, g, g.many)
            g.many += 1
    if g.many == 0:
        copy(head, 0, g, 0)
        g.many = 1
    for k in range(g.many, len(g.rules)):
        wipe(g, k)


def lists(game: Game, /, **given: Any) -> Representation:
    """The representation of lists of rules."""
    chosen = resolve("rules", SETTINGS, given)
    options = graphrules_breeding.options(SETTINGS, chosen)
    back = partial(parse, rules=chosen["rules"], **{name: chosen[name] for name in MATCHING})
    brain = Brain("rules", act, genome(chosen["rules"]), memory, unsound=as_written(show, back, MATCHING))
    return Representation(brain, random, mutate, crossover, options, show, back)


def settings_of(g: Any) -> str:
    """How a list's rules match, where it is not as usual, as settings of the representation."""
    return "".join(f",{name}={'yes' if g[name] else 'no'}" for name in MATCHING if bool(g[name]) != SETTINGS[name].default)


def show(g: Any) -> str:
    return "\n".join(f"{graphrules_text.show(g.rules[k])} | Q {float(g.q[k])!r} | f {float(g.f[k])!r} | uses {g.uses[k]} "
                     f"| born {g.born[k]}" for k in range(int(g.many)))


def parse(text: str, rules: int, wild_is_ground: bool = True, first_found: bool = False) -> np.recarray[Any, Any]:
    """A list [1] of rules, one on a line, with their numbers or without; or a Mistake that names line and character."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not 1 <= len(lines) <= rules:
        raise Mistake(f"a list holds from 1 to {rules} rules, a line each; given: {len(lines)}")
    made = record(genome(rules), many=len(lines), wild_is_ground=wild_is_ground, first_found=first_found)
    for k, (number, line) in enumerate(lines):
        try:
            words = line.split("|")
            made[0].rules[k] = graphrules_text.parse(words[0].rstrip())[0]
            _numbers(made[0], k, words)
        except Mistake as error:
            raise Mistake(f"line {number}: {error}") from None
    return made


def _numbers(g: Any, k: int, words: list[str]) -> None:
    """Fill in what is written after a rule, such as | Q 1.5 | uses 12."""
    at = len(words[0]) + 1
    for word in words[1:]:
        name, _, number = word.strip().partition(" ")
        try:
            value = (float if name in ("Q", "f") else int)(number)
            if name not in NUMBERS or not abs(value) < 2**62 or (name in ("uses", "born") and value < 0):
                raise ValueError
        except ValueError:
            raise Mistake("after the rule come numbers, like | Q 1.5 | f 0.2 | uses 12 | born 3; given at character "
                          f"{at + 1}: {word.strip()[:40]!r}") from None
        g[NUMBERS[name]][k] = value
        at += len(word) + 1


def in_order(
    rules: Any, book: Any, order: Any, wild_is_ground: bool = True, first_found: bool = False
) -> np.recarray[Any, Any]:
    """The list [1] of rules in these slots, the first to go first, with what their book says of them."""
    made = record(genome(len(rules)), many=len(order), wild_is_ground=wild_is_ground, first_found=first_found)
    for name in ("q", "f", "uses", "born"):
        made[0][name][:len(order)] = book[name][order]
    made[0].rules[:len(order)] = rules[order]
    return made


class Course(NamedTuple):
    """The games of a list of rules against a player's table, all at once."""

    lines: Any  # [positions] the lines, as bits, among which it chooses, where it comes to move
    acting: Any  # [positions] the rule that acts there, -1 for none
    often: Any  # [positions] how many times a game it comes to move there, on average over who begins


def course(game: Game, known: Positions, genomes: Any, other: Any) -> Course:
    """Where a list of rules [1] comes to move against a player's table, and what it does there."""
    lines, acting = np.zeros(len(known.drawn), np.int32), np.full(len(known.drawn), -1, np.int16)
    often = np.zeros((len(known.drawn), 2))
    follow(genomes, game.blank.copy(), record(memory(game)), known.of, known.drawn, known.sides, other, lines, acting, often)
    return Course(lines, acting, often[:, 0])


def everywhere(game: Game, known: Positions, genomes: Any, progress: Progress = lambda done, of: None) -> Course:
    """What a list of rules [1] does in all positions, each counted once."""
    lines, acting = np.zeros(len(known.drawn), np.int32), np.full(len(known.drawn), -1, np.int16)
    states, rooms = game.blank.copy(), record(memory(game))
    for piece in pieces(len(known.drawn) - 1, progress):
        fill(genomes, states, rooms, known.drawn[piece], lines[piece], acting[piece])
    return Course(lines, acting, np.ones(len(known.drawn)))


def pieces(full: int, progress: Progress) -> Iterator[slice]:
    """All positions but the full board, a piece after the other, telling how far it has come."""
    for start in range(0, full, PIECE):
        yield slice(start, min(start + PIECE, full))
        progress(min(start + PIECE, full), full)


def tabled(genomes: Any, progress: Progress = lambda done, of: None) -> Tabled:
    """How a list of rules [1] becomes a table: of where it comes to move against another table, or of all positions."""

    def lines(game: Game, known: Positions, other: Any) -> Any:
        return (everywhere(game, known, genomes, progress) if other is None else course(game, known, genomes, other)).lines

    return Tabled(lines, apart=bool(genomes[0].first_found))


COUNTED = ("positions", "matches", "best", "only", "never")  # only: nothing else is best; never: none that it may cut is


def in_all_positions(game: Game, made: Any, progress: Progress = lambda done, of: None) -> dict[str, int]:
    """In how many positions of a small board a rule [1] matches, and how good the strings are that it may cut there."""
    known, best = positions(game), table(game, "perfect")
    genomes = record(genome(1), many=1, wild_is_ground=True)
    genomes[0].rules[0] = made[0]
    went = everywhere(game, known, genomes, progress)
    times = np.bincount(known.of, minlength=len(known.drawn))  # positions that are alike
    here = went.acting >= 0
    told = here, here & (went.lines & ~best == 0), here & (went.lines == best), here & (went.lines & best == 0)
    return dict(zip(COUNTED, (len(known.of), *(int(times[found].sum()) for found in told)), strict=True))


@rule
def fill(genomes, states, rooms, drawn, lines, acting):
    for n in range(len(drawn)):
        set_up(states[0], drawn[n])
        acting[n] = rule_lines(genomes[0], rooms[0], states[0])
        lines[n] = rooms[0].set[0]


@rule
def follow(genomes, states, rooms, of, drawn, sides, other, lines, acting, often):
    """From the empty board on, whatever can come about."""
    often[0, 0] = often[0, 1] = 0.5
    for n in range(len(drawn) - 1):
        if often[n, 0] > 0.0:
            set_up(states[0], drawn[n])
            acting[n] = rule_lines(genomes[0], rooms[0], states[0])
            lines[n] = rooms[0].set[0]
        go_on(of, drawn, sides, lines, other, often, n)


@rule
def closing(sides, drawn, a):
    """Whether a line that is not drawn takes a coin."""
    return (drawn >> a) & 1 == 0 and closes(sides, drawn | (1 << a), a) > 0


@rule
def double_deals(drawn, sides, dealer, lines, often, best):
    """How often it comes to move where a player double-deals, and no other line is among the `best` ones; how often it
    does so, too, and how often by any line."""
    offered, made, by_chance = 0.0, 0.0, 0.0
    for n in range(len(drawn) - 1):
        if often[n] > 0.0 and best[n] & ~dealer[n] == 0:
            taken, declined, many, same, open_lines, dealt = False, True, 0, 0, 0, 0
            for a in range(len(sides)):
                closes_one = closing(sides, drawn[n], a)
                taken |= closes_one
                declined &= not (closes_one and (dealer[n] >> a) & 1)
                many += (lines[n] >> a) & 1
                same += ((lines[n] & dealer[n]) >> a) & 1
                open_lines += 1 - ((drawn[n] >> a) & 1)
                dealt += (dealer[n] >> a) & 1
            if taken and declined:
                offered += often[n]
                made += often[n] * same / max(many, 1)
                by_chance += often[n] * dealt / open_lines
    return offered, made, by_chance


def matching(game: Game, known: Positions, genomes: Any, weight: Any, progress: Progress = lambda done, of: None) -> Any:
    """[rules, 3] of every rule the weight of the positions that it matches, and how few and many lines are drawn there."""
    found = np.zeros((int(genomes[0].many), 3))
    found[:, 1] = np.inf
    states, rooms = game.blank.copy(), record(memory(game))
    for piece in pieces(len(known.drawn) - 1, progress):
        weigh(genomes, states, rooms, known.drawn[piece], weight[piece], found)
    return found


@rule
def weigh(genomes, states, rooms, drawn, weight, found):
    g, w, s = genomes[0], rooms[0], states[0]
    for n in range(len(drawn)):
        if weight[n] > 0.0:
            set_up(s, drawn[n])
            read(s, w, w.node, w.labels)
            laid = 0
            for a in range(s.lines):
                laid += (drawn[n] >> a) & 1
            for k in range(g.many):
                if matches(g.rules[k], w, w, g.wild_is_ground):
                    found[k, 0] += weight[n]
                    found[k, 1] = min(found[k, 1], laid)
                    found[k, 2] = max(found[k, 2], laid)
