import { readStored } from "../core/memes/stored-amount.ts";
import { readStats } from "../core/stats/read-stats.ts";
import { dialectOf } from "../data/dialect.ts";
import { reading, type Command } from "./command.ts";

const number = (count: number) => count.toLocaleString("en");
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const stats: Command = {
  name: "stats",
  args: "",
  summary: "count memes, ratings and accounts, and say how much they take",
  details: "The pictures are counted once a day.",
  count: [0, 0],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const { memes, ratings, websiteUsers, uniqueMemers } = await readStats(ctx);
      const [{ name, size }, pictures] = [dialectOf(ctx.db), (await readStored(ctx))?.kept];
      const bytes = await size(ctx.db);
      return {
        json: {
          memes,
          ratings,
          website_users: websiteUsers,
          unique_memers: uniqueMemers,
          database_bytes: bytes,
          picture_bytes: pictures?.bytes ?? null,
          picture_files: pictures?.files ?? null,
        },
        text: [
          `memes     ${number(memes)} shown`,
          `ratings   ${number(ratings)}`,
          `accounts  ${number(websiteUsers)} (${number(uniqueMemers)} with memes)`,
          `database  ${megabytes(bytes)} (${name})`,
          `pictures  ${pictures ? `${megabytes(pictures.bytes)} in ${number(pictures.files)} files` : "not counted yet"}`,
        ].join("\n"),
      };
    }),
};
