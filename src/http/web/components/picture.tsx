import { imagePath } from "../../../core/memes/renditions.ts";
import type { Meme, MemeImage } from "../../../entities/meme.ts";
import { wordsIn } from "../../../words/words.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { isCurtained } from "./curtain.tsx";

const THUMBNAIL = 320;
const DISPLAY = 1080;
/** Cards show no more of a picture than this, as height to width. */
const MAX_CARD_RATIO = 1.6;
/** Up to here a meme's page fits the whole picture into the window; anything taller has the full width. */
const MAX_FITTED_RATIO = 1.8;
/** Narrower pictures are enlarged, but at most twice. */
const WIDEST_PLACE = 1080;

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

/** Height to width of a picture on a card. */
export const cardRatioOf = ({ width, height }: MemeImage) => Math.min(height / width, MAX_CARD_RATIO);

/** Whether a card shows only the top of it. */
export const isClipped = ({ width, height }: MemeImage) => height / width > MAX_CARD_RATIO;

/** Only a JPEG is sure to have no transparent parts. */
const isOpaque = ({ extension }: MemeImage) => extension === "jpg";

/**
 * The picture in its own proportions, on its dominant colour until it has loaded, so that nothing moves. Animations
 * stand still for people who prefer reduced motion.
 */
export const Picture = ({ frame, meme, sizes, eager, still }: Props) => {
  const { site } = frame;
  const { image } = meme;
  const alt = altOf(meme, useWords());
  const path = (which: "original" | "display" | "thumbnail") => site.root + imagePath(meme, which);
  const shown = Math.min(DISPLAY, image.width);
  const small = Math.min(THUMBNAIL, image.width);
  const scale = isSmall(image) ? 2 : 1;
  const size = { width: scale * image.width, height: scale * image.height };
  const loading = { loading: eager ? "eager" : "lazy", decoding: "async" } as const;
  return (
    <span class={classOf(image, isCurtained(frame, meme))}>
      {isOpaque(image) && <Ground image={image} fill={still} />}
      {image.animated && still ? (
        <img src={path("thumbnail")} data-moving={path("display")} alt={alt} {...size} {...loading} />
      ) : image.animated ? (
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

const isSmall = ({ width }: MemeImage) => 2 * width < WIDEST_PLACE;

const classOf = (image: MemeImage, curtained: boolean) =>
  [
    "picture",
    isSmall(image) && "picture-small",
    image.height / image.width > MAX_FITTED_RATIO && "picture-tall",
    !isOpaque(image) && "picture-clear",
    curtained && "picture-mature",
  ]
    .filter(Boolean)
    .join(" ");

/** Exactly where the picture will be: it fills its place, or fits into it. */
const Ground = ({ image: { width, height, color }, fill }: { image: MemeImage; fill: boolean | undefined }) => (
  <svg
    class="picture-ground"
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio={fill ? "xMidYMid slice" : "xMidYMid meet"}
    aria-hidden="true"
  >
    <rect width={width} height={height} fill={`#${color}`} />
  </svg>
);
