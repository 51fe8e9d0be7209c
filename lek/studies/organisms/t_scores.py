"""The report's t-scores: how they were computed, what it printed, and how far each climate is known.

For one climate and one metric take the six players' values; t = (x - mean) / (sd / sqrt(6)), mean and sample deviation over
all six with the player itself among them, against t(0.975; 5 df) = 2.571. This is the only simple formula that fits the
exact cases of the printed tables (5, -1, sqrt(2.5), sqrt(24)). The six players are the sample and trials play no part:
|t| is at most 5 whatever happens, and it is no valid test of being better than anybody.
"""

from __future__ import annotations

from typing import Any

import numpy as np

THRESHOLD = 2.571
METRICS = ("count", "energy", "density")


def t_score(values: Any, player: int = 0) -> Any:
    """The report's t of one player among all [..., players]; 0 where all are equal."""
    given = np.asarray(values, float)
    sd = given.std(-1, ddof=1)
    gap = given[..., player] - given.mean(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(sd > 0, gap / (sd / np.sqrt(given.shape[-1])), 0.0)


def course_means(measures: Any) -> dict[str, Any]:
    """Mean Count and Mean Energy as the course told them, divided as integers, and Density, from [trials, ..., k].

    Density is energy / max(1, count): the convention that fits the one printed case with a truncated count of 0.
    """
    trials = len(measures)
    count, energy = (measures[..., k].sum(0).astype(np.int64) // trials for k in (0, 1))
    return {"count": count, "energy": energy, "density": energy / np.maximum(1, count)}


# The report's Figures 3 and 4: t of count, energy and density for SimplePlayer, in its order of climates.
FIGURE_3 = {
    "liechtenstein": (1.77187327, 3.738631686, 3.958924646),
    "medium-desert": (5, 4.980683808, 4.001789422),
    "easier-desert": (4.859805612, 4.938235181, 2.46348375),
    "goldmines": (-1.280325073, -1.212168282, -1.553470225),
    "dark-age": (2.191041864, 2.057820425, 0.8753761549),
    "report-default": (1.803715007, 3.864156772, 4.066190844),
    "report-rainforest": (1.462463905, 2.638700964, 2.552269374),
    "grasslands": (1.628158065, 3.104471845, 2.94376406),
    "hot-rainforest-chile": (1.644630091, 2.876045405, 1.304317793),
    "hot-rainforest-tennessee": (1.658363301, 2.825060209, 0.8782210148),
    "himalayas": (1.71323914, 2.530999457, 0.1652104842),
    "atlantis": (1.845748438, 3.16849614, 3.149982142),
    "utopian-future": (1.58113883, 2.439155207, 2.439560662),
    "hot-rainforest": (1.799297461, 2.862324889, 1.523118536),
    "post-nuclear-war": (1.996965643, 2.975209734, 1.165165693),
    "americas": (3.830720234, 3.738504112, 2.474944379),
}
FIGURE_4 = {
    "liechtenstein": (-0.833097228, -0.546435132, 3.045482801),
    "medium-desert": (5, 4.982852193, 4.391550328),
    "easier-desert": (4.898979486, 4.952994079, 3.501987019),
    "goldmines": (-1.221524007, -1.191130259, -1.573609786),
    "dark-age": (-0.215490662, -0.109784464, 2.307380857),
    "report-default": (-1.029254109, -1.015408144, 0.3237892037),
    "report-rainforest": (-1, -1, -1),
    "grasslands": (-1, -1, -1),
    "hot-rainforest-chile": (1.541695575, 1.970444788, 1.828964919),
    "hot-rainforest-tennessee": (-0.273482958, -0.008302234, 2.90242565),
    "himalayas": (4.624170746, 4.7539258, 3.642166645),
    "atlantis": (-1, -1, -1),
    "utopian-future": (3.567626967, 3.746487198, 3.365081171),
    "hot-rainforest": (1.380482076, 1.732445194, 2.343148403),
    "post-nuclear-war": (-1.923870778, -1.702569698, 1.832980601),
    "americas": (1.926105341, 3.583279511, 4.056195168),
}
TITLES = {
    "liechtenstein": "Liechtenstein", "medium-desert": "The Medium Desert", "easier-desert": "The Easier Desert",
    "goldmines": "Goldmines", "dark-age": "The Dark Age", "report-default": "Default",
    "report-rainforest": "The Rainforest", "grasslands": "Grasslands", "hot-rainforest-chile": "Hot Rainforest in Chile",
    "hot-rainforest-tennessee": "Hot Rainforest in Tennessee", "himalayas": "Himalayas", "atlantis": "Atlantis",
    "utopian-future": "Utopian Future", "hot-rainforest": "Hot Rainforest", "post-nuclear-war": "Post-Nuclear War",
    "americas": "Americas",
}

# How far we know a climate: known (published), later (published by a later class under the same name), inferred (found
# by making our SimplePlayer agree with the report's own tables, so that any verdict on those is circular), guessed.
CONFIDENCE = {
    "report-default": ("known", "the simulator's shipped default"),
    "report-rainforest": ("later", "p and q as published in 2023 under this name"),
    "liechtenstein": ("inferred", "tiny by its name; 5 x 5 makes SimplePlayer's counts fit Figure 4"),
    "himalayas": ("inferred", "larger than default, higher v (report); 25 x 25 and v=20 make the counts of Figure 4 fit"),
    "medium-desert": ("inferred", "calibrated until SimplePlayer's mean count is the one Figure 4 implies"),
    "easier-desert": ("inferred", "calibrated until SimplePlayer's mean count is the one the figures imply"),
    "goldmines": ("inferred", "low p (report); so low that SimplePlayer dies out, as the figures imply"),
    "utopian-future": ("inferred", "K and u up, v down (report); the board must fill up, as Figure 3 implies"),
    "hot-rainforest": ("guessed", "a large board, by the sums in the figures"),
    "hot-rainforest-chile": ("guessed", "tall and thin by its name; area 400 by the sums in the figures"),
    "hot-rainforest-tennessee": ("guessed", "wide and flat by its name; the same area"),
    "dark-age": ("guessed", "differences of tens in the figures"),
    "grasslands": ("guessed", "by its name"),
    "atlantis": ("guessed", "by its name"),
    "post-nuclear-war": ("guessed", "a large board, by the sums in the figures"),
    "americas": ("guessed", "the largest board, by the sums in the figures"),
}
SURE = ("known", "later")
