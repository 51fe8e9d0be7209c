"""State machines: how they answer, how they are written, and what breeding may and may not change (rulebook, 1.4)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy import stats

from lek import dice
from lek.brains import fsm
from lek.game import record
from lek.jit import rule
from lek.settings import Mistake

calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # no test looks at a clock
SIZES = st.tuples(st.integers(1, 30), st.integers(1, 10), st.integers(1, 12))  # states, symbols, actions
SEEDS = st.integers(0, 2**32 - 1)
UNTOUCHED = -1  # stands in a machine for an entry that nothing was written to
MANY = 60_000


def representation(symbols: int = 3, actions: int = 3, **given: Any) -> Any:
    return fsm.machines("machine", fsm.respond, symbols, actions, given)


def machine_of(seed: int, states: int, symbols: int, actions: int) -> Any:
    """A machine [1] drawn by NumPy, not by the code under test."""
    rng = np.random.default_rng(seed)
    return record(fsm.genome(states, symbols), first=rng.integers(actions),
                  to=rng.integers(0, states, (states, symbols)), say=rng.integers(0, actions, (states, symbols)))


def untouched(n: int, states: int = 6, symbols: int = 3) -> Any:
    kind = np.dtype((np.record, np.dtype(fsm.genome(states, symbols), align=True)))
    machines = np.zeros(n, kind).view(np.recarray)
    machines.first, machines.to[:], machines.say[:] = UNTOUCHED, UNTOUCHED, UNTOUCHED
    return machines


def stream(seed: int) -> Any:
    return record(dice.STREAM, rng=np.uint64(dice.stream(seed, 0, 0)))


def even(counts: Any, chances: Any = None) -> bool:
    """Whether counts could have come from these chances (chi-square; the seeds are fixed, so this never flickers)."""
    counts = np.asarray(counts).ravel()
    chances = np.full(counts.shape, 1 / counts.size) if chances is None else np.asarray(chances).ravel()
    expected = chances / chances.sum() * counts.sum()
    assert expected.min() > 5, "too few draws for a chi-square test"
    return bool(stats.chisquare(counts, expected).pvalue > 1e-3)


@rule
def draw_all(ds, options, machines):
    for i in range(len(machines)):
        fsm.random(ds[0], options[0], machines[i])


@rule
def mutate_all(ds, options, machines):
    for i in range(len(machines)):
        fsm.mutate(ds[0], options[0], machines[i])


@rule
def cross_all(ds, options, mother, father, ones, others):
    for i in range(len(ones)):
        fsm.crossover(ds[0], options[0], mother[0], father[0], ones[i], others[i])


@rule
def hits_all(ds, options, blank, scratch, hits):
    """How many places each of many mutations touches, in one machine that is wiped clean in between."""
    for i in range(len(hits)):
        scratch[0] = blank[0]
        fsm.mutate(ds[0], options[0], scratch[0])
        for state in range(scratch[0].to.shape[0]):
            for symbol in range(scratch[0].to.shape[1]):
                hits[i] += scratch[0].to[state, symbol] != UNTOUCHED


# Answering


def answers(g: Any, symbols: list[int], respond: Any) -> list[int]:
    memory = record(fsm.MEMORY)[0]
    return [int(respond(g, memory, symbol)) for symbol in symbols]


def mealy(g: Any, symbols: list[int]) -> list[int]:
    """Slow and obvious: the first answer is the initial action; then a symbol names the arrow to follow."""
    said, state = [int(g.first)], 0
    for symbol in symbols[1:]:
        if symbol == -1:
            said.append(said[-1])
        else:
            said.append(int(g.say[state][symbol]))
            state = int(g.to[state][symbol])
    return said


@calm
@given(seed=SEEDS, size=SIZES, heard=st.data())
def test_a_machine_answers_as_a_mealy_machine_does(seed: int, size: tuple[int, int, int], heard: Any) -> None:
    g = machine_of(seed, *size)[0]
    symbols = [-1, *heard.draw(st.lists(st.integers(-1, size[1] - 1), max_size=40))]
    assert answers(g, symbols, fsm.respond.py_func) == mealy(g, symbols)


@calm
@given(seed=SEEDS, symbols=st.lists(st.integers(-1, 2), min_size=1, max_size=40))
def test_the_compiled_machine_answers_the_same(seed: int, symbols: list[int]) -> None:
    g = machine_of(seed, 8, 3, 3)[0]
    assert answers(g, [-1, *symbols], fsm.respond) == mealy(g, [-1, *symbols])


def test_the_answer_belongs_to_the_arrow_and_not_to_the_state_it_leads_to() -> None:
    """Fig. 3: A/R stands on the arrow. In state 1, symbol 2 says 3 and leads to state 2, where symbol 2 says 1."""
    g = fsm.parse("first 2\n1: 1/1>1 2/3>2 3/1>1\n2: 1/2>2 2/1>1 3/2>2", 3, 3)[0]
    assert answers(g, [-1, 1, 1, 1], fsm.respond) == [1, 2, 0, 2]


def test_before_anything_was_read_the_initial_action_is_played_whatever_the_symbol() -> None:
    g = machine_of(5, 4, 3, 3)[0]
    assert [answers(g, [symbol], fsm.respond)[0] for symbol in (-1, 0, 1, 2)] == [int(g.first)] * 4


def test_a_symbol_that_could_not_be_read_repeats_the_last_answer_and_moves_nothing() -> None:
    g = fsm.parse("first 1\n1: 1/2>2 2/2>2\n2: 1/3>1 2/3>1", 2, 3)[0]
    assert answers(g, [-1, -1, -1], fsm.respond) == [0, 0, 0]
    assert answers(g, [-1, 0, -1, -1, 1], fsm.respond) == [0, 1, 1, 1, 2]


# Text


@calm
@given(seed=SEEDS, size=SIZES)
@example(seed=0, size=(1, 1, 1))
@example(seed=1, size=(100, 3, 3))
def test_what_is_shown_parses_back_to_the_same_machine(seed: int, size: tuple[int, int, int]) -> None:
    g = machine_of(seed, *size)
    text = fsm.show(g[0])
    assert len(text.splitlines()) == 1 + size[0]
    back = fsm.parse(text, size[1], size[2])
    assert back.dtype == g.dtype and back.tobytes() == g.tobytes()
    assert fsm.show(back[0]) == text


def test_the_text_reads_as_documented() -> None:
    g = record(fsm.genome(2, 3), first=1, to=[[1, 0, 0], [1, 1, 0]], say=[[2, 0, 1], [0, 1, 2]])
    assert fsm.show(g[0]) == "first 2\n1: 1/3>2 2/1>1 3/2>1\n2: 1/1>2 2/2>2 3/3>1"
    loose = "\n  first 2 \n1:   1/3>2 2/1>1   3/2>1\n 2 : 1/1>2 2/2>2 3/3>1\n\n"
    made = representation(states=2)
    assert made.parse(loose).tobytes() == g.tobytes()
    assert made.show(made.parse(loose)[0]) == fsm.show(g[0])


GOOD = "first 2\n1: 1/3>2 2/1>1 3/2>1\n2: 1/1>2 2/2>2 3/3>1"
BAD = {  # text: what the sentence has to name
    "": "nothing",
    "   \n ": "nothing",
    "1: 1/3>1 2/1>1 3/2>1": "'1: 1/3>1 2/1>1 3/2>1'",
    "first": "'first'",
    "first two\n1: 1/3>1 2/1>1 3/2>1": "'first two'",
    "first -1\n1: 1/3>1 2/1>1 3/2>1": "'first -1'",
    "first 0\n1: 1/3>1 2/1>1 3/2>1": "'first 0'",
    "first 4\n1: 1/3>1 2/1>1 3/2>1": "'first 4'",
    "first 2": "first 2",
    "first 2\n1 1/3>1 2/1>1 3/2>1": "line 2",
    "first 2\n0: 1/3>1 2/1>1 3/2>1": "line 2",
    "first 2\n1: 1/3>1 2/1>1": "line 2",
    "first 2\n1: 1/3>1 2/1>1 3/2>1 4/1>1": "line 2",
    "first 2\n1:": "line 2",
    "first 2\n1: 1/3>1 2/1>1 3/2": "line 2",
    "first 2\n1: 1/3>1 2/1>1 3/x>1": "line 2",
    "first 2\n1: 1/3>1 2/1>1 3/-1>1": "line 2",
    "first 2\n1: 1/3>1 3/1>1 2/2>1": "line 2",
    "first 2\n1: 0/3>1 1/1>1 2/2>1": "line 2",
    "first 2\n1: 1/3>1 2/1>1 3/4>1": "'1: 1/3>1 2/1>1 3/4>1'",
    "first 2\n1: 1/3>1 2/0>1 3/2>1": "'1: 1/3>1 2/0>1 3/2>1'",
    "first 2\n1: 1/3>1 2/1>2 3/2>1": "'1: 1/3>1 2/1>2 3/2>1'",
    "first 2\n1: 1/3>0 2/1>1 3/2>1": "'1: 1/3>0 2/1>1 3/2>1'",
    GOOD.replace("\n2:", "\n3:"): "line 3",
    GOOD.replace("\n2:", "\n\n2:"): "line 3",
    GOOD + "\nand so on": "line 4",
    "first " + "9" * 5000 + "\n1: 1/3>1 2/1>1 3/2>1": "first 999",
    "first 2\n1: 1/3>1 2/1>1 3/2>" + "9" * 5000: "3/2>999",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:40]))
def test_a_malformed_text_gets_one_sentence_that_names_the_line(text: str) -> None:
    with pytest.raises(Mistake) as caught:
        fsm.parse(text, 3, 3)
    sentence = str(caught.value)
    assert BAD[text] in sentence and "\n" not in sentence


@calm
@given(place=st.integers(0, len(GOOD)), length=st.integers(0, len(GOOD)),
       put=st.text("0123456789/>: \nfirst-", max_size=6))
def test_a_damaged_text_is_refused_in_a_sentence_or_is_a_whole_machine(place: int, length: int, put: str) -> None:
    text = GOOD[:place] + put + GOOD[place + length:]
    try:
        g = fsm.parse(text, 3, 3)
    except Mistake as mistake:
        assert str(mistake) and "\n" not in str(mistake)
        return
    states = g.dtype["to"].shape[0]
    assert states >= 1, "a machine without states has nowhere to go"
    assert 0 <= g[0].first < 3
    assert np.all((0 <= g[0].to) & (g[0].to < states)) and np.all((0 <= g[0].say) & (g[0].say < 3))
    assert fsm.parse(fsm.show(g[0]), 3, 3).tobytes() == g.tobytes()


@pytest.mark.parametrize(("given_", "named"), [
    ({"states": 0}, "states=0"), ({"states": 1001}, "states=1001"), ({"states": "two"}, "states=two"),
    ({"mutations": 0}, "mutations=0"), ({"mutation": "all"}, "mutation=all"), ({"cuts": "some"}, "cuts=some"),
    ({"first_mutates": "maybe"}, "first_mutates=maybe"), ({"state": 8}, "state"),
])
def test_a_setting_out_of_range_gets_one_sentence(given_: dict[str, Any], named: str) -> None:
    with pytest.raises(Mistake) as caught:
        representation(**given_)
    assert named in str(caught.value) and "\n" not in str(caught.value)


# Crossover


def rows(machine: Any) -> list[bytes]:
    """The states of a machine, each with all that is written in it; the initial action stands with the first."""
    return [bytes([state == 0]) + (machine.first.tobytes() if state == 0 else b"") + machine.to[state].tobytes()
            + machine.say[state].tobytes() for state in range(len(machine.to))]


@calm
@given(seed=SEEDS, size=SIZES, distinct=st.booleans())
def test_the_children_hold_exactly_the_states_of_their_parents(
    seed: int, size: tuple[int, int, int], distinct: bool
) -> None:
    made = representation(size[1], size[2], states=size[0], cuts="distinct" if distinct else "equal")
    mother, father = machine_of(seed, *size), machine_of(seed + 1, *size)
    before = mother.tobytes(), father.tobytes()
    a, b = untouched(1, *size[:2]), untouched(1, *size[:2])
    d = stream(seed)
    fsm.crossover.py_func(d[0], made.options[0], mother[0], father[0], a[0], b[0])
    assert (mother.tobytes(), father.tobytes()) == before, "parents are copied, not changed"
    assert sorted(rows(a[0]) + rows(b[0])) == sorted(rows(mother[0]) + rows(father[0]))
    swapped = []
    for one, other, mothers, fathers in zip(rows(a[0]), rows(b[0]), rows(mother[0]), rows(father[0]), strict=True):
        assert (one, other) in ((mothers, fathers), (fathers, mothers)), "every state keeps its place in the list"
        if mothers != fathers:
            swapped.append(one == fathers)
    assert len(list(itertools.groupby(swapped))) <= 3, "what changes places is one piece"


@pytest.mark.parametrize("states", [1, 8])
def test_compiled_breeding_makes_the_same_machines_as_plain_python(states: int) -> None:
    made = representation(states=states, mutations=3, mutation="either", first_mutates=True)
    mother, father = machine_of(1, states, 3, 3), machine_of(2, states, 3, 3)
    ones, others = untouched(40, states), untouched(40, states)
    ds = stream(9)
    draw_all(ds, made.options, ones)
    cross_all(ds, made.options, mother, father, ones[20:], others[20:])
    mutate_all(ds, made.options, ones)
    plain_ones, plain_others = untouched(40, states), untouched(40, states)
    d = stream(9)[0]
    for g in plain_ones:
        fsm.random.py_func(d, made.options[0], g)
    for a, b in zip(plain_ones[20:], plain_others[20:], strict=True):
        fsm.crossover.py_func(d, made.options[0], mother[0], father[0], a, b)
    for g in plain_ones:
        fsm.mutate.py_func(d, made.options[0], g)
    assert ones.tobytes() == plain_ones.tobytes() and others.tobytes() == plain_others.tobytes()
    assert int(ds[0].rng) == int(d.rng)


def exchanged(cuts: str, states: int, seed: int) -> tuple[Any, Any, Any]:
    """Of many crossovers of two machines without a common entry, which states changed places [n, states]."""
    made = representation(states=states, cuts=cuts)
    mother = record(fsm.genome(states, 3), first=0)
    father = record(fsm.genome(states, 3), first=1, to=np.ones((states, 3)), say=np.ones((states, 3)))
    a, b = untouched(MANY, states), untouched(MANY, states)
    cross_all(stream(seed), made.options, mother, father, a, b)
    assert np.array_equal(a.to, a.say) and np.array_equal(b.to, 1 - a.to) and np.array_equal(b.say, 1 - a.say)
    assert np.all(a.to == a.to[:, :, :1]), "a state travels whole"
    return a.to[:, :, 0], a.first, b.first


@pytest.mark.parametrize("states", [1, 8])
@pytest.mark.parametrize("cuts", ["equal", "distinct"])
def test_cut_points_are_uniform_from_0_to_the_number_of_states(cuts: str, states: int) -> None:
    swapped, _, _ = exchanged(cuts, states, seed=17)
    pieces = list(itertools.combinations(range(states + 1), 2))  # (left, right), left < right
    masks = {tuple(int(left <= state < right) for state in range(states)): n for n, (left, right) in enumerate(pieces)}
    masks[(0,) * states] = len(pieces)  # equal cuts exchange nothing
    kinds, times = np.unique(swapped, axis=0, return_counts=True)
    counts = np.zeros(len(pieces) + 1)
    for kind, count in zip(kinds.tolist(), times, strict=True):
        counts[masks[tuple(kind)]] = count  # a KeyError here: what changed places was not one piece
    if cuts == "distinct":
        assert counts[-1] == 0, "distinct cuts always exchange something"
        assert states == 1 or even(counts[:-1])
    else:  # of (states + 1)^2 ordered pairs of cuts two give each piece, and states + 1 give none
        assert even(counts, [2.0] * len(pieces) + [states + 1.0])


def test_equal_cuts_are_the_default() -> None:
    assert fsm.SETTINGS["cuts"].default == "equal"
    assert representation().options[0].distinct_cuts == 0
    assert representation(cuts="distinct").options[0].distinct_cuts == 1


@pytest.mark.parametrize("states", [1, 8])
def test_the_initial_action_travels_with_the_first_state(states: int) -> None:
    swapped, first_of_a, first_of_b = exchanged("equal", states, seed=18)
    assert np.array_equal(first_of_a, swapped[:, 0]) and np.array_equal(first_of_b, 1 - swapped[:, 0])
    assert 0 < swapped[:, 0].mean() < 1


# Mutation. Entries are marked as untouched beforehand, so that a draw of the old value is seen as well.


def mutated(seed: int, states: int = 6, n: int = MANY, **given: Any) -> Any:
    machines = untouched(n, states)
    mutate_all(stream(seed), representation(states=states, **given).options, machines)
    return machines


def touched(machines: Any) -> tuple[Any, Any, Any]:
    """Where destinations [n, states * symbols], responses, and initial actions [n] were written."""
    n = len(machines)
    return (machines.to.reshape(n, -1) != UNTOUCHED, machines.say.reshape(n, -1) != UNTOUCHED,
            machines.first != UNTOUCHED)


def test_by_default_one_mutation_draws_destination_and_response_of_one_place() -> None:
    machines = mutated(1)
    to, say, first = touched(machines)
    assert np.array_equal(to, say) and np.all(to.sum(1) == 1)
    assert not first.any(), "the initial action is never mutated"
    place = to.argmax(1)
    destination, response = machines.to.reshape(-1, 18).max(1), machines.say.reshape(-1, 18).max(1)
    table = np.zeros((18, 6, 3))
    np.add.at(table, (place, destination, response), 1)  # a value out of range is an IndexError
    assert even(table), "place, destination and response are uniform and do not depend on each other"


@pytest.mark.parametrize(("mutation", "changes"), [("to", "to"), ("say", "say")])
def test_one_kind_only(mutation: str, changes: str) -> None:
    machines = mutated(2, mutation=mutation)
    to, say, first = touched(machines)
    hit, other = (to, say) if changes == "to" else (say, to)
    assert np.all(hit.sum(1) == 1) and not other.any() and not first.any()
    values = (machines.to if changes == "to" else machines.say).reshape(-1, 18).max(1)
    table = np.zeros((18, 6 if changes == "to" else 3))
    np.add.at(table, (hit.argmax(1), values), 1)
    assert even(table)


def test_either_draws_one_of_destination_and_response_each_as_often() -> None:
    machines = mutated(3, mutation="either")
    to, say, first = touched(machines)
    assert np.all(to.sum(1) + say.sum(1) == 1) and not first.any()
    table = np.concatenate([to.sum(0), say.sum(0)])
    assert even(table)
    assert even(np.bincount(machines.to.reshape(-1, 18).max(1)[to.any(1)], minlength=6))
    assert even(np.bincount(machines.say.reshape(-1, 18).max(1)[say.any(1)], minlength=3))


@pytest.mark.parametrize("first_mutates", [False, True])
def test_locus_draws_one_of_all_entries_the_initial_action_among_them(first_mutates: bool) -> None:
    """Rulebook 3.3: uniform over 24 destinations, 24 responses and the initial action; here over 18 + 18 + 1."""
    machines = mutated(4, mutation="locus", first_mutates=first_mutates)
    to, say, first = touched(machines)
    assert np.all(to.sum(1) + say.sum(1) + first == 1)
    assert even([*to.sum(0), *say.sum(0), first.sum()])
    assert even(np.bincount(machines.first[first], minlength=3))


@pytest.mark.parametrize("mutation", ["both", "either", "to", "say"])
def test_first_mutates_lets_a_mutation_hit_the_initial_action_instead_of_a_transition(mutation: str) -> None:
    machines = mutated(5, mutation=mutation, first_mutates=True)
    to, say, first = touched(machines)
    anything = to | say
    assert np.all(anything.sum(1) + first == 1)
    assert even([*anything.sum(0), first.sum()]), "one of the 18 transitions and the initial action"
    assert even(np.bincount(machines.first[first], minlength=3))
    assert np.array_equal(to, say) == (mutation == "both")


def test_the_initial_action_is_safe_by_default_however_many_mutations() -> None:
    assert fsm.SETTINGS["first_mutates"].default is False and fsm.SETTINGS["mutation"].default == "both"
    for mutation in ("both", "either", "to", "say"):
        machines = mutated(6, n=5_000, mutation=mutation, mutations=50)
        assert np.all(machines.first == UNTOUCHED), mutation


@pytest.mark.parametrize("mnm", [1, 2, 5])
def test_the_number_of_mutations_is_uniform_from_1_to_mnm(mnm: int) -> None:
    """Counted in a machine of 1,000 states, where two mutations of one child hardly ever hit the same place."""
    hits = np.zeros(8_000, np.int64)
    blank = untouched(1, 1000)
    hits_all(stream(7), representation(states=1000, mutations=mnm).options, blank, blank.copy(), hits)
    counts = np.bincount(hits, minlength=mnm + 1)
    assert counts[0] == 0 and len(counts) == mnm + 1
    assert mnm == 1 or even(counts[1:])


def test_what_a_mutation_does_not_hit_stays_as_it_was() -> None:
    parent = machine_of(8, 6, 3, 3)
    machines = np.repeat(parent, 500).view(np.recarray)
    mutate_all(stream(8), representation(states=6).options, machines)
    moved = (machines.to != parent.to) | (machines.say != parent.say)
    assert np.all(moved.reshape(500, -1).sum(1) <= 1) and np.all(machines.first == parent.first)
    assert np.all((0 <= machines.to) & (machines.to < 6)) and np.all((0 <= machines.say) & (machines.say < 3))
    alike = np.mean(moved.reshape(500, -1).sum(1) == 0)
    assert abs(alike - 1 / 18) < 4 * np.sqrt(1 / 18 * 17 / 18 / 500), "a new random transition may be the old one"


# Random machines


@pytest.mark.parametrize(("states", "actions"), [(6, 3), (8, 5)])
def test_every_entry_of_a_random_machine_is_uniform(states: int, actions: int) -> None:
    machines = untouched(MANY // 10, states)
    draw_all(stream(10), representation(actions=actions, states=states).options, machines)
    assert machines.first.min() == 0 and machines.to.min() == 0 and machines.say.min() == 0
    assert machines.first.max() == machines.say.max() == actions - 1 and machines.to.max() == states - 1
    assert even(np.bincount(machines.first, minlength=actions))
    assert even([np.bincount(column, minlength=states) for column in machines.to.reshape(len(machines), -1).T])
    assert even([np.bincount(column, minlength=actions) for column in machines.say.reshape(len(machines), -1).T])
    assert len(np.unique(machines)) == len(machines), "no two alike"
