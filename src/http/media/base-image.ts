import { baseFile, baseName } from "../../core/make/base-files.ts";
import { readBase, type SeenBase } from "../../core/make/read-base.ts";
import { typeOfKey } from "../../core/memes/renditions.ts";
import type { Actor } from "../../core/ctx.ts";
import type { OpenCall } from "../open-face.ts";
import { answer, notFound, type Media } from "./answer-image.ts";
import { FOREVER, type Image } from "./image.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** A picture that memes are made of. Who is asking matters only if not everybody may see it. */
export async function answerBase(media: Media, call: OpenCall, identify: () => Promise<Actor>): Promise<HttpResponse> {
  const { id, file } = call.exchange.params as { id: string; file: string };
  const seen =
    (await readBase(call.ctx, id)) ?? (await readBase({ ...call.ctx, actor: await identify() }, id, memeIn(call)));
  if (!seen || baseName(seen.base) !== file) return notFound();
  return answer(media, call, imageOf(seen));
}

/** The meme that somebody wants to change, and that was made with it. */
const memeIn = ({ exchange }: OpenCall) => new URL(exchange.request.url).searchParams.get("for") ?? undefined;

function imageOf({ base, isPublic }: SeenBase): Image {
  const key = baseFile(base);
  const etag = `"${base.hash.slice(0, 16)}-base"`;
  // Whoever may use it today may not tomorrow.
  const cacheControl = isPublic ? FOREVER : "private, no-cache";
  const type = typeOfKey(key);
  return { name: baseName(base), which: "base", key, bytes: base.bytes, type, cacheControl, etag };
}
