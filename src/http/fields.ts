import { z } from "zod";

import { english } from "../words/en/index.ts";
import { schemaMessage } from "./schema-message.ts";

/** Numbers are text in a query or a form, and numbers in JSON. */
const numberOf = (value: unknown) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value);
/** Forms also send empty fields. */
const givenNumber = (value: unknown) => (value === "" ? undefined : numberOf(value));

interface Bounds {
  min: number;
  max: number;
  error: string;
}

const within = ({ min, max, error }: Bounds) => z.int({ error }).min(min, { error }).max(max, { error });

export const wholeNumber = (bounds: Bounds) => z.preprocess(numberOf, within(bounds));
export const optionalNumber = (bounds: Bounds) => z.preprocess(givenNumber, within(bounds).optional());
export const numberOr = (usual: number, bounds: Bounds) => z.preprocess(numberOf, within(bounds).default(usual));

/** True and false are text in a query or a form; a form may also send 1 and 0. */
const yesOrNo = (value: unknown) =>
  value === "true" || value === "1" || value === 1
    ? true
    : value === "false" || value === "0" || value === 0
      ? false
      : value;
export const flag = (error: string) => z.preprocess(yesOrNo, z.boolean({ error }));
export const optionalFlag = (error: string) => z.preprocess(yesOrNo, z.boolean({ error }).optional());

/** For the reference. */
export const BAD_AGE = english["error.bad-age"];
export const BAD_RATING = english["error.no-rating"];

const anyAge = z.literal([1, 2, 4], { error: schemaMessage("error.bad-age") });
const age = anyAge.default(2);

export const maxAge = z
  .preprocess(numberOf, age)
  .describe("The highest age rating: 1 family friendly, 2 teen, 4 mature");
/** On the website, where the default depends on the viewer. */
export const chosenAge = z.preprocess(givenNumber, anyAge.optional());
/** For lists on the website, which blur mature pictures. */
export const listAge = z.preprocess(givenNumber, anyAge.default(4));
export const ownAge = z.preprocess(givenNumber, age).describe("The age rating: 1 family friendly, 2 teen, 4 mature");

export const RATING_RANGE = { min: 1, max: 5, error: schemaMessage("error.no-rating") };
