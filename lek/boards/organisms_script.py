"""What makes a replay of Organisms look and move as it does: its style sheet and its script, both bound to their section."""

from __future__ import annotations

STYLE = """
.lek-world{--ink:#222;--faint:#555;--line:#ddd;--paper:#fff;--ground:#F7F7F5;--food:#9CAA88;--button:#fafafa;--over:#eee;
  --accent:#4477AA;font:14px/1.35 Helvetica,Arial,sans-serif;color:var(--ink);background:var(--paper);max-width:900px;
  padding:14px;border:1px solid var(--line);border-radius:8px;box-sizing:border-box;color-scheme:light}
.lek-world:focus-visible{outline:2px solid var(--accent)}
.lek-world header{display:flex;justify-content:space-between;align-items:baseline;gap:4px 16px;flex-wrap:wrap;
  margin-bottom:10px}
.lek-world .title{font-size:17px;margin:0;overflow-wrap:anywhere}
.lek-world p{margin:0}
.lek-world .round,.lek-world td{font-variant-numeric:tabular-nums}
.lek-world .round{color:var(--faint)}
.lek-world .round b{color:var(--ink);font-size:17px}
.lek-world .stage{display:flex;gap:18px;align-items:flex-start}
.lek-world canvas{flex:none;display:block;outline:1px solid var(--line)}
.lek-world canvas[hidden]{display:none}
.lek-world .side{flex:1;min-width:200px}
.lek-world .species{max-height:340px;overflow:auto;margin-bottom:14px}
.lek-world table{border-collapse:collapse;width:100%}
.lek-world thead th{color:var(--faint);font-weight:normal;font-size:12px;text-align:right;padding:0 0 4px 8px}
.lek-world thead th:first-child{text-align:left;padding-left:0}
.lek-world tbody th{font-weight:normal;text-align:left;padding:0}
.lek-world td{text-align:right;padding:3px 0 3px 8px;border-top:1px solid var(--line)}
.lek-world tbody th{border-top:1px solid var(--line)}
.lek-world tbody button{border:0;background:none;padding:3px 6px 3px 2px;font:inherit;color:inherit;text-align:left;
  overflow-wrap:anywhere;display:flex;align-items:baseline;width:100%}
.lek-world tbody button i{flex:none;width:11px;height:11px;border-radius:50%;margin-right:8px;align-self:center}
.lek-world tbody button[aria-pressed=true]{background:var(--over);color:var(--ink);font-weight:bold}
.lek-world tr.gone{color:var(--faint)}
.lek-world .key{color:var(--faint);font-size:12px;display:flex;align-items:center;gap:8px;margin-bottom:6px}
.lek-world .discs,.lek-world .ramp{width:64px;display:flex;align-items:center;justify-content:space-around}
.lek-world .discs i{border-radius:50%;background:var(--faint);width:6px;height:6px}
.lek-world .discs i:nth-child(2){width:9px;height:9px}
.lek-world .discs i:nth-child(3){width:13px;height:13px}
.lek-world .ramp{height:12px;border-radius:2px;background:linear-gradient(90deg,var(--ground),var(--food))}
.lek-world .under{font-size:12px;color:var(--faint);min-height:2.7em;margin-top:12px}
.lek-world .controls{display:flex;gap:6px;align-items:center;margin:12px 0 6px}
.lek-world .controls[hidden],.lek-world .which[hidden],.lek-world .chart[hidden]{display:none}
.lek-world .controls input{flex:1;min-width:60px;accent-color:var(--accent)}
.lek-world button,.lek-world select{padding:5px 9px;border:1px solid var(--line);border-radius:5px;background:var(--button);
  color:var(--ink);cursor:pointer;font:inherit}
.lek-world button svg{display:block}
.lek-world button:hover{background:var(--over)}
.lek-world .controls button[aria-pressed=true],.lek-world .which button[aria-pressed=true]{background:var(--accent);
  border-color:var(--accent);color:#fff}
.lek-world .which{display:flex;gap:6px;margin-top:8px}
.lek-world .which button{padding:2px 9px;font-size:12px}
.lek-world .chart{margin:8px 0 0}
.lek-world.live .chart figcaption{display:none}
.lek-world .plot{position:relative;height:190px;margin:8px 130px 20px 50px}
.lek-world .plot svg{display:block;width:100%;height:100%;overflow:visible}
.lek-world.live .plot svg{cursor:pointer;touch-action:pan-y}
.lek-world .plot svg *{fill:none;vector-effect:non-scaling-stroke;stroke-width:1}
.lek-world .plot polyline{stroke-width:1.8;stroke-linejoin:round}
.lek-world .plot .grid{stroke:var(--line)}
.lek-world .plot .now{stroke:var(--ink)}
.lek-world .plot span{position:absolute;font-size:11px;color:var(--faint);white-space:nowrap;line-height:14px}
.lek-world .plot .y{right:100%;margin:-7px 8px 0 0}
.lek-world .plot .x{top:100%;margin-top:5px;transform:translateX(-50%)}
.lek-world .plot .name{left:100%;margin:-7px 0 0 8px;color:var(--ink)}
.lek-world .plot .name i{display:inline-block;width:9px;height:3px;margin-right:5px;vertical-align:3px}
.lek-world .axis{font-size:11px;color:var(--faint);text-align:center;margin:0 130px 0 50px}
@media (max-width:640px){.lek-world{display:flex;flex-direction:column}.lek-world .stage{display:contents}
  .lek-world canvas{align-self:center}.lek-world .side{order:1;margin-top:8px}.lek-world .under{margin:0;min-height:0}
  .lek-world .which,.lek-world .chart{order:2}
  .lek-world .plot,.lek-world .axis{margin-right:12px}.lek-world .plot .name{display:none}
  .lek-world .controls{flex-wrap:wrap}.lek-world .controls input{flex-basis:100%;order:-1}.lek-world button{padding:5px 7px}}
@media (prefers-color-scheme:dark){.lek-page .lek-world{--ink:#E8E8E6;--faint:#A9ABAD;--line:#383B3E;--paper:#161819;
  --ground:#1E2021;--food:#5F6D4E;--button:#222527;--over:#2D3134;--accent:#5B8FC4;color-scheme:dark}}
"""

