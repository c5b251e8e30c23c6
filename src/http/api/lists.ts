import type { z } from "zod";

import type { Page, PageQuery } from "../../core/lists.ts";
import { cursorInput, decodeCursor, encodeCursor } from "../cursor.ts";
import { HttpError } from "../errors.ts";
import { numberOr } from "../fields.ts";
import type { ApiCall } from "./api-call.ts";

const MAX_OFFSET = 10_000;
const BAD_OFFSET = `The offset must be a whole number from 0 to ${MAX_OFFSET}. To go further, follow the Link header.`;

/** Inputs of a paginated list. */
export const listInput = (max: number) => {
  const error = listRefusal(max);
  return {
    amount: numberOr(max, { min: 1, max, error }).describe("How many to return"),
    offset: numberOr(0, { min: 0, max: MAX_OFFSET, error: BAD_OFFSET }).describe("How many to skip"),
    ...cursorInput,
  };
};

export const listRefusal = (max: number) => `The amount must be a whole number from 1 to ${max}.`;

export interface ListInput {
  amount?: number;
  offset?: number;
  cursor?: string | undefined;
}

/** Reads one page, and links to the next if there is one. */
export async function readPage<T, C>(
  call: ApiCall,
  { amount = 0, offset = 0, cursor: given }: ListInput,
  shape: z.ZodType<C>,
  read: (query: PageQuery<C>) => Promise<Page<T, C>>,
): Promise<T[]> {
  if (given !== undefined && offset > 0) throw new HttpError(400, "Send a cursor or an offset, not both.");
  const after = given === undefined ? undefined : decodeCursor(given, shape);
  const { items, next } = await read({ amount, skip: offset, after });
  if (next !== undefined) call.linkNext(encodeCursor(next));
  return items;
}
