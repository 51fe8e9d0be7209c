"""The figures of the Moose study show its statistics, and a report holds everything and loads nothing."""

from __future__ import annotations

import dataclasses
import shlex
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from lek.settings import assignments
from lek.studies import moose as study
from lek.studies.claim import Claim, holm
from lek.studies.moose.density import sawing
from lek.studies.moose.paper_figures import CAPTIONS, choose_runs, draw, figures
from lek.studies.moose.study import STUDY
from lek.studies.report import command, report
from lek.studies.study import configure

SMALL = {"generations": 12, "population": 8, "elite": 4, "rounds": 10, "states": 3}
ALWAYS = ["figure-4", "figure-5", "figure-6", "figure-6-final", "figure-7", "figure-7-plays"]
CASES = {
    "two replicates": {"replicates": 2, "experiments": "1,5"},
    "one replicate": {"replicates": 1, "experiments": "5,7"},
    "one generation": {"replicates": 3, "generations": 1, "experiments": "4", "over": "final", "area": "trapezoid"},
    "many replicates": {"replicates": 61, "experiments": "5", "generations": 2},
    "sweep": {"replicates": 2, "generations": 2, "experiments": "1", "sweep": "yes"},
}
CLAIMS = [
    Claim("T1", "more < than before & \"after\"", "0.3 [0.1, 0.5]", "agree", 0.01),
    Claim("C2", "conflict increased", "-0.1", "disagree", 0.9),
    Claim("F3", "roughly a third", "0.33", "undecided"),
    Claim("X4", "students liked it", "no data", "not testable"),
]


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> Any:
    """A config and its arrays."""
    return played(CASES[request.param])


@pytest.fixture(scope="module")
def two() -> Any:
    return played({"replicates": 5, "experiments": "1,5"})


def played(given: dict[str, Any]) -> tuple[study.Config, dict[str, Any]]:
    config = configure(study.QUICK, {**SMALL, **given})
    return config, {name: task.work(*task.given) for name, task in STUDY.tasks(config).items()}


def medians(axes: Any) -> list[float]:
    return [line.get_ydata()[0] for line in axes.lines if line.get_label() == "_median"]


def area(collection: Any) -> float:
    """Of a shaded polygon, by the shoelace formula."""
    x, y = collection.get_paths()[0].vertices.T
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


def test_every_figure_is_drawn_as_png_and_svg_twice_the_same(case: Any, tmp_path: Path) -> None:
    config, arrays = case
    paths = figures(config, arrays, tmp_path / "once")
    names = [name if config.over == "whole" else name.replace("final", "whole") for name in ALWAYS]
    names += ["figure-8"] * (5 in config.experiments) + ["sawing", "course"] + ["sweep"] * config.sweep
    assert [path.name for path in paths] == [f"{name}.png" for name in names]
    assert set(names) <= set(CAPTIONS)
    figures(config, arrays, tmp_path / "again")
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG")
        pixels = imread(path)  # [height, width, red green blue alpha]
        assert pixels.shape[1] == 1080 and pixels.shape[0] > 400
        assert pixels[..., :3].std() > 0.05, "a blank page"
        for file in (path, path.with_suffix(".svg")):
            assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


