import { makeMeme, type MakeInput } from "../../../core/make/make-meme.ts";
import { findVisibleMeme } from "../../../core/memes/find-visible-meme.ts";
import type { Meme } from "../../../entities/meme.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { doOnce, fingerprintOf, idempotencyKeyOf } from "../../idempotency.ts";
import type { Visit } from "../visit.ts";

/** A script sends a key along: if only our answer got lost, the meme is not posted again. */
export async function postOnce({ ctx, request, website }: Visit, input: object, made: MakeInput): Promise<Meme> {
  const key = idempotencyKeyOf(request.headers);
  if (key === undefined) return (await makeMeme(ctx, made)).meme;
  const asked = { key, fingerprint: fingerprintOf("make", {}, input) };
  const { clock } = website.services;
  const result = await doOnce(ctx, asked, clock, (reservation) => makeMeme(ctx, made, reservation)).catch(explained);
  return "done" in result ? result.done.meme : findVisibleMeme(ctx, result.kept);
}

function explained(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "idempotency_mismatch") throw error;
  throw new DomainError("idempotency_mismatch", message("make.posted-already"));
}
