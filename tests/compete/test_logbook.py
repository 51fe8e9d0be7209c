"""A match kept in a log: whose turn on which board, what is written, how it goes on, what is refused, what is told."""

from __future__ import annotations

import dataclasses
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lek import dice
from lek.agent import Agent
from lek.compete.binomial import binomial_interval
from lek.compete.logbook import EARLIER, as_json, default_log, kept, place, read, report, sentence, sit
from lek.find import find_agent, find_game
from lek.games.antwars import antwars
from lek.games.moose import moose
from lek.person import Person
from lek.playing import play
from lek.settings import Mistake

GAME = antwars(moves=6)


class Script:
    """Goes through its moves over and over, whatever it sees."""

    def __init__(self, moves: str, fails: bool = False) -> None:
        self.moves, self.fails = moves.split(), fails

    def begin(self, game: Any, seat: int, seed: int) -> None:
        self.game, self.at = game, -1

    def choose(self, view: Any, legal: Any, budget: Any, body: int = 0) -> int:
        self.at += 1
        if self.fails and self.at == 2:
            raise RuntimeError("tired")
        return int(self.game.face.action_of(self.moves[self.at % len(self.moves)]))


ANTS = [Agent("east", outsider=Script("E")), Agent("zigzag", outsider=Script("NE SE"))]


def match(path: Path, games: int, **how: Any) -> list[Any]:
    return list(sit(GAME, ANTS, path, games, **how))


def undated(entries: Any) -> list[Any]:
    return [{key: value for key, value in entry.items() if key != "date"} for entry in entries]


@pytest.mark.parametrize("apart", [1, 3, 5])
def test_roles_alternate_and_every_board_is_played_from_both_sides(apart: int) -> None:
    places = [place(number, apart) for number in range(30 * apart)]
    assert [role for _, role in places] == [1, 2] * (15 * apart)
    assert Counter(places) == {(deal, role): 1 for deal in range(15 * apart) for role in (1, 2)}
    first: dict[int, int] = {}
    for number, (deal, _) in enumerate(places):
        assert number - first.setdefault(deal, number) in (0, apart)
    assert [place(number)[0] for number in range(6)] == [0, 0, 1, 1, 2, 2]


def test_the_games_are_those_of_play(tmp_path: Path) -> None:
    entries = match(tmp_path / "log", 6, seed=3, apart=3)
    order = [(0, 1) if entry["role"] == 1 else (1, 0) for entry in entries]
    played = play(GAME, ANTS, order, 3, deal=[0, 1, 2, 0, 1, 2])
    for k, entry in enumerate(entries):
        assert entry["scores"] == [played.scores[k][seat] for seat in order[k]]
        assert entry["points"] == [played.measures[k][seat][0] for seat in order[k]] == entry["measures"]["eaten"]
    assert len({tuple(entry["points"]) for entry in entries}) > 1


def test_a_line_tells_the_game_so_that_it_can_be_played_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    match(path, 3, seed=4)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert (line["game"], line["settings"]) == ("antwars", {"pieces": 15, "moves": 6})
        assert line["agents"] == ["east", "zigzag"]
        assert (line["seed"], line["faults"], line["date"][:2], len(line["moves"])) == (4, [], "20", 12)
        s = GAME.blank.copy()[0]
        s.rng = dice.stream(4, line["deal"], 0)
        GAME.start(s)
        for move in line["moves"]:
            GAME.step(s, GAME.face.action_of(move))
        by_seat = line["points"] if line["role"] == 1 else line["points"][::-1]
        assert s.eaten.tolist() == by_seat
        assert line["moves"][line["role"] - 1::2] == ["E"] * 6


