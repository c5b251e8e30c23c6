import { adoptStorage, sweepRefusal } from "../core/memes/claim-storage.ts";
import type { Ctx } from "../core/ctx.ts";
import { countOrphans, type Amount } from "../core/memes/find-orphans.ts";
import { sweepOrphans } from "../core/memes/sweep-orphans.ts";
import { UsageError, withServices, type Command, type CommandCall, type Outcome } from "./command.ts";
import { confirm, YES } from "./confirm.ts";

export const sweep: Command = {
  name: "sweep",
  args: "",
  summary: "delete stored files that belong to no meme (serve does it once a day)",
  count: [0, 0],
  options: {
    "dry-run": { type: "boolean", help: "delete nothing; only count them" },
    ...YES,
    adopt: { type: "boolean", help: "take over all images there; use it if no other site keeps images there" },
  },
  run: (call) => {
    const { adopt, "dry-run": dryRun } = call.values;
    if (adopt && dryRun) throw new UsageError("Give --adopt or --dry-run, not both.");
    return withServices(call, async (_, ctx) => {
      if (dryRun) return count(ctx);
      if (adopt) await takeOver(call, ctx);
      const swept = await sweepOrphans(ctx, { now: ctx.now });
      return { json: swept, text: `Deleted ${amount(swept)} that belonged to no meme.` };
    });
  },
};

async function takeOver(call: CommandCall, ctx: Ctx): Promise<void> {
  const { old, young } = await countOrphans(ctx, { now: ctx.now });
  const all = { files: old.files + young.files, bytes: old.bytes + young.bytes };
  const when =
    young.files > 0 ? `: ${amount(old)} now, and ${amount(young)} less than an hour old in a later sweep` : "";
  const loss = `This site takes over all images in ${ctx.storage.description}, and ${amount(all)} that belong to none of its memes will be deleted for good${when}.`;
  await confirm(call, loss);
  await adoptStorage(ctx);
}

async function count(ctx: Ctx): Promise<Outcome> {
  const { old, young } = await countOrphans(ctx, { now: ctx.now });
  const refusal = await sweepRefusal(ctx);
  const lines = [`${amount(old)} would be deleted${tooYoung(young)}.`, ...(refusal ? [refusal] : [])];
  return { json: { ...old, young, ...(refusal ? { refusal } : {}) }, text: lines.join("\n") };
}

/** For doctor: how many orphaned files there are, and whether they are deleted automatically. */
export async function describeOrphans(
  ctx: Pick<Ctx, "db" | "storage" | "now">,
): Promise<{ ok: boolean; said: string }> {
  const refusal = await sweepRefusal(ctx);
  if (refusal) return { ok: false, said: refusal };
  const { old, young } = await countOrphans(ctx, ctx);
  const found =
    old.files === 0
      ? "Every stored image belongs to a meme"
      : `No meme owns ${amount(old)}; the server deletes such files within a day, ./guffaw sweep at once`;
  return { ok: true, said: `${found}${tooYoung(young)}.` };
}

const amount = ({ files, bytes }: Amount) =>
  `${files.toLocaleString("en")} ${files === 1 ? "file" : "files"} (${(bytes / 1e6).toFixed(1)} MB)`;

/** They may belong to a meme that is being submitted. */
const tooYoung = (young: Amount) =>
  young.files > 0 ? `; ${amount(young)} less than an hour old may still belong to a new meme` : "";
