import { z } from "zod";

/** What a form writes as text and JSON as a number. Nothing at all is what a form sends for a field left empty. */
const numberOf = (value: unknown) => {
  if (value === "") return undefined;
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
};

interface Bounds {
  least: number;
  most: number;
  error: string;
}

const within = ({ least, most, error }: Bounds) => z.int({ error }).min(least, { error }).max(most, { error });

export const wholeNumber = (bounds: Bounds) => z.preprocess(numberOf, within(bounds));
export const optionalNumber = (bounds: Bounds) => z.preprocess(numberOf, within(bounds).optional());
export const numberOr = (usual: number, bounds: Bounds) => z.preprocess(numberOf, within(bounds).default(usual));

export const BAD_AGE = "The age must be 1 (family friendly), 2 (teen) or 4 (mature).";

/** Text, so that a form can offer the choice. */
export const ageField = z.preprocess(
  (value) => (value === "" ? undefined : typeof value === "number" ? String(value) : value),
  z.enum(["1", "2", "4"], { error: BAD_AGE }).default("2"),
);
