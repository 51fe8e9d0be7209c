"""Search and breeding do what they did: node by node, genome by genome. Where a change was meant, see `machinery.py`."""

from __future__ import annotations

import pytest

from . import machinery

LINES, KNOWN = dict(machinery.lines()), machinery.known()


def test_every_line_is_known() -> None:
    assert [*LINES] == [*KNOWN]


@pytest.mark.parametrize("name", LINES)
def test_a_search_or_a_run_does_what_it_did(name: str) -> None:
    assert LINES[name]() == KNOWN[name], "if that was meant: python tests/playthroughs/machinery.py"
