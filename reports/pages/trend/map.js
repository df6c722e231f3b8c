// The map: a row per case, a column per checkpoint. Full cells meet the threshold, small ones
// miss it, so that the map can be read without its colours.

const ROW = 22;
const SHADES = 5;
const STACKED = 520;
let shownCases = CASES;
let cursor = { row: 0, column: COLUMNS - 1 };
let cell = 12;

// How far a value is beyond its threshold, or below it, as one of a few shades.
function shadeOf(each, value) {
  const { low, high, share } = each.range;
  const [worst, best] = each.lower ? [high, share ? 0 : low] : [low, share ? 1 : high];
  const from = each.threshold === null ? worst : each.threshold;
  const beyond = each.lower ? from - value : value - from;
  const most = beyond >= 0 ? Math.abs(best - from) : Math.abs(from - worst);
  const part = most ? Math.abs(beyond) / most : 1;
  return Math.min(SHADES, 1 + Math.floor(part * SHADES));
}

function kindOf(each, track, place) {
  if (track.met[place] === null || track.met[place] === undefined) return "open";
  return track.met[place] ? "met" : "missed";
}

function cellPath(kind, column, wide = cell) {
  const gap = wide > 8 ? 1 : 0.5;
  const inset = kind === "missed" ? Math.max(1, wide * 0.24) : gap;
  const tall = kind === "missed" ? 6 : 2;
  const size = wide - 2 * inset;
  return `M${(column * wide + inset).toFixed(1)},${tall}h${size.toFixed(1)}`
    + `v${ROW - 2 * tall}h${(-size).toFixed(1)}z`;
}

function drawRow(each) {
  const track = trackOf(each);
  const { places } = SERIES[state.series];
  const paths = new Map();
  const marks = [];
  track.values.forEach((value, place) => {
    if (value === null) return;
    const column = places ? places[place] : place;
    const kind = kindOf(each, track, place);
    const shade = `${kind} shade-${shadeOf(each, value)}`;
    paths.set(shade, (paths.get(shade) || "") + cellPath(kind, column));
    if (place === track.onset) marks.push(onsetMark(column));
  });
  for (const step of drops(track)) marks.push(dropMark(places ? places[step[AT]] : step[AT]));
  return vector("svg", { width: cell * COLUMNS, height: ROW, "aria-hidden": "true" },
    ...[...paths].map(([shade, d]) => vector("path", { class: shade, d })), ...marks);
}

function onsetMark(column, wide = cell) {
  const [x, size] = [column * wide + 1, Math.min(6, wide - 1)];
  return vector("path", { class: "onset-mark", d: `M${x},5l${size},6l${-size},6z` });
}

function dropMark(column, wide = cell) {
  const half = Math.min(6, Math.max(3, wide / 2 - 1));
  const x = column * wide + wide / 2;
  return vector("path", { class: "drop-mark", d: `M${x - half},6h${2 * half}l${-half},10z` });
}

// Which cases, in which order ------------------------------------------------------------------

const SHOWS = {
  all: () => true,
  missed: (track) => track.now_met === false,
  drops: (track) => drops(track).length > 0,
  lost: (track) => track.lost !== null,
  kept: (track) => track.onset !== null,
};

const largestDrop = (track) => Math.max(0, ...drops(track).map((step) =>
  Math.abs(track.values[step[AT]] - track.values[step[BEFORE]])));

const ORDERS = {
  suite: (each) => each.index,
  onset: (each) => trackOf(each).onset ?? Infinity,
  now: (each) => {
    const { low, high } = each.range;
    const part = high > low ? (valueNow(trackOf(each)) - low) / (high - low) : 1;
    if (each.range.share) return valueNow(trackOf(each));
    return each.lower ? 1 - part : part;
  },
  drop: (each) => -largestDrop(trackOf(each)),
};

function chosenCases() {
  const wanted = byId("map-text").value.trim().toLowerCase();
  const suite = byId("map-suite").value;
  const shows = SHOWS[byId("map-show").value];
  const order = ORDERS[byId("map-order").value];
  const found = CASES.filter((each) => trackOf(each) && shows(trackOf(each))
    && (!suite || each.suite === suite)
    && (!wanted || `${each.id} ${each.words}`.toLowerCase().includes(wanted)));
  return found.sort((a, b) => order(a) - order(b) || a.index - b.index);
}

// Drawing --------------------------------------------------------------------------------------

function refreshMap() {
  shownCases = chosenCases();
  cursor = { row: 0, column: lastColumn() };
  renderMap();
  const drop = shownCases.filter((each) => drops(trackOf(each)).length).length;
  byId("map-count").textContent = `${count(shownCases.length)} of ${count(CASES.length)} cases, `
    + `${count(drop)} with a significant drop.`;
  refreshCurves();
}

const lastColumn = () => Math.max(...(SERIES[state.series].places || [COLUMNS - 1]));

function renderMap() {
  const body = byId("map-body");
  const stacked = body.clientWidth < STACKED; // a name stands above its row
  const names = stacked ? 0 : Math.min(250, body.clientWidth * 0.34);
  body.classList.toggle("stacked", stacked);
  body.style.setProperty("--names", `${names}px`);
  cell = Math.min(40, Math.max(5, (body.clientWidth - names - 52) / COLUMNS));
  const grouped = byId("map-order").value === "suite";
  const rows = [];
  let suite = null;
  shownCases.forEach((each, row) => {
    if (grouped && each.suite !== suite) {
      suite = each.suite;
      rows.push(make("h3", { class: "map-suite" }, titleOf(suite)));
    }
    rows.push(mapRow(each, row, !grouped));
  });
  body.replaceChildren(columnLabels(), ...rows);
  body.classList.toggle("empty", !shownCases.length);
}

