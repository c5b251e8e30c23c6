import { freshFolder } from "../world.ts";
import { count, type FaultCheck } from "./check.ts";
import { buildFailingSync, failCheckpoint, failOneSync } from "./failing-sync.ts";
import type { FullDisk } from "./full-disk.ts";
import { ownMounts, runMounting } from "./mounting.ts";

const FREEING = ["disable", "take back", "delete comment", "delete meme"];

export const fullDisk: FaultCheck = {
  name: "full-disk",
  goal: "deleting, hiding and reading work, everything else gets 503, a restart works, recovers automatically",
  async run(say) {
    const way = ownMounts();
    if (!way) return { skipped: "it needs the right to mount, as root or in a user namespace" };
    say("a separate disk, through " + way.join(" "));
    const found = await runMounting<FullDisk>(way, "full-disk.ts", [freshFolder("full"), "long"]);
    const wrong = [
      ...FREEING.filter((what) => found.full[what] !== 200).map((what) => `${what} was ${found.full[what]}`),
      ...["submit", "comment", "submit again", "comment again"]
        .filter((what) => found.full[what] !== 503)
        .map((what) => `${what} was ${found.full[what]}`),
      ...(found.full.read === 200 ? [] : ["a read failed"]),
      ...(found.refused ? [`${found.refused} deletions were refused`] : []),
      ...(found.restarted === 200 ? [] : ["nothing could be deleted after a restart"]),
      ...(found.doctor.includes("ballast spent") && found.readyz.includes("ballast spent") ? [] : ["nobody was told"]),
      ...(found.imagesLeft ? ["files of a deleted picture were left"] : []),
      ...(found.after.submit === 201 ? [] : ["nothing could be posted when there was room again"]),
    ];
    return {
      amount: `${count(found.deleted + FREEING.length, "deletion")} on a disk without a byte`,
      figure: count(wrong.length, "deviation") + (wrong.length ? `: ${wrong[0]}` : ""),
      ok: wrong.length === 0,
    };
  },
};

export const failedSync: FaultCheck = {
  name: "failed-sync",
  goal: "nothing acknowledged after a failed fsync, exit code 1, nothing lost",
  async run(say) {
    const library = buildFailingSync();
    if (!library) return { skipped: "it needs Linux and a C compiler (cc) for a library that makes fsync fail" };
    const wrong: string[] = [];
    let sent = 0;
    for (const what of ["caption", "submit"] as const) {
      const { statuses, acknowledged, exitCode, lost } = await failOneSync(library, what);
      sent += statuses.length;
      if (statuses[0] !== 503) wrong.push(`the ${what} itself was ${statuses[0]}`);
      if (acknowledged) wrong.push(`${acknowledged} acknowledged after a failed sync`);
      if (exitCode !== 1) wrong.push(`exit code ${exitCode}`);
      wrong.push(...lost.map((one) => `${one} is lost`));
      say(`${what}: ${statuses.length} sent, exit code ${exitCode}`);
    }
    const hidden = await failCheckpoint(library);
    if (hidden.exitCode !== 1) wrong.push(`exit code ${hidden.exitCode} after a failed checkpoint`);
    wrong.push(...hidden.lost.map((one) => `${one} is lost`));
    return {
      amount: `3 failures, ${count(sent, "write")} from then on`,
      figure: count(wrong.length, "deviation") + (wrong.length ? `: ${wrong[0]}` : ""),
      ok: wrong.length === 0,
    };
  },
};
