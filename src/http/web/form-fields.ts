import { z } from "zod";

/** A missing field counts as empty: the verb refuses it, in the form. */
export const text = z.string().default("");

/** Browsers send a checkbox only if it is ticked. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);
