"""Every sentence of the study of BrilliAnt, judged: the paper's of sections 3 to 7, and the rulebook's. Ids: G the game and
its numbers, L the ladder, H humans, T Table 1 and Figure 1, E evolution (Figure 3), B behaviour, S selection. What we read
into a sentence, and what would make it fail, stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy import stats

from lek.games.antwars import SIDE, SIGHT, antwars
from lek.studies import brilliant as study
from lek.studies import verdict
from lek.studies.brilliant.breeding import RIVALS, scale_of
from lek.studies.brilliant.probes import PREFERENCES
from lek.studies.brilliant.telling import ALPHA, Tested, generations_better, intransitive, panel, shares, table_1, tangled
from lek.studies.claim import RULEBOOK, TOO_SMALL, Claim, Sentence, judge_all
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

Judge = Callable[[study.Config, Arrays], Finding]
FLAT = 0.01  # of games won: a rise below that is none; the paper's Figure 3 rises by 0.022 where E1 looks
BIT = 0.05  # of games won, below a half: "a bit worse"
MARGIN = 0.02
FEWEST = 20  # champions of a run among whom a ring could be seen

# The least scale. The paper's evolution, in thirty runs, since one may be lucky; whoever meets a humant does so on so many
# boards that it is the runs that differ, not the boards; whoever is chosen is chosen by as many games as in our own run.
BRED = {"population": 2250, "generations": 1350, "tournament": 5, "boards": 6, "runs": 30}
MET = BRED | {"judge_boards": 100}
COURSE = MET | {"sample": 40}  # champions of generations on the way
FIGURE = {"figure_first": 5, "figure_short": 50, "figure_second": 250}  # how the best against HyperHumant are looked for
EXPERT = MET | FIGURE | {"expert_runs": 30}
TABLE = BRED | FIGURE | {"mutual_boards": 500, "table_boards": 100_000}
PRELIMINARY = {"small_population": 2000, "small_generations": 1000, "tournament": 5, "boards": 6, "arm_runs": 10,
               "judge_boards": 100}  # a run of so many generations, as the paper tells, of its typical size
LADDER = PRELIMINARY | {"small_runs": 10}
SMALL = LADDER | {"small_population": 600, "small_generations": 400}  # ours: of other selections the paper has no runs


def claims(config: study.Config, arrays: Arrays) -> list[Claim]:
    """All claims, in the order of the paper, and the rulebook's."""
    return judge_all(SENTENCES, config, arrays)


def above(values: Any, what: str, limit: float = 0.5, digits: int = 3) -> Finding:
    """The claim that a mean over runs is above a limit."""
    return verdict.opposite(verdict.mean_below(values, limit, what, digits))


def holds(sentence: bool) -> str:
    return "agree" if sentence else "disagree"


def not_here(why: str) -> Judge:
    return lambda config, arrays: Finding(why, "not testable")


def facts(config: study.Config, arrays: Arrays) -> Finding:
    """What is in view at the start: the ant's own cell holds no food, nor does the other's, which is out of view."""
    seen, cells, pieces = (2 * SIGHT + 1)**2, SIDE**2, antwars().settings["pieces"]
    of = stats.hypergeom(cells - 2, pieces, seen - 1)
    told = f"{seen} cells, {seen / cells:.1%}; {of.mean():.2f} pieces; eight with probability {of.pmf(8):.2%}"
    return Finding(told, holds(abs(of.mean() - 3.02) < 0.01 and of.pmf(8) < 0.005))


def choosing_costs(config: study.Config, arrays: Arrays) -> Finding:
    n = study.PAPER.population
    games, generation = n * (n - 1), n * (study.PAPER.tournament - 1) * 2 * study.PAPER.boards
    told = f"{games:,} games, as many as {games / generation:.1f} generations have"
    return Finding(told, holds(games > 5_000_000 and round(games / generation) == 47))


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


