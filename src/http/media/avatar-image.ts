import { avatarSvg, parseDrawing } from "../../core/users/avatar.ts";
import { AVATAR_SIZES, AVATAR_TYPE, avatarFile, avatarHash, avatarName } from "../../core/users/avatar-files.ts";
import type { User } from "../../entities/user.ts";
import { perObject } from "../../per-object.ts";
import { FOREVER, SAFE_HEADERS, type Image } from "./image.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/** The files of a person's picture. */
export const avatarImages = perObject(({ avatarKey: key, avatarBytes: bytes }: User): readonly Image[] =>
  key === undefined
    ? []
    : AVATAR_SIZES.map((size) => {
        const etag = `"${avatarHash(key).slice(0, 16)}-${size}"`;
        const file = { name: avatarName(key, size), key: avatarFile(key, size), type: AVATAR_TYPE };
        // The bytes are those of both files together: neither is larger.
        return { ...file, which: "avatar", bytes, cacheControl: FOREVER, etag };
      }),
);

/** A drawing is made of the address alone, so it never changes either. */
export function answerDrawing(id: string, file: string): HttpResponse | undefined {
  const drawing = file.endsWith(".svg") ? parseDrawing(file.slice(0, -".svg".length)) : undefined;
  if (!drawing) return undefined;
  const svg = avatarSvg(id, drawing);
  const headers = {
    ...SAFE_HEADERS,
    "Content-Type": "image/svg+xml",
    "Cache-Control": FOREVER,
  };
  return new HttpResponse(svg, { headers });
}
