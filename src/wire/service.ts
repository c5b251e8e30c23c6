import type { HttpRequest } from "./http-request.ts";
import type { HttpResponse } from "./http-response.ts";
import type { WireError } from "./wire-error.ts";

/** What answers requests, and how long connections may be silent. */
export interface Service {
  readonly idleSeconds: number;
  answer(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** In place of an answer that cannot be sent. */
  failed(error: unknown): HttpResponse;
  /** To what is not a request, and where it came from. */
  refuse(error: WireError, address: string | undefined): HttpResponse;
  /** An error of the server itself, which has ended a connection. */
  broken(error: unknown): void;
}

/** What all connections of a server share. */
export interface Shared extends Service {
  /** Whole seconds since it was opened. */
  now: number;
  /** Requests that are being answered. */
  pending: number;
}
