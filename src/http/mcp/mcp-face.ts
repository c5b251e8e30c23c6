import { z } from "zod";

import { type Actor, GUEST } from "../../core/ctx.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { DomainError } from "../../errors.ts";
import type { Picture } from "../../images/process.ts";
import { contextOf } from "../../services.ts";
import { admitCaller } from "../admission.ts";
import { answerJson, answerRefusal, PREFLIGHT_HEADERS } from "../answer-json.ts";
import { credentialOf } from "../credential.ts";
import { HttpError, refusal, refusalOf, type Refusal } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { isPicture, MAX_UPLOAD } from "../image-field.ts";
import { jsonArray, type Json } from "../json.ts";
import type { Face, Resource } from "../pipeline.ts";
import type { RouteBase } from "../route.ts";
import type { Router } from "../router.ts";
import type { Server } from "../server.ts";
import { errorFor, requestIn, resultFor, RPC, RpcError, type Request } from "./json-rpc.ts";
import type { McpCall } from "./mcp-call.ts";
import { answerRequest, VERSIONS } from "./mcp-methods.ts";
import { requireHonestPage } from "./page-origin.ts";
import { PICTURE } from "./posting-tools.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** Undefined if there is nothing to answer. */
type Answer = Json | undefined;
type McpRoute = RouteBase<McpCall, Answer>;

type Sent = {
  message?: unknown;
  /** Taken out of a large message. */
  image?: Picture | undefined;
};

/** Clients that name no version speak this one, the only one with batches. */
const BATCH_VERSION = "2025-03-26";
const MAX_BATCH = 20;
const NEEDS_KEY = "You need an API key. Send it in the Authorization header.";
const PREFLIGHT = {
  ...PREFLIGHT_HEADERS,
  "Access-Control-Allow-Headers": `${PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]}, MCP-Protocol-Version, Mcp-Session-Id`,
};

/**
 * For language models: the Model Context Protocol over HTTP, without sessions or streams. Keys and limits are those of
 * the API, and so is what they let people see.
 */
export class McpFace implements Face<McpRoute, McpCall, Answer> {
  readonly isApi = true;
  readonly isCounted = true;
  readonly writes = { readQuery: false, base64: true };

  readonly route: McpRoute = {
    method: "POST",
    path: "",
    access: "member",
    input: z.object({ message: z.unknown(), [PICTURE]: z.custom<Picture>(isPicture).optional() }),
    upload: {
      field: PICTURE,
      maxBytes: MAX_UPLOAD,
      objects: ["message"],
      inside: { field: "message", path: ["params", "arguments"] },
    },
    handle: (call, sent) => this.#read(call, sent),
  };

  constructor(private server: Server) {}

  async identify(exchange: Exchange, route: McpRoute | undefined): Promise<McpCall> {
    const { services, addresses } = this.server;
    const { database, cache, clock } = services;
    const key = credentialOf(exchange.request.headers);
    let actor: Actor = GUEST;
    let badKey: DomainError | undefined;
    try {
      if (key !== undefined) actor = exchange.member = await useKey({ db: database.db, cache }, key, clock());
    } catch (error) {
      // A guest, who is rate-limited first and refused then.
      if (!(error instanceof DomainError) || (route && error.code !== "bad_key")) throw error;
      badKey = error;
    }
    return { exchange, ctx: contextOf(services, actor), addresses, badKey };
  }

  allow({ exchange, badKey, addresses }: McpCall): undefined {
    requireHonestPage(exchange.request.headers, addresses.url);
    if (!exchange.member) throw badKey ?? new DomainError("not_signed_in", NEEDS_KEY);
  }

  handle(call: McpCall, route: McpRoute, input: Sent): Answer | Promise<Answer> {
    return route.handle(call, input);
  }

