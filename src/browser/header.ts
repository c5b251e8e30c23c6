/** Switches the theme without leaving the page, and closes menus when something else is pressed. */
export function improveHeader() {
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
