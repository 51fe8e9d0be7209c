"""Every command as a person or a program calls it: what it prints, in which shape, and that a seed settles it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lek.studies import STUDIES
from lek.studies.claim import VERDICTS

from .conftest import is_one_sentence

ZOO = ("random no-repeat stay greedy second weighted weighted-squared softmax nash copycat half-copycat holder "
       "win-stay patience farm-rest").split()
SETTINGS = {"rule", "moose", "fields", "capacity", "growth", "rounds", "sees"}
MEASURES = ["fights", "visits-1", "visits-2", "visits-3", "fights-1", "fights-2", "fights-3"]
ROW = {"name": str, "games": int, "mean": float, "low": float, "high": float, "wins": int, "draws": int, "losses": int,
       **dict.fromkeys(MEASURES, float), "self": dict, "better_than": list}


def about(value: Any) -> Any:
    return pytest.approx(value, rel=1e-12)


# Lists


def test_games(program: Any, lek: Any) -> None:
    told = program("games", "--json").json
    assert set(told) >= {"moose"}
    assert set(told["moose"]) == {"title", "about", "seats", "presets", "settings"}
    assert (told["antwars"]["title"], told["antwars"]["seats"]) == ("Ant Wars", ["Ant 1", "Ant 2"])
    assert told["moose"]["presets"]["contest"] == {"rule": "contest", "rounds": 100}
    assert set(told["moose"]["settings"]) == SETTINGS
    assert all(set(setting) == {"default", "range", "about"} for setting in told["moose"]["settings"].values())
    said = lek("games")
    assert (said.code, said.err) == (0, "")
    assert all(word in said.out for word in ("moose", "preset", *SETTINGS))


def test_one_game_is_listed_by_name_or_by_its_file(lek: Any, nim: Path) -> None:
    told = lek("games", "--json").json
    assert lek("games", "moose", "--json").json == {"moose": told["moose"]}
    assert lek("games", nim, "--json").json == {"nim": {
        "title": "nim", "about": "Take one to three; who takes the last wins.", "seats": [], "presets": {},
        "settings": {"heap": {"default": 7, "range": "a whole number from 1 to 1000", "about": "how many there are"}}}}
    said = lek("games", nim)
    assert said.code == 0 and "how many there are" in said.out and "capacity" not in said.out
    assert is_one_sentence(lek("games", "mose"), "'mose'", "moose")
    assert is_one_sentence(lek("games", "nowhere.py"), "nowhere.py")


def test_agents(program: Any, lek: Any) -> None:
    told = program("agents", "moose", "--json").json
    assert set(told) == {"agents", "representations"}
    assert [row["name"] for row in told["agents"]][:15] == ZOO
    assert told["agents"][-1]["name"] == "human"
    assert all(set(row) == {"name", "about", "settings"} and row["about"] for row in told["agents"])
    assert told["representations"] == ["machine", "vector", "tree"]
    assert "patience" in lek("agents", "moose").out


def test_agents_of_a_game_in_a_file(lek: Any, nim: Path) -> None:
    told = lek("agents", nim, "--json").json
    assert [row["name"] for row in told["agents"]] == ["one", "random", "alphabeta", "mcts", "human"]
    assert told["representations"] == ["machine", "vector", "tree"]


ROLLS = ("s.heap -= a + 1 if legal(s, a) else 1", "s.heap -= 1 + dice.below(s, 2)")


def test_sequences_of_a_game_in_a_file_are_counted(program: Any, lek: Any, nim: Path) -> None:
    told = program("perft", nim, "--depth", 5, "--set", "heap=4", "--json").json
    assert list(told) == ["game", "settings", "seed", "perft"]
    assert (told["game"], told["settings"], told["perft"]) == ("nim", {"heap": 4}, [3, 6, 4, 1, 0])
    assert [line.split()[-1] for line in lek("perft", nim, "--set", "heap=4").out.splitlines()[3:]] == ["3", "6", "4", "1"]
    assert lek("perft", "dots", "--depth", 3, "--json").json["perft"] == [24, 24 * 23, 24 * 23 * 22]


def test_dice_at_the_start_are_settled_by_the_seed_and_later_ones_have_no_count(lek: Any, nim: Path) -> None:
    drawn = nim.read_text().replace("    s.turn = 0", "    s.heap = 1 + dice.below(s, s.heap)")
    drawn = drawn.replace('[("heap", "i4")', '[("rng", "u8"), ("heap", "i4")').replace("import Face", "import Face, dice")
    nim.write_text(drawn.replace("limit=heap,", 'limit=heap, chance="start",'))
    counts = [lek("perft", nim, "--seed", seed, "--json").json["perft"] for seed in (0, 0, 1, 2, 3)]
    assert counts[0] == counts[1] and len({*map(tuple, counts)}) > 1
    for depth, words in ((2, "--depth 2"), (4, "")):
        later = nim.with_name(f"later{depth}.py")
        later.write_text(drawn.replace(*ROLLS).replace("1 + dice.below(s, s.heap)", "7"))
        assert is_one_sentence(lek("perft", later, *words.split()), "nim rolls dice after its start")
    assert lek("perft", later, "--depth", 1, "--json").json["perft"] == [3]
    assert is_one_sentence(lek("perft", "organisms"), "organisms", "actions", "1048576")
    assert is_one_sentence(lek("perft", "mose"), "'mose'", "moose")
    assert is_one_sentence(lek("perft", "moose", "--set", "rounds=0"), "rounds=0")


def test_studies_and_benchmarks_are_listed(program: Any, lek: Any) -> None:
    told = program("study", "list", "--json").json
    assert list(told) == list(STUDIES)
    for row in told.values():
        assert set(row) == {"about", "minutes"} and set(row["minutes"]) == {"quick", "paper", "source"}
        assert row["minutes"]["quick"] > 0 and row["minutes"]["source"]
    lines = lek("study", "list").out.splitlines()[3:]
    assert [line.split()[0] for line in lines] == list(STUDIES)  # a line each
    for name, line in zip(STUDIES, lines, strict=True):
        assert told[name]["about"] in line
        assert line.endswith(f"{told[name]['minutes']['paper']:g}" if told[name]["minutes"]["paper"] else "not measured")
    told = program("bench", "--json").json
    assert {"moose", "start", "threads", "gpu"} <= set(told)
    assert all(isinstance(line, str) and line for line in told.values())


def test_a_study_shows_its_settings(lek: Any) -> None:
    told = lek("study", "show", "moose", "--json").json
    assert list(told) == ["study", "about", "minutes", "settings"]
    assert told["settings"]["replicates"] == {"paper": 30, "quick": 12, "range": "a whole number from 1 to 100000"}
    out = lek("study", "show", "moose").out
    assert [line.split()[0] for line in out.splitlines() if "│" in line] == list(told["settings"])
    assert "Brown" in out and f"quick {told['minutes']['quick']:g}" in out and told["minutes"]["source"] in out


STUDY = """
\"\"\"Nothing: a study of our own.\"\"\"
from dataclasses import dataclass
from lek.studies.study import Study, nothing, setting

