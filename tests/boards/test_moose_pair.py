"""The stepper for one game of two moose: its data are the states of `watch`, and it stands on its own."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

from lek.agent import Agent
from lek.boards.moose_pair import pair_view
from lek.game import Game
from lek.games import GAMES
from lek.games.moose import gain
from lek.players.moose.machines import machines
from lek.settings import Mistake
from lek.watching import watch

VOID = {"br", "input"}


def two_machines(game: Game, seed: int = 1) -> tuple[Agent, Agent]:
    representation, rng = machines(game, states=4), np.random.default_rng(seed)
    agents = []
    for name in "ab":
        genome = np.zeros(1, representation.brain.genome_type(game)).view(np.recarray)
        genome[0].to[:] = rng.integers(4, size=genome[0].to.shape)
        genome[0].say[:] = rng.integers(game.actions, size=genome[0].say.shape)
        agents.append(Agent(name, representation.brain, genome))
    return agents[0], agents[1]


def embedded(fragment: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/json">(.*?)</script>', fragment, re.S)
    assert len(found) == 1
    told: dict[str, Any] = json.loads(found[0])
    return told


class Reader(HTMLParser):
    """Checks that tags nest, and notes ids, addresses and classes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.classes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.addresses += [value or "" for key, value in attrs if key in ("src", "href", "xlink:href")]
        self.classes += (given.get("class") or "").split()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


SETTINGS: list[dict[str, Any]] = [
    {}, {"rule": "contest", "rounds": 120}, {"fields": 5, "capacity": (10.0, 20.0, 30.0, 5.0, 1.0), "rounds": 7},
    {"growth": 0.5, "rounds": 1},
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_embedded_data_are_the_states_of_watch(settings: dict[str, Any]) -> None:
    game = GAMES["moose"](**settings)
    agents = two_machines(game)
    told = embedded(pair_view(game, *agents))
    states = [turn.state for turn in watch(game, agents, 0)][1::2]  # after the second moose of every round
    rounds = game.settings["rounds"]
    assert len(states) == rounds and all(len(told[key]) == rounds + 1 for key in told if key != "limit")
    assert told["x"][0] == [1.0] * game.actions and told["total"][0] == [0.0, 0.0] and told["last"][0] == [-1, -1]
    assert told["limit"] == [capacity / 2.0 for capacity in game.settings["capacity"]]
    for t, s in enumerate(states, 1):
        assert told["x"][t] == s.x.tolist()
        assert told["last"][t] == s.last.tolist()
        assert told["total"][t] == s.total.tolist()
        assert told["value"][t] == [gain(c, x) for c, x in zip(s.capacity.tolist(), s.x.tolist(), strict=True)]
        assert told["gained"][t] == [new - old for new, old in zip(told["total"][t], told["total"][t - 1], strict=True)]
    assert sum(field >= 0 for field in told["fight"]) == states[-1].fights[0].sum()


@pytest.mark.parametrize("settings", SETTINGS)
def test_it_nests_and_shows_the_last_round_and_all_choices_without_a_script(settings: dict[str, Any]) -> None:
    game = GAMES["moose"](**settings)
    fragment = pair_view(game, *two_machines(game), names=("<left>", 'r&"ight'))
    reader = read(fragment)
    told = embedded(fragment)
    assert fragment.startswith("<section") and fragment.count("<section") == 1
    assert reader.classes.count("field") == game.actions
    assert reader.classes.count("choice") == 2 * game.settings["rounds"]
    assert reader.classes.count("fought") == sum(field >= 0 for field in told["fight"])
    for total in told["total"][-1]:
        assert f'<span class="total">{total:.2f}</span>' in fragment
    assert "&lt;left&gt;" in fragment and "<left>" not in fragment and '<div class="controls" hidden>' in fragment


def test_nothing_comes_from_elsewhere() -> None:
    game = GAMES["moose"]()
    fragment = pair_view(game, *two_machines(game))
    assert "http" not in fragment and "url(" not in fragment and "@import" not in fragment
    assert read(fragment).addresses == []


def test_two_on_one_page_share_no_ids() -> None:
    game = GAMES["moose"]()
    ids = read(pair_view(game, *two_machines(game, 1)) + pair_view(game, *two_machines(game, 2))).ids
    assert len(ids) == len(set(ids))


def test_every_style_is_bound_to_the_section_and_the_script_to_itself() -> None:
    game = GAMES["moose"]()
    fragment = pair_view(game, *two_machines(game))
    style = re.search(r"<style>(.*?)</style>", fragment, re.S)
    assert style is not None
    for selectors in re.findall(r"(?:^|[{}])\s*([^{}@]+?)\s*\{", style[1]):
        assert all(selector.strip().startswith(".lek-pair") for selector in selectors.split(",")), selectors
    assert "<script>(() => {" in fragment and "})();</script>" in fragment


def test_it_refuses_more_than_two_moose() -> None:
    game = GAMES["moose"](moose=3)
    agents = two_machines(game)
    with pytest.raises(Mistake, match="two moose; given: moose with 3 seats"):
        pair_view(game, *agents)
