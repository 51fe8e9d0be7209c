"""A cage for tests of what attacks, deletes, kills or floods: a user that nobody knows, in a folder of its own.

Where the tests run as root, what is run in here has none of root's rights: it can write nowhere but into its folder, and
end no process but its own. Where they do not, what would do harm is skipped.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import site
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

USER = 54321
HOUSE = Path(__file__).parents[1]


class Jail(NamedTuple):
    folder: Path
    python: str

    def start(self, *words: Any, **environment: str) -> subprocess.Popen[str]:
        """A Python process of the nameless user, which knows Lek and has a compile cache in its folder."""
        paths = os.pathsep.join([str(HOUSE), *site.getsitepackages()])
        known = {"PATH": os.environ["PATH"], "TMPDIR": str(self.folder), "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1",
                 **environment}
        return subprocess.Popen([self.python, *map(str, words)], env=known, cwd=self.folder, user=USER, group=USER,
                                extra_groups=[], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def run(self, *words: Any, **environment: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*words, **environment)
        out, err = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@contextlib.contextmanager
def nobody() -> Iterator[Jail]:
    """The cage, or a skip where there can be none."""
    if os.geteuid() != 0:
        pytest.skip("only root can become a user that nobody knows")
    folder = Path(tempfile.mkdtemp(prefix="lek-cage-", dir="/tmp"))
    try:
        os.chown(folder, USER, USER)
        yield Jail(folder, _python())
    finally:
        subprocess.run(["pkill", "-KILL", "-U", str(USER)], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _python() -> str:
    """A Python of this very version that the nameless user may run; that of the tests may lie in root's home."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (sys.executable, *(f"{folder}/{version}" for folder in os.environ["PATH"].split(os.pathsep))):
        if Path(path).is_file() and _may_enter(Path(path).resolve()):
            return path
    pytest.skip(f"no {version} that other users may run")


def _may_enter(path: Path) -> bool:
    return all(place.stat().st_mode & 0o001 for place in (path, *path.parents))


# what is left behind


def running(word: str) -> list[int]:
    """The processes of this machine that have the word in their command or environment, in namespaces of their own, too."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (place / "cmdline").read_bytes() + (place / "environ").read_bytes():
                found.append(int(place.name))
    return found


def all_gone(word: str) -> bool:
    """Whether they have all ended, given a few seconds."""
    for _ in range(500):
        if not running(word):
            return True
        time.sleep(0.01)
    return False
