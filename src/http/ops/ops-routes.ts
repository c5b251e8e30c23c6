import { isSignedBy, signatureOf } from "../../core/secrets.ts";
import { DomainError } from "../../errors.ts";
import { refuseUnknown } from "../answer-json.ts";
import type { Exchange } from "../exchange.ts";
import type { OpenRoute } from "../open-face.ts";
import type { Server } from "../server.ts";
import { single, textOf } from "./families.ts";
import type { Metrics } from "./metrics.ts";
import { readReadiness } from "./readiness.ts";
import { HttpResponse } from "../../wire/http-response.ts";

const PLAIN = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
const HEADERS = { "Content-Type": "application/json; charset=utf-8", ...PLAIN };
const AGAIN_HEADERS = { ...HEADERS, "Retry-After": "2" };

/** Liveness, which tells nothing that the site itself does not. */
const HEALTH: OpenRoute = {
  method: "GET",
  path: "/healthz",
  access: "anyone",
  handle: () => new HttpResponse('{"status":"ok"}', { headers: HEADERS }),
};

/** On the public port. If the operator has another port for the rest, nobody finds it here. */
export const publicOpsRoutes = (server: Server, metrics: Metrics): readonly OpenRoute[] =>
  server.services.config.ops.port === undefined ? opsRoutes(server, metrics) : [HEALTH];

/** For the operator's own machines: liveness, readiness, metrics. */
export function opsRoutes({ services, group }: Server, metrics: Metrics): readonly OpenRoute[] {
  const { token } = services.config.ops;
  const guarded = (path: string, answer: () => Promise<HttpResponse>): OpenRoute => ({
    method: "GET",
    path,
    access: "anyone",
    handle({ exchange }) {
      // Many proxies block these two for the world, and not all of them know what other spellings we take.
      if (exchange.path !== path) return refuseUnknown(exchange);
      if (token === undefined || isBearer(exchange, token)) return answer();
      throw new DomainError("not_signed_in", "This address needs the token of whoever runs this site.");
    },
  });
  return [
    HEALTH,
    guarded("/readyz", async () => {
      const state = await readReadiness(services, metrics, group);
      const ready = state.status === "ok";
      return new HttpResponse(JSON.stringify(state), {
        status: ready ? 200 : 503,
        headers: ready ? HEADERS : AGAIN_HEADERS,
      });
    }),
    guarded("/metrics", async () => {
      const headers = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", ...PLAIN };
      const [own, site, { status }] = await Promise.all([
        group.metrics(),
        metrics.site.read(),
        readReadiness(services, metrics, group),
      ]);
      const ready = single("guffaw_ready", "gauge", "1 while /readyz says ok, else 0.", Number(status === "ok"));
      return new HttpResponse(textOf([ready, ...own, ...site]), { headers });
    }),
  ];
}

function isBearer({ request }: Exchange, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return given !== undefined && isSignedBy(given, token, signatureOf(token, token));
}
