"""The moose game and its evolution, slow and obvious: lists, floats and the rulebook's own order of events.

Rules: D. Ashlock, J. A. Brown, C. Gregor, M. Makhmutov, "A Family of Turn-Based Strategy Games with Moose"
(rule "paper"), and the sheet of the contest at Innopolis (rule "contest"). Both are written here for any number
of moose and fields: one moose on a field harvests it, two or more fight over it.

A machine (Mealy) is a dict: `first` is the field of the first round; after that, in state s and with symbol i for
what the others did last, it goes to field `say[s][i]` and then into state `to[s][i]`. It starts in state 0.
"""

import itertools
import math

RULES = ("paper", "contest")


class Moose:
    """One game; `play_round` until it is `over`."""

    def __init__(
        self,
        rule="paper",
        moose=2,
        fields=3,
        capacity=(10.0, 10.0, 10.0),
        growth=(1.0, 1.0, 1.0),
        rounds=50,
    ):
        if rule not in RULES:
            raise ValueError(f"The rule is one of {RULES}, not {rule!r}.")
        if len(capacity) != fields or len(growth) != fields:
            raise ValueError(f"{fields} fields need as many capacities and growth rates, not {capacity} and {growth}.")
        self.rule = rule
        self.moose = moose
        self.fields = fields
        self.capacity = list(capacity)
        self.growth = list(growth)
        self.rounds = rounds
        self.x = [1.0] * fields
        self.score = [0.0] * moose
        self.round_number = 0
        self.over = rounds == 0
        self.fights = [0] * moose
        self.visits = [[0] * fields for _ in range(moose)]
        self.fights_at = [[0] * fields for _ in range(moose)]
        self.last = [None] * moose

    def gain(self, field, x):
        """Forage above the empty field's: f(x) - f(0), where f(x) = C e^x / (1 + e^x) = C / (1 + e^-x)."""
        return self.capacity[field] * (1.0 / (1.0 + math.exp(-x)) - 0.5)

    def play_round(self, choices):
        """One round; `choices` has a field for each moose, or None for one that stays away."""
        if self.over:
            raise ValueError(f"The game was over after {self.rounds} rounds.")
        if len(choices) != self.moose:
            raise ValueError(f"{self.moose} moose make as many choices, not {choices}.")
        for choice in choices:
            if choice is not None and choice not in range(self.fields):
                raise ValueError(f"A choice is a field from 0 to {self.fields - 1} or None, not {choice!r}.")

        for field in range(self.fields):
            visitors = [moose for moose in range(self.moose) if choices[moose] == field]
            for moose in visitors:
                self.visits[moose][field] += 1
                if len(visitors) >= 2:
                    self.fights[moose] += 1
                    self.fights_at[moose][field] += 1
            if self.rule == "paper":
                self._paper(field, visitors)
            else:
                self._contest(field, visitors)

        self.last = list(choices)
        self.round_number += 1
        self.over = self.round_number == self.rounds

    def _paper(self, field, visitors):
        """Growth first, unless there is a fight; a harvest takes all; a fight wastes one unit."""
        if len(visitors) <= 1:
            self.x[field] += self.growth[field]
        if len(visitors) == 1:
            self.score[visitors[0]] += self.gain(field, self.x[field])
            self.x[field] = 0.0
        if len(visitors) >= 2:
            self.x[field] = max(0.0, self.x[field] - 1.0)

    def _contest(self, field, visitors):
        """A harvest at the x everyone saw; every visited field loses one unit; only a field left alone grows."""
        if len(visitors) == 1:
            self.score[visitors[0]] += self.gain(field, self.x[field])
        if len(visitors) >= 1:
            self.x[field] = max(0.0, self.x[field] - 1.0)
        else:
            self.x[field] += self.growth[field]


def all_symbols(fields, others):
    """What the others may have done last, whoever did it, in lexicographic order."""
    return list(itertools.combinations_with_replacement(range(fields), others))


def symbol_of(others, fields):
    """Index of the others' last fields, in any order, among all multisets; with one other it is its field."""
    return all_symbols(fields, len(others)).index(tuple(sorted(others)))


