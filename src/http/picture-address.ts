import type { Addresses, PictureAddresses } from "../config.ts";
import { formatPath } from "../core/memes/formats.ts";
import { IMAGES, imageName, imagePath, type Rendition } from "../core/memes/renditions.ts";
import type { Format } from "../entities/format.ts";
import type { Meme } from "../entities/meme.ts";

type Pictured = Pick<Meme, "id" | "disabled" | "image">;

/**
 * Where a picture is: on the CDN, if there is one and everyone may see the meme; otherwise below `root`, where we know
 * who asks.
 */
export const pictureAddress = (
  { pictures }: Pick<Addresses, "pictures">,
  root: string,
  meme: Pictured,
  which: Rendition = "original",
): string =>
  !pictures || meme.disabled ? root + imagePath(meme, which) : sealed(pictures, meme, imageName(meme.image, which));

/** The same for a format, below the site's own address. */
export function formatAddress({ pictures, url }: Addresses, meme: Pictured, format: Format): string {
  const path = formatPath(meme, format);
  return !pictures || meme.disabled ? url + path : sealed(pictures, meme, path.slice(`${IMAGES}${meme.id}/`.length));
}

const sealed = (pictures: PictureAddresses, { id }: Pictured, file: string) =>
  `${pictures.root}${pictures.sealOf(id)}/${id}/${file}`;
