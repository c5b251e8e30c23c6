// Backs the memes of a profile up to a folder: the pictures, and all that is known of them.
//
//   GUFFAW_URL=https://memes.example.org GUFFAW_KEY=gfw_… node back-up-profile.js alice ./alice
//
// Run it again to fetch only what is new.
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import { Guffaw } from "guffaw-client";

const [, , user = "me", folder = "backup"] = process.argv;
const { GUFFAW_URL: url, GUFFAW_KEY: key } = process.env;
if (!key) throw new Error("Set GUFFAW_KEY to an API key.");
const guffaw = new Guffaw({ key, url });

const profile = await guffaw.user(user);
await mkdir(folder, { recursive: true });

const memes = [];
let fetched = 0;
for await (const meme of guffaw.memesOf(profile.id)) {
  memes.push(meme);
  if (await download(meme)) fetched++;
  draw(memes.length, Math.max(profile.stats.memes, memes.length));
}
await write("profile.json", JSON.stringify({ profile, memes }, null, 2));
process.stderr.write("\n");
console.log(`${memes.length} memes of ${profile.username} are in ${folder}; ${fetched} of them are new.`);

/** False when it is here already. The address of a picture changes with its content. */
async function download({ memeid, url: address }) {
  // Whatever a site says, nothing is written outside of the folder.
  const name = basename(memeid + extname(new URL(address).pathname));
  if (await stat(join(folder, name)).catch(() => undefined)) return false;
  // Needed for your own disabled memes only. Pictures may be with somebody else, whom the key does not concern.
  const own = new URL(address).origin === new URL(profile.permalink).origin;
  const answer = await fetch(address, own ? { headers: { Authorization: key } } : {});
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  await write(name, new Uint8Array(await answer.arrayBuffer()));
  return true;
}

/** Whole or not at all, so that an interrupted run leaves no half a picture. */
async function write(name, content) {
  const path = join(folder, name);
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

/** On standard error, so that the last line can go elsewhere. */
function draw(done, total) {
  const width = 30;
  const filled = Math.round((done / total) * width);
  const bar = "█".repeat(filled) + "░".repeat(width - filled);
  process.stderr.write(`\r${bar} ${done} of ${total}`);
}
