import { z } from "zod";

import { maxAge } from "../../fields.ts";

export const feedInput = z.object({
  feed: z.enum(["new", "top", "following"]).default("new"),
  period: z.enum(["1d", "7d", "1mo", "all"]).default("7d"),
  age: maxAge,
  cursor: z.string().max(1000).optional(),
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
