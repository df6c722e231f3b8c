// The table of items. All items stay data; only the rows of one page become elements, so that
// tens of thousands of items cost no more than fifty. Text reaches the page as text alone.

const DATA = JSON.parse(document.getElementById("data").textContent);
const RIGHT_TO_LEFT = new Set(DATA.right_to_left); // languages
const THEIR_LETTERS = new RegExp(DATA.their_letters, "u");
const TAG_VALUES = 80; // a tag with more values than this names items and does not group them

const COLUMNS = [
  { key: "right", label: "Result" },
  { key: "name", label: "Case" },
  { key: "text", label: "Text" },
  { key: "text_score", label: "Good", numeric: true },
  { key: "other_score", label: "Bad", numeric: true },
  { key: "score", label: "Score", numeric: true },
];

const ITEMS = DATA.groups.flatMap((group) =>
  group.rows.map((row) => {
    const item = { group, name: group.suite + "/" + group.case };
    DATA.columns.forEach((column, index) => { item[column] = row[index]; });
    item.text = item.texts.join(" ");
    item.isPair = item.texts.length === 2 && item.scores?.length === 2;
    [item.text_score, item.other_score] = item.isPair ? item.scores : [null, null];
    return item;
  }));
// What is wrong comes first, until the reader sorts otherwise.
ITEMS.sort((a, b) => (b.right === false) - (a.right === false));
ITEMS.forEach((item, index) => { item.index = index; });

const state = { text: "", suite: "", case: "", language: "", right: "", tag: "",
  sort: null, descending: false, page: 0, size: 50 };
let found = ITEMS;

// Filtering and sorting ---------------------------------------------------------------------

function haystack(item) {
  if (item.haystack === undefined) {
    const parts = [item.id, item.name, item.text, item.expected, item.given,
      item.note, ...Object.values(item.tags || {}), ...Object.values(item.more || {})];
    item.haystack = parts.filter((part) => part !== null && part !== undefined)
      .join("\n").normalize("NFC").toLowerCase();
  }
  return item.haystack;
}

// An item that several cases share is here once, under the first of them.
const isOf = (item, name) => item.name === name || (item.also || []).includes(name);

function matches(item, wanted) {
  if (state.suite && item.group.suite !== state.suite) return false;
  if (state.case && !isOf(item, state.case)) return false;
  if (state.language && languageOf(item) !== state.language) return false;
  if (state.right && item.right !== (state.right === "right")) return false;
  if (state.tag) {
    const cut = state.tag.indexOf("=");
    if (!item.tags || item.tags[state.tag.slice(0, cut)] !== state.tag.slice(cut + 1)) return false;
  }
  return !wanted || haystack(item).includes(wanted);
}

const languageOf = (item) => item.language || item.group.language;

const collator = new Intl.Collator(undefined, { numeric: true });

function compare(a, b) {
  const [left, right] = [a[state.sort], b[state.sort]];
  const missing = (value) => value === null || value === undefined;
  if (missing(left) || missing(right)) { // what has no value comes last, whichever the direction
    return missing(left) - missing(right) || a.index - b.index;
  }
  const order = typeof left === "string" ? collator.compare(left, right) : left - right;
  return (state.descending ? -order : order) || a.index - b.index;
}

function refresh() {
  const wanted = state.text.trim().normalize("NFC").toLowerCase();
  found = ITEMS.filter((item) => matches(item, wanted));
  if (state.sort) found.sort(compare);
  state.page = 0;
  render();
}

// Drawing -----------------------------------------------------------------------------------

function shownColumns() {
  const has = (key) => found.some((item) => item[key] !== null && item[key] !== undefined);
  return COLUMNS.filter((column) => !column.numeric || has(column.key));
}

function labelOf(column) {
  const groups = new Set(found.map((item) => item.group));
  const one = (name) => {
    const names = new Set([...groups].map((group) => group[name]));
    return names.size === 1 ? [...names][0].replaceAll("_", " ") : null;
  };
  if (column.key === "score") return capital(one("score")) || column.label;
  const unit = column.numeric ? one("unit") : null; // empty where the suite names none
  return unit ? column.label + ", " + unit : column.label;
}

function renderHead(columns) {
  byId("items-head").replaceChildren(...columns.map((column) => {
    const sorted = state.sort === column.key;
    const direction = state.descending ? "descending" : "ascending";
    const arrow = sorted ? (state.descending ? " ▾" : " ▴") : "";
    const button = make("button", { type: "button", "data-sort": column.key },
      labelOf(column), make("span", { "aria-hidden": "true" }, arrow));
    return make("th", { scope: "col", class: column.numeric ? "number" : null,
      "aria-sort": sorted ? direction : "none" }, button);
  }));
}

function render() {
  const columns = shownColumns();
  const pages = Math.max(1, Math.ceil(found.length / state.size));
  state.page = Math.min(Math.max(0, state.page), pages - 1);
  const start = state.page * state.size;
  const focused = document.activeElement?.dataset?.sort;
  renderHead(columns);
  if (focused) document.querySelector(`[data-sort="${focused}"]`)?.focus();
  const rows = found.slice(start, start + state.size).map((item, index) =>
    renderRow(item, columns, start + index));
  byId("items-body").replaceChildren(...rows);
  const wrong = found.filter((item) => item.right === false).length;
  const shown = found.length === ITEMS.length ? "" : `${count(found.length)} of `;
  const items = ITEMS.length === 1 ? "1 item" : `${count(ITEMS.length)} items`;
  byId("items-count").textContent = `${shown}${items}, ${count(wrong)} wrong.`;
  byId("page-place").textContent = `page ${state.page + 1} of ${pages}`;
  byId("page-first").disabled = byId("page-previous").disabled = state.page === 0;
  byId("page-next").disabled = byId("page-last").disabled = state.page === pages - 1;
}

