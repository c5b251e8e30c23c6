import type { Rendition } from "../../../core/memes/renditions.ts";
import type { Meme, MemeImage } from "../../../entities/meme.ts";
import { wordsIn } from "../../../words/words.ts";
import type { Frame } from "../frame.ts";
import { useWords } from "../use-words.tsx";
import { isCurtained } from "./curtain.tsx";

/** Cards show no more of a picture than this, as height to width. */
const MAX_CARD_RATIO = 1.6;
/** Up to here a meme's page fits the whole picture into the window; anything taller has the full width. */
const MAX_FITTED_RATIO = 1.8;
/** Anything flatter, as width to height, has no room for a button on it. */
const MAX_WIDE_RATIO = 4;
const MAX_DISPLAY = 1080;
/** Narrower pictures are enlarged, but at most twice. */
const WIDEST_PLACE = 1080;

interface Props {
  frame: Frame;
  meme: Meme;
  /** Display width, in the syntax of `sizes`. */
  sizes: string;
  /** Loads the first few on the page eagerly. */
  eager?: boolean;
  /** The first on the page: nothing is more urgent. */
  first?: boolean;
  /** Does not play until a script starts it. */
  still?: boolean;
}

/** Machines and other sites get English. */
export const altOf = (meme: Meme, { say } = wordsIn("en")) => meme.alt || meme.caption || say("parts.without-words");

/** Height to width of a picture on a card. */
export const cardRatioOf = ({ width, height }: MemeImage) => Math.min(height / width, MAX_CARD_RATIO);

/** Whether a card shows only the top of it. */
export const isClipped = ({ width, height }: MemeImage) => height / width > MAX_CARD_RATIO;

/** Only a JPEG is sure to have no transparent parts if nobody has looked. */
const isOpaque = ({ extension, transparent }: MemeImage) => transparent === false || extension === "jpg";

/**
 * The picture in its own proportions, on its dominant colour until it has loaded, so that nothing moves. Animations
 * stand still for people who prefer reduced motion.
 */
export const Picture = (props: Props) => {
  const { image } = props.meme;
  return (
    <span class={classOf(image, isCurtained(props.frame, props.meme))}>
      {isOpaque(image) ? <Ground image={image} fill={props.still} /> : !props.still && <Checks image={image} />}
      {!image.animated ? <Still {...props} /> : props.still ? <Stopped {...props} /> : <Moving {...props} />}
    </span>
  );
};

const pathOf = ({ frame: { site }, meme }: Props, which: Rendition) => site.picture(meme, which);

/** What all kinds have in common. */
const shared = ({ meme, eager, first }: Props) => {
  const scale = isSmall(meme.image) ? 2 : 1;
  return {
    alt: altOf(meme, useWords()),
    width: scale * meme.image.width,
    height: scale * meme.image.height,
    loading: eager || first ? "eager" : "lazy",
    fetchpriority: first ? "high" : undefined,
    decoding: "async",
  } as const;
};

const Still = (props: Props) => {
  const { meme, sizes, still } = props;
  const { image } = meme;
  const set = (all: readonly (readonly [Rendition, number | undefined])[]) =>
    all.flatMap(([which, width]) => (width ? [`${pathOf(props, which)} ${width}w`] : [])).join(", ");
  const { thumbnail, small, display } = image;
  // So tall that the rendition is narrower than the file: a page shows the file, to be readable.
  const isNarrowed = !still && display !== undefined && display.width < Math.min(image.width, MAX_DISPLAY);
  const avif = isNarrowed
    ? ""
    : set([
        ["small-avif", small?.avif && small.width],
        ["display-avif", display?.avif && display.width],
      ]);
  const webp = set([
    ["thumbnail", thumbnail?.width],
    ["small", small?.width],
    ["display", display?.width],
    ["original", isNarrowed ? image.width : undefined],
  ]);
  return (
    <picture>
      {avif && <source type="image/avif" srcset={avif} sizes={sizes} />}
      <img src={pathOf(props, "display")} srcset={webp || undefined} sizes={sizes} {...shared(props)} />
    </picture>
  );
};

/** A script replaces its address to play it, so it has only one. */
const Stopped = (props: Props) => {
  const still = props.meme.image.small ? "small" : "thumbnail";
  return <img src={pathOf(props, still)} data-moving={pathOf(props, "display")} {...shared(props)} />;
};

const Moving = (props: Props) => (
  <picture>
    <source
      media="(prefers-reduced-motion: reduce)"
      srcset={pathOf(props, props.meme.image.small ? "small" : "thumbnail")}
    />
    <img src={pathOf(props, "display")} {...shared(props)} />
  </picture>
);

/** Enlarged, but at most twice. */
export const isSmall = ({ width }: MemeImage) => 2 * width < WIDEST_PLACE;

const classOf = (image: MemeImage, curtained: boolean) =>
  [
    "picture",
    isSmall(image) && "picture-small",
    image.height / image.width > MAX_FITTED_RATIO && "picture-tall",
    image.width / image.height > MAX_WIDE_RATIO && "picture-flat",
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

/** Checks across a picture. */
const CHECKS = 16;

/** The same for a picture with transparent parts: on a soft check, which ends where the picture does. */
const Checks = ({ image: { width, height } }: { image: MemeImage }) => {
  const size = Math.max(width, height) / CHECKS;
  return (
    <svg class="picture-ground" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <pattern id="checks" patternUnits="userSpaceOnUse" width={2 * size} height={2 * size}>
        <path class="check-light" d={`M0 0h${2 * size}v${2 * size}H0z`} />
        <path class="check-dark" d={`M0 0h${size}v${2 * size}h${size}V${size}H0z`} />
      </pattern>
      <rect width={width} height={height} fill="url(#checks)" />
    </svg>
  );
};
