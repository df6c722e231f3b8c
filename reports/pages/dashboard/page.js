// What the page does beside its table: copying, opening what a link points to.

async function copy(button) {
  let done = false;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    done = true;
  } catch { // where the clipboard is refused the text is selected, ready for the keyboard
    const text = button.closest("tr").querySelector(".signature");
    getSelection().selectAllChildren(text);
  }
  button.textContent = done ? "Copied" : "Selected";
  announce(done ? "The signature is on the clipboard." : "The signature is selected.");
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
}

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let each = target; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
  }
}

function listenToFilters() {
  let waiting = 0;
  byId("filter-text").addEventListener("input", (event) => {
    state.text = event.target.value;
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 120);
  });
  for (const name of ["suite", "case", "language", "right", "tag"]) {
    byId("filter-" + name).addEventListener("change", (event) => {
      state[name] = event.target.value;
      fillChoices();
      refresh();
    });
  }
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", (event) => {
    event.preventDefault();
    showItems({});
    byId("filter-text").focus();
  });
}

function listenToTable() {
  byId("items-head").addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.sort;
    if (!key) return;
    state.descending = state.sort === key && !state.descending;
    state.sort = key;
    refresh();
  });
  const turn = (id, page) => byId(id).addEventListener("click", () => {
    state.page = page();
    render();
  });
  turn("page-first", () => 0);
  turn("page-previous", () => state.page - 1);
  turn("page-next", () => state.page + 1);
  turn("page-last", () => Infinity);
  byId("page-size").addEventListener("change", (event) => {
    state.size = Number(event.target.value);
    render();
  });
}

function listenToPage() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.classList.contains("copy")) copy(button);
    if (button?.classList.contains("show")) {
      const { case: name, tag = "", text = "" } = button.dataset;
      showItems({ case: name, tag, text });
    }
  });
  addEventListener("hashchange", openTarget);
}

startTheme();
fillChoices();
refresh();
listenToFilters();
listenToTable();
listenToPage();
listenToSortable();
openTarget();
startWide();
markSection();
