import { z } from "zod";

export const OldMeme = z
  .strictObject({
    memeid: z.string(),
    caption: z.string(),
    author: z
      .string()
      .regex(/^[A-Za-z0-9_.]{2,32}#\d{4}$/)
      .describe("Username and tag"),
    rating: z.number().min(0).max(5).describe("The average"),
    url: z.url(),
    permalink: z.url(),
    timestamp: z.iso.datetime({ offset: true }).describe("ISO 8601 with a numeric UTC offset"),
    time_ago: z.string(),
  })
  .meta({ id: "OldMeme" });
