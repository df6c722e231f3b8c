// The search: a row stays where every word is in it.

const ROWS = [...document.querySelectorAll("#runs-table tbody tr")].map((row) =>
  ({ row, suite: row.dataset.suite, text: row.innerText.normalize("NFC").toLowerCase() }));

function refresh() {
  const words = byId("filter-text").value.normalize("NFC").toLowerCase().split(/\s+/);
  const suite = byId("filter-suite").value;
  let shown = 0;
  for (const each of ROWS) {
    const found = (!suite || each.suite === suite)
      && words.every((word) => each.text.includes(word));
    each.row.hidden = !found;
    shown += found;
  }
  byId("runs-count").textContent = shown === ROWS.length ? `${count(shown)} rows`
    : `${count(shown)} of ${count(ROWS.length)} rows`;
}

startTheme();
startWide();
markSection();
if (ROWS.length) {
  byId("filter-text").addEventListener("input", refresh);
  byId("filter-suite").addEventListener("change", refresh);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  refresh();
}
