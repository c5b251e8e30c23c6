// Shows the newest memes, and new ones as they come.
import { Guffaw, GuffawError } from "guffaw-client";

const EVERY_MS = 5000;
const MOST = 60;

const form = document.querySelector("#form");
const said = document.querySelector("#said");
const wall = document.querySelector("#wall");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { url, key } = Object.fromEntries(new FormData(form));
  sessionStorage.setItem("guffaw", JSON.stringify({ url, key }));
  void watch({ url, key });
});

let watching;

const known = sessionStorage.getItem("guffaw");
if (known) void watch(JSON.parse(known));

async function watch({ url, key }) {
  watching?.abort();
  const { signal } = (watching = new AbortController());
  const guffaw = new Guffaw({ url, key });
  wall.replaceChildren();
  form.hidden = true;
  while (!signal.aborted) {
    try {
      const shown = new Set([...wall.children].map((item) => item.dataset.id));
      const fresh = [];
      for await (const meme of guffaw.recentMemes({ signal })) {
        if (shown.has(meme.memeid) || fresh.length === MOST) break;
        fresh.push(meme);
      }
      wall.prepend(...fresh.map(itemFor));
      while (wall.children.length > MOST) wall.lastElementChild.remove();
      say("");
    } catch (error) {
      if (signal.aborted) return;
      say(error.message);
      // A wrong key stays wrong; anything else may pass.
      if (error instanceof GuffawError && (error.status === 401 || error.status === 403)) {
        form.hidden = false;
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** As text, never as HTML: captions are written by anyone. */
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
  said.textContent = text;
  said.hidden = text === "";
}
