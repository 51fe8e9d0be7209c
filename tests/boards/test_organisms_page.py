"""The film of a game of Organisms is the game that `play` plays, and its replay is one file that stands on its own."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.agent import Agent
from lek.boards.organisms_film import Film, Frames, due, record_game
from lek.boards.organisms_page import colours, replay_html, replay_section, spread
from lek.find import find_agent, find_game
from lek.game import Game
from lek.playing import play
from lek.position import result
from lek.settings import Mistake
from lek.studies.organisms.showcase import population_figure
from lek.watching import watch

SMALL = {"width": 7, "height": 8, "rounds": 60, "K": 20, "p": 0.05, "q": 0.1}
MIXED = ("simple-player", "protective-farmer", "simple-player:roam=always")
VOID = {"br", "input", "meta"}


def seat(names: tuple[str, ...], **settings: Any) -> tuple[Game, list[Agent]]:
    found = find_game("organisms")
    game = found.build(**{"species": len(names), **SMALL, **settings})
    return game, [find_agent(found, game, name) for name in names]


@pytest.fixture(scope="module")
def film() -> Frames:
    return record_game(*seat(MIXED), seed=3)


# The film


@pytest.mark.parametrize("names, settings", [
    (MIXED, {}), (MIXED, {"rounds": 700, "width": 8}), (("random",) * 3, {"rounds": 500, "p": 0.0}),
])
def test_the_recorded_game_is_the_one_that_play_plays(names: tuple[str, ...], settings: dict[str, Any]) -> None:
    game, agents = seat(names, **settings)
    for deal in (0, 5):
        frames = record_game(game, agents, 9, deal)
        played = play(game, agents, [range(len(names))], 9, deal=[deal])
        assert np.array_equal(frames.scores, played.scores)
        assert np.array_equal(frames.measures, played.measures, equal_nan=True)
        end = game.settings["rounds"] if frames.counts[-1].any() else int(np.nanmax(played.measures[0, :, 3]))
        assert frames.rounds[-1] == end


def test_a_frame_is_the_board_when_its_round_begins() -> None:
    game, agents = seat(MIXED)
    frames = record_game(game, agents, 3, 1)
    states: dict[int, Any] = {}
    for turn in watch(game, agents, 3, 1):
        states.setdefault(int(turn.state.turn), turn.state)
    del states[-1]  # founders are asked for their state before the first round
    assert frames.rounds.tolist() == list(states) == list(range(SMALL["rounds"] + 1))
    cells = SMALL["width"] * SMALL["height"]
    for t, s in enumerate(states.values()):
        there = s.who[:cells] > 0
        assert np.array_equal(frames.species[t], np.where(there, s.seat[:cells].astype(int), -1))
        assert np.array_equal(frames.energy[t], np.where(there, s.energy[:cells], 0))
        assert np.array_equal(frames.food[t], s.food[:cells])


def test_counts_are_those_on_the_board(film: Frames) -> None:
    for t in range(len(film.rounds)):
        there = film.species[t] >= 0
        assert np.array_equal(np.bincount(film.species[t][there], minlength=3), film.counts[t])
        assert np.array_equal(np.bincount(film.species[t][there], film.energy[t][there], minlength=3), film.totals[t])
    assert film.counts[0].tolist() == [1, 1, 1] and film.counts[-1].sum() > 3
    assert film.energy.max() <= film.most_energy and film.food.max() <= film.most_food


class Stays:
    """An agent outside compiled code that stays; in one game it crashes on the way."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def begin(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, view: Any, legal: Any, budget: float | None, body: int = 0) -> int:
        self.moves -= 1
        if self.moves < 0:
            raise ValueError("out of moves")
        return 0


@pytest.mark.parametrize("moves", [1000, 10])
def test_a_game_with_an_outsider_is_watched(moves: int) -> None:
    game, agents = seat(MIXED)
    frames = record_game(game, [*agents[:2], Agent("stays", outsider=Stays(moves))], 3, 1)
    last = list(watch(game, [*agents[:2], Agent("stays", outsider=Stays(moves))], 3, 1, []))[-1].state
    scores, measures = result(game, last)
    assert np.array_equal(frames.scores[0], scores) and np.array_equal(frames.measures[0], measures, equal_nan=True)
    assert np.array_equal(frames.totals[-1], last.total) and frames.rounds[-1] == SMALL["rounds"]


def test_watching_and_playing_give_the_same_film() -> None:
    game, agents = seat(MIXED)
    seen = Film(game, every=7)
    for turn in watch(game, agents, 3, 1):
        seen.see(turn.state)
    for one, other in zip(seen.frames(), record_game(game, agents, 3, 1, every=7), strict=True):
        assert np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")
    assert seen.frames().rounds.tolist() == [0, 7, 14, 21, 28, 35, 42, 49, 56, 60]


def test_which_rounds_are_kept() -> None:
    long = due(5000, None, 400)
    assert len(long) == 400 and long[:102].tolist() == list(range(102)) and long[-1] == 5000
    gaps = np.diff(long)
    assert (np.diff(gaps) >= -1).all() and gaps.min() == 1 and 50 <= gaps[-1] <= 80
    assert due(399, None, 400).tolist() == list(range(400))
    assert due(1, None, 400).tolist() == [0, 1]
    for rounds, frames in ((400, 400), (1000, 400), (500_000, 400), (5000, 24), (25, 24)):
        some = due(rounds, None, frames)
        assert some[0] == 0 and some[-1] == rounds and (np.diff(some) > 0).all() and len(some) <= frames + 1
    with pytest.raises(Mistake, match="every=0"):
        due(10, 0, 400)


