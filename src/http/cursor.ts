import { z } from "zod";

import type { Page, PageQuery } from "../core/lists.ts";
import { english } from "../words/en/index.ts";
import { message } from "../words/messages.ts";
import { HttpError } from "./errors.ts";
import { numberOr } from "./fields.ts";
import type { Call } from "./route.ts";
import { schemaMessage } from "./schema-message.ts";

const MAX_OFFSET = 10_000;
/** For the reference. */
export const BAD_CURSOR = english["error.bad-cursor"];
const BAD_OFFSET = `The offset must be a whole number from 0 to ${MAX_OFFSET}; to go further, follow the header Link.`;

export const ID = z.string().regex(/^\d{17,19}$/);
export const SMALL_ID = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

const cursor = z
  .string()
  .max(1000, { error: schemaMessage("error.bad-cursor") })
  .optional();
const CURSOR_SAYS = "Where the list goes on; taken from the header Link";

/** The inputs of a list that goes on at the header Link. */
export const cursorInput = { cursor: cursor.describe(CURSOR_SAYS) };

/** The inputs of a list of which a part is asked for. */
export const listInput = (max: number) => {
  const error = listRefusal(max);
  return {
    amount: numberOr(max, { min: 1, max, error }).describe("How many"),
    offset: numberOr(0, { min: 0, max: MAX_OFFSET, error: BAD_OFFSET }).describe("How many to leave out first"),
    ...cursorInput,
  };
};

export const listRefusal = (max: number) => `The amount must be a whole number from 1 to ${max}.`;

interface ListInput {
  amount?: number;
  offset?: number;
  cursor?: string | undefined;
}

/** Reads one page; where there is another, the header Link says where. */
export async function readPage<T, C>(
  call: Call,
  { amount = 0, offset = 0, cursor: given }: ListInput,
  shape: z.ZodType<C>,
  read: (query: PageQuery<C>) => Promise<Page<T, C>>,
): Promise<T[]> {
  if (given !== undefined && offset > 0) throw new HttpError(400, "Give a cursor or an offset, not both.");
  const after = given === undefined ? undefined : decodeCursor(given, shape);
  const { items, next } = await read({ amount, skip: offset, after });
  if (next !== undefined) call.linkNext(encodeCursor(next));
  return items;
}

export const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function decodeCursor<C>(text: string, shape: z.ZodType<C>): C {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw new HttpError(400, message("error.bad-cursor"));
  }
}
