import { z } from "zod";

import type { Age } from "../../entities/age.ts";
import { numberOr } from "../fields.ts";

/** Programs ask for more than they may have, and take what they get. */
export const atMost = (usual: number, max: number) =>
  numberOr(usual, { min: 1, max: 1e6, error: `Ask for 1 to ${max} results.` }).transform((n) => Math.min(n, max));

const MAX_OFFSET = 5000;
export const offset = numberOr(0, {
  min: 0,
  max: MAX_OFFSET,
  error: `The offset must be a whole number from 0 to ${MAX_OFFSET}.`,
});

/** Pages are numbered from 1. */
const MAX_PAGE = 5000;
export const pageNumber = numberOr(1, {
  min: 1,
  max: MAX_PAGE,
  error: `The page must be a whole number from 1 to ${MAX_PAGE}.`,
});

export const text = z.string().default("");

export const listOf = (value: string): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** How strictly Tenor's and Klipy's programs ask to filter. Those that do not say get what guests see unasked. */
export function ageOfFilter(filter: string): Age {
  if (filter === "high") return 1;
  return filter === "off" ? 4 : 2;
}

/** Giphy's ratings. */
export function ageOfRating(rating: string): Age {
  if (rating === "y" || rating === "g") return 1;
  return rating === "r" ? 4 : 2;
}
