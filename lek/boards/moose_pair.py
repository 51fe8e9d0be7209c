"""One game of two moose to step through: a piece of HTML that needs nothing but itself.

The game is played by `watch`; its states go into the page as JSON, together with what the game's own rule says a field
is worth, and the script beside it only draws. Without JavaScript the last round stands there, over a strip with all
choices of both moose. Nothing in the piece has an id, and the script finds its own section, so any number of them may
stand on one page.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from lek.agent import Agent
from lek.brains.fsm_drawing import COLOURS
from lek.game import Game
from lek.games.moose import gain
from lek.position import Position
from lek.settings import Mistake
from lek.watching import watch

PER_LINE = 50  # rounds in one line of the strip
LABEL, CELL, LINE = 96, 16, 60  # of the strip: width of the names, of a round; height of a line
HIGH, GROUND = 104, 124  # of a panel: height of the gauge, where it stands

_MOOSE = (  # facing right, hoofs on y = 0
    "M4,-29 C5,-36 14,-39 24,-38 C29,-44 37,-46 42,-42 L48,-44 C50,-49 56,-50 60,-46 L70,-36 C72,-32 69,-29 66,-30 "
    "L58,-34 C56,-32 56,-30 55,-25 L53,-29 C51,-25 49,-22 47,-20 L48,0 L44,0 L42,-18 L40,-18 L38,0 L34,0 L34,-19 "
    "C28,-17 22,-17 18,-20 L17,-12 L18,0 L14,0 L12,-12 L11,-14 L8,0 L4,0 L7,-16 C4,-20 3,-25 4,-29 Z"
)
_ANTLERS = ("M52,-47 C46,-49 42,-54 41,-62 L45,-58 L46,-65 L50,-59 L53,-66 L55,-59 L60,-64 L59,-57 L65,-59 "
            "C63,-53 59,-49 55,-47 Z")
_LOOKS = ("#2B2B2B", "#2B2B2B"), ("#D9B382", "#4A3A28")  # fill and outline of the two moose


def rounds_of(game: Game, agents: Sequence[Agent], seed: int) -> dict[str, Any]:
    """One game as lists over its rounds, from round 0, the start: states of `watch` and what fields are worth."""
    blank = Position(game, seed).state
    states = [blank, *(turn.state for turn in watch(game, agents, seed) if turn.state.chooser == 0)]
    totals = [[float(total) for total in s.total] for s in states]
    lasts = [[int(field) for field in s.last] for s in states]
    return {
        "limit": [float(capacity) / 2.0 for capacity in blank.capacity],
        "x": [[float(x) for x in s.x] for s in states],
        "value": [[float(gain(c, x)) for c, x in zip(s.capacity, s.x, strict=True)] for s in states],
        "last": lasts,
        "fight": [last[0] if last[0] == last[1] else -1 for last in lasts],
        "total": totals,
        "gained": [[new - old for new, old in zip(now, before, strict=True)]
                   for now, before in zip(totals, totals[:1] + totals[:-1], strict=True)],
    }


def pair_view(game: Game, left: Agent, right: Agent, names: tuple[str, str] = ("moose 1", "moose 2"),
              seed: int = 0) -> str:
    """A <section> that steps through one game of these two."""
    if game.name != "moose" or game.seats != 2:
        raise Mistake(f"a pair view is for two moose; given: {game.name} with {game.seats} seats")
    told = rounds_of(game, (left, right), seed)
    end = len(told["x"]) - 1
    embedded = json.dumps(told, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    buttons = "".join(f'<button type="button" data-go="{go}" aria-label="{about}" title="{about}">{_ICON.format(icon)}'
                      "</button>" for go, about, icon in _BUTTONS)
    return f"""<section class="lek-pair" tabindex="0" aria-label="A game of {escape(names[0])} and {escape(names[1])}">
