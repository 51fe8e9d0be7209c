"""A page to browse a learnt rule set: each rule's picture, text and numbers, to be sorted and searched.

The page needs nothing but itself. Without JavaScript the rules stand there in the order given.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

from lek.players.dots.graphrules import WILD
from lek.players.dots.graphrules_drawing import STYLE, picture
from lek.players.dots.graphrules_text import show

DARK = {"q": "#222255", "t": "#225555", "l": "#225522", "x": "#666633"}  # Paul Tol's dark scheme
COLUMNS = {  # and what each one tells
    "rule": "where this is found, cut the red string",
    "text": "the rule as text",
    "Q": "quality: the reward that it expects where it acts (of an economy: its money)",
    "f": "accessibility: how often it was used lately",
    "uses": "times that it acted and learnt: games, or turns (proven)",
    "born": "the game it came from",
    "nodes": "nodes it names",
    "wildcards": "strings that may lead to anything",
    "where it applies": "positions in which it is found",
}


class Told(NamedTuple):
    """A rule of a learnt set and what is known of it; `where` it applies may be any text."""

    rule: Any
    q: float
    f: float
    uses: int
    born: int
    where: str = ""


def page(rows: Sequence[Told], title: str) -> str:
    """The whole page, to be written to a file."""
    heads = "".join(f'<th scope="col" title="{escape(about)}">' + (
        f"<button type=button>{name}</button>" if k else name) + "</th>" for k, (name, about) in enumerate(COLUMNS.items()))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{STYLE}{PAGE_STYLE}</style>
</head>
<body>
<h1>{escape(title)}</h1>
<p class="key">{KEY}</p>
<p><input type="search" placeholder="search the text, such as l1 or =&gt; x0-n" aria-label="search the text of rules">
<output>{_many(len(rows))}</output></p>
<table>
<thead><tr>{heads}</tr></thead>
<tbody>
{"".join(_row(told) for told in rows)}</tbody>
</table>
<script>{SCRIPT}</script>
</body>
</html>
"""


def _many(rules: int) -> str:
    return f"{rules} rule{'s' * (rules != 1)}"


def _row(told: Told) -> str:
    r = told.rule
    graph, action = show(r).split(" => ")
    wild = sum(int((r.end[i, :r.label[i]] == WILD).sum()) for i in range(r.nodes))
    numbers = ((told.q, f"{told.q:.2f}"), (told.f, f"{told.f:.3f}"), (told.uses, f"{told.uses:,}"),
               (told.born, f"{told.born:,}"), (r.nodes, r.nodes), (wild, wild))
    cells = "".join(f'<td class="number" data-is="{value:.12g}">{text}</td>' for value, text in numbers)
    return (f'<tr><td class="picture">{picture(r, label=f"Rule of {r.nodes} nodes")}</td><td><code>{escape(graph)} =&gt; '
            f"<b>{escape(action)}</b></code></td>{cells}<td>{escape(told.where)}</td></tr>\n")


KEY = ("Where a rule's graph is found, it cuts the red string. q, t and x are nodes with four, three and one string; l is a "
       "row of nodes with two each and its length, with a plus if it may be longer. A string to n leads to the ground, one "
       "to w to anything. What a rule does not show does not matter. Click on the name of a column to sort by it.")
PAGE_STYLE = """
:root{--paper:#fff;--ink:#222;--soft:#666;--line:#ddd;--head:#f4f4f2;--over:#f8f8ff}
body{margin:1.5rem;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,Helvetica,Arial,sans-serif}
h1{font-size:1.5rem;margin:0 0 .5rem}.key{max-width:62rem;color:var(--soft);margin:.5rem 0 1rem}
input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:6px;padding:.35rem .6rem;
width:26rem;max-width:70vw}output{margin-left:.8rem;color:var(--soft)}
table{border-collapse:collapse;width:100%}td,th{padding:.4rem .6rem;border-bottom:1px solid var(--line);text-align:left}
thead th{position:sticky;top:0;background:var(--head);white-space:nowrap;z-index:1}tbody tr:hover{background:var(--over)}
th button{all:unset;cursor:pointer;font-weight:bold}th button:focus-visible{outline:2px solid #4477AA}
th button::after{content:" \\2195";color:var(--soft);font-weight:normal}
[aria-sort=ascending] button::after{content:" \\2191";color:var(--ink)}
[aria-sort=descending] button::after{content:" \\2193";color:var(--ink)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th:nth-child(n+3):nth-child(-n+8){text-align:right}
code{font-size:13px;overflow-wrap:anywhere}
code b{white-space:nowrap;font-weight:inherit}
.picture{width:1%}.picture svg{display:block;max-width:28rem;height:auto}td:last-child{min-width:9rem}
@media (prefers-color-scheme:dark){
:root{--paper:#16161a;--ink:#e4e4e4;--soft:#a0a0a8;--line:#34343c;--head:#24242a;--over:#1e1e28}
.lek-graph text{fill:#eee}.lek-graph .string{stroke:#b4b4b4}.lek-graph .string text{fill:#b4b4b4}
.lek-graph .node{stroke:#bbb}.lek-graph .cut{stroke:#eee}.lek-graph .cut circle{fill:#16161a}
.lek-graph .action>path{stroke:#EE6677}""" + "".join(
    f".lek-graph .{label}{{fill:{colour}}}" for label, colour in {**DARK, "other": "#444"}.items()) + "}"
SCRIPT = """
(() => {
  const body = document.querySelector("tbody"), rows = [...body.rows], find = document.querySelector("input");
  const count = document.querySelector("output"), heads = [...document.querySelectorAll("th")], all = count.textContent;
  const texts = new Map(rows.map(row => [row, row.cells[1].textContent.replace(/\\s/g, "").toLowerCase()]));
  const value = (row, k) => row.cells[k].dataset.is ?? row.cells[k].textContent;
  heads.forEach((head, k) => head.querySelector("button")?.addEventListener("click", () => {
    const number = rows.length > 0 && rows[0].cells[k].dataset.is !== undefined;
    const was = head.getAttribute("aria-sort"), up = was ? was === "descending" : !number;
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    rows.sort((a, b) => (up ? 1 : -1) * (number ? value(a, k) - value(b, k)
      : value(a, k).localeCompare(value(b, k), "en", {numeric: true})));
    body.append(...rows);
  }));
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\\s+/);
    rows.forEach(row => { row.hidden = !words.every(word => texts.get(row).includes(word)); });
    const shown = rows.filter(row => !row.hidden).length;
    count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
  });
})();
"""
