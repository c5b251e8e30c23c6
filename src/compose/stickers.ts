/**
 * Our own stickers, by the names that recipes use. A drawing in assets/stickers/ is not changed once it has been
 * released, or old memes would change with it.
 */
export const STICKER_NAMES = [
  "pixel-shades",
  "shades",
  "googly-eyes",
  "monocle",
  "clown-nose",
  "moustache",
  "blush",
  "tear",
  "sweat",
  "anger",
  "crown",
  "top-hat",
  "party-hat",
  "halo",
  "horns",
  "cat-ears",
  "speech-bubble",
  "thought-bubble",
  "arrow",
  "red-circle",
  "question-mark",
  "exclamation-mark",
  "star",
  "heart",
  "sparkles",
  "flame",
  "bang",
  "no-stamp",
] as const;

export type StickerName = (typeof STICKER_NAMES)[number];

/** The file of assets/stickers/ that has them all. */
export const STICKER_FILE = "stickers.json";
