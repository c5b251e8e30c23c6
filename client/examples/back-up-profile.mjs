// Backs up the memes of a profile to a folder: the pictures, and everything the site knows about them.
//
// Where guffaw-client is installed (its README says how), in the same folder:
//   export GUFFAW_URL=https://memes.example.org GUFFAW_KEY=gfw_…
//   node node_modules/guffaw-client/examples/back-up-profile.mjs alice ./alice
//
// In a clone of Guffaw, run `npm ci && npm run client` once, then:
//   node client/examples/back-up-profile.mjs alice ./alice
//
// Use `me` instead of alice for your own profile. A read-only key is enough. Run it again to fetch only new memes.
// If some pictures could not be fetched, it lists them at the end and exits with code 1.
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import { Guffaw } from "guffaw-client";

const [, , user = "me", folder = "backup"] = process.argv;
const { GUFFAW_URL: url, GUFFAW_KEY: key } = process.env;
if (!key) {
  console.error("Set GUFFAW_KEY to an API key.");
  process.exit(1);
}
const guffaw = new Guffaw({ key, url });

const profile = await guffaw.user(user);
await mkdir(folder, { recursive: true });

const memes = [];
const missing = [];
let fetched = 0;
for await (const meme of guffaw.memesOf(profile.id)) {
  memes.push(meme);
  try {
    if (await save(meme)) fetched++;
  } catch (error) {
    // One missing picture is no reason to go without the others.
    missing.push(`${meme.memeid} ${meme.url}: ${error.cause?.message ?? error.message}`);
  }
  draw(memes.length, Math.max(profile.stats.memes, memes.length));
}
await write("profile.json", JSON.stringify({ profile, memes }, null, 2));
process.stderr.write("\n");
const kept = memes.length - missing.length;
console.log(`${kept} memes by ${profile.username} are in ${folder}; ${fetched} of them are new.`);
if (missing.length > 0) {
  console.error(["These could not be fetched; run it again to retry:", ...missing].join("\n"));
  process.exitCode = 1;
}

/** False if it is already here. */
async function save({ memeid, url: address }) {
  // Never write outside the folder, whatever the site says.
  const name = basename(memeid + extname(new URL(address).pathname));
  if (await stat(join(folder, name)).catch(() => undefined)) return false;
  await write(name, await download(address));
  return true;
}

/** Retries a busy site up to four times: when it says so, or after 1, 2, 4 and 8 seconds. */
async function download(address) {
  // Only your own disabled memes need the key. Another host may serve the pictures: never send the key there.
  const own = new URL(address).origin === new URL(profile.permalink).origin;
  const headers = own ? { Authorization: key } : {};
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(120_000) });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    const seconds = Number(answer.headers.get("retry-after")) || 2 ** attempt;
    if (![429, 503].includes(answer.status) || attempt === 4 || seconds > 300)
      throw new Error(`The site answered ${answer.status}.`);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** All or nothing, so that an interrupted run leaves no half pictures. */
async function write(name, content) {
  const path = join(folder, name);
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

/** On standard error, so that standard output has only the result. */
function draw(done, total) {
  const width = 30;
  const filled = Math.round((done / total) * width);
  const bar = "█".repeat(filled) + "░".repeat(width - filled);
  process.stderr.write(`\r${bar} ${done} of ${total}`);
}
