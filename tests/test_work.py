"""Games as work that can be stopped: what is kept, and in what parts they are played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lek import work
from lek.work import PART, Spec, Work, _fitting

SPEC = Spec("moose", (("rounds", 5),), ("greedy", "random"))
SCHEDULE, DEAL = np.tile([[0, 1]], (1000, 1)), np.arange(1000)


def stop_after(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes when so many parts have been played."""
    played = iter(range(parts))

    def play(*words: Any, **more: Any) -> Any:
        if next(played, None) is None:
            raise KeyboardInterrupt
        return real(*words, **more)

    real = work.play
    monkeypatch.setattr(work, "play", play)


@pytest.mark.parametrize("parts", [0, 1, 2])
def test_a_stop_keeps_what_is_finished_and_makes_no_folder_for_nothing(
    parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, agents = SPEC.build()
    whole = Work(SPEC, tmp_path / "whole", {}).play(game, agents, SCHEDULE, 1, deal=DEAL)
    halted = Work(SPEC, tmp_path / "halted", {})
    with monkeypatch.context() as patch:
        stop_after(parts, patch)
        with pytest.raises(KeyboardInterrupt):
            halted.play(game, agents, SCHEDULE, 1, deal=DEAL)
    assert (tmp_path / "halted").exists() == (parts > 0) == (halted.kept > 0)
    again = Work(SPEC, tmp_path / "halted", {})
    played = again.play(game, agents, SCHEDULE, 1, deal=DEAL)
    assert again.before == halted.kept
    assert np.array_equal(played.scores, whole.scores) and not (tmp_path / "halted").exists()


MANY = np.tile([[0, 1], [1, 0], [0, 2], [2, 0], [1, 1]], (100, 1))


@pytest.mark.parametrize("parts", [1, 2])
def test_games_without_dice_are_played_once_and_a_stop_changes_nothing(
    parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = Spec("simplexity", (("rows", 4), ("cols", 4), ("win", 3)), ("sequential", "sequential", "random"))
    game, agents = spec.build()
    sizes, real = list[int](), work.play

    def count(game: Any, agents: Any, schedule: Any, *words: Any, **more: Any) -> Any:
        sizes.append(len(schedule))
        return real(game, agents, schedule, *words, **more)

    every = real(game, agents, MANY, 1, deal=np.arange(500))
    with monkeypatch.context() as patch:
        patch.setattr(work, "play", count)
        whole = Work(spec, tmp_path / "whole", {}).play(game, agents, MANY, 1, deal=np.arange(500), once=True)
    assert sum(sizes) == 3 + 200 and sizes[0] == 5, "three pairs without luck once; first of all one game of each"
    with monkeypatch.context() as patch:
        stop_after(parts, patch)
        with pytest.raises(KeyboardInterrupt):
            Work(spec, tmp_path / "halted", {}).play(game, agents, MANY, 1, deal=np.arange(500), once=True)
    again = Work(spec, tmp_path / "halted", {}).play(game, agents, MANY, 1, deal=np.arange(500), once=True)
    for one, other in zip(zip(every, whole, again, strict=True), every._fields, strict=True):
        assert str(one[0]) == str(one[1]) == str(one[2]), other
    assert all(np.array_equal(each.scores, every.scores) for each in (whole, again))


def test_parts_take_about_half_a_second_and_grow_fourfold_at_most() -> None:
    assert _fitting(64, PART, 10**6) == 64
    assert _fitting(64, 2 * PART, 10**6) == 32 and _fitting(64, PART / 2, 10**6) == 128
    assert _fitting(64, PART / 100, 10**6) == 256
    assert _fitting(64, 100 * PART, 10**6) == 1 and _fitting(64, 0.0, 100) == 100
