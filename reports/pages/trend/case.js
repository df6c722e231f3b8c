// One case in full, and the small curves of all others.

const CURVES = 60; // drawn at once; the button brings as many again
let curvesShown = CURVES;

function showCase(index, { scroll = true } = {}) {
  state.case = index;
  byId("case-choice").value = String(index);
  renderCase();
  if (!scroll) return;
  byId("case-title").focus({ preventScroll: true });
  byId("case").scrollIntoView();
}

function renderCase() {
  const each = CASES[state.case];
  byId("case-title").textContent = each.words;
  byId("case-facts").textContent = `${titleOf(each.suite)}, ${each.metric.replaceAll("_", " ")}`
    + (each.required ? `; threshold: ${each.required}` : "; no threshold")
    + (each.lower ? "; lower is better" : "");
  const frame = byId("case-chart");
  const width = Math.max(300, frame.clientWidth);
  const { svg, frame: places } = caseChart(each, { width, height: width < 600 ? 260 : 340 },
    { large: true });
  frame.replaceChildren(svg);
  listenToChart(svg, places, (column) => chartLines(each, column));
  byId("case-story").replaceChildren(...caseStory(each).map((line) => make("li", {}, ...line)));
  byId("case-table").replaceChildren(caseTable(each));
  byId("case-previous").disabled = state.case === 0;
  byId("case-next").disabled = state.case === CASES.length - 1;
  legendOf(byId("case-legend"), { threshold: each.threshold !== null, marks: true });
}

// A line across the chart at the checkpoint under the pointer, and what every model has there.
function listenToChart(svg, frame, linesOf) {
  const rule = vector("line", { class: "rule", y1: frame.top, y2: frame.height - frame.bottom });
  svg.append(rule);
  svg.addEventListener("mousemove", (event) => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * frame.width / box.width;
    let nearest = 0;
    for (let column = 1; column < COLUMNS; column += 1) {
      if (Math.abs(frame.x(column) - x) < Math.abs(frame.x(nearest) - x)) nearest = column;
    }
    rule.setAttribute("x1", frame.x(nearest));
    rule.setAttribute("x2", frame.x(nearest));
    rule.classList.add("shown");
    showTip(event.clientX, event.clientY, ...linesOf(nearest));
  });
  svg.addEventListener("mouseleave", () => {
    rule.classList.remove("shown");
    hideTip();
  });
}

function chartLines(each, column) {
  const lines = [named(DATA.columns.labels[column])];
  SERIES.forEach((series, index) => {
    const track = trackOf(each, index);
    const place = series.places ? series.places.indexOf(column) : series.labels.length - 1;
    if (!track || place < 0 || track.values[place] === null) return;
    const value = track.counts ? `${track.counts[place][0]} of ${track.counts[place][1]}`
      : short(track.values[place]);
    const interval = track.low[place] === null ? ""
      : ` (${short(track.low[place])} to ${short(track.high[place])})`;
    const step = stepAt(track, place);
    const sign = step?.[KIND] === WORSE ? `, ▼ drop, ${pText(step[P_HOLM])}` : "";
    lines.push([make("span", { class: `swatch ${colourOf(index)}` }),
      `${SERIES.length > 1 ? series.name + " " : ""}${value}${interval}${sign}`]);
  });
  return lines;
}

// The same in sentences: onset, what was lost, and each significant drop with its items.
function caseStory(each) {
  return SERIES.flatMap((series, index) => {
    const track = trackOf(each, index);
    if (!track) return [];
    const who = SERIES.length > 1 ? `${series.name}: ` : "";
    const lines = [];
    if (each.threshold !== null && !isReference(index)) lines.push([`${who}${onsetSentence(track, index)}`]);
    for (const step of drops(track)) {
      const change = track.values[step[AT]] - track.values[step[BEFORE]];
      const text = `${who}▼ ${whenAt(index, step[AT])}: ${short(track.values[step[BEFORE]])} to `
        + `${short(track.values[step[AT]])} (${signed(change)}, ${pText(step[P_HOLM])}). `;
      lines.push(each.items.length ? [text, showButton(each, index, step)] : [text]);
    }
    return lines;
  });
}

function onsetSentence(track, index) {
  const change = changeText(track, index);
  if (track.onset === 0) return `meets its threshold from the first checkpoint on${change}.`;
  if (track.onset !== null) return `onset at ${whenAt(index, track.onset)}${change}: meets its threshold from there on.`;
  if (track.lost !== null) return `lost its threshold at ${whenAt(index, track.lost)}${change}.`;
  return `does not meet its threshold${change}.`;
}

