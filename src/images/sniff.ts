import { DomainError } from "../errors.ts";
import { isHeic, sniffImage, type ImageFormat } from "../shared/image-format.ts";
import { message } from "../words/messages.ts";

export function requireFormat(bytes: Uint8Array): ImageFormat {
  const format = sniffImage(bytes);
  if (!format) throw new DomainError("invalid", message(isHeic(bytes) ? "error.image-heic" : "error.image-format"));
  return format;
}

/** True for a still, lossless WebP, as drawings and screenshots often are. */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  for (const { name } of webpChunks(bytes)) {
    if (name === VP8L) return true;
    if (name === VP8 || name === ANMF) return false;
  }
  return false;
}

/** As they are read: four letters in one number. */
const [VP8L, VP8, ANMF] = ["VP8L", "VP8 ", "ANMF"].map((name) => Buffer.from(name).readUInt32LE());

export function* webpChunks(bytes: Uint8Array, from = 12, until?: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Nothing reads past the end that the file itself states.
  const to = Math.min(bytes.length, until ?? 8 + view.getUint32(4, true));
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at + 4, true);
    yield { name: view.getUint32(at, true), isFrame: view.getUint32(at, true) === ANMF, at: at + 8, size };
    at += 8 + size + (size % 2);
  }
}
