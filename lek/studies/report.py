"""A study's report: one HTML file with everything in it, to be read on a screen, on a phone or on paper.

The file loads nothing from elsewhere and needs no JavaScript. Figures come as .png (embedded), .svg (inlined) or .html
(a fragment, put in as it is), with the study's captions.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from lek.store import to_json
from lek.studies.claim import TOO_SMALL, VERDICTS, Claim, by_source, counted
from lek.studies.study import Study

MARKS = {"agree": "✓", "disagree": "✗", "undecided": "?", "not testable": "–", TOO_SMALL: "–"}
STYLE = """
:root { color-scheme: light; --ink: #1c1c1e; --faint: #5b5b62; --line: #dcdce2; --tint: #f5f6f8; --link: #2b5c8f; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 62rem; background: #fff; color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  overflow-wrap: break-word; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .75rem; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { max-width: 46rem; }
a { color: var(--link); }
.lead { font-size: 1.1rem; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.25rem 0; padding: 0; list-style: none; }
nav { background: var(--tint); border-radius: .5rem; padding: .75rem 1.25rem; margin: 1.5rem 0; }
nav ul { margin: .25rem 0; padding-left: 1.1rem; }
nav li ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; padding: 0; list-style: none; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); color: var(--faint); font-weight: 600; }
.wide { overflow-x: auto; margin: .75rem 0; }
.wide td, .wide th { white-space: nowrap; }
.numbers :is(td, thead th:nth-child(n+2)), .claims :is(td, th):nth-child(n+5) { text-align: right; }
.claims :is(td, th):nth-child(n+5) { white-space: nowrap; }
.claims { table-layout: fixed; }
.claims th:nth-child(1) { width: 4.2rem; }
.claims th:nth-child(2) { width: 28%; }
.claims th:nth-child(4) { width: 8.6rem; }
.claims th:nth-child(n+5) { width: 5.4rem; }
.changed td { background: #fff6d6; }
.badge { display: inline-block; padding: .1rem .6rem; border-radius: 1rem; font-size: .85rem; font-weight: 600;
  white-space: nowrap; border: 1px solid transparent; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.agree { background: #dff1e2; border-color: #228833; color: #14521f; }
.disagree { background: #fde3e6; border-color: #c23b4b; color: #8a1826; }
.undecided { background: #f8f2d0; border-color: #a8972a; color: #5c5210; }
.not-testable, .not-testable-at-this-scale { background: #ececef; border-color: #8a8a92; color: #45454c; }
figure { margin: 1.5rem 0 2.5rem; }
figure img, figure svg { display: block; width: 100%; max-width: 54rem; height: auto; }
figcaption { color: var(--faint); font-size: .92rem; margin-top: .6rem; max-width: 46rem; }
figcaption b { color: var(--ink); }
pre { background: var(--tint); border-radius: .5rem; padding: .9rem 1.1rem; white-space: pre-wrap; font-size: .9rem; }
code { font-family: ui-monospace, "Liberation Mono", monospace; }
@media (max-width: 44rem) {
  body { padding-top: 1.25rem; }
  .claims thead { position: absolute; clip-path: inset(50%); height: 1px; overflow: hidden; }
  .claims, .claims tbody, .claims tr, .claims td, .claims th { display: block; border: 0; }
  .claims tr { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; margin: .75rem 0; }
  .claims :is(td, th):nth-child(n) { width: auto; padding: .15rem 0; text-align: left; }
  .claims td:empty { display: none; }
  .claims td::before { content: attr(data-label) " "; color: var(--faint); font-size: .8rem; font-weight: 600; }
}
@media print {
  @page { margin: 18mm 15mm; }
  html { font-size: 9pt; }
  body { padding: 0; max-width: none; }
  th, td { padding: .3rem .45rem; }
  figure img, figure svg { max-width: 150mm; }
  nav { display: none; }
  figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .wide { overflow: visible; } .wide td, .wide th { white-space: normal; }
}
"""


def report(
    name: str, study: Study, config: Any, results: Mapping[str, Any], claims: list[Claim], figures: Sequence[Path]
) -> str:
    """The whole page."""
    captions = study.captions
    parts = {
        "Claims": _claims(claims),
        "Figures": "".join(_figure(path, captions.get(path.stem, "")) for path in figures) + _pages(figures),
        "Results": _results(json.loads(to_json(results)), "experiment"),
        "Settings": _settings(study, config),
        "Run this again": _again(name, study, config),
    }
    parts = {title: body for title, body in parts.items() if body}
    sections = "".join(f'<section id="part-{_slug(title)}">\n<h2>{escape(title)}</h2>\n{body}</section>\n'
                       for title, body in parts.items())
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(name)}: a Lek study</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>Study: {escape(name)}</h1>\n{_prose(study.about)}{_counts(claims)}</header>\n"
        f"{_contents(parts, [path.stem for path in figures])}<main>\n{sections}</main>\n</body>\n</html>\n"
    )


def command(name: str, study: Study, config: Any) -> str:
    """The command line that runs this config, from whichever of the study's two scales is nearer."""
    scales = {"paper": study.paper, "quick": study.quick}
    scale = min(scales, key=lambda scale: len(_changes(scales[scale], config)))
    words = ["lek", "study", "run", name, "--scale", scale]
    for key, value in _changes(scales[scale], config).items():
        words += [f"--{key}", _value(value)] if key in ("seed", "device") else ["--set", f"{key}={_value(value)}"]
    return shlex.join(words)


def _changes(usual: Any, config: Any) -> dict[str, Any]:
    """The fields of a config that differ from the usual ones."""
    return {field.name: getattr(config, field.name) for field in dataclasses.fields(config)
            if getattr(config, field.name) != getattr(usual, field.name)}


def _prose(text: str) -> str:
    """A text as paragraphs: the first is the lead, indented ones are kept as they stand."""
    made = []
    for index, block in enumerate(re.split(r"\n\s*\n", text.strip("\n"))):
        if index and all(line.startswith("    ") for line in block.splitlines()):
            made.append(f"<pre>{escape(block)}</pre>\n")
            continue
        told = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(" ".join(block.split()), quote=False))
        told = re.sub(r"(?<!\w)\*(\w[^*]*)\*", r"<em>\1</em>", told)
        made.append(f'<p class="{"text" if index else "lead"}">{told}</p>\n' if told else "")
    return "".join(made)


def _contents(parts: Iterable[str], stems: Sequence[str]) -> str:
    items = ""
    for title in parts:
        inner = "".join(f'<li><a href="#{_slug(stem)}">{escape(_title(stem))}</a></li>' for stem in stems)
        inner = f"<ul>{inner}</ul>" if title == "Figures" else ""
        items += f'<li><a href="#part-{_slug(title)}">{escape(title)}</a>{inner}</li>\n'
    return f'<nav aria-label="Contents">\n<b>Contents</b>\n<ul>\n{items}</ul>\n</nav>\n'


def _counts(claims: list[Claim]) -> str:
    text = ""
    for source, rows in by_source(claims).items() if claims else ():
        verdicts = Counter(claim.verdict for claim, _ in rows)
        items = "".join(f"<li>{_badge(verdict, f'{verdicts[verdict]} {verdict}')}</li>\n" for verdict in VERDICTS)
        lead = escape(counted(source, [claim for claim, _ in rows]))
        text += f'<p>{lead}:</p>\n<ul class="counts">\n{items}</ul>\n'
    return text


def _claims(claims: list[Claim]) -> str:
    text = ""
    for source, told in by_source(claims).items() if claims else ():
        heads, rows = ("claim", f"{source} says", "we got", "verdict", "p", "p (Holm)"), []
        for claim, adjusted in told:
            cells = [escape(claim.paper), escape(claim.ours), _badge(claim.verdict, claim.verdict),
                     *("" if p is None else f"{p:.2g}" for p in (claim.p, adjusted))]
            rows.append(f'<th scope="row">{escape(claim.id)}</th>' + "".join(
                f'<td data-label="{escape(head)}">{cell}</td>' for head, cell in zip(heads[1:], cells, strict=True)))
        text += _table(heads, rows, "claims")
    return text


def _badge(verdict: str, text: str) -> str:
    return f'<span class="badge {_slug(verdict)}">{MARKS.get(verdict, "")} {escape(text)}</span>'


def _pages(figures: Sequence[Path]) -> str:
    """Links to pages that lie beside the figures and are none themselves."""
    found = sorted({page for path in figures for page in path.parent.glob("*.html")} - {*figures})
    links = ", ".join(f'<a href="{page.parent.name}/{page.name}">{escape(_words(page.stem))}</a>' for page in found)
    return f"<p>Pages to browse: {links}.</p>\n" if links else ""


def _figure(path: Path, caption: str) -> str:
    if path.suffix == ".svg":  # without the XML prolog, which has no place inside HTML
        text = path.read_text(encoding="utf-8")
        body = text[max(0, text.find("<svg")):]
    elif path.suffix == ".html":
        body = path.read_text(encoding="utf-8")
    else:
        data = base64.b64encode(path.read_bytes()).decode()
        body = f'<img alt="{escape(caption or _words(path.stem))}" src="data:image/png;base64,{data}">'
    return (f'<figure id="{_slug(path.stem)}">\n{body}\n'
            f"<figcaption><b>{escape(_title(path.stem))}.</b> {escape(caption)}</figcaption>\n</figure>\n")


def _results(results: Mapping[str, Any], corner: str) -> str:
    """Tables of whatever a study found: rows of numbers, then what lies deeper under a heading of its own."""
    rows = {key: value for key, value in results.items() if isinstance(value, dict) and not _is_group(value)}
    single = {key: value for key, value in results.items() if not isinstance(value, dict)}
    text = _grid(rows, corner)
    if single:
        text += _grid({key: {"value": value} for key, value in single.items()}, corner if not rows else "")
    for key, value in results.items():
        if isinstance(value, dict) and _is_group(value):
            text += f"<h3>{escape(_title(key))}</h3>\n{_results(value, _words(key))}"
    return text


def _is_group(value: Mapping[str, Any]) -> bool:
    """Whether a mapping holds rows, not cells: everything in it is a mapping, and no mean with its spread."""
    return bool(value) and all(isinstance(item, dict) and not _is_spread(item) for item in value.values())


def _is_spread(value: Any) -> bool:
    """A mean with its standard deviation, or with the bounds of its interval."""
    return isinstance(value, dict) and set(value) in ({"mean", "sd"}, {"mean", "low", "high"})


def _grid(rows: Mapping[str, Mapping[str, Any]], corner: str) -> str:
    """One table [rows, columns]; a column of mappings becomes a table of its own below."""
    if not rows:
        return ""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    deep = [column for column in columns
            if any(isinstance(row.get(column), dict) and not _is_spread(row[column]) for row in rows.values())]
    flat = [column for column in columns if column not in deep]
    digits = {column: _digits([row[column] for row in rows.values() if _is_spread(row.get(column))]) for column in flat}
    text = ""
    if flat:
        lines = [f'<th scope="row">{escape(_words(key))}</th>'
                 + "".join(f"<td>{_cell(row.get(column), digits[column])}</td>" for column in flat)
                 for key, row in rows.items()]
        text = f'<div class="wide">\n{_table([corner, *map(_words, flat)], lines, "numbers")}</div>\n'
    for column in deep:
        inner = {key: row[column] for key, row in rows.items() if isinstance(row.get(column), dict)}
        text += f"<h3>{escape(_title(column))}</h3>\n{_grid(inner, corner)}"
    return text


def _digits(spreads: Sequence[Mapping[str, Any]]) -> int:
    """Decimals that show two digits of the smallest standard deviation, and at least one."""
    sds = [spread["sd"] for spread in spreads if spread.get("sd")]
    return min(6, max(1, 1 - math.floor(math.log10(min(sds))))) if sds else 3


def _cell(value: Any, digits: int = 3) -> str:
    if _is_spread(value):
        told = [f"{part:.{digits}f}" for part in value.values() if part is not None]
        if len(told) < len(value):  # its mean alone, if there is one
            return told[0] if value["mean"] is not None else "–"
        return f"{told[0]} ± {told[1]}" if "sd" in value else f"{told[0]} [{told[1]}, {told[2]}]"
    if isinstance(value, list):
        return " / ".join(_cell(item) for item in value) if len(value) <= 8 else f"{len(value)} values"
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.3f}" if 0.001 <= abs(value) < 1 else f"{value:.4g}"
    return escape(str(value))


def _settings(study: Study, config: Any) -> str:
    changed = _changes(study.paper, config)
    rows = []
    for field in dataclasses.fields(config):
        ours, paper = (_value(getattr(given, field.name)) for given in (config, study.paper))
        rows.append(f'<th scope="row"><code>{escape(field.name)}</code></th><td>{escape(ours)}</td>'
                    f"<td>{escape(paper)}{' ≠' if field.name in changed else ''}</td>")
    marked = ["changed" if field.name in changed else "usual" for field in dataclasses.fields(config)]
    told = (f"{len(changed)} of {len(rows)} settings differ from the paper's (marked ≠)." if changed
            else "All settings are the paper's.")
    return f"<p>{told}</p>\n" + _table(("setting", "this run", "the paper's"), rows, "settings", marked)


def _value(value: Any) -> str:
    """A setting as one writes it on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(_value, value)) if isinstance(value, tuple) else str(value)


def _again(name: str, study: Study, config: Any) -> str:
    return (f"<pre><code>{escape(command(name, study, config))}</code></pre>\n"
            "<p>The same settings give the same numbers, for any number of threads. A run that was stopped goes on "
            "where it was; versions, commit and wall time are in <code>manifest.json</code> beside this file.</p>\n")


def _table(heads: Sequence[str], rows: Sequence[str], kind: str, marked: Sequence[str] = ()) -> str:
    """A table from rows of finished cells."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    marks = marked or ["row"] * len(rows)
    body = "".join(f'<tr class="{mark}">{row}</tr>\n' for mark, row in zip(marks, rows, strict=True))
    return f'<table class="{kind}">\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n'


def _words(name: str) -> str:
    return re.sub(r"[_-]+", " ", name)


def _title(name: str) -> str:
    words = _words(name)
    return words[:1].upper() + words[1:]


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