function changeText(track, index) {
  if (!track.change) return " (not tested)";
  const [at, low, high, p, significant] = track.change;
  if (!significant) return ` (no change found, ${pText(p)})`;
  const where = [track.onset, track.lost].includes(at) ? "" : `change at ${whenAt(index, at)}, `;
  return ` (${where}95 % interval ${labelAt(index, low)} to ${labelAt(index, high)}, ${pText(p)})`;
}

function showButton(each, series, step) {
  return make("button", { type: "button", class: "show link", "data-case": each.index,
    "data-series": series, "data-place": step[AT] },
  `${count(step[LOST])} items lost, ${count(step[WON])} won`);
}

function caseTable(each) {
  const head = ["checkpoint", "score", "95 % interval", "n", "change", "p (Holm)", "lost", "won", ""];
  const cellOf = (text, index) => make(index ? "td" : "th", { class: index ? "number" : null,
    scope: index ? null : "row" }, text);
  const rows = SERIES.flatMap((series, index) => {
    const track = trackOf(each, index);
    if (!track) return [];
    return track.values.map((value, place) => {
      if (value === null) return null;
      const step = stepAt(track, place);
      const name = (SERIES.length > 1 ? series.name + " " : "") + labelAt(index, place);
      return make("tr", {}, ...[name, figure(value, 3),
        track.low[place] === null ? "" : `${short(track.low[place])} to ${short(track.high[place])}`,
        track.n[place] === null ? "" : count(track.n[place]),
        step ? signed(value - track.values[step[BEFORE]]) : "",
        step ? pText(step[P_HOLM]).replace("p ", "") : "", step ? count(step[LOST]) : "",
        step ? count(step[WON]) : "", markOf(track, place, step)].map(cellOf));
    });
  });
  const caption = make("caption", { class: "unseen" }, `${each.words} by checkpoint`);
  return make("table", {}, caption, make("thead", {}, make("tr", {}, ...head.map((text, index) =>
    make("th", { scope: "col", class: index ? "number" : null }, text)))),
  make("tbody", {}, ...rows.filter(Boolean)));
}

function markOf(track, place, step) {
  const words = [];
  if (place === track.onset) words.push("▶ onset");
  if (step?.[KIND] === WORSE) words.push("▼ drop");
  if (step?.[KIND] === 1) words.push("▲ gain");
  if (track.breaks.some(([at]) => at === place)) words.push("another measurement");
  return words.join(", ");
}

// Small curves ---------------------------------------------------------------------------------

const waitingCurves = new IntersectionObserver((entries) => {
  for (const entry of entries.filter((each) => each.isIntersecting)) {
    waitingCurves.unobserve(entry.target);
    const each = CASES[Number(entry.target.dataset.case)];
    entry.target.append(caseChart(each, { width: 320, height: 150, left: 34, right: 8 }).svg);
  }
}, { rootMargin: "300px" });

function refreshCurves({ more = false } = {}) {
  curvesShown = more ? curvesShown + CURVES : CURVES;
  waitingCurves.disconnect();
  const figures = shownCases.slice(0, curvesShown).map((each) => {
    const track = trackOf(each);
    const told = drops(track).length;
    const facts = [short(valueNow(track)),
      each.threshold === null ? null : onsetFact(track),
      told ? `▼ ${told}` : null].filter(Boolean).join(" · ");
    const button = make("button", { type: "button", class: "link", "data-case": each.index },
      each.words);
    return make("figure", { class: "curve small", "data-case": each.index },
      make("figcaption", {}, button, " ", make("span", {}, facts)));
  });
  byId("curves-body").replaceChildren(...figures);
  for (const each of figures) waitingCurves.observe(each);
  byId("curves-more").hidden = shownCases.length <= curvesShown;
}

function onsetFact(track) {
  if (track.onset !== null) return `▶ ${labelAt(state.series, track.onset)}`;
  return track.lost === null ? "not reached" : `lost at ${labelAt(state.series, track.lost)}`;
}

function listenToCases() {
  byId("case-choice").replaceChildren(...CASES.map((each) =>
    make("option", { value: each.index }, `${each.suite}: ${each.words}`)));
  byId("case-choice").addEventListener("change", (event) =>
    showCase(Number(event.target.value), { scroll: false }));
  byId("case-previous").addEventListener("click", () => showCase(state.case - 1, { scroll: false }));
  byId("case-next").addEventListener("click", () => showCase(state.case + 1, { scroll: false }));
  byId("curves-more").addEventListener("click", () => refreshCurves({ more: true }));
  byId("curves-body").addEventListener("click", (event) => {
    const found = event.target.closest("figure[data-case]");
    if (found) showCase(Number(found.dataset.case));
  });
}
