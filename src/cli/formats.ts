import { makeAllFormats } from "../core/memes/make-formats.ts";
import { countToFormat, queueRefused } from "../data/formats.ts";
import type { Outcome } from "../core/memes/make-renditions.ts";
import { withServices, type Command } from "./command.ts";
import { counted } from "./confirm.ts";
import { Progress } from "./progress.ts";

export const formats: Command = {
  name: "formats",
  args: "",
  summary: "make the GIFs and previews that chat programs ask for, for memes that lack them",
  details:
    "The server does this by itself once somebody has a GIF key, in the pauses between uploads. This command does it at once. It takes about half a second of CPU time per picture, several for an animation, and can be stopped at any time: run it again, and it goes on with the rest.",
  count: [0, 0],
  options: {
    again: { type: "boolean", help: "also try pictures again that took too long, and videos whose GIFs do not move" },
    "dry-run": { type: "boolean", help: "make nothing; only count the memes" },
  },
  run: (call) =>
    withServices(call, async (_, ctx) => {
      const again = call.values.again === true;
      const total = await countToFormat(ctx.db, { refused: again });
      if (call.values["dry-run"])
        return {
          json: { memes: total },
          text: `${counted(total, "meme")} ${total === 1 ? "lacks" : "lack"} formats for GIF searches.`,
        };
      if (again) await queueRefused(ctx.db);
      const outcomes: Record<Outcome, number> = { made: 0, gone: 0, lost: 0, refused: 0 };
      const progress = new Progress(call.terminal, "Rendering", total, "memes");
      const onMeme = (outcome: Outcome) => {
        outcomes[outcome]++;
        progress.add(1);
      };
      await makeAllFormats(ctx, { onMeme });
      progress.end();
      const { made, lost, refused } = outcomes;
      const lines = [made === 0 ? "Nothing was left to do." : `Made the formats of ${counted(made, "meme")}.`];
      if (refused > 0)
        lines.push(
          `${counted(refused, "picture")} took too long, and will not be found as GIFs. Try again with --again.`,
        );
      if (lost > 0)
        lines.push(`The storage has lost the originals of ${counted(lost, "meme")}; ./guffaw doctor says more.`);
      return { json: { made, refused, lost }, text: lines.join("\n"), exitCode: lost > 0 ? 1 : 0 };
    }),
};
