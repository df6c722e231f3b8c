// One pair or answer at a time; what is chosen is kept in this browser and saved: pairs as CSV, labels
// of answers as JSONL.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const KEPT = "kasauti-review-" + data.sample;
const CHOICE_KEYS = { KeyA: "A", KeyB: "B", KeyC: "both", KeyD: "neither" };
const state = { index: 0, reader: "", answers: {} };

// A page from a file may have no storage; then answers live as long as the page.
function keep() {
  try {
    const { index, reader, answers } = state;
    localStorage.setItem(KEPT, JSON.stringify({ index, reader, answers }));
  } catch { byId("saved").textContent = "This browser cannot keep your answers: save before you close."; }
}

function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    if (kept) Object.assign(state, kept);
  } catch { /* nothing usable was kept */ }
  if (!data.items[state.index]) state.index = 0;
}

const current = () => data.items[state.index];
const answerOf = (item) => state.answers[item.item] ?? {};
const isComplete = (item) => Boolean(
  answerOf(item).choice && (data.labels || answerOf(item).naturalness));

function show() {
  const item = current();
  const answer = answerOf(item);
  for (const [id, text] of Object.entries(item.texts)) {
    byId(id).textContent = text;
    if (item.language) byId(id).lang = item.language; else byId(id).removeAttribute("lang");
  }
  for (const button of document.querySelectorAll("[data-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.choice === answer.choice));
  }
  for (const button of document.querySelectorAll("[data-naturalness]")) {
    button.setAttribute("aria-pressed", String(button.dataset.naturalness === answer.naturalness));
  }
  byId("comment").value = answer.comment ?? "";
  const done = data.items.filter(isComplete).length;
  byId("place").textContent =
    `${data.labels ? "Answer" : "Pair"} ${state.index + 1} of ${data.items.length}; ${done} ${data.labels ? "labelled" : "answered"}.`;
  byId("progress").value = done / data.items.length;
  byId("previous").disabled = state.index === 0;
  byId("next").disabled = state.index === data.items.length - 1;
  byId("open-pair").disabled = done === data.items.length;
}

function answer(change) {
  const item = current();
  const before = isComplete(item);
  state.answers[item.item] = { ...answerOf(item), ...change };
  keep();
  show();
  if (!before && isComplete(item)) finished();
}

function finished() {
  if (data.items.every(isComplete)) {
    byId("saved").textContent = "All are done. Save them.";
    byId("save").focus();
  } else {
    go(state.index + 1);
  }
}

function go(index) {
  state.index = Math.min(Math.max(index, 0), data.items.length - 1);
  keep();
  show();
}

function goToUnanswered() {
  const later = data.items.findIndex((item, index) => index > state.index && !isComplete(item));
  go(later >= 0 ? later : data.items.findIndex((item) => !isComplete(item)));
}

function csv() {
  // A cell that begins like a formula would be run by a spreadsheet; as in text/visible.py.
  const cell = (text) => {
    const safe = text.replace(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r\n])/g, "$1 ");
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = data.items.map((item) => {
    const { choice = "", naturalness = "", comment = "" } = answerOf(item);
    const [a, b] = [item.texts["text-a"], item.texts["text-b"]];
    return [data.sample, item.item, a, b, choice, naturalness, comment, state.reader];
  });
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  return "\ufeff" + [data.columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

function jsonl() {
  const rows = data.items.filter(isComplete).map((item) => {
    const { choice, comment = "" } = answerOf(item);
    return { ...item.row, right: choice === "A", comment, labeller: state.reader };
  });
  return rows.map((row) => JSON.stringify(row) + "\n").join("");
}

function save() {
  const name = state.reader.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-") || "reader";
  const link = document.createElement("a");
  const [text, type, end] = data.labels
    ? [jsonl(), "application/jsonl", "jsonl"] : [csv(), "text/csv", "csv"];
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = `${data.labels ? "labels" : "review"}-${data.sample}-${name}.${end}`;
  link.click();
  URL.revokeObjectURL(link.href);
  byId("saved").textContent = `Saved as ${link.download}.`;
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea")) return;
  // By the key's place, so that a Devanagari layout works as well.
  const choice = CHOICE_KEYS[event.code];
  if (document.querySelector(`[data-choice="${choice}"]`)) answer({ choice });
  else if (!data.labels && /^(Digit|Numpad)[123]$/.test(event.code)) answer({ naturalness: event.code.at(-1) });
  else if (event.key === "ArrowRight") go(state.index + 1);
  else if (event.key === "ArrowLeft") go(state.index - 1);
  else if (event.key === "Enter" && event.target === document.body) go(state.index + 1);
  else return;
  event.preventDefault();
}

function listen() {
  document.addEventListener("keydown", press);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.choice) answer({ choice: button.dataset.choice });
    if (button?.dataset.naturalness) answer({ naturalness: button.dataset.naturalness });
  });
  byId("previous").addEventListener("click", () => go(state.index - 1));
  byId("next").addEventListener("click", () => go(state.index + 1));
  byId("open-pair").addEventListener("click", goToUnanswered);
  byId("save").addEventListener("click", save);
  byId("comment").addEventListener("input", (event) => {
    const item = current();
    state.answers[item.item] = { ...answerOf(item), comment: event.target.value };
    keep();
  });
  byId("reader").addEventListener("input", (event) => {
    state.reader = event.target.value.trim();
    keep();
  });
}

recall();
byId("reader").value = state.reader;
if (Object.keys(state.answers).length) byId("help").open = false;
listen();
show();
