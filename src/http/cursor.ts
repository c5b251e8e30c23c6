import { z } from "zod";

import { english } from "../words/en/index.ts";
import { message } from "../words/messages.ts";
import { HttpError } from "./errors.ts";
import { schemaMessage } from "./schema-message.ts";

/** For the reference. */
export const BAD_CURSOR = english["error.bad-cursor"];

export const ID = z.string().regex(/^\d{17,19}$/);
export const SMALL_ID = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const cursor = z
  .string()
  .max(1000, { error: schemaMessage("error.bad-cursor") })
  .optional();
const CURSOR_SAYS = "Where to continue; take it from the Link header";

/** Inputs of a list paginated through the Link header. */
export const cursorInput = { cursor: cursor.describe(CURSOR_SAYS) };

export const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** `refusal` is for programs that find their cursor elsewhere than in the Link header. */
export function decodeCursor<C>(text: string, shape: z.ZodType<C>, refusal?: string): C {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw new HttpError(400, refusal ?? message("error.bad-cursor"));
  }
}

export const searchCursor = z.object({
  match: z.enum(["whole", "begun", "near", "some"]),
  below: ID.optional(),
  done: z.int().min(0).max(1000),
});

export const memeCursor = z.object({ at: z.number(), id: ID });
export const dayCursor = z.object({ day: z.int().min(0).max(1e6), id: ID });
export const standing = z.object({ score: z.number(), subject: ID });

/** The number of a comment, notification or report; 0, which names nothing, if it can't be one. */
export const smallIdOf = (text: string): number =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : 0;