<style>{_STYLE}</style>
<header>{_player(told, end, 0, names[0])}<p class="round" aria-live="polite">round <b>{end}</b> of {end}</p>\
{_player(told, end, 1, names[1])}</header>
<div class="fields">{"".join(_field(told, end, k) for k in range(len(told["limit"])))}</div>
<div class="controls" hidden>{buttons}<input type="range" min="0" max="{end}" value="{end}" aria-label="round"></div>
{_strip(told, names)}
<script type="application/json">{embedded}</script>
<script>{_SCRIPT}</script>
</section>
"""


def _player(told: dict[str, Any], t: int, seat: int, name: str) -> str:
    gained = told["gained"][t][seat]
    return (f'<div class="player"><svg viewBox="0 -68 76 70" width="46" height="42" aria-hidden="true">'
            f'{_moose(seat)}</svg><div><span class="name">{escape(name)}</span><br>'
            f'<span class="total">{told["total"][t][seat]:.2f}</span> '
            f'<span class="gained{"" if gained else " none"}">+{gained:.2f}</span></div></div>')


def _moose(seat: int) -> str:
    fill, outline = _LOOKS[seat]
    facing = "" if seat == 0 else ' transform="translate(76,0) scale(-1,1)"'
    return (f'<g fill="{fill}" stroke="{outline}" stroke-width="1.2" stroke-linejoin="round"{facing}>'
            f'<path d="{_ANTLERS}"/><path d="{_MOOSE}"/></g>')


def _field(told: dict[str, Any], t: int, k: int) -> str:
    """One field: a gauge of what stands there, against its limit, with the part just eaten dashed; who is there."""
    limit, value, last = told["limit"][k], told["value"][t][k], told["last"][t]
    here = [seat for seat in (0, 1) if last[seat] == k]
    eaten = told["gained"][t][here[0]] if len(here) == 1 else 0.0
    colour, text = COLOURS[k % len(COLOURS)]
    tall, high = (HIGH * amount / limit if limit else 0.0 for amount in (value, eaten))
    alone, fight = len(here) == 1, told["fight"][t] == k
    moose = "".join(
        f'<g class="moose"{_hidden(seat in here)} transform="translate({70 + 82 * seat},{GROUND})">{_moose(seat)}'
        f'<text class="meal" x="{45 - 14 * seat}" y="-76"{_hidden(alone and seat in here)}>+{eaten:.2f}</text></g>'
        for seat in (0, 1))
    return f"""<figure class="field{' fighting' * fight}">
<figcaption><b style="color:{text}">field {k + 1}</b>\
<span>x = <span class="x">{told['x'][t][k]:g}</span></span></figcaption>
<svg viewBox="0 0 236 140" role="img" aria-label="field {k + 1}">
<rect x="10" y="{GROUND - HIGH}" width="30" height="{HIGH}" fill="#F3F3F3"/>
<rect class="eaten" x="10" y="{GROUND - high:.1f}" width="30" height="{high:.1f}" fill="{colour}" fill-opacity="0.18" \
stroke="{colour}" stroke-dasharray="4 3"/>
<rect class="bar" x="10" y="{GROUND - tall:.1f}" width="30" height="{tall:.1f}" fill="{colour}"/>
<path d="M6,{GROUND - HIGH} h38" stroke="#555" stroke-width="1.5"/>\
<text x="48" y="{GROUND - HIGH + 4}">C/2 = {limit:g}</text>
<path d="M4,{GROUND} h228" stroke="#999" stroke-width="1.5"/>\
<text class="value" x="25" y="{GROUND + 14}">{value:.2f}</text>
{moose}<text class="fight" x="149" y="48"{_hidden(fight)}>fight</text>
</svg></figure>"""


def _hidden(shown: bool) -> str:
    return "" if shown else ' visibility="hidden"'


def _strip(told: dict[str, Any], names: tuple[str, str]) -> str:
    """The choices of both moose over all rounds, a colour and a number a field; fights have a frame."""
    end = len(told["last"]) - 1
    lines = -(-end // PER_LINE)
    parts = ['<path class="now" d="M-2,-2 h20 v42 h-20 z M8,0 l-5,-7 h10 z" fill="#FFD24A" visibility="hidden"/>']
    for line in range(lines):
        y = LINE * line + 10
        parts.extend(f'<text x="{LABEL - 8}" y="{y + 18 * seat + 13}" text-anchor="end">{escape(_short(name))}</text>'
                     for seat, name in enumerate(names))
    for t in range(1, end + 1):
        x, y = LABEL + CELL * ((t - 1) % PER_LINE), LINE * ((t - 1) // PER_LINE) + 10
        for seat, k in enumerate(told["last"][t]):
            colour, number = (COLOURS[k % len(COLOURS)][0], str(k + 1)) if k >= 0 else ("#EEEEEE", "")
            parts.append(f'<rect x="{x + 1}" y="{y + 1 + 18 * seat}" width="14" height="17" fill="{colour}"/>'
                         f'<text x="{x + 8}" y="{y + 13.5 + 18 * seat}" class="choice">{number}</text>')
        if told["fight"][t] >= 0:
            parts.append(f'<rect class="fought" x="{x + 1}" y="{y + 1}" width="14" height="35"/>')
        if t % 10 == 0 or t == 1:
            parts.append(f'<text x="{x + 8}" y="{y + 48}" class="tick">{t}</text>')
    width = LABEL + CELL * min(end, PER_LINE) + 6
    about = f"choices of {names[0]} and {names[1]} over {end} rounds, {sum(f >= 0 for f in told['fight'])} fights"
    legend = " ".join(f'<span><i style="background:{COLOURS[k % len(COLOURS)][0]}"></i>field {k + 1}</span>'
                      for k in range(len(told["limit"])))
    return f"""<div class="scroll"><svg class="strip" viewBox="0 0 {width} {LINE * lines + 2}" role="img" \
