import { z } from "zod";

import { listAge } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";

const NO_LIST = { error: schemaMessage("error.bad-list") };

export const feedInput = z.object({
  feed: z.enum(["hot", "new", "top", "following"], NO_LIST).default("hot"),
  period: z.enum(["1d", "7d", "1mo", "all"], NO_LIST).default("7d"),
  age: listAge,
  cursor: z.string().max(1000, NO_LIST).optional(),
});
export const newestInput = feedInput.pick({ age: true, cursor: true });
export type FeedInput = z.output<typeof feedInput>;
export type FeedName = FeedInput["feed"];

/** Path of a feed, without defaults. */
export function feedPath({ feed, period, age, cursor }: FeedInput): string {
  const query = new URLSearchParams({
    ...(feed === "top" || feed === "following" ? { feed } : {}),
    ...(feed === "top" ? { period } : {}),
    ...(age === 4 ? {} : { age: String(age) }),
    ...(cursor === undefined ? {} : { cursor }),
  }).toString();
  return `/${feed === "new" ? "new" : ""}${query && `?${query}`}`;
}
