import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer, type RequestListener } from "node:http";

import type { World } from "../world.ts";

/** What a provider says about somebody, besides the id. */
export interface Claims {
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
}

/** A real OpenID provider, where everybody may be anybody. */
export interface TestProvider extends AsyncDisposable {
  issuer: string;
  /** Settings that configure it under this name. */
  env(name: string): Record<string, string>;
  /** Allows redirects back to these sites. */
  admit(...callbacks: string[]): Promise<void>;
  /** By the id they sign in with. */
  people: Map<string, Claims>;
  /** Its signing key. */
  key: KeyObject;
  /** Changes its token responses; undefined for honest ones. */
  bend: ((body: TokenAnswer) => void) | undefined;
  /** Requested paths. */
  asked: string[];
}

export interface TokenAnswer {
  id_token: string;
}

type ProviderClass = new (
  issuer: string,
  settings: object,
) => {
  callback(): RequestListener;
  use(middleware: (ctx: { oidc?: { route: string }; body: TokenAnswer }, next: () => Promise<void>) => unknown): void;
};

/** It warns about being used like this. */
async function quietly<T>(work: () => T | Promise<T>): Promise<T> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { warn, info });
  }
}

const { default: Provider } = await quietly(
  () => import("oidc-provider" as string) as Promise<{ default: ProviderClass }>,
);

export const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
export const CLIENT = { client_id: "guffaw", client_secret: "a secret of guffaw's" };

export async function startProvider(): Promise<TestProvider> {
  const key = newKey();
  let listener: RequestListener = (_, response) => response.writeHead(503).end();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    listener(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // Guffaw is at localhost: another site, as in real life.
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const people = new Map<string, Claims>();
  const provider: TestProvider = {
    issuer,
    people,
    key,
    asked,
    bend: undefined,
    env: (name) => ({
      [`GUFFAW_OIDC_${name}_ISSUER`]: issuer,
      [`GUFFAW_OIDC_${name}_CLIENT_ID`]: CLIENT.client_id,
      [`GUFFAW_OIDC_${name}_CLIENT_SECRET`]: CLIENT.client_secret,
    }),
    async admit(...redirect_uris) {
      const settings = {
        clients: [{ ...CLIENT, redirect_uris }],
        jwks: { keys: [{ ...key.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" }] },
        cookies: { keys: ["for tests"] },
        claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email", "email_verified"] },
        findAccount: (_: unknown, accountId: string) => ({
          accountId,
          claims: async () => ({ sub: accountId, ...people.get(accountId) }),
        }),
        ttl: { AccessToken: 600, AuthorizationCode: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      };
      const real = await quietly(() => new Provider(issuer, settings));
      real.use(async (ctx, next) => {
        await next();
        if (ctx.oidc?.route === "token" && ctx.body?.id_token) provider.bend?.(ctx.body);
      });
      listener = real.callback();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}

/** A token with changed claims, signed with this key. */
export function reissue(token: string, key: KeyObject, change: object): string {
  const [head = "", payload = ""] = token.split(".");
  const claims = { ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object), ...change };
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

/** A browser without a window: cookies per host, forms as our own pages send them. */
export class Surfer {
  #cookies = new Map<string, Map<string, string>>();

  constructor(private world: World) {}

  get(url: string) {
    return this.#send(url, {});
  }

  post(url: string, fields: Record<string, string> = {}) {
    return this.#send(url, { method: "POST", body: new URLSearchParams(fields) });
  }

  cookie(name: string): string | undefined {
    return this.#jar(this.world.addresses.url).get(name);
  }

  setCookie(name: string, value: string) {
    this.#jar(this.world.addresses.url).set(name, value);
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path, this.world.addresses.url);
    const jar = this.#jar(url.href);
    const headers = {
      Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      "Sec-Fetch-Site": "same-origin",
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  #jar(url: string) {
    const { host } = new URL(url);
    return this.#cookies.get(host) ?? this.#cookies.set(host, new Map()).get(host)!;
  }

  /** The link on the page that answered a form. */
  static wayOut(response: Response): string {
    const [, url] = /^0; url=(.+)$/.exec(response.headers.get("refresh") ?? "") ?? [];
    if (!url) throw new Error(`It leads nowhere: ${response.status}`);
    return url;
  }

  /** Signs in there. Returns the address the provider sends the browser back to. */
  async visitProvider(start: string, login: string): Promise<string> {
    const { origin } = new URL(start);
    let response = await this.get(start);
    for (let step = 0; step < 12; step++) {
      const to = response.headers.get("location");
      if (to) {
        const url = new URL(to, origin);
        if (url.origin !== origin) return url.href;
        response = await this.get(url.href);
        continue;
      }
      const page = await response.text();
      const [, action] = /action="([^"]+)"/.exec(page) ?? [];
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (!action || !prompt) throw new Error(`The provider says ${response.status}: ${page.slice(0, 2000)}`);
      response = await this.post(new URL(action, origin).href, { prompt, login, password: "any" });
    }
    throw new Error("The provider leads nowhere.");
  }

  /** From our form to the provider and back. Returns our answer to that. */
  async travel(path: string, login: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.get(await this.visitProvider(Surfer.wayOut(await this.post(path, fields)), login));
  }
}
