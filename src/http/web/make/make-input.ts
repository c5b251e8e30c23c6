import { z } from "zod";

import { MAX_BOXES } from "../../../compose/limits.ts";
import { CLASSIC_TEXTS } from "../../../core/make/choose-recipe.ts";
import type { OnlyPicture } from "../../../core/make/make-only.ts";
import { REMIXERS } from "../../../entities/made-meme.ts";
import { DomainError } from "../../../errors.ts";
import type { Picture } from "../../../images/process.ts";
import { message } from "../../../words/messages.ts";
import { isPicture, MAX_UPLOAD } from "../../image-field.ts";

/** Files that come with a recipe, one for each panel. */
export const FILES = ["image", "image2", "image3", "image4"] as const;

export const UPLOAD = { field: FILES[0], maxBytes: MAX_UPLOAD, more: FILES.slice(1) };

const optional = z.string().optional().catch(undefined);
const TEXTS = Array.from({ length: MAX_BOXES }, (_, at) => `text${at + 1}`);

/** One field for each box: a form that repeats a name is refused. */
const texts = Object.fromEntries(TEXTS.map((name) => [name, optional]));

/** What the page is asked for. */
export const startInput = z.object({
  template: optional,
  remix: optional,
  edit: optional,
  boxes: optional,
  from: optional,
  caption: optional,
  alt: optional,
  age: optional,
  rating: optional,
  ...texts,
});
export type StartInput = z.output<typeof startInput>;

/** What the plain form asks for its preview with; undefined if a link was followed. There, `remix` is a choice. */
export function previewedIn({ caption, alt = "", age = "", rating = "", remix, template, from, edit }: StartInput) {
  if (caption === undefined) return undefined;
  const who = REMIXERS.find((one) => one === remix) ?? "everyone";
  const asked = { template, remix: template ? undefined : from || undefined, edit };
  return { asked, typed: { caption, alt, age, rating, remix: who } };
}

/** For a picture that is only looked at. */
export const previewInput = z.object({ template: z.string().default(""), ...texts });

const files = Object.fromEntries(FILES.map((name) => [name, z.unknown().optional()]));

export const drawInput = z.object({
  recipe: optional,
  template: optional,
  from: optional,
  /** An own meme that is changed. */
  edit: optional,
  ...texts,
  ...files,
});

/** Accepts anything. What is wrong is said with the form, and everything typed into it. */
export const makeInput = drawInput.extend({
  /** A template whose boxes staff edit. */
  boxes: optional,
  caption: z.string().catch(""),
  alt: z.string().catch(""),
  age: z.string().catch(""),
  rating: z.string().catch(""),
  remix: z.enum(REMIXERS).catch("everyone"),
});
export type MakeTyped = z.output<typeof makeInput>;

/** Of as many boxes as there are, the last of them perhaps empty. */
export const textsIn = (input: object, boxes = MAX_BOXES): string[] =>
  TEXTS.slice(0, boxes).map((name) => String((input as Record<string, unknown>)[name] ?? ""));

const filesIn = (input: object): Map<string, Picture> =>
  new Map(
    FILES.flatMap((name) => {
      const file = (input as Record<string, unknown>)[name];
      return isPicture(file) && file.length > 0 ? [[name, file] as const] : [];
    }),
  );

/** The last ones need not be there. */
export const withoutEmpty = (given: readonly string[]): string[] =>
  given.slice(0, given.findLastIndex((text) => text !== "") + 1);

/** What is to be drawn. Scripts send a recipe; plain forms send texts for a template, or for a picture. */
export function wishIn(input: z.output<typeof drawInput>): OnlyPicture {
  const sent = filesIn(input);
  const parent = input.from || undefined;
  if (input.recipe) return { recipe: parsed(input.recipe), files: sent, parent };
  const given = withoutEmpty(textsIn(input));
  const [picture] = sent.keys();
  if (input.template) return { template: input.template, texts: given, parent, picture };
  if (!picture) throw new DomainError("invalid", message("error.no-picture"), { field: FILES[0] });
  return { picture, texts: given.slice(0, CLASSIC_TEXTS), files: sent };
}

function parsed(recipe: string): unknown {
  try {
    return JSON.parse(recipe);
  } catch {
    throw new DomainError("invalid", message("make.recipe-shape", { where: "recipe" }));
  }
}
