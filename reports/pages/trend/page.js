// What the page does as a whole: its model, its width, and what is drawn first.

function chooseSeries(series) {
  state.series = series;
  for (const name of ["map-model", "item-model"]) byId(name).value = String(series);
  fillPlaces();
  refreshMap();
  refreshItems();
}

function fillModels() {
  for (const name of ["map-model", "item-model"]) {
    byId(name).replaceChildren(...SERIES.map((series, index) =>
      make("option", { value: index }, series.name)));
    byId(name).addEventListener("change", (event) => chooseSeries(Number(event.target.value)));
  }
  document.querySelectorAll(".of-models").forEach((label) => { label.hidden = SERIES.length < 2; });
  document.querySelectorAll(".of-steps").forEach((label) => { label.hidden = !HAS_STEPS; });
  const suites = [...new Set(CASES.map((each) => each.suite))];
  byId("map-suite").replaceChildren(make("option", { value: "" }, "all"),
    ...suites.map((suite) => make("option", { value: suite }, titleOf(suite))));
}

// The score of each suite with the band of its interval, then how many cases meet their threshold.
function renderOverview() {
  const shown = [...DATA.overall.map((each) => [`${titleOf(each.suite)}: ${each.words}`, each]),
    ["Share of cases that meet their threshold", overviewCase()]]
    .filter(([, each]) => each.tracks.some(Boolean) && COLUMNS > 1);
  byId("overview-charts").replaceChildren(...shown.map(([title, each]) => {
    const frame = make("div", { class: "chart-frame" }, make("p", { class: "muted" }, title));
    const width = Math.max(300, byId("overview-charts").clientWidth);
    const size = { width, height: width < 600 ? 170 : 210 };
    const { svg, frame: places } = caseChart(each, size, { large: true });
    frame.append(svg);
    listenToChart(svg, places, (column) => chartLines(each, column));
    return frame;
  }));
  legendOf(byId("overview-legend"));
  byId("overview-legend").hidden = SERIES.length < 2 || !shown.length;
}

function listenToWidth() {
  let [waiting, width] = [0, innerWidth];
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (innerWidth === width) return;
      width = innerWidth;
      renderOverview();
      renderMap();
      renderCase();
    }, 100);
  });
}

function listenToButtons() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.show");
    if (!button) return;
    const [index, series, place] = ["case", "series", "place"]
      .map((name) => Number(button.dataset[name]));
    if (state.series !== series) chooseSeries(series);
    if (button.closest("#case")) showItems({ index, series, place });
    else showCase(index);
  });
  byId("spacing").value = state.spacing;
  byId("spacing").addEventListener("change", (event) => {
    state.spacing = event.target.value;
    renderOverview();
    renderCase();
    refreshCurves();
  });
}

startTheme();
fillModels();
fillMapLegend();
fillPlaces();
renderOverview();
listenToCases();
listenToItems();
listenToMap();
listenToButtons();
listenToWidth();
refreshMap();
showCase(shownCases[0]?.index ?? 0, { scroll: false });
refreshItems();
startWide();
markSection();