style="min-width:{0.75 * width:.0f}px;max-width:{width}px" aria-label="{escape(about)}" \
data-label="{LABEL}" data-cell="{CELL}" data-line="{LINE}" data-per="{PER_LINE}">{"".join(parts)}</svg></div>
<p class="legend">{legend} <span><i class="framed"></i>fight</span> \
<span><i class="dashed"></i>eaten in this round</span></p>"""


def _short(name: str) -> str:
    return name if len(name) <= 15 else name[:14] + "\u2026"


_ICON = '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="{}" fill="currentColor"/></svg>'
_BUTTONS = (
    ("first", "first round", "M3,3 h2 v10 h-2 z M14,3 v10 l-8,-5 z"),
    ("back", "one round back", "M11,3 v10 l-8,-5 z"),
    ("play", "play or pause", "M4,2 v12 l10,-6 z"),
    ("forward", "one round forward", "M5,3 v10 l8,-5 z"),
    ("last", "last round", "M11,3 h2 v10 h-2 z M2,3 v10 l8,-5 z"),
)

_STYLE = """
.lek-pair{font:14px/1.35 Helvetica,Arial,sans-serif;color:#222;background:#fff;max-width:900px;padding:14px;
  border:1px solid #ddd;border-radius:8px;box-sizing:border-box;color-scheme:light}
.lek-pair:focus-visible{outline:2px solid #4477AA}
.lek-pair header{display:flex;justify-content:space-between;align-items:center;gap:12px}
.lek-pair .player{display:flex;align-items:center;gap:10px}
.lek-pair .player:last-child{flex-direction:row-reverse;text-align:right}
.lek-pair .total{font-size:22px;font-weight:bold;font-variant-numeric:tabular-nums}
.lek-pair .gained{color:#1A6B28;font-variant-numeric:tabular-nums}
.lek-pair .gained.none{color:#999}
.lek-pair .round{margin:0;color:#555;font-variant-numeric:tabular-nums}
.lek-pair .fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:10px;margin:10px 0}
.lek-pair .field{margin:0;padding:8px;border:1px solid #ddd;border-radius:6px}
.lek-pair .field.fighting{border-color:#C0102A;box-shadow:inset 0 0 0 1px #C0102A}
.lek-pair figcaption{display:flex;justify-content:space-between}
.lek-pair svg{display:block}
.lek-pair .field svg{width:100%;max-width:300px;margin:0 auto}
.lek-pair svg text{font-size:11px;fill:#555}
.lek-pair .field .value,.lek-pair .field .meal,.lek-pair .field .fight{text-anchor:middle}
.lek-pair svg .meal{font-size:15px;font-weight:bold;fill:#1A6B28}
.lek-pair svg .fight{font-size:17px;font-weight:bold;fill:#C0102A}
.lek-pair .controls{display:flex;gap:6px;align-items:center;margin-bottom:10px}
.lek-pair .controls[hidden]{display:none}
.lek-pair .controls input{flex:1;min-width:60px;accent-color:#4477AA}
.lek-pair button{padding:5px 9px;border:1px solid #bbb;border-radius:5px;background:#fafafa;color:#333;cursor:pointer}
.lek-pair button:hover{background:#eee}
.lek-pair button[aria-pressed=true]{background:#4477AA;color:#fff}
.lek-pair .scroll{overflow-x:auto}
.lek-pair .strip{width:100%}
.lek-pair.live .strip{cursor:pointer}
.lek-pair .strip .choice{font-size:10px;font-weight:bold;fill:#fff;text-anchor:middle}
.lek-pair .strip .tick{font-size:10px;text-anchor:middle}
.lek-pair .strip .fought{fill:none;stroke:#111;stroke-width:2}
.lek-pair .legend{margin:4px 0 0;color:#555;font-size:12px}
.lek-pair .legend span{margin-right:12px;white-space:nowrap}
.lek-pair .legend i{display:inline-block;width:11px;height:11px;margin-right:5px;vertical-align:-1px}
.lek-pair .legend .framed{width:8px;height:8px;border:2px solid #111}
.lek-pair .legend .dashed{width:9px;height:9px;border:1px dashed #777;background:#eee}
@media (max-width:520px){.lek-pair header{flex-wrap:wrap}.lek-pair .round{order:3;width:100%;text-align:center}}
"""

_SCRIPT = """(() => {
const root = document.currentScript.closest(".lek-pair"), all = (what, from = root) => [...from.querySelectorAll(what)];
const one = (what, from = root) => from.querySelector(what);
const told = JSON.parse(one('script[type="application/json"]').textContent), end = told.x.length - 1;
const slider = one("input"), playing = one('[data-go="play"]'), strip = one(".strip"), now = one(".now");
const {label, cell, line, per} = strip.dataset;
let t = end, clock = null;
const see = (element, shown) => element.setAttribute("visibility", shown ? "inherit" : "hidden");
const fill = (rect, share) => {
  rect.setAttribute("height", HIGH * share);
  rect.setAttribute("y", GROUND - HIGH * share);
};
function show(next) {
  t = Math.max(0, Math.min(end, next));
  one(".round b").textContent = slider.value = t;
  all(".player").forEach((player, seat) => {
    one(".total", player).textContent = told.total[t][seat].toFixed(2);
    one(".gained", player).textContent = "+" + told.gained[t][seat].toFixed(2);
    one(".gained", player).classList.toggle("none", told.gained[t][seat] === 0);
  });
  all(".field").forEach((field, k) => {
    const limit = told.limit[k] || 1, fight = told.fight[t] === k;
    const here = [0, 1].filter(seat => told.last[t][seat] === k);
    const meal = here.length === 1 ? told.gained[t][here[0]] : 0;
    one(".x", field).textContent = +told.x[t][k].toPrecision(6);
    one(".value", field).textContent = told.value[t][k].toFixed(2);
    fill(one(".bar", field), told.value[t][k] / limit);
    fill(one(".eaten", field), meal / limit);
    all(".moose", field).forEach((moose, seat) => {
      see(moose, here.includes(seat));
      see(one(".meal", moose), here.includes(seat) && !fight);
      one(".meal", moose).textContent = "+" + meal.toFixed(2);
    });
    see(one(".fight", field), fight);
    field.classList.toggle("fighting", fight);
  });
  see(now, t > 0);
  const column = (t - 1) % per, row = Math.floor((t - 1) / per);
  now.setAttribute("transform", `translate(${+label + cell * column},${line * row + 10})`);
}
function run(on) {
  clearInterval(clock);
  clock = on ? setInterval(() => t < end ? show(t + 1) : run(false), 700) : null;
  playing.setAttribute("aria-pressed", on);
}
const go = {first: () => show(0), back: () => show(t - 1), forward: () => show(t + 1), last: () => show(end)};
const pause = step => { run(false); step(); };
all("button").forEach(button => button.addEventListener("click", () => {
  if (button !== playing) pause(go[button.dataset.go]);
  else { if (clock === null && t === end) show(0); run(clock === null); }
}));
slider.addEventListener("input", () => pause(() => show(+slider.value)));
root.addEventListener("keydown", event => {
  const key = {Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last"}[event.key];
  if (!key || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  pause(go[key]);
});
strip.addEventListener("click", event => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(strip.getScreenCTM().inverse());
  const column = Math.floor((at.x - label) / cell), round = 1 + column + per * Math.floor(at.y / line);
  if (column >= 0 && round <= end) pause(() => show(round));
});
root.classList.add("live");
one(".controls").hidden = false;
show(end);
})();""".replace("HIGH", str(HIGH)).replace("GROUND", str(GROUND))
