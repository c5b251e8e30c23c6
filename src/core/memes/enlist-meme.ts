import { findMeme, indexMeme, learnNewWordsOf, learnWordsOf, unindexMeme } from "../../data/memes.ts";
import { insertEvent } from "../../data/events.ts";
import { hideNotifications } from "../../data/notifications.ts";
import type { Meme } from "../../entities/meme.ts";
import * as standings from "../../data/standings.ts";
import { tagMeme, untagMeme } from "../../data/tags.ts";
import { listMade, unlistMade } from "../../data/template-memes.ts";
import { findUsername } from "../../data/users.ts";
import { message } from "../../words/messages.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../../errors.ts";

// Adds memes to, and removes them from, wherever others find them: tags, templates, search, standings, notifications, events. Runs
// inside the transaction that shows or hides the meme, and follows the order of locks. The author is locked with those who are
// notified, so that nobody can be renamed between our read and the commit.

/** The transaction has written the row, so nobody else can change it before the end. */
export async function enlistMeme({ db }: Ctx, { id }: Pick<Meme, "id">): Promise<void> {
  // Its words may have changed between our first read and the write, by somebody who saw it hidden and did not index
  // it.
  const meme = await findMeme(db, id);
  if (!meme) throw new DomainError("not_found", message("error.no-meme"));
  await tagMeme(db, meme);
  await listMade(db, meme.id);
  await hideNotifications(db, meme.id, meme.authorId, false);
  await reindexMeme(db, meme);
  await standings.moveToBoard(db, meme.id, standings.boardOf({ age: meme.age, disabled: false }));
  for (const { day, within, sum, count } of await standings.listRatedDays(db, meme.id))
    await standings.addToDay(db, meme.authorId, "memers", day, { sum, count }, { within });
  await insertEvent(db, "new", meme, [meme.caption]);
}

export async function delistMeme({ db }: Ctx, meme: Meme): Promise<void> {
  await untagMeme(db, meme);
  await unlistMade(db, meme.id);
  await hideNotifications(db, meme.id, meme.authorId, true);
  await unindexMeme(db, meme.id);
  await standings.moveToBoard(db, meme.id, "hidden");
  for (const { day, sum, count } of await standings.listRatedDays(db, meme.id))
    await standings.takeFromDay(db, meme.authorId, day, { sum, count });
  await insertEvent(db, "gone", meme, [meme.caption]);
}

/** With its current words and its author's current name. `before` is the meme as it was indexed, if it was. */
export async function reindexMeme(db: Ctx["db"], meme: Meme, before?: Meme): Promise<void> {
  const username = await findUsername(db, meme.authorId);
  if (username === undefined) throw new DomainError("not_found", message("error.no-meme"));
  await indexMeme(db, meme, username);
  if (before) await learnNewWordsOf(db, meme, before);
  else await learnWordsOf(db, username, meme);
}
