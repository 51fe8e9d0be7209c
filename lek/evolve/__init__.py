"""Engines of evolution: each is a generator of generations; judges turn games into fitness."""
