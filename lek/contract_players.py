"""The contract of players: what a strategy and a representation must keep, as checks for anybody's own (`lek check`).

A strategy answers with a legal action and writes to nothing but its memory. What it answers is the same compiled or not, in
the loop or turn by turn, alone or among other games, on any number of threads. A representation makes genomes that are
sound, the same from the same dice, and the same again when they are written down and read back; they play by the same rules.

All of them play in plain Python first, where what goes wrong has a line, then compiled with every index looked at. Both
happen in processes of their own: who crashes or never returns ends that process, and is named, and the next ones go on.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from lek import border, dice, own_files
from lek.agent import Agent, Brain, Population, Representation, configured
from lek.contract import LEFT_OVER, THOROUGH, anybodies, check_game, digest
from lek.find import find_game
from lek.game import Game, record
from lek.outside import ask_rights
from lek.playing import play
from lek.position import result
from lek.settings import Mistake
from lek.watching import Fault, watch

Checks = list[tuple[str, str | None]]  # what was looked at, and the sentence on what is wrong with it
Progress = Callable[[int, int, str], None]  # is told how many are done, of how many, and what comes next
PATIENCE = 120.0  # seconds of a processor for one of them; half of that for a single answer in plain Python
ASLEEP = 8  # times as many seconds of the clock: then it is not even computing
ENOUGH = 2.0  # seconds of games turn by turn, and of games in the loop
WATCHED = 6  # games turn by turn
BRED = 12  # genomes drawn, and as many children
SEED = 1


class Wrong(Exception):
    """What a player does that it must not, as the rest of a sentence."""


class Seen(NamedTuple):
    """What came of a game that was watched: the player's answers, and the scores if it was played to its end."""

    answers: list[int]
    scores: list[float] | None


def observed(agent: Agent, answers: list[int], seconds: float | None = None) -> Agent:
    """The same agent, whose answers are written down, and whose view and genome are looked at again after each."""
    brain = agent.brain
    assert brain is not None

    def act(g: Any, m: Any, v: Any) -> Any:
        kept = (("its view", v, v.copy()), ("its genome", g, g.copy()))
        with _within(seconds):
            answer = brain.act(g, m, v)
        for what, now, before in kept:
            changed = [name for name in before.dtype.names if now[name].tobytes() != before[name].tobytes()]
            if changed:
                raise Wrong(f"writes to {what}, which is not its own: it changes {' and '.join(changed)}")
        if not isinstance(answer, int | np.integer | np.bool_):
            raise Wrong(f"answers {answer!r}, which is no whole number")
        answers.append(int(answer))
        return answer

    return replace(agent, brain=replace(brain, act=act))


def seats_of(game: Game, number: int) -> list[int]:
    """Who sits where in a game: the player (0) everywhere, or in one seat among those who do anything (1, 2, ...)."""
    own = number // 2 % game.seats
    return [0 if number % 2 == 0 or seat == own else 1 + seat for seat in range(game.seats)]


def watched(
    game: Game, agent: Agent, legal: bool = True, seconds: float | None = None, most: int | None = None
) -> list[Seen]:
    """Some games turn by turn, with all that is wrong with an answer raised.

    They stop after so many answers, or when they have taken long enough. What is bred may answer what is not `legal`:
    breeding is there to find that out.
    """
    games, begun = list[Seen](), time.monotonic()
    for number in range(WATCHED):
        answers, faults, last = list[int](), list[Fault](), None
        cast, seats = [observed(agent, answers, seconds), *anybodies(game)], seats_of(game, number)
        for turn in watch(game, [cast[index] for index in seats], SEED, number, faults):
            wrong = [fault for fault in faults if seats[fault.agent] == 0]
            if wrong and legal:
                raise Wrong(f"answers what is no legal action: {answers[-1]} (deal {number}, turn {wrong[0].turn})")
            last = turn
            given = sum(len(each.answers) for each in games) + len(answers)
            if time.monotonic() - begun > ENOUGH if most is None else given >= most:
                return [*games, Seen(answers, None)]
        games.append(Seen(answers, None if last is None else result(game, last.state)[0].tolist()))
    return games


def same_everywhere(game: Game, agent: Agent, legal: bool = True, plain: list[Seen] | None = None) -> None:
    """In the loop twice, then turn by turn as in plain Python and in the loop, then whole, in parts and on threads."""
    agents = [agent, *anybodies(game)]

    def loop(first: int, last: int, threads: int = 1) -> Any:
        rows = np.array([seats_of(game, number) for number in range(first, last)])
        return play(game, agents, rows, SEED, deal=np.arange(first, last), threads=threads)

    few, begun = loop(0, WATCHED), time.monotonic()  # which compiles it
    if digest(loop(0, WATCHED)) != digest(few):
        raise Wrong("plays otherwise each time: it rolls dice that are not its own, which are dice.below(m, n) and the like")
    count = int(min(THOROUGH, max(WATCHED, WATCHED * ENOUGH / max(time.monotonic() - begun, 1e-6))))
    games = watched(game, agent, legal, most=None if plain is None else sum(len(each.answers) for each in plain))
    for number, (here, there) in enumerate(zip(games, plain or (), strict=False)):
        for turn, (one, other) in enumerate(zip(here.answers, there.answers, strict=False), 1):
            if one != other:
                raise Wrong(f"answers {one} compiled and {other} in plain Python (deal {number}, turn {turn})")
    for number, each in enumerate(games):
        if each.scores is not None and each.scores != few.scores[number].tolist():
            raise Wrong(f"plays otherwise in the loop than turn by turn (deal {number})")
    many = loop(0, count)
    for number in (*range(WATCHED), count - 1):
        if not np.array_equal(loop(number, number + 1).scores[0], many.scores[number]):
            raise Wrong(f"plays otherwise among other games than alone (deal {number})")
    if digest(loop(0, count, threads=7)) != digest(many):
        raise Wrong("plays otherwise on 7 threads than on one")


