// The frame of every page: the theme, the announcer, the section that is being read.

function announce(text) { byId("announcer").textContent = text; }

// Theme: the system's, until the reader chooses. A file:// page may have no storage.
function storedTheme(theme) {
  try {
    if (theme) localStorage.setItem("kasauti-theme", theme);
    return localStorage.getItem("kasauti-theme");
  } catch { return null; }
}

function applyTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").setAttribute("aria-pressed", String(isDark()));
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function startTheme() {
  applyTheme(storedTheme());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme());
  byId("theme").addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    storedTheme(theme);
    applyTheme(theme);
  });
}

// A table that is wider than the page scrolls sideways, and says so.
function markWide() {
  for (const frame of document.querySelectorAll(".scroll")) {
    frame.classList.toggle("wide", frame.scrollWidth > frame.clientWidth + 1);
  }
}

function startWide() {
  const observer = new ResizeObserver(markWide);
  for (const frame of document.querySelectorAll(".scroll")) {
    [frame, ...frame.children].forEach((each) => observer.observe(each));
  }
}

function markSection() {
  const links = new Map([...document.querySelectorAll("nav.contents a")]
    .map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((each) => each.isIntersecting)) {
      links.forEach((link) => link.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  links.forEach((link, id) => observer.observe(byId(id)));
}
