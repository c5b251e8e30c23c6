export type ImageFormat = "jpeg" | "png" | "webp" | "gif";

/** What the bytes are, whatever their name or stated type says; null for anything we do not take. */
export function sniffImage(bytes: Uint8Array): ImageFormat | null {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  return null;
}

/** True for a still WebP whose pixels are stored losslessly, as drawings and screenshots often are. */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = Buffer.from(bytes.subarray(at, at + 4)).toString("latin1");
    if (name === "VP8L") return true;
    if (name === "VP8 " || name === "ANMF") return false;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return false;
}