@dataclass(frozen=True)
class Config:
    games: int = setting(1000, low=1)
    sizes: tuple[int, ...] = setting((2, 3), low=2)

STUDY = Study(__doc__, Config(), Config(games=5), nothing, nothing, nothing)
"""


def test_a_study_in_a_file_shows_its_settings_and_nobody_has_measured_it(lek: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STUDY)
    told = lek("study", "show", "mine.py", "--json").json
    assert told["about"] == "Nothing: a study of our own." and set(told["settings"]) == {"games", "sizes"}
    assert told["minutes"] == {"quick": None, "paper": None, "source": ""}
    said = lek("study", "show", "mine.py")
    assert "2,3" in said.out and "quick not measured, paper not measured" in said.out


@pytest.mark.parametrize("text, words", [
    ("def work(:\n", "mine.py does not load SyntaxError line 1"), ("1 / 0\n", "mine.py does not load ZeroDivisionError"),
    (STUDY.replace("STUDY = ", ""), "mine.py is not a study has no STUDY"), ("STUDY = 3", "mine.py is not a study")])
def test_a_file_that_holds_no_study(lek: Any, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    for command in ("show", "run"):
        assert is_one_sentence(lek("study", command, "mine.py"), *words.split())
        assert is_one_sentence(lek("study", command, "nowhere.py"), "nowhere.py")
        assert is_one_sentence(lek("study", command, "mose"), "'mose'", "moose")


def test_games_needed(program: Any, lek: Any) -> None:
    assert program("games-needed", "1.0", "--json").json == {"edge": 1.0, "alpha": 0.05, "power": 0.9, "games": 5}
    said = lek("games-needed", "1.0", "--alpha", "0.001")
    assert said.out.startswith("10 ")  # 2**-10 is the first below 0.001


# Play


def test_play(program: Any) -> None:
    told = program("play", "moose", "greedy", "random", "--games", 3, "--set", "rounds=20", "--json").json
    assert list(told) == ["game", "settings", "seed", "agents", "games", "faults"]
    assert (told["game"], told["seed"], told["agents"], told["faults"]) == ("moose", 0, ["greedy", "random"], [])
    assert set(told["settings"]) == SETTINGS
    assert told["settings"]["rounds"] == 20
    assert [game["deal"] for game in told["games"]] == [0, 1, 2]
    for game in told["games"]:
        assert set(game) == {"deal", "scores", "measures", "moves"}
        assert len(game["moves"]) == 40 and set(game["moves"]) <= {"field 1", "field 2", "field 3"}
        assert [type(score) for score in game["scores"]] == [float, float]
        assert [list(row) for row in game["measures"]] == [MEASURES, MEASURES]
        assert [sum(row[f"visits-{k}"] for k in (1, 2, 3)) for row in game["measures"]] == [20, 20]
    assert told["games"][0]["scores"] != told["games"][1]["scores"]


def test_play_is_settled_by_its_seed(lek: Any) -> None:
    first, again, other = (lek("play", "moose", "greedy", "random", "--seed", seed, "--json") for seed in (4, 4, 5))
    assert first == again
    assert first.json["games"] != other.json["games"]


def test_play_shows_every_round(lek: Any) -> None:
    said = lek("play", "moose", "random", "stay", "--set", "rounds=4", "--show")
    told = lek("play", "moose", "random", "stay", "--set", "rounds=4", "--show", "--json").json
    turns, table = said.out.split("Moose, seed 0")
    assert [turns.count(f"round {number}\n") for number in range(6)] == [1, 1, 1, 1, 1, 0]
    assert (turns.count("random: field "), turns.count("stay: field ")) == (4, 4)
    assert turns.rstrip().splitlines()[-1].split()[1:] == [f"{score:.3f}" for score in told["games"][0]["scores"]]
    assert all(f"{score:.3f}" in table for score in told["games"][0]["scores"])


def test_agents_take_settings_and_so_does_the_preset_in_any_order(lek: Any) -> None:
    told = lek("play", "moose", "patience:fights=1", "greedy:ties=first", "--set", "rounds=7",
               "--set", "preset=contest", "--set", "capacity=10,20,30", "--json").json
    assert told["agents"] == ["patience:fights=1", "greedy:ties=first"]
    assert (told["settings"]["rule"], told["settings"]["rounds"]) == ("contest", 7)
    assert told["settings"]["capacity"] == [10.0, 20.0, 30.0]


def test_a_person_plays(program: Any) -> None:
    said = program("play", "moose", "human", "stay", "--set", "rounds=3", stdin="field 1\nnonsense\n9\n2\n3\n")
    assert said.code == 0
    assert said.err.count("your move (field 1, field 2, field 3): ") == 5
    assert "'nonsense' is not a move in moose: write it like field 1." in said.err
    assert "9 is not allowed now." in said.err
    assert said.out.startswith("Moose, seed 0")


def test_a_person_may_leave(program: Any) -> None:
    said = program("play", "moose", "human", "stay", "--set", "rounds=3", stdin="1\n")
    assert said.code == 0
    assert said.err.endswith("lek: human, game 0, round 2: the input ended before the game did\n")
    assert "Traceback" not in said.err


def test_a_person_plays_and_a_program_reads(lek: Any) -> None:
    said = lek("play", "moose", "human", "stay", "--set", "rounds=1", "--json", stdin="1\n")
    assert "your move" in said.err
    assert said._replace(err="").json["agents"] == ["human", "stay"]


# Tournaments


def test_tournament(program: Any) -> None:
    said = program("tournament", "moose", "greedy", "random", "nash", "--games", 4, "--set", "rounds=20", "--json")
    told = said.json
    assert said.err == ""
    assert list(told) == ["game", "settings", "seed", "certain", "agents", "pairs", "faults"]
    assert (told["game"], told["seed"], told["certain"], told["faults"]) == ("moose", 0, False, [])
    assert set(told["settings"]) == SETTINGS
    assert [row["name"] for row in told["agents"]] == ["greedy", "random", "nash"]
    for row in told["agents"]:
        assert {key: type(value) for key, value in row.items()} == ROW
        assert row["games"] == 8 == row["wins"] + row["draws"] + row["losses"]
        assert row["low"] <= row["mean"] <= row["high"]
        assert row["visits-1"] + row["visits-2"] + row["visits-3"] == about(20)
        assert row["fights-1"] + row["fights-2"] + row["fights-3"] == about(row["fights"])
        assert {key: type(value) for key, value in row["self"].items()} == {
            "games": int, "mean": float, "low": float, "high": float}
        assert row["self"]["games"] == 4
    assert [pair["agents"] for pair in told["pairs"]] == [[0, 1], [0, 2], [1, 2]]
    for pair in told["pairs"]:
        assert {key: type(value) for key, value in pair.items()} == {
            "agents": list, "games": int, "means": list, "wins": list, "draws": int, "p": float, "p_holm": float}
        assert 0 <= pair["p"] <= pair["p_holm"] <= 1
        assert pair["games"] == 4 == sum(pair["wins"]) + pair["draws"]
    for i, row in enumerate(told["agents"]):  # self-play is not in it
        met = [(pair, pair["agents"].index(i)) for pair in told["pairs"] if i in pair["agents"]]
        assert row["mean"] == about(sum(pair["means"][side] for pair, side in met) / 2)
        assert row["wins"] == sum(pair["wins"][side] for pair, side in met)
        assert row["draws"] == sum(pair["draws"] for pair, _ in met)


def test_seats_alternate_and_two_games_share_a_deal(lek: Any) -> None:
    """Three games of a pair are: as named on deal 0, swapped on deal 0, as named on deal 1."""
    there = [game["scores"] for game in lek("play", "moose", "greedy", "random", "--games", 2, "--json").json["games"]]
    back = lek("play", "moose", "random", "greedy", "--json").json["games"][0]["scores"]
    told = lek("tournament", "moose", "greedy", "random", "--games", 3, "--json").json
    games = [there[0], back[::-1], there[1]]
    [pair] = told["pairs"]
    assert (pair["agents"], pair["games"], pair["draws"]) == ([0, 1], 3, 0)
    assert pair["means"] == [about(sum(g[k] for g in games) / 3) for k in (0, 1)]
    assert pair["wins"] == [sum(g[k] > g[1 - k] for g in games) for k in (0, 1)]
    assert [row["games"] for row in told["agents"]] == [3, 3]
    assert [row["self"]["games"] for row in told["agents"]] == [3, 3]


def test_one_game_has_no_interval(lek: Any) -> None:
    told = lek("tournament", "moose", "random", "random", "--games", 1, "--json").json
    assert [(row["low"], row["high"]) for row in told["agents"]] == [(None, None)] * 2
    assert [(row["self"]["low"], row["self"]["high"]) for row in told["agents"]] == [(None, None)] * 2
    said = lek("tournament", "moose", "random", "random", "--games", 1)
    assert (said.code, said.err) == (0, "")
    assert "nan" not in said.out


def test_the_same_name_twice_is_two_rows(lek: Any) -> None:
    told = lek("tournament", "moose", "random", "random", "--games", 3, "--no-self-play", "--json").json
    assert [row["name"] for row in told["agents"]] == ["random", "random"]
    assert told["agents"][0]["mean"] != told["agents"][1]["mean"]
    assert [pair["agents"] for pair in told["pairs"]] == [[0, 1]]
    assert all("self" not in row for row in told["agents"])


def test_three_moose_sit_together(lek: Any) -> None:
    words = ("moose", "random", "greedy", "stay", "--set", "moose=3", "--set", "rounds=20", "--json")
    told = lek("tournament", *words, "--games", 4).json
    assert told["pairs"] == []
    assert [row["games"] for row in told["agents"]] == [4, 4, 4]
    assert all("self" not in row for row in told["agents"])
    assert sum(row["wins"] for row in told["agents"]) <= 4
    seats = [[words[1 + (k + n) % 3] for n in range(3)] for k in range(3)]  # they rotate over one deal
    games = [lek("play", "moose", *seated, *words[4:]).json["games"][0]["scores"] for seated in seats]
    first = lek("tournament", *words, "--games", 3).json
    assert [row["mean"] for row in first["agents"]] == [
        about(sum(games[k][(i - k) % 3] for k in range(3)) / 3) for i in range(3)]


def test_any_number_of_threads_gives_the_same_output(program: Any, lek: Any) -> None:
    words = ("tournament", "moose", "greedy", "random", "nash", "--games", 301, "--set", "rounds=20", "--json",
             "--seed", 7)
    one, two, seven = (lek(*words, "--threads", threads) for threads in (1, 2, 7))
    assert one == two == seven == program(*words, "--threads", 2)
    assert lek(*words[:-1], 8).json["pairs"] != one.json["pairs"]


def test_the_table_is_ordered_and_says_what_the_json_says(lek: Any) -> None:
    words = ("tournament", "moose", "stay", "greedy", "nash", "--games", 4, "--set", "preset=contest")
    rows = sorted(lek(*words, "--json").json["agents"], key=lambda row: -row["mean"])
    said = lek(*words)
    assert (said.code, said.err) == (0, "")
    lines = [line for line in said.out.splitlines() if line[:1].isdigit()]
    assert [line.split()[1] for line in lines] == [row["name"] for row in rows]
    assert "fights" in said.out and "fights-1" in rows[0] and "fights-1" not in said.out and "visits" not in said.out
    for line, row in zip(lines, rows, strict=True):
        assert f"{row['mean']:.2f}" in line
        assert f"{row['wins']}/{row['draws']}/{row['losses']}" in line


# Evolution


def test_a_champion_is_bred_saved_and_plays(program: Any, lek: Any, tmp_path: Path) -> None:
    words = ("evolve", "moose", "machine:states=4", "--engine", "elitist:elite=6", "--generations", 3,
             "--population", 10, "--json")
    told = program(*words, "--out", "champion.json", "--threads", 1).json
    assert list(told) == ["game", "settings", "seed", "engine", "against", "champion", "generation", "games", "fitness",
                          "course"]
    assert (told["game"], told["seed"], told["champion"]) == ("moose", 0, "champion.json")
    assert len(told["course"]) == 4
    assert told["fitness"] >= told["course"][-1] > 0
    champion = json.loads((tmp_path / "champion.json").read_text())
    assert (champion["game"], champion["representation"]) == ("moose", "machine:states=4")
    assert len(champion["genome"]) == 5
    again = lek(*words, "--out", "again.json", "--threads", 7).json
    assert {**again, "champion": ""} == {**told, "champion": ""}
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "champion.json").read_bytes()
    assert lek(*words, "--seed", 1, "--out", "other.json").json["course"] != told["course"]
    played = lek("play", "moose", "champion.json", "random", "--json").json
    assert played["agents"] == ["champion.json", "random"]
    met = lek("tournament", "moose", "champion.json", "random", "other.json", "--games", 1, "--json").json
    assert [row["name"] for row in met["agents"]] == ["champion.json", "random", "other.json"]
    assert met["pairs"][0]["means"] == played["games"][0]["scores"]


def test_an_engine_has_its_own_settings(lek: Any) -> None:
    words = ("evolve", "moose", "machine:states=4", "--generations", 2, "--json", "--engine")
    told = lek(*words, "generational", "--threads", 1).json
    more = lek(*words, "generational", "--threads", 7, "--population", 50, "--out", "more.json").json
    assert len(told["course"]) == 3 and told["course"] == more["course"]
    for name, usual, other in (("tournament", 2, 5), ("crossover", 0.4, 0.9), ("mutation", 0.2, 1)):
        for value in (usual, other):
            course = lek(*words, f"generational:{name}={value}", "--out", f"{name}-{value}.json").json["course"]
            assert (course == told["course"]) == (value == usual)


def test_agents_are_bred_against_opponents_in_games_of_any_number_of_seats(lek: Any, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def act(view):\n    return 0\n")
    for seats, opponents in ((2, ["greedy", "bot.py"]), (3, ["nash"])):
        game = ("--set", "rounds=5", "--set", f"moose={seats}")
        words = ("evolve", "moose", "machine:states=2", *game, "--population", 4, "--engine", "elitist:elite=2")
        against = [word for name in opponents for word in ("--against", name)]
        told = lek(*words, *against, "--generations", 1, "--json", "--out", f"{seats}.json").json
        assert told["against"] == opponents and told["games"] == 2 * 4 * seats * len(opponents)
        assert lek("play", "moose", f"{seats}.json", *["random"] * (seats - 1), *game).code == 0


def test_the_engines_are_listed_with_their_settings(lek: Any) -> None:
    told = lek("engines", "--json").json
    assert list(told) == ["elitist", "generational", "fitnessless", "round-robin", "k-random", "random-pairing",
                          "single-elimination", "against"]
    assert told["elitist"]["settings"]["population"] == {
        "default": 36, "range": "a whole number, 1 or more", "about": "agents of a run"}
    assert all(row["about"] and each["about"].endswith(".") for each in told.values() for row in each["settings"].values())
    one = lek("engines", "fitnessless")
    assert one.out.startswith("fitnessless: ") and "bracket" in one.out and "ends | neighbours" in one.out
    assert "elitist" not in one.out and "generational" in lek("engines").out
    assert "did you mean fitnessless" in lek("engines", "fitnesless").err


def test_evolving_says_what_it_saved(lek: Any, tmp_path: Path) -> None:
    said = lek("evolve", "moose", "machine", "--generations", 1)
    assert (said.code, said.err) == (0, "")
    assert "saved as champion.json" in said.out
    assert json.loads((tmp_path / "champion.json").read_text())["genome"] == said.out.splitlines()[2:-1]


# Checks


def test_a_game_in_a_file_plays_and_is_checked(program: Any, lek: Any, nim: Path) -> None:
    told = lek("tournament", nim, "one", "random", "--games", 2, "--set", "heap=9", "--json").json
    assert (told["game"], told["settings"]) == ("nim", {"heap": 9})
    told = program("check", nim, "--json").json
    assert told["checked"] == str(nim)
    assert len(told["checks"]) >= 9
    assert all(set(row) == {"check", "problem"} and row["problem"] is None for row in told["checks"])


def test_a_broken_game_is_found_out(lek: Any, nim: Path) -> None:
    nim.write_text(nim.read_text().replace("s.heap -= a + 1 if legal(s, a) else 1", "s.heap -= 0"))
    said = lek("check", nim)
    assert (said.code, said.err) == (1, "")
    assert "not end within 7 steps" in said.out


# Studies


TINY = ("study", "run", "moose", "--set", "experiments=1,5", "--set", "replicates=2", "--set", "generations=2",
        "--set", "population=6", "--set", "elite=4", "--set", "rounds=10")


def test_a_study_runs_and_its_second_run_says_that_it_is_done(program: Any, lek: Any, tmp_path: Path) -> None:
    said = program(*TINY, "--out", "run", "--json", "--threads", 2)
    told = said.json
    assert list(told) == ["study", "out", "results", "claims"]
    assert (told["study"], told["out"]) == ("moose", "run")
    assert list(told["results"]) == ["1", "5"]
    for found in told["results"].values():
        for name in ("total_fitness", "conflict", "conflict_final", "final_fitness"):
            assert {key: type(value) for key, value in found[name].items()} == {"mean": float, "sd": float}
        for name in ("fields", "fields_final"):
            assert len(found[name]) == 3
            assert sum(found[name]) == about(1.0)
    ids = [claim["id"] for claim in told["claims"]]
    assert len(ids) == len(set(ids)) > 20
    for claim in told["claims"]:
        assert list(claim) == ["id", "paper", "ours", "verdict", "source"]
        assert all(isinstance(value, str) and value for value in claim.values())
        assert claim["verdict"] in VERDICTS
    assert json.loads((tmp_path / "run" / "results.json").read_text()) == told["results"]
    for name in ("config.json", "manifest.json", "claims.md", "report.html", "figures", "tables", "arrays"):
        assert (tmp_path / "run" / name).exists(), name
    again = lek(*TINY, "--out", "run", "--json", "--threads", 1)
    assert again.json == told
    assert again.err == "lek: run was complete already: nothing had to be played again\n"
