"""Every checkable sentence of sections 3 to 7, judged. Ids: G the game and its numbers, L the ladder, H humans, T Table 1
and Figure 1, E evolution (Figure 3), B behaviour, S selection. What we read into a sentence stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from lek.games.antwars import SIDE, SIGHT
from lek.studies import brilliant as study
from lek.studies import verdict
from lek.studies.brilliant.breeding import RIVALS, scale_of
from lek.studies.brilliant.probes import PREFERENCES
from lek.studies.brilliant.telling import ALPHA, Tested, generations_better, intransitive, panel, shares, table_1, tangled
from lek.studies.claim import Claim
from lek.studies.run import Arrays
from lek.studies.verdict import Finding

Judge = Callable[[study.Config, Arrays], Finding]


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper."""
    judged = []
    for identity, words, judge in CLAIMS:
        result = judge(config, arrays)
        judged.append(Claim(identity, words, result.ours, result.verdict, result.p))
    return judged


def above(values: Any, what: str, limit: float = 0.5, digits: int = 3) -> Finding:
    """The claim that a mean over runs is above a limit."""
    return verdict.opposite(verdict.mean_below(values, limit, what, digits))


def not_here(why: str) -> Judge:
    return lambda config, arrays: Finding(why, "not testable")


def facts(config: study.Config, arrays: Arrays) -> Finding:
    """What is in view at the start: the ant's own cell holds no food, nor does the other's, which is out of view."""
    seen, cells = (2 * SIGHT + 1)**2, SIDE**2
    of = stats.hypergeom(cells - 2, 15, seen - 1)
    told = f"{seen} cells, {seen / cells:.1%}; {of.mean():.2f} pieces; eight with probability {of.pmf(8):.2%}"
    return Finding(told, "agree" if abs(of.mean() - 3.02) < 0.01 and of.pmf(8) < 0.005 else "disagree")


def choosing_costs(config: study.Config, arrays: Arrays) -> Finding:
    n = study.PAPER.population
    games, generation = n * (n - 1), n * (study.PAPER.tournament - 1) * 2 * study.PAPER.boards
    told = f"{games:,} games, as many as {games / generation:.1f} generations have"
    return Finding(told, "agree" if games > 5_000_000 and round(games / generation) == 47 else "disagree")


def turns(config: study.Config, arrays: Arrays) -> Finding:
    straight = arrays["probes"]["coverage"][:, 3]
    return verdict.together(verdict.mean_below(straight, 11, "moves before the first turn", 1),
                            above(straight, "the same", 4, 1))


def beats(kind: str, humant: str, config: study.Config, arrays: Arrays) -> Finding:
    if kind not in config.kinds:
        return Finding(f"no ants of kind {kind} were bred here", "not testable")
    population, generations, _ = scale_of(config, kind)
    return above(shares(arrays, kind, humant),
                 f"champions of {kind} ({population} ants, {generations} generations) win against our {humant}")


def memory_and_depth(config: study.Config, arrays: Arrays) -> Finding:
    if "depth7" not in config.kinds:
        return Finding("no ants of kind depth7 were bred here", "not testable")
    gain = verdict.larger(shares(arrays, "depth7", "smart-humant"), shares(arrays, "small", "smart-humant"),
                          ("depth 7 without memory", "depth 8 with memory"))
    return verdict.together(gain, beats("small", "smart-humant", config, arrays))


