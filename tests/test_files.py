"""A file is written whole or not at all, under its own name, and never over what somebody else wrote."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lek.files import look_first, write, write_marked
from lek.settings import Mistake


def test_a_write_that_fails_names_the_file_and_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "figure.svg"
    write(path, "old")

    def full(descriptor: int) -> None:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))  # as the system says it, without a name

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="File too large") as raised:
        write(path, b"new")
    assert raised.value.filename == str(path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    link, file = tmp_path / "link.json", tmp_path / "file.json"
    link.symlink_to(file)
    for text in ("first", "second"):
        write(link, text)
        assert link.is_symlink() and file.read_text() == text


def test_a_device_or_a_pipe_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.svg"
    os.mkfifo(pipe)
    for refused in (lambda: write(pipe, "x"), lambda: look_first(pipe, "--graph")):
        with pytest.raises(Mistake, match="no ordinary file"):
            refused()
    assert pipe.is_fifo()


def test_a_place_is_looked_at_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "mine.svg").write_text("<svg/>")
    for name, sentence in (("", "a file in a folder that is there"), (".", "a file"), ("a.txt", "ends in .svg"),
                           (str(tmp_path / "folder.svg"), "a file in a folder"), ("/no/such/a.svg", "no folder /no/such"),
                           (str(tmp_path / "mine.svg"), "Lek did not write it")):
        with pytest.raises(Mistake, match=sentence) as raised:
            look_first(Path(name), "--graph", ".svg")
        assert str(raised.value).startswith("--graph ")
    assert (tmp_path / "mine.svg").read_text() == "<svg/>"


def test_what_lek_wrote_or_nobody_filled_may_be_replaced(tmp_path: Path) -> None:
    write_marked(tmp_path / "ours.svg", "<svg/>\n")
    (tmp_path / "empty.svg").touch()
    for name in ("ours.svg", "empty.svg", "new.svg"):
        look_first(tmp_path / name, "--graph", ".svg")
