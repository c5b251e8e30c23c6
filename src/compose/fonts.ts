/**
 * The fonts of recipes of version 1. Their bytes decide where every letter stands, so a file is named by its hash, and
 * another file means another version: a meme made years ago must not change because a font did.
 */
export const FONTS = {
  anton: { title: "Anton", file: "anton-97aae409210d.ttf" },
  oswald: { title: "Oswald", file: "oswald-21843a0ccca2.ttf" },
  "comic-relief": { title: "Comic Relief", file: "comic-relief-723569be8a5f.ttf" },
  bangers: { title: "Bangers", file: "bangers-1f9bcc5a7799.ttf" },
  inter: { title: "Inter", file: "inter-fbe825cbfc74.ttf" },
  "noto-sans": { title: "Noto Sans", file: "noto-sans-13a813c49624.ttf" },
  "noto-sans-arabic": { title: "Noto Sans Arabic", file: "noto-sans-arabic-590e368161b4.ttf" },
  "noto-sans-hebrew": { title: "Noto Sans Hebrew", file: "noto-sans-hebrew-c51aa4df24a1.ttf" },
  "noto-sans-jp": { title: "Noto Sans Japanese", file: "noto-sans-jp-b731cbfe601c.ttf" },
} as const;

export type FontName = keyof typeof FONTS;
/**
 * A font of the operator's own, as recipes name it: by its name and the hash of its content, so that another file under
 * the same name changes no meme.
 */
export type OwnFontName = `own:${string}`;
/** What follows the colon. */
export const OWN_FONT = /^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{12}$/;
export type Font = FontName | OwnFontName;

export const isOwnFont = (font: Font): font is OwnFontName => font.startsWith("own:");

export const fontFile = (font: Font): string => (isOwnFont(font) ? `${font.slice(4)}.ttf` : FONTS[font].file);

/** How a message calls it. */
export const fontTitle = (font: Font): string => (isOwnFont(font) ? font.slice(4, -13) : FONTS[font].title);

export const FONT_NAMES = Object.keys(FONTS) as [FontName, ...FontName[]];

/** For what the chosen font lacks. Oswald keeps the look of Anton in Cyrillic. */
const FALLBACKS: readonly FontName[] = ["oswald", "noto-sans", "inter"];

/** Scripts with a font of their own: tried before the others, and never loaded for anything else. */
const OWN_FONTS: readonly { script: RegExp; font: FontName }[] = [
  { script: /\p{Script_Extensions=Arabic}/u, font: "noto-sans-arabic" },
  { script: /\p{Script_Extensions=Hebrew}/u, font: "noto-sans-hebrew" },
  {
    script: /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\uff00-\uffef]/u,
    font: "noto-sans-jp",
  },
];

/** Which fonts to try for a grapheme, in order. */
export function fontsFor(grapheme: string, chosen: Font): Font[] {
  const own = OWN_FONTS.filter(({ script }) => script.test(grapheme)).map(({ font }) => font);
  return [...new Set([chosen, ...own, ...FALLBACKS])];
}
