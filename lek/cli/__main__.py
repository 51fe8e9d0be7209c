"""`python -m lek.cli` is `lek`."""

from lek.cli import main

main()
