"""The numbers of the study: shares of games won with their intervals, Table 1 with its tests, cycles."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import stats
from scipy.sparse.csgraph import connected_components

from lek.brains.tree import OUTCOMES
from lek.compete.binomial import binomial_test
from lek.compete.significance import holm
from lek.studies import brilliant as study
from lek.studies.brilliant.breeding import ARMS
from lek.studies.study import Arrays
from lek.studies.verdict import interval

ALPHA = 0.01  # of the paper's graph


class Tested(NamedTuple):
    """Table 1: who played, games won [n, n], and for each ordered pair one-sided p values [n, n] that it is better."""

    names: list[str]
    games: Any  # [n, n] won by the row against the column
    matches: Any  # [n] opponents beaten
    eaten: Any  # [n] pieces a game
    by_games: Any  # the paper's binomial test over games
    by_boards: Any  # over double-games: two games on a board are one observation
    corrected: Any  # Holm's, of by_boards
    split: Any  # [n, n] the share of boards on which each won one game


def spread(values: Any) -> dict[str, float]:
    """A mean with its 95 % interval over whatever the values are."""
    low, high = interval(values)
    return {"mean": float(np.mean(values)), "low": low, "high": high, "sd": float(np.std(values, ddof=1))}


def shares(arrays: Arrays, kind: str, humant: str) -> Any:
    """The share of games that each run's champion won against a humant: [runs]."""
    return arrays[f"judged_{kind}"]["won"][:, study.HUMANTS.index(humant)].mean(1) / 2


def panel(arrays: Arrays, kind: str) -> Any:
    """The share of games that each run's champion won against the four humants together: [runs]."""
    return arrays[f"judged_{kind}"]["won"].mean((1, 2)) / 2


def replicates(arrays: Arrays) -> dict[str, dict[str, Any]]:
    """By kind of replicate run, its champions' shares [runs] against hyper-humant, the seeker and all other champions."""
    kinds, pairs, won = arrays["mutual"]["kinds"], arrays["mutual"]["pairs"], arrays["mutual"]["won"].mean(1) / 2
    others = np.zeros((len(kinds), len(kinds)))
    others[tuple(pairs.T)], others[tuple(pairs[:, ::-1].T)] = won, 1 - won
    each = others.sum(1) / (len(kinds) - 1)
    seeker = arrays["seeker"]["won"].mean(1) / 2
    told = {str(kind): {"hyper-humant": shares(arrays, kind, "hyper-humant"), "seeker": seeker[kinds == kind],
                        "all other champions": each[kinds == kind]} for kind in dict.fromkeys(kinds.tolist())}
    merged = arrays["merged"]
    told["merged"] = {"hyper-humant": merged["won"][:, study.HUMANTS.index("hyper-humant")].mean(1) / 2,
                      "seeker": merged["seeker"].mean(1) / 2, "all other champions": merged["others"].mean((1, 2)) / 2}
    return told


def table_1(arrays: Arrays) -> Tested:
    """The tournament, and the paper's test beside an honest one."""
    data = arrays["table"]
    used = sorted({*data["pairs"].reshape(-1).tolist()})
    names = [str(data["names"][k]) for k in used]
    place = {k: n for n, k in enumerate(used)}
    count = len(used)
    games, eaten, of = np.zeros((count, count)), np.zeros(count), np.zeros(count)
    naive, honest, split = np.ones((count, count)), np.ones((count, count)), np.zeros((count, count))
    boards = _boards(data)
    for (a, b), won, both, none, ate in zip(data["pairs"], data["games"], data["both"], data["none"], data["eaten"],
                                            strict=True):
        i, j = place[int(a)], place[int(b)]
        games[i, j], games[j, i] = won, 2 * boards - won
        for k, mine in ((i, ate[0]), (j, ate[1])):
            eaten[k] += mine
            of[k] += 1
        naive[i, j] = binomial_test(int(won), 2 * boards)
        naive[j, i] = binomial_test(int(2 * boards - won), 2 * boards)
        error = np.sqrt(max(1e-12, (both + none) / boards - ((both - none) / boards) ** 2) / boards)
        z = (both - none) / boards / error
        honest[i, j], honest[j, i] = stats.norm.sf(z), stats.norm.cdf(z)
        split[i, j] = split[j, i] = 1 - (both + none) / boards
    pairs = np.triu_indices(count, 1)
    least = holm(np.minimum(honest[pairs], honest.T[pairs]))
    corrected = np.ones((count, count))
    better = honest[pairs] < honest.T[pairs]
    corrected[pairs[0][better], pairs[1][better]] = least[better]
    corrected[pairs[1][~better], pairs[0][~better]] = least[~better]
    return Tested(names, games, (games > games.T).sum(1), eaten / of, naive, honest, corrected, split)


def _boards(data: Any) -> int:
    return int(data["boards"])


def cycles(better: Any) -> int:
    """Rings of three, each significantly better than the next."""
    relation = better.astype(np.int64)
    return int(np.trace(relation @ relation @ relation)) // 3


def tangled(better: Any) -> int:
    """Players who are in a ring of any length."""
    _, parts = connected_components(better, directed=True, connection="strong")
    sizes = np.bincount(parts)
    return int(sizes[sizes > 1].sum())


def intransitive(better: Any, games: Any) -> tuple[int, int]:
    """Of all a, b, c with a better than b and b than c: in how many c wins more games against a, and how many there are."""
    chains = (better[:, :, None] & better[None, :, :])  # [a, b, c]
    chains &= ~np.eye(len(better), dtype=bool)[:, None, :]
    return int((chains & (games < games.T)[:, None, :]).sum()), int(chains.sum())


