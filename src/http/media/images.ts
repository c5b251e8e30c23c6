import type { Context, Hono } from "hono";

import { canSee, isSuspended } from "../../core/access.ts";
import type { Actor } from "../../core/ctx.ts";
import { isId } from "../../core/ids.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { imagePath, keyOf, RENDITIONS, typeOf } from "../../core/memes/renditions.ts";
import { findMeme } from "../../data/memes.ts";
import { useSession } from "../../core/sessions/session.ts";
import type { Addresses } from "../../config.ts";
import { contextOf, type Services } from "../../services.ts";
import { matchesEtag } from "../answer.ts";
import type { Env } from "../api.ts";
import { credentialOf } from "../credential.ts";
import { readOnly } from "../ops/routes.ts";
import { sessionTokenOf } from "../session-cookie.ts";
import { rangeOf } from "./range.ts";

// Nothing in an image may ever run, whatever a browser takes it for.
const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};
// For the browsers that were shown it: a cache between us and them would go on showing what was hidden since.
const FOREVER = "private, max-age=31536000, immutable";

/** Images need no key. Who may see the meme may see the image, decided anew at each request, before any ETag counts. */
export function mountImages(app: Hono<Env>, root: string, services: Services, addresses: Addresses): void {
  readOnly(app, `${root}/i/:id/:file`);
  app.get(`${root}/i/:id/:file`, async (c) => {
    c.env.route = `${root}/i/{id}/{file}`;
    const { id, file } = c.req.param();
    const meme = isId(id) ? await findMeme(services.database.db, id) : undefined;
    const which = meme && RENDITIONS.find((one) => imagePath(meme, one) === `/i/${id}/${file}`);
    // Who it is matters only where not everybody may see it. What does not exist takes the same way as what is hidden.
    const actor = meme && which && !meme.disabled ? GUEST : await actorOf(c, services, addresses);
    if (!meme || !which || !canSee(actor, meme)) return notFound(c);

    const etag = `"${meme.image.hash.slice(0, 16)}-${which}"`;
    const headers: Record<string, string> = {
      ...SAFE_HEADERS,
      "Content-Type": typeOf(meme.image, which),
      "Cache-Control": meme.disabled ? "private, no-store" : FOREVER,
      "Accept-Ranges": "bytes",
      "Last-Modified": new Date(meme.createdAt).toUTCString(),
      ETag: etag,
    };
    const known = c.req.header("if-none-match");
    if (known !== undefined && matchesEtag(known, etag)) return new Response(null, { status: 304, headers });

    const stored = await services.storage.open(keyOf(meme.image, which));
    if (!stored) {
      services.log.error("an image is missing in the storage", { meme: id, rendition: which });
      return notFound(c);
    }
    const range = rangeOf(c.req.header("range"), c.req.header("if-range"), etag, stored.size);
    if (range === "unsatisfiable")
      return new Response(null, {
        status: 416,
        headers: { ...headers, "Cache-Control": "no-store", "Content-Range": `bytes */${stored.size}` },
      });
    const { start, end } = range ?? { start: 0, end: stored.size };
    headers["Content-Length"] = String(end - start);
    if (range) headers["Content-Range"] = `bytes ${start}-${end - 1}/${stored.size}`;
    const body = c.req.method === "HEAD" ? null : stored.slice(start, end);
    return new Response(body, { status: range ? 206 : 200, headers });
  });
}

/** A key or a session tells the author of a disabled meme; a wrong one makes a guest, because nothing here asks for it. */
async function actorOf(c: Context<Env>, services: Services, addresses: Addresses): Promise<Actor> {
  const { database, cache, clock } = services;
  try {
    const key = credentialOf(c.req.raw.headers);
    if (key) {
      const member = await useKey({ db: database.db, cache }, key, clock());
      if (!isSuspended(member.user, clock())) return member;
    }
    const token = sessionTokenOf(c.req.raw, addresses, services.config);
    const signedIn = token && (await useSession(contextOf(services, GUEST), token));
    if (signedIn) return signedIn.member;
  } catch {
    // as good as none
  }
  return GUEST;
}

const GUEST: Actor = { kind: "guest" };

function notFound(c: Context<Env>): Response {
  const headers = { ...SAFE_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const text = "There is no such image.\n";
  if (c.req.method === "HEAD") Object.assign(headers, { "Content-Length": String(text.length) });
  return new Response(text, { status: 404, headers });
}