def test_a_match_goes_on_where_it_was_left_or_killed(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "log"
    wanted = undated(match(whole, 5))
    assert undated(match(path, 2)) == wanted[:2]
    assert undated(match(path, 4)) == wanted[2:4], "only what was missing is played"
    for torn in (1, 30, 400, len(path.read_bytes().splitlines()[-1])):
        data = path.read_bytes()
        path.write_bytes(data[:-torn])
        assert undated(read(path, kept(GAME, ANTS, 0))) == wanted[:3]
        match(path, 4)
    assert undated(match(path, 5)) == wanted[4:]
    assert undated(read(path, kept(GAME, ANTS, 0))) == wanted
    assert match(path, 5) == [] == match(path, 3)
    path.write_bytes(whole.read_bytes()[:20])  # killed while the very first was written
    assert undated(match(path, 5)) == wanted


def test_a_person_who_leaves_loses_the_game_at_hand_only(tmp_path: Path) -> None:
    def person(typed: str) -> list[Agent]:
        return [Agent("human", outsider=Person(reads=io.StringIO(typed), writes=io.StringIO())), ANTS[1]]

    path = tmp_path / "log"
    assert len(list(sit(GAME, person("E\n" * 15), path, 4))) == 2, "six moves a game, and three of the third"
    data = path.read_bytes()
    assert list(sit(GAME, person(""), path, 4)) == [] and path.read_bytes() == data
    assert [entry["number"] for entry in sit(GAME, person("W\n" * 12), path, 4)] == [2, 3]
    assert [entry["moves"][entry["role"] - 1] for entry in read(path, kept(GAME, person(""), 0))] == ["E", "E", "W", "W"]


def test_who_fails_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    agents = [ANTS[0], Agent("weak", outsider=Script("S", fails=True))]
    entries = list(sit(GAME, agents, tmp_path / "log", 2))
    assert [entry["scores"] for entry in entries] == [[1, 0], [1, 0]]
    assert [entry["faults"] for entry in entries] == [["weak, move 3: tired"]] * 2
    assert entries[0]["moves"] == ["E", "S", "E", "S", "E", "-1"]
    assert sentence(entries[1]).endswith("east wins (east was player 2); weak, move 3: tired")


def test_a_log_belongs_to_one_match(tmp_path: Path) -> None:
    path = tmp_path / "log"
    match(path, 1)
    data = path.read_bytes()
    for words, how in (
        ("seed 0 there, 1 asked", {"seed": 1}), ("apart 1 there, 3 asked", {"apart": 3}), ("clock", {"clock": 9.0}),
        ('agents ["east", "zigzag"] there, ["zigzag", "east"] asked', {"agents": ANTS[::-1]}),
        ('settings {"pieces": 15, "moves": 6} there', {"game": antwars(moves=7)}),
        ('game "antwars"', {"game": moose(rounds=6)}),
    ):
        with pytest.raises(Mistake) as error:
            list(sit(**{"game": GAME, "agents": ANTS, "path": path, "games": 1, **how}))
        assert words in str(error.value) and "another match" in str(error.value)
    assert path.read_bytes() == data


def test_what_is_no_log_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "log"
    entry = undated(match(path, 1))[0]
    for text, words in (
        ("shopping\n", "line 1 is no game"), ("[]\n", "line 1 is no game"), ("\n", "line 1 is no game"),
        ("shopping", "cut off"),
        (json.dumps(entry) + "\n" + json.dumps(entry) + "\n", "changed: line 2"),
        (json.dumps({**entry, "deal": 1}) + "\n", "changed: line 1"),
        (json.dumps({**entry, "role": 2}) + "\n", "changed: line 1"),
        (json.dumps({**entry, "points": [1]}) + "\n", "changed: line 1"),
        (json.dumps({**entry, "scores": ["a", 1]}) + "\n", "changed: line 1"),
        (json.dumps(entry) + "\nshopping", "cut off"),
    ):
        path.write_text(text)
        with pytest.raises(Mistake, match=words):
            match(path, 3)
        assert path.read_text() == text
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(Mistake, match="line 1 is no game"):
        match(path, 3)
    for bad in (tmp_path, tmp_path / "nowhere" / "log"):
        with pytest.raises(Mistake, match="in a folder that is there"):
            match(bad, 1)
    path.write_text("")
    assert len(match(path, 1)) == 1, "an empty file is a new one"


def test_two_cannot_write_to_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log"
    games = sit(GAME, ANTS, path, 9)
    next(games)
    match(path, 2)
    data = path.read_bytes()
    with pytest.raises(Mistake, match="somebody else"):
        next(games)
    assert path.read_bytes() == data


def test_a_file_that_was_changed_is_another_agent(tmp_path: Path) -> None:
    file = tmp_path / "ant.py"
    file.write_text("def act(view):\n    return 2\n")
    found = find_game("antwars")

    def agents() -> list[Agent]:
        return [find_agent(found, GAME, str(file)), ANTS[0]]

    before = kept(GAME, agents(), 0)
    file.write_text("def act(view):\n    return 3\n")
    after = kept(GAME, agents(), 0)
    assert before["agents"] == after["agents"] and before["files"] != after["files"]
    assert default_log(before) != default_log(after) and default_log(before).parent == Path("runs")


def test_only_matches_of_two_with_swapped_roles(tmp_path: Path) -> None:
    for apart in (0, 2, -1):
        with pytest.raises(Mistake, match=f"apart={apart} "):
            match(tmp_path / "log", 1, apart=apart)
    with pytest.raises(Mistake, match="moose has 3 seats"):
        kept(moose(moose=3), [*ANTS, ANTS[0]], 0)
    with pytest.raises(Mistake, match="1 agents"):
        kept(GAME, ANTS[:1], 0)


def game(number: int, scores: list[float], points: list[float], **more: Any) -> dict[str, Any]:
    return {"agents": ["a", "b"], "number": number, "role": 1 + number % 2, "scores": scores, "points": points,
            "measures": {}, "faults": [], **more}


def test_the_report_counts_games_and_adds_points() -> None:
    entries = [game(0, [1, 0], [8, 7]), game(1, [0, 1], [5, 10]), game(2, [1, 0], [7, 7]), game(3, [1, 0], [9, 1]),
               game(4, [2, 2], [0, 0])]
    told = report({"game": "antwars", "settings": {}, "agents": ["a", "b"]}, entries)
    a, b = told.sides
    assert (a.won, b.won, told.drawn, a.games, told.earlier) == (3, 1, 1, 5, ())
    assert (a.points, b.points) == (29, 25)
    assert (a.roles, b.roles) == (((2, 3), (1, 2)), ((1, 2), (0, 3)))
    assert (a.low, a.high) == binomial_interval(3, 5) and a.share == 0.6


def test_the_paper_stands_beside_its_own_game_only() -> None:
    asked = {"game": "antwars", "settings": {"pieces": 15, "moves": 35}, "agents": ["a", "b"]}
    person, brilliant = report(asked, []).earlier
    assert (person.won, person.games, person.points) == (64, 150, 992)
    assert (brilliant.won, brilliant.games, brilliant.points) == (86, 150, 1079)
    assert (round(person.low, 3), round(person.high, 3)) == (0.346, 0.510)  # scipy.stats.binomtest(64, 150)
    assert dict(antwars().settings) == EARLIER[0][1]
    assert report({**asked, "settings": {"pieces": 15, "moves": 34}}, []).earlier == ()
    told = as_json(asked, [], report(asked, []))
    assert (told["games"], told["sides"][0]["low"], told["sides"][0]["high"]) == (0, 0, 1)


def test_a_sentence_tells_how_a_game_ended() -> None:
    assert sentence(game(0, [1, 0], [8, 7])) == "game 1: a 8, b 7; a wins (a was player 1)"
    assert sentence(game(3, [0, 1], [3, 4], measures={"killed": [1, 0]})) == (
        "game 4: a 3, b 4; b wins (a was player 2); a was killed")
    assert "; a draw (" in sentence(game(1, [2, 2], [2.5, 2.5]))


def test_games_without_points_count_their_scores(tmp_path: Path) -> None:
    bare = dataclasses.replace(GAME, measures=(), measure=None)
    entries = list(sit(bare, ANTS, tmp_path / "log", 2))
    assert [entry["points"] for entry in entries] == [entry["scores"] for entry in entries]
    assert report(kept(bare, ANTS, 0), entries).sides[0].points == sum(entry["scores"][0] for entry in entries)