def below_hyper(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_below(shares(arrays, "paper", "hyper-humant"), 0.5, "champions win against our hyper-humant")


def experts(arrays: Arrays, config: study.Config, name: str, row: int = 0) -> Any:
    return np.array([arrays[f"expert_{run}"][name][row].mean() / 2 for run in range(config.expert_runs)])


def expert_is_better(config: study.Config, arrays: Arrays) -> Finding:
    chosen, own = experts(arrays, config, "against_hyper"), experts(arrays, config, "against_hyper", 1)
    return verdict.paired(own, chosen, ("the run's champion", "the one chosen against it"), "won against our hyper-humant")


def expert_overfits(config: study.Config, arrays: Arrays) -> Finding:
    """Better than the run's champion against HyperHumant, and not so against others."""
    own = experts(arrays, config, "against_own")
    others = np.array([arrays[f"expert_{run}"]["expert_others"].mean() / 2 - arrays[f"expert_{run}"]["own_others"].mean() / 2
                       for run in range(config.expert_runs)])
    return verdict.together(
        verdict.mean_below(own, 0.5, "the expert wins against its run's own champion"),
        verdict.mean_below(others, 0.0, "and against the champions of other runs, more than that one does"))


def both_ways(tested: Tested, judge: Callable[[Any], tuple[str, bool]]) -> Finding:
    """A sentence about Figure 1, by the paper's test over games and over boards; it agrees where it does by both."""
    found = [(how, *judge(p < ALPHA)) for how, p in (("over games", tested.by_games), ("over boards", tested.by_boards))]
    told = "; ".join(f"{how}: {text}" for how, text, _ in found)
    held = {holds for _, _, holds in found}
    return Finding(told, "undecided" if len(held) == 2 else "agree" if held == {True} else "disagree")


def no_cycles(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)

    def judge(better: Any) -> tuple[str, bool]:
        rings, (wrong, of) = tangled(better), intransitive(better, tested.games)
        return f"{rings} players in rings, {wrong} of {of} chains a, b, c in which c wins more against a", not rings + wrong

    return both_ways(tested, judge)


def hyper_never_loses(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)

    def judge(better: Any) -> tuple[str, bool]:
        never = [name for k, name in enumerate(tested.names) if not better[:, k].any()]
        return f"never significantly worse than another: {', '.join(never) or 'nobody'}", never == ["HyperHumant"]

    return both_ways(tested, judge)


def no_one_winner(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    won = sorted(zip(tested.matches.tolist(), tested.names, strict=True), reverse=True)
    told = "matches won: " + ", ".join(f"{name} {matches}" for matches, name in won[:3])
    return Finding(told, "agree" if won[0][0] == won[1][0] == won[2][0] else "disagree")


def most_games_and_most_food(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    games, food = tested.names[int(tested.games.sum(1).argmax())], tested.names[int(tested.eaten.argmax())]
    return Finding(f"most games: {games}; most food: {food}", "agree" if (games, food) == ("ExpertAnt", "BrilliAnt") else
                   "disagree")


def least_evolved(config: study.Config, arrays: Arrays) -> Finding:
    """The paper numbers its EvolAnts from the worst on, here from the best on."""
    tested = table_1(arrays)
    bred = [k for k, name in enumerate(tested.names) if name.startswith("EvolAnt")]
    worst = min(bred, key=lambda k: tested.games[k].sum())

    def judge(better: Any) -> tuple[str, bool]:
        beaten = [tested.names[k] for k in np.flatnonzero(better[worst])]
        told = f"{tested.names[worst]}, the last of them, wins against {', '.join(beaten) or 'nobody'}"
        return told, beaten == ["SmartHumant"]

    return both_ways(tested, judge)


def all_eaten(config: study.Config, arrays: Arrays) -> Finding:
    eaten = arrays["table"]["eaten"].sum(1)
    return verdict.mean_near(eaten, 14.72, 0.15, "pieces eaten a game, over the pairs of Table 1", 2)


def between(arrays: Arrays, name: str, first: int, last: int) -> Any:
    """Means [runs] over the champions of some generations of each run, against our hyper-humant."""
    data = arrays["history"]
    chosen = (data["snapshot"] >= first) & (data["snapshot"] < last)
    return data[name][:, chosen].mean(1) if chosen.any() else None


def change(arrays: Arrays, name: str, one: tuple[int, int], other: tuple[int, int], what: str) -> tuple[Any, str] | None:
    """By how much it changed in each run from some generations to others, and that in words."""
    early, late = between(arrays, name, *one), between(arrays, name, *other)
    if early is None or late is None:
        return None
    told = (f"{what} {early.mean():.3f} in generations {one[0]} to {one[1] - 1}, {late.mean():.3f} in {other[0]} to "
            f"{other[1] - 1}; change in a run")
    return late - early, told


TOO_SHORT = Finding("these evolutions were not long enough", "not testable")


def converges(config: study.Config, arrays: Arrays) -> Finding:
    found = change(arrays, "hyper_won", (1000, 1151), (1200, 1351), "won")
    return TOO_SHORT if found is None else verdict.mean_near(found[0], 0.0, 0.02, found[1])


def escapes(config: study.Config, arrays: Arrays) -> Finding:
    found, late = change(arrays, "hyper_killed", (50, 101), (200, 301), "killed"), between(arrays, "hyper_killed", 200, 301)
    if found is None:
        return TOO_SHORT
    return verdict.together(verdict.mean_below(found[0], 0.0, found[1]), verdict.mean_below(late, 0.1, "then killed"))


def kamikaze_rises(config: study.Config, arrays: Arrays) -> Finding:
    found = [change(arrays, name, (250, 401), (500, 801), what)
             for name, what in (("hyper_killed", "killed"), ("hyper_won", "won"))]
    parts = [above(each[0], each[1], 0.0) for each in found if each is not None]
    return verdict.together(*parts) if len(parts) == 2 else TOO_SHORT


def no_pathologies(config: study.Config, arrays: Arrays) -> Finding:
    better, later = generations_better(arrays)
    rings = [tangled(one) for one in better]
    told = f"of {better.shape[1]} champions of a run, in rings: {', '.join(map(str, rings))}"
    gradient = above(later, "share of pairs of a run's generations in which the later champion wins more")
    return verdict.together(Finding(told, "agree" if not any(rings) else "disagree"), gradient)


def prefers(k: int, config: study.Config, arrays: Arrays) -> Finding:
    (worse, better), values = PREFERENCES[k], arrays["probes"]["preferences"][:, k]
    return above(values, f"scenes in which {better} was begun before {worse}")


def probe(name: str, what: str, limit: float, config: study.Config, arrays: Arrays) -> Finding:
    return above(arrays["probes"][name], what, limit)


def covers(config: study.Config, arrays: Arrays) -> Finding:
    seen = arrays["probes"]["coverage"][:, 0]
    all_seen = int((arrays["probes"]["coverage"][:, 1] <= 18).sum())
    low, high = verdict.interval(seen)
    told = (f"{all_seen} of {len(seen)} champions see the whole board in 18 moves; cells seen {seen.mean():.1f} "
            f"[{low:.1f}, {high:.1f}]")
    return Finding(told, "agree" if all_seen > len(seen) / 2 else "disagree")


def avoids(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_below(arrays["probes"]["beside"], 0.1, "moves with the enemy in view that end beside it")


def diagonal(config: study.Config, arrays: Arrays) -> Finding:
    return above(arrays["probes"]["coverage"][:, 2], "share of diagonal moves without food", 0.5)


def rival(name: str, config: study.Config, arrays: Arrays) -> Finding:
    """Fixed before any run: small scale, equal games, champions judged by the four humants together."""
    if name not in config.kinds:
        return Finding(f"no ants of kind {name} were bred here", "not testable")
    return verdict.not_smaller(panel(arrays, name), panel(arrays, "small"), (name, "fitnessless"), margin=0.02)


PAPER_ON_RIVALS = "experiments on \"a diversified group of problems\" give results equal to or better than fitness-based"
CLAIMS: tuple[tuple[str, str, Judge], ...] = (
    ("G1", "The expected number of visible food pieces is 3.02 when the game begins. The probability of having n food "
           "pieces within FOV drops quickly as n increases", facts),
    ("G2", "the total number of games needed was more than 5,000,000, i.e., as much as for about 47 generations of "
           "evolution", choosing_costs),
    ("H1", "an experienced human player played 150 games against *BrilliAnt*, winning only 64 (43%) of them and losing the "
           "remaining 86 (57%)", not_here("nobody has played 150 games yet: lek play antwars human CHAMPION --games 150")),
    ("L1", "the first of our humants was easily beaten by an ant evolved in a preliminary evolutionary run that lasted 1000 "
           "generations with GP tree depth limit set to 7", partial(beats, "depth7", "first-humant")),
    ("L2", "The next one, *SmartHumant*, seemed more powerful until we increased the depth limit to 8 and equipped ant with "
           "memory. That resulted in evolving an ant that beats even SmartHumant.", memory_and_depth),
    ("T1", "BrilliAnt turned out to be a bit worse than HyperHumant", below_hyper),
    ("T2", "by tuning some evolutionary operators we were able to evolve an ant, *ExpertAnt*, that wins 50.12% of games "
           "against HyperHumant [an ant chosen by testing it does better against it than the run's champion]",
     expert_is_better),
    ("T3", "method used to select ExpertAnt probably promotes overfitting", expert_overfits),
    ("T4", "there are no cycles in this graph and it is weakly transitive", no_cycles),
    ("T5", "HyperHumant is the only player that never loses significantly", hyper_never_loses),
    ("T6", "14.72 of 15 pieces eaten per game", all_eaten),
    ("T7", "Three of them won six matches each [three share the first place]", no_one_winner),
    ("T8", "ExpertAnt won the most games, but it is BrilliAnt that got the highest total score", most_games_and_most_food),
    ("T9", "EvolAnt1 wins against SmartHumant only [the last of the three]", least_evolved),
    ("E1", "the evolution process usually converges around 1300 generation", converges),
    ("E2", "usually at 200-300th generation, the best ants become perfect at escaping that threat", escapes),
    ("E3", "results in a notable increase of death rate, but pays off in terms of winning frequency", kamikaze_rises),
    ("E4", "in our evolutionary runs we have not observed any of the infamous pathologies common to coevolution, like loss "
           "of gradient or cycling", no_pathologies),
    *((f"B{k + 1}", f"(pieces, distance): ({worse[0]},{worse[1]})<({better[0]},{better[1]})", partial(prefers, k))
      for k, (worse, better) in enumerate(PREFERENCES)),
    ("B6", "If both groups contain the same number of food pieces but one of them is accompanied by the opponent, BrilliAnt "
           "chooses the other group.", partial(probe, "guarded", "scenes in which the other group was begun first", 0.5)),
    ("B7", "after consuming the preferred group of food pieces, it returns to the other group",
     partial(probe, "returns", "scenes in which both groups were eaten", 0.5)),
    ("B8", "BrilliAnt perfectly follows such paths as long as the gaps are no longer than 2 cells [the trail of Fig. 2a]",
     partial(probe, "trail", "share of the trail eaten in eleven moves", 0.95)),
    ("B9", "this sequence of 18 moves, shown in Fig. 2b, provides the complete coverage of the board", covers),
    ("B10", "Note also that in this sequence BrilliAnt moves only diagonally. [more than half of the moves]", diagonal),
    ("B11", "the players hesitatingly walk in the direct neighborhood of the food piece, keeping safe distance from each "
            "other [in one game of twenty at least]",
     partial(probe, "standoff", "games with a standoff against our hyper-humant", 0.05)),
    ("B12", "it may pay off to sacrifice one's life in exchange for food [most deaths follow a meal beside the enemy]",
     partial(probe, "deaths_after_food", "of its deaths, those right after eating beside the enemy", 0.5)),
    ("B13", "after 7 steps in the NW direction (i.e., when FOV starts to intersect with the initial FOV), BrilliAnt changes "
            "direction [after more than 4 moves and fewer than the 11 that lead back]", turns),
    ("B14", "Brilliant usually avoids the opponent, unless it comes together with food and no other food pieces are in view "
            "[less than one move in ten of those with the enemy in view ends beside it]", avoids),
    *((f"S{k + 1}", f"{PAPER_ON_RIVALS} [here: {name}]", partial(rival, name)) for k, name in enumerate(RIVALS)),
)
