import { LOGO_TYPE, logoHash, logoName } from "../../core/site/logo-files.ts";
import type { Logo } from "../../entities/site-info.ts";
import { perObject } from "../../per-object.ts";
import { FOREVER, SAFE_HEADERS, type Image } from "./meme-images.ts";

export const logoImage = perObject(({ key, bytes }: Logo): Image => {
  const etag = `"${logoHash(key).slice(0, 16)}-logo"`;
  const headers = new Headers({
    ...SAFE_HEADERS,
    "Content-Type": LOGO_TYPE,
    "Cache-Control": FOREVER,
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  return { name: logoName(key), which: "logo", key, bytes, etag, headers };
});
