"""The contract, on all that is listed: to be listed is to be tested. And that the contract catches what is broken."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lek import contract, dice
from lek.agent import Agent, Population, configured
from lek.contract_players import genomes_of, observed
from lek.find import find_agent, find_game
from lek.game import record
from lek.games import GAMES
from lek.players import PLAYERS, REPRESENTATIONS
from lek.playing import play
from lek.position import result
from lek.settings import Mistake
from lek.watching import watch

from .own_games import NIM, PENNIES

LISTED = [(name, preset) for name, build in GAMES.items() for preset in (list(build.presets)[:2] or [None])]


@cache
def built(name, preset):
    """A short game of the same rules; presets beyond the first two change numbers only."""
    return GAMES[name](**GAMES[name].small, **({"preset": preset} if preset else {}))


# Games


ONCE = [pytest.param(name, preset, marks=pytest.mark.slow) if preset == "rainforest" else (name, preset)
        for name, preset in LISTED]  # whose states are as large as no other's, and are compiled for half a minute


@pytest.mark.parametrize("name, preset", ONCE)
@pytest.mark.parametrize("check", contract.CHECKS)
def test_a_game_keeps_the_contract(name, preset, check):
    assert contract.CHECKS[check](built(name, preset)) is None


@pytest.mark.parametrize("name, preset", LISTED)
@pytest.mark.parametrize("check", contract.ELSEWHERE)
def test_a_game_is_the_same_elsewhere(name, preset, check):
    assert contract.ELSEWHERE[check](built(name, preset), name) is None


@pytest.mark.parametrize("name, preset", [(name, preset) for name, build in GAMES.items() for preset in build.presets])
def test_every_preset_can_be_built(name, preset):
    game = GAMES[name](preset=preset)
    assert {key: game.settings[key] for key in GAMES[name].presets[preset]} == GAMES[name].presets[preset]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_checks_its_settings(name):
    assert contract.settings_are_checked(GAMES[name]) is None


# Players


@cache
def everybody(name, preset, threads):
    """All players of a game, every one in every seat; on several threads there are enough games to share out."""
    game = built(name, preset)
    agents = [Agent(player, brain, configured(brain, game, {})) for player, brain in PLAYERS[name].items()
              if brain.refuses(game) is None]
    games = max(len(agents) ** 2, 8 * 64)
    schedule = np.stack([np.arange(games) % len(agents)] + [
        (np.arange(games) // len(agents) + seat) % len(agents) for seat in range(1, game.seats)], axis=1)
    return agents, schedule, play(game, agents, schedule, 3, threads=threads)


PLAYING = [(name, preset, player) for name, preset in LISTED for player in PLAYERS.get(name, {})]


@pytest.mark.parametrize("name, preset, player", PLAYING)
def test_a_player_plays_the_same_on_1_and_7_threads(name, preset, player):
    agents, schedule, alone = everybody(name, preset, 1)
    seat = [agent.name for agent in agents].index(player)
    mine = (schedule == seat).any(axis=1)
    assert mine.sum() >= len(agents)
    seven = everybody(name, preset, 7)[2]
    assert np.array_equal(alone.scores[mine], seven.scores[mine])
    assert np.array_equal(alone.measures[mine], seven.measures[mine], equal_nan=True)


@pytest.mark.parametrize("name, preset, player", PLAYING)
def test_a_player_plays_in_watch_as_in_play(name, preset, player):
    """And with its view and its genome looked at again after each answer: it writes to neither."""
    game, (agents, schedule, played) = built(name, preset), everybody(name, preset, 1)
    first = [agent.name for agent in agents].index(player)
    met = np.flatnonzero((schedule[:, 0] == first) & (schedule[:, -1] != first))
    number, answers = int(met[first % len(met)]), []
    *_, last = watch(game, [observed(agents[i], answers) for i in schedule[number]], 3, number)
    assert answers
    scores, measures = result(game, last.state)
    assert np.array_equal(scores, played.scores[number])
    assert np.array_equal(measures, played.measures[number], equal_nan=True)


@pytest.mark.parametrize("name, preset", [(name, preset) for name, preset in LISTED if name in PLAYERS])
def test_games_of_different_players_differ(name, preset):
    """Equal results prove nothing where everybody does the same."""
    agents, _, played = everybody(name, preset, 1)
    assert len(np.unique(outcomes(name, played).round(6), axis=0)) > len(agents)


# Representations


def outcomes(name, played):
    """What games came to: their scores, and where these are only win, draw and loss, their measures, too."""
    if name not in ("simplexity", "antwars"):
        return played.scores
    return np.column_stack([played.scores, np.nan_to_num(played.measures).reshape(len(played.scores), -1)])


@pytest.mark.parametrize("name, preset, kind", [
    (name, preset, kind) for name, preset in LISTED for kind in REPRESENTATIONS.get(name, {})])
def test_a_bred_agent_plays_the_same_by_every_road(name, preset, kind):
    """The generic loop, the fast path where there is one, seven threads and `watch`: equal to the last bit."""
    game = built(name, preset)
    made = REPRESENTATIONS[name][kind](game)
    genomes = np.zeros(24, made.brain.genome_type(game)).view(np.recarray)
    stream = record(dice.STREAM)
    for genome in genomes:
        made.random(stream[0], made.options[0], genome)
    schedule = np.stack([(np.arange(576) // 24 ** (seat % 2) + seat) % 24 for seat in range(game.seats)], axis=1)
    population = Population(made.brain, genomes)
    generic = play(game, population, schedule, 0, fast=False, threads=1)
    for how in ({"fast": True}, {"fast": True, "threads": 7}, {"fast": False, "threads": 7}):
        assert contract.digest(play(game, population, schedule, 0, **how)) == contract.digest(generic)
    for number in range(0, 576, 97):
        *_, last = watch(game, [Agent(kind, made.brain, genomes[i:i + 1]) for i in schedule[number]], 0, number)
        assert np.array_equal(result(game, last.state)[0], generic.scores[number])
    company = [Agent(player, brain, configured(brain, game, {})) for player, brain in PLAYERS[name].items()
               if brain.refuses(game) is None]  # among themselves the bred may all keep still
    bred = [Agent(kind, made.brain, genomes[i:i + 1]) for i in range(24)]
    rows = np.column_stack([24 + (np.arange(240) // 24 + seat) % len(company) for seat in range(game.seats)])
    rows[:, 0] = np.arange(240) % 24
    least = {"simplexity": 10, "dots": 9}.get(name, 24)  # small boards have games of a few moves, or few scores
    assert len(np.unique(outcomes(name, play(game, [*bred, *company], rows, 0)), axis=0)) > least


@pytest.mark.parametrize("name, kind", [(name, kind) for name in REPRESENTATIONS for kind in REPRESENTATIONS[name]])
def test_bred_agents_are_sound_and_can_be_written_down_and_read_back(name, kind):
    """Drawn, crossed and mutated: all of them, and the same from the same dice."""
    game = GAMES[name]()
    made = REPRESENTATIONS[name][kind](game)
    genome, stream = genomes_of(game, made)[0], record(dice.STREAM)
    texts = {made.show(genome)}
    for _ in range(20):
        made.mutate(stream[0], made.options[0], genome)
        texts.add(made.show(genome))
    assert len(texts) > 5  # what differs is written differently (a mutation may draw what was there)


# A game of one's own: one file outside the package

BROKEN = {  # what is replaced in PENNIES, and what the check says about it
    "never ends": (
        "return s.mover if s.turn < s.turns else -1", "return s.mover",
        "every turn has a legal action", "a game of legal moves did not end within 12 steps"),
    "has no legal action": (
        "return 0 <= a < 2", "return 0 <= a < 2 and s.turn != 4",
        "every turn has a legal action", "no legal action at step 8 of deal 0"),
    "allows what is no action": (
        "return 0 <= a < 2", "return a < 2",
        "survives any action", "action -1 is said to be legal; actions are 0 to 1"),
    "raises on an illegal action": (
        "    s.held[s.mover] = a if", "    if a < 0:\n        raise ValueError('no side')\n    s.held[s.mover] = a if",
        "survives any action", "ValueError: no side"),
    "shows an old view": (
        "v.theirs = s.last[1 - body]", "if s.last[1 - body] == 1:\n        v.theirs = 1",
        "views are complete", "observe leaves theirs as it was in the last view"),
    "names a field like an attribute": (
        "s.turn", "s.round",
        "keeps the dialect", "the field 'round' is named like an attribute of NumPy's records"),
    "has scores that are no numbers": (
        "return float(s.total[seat])", "return float(s.total[seat]) / (s.total[seat] * 0.0)",
        "every turn has a legal action",
        "BrokenGame: a game of pennies ended with the scores [inf, inf] (seed 1, deal 0): its rules must give numbers"),
    "lets a body act that is not there": (
        "return s.mover if s.turn < s.turns else -1", "return s.mover + 7 * (s.turn == 3) if s.turn < s.turns else -1",
        "every turn has a legal action", "body 7 acts, but there are 2 bodies and 2 seats"),
    "rolls dice and says that it does not": (
        "def start(s):\n", "def start(s):\n    dice.below(s, 2)\n",
        "dice are rolled as declared", 'chance is "none", but the start of deal 0 rolls dice: chance="start" allows that'),
    "rolls dice after its start and says that it does not": (
        "def step(s, a):\n", "def step(s, a):\n    dice.below(s, 2) if s.turn == 1 else 0\n",
        "dice are rolled as declared", 'chance is "none", but step 3 of deal 0 rolls dice: chance="always" allows that'),
    "scores more than it says": (
        "range=(0, turns)", "range=(0, turns - 3)",
        "scores are as declared", "range is 0 to 3, but deal 2 ends with the scores [4.0, 2.0]"),
    "scores less than it says": (
        "range=(0, turns)", "range=(3, turns)",
        "scores are as declared", "range is 3 to 6, but deal 2 ends with the scores [4.0, 2.0]"),
    "is not of zero sum": (
        "s.total[0 if s.held[0] == s.held[1] else 1] += 1", "s.total[0] += s.held[0] == s.held[1]",
        "scores are as declared", "zero_sum is declared, but scores add up to 3 in deal 0 and to 4 in deal 2"),
    "shows a choice that others make at once": (
        "v.theirs = s.last[1 - body]", "v.theirs = s.held[1 - body]",
        "choices at once are secret",
        "simultaneous is declared, but body 1 sees in theirs what body 0 chose in this round (step 3 of deal 0)"),
    "allows what hangs on a choice that others make at once": (
        "return 0 <= a < 2", "return 0 <= a < 2 and not (a == 1 and s.mover == 1 and s.held[0] == 1)",
        "choices at once are secret",
        "simultaneous is declared, but body 1 sees in its legal actions what body 0 chose in this round (step 9 of deal 0)"),
    "asks another body where a choice was another": (
        "    s.mover += 1\n", "    s.mover += 2 if s.mover == 0 and a == 1 and s.turn > 0 else 1\n",
        "choices at once are secret",
        "simultaneous is declared, but who chooses next hangs on what body 0 chose in this round (step 3 of deal 0)"),
    "reads beyond an array": (
        "return float(s.total[seat])", "return float(s.total[seat + 4 * (s.turn == 6)])",
        "every turn has a legal action", "IndexError: index 4 is out of bounds for axis 0 with size 2"),
}
UNCHECKED = PENNIES.replace("@configurable(SETTINGS)", "# as if configurable").replace("def pennies(turns):", """
def pennies(turns=6):
    if turns == "nonsense":
        raise Mistake(f"turns={turns} does not work: turns is a whole number")