function mapRow(each, row, withSuite) {
  const track = trackOf(each);
  const name = make("button", { type: "button", class: "map-name", "data-case": each.index,
    "data-row": row, tabindex: row === cursor.row ? 0 : -1, title: each.id,
    "aria-label": caseSentence(each) },
  withSuite ? make("span", { class: "muted" }, each.suite + " ") : null, each.words);
  const value = make("span", { class: "map-now" }, short(valueNow(track)));
  return make("div", { class: "map-row", "data-row": row }, name, drawRow(each), value);
}

function columnLabels() {
  const parts = [];
  let free = -Infinity;
  DATA.columns.labels.forEach((label, column) => {
    const middle = (column + 0.5) * cell;
    const half = label.length * 3.3;
    const left = Math.min(Math.max(middle - half, 0), cell * COLUMNS - 2 * half);
    if (left < free) return;
    parts.push(vector("text", { x: left + half, y: 14, "text-anchor": "middle" }, label));
    free = left + 2 * half + 10;
  });
  return make("div", { class: "map-row map-head" },
    make("span", { class: "map-name" }, HAS_STEPS ? "step" : "measured"),
    vector("svg", { width: cell * COLUMNS, height: 20, "aria-hidden": "true" }, ...parts),
    make("span", { class: "map-now" }, "now"));
}

// What a cell says -----------------------------------------------------------------------------

function placeOf(column) {
  const { places } = SERIES[state.series];
  return places ? places.indexOf(column) : column;
}

function cellLines(each, place) {
  const track = trackOf(each);
  const lines = [`${each.words}, ${whenAt(state.series, place)}`];
  const value = track.values[place] ?? null;
  if (value === null) return [...lines, "not measured"];
  const interval = track.low[place] === null ? ""
    : ` (${short(track.low[place])} to ${short(track.high[place])})`;
  lines.push(`${each.metric.replaceAll("_", " ")} ${short(value)}${interval}`);
  if (track.met[place] !== null) {
    lines.push(`${track.met[place] ? "meets" : "misses"} ${each.required}`);
  }
  const step = stepAt(track, place);
  if (step) {
    lines.push(`${signed(value - track.values[step[BEFORE]])} since `
      + `${labelAt(state.series, step[BEFORE])}, ${pText(step[P_HOLM])}`
      + (step[LOST] + step[WON] ? `, ${step[LOST]} lost, ${step[WON]} won` : ""));
  }
  if (step && step[KIND] === WORSE) lines.push("▼ significant drop");
  if (place === track.onset) lines.push("▶ onset: comes to meet the threshold");
  return lines;
}

function cellAt(event) {
  const row = event.target.closest(".map-row[data-row]");
  const picture = row?.querySelector("svg");
  if (!picture) return null;
  const column = Math.floor((event.clientX - picture.getBoundingClientRect().left) / cell);
  if (column < 0 || column >= COLUMNS) return null;
  return { each: shownCases[Number(row.dataset.row)], place: placeOf(column) };
}

function moveCursor(rows, columns) {
  cursor.row = Math.min(shownCases.length - 1, Math.max(0, cursor.row + rows));
  cursor.column = Math.min(COLUMNS - 1, Math.max(0, cursor.column + columns));
  for (const name of document.querySelectorAll("button.map-name")) {
    name.tabIndex = Number(name.dataset.row) === cursor.row ? 0 : -1;
    if (name.tabIndex === 0) name.focus();
  }
  const place = placeOf(cursor.column);
  const each = shownCases[cursor.row];
  if (!each) return;
  const lines = place < 0 ? [named(DATA.columns.labels[cursor.column]), "not measured"]
    : cellLines(each, place);
  announce(lines.join(". "));
  const box = document.activeElement.closest(".map-row").querySelector("svg")
    .getBoundingClientRect();
  showTip(box.left + (cursor.column + 0.5) * cell, box.bottom - 14, ...lines);
}

const KEYS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function listenToMap() {
  const body = byId("map-body");
  body.addEventListener("mousemove", (event) => {
    const found = cellAt(event);
    if (found && found.place >= 0) {
      showTip(event.clientX, event.clientY, ...cellLines(found.each, found.place));
    } else hideTip();
  });
  body.addEventListener("mouseleave", hideTip);
  body.addEventListener("focusout", hideTip);
  body.addEventListener("keydown", (event) => {
    if (!KEYS[event.key]) return;
    event.preventDefault();
    moveCursor(...KEYS[event.key]);
  });
  body.addEventListener("click", (event) => {
    const row = event.target.closest(".map-row[data-row]");
    if (row) showCase(shownCases[Number(row.dataset.row)].index);
  });
  let waiting = 0;
  byId("map-text").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(refreshMap, 120);
  });
  for (const name of ["map-suite", "map-show", "map-order"]) {
    byId(name).addEventListener("change", refreshMap);
  }
  byId("map-filters").addEventListener("submit", (event) => event.preventDefault());
}

function fillMapLegend() {
  const size = 16;
  const picture = (part) => vector("svg", { width: size, height: ROW, "aria-hidden": "true" }, part);
  const sign = (kind) => picture(vector("path", { class: `${kind} shade-4`,
    d: cellPath(kind, 0, size) }));
  const entries = [[sign("met"), "meets the threshold"], [sign("missed"), "misses it"],
    [picture(onsetMark(0, size)), "onset: comes to meet it"],
    [picture(dropMark(0, size)), "significant drop"]];
  if (CASES.some((each) => each.threshold === null)) entries.push([sign("open"), "no threshold"]);
  byId("map-legend").replaceChildren(...entries.map(([drawn, text]) =>
    make("li", {}, drawn, " " + text)), make("li", {}, "Darker: further from the threshold."));
}
