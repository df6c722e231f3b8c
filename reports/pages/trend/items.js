// The items: when each was learnt and forgotten. All stay data; one page of them is drawn.

const PAGE = 50;
const [ANSWERS, LEARNT, FORGOTTEN, FLIPS] = [0, 1, 2, 3];
const ITEM_COLUMNS = [
  { key: "text", label: "Item" },
  { key: "strip", label: "Right at each checkpoint" },
  { key: "learnt", label: "Learnt at", numeric: true },
  { key: "forgotten", label: "Forgotten at", numeric: true },
  { key: "flips", label: "Changes", numeric: true },
];
const items = { found: [], page: 0, sort: "", descending: false };

const STORIES = {
  learnt: (told) => told.learnt > 0 && told.forgotten === null,
  forgotten: (told) => told.forgotten !== null,
  always: (told) => told.flips === 0 && told.learnt !== null,
  never: (told) => told.learnt === null,
  wavering: (told) => told.flips >= 3,
};

function* itemsOf(each) {
  const stories = each.stories[state.series];
  if (!stories) return;
  for (const [index, told] of stories.entries()) {
    if (told) {
      yield { each, text: each.items[index], answers: told[ANSWERS], learnt: told[LEARNT],
        forgotten: told[FORGOTTEN], flips: told[FLIPS] };
    }
  }
}

function haystackOf(place) {
  const row = DATA.texts[place];
  row.haystack ??= [row[0], ...row[1]].join("\n").normalize("NFC").toLowerCase();
  return row.haystack;
}

function refreshItems() {
  const wanted = byId("item-text").value.trim().normalize("NFC").toLowerCase();
  const choice = byId("item-case").value;
  const tells = STORIES[byId("item-story").value] || (() => true);
  const at = byId("item-place").value === "" ? null : Number(byId("item-place").value);
  const cases = choice === "" ? CASES : [CASES[Number(choice)]];
  items.found = [];
  for (const each of cases) {
    for (const item of itemsOf(each)) {
      if (tells(item) && (at === null || item.learnt === at || item.forgotten === at)
        && (!wanted || haystackOf(item.text).includes(wanted))) items.found.push(item);
    }
  }
  if (items.sort) items.found.sort(byColumn);
  items.page = 0;
  renderItems();
}

function byColumn(a, b) {
  const value = (item) => (items.sort === "text" ? item.text : item[items.sort]);
  const [left, right] = [value(a), value(b)];
  if (left === null || right === null) return (left === null) - (right === null);
  return items.descending ? right - left : left - right;
}

function renderItems() {
  const pages = Math.max(1, Math.ceil(items.found.length / PAGE));
  items.page = Math.min(Math.max(0, items.page), pages - 1);
  renderItemHead();
  const shown = items.found.slice(items.page * PAGE, (items.page + 1) * PAGE);
  byId("items-body").replaceChildren(...shown.map(itemRow));
  const told = (name) => count(items.found.filter(STORIES[name]).length);
  byId("items-count").textContent = `${count(items.found.length)} items: ${told("learnt")} learnt `
    + `and kept, ${told("forgotten")} forgotten, ${told("always")} right from the start, `
    + `${told("never")} never right.`;
  byId("page-place").textContent = `page ${items.page + 1} of ${count(pages)}`;
  byId("page-previous").disabled = items.page === 0;
  byId("page-next").disabled = items.page === pages - 1;
}

function renderItemHead() {
  const focused = document.activeElement?.dataset?.sort;
  byId("items-head").replaceChildren(...ITEM_COLUMNS.map((column) => {
    const sorted = items.sort === column.key;
    const arrow = sorted ? (items.descending ? " ▾" : " ▴") : "";
    const title = column.key === "strip" ? column.label : make("button", { type: "button",
      "data-sort": column.key }, column.label, make("span", { "aria-hidden": "true" }, arrow));
    return make("th", { scope: "col", class: column.numeric ? "number" : null, "aria-sort":
      sorted ? (items.descending ? "descending" : "ascending") : null }, title);
  }));
  if (focused) document.querySelector(`[data-sort="${focused}"]`)?.focus();
}

