import { makeAllRenditions } from "../core/memes/make-all-renditions.ts";
import { MAKE_RENDITIONS, type Outcome as Rendered } from "../core/memes/make-renditions.ts";
import { countForgotten, countToRender } from "../data/renditions.ts";
import type { Db } from "../data/schema.ts";
import { withServices, type Command } from "./command.ts";
import { counted } from "./confirm.ts";
import { Progress } from "./progress.ts";

export const renditions: Command = {
  name: "renditions",
  args: "",
  summary: "make the smaller copies and link previews that older memes lack",
  details:
    "It takes about a second of CPU time per picture. It can run beside the server and can be stopped at any time: run it again, and it goes on with the rest.",
  count: [0, 0],
  options: { "dry-run": { type: "boolean", help: "make nothing; only count the memes" } },
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const total = await countToRender(ctx.db);
      if (call.values["dry-run"]) return { json: { memes: total }, text: `${lacking(total)}.` };
      const outcomes: Record<Rendered, number> = { made: 0, gone: 0, lost: 0, refused: 0 };
      const progress = new Progress(call.terminal, "Rendering", total, "memes");
      const onMeme = (outcome: Rendered) => {
        outcomes[outcome]++;
        progress.add(1);
      };
      await makeAllRenditions(ctx, { onMeme });
      progress.end();
      const { made, lost, refused } = outcomes;
      const lines = [made === 0 ? "Nothing was left to do." : `Brought ${counted(made, "meme")} up to date.`];
      if (refused > 0) lines.push(`${counted(refused, "picture")} took too long, and will do without smaller copies.`);
      if (lost > 0)
        lines.push(`The storage has lost the originals of ${counted(lost, "meme")}; ./guffaw doctor says more.`);
      return { json: { made, refused, lost }, text: lines.join("\n"), exitCode: lost > 0 ? 1 : 0 };
    }),
};

/** For the start after an upgrade. Undefined if nothing is missing. */
export async function describeMissing(db: Db): Promise<string | undefined> {
  const count = await countForgotten(db, MAKE_RENDITIONS);
  if (count === 0) return undefined;
  return `${lacking(count)}, so pages load more slowly than they could. ./guffaw renditions makes them, also while the site is running.`;
}

const lacking = (count: number) =>
  `${counted(count, "meme")} ${count === 1 ? "has" : "have"} no smaller copies of ${count === 1 ? "its" : "their"} picture yet`;
