import { z } from "zod";

import { wordsIn } from "../words/words.ts";

// A schema says it in English; the website finds the message again.
const { say } = wordsIn("en");

/** What a query or a form writes as text, and JSON as a number. */
const numberOf = (value: unknown) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value);
/** A form sends a field that was left empty, too. */
const givenNumber = (value: unknown) => (value === "" ? undefined : numberOf(value));

interface Bounds {
  least: number;
  most: number;
  error: string;
}

const within = ({ least, most, error }: Bounds) => z.int({ error }).min(least, { error }).max(most, { error });

export const wholeNumber = (bounds: Bounds) => z.preprocess(numberOf, within(bounds));
export const optionalNumber = (bounds: Bounds) => z.preprocess(givenNumber, within(bounds).optional());
export const numberOr = (usual: number, bounds: Bounds) => z.preprocess(numberOf, within(bounds).default(usual));

export const BAD_AGE = say("error.bad-age");

const age = z.literal([1, 2, 4], { error: BAD_AGE }).default(2);

export const maxAge = z
  .preprocess(numberOf, age)
  .describe("At most this age rating: 1 family friendly, 2 teen, 4 mature");
export const ownAge = z.preprocess(givenNumber, age).describe("The age rating: 1 family friendly, 2 teen, 4 mature");

export const BAD_RATING = say("error.no-rating");
export const RATING_RANGE = { least: 1, most: 5, error: BAD_RATING };
