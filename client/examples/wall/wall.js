// Shows the newest memes, and new ones as they arrive.
import { Guffaw, InvalidInput, NotAllowed, NotFound, NotSignedIn } from "guffaw-client";

const EVERY_MS = 5000;
const MAX_SHOWN = 60;
/** Errors that last until somebody types something else. No answer, or a busy site, is temporary. */
const FINAL = [InvalidInput, NotSignedIn, NotAllowed, NotFound];

const form = document.querySelector("#form");
const status = document.querySelector("#status");
const wall = document.querySelector("#wall");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void watch(Object.fromEntries(new FormData(form)));
});

let watching;

const known = JSON.parse(sessionStorage.getItem("guffaw"));
if (known) {
  form.url.value = known.url;
  form.key.value = known.key;
  form.hidden = true;
  void watch(known);
}

async function watch({ url, key }) {
  watching?.abort();
  const { signal } = (watching = new AbortController());
  wall.replaceChildren();
  say("Looking for memes…");
  while (!signal.aborted) {
    try {
      await update(new Guffaw({ url, key }), signal);
      // Save only what works.
      sessionStorage.setItem("guffaw", JSON.stringify({ url, key }));
      form.hidden = true;
      say(wall.children.length > 0 ? "" : "There are no memes yet.");
    } catch (error) {
      if (signal.aborted) return;
      say(error.message);
      const final = FINAL.some((kind) => error instanceof kind);
      if (final || wall.children.length === 0) form.hidden = false;
      if (final) return;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** Puts new memes in front. */
async function update(guffaw, signal) {
  const shown = new Set([...wall.children].map((item) => item.dataset.id));
  const fresh = [];
  for await (const meme of guffaw.recentMemes({ signal })) {
    if (shown.has(meme.memeid) || fresh.length === MAX_SHOWN) break;
    fresh.push(meme);
  }
  wall.prepend(...fresh.map(itemFor));
  while (wall.children.length > MAX_SHOWN) wall.lastElementChild.remove();
}

/** As text, never as HTML: anyone can write a caption. */
function itemFor({ memeid, caption, author, url, permalink }) {
  const item = document.createElement("li");
  item.dataset.id = memeid;
  const link = document.createElement("a");
  link.href = permalink;
  const image = document.createElement("img");
  image.src = url;
  image.alt = caption || `A meme by ${author.username}`;
  link.append(image);
  const words = document.createElement("p");
  words.textContent = caption ? `${caption} (${author.username})` : author.username;
  item.append(link, words);
  return item;
}

function say(text) {
  status.textContent = text;
  status.hidden = text === "";
}
