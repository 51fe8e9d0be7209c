"""Games of bred ants: with the humants, with each other, and Table 1. Two games on a board are one observation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lek.agent import Agent, Representation, configured
from lek.champions import champion_text
from lek.compete.schedule import paired_seats
from lek.evolve.checkpoint import plain
from lek.evolve.coevolution import coevolution, first_generation
from lek.evolve.select import Referee, against
from lek.game import Game
from lek.players import PLAYERS
from lek.playing import play
from lek.store import Partial
from lek.studies import brilliant as study
from lek.studies.brilliant import breeding
from lek.studies.brilliant.breeding import typed
from lek.studies.study import Arrays, seed_of

AT_ONCE = 1_000_000  # games handed to `play` in one go


def humants(game: Game, names: Sequence[str] = study.HUMANTS) -> list[Agent]:
    return [Agent(name, PLAYERS["antwars"][name], configured(PLAYERS["antwars"][name], game, {})) for name in names]


def ants(bred: Representation, genomes: Any, name: str = "bred") -> list[Agent]:
    """Genomes [n] as agents."""
    own = typed(genomes, bred)
    return [Agent(f"{name} {n}", bred.brain, own[n:n + 1]) for n in range(len(own))]


def meet(config: study.Config, game: Game, agents: Sequence[Agent], pairs: Any, boards: int, *words: Any) -> dict[str, Any]:
    """All pairs [pairs, 2] on as many boards each: for the first of each pair, board by board, [pairs, boards] games won of
    two, and its means [pairs] of wins in each role, pieces eaten and deaths, its own and the other's: [pairs, 2]."""
    pairs = np.asarray(pairs, np.int64)
    used, places = np.unique(pairs, return_inverse=True)
    agents, pairs = [agents[int(k)] for k in used], places.reshape(pairs.shape)
    won = np.zeros((len(pairs), boards), np.int8)
    eaten, killed, as_first = np.zeros((len(pairs), 2)), np.zeros((len(pairs), 2)), np.zeros((len(pairs), 2))
    step = max(1, AT_ONCE // (2 * boards))
    bred = all(agent.brain is agents[0].brain for agent in agents)
    device = config.device if bred else "cpu"  # hand-made ants have tables for which a GPU has no room
    for start in range(0, len(pairs), step):
        some = pairs[start:start + step]
        schedule, deal = paired_seats(some, boards)
        played = play(game, agents, schedule, seed_of(config.seed, "judge", *words, start), deal=deal, device=device,
                      threads=config.threads)
        wins = played.scores.reshape(len(some), boards, 2, 2)
        told = played.measures.reshape(len(some), boards, 2, 2, -1)
        won[start:start + step] = wins[:, :, 0, 0] + wins[:, :, 1, 1]
        as_first[start:start + step] = np.stack([wins[:, :, 0, 0].mean(1), wins[:, :, 1, 1].mean(1)], 1)
        for name, k in (("eaten", 0), ("killed", 1)):
            mine = (told[:, :, 0, 0, k] + told[:, :, 1, 1, k]).mean(1) / 2
            other = (told[:, :, 0, 1, k] + told[:, :, 1, 0, k]).mean(1) / 2
            (eaten if name == "eaten" else killed)[start:start + step] = np.stack([mine, other], 1)
    return {"won": won, "eaten": eaten, "killed": killed, "by_role": as_first}


def gather(arrays: Arrays, kind: str, name: str) -> Any:
    """One array of all runs of a kind, in their order."""
    parts = sorted(task for task in arrays if task.startswith(f"bred_{kind}_"))
    return np.concatenate([arrays[task][name] for task in parts])


def judged(config: study.Config, kind: str, arrays: Arrays) -> dict[str, Any]:
    """The champions of a kind against every humant: won [runs, humants, boards]."""
    game, bred = breeding.made(kind)
    champions = ants(bred, gather(arrays, kind, "champion"))
    agents = [*champions, *humants(game)]
    runs, others = len(champions), len(study.HUMANTS)
    pairs = [(run, runs + other) for run in range(runs) for other in range(others)]
    told = meet(config, game, agents, pairs, config.judge_boards, "judged", kind)
    return {name: value.reshape(runs, others, *value.shape[1:]) for name, value in told.items()}


def replicates(config: study.Config, arrays: Arrays) -> tuple[Any, Any]:
    """The champions [n] of all replicate runs, and the kind [n] of each."""
    found = {kind: gather(arrays, kind, "champion") for kind in study.REPLICATES if kind in config.kinds}
    return np.concatenate([*found.values()]), np.repeat([*found], [len(champions) for champions in found.values()])


def mutual(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """The champions of all replicate runs against each other: won [pairs, boards], pairs [pairs, 2], kinds [n]."""
    game, bred = breeding.made("paper")
    found, kinds = replicates(config, arrays)
    pairs = np.stack(np.triu_indices(len(found), 1), 1)
    return {"kinds": kinds, "pairs": pairs, **meet(config, game, ants(bred, found), pairs, config.mutual_boards, "mutual")}


def history(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """The champions of a run's generations against each other, run by run; and against HyperHumant."""
    game, bred = breeding.made("paper")
    snapshots = gather(arrays, "paper", "snapshots")  # [runs, snapshots]
    runs, count = snapshots.shape
    pairs = np.stack(np.triu_indices(count, 1), 1)
    won, hyper = [], []
    for run in range(runs):
        own = ants(bred, snapshots[run])
        won.append(meet(config, game, own, pairs, config.mutual_boards, "history", run)["won"])
        everybody = [*own, *humants(game)]
        hyper.append(meet(config, game, everybody, [(n, len(everybody) - 1) for n in range(count)], config.judge_boards,
                          "history hyper", run))
    return {"pairs": pairs, "won": np.stack(won), "hyper_won": np.stack([told["won"].mean(1) / 2 for told in hyper]),
            "hyper_killed": np.stack([told["killed"][:, 0] for told in hyper]),
            "snapshot": arrays[next(task for task in arrays if task.startswith("bred_paper_"))]["snapshot"]}


def expert(config: study.Config, run: int, arrays: Arrays) -> dict[str, Any]:
    """The paper's ExpertAnt: of a run's last generation the one that does best against HyperHumant, chosen in two steps.

    It is then judged on other boards: against HyperHumant, against its run's own champion, and against the champions of
    the other runs, which that champion meets as well.
    """
    game, bred = breeding.made("paper")
    chosen = expert_of(config, arrays, run)
    own = typed(gather(arrays, "paper", "champion")[[run]], bred)
    others = gather(arrays, "paper", "champion")[[n for n in range(config.runs) if n != run]]
    agents = [*ants(bred, chosen, "expert"), *ants(bred, own, "own"), *ants(bred, others), *humants(game)]
    hyper = len(agents) - 1
    rest = list(range(2, 2 + len(others)))
    boards = config.judge_boards
    return {"genome": chosen,
            "against_hyper": meet(config, game, agents, [(0, hyper), (1, hyper)], 10 * boards, "expert", run)["won"],
            "against_own": meet(config, game, agents, [(0, 1)], 10 * boards, "expert own", run)["won"],
            "expert_others": meet(config, game, agents, [(0, n) for n in rest], boards, "expert others", run)["won"],
            "own_others": meet(config, game, agents, [(1, n) for n in rest], boards, "expert others", run)["won"]}


def expert_of(config: study.Config, arrays: Arrays, run: int) -> Any:
    """The genome [1] of a run's last generation that does best against HyperHumant."""
    game, bred = breeding.made("paper")
    members = breeding.last_generation(config, arrays, run, bred)
    best, _ = best_against(config, game, ants(bred, members), humants(game)[-1], "expert", run)
    return plain(members[[best]])


def best_against(config: study.Config, game: Game, members: Sequence[Agent], other: Agent, *words: Any) -> tuple[int, Any]:
    """The member that wins the most games against another agent, all on a few boards, the best of these on more; and all of
    them with the other one."""
    agents = [*members, other]
    last, everybody = len(members), np.arange(len(members))
    first = meet(config, game, agents, np.stack([everybody, np.full_like(everybody, last)], 1), config.figure_first,
                 "first", *words)["won"].sum(1)
    short = np.argsort(-first, kind="stable")[:config.figure_short]
    second = meet(config, game, agents, np.stack([short, np.full_like(short, last)], 1), config.figure_second, "second",
                  *words)["won"].sum(1)
    return int(short[second.argmax()]), agents


def seeker(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """The champions of all replicates against the ant that searches, which nobody was bred, chosen or written against."""
    game, bred = breeding.made("paper")
    found, kinds = replicates(config, arrays)
    agents = [*ants(bred, found), *humants(game, ("seeker",))]
    pairs = [(n, len(found)) for n in range(len(found))]
    return {"kinds": kinds, **meet(config, game, agents, pairs, config.seeker_boards, "seeker")}


def merged(config: study.Config, arrays: Arrays, partial: Partial) -> dict[str, Any]:
    """Runs that begin where all others ended, and their champions' games with every humant, [runs, humants, boards], with
    the ant that searches and with the champions of all replicates."""
    game, bred = breeding.made("paper")
    told = breeding.merge(config, arrays, partial)
    own, others = ants(bred, told["champion"]), ants(bred, replicates(config, arrays)[0])
    agents = [*own, *humants(game), *humants(game, ("seeker",)), *others]
    runs, count = len(own), len(study.HUMANTS)

    def won(others: Sequence[int], boards: int, *words: Any) -> Any:
        pairs = [(run, runs + other) for run in range(runs) for other in others]
        return meet(config, game, agents, pairs, boards, "merged", *words)["won"].reshape(runs, len(others), boards)

    return {**told, "won": won(range(count), config.judge_boards, "humants"),
            "seeker": won([count], config.seeker_boards, "seeker")[:, 0],
            "others": won(range(count + 1, len(agents) - runs), config.mutual_boards, "others")}


def exploited(config: study.Config, run: int, arrays: Arrays) -> dict[str, Any]:
    """What ants bred against a run's champion alone win against it, and against HyperHumant, on boards of their own.

    They begin as members of all runs' last generations: from nothing, evolution against one strong ant gets nowhere.
    """
    game, bred = breeding.made("paper")
    seed = seed_of(config.seed, "exploit", run)
    kin = breeding.gathered(config, arrays, bred, config.small_population, seed)
    rival = ants(bred, gather(arrays, "paper", "champion")[[run]])[0]
    referee = Referee(game, bred.brain, boards=config.exploit_boards, device=config.device, threads=config.threads)
    select = against(referee, [rival], tournament=config.tournament)
    for last in coevolution(bred, select, [seed], population=len(kin), generations=config.exploit_generations,
                            crossover=config.crossover, threads=config.threads,
                            resume=first_generation(kin[None])):
        pass
    best, agents = best_against(config, game, ants(bred, last.genomes[0]), rival, "exploit", run)
    two, boards = [agents[best], rival, humants(game)[-1]], config.judge_boards
    return {"genome": plain(last.genomes[0][[best]]),
            "won": meet(config, game, two, [(0, 1)], boards, "exploited", run)["won"][0],
            "hyper": meet(config, game, two, [(0, 2)], boards, "exploited", run)["won"][0]}


def table(config: study.Config, arrays: Arrays) -> dict[str, Any]:
    """Table 1. BrilliAnt is the run's champion at the paper's scale that does best among all of these, EvolAnts are the
    next three, ExpertAnt comes from BrilliAnt's run; three humants."""
    game, bred = breeding.made("paper")
    champions = gather(arrays, "paper", "champion")
    chosen = best_among(config, game, ants(bred, champions))[:4]
    names = ["ExpertAnt", "BrilliAnt", *(f"EvolAnt{n}" for n in range(1, len(chosen)))]
    agents = [*ants(bred, expert_of(config, arrays, int(chosen[0]))), *ants(bred, champions[chosen])]
    agents += humants(game)
    names += [name.title().replace("-H", "H") for name in study.HUMANTS]
    seats = [n for n, name in enumerate(names) if name != "FirstHumant"]
    pairs = np.array([(a, b) for k, a in enumerate(seats) for b in seats[k + 1:]])
    told = meet(config, game, agents, pairs, config.table_boards, "table")
    return {"names": np.array(names), "runs": chosen, "boards": np.array(config.table_boards), "pairs": pairs,
            "games": told["won"].sum(1, dtype=np.int64),
            "both": (told["won"] == 2).sum(1), "none": (told["won"] == 0).sum(1), "eaten": told["eaten"],
            "killed": told["killed"]}


def best_among(config: study.Config, game: Game, agents: Sequence[Agent]) -> Any:
    """The agents, who wins the most games in a round robin of all of them first: [n] indices."""
    pairs = np.stack(np.triu_indices(len(agents), 1), 1)
    won = meet(config, game, agents, pairs, config.mutual_boards, "among")["won"].mean(1) - 1
    total = np.bincount(pairs[:, 0], won, len(agents)) - np.bincount(pairs[:, 1], won, len(agents))
    return np.argsort(-total, kind="stable")


def players(config: study.Config, arrays: Arrays) -> dict[str, str]:
    """Champions as files that play: BrilliAnt and the EvolAnts of Table 1, every replicate's, and the merged runs'."""
    game, bred = breeding.made("paper")
    found, kinds = replicates(config, arrays)
    first = arrays["table"]["runs"]
    named = {"brilliant": found[first[0]], **{f"evolant-{n}": found[k] for n, k in enumerate(first[1:], 1)},
             **{f"{kind}-{n}": found[np.flatnonzero(kinds == kind)[n]] for kind in dict.fromkeys(kinds.tolist())
                for n in range(int((kinds == kind).sum()))},
             **{f"merged-{n}": genome for n, genome in enumerate(arrays["merged"]["champion"])}}
    return {name: champion_text(game, "tree", bred, typed(genome[None], bred)[0]) for name, genome in named.items()}
