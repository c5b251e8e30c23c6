import type { Addresses } from "../config.ts";
import { imageName, imagePath, type Rendition } from "../core/memes/renditions.ts";
import type { Meme } from "../entities/meme.ts";

/**
 * Where a picture is: on the CDN, if there is one and everyone may see the meme; otherwise below `root`, where we know
 * who asks.
 */
export function pictureAddress(
  { pictures }: Pick<Addresses, "pictures">,
  root: string,
  meme: Pick<Meme, "id" | "disabled" | "image">,
  which: Rendition = "original",
): string {
  if (!pictures || meme.disabled) return root + imagePath(meme, which);
  return `${pictures.root}${pictures.sealOf(meme.id)}/${meme.id}/${imageName(meme.image, which)}`;
}
