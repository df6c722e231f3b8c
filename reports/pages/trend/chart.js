// A case as curves: one line per model with its interval, the threshold, onsets and drops.

const COLOURS = 8; // then they begin again; dashes tell the models apart too

const colourOf = (series) => `series${series % COLOURS}`;

// Where a column stands between the two sides of a chart, 0 to 1.
function across(column) {
  if (COLUMNS === 1) return 0.5;
  if (state.spacing === "even" || !HAS_STEPS) return column / (COLUMNS - 1);
  const { steps } = DATA.columns;
  return (steps[column] - steps[0]) / (steps[COLUMNS - 1] - steps[0]);
}

function niceStep(span, most) {
  const power = 10 ** Math.floor(Math.log10(span / most));
  return [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => span / each <= most);
}

function ticksOf({ low, high }, most) {
  const step = niceStep(high - low || 1, most);
  const ticks = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step) {
    ticks.push(Number(at.toPrecision(12)));
  }
  return ticks;
}

// The frame of a chart: where values and columns are drawn.
function frameOf(range, { width, height, left = 40, right = 14, top = 12, bottom = 24 }) {
  const span = range.high - range.low || 1;
  return {
    width, height, left, right, top, bottom, range,
    x: (column) => left + (width - left - right) * across(column),
    y: (value) => top + (height - top - bottom) * (1 - (value - range.low) / span),
  };
}

function wideRange(range, share) {
  const low = Math.floor(range.low * 20 - 0.01) / 20;
  if (share) return { low: Math.max(0, low), high: Math.min(1, Math.ceil(range.high * 20) / 20) };
  const room = (range.high - range.low || Math.abs(range.high) || 1) * 0.06;
  return { low: range.low - room, high: range.high + room };
}

function drawAxes(frame, most) {
  const parts = [];
  for (const tick of ticksOf(frame.range, most)) {
    const y = frame.y(tick);
    const text = Math.abs(tick) >= 1000 ? count(tick) : String(Number(tick.toPrecision(4)));
    parts.push(vector("line", { class: "grid", x1: frame.left, x2: frame.width - frame.right,
      y1: y, y2: y }));
    parts.push(vector("text", { x: frame.left - 6, y: y + 4, "text-anchor": "end" }, text));
  }
  let free = -Infinity;
  for (let column = 0; column < COLUMNS; column += 1) {
    const x = frame.x(column);
    const label = DATA.columns.labels[column];
    const half = label.length * 3.4;
    const left = Math.min(Math.max(x - half, 0), frame.width - 2 * half);
    if (left > free) {
      parts.push(vector("text", { x: left + half, y: frame.height - 6,
        "text-anchor": "middle" }, label));
      free = left + 2 * half + 12;
    }
  }
  return parts;
}

// The stretches of a track without gaps; a break (another measurement) is a gap too.
function stretches(track) {
  const cuts = new Set(track.breaks.map(([at]) => at));
  const found = [];
  let open = null;
  track.values.forEach((value, place) => {
    if (value === null) return; // a checkpoint without the case is stepped over
    if (!open || cuts.has(place)) found.push(open = []);
    open.push(place);
  });
  return found;
}

function drawTrack(frame, track, series, { marks = true, band = true } = {}) {
  const { places } = SERIES[series];
  const at = (place, value) =>
    `${frame.x(places[place]).toFixed(1)},${frame.y(value).toFixed(1)}`;
  const parts = [];
  for (const stretch of stretches(track)) {
    const ends = stretch.filter((place) => track.low[place] !== null);
    if (band && ends.length > 1) {
      const points = [...ends.map((place) => at(place, track.high[place])),
        ...ends.reverse().map((place) => at(place, track.low[place]))];
      parts.push(vector("polygon", { class: "band", points: points.join(" ") }));
    }
    const line = stretch.map((place) => at(place, track.values[place])).join(" ");
    parts.push(vector("polyline", { class: "line", points: line }));
    if (marks || stretch.length === 1) {
      for (const place of stretch) {
        const [cx, cy] = at(place, track.values[place]).split(",");
        parts.push(vector("circle", { class: "point", cx, cy, r: stretch.length > 30 ? 1.8 : 2.6 }));
      }
    }
  }
  parts.push(...drawMarks(frame, track, places));
  return vector("g", { class: `track-of ${colourOf(series)}` }, ...parts);
}

function drawMarks(frame, track, places) {
  const parts = [];
  if (track.onset !== null && track.values[track.onset] !== null) {
    parts.push(vector("circle", { class: "onset", cx: frame.x(places[track.onset]),
      cy: frame.y(track.values[track.onset]), r: 5.5 }));
  }
  for (const step of drops(track)) {
    const [x, y] = [frame.x(places[step[AT]]), frame.y(track.values[step[AT]])];
    parts.push(vector("path", { class: "drop", d: `M${x - 6},${y + 7}h12l-6,9z` }));
  }
  return parts;
}

