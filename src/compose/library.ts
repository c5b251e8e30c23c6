import { message, type Message } from "../words/messages.ts";
import { cleanText } from "./clean-text.ts";
import { emojiFileOf, emojiName, graphemesOf, isEmoji, type EmojiDrawings, type EmojiShape } from "./emoji.ts";
import { fontFile, fontsFor, fontTitle, type Font } from "./fonts.ts";
import { MAX_EMOJI } from "./limits.ts";
import type { Recipe, Sticker, TextBox } from "./recipe.ts";
import { ShapingFont } from "./shaper.ts";
import { STICKER_FILE } from "./stickers.ts";

/** Reads a font, or a file of assets/emoji/ or assets/stickers/, or fetches it. */
export interface Sources {
  /** Undefined if the operator has taken it away. */
  font(file: string, name: Font): Promise<Uint8Array | undefined> | undefined;
  /** Undefined if there is no such file. */
  emoji(file: string): Promise<EmojiDrawings | undefined>;
  stickers(file: string): Promise<EmojiDrawings>;
}

/** A recipe that follows its schema, but cannot be drawn. */
export class ComposeRefusal extends Error {
  constructor(readonly userMessage: Message) {
    super(userMessage.key);
  }
}

/** What draws a grapheme: a font or, in colour, some shapes. */
export type Ink = { font: ShapingFont } | { shapes: readonly EmojiShape[] };

/** All that a recipe needs, loaded: layout waits for nothing. */
export interface Kit {
  ink(grapheme: string, chosen: Font): Ink;
  font(name: Font): ShapingFont;
  sticker(sticker: Sticker): readonly EmojiShape[];
}

const MAX_NAMED = 10;

/** Fonts and drawings, each loaded when it is first needed. */
export class Library {
  readonly #fonts = new Map<Font, ShapingFont>();
  readonly #drawings = new Map<string, EmojiDrawings>();
  #stickers: EmojiDrawings | undefined;

  constructor(private sources: Sources) {}

  /** Throws a ComposeRefusal that names what we cannot draw. */
  async open(recipe: Recipe): Promise<Kit> {
    const inks = new Map<string, Ink>();
    const unknown = new Set<string>();
    let emoji = recipe.stickers.length;
    for (const box of recipe.boxes) {
      await this.#font(box.font);
      for (const grapheme of graphemesIn(box)) {
        const key = `${box.font} ${grapheme}`;
        const ink = inks.get(key) ?? (await this.#find(grapheme, box.font));
        if (ink) inks.set(key, ink);
        else unknown.add(grapheme);
        if (ink && "shapes" in ink) emoji++;
      }
    }
    if (unknown.size > 0) throw refusalOf([...unknown]);
    // Some letters are drawn in colour because no font has them.
    if (emoji > MAX_EMOJI) throw new ComposeRefusal(message("make.recipe-emoji", { count: emoji, most: MAX_EMOJI }));
    const stickers = new Map<Sticker, readonly EmojiShape[]>();
    for (const sticker of recipe.stickers) stickers.set(sticker, await this.#sticker(sticker));
    return {
      ink: (grapheme, chosen) => inks.get(`${chosen} ${grapheme}`)!,
      font: (name) => this.#fonts.get(name)!,
      sticker: (one) => stickers.get(one)!,
    };
  }

  async #sticker({ emoji, sticker }: Sticker): Promise<readonly EmojiShape[]> {
    if (sticker) return (this.#stickers ??= await this.sources.stickers(STICKER_FILE))[sticker]!;
    const shapes = await this.#drawing(emoji!);
    if (!shapes) throw refusalOf([emoji!]);
    return shapes;
  }

  async #find(grapheme: string, chosen: Font): Promise<Ink | undefined> {
    const drawn = isEmoji(grapheme) ? await this.#drawing(grapheme) : undefined;
    if (drawn) return { shapes: drawn };
    for (const name of fontsFor(grapheme, chosen)) {
      const font = await this.#font(name);
      if (font.has(grapheme)) return { font };
    }
    const shapes = await this.#drawing(grapheme);
    return shapes && { shapes };
  }

  async #font(name: Font): Promise<ShapingFont> {
    let font = this.#fonts.get(name);
    if (font) return font;
    const bytes = await this.sources.font(fontFile(name), name);
    if (!bytes) throw new ComposeRefusal(message("make.font-gone", { font: fontTitle(name) }));
    this.#fonts.set(name, (font = new ShapingFont(bytes)));
    return font;
  }

  async #drawing(grapheme: string): Promise<readonly EmojiShape[] | undefined> {
    const name = emojiName(grapheme);
    const file = emojiFileOf(name);
    let drawings = this.#drawings.get(file);
    if (!drawings) this.#drawings.set(file, (drawings = (await this.sources.emoji(file)) ?? {}));
    return Object.hasOwn(drawings, name) ? drawings[name] : undefined;
  }
}

function refusalOf(unknown: readonly string[]): ComposeRefusal {
  const emoji = unknown.find(isEmoji);
  if (emoji) return new ComposeRefusal(message("make.unknown-emoji", { emoji }));
  return new ComposeRefusal(message("make.unknown-characters", { characters: unknown.slice(0, MAX_NAMED).join(" ") }));
}

const graphemesIn = (box: TextBox) => graphemesOf(cleanText(box.text, box)).filter((one) => one.trim() !== "");