  #read(call: McpCall, { message, image }: Sent): Promise<Answer> {
    const version = call.exchange.request.headers.get("mcp-protocol-version") ?? BATCH_VERSION;
    if (Array.isArray(message) && version === BATCH_VERSION) return this.#answerBatch(call, message);
    const request = only(message);
    // The first message is what agrees on a version.
    if (!VERSIONS.includes(version) && request?.method !== "initialize")
      throw new HttpError(400, `This site speaks the versions ${VERSIONS.join(", ")} of the protocol.`);
    return this.#answerOne(call, request, image);
  }

  /** One after the other, each counted like a request of its own. */
  async #answerBatch(call: McpCall, messages: readonly unknown[]): Promise<Answer> {
    if (messages.length === 0 || messages.length > MAX_BATCH)
      throw new HttpError(400, `A batch has 1 to ${MAX_BATCH} messages.`);
    const answers: Json[] = [];
    for (const [i, message] of messages.entries()) {
      const answer = await this.#answerPart(call, message, i === 0);
      if (answer !== undefined) answers.push(answer);
    }
    return answers.length === 0 ? undefined : jsonArray(answers);
  }

  async #answerPart(call: McpCall, message: unknown, isCounted: boolean): Promise<Answer> {
    try {
      const request = requestIn(message);
      if (request?.method === "initialize") throw new RpcError(RPC.notAMessage, "Send initialize alone.");
      const { exchange, ctx } = call;
      try {
        if (!isCounted) admitCaller(this.server, exchange, ctx.now, this.isApi);
      } catch (error) {
        const refused = refusalOf(error);
        if (refused && request) return errorFor(request.id, RPC.refused, refused.message);
        throw error;
      }
      return await this.#answerOne(call, request);
    } catch (error) {
      if (error instanceof RpcError) return errorFor(null, error.code, error.message);
      throw error;
    }
  }

  async #answerOne(call: McpCall, request: Request | undefined, image?: Picture): Promise<Answer> {
    if (!request) return undefined;
    try {
      return resultFor(request.id, await answerRequest(this.server, call, request, image));
    } catch (error) {
      if (error instanceof RpcError) return errorFor(request.id, error.code, error.message);
      throw error;
    }
  }

  answer({ exchange }: McpCall, _: McpRoute, answer: Answer): HttpResponse | Promise<HttpResponse> {
    return answer === undefined ? answerJson(exchange, "", {}, 202) : answerJson(exchange, answer);
  }

  refuse(exchange: Exchange, _: McpCall | undefined, refused: Refusal, error?: unknown): HttpResponse {
    return answerRefusal(exchange, refused, errorFor(null, codeOf(refused, error), refused.message));
  }

  /** Browsers ask first whether a page of another site may call. */
  answerUnrouted(exchange: Exchange, resource: Resource | undefined): HttpResponse | Promise<HttpResponse> | undefined {
    if (exchange.method !== "OPTIONS") return undefined;
    return answerJson(exchange, "{}", { ...PREFLIGHT, ...(resource && { Allow: resource.allow }) });
  }

  /** Clients ask for a stream with GET, and end sessions with DELETE. We have neither. */
  refuseUnrouted({ exchange }: McpCall, resource: Resource | undefined): HttpResponse {
    const { allow } = resource!;
    return this.refuse(exchange, undefined, refusal("method_not_allowed", `Use ${allow} here.`, { Allow: allow }));
  }
}

/** A message that comes alone has to be one. */
function only(message: unknown): Request | undefined {
  try {
    return requestIn(message);
  } catch (error) {
    throw error instanceof RpcError ? new HttpError(400, error.message) : error;
  }
}

const UNREAD = new Set<string>(["error.body-not-json", "error.body-not-utf8"]);

function codeOf({ code }: Refusal, error: unknown): number {
  if (code === "internal") return RPC.internal;
  if (code !== "bad_input") return RPC.refused;
  const isUnread = error instanceof DomainError && UNREAD.has(error.userMessage?.key ?? "");
  return isUnread ? RPC.notJson : RPC.notAMessage;
}

/** `root` is the path of the site. */
export function mountMcp(router: Router, server: Server, root: string): void {
  const face = new McpFace(server);
  router.mount(face, { root: `${root}/mcp`, routes: [face.route], lane: "reads" });
}
