import type { Addresses } from "../../config.ts";
import { canSee, isSuspended } from "../../core/access.ts";
import { type Actor, type Ctx, GUEST } from "../../core/ctx.ts";
import { isId } from "../../core/ids.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { imagePath, keyOf, RENDITIONS, typeOf } from "../../core/memes/renditions.ts";
import { useSession } from "../../core/sessions/use-session.ts";
import { findMeme } from "../../data/memes.ts";
import type { Services } from "../../services.ts";
import { matchesEtag } from "../answer-json.ts";
import { credentialOf } from "../credential.ts";
import type { OpenCall, OpenRoute } from "../open-face.ts";
import type { Server } from "../server.ts";
import { sessionTokenOf } from "../session-cookie.ts";
import { rangeOf } from "./range.ts";

// Nothing in an image may ever run, whatever a browser takes it for.
const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
// Private: a shared cache would keep showing images that have been hidden since.
const FOREVER = "private, max-age=31536000, immutable";

/** Images need no key. Anyone who may see the meme may see its image, checked on every request, before any ETag counts. */
export const mediaRoutes = (server: Server): readonly OpenRoute[] => [
  { method: "GET", path: "/i/{id}/{file}", access: "anyone", handle: (call) => answerImage(server, call) },
];

async function answerImage({ services, addresses }: Server, { exchange, ctx }: OpenCall): Promise<Response> {
  const { request, params } = exchange;
  const id = params.id!;
  const meme = isId(id) ? await findMeme(ctx.db, id) : undefined;
  const which = meme && RENDITIONS.find((one) => imagePath(meme, one) === `/i/${id}/${params.file}`);
  // The caller matters only if not everybody may see the meme. Missing and hidden images take the same path.
  const actor = meme && which && !meme.disabled ? GUEST : await actorOf(request, ctx, addresses, services);
  if (!meme || !which || !canSee(actor, meme)) return notFound(request);

  const etag = `"${meme.image.hash.slice(0, 16)}-${which}"`;
  const headers: Record<string, string> = {
    ...SAFE_HEADERS,
    "Content-Type": typeOf(meme.image, which),
    "Cache-Control": meme.disabled ? "private, no-store" : FOREVER,
    "Accept-Ranges": "bytes",
    "Last-Modified": new Date(meme.createdAt).toUTCString(),
    ETag: etag,
  };
  const known = request.headers.get("if-none-match");
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers });

  const stored = await services.storage.open(keyOf(meme.image, which));
  if (!stored) {
    services.log.error("an image is missing in the storage", { meme: id, rendition: which });
    return notFound(request);
  }
  const range = rangeOf(request.headers, etag, stored.size);
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Cache-Control": "no-store", "Content-Range": `bytes */${stored.size}` },
    });
  const { start, end } = range ?? { start: 0, end: stored.size };
  headers["Content-Length"] = String(end - start);
  if (range) headers["Content-Range"] = `bytes ${start}-${end - 1}/${stored.size}`;
  const body = request.method === "HEAD" ? null : stored.slice(start, end);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * Recognizes the author of a disabled meme by key or session. Bad credentials make a guest, because nothing here
 * requires any.
 */
async function actorOf(request: Request, ctx: Ctx, addresses: Addresses, { config }: Services): Promise<Actor> {
  try {
    const key = credentialOf(request.headers);
    if (key) {
      const member = await useKey(ctx, key, ctx.now);
      if (!isSuspended(member.user, ctx.now)) return member;
    }
    const token = sessionTokenOf(request, addresses, config);
    const signedIn = token && (await useSession(ctx, token));
    if (signedIn) return signedIn.member;
  } catch {
    // same as none
  }
  return GUEST;
}

function notFound({ method }: Request): Response {
  const headers = { ...SAFE_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const text = "There is no such image.\n";
  if (method === "HEAD") Object.assign(headers, { "Content-Length": String(text.length) });
  return new Response(text, { status: 404, headers });
}
