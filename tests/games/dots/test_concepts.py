"""Concept accessibility and its rivals: what rules learn from a game, who acts, who has children, who leaves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lek.game import record
from lek.games import GAMES
from lek.players.dots import concepts, proven
from lek.players.dots.graph import reader
from lek.players.dots.learning import METHODS, learner, learnt, play, ranked, recall
from lek.players.dots.opponents import opponent
from lek.players.dots.rules import in_order, show
from lek.players.dots.rulesets import alive, book_type
from lek.settings import Mistake
from lek.store import Partial

GAME = GAMES["dots"]()
MANY = 100  # rules


def made(method="concepts", against="greedy-shortest", seed=1, reading=None, **given):
    return learner(GAME, reading or reader(GAME), method, opponent(GAME, against), seed, {"population": MANY, **given})


def acted(one):
    """The slots that acted in the last game, and its diary."""
    w = one.rooms[5][0]
    return {int(k) for k in w.slot[:int(w.turns)] if k >= 0}


# "Q <- alpha r + (1-alpha) Q for all rules that acted in the game; f <- d + (1-alpha) f for every rule, d = 1 if used."


@pytest.mark.parametrize(("kept", "shift"), [("accessibility", 0.0), ("quality", 0.0), ("combined", 0.0), ("combined", 9.0)])
def test_quality_and_accessibility_are_learnt_as_the_paper_says(kept, shift):
    one = made(kept=kept, shift=shift, alpha=0.25, every=1_000_000, cover_few=0.0, averaging=0.01)
    play(one, 300)
    b = one.book[0]
    for _ in range(30):
        q, f, nth, mean = b.q.copy(), b.f.copy(), b.nth.copy(), float(b.average)
        told = play(one, 1)
        reward, who = told["margin"] + shift, acted(one)
        for k in alive(b):
            start = (q[k], f[k]) if b.nth[k] == nth[k] else (mean, 1.0)  # born in this game: the average reward, and f0
            if kept == "combined":
                assert b.q[k] == pytest.approx(0.75 * start[0] + 0.25 * reward * (k in who))
            else:
                assert b.q[k] == pytest.approx(0.75 * start[0] + 0.25 * reward if k in who else start[0])
            assert b.f[k] == pytest.approx(0.75 * start[1] + (k in who))
        assert b.average == pytest.approx(mean + 0.01 * (reward - mean))


def test_the_average_is_of_all_rewards_so_far_before_it_is_of_late_ones():
    one = made(averaging=0.01)
    rewards = [play(one, 1)["margin"] for _ in range(100)]
    assert one.book[0].average == pytest.approx(np.mean(rewards))


def test_rules_of_the_combined_parameter_are_renewed_where_rewards_are_positive():
    """Of rewards below zero those that are not used rise to 0, and who begins with the average goes at once."""
    born = []
    for shift in (0.0, 9.0):
        one = made(kept="combined", shift=shift, against="chain")
        play(one, 3000)
        born.append(float(np.median(one.book[0].born[alive(one.book[0])])))
    assert born[0] < 1000 < 2000 < born[1]


def test_the_least_accessible_leave():
    one = made()
    play(one, 2000)
    b = one.book[0]
    assert b.live == len(alive(b)) == MANY
    for _ in range(40):
        before = set(alive(b).tolist())
        play(one, 1)
        gone = [k for k in before if k not in set(alive(b).tolist())]
        assert all(b.f[k] <= b.f[alive(b)].min() for k in gone)


def test_rules_kept_by_quality_are_the_best():
    one = made(kept="quality")
    play(one, 2000)
    b = one.book[0]
    gone = np.setdiff1d(np.flatnonzero(b.nth), alive(b))
    assert len(gone) and b.q[gone].max() <= b.q[alive(b)].min() + 1e-12


# "all matching rules -> ten best by Q -> Boltzmann exp(beta Q)"


def test_one_of_the_best_is_chosen_by_boltzmanns_distribution():
    b = record(book_type(MANY))[0]
    b.rng = 7
    b.q[:5] = [0.0, 1.0, 2.0, 0.5, -3.0]
    counts = np.zeros(5)
    for _ in range(20_000):
        counts[concepts.boltzmann(b, np.array([4, 0, 3, 2, 1], np.int16), 5, 3, 1.5)] += 1
    wanted = np.where(np.array([0, 1, 1, 1, 0]), np.exp(1.5 * b.q[:5]), 0.0)
    assert np.abs(counts / counts.sum() - wanted / wanted.sum()).max() < 0.015
    assert counts[0] == counts[4] == 0


def test_with_a_single_one_the_best_acts_wherever_it_stands():
    b = record(book_type(MANY))[0]
    rng = np.random.default_rng(3)
    for _ in range(200):
        b.q[:20] = rng.normal(size=20)
        found = rng.permutation(20).astype(np.int16)
        assert concepts.boltzmann(b, found, 20, 1, 10.0) == np.argmax(b.q[:20])


def test_beta_grows_by_steps_up_to_its_most():
    one = made(beta=0.1, beta_step=0.2, beta_every=10_000, beta_most=20.0)
    b, found = one.book[0], []
    for games in (0, 9_999, 10_000, 500_000, 990_000, 1_000_000, 2_000_000):
        b.games = games
        found.append(concepts.beta_of(one.options[0], b))
    assert found == pytest.approx([0.1, 0.1, 0.3, 10.1, 19.9, 20.0, 20.0])


@pytest.mark.parametrize("parents", concepts.PARENTS)
def test_parents_are_drawn_as_named(parents):
    one = made(parents=parents, beta=1.0)
    play(one, 3000)
    b, o = one.book[0], one.options[0]
    slots = alive(b)
    recent = (b.uses[slots] > 0) & (b.own[concepts.LAST, slots] > b.games - 10)
    weights = {"quality": np.exp(b.q[slots] - b.q[slots].max()), "accessibility": b.f[slots],
               "used-quality": np.exp(b.q[slots] - b.q[slots].max()) * recent, "used": 1.0 * recent}[parents]
    counts = np.zeros(len(b.q))
    for _ in range(4000):
        counts[concepts.parent(o, b)] += 1
    assert np.abs(counts[slots] / 4000 - weights / weights.sum()).max() < 0.04
    assert counts[slots].sum() == 4000


def test_positions_are_covered_where_few_rules_match_and_learning_becomes_active():
    one = made()
    first, later = play(one, 20), play(one, 3000)
    assert first["covered"] > 20 and first["guided"] < first["decisions"]
    assert later["guided"] / later["decisions"] > 0.9 > first["guided"] / first["decisions"]
    nothing = made(cover_none=0.0, cover_few=0.0)
    told = play(nothing, 50)
    assert told["guided"] == told["covered"] == nothing.book[0].births == 0


@pytest.mark.parametrize("given", [{"credit": "turn"}, {"cut_every": 10}, {"averaging": 0.0}])
def test_what_the_paper_leaves_open_can_be_asked_for(given):
    one = made(**given)
    play(one, 1500)
    b, w = one.book[0], one.rooms[5][0]
    for _ in range(40):
        q, f, uses, mean = b.q.copy(), b.f.copy(), b.uses.copy(), float(b.average)
        reward = play(one, 1)["margin"]
        turns = w.slot[:int(w.turns)].tolist()
        for k in {*turns} - {-1}:
            many = turns.count(k) if "credit" in given else 1
            if b.uses[k] > many:  # not born in this game
                assert b.uses[k] == uses[k] + many and b.f[k] == pytest.approx(0.9 * f[k] + many)
                assert b.q[k] == pytest.approx(reward + 0.9**many * (q[k] - reward))
        if "averaging" in given:
            assert b.average == pytest.approx(mean + (reward - mean) / b.games)
        most = MANY + concepts.ROOM if b.games % 10 and "cut_every" in given else MANY
        assert b.live <= most
    assert "cut_every" not in given or b.live <= MANY + concepts.ROOM


# all methods


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_learns_the_same_in_one_go_or_two_or_from_a_file(method, tmp_path):
    whole, halves, other = made(method), made(method), made(method, seed=2)
    play(whole, 400)
    play(halves, 150)
    partial = Partial(tmp_path / "partial.npz", {"seed": 1})
    partial.put({**learnt(halves), "at": np.array([1, 2])})
    again = made(method, seed=99)
    assert recall(again, partial.get())["at"].tolist() == [1, 2]
    play(again, 250)
    play(other, 400)
    for name in whole.book.dtype.names:
        assert np.array_equal(whole.book[name], again.book[name]), name
    assert whole.rules.tobytes() == again.rules.tobytes() != other.rules.tobytes()


@pytest.mark.parametrize("method", ["concepts", "proven"])
def test_remembered_matches_are_the_matches(method):
    """Without a memory of positions everything comes out the same, only slower."""
    known = reader(GAME)
    one, slow = made(method), made(method, reading=known._replace(table=np.zeros(0, np.int32), positions=0))
    told, again = play(one, 600), play(slow, 600)
    assert one.rooms[5][0].tests < slow.rooms[5][0].tests
    assert told == again and one.rules.tobytes() == slow.rules.tobytes()


@pytest.mark.parametrize("method", METHODS)
def test_there_are_never_more_rules_than_the_population(method):
    one = made(method)
    for _ in range(5):
        play(one, 300)
        assert 0 < one.book[0].live <= MANY and one.book[0].live == len(alive(one.book[0]))
    before, dice_then = (one.book.tobytes(), one.rules.tobytes()), one.book[0].rng
    play(one, 50, greedy=True)
    one.book[0].rng = dice_then
    assert (one.book.tobytes(), one.rules.tobytes()) == before


def test_what_was_kept_and_is_damaged_is_told(tmp_path):
    (tmp_path / "partial.npz").write_bytes(b"no")
    with pytest.raises(Mistake, match="damaged or was not written by a run"):
        recall(made(), Partial(tmp_path / "partial.npz", {"seed": 1}).get())


@pytest.mark.parametrize("method, given, words", [
    ("concepts", {"alpha": 0.0}, "alpha=0.0 does not work"), ("concepts", {"alpha": 1.5}, "alpha=1.5 does not work"),
    ("concepts", {"beta": -1.0}, "beta=-1.0 does not work"), ("concepts", {"kept": "luck"}, "kept=luck does not work"),
    ("concepts", {"gamma": 1}, "gamma"), ("proven", {"memory": 2.0}, "memory=2.0 does not work"),
    ("money", {}, "money")])
def test_settings_out_of_range_are_one_sentence(method, given, words):
    with pytest.raises(Mistake, match=words) as told:
        made(method, **given)
    assert "\n" not in str(told.value)


# rivals


def test_money_only_comes_from_games_won_and_is_paid_on():
    one = made("economy", tax=0.0, every=1_000_000, cover_few=0.0, least=0.0, pay=7.0)
    play(one, 200)
    b, w = one.book[0], one.rooms[5][0]
    for _ in range(60):
        before, born = b.q[alive(b)].sum(), int(b.births)
        first = b.q.copy()
        reward = play(one, 1)["margin"]
        if int(b.births) > born or len(set(w.slot[:int(w.turns)].tolist())) < w.turns:
            continue
        lost = 0.1 * first[w.slot[0]]  # the first of a game pays nobody
        paid = 7.0 * reward if reward > 0 else 0.0
        assert b.q[alive(b)].sum() == pytest.approx(before - lost + paid)


def test_mortals_die_without_success():
    fed = made("mortals", against="random", upkeep=0.05)
    hungry = made("mortals", against="perfect", upkeep=0.05)
    play(fed, 3000)
    play(hungry, 3000)
    oldest = [int((one.book[0].games - one.book[0].born[alive(one.book[0])]).max()) for one in (fed, hungry)]
    assert oldest[1] < 1200 < oldest[0]
    assert (hungry.book[0].f[alive(hungry.book[0])] > 0).all()


def test_classifiers_share_fitness_by_their_accuracy():
    """Of those that spoke for a string alone in a game: each share of accuracy is what fitness moves to."""
    one = made("xcs", against="random")
    play(one, 800)
    b, w, told = one.book[0], one.rooms[5][0], 0
    for _ in range(50):
        before = b.f.copy()
        play(one, 1)
        sets = [np.flatnonzero(np.unpackbits(noted.view(np.uint8), bitorder="little")) for noted in w.noted[:int(w.turns)]]
        here, others = sets[-1], np.concatenate([*sets[:-1], [-1]])
        accuracy = b.own[4, here] / b.own[4, here].sum()
        for k, share in zip(here, accuracy, strict=True):
            if k not in others and b.born[k] < b.games:
                assert b.f[k] == pytest.approx(before[k] + 0.2 * (share - before[k]))
                told += 1
        error = b.own[1, here] / 0.18
        assert np.allclose(b.own[4, here], np.where(error < 1, 1.0, np.maximum(0.1 * error**-5, 1e-12)))
    slots = alive(b)
    assert told > 20 and (b.f[slots] >= 0).all() and (b.f[slots] <= 1).all() and (np.abs(b.q[slots]) <= 9).all()


# proven rules


def test_a_proven_rule_gains_and_the_rarest_goes_first():
    one = made("proven")
    play(one, 6000)
    b, order = one.book[0], proven.order(one.book[0])
    assert len(order) == b.tried > 3
    often = [proven.frequency(b, k) for k in order]
    assert often == sorted(often)
    gains = b.q[order] - b.own[proven.RESTED, order]
    assert (gains > 0).mean() > 0.8
    waiting = np.setdiff1d(alive(b), order)
    assert (b.own[proven.PROVEN, waiting] == 0).all() and len(waiting) <= 30 + 10


def test_proven_rules_win_more_than_they_did():
    one = made("proven", seed=4)
    first, _, last = play(one, 2000), play(one, 16000), play(one, 2000)
    assert last["won_second"] > first["won_second"] + 100


def test_a_learnt_list_reads_as_text():
    one = made("proven")
    play(one, 3000)
    found = in_order(*ranked(one))[0]
    assert len(show(found).splitlines()) == found.many == one.book[0].tried


def test_every_setting_is_on_the_page():
    page = (Path(__file__).parents[3] / "docs" / "graph-rules.md").read_text()
    for method, way in METHODS.items():
        missing = [name for name in way.settings if f"| `{name}` | " not in page]
        assert missing == [], method
    for name, setting in {**concepts.SETTINGS, **proven.SETTINGS}.items():
        told = {True: "yes", False: "no"}.get(setting.default, setting.default) if isinstance(setting.default, bool) \
            else setting.default
        assert f"| `{name}` | {told} | " in page, name
