import type { Context } from "hono";

import type { Addresses } from "../../config.ts";
import { matchesEtag } from "../answer.ts";
import type { Env } from "../api.ts";
import type { Asset } from "./assets.ts";
import { chooseEncoding, encodedOf, type Encoded } from "./encoding.ts";

const FOREVER = "public, max-age=31536000, immutable";

/** A page, rendered: its bytes and the hash that tells it from another. */
export interface Page extends Encoded {
  hash: string;
}

export function pageOf(html: unknown): Page {
  const encoded = encodedOf(`<!doctype html>${String(html)}`);
  return { ...encoded, hash: Bun.hash(encoded.bytes).toString(36) };
}

const originOf = (address: string) => new URL(address).origin;

/** Nothing but our own files may run, show or be called; the API may be on other origins, and is ours too. */
export function pageHeaders({ url, apiUrl, oldApiUrl }: Addresses): Record<string, string> {
  const others = new Set([apiUrl, oldApiUrl].map(originOf).filter((one) => one !== originOf(url)));
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      ["connect-src 'self'", ...others].join(" "),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}

export function answerPage(c: Context<Env>, page: Page, headers: Record<string, string>, status = 200): Response {
  const cache = status === 200 ? "no-cache" : "no-store";
  return answer(c, page, { ...headers, "Cache-Control": cache }, status);
}

/** Kept for ever where the address names this very content; an address of another version gets this one, unkept. */
export function answerAsset(c: Context<Env>, { asset, exact }: { asset: Asset; exact: boolean }): Response {
  return answer(c, asset, {
    "Content-Type": asset.type,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": exact ? FOREVER : "no-store",
  });
}

function answer(c: Context<Env>, page: Page, given: Record<string, string>, status = 200): Response {
  const request = c.req.raw;
  const { body, headers: chosen } = chooseEncoding(request, page, page.hash);
  const headers: Record<string, string> = { ...given, ...chosen };
  const known = request.headers.get("if-none-match");
  if (status === 200 && known !== null && matchesEtag(known, chosen.ETag))
    return new Response(null, { status: 304, headers });
  headers["Content-Length"] = String(body.byteLength);
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}
