import type { Context, Hono } from "hono";
import { z } from "zod";

import { requireAccess } from "../../core/access.ts";
import { DomainError, isOutage } from "../../errors.ts";
import { withoutKeysIn } from "../../log.ts";
import { message } from "../../words/messages.ts";
import { nothingHere, type ApiParts, type Env } from "../api.ts";
import { sendsKey } from "../credential.ts";
import { SET_URL } from "../forwarded.ts";
import { HttpError, refusalOf } from "../errors.ts";
import { queryOf, readInput } from "../input.ts";
import { answerPlainly } from "../plain-refusal.ts";
import { RateLimiter } from "../rate-limit.ts";
import { announcedLength, tooLarge } from "../read-body.ts";
import { MAX_BYTES } from "../route.ts";
import { answerAsset } from "./answer.ts";
import { findAsset, loadAssets } from "./assets.ts";
import { KeptPages } from "./kept-pages.ts";
import { openProviders } from "./integrations/provider.ts";
import { messageFor, MessagePage, NOT_FOUND, notFromHere, wrongMethod, type PageNotice } from "./notice-page.tsx";
import { showAgain } from "./form-refusal.ts";
import { noteFailure } from "./note-failure.ts";
import { isFromHere } from "./same-site.ts";
import { PasswordLimits } from "./sign-in/password-limits.ts";
import { siteRoutes } from "./site-routes.tsx";
import { Visit, type WebParts } from "./visit.ts";
import type { WebRoute } from "./web-route.ts";

/** Characters of a header that are logged. */
const MAX_HEARD = 200;
const NO_INPUT = z.object({});

/** The website's pages; returns its answer to an address that nobody knows. */
export function mountPages(
  app: Hono<Env>,
  root: string,
  { services, addresses, uploads, live, gate, proxy, guests, describeApi }: ApiParts,
) {
  const limits = new PasswordLimits(services.clock);
  const { rateLimit } = services.config;
  const writes = rateLimit && new RateLimiter(rateLimit);
  const providers = openProviders(services);
  const parts: WebParts = {
    services,
    addresses,
    root,
    limits,
    writes,
    uploads,
    live,
    gate,
    kept: new KeptPages(),
    proxy,
    providers,
    describeApi,
  };
  const byPath = Map.groupBy(siteRoutes, ({ path }) => path);
  for (const [path, routes] of byPath) {
    const formPage = routes.find((one) => one.formPage)?.formPage ?? pageAbove(path);
    app.all(root + path.replace(/\{(\w+)\}/g, ":$1") || "/", async (c) => {
      c.env.route = root + path || "/";
      const visit = await Visit.open(c, parts);
      const seconds = visit.me ? undefined : guests.count(c.req.raw, c.env);
      if (seconds !== undefined) return tooManyGuests(c, seconds);
      visit.formPage =
        formPage.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(visit.param(name))) || "/";
      const method = c.req.method === "HEAD" ? "GET" : c.req.method;
      const route = routes.find((one) => one.method === method);
      try {
        if (route) return await answer(visit, route);
        // Who reloads a refused form by its address, or comes back to it later, finds the form.
        if (method === "GET") return visit.goTo(visit.formPage);
        return visit.show(say(visit, wrongMethod(routes)), 405, allow(routes));
      } catch (error) {
        return refuse(visit, error);
      }
    });
  }
  const notFound = async (c: Context<Env>) => {
    // Of another version of the API, for one.
    if (isProgram(c.req.raw)) return nothingHere(c.req.raw, c.env);
    const visit = await Visit.open(c, parts);
    const seconds = visit.me ? undefined : guests.count(c.req.raw, c.env);
    return seconds === undefined ? visit.show(say(visit, NOT_FOUND), 404) : tooManyGuests(c, seconds);
  };
  app.get(`${root}/assets/:file`, async (c) => {
    c.env.route = `${root}/assets/{file}`;
    const found = findAsset(await loadAssets(), c.req.param("file"));
    return found ? answerAsset(c, found) : notFound(c);
  });
  return notFound;
}

const tooManyGuests = (c: Context<Env>, retryAfter: string) =>
  answerPlainly(
    c.req.raw,
    c.env,
    { code: "too_many", title: "message.too-many", text: "error.many-requests", retryAfter },
    false,
  );

/** Sends a key, or asks for JSON and not for pages. */
const isProgram = ({ headers }: Request) =>
  sendsKey(headers) || /^(?!.*text\/html).*application\/json/.test(headers.get("accept") ?? "");

