"""Alpha-beta search: its value never depends on how it is found, and it never lacks a move."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lek import dice
from lek.agent import configured
from lek.brains import alphabeta
from lek.brains.alphabeta import SURE, WIN, Judgement
from lek.brains.clocked import Clocked
from lek.find import find_agent, find_game
from lek.game import Game, record
from lek.games import GAMES
from lek.games.simplexity import step as simplexity_step
from lek.jit import load, rule
from lek.players.simplexity.lek import JUDGEMENT, LEK, foresee, key, note, notes
from lek.settings import Mistake
from lek.watching import watch

from pathlib import Path  # isort: skip

OPEN = load(Path(__file__).with_name("open_games.py"))


def opened(game: Game, moves: int, deal: int) -> Any:
    """A state after some random legal moves; the game is still on."""
    while True:
        stream = record(dice.STREAM)
        stream[0].rng = dice.stream(5, deal, moves)
        s = game.blank.copy()[0]
        game.start(s)
        for _ in range(moves):
            legal = [a for a in range(game.actions) if game.legal(s, a)]
            if game.actor(s) < 0 or not legal:
                break
            game.step(s, legal[int(dice.below(stream[0], len(legal)))])
        if game.actor(s) >= 0:
            return s
        deal += 1000


def search(brain: Any, game: Game, s: Any, slices: int = 1 << 40, **settings: Any) -> Any:
    """The memory of a finished search."""
    genome, memory = configured(brain, game, settings), record(brain.memory_type(game))
    brain.search.begin(genome[0], memory[0], s)
    while not brain.search.go(genome[0], memory[0], memory[0].table, slices):
        pass
    return memory[0]


def margin(value: float) -> float:
    """The margin that a proven value tells."""
    return 0.0 if value == 0 else float(np.sign(value)) * np.ceil((abs(value) - WIN) / 1000)


@rule
def uneven(g, e, s):
    """A judgement with many different values, by whole numbers only."""
    total = 0
    for column in range(s.cols):
        total += (column + 2) * s.height[column] * (7 - column) % 5
    total += 3 * s.stock[0, 0] - 2 * s.stock[1, 1]
    return float(total) if s.mover == 0 else -float(total)


OPTIONS = [{}, {"table": "none"}, {"prune": "no"}, {"recall": "no"}, {"prune": "no", "window": 2.0},
           {"killers": "no"}, {"history": "no"}, {"scout": "no"}, {"window": 2.0}, {"deepen": "no"},
           {"sort": "none"}, {"sort": "evaluation"}, {"table": "evaluations"},
           {"sort": "evaluation", "table": "evaluations"},
           {"table": "none", "killers": "no", "history": "no", "scout": "no", "deepen": "no", "sort": "none"}]


@pytest.mark.parametrize("make, moves", [(OPEN.noughts, 0), (OPEN.noughts, 2), (lambda: OPEN.boxes(7), 0),
                                         (lambda: OPEN.boxes(6), 1)])
def test_the_value_of_small_games_is_that_of_trying_everything(make: Any, moves: int) -> None:
    game = make()
    brain = alphabeta.for_game(game)
    for deal in range(4 if moves else 1):
        s = opened(game, moves, deal)
        found = search(brain, game, s, depth=12)
        assert margin(float(found.worth)) == OPEN.minimax(game, s, int(game.actor(s)))
        assert game.legal(s, int(brain.search.answer(found)))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_change_the_work_and_not_the_value(options: dict[str, Any]) -> None:
    game = GAMES["simplexity"](rows=4, cols=5, win=3, rounds=5, squares=5)
    brain = alphabeta.alphabeta("uneven", game, Judgement(uneven, key=alphabeta.whole_key(game)))
    plain = OPTIONS[-1]
    for deal in range(6):
        s = opened(game, 2 + deal % 3, deal)
        for depth in (1, 2, 4):
            tableless = {**options, "table": "none"}
            want, got, bare = (search(brain, game, s, depth=depth, **chosen) for chosen in (plain, options, tableless))
            assert bare.worth == want.worth
            if options.get("table", "bounds") == "bounds" and abs(got.worth) < SURE:
                continue  # a table may know more than the depth allows
            assert got.worth == want.worth


def test_a_table_of_bounds_leaves_the_result_of_whole_games_alone() -> None:
    game = GAMES["simplexity"](rows=3, cols=4, win=3, rounds=3, squares=3)
    brain = alphabeta.for_game(game)
    for deal in range(20):
        s = opened(game, 3, deal)
        values = {float(np.sign(search(brain, game, s, depth=12, table=table).worth)) for table in ("bounds", "none")}
        assert len(values) == 1


def test_pruning_saves_work() -> None:
    game = GAMES["simplexity"]()
    s = opened(game, 4, 1)
    plain = search(LEK, game, s, depth=5, table="none", killers="no", history="no", scout="no", sort="none", deepen="no")
    full = search(LEK, game, s, depth=5)
    assert full.nodes * 3 < plain.nodes


def test_slices_give_what_one_go_gives() -> None:
    game = GAMES["simplexity"]()
    for deal in range(3):
        s = opened(game, 5, deal)
        whole, sliced = search(LEK, game, s, depth=6), search(LEK, game, s, slices=7, depth=6)
        assert (whole.worth, whole.nodes, LEK.search.answer(whole)) == (sliced.worth, sliced.nodes,
                                                                        LEK.search.answer(sliced))


@pytest.mark.parametrize("nodes", [1, 2, 10, 100])
def test_there_is_a_legal_move_however_few_the_nodes(nodes: int) -> None:
    game = GAMES["simplexity"]()
    genome, memory = configured(LEK, game, {"nodes": nodes, "depth": 20}), record(LEK.memory_type(game))
    for deal in range(20):
        s = opened(game, deal, deal)
        assert game.legal(s, int(LEK.act(genome[0], memory[0], s)))


def test_a_forced_win_is_found() -> None:
    from lek.games.simplexity import position

    game = GAMES["simplexity"]()
    s = position(game, "..www..".ljust(42, "."), 0, ((7, 11), (10, 8)))[0]  # two ends open: whoever moves, White wins
    assert search(LEK, game, s, depth=3).worth > SURE
    s = position(game, "..www..".ljust(42, "."), 1, ((7, 11), (10, 8)))[0]
    assert search(LEK, game, s, depth=4).worth < -SURE


def test_what_is_foreseen_comes_true() -> None:
    game = GAMES["simplexity"](rows=5, cols=6, win=3, rounds=4, squares=4)
    genome = configured(LEK, game, {})
    e = record(notes(game))[0]
    wins = losses = 0
    for deal in range(300):
        s = opened(game, 2 + deal % 10, deal)
        note(genome[0], e, s)
        told = float(foresee(genome[0], e, s, 0))
        me = int(s.mover)
        best = max((outcome(game, s, a, me, 1) for a in range(game.actions) if game.legal(s, a)), default=0)
        wins, losses = wins + (told > 0), losses + (told < 0)
        assert (told > 0) == any(outcome(game, s, a, me, 0) > 0 for a in range(game.actions) if game.legal(s, a))
        if told < 0:
            assert best < 0
    assert wins > 20 and losses > 5


def outcome(game: Game, s: Any, a: int, me: int, answers: int) -> int:
    """1 for a win by this action, -1 for a loss by it or by the best answer, else 0."""
    child = s.copy()
    game.step(child, a)
    if game.actor(child) < 0:
        return 1 if child.winner == me else -1 if child.winner == 1 - me else 0
    if answers == 0:
        return 0
    return min(-1 if outcome(game, child, b, 1 - me, 0) > 0 else 0 for b in range(game.actions) if game.legal(child, b))


@pytest.mark.slow
def test_moves_left_out_never_hide_the_result() -> None:
    game = GAMES["simplexity"](rows=4, cols=4, win=3, rounds=4, squares=4)
    plain = alphabeta.for_game(game)
    for deal in range(30):
        s = opened(game, 3 + deal % 4, deal)
        ours, theirs = search(LEK, game, s, depth=16), search(plain, game, s, depth=16)
        assert np.sign(ours.worth) == np.sign(theirs.worth) and (abs(ours.worth) >= SURE) == (abs(theirs.worth) >= SURE)


@pytest.mark.parametrize("preset", ["base", "unknown-2020", "test-18x22"])
def test_notes_kept_up_are_notes_made_anew(preset: str) -> None:
    game = GAMES["simplexity"](preset=preset)
    genome = configured(LEK, game, {})[0]
    kept, anew = record(notes(game))[0], record(notes(game))[0]
    for deal in range(4):
        stream = record(dice.STREAM)
        stream[0].rng = dice.stream(7, deal, 0)
        s = game.blank.copy()[0]
        game.start(s)
        note(genome, kept, s)
        while game.actor(s) >= 0:
            legal = [a for a in range(game.actions) if game.legal(s, a)]
            a = legal[int(dice.below(stream[0], len(legal)))]
            JUDGEMENT.follow(genome, kept, s, a)
            game.step(s, a)
            note(genome, anew, s)
            for field in ("keys", "used", "free", "threats", "open", "counts", "h", "places"):
                assert np.array_equal(kept[field], anew[field]), field


def test_mirrored_positions_have_one_key() -> None:
    from lek.games.simplexity import board_text, position

    game = GAMES["simplexity"]()
    e = record(notes(game))[0]
    genome = configured(LEK, game, {})[0]
    keys = set()
    for deal in range(30):
        s = opened(game, 8, deal)
        text = board_text(s)
        mirrored = "".join(text[row:row + 7][::-1] for row in range(0, 42, 7))
        note(genome, e, s)
        mine = int(key(e, s))
        note(genome, e, position(game, mirrored, int(s.mover), s.stock)[0])
        assert mine == int(key(e, s))
        keys.add(mine)
    assert len(keys) > 25


def test_a_turn_without_legal_actions_counts_as_it_stands() -> None:
    s = OPEN.STUCK.blank.copy()[0]
    OPEN.STUCK.start(s)
    found = search(alphabeta.for_game(OPEN.STUCK), OPEN.STUCK, s, depth=6)
    assert margin(float(found.worth)) == -1 and int(found.nodes) < 20  # the second player chooses 1, and has more


def test_boards_that_look_alike_have_different_keys() -> None:
    """Who moves and what is in stock are not to be seen on a board."""
    from lek.games.simplexity import position

    game, e = GAMES["simplexity"](), record(notes(GAMES["simplexity"]()))[0]
    genome = configured(LEK, game, {})[0]
    board = "wR" + "." * 40
    keys = set()
    for mover in (0, 1):
        for stock in ([[9, 11], [10, 10]], [[9, 11], [10, 9]], [[11, 9], [10, 10]], [[1, 2], [3, 4]]):
            note(genome, e, position(game, board, mover, np.array(stock))[0])
            keys.add(int(key(e, e)))
    assert len(keys) == 8


@pytest.mark.parametrize("name", ["alphabeta", "alphabeta:depth=3"])
def test_hidden_information_is_refused_in_a_sentence(name: str) -> None:
    for game in ("moose", "gunslinger"):
        found = find_game(game)
        with pytest.raises(Mistake, match="hides part of it") as error:
            find_agent(found, found.build(), name)
        assert "\n" not in str(error.value)


@rule
def step_and_roll(s: Any, a: int) -> None:
    dice.below(s, 2)
    simplexity_step(s, a)


@pytest.mark.parametrize("name", ["alphabeta", "mcts"])
def test_dice_rolled_after_a_move_are_refused_in_a_sentence(name: str) -> None:
    found, game = find_game("simplexity"), GAMES["simplexity"](opening=2)
    find_agent(found, game, name)
    with pytest.raises(Mistake, match=r"simplexity rolls dice after it$") as error:
        find_agent(found, dataclasses.replace(game, step=step_and_roll, chance="always"), name)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("threads, split", [(1, "shared"), (2, "shared"), (1, "root"), (2, "root")])
def test_a_clocked_search_takes_part_in_a_game(threads: int, split: str) -> None:
    game = GAMES["simplexity"](rows=4, cols=5, win=3, rounds=5, squares=5)
    genome = configured(LEK, game, {})
    agents = [find_agent(find_game("simplexity"), game, "random"),
              find_agent(find_game("simplexity"), game, "lek")]
    agents[1] = type(agents[1])("clocked", outsider=Clocked(LEK, game, genome, threads=threads, split=split, table=10))
    faults: list[Any] = []
    last = None
    for last in watch(game, agents, 3, faults=faults, clock=5.0):
        if last.seat == 1:
            break
    assert last is not None and not faults


def test_under_a_clock_wins_are_taken() -> None:
    from lek.games.simplexity import position

    game = GAMES["simplexity"]()
    for split in ("shared", "root"):
        clocked = Clocked(LEK, game, configured(LEK, game, {}), split=split, threads=2, table=10)
        clocked.begin(game, 0, 1)
        s = position(game, "..www..".ljust(42, "."), 0, ((7, 11), (10, 8)))[0]
        assert game.face.action_name(clocked.choose(s, lambda a: True, 0.2)) in ("1r", "5r")


@pytest.mark.parametrize("split", ["shared", "root"])
def test_behind_a_forced_answer_there_is_more_to_see(split: str) -> None:
    from lek.games.simplexity import position

    game = GAMES["simplexity"](rows=5, cols=1, win=4, rounds=3, squares=3)
    s = position(game, "wWR..", 1, ((0, 1), (1, 1)))[0]  # after a third square White has only the fourth to play
    clocked = Clocked(LEK, game, configured(LEK, game, {}), split=split, table=10)
    clocked.begin(game, 1, 1)
    assert game.face.action_name(clocked.choose(s, lambda a: True, 0.5)) == "0s"


def on_a_machine(monkeypatch: pytest.MonkeyPatch, microseconds: Callable[[int], float]) -> tuple[list[int], float]:
    """The slices of a move of 100 ms, and when it was made, where a node of the n-th slice takes so long."""
    now, asked = [0.0], []

    def go(g: Any, m: Any, table: Any, nodes: int) -> bool:
        asked.append(nodes)
        now[0] += nodes * 1e-6 * microseconds(len(asked))
        return False

    game = GAMES["simplexity"]()
    clocked = Clocked(LEK, game, configured(LEK, game, {}), table=10)
    clocked.begin(game, 0, 1)
    monkeypatch.setattr("lek.brains.clocked.time.perf_counter", lambda: now[0])
    clocked.brain = dataclasses.replace(LEK, search=LEK.search._replace(go=go))
    s = game.blank.copy()[0]
    game.start(s)
    assert game.legal(s, clocked.choose(s, lambda a: True, 0.1))
    return asked, 1000 * now[0]


def test_a_slice_is_as_long_as_the_clock_may_be_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ended = on_a_machine(monkeypatch, lambda n: 10 if n == 30 else 1)  # once it is busy with something else
    assert asked[:4] == [1, 2, 4, 8]  # a slow machine is not asked for much at once
    assert max(asked) <= 1001 and asked[28] >= 999  # a hundredth of the time
    assert asked[30] <= 100 and asked[30] < asked[35] < asked[-1] and asked[-1] >= 999
    assert 77 < ended < 80  # not 89: there might be another that long


def test_where_a_node_takes_long_there_is_no_other_slice_that_would_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, ended = on_a_machine(monkeypatch, lambda n: 20_000)
    assert asked == [1, 1, 1, 1] and ended == pytest.approx(80)
    asked, ended = on_a_machine(monkeypatch, lambda n: 5_000 if n % 10 == 1 else 50)
    assert set(asked) == {1} and ended < 90  # not as many as of the others would fit


@pytest.mark.parametrize("preset", ["base", "unknown-2020"])
def test_memories_are_quickly_described(preset: str) -> None:
    """NumPy does so at every call of a rule, gap by gap: one at the end of every entry of a table took 0.5 ms."""
    found = find_game("simplexity")
    game = found.build(preset=preset)
    searching = [brain for brain in found.players.values() if brain.search is not None]
    assert len(searching) >= 4
    for brain in searching:
        assert len(memoryview(record(brain.memory_type(game))[0]).format) < 10_000, brain.name