function renderRow(item, columns, index) {
  const cells = columns.map((column) => {
    if (column.key === "right") return make("td", {}, resultMark(item.right));
    if (column.key === "name") return renderName(item);
    if (column.key === "text") return make("td", { class: "texts" }, ...renderTexts(item));
    const behind = column.key.endsWith("_score") && item.more?.shared_tokens;
    return make("td", { class: "number", "data-label": column.label }, figure(item[column.key], 3),
      ...(behind ? [make("small", {}, `after ${behind} shared`)] : []));
  });
  const row = make("tr", { "data-item": item.id, "data-index": index }, ...cells);
  cells[1].querySelector("button").addEventListener("click", (event) => {
    toggle(row, item, columns.length, event.currentTarget);
  });
  return row;
}

function renderName(item) {
  const button = make("button", { type: "button", class: "open", "aria-expanded": "false" },
    make("span", { class: "sign", "aria-hidden": "true" }), item.id.replace(item.group.case, "…"));
  return make("td", { class: "name" },
    make("span", { class: "muted" }, item.group.case.replaceAll("_", " ")), button);
}

function resultMark(right) {
  if (right === null || right === undefined) return "–";
  const [sign, word, kind] = right ? ["✓", "right", "passed"] : ["✗", "wrong", "failed"];
  return make("span", { class: "verdict " + kind },
    make("span", { "aria-hidden": "true" }, sign), " " + word);
}

function line(label, language, text, ...content) {
  const told = content.length ? content : [text];
  return make("div", { class: "line" }, make("span", { class: "label" }, label),
    make("bdi", { class: "said", dir: directionOf(text, language), lang: language }, ...told));
}

// The first letter tells the direction of most texts, but not where a name or a number stands first.
function directionOf(text, language) {
  const primary = (language || "").split(/[-_]/)[0];
  return RIGHT_TO_LEFT.has(primary) && THEIR_LETTERS.test(text) ? "rtl" : "auto";
}

function renderTexts(item) {
  const language = languageOf(item);
  if (item.isPair) {
    const [text, other] = item.texts;
    const [good, bad] = difference(text, other);
    return [line("good", language, text, ...good), line("bad", language, other, ...bad),
      ...renderAnswers(item)];
  }
  const texts = item.texts.map((text, index) =>
    line("text", language, text, ...(index ? [text] : spanned(item, text))));
  return [...texts, ...renderAnswers(item)];
}

function renderAnswers(item) {
  return ["expected", "given"].filter((key) => item[key] !== null)
    .map((key) => line(key, item.answer_language, item[key]));
}

function toggle(row, item, width, button) {
  const open = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!open));
  row.classList.toggle("opened", !open);
  if (open) { row.nextElementSibling.remove(); return; }
  const { in_english: english = null, ...more } = item.more || {};
  const pairs = [["item", item.id], ["case", item.name],
    ["in English", english], [item.isPair ? "what is wrong" : "note", item.note],
    ["scores", item.scores && !item.isPair ? item.scores.join(" · ") : null],
    ...Object.entries(item.tags || {}), ...Object.entries(more)];
  const list = make("dl", { class: "more" }, ...pairs
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => make("div", {}, make("dt", {}, name.replaceAll("_", " ")),
      make("dd", { dir: "auto" },
        typeof value === "boolean" ? String(value) : figure(value)))));
  row.after(make("tr", { class: "beneath" }, make("td", { colspan: width }, list)));
}

// Choices -----------------------------------------------------------------------------------

function fill(select, values, chosen) {
  const options = values.map(([value, text]) => make("option", { value }, text));
  select.replaceChildren(make("option", { value: "" }, "all"), ...options);
  select.value = values.some(([value]) => value === chosen) ? chosen : "";
  return select.value;
}

function fillChoices() {
  const suites = [...new Set(DATA.groups.map((group) => group.suite))];
  state.suite = fill(byId("filter-suite"), suites.map((suite) => [suite, suite]), state.suite);
  const inSuite = DATA.groups.filter((group) => !state.suite || group.suite === state.suite);
  const cases = inSuite.map((group) => [group.suite + "/" + group.case,
    (state.suite ? "" : group.suite + ": ") + group.case.replaceAll("_", " ")]);
  state.case = fill(byId("filter-case"), cases, state.case);
  const languages = Object.entries(DATA.languages);
  state.language = fill(byId("filter-language"), languages, state.language);
  byId("filter-language").parentElement.hidden = languages.length < 2;
  fillTags();
}

function fillTags() {
  const tags = new Map();
  for (const item of ITEMS) {
    if (state.suite && item.group.suite !== state.suite) continue;
    if (state.case && !isOf(item, state.case)) continue;
    for (const [tag, value] of Object.entries(item.tags || {})) {
      if (!tags.has(tag)) tags.set(tag, new Set());
      tags.get(tag).add(value);
    }
  }
  const choices = [...tags].filter(([, values]) => values.size <= TAG_VALUES)
    .flatMap(([tag, values]) => [...values].sort(collator.compare)
      .map((value) => [tag + "=" + value, tag.replaceAll("_", " ") + ": " + value]));
  state.tag = fill(byId("filter-tag"), choices, state.tag);
}

function showItems(choice) {
  const all = { text: "", suite: "", case: "", language: "", right: "", tag: "" };
  Object.assign(state, all, choice);
  byId("filter-text").value = state.text;
  byId("filter-right").value = state.right;
  fillChoices();
  refresh();
  byId("items-title").focus({ preventScroll: true });
  byId("items").scrollIntoView();
}
