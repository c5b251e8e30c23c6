import { z } from "zod";

/** A field that was left out is as good as an empty one: the verb refuses it, in the form. */
export const text = z.string().default("");

/** A box that was ticked is sent, and one that was not is not. */
export const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);
