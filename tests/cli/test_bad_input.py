"""Bad input: one sentence on standard error that names what was given, exit code 2, and nothing on standard output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import is_one_sentence

PLAY = ("play", "moose", "random", "random")
PLAY_1 = (*PLAY, "--set")
TOURNAMENT = ("tournament", "moose", "random", "random")
EVOLVE = ("evolve", "moose", "machine", "--generations", "1")
STUDY = ("study", "run", "moose")


NAMES = [
    (("play", "moos", "random", "random"), "'moos' moose"),
    (("play", "", "random", "random"), "game ''"),
    (("agents", "chess"), "'chess' moose"),
    (("tournament", "chess", "random", "random"), "'chess' moose"),
    (("evolve", "chess", "machine"), "'chess' moose"),
    (("check", "chess"), "'chess' moose"),
    (("play", "moose", "greed", "random"), "agent 'greed' greedy"),
    (("play", "moose", "", "random"), "agent '' known"),
    (("tournament", "moose", "random", "Nash"), "agent 'Nash'"),
    (("evolve", "moose", "forest"), "representation 'forest' machine"),
    ((*EVOLVE, "--engine", "genetic"), "engine 'genetic' generational"),
    ((*EVOLVE, "--engine", "genetic-programming"), "known elitist generational"),
    ((*EVOLVE, "--engine", "generational:elite=3"), "'elite' generational tournament crossover"),
    ((*EVOLVE, "--engine", "elitist:elit=3"), "'elit' elite"), ((*EVOLVE, "--engine", "elitst"), "'elitst' elitist"),
    ((*EVOLVE, "--engine", "elitist:generations=3"), "generations twice elitist:generations=3"),
    ((*EVOLVE, "--against", "gredy"), "'gredy' greedy"),
    ((*EVOLVE, "--engine", "elitist:mutation=0.3"), "'mutation' elitist population"),
    ((*EVOLVE, "--device", "tpu"), "device=tpu cpu"),
    ((*TOURNAMENT, "--device", "tpu"), "device=tpu cpu"),
    ((*STUDY, "--device", "tpu"), "device=tpu cpu"),
    (("study", "run", "chess"), "study 'chess' moose"),
    ((*STUDY, "--scale", "huge"), "scale 'huge' quick paper"),
    (("bench", "chess"), "benchmark 'chess' moose"),
]
SETTINGS = [
    ("rounds", "'rounds' key=value"), ("rounds=", "'rounds=' key=value"), ("=5", "'=5' key=value"),
    ("laps=5", "'laps' known rounds"), ("Rounds=5", "'Rounds' rounds"),
    ("preset=final", "preset 'final' paper contest"), ("rule=chess", "rule=chess paper contest"),
    ("sees=nothing", "sees=nothing actions own all"),
    ("rounds=0", "rounds=0 1"), ("rounds=-3", "rounds=-3 1"), ("rounds=2.5", "rounds=2.5 whole"),
    ("rounds=many", "rounds=many whole"), ("rounds=99999999", "rounds=99999999 1000000"),
    ("moose=1", "moose=1 2"), ("moose=1000", "moose=1000 64"), ("fields=0", "fields=0 2"), ("fields=1", "fields=1 2"),
    ("capacity=-1", "capacity=-1 0"), ("capacity=10,-1,10", "capacity=-1 0"), ("capacity=nan", "capacity=nan number"),
    ("capacity=10,20", "capacity 2 fields=3"), ("capacity=1,2,3,4", "capacity 4 fields=3"), ("capacity=,", "capacity="),
    ("growth=nan", "growth=nan number"), ("growth=inf", "growth=inf number"), ("growth=-inf", "growth=-inf number"),
    ("growth=-0.5", "growth=-0.5 0"), ("growth=1,2", "growth 2 fields=3"),
]
OTHER_GAMES = [  # who plays, settings
    ("organisms random random", "p=2", "p=2 0.0 1.0"), ("organisms random random", "p=-0.1", "p=-0.1 0.0 1.0"),
    ("organisms random", "q=nan", "q=nan number"), ("organisms random", "width=0", "width=0 1 1000"),
    ("organisms random", "height=0", "height=0 1 1000"), ("organisms random", "K=0", "K=0 1 1000"),
    ("organisms random", "u=501", "u=501 M=500"), ("organisms random", "M=90 energy=90", "u=100 M=90"),
    ("organisms random", "energy=501", "energy=501 M=500"), ("organisms random", "rank=age", "rank=age count density"),
    ("organisms random random random", "width=1 height=2", "species=3 width=1 height=2"),
    ("organisms random", "species=401", "species=401 width=20 height=20 400"),
    ("organisms random", "preset=tundra", "preset 'tundra' desert"),
    ("gunslinger random random random", "f=1 e=1", "f=1 players=3 even"),
    ("gunslinger random random random random", "f=2 e=2", "f=2 e=2 players=4"),
    ("gunslinger random random", "f=0 e=2", "e=2 players=2"), ("gunslinger random random random", "f=-2", "f=-2 0 199"),
    ("gunslinger random random random", "e=-1", "e=-1 0 199"), ("gunslinger random", "players=201", "players=201 200"),
    ("gunslinger random", "f=0 e=0 quirk=perhaps", "quirk=perhaps yes no"),
]
AGENTS = [
    ("greedy:", "key=value"), ("greedy:ties", "'ties' key=value"), ("greedy:ties=up", "ties=up random first away"),
    ("greedy:knots=up", "'knots' ties"), ("random:p=1", "'p'"), ("patience:fights=0", "fights=0 1"),
    ("patience:fights=x", "fights=x"), ("softmax:scale=nan", "scale=nan"), ("softmax:scale=1,2", "'2' key=value"),
    ("nobody.py", "nobody.py"), ("./nobody", "./nobody"), ("nobody.json", "nobody.json"), ("nobody.c", "nobody.c"),
]
STUDIES = [
    ("replicates=0", "replicates=0 1"), ("experiments=8", "experiments=8 7"), ("experiments=one", "experiments=one"),
    ("replicates", "'replicates' key=value"), ("replicate=3", "'replicate' replicates"),
    ("mutation=wild", "mutation=wild both"),
    ("sweep=perhaps", "sweep=perhaps yes"), ("device=tpu", "device=tpu cpu"), ("elite=40", "elite=40 36"),
]


@pytest.mark.parametrize("words, expected", NAMES, ids=[" ".join(words) for words, _ in NAMES])
def test_a_name_that_is_not_known(lek: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(lek(*words), *expected.split())


@pytest.mark.parametrize("text, expected", SETTINGS, ids=[text for text, _ in SETTINGS])
def test_a_setting_of_a_game_that_does_not_work(lek: Any, text: str, expected: str) -> None:
    assert is_one_sentence(lek(*PLAY_1, text), *expected.split())


@pytest.mark.parametrize("command", ["play", "tournament"])
@pytest.mark.parametrize("who, texts, expected", OTHER_GAMES, ids=[f"{who} {texts}" for who, texts, _ in OTHER_GAMES])
def test_a_setting_of_another_game_that_does_not_work(lek: Any, command: str, who: str, texts: str, expected: str) -> None:
    given = [word for text in texts.split() for word in ("--set", text)]
    assert is_one_sentence(lek(command, *who.split(), *given), *expected.split())


@pytest.mark.parametrize("command", [TOURNAMENT, EVOLVE], ids=["tournament", "evolve"])
def test_settings_are_read_alike_by_all_commands(lek: Any, command: tuple[str, ...]) -> None:
    assert is_one_sentence(lek(*command, "--set", "fields=0"), "fields=0", "2")


@pytest.mark.parametrize("text, expected", AGENTS, ids=[text for text, _ in AGENTS])
def test_an_agent_that_does_not_work(lek: Any, text: str, expected: str) -> None:
    assert is_one_sentence(lek("play", "moose", "random", text), *expected.split())


def test_a_person_has_no_settings(lek: Any) -> None:
    assert is_one_sentence(lek("play", "moose", "random", "human:depth=3", "--set", "rounds=1"), "depth")


@pytest.mark.parametrize("text, expected", STUDIES, ids=[text for text, _ in STUDIES])
def test_a_setting_of_a_study_that_does_not_work(lek: Any, text: str, expected: str) -> None:
    assert is_one_sentence(lek(*STUDY, "--set", text), *expected.split())


@pytest.mark.parametrize("words, expected", [
    (("play", "moose", "random"), "2 seats 1"), (("play", "moose", *["random"] * 3), "2 seats 3"),
    ((*PLAY, "--set", "moose=3"), "3 seats 2"), (("tournament", "moose", "random"), "two 1"),
    ((*TOURNAMENT, "--set", "moose=3"), "3 seats 2"),
])
def test_the_wrong_number_of_agents(lek: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(lek(*words), *expected.split())


def test_a_strategy_that_must_see_more(lek: Any) -> None:
    assert is_one_sentence(lek("play", "moose", "random", "greedy", "--set", "sees=own"), "greedy", "sees=own")


def test_a_person_does_not_sit_in_tournaments(lek: Any) -> None:
    assert is_one_sentence(lek("tournament", "moose", "human", "random"), "human", "lek play")


@pytest.mark.parametrize("words", [(*EVOLVE, "--engine", "elitist:elite=40"), (*EVOLVE, "--population", "10")])
def test_an_elite_larger_than_the_population(lek: Any, words: tuple[str, ...]) -> None:
    assert is_one_sentence(lek(*words), "elite", "population")


@pytest.mark.parametrize("representation, expected", [
    ("machine:states=0", "states=0 1"), ("machine:legs=4", "'legs' states"), ("machine:", "key=value")])
def test_a_setting_of_a_representation_that_does_not_work(lek: Any, representation: str, expected: str) -> None:
    assert is_one_sentence(lek("evolve", "moose", representation), *expected.split())


@pytest.mark.parametrize("words", [("0.5",), ("1.5",), ("nan",), ("0.6", "--alpha", "0"), ("0.6", "--power", "1")])
def test_games_needed_of_nonsense(lek: Any, words: tuple[str, ...]) -> None:
    assert is_one_sentence(lek("games-needed", *words), words[-1].removesuffix(".0"))


@pytest.mark.parametrize("command", [TOURNAMENT, EVOLVE, STUDY], ids=["tournament", "evolve", "study"])
def test_a_gpu_that_is_not_there(lek: Any, tmp_path: Path, command: tuple[str, ...]) -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is one here")
    assert is_one_sentence(lek(*command, "--device", "cuda"), "cuda", "device=cpu")
    assert list(tmp_path.iterdir()) == []


def test_a_gpu_that_python_files_cannot_use(lek: Any, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act(view):\n    return 0\n")
    words = ("tournament", "moose", "bot.py", "random", "--games", "1", "--device", "cuda", "--json")
    assert is_one_sentence(lek(*words), "cuda")


# Files


def test_a_folder_is_neither_an_agent_nor_a_game(lek: Any, tmp_path: Path) -> None:
    for name in ("folder", "folder.py"):
        (tmp_path / name).mkdir()
        assert is_one_sentence(lek("play", "moose", "random", tmp_path / name), name)
        assert is_one_sentence(lek("play", tmp_path / name, "random", "random"), name)


def test_a_file_of_another_kind_is_no_agent(lek: Any, tmp_path: Path) -> None:
    for name in ("bot.c", "bot.txt"):
        (tmp_path / name).write_text("int act;")
        assert is_one_sentence(lek("play", "moose", "random", f"./{name}"), name, ".py", ".json")


GAMES = {
    "def game(:\n": "SyntaxError line 1",
    "import nonsense\n": "ModuleNotFoundError nonsense",
    "1 / 0\n": "ZeroDivisionError",
    "": "@configurable 0",
    "game = 3\n": "@configurable 0",
    "from lek.games.moose import moose\n": "@configurable 0",
    "from lek import configurable\na = configurable({})(lambda: None)\nb = configurable({})(lambda: None)\n":
        "@configurable 2",
}


@pytest.mark.parametrize("source, expected", GAMES.items(), ids=[repr(source)[:30] for source in GAMES])
def test_a_file_that_holds_no_game(lek: Any, tmp_path: Path, source: str, expected: str) -> None:
    (tmp_path / "game.py").write_text(source)
    assert is_one_sentence(lek("play", "game.py", "random", "random"), "game.py", *expected.split())
    assert is_one_sentence(lek("play", "./nowhere/game.py", "random", "random"), "./nowhere/game.py")


RUDE = "@strategy(PLAYERS)\ndef rude(g, m, v):\n    return 9\n\n\n"


BROKEN_GAMES = {  # kind: what is replaced by what; who plays; exit code
    "an error of two lines": ("PLAYERS = {}", "raise ValueError('a\\nb')", "one", 2),
    "ends the program": ("PLAYERS = {}", "raise SystemExit(0)", "one", 2),
    "the builder fails": ("    blank = ", "    1 // 0\n    blank = ", "one", 1),
    "the builder makes nothing": ("return Game(", "return None and Game(", "one", 1),
    "never ends": ("s.heap -= a + 1 if legal(s, a) else 1", "s.heap -= 0", "one", 1),
}


@pytest.mark.parametrize("kind", BROKEN_GAMES)
def test_a_game_that_fails_does_so_in_one_sentence(lek: Any, nim: Path, kind: str) -> None:
    before, after, agent, code = BROKEN_GAMES[kind]
    assert before in nim.read_text()
    nim.write_text(nim.read_text().replace(before, after))
    assert is_one_sentence(lek("play", nim, agent, "one"), code=code)


def test_an_agents_illegal_move_is_told_and_the_games_own_rule_applies(lek: Any, nim: Path) -> None:
    nim.write_text(nim.read_text().replace("@rule\ndef start", f"{RUDE}@rule\ndef start"))
    said = lek("play", nim, "rude", "one")
    assert said.code == 0 and "is not a legal action" in said.err


@pytest.fixture
def champion(lek: Any, tmp_path: Path) -> dict[str, Any]:
    """What a champion's file holds."""
    assert lek(*EVOLVE, "--population", "4", "--engine", "elitist:elite=2").code == 0
    made: dict[str, Any] = json.loads((tmp_path / "champion.json").read_text())
    return made


