import { GUEST, type Ctx } from "../../../core/ctx.ts";
import { contentOf } from "../../encoding.ts";
import { answerEncoded } from "../answer-page.ts";
import type { Visit } from "../visit.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

/** As a guest: what machines read may be cached and passed on by anyone. */
export const asGuest = (visit: Visit): Ctx => ({ ...visit.ctx, actor: GUEST });

/** Cacheable, but revalidated each time: a meme hidden a moment ago must not come from a cache. */
const ASK_AGAIN = "public, no-cache";

export const NOTHING_RUNS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

/** Text for machines: compressed, and with an ETag. */
export function answerText(visit: Visit, body: string, type: string, extra: Record<string, string> = {}): HttpResponse {
  const encoded = { ...contentOf(body), hash: Bun.hash(body).toString(16) };
  return answerEncoded(visit.request, encoded, {
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": ASK_AGAIN,
    ...NOTHING_RUNS,
    ...extra,
  });
}
