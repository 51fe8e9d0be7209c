"""The study's numbers as results and tables: Table 2 beside ours, standings, shares with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import stats

from lek.players.simplexity.simpai import WEIGHTS as TABLE_2
from lek.players.simplexity.simpai_heuristics import PARTS
from lek.players.simplexity.simpai_wide import GENES
from lek.studies import simpai as study
from lek.studies.simpai.fidelity import CLONES, RECORDED
from lek.studies.simpai.matches import DEPTHS, USUAL_DEPTH
from lek.studies.study import Arrays
from lek.studies.verdict import LEVEL, interval

PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def place_name(number: int) -> str:
    return PLACES[number] if number < len(PLACES) else f"{number + 1}th"


def ordered(config: study.Config, arrays: Arrays) -> tuple[Any, Any]:
    """Champions of the paper's runs in the order of the final competition [runs, 5], and their points."""
    points = arrays["final"]["points"]
    order = np.argsort(-points, kind="stable")
    return study.gather(arrays, "five", "champion")[: config.paper_runs][order, :5], points[order]


def spread(values: Any) -> dict[str, float]:
    """A mean with the interval over whatever the values are."""
    low, high = interval(values)
    return {"mean": float(np.mean(values)), "low": low, "high": high}


def weights(config: study.Config, arrays: Arrays) -> dict[str, dict[str, Any]]:
    """Of each kind of run and gene: the mean over champions, its interval, and how many are below 0."""
    told: dict[str, dict[str, Any]] = {}
    for kind in config.kinds:
        found = study.champions(config, arrays, kind)
        names = GENES if found.shape[1] == len(GENES) and kind not in ("five", "opened") else PARTS
        for k, name in enumerate(names):
            if np.ptp(found[:, k]) or k < len(PARTS):
                told[f"{kind}: {name}"] = {**spread(found[:, k]), "median": float(np.median(found[:, k])),
                                           "negative": int((found[:, k] < 0).sum()), "runs": len(found)}
    return told


def openings(values: Any) -> Any:
    """Shares [players, openings] as one number an opening."""
    return values.mean(0)


