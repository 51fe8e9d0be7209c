"""The contract: what every game must keep, as checks that anybody can run on a game of their own (`lek check`).

Each check takes a Game and returns None, or one sentence about what is wrong. The test suite runs the same checks on
every game that is listed.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lek import dice
from lek.agent import Agent, Brain
from lek.declared import choices_are_secret, dice_are_rolled_as_declared, scores_are_as_declared
from lek.find import find_game
from lek.game import BrokenGame, Game, record
from lek.jit import explain, failed_at, rule
from lek.playing import Played, play
from lek.position import LISTED, Position, result
from lek.settings import Mistake
from lek.watching import watch

GAMES_EACH = 24
THOROUGH = 640
SIMULATED = 3
LEFT_OVER = "observe leaves"  # begins the one sentence on rules that does not keep them from being compiled
PATIENCE = 120.0  # seconds for a few games in plain Python


@rule
def anything(g, m, v):
    """Any action, now and then one that is none: what that means is for the game's rules to say."""
    a = dice.below(m, g.actions)
    wild = dice.below(m, 32)
    return -1 if wild == 0 else g.actions if wild == 1 else a


@rule
def looking(g, m, v):
    """The same by somebody who is shown a view, which costs time."""
    return anything(g, m, v)


ANYTHING = Brain("anything", anything, np.dtype([("actions", "i8")]), np.dtype([("rng", "u8")]))
LOOKING = replace(ANYTHING, name="looking", act=looking)


def anybodies(game: Game, brain: Brain = ANYTHING) -> list[Agent]:
    """As many of them as there are seats, and one more."""
    genome = record(brain.genome_type(game), actions=game.actions)
    return [Agent(f"{brain.name} {i}", brain, genome) for i in range(game.seats + 1)]


