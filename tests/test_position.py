"""A game in the hand: it goes as `play` plays it, and is moved, looked at and copied from outside."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek.contract import anybodies
from lek.game import BrokenGame, Game, IllegalAction, plain, record
from lek.games import GAMES
from lek.jit import rule
from lek.playing import play
from lek.position import LISTED, Position
from lek.settings import Mistake
from lek.watching import watch

HOUSE = Path(__file__).parents[1] / "lek"
STARTERS = {"position.py"}  # the one place where a state is started by hand; compiled loops stand in texts


def small(name: str) -> Game:
    game: Game = GAMES[name](**GAMES[name].small)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_pushed_by_hand_a_game_ends_as_it_is_played(name: str) -> None:
    game = small(name)
    agents = anybodies(game)[: game.seats]
    played = play(game, agents, [list(range(game.seats))] * 3, 5)
    for deal in range(3):
        position = Position(game, 5, deal)
        rounds = [position.round]
        for turn in watch(game, agents, 5, deal, strict=False):
            assert (position.body, position.seat, position.steps) == (turn.body, turn.seat, turn.number)
            assert str(position.view()) == str(turn.view)
            position.push(turn.action, strict=False)
            rounds.append(position.round)
            assert str(position.state) == str(turn.state)
        assert position.over and (position.body, position.seat) == (-1, -1)
        assert rounds == sorted(rounds) and rounds[-1] > rounds[0]
        assert position.scores().tolist() == played.scores[deal].tolist()
        measures = np.array([position.measures()[each] for each in game.measure_names]).T
        assert np.array_equal(measures.reshape(played.measures[deal].shape), played.measures[deal], equal_nan=True)


@pytest.mark.parametrize("name", [name for name in GAMES if small(name).actions <= LISTED])
def test_legal_actions_are_those_that_may_be_pushed(name: str) -> None:
    position, rng = Position(small(name), 2), np.random.default_rng(1)
    for _ in range(20):
        if position.over:
            break
        mask = position.legal()
        assert mask.dtype == np.bool_ and mask.shape == (position.game.actions,) and mask.any()
        assert mask.tolist() == [position.may(action) for action in range(position.game.actions)]
        for wrong in (*np.flatnonzero(~mask)[:3].tolist(), -1, position.game.actions, 1 << 70, 0.5, "0", None):
            before = str(position.state)
            with pytest.raises(IllegalAction, match=f"{wrong} is not a legal action"):
                position.push(wrong)
            assert str(position.state) == before
        position.push(int(rng.choice(np.flatnonzero(mask))))


def test_too_many_actions_are_not_listed() -> None:
    with pytest.raises(Mistake, match=f"organisms has {1 << 31} actions, which are too many to list"):
        Position(small("organisms")).legal()


def test_a_copy_goes_its_own_way_and_other_dice_tell_nothing_of_what_comes() -> None:
    position = Position(small("organisms"), 3)
    same, other = position.copy(), position.copy(dice_seed=1)
    assert str(same.state) == str(position.state) and other.state.rng != position.state.rng
    assert plain(other.state) == plain(position.state), "but for the dice all is alike"
    position.push(0, strict=False)
    assert same.steps == 0 and str(same.state) != str(position.state)
    assert Position(small("moose")).copy(dice_seed=5).steps == 0, "a game without dice has none to change"


def test_views_are_copies_for_whoever_is_asked_for() -> None:
    position = Position(small("gunslinger"), 4)
    own, other = position.view(), position.view(2)
    assert str(own) == str(position.view(position.body)) != str(other)
    own.turn = 77
    assert position.view().turn != 77
    whole = Position(small("simplexity"))
    whole.view().left = 0
    assert whole.state.left > 0


def test_where_only_who_acts_sees_anything_others_have_no_view() -> None:
    position = Position(small("organisms"))
    with pytest.raises(Mistake, match=f"in organisms only the body that acts has a view, and body {position.body} acts"):
        position.view(position.body + 1)
    assert str(position.view(position.body)) == str(position.view())


@pytest.mark.parametrize("name", [name for name in GAMES if not small(name).acting_only])
def test_every_body_has_a_view_at_any_time(name: str) -> None:
    position = Position(small(name), 1)
    while True:
        for body in range(position.game.bodies):
            assert plain(position.view(body)) == plain(position.view(body))
        if position.over:
            break
        position.push(next(action for action in range(position.game.actions) if position.may(action)))


def test_a_game_that_is_over_takes_no_action_and_shows_no_own_view() -> None:
    position = Position(small("moose"))
    while not position.over:
        position.push(0)
    with pytest.raises(IllegalAction, match="the game of moose is over"):
        position.push(0)
    with pytest.raises(Mistake, match="the game of moose is over, so nobody acts: say whose view it is, 0 to 1"):
        position.view()
    assert position.view(1) is not None and not position.may(0)


@rule
def _start(s):
    s.n = 0


@rule
def _endless(s):
    return 0


@rule
def _nobody(s):
    return 5


@rule
def _any(s, a):
    return a == 0


@rule
def _step(s, a):
    s.n += 1


@rule
def _score(s, seat):
    return 0.0


def broken(actor: Any) -> Game:
    return Game("broken", record([("n", "i4")]), 2, _start, actor, _any, _step, _score, actions=1, limit=3)


def test_a_broken_game_is_told_with_its_seed_and_deal() -> None:
    position = Position(broken(_endless), 7, 8)
    for _ in range(3):
        position.push(0)
    with pytest.raises(BrokenGame, match=r"ran past its limit of 3 steps \(seed 7, deal 8\)"):
        position.push(0)
    with pytest.raises(BrokenGame, match="body 5 acts, but there are 2 bodies and 2 seats"):
        Position(broken(_nobody))


@pytest.mark.parametrize(("given", "word"), [
    ({"seed": -1}, "seed=-1"), ({"deal": 1 << 63}, "deal="), ({"seed": 1.5}, "seed=1.5"), ({"deal": True}, "deal=True")])
def test_seeds_and_deals_are_whole_numbers(given: dict[str, Any], word: str) -> None:
    with pytest.raises(Mistake, match=word):
        Position(small("moose"), **given)
    with pytest.raises(Mistake, match="a game is made by"):
        Position("moose")  # type: ignore[arg-type]


def test_a_record_as_data_has_all_but_its_dice() -> None:
    made = record([("rng", "u8"), ("x", "f8", (2,)), ("n", "i4"), ("b", "u1", (2, 2))], rng=5, x=(0.5, np.nan), n=3)
    assert plain(made[0]) == {"x": [0.5, None], "n": 3, "b": [[0, 0], [0, 0]]}
    assert plain(made) == [plain(made[0])] and plain(made.x[0]) == [0.5, None]


def test_a_state_is_started_by_hand_in_one_place_only() -> None:
    """Elsewhere a state is a Position's, or is filled in compiled code."""
    places = set()
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "start" \
                    and isinstance(node.func.value, ast.Name | ast.Attribute) and "game" in ast.unparse(node.func.value):
                places.add(str(path.relative_to(HOUSE)))
    assert places == STARTERS
