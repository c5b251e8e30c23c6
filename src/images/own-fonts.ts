import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";

import type { OwnFontName } from "../compose/fonts.ts";

/** A font that the operator has added. */
export interface OwnFont {
  name: OwnFontName;
  /** For people: the name of its file. */
  title: string;
  path: string;
}

export interface OwnFonts {
  fonts: OwnFont[];
  /** A sentence about each file that is no font we can use. */
  problems: string[];
}

const MAX_FONTS = 100;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_NAME = 40;
/** Lower case. Anything else, such as a licence, may lie beside the fonts. */
const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;

/** The fonts in the operator's folder. Throws if it cannot be read. */
export async function readOwnFonts(folder: string): Promise<OwnFonts> {
  const fonts: OwnFont[] = [];
  const problems: string[] = [];
  for (const file of await fontFilesIn(folder)) {
    const path = join(folder, file);
    const bytes = await Bun.file(path)
      .bytes()
      .catch((error: Error) => error.message);
    const problem = typeof bytes === "string" ? `cannot be read (${bytes})` : problemWith(bytes);
    if (problem) problems.push(`${path} ${problem}.`);
    else if (fonts.length === MAX_FONTS) problems.push(`${path} is left out: ${MAX_FONTS} fonts are the limit.`);
    else fonts.push({ name: nameOf(file, bytes as Uint8Array), title: titleOf(file), path });
  }
  return { fonts, problems };
}

/** The bytes of a font by the name of its file in an address; undefined if the folder no longer has it. */
export async function findOwnFont(folder: string, name: OwnFontName): Promise<Uint8Array | undefined> {
  for (const file of await fontFilesIn(folder).catch(() => [])) {
    if (!name.startsWith(`own:${slugOf(file)}-`)) continue;
    const bytes = await Bun.file(join(folder, file))
      .bytes()
      .catch(() => undefined);
    if (bytes && nameOf(file, bytes) === name && !problemWith(bytes)) return bytes;
  }
  return undefined;
}

const fontFilesIn = async (folder: string) => (await readdir(folder)).filter((file) => FONT_FILE.test(file)).sort();

const titleOf = (file: string) =>
  basename(file, extname(file))
    .replaceAll(/[-_\s]+/g, " ")
    .trim();

const slugOf = (file: string) =>
  titleOf(file)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/g, "") || "font";

const nameOf = (file: string, bytes: Uint8Array): OwnFontName =>
  `own:${slugOf(file)}-${new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 12)}`;

const TRUETYPE = 0x00010000;
const APPLE = 0x74727565; // true
const OPENTYPE = 0x4f54544f; // OTTO
const NEEDED = ["cmap", "head", "hhea", "hmtx", "maxp"];
const OUTLINES = ["glyf", "CFF ", "CFF2"];

/** What is wrong with a font; undefined if it can be used. The shaper checks the rest. */
function problemWith(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_BYTES) return `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || ![TRUETYPE, APPLE, OPENTYPE].includes(view.getUint32(0)))
    return "is not a TTF or OTF font; other kinds have to be converted";
  const tables = new Set<string>();
  for (let at = 12, last = at + 16 * view.getUint16(4); at < last; at += 16) {
    if (at + 16 > bytes.length || view.getUint32(at + 8) + view.getUint32(at + 12) > bytes.length) return "is cut off";
    tables.add(String.fromCharCode(...bytes.subarray(at, at + 4)));
  }
  const lacking = NEEDED.filter((table) => !tables.has(table));
  if (lacking.length > 0) return `lacks the table ${lacking[0]}`;
  return OUTLINES.some((table) => tables.has(table)) ? undefined : "has no outlines, only pictures of letters";
}
