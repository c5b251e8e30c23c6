import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";

export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

/** The real format, whatever the name or stated type says; null for anything unsupported. */
export function sniffImage(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("ftypavif", 4)) return "avif";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  return null;
}

export function requireFormat(bytes: Uint8Array): ImageFormat {
  const format = sniffImage(bytes);
  if (!format) throw new DomainError("invalid", message(isHeic(bytes) ? "error.image-heic" : "error.image-format"));
  return format;
}

/** As phones of one make save their photographs. Its decoder is patented, so our image library has none. */
const isHeic = (bytes: Uint8Array) =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(Buffer.from(bytes.subarray(4, 12)).toString("latin1"));

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