""").replace("import Game, Setting, configurable", "import Game, Mistake, Setting")
UNCHECKED += "\n\npennies.settings, pennies.presets = SETTINGS, {}\n"


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """Writes a file of one's own and tells its path. Its compiled rules go into a cache of their own: the common one
    keeps only the last dozen of folders."""
    monkeypatch.setenv("LEK_CACHE", str(tmp_path / "cache"))

    def write(name, source):
        path = tmp_path / f"{name}.py"
        path.write_text(source)
        return str(path)

    return write


@pytest.fixture
def here_only(monkeypatch):
    """Without the checks that start other processes."""
    monkeypatch.setattr(contract, "ELSEWHERE", {})
    monkeypatch.setattr(contract, "FIRST", {})


@pytest.fixture
def rules_only(monkeypatch, here_only):
    """Only the checks that compile no loop: they find what is wrong with rules, and quickly."""
    loops = {"same on 1, 2 and 7 threads", "same in any batch", "watched as played"}
    assert loops < set(contract.CHECKS)
    monkeypatch.setattr(contract, "CHECKS", {name: c for name, c in contract.CHECKS.items() if name not in loops})


def lek(*given):
    return subprocess.run([sys.executable, "-m", "lek.cli", *given], capture_output=True, text=True)


def test_a_sound_game_passes_every_check_here(saved, here_only):
    found = contract.check_game(saved("pennies", PENNIES))
    assert [name for name, _ in found] == [
        "settings are checked", *contract.RULES_ONLY, contract.PLAIN, *list(contract.CHECKS)[len(contract.RULES_ONLY):]]
    assert not [problem for _, problem in found if problem]


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_game_is_named(saved, rules_only, how):
    old, new, check, sentence = BROKEN[how]
    assert old in PENNIES
    source = PENNIES.replace(old, new)
    if how.startswith("names a field"):
        source = source.replace('("turn", "i4")', '("round", "i4")').replace("s.rounds", "s.turns")
    if how.startswith("rolls dice"):
        source = source.replace("from lek import", "from lek import dice,")
        source = source.replace('("turn", "i4"),', '("rng", "u8"), ("turn", "i4"),')
        source = source.replace("limit=2 * turns,", 'limit=2 * turns, chance="none",')
    problems = dict(contract.check_game(saved("broken", source)))
    assert problems[check] == sentence
    assert problems["settings are checked"] is None


def test_a_game_that_takes_settings_out_of_range_is_named(saved, rules_only):
    problems = dict(contract.check_game(saved("unchecked", UNCHECKED)))
    assert problems["settings are checked"] == "turns=201 is out of range but was taken"
    assert problems["every turn has a legal action"] is None


def test_a_game_that_differs_without_the_compiler_is_named(saved):
    """Compiled, a product of a 32-bit field is taken with 64 bits; in plain Python it overflows."""
    source = PENNIES.replace("return float(s.total[seat])", "return float(s.total[seat] * 1_000_000_000)")
    path = saved("overflows", source)
    game = find_game(path).build()
    with np.errstate(over="ignore"):
        assert contract.CHECKS["same in any batch"](game) is None
        problem = contract.ELSEWHERE["same without compiling"](game, path)
    assert problem is not None and problem.startswith("plain Python gives another result")


def test_a_broken_game_ends_the_command_with_1_and_a_sentence(saved):
    old, new, check, sentence = BROKEN["shows an old view"]
    done = lek("check", saved("broken", PENNIES.replace(old, new)), "--json")
    assert done.returncode == 1, done.stderr
    problems = {row["check"]: row["problem"] for row in json.loads(done.stdout)["checks"]}
    assert problems.pop(check) == sentence
    assert not any(problems.values())  # nothing else is wrong, in plain Python and on the CUDA simulator too
    assert set(problems) == {"settings are checked", contract.PLAIN, *contract.FIRST, *contract.CHECKS,
                             *contract.ELSEWHERE} - {check}


def test_an_index_error_that_is_rare_is_found_before_it_can_do_harm(saved):
    """In one state of a thousand: plain Python does not come across it, and compiled it would read what is not its own."""
    source = PENNIES.replace("return float(s.total[seat])",
                             "return float(s.total[seat + 1_000_000 * (s.rng % np.uint64(300) == 0)])")
    source = source.replace('("total", "i4", (2,))]', '("total", "i4", (2,)), ("rng", "u8")]')
    problems = dict(contract.check_game(saved("rare", source.replace("from lek", "import numpy as np\nfrom lek", 1))))
    assert not any(problems[name] for name in (*contract.RULES_ONLY, contract.PLAIN))
    assert "is out of bounds" in problems["keeps within its arrays"]
    assert problems["same on 1, 2 and 7 threads"].startswith("not tried")


@pytest.mark.parametrize("when, check", [("True", "views are complete"), ("s.rng % np.uint64(300) == 0",
                                                                         "keeps within its arrays")])
def test_a_view_that_writes_beyond_its_arrays_never_runs_compiled(saved, when, check):
    """`observe` runs where somebody looks; a rare one is not met in plain Python."""
    source = PENNIES.replace("    v.theirs = s.last[1 - body]", f"    v.theirs = s.last[1 - body + 50_000_000 * ({when})]")
    source = source.replace('("total", "i4", (2,))]', '("total", "i4", (2,)), ("rng", "u8")]')
    problems = dict(contract.check_game(saved("beyond", source.replace("from lek", "import numpy as np\nfrom lek", 1))))
    assert "is out of bounds" in problems[check]
    assert problems["same on 1, 2 and 7 threads"].startswith("not tried")


def test_a_rule_that_never_ends_is_named(saved, monkeypatch):
    monkeypatch.setattr(contract, "PATIENCE", 3.0)
    step = "    s.held[s.mover] = a if"
    source = PENNIES.replace(step, f"    while s.turn == 2:\n        pass\n{step}")
    problems = dict(contract.check_game(saved("endless", source)))
    assert problems[contract.PLAIN] == "the rules took longer than 3 s: perhaps one of them never ends"


def test_a_process_that_crashes_is_told(saved, here_only, monkeypatch):
    source = PENNIES + "\nimport os\nif os.environ.get('NUMBA_DISABLE_JIT'):\n    os.abort()\n"
    assert dict(contract.check_game(saved("aborts", source)))[contract.PLAIN] == "the process was ended by SIGABRT"


def test_a_game_of_ones_own_is_one_file_that_passes_and_plays(saved):
    path = saved("nim", NIM)
    done = lek("check", path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok") == 3 + len(contract.FIRST) + len(contract.CHECKS) + len(contract.ELSEWHERE)
    assert re.search("strategy wise +│ ok", done.stdout)
    done = lek("play", path, "random", "random", "--games", "5", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["game"] == "nim" and not told["faults"]
    assert [sorted(game["scores"]) for game in told["games"]] == [[0, 1]] * 5


def test_a_strategy_beside_a_game_of_ones_own_plays_it(saved):
    found = find_game(saved("nim", NIM))
    game = found.build(heap=22)
    agents = [find_agent(found, game, text) for text in ("wise", "random", "wise")]
    outside = play(game, agents, [[0, 1], [1, 0]] * 20, 1)
    assert not outside.faults
    assert outside.scores[0::2, 0].all()  # whoever moves first on 22 and is wise wins
    assert outside.scores[1::2, 1].mean() > 0.5
    inside = play(game, [agents[0], agents[2]], [[0, 1]] * 4, 1)
    assert inside.scores.tolist() == [[1, 0]] * 4
    with pytest.raises(Mistake, match="there is no agent called 'wisse'; did you mean wise"):
        find_agent(found, game, "wisse")


def test_a_game_has_its_builders_name_and_settings_without_repeating_them(saved):
    """The name of a Game is that of its function, which messages, champions and compiled code go by."""
    path = saved("nim", NIM.replace('Game("nim"', 'Game("another"'))
    build = find_game(path).build
    assert build().name == "nim"
    assert build().settings == {"heap": 21, "most": 3}
    assert (build().face.title, build().face.about) == ("nim", "Nim with one heap.")
    small = build(heap="5")
    assert small.settings == {"heap": 5, "most": 3}
    assert contract.ELSEWHERE["same without compiling"](small, path) is None  # it was another game there


def test_a_file_without_a_game_is_told_so(saved, tmp_path):
    with pytest.raises(Mistake, match="should hold one function marked @configurable"):
        find_game(saved("empty", "from lek import configurable\n"))
    done = lek("check", str(tmp_path / "nowhere.py"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lek: there is no game file ")


# Circles of calls


def one(s):
    return two(s)


def two(s):
    return three(s) + one(s)


def three(s):
    return s


def test_functions_that_call_in_a_circle_are_named():
    assert contract.calls_itself(one) == ["one", "two", "one"]
    assert contract.calls_itself(three) == []


def test_a_game_whose_rules_call_in_a_circle_does_not_keep_the_dialect():
    game = replace(built("moose", "paper"), measure=two)
    assert "measure calls in a circle (two -> one -> two)" in contract.keeps_the_dialect(game)
