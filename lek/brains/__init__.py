"""Machinery that knows no game: ways to think, to inherit and to vary."""
