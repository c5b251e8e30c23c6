import { z } from "zod";

import { listAge } from "../../fields.ts";
import { cursorInput } from "../../cursor.ts";
import { schemaMessage } from "../../schema-message.ts";

export const ORDERS = ["hot", "new", "top"] as const;

export const tagInput = z.object({
  order: z.enum(ORDERS, { error: schemaMessage("error.bad-list") }).default("hot"),
  age: listAge,
  ...cursorInput,
});
export type TagInput = z.output<typeof tagInput>;

/** Query of a tag's page, without defaults. */
export function tagQuery({ order, age, cursor }: TagInput): string {
  const query = new URLSearchParams({
    ...(order === "hot" ? {} : { order }),
    ...(age === 4 ? {} : { age: String(age) }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return query && `?${query}`;
}
