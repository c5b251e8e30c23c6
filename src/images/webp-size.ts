/** How many of a WebP's first bytes are needed to know its size. */
export const WEBP_HEADER = 30;

export interface Size {
  width: number;
  height: number;
}

/** Canvas size of a WebP, from its first bytes; undefined for anything else. */
export function webpSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < WEBP_HEADER) return undefined;
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, WEBP_HEADER);
  if (header.toString("latin1", 0, 4) !== "RIFF" || header.toString("latin1", 8, 12) !== "WEBP") return undefined;
  switch (header.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = header.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
}
