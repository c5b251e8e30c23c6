/** Less than this is a finger that trembles. */
const MIN_SCROLL = 8;

/**
 * Switches the theme without leaving the page, closes menus when something else is pressed, and marks the header while
 * people scroll down.
 */
export function improveHeader() {
  watchScrolling(document.querySelector<HTMLElement>(".site-header")!);
  const form = document.querySelector<HTMLFormElement>("[data-theme-switch]");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector("button")!;
    const dark =
      document.documentElement.dataset.theme === "dark" ||
      (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const theme = dark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    button.value = dark ? "dark" : "light";
    void fetch(form.action, { method: "POST", body: new URLSearchParams({ theme }), redirect: "manual" });
  });
  const menus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
  document.addEventListener("click", ({ target }) => {
    for (const menu of menus()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
}

/** Whether it then leaves is up to the stylesheet, which knows the width of the screen and where the focus is. */
function watchScrolling(header: HTMLElement) {
  let last = scrollY;
  document.addEventListener(
    "scroll",
    () => {
      // Some browsers let people pull the page beyond its ends.
      const end = document.documentElement.scrollHeight - innerHeight;
      const now = Math.max(0, Math.min(scrollY, end));
      if (now > header.offsetHeight && Math.abs(now - last) < MIN_SCROLL) return;
      header.toggleAttribute("data-away", now > last && now > header.offsetHeight);
      last = now;
    },
    { passive: true },
  );
}
