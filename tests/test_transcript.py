"""The record of one game: written, read, and the same game again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from lek.agent import Agent
from lek.contract import anybodies
from lek.find import find_agent, find_game
from lek.game import Game
from lek.games import GAMES
from lek.playing import play
from lek.settings import Mistake
from lek.transcript import PACKED, Transcript, frames, named, record_game, replay


def recorded(name: str, seed: int = 3, deal: int = 2) -> tuple[Game, Transcript]:
    game = GAMES[name](**GAMES[name].small)
    return game, record_game(game, anybodies(game)[: game.seats], seed, deal)


@pytest.mark.parametrize("name", GAMES)
def test_a_transcript_is_written_read_and_played_again(name: str) -> None:
    game, transcript = recorded(name)
    again = Transcript.parse(transcript.line())
    assert again == transcript and "\n" not in transcript.line()
    turns = list(replay(game, again))
    assert [turn.action for turn in turns] == list(transcript.actions)
    played = play(game, anybodies(game)[: game.seats], [list(range(game.seats))], 3, deal=[2])
    assert played.scores[0].tolist() == list(transcript.scores)


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_json_one_a_round_from_the_start_to_the_end(name: str) -> None:
    game, transcript = recorded(name)
    whole = list(frames(game, transcript))
    assert json.loads(json.dumps(whole, allow_nan=False)) == whole
    rounds = [frame["round"] for frame in whole]
    assert rounds == sorted(rounds) and [frame["over"] for frame in whole] == [False] * (len(whole) - 1) + [True]
    assert [each["action"] for frame in whole for each in frame["actions"]] == list(transcript.actions)
    assert whole[-1]["scores"] == list(transcript.scores) and whole[0]["actions"] == []
    assert not any("rng" in frame["state"] for frame in whole)
    own = list(frames(game, transcript, seat=1))
    if game.acting_only:
        assert {frame["seat"] for frame in own} == {1}
    else:
        assert len(own) == len(whole)
    if game.observe is not None:
        assert set(own[0]["state"]) == set(game.blank_view().dtype.names) - {"rng"}


def test_one_seat_does_not_see_what_the_others_see() -> None:
    game, transcript = recorded("gunslinger")
    first, second = (list(frames(game, transcript, seat)) for seat in (0, 1))
    assert [frame["state"] for frame in first] != [frame["state"] for frame in second]


def test_who_does_not_see_the_others_is_not_told_their_actions() -> None:
    game, transcript = recorded("antwars")
    own = [each["seat"] for frame in frames(game, transcript, seat=0) for each in frame["actions"]]
    assert set(own) == {0} and len(own) < len(transcript.actions)


def test_frames_of_another_game_are_refused() -> None:
    game, transcript = recorded("moose")
    with pytest.raises(Mistake, match="other settings"):
        list(frames(GAMES["moose"](rounds=999), transcript))
    with pytest.raises(Mistake, match="it ends earlier"):
        list(frames(game, replace(transcript, actions=(*transcript.actions, 0))))


def test_many_actions_are_packed_and_come_back() -> None:
    game = GAMES["moose"](rounds=PACKED)
    found = find_game("moose")
    transcript = record_game(game, [find_agent(found, game, name) for name in ("greedy", "random")], 1)
    data = json.loads(transcript.line())
    assert set(data["actions"]) == {"packed"} and len(transcript.line()) < 2 * PACKED
    assert Transcript.parse(transcript.line()) == transcript
    packed = data["actions"]["packed"]
    for wrong in (f"{packed[:8]}*{packed[8:]}", f" {packed}", f"{packed}\n", packed[:-4], packed[4:]):
        with pytest.raises(Mistake, match="a transcript is one line"):
            Transcript.parse(json.dumps({**data, "actions": {"packed": wrong}}))


class Wrong:
    """Answers something else than a move now and then, and at last nothing at all."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.asked = 0

    def choose(self, view: Any, legal: Any, budget: float | None, body: int = 0) -> int:
        self.asked += 1
        if self.asked == 4:
            raise RuntimeError("no more")
        return 99 if self.asked == 2 else 0


def test_faults_are_written_down_and_the_game_can_be_replayed_all_the_same() -> None:
    found = find_game("moose")
    game = found.build(rounds=6)
    transcript = record_game(game, [Agent("wrong", outsider=Wrong()), find_agent(found, game, "greedy")], 1)
    assert [(fault["agent"], fault["turn"], fault["kind"]) for fault in transcript.faults] == [
        (0, 2, "illegal"), (0, 4, "exception")]
    assert transcript.moved == (0, 1) and transcript.actions[2] == 99 and transcript.actions[6] == -1
    assert [turn.action for turn in replay(game, Transcript.parse(transcript.line()))] == list(transcript.actions)
    assert named(game, 99) == "99" and named(game, 0) == "field 1"


@pytest.mark.parametrize(("change", "sentence"), [
    ({"scores": (1.0, 2.0)}, "its scores are"), ({"settings": {}}, "other settings"), ({"game": "dots"}, "another game"),
    ({"actions": ()}, "it goes on where the transcript ends"),
])
def test_another_game_is_no_replay(change: dict[str, Any], sentence: str) -> None:
    game, transcript = recorded("moose")
    with pytest.raises(Mistake, match=sentence) as caught:
        list(replay(game, replace(transcript, **change)))
    if "settings" not in sentence and "another" not in sentence:
        assert f"recorded by Lek {transcript.lek}" in str(caught.value)
    with pytest.raises(Mistake, match="it ends earlier"):
        list(replay(game, replace(transcript, actions=(*transcript.actions, 0))))


@pytest.mark.parametrize("text", ["[" * 100_000, "", "{}", "[1]", "null", '{"game": "moose"}', "moose", "{" * 200])
def test_what_is_no_transcript_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(Mistake, match="a transcript is one line of JSON that Lek wrote"):
        Transcript.parse(text)


def test_a_changed_line_is_refused_or_another_transcript() -> None:
    _, transcript = recorded("moose")
    data = json.loads(transcript.line())
    for change in ({"actions": {"packed": "!"}}, {"actions": ["x"]}, {"actions": [1 << 70]}, {"actions": [True]},
                   {"settings": 5}, {"scores": 5}, {"unknown": 1}, {"measures": []}):
        with pytest.raises(Mistake, match="a transcript is one line"):
            Transcript.parse(json.dumps({**data, **change}))