def results(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    ours, points = ordered(config, arrays)
    second = {name: {place_name(k): float(ours[k, row]) for k in range(len(ours))} for row, name in enumerate(PARTS)}
    told: dict[str, Any] = {
        "table_2_of_ours": second | {"points": {place_name(k): int(p) for k, p in enumerate(points)}},
        "table_2_of_the_paper": {name: {place_name(k): float(TABLE_2[k, row]) for k in range(5)}
                                 for row, name in enumerate(PARTS)},
        "weights_of_champions": weights(config, arrays),
        "the_papers_five_against_each_other": {
            place_name(k): {"points from the empty board": int(arrays["columns"]["points"][k]),
                            **spread(np.nanmean(arrays["columns"]["won"][k], 0))} for k in range(5)},
        "without_VertDisc": {kind: spread(arrays["disc"][kind].mean(1)) for kind in arrays["disc"] if "_" not in kind},
        "depth": {f"{depth} against {USUAL_DEPTH}": spread(row)
                  for depth, row in zip(DEPTHS, arrays["depth"]["won"], strict=True)},
        "against_the_samples": samples(arrays),
    }
    for kind in ("magic", "wide"):
        if f"beyond_{kind}" in arrays:
            told.setdefault("future_work", {})[f"{kind} against five"] = spread(arrays[f"beyond_{kind}"]["won"].mean(1))
    boards = {}
    for task in sorted(arrays):
        if task.startswith("board_"):
            data = arrays[task]
            rows, cols, win = (int(value) for value in data["board"][:3])
            boards[f"{rows} x {cols}, {win} in a row"] = {
                f"{who} against {what}": float(part.mean()) for what in ("equal", "chance")
                for who, part in (("Table 2's first", data[what][:1]), ("champions", data[what][1:]))}
    if boards:
        told["boards_drawn_afterwards"] = boards
    if "clock_cores" in arrays:
        told["cores"] = {f"{board}, {threads} core{'s' if threads == 'all' else ''}": cell(arrays, board, threads)
                         for board in ("base", "unknown-2020") for threads in ("one", "all")}
        told["all_cores_against_one"] = {"base": {**spread(arrays["clock_cores"]["won"]),
                                                  "cores": int(arrays["clock_cores"]["cores"])}}
    for task in arrays:
        if task.startswith("track_"):
            told[task] = {str(name): dict(zip(("position", "points", "wins", "draws", "losses", "faults", "median depth"),
                                              (*map(int, row), depth), strict=True))
                          for name, row, depth in zip(arrays[task]["agents"], arrays[task]["places"], arrays[task]["depth"],
                                                      strict=True)}
    told["agreement"] = agreement_rows(arrays)
    return told


def samples(arrays: Arrays) -> dict[str, Any]:
    """What each clone wins against the framework's samples, beside the real one's: all recorded games, and natural ends."""
    data, told = arrays["recorded"], {}
    for k, name in enumerate(RECORDED):
        real: dict[str, Any] = {"all recorded games": RECORDED[name]}
        if "natural" in data:
            hits, of = data["natural"][k].tolist()
            limits = stats.binomtest(hits, of).proportion_ci(LEVEL)
            real |= {"mean": hits / of, "low": limits.low, "high": limits.high, "games": of}
        told[f"the real one against {name}"] = real
        for c, clone in enumerate(CLONES):
            told[f"{clone} against {name}"] = {**spread(data["opened"][c, k]), "games": 2 * data["opened"].shape[2],
                                               "from the empty board": float(data["empty"][c, k].mean())}
    return told


def cell(arrays: Arrays, board: str, threads: str) -> dict[str, Any]:
    """One cell of the factorial: points against the panel, depth, positions a move."""
    data = arrays[f"clock_{board}_{threads}"]
    searched = data["told"]
    return {**spread(openings(data["won"])), "faults": int(data["faults"][0]),
            "depth": float(searched[searched[:, 1] < 6, 2].mean()) if (searched[:, 1] < 6).any() else np.nan,
            "positions a move": float(searched[:, 3].mean()) if len(searched) else np.nan}


def agreement_rows(arrays: Arrays) -> dict[str, Any]:
    """Of every clone and kind of decision the share that agrees; of rules that are blind to the board that alone."""
    data = arrays["agreement"]
    if "reason" in data:
        return {"not told": {"reason": str(data["reason"])}}
    told = {}
    for c, clone in enumerate(data["clones"]):
        for k, kind in enumerate(data["kinds"]):
            hits, of = float(data["hits"][c, k]), int(data["decisions"][c, k])
            if of:
                limits = stats.binomtest(round(hits), of).proportion_ci(LEVEL)
                told[f"{clone}, {kind}"] = {"agrees": hits / of, "low": limits.low, "high": limits.high, "decisions": of}
    for b, rule in enumerate(data["blind"]):
        for k, kind in enumerate(data["kinds"]):
            if of := int(data["decisions"][0, k]):
                told[f"blind, {rule}, {kind}"] = {"agrees": float(data["blind_hits"][b, k]) / of, "decisions": of}
    return told


def tables(config: study.Config, arrays: Arrays) -> dict[str, list[Sequence[Any]]]:
    """Table 2 in the paper's form, champions of all runs, generations, boards, standings."""
    ours, points = ordered(config, arrays)
    head = [place_name(k) for k in range(max(5, len(ours)))]
    second: list[Sequence[Any]] = [["heuristic", *(f"{name} (paper)" for name in head[:5]), *head[: len(ours)]]]
    second += [[name, *(f"{x:.4f}" for x in TABLE_2[:, k]), *(f"{x:.4f}" for x in ours[:, k])]
               for k, name in enumerate(PARTS)]
    second.append(["points", *("" for _ in range(5)), *(int(p) for p in points)])
    every: list[Sequence[Any]] = [["kind", "run", *GENES]]
    course: list[Sequence[Any]] = [["kind", "generation", "gene", "lower quartile", "median", "upper quartile"]]
    for kind in config.kinds:
        found = study.gather(arrays, kind, "champion")
        every += [[kind, run, *(f"{x:.6g}" for x in row)] for run, row in enumerate(found)]
        means = study.gather(arrays, kind, "mean")
        for k, name in enumerate(GENES[: means.shape[2]]):
            quartiles = np.quantile(means[:, :, k], [0.25, 0.5, 0.75], axis=0)
            if np.ptp(means[:, :, k]):
                course += [[kind, generation, name, *(f"{x:.6g}" for x in quartiles[:, generation])]
                           for generation in range(means.shape[1])]
    made: dict[str, list[Sequence[Any]]] = {"table-2": second, "champions": every, "generations": course}
    for task in arrays:
        if task.startswith("track_"):
            made[task.replace("_", "-")] = [["position", "agent", "points", "wins", "draws", "losses", "faults"]] + [
                [row[0], name, *row[1:]] for name, row in zip(arrays[task]["agents"], arrays[task]["places"].tolist(),
                                                              strict=True)]
    return made