def play_machines(machines, game):
    """Plays a game to its end with one machine per moose; returns the choices of all rounds."""
    states = [0] * len(machines)
    history = []
    while not game.over:
        choices = []
        for moose, machine in enumerate(machines):
            if game.round_number == 0:
                choices.append(machine["first"])
            else:
                others = [field for other, field in enumerate(game.last) if other != moose]
                symbol = symbol_of(others, game.fields)
                choices.append(machine["say"][states[moose]][symbol])
                states[moose] = machine["to"][states[moose]][symbol]
        game.play_round(choices)
        history.append(choices)
    return history


def machine_play(machine_a, machine_b, game):
    """Plays a game of two moose to its end; returns the choices of all rounds."""
    return play_machines([machine_a, machine_b], game)


# The evolutionary algorithm of the paper (sections III and IV.A), for comparing statistics: the random draws
# are Python's, so no run can be equal to another program's. `rng` is a random.Random.


def random_machine(rng, states=8, fields=3, symbols=3):
    return {
        "first": rng.randrange(fields),
        "to": [[rng.randrange(states) for _ in range(symbols)] for _ in range(states)],
        "say": [[rng.randrange(fields) for _ in range(symbols)] for _ in range(states)],
    }


def copy_machine(machine):
    return {
        "first": machine["first"],
        "to": [list(row) for row in machine["to"]],
        "say": [list(row) for row in machine["say"]],
    }


def crossover(rng, mother, father):
    """Two children: the states between two points change places, and the first action goes with state 0."""
    daughter, son = copy_machine(mother), copy_machine(father)
    states = len(mother["to"])
    begin, end = sorted([rng.randint(0, states), rng.randint(0, states)])
    for state in range(begin, end):
        for part in ("to", "say"):
            daughter[part][state], son[part][state] = son[part][state], daughter[part][state]
        if state == 0:
            daughter["first"], son["first"] = son["first"], daughter["first"]
    return daughter, son


def mutate(rng, machine, fields=3):
    """A copy with one new random transition: destination and response of one state and symbol."""
    mutant = copy_machine(machine)
    state = rng.randrange(len(mutant["to"]))
    symbol = rng.randrange(len(mutant["to"][state]))
    mutant["to"][state][symbol] = rng.randrange(len(mutant["to"]))
    mutant["say"][state][symbol] = rng.randrange(fields)
    return mutant


def round_robin(machines, new_game):
    """Every pair plays one `new_game()`; returns each machine's mean score per play, and the count of plays by type.

    A type is the two fields in order, such as (0, 2); a conflict is a type of two equal fields.
    """
    total = [0.0] * len(machines)
    plays = dict.fromkeys(all_symbols(new_game().fields, 2), 0)
    for i, j in itertools.combinations(range(len(machines)), 2):
        game = new_game()
        for choices in machine_play(machines[i], machines[j], game):
            plays[tuple(sorted(choices))] += 1
        total[i] += game.score[0]
        total[j] += game.score[1]
    rounds = (len(machines) - 1) * new_game().rounds
    return [score / rounds for score in total], plays


def conflict_of(plays):
    """Fraction of plays in which both moose were on one field."""
    return sum(count for (a, b), count in plays.items() if a == b) / sum(plays.values())


def choose_parent(rng, elite, fitness):
    """A member of the elite, in proportion to fitness; any of them if none has eaten."""
    if sum(fitness) == 0.0:
        return rng.choice(elite)
    return rng.choices(elite, weights=fitness)[0]


def next_generation(rng, machines, fitness, elite=24, fields=3):
    """The `elite` fittest stay (ties at random); the other places go to mutated children of pairs of them."""
    order = list(range(len(machines)))
    rng.shuffle(order)
    order.sort(key=lambda i: fitness[i], reverse=True)
    kept = [machines[i] for i in order[:elite]]
    kept_fitness = [fitness[i] for i in order[:elite]]
    children = []
    while len(kept) + len(children) < len(machines):
        mother = choose_parent(rng, kept, kept_fitness)
        father = choose_parent(rng, kept, kept_fitness)
        for child in crossover(rng, mother, father):
            children.append(mutate(rng, child, fields))
    return kept + children[: len(machines) - elite]


def evolve(rng, new_game, generations=250, population=36, elite=24, states=8):
    """Yields (machines, fitness, plays) of generation 0, 1, ... `generations`."""
    fields = new_game().fields
    machines = [random_machine(rng, states, fields, fields) for _ in range(population)]
    for generation in range(generations + 1):
        fitness, plays = round_robin(machines, new_game)
        yield machines, fitness, plays
        if generation < generations:
            machines = next_generation(rng, machines, fitness, elite, fields)