function itemRow(item) {
  const [name, texts, language] = DATA.texts[item.text];
  const label = (place) => (place === null ? "" : labelAt(state.series, place));
  return make("tr", { "data-item": name },
    make("td", { class: "texts" }, make("span", { class: "muted" },
      `${item.each.words} · ${name.replace(item.each.name, "…")}`), ...itemTexts(texts, language)),
    make("td", { class: "strip" }, stripOf(item)),
    make("td", { class: "number" }, item.learnt === 0 && item.flips === 0 ? "from the start"
      : label(item.learnt)),
    make("td", { class: "number" }, label(item.forgotten)),
    make("td", { class: "number" }, String(item.flips)));
}

function itemTexts(texts, language) {
  const line = (...content) => make("bdi", { class: "said", dir: "auto", lang: language },
    ...content);
  if (texts.length === 2 && !texts[1].startsWith("→")) {
    const [good, bad] = difference(texts[0], texts[1]);
    return [line(...good), line(...bad)];
  }
  return texts.map((text) => line(text));
}

// Right is a tall block, wrong a low line: one path each.
function stripOf(item) {
  const wide = Math.max(3, Math.min(12, 200 / item.answers.length));
  const gap = wide > 5 ? 1 : 0.4;
  let [right, wrong] = ["", ""];
  for (let place = 0; place < item.answers.length; place += 1) {
    const x = (place * wide).toFixed(1);
    const across_ = (wide - gap).toFixed(1);
    if (item.answers[place] === "1") right += `M${x},1h${across_}v14h-${across_}z`;
    if (item.answers[place] === "0") wrong += `M${x},12h${across_}v3h-${across_}z`;
  }
  const runs = item.answers.replaceAll(".", "");
  return vector("svg", { width: wide * item.answers.length, height: 16, role: "img",
    "aria-label": `right at ${runs.replaceAll("0", "").length} of ${runs.length} checkpoints` },
  vector("path", { class: "right", d: right }), vector("path", { class: "wrong", d: wrong }));
}

// What a drop took: the items of the case that were learnt or forgotten at its checkpoint.
function showItems({ index, series, place }) {
  if (series !== state.series) chooseSeries(series);
  byId("item-case").value = String(index);
  byId("item-text").value = "";
  byId("item-story").value = "";
  byId("item-place").value = String(place);
  refreshItems();
  byId("items-title").focus({ preventScroll: true });
  byId("items").scrollIntoView();
}

function fillPlaces() {
  const options = SERIES[state.series].labels.map((label, place) =>
    make("option", { value: place }, whenAt(state.series, place)));
  byId("item-place").replaceChildren(make("option", { value: "" }, "any checkpoint"), ...options);
}

function listenToItems() {
  const options = CASES.filter((each) => each.items.length).map((each) =>
    make("option", { value: each.index }, `${each.suite}: ${each.words}`));
  byId("item-case").replaceChildren(make("option", { value: "" }, "all"), ...options);
  let waiting = 0;
  byId("item-text").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(refreshItems, 120);
  });
  for (const name of ["item-case", "item-story", "item-place"]) {
    byId(name).addEventListener("change", refreshItems);
  }
  byId("item-filters").addEventListener("submit", (event) => event.preventDefault());
  byId("item-filters").addEventListener("reset", () => setTimeout(refreshItems));
  byId("items-head").addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.sort;
    if (!key) return;
    items.descending = items.sort === key && !items.descending;
    items.sort = key;
    refreshItems();
  });
  const turn = (id, by) => byId(id).addEventListener("click", () => {
    items.page += by;
    renderItems();
  });
  turn("page-previous", -1);
  turn("page-next", 1);
}
