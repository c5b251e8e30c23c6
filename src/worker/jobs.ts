import { perceptualHashesOfPicture } from "../images/perceptual-hash.ts";
import type { ProcessedAvatar, ProcessedImage, Rendition } from "../images/process.ts";
import { renderAvatar } from "../images/render-avatar.ts";
import { renderPicture } from "../images/render.ts";
import { decodeUpload, type UploadFormat } from "../http/decode-upload.ts";

/** The picture of the last form. */
let held: Uint8Array | undefined;

/** Jobs of a worker. */
export const JOBS = {
  picture: async (_: object, bytes: Uint8Array) => packed(await renderPicture(bytes)),

  perceptualHashes: async (_: object, bytes: Uint8Array) => ({ value: await perceptualHashesOfPicture(bytes) }),

  /** Holds the picture, so that it need not travel back and forth. */
  body: async (format: UploadFormat, bytes: Uint8Array) => {
    held = undefined;
    const { fields, file } = await decodeUpload(bytes, format);
    held = file;
    return { value: { fields, file: file && describe(file) } };
  },

  held: async () => packed(await renderPicture(takeHeld())),

  avatar: async (_: object, bytes: Uint8Array) => packedAvatar(await renderAvatar(bytes)),

  heldAvatar: async () => packedAvatar(await renderAvatar(takeHeld())),
};

function takeHeld(): Uint8Array {
  const bytes = held!;
  held = undefined;
  return bytes;
}

const packedAvatar = ({ large, small, ...value }: ProcessedAvatar) => ({ value, bytes: [large, small] });

const describe = (file: Uint8Array) => ({
  length: file.length,
  digest: new Bun.CryptoHasher("sha256").update(file).digest("hex"),
});

const NAMES = ["original", "display", "thumbnail"] as const;

/** Identical renditions are sent once. */
function packed(image: ProcessedImage) {
  const bytes = [...new Set(NAMES.map((name) => image[name].bytes))];
  const without = ({ bytes: of, ...rendition }: Rendition) => ({ ...rendition, at: bytes.indexOf(of) });
  const value = {
    ...image,
    original: without(image.original),
    display: without(image.display),
    thumbnail: without(image.thumbnail),
  };
  return { value, bytes };
}
