/** A body, and the same in fewer bytes for whoever can unpack it. */
export interface Encoded {
  bytes: Uint8Array<ArrayBuffer>;
  /** Undefined for what is packed in itself. */
  gzip: Uint8Array<ArrayBuffer> | undefined;
}

const text = new TextEncoder();

export const gzipOf = (bytes: Uint8Array<ArrayBuffer>, level: 5 | 9 = 9) => Bun.gzipSync(bytes, { level });

export function encodedOf(page: string, level: 5 | 9): Encoded {
  const bytes = text.encode(page);
  return { bytes, gzip: gzipOf(bytes, level) };
}

/** Chosen by Accept-Encoding; each form has its own ETag, because they are different bytes. */
export function chooseEncoding(request: Request, { bytes, gzip }: Encoded, hash: string) {
  const header = request.headers.get("accept-encoding") ?? "";
  const packed = gzip !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(header);
  const shared = { Vary: "Accept-Encoding", ETag: packed ? `"${hash}-gz"` : `"${hash}"` };
  return packed ? { body: gzip, headers: { ...shared, "Content-Encoding": "gzip" } } : { body: bytes, headers: shared };
}
