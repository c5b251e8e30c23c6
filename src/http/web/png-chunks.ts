const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** In our icons: for each colour of the palette, how much of it is the accent, from 0 to 255. */
export const SHARES = "acCt";

export interface PngChunk {
  type: string;
  /** A view of the file's own bytes. */
  data: Uint8Array;
  /** Type and data, which the checksum is about, and the checksum. */
  body: Uint8Array;
  sum: Uint8Array;
}

/** The chunks of a PNG, or of all PNGs in an .ico file. Only for files of ours: nothing is checked. */
export function* chunksOf(file: Uint8Array): Generator<PngChunk> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (let png = bytes.indexOf(SIGNATURE); png >= 0;) {
    let type = "";
    let at = png + SIGNATURE.length;
    while (type !== "IEND") {
      const end = at + 8 + bytes.readUInt32BE(at);
      type = bytes.toString("latin1", at + 4, at + 8);
      yield {
        type,
        data: bytes.subarray(at + 8, end),
        body: bytes.subarray(at + 4, end),
        sum: bytes.subarray(end, end + 4),
      };
      at = end + 4;
    }
    png = bytes.indexOf(SIGNATURE, at);
  }
}
