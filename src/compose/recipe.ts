import { z } from "zod";

import { message, type Message } from "../words/messages.ts";
import { loadMessage, storeMessage } from "../words/stored-message.ts";
import { graphemesOf, isEmoji } from "./emoji.ts";
import { FONT_NAMES, OWN_FONT } from "./fonts.ts";
import {
  MAX_BOXES,
  MAX_CHARACTERS,
  MAX_EMOJI,
  MAX_LAYER,
  MAX_PANELS,
  MAX_POINTS,
  MAX_SIDE,
  MAX_STROKES,
  MIN_SIDE,
} from "./limits.ts";
import { STICKER_NAMES } from "./stickers.ts";

// Positions and sizes are shares of the picture: x and width of its width, y and height of its height. A place may lie
// outside, as far as someone might drag it. Sizes of letters and lines are shares of the width.
const place = z.number().min(-1).max(2);
const extent = z.number().min(0.02).max(2);
const rotation = z.number().min(-360).max(360).default(0);

/** What has a higher one lies above. Within a layer, words lie over stickers, and stickers over lines. */
const layer = z.int().min(0).max(MAX_LAYER).optional();

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, {
  error: ({ path }) => storeMessage(message("make.recipe-color", { where: whereOf(path) })),
});
const id = z.string().regex(/^[\w-]{1,64}$/);

const Base = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("template"), id }),
  z.strictObject({ kind: z.literal("upload"), id }),
  z.strictObject({ kind: z.literal("meme"), id }),
  z.strictObject({ kind: z.literal("color"), color }),
]);

