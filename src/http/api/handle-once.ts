import { releaseAnswer } from "../../core/idempotency/keep-answer.ts";
import { findVisibleMeme } from "../../core/memes/find-visible-meme.ts";
import { PictureAnswer } from "../answer-json.ts";
import { doOnce, fingerprintOf, idempotencyKeyOf } from "../idempotency.ts";
import type { Json } from "../json.ts";
import type { ApiCall } from "./api-call.ts";
import type { Answer, Route } from "./api-route.ts";

/** Handles a request, unless it was handled before under the same Idempotency-Key. Then the answer is repeated. */
export async function handleOnce(
  route: Route,
  call: ApiCall,
  input: Record<string, unknown>,
  clock: () => number,
): Promise<Answer> {
  const key = idempotencyKeyOf(call.exchange.request.headers);
  if (key === undefined) return route.handle(call, input);
  // An answer is not repeated to people who may no longer see the meme.
  if (call.params.id !== undefined) await findVisibleMeme(call.ctx, call.params.id);
  const asked = { key, fingerprint: fingerprintOf(route.name, call.params, input) };
  const result = await doOnce(call.ctx, asked, clock, async (reservation) => {
    call.reservation = reservation;
    const answer = await route.handle(call, input);
    // Nothing was posted, so there is nothing to repeat.
    if (answer instanceof PictureAnswer) await releaseAnswer(call.ctx, reservation);
    return answer;
  });
  if ("done" in result) return result.done;
  call.headers = { "Idempotent-Replayed": "true" };
  return result.kept as Json;
}
