// Runs before the first paint of every page. Browsers restore pages as they were when somebody goes back, though the
// person may have signed out, or chosen another language or theme, since then.
import { keptPlace } from "./kept-place.ts";

const html = document.documentElement;

const cookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";

function checkRestored() {
  const language = cookie("guffaw-language");
  if (cookie("guffaw-person") !== (html.dataset.person ?? "") || (language && language !== html.lang)) {
    html.hidden = true;
    location.reload();
    return;
  }
  const theme = cookie("guffaw-theme");
  if (theme) html.dataset.theme = theme;
}

const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (navigation?.type === "back_forward") {
  checkRestored();
  // The list is shown once it is as long as it was: see meme-feed.ts.
  if (keptPlace()) html.dataset.restoring = "";
}
addEventListener("pageshow", (event) => {
  if ((event as PageTransitionEvent).persisted) checkRestored();
});
