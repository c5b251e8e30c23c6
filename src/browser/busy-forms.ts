/** Sends a form only once, however often its button is pressed. */
export function watchForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    // Scripts that send a form themselves know best when it is done.
    if (!form.matches("[data-busy]") || event.defaultPrevented) return;
    if (form.ariaBusy === "true") return event.preventDefault();
    form.ariaBusy = "true";
    event.submitter?.setAttribute("aria-disabled", "true");
  });
  // People who come back find the page as they left it.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const form of document.querySelectorAll<HTMLFormElement>("form[aria-busy]")) {
      form.ariaBusy = null;
      for (const button of form.querySelectorAll("[aria-disabled]")) button.removeAttribute("aria-disabled");
    }
  });
}
