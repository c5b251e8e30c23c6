import { imagePath } from "../../../core/memes/renditions.ts";
import type { Meme } from "../../../entities/meme.ts";
import { wordsIn } from "../../../words/words.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";

const THUMBNAIL = 320;
const DISPLAY = 1080;

interface Props {
  frame: Frame;
  meme: Meme;
  /** Display width, in the syntax of `sizes`. */
  sizes: string;
  /** Loads the first few on the page eagerly. */
  eager?: boolean;
  /** Does not play until a script starts it. */
  still?: boolean;
}

/** Machines and other sites get English. */
export const altOf = (meme: Meme, { say } = wordsIn("en")) => meme.alt || meme.caption || say("parts.without-words");

/**
 * The picture in its own proportions over its dominant colour, so that nothing moves when it loads. Animations stand
 * still for people who prefer reduced motion.
 */
export const Picture = ({ frame: { site }, meme, sizes, eager, still }: Props) => {
  const alt = altOf(meme, useWords());
  const path = (which: "original" | "display" | "thumbnail") => site.root + imagePath(meme, which);
  const shown = Math.min(DISPLAY, meme.image.width);
  const small = Math.min(THUMBNAIL, meme.image.width);
  const size = { width: meme.image.width, height: meme.image.height };
  const loading = { loading: eager ? "eager" : "lazy", decoding: "async" } as const;
  return (
    <span class="picture">
      <svg class="picture-ground" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={`#${meme.image.color}`} />
      </svg>
      {meme.image.animated && still ? (
        <img src={path("thumbnail")} data-moving={path("display")} alt={alt} {...size} {...loading} />
      ) : meme.image.animated ? (
        <picture>
          <source media="(prefers-reduced-motion: reduce)" srcset={path("thumbnail")} />
          <img src={path("display")} alt={alt} {...size} {...loading} />
        </picture>
      ) : (
        <img
          src={path("display")}
          srcset={`${path("thumbnail")} ${small}w, ${path("display")} ${shown}w`}
          sizes={sizes}
          alt={alt}
          {...size}
          {...loading}
        />
      )}
    </span>
  );
};