def generations_better(arrays: Arrays) -> tuple[Any, Any]:
    """For each run at the paper's scale who is better among its generations' champions [runs, n, n], over boards, at the
    paper's level after Holm's correction over the run's pairs; and the share of pairs in which the later one won more
    games [runs]."""
    data = arrays["history"]
    count = len(data["snapshot"])
    first, second = data["pairs"].T
    better = np.zeros((len(data["won"]), count, count), np.bool_)
    later = np.zeros(len(data["won"]))
    for run, won in enumerate(data["won"]):
        edge = won.astype(float) - 1
        error = np.maximum(edge.std(1, ddof=1), 1e-9) / np.sqrt(edge.shape[1])
        z = edge.mean(1) / error
        sure = holm(2 * stats.norm.sf(np.abs(z))) < ALPHA
        better[run, first[sure & (z > 0)], second[sure & (z > 0)]] = True
        better[run, second[sure & (z < 0)], first[sure & (z < 0)]] = True
        later[run] = float((edge.mean(1) < 0).mean())
    return better, later


def results(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    tested = table_1(arrays)
    better, later = generations_better(arrays)
    figure = arrays["figure"]
    told: dict[str, Any] = {
        "games_won_by_champions": {kind: {"about": ARMS[kind].about, **{
            humant: spread(shares(arrays, kind, humant)) for humant in study.HUMANTS},
            "all four": spread(panel(arrays, kind))} for kind in config.kinds},
        "games_won_by_merged_champions": {humant: spread(arrays["merged"]["won"][:, k].mean(1) / 2)
                                          for k, humant in enumerate(study.HUMANTS)},
        "replicates": {kind: {other: {**spread(values), "runs": values.tolist()} for other, values in found.items()}
                       for kind, found in replicates(arrays).items()},
        "table_1": {name: {"matches won": int(tested.matches[k]), "games won": int(tested.games[k].sum()),
                           "pieces a game": float(tested.eaten[k])} for k, name in enumerate(tested.names)},
        "rings_in_table_1": {name: {"of three": cycles(p < ALPHA), "players in any": tangled(p < ALPHA)}
                             for name, p in (("over games", tested.by_games), ("over boards", tested.by_boards))},
        "generations": {"rings of three": [cycles(one) for one in better],
                        "champions in any": [tangled(one) for one in better],
                        "later champion wins more": spread(later)},
        "children": {kind: children(arrays, kind) for kind in config.kinds},
        "figure_3": {"generation": figure["generation"].tolist(), "won": figure["won"].tolist(),
                     "killed": figure["killed"].tolist()},
        "nodes_of_the_last_generation": {kind: spread(_gather(arrays, kind, "nodes")[:, -1]) for kind in config.kinds},
    }
    probes = arrays["probes"]
    told["behaviour"] = {name: spread(probes[name]) for name in probes if probes[name].ndim == 1}
    told["behaviour"]["seen in 18 moves"] = spread(probes["coverage"][:, 0])
    told["behaviour"]["diagonal moves"] = spread(probes["coverage"][:, 2])
    exploits = [arrays[f"exploit_{run}"] for run in range(config.exploit_runs)]
    told["exploiters"] = {"won against the champion bred against": [float(one["won"].mean() / 2) for one in exploits],
                          "won against hyper-humant": [float(one["hyper"].mean() / 2) for one in exploits]}
    told["experts"] = {f"run {run}": {
        "against hyper-humant": float(arrays[f"expert_{run}"]["against_hyper"][0].mean() / 2),
        "the run's own champion against hyper-humant": float(arrays[f"expert_{run}"]["against_hyper"][1].mean() / 2),
        "against the run's own champion": float(arrays[f"expert_{run}"]["against_own"].mean() / 2)}
        for run in range(config.expert_runs)}
    return told


def children(arrays: Arrays, kind: str) -> dict[str, dict[str, float | None]]:
    """Of all children of crossover and of mutation the shares that were changed, or are clones and why."""
    count = _gather(arrays, kind, "outcomes").sum((0, 1))  # [operator, answer]
    return {by: {name: float(row[k] / row.sum()) if row.any() else None for k, name in enumerate(OUTCOMES)}
            for by, row in zip(("crossover", "mutation"), count, strict=True)}


def _gather(arrays: Arrays, kind: str, name: str) -> Any:
    from lek.studies.brilliant.judging import gather

    return gather(arrays, kind, name)


def tables(config: study.Config, arrays: Arrays) -> dict[str, list[list[Any]]]:
    tested = table_1(arrays)
    order = np.argsort(-tested.games.sum(1))
    first: list[list[Any]] = [["player", "matches won", "games won", "pieces a game"]]
    first += [[tested.names[k], int(tested.matches[k]), int(tested.games[k].sum()), round(float(tested.eaten[k]), 4)]
              for k in order]
    pairs: list[list[Any]] = [["player", "opponent", "share won", "boards split", "p over games", "p over boards", "Holm"]]
    for i in order:
        for j in order:
            if tested.games[i, j] > tested.games[j, i] or (tested.games[i, j] == tested.games[j, i] and i < j):
                total = tested.games[i, j] + tested.games[j, i]
                shares = (tested.games[i, j] / total, tested.split[i, j])
                ps = (tested.by_games[i, j], tested.by_boards[i, j], tested.corrected[i, j])
                pairs.append([tested.names[i], tested.names[j], *(round(float(share), 5) for share in shares),
                              *(f"{p:.3g}" for p in ps)])
    champions: list[list[Any]] = [["kind", "run", *study.HUMANTS]]
    for kind in (*config.kinds, "merged"):
        won = arrays["merged" if kind == "merged" else f"judged_{kind}"]["won"].mean(2) / 2
        champions += [[kind, run, *(round(float(x), 4) for x in row)] for run, row in enumerate(won)]
    return {"table-1": first, "pairs": pairs, "champions": champions}
