export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

const START = 16;
const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, START));

/** The real format, whatever the name or stated type says; null for anything unsupported. */
export function sniffImage(bytes: Uint8Array): ImageFormat | null {
  const start = startOf(bytes);
  if (start.startsWith("ftypavif", 4)) return "avif";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  return null;
}

/** As phones of one make save their photographs. Its decoder is patented, so our image library has none. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(startOf(bytes).slice(4, 12));
