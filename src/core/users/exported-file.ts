import type { Meme } from "../../entities/meme.ts";
import { readBytes } from "../../storage/storage.ts";
import type { Ctx } from "../ctx.ts";
import { keyOf } from "../memes/renditions.ts";

/** One of the files that somebody takes along. */
export interface ExportedFile {
  path: string;
  bytes: Uint8Array;
  /** In milliseconds. */
  modifiedAt: number;
}

export function jsonFile(path: string, value: unknown, modifiedAt: number): ExportedFile {
  return { path, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`), modifiedAt };
}

export const pathOfOriginal = ({ id, image }: Meme) => `images/${id}.${image.extension}`;

/** The original picture; none if the storage has lost it. */
export async function originalFile({ storage }: Ctx, meme: Meme): Promise<ExportedFile | undefined> {
  const bytes = await readBytes(storage, keyOf(meme.image, "original"));
  return bytes && { path: pathOfOriginal(meme), bytes, modifiedAt: meme.createdAt };
}

/** What a row becomes in a file. */
export type Present = (row: never) => object;

/** `name.json`, followed by `name-2.json` and so on if there is more than `amount`, which is how much `list` returns. */
export async function* inParts<R>(
  list: (after: R | undefined) => Promise<R[]>,
  present: Present,
  name: string,
  { amount, now }: { amount: number; now: number },
): AsyncGenerator<ExportedFile> {
  let last: R | undefined;
  for (let part = 1; ; part++) {
    const rows = await list(last);
    if (part > 1 && rows.length === 0) return;
    yield jsonFile(
      part === 1 ? `${name}.json` : `${name}-${part}.json`,
      rows.map((row) => present(row as never)),
      now,
    );
    if (rows.length < amount) return;
    last = rows.at(-1);
  }
}
