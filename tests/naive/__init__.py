"""Slow, obvious twins of the games: plain Python written from the rulebooks, never from the fast code."""
