import type { Recipe } from "../compose/recipe.ts";
import { perceptualHashesOfPicture } from "../images/perceptual-hash.ts";
import type {
  MadeFormat,
  Packed,
  ProcessedAvatar,
  ProcessedLogo,
  Rendition,
  Wanted,
  WantedFormats,
} from "../images/process.ts";
import { renderAvatar } from "../images/render-avatar.ts";
import { renderFormats } from "../images/render-formats.ts";
import { renderLogo } from "../images/render-logo.ts";
import { renderMore, renderPicture } from "../images/render.ts";
import { findSameInDetail } from "../images/same-detail.ts";
import { sniffVideo } from "../shared/video-format.ts";
import { decodeUpload, type UploadFormat } from "../http/decode-upload.ts";

/** The picture of the last form. */
let held: Uint8Array | undefined;

/** Jobs of a worker. */
export const JOBS = {
  picture: async (_: object, bytes: Uint8Array) => packed(await renderPicture(bytes)),

  more: async (wanted: Wanted, bytes: Uint8Array) => packed(await renderMore(bytes, wanted)),

  formats: async (wanted: WantedFormats, bytes: Uint8Array) => packed(await renderFormats(bytes, wanted)),

  perceptualHashes: async (_: object, bytes: Uint8Array) => ({ value: await perceptualHashesOfPicture(bytes) }),

  /** Takes several pictures, one after the other. */
  sameInDetail: async ({ lengths }: { lengths: number[] }, bytes: Uint8Array) => ({
    value: await findSameInDetail(partsOf(bytes, lengths)),
  }),

  /** Holds the picture, so that it need not travel back and forth. */
  body: async (format: UploadFormat, bytes: Uint8Array) => {
    held = undefined;
    const { fields, file, more } = await decodeUpload(bytes, format);
    held = file;
    const value = { fields, file: file && describe(file), more: more.map(([name]) => name) };
    return { value, bytes: more.map(([, one]) => one) };
  },

  held: async () => packed(await renderPicture(takeHeld())),

  heldBytes: async () => ({ value: {}, bytes: [takeHeld()] }),

  avatar: async (_: object, bytes: Uint8Array) => packedAvatar(await renderAvatar(bytes)),

  heldAvatar: async () => packedAvatar(await renderAvatar(takeHeld())),

  /** Loads the fonts and their shaper, which other jobs do without. */
  recipe: async ({ lengths, ...drawing }: RecipeJob, bytes: Uint8Array) => {
    const { renderRecipe } = await import("../images/render-recipe.ts");
    return packed(await renderRecipe({ ...drawing, bases: partsOf(bytes, lengths) }));
  },

  meme: async ({ lengths, ...drawing }: RecipeJob, bytes: Uint8Array) => {
    const { renderMeme } = await import("../images/render-recipe.ts");
    return packed(await renderMeme({ ...drawing, bases: partsOf(bytes, lengths) }));
  },

  logo: async (_: object, bytes: Uint8Array) => packedLogo(await renderLogo(bytes)),

  heldLogo: async () => packedLogo(await renderLogo(takeHeld())),
};

interface RecipeJob {
  recipe: Recipe;
  format: MadeFormat;
  fonts?: string | undefined;
  lengths: number[];
}

function takeHeld(): Uint8Array {
  const bytes = held!;
  held = undefined;
  return bytes;
}

const packedAvatar = ({ large, small, ...value }: ProcessedAvatar) => ({ value, bytes: [large, small] });

const packedLogo = ({ bytes, icons, ...value }: ProcessedLogo) => ({ value, bytes: [bytes, ...icons] });

function partsOf(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  let end = 0;
  return lengths.map((length) => bytes.subarray(end, (end += length)));
}

const describe = (file: Uint8Array) => ({
  length: file.length,
  isVideo: sniffVideo(file) !== undefined,
  digest: new Bun.CryptoHasher("sha256").update(file).digest("hex"),
});

const isRendition = (value: unknown): value is Rendition =>
  typeof value === "object" && value !== null && "bytes" in value;

/** Identical renditions are sent once. */
function packed<T extends object>(image: T): { value: Packed<T>; bytes: Uint8Array[] } {
  const bytes = [
    ...new Set(
      Object.values(image)
        .filter(isRendition)
        .map((one) => one.bytes),
    ),
  ];
  const without = ({ bytes: of, ...rendition }: Rendition) => ({ ...rendition, at: bytes.indexOf(of) });
  const entries = Object.entries(image).map(([name, value]) => [name, isRendition(value) ? without(value) : value]);
  return { value: Object.fromEntries(entries) as Packed<T>, bytes };
}