SCRIPT = """(async () => {
const root = document.currentScript.closest(".lek-world"), one = (what, from = root) => from.querySelector(what);
const all = (what, from = root) => [...from.querySelectorAll(what)];
const told = JSON.parse(one('script[type="application/json"]').textContent);
const {width, height, rounds, names} = told, cells = width * height, frames = rounds.length, end = frames - 1;
const [species, energy, food] = await unpack(told.cells);
const board = one("canvas"), pen = board.getContext("2d"), small = document.createElement("canvas");
const slider = one("input"), playing = one('[data-go="play"]'), speed = one("select"), roundText = one(".round");
const rows = all("tbody tr"), page = root.parentElement.classList.contains("lek-page");
const dark = matchMedia("(prefers-color-scheme:dark)"), calm = matchMedia("(prefers-reduced-motion:reduce)");
small.width = width;
small.height = height;
let t = end, clock = null, pinned = -1, pointed = -1, cell = 1, wide = 0, ground, ration, paints, pointer = null;

async function unpack(text) {
  const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer()), size = bytes.length / 6;
  return [0, 1, 2].map(k => Uint16Array.from({length: size},
    (_, i) => bytes[2 * k * size + i] + 256 * bytes[(2 * k + 1) * size + i]));
}
function rgb(hex) {
  return [1, 3, 5].map(from => parseInt(hex.slice(from, from + 2), 16));
}
function layout() {
  const style = getComputedStyle(root), scale = devicePixelRatio || 1;
  wide = root.clientWidth - 28;
  ground = rgb(style.getPropertyValue("--ground").trim());
  ration = rgb(style.getPropertyValue("--food").trim());
  paints = told.colours.map(rgb);
  const room = scale * Math.min(wide > 600 ? wide - 270 : wide, 600), tall = scale * Math.max(280, 0.62 * innerHeight);
  const fits = Math.min(room / width, tall / height);
  cell = fits >= 1 ? Math.floor(fits) : fits;
  board.width = Math.round(cell * width);
  board.height = Math.round(cell * height);
  board.style.width = board.width / scale + "px";
  board.style.height = board.height / scale + "px";
  draw();
}
function draw() {
  const chosen = pointed >= 0 ? pointed : pinned, image = new ImageData(width, height), discs = names.map(() => []);
  for (let k = 0, i = t; k < cells; k++, i += frames) {
    const some = food[i] ? 0.2 + 0.8 * Math.sqrt(food[i] / told.food) : 0, seat = species[i] - 1;
    let other = ration, share = some;
    if (seat >= 0 && cell < 5) {
      other = paints[seat];
      share = (0.45 + 0.55 * energy[i] / told.energy) * (chosen < 0 || chosen === seat ? 1 : 0.2);
    } else if (seat >= 0) discs[seat].push(k);
    for (let c = 0; c < 3; c++) image.data[4 * k + c] = ground[c] + share * (other[c] - ground[c]);
    image.data[4 * k + 3] = 255;
  }
  small.getContext("2d").putImageData(image, 0, 0);
  pen.imageSmoothingEnabled = cell < 1;
  pen.drawImage(small, 0, 0, board.width, board.height);
  discs.forEach((where, seat) => {
    pen.globalAlpha = chosen < 0 || chosen === seat ? 1 : 0.16;
    pen.fillStyle = told.colours[seat];
    pen.beginPath();
    for (const k of where) {
      const x = cell * (k % width + 0.5), y = cell * (Math.floor(k / width) + 0.5);
      const radius = cell * (0.14 + 0.33 * Math.sqrt(energy[k * frames + t] / told.energy));
      pen.moveTo(x + radius, y);
      pen.arc(x, y, radius, 0, 7);
    }
    pen.fill();
  });
  pen.globalAlpha = 1;
  all("polyline").forEach(line => {
    line.style.opacity = chosen < 0 || chosen === +line.dataset.seat ? 1 : 0.2;
  });
}
function show(next) {
  t = Math.max(0, Math.min(end, next));
  const count = names.map(() => 0), total = names.map(() => 0);
  for (let i = t; i < species.length; i += frames) if (species[i]) {
    count[species[i] - 1]++;
    total[species[i] - 1] += energy[i];
  }
  rows.forEach((row, seat) => {
    row.cells[1].textContent = count[seat].toLocaleString("en");
    row.cells[2].textContent = total[seat].toLocaleString("en");
    row.classList.toggle("gone", count[seat] === 0);
  });
  one("b", roundText).textContent = rounds[t];
  slider.value = t;
  slider.setAttribute("aria-valuetext", "round " + rounds[t]);
  board.setAttribute("aria-label", `the board in round ${rounds[t]}: ` +
    names.map((name, seat) => `${name} ${count[seat]}`).filter((_, seat) => count[seat]).slice(0, 12).join(", "));
  all(".now").forEach(now => {
    now.setAttribute("visibility", "visible");
    now.setAttribute("transform", `translate(${1000 * t / Math.max(1, end)},0)`);
  });
  draw();
  tell();
}
const hint = "Point at a cell or a species to see more. Space plays and pauses, the arrow keys step.";
function tell() {
  const i = pointer === null ? -1 : pointer * frames + t;
  one(".under").textContent = i < 0 ? hint : `column ${pointer % width + 1}, row ${Math.floor(pointer / width) + 1}: ` +
    (species[i] ? `${names[species[i] - 1]}, energy ${energy[i]}; ` : "") + (food[i] ? `food ${food[i]}` : "no food");
}
function run(on) {
  cancelAnimationFrame(clock);
  clock = null;
  playing.setAttribute("aria-pressed", on);
  playing.title = on ? "pause" : "play";
  playing.setAttribute("aria-label", playing.title);
  one("path", playing).setAttribute("d", on ? "M3,2 h4 v12 h-4 z M9,2 h4 v12 h-4 z" : "M4,2 v12 l10,-6 z");
  roundText.setAttribute("aria-live", on ? "off" : "polite");
  if (!on) return;
  if (t === end) show(0);
  let before = performance.now(), due = 0;
  clock = requestAnimationFrame(function tick(now) {
    due += Math.max(0, now - before) * speed.value / 1000;
    before = now;
    const steps = Math.min(Math.floor(due), 10);
    due -= Math.floor(due);
    if (steps) show(t + steps);
    if (t === end) run(false);
    else clock = requestAnimationFrame(tick);
  });
}
const pause = next => { run(false); show(next); };
const go = {first: () => pause(0), back: () => pause(t - 1), play: () => run(clock === null),
            forward: () => pause(t + 1), last: () => pause(end)};
all("[data-go]").forEach(button => button.addEventListener("click", go[button.dataset.go]));
slider.addEventListener("input", () => pause(+slider.value));
(page ? document : root).addEventListener("keydown", event => {
  const key = {" ": "play", Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last"}[event.key];
  const taken = event.target.closest(event.key === " " ? "button,select" : "select,input");
  if (!key || taken || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go[key]();
});
rows.forEach((row, seat) => {
  const button = one("button", row), point = who => { pointed = who; draw(); };
  row.addEventListener("pointerenter", () => point(seat));
  row.addEventListener("pointerleave", () => point(-1));
  button.addEventListener("click", () => {
    pinned = pinned === seat ? -1 : seat;
    rows.forEach((other, k) => one("button", other).setAttribute("aria-pressed", k === pinned));
    point(-1);
  });
});
board.addEventListener("pointermove", event => {
  const box = board.getBoundingClientRect(), x = Math.floor((event.clientX - box.x) / box.width * width);
  const y = Math.floor((event.clientY - box.y) / box.height * height);
  pointer = x >= 0 && x < width && y >= 0 && y < height ? y * width + x : null;
  tell();
});
board.addEventListener("pointerleave", () => { pointer = null; tell(); });
all(".plot svg").forEach(plot => ["pointerdown", "pointermove"].forEach(kind => plot.addEventListener(kind, event => {
  if (!event.buttons) return;
  const box = plot.getBoundingClientRect();
  pause(Math.round((event.clientX - box.x) / box.width * end));
})));
const which = all(".which button"), pick = of => {
  which.forEach(button => button.setAttribute("aria-pressed", button.dataset.of === of));
  all(".chart").forEach(chart => { chart.hidden = chart.dataset.of !== of; });
};
which.forEach(button => button.addEventListener("click", () => pick(button.dataset.of)));
root.classList.add("live");
board.hidden = one(".controls").hidden = one(".which").hidden = false;
pick("organisms");
layout();
dark.addEventListener("change", layout);
new ResizeObserver(() => { if (wide !== root.clientWidth - 28) layout(); }).observe(root);
show(page ? 0 : end);
if (page && !calm.matches) run(true);
})();"""
