import { ICON_TYPE, iconFile, iconName, LOGO_TYPE, logoHash, logoName } from "../../core/site/logo-files.ts";
import type { Logo } from "../../entities/site-info.ts";
import { LOGO_ICONS } from "../../images/logo-icons.ts";
import { perObject } from "../../per-object.ts";
import { FOREVER, type Image } from "./image.ts";

/** The logo and its icons. */
export const logoImages = perObject(({ key, bytes, iconBytes }: Logo): readonly Image[] => {
  const logo = imageOf(key, { name: logoName(key), file: key, bytes, type: LOGO_TYPE, mark: "logo" });
  if (iconBytes === undefined) return [logo];
  const icons = LOGO_ICONS.map((icon) => {
    const named = { name: iconName(key, icon), file: iconFile(key, icon), mark: `icon-${icon}` };
    // Of all icons together: none is larger.
    return imageOf(key, { ...named, bytes: iconBytes, type: ICON_TYPE });
  });
  return [logo, ...icons];
});

interface File {
  name: string;
  file: string;
  bytes: number;
  type: string;
  /** Tells its ETag from those of the others. */
  mark: string;
}

function imageOf(key: string, { name, file, bytes, type, mark }: File): Image {
  const etag = `"${logoHash(key).slice(0, 16)}-${mark}"`;
  return { name, which: "logo", key: file, bytes, type, cacheControl: FOREVER, etag };
}
