import type { Gif } from "../../core/gifs/find-gifs.ts";
import type { FormatName } from "../../entities/format.ts";
import type { Refusal } from "../errors.ts";
import { describe, type GifCall } from "./gif-call.ts";

export const KLIPY_TYPES = ["gif", "webp", "jpg", "mp4", "webm"] as const;
export type KlipyType = (typeof KLIPY_TYPES)[number];

/** Which of our formats each file is. */
const FILES: Record<string, Record<KlipyType, FormatName>> = {
  hd: { gif: "gif", webp: "webp", jpg: "preview", mp4: "mp4", webm: "webm" },
  md: { gif: "mediumgif", webp: "webp", jpg: "preview", mp4: "mp4", webm: "webm" },
  sm: { gif: "tinygif", webp: "tinywebp", jpg: "tinygifpreview", mp4: "tinymp4", webm: "tinywebm" },
  xs: { gif: "nanogif", webp: "tinywebp", jpg: "tinygifpreview", mp4: "nanomp4", webm: "nanowebm" },
};

/** Formats that files of these types are made of. */
export const formatsFor = (types: readonly KlipyType[]): FormatName[] => [
  ...new Set(Object.values(FILES).flatMap((files) => types.map((type) => files[type]))),
];

export function presentKlipy(call: GifCall, { meme, formats }: Gif, types: readonly KlipyType[]) {
  const fileOf = (name: FormatName) => {
    const format = formats.get(name);
    return (
      format && { url: call.address(meme, format), width: format.width, height: format.height, size: format.bytes }
    );
  };
  const filesOf = (files: Record<KlipyType, FormatName>) =>
    Object.fromEntries(types.flatMap((type) => (formats.has(files[type]) ? [[type, fileOf(files[type])]] : [])));
  return {
    id: numberOf(meme.id),
    slug: meme.id,
    title: describe(meme),
    file: Object.fromEntries(Object.entries(FILES).map(([size, files]) => [size, filesOf(files)])),
    tags: [],
    type: "gif",
    blur_preview: "",
  };
}

/** Programs want a number that JavaScript can hold. The last digits of two ids are never the same in practice. */
const numberOf = (id: string): number => Number(BigInt.asUintN(53, BigInt(id)));

export const refuseKlipy = ({ status, message }: Refusal) => ({
  status,
  body: { result: false, errors: { message: [message] } },
});
