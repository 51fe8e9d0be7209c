"""The replay of a game of Organisms in a real browser: Chromium, where there is one."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lek.boards.organisms_film import Frames, record_game
from lek.boards.organisms_page import replay_html, replay_section
from lek.find import find_agent, find_game

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NAMES = ("simple-player", "protective-farmer", "simple-player:roam=always")


@pytest.fixture(scope="module")
def film() -> Frames:
    found = find_game("organisms")
    game = found.build(species=3, width=7, height=8, rounds=60, K=20, p=0.05, q=0.1)
    return record_game(game, [find_agent(found, game, name) for name in NAMES], seed=3)


class Browser:
    """Chromium, spoken to through a pipe; `complaints` is what it had to say about the page."""

    def __init__(self, folder: Path) -> None:
        read, self.write = os.pipe()
        self.read, write = os.pipe()
        flags = ("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
                 f"--disable-component-update --disable-sync --remote-debugging-pipe --user-data-dir={folder}").split()
        pipes = f'exec "$0" "$@" 3<&{read} 4>&{write}'
        self.process = subprocess.Popen(["bash", "-c", pipes, str(CHROMIUM), *flags, "about:blank"], pass_fds=(read, write),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.number, self.unread, self.session = 0, b"", {}
        self.complaints: list[Any] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = {"sessionId": self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]}
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=960, height=1000, deviceScaleFactor=1, mobile=False)

    def ask(self, method: str, **given: Any) -> Any:
        self.number += 1
        said = {"id": self.number, "method": method, "params": given, **self.session}
        os.write(self.write, json.dumps(said).encode() + b"\0")
        while True:
            while b"\0" not in self.unread:
                assert select.select([self.read], [], [], 60)[0], f"no answer to {method}"
                got = os.read(self.read, 1 << 16)
                assert got, "the browser is gone"
                self.unread += got
            line, _, self.unread = self.unread.partition(b"\0")
            answer = json.loads(line)
            if answer.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                self.complaints.append(answer["params"])
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def open(self, path: Path, motion: str, scheme: str = "light") -> None:
        self.prefer(motion, scheme)
        self.ask("Page.navigate", url=path.as_uri())
        self.wait('document.querySelector(".lek-world.live") !== null')

    def prefer(self, motion: str, scheme: str) -> None:
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion},
                                                         {"name": "prefers-color-scheme", "value": scheme}])

    def tell(self, expression: str) -> Any:
        told = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def wait(self, expression: str) -> None:
        end = time.monotonic() + 30
        while not self.tell(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.02)

    def press(self, key: str) -> None:
        text = {"text": " "} if key == " " else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, code="Space" if key == " " else key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code="Space" if key == " " else key)

    def click(self, what: str, x: float = 0.5, y: float = 0.5) -> None:
        box = json.loads(self.tell(f"JSON.stringify(document.querySelector({json.dumps(what)}).getBoundingClientRect())"))
        at = {"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"]}
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", **at)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, button="left", buttons=1, clickCount=1, **at)

    @property
    def round(self) -> int:
        return int(self.tell('document.querySelector(".round b").textContent'))

    @property
    def picture(self) -> str:
        return str(self.tell('document.querySelector(".lek-world canvas").toDataURL()'))

    @property
    def table(self) -> list[list[int]]:
        text = self.tell('JSON.stringify([...document.querySelectorAll("tbody tr")].map(row => '
                         '[1, 2].map(k => +row.cells[k].textContent.replaceAll(",", ""))))')
        return [list(row) for row in json.loads(text)]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.ask("Browser.close")
    made.process.wait(30)


@pytest.fixture
def page(film: Frames, tmp_path: Path) -> Path:
    path = tmp_path / "game.html"
    path.write_text(replay_html(film, NAMES, "three species"), encoding="utf-8")
    return path


def board_of(film: Frames, t: int) -> list[list[int]]:
    return [list(row) for row in zip(film.counts[t].tolist(), film.totals[t].tolist(), strict=True)]


def test_keys_buttons_and_the_slider_step_through_the_film(browser: Browser, page: Path, film: Frames) -> None:
    browser.open(page, "reduce")
    pictures = {0: browser.picture}
    for how, t in ((lambda: browser.press("ArrowRight"), 1), (lambda: browser.press("End"), 60),
                   (lambda: browser.press("ArrowLeft"), 59), (lambda: browser.press("Home"), 0),
                   (lambda: browser.click('[data-go="forward"]'), 1), (lambda: browser.click('[data-go="last"]'), 60),
                   (lambda: browser.click('[data-go="back"]'), 59), (lambda: browser.click('[data-go="first"]'), 0),
                   (lambda: browser.click("input"), 30), (lambda: browser.press("ArrowRight"), 31),
                   (lambda: browser.click(".plot svg", x=0.25), 15)):
        how()
        assert browser.round == film.rounds[t] and browser.table == board_of(film, t)
        assert browser.picture == pictures.setdefault(t, browser.picture)
    assert len(set(pictures.values())) == len(pictures) == 7
    assert browser.complaints == []


def test_it_plays_pauses_and_stops_at_the_end(browser: Browser, page: Path) -> None:
    browser.open(page, "no-preference")
    browser.wait('+document.querySelector(".round b").textContent > 2')  # it plays by itself
    browser.press(" ")
    paused, picture = browser.round, browser.picture
    time.sleep(0.3)
    assert (browser.round, browser.picture) == (paused, picture)
    browser.tell('document.querySelector("select").value = "60"')
    browser.press(" ")
    browser.wait('document.querySelector(".round b").textContent === "60"')
    browser.wait("""document.querySelector('[data-go="play"]').title === "play" """)
    browser.click('[data-go="play"]')  # once more from the start
    browser.wait('+document.querySelector(".round b").textContent < 60')
    assert browser.complaints == []


def test_it_waits_where_little_motion_is_wanted_or_it_is_part_of_a_page(browser: Browser, page: Path, film: Frames) -> None:
    browser.open(page, "reduce")
    time.sleep(0.3)
    assert browser.round == 0
    both = replay_section(film, NAMES, "one") + replay_section(film, NAMES, "other")
    page.write_text(f"<!DOCTYPE html><title>two</title><body>{both}</body>", encoding="utf-8")
    browser.open(page, "no-preference")
    time.sleep(0.3)
    assert browser.round == 60 and browser.tell('document.querySelectorAll(".lek-world.live").length') == 2
    assert browser.complaints == []


def test_dark_light_and_what_is_pointed_at(browser: Browser, page: Path, film: Frames) -> None:
    browser.open(page, "reduce")
    browser.press("End")
    light = browser.picture
    browser.prefer("reduce", "dark")
    browser.wait(f'document.querySelector("canvas").toDataURL() !== {json.dumps(light)}')
    browser.prefer("reduce", "light")
    browser.wait(f'document.querySelector("canvas").toDataURL() === {json.dumps(light)}')
    browser.click("tbody button")
    browser.click(".round")
    assert browser.picture != light  # one species stands out
    browser.click("tbody button")
    browser.click("canvas", x=0.5 / film.width, y=0.5 / film.height)
    assert browser.picture == light
    assert browser.tell('document.querySelector(".under").textContent').startswith("column 1, row 1: ")
    browser.click('.which [data-of="energy"]')
    assert browser.tell('[...document.querySelectorAll(".chart")].map(chart => chart.hidden).join()') == "true,false"
    assert browser.complaints == []
