"""The dice of lek/dice.py (SplitMix64) in plain Python, for twins whose dice the compiled rules cannot roll."""

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def scramble(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stream(seed, deal, number):
    """Where the stream named by three whole numbers starts."""
    z = 0
    for name in (seed, deal, number):
        z = scramble(((z ^ (name & MASK)) + GOLDEN) & MASK)
    return z


class Dice:
    """One stream."""

    def __init__(self, seed, deal, number):
        self.rng = stream(seed, deal, number)

    def roll(self):
        """The next 64 random bits."""
        self.rng = (self.rng + GOLDEN) & MASK
        return scramble(self.rng)

    def below(self, n):
        """A whole number from 0 to n-1."""
        return (self.roll() >> 32) * n >> 32

    def uniform(self):
        """A float in [0, 1)."""
        return (self.roll() >> 11) / 2**53