def played(game: Game, games: int = GAMES_EACH, seed: int = 1, brain: Brain = ANYTHING, **how: Any) -> Played:
    """A fixed schedule of random play, the same whatever the backend."""
    count = game.seats + 1
    schedule = (np.arange(games)[:, None] + np.arange(game.seats)[None, :]) % count
    return play(game, anybodies(game, brain), schedule, seed, deal=np.arange(games) // 2, **how)


def digest(outcome: Played) -> str:
    """A hash of all scores and measures, to the last bit."""
    return hashlib.sha256(outcome.scores.tobytes() + outcome.measures.tobytes()).hexdigest()


def keeps_the_dialect(game: Game) -> str | None:
    for kind in (game.blank.dtype, game.blank_view().dtype):
        for name in kind.names or ():
            if name in dir(np.ndarray) or name in dir(np.generic):
                return f"the field {name!r} is named like an attribute of NumPy's records"
            if kind[name].base.names:
                return f"the field {name!r} holds a record; fields are numbers and fixed arrays of them"
    for name in ("start", "actor", "owner", "newborn", "legal", "step", "score", "measure", "observe"):
        circle = calls_itself(getattr(game, name))
        if circle:
            return f"{name} calls in a circle ({' -> '.join(circle)}); compiled and loaded again, that crashes"
    return None


def calls_itself(value: Any, path: tuple[Any, ...] = ()) -> list[str]:
    """The names along a circle of calls between rules, or none."""
    function = getattr(value, "py_func", value)
    code = getattr(function, "__code__", None)
    if code is None or not hasattr(function, "__globals__"):
        return []
    if function in path:
        return [each.__name__ for each in (*path[path.index(function):], function)]
    for name in code.co_names:
        called = function.__globals__.get(name)
        if hasattr(getattr(called, "py_func", called), "__code__"):
            circle = calls_itself(called, (*path, function))
            if circle:
                return circle
    return []


def every_turn_has_a_legal_action(game: Game) -> str | None:
    """Random legal play: actors and owners in range, a legal action at every turn, an end within the limit."""
    for deal in range(4):
        stream = record(dice.STREAM)
        stream[0].rng = dice.stream(9, deal, 99)
        try:
            position = Position(game, 1, deal)
            while not position.over:
                if position.steps == game.limit:
                    return f"a game of legal moves did not end within {game.limit} steps"
                if not 0 <= position.seat < game.seats:
                    return f"body {position.body} acts for seat {position.seat}, but there are {game.seats} seats"
                action = _legal_action(game, position.state, stream)
                if action is None:
                    return f"no legal action at step {position.steps} of deal {deal}"
                position.push(action)
        except BrokenGame as error:
            return str(error).partition(": ")[2]
        _, measures = result(game, position.state, 1, deal)
        if np.isinf(measures).any():
            return f"measures are not finite at the end of deal {deal}"
    return None


def survives_any_action(game: Game) -> str | None:
    """`step` is total: actions that are not legal never raise, and the game still ends."""
    for action in (-1, -(2**31), game.actions, 2**31):
        position = Position(game, 1)
        try:
            while not position.over:
                if position.may(action):
                    return f"action {action} is said to be legal; actions are 0 to {game.actions - 1}"
                position.push(action, strict=False)
        except BrokenGame as error:
            if position.steps < game.limit:
                return str(error).partition(": ")[2]
            return f"a game in which everybody plays {action} does not end within {game.limit} steps"
    return None


def views_are_complete(game: Game) -> str | None:
    """`observe` rewrites all that can change: a view used before says the same as a new one."""
    if game.observe is None:
        return None
    used = game.blank_view()
    for deal in range(3):
        turns = watch(game, anybodies(game)[: game.seats], 1, deal, strict=False)
        states = [Position(game, 1, deal).state, *(turn.state for turn in turns)]
        for s in states:
            body = int(game.actor(s))
            if body < 0:
                break
            new = game.blank_view()
            game.observe(s, body, used[0])
            game.observe(s, body, new[0])
            wrong = [name for name in new.dtype.names or () if used[name].tolist() != new[name].tolist()]
            if wrong:
                return f"{LEFT_OVER} {', '.join(wrong)} as it was in the last view"
    return None


def same_on_any_number_of_threads(game: Game) -> str | None:
    results = {threads: digest(played(game, THOROUGH, threads=threads)) for threads in (1, 2, 7)}
    return None if len(set(results.values())) == 1 else "results differ between 1, 2 and 7 threads"


def same_in_any_batch(game: Game) -> str | None:
    whole = played(game)
    count = game.seats + 1
    schedule = (np.arange(GAMES_EACH)[:, None] + np.arange(game.seats)[None, :]) % count
    for i in range(0, GAMES_EACH, 5):
        part = play(game, anybodies(game), schedule[i:i + 5], 1, deal=np.arange(GAMES_EACH)[i:i + 5] // 2)
        if digest(part) != digest(whole._replace(scores=whole.scores[i:i + 5], measures=whole.measures[i:i + 5])):
            return f"games {i} to {i + 4} played alone differ from the same games in a batch"
    return None


def watched_as_played(game: Game) -> str | None:
    whole = played(game)
    agents = anybodies(game)
    for i in range(6):
        seated = [agents[(i + seat) % (game.seats + 1)] for seat in range(game.seats)]
        last = None
        for last in watch(game, seated, 1, i // 2, strict=False):
            pass
        if last is None:
            continue
        scores, measures = result(game, last.state)
        if digest(Played(scores, measures, [])) != digest(Played(whole.scores[i], whole.measures[i], [])):
            return f"game {i} watched turn by turn differs from the same game played in the loop"
    return None


def _elsewhere(text: str, settings: dict[str, Any], device: str, **environment: str) -> str:
    order = json.dumps([text, settings, device])
    try:
        done = subprocess.run([sys.executable, "-P", "-m", "lek.contract", order], capture_output=True, text=True,
                              env={**os.environ, **environment}, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"the rules took longer than {PATIENCE:g} s: perhaps one of them never ends"
    if done.returncode < 0:
        return f"the process was ended by {signal.Signals(-done.returncode).name}"
    return done.stdout.strip() or done.stderr.strip().split("\n")[-1] or f"the process ended with {done.returncode}"


def keeps_within_its_arrays(game: Game, text: str) -> str | None:
    """Compiled with every index looked at: without that, what is beyond an array is read, or written, all the same."""
    there = _elsewhere(text, dict(game.settings), "indices", NUMBA_BOUNDSCHECK="1")
    return None if there == "ok" else there


def same_without_compiling(game: Game, text: str) -> str | None:
    there = _elsewhere(text, dict(game.settings), "cpu", NUMBA_DISABLE_JIT="1")
    return None if there == digest(played(game, SIMULATED)) else f"plain Python gives another result ({there[:80]})"


def same_on_the_cuda_simulator(game: Game, text: str) -> str | None:
    there = _elsewhere(text, dict(game.settings), "cuda", NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1")
    return None if there == digest(played(game, SIMULATED)) else f"the CUDA simulator gives another result ({there[:80]})"


def settings_are_checked(build: Any) -> str | None:
    """Values out of range are refused with a Mistake."""
    for name, setting in build.settings.items():
        outside: list[Any] = ["nonsense"] if not isinstance(setting.default, str) or setting.choices else []
        outside += [setting.low - 1] if setting.low is not None else []
        outside += [setting.high + abs(setting.high) + 1] if setting.high is not None else []
        for value in outside:
            try:
                build(**{name: value})
            except Mistake:
                continue
            return f"{name}={value} is out of range but was taken"
    return None


CHECKS: dict[str, Callable[[Game], str | None]] = {
    "keeps the dialect": keeps_the_dialect,
    "every turn has a legal action": every_turn_has_a_legal_action,
    "survives any action": survives_any_action,
    "views are complete": views_are_complete,
    "dice are rolled as declared": dice_are_rolled_as_declared,
    "scores are as declared": scores_are_as_declared,
    "choices at once are secret": choices_are_secret,
    "same on 1, 2 and 7 threads": same_on_any_number_of_threads,
    "same in any batch": same_in_any_batch,
    "watched as played": watched_as_played,
}
RULES_ONLY = tuple(CHECKS)[:7]  # need no compiled loop, and are run in plain Python
SETTINGS, PLAIN = "settings are checked", "plays in plain Python"
FIRST: dict[str, Callable[[Game, str], str | None]] = {"keeps within its arrays": keeps_within_its_arrays}
ELSEWHERE: dict[str, Callable[[Game, str], str | None]] = {
    "same without compiling": same_without_compiling,
    "same on the CUDA simulator": same_on_the_cuda_simulator,
}


def check_game(
    text: str, progress: Callable[[int, int, str], None] = lambda done, of, what: None
) -> list[tuple[str, str | None]]:
    """All checks of a game, by its name or path; `progress` hears before each how many are done, of how many, and its name.

    The rules run in plain Python first, then compiled with every index looked at, both in processes of their own: what goes
    wrong there would end this one without a word, and nothing else is tried then.
    """
    build = find_game(text).build
    try:
        game = build(**getattr(build, "small", {}))
    except Exception as error:
        return [("can be built", f"{type(error).__name__}: {error}{failed_at(error)}")]
    steps = [SETTINGS, PLAIN, *FIRST, *(name for name in CHECKS if name not in RULES_ONLY), *ELSEWHERE]

    def begin(name: str) -> str:
        progress(steps.index(name), len(steps), name)
        return name

    found: list[tuple[str, str | None]] = [(begin(SETTINGS), _guarded(settings_are_checked, build))]
    begin(PLAIN)
    plain = _elsewhere(text, dict(game.settings), "rules", NUMBA_DISABLE_JIT="1")
    wrong = json.loads(plain) if plain.startswith("{") else {PLAIN: plain}
    found += [(name, wrong.get(name)) for name in (*RULES_ONLY, PLAIN)]
    stops = {name for name, problem in wrong.items() if not problem.startswith(LEFT_OVER)}
    for name, check in FIRST.items() if not stops else ():
        found.append((begin(name), check(game, text)))
        stops = stops or set() if found[-1][1] is None else {name}
    rest = [name for name in (*FIRST, *CHECKS, *ELSEWHERE) if name not in dict(found)]
    if stops:
        return found + [(name, "not tried: the rules go wrong already") for name in rest]
    found += [(begin(name), _guarded(CHECKS[name], game)) for name in CHECKS if name in rest]
    return found + [(begin(name), _guarded(check, game, text)) for name, check in ELSEWHERE.items()]


def _guarded(check: Callable[..., str | None], *given: Any) -> str | None:
    try:
        return check(*given)
    except Exception as error:
        return explain(error)


def _legal_action(game: Game, s: Any, stream: Any) -> int | None:
    """A legal action, each as likely; None if there is none, or in a large game none is found by drawing."""
    small = game.actions <= LISTED
    for _ in range(64 if small else LISTED):
        action = int(dice.below(stream[0], game.actions))
        if game.legal(s, action):
            return action
    legal = [action for action in range(game.actions) if game.legal(s, action)] if small else []
    return legal[int(dice.below(stream[0], len(legal)))] if legal else None


if __name__ == "__main__":
    _text, _settings, _device = json.loads(sys.argv[1])
    _game = find_game(_text).build(**_settings)
    if _device == "rules":
        _found = {name: _guarded(CHECKS[name], _game) for name in RULES_ONLY}
        _found[PLAIN] = _guarded(lambda game: played(game, SIMULATED, brain=LOOKING) and None, _game)
        print(json.dumps({name: problem for name, problem in _found.items() if problem}))
    elif _device == "indices":
        print(_guarded(lambda game: played(game, THOROUGH, brain=LOOKING) and None, _game) or "ok")
    else:
        print(digest(played(_game, SIMULATED, device=_device)))
