"""Fixtures for all tests."""

from __future__ import annotations

import os

import pytest

from lek import outside

os.environ["LEK_AS_ROOT"] = "1"  # the files of the tests are ours; what does harm runs in a cage (tests/cage.py)


@pytest.fixture(params=["namespace", "orphans adopted"])
def guarded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways in which nothing outlives a file: where the system allows namespaces, and where it does not."""
    if request.param == "namespace" and not outside.namespace():
        pytest.skip("this system allows no process namespaces")
    if request.param != "namespace":
        monkeypatch.setattr(outside, "namespace", lambda: ())
    return str(request.param)
