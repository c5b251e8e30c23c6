import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { fontFile, FONTS, type FontName } from "../../../compose/fonts.ts";
import type { OwnFont } from "../../../images/own-fonts.ts";
import { LargeContent } from "../../encoding.ts";
import { answerEncoded, assetHeaders } from "../answer-page.ts";
import type { HttpRequest } from "../../../wire/http-request.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

const ASSETS = join(import.meta.dir, "../../../../assets");

/** Drawings that the maker loads a file at a time, by folder. */
export const DRAWINGS = ["emoji", "stickers"] as const;
export type DrawingSet = (typeof DRAWINGS)[number];

/** Larger files are sent as they are, straight from the disk: a copy in memory for each slow reader would be dear. */
const MAX_PACKED = 1024 * 1024;

const fonts = new Map<string, LargeContent>();

/** A font by its file's name, which has the hash of its content. */
export async function answerFont(
  request: HttpRequest,
  name: string,
  own: readonly OwnFont[],
): Promise<HttpResponse | undefined> {
  const path = pathOf(name, own);
  const file = path === undefined ? undefined : Bun.file(path);
  // The operator may have taken theirs away.
  if (!file || !(await file.exists())) return undefined;
  const headers = assetHeaders("font/ttf", true);
  if (file.size > MAX_PACKED) return new HttpResponse(file, { headers });
  return answerEncoded(request, { ...(await fontAt(path!).for(request)), hash: name }, headers);
}

function pathOf(name: string, own: readonly OwnFont[]): string | undefined {
  if (Object.values(FONTS).some(({ file }) => file === name)) return join(ASSETS, "fonts", name);
  return own.find((font) => fontFile(font.name) === name)?.path;
}

const fontAt = (path: string) => fonts.getOrInsertComputed(path, () => new LargeContent(() => Bun.file(path).bytes()));

/** Almost every browser takes Brotli, which takes long: so it starts before anybody asks. */
export const packFont = (name: FontName) => void fontAt(join(ASSETS, "fonts", FONTS[name].file)).packed("br");

interface Drawings {
  /** Of all files together. */
  hash: string;
  files: ReadonlyMap<string, LargeContent>;
}

const sets = new Map<DrawingSet, Promise<Drawings>>();

/** Read once per process. */
const drawingsOf = (set: DrawingSet): Promise<Drawings> => sets.getOrInsertComputed(set, () => readDrawings(set));

async function readDrawings(set: DrawingSet): Promise<Drawings> {
  const folder = join(ASSETS, set);
  const hasher = new Bun.CryptoHasher("sha256");
  const files = new Map<string, LargeContent>();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".json")).sort()) {
    const read = () => Bun.file(join(folder, name)).bytes();
    hasher.update(name).update(await read());
    files.set(name, new LargeContent(read));
  }
  return { hash: hasher.digest("hex").slice(0, 12), files };
}

/** Where the files of a set are, below the address of our files. */
export const drawingsPath = async (set: DrawingSet): Promise<string> => `${set}/${(await drawingsOf(set)).hash}`;

export const drawingNames = async (set: DrawingSet): Promise<string[]> => [...(await drawingsOf(set)).files.keys()];

/** Immutable if the address has the hash of what the set is now. */
export async function answerDrawings(
  request: HttpRequest,
  set: DrawingSet,
  hash: string,
  name: string,
): Promise<HttpResponse | undefined> {
  const drawings = await drawingsOf(set);
  const content = await drawings.files.get(name)?.for(request);
  if (!content) return undefined;
  const headers = assetHeaders("application/json; charset=utf-8", drawings.hash === hash);
  return answerEncoded(request, { ...content, hash: `${drawings.hash}-${name}` }, headers);
}
