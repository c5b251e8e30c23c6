import * as oauth from "oauth4webapi";

import type { ServiceConfig } from "../../../config/sign-in-services.ts";
import { tracedFetch } from "../../../tracing/traced-fetch.ts";

/** What a service says about somebody: anything at all. */
export interface Claims {
  id: unknown;
  account: unknown;
  name?: unknown;
}

/** Limits on one request: time, size and destination. */
export interface How {
  signal: () => AbortSignal;
  [oauth.customFetch]: typeof fetchLittle;
  [oauth.allowInsecureRequests]: boolean;
}

/** Ten times the longest honest answer, a list of keys. */
const MAX_BYTES = 1_000_000;

/** However much the service sends, only a little of it is ever in memory. */
export async function fetchLittle(url: string, init: object): Promise<Response> {
  const response = await tracedFetch(url, init as RequestInit);
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) controller.error(new Unusable("its answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(counted), { status, headers });
}

interface Answer {
  server: oauth.AuthorizationServer;
  client: oauth.Client;
  /** Response to the code exchange. */
  response: Response;
  nonce: string;
  how: How;
}

/** How to talk to one kind of service. */
export interface Dialect {
  /** Authorization parameters, besides those of OAuth 2. */
  asks(nonce: string): Record<string, string>;
  discover(config: ServiceConfig, how: How): Promise<oauth.AuthorizationServer>;
  /** Client authentication. */
  prove(server: oauth.AuthorizationServer, secret: string | undefined): oauth.ClientAuth;
  identify(answer: Answer): Promise<Claims>;
}

const oidc: Dialect = {
  // The e-mail address only names an account that has no better name. It never identifies anybody.
  asks: (nonce) => ({ scope: "openid profile email", nonce }),
  async discover({ issuer }, how) {
    const url = new URL(issuer);
    const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, how));
    oauth.checkProtocol(new URL(server.authorization_endpoint!), url.protocol === "https:");
    return server;
  },
  prove: ({ token_endpoint_auth_methods_supported: ways = ["client_secret_basic"] }, secret) => {
    if (secret === undefined) return oauth.None();
    return ways.includes("client_secret_basic") ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
  },
  async identify({ server, client, response, nonce, how }) {
    const expected = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
    await oauth.validateApplicationLevelSignature(server, response, how);
    const token = oauth.getValidatedIdTokenClaims(tokens)!;
    const isEnough = typeof token.preferred_username === "string" || token.sub === "";
    if (isEnough || !server.userinfo_endpoint) return claimsOf(token.sub, token);
    const asked = await oauth.userInfoRequest(server, client, tokens.access_token, how);
    const info = await oauth.processUserInfoResponse(server, client, token.sub, asked);
    return claimsOf(token.sub, { ...token, ...info });
  },
};

const claimsOf = (id: string, claims: Record<string, unknown>): Claims => ({
  id,
  account: claims.preferred_username ?? (claims.email_verified === true ? claims.email : undefined),
});

interface Places extends oauth.AuthorizationServer {
  userinfo_endpoint: string;
}

/** Plain OAuth 2: no discovery and no ID token. The identity is requested with the access token. */
function plain(
  asked: Record<string, string>,
  places: (base: string) => Places,
  read: (user: Record<string, unknown>) => Claims,
): Dialect {
  return {
    asks: () => asked,
    discover: async ({ issuer }) => places(issuer.replace(/\/+$/, "")),
    prove: (_, secret) => (secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret)),
    async identify({ server, client, response, how }) {
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
      const url = new URL(server.userinfo_endpoint!);
      const headers = new Headers({ Accept: "application/json" });
      const answer = await oauth.protectedResourceRequest(tokens.access_token, "GET", url, headers, null, how);
      if (answer.status !== 200) throw new Unusable(`asked who it is, it answered ${answer.status}`);
      return read((await answer.json()) as Record<string, unknown>);
    },
  };
}

/** An answer that identifies nobody. */
export class Unusable extends Error {
  override name = "Unusable";
}

const github = plain(
  {},
  (base) => ({
    issuer: `${base}/login/oauth`,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
    userinfo_endpoint: base === "https://github.com" ? "https://api.github.com/user" : `${base}/api/v3/user`,
  }),
  ({ id, login }) => ({ id: Number.isSafeInteger(id) ? String(id) : undefined, account: login }),
);

const discord = plain(
  { scope: "identify" },
  (base) => ({
    issuer: base,
    authorization_endpoint: `${base}/oauth2/authorize`,
    token_endpoint: `${base}/api/oauth2/token`,
    userinfo_endpoint: `${base}/api/users/@me`,
  }),
  ({ id, username }) => ({ id, account: id, name: username }),
);

export const DIALECTS: Record<ServiceConfig["kind"], Dialect> = { oidc, github, discord };
