"""Oracle: experiments 1, 3, 4 and 6 against an independent C program's 1,000 replicates (rulebook, section 3.2).

Agreement is shown by equivalence tests, two one-sided tests for each cell (Schuirmann 1987): the difference of the two
means is inside a margin beyond doubt. Both samples err, each by its standard deviation over the root of 1,000. Margins
were chosen from the yardstick's own deviations before ours were run, so that two equal programs pass nearly always:

    total fitness, final fitness    1 % of the yardstick's mean
    conflict                        5 % of it over the whole run, 7.5 % for the final population
    fields, fights by field         0.015 over the whole run, 0.02 for the final population

Plays on two different fields vary so much between replicates (sd about 0.13) that the yardstick's 300 replicates of
them show no equivalence to any useful margin, whatever ours are: of these only that they do not contradict is tested.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy import stats

from lek.studies import moose as study
from lek.studies.moose.study import STUDY
from lek.studies.study import configure

REPLICATES = 1000
LEVEL = 0.05

YARDSTICK: dict[int, dict[str, list[tuple[float, float]]]] = {  # mean, sd between replicates
    1: {"total_fitness": [(669.3, 22.6)], "conflict": [(.1352, .0294)], "conflict_final": [(.0890, .0336)],
        "fields": [(.334, .062), (.332, .061), (.334, .062)],
        "fields_final": [(.335, .084), (.333, .084), (.332, .084)], "final_fitness": [(2.812, .104)]},
    3: {"total_fitness": [(1070.3, 11.3)], "conflict": [(.0876, .0089)], "conflict_final": [(.0737, .0177)],
        "fields": [(.331, .070), (.334, .069), (.334, .069)],
        "fields_final": [(.331, .072), (.336, .071), (.334, .072)], "final_fitness": [(4.369, .086)]},
    4: {"total_fitness": [(887.8, 29.8)], "conflict": [(.1618, .0267)], "conflict_final": [(.1311, .0427)],
        "fields": [(.248, .021), (.248, .021), (.504, .023)],
        "fields_final": [(.242, .027), (.244, .029), (.513, .035)], "final_fitness": [(3.686, .181)]},
    6: {"total_fitness": [(1107.6, 24.0)], "conflict": [(.1366, .0221)], "conflict_final": [(.1121, .0371)],
        "fields": [(.230, .066), (.385, .040), (.385, .041)],
        "fields_final": [(.262, .098), (.368, .065), (.370, .066)], "final_fitness": [(4.567, .169)]},
}
PLAYS = {  # 1:1, 2:2, 3:3, 1:2, 1:3, 2:3 over the whole run; means of 300 replicates, printed without deviations
    1: (.045, .044, .045, .284, .296, .286), 3: (.029, .029, .029, .305, .308, .300),
    4: (.027, .027, .108, .047, .396, .395), 6: (.027, .054, .056, .200, .203, .461),
}
BANDS = {  # 99 % bands of a mean of 30: total fitness, conflict over the whole run
    1: ((658.7, 679.9), (.121, .149)), 3: ((1065.0, 1075.6), (.083, .092)),
    4: ((873.7, 901.8), (.149, .174)), 6: ((1096.3, 1118.8), (.126, .147)),
}


class Cell(NamedTuple):
    experiment: int
    name: str
    ours: float
    theirs: float
    margin: float  # infinite where no equivalence can be shown
    error: float  # standard error of the difference

    @property
    def p(self) -> float:
        """The larger of the two one-sided p values."""
        above, below = self.margin + self.ours - self.theirs, self.margin - self.ours + self.theirs
        return float(stats.norm.sf(min(above, below) / self.error))

    @property
    def z(self) -> float:
        return (self.ours - self.theirs) / self.error

    def __str__(self) -> str:
        numbers = (self.ours, self.theirs, self.ours - self.theirs, self.error)
        told = f"{self.margin:.4f} | {self.p:.2g}" if np.isfinite(self.margin) else f"none | z = {self.z:.2f}"
        return f"| {self.experiment} | {self.name} | {' | '.join(f'{x:.4f}' for x in numbers)} | {told} |"


def margin(name: str, mean: float) -> float:
    relative = {"total_fitness": 0.01, "final_fitness": 0.01, "conflict": 0.05, "conflict_final": 0.075}
    return relative[name] * mean if name in relative else 0.02 if name.endswith("final") else 0.015


def bred(replicates: int, experiments: str) -> dict[int, dict[str, Any]]:
    """Statistics by experiment at the paper's settings."""
    config = configure(study.PAPER, {"replicates": replicates, "experiments": experiments})
    tasks = STUDY.tasks(config)
    with ThreadPoolExecutor(2) as pool:
        arrays = dict(zip(tasks, pool.map(lambda task: task.work(*task.given), tasks.values()), strict=True))
    return study.all_statistics(config, arrays)


