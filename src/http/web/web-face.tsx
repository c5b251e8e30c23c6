import { DomainError } from "../../errors.ts";
import { withoutKeysIn } from "../../log.ts";
import { message } from "../../words/messages.ts";
import { answerRefusal, refuseUnknown } from "../answer-json.ts";
import { sendsKey } from "../credential.ts";
import { HttpError, type Refusal } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { SET_URL } from "../forwarded.ts";
import type { Face, Resource } from "../pipeline.ts";
import { formPageOf } from "./form-page.ts";
import { showAgain } from "./form-refusal.ts";
import { messageFor, MessagePage, NOT_FOUND, notFromHere, wrongMethod, type PageNotice } from "./notice-page.tsx";
import { goTo, json, show } from "./reply.ts";
import { isFromHere } from "./same-site.ts";
import { Visit } from "./visit.ts";
import type { WebRoute } from "./web-route.ts";
import type { Website } from "./website.ts";
import type { HttpRequest } from "../../wire/http-request.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** For people: a session says who is calling, and all answers are pages, or JSON for our own scripts. */
export class WebFace implements Face<WebRoute, Visit, HttpResponse> {
  readonly isApi = false;
  readonly isCounted = true;
  // Only the form itself counts: a query that somebody was lured to adds nothing.
  readonly writes = { readQuery: false, base64: false };

  constructor(private website: Website) {}

  identify(exchange: Exchange, route: WebRoute | undefined): Promise<Visit> {
    return Visit.open(exchange, this.website, route && formPageOf(route.path, exchange.params));
  }

  allow(visit: Visit, { method, access, fromAnywhere }: WebRoute): HttpResponse | undefined {
    const writes = method === "POST";
    // Before anything else: what another site makes a browser send is not what the person wants.
    const isOurs = fromAnywhere || isFromHere(visit.request.headers, new URL(visit.site.url).origin);
    if (writes && !isOurs) return refuseStranger(visit);
    if (access === "anyone" || visit.me) return undefined;
    if (visit.wantsJson) throw new DomainError("not_signed_in", message("error.sign-in-first"));
    return goTo(visit, `/sign-in?next=${encodeURIComponent(writes ? cameFrom(visit) : visit.here)}`);
  }

  async handle(visit: Visit, route: WebRoute, input: Record<string, unknown>): Promise<HttpResponse> {
    try {
      return await route.handle(visit, input);
    } catch (error) {
      return await showAgain(visit, route, input, error);
    }
  }

  answer(_: Visit, { restorable }: WebRoute, response: HttpResponse): HttpResponse {
    if (restorable && response.status === 200) response.headers.set("Cache-Control", "private, no-cache");
    return response;
  }

  /** Errors are shown as pages, and to scripts as one sentence. */
  refuse(exchange: Exchange, visit: Visit | undefined, refusal: Refusal, error: unknown): HttpResponse {
    if (!visit) return answerRefusal(exchange, refusal);
    const isForVisitors = error instanceof HttpError || (error instanceof DomainError && !error.isOutage);
    const sentence = isForVisitors ? (error.userMessage ?? error.message) : undefined;
    const notice = messageFor(refusal.status, sentence, exchange.requestId);
    if (visit.wantsJson) {
      const said = { error: visit.words.translate(notice.text) };
      return json(visit, said, refusal.status, refusal.headers);
    }
    return showNotice(visit, notice, refusal.headers);
  }

  /** A program that requests a missing page may mean another version of the API. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | undefined {
    return !resource && isProgram(exchange.request) ? refuseUnknown(exchange) : undefined;
  }

  refuseUnrouted(visit: Visit, resource: Resource | undefined): HttpResponse {
    if (!resource) return showNotice(visit, NOT_FOUND);
    visit.formPage = formPageOf(resource.path, visit.exchange.params);
    // People who reload the address of a refused form, or return to it later, find the form.
    const { method } = visit.request;
    if (method === "GET" || method === "HEAD") return goTo(visit, visit.formPage);
    return showNotice(visit, wrongMethod(resource.allow), { Allow: resource.allow });
  }
}

const showNotice = (visit: Visit, notice: PageNotice, headers: Record<string, string> = {}) =>
  show(visit, <MessagePage frame={visit.frame} message={notice} />, notice.status, headers);

/** Sends a key, or accepts JSON and not HTML. */
const isProgram = ({ headers }: HttpRequest) =>
  sendsKey(headers) || /^(?!.*text\/html).*application\/json/.test(headers.get("accept") ?? "");

function refuseStranger(visit: Visit): HttpResponse {
  const notice = notFromHere(visit.site.url);
  logStranger(visit);
  if (visit.wantsJson) return json(visit, { error: visit.words.translate(notice.text) }, 403);
  return showNotice(visit, notice);
}

/** Characters of a header that are logged. */
const MAX_LOGGED = 200;

/** Usually the operator has forgotten GUFFAW_URL, or people use another address than it says. */
function logStranger({ request: { headers }, site, exchange, website }: Visit) {
  // Left out if absent: "none" and "null" are real values of these headers.
  const logged = (name: Lowercase<string>) => {
    const value = headers.get(name);
    return value === null ? undefined : withoutKeysIn(value.slice(0, MAX_LOGGED));
  };
  const hint = website.services.config.url === undefined ? { hint: SET_URL } : {};
  website.services.log.warn("a form was refused: it did not come from our own pages", {
    request: exchange.requestId,
    route: exchange.route,
    origin: logged("origin"),
    sec_fetch_site: logged("sec-fetch-site"),
    expected: new URL(site.url).origin,
    ...hint,
  });
}

/** The page the form was on. */
function cameFrom({ request, site }: Visit): string {
  const from = request.headers.get("referer");
  return from && URL.canParse(from) && new URL(from).origin === new URL(site.url).origin ? new URL(from).pathname : "";
}