def test_a_champion_of_another_game_or_damaged(lek: Any, tmp_path: Path, champion: dict[str, Any]) -> None:
    genome = champion["genome"]
    path = tmp_path / "damaged.json"
    for damaged in (
        "", "{", "[]", "3", '{"champion": 1}', json.dumps(champion)[:-9],
        {**champion, "game": "chess"}, {**champion, "game": None}, {**champion, "representation": "tree"},
        {**champion, "genome": 3}, {**champion, "genome": []}, {**champion, "genome": ["first 1"]},
        {**champion, "genome": genome[:-1]},
        {**champion, "genome": [*genome, "9: 1/1>1"]}, {**champion, "genome": ["first 9", *genome[1:]]},
        {**champion, "genome": [genome[0], genome[1].replace(">", "-"), *genome[2:]]},
    ):
        path.write_text(damaged if isinstance(damaged, str) else json.dumps(damaged))
        assert is_one_sentence(lek("play", "moose", "random", "damaged.json")), damaged
    path.write_bytes(b"\xff\xfe\x00")
    assert is_one_sentence(lek("play", "moose", "random", "damaged.json"), "damaged.json")
    assert is_one_sentence(lek("play", "moose", "random", "champion.json", "--set", "fields=4"), "4")


def test_a_champion_whose_representation_is_no_text(lek: Any, tmp_path: Path, champion: dict[str, Any]) -> None:
    (tmp_path / "damaged.json").write_text(json.dumps({**champion, "representation": 5}))
    assert is_one_sentence(lek("play", "moose", "random", "damaged.json"))