def a_bit_worse(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_near(shares(arrays, "paper", "hyper-humant"), 0.5 - BIT / 2, BIT / 2,
                             "champions win against our hyper-humant")


def experts(arrays: Arrays, config: study.Config, name: str, row: int = 0) -> Any:
    return np.array([arrays[f"expert_{run}"][name][row].mean() / 2 for run in range(config.expert_runs)])


def expert_is_better(config: study.Config, arrays: Arrays) -> Finding:
    chosen, own = experts(arrays, config, "against_hyper"), experts(arrays, config, "against_hyper", 1)
    return verdict.paired(own, chosen, ("the run's champion", "the expert"), "won against our hyper-humant")


def expert_overfits(config: study.Config, arrays: Arrays) -> Finding:
    """Better than the run's champion against HyperHumant, worse against that champion, and worse than it against others."""
    own = experts(arrays, config, "against_own")
    others = np.array([arrays[f"expert_{run}"]["expert_others"].mean() / 2 - arrays[f"expert_{run}"]["own_others"].mean() / 2
                       for run in range(config.expert_runs)])
    return verdict.together(
        expert_is_better(config, arrays),
        verdict.mean_below(own, 0.5, "the expert wins against its run's champion"),
        verdict.mean_below(others, 0.0, "what it wins against other runs' champions, less what its run's champion does"))


def both_ways(tested: Tested, judge: Callable[[Any], tuple[str, str]]) -> Finding:
    """A sentence about Figure 1, by the paper's test over games and over boards; it agrees where it does by both."""
    found = [(how, *judge(p < ALPHA)) for how, p in (("over games", tested.by_games), ("over boards", tested.by_boards))]
    told = "; ".join(f"{how}: {text}" for how, text, _ in found)
    verdicts = {judged for _, _, judged in found}
    return Finding(told, verdicts.pop() if len(verdicts) == 1 else "undecided")


def no_cycles(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)

    def judge(better: Any) -> tuple[str, str]:
        rings, (wrong, of) = tangled(better), intransitive(better, tested.games)
        told = f"{rings} players in rings, {wrong} of {of} chains a, b, c in which c wins more against a"
        return told, holds(not rings + wrong) if of else "undecided"

    return both_ways(tested, judge)


def hyper_never_loses(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)

    def judge(better: Any) -> tuple[str, str]:
        never = [name for k, name in enumerate(tested.names) if not better[:, k].any()]
        return f"never significantly worse than another: {', '.join(never) or 'nobody'}", holds(never == ["HyperHumant"])

    return both_ways(tested, judge)


def no_one_winner(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    won = sorted(zip(tested.matches.tolist(), tested.names, strict=True), reverse=True)
    told = "matches won: " + ", ".join(f"{name} {matches}" for matches, name in won[:4])
    return Finding(told, holds(sum(matches == won[0][0] for matches, _ in won) == 3))


def most_games_and_most_food(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    games, food = ([tested.names[k] for k in np.flatnonzero(what == what.max())]
                   for what in (tested.games.sum(1), tested.eaten))
    return Finding(f"most games: {', '.join(games)}; most food: {', '.join(food)}",
                   holds((games, food) == (["ExpertAnt"], ["BrilliAnt"])))


def least_evolved(config: study.Config, arrays: Arrays) -> Finding:
    """The paper numbers its EvolAnts from the worst on, here from the best on."""
    tested = table_1(arrays)
    bred = [k for k, name in enumerate(tested.names) if name.startswith("EvolAnt")]
    worst = min(bred, key=lambda k: tested.games[k].sum())

    def judge(better: Any) -> tuple[str, str]:
        beaten = [tested.names[k] for k in np.flatnonzero(better[worst])]
        told = f"{tested.names[worst]}, the last of them, wins against {', '.join(beaten) or 'nobody'}"
        return told, holds(beaten == ["SmartHumant"])

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


TOO_SHORT = Finding("no champions of these generations were kept", TOO_SMALL)


def converges(config: study.Config, arrays: Arrays) -> Finding:
    """It improves until about generation 1300, and no more after that; what comes after, Figure 3's run tells alone."""
    found = change(arrays, "hyper_won", (1000, 1151), (1200, 1351), "won")
    if found is None:
        return TOO_SHORT
    generation, won = arrays["figure"]["generation"], arrays["figure"]["won"]
    early, late = (won[(generation >= first) & (generation < last)] for first, last in ((1300, 1600), (1600, 2000)))
    return verdict.together(above(found[0], found[1], FLAT), verdict.smaller(
        early + FLAT, late, (f"Figure 3's run, generations 1300 to 1599 and {FLAT:g} more:", "1600 to 1999:")))


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
    if better.shape[1] < FEWEST:
        return Finding(f"{told} (too few: every={config.every})", TOO_SMALL)
    gradient = above(later, "share of pairs of a run's generations in which the later champion wins more")
    return verdict.together(Finding(told, holds(not any(rings))), gradient)


def prefers(k: int, config: study.Config, arrays: Arrays) -> Finding:
    (worse, better), values = PREFERENCES[k], arrays["probes"]["preferences"][:, k]
    return above(values, f"scenes in which {better} was begun before {worse}")


def probe(name: str, what: str, limit: float, config: study.Config, arrays: Arrays) -> Finding:
    return above(arrays["probes"][name], what, limit)


def covers(config: study.Config, arrays: Arrays) -> Finding:
    seen, moves = arrays["probes"]["coverage"][:, :2].T
    low, high = verdict.interval(seen)
    return verdict.share(int((moves <= 18).sum()), len(moves), f"champions see the whole board in 18 moves (cells seen "
                         f"{seen.mean():.1f} [{low:.1f}, {high:.1f}])", at_least=0.5)


def turns(config: study.Config, arrays: Arrays) -> Finding:
    """Both on average and for most champions: some that turn at once and some that never do make a fine average, too."""
    straight = arrays["probes"]["coverage"][:, 3]
    never = int((straight == antwars().settings["moves"]).sum())
    then = int(((straight > 4) & (straight < SIDE)).sum())
    return verdict.together(
        verdict.mean_below(straight, SIDE, "moves before the first turn", 1), above(straight, "the same", 4, 1),
        verdict.share(then, len(straight), f"champions turn in between ({never} never turn)", at_least=0.5))


def dies_for_food(config: study.Config, arrays: Arrays) -> Finding:
    data = arrays["probes"]
    dying = data["deaths"] > 0  # of no deaths no share is one for food
    if not dying.any():
        return Finding("no champion dies", "undecided")
    return above(data["deaths_after_food"][dying], "of its deaths, those right after eating beside the enemy")


def avoids(config: study.Config, arrays: Arrays) -> Finding:
    return verdict.mean_below(arrays["probes"]["beside"], 0.1, "moves with the enemy in view that end beside it")


def diagonal(config: study.Config, arrays: Arrays) -> Finding:
    return above(arrays["probes"]["coverage"][:, 2], "share of diagonal moves without food", 0.95)


def rival(name: str, config: study.Config, arrays: Arrays) -> Finding:
    """Fixed before any run: small scale, equal games, champions judged by the four humants together."""
    if name not in config.kinds:
        return Finding(f"no ants of kind {name} were bred here", "not testable")
    return verdict.not_smaller(panel(arrays, name), panel(arrays, "small"), (name, "fitnessless"), MARGIN)


def words_of(k: int) -> str:
    """What the paper's sign between two groups, of so many pieces at such a distance each, is read as."""
    (few, far), (many, near) = PREFERENCES[k]
    return (f"({few}, {far}) ≺ ({many}, {near}) [it begins with the group of {many} at distance {near}, not with that "
            f"of {few} at distance {far}, in more than half of the scenes]")


ON_RIVALS = "experiments on \"a diversified group of problems\" give results equal to or better than fitness-based"
SENTENCES: tuple[Sentence, ...] = (
    Sentence("G1", "The expected number of visible food pieces is 3.02 when the game begins. The probability of having n "
             "food pieces within FOV drops quickly as n increases and, for instance, for n = 8 amounts to less than 0.5% "
             "[the first within 0.01]", facts, {}),
    Sentence("G2", "the total number of games needed was more than 5,000,000, i.e., as much as for about 47 generations of "
             "evolution [46.5 to 47.5]", choosing_costs, {}),
    Sentence("H1", "an experienced human player played 150 games against *BrilliAnt*, winning only 64 (43%) of them and "
             "losing the remaining 86 (57%)",
             not_here("nobody has played 150 games yet: lek play antwars human CHAMPION --games 150"), {}),
    Sentence("L1", "the first of our humants was easily beaten by an ant evolved in a preliminary evolutionary run that "
             "lasted 1000 generations with GP tree depth limit set to 7 [the ant wins more than half of the games]",
             partial(beats, "depth7", "first-humant"), PRELIMINARY),
    Sentence("L2", "The next one, *SmartHumant*, seemed more powerful until we increased the depth limit to 8 and equipped "
             "ant with memory. That resulted in evolving an ant that beats even SmartHumant. [depth 8 with memory wins more "
             "against it than depth 7 without, and more than half of the games]", memory_and_depth, LADDER),
    Sentence("T1", "BrilliAnt turned out to be a bit worse than HyperHumant (loosing 52.02% of games) [it loses between 50 "
             "and 55 %]", a_bit_worse, MET),
    Sentence("T2a", "by tuning some evolutionary operators we were able to evolve an ant, *ExpertAnt*, that wins 50.12% of "
             "games against HyperHumant", not_here("the paper does not say which operators were tuned, and how"), {}),
    Sentence("T2", "ExpertAnt apparently could be considered a better pick for the Ant Wars contest [chosen by games "
             "against HyperHumant, it wins more against that than its run's champion]", expert_is_better, EXPERT),
    Sentence("T3", "method used to select ExpertAnt probably promotes overfitting: despite being slightly better than "
             "HyperHumant, ExpertAnt loses against BrilliAnt (in 51.77% of games) [it wins more against HyperHumant than "
             "its run's champion, loses to that one, and wins less than that one against other runs' champions]",
             expert_overfits, EXPERT),
    Sentence("T4", "there are no cycles in this graph and it is weakly transitive [no ring of any length; where a is "
             "significantly better than b and b than c, c does not win more games against a]", no_cycles, TABLE),
    Sentence("T5", "HyperHumant is the only player that never loses significantly", hyper_never_loses, TABLE),
    Sentence("T6", "14.72 of 15 pieces eaten per game [within 0.15; the rulebook's sum of the paper's Table 1]", all_eaten,
             TABLE, RULEBOOK),
    Sentence("T7", "Three of them won six matches each [three, and no more, share the first place]", no_one_winner, TABLE),
    Sentence("T8", "ExpertAnt won the most games, but it is BrilliAnt that got the highest total score",
             most_games_and_most_food, TABLE),
    Sentence("T9", "EvolAnt1 wins against SmartHumant only [the last of the EvolAnts, significantly]", least_evolved, TABLE),
    Sentence("E1", "the evolution process usually converges around 1300 generation when the winning rate against a fixed "
             "opponent ceases to improve [it rises by more than 0.01 from generations 1000-1150 to 1200-1350, in the "
             "paper's Figure 3 by 0.022, and by less from 1300-1599 to 1600-1999]", converges,
             COURSE | FIGURE | {"figure_generations": 2000, "figure_boards": 100}),
    Sentence("E2", "usually at 200-300th generation, the best ants become perfect at escaping that threat [they are killed "
             "in fewer games than in generations 50-100, and in less than a tenth]", escapes,
             COURSE | {"generations": 300}),
    Sentence("E3", "results in a notable increase of death rate, but pays off in terms of winning frequency [both rise from "
             "generations 250-400 to 500-800]", kamikaze_rises, COURSE | {"generations": 800}),
    Sentence("E4", "in our evolutionary runs we have not observed any of the infamous pathologies common to coevolution, "
             "like loss of gradient or cycling [the later of two champions of a run wins more in more than half of the "
             "pairs; one ring of champions, each significantly better than the next, in one run would make it fail]",
             no_pathologies, COURSE | {"mutual_boards": 500}),
    *(Sentence(f"B{k + 1}", words_of(k), partial(prefers, k), BRED) for k in range(len(PREFERENCES))),
    Sentence("B6", "If both groups contain the same number of food pieces but one of them is accompanied by the opponent, "
             "BrilliAnt chooses the other group. [in more than half of the scenes]",
             partial(probe, "guarded", "scenes in which the other group was begun first", 0.5), BRED),
    Sentence("B7", "after consuming the preferred group of food pieces, it returns to the other group [it eats both in more "
             "than half of the scenes]", partial(probe, "returns", "scenes in which both groups were eaten", 0.5), BRED),
    Sentence("B8", "BrilliAnt perfectly follows such paths as long as the gaps are no longer than 2 cells [it eats more "
             "than 95 % of the trail of Fig. 2a in the eleven moves it takes]",
             partial(probe, "trail", "share of the trail eaten in eleven moves", 0.95), BRED),
    Sentence("B9", "this sequence of 18 moves, shown in Fig. 2b, provides the complete coverage of the board [without food "
             "most champions see all of it in 18 moves]", covers, BRED),
    Sentence("B10", "Note also that in this sequence BrilliAnt moves only diagonally. [without food, in more than 95 % of "
             "its moves]", diagonal, BRED),
    Sentence("B11", "this often ends in a deadlock: the players hesitatingly walk in the direct neighborhood of the food "
             "piece, keeping safe distance from each other [in more than one game of ten]",
             partial(probe, "standoff", "games with a standoff against our hyper-humant", 0.1), BRED),
    Sentence("B12", "it may pay off to sacrifice one's life in exchange for food [more than half of the deaths come right "
             "after a meal beside the enemy]", dies_for_food, BRED),
    Sentence("B13", "after 7 steps in the NW direction (i.e., when FOV starts to intersect with the initial FOV), BrilliAnt "
             "changes direction [on average, and most champions, after more than 4 moves and fewer than the 11 that lead "
             "back]", turns, BRED),
    Sentence("B14", "Brilliant usually avoids the opponent, unless it comes together with food and no other food pieces are "
             "in view [less than one move in ten of those with the enemy in view ends beside it]", avoids, BRED),
    *(Sentence(f"S{k + 1}", f"{ON_RIVALS} [here: {name}; that it wins 0.02 more of the games against the four humants would "
               "make it fail]", partial(rival, name), SMALL, RULEBOOK) for k, name in enumerate(RIVALS)),
)