const PAGES = new Set(siteRoutes.filter(({ method }) => method === "GET").map(({ path }) => path));

/** The path itself where there is a page, or else the nearest one that it begins with. */
const pageAbove = (path: string): string =>
  path === "" || PAGES.has(path) ? path : pageAbove(path.slice(0, path.lastIndexOf("/")));

async function answer(visit: Visit, route: WebRoute): Promise<Response> {
  const { request, site } = visit;
  const writes = route.method === "POST";
  // Before anything else: what another site makes a browser send is not what the person wants.
  if (writes && !isFromHere(request.headers, new URL(site.url).origin)) {
    const message = notFromHere(site.url);
    logStranger(visit);
    if (visit.wantsJson) return visit.json({ error: visit.words.translate(message.text) }, 403);
    return visit.show(say(visit, message), 403);
  }
  if (route.access !== "anyone" && !visit.me) {
    if (visit.wantsJson) throw new DomainError("not_signed_in", message("error.sign-in-first"));
    return visit.goTo(`/sign-in?next=${encodeURIComponent(writes ? cameFrom(visit) : visit.here)}`);
  }
  requireAccess(visit.actor, route, visit.ctx.now);
  if (writes && visit.me) countWrite(visit);
  const maxBytes = route.upload?.maxBytes ?? MAX_BYTES;
  const announced = announcedLength(request);
  if (writes && announced !== undefined && announced > maxBytes) throw tooLarge(maxBytes);
  using place = route.upload && visit.parts.uploads.enter(visit.me?.id ?? "", announced);
  const file = route.upload && { field: route.upload.field, base64: false };
  const limits = { maxBytes, place, file, connection: visit.c.env };
  // What a form means is in the form alone: an address that somebody was lured to adds nothing.
  const query = writes ? new Map() : queryOf(request.url);
  const input = await readInput(route.input ?? NO_INPUT, request, query, limits);
  if (writes && !route.upload) await visit.parts.gate.writes.admit(visit.c.env);
  try {
    return await route.handle(visit, input);
  } catch (error) {
    return await showAgain(visit, route, input, error);
  }
}

/** Most often the operator has forgotten GUFFAW_URL, or people come by another address than it says. */
function logStranger({ request: { headers }, site, c, parts }: Visit) {
  const heard = (name: string) => withoutKeysIn((headers.get(name) ?? "none").slice(0, MAX_HEARD));
  const hint = parts.services.config.url === undefined ? { hint: SET_URL } : {};
  parts.services.log.warn("a form was refused: it did not come from our own pages", {
    request: c.env.requestId,
    route: c.env.route,
    origin: heard("origin"),
    sec_fetch_site: heard("sec-fetch-site"),
    expected: new URL(site.url).origin,
    ...hint,
  });
}

/** As much as the API allows, counted apart: whoever holds a stolen key must not keep its owner from revoking it. */
function countWrite({ parts, me, ctx }: Visit) {
  const verdict = parts.writes?.take(me!.id, ctx.now);
  if (verdict?.allowed === false)
    throw new DomainError("too_many", message("error.too-much-at-once"), { retryAfter: Number(verdict.retryAfter) });
}

/** The page that the form was on. */
function cameFrom({ request, site }: Visit): string {
  const from = request.headers.get("referer");
  return from && URL.canParse(from) && new URL(from).origin === new URL(site.url).origin ? new URL(from).pathname : "";
}

const say = (visit: Visit, message: PageNotice) => <MessagePage frame={visit.frame} message={message} />;

const allow = (routes: WebRoute[]) => ({
  Allow: routes.map(({ method }) => (method === "GET" ? "GET, HEAD" : method)).join(", "),
});

/** Whatever goes wrong with a page is told as a page too, and to a script in one sentence. */
function refuse(visit: Visit, error: unknown): Response {
  const refusal = refusalOf(error);
  // Nobody has to fix anything when the site is merely busy.
  if (!refusal || isOutage(error)) noteFailure(visit, error);
  const status = refusal?.status ?? 500;
  const isForVisitors = error instanceof HttpError || (error instanceof DomainError && !error.isOutage);
  const sentence = isForVisitors ? (error.userMessage ?? error.message) : undefined;
  const message = messageFor(status, sentence, visit.c.env.requestId);
  if (visit.wantsJson) return visit.json({ error: visit.words.translate(message.text) }, status);
  return visit.show(say(visit, message), status, refusal?.headers);
}
