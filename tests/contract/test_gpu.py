"""On a real GPU every game gives what it gives on the CPU. Without one nothing is tested here, and `make test` says so."""

from __future__ import annotations

import numpy as np
import pytest

from lek import kernel
from lek.contract import LOOKING, THOROUGH, played
from lek.games import GAMES
from lek.settings import Mistake


@pytest.mark.parametrize("name", GAMES)
def test_a_gpu_plays_as_the_cpu_does(name: str) -> None:
    try:
        kernel.cuda()
    except Mistake:
        pytest.skip("no GPU here")
    game = GAMES[name](**GAMES[name].small)
    here, there = (played(game, THOROUGH, brain=LOOKING, device=device) for device in ("cpu", "cuda"))
    assert np.allclose(here.scores, there.scores, rtol=1e-12, atol=0.0)
    whole = np.mod(here.measures, 1) == 0
    assert np.array_equal(here.measures[whole], there.measures[whole])
    assert np.allclose(here.measures, there.measures, rtol=1e-12, equal_nan=True)
