// The data of the page, and what every part of it asks of them.

const DATA = JSON.parse(document.getElementById("data").textContent);
const SERIES = DATA.series;
const CASES = DATA.cases;
const COLUMNS = DATA.columns.labels.length;
const HAS_STEPS = DATA.columns.steps.length > 0;
const [AT, BEFORE, P, P_HOLM, LOST, WON, KIND] = [0, 1, 2, 3, 4, 5, 6];
const WORSE = -1;

DATA.overall.forEach((each) => {
  each.words = each.metric.replaceAll("_", " ");
  each.range = rangeOf(each);
});
CASES.forEach((each, index) => {
  each.index = index;
  each.id = each.suite + "/" + each.name;
  each.words = each.name.replaceAll("_", " ");
  each.range = rangeOf(each);
});

const SMALLEST_SHARE = Math.min(0.75, ...CASES.filter((each) => each.range.share)
  .map((each) => each.range.low));

const state = { series: 0, case: 0, spacing: evenIsBetter() ? "even" : "step" };

const titleOf = (suite) => (DATA.titles[suite] || suite).replaceAll("_", " ");
const trackOf = (each, series = state.series) => each.tracks[series];
const isReference = (series) => SERIES[series].places === null;

// Steps that double make a line of steps unreadable: then columns are better.
function evenIsBetter() {
  const { steps } = DATA.columns;
  const gaps = steps.slice(1).map((step, index) => step - steps[index]);
  return !HAS_STEPS || Math.max(...gaps) > 20 * Math.min(...gaps);
}

function rangeOf(each) {
  const values = each.threshold === null ? [] : [each.threshold];
  for (const track of each.tracks.filter(Boolean)) {
    for (const list of [track.values, track.low, track.high]) {
      for (const value of list) if (value !== null) values.push(value);
    }
  }
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = low >= 0 && high <= 1;
  return { low, high, share };
}

function lastPlace(track) {
  for (let place = track.values.length - 1; place >= 0; place -= 1) {
    if (track.values[place] !== null) return place;
  }
  return -1;
}

const valueNow = (track) => track.now;
const drops = (track) => track.steps.filter((step) => step[KIND] === WORSE);
const stepAt = (track, place) => track.steps.find((step) => step[AT] === place);
const labelAt = (series, place) => SERIES[series].labels[place];

// "step 2 000", or a date where there are no steps.
const named = (label) => (HAS_STEPS ? "step " + label : label);
const whenAt = (series, place) =>
  (isReference(series) ? labelAt(series, place) : named(labelAt(series, place)));

function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(3);
}

const short = (value) => (Math.abs(value) < 100 ? value.toFixed(3) : value.toFixed(1))
  .replace("-", "−");

const pText = (p) => (p < 0.0001 ? "p < 0.0001" : "p " + p.toFixed(4));

function vector(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter(Boolean));
  return element;
}

// Where the pointer rests: one small window for the whole page.
function showTip(x, y, ...lines) {
  const tip = byId("tip");
  tip.replaceChildren(...lines.map((line, index) =>
    make(index ? "div" : "b", {}, ...(Array.isArray(line) ? line : [line]))));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(4, Math.min(x + 14, innerWidth - width - 8));
  tip.style.left = `${left}px`;
  tip.style.top = `${y + 18 + height > innerHeight ? y - height - 10 : y + 18}px`;
}

function hideTip() { byId("tip").hidden = true; }
