import type { Head } from "./read-head.ts";
import type { RequestBody } from "./request-body.ts";
import type { RequestHeaders } from "./request-headers.ts";

/** What a request can ask of its connection. */
export interface Peer {
  /** Remote address. */
  readonly address: string | undefined;
  /** Aborts once it is closed. */
  readonly gone: AbortSignal;
  /** Lets a slow sender or reader take this many seconds between two pieces. */
  waitFor(seconds: number): void;
}

/** One request. */
export class HttpRequest {
  constructor(
    private head: Pick<Head, "method" | "target" | "headers">,
    /** Undefined if it has none. */
    readonly body?: RequestBody,
    private peer?: Peer,
  ) {}

  get method(): string {
    return this.head.method;
  }

  /** Path and query as sent. */
  get target(): string {
    return this.head.target;
  }

  get headers(): RequestHeaders {
    return this.head.headers;
  }

  /** Whole address. Valid only if its host is. */
  get url(): string {
    return `http://${this.headers.get("host")}${this.target}`;
  }

  get address(): string | undefined {
    return this.peer?.address;
  }

  /** Aborts if the client has gone. */
  get signal(): AbortSignal {
    return this.peer?.gone ?? NEVER;
  }

  waitFor(seconds: number): void {
    this.peer?.waitFor(seconds);
  }
}

const NEVER = new AbortController().signal;
