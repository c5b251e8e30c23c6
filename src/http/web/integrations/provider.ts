import * as oauth from "oauth4webapi";

import type { ServiceConfig } from "../../../config/sign-in-services.ts";
import type { Identity } from "../../../core/integrations/identity.ts";
import { DomainError } from "../../../errors.ts";
import type { Services } from "../../../services.ts";
import { message, type Message } from "../../../words/messages.ts";
import { DIALECTS, fetchLittle, Unusable, type Claims, type Dialect, type How } from "./provider-dialects.ts";

/** Timeout per answer of a service. A sign-in needs few of them. */
const PATIENCE_MS = 5000;
/** How long a failed service is left alone. Visitors are told at once meanwhile. */
const REST_MS = 5000;
const DISCOVERY_MS = 3_600_000;

/** What we need to know when the browser returns. */
interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The cause is logged; the visitor sees one sentence. */
export class ServiceError extends DomainError {
  constructor(code: "unavailable" | "invalid", sentence: Message, cause: unknown) {
    super(code, sentence);
    this.cause = cause;
  }
}

export const openProviders = ({ config, clock }: Pick<Services, "config" | "clock">): ReadonlyMap<string, Provider> =>
  new Map(config.services.map((service) => [service.name, new Provider(service, clock)]));

/** A sign-in service. Discovers its metadata when first needed, and caches it for a while. */
export class Provider {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly #dialect: Dialect;
  readonly #client: oauth.Client;
  /** Always with a timeout, and over plain http only on this machine. */
  readonly #how: How;
  #found: { server: Promise<oauth.AuthorizationServer>; until: number } | undefined;

  constructor(
    private config: ServiceConfig,
    private clock: () => number,
  ) {
    this.name = config.name;
    this.label = config.label;
    this.issuer = config.issuer;
    this.#dialect = DIALECTS[config.kind];
    this.#client = { client_id: config.clientId };
    this.#how = {
      signal: () => AbortSignal.timeout(PATIENCE_MS),
      [oauth.customFetch]: fetchLittle,
      [oauth.allowInsecureRequests]: config.issuer.startsWith("http:"),
    };
  }

  /** Concurrent callers share one request. */
  discover(): Promise<oauth.AuthorizationServer> {
    const now = this.clock();
    if (this.#found && this.#found.until > now) return this.#found.server;
    const found = { server: this.#dialect.discover(this.config, this.#how), until: now + DISCOVERY_MS };
    found.server = found.server.catch((error: unknown) => {
      found.until = this.clock() + REST_MS;
      throw this.#isDown(error);
    });
    this.#found = found;
    return found.server;
  }

  /** Checks that it describes itself, and that its sign-in address answers. */
  async probe(): Promise<void> {
    const server = await this.discover();
    const [method, redirect, signal] = ["HEAD", "manual", this.#how.signal()] as const;
    await fetch(server.authorization_endpoint!, { method, redirect, signal }).catch((error: unknown) => {
      throw this.#isDown(error);
    });
  }

  /** The address to send the browser to. */
  async depart(callback: string): Promise<Secrets & { url: URL }> {
    const server = await this.discover();
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(server.authorization_endpoint!);
    const asked = {
      client_id: this.#client.client_id,
      redirect_uri: callback,
      response_type: "code",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...this.#dialect.asks(nonce),
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return { url, state, nonce, verifier };
  }

  /** The identity that came back. Anything that is not exactly right is refused. */
  async arrive(parameters: URLSearchParams, callback: string, secrets: Secrets): Promise<Identity> {
    const server = await this.discover();
    try {
      return {
        service: this.name,
        ...tidy(this.issuer, await this.#ask(server, parameters, callback, secrets)),
      };
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied")
        throw new DomainError("not_allowed", message("error.service-denied", { service: this.label }));
      if (!ODD.some((kind) => error instanceof kind)) throw this.#isDown(error);
      throw new ServiceError("invalid", message("error.service-odd", { service: this.label }), error);
    }
  }

  async #ask(server: oauth.AuthorizationServer, parameters: URLSearchParams, callback: string, secrets: Secrets) {
    const { state, nonce, verifier } = secrets;
    const [client, how] = [this.#client, this.#how];
    const given = oauth.validateAuthResponse(server, client, parameters, state);
    const proof = this.#dialect.prove(server, this.config.clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(server, client, proof, given, callback, verifier, how);
    return this.#dialect.identify({ server, client, response, nonce, how });
  }

  #isDown(error: unknown) {
    return new ServiceError("unavailable", message("error.service-down", { service: this.label }), error);
  }
}

/** It answered, but not in a way we can trust. */
const ODD = [
  oauth.AuthorizationResponseError,
  oauth.OperationProcessingError,
  oauth.ResponseBodyError,
  oauth.UnsupportedOperationError,
  oauth.WWWAuthenticateChallengeError,
  Unusable,
];

const MAX_ID = 255;
const MAX_NAME = 200;

/** A name there can be anything; here it is one line of text. An invalid id is refused. */
function tidy(issuer: string, { id, account, name }: Claims): Omit<Identity, "service"> {
  if (typeof id !== "string" || id === "" || id.length > MAX_ID || !id.isWellFormed() || /\p{Cc}/u.test(id))
    throw new Unusable("the id of the account cannot be used");
  const called = oneLine(account);
  // An account whose name is taken is listed by its subject, so no name may look like one.
  const isName = called !== "" && !called.startsWith(`${issuer} `);
  // The same id may be another person at another issuer.
  return { subject: `${issuer} ${id}`, account: isName ? called : id, name: oneLine(name) || undefined };
}

const oneLine = (text: unknown) =>
  typeof text === "string" ? [...plainText(text)].slice(0, MAX_NAME).join("").trim() : "";

const plainText = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .normalize("NFC");
