// Makes a meme about today's weekday and posts it, once a day, however often you run it. Run it from cron.
//
// Where guffaw-client is installed (its README says how), in the same folder:
//   export GUFFAW_URL=https://memes.example.org GUFFAW_KEY=gfw_…
//   node node_modules/guffaw-client/examples/weekday-bot.mjs
//
// In a clone of Guffaw, run `npm ci && npm run client` once, then:
//   node client/examples/weekday-bot.mjs
//
// --template ID uses a template of the site, which gets the two texts. --out FILE posts nothing, and writes the picture
// to a file. The key must be allowed to write.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { Guffaw } from "guffaw-client";

const { template, out } = parseArgs({ options: { template: { type: "string" }, out: { type: "string" } } }).values;
const { GUFFAW_URL: url, GUFFAW_KEY: key } = process.env;
if (!key) {
  console.error("Set GUFFAW_KEY to an API key.");
  process.exit(1);
}
const guffaw = new Guffaw({ key, url });

const now = new Date();
const day = now.toLocaleDateString("en", { weekday: "long" });
const MOODS = [
  "There is always brunch",
  "Already?",
  "Monday, part two",
  "Halfway, roughly",
  "Friday's warm-up",
  "At last",
  "Again, please",
];
const texts = [`It's ${day}`, MOODS[now.getDay()]];

/** A colour instead of a picture, with a text above and one below. */
const box = { x: 0.05, width: 0.9, height: 0.35, upperCase: true, outline: { color: "#000000", width: 0.1 } };
const recipe = {
  version: 1,
  width: 1080,
  height: 720,
  panels: [{ base: { kind: "color", color: "#ff8800" } }],
  boxes: [
    { ...box, y: 0.05, text: texts[0] },
    { ...box, y: 0.6, text: texts[1] },
  ],
};
const wish = template ? { template, texts } : { recipe };

try {
  if (out) {
    const picture = await guffaw.makePicture(wish);
    await writeFile(out, new Uint8Array(await picture.arrayBuffer()));
    console.log(`Wrote ${out}.`);
  } else {
    // The same key all day: the second run gets the first answer again.
    const idempotencyKey = `weekday-${now.toISOString().slice(0, 10)}`;
    const meme = await guffaw.make({ ...wish, caption: texts.join(". "), age: 1, idempotencyKey });
    console.log(`Up at ${meme.permalink}`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
