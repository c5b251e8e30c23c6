import { z } from "zod";

import { maxAge } from "../../fields.ts";
import { schemaMessage } from "../../schema-message.ts";

const NO_LIST = { error: schemaMessage("error.bad-list") };

export const feedInput = z.object({
  feed: z.enum(["new", "top", "following"], NO_LIST).default("new"),
  period: z.enum(["1d", "7d", "1mo", "all"], NO_LIST).default("7d"),
  age: maxAge,
  cursor: z.string().max(1000, NO_LIST).optional(),
});
export type FeedInput = z.output<typeof feedInput>;
export type FeedName = FeedInput["feed"];

/** Query of a feed, without defaults. */
export function feedQuery(name: FeedName, period: FeedInput["period"], age: number): Record<string, string> {
  return {
    ...(name === "new" ? {} : { feed: name }),
    ...(name === "top" ? { period } : {}),
    ...(age === 2 ? {} : { age: String(age) }),
  };
}