def test_drawing_leaves_the_readers_own_matplotlib_settings_alone(two: Any, tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    figures(*two, tmp_path)
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("kind", ["sum", "trapezoid"])
def test_the_shaded_area_of_figure_4_is_the_total_fitness_of_the_median_run(two: Any, kind: str) -> None:
    config, arrays = dataclasses.replace(two[0], area=kind), two[1]
    totals = study.all_statistics(config, arrays)[1]["total_fitness"]
    figure = draw(config, arrays)["figure-4"]
    assert area(figure.axes[0].collections[0]) == pytest.approx(np.median(totals))
    assert f"{np.median(totals):.1f}" in figure.get_suptitle()


def test_box_medians_are_those_of_the_statistics(two: Any) -> None:
    config, arrays = two
    found, drawn = study.all_statistics(config, arrays), draw(config, arrays)
    shown = {"figure-5": "total_fitness", "figure-6": "conflict", "figure-6-final": "conflict_final"}
    for name, statistic in shown.items():
        assert medians(drawn[name].axes[0]) == [np.median(found[e][statistic]) for e in (1, 5)]
    assert medians(drawn["figure-7"].axes[0]) == pytest.approx(
        np.concatenate([np.median(found[e]["fields"], axis=0) for e in (1, 5)]))
    courses = [study.conflict_course(config, study.gather(arrays, f"e{e}")) for e in (1, 5)]
    assert medians(drawn["sawing"].axes[0]) == [np.median(sawing(course)) for course in courses]


def test_figure_6_shows_the_statistic_asked_for(two: Any) -> None:
    config, arrays = dataclasses.replace(two[0], over="final"), two[1]
    found, drawn = study.all_statistics(config, arrays), draw(config, arrays)
    assert medians(drawn["figure-6"].axes[0]) == [np.median(found[e]["conflict_final"]) for e in (1, 5)]
    assert medians(drawn["figure-6-whole"].axes[0]) == [np.median(found[e]["conflict"]) for e in (1, 5)]


def test_stacked_plays_are_the_mean_shares_and_fill_the_bar(two: Any) -> None:
    config, arrays = two
    bars = np.array([bar.get_height() for bar in draw(config, arrays)["figure-7-plays"].axes[0].patches]).reshape(6, 2)
    expected = [found["plays"].mean(0) for found in study.all_statistics(config, arrays).values()]
    assert bars.T == pytest.approx(np.array(expected))
    assert bars.sum(0) == pytest.approx([1, 1])


def test_figure_8_traces_the_chosen_runs(two: Any) -> None:
    config, arrays = two
    data = study.gather(arrays, "e5")
    course = study.conflict_course(config, data)
    chosen = choose_runs(study.statistics(config, data)["conflict"], sawing(course))
    panels = draw(config, arrays)["figure-8"].axes
    assert len(panels) == 6 and len(set(chosen.values())) == 3
    for row, replicate in enumerate(chosen.values()):
        left, right = panels[2 * row : 2 * row + 2]
        assert left.lines[0].get_ydata() == pytest.approx(data["most"][replicate])
        assert left.lines[1].get_ydata() == pytest.approx(data["mean"][replicate])
        assert right.lines[0].get_ydata() == pytest.approx(100 * course[replicate])
        assert left.get_title(loc="left").startswith(f"replicate {replicate}:")


def test_runs_of_figure_8_are_chosen_by_rule() -> None:
    conflict, sd = np.arange(30)[::-1] / 100, np.full(30, 0.02)
    sd[7] = 0.08
    assert choose_runs(conflict, sd) == {"calm": 26, "largest sd of conflict": 7, "high conflict": 0}
    assert list(choose_runs(conflict[:2], sd[:2]).values()) == [1, 0]
    assert list(choose_runs(conflict[:1], sd[:1]).values()) == [0]


def test_the_course_shows_means_over_replicates(two: Any) -> None:
    config, arrays = two
    upper, lower = draw(config, arrays)["course"].axes[:2]
    for line, fought, experiment in zip(upper.lines, lower.lines, (1, 5), strict=False):
        data = study.gather(arrays, f"e{experiment}")
        assert line.get_ydata() == pytest.approx(data["mean"].mean(0))
        assert fought.get_ydata() == pytest.approx(study.conflict_course(config, data).mean(0))


def test_the_sweep_writes_its_means_into_the_cells() -> None:
    config, arrays = played(CASES["sweep"])
    left, right = draw(config, arrays)["sweep"].axes
    for axes, name, digits in ((left, "total_fitness", 1), (right, "conflict", 3)):
        means = [study.statistics(config, study.gather(arrays, f"s{states}x{mutations}"))[name].mean()
                 for states in study.SWEEP_STATES for mutations in study.SWEEP_MUTATIONS]
        assert np.ravel(axes.images[0].get_array().data) == pytest.approx(means)
        assert [text.get_text().split("\n")[0] for text in axes.texts] == [f"{mean:.{digits}f}" for mean in means]


class Page(HTMLParser):
    """Checks that tags close in order; collects what the page refers to, its ids and its text."""

    VOID = ("meta", "img", "br", "path", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert tag not in ("script", "link", "iframe")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data


def test_a_report_holds_every_claim_figure_and_number_and_loads_nothing(two: Any, tmp_path: Path) -> None:
    config, arrays = two
    paths = figures(config, arrays, tmp_path)
    drawing, fragment = tmp_path / "machine.svg", tmp_path / "stepper.html"
    drawing.write_text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><title>M</title></svg>')
    fragment.write_text("<p>a fragment &amp; more</p>")
    given = ("moose", STUDY, config, study.results(config, arrays), CLAIMS, [*paths, drawing, fragment])
    text = report(*given)
    page = Page(text)
    assert all(link.startswith(("data:image/png;base64,", "#")) for link in page.links)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert "url(" not in text and "@import" not in text and "<?xml" not in text
    for claim, adjusted in zip(CLAIMS, holm(CLAIMS), strict=True):
        assert all(part in page.words for part in (claim.id, claim.paper, claim.ours, claim.verdict))
        assert adjusted is None or f"{adjusted:.2g}" in page.words
    assert "1 agree" in page.words and "1 not testable" in page.words
    for path in [*paths, drawing, fragment]:
        assert path.stem in page.ids
        assert CAPTIONS.get(path.stem, "") in page.words
    assert "<svg" in text and "a fragment & more" in page.words
    assert "total fitness" in page.words and "3:3" in page.words
    assert f"{study.results(config, arrays)['5']['total_fitness']['mean']:.1f}" in page.words
    assert text == report(*given)


def test_a_report_marks_what_differs_from_the_paper_and_how_to_run_it_again(two: Any) -> None:
    config, _ = two
    text = report("moose", STUDY, config, {}, [], [])
    Page(text)
    ours, paper = dataclasses.asdict(config), dataclasses.asdict(study.PAPER)
    assert text.count('<tr class="changed">') == sum(ours[name] != paper[name] for name in ours) == 7
    assert "lek study run moose --scale" in text
    assert "All settings are the paper's." in report("moose", STUDY, study.PAPER, {}, [], [])


@pytest.mark.parametrize("given", [{}, {"seed": 7, "device": "cuda"}, {"experiments": "1,5", "sweep": "yes"}, SMALL])
def test_the_command_line_of_a_report_gives_the_same_config(given: dict[str, Any]) -> None:
    config = configure(study.QUICK, given)
    words = shlex.split(command("moose", STUDY, config))
    options = list(zip(words[4::2], words[5::2], strict=True))
    base = {"quick": study.QUICK, "paper": study.PAPER}[dict(options)["--scale"]]
    settings = assignments(value for option, value in options if option == "--set")
    settings |= {option[2:]: value for option, value in options if option in ("--seed", "--device")}
    assert configure(base, settings) == config


def test_results_of_any_shape_become_tables() -> None:
    results = {
        "first": {"wins": {"mean": 12.345, "sd": 0.0456}, "n": 3, "none": None, "by": {"a": 0.25}, "many": [1] * 20,
                  "share": {"mean": 0.5, "low": 0.25, "high": 0.75}},
        "second": {"wins": {"mean": 1.0, "sd": None}, "n": 4, "bad": float("nan"), "name": "<b>"},
        "deeper": {"x": {"wins": {"mean": 7.0, "sd": 1.0}}},
        "alone": 0.125,
    }
    text = report("any", STUDY, study.PAPER, results, [], [])
    page = Page(text)
    for told in ("12.345 ± 0.046", "1.000", "0.250", "20 values", "–", "<b>", "0.500 [0.250, 0.750]", "Deeper", "7.0 ± 1.0",
                 "alone", "0.125"):
        assert told in page.words
