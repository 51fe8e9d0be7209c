"""How figures of studies look, and how they are saved: as PNG for the report, as SVG for print; same arrays, same bytes.

Colours are Paul Tol's bright scheme (personal.sron.nl/~pault), which colour-blind readers can tell apart.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lek.files import write

BLUE, RED, GREEN, YELLOW, CYAN, PURPLE, GREY = (
    "#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377", "#BBBBBB")
INK, FAINT = "#222222", "#666666"
STYLE = {
    "svg.hashsalt": "lek", "font.family": "DejaVu Sans", "font.size": 9, "text.color": INK, "axes.labelcolor": INK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": FAINT, "axes.linewidth": 0.8,
    "xtick.color": FAINT, "ytick.color": FAINT, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "axes.grid": True, "axes.grid.axis": "y", "grid.color": "#E4E4E4", "grid.linewidth": 0.7, "axes.axisbelow": True,
    "axes.titlesize": 8.5, "axes.titlecolor": FAINT, "axes.titlelocation": "left", "axes.titlepad": 7,
    "figure.titlesize": 11, "figure.titleweight": "bold", "legend.frameon": False, "legend.fontsize": 8.5,
    "hatch.linewidth": 0.7, "hatch.color": "white",
}


def save(drawn: Mapping[str, Any], folder: Path) -> list[Path]:
    """Put figures into a folder; the paths of the PNG files, in order."""
    from matplotlib import style

    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    with style.context(["default", STYLE]):
        for name, figure in drawn.items():
            paths.append(folder / f"{name}.png")
            write_figure(figure, paths[-1])
            write_figure(figure, paths[-1].with_suffix(".svg"))
    return paths


def write_figure(figure: Any, path: Path) -> None:
    """One figure, whole or not at all, without a word on when and by what it was drawn."""
    drawn, kind = io.BytesIO(), path.suffix.removeprefix(".")
    unsaid = ("Date", "Creator") if kind == "svg" else ("Software",)
    figure.savefig(drawn, format=kind, dpi="figure" if kind == "svg" else 150, metadata=dict.fromkeys(unsaid))
    write(path, drawn.getvalue())
