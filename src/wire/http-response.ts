import { ResponseHeaders, type HeaderBlock } from "./response-headers.ts";

/** Whose bytes are asked for only when they are sent. */
export interface Written {
  readonly bytes: Uint8Array;
}

/** What is sent piece by piece. */
export type Long = Blob | ReadableStream<Uint8Array | string>;

export type Content = string | Uint8Array | Written | Long | null;

export const isLong = (body: Content): body is Long => body instanceof Blob || body instanceof ReadableStream;

/** All of it. Throws if it was written and is no longer there. */
export function bytesOf(body: Exclude<Content, Long>): Uint8Array | undefined {
  if (body === null) return undefined;
  if (typeof body === "string") return Buffer.from(body);
  return body instanceof Uint8Array ? body : body.bytes;
}

export interface ResponseOptions {
  status?: number;
  headers?: HeaderBlock | Readonly<Record<string, string>>;
}

/** For a body that nobody will read. */
export function cancel(body: Content): void {
  if (body instanceof ReadableStream && !body.locked) body.cancel().catch(() => {});
}

/** One answer. */
export class HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The connection ends with it. */
  closes = false;

  constructor(
    readonly body: Content,
    { status = 200, headers }: ResponseOptions = {},
  ) {
    this.status = status;
    this.headers = new ResponseHeaders(headers);
  }
}