def test_what_cannot_be_filmed() -> None:
    game, agents = seat(MIXED)
    with pytest.raises(Mistake, match="3 seats, but 2"):
        record_game(game, agents[:2], 0)
    with pytest.raises(Mistake, match="given: moose"):
        Film(find_game("moose").build())


# The page


class Reader(HTMLParser):
    """Checks that tags nest, and notes what the page would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href", "xlink:href", "id")]
        self.open += [tag] if tag not in VOID else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href", "xlink:href", "id")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def embedded(page: str) -> Any:
    [found] = re.findall(r'<script type="application/json">(.*?)</script>', page, re.S)
    return json.loads(found)


def test_one_file_that_needs_nothing_else(film: Frames) -> None:
    page = replay_html(film, ("<left>", 'r&"ight', "</script>"), "a <title>")
    assert Reader(page).addresses == []
    assert not re.search(r"http|url\(|@import|fetch\(|import\(|XMLHttp", page)
    assert "<left>" not in page and page.count("&lt;left&gt;") >= 2 and "a &lt;title&gt;" in page
    assert page.startswith("<!DOCTYPE html>") and page.count("<section") == 1
    for count, energy in zip(film.counts[-1], film.totals[-1], strict=True):  # without a script: the last round
        assert f"<td>{count:,}</td><td>{energy:,}</td>" in page


def test_the_page_holds_the_whole_film(film: Frames) -> None:
    told = embedded(replay_html(film, MIXED, "title"))
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(told["cells"])), np.uint8).astype(int)
    low_high = numbers.reshape(3, 2, film.width * film.height, len(film.rounds))
    species, energy, food = low_high[:, 0] + 256 * low_high[:, 1]
    assert np.array_equal(species.T - 1, film.species)
    assert np.array_equal(energy.T, film.energy) and np.array_equal(food.T, film.food)
    assert told["rounds"] == film.rounds.tolist() and told["names"] == list(MIXED)
    assert (told["width"], told["height"], told["energy"], told["food"]) == (7, 8, 500, 20)


def test_a_section_keeps_to_itself(film: Frames) -> None:
    section = replay_section(film, MIXED, "title")
    style = re.search(r"<style>(.*?)</style>", section, re.S)
    assert style is not None and Reader(section).addresses == []
    for selectors in re.findall(r"(?:^|[{}])\s*([^{}@]+?)\s*\{", style[1]):
        assert all(re.match(r"(\.lek-page )?\.lek-world", selector.strip()) for selector in selectors.split(",")), selectors
    assert "lek-page" not in section.replace(style[0], "").split("<script>")[0]


def test_files_stay_small() -> None:
    game, agents = seat(MIXED, width=20, height=20, rounds=5000, p=0.01, q=0.02, K=80)
    page = replay_html(record_game(game, agents, 1), MIXED, "title")
    assert len(page) < 1_000_000 and len(embedded(page)["rounds"]) == 400


def test_names_must_be_as_many_as_species(film: Frames) -> None:
    with pytest.raises(Mistake, match="3 species played, but 2 names"):
        replay_html(film, ("a", "b"), "title")


def test_colours_differ() -> None:
    for n in (1, 12, 40):
        assert len(set(colours(n))) == n and all(re.fullmatch("#[0-9A-F]{6}", colour) for colour in colours(n))
    assert colours(40)[:12] == colours(12)


def test_labels_keep_apart() -> None:
    assert spread([], 5) == [] and spread([10, 50], 5) == [10, 50]
    assert spread([10, 11, 12], 5) == [10, 15, 20] and spread([98, 99, 100], 5) == [90, 95, 100]


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_curves(film: Frames, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"curves.{suffix}"
    population_figure(film, MIXED, path)
    again = tmp_path / f"again.{suffix}"
    population_figure(record_game(*seat(MIXED, rounds=300), seed=3), MIXED, again)
    assert path.stat().st_size > 5000 and again.read_bytes() != path.read_bytes()


# The command


PYTHON_AGENT = "def act(view):\n    return 0\n"


def lek(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    small = [word for key, value in SMALL.items() for word in ("--set", f"{key}={value}")]
    return subprocess.run([sys.executable, "-m", "lek.cli", "play", *words, *(small if "organisms" in words else [])],
                          capture_output=True, text=True, cwd=folder)


def test_play_writes_a_replay_of_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PYTHON_AGENT)
    told = {}
    for names in (MIXED, (*MIXED[:2], "mine.py")):
        plain = lek(tmp_path, "organisms", *names, "--games", "2", "--json")
        filmed = lek(tmp_path, "organisms", *names, "--games", "2", "--json", "--replay", "game.html")
        assert (filmed.returncode, filmed.stdout) == (0, plain.stdout), filmed.stderr
        told[names] = embedded((tmp_path / "game.html").read_text())
        assert told[names]["names"] == list(names) and told[names]["rounds"] == list(range(61))
    assert told[MIXED]["cells"] != told[(*MIXED[:2], "mine.py")]["cells"]
    lek(tmp_path, "organisms", *MIXED, "--show", "--replay", "shown.html")
    assert embedded((tmp_path / "shown.html").read_text()) == told[MIXED]


@pytest.mark.parametrize("words, expected", [
    (("organisms", "random", "--replay", "game.htm"), "game.htm .html"),
    (("organisms", "random", "--replay", "none/game.html"), "none/game.html folder"),
    (("moose", "random", "random", "--replay", "game.html"), "moose organisms"),
])
def test_a_replay_that_cannot_be(tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    said = lek(tmp_path, *words)
    assert said.returncode == 2 and said.stdout == "" and len(said.stderr.splitlines()) == 1
    assert all(word in said.stderr for word in expected.split())
