"""`python -m lek.cli` is `lek`."""

from __future__ import annotations

from lek.cli import program

if __name__ == "__main__":  # processes that play games for us import this file, too
    program()
