"""Claims that are judged by looking into populations and their course: how they move, saw, divide and fare elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from lek.players.moose.machines import machines
from lek.studies import verdict
from lek.studies.moose import TABLE_I, Config, conflict_course, density, game_of, gather
from lek.studies.study import Arrays
from lek.studies.verdict import Finding

Data = dict[int, dict[str, Any]]


def stays(config: Config, arrays: Arrays, experiment: int) -> Any:
    """Share of moves in final populations that repeat the mover's last field, per replicate."""
    genomes = gather(arrays, f"e{experiment}")["genomes"]
    shares = []
    for population in genomes[:100]:
        fields = density.all_moves(population.view(np.recarray), config.rounds)
        repeated = fields[:, :, 1:] == fields[:, :, :-1]
        shares.append(repeated[~np.eye(len(population), dtype=bool)].mean())
    return np.array(shares)


def sticking_is_practical(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    if config.rounds < 2:
        return Finding("one round has no second move", "not testable")
    six, seven = stays(config, arrays, 6), stays(config, arrays, 7)
    return verdict.larger(six, seven, ("moves that stay on the field, E6 final populations", "E7"))


def sawing_runs(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    course = conflict_course(config, gather(arrays, "e5"))
    spreads = density.sawing(course)
    count = int((spreads > density.SAWING).sum())
    result = verdict.share(count, len(spreads), "runs of E5 have a sd of conflict above 0.05 over the last 100 generations",
                           at_least=6 / 30)
    back_and_forth = int(density.zigzag(course).sum())
    return Finding(f"{result.ours}; in {back_and_forth} of these most of it is from generation to generation",
                   result.verdict)


def high_conflict_runs_saw(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    spreads = density.sawing(conflict_course(config, gather(arrays, "e5")))
    conflict = numbers[5]["conflict"]
    saws = spreads > density.SAWING
    if min(saws.sum(), (~saws).sum()) < 2:
        return Finding(f"{int(saws.sum())} of {len(saws)} runs saw: too few to compare", "undecided")
    return verdict.larger(conflict[~saws], conflict[saws], ("runs that do not saw", "runs that do"), 4)


def rare_types_do_better(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """Two types at different times, each better off while rare: in most runs that saw, and less often in the others."""
    data = gather(arrays, "e5")
    saws = density.sawing(conflict_course(config, data)) > density.SAWING
    saw, calm = ([_rarity_pays(types_of(config, data["genomes"][replicate])) for replicate in np.flatnonzero(which)[:50]]
                 for which in (saws, ~saws))
    if not saw:
        return Finding("no run saws, so there is nothing to explain", "undecided")
    most = verdict.share(sum(saw), len(saw), "runs that saw hold two types, on the rich field at opposite rounds, either of "
                         "which would spread where it is rare", at_least=0.5)
    return verdict.together(most, verdict.rarer(saw, calm, ("such types in runs that saw", "in runs that do not")))


def _rarity_pays(kind: density.Types | None) -> bool:
    return kind is not None and kind.advantage > 0 and _together(kind.access) < 0


def types_of(config: Config, genomes: Any) -> density.Types | None:
    """The two types in one final population of Experiment 5."""
    game = game_of(config, 5)
    brain = machines(game, states=config.states).brain
    return density.types(game, brain, genomes.view(np.recarray))


def _together(access: Any) -> float:
    """Correlation over the second half of the rounds of two types' access to the rich field; 0 where one never changes."""
    late = access[:, access.shape[1] // 2:]
    if np.ptp(late[0]) == 0 or np.ptp(late[1]) == 0:
        return float(-np.sign(abs(late[0].mean() - late[1].mean())))  # one holds it, the other does not
    return float(np.corrcoef(late)[0, 1])


def odd_and_even(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """How the two types of sawing runs divide the rich field: by odd and even rounds, or one holding it."""
    data = gather(arrays, "e5")
    saws = np.flatnonzero(density.sawing(conflict_course(config, data)) > density.SAWING)[:50]
    kinds = [kind for kind in (types_of(config, data["genomes"][replicate]) for replicate in saws) if kind is not None]
    reason = "no test: \"possibly\" and \"or some more complex pattern\" exclude nothing"
    if not kinds:
        return Finding(f"{reason}; no run saws", "not testable")
    late = np.stack([kind.access[:, kind.access.shape[1] // 2:] for kind in kinds])
    parity = np.abs(late[:, :, ::2].mean(2) - late[:, :, 1::2].mean(2)).min(1) > 0.5
    held = np.abs(late[:, 0].mean(1) - late[:, 1].mean(1)) > 0.5
    return Finding(f"{reason}; of {len(kinds)} sawing runs {int(parity.sum())} divide the rich field by odd and even "
                   f"rounds; in {int(held.sum())} one type holds it most of the time", "not testable")


def fights_over_third_field(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """Share of fights, in final populations of E1, on a field that neither moose visited in the round before."""
    shares = []
    for population in gather(arrays, "e1")["genomes"][:100]:
        fields = density.all_moves(population.view(np.recarray), config.rounds)
        other = fields.transpose(1, 0, 2)
        fights = (fields[:, :, 1:] == other[:, :, 1:]) & ~np.eye(len(population), dtype=bool)[:, :, None]
        third = (fields[:, :, 1:] != fields[:, :, :-1]) & (fields[:, :, 1:] != other[:, :, :-1])
        if fights.any():
            shares.append((fights & third).sum() / fights.sum())
    if not shares:
        return Finding("no fights", "undecided")
    return verdict.opposite(verdict.mean_below(np.array(shares), 0.5, "share of fights on a field neither had just visited"))


def distinct_landscapes(config: Config, arrays: Arrays, numbers: Data) -> Finding:
    """Do populations score more in the game they were bred for than populations bred for the others do?"""
    wins, of = 0, 0
    for home in TABLE_I:
        scores = {bred: self_scores(config, arrays, home, bred) for bred in TABLE_I}
        for bred in TABLE_I:
            if bred != home:
                of += 1
                wins += verdict.larger(scores[bred], scores[home], ("", "")).verdict == "agree"
    return verdict.share(wins, of, "pairs of experiments in which populations bred for a game surely score more in it than "
                         "those bred for the other", at_least=0.5)


def self_scores(config: Config, arrays: Arrays, home: int, bred: int) -> Any:
    """Mean score a round in one experiment's game of each population bred in another, among its like [replicates]."""
    game = game_of(config, home)
    brain = machines(game, states=config.states).brain
    means = []
    for genomes in gather(arrays, f"e{bred}")["genomes"][:30]:
        scores = density.scores_of(game, brain, genomes.view(np.recarray))
        means.append(scores[~np.eye(len(scores), dtype=bool)].mean())
    return np.array(means)
