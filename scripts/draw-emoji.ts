// `bun scripts/draw-emoji.ts FOLDER` writes assets/emoji/ from the files icons.json and chars.json of the npm package
// @iconify-json/twemoji (1.2.5), which we need only here: `npm pack @iconify-json/twemoji@1.2.5` fetches it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { emojiFileOf, nameOfPoints, type EmojiShape } from "../src/compose/emoji.ts";

const OUT = join(import.meta.dir, "../assets/emoji");
const from = process.argv[2];
if (!from) throw new Error("Name the folder of @iconify-json/twemoji.");
const read = (name: string): Promise<unknown> => Bun.file(join(from, name)).json();
const { icons } = (await read("icons.json")) as { icons: Record<string, { body: string }> };
const chars = (await read("chars.json")) as Record<string, string>;

type Attributes = Record<string, string>;
const KNOWN = [
  "fill",
  "fill-rule",
  "clip-rule",
  "opacity",
  "fill-opacity",
  "d",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "transform",
];
const TRANSFORM = /^(?:(?:matrix|rotate|translate|scale)\([-\d., e]+\) ?)+$/;

const attributesOf = (text: string): Attributes =>
  Object.fromEntries([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));

function ovalOf({ cx = "0", cy = "0", r = "0", rx = r, ry = r }: Attributes): string {
  const [x, y, across, down] = [cx, cy, rx, ry].map(Number) as [number, number, number, number];
  const left = +(x - across).toFixed(3);
  const half = `a${across} ${down} 0 1 0`;
  return `M${left} ${y}${half} ${+(2 * across).toFixed(3)} 0${half} ${+(-2 * across).toFixed(3)} 0z`;
}

/** With each shape that is used by its id in its place, since the ids of several drawings would collide. */
function withoutIds(body: string): string {
  const named = new Map([...body.matchAll(/<path id="(\w+)"([^>]*\/>)/g)].map(([, id, rest]) => [id, `<path${rest}`]));
  return body
    .replace(/<defs>.*?<\/defs>/g, (defs) => (/<(?!\/?defs|path)/.test(defs) ? defs : ""))
    .replace(/<use href="#(\w+)"\/>/g, (use, id: string) => named.get(id) ?? use);
}

/** Undefined for one of the few drawings with more than plain shapes. */
function shapesOf(body: string): EmojiShape[] | undefined {
  const shapes: EmojiShape[] = [];
  const groups = [{ fill: "#000000", transform: "", rule: "nonzero" }];
  for (const [, closing, tag, text = ""] of body.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    const attributes = attributesOf(text);
    const isGroup = tag === "g";
    const allowed = isGroup ? ["fill", "transform", "fill-rule", "clip-rule"] : KNOWN;
    if (!/^(g|path|circle|ellipse)$/.test(tag!) || Object.keys(attributes).some((name) => !allowed.includes(name)))
      return undefined;
    if (closing) {
      if (isGroup) groups.pop();
      continue;
    }
    const group = groups.at(-1)!;
    const fill = longColor(attributes.fill ?? group.fill);
    const transform = `${group.transform} ${attributes.transform ?? ""}`.trim();
    const rule = attributes["fill-rule"] ?? group.rule;
    if (transform && !TRANSFORM.test(transform)) return undefined;
    if (isGroup) {
      groups.push({ fill, transform, rule });
      continue;
    }
    if (fill === "none") continue;
    if (!/^#[0-9a-f]{6}$/.test(fill)) return undefined;
    const opacity = Number(attributes.opacity ?? attributes["fill-opacity"] ?? 1);
    shapes.push({
      fill,
      d: tag === "path" ? attributes.d! : ovalOf(attributes),
      ...(opacity < 1 && { opacity }),
      ...(rule === "evenodd" && { evenOdd: true as const }),
      ...(transform && { transform }),
    });
  }
  return shapes;
}

const NAMED_COLORS: Record<string, string> = { navy: "#000080" };

const longColor = (color: string) =>
  NAMED_COLORS[color] ?? (/^#.{3}$/.test(color) ? color.replace(/[0-9a-f]/g, "$&$&") : color);

const files = new Map<string, Record<string, EmojiShape[]>>();
const leftOut: string[] = [];
for (const [points, icon] of Object.entries(chars).sort(([a], [b]) => (a < b ? -1 : 1))) {
  const name = nameOfPoints(points.split("-").map((point) => Number.parseInt(point, 16)));
  const shapes = icons[icon] && shapesOf(withoutIds(icons[icon].body));
  if (!shapes) {
    leftOut.push(icon);
    continue;
  }
  const file = emojiFileOf(name);
  if (!files.has(file)) files.set(file, {});
  files.get(file)![name] = shapes;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [file, drawings] of files) {
  const lines = Object.entries(drawings).map(([name, shapes]) => `${JSON.stringify(name)}:${JSON.stringify(shapes)}`);
  await Bun.write(join(OUT, file), `{${lines.join(",\n")}}\n`);
}
await Bun.write(
  join(OUT, "LICENSE.txt"),
  `The drawings in this folder are Twemoji, by Twitter and its contributors, drawn as plain paths.
https://github.com/jdecked/twemoji

They are licensed under CC-BY 4.0: https://creativecommons.org/licenses/by/4.0/
A site that shows them has to say so.
`,
);
console.log(`${files.size} files; left out: ${leftOut.length} (${leftOut.slice(0, 60).join(", ")})`);
