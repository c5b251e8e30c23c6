import type { Meme } from "../../entities/meme.ts";
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
  const stored = await storage.open(keyOf(meme.image, "original"));
  if (!stored) return undefined;
  const bytes = await new Response(stored.slice(0, stored.size)).bytes();
  return { path: pathOfOriginal(meme), bytes, modifiedAt: meme.createdAt };
}
