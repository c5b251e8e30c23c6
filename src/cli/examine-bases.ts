import { baseFile } from "../core/make/base-files.ts";
import { findBase } from "../data/bases.ts";
import { newestBases } from "../data/check.ts";
import type { Db } from "../data/schema.ts";
import type { BasePicture } from "../entities/base-picture.ts";
import type { Storage } from "../storage/storage.ts";
import { counted } from "./confirm.ts";
import { bad, good, type Check } from "./finding.ts";

/** How many of the newest are looked for. */
const SAMPLE = 500;
const AT_ONCE = 8;

/** Pictures that memes and templates are made of. */
export async function examineBases(db: Db, storage: Storage): Promise<Check[]> {
  const bases = await newestBases(db, SAMPLE);
  if (bases.length === 0) return [];
  const lost: BasePicture[] = [];
  for (let at = 0; at < bases.length; at += AT_ONCE) {
    const some = bases.slice(at, at + AT_ONCE);
    const there = await Promise.all(some.map(async (base) => (await storage.open(baseFile(base)))?.size));
    // One that was deleted meanwhile is not lost.
    for (const [i, base] of some.entries()) if (!there[i] && (await findBase(db, base.id))) lost.push(base);
  }
  const checked = counted(bases.length, "picture");
  if (lost.length === 0) return [good(`Checked ${checked} that memes are made of; all files are there.`)];
  return [
    bad(
      `Checked ${checked} that memes are made of; ${lost.length.toLocaleString("en")} without a file, such as ${baseFile(lost[0]!)}. ./guffaw restore FOLDER --images-only restores them from a backup.`,
    ),
  ];
}
