"""Every checkable sentence of sections 5 to 7, judged. Ids: L the ladder, H humants, T Table 1 and Figure 1, E evolution
(Figure 3), B behaviour, S selection. What we read into a sentence stands in brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from lek.studies import brilliant as study
from lek.studies import verdict
from lek.studies.brilliant.breeding import RIVALS
from lek.studies.brilliant.probes import PREFERENCES
from lek.studies.brilliant.telling import ALPHA, cycles, generations_better, panel, shares, table_1
from lek.studies.run import Arrays, Claim
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


def beats(kind: str, humant: str, config: study.Config, arrays: Arrays) -> Finding:
    if kind not in config.kinds:
        return Finding(f"no ants of kind {kind} were bred here", "not testable")
    return above(shares(arrays, kind, humant), f"champions of {kind} win against our {humant}")


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


def no_cycles(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    better = tested.by_boards < ALPHA
    rings = cycles(better)
    missing = int((((better.astype(int) @ better.astype(int)) > 0) & better.T).sum())
    told = f"rings of three: {rings}; pairs a, c with a better than some b better than c, but c better than a: {missing}"
    return Finding(told, "agree" if rings == 0 and missing == 0 else "disagree")


def hyper_never_loses(config: study.Config, arrays: Arrays) -> Finding:
    tested = table_1(arrays)
    losers = {name for k, name in enumerate(tested.names) if (tested.by_boards[:, k] < ALPHA).any()}
    never = [name for name in tested.names if name not in losers]
    told = f"never significantly worse than another: {', '.join(never) or 'nobody'}"
    return Finding(told, "agree" if never == ["HyperHumant"] else "disagree")


def all_eaten(config: study.Config, arrays: Arrays) -> Finding:
    eaten = arrays["table"]["eaten"].sum(1)
    return verdict.mean_near(eaten, 14.72, 0.15, "pieces eaten a game, over the pairs of Table 1", 2)


def between(data: Any, name: str, first: int, last: int) -> Any:
    chosen = (data["generation"] >= first) & (data["generation"] < last)
    return data[name][chosen]


def converges(config: study.Config, arrays: Arrays) -> Finding:
    early, late = between(arrays["figure"], "won", 1100, 1300), between(arrays["figure"], "won", 1500, 2001)
    if min(len(early), len(late)) < 2:
        return Finding("this evolution was not long enough", "not testable")
    return verdict.near(early, late, ("generations 1100 to 1300", "after 1500"), 0.02)


def escapes(config: study.Config, arrays: Arrays) -> Finding:
    early, later = between(arrays["figure"], "killed", 0, 100), between(arrays["figure"], "killed", 200, 400)
    if min(len(early), len(later)) < 2:
        return Finding("this evolution was not long enough", "not testable")
    fewer = verdict.smaller(early, later, ("killed before generation 100", "in 200 to 400"))
    return verdict.together(fewer, verdict.mean_below(later, 0.1, "killed in 200 to 400"))


def kamikaze_rises(config: study.Config, arrays: Arrays) -> Finding:
    before, after = between(arrays["figure"], "killed", 250, 400), between(arrays["figure"], "killed", 500, 800)
    if min(len(before), len(after)) < 2:
        return Finding("this evolution was not long enough", "not testable")
    wins = (between(arrays["figure"], "won", 250, 400), between(arrays["figure"], "won", 500, 800))
    return verdict.together(verdict.larger(before, after, ("killed in 250 to 400", "in 500 to 800")),
                            verdict.larger(*wins, ("won in 250 to 400", "in 500 to 800")))


def no_pathologies(config: study.Config, arrays: Arrays) -> Finding:
    better, later = generations_better(arrays)
    rings = [cycles(one) for one in better]
    told = f"rings of three among {better.shape[1]} champions of a run: {', '.join(map(str, rings))}"
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


def diagonal(config: study.Config, arrays: Arrays) -> Finding:
    return above(arrays["probes"]["coverage"][:, 2], "share of diagonal moves without food", 0.5)


def rival(name: str, config: study.Config, arrays: Arrays) -> Finding:
    """Fixed before any run: small scale, equal games, champions judged by the four humants together."""
    if name not in config.kinds:
        return Finding(f"no ants of kind {name} were bred here", "not testable")
    return verdict.larger(panel(arrays, name), panel(arrays, "small"), (name, "fitnessless"))


PAPER_ON_RIVALS = "experiments on \"a diversified group of problems\" give results equal to or better than fitness-based"
CLAIMS: tuple[tuple[str, str, Judge], ...] = (
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
    *((f"S{k + 1}", f"{PAPER_ON_RIVALS} [here: {name}]", partial(rival, name)) for k, name in enumerate(RIVALS)),
)
