"""The study of W. Jaśkowski, K. Krawiec and B. Wieloch, "Winning Ant Wars: Evolving a Human-Competitive Game Strategy Using
Fitnessless Selection" (EuroGP 2008).

BrilliAnt won the Ant Wars contest of GECCO 2007. It is a pair of typed trees that judge straight and diagonal moves, bred by
fitnessless selection: 2,250 ants, 1,350 generations, tournaments of five, matches of 2 x 6 games, 48 hours. Its makers
compared it with ants they wrote by hand, the best of which, HyperHumant, it nearly equals.

*What is lost.* No program of theirs is to be found. The humants are ours, written from what the paper tells of them and
frozen before any ant bred here was judged; a share of games won against them says nothing about the paper's. What the
paper leaves open about trees, memory and operators is decided in `lek.players.antwars.perception` and `lek.brains.tree`, one
named setting each.

*What is beside the paper's run.* Replicate runs, each choosing its champion by itself, judged by the humants, by an ant that
searches and by each other; the paper's ladder (depth 7, depth 8, memory); the same without one of its memories or its second
tree; fitnessless selection beside its rivals at equal numbers of games; the champions of a run's generations against each
other; runs that begin where all those ended; and whether an ant chosen by testing against HyperHumant is better at that
only.

*Honest numbers.* Two games on one board are one observation. Champions are bred, chosen and judged on different boards.
Intervals are over runs, or over boards where a sentence is about one ant.
"""

from __future__ import annotations

from dataclasses import dataclass

from lek.settings import Mistake
from lek.studies.study import setting

KINDS = ("paper", "paper-sound", "small", "k-random", "random-pairing", "single-elimination", "round-robin", "no-food",
         "no-belief", "no-track", "one-tree", "depth7", "depth8", "sound")
REPLICATES = ("paper", "small", "paper-sound")  # of which the searching ant and all others judge every champion
HUMANTS = ("first-humant", "smart-humant", "super-humant", "hyper-humant")


@dataclass(frozen=True)
class Config:
    """The paper's numbers, and how much is bred and played beside."""

    seed: int = setting(2007, low=0, high=2**63 - 1)
    population: int = setting(2250, low=4, high=1_000_000)
    generations: int = setting(1350, low=1, high=1_000_000)
    runs: int = setting(30, low=2, high=1000)  # at the paper's scale
    sound_runs: int = setting(5, low=2, high=1000)  # of paper-sound, at the same scale
    tournament: int = setting(5, low=1, high=1000)
    boards: int = setting(6, low=1, high=15)  # of a match, each played twice
    crossover: float = setting(0.8, low=0.0, high=1.0)
    batch: int = setting(10, low=1, high=1000)  # runs side by side
    every: int = setting(50, low=1, high=1_000_000)  # generations between champions kept
    sample: int = setting(40, low=1, high=1_000_000)  # members each one meets when these are chosen
    kinds: tuple[str, ...] = setting(KINDS, choices=KINDS)
    small_population: int = setting(600, low=4, high=1_000_000)
    small_generations: int = setting(400, low=1, high=1_000_000)
    small_runs: int = setting(20, low=2, high=1000)
    arm_runs: int = setting(10, low=2, high=1000)
    figure_generations: int = setting(2000, low=1, high=1_000_000)
    figure_every: int = setting(20, low=1, high=1_000_000)
    figure_first: int = setting(5, low=1, high=100_000)  # boards on which everybody meets HyperHumant
    figure_short: int = setting(50, low=1, high=1_000_000)  # the best of them, who meet it on the next many
    figure_second: int = setting(250, low=1, high=100_000)
    figure_boards: int = setting(10_000, low=2, high=1_000_000)  # on which the best of these is judged
    judge_boards: int = setting(1000, low=2, high=1_000_000)
    table_boards: int = setting(100_000, low=2, high=10_000_000)
    mutual_boards: int = setting(500, low=2, high=1_000_000)
    expert_runs: int = setting(30, low=1, high=1000)
    seeker_boards: int = setting(200, low=2, high=1_000_000)
    exploit_runs: int = setting(5, low=1, high=1000)  # champions against which ants are bred
    exploit_generations: int = setting(100, low=1, high=1_000_000)
    exploit_boards: int = setting(20, low=1, high=60)
    merge_runs: int = setting(5, low=2, high=1000)  # that begin with ants of all runs at the paper's scale
    merge_generations: int = setting(1000, low=1, high=1_000_000)
    device: str = setting("cpu", matters=False, choices=("cpu", "cuda"))

    @property
    def threads(self) -> int | None:
        """Of one task: beside a GPU all there are, else one, since tasks run side by side."""
        return None if self.device == "cuda" else 1

    def __post_init__(self) -> None:
        if not {"paper", "small"} <= {*self.kinds} or len(set(self.kinds)) != len(self.kinds):
            raise Mistake(f"kinds={','.join(self.kinds)} does not work: different ones, paper and small among them")
        for name in ("generations", "small_generations", "merge_generations"):
            if getattr(self, name) < self.every:
                raise Mistake(f"{name}={getattr(self, name)} does not work: a champion is taken only every={self.every} "
                              "generations")
        for name in ("expert_runs", "exploit_runs"):
            if getattr(self, name) > self.runs:
                raise Mistake(f"{name}={getattr(self, name)} does not work: there are {self.runs} runs")
        if self.small_population > self.runs * self.population:
            raise Mistake(f"small_population={self.small_population} does not work: exploiters begin with so many ants of "
                          f"the last generations, which are runs={self.runs} times population={self.population} ants")


PAPER = Config()
QUICK = Config(population=120, generations=40, runs=3, sound_runs=2, batch=3, every=10, sample=8, small_population=60,
               small_generations=30, small_runs=3, arm_runs=3,
               kinds=("paper", "paper-sound", "small", "k-random", "no-food"),
               figure_generations=60, figure_every=6, figure_first=2, figure_short=8, figure_second=10, figure_boards=200,
               judge_boards=50, table_boards=200, mutual_boards=20, expert_runs=1, seeker_boards=4, exploit_runs=1,
               exploit_generations=10, exploit_boards=2, merge_runs=2, merge_generations=20)
