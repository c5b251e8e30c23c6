import { deleteDraft, deleteDraftsBefore, findDraft, insertDraft } from "../../data/drafts.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireMember } from "../access.ts";
import { inFreeingTransaction, inTransaction, type Ctx } from "../ctx.ts";
import { cleanAlt, cleanCaption } from "../memes/caption-meme.ts";
import { deleteDiscarded } from "../memes/discard-image.ts";
import type { MemeWithAuthor } from "../memes/find-visible-meme.ts";
import { addSubmission, type PreparedSubmission, type Submission } from "../memes/submit-meme.ts";
import { isMirrored } from "./find-family.ts";
import { findEarlier } from "./list-copies.ts";

/** Less than an hour: then the files, which belong to no meme yet, are swept. */
const KEPT_MS = 45 * 60_000;

export interface ReadDraft {
  prepared: PreparedSubmission;
  /** What has been posted before. Undefined if it is gone by now. */
  earlier: MemeWithAuthor | undefined;
  /** It shows the earlier one in a mirror. */
  mirrored: boolean;
}

/** Keeps what is ready to be posted until its author has decided. There is one for each account. */
export async function keepDraft(ctx: Ctx, prepared: PreparedSubmission): Promise<void> {
  const { user } = requireMember(ctx.actor);
  const draft = { userId: user.id, memeId: prepared.id, prepared: JSON.stringify(prepared), createdAt: ctx.now };
  const last = await inTransaction(ctx, async ({ db }) => {
    const before = await deleteDraft(db, user.id);
    await insertDraft(db, draft);
    return before;
  });
  await deleteDraftsBefore(ctx.db, ctx.now - KEPT_MS);
  if (last) await deleteDiscarded(ctx, [(JSON.parse(last.prepared) as PreparedSubmission).image]);
}

/** The caller's draft, if there is one. */
export async function readDraft(ctx: Ctx): Promise<ReadDraft | undefined> {
  const { user } = requireMember(ctx.actor);
  const prepared = await findPrepared(ctx, user.id);
  if (!prepared) return undefined;
  const { family, seen } = prepared;
  const earlier = await findEarlier(ctx, family);
  // A family is named after its first meme, and only that one's looks are known.
  const mirrored = earlier !== undefined && earlier.meme.id === family && (await isMirrored(ctx, family, seen));
  return { prepared, earlier, mirrored };
}

async function findPrepared({ db, now }: Ctx, userId: string): Promise<PreparedSubmission | undefined> {
  const draft = await findDraft(db, userId);
  return draft && draft.createdAt >= now - KEPT_MS ? (JSON.parse(draft.prepared) as PreparedSubmission) : undefined;
}

/** Does nothing if there is none. */
export async function discardDraft(ctx: Ctx): Promise<void> {
  const { user } = requireMember(ctx.actor);
  const draft = await inFreeingTransaction(ctx, ({ db }) => deleteDraft(db, user.id));
  if (draft) await deleteDiscarded(ctx, [(JSON.parse(draft.prepared) as PreparedSubmission).image]);
}

/** Posts the caller's draft after all, with these words. If it is refused, the draft stays. */
export async function submitDraft(ctx: Ctx, words: Omit<Submission, "image">): Promise<MemeWithAuthor> {
  const { user } = requireMember(ctx.actor);
  const caption = cleanCaption(words.caption);
  const alt = cleanAlt(words.alt ?? "");
  return inTransaction(ctx, async (tx) => {
    const prepared = await findPrepared(tx, user.id);
    // If it was discarded meanwhile, so were its files.
    if (!prepared || (await deleteDraft(tx.db, user.id))?.memeId !== prepared.id)
      throw new DomainError("invalid", message("error.draft-ended"), { field: "image" });
    return addSubmission(tx, { ...prepared, ...words, caption, alt, decidedAt: ctx.now });
  });
}
