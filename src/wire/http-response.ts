import { ResponseHeaders, type HeaderBlock } from "./response-headers.ts";

/** Files are sent piece by piece, and so are streams. */
export type Content = string | Uint8Array | Blob | ReadableStream<Uint8Array | string> | null;

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