/** The part of the base to show. If its shape is not the panel's, the panel shows the middle of it. */
const Crop = z
  .strictObject({
    x: z.number().min(0).max(0.99),
    y: z.number().min(0).max(0.99),
    width: z.number().min(0.01).max(1),
    height: z.number().min(0.01).max(1),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.000001 && y + height <= 1.000001, {
    error: () => storeMessage(message("make.recipe-crop")),
  });

const Panel = z.strictObject({ base: Base, crop: Crop.default({ x: 0, y: 0, width: 1, height: 1 }) });

const Size = z.discriminatedUnion("kind", [
  /** As large as the box allows, up to `most`. */
  z.strictObject({ kind: z.literal("fit"), most: z.number().min(0.01).max(0.5).default(0.13) }),
  z.strictObject({ kind: z.literal("fixed"), size: z.number().min(0.01).max(0.5) }),
]);

const TextBox = z.strictObject({
  x: place,
  y: place,
  width: extent,
  height: extent,
  rotation,
  text: z.string(),
  /** One of ours, or one of the operator's. */
  font: z
    .union([z.enum(FONT_NAMES), z.templateLiteral(["own:", z.string().regex(OWN_FONT)])], {
      error: ({ path }) =>
        storeMessage(message("make.recipe-font", { where: whereOf(path), fonts: FONT_NAMES.join(", ") })),
    })
    .default("anton"),
  align: z.enum(["left", "center", "right"]).default("center"),
  vertical: z.enum(["top", "middle", "bottom"]).default("middle"),
  color: color.default("#ffffff"),
  /** Its width is a share of the letters' size. */
  outline: z.strictObject({ color, width: z.number().min(0.01).max(0.3) }).optional(),
  /** Hard, because blurring costs five times as much. */
  shadow: z.strictObject({ color, x: z.number().min(-0.5).max(0.5), y: z.number().min(-0.5).max(0.5) }).optional(),
  upperCase: z.boolean().default(false),
  /** Decides about capitals: a Turkish i becomes İ. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/)
    .default("en"),
  size: Size.default({ kind: "fit", most: 0.13 }),
  layer,
});

/** Either an emoji or, by its name, one of our own stickers. */
const Sticker = z
  .strictObject({
    emoji: z
      .string()
      .max(40)
      .refine((text) => graphemesOf(text).length === 1 && isEmoji(text), {
        error: () => storeMessage(message("make.recipe-sticker")),
      })
      .optional(),
    sticker: z.enum(STICKER_NAMES).optional(),
    x: place,
    y: place,
    size: extent,
    rotation,
    mirrored: z.boolean().default(false),
    layer,
  })
  .refine(({ emoji, sticker }) => (emoji === undefined) !== (sticker === undefined), {
    error: () => storeMessage(message("make.recipe-sticker-kind")),
  });

const Stroke = z.strictObject({
  color,
  layer,
  width: z.number().min(0.001).max(0.2),
  points: z
    .array(z.tuple([place, place]))
    .min(1)
    .max(MAX_POINTS),
});

const side = z.int().min(MIN_SIDE).max(MAX_SIDE);

/** What a meme is made of: plain JSON, without anything that would be fetched or interpreted. */
export const Recipe = z
  .strictObject({
    version: z.literal(1),
    width: side,
    height: side,
    panels: z.array(Panel).min(1).max(MAX_PANELS),
    /** Stacked, side by side, or two by two. */
    arrangement: z.enum(["stack", "row", "grid"]).default("stack"),
    /** Between panels, as a share of the width. */
    gap: z.number().min(0).max(0.1).default(0),
    background: color.default("#ffffff"),
    boxes: z.array(TextBox).max(MAX_BOXES).default([]),
    stickers: z.array(Sticker).max(MAX_EMOJI).default([]),
    strokes: z.array(Stroke).max(MAX_STROKES).default([]),
  })
  .superRefine((recipe, ctx) => {
    for (const [key, count, most] of [
      ["make.recipe-characters", countCharacters(recipe.boxes), MAX_CHARACTERS],
      ["make.recipe-emoji", countEmoji(recipe.boxes) + recipe.stickers.length, MAX_EMOJI],
      ["make.recipe-points", recipe.strokes.reduce((sum, { points }) => sum + points.length, 0), MAX_POINTS],
    ] as const) {
      if (count <= most) continue;
      ctx.addIssue({ code: "custom", message: storeMessage(message(key, { count, most })) });
      // Counting emoji takes long in a long text.
      return;
    }
  });

export type Recipe = z.output<typeof Recipe>;
/** As people write it, without what has a default. */
export type RecipeInput = z.input<typeof Recipe>;
export type TextBox = Recipe["boxes"][number];
export type Sticker = Recipe["stickers"][number];
export type Stroke = Recipe["strokes"][number];
export type Panel = Recipe["panels"][number];

/** The recipe, or the sentence that says what is wrong with it. */
export function readRecipe(value: unknown): { recipe: Recipe } | { refused: Message | string } {
  const parsed = Recipe.safeParse(value, { error: (issue) => storeMessage(sentenceFor(issue)) });
  return parsed.success ? { recipe: parsed.data } : { refused: loadMessage(parsed.error.issues[0]!.message) };
}

const whereOf = (path: readonly PropertyKey[] | undefined) => path?.map(String).join(".") || "recipe";

function sentenceFor(issue: z.core.$ZodRawIssue): Message {
  const where = whereOf(issue.path);
  if (where === "version") return message("make.recipe-version");
  const origin = "origin" in issue ? issue.origin : undefined;
  const isList = origin === "array";
  if (issue.code === "too_big" && origin !== "string")
    return message(isList ? "make.recipe-many" : "make.recipe-big", { where, most: Number(issue.maximum) });
  if (issue.code === "too_small" && origin !== "string")
    return message(isList ? "make.recipe-few" : "make.recipe-small", { where, least: Number(issue.minimum) });
  if (issue.code === "unrecognized_keys")
    return message("make.recipe-unknown", { where, name: JSON.stringify(issue.keys[0]?.slice(0, 40)) });
  return message("make.recipe-shape", { where });
}

const countCharacters = (boxes: readonly TextBox[]) =>
  boxes.reduce((sum, { text }) => sum + Array.from(text).length, 0);

const countEmoji = (boxes: readonly TextBox[]) =>
  boxes.reduce((sum, { text }) => sum + graphemesOf(text).filter(isEmoji).length, 0);