// A model without steps beside others that have some: the level of its newest checkpoint.
function drawReference(frame, track, series) {
  const y = frame.y(valueNow(track));
  return vector("g", { class: `track-of ${colourOf(series)}` },
    vector("line", { class: "line reference", x1: frame.left, x2: frame.width - frame.right,
      y1: y, y2: y }));
}

function drawThreshold(frame, each, { label = true } = {}) {
  if (each.threshold === null) return [];
  const y = frame.y(each.threshold);
  const parts = [vector("line", { class: "threshold", x1: frame.left,
    x2: frame.width - frame.right, y1: y, y2: y })];
  if (label) {
    parts.push(vector("text", { class: "threshold-label", x: frame.width - frame.right,
      y: y - 5, "text-anchor": "end" }, each.required));
  }
  return parts;
}

// The chart of a case, with all models or with one of them.
function caseChart(each, size, { large = false, only = null } = {}) {
  const range = large || !each.range.share ? wideRange(each.range, each.range.share)
    : { low: wideRange({ low: SMALLEST_SHARE, high: 1 }, true).low, high: 1 };
  const frame = frameOf(range, size);
  const shown = SERIES.map((_, series) => series)
    .filter((series) => trackOf(each, series) && (only === null || only === series));
  const tracks = shown.map((series) => (isReference(series)
    ? drawReference(frame, trackOf(each, series), series)
    : drawTrack(frame, trackOf(each, series), series, { marks: large })));
  const svg = vector("svg", { viewBox: `0 0 ${size.width} ${size.height}`, role: "img",
    "aria-label": caseSentence(each) },
  ...drawAxes(frame, large ? 6 : 4), ...drawThreshold(frame, each, { label: large }), ...tracks);
  return { svg, frame };
}

// What a chart shows, in words.
function caseSentence(each) {
  const parts = SERIES.map((series, index) => {
    const track = trackOf(each, index);
    if (!track) return null;
    const onset = track.onset === null ? "not reached" : `onset ${whenAt(index, track.onset)}`;
    const told = drops(track).length;
    return `${SERIES.length > 1 ? series.name + ": " : ""}${short(valueNow(track))} now`
      + `${each.threshold === null ? "" : ", " + onset}${told ? `, ${told} significant `
      + (told === 1 ? "drop" : "drops") : ""}`;
  });
  return `${each.words}, ${each.metric}: ${parts.filter(Boolean).join("; ")}`;
}

// How many cases meet their threshold at each checkpoint, as a case of its own.
function overviewCase() {
  const tracks = SERIES.map((series, index) => {
    const total = series.labels.map((_, place) => {
      const judged = CASES.map((each) => trackOf(each, index)?.met[place] ?? null)
        .filter((met) => met !== null);
      return judged.length ? [judged.filter(Boolean).length, judged.length] : null;
    });
    if (!total.some(Boolean)) return null;
    const none = series.labels.map(() => null);
    const values = total.map((each) => each && each[0] / each[1]);
    return { values, now: values[lastPlace({ values })], counts: total,
      low: none, high: none, n: none, onset: null, steps: [], breaks: [] };
  });
  return { tracks, threshold: null, metric: "share of cases that meet their threshold",
    words: "all cases", range: { low: 0, high: 1, share: true } };
}

function legendOf(list, { threshold = false, marks = false } = {}) {
  const line = (kind, ...parts) => vector("svg", { width: 30, height: 14, "aria-hidden": "true",
    class: kind }, ...parts);
  const entries = SERIES.length > 1 || !marks ? SERIES.map((series, index) => [
    line(`track-of ${colourOf(index)}`, vector("line", {
      class: isReference(index) ? "line reference" : "line", x1: 1, x2: 29, y1: 7, y2: 7 })),
    isReference(index) ? `${series.name} (${series.labels[series.labels.length - 1]})`
      : series.name]) : [];
  if (marks) {
    entries.push([line("track-of series0", vector("rect", { class: "band", x: 1, y: 2, width: 28,
      height: 10 })), "95 % interval"]);
  }
  if (threshold) {
    entries.push([line("", vector("line", { class: "threshold", x1: 1, x2: 29, y1: 7, y2: 7 })),
      "threshold"]);
  }
  if (marks) {
    entries.push([line("track-of series0", vector("circle", { class: "onset", cx: 15, cy: 7,
      r: 5 })), "onset: comes to meet the threshold"]);
    entries.push([line("track-of series0", vector("path", { class: "drop", d: "M9,3h12l-6,9z" })),
      "significant drop"]);
  }
  list.replaceChildren(...entries.map(([sign, text]) => make("li", {}, sign, " " + text)));
}