def genomes_of(game: Game, made: Representation) -> Any:
    """Genomes drawn, crossed and mutated [2 * BRED], with all that is wrong with them raised."""
    genomes = _drawn(made)
    if genomes.tobytes() != _drawn(made).tobytes():
        raise Wrong("draws other genomes from the same dice")
    border.cast(game, Population(made.brain, genomes))
    for genome in genomes:
        text = made.show(genome)
        back = made.parse(text)
        lost = [name for name in genome.dtype.names if name not in (back.dtype.names or ())
                or back[0][name].tobytes() != genome[name].tobytes()]
        if lost:
            raise Wrong(f"does not read back what it writes down: {' and '.join(lost)} of {text!r:.80} comes out otherwise")
    return genomes


def _drawn(made: Representation) -> Any:
    stream, options = record(dice.STREAM), made.options[0]
    stream[0].rng = dice.stream(SEED, 0, 0)
    genomes = np.zeros(2 * BRED, made.genome).view(np.recarray)
    for genome in genomes[:BRED]:
        made.random(stream[0], options, genome)
    for k in range(0, BRED, 2):
        parents, children = genomes[k:k + 2], genomes[BRED + k:BRED + k + 2]
        before = parents.tobytes()
        how = made.crossover(stream[0], options, parents[0], parents[1], children[0], children[1])
        if parents.tobytes() != before:
            raise Wrong("changes the parents in crossover(d, o, mother, father, a, b), where only a and b are to be written")
        said = [how % 8, how // 8] if made.outcomes else []
        said += [made.mutate(stream[0], options, child) for child in children][:2 * bool(made.outcomes)]
        if any(not 0 <= each < len(made.outcomes) for each in said):
            raise Wrong(f"has an operator that answers {said}, but there are {len(made.outcomes)} outcomes")
    return genomes


@contextlib.contextmanager
def _within(seconds: float | None) -> Iterator[None]:
    """An exception in plain Python that computes for longer: on a busy machine it has the time that it needs."""

    def late(number: int, frame: FrameType | None) -> None:
        raise Wrong(f"takes longer than {seconds:g} s for an answer: perhaps it never returns")

    if seconds is None:
        yield
        return
    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


# Processes of their own


def check_whole_game(text: str, progress: Progress = lambda done, of, what: None) -> Checks:
    """All checks of a game, and where it keeps the contract, of the players in its file."""
    checks, build = check_game(text, progress), find_game(text).build
    sound = not any(problem and not problem.startswith(LEFT_OVER) for _, problem in checks)
    if not sound or not any(getattr(sys.modules[build.__module__], table, None) for table in own_files.TABLES):
        return checks
    return checks + check_players(text, getattr(build, "small", {}), None, progress)


def check_players(
    game: str, settings: Mapping[str, Any], file: str | None, progress: Progress = lambda done, of, what: None,
    patience: float | None = None,
) -> Checks:
    """Whether the strategies and the representations in a file (None: the game's own) keep the contract, a line for each."""
    if file is not None:
        ask_rights(file)
    order = {"game": game, "settings": dict(settings), "file": file, "patience": patience or PATIENCE}
    problems: dict[str, str | None] = {}
    plain: dict[str, Any] = {}
    for stage, environment in (("plain", {"NUMBA_DISABLE_JIT": "1"}), ("compiled", {"NUMBA_BOUNDSCHECK": "1"})):
        asked = None if stage == "plain" else [name for name, problem in problems.items() if problem is None]
        for name, said in _apart({**order, "stage": stage, "plain": plain}, asked, environment) if asked != [] else ():
            if "problem" in said:
                problems[name], plain[name] = said["problem"], said.get("games")
            else:
                progress(said["done"], said["of"], f"{name} {'in plain Python' if stage == 'plain' else 'compiled'}")
    if not problems and file is not None:
        raise Mistake(f"{file} holds neither strategies nor representations: it has no PLAYERS and no REPRESENTATIONS")
    return list(problems.items())


def _apart(order: dict[str, Any], names: list[str] | None, environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """What a process says of each name; where it ends, of the one that it was busy with, and another goes on behind."""
    of = 0
    while names is None or names:
        left, busy = names, None
        with tempfile.TemporaryFile("w+") as wanted, tempfile.TemporaryFile("w+", errors="replace") as errors:
            json.dump({**order, "names": left}, wanted)
            wanted.seek(0)
            process = subprocess.Popen([sys.executable, "-P", "-m", "lek.contract_players"], stdin=wanted, stderr=errors,
                                       stdout=subprocess.PIPE, start_new_session=True, env={**os.environ, **environment})
            try:
                for line in _lines(process, ASLEEP * order["patience"]):
                    said = json.loads(line)
                    if "names" in said:
                        left, of = said["names"], of or len(said["names"])
                    elif "busy" in said:
                        busy = said["busy"]
                        yield busy, {"done": of - len(left or []), "of": of}
                    elif "wrong" in said:
                        raise Mistake(said["wrong"])
                    else:
                        yield busy or "", said
                        left, busy = (left or [])[1:], None
                late = process.poll() is None and not _ended(process)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            errors.seek(0)
            last = (errors.read().strip().splitlines() or ["without a word"])[-1]
        if left:
            late = late or process.returncode == -signal.SIGPROF
            how = f"takes longer than {order['patience']:g} s: perhaps it never returns" if late else (
                f"ends the process by {signal.Signals(-process.returncode).name}" if process.returncode < 0 else
                f"ends the process: {last}")
            yield left[0] if busy is None else busy, {"problem": f"{left[0].partition(' ')[2]} {how}"}
            left = left[1:]
        elif left is None:
            raise Mistake(f"{order['file'] or order['game']} cannot be checked: its process ended, {last}")
        names = left


def _lines(process: subprocess.Popen[bytes], patience: float) -> Iterator[str]:
    """The lines that a process writes, until it ends or writes none for too long."""
    heard, deadline = b"", time.monotonic() + patience
    assert process.stdout is not None
    channel = process.stdout.fileno()
    while select.select([channel], [], [], max(0.0, deadline - time.monotonic()))[0]:
        part = os.read(channel, 1 << 16)
        if not part:
            return
        heard += part
        *whole, heard = heard.split(b"\n")
        if whole:
            deadline = time.monotonic() + patience
        yield from (line.decode() for line in whole)


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ends by itself, now that it has no more to say."""
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        return False
    return True


def main() -> None:
    """The other side: say which names there are, and of each in turn what is wrong with it."""
    order = json.load(sys.stdin)
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the file prints is not ours

    def say(**said: Any) -> None:
        channel.write(json.dumps(said) + "\n")
        channel.flush()

    try:
        build = find_game(order["game"]).build
        game = build(**order["settings"])
        module = own_files.load(order["file"]) if order["file"] else sys.modules[build.__module__]
        table = {f"{kind} {name}": value for kind, each in zip(("strategy", "representation"), own_files.TABLES, strict=True)
                 for name, value in getattr(module, each, {}).items()}
    except Exception as error:
        path = Path(order["file"] or order["game"])
        return say(wrong=str(error) if isinstance(error, Mistake) else own_files.failure(error, path))
    names = list(table) if order["names"] is None else order["names"]
    say(names=names)
    for name in names:
        say(busy=name)
        signal.setitimer(signal.ITIMER_PROF, order["patience"])  # left to the system: it ends even compiled code
        say(**_checked(order, game, name, table[name], Path(str(module.__file__))))


def _checked(order: dict[str, Any], game: Game, name: str, value: Any, path: Path) -> dict[str, Any]:
    """What is wrong with one of them, or in plain Python its games, to be compared with."""
    called = name.partition(" ")[2]
    legal = isinstance(value, Brain)
    where = value.act if legal else value
    try:
        before, games = order["plain"].get(name) or ("", [])
        if legal:
            border.made_for(called, value, game)
            agents, drawn = [Agent(called, value, configured(value, game, {}))], ""
        else:
            made = own_files.make_representation(called, value, game, {})
            genomes = genomes_of(game, made)
            drawn = hashlib.sha256(genomes.tobytes()).hexdigest()
            if drawn != (before or drawn):
                raise Wrong("draws, crosses or mutates otherwise compiled than in plain Python")
            where, agents = made.brain.act, [Agent(called, made.brain, genomes[k:k + 1]) for k in (0, BRED)]
        if order["stage"] == "plain":
            games = [watched(game, agent, legal, order["patience"] / 2) for agent in agents]
            return {"problem": None, "games": [drawn, games]}
        for agent, each in zip(agents, games, strict=True):
            same_everywhere(game, agent, legal, [Seen(*one) for one in each])
        return {"problem": None}
    except Exception as error:
        said, code = own_files.failure(error, path), getattr(where, "py_func", where).__code__
        line, colon, rest = said.partition(": ") if said.startswith("line ") else (f"line {code.co_firstlineno}", ": ", said)
        if isinstance(error, Wrong):
            rest = f"{called} {error}"
        return {"problem": rest if isinstance(error, Mistake) and path.name in rest else f"{path.name}, {line}{colon}{rest}"}


if __name__ == "__main__":
    main()
