// `bun scripts/draw-templates.ts` draws the starter templates into assets/templates/, or only those it is given by name.
// Run it after changing a picture, check the result, and commit it.
import { join } from "node:path";
import { TEMPLATES } from "../assets/templates/index.ts";
import { encode } from "./draw-starter/encode.ts";
import type { Scene } from "./draw-starter/parts.ts";
import { dogWalk, eyeContact, gooseChoice, podium, protestDuck } from "./draw-templates/animals.ts";
import { forecast, masterpiece, pieChart, slide, wanted } from "./draw-templates/boards.ts";
import { mirror, tinyKnight, trojanDuck } from "./draw-templates/castles.ts";
import { atTheDoor, chat, couch, underTheBed } from "./draw-templates/homes.ts";
import { advice, dominoes, teaspoon, twoDoors } from "./draw-templates/people.ts";
import { potatoes, snowman, toastSpa } from "./draw-templates/things.ts";
import { bait, fixedIt, iceberg, scales, skeleton } from "./draw-templates/trouble.ts";

const FOLDER = join(import.meta.dir, "../assets/templates");

const PICTURES: Record<string, () => Scene> = {
  "eye-contact": eyeContact,
  "toast-spa": toastSpa,
  "fixed-it": fixedIt,
  "bus-stop-skeleton": skeleton,
  "goose-choice": gooseChoice,
  "fancy-potato": potatoes,
  snowman,
  "pie-chart": pieChart,
  "sledge-chart": slide,
  forecast,
  teaspoon,
  "two-doors": twoDoors,
  "dog-walk": dogWalk,
  podium,
  bait,
  dominoes,
  iceberg,
  scales,
  "trojan-duck": trojanDuck,
  "tiny-knight": tinyKnight,
  "hero-mirror": mirror,
  "protest-duck": protestDuck,
  chat,
  advice,
  "at-the-door": atTheDoor,
  "under-the-bed": underTheBed,
  couch,
  wanted,
  masterpiece,
};

const listed = TEMPLATES.map(({ slug }) => slug);
if (!Bun.deepEquals(listed.toSorted(), Object.keys(PICTURES).toSorted()))
  throw new Error("assets/templates/index.ts and this file do not name the same templates.");
const chosen = process.argv.slice(2);
let total = 0;
for (const { slug, file, recipe } of TEMPLATES) {
  if (chosen.length > 0 && !chosen.includes(slug)) continue;
  const scene = PICTURES[slug]!();
  if (scene.height * recipe.width !== recipe.height * scene.width)
    throw new Error(`${slug} is not as high as its recipe.`);
  const bytes = await encode([scene], recipe.width, ".webp");
  await Bun.write(join(FOLDER, file), bytes);
  console.log(`${file}  ${(bytes.length / 1000).toFixed(1)} kB`);
  total += bytes.length;
}
console.log(`${(total / 1000).toFixed(1)} kB in all`);
