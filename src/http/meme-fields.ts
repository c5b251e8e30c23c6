import { z } from "zod";

import { MAX_ALT, MAX_CAPTION } from "../core/memes/caption-meme.ts";
import { REMIXERS } from "../entities/made-meme.ts";
import { textIn } from "./decode-upload.ts";
import { HttpError } from "./errors.ts";
import { optionalFlag, optionalNumber, ownAge, RATING_RANGE } from "./fields.ts";

/** What people say about a meme that they post. */
export const WORDS_OF_A_MEME = {
  caption: z
    .string({ error: "The caption must be text." })
    .default("")
    .describe("May be empty; no control characters except newline and tab")
    .meta({ maxLength: MAX_CAPTION, example: "It works on my laptop" }),
  age: ownAge,
  rating: optionalNumber(RATING_RANGE).describe("Your own rating to start with, from 1 to 5"),
  alt: z
    .string({ error: "The alt text must be text." })
    .default("")
    .describe("What the picture shows, for people who can't see it; also used by the search")
    .meta({ maxLength: MAX_ALT }),
};

/** The same for a meme that is made here. */
export const WORDS_OF_A_MADE_MEME = {
  ...WORDS_OF_A_MEME,
  alt: WORDS_OF_A_MEME.alt
    .describe(
      "What the picture shows, for people who can't see it; also used by the search. If it is empty, it becomes the words of the meme",
    )
    .meta({ maxLength: MAX_ALT }),
};

export const unlessPosted = optionalFlag("Send true or false as unless_posted.");

export const remix = z.enum(REMIXERS, { error: `Say who may remix it: ${REMIXERS.join(", ")}.` });

export const remixField = remix
  .optional()
  .describe(
    "Who may remix it, and so get the pictures you sent without crop and lettering: everyone, if you don't say",
  );

export const remixOfField = z
  .string({ error: "The meme is named by its id." })
  .optional()
  .describe("The meme it is a remix of, if the recipe doesn't name it as a base");

export const templateField = z
  .string({ error: "The template is named by its id." })
  .optional()
  .describe("A template's id");

const NOT_JSON = "The recipe isn't valid JSON.";
const TEXTS = 'Send the texts as a list, in a form as JSON: ["top", "bottom"].';

/** Objects are text in a query or a form, or a file in a form, and objects in JSON. */
function parsed(sent: unknown, error: string): unknown {
  const value = sent instanceof Uint8Array ? textIn(sent) : sent;
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new HttpError(400, error);
  }
}

/** Of any shape: the core says what is wrong with it. */
export const recipeField = z.preprocess((value) => parsed(value, NOT_JSON), z.unknown());

export const textsField = z
  .preprocess((value) => parsed(value, TEXTS), z.array(z.string({ error: TEXTS }), { error: TEXTS }))
  .optional()
  .describe("For the boxes of the template, in their order; or above and below the picture");
