import { findEverythingSaved } from "../../data/collections.ts";
import type { MemeCursor } from "../../data/newest.ts";
import type { Collection } from "../../entities/collection.ts";
import { requireMember } from "../access.ts";
import type { Ctx } from "../ctx.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { jsonFile, originalFile, pathOfOriginal, type ExportedFile } from "../users/exported-file.ts";
import { iso } from "../users/exported.ts";
import { findOwnCollection } from "./find-collection.ts";
import { listMemesIn } from "./list-saved.ts";

/** Pictures are fetched one by one, so only a few rows are held meanwhile. */
const AT_ONCE = 20;

/** One of the caller's collections, or everything they saved: a list, and the pictures that they may see. */
export async function exportCollection(ctx: Ctx, id: number | undefined): Promise<AsyncGenerator<ExportedFile>> {
  const { user } = requireMember(ctx.actor);
  const found = id === undefined ? await findEverythingSaved(ctx.db, user.id) : await findOwnCollection(ctx, id);
  return filesOf(ctx, found);
}

async function* filesOf(ctx: Ctx, collection: Collection | undefined): AsyncGenerator<ExportedFile> {
  const listed: object[] = [];
  let after: MemeCursor | undefined;
  do {
    const query = { amount: AT_ONCE, skip: 0, after };
    const { items, next } = collection ? await listMemesIn(ctx, collection, query) : { items: [], next: undefined };
    for (const one of items) {
      listed.push(present(one));
      const file = await originalFile(ctx, one.meme);
      if (file) yield file;
    }
    after = next;
  } while (after);
  yield jsonFile("memes.json", { name: collection?.name ?? "", memes: listed }, ctx.now);
}

const present = ({ meme, author }: MemeWithAuthor) => ({
  id: meme.id,
  caption: meme.caption,
  alt: meme.alt,
  author: author.username,
  image: pathOfOriginal(meme),
  posted: iso(meme.createdAt),
});
