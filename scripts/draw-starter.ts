// `bun scripts/draw-starter.ts` draws the starter memes into assets/starter/. Run it after changing a picture, check the
// result, and commit it. It needs the fonts Bebas Neue and JetBrains Mono (Debian: fonts-bebas-neue, fonts-jetbrains-mono).
import { extname, join } from "node:path";
import { STARTER } from "../assets/starter/index.ts";
import { encode } from "./draw-starter/encode.ts";
import { gitBlame, printer, shipIt } from "./draw-starter/office.ts";
import { lineUp, parachute } from "./draw-starter/outages.ts";
import type { Scene } from "./draw-starter/parts.ts";
import { catAndCable, littleServer, reaper } from "./draw-starter/servers.ts";
import { waiting, WAITING_DELAYS } from "./draw-starter/waiting.ts";
import { bouncer, replyAll, tabHoard } from "./draw-starter/web.ts";

const FOLDER = join(import.meta.dir, "../assets/starter");

/** Width in pixels, and what to draw; the file extension is the format. */
const PICTURES: Record<string, [number, () => Scene | Scene[]]> = {
  "cat-and-cable.webp": [720, catAndCable],
  "just-finishing-up.gif": [640, waiting],
  "line-up.png": [720, lineUp],
  "little-server.webp": [640, littleServer],
  "tab-hoard.webp": [720, tabHoard],
  "restore-day.webp": [640, parachute],
  "ship-it.png": [800, shipIt],
  "bouncer.webp": [640, bouncer],
  "printer.png": [720, printer],
  "reply-all.webp": [800, replyAll],
  "old-server.jpg": [640, reaper],
  "git-blame.webp": [720, gitBlame],
};

/** Otherwise a missing font would silently be replaced by another. */
function requireFont(family: string): void {
  const found = Bun.spawnSync(["fc-match", "-f", "%{family}", family]).stdout.toString();
  if (!found.includes(family)) throw new Error(`The font ${family} is not installed; see the top of this file.`);
}

["Bebas Neue", "JetBrains Mono"].forEach(requireFont);
const listed = STARTER.map(({ file }) => file);
if (Bun.deepEquals(listed.toSorted(), Object.keys(PICTURES).toSorted()) === false) {
  throw new Error("assets/starter/index.ts and this file do not name the same pictures.");
}
let total = 0;
for (const [file, [width, draw]] of Object.entries(PICTURES)) {
  const bytes = await encode([draw()].flat(), width, extname(file), WAITING_DELAYS);
  await Bun.write(join(FOLDER, file), bytes);
  console.log(`${file}  ${(bytes.length / 1000).toFixed(1)} kB`);
  total += bytes.length;
}
console.log(`${(total / 1000).toFixed(1)} kB in all`);