def test_a_damaged_champion_is_named(lek: Any, tmp_path: Path, champion: dict[str, Any]) -> None:
    (tmp_path / "damaged.json").write_text(json.dumps({**champion, "genome": ["first 9", *champion["genome"][1:]]}))
    assert is_one_sentence(lek("tournament", "moose", "champion.json", "damaged.json"), "damaged.json", "first 9")


def test_a_run_folder_that_is_none(lek: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert is_one_sentence(lek(*STUDY, "--out", "file"), "file", "folder")
    assert is_one_sentence(lek(*STUDY, "--out", "file/below"), "file/below", code=1)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "config.json").write_text('{"study": "chess"}')
    assert is_one_sentence(lek(*STUDY, "--out", "taken"), "taken", "another --out")
    (tmp_path / "taken" / "config.json").write_text("nonsense")
    assert is_one_sentence(lek(*STUDY, "--out", "taken"), "config.json", "another --out")
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["config.json"]


def test_a_mistake_leaves_no_run_folder(lek: Any, tmp_path: Path) -> None:
    assert lek(*STUDY, "--set", "elite=40", "--out", "run").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_place_for_the_champion_is_looked_for_first(lek: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from lek import evolve

    bred: list[str] = []

    def start(*given: Any, **settings: Any) -> Any:
        bred.append("in vain")
        yield from ()

    monkeypatch.setitem(evolve.ENGINES, "elitist", evolve.ENGINES["elitist"]._replace(start=start))
    assert is_one_sentence(lek(*EVOLVE, "--out", "nowhere/champion.json"), "nowhere")
    assert bred == []


# Numbers


@pytest.mark.parametrize("words, expected", [
    (("play",), "game"), (("play", "moose"), "agents"), (("agents",), "game"), (("study", "run"), "name"),
    (("chess",), "'chess'"), ((*PLAY, "--chess"), "--chess"), ((*PLAY, "--games", "0"), "--games 1"),
    ((*PLAY, "--seed", "-1"), "--seed 0"), ((*PLAY, "--seed", "one"), "--seed"),
    ((*TOURNAMENT, "--threads", "0"), "--threads 1"),
])
def test_a_word_that_is_missing_unknown_or_no_number(lek: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(lek(*words), *expected.split())


@pytest.mark.parametrize("words", [(), ("study",)], ids=["lek", "lek study"])
def test_no_words_at_all_are_answered_with_help(lek: Any, words: tuple[str, ...]) -> None:
    said = lek(*words)
    assert (said.code, said.err) == (2, "")
    assert "Usage: lek" in said.out


@pytest.mark.parametrize("command", [(*PLAY, "--seed", str(2**64)), (*EVOLVE, "--seed", str(2**63))], ids=" ".join)
def test_a_seed_that_is_too_large(lek: Any, command: tuple[str, ...]) -> None:
    assert is_one_sentence(lek(*command), "seed")


def test_more_games_than_any_memory_holds(lek: Any) -> None:
    assert is_one_sentence(lek(*TOURNAMENT, "--games", str(10**14)), code=1)


def test_machines_that_would_read_more_symbols_than_there_are_atoms(lek: Any) -> None:
    assert is_one_sentence(lek("evolve", "moose", "machine", "--set", "moose=64", "--set", "fields=64"), "moose")


def test_a_field_without_capacity_is_drawn(lek: Any) -> None:
    assert lek(*PLAY, "--show", "--set", "capacity=0,10,10", "--set", "rounds=1").code == 0


# From outside


@pytest.mark.parametrize("words, expected", [
    (("play", "moos", "random", "random"), "'moos' moose"), ((*PLAY_1, "growth=nan"), "growth=nan"),
    ((*TOURNAMENT, "--device", "tpu"), "device=tpu"), ((*STUDY, "--set", "replicates=0"), "replicates=0")],
    ids=["play", "set", "tournament", "study"])
def test_the_program_itself_says_no_more(program: Any, words: tuple[str, ...], expected: str) -> None:
    assert is_one_sentence(program(*words), *expected.split())
