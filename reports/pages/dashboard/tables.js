// Tables whose header sorts them: by the figure of a cell, or else by its text.

const byText = new Intl.Collator(undefined, { numeric: true });

function sortTable(heading) {
  const table = heading.closest("table");
  const column = heading.cellIndex;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: sortKey(row.cells[column]) }));
  // Names begin with A, figures with the highest; a second click turns either round.
  const [first, second] = rows.some(({ key }) => typeof key === "string")
    ? ["ascending", "descending"] : ["descending", "ascending"];
  const direction = heading.getAttribute("aria-sort") === first ? second : first;
  for (const other of heading.parentElement.cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", direction);
  rows.sort((a, b) => compareKeys(a.key, b.key, direction === "descending"));
  table.tBodies[0].append(...rows.map(({ row }) => row));
  announce(`Sorted by ${heading.textContent}, ${direction}.`);
}

function sortKey(cell) {
  const given = cell.dataset.sort;
  if (given === undefined) return null;
  return Number.isNaN(Number(given)) ? given : Number(given);
}

// What has no figure comes last, whichever the direction.
function compareKeys(a, b, descending) {
  if (a === null || b === null) return (a === null) - (b === null);
  const order = typeof a === "string" ? byText.compare(a, b) : a - b;
  return descending ? -order : order;
}

function listenToSortable() {
  document.addEventListener("click", (event) => {
    const heading = event.target.closest("table.sortable thead th");
    if (heading && event.target.closest("button")) sortTable(heading);
  });
}