def cells(found: dict[int, dict[str, Any]]) -> list[Cell]:
    made = []
    for experiment, row in YARDSTICK.items():
        for name, printed in row.items():
            values = np.atleast_2d(found[experiment][name].T)  # [1 or 3, replicates]
            for k, (mean, deviation) in enumerate(printed):
                label = name if len(printed) == 1 else f"{name} {k + 1}"
                error = np.sqrt((values[k].var(ddof=1) + deviation**2) / REPLICATES)
                made.append(Cell(experiment, label, float(values[k].mean()), mean, margin(name, mean), float(error)))
        for k, mean in enumerate(PLAYS[experiment]):
            values = found[experiment]["plays"][:, k]
            error = values.std(ddof=1) * np.sqrt(1 / REPLICATES + 1 / 300)
            allowed = margin("plays", mean) if k < 3 else np.inf
            made.append(Cell(experiment, f"plays {study.PLAYS[k]}", float(values.mean()), mean, allowed, float(error)))
    return made


@pytest.mark.slow
def test_a_thousand_replicates_are_equivalent_to_the_yardstick(capsys: pytest.CaptureFixture[str]) -> None:
    found = bred(REPLICATES, "1,3,4,6")
    assert all(len(row["total_fitness"]) == REPLICATES for row in found.values())
    made = cells(found)
    with capsys.disabled():
        print("\n| E | statistic | ours | theirs | difference | its error | margin | p |\n" + "|---" * 8 + "|")
        for cell in made:
            print(cell)
    assert len(made) == 4 * (4 + 6 + 6)
    assert sum(np.isfinite(cell.margin) for cell in made) == 4 * (4 + 6 + 3)
    wrong = [str(cell) for cell in made if not (cell.p < LEVEL if np.isfinite(cell.margin) else abs(cell.z) < 3)]
    assert not wrong, "\n".join(["not equivalent:", *wrong])
    for experiment, row in YARDSTICK.items():  # and the spread between replicates is the same, within 15 %
        for name in ("total_fitness", "conflict", "conflict_final", "final_fitness"):
            ratio = found[experiment][name].std(ddof=1) / row[name][0][1]
            assert abs(ratio - 1) < 0.15, (experiment, name, ratio)


def test_sixty_replicates_lie_in_the_printed_bands() -> None:
    """The bands are those of a mean of 30; that of a mean of 60 is narrower by the root of two."""
    found = bred(60, "1,3")
    for experiment in (1, 3):
        for name, (low, high) in zip(("total_fitness", "conflict"), BANDS[experiment], strict=True):
            values = found[experiment][name]
            middle, half = YARDSTICK[experiment][name][0][0], (high - low) / 2 / np.sqrt(2)
            assert len(values) == 60 and abs(values.mean() - middle) < half, (experiment, name, values.mean())


def test_the_printed_bands_are_those_of_the_printed_deviations() -> None:
    for experiment, bands in BANDS.items():
        for name, (low, high) in zip(("total_fitness", "conflict"), bands, strict=True):
            mean, deviation = YARDSTICK[experiment][name][0]
            half = stats.norm.ppf(0.995) * deviation / np.sqrt(30)
            assert (low, high) == pytest.approx((mean - half, mean + half), rel=0.01)


def test_the_equivalence_test_can_fail() -> None:
    """Off by the margin it is a coin toss at best; a sample too small to tell fails even where the means agree."""
    assert Cell(1, "x", 10.0, 10.0, 1.0, 0.1).p < 1e-9
    assert Cell(1, "x", 11.0, 10.0, 1.0, 0.1).p == pytest.approx(0.5)
    assert Cell(1, "x", 12.0, 10.0, 1.0, 0.1).p > 0.999 and Cell(1, "x", 8.0, 10.0, 1.0, 0.1).p > 0.999
    assert Cell(1, "x", 10.0, 10.0, 1.0, 2.0).p > LEVEL
    for row in YARDSTICK.values():  # two equal programs pass in at least 97 of 100 cells
        for name, printed in row.items():
            for mean, deviation in printed:
                error = deviation * np.sqrt(2 / REPLICATES)
                assert margin(name, mean) / error > stats.norm.ppf(0.95) + stats.norm.ppf(0.985), (name, mean)
