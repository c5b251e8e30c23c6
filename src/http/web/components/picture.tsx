import { imagePath } from "../../../core/memes/renditions.ts";
import type { MemeRow } from "../../../data/schema.ts";
import type { Frame } from "../frame.ts";

const THUMBNAIL = 320;
const DISPLAY = 1080;

interface Props {
  frame: Frame;
  meme: MemeRow;
  /** How wide it is shown, in the words of `sizes`. */
  sizes: string;
  /** The first on the page are not waited with. */
  eager?: boolean;
}

export const altOf = (meme: MemeRow) => meme.alt || meme.caption || "A meme without words";

/**
 * The picture in its own proportions over its dominant colour: nothing moves when it arrives. One that is animated
 * stands still until it is asked to play; where scripts are off it is shown as it is.
 */
export const Picture = ({ frame: { site }, meme, sizes, eager }: Props) => {
  const path = (which: "original" | "display" | "thumbnail") => site.root + imagePath(meme, which);
  const shown = Math.min(DISPLAY, meme.width);
  const small = Math.min(THUMBNAIL, meme.width);
  const size = { width: meme.width, height: meme.height };
  const loading = { loading: eager ? "eager" : "lazy", decoding: "async" } as const;
  return (
    <span class="picture">
      <svg class="picture-ground" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={`#${meme.color}`} />
      </svg>
      {meme.animated ? (
        <img src={path("thumbnail")} data-moving={path("display")} alt={altOf(meme)} {...size} {...loading} />
      ) : (
        <img
          src={path("display")}
          srcset={`${path("thumbnail")} ${small}w, ${path("display")} ${shown}w`}
          sizes={sizes}
          alt={altOf(meme)}
          {...size}
          {...loading}
        />
      )}
    </span>
  );
};
