import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { diskFolder } from "../folders.ts";
import { smallImage } from "../world.ts";
import { prepareSite, type Site } from "./site.ts";

/** Builds what makes every sync of a program fail on demand; undefined where there is nothing to build it with. */
export function buildFailingSync(): string | undefined {
  const compiler = process.platform === "linux" ? (Bun.which("cc") ?? Bun.which("gcc")) : null;
  const library = join(diskFolder("sync"), "failing-sync.so");
  const source = join(import.meta.dir, "failing-sync.c");
  const built = compiler && Bun.spawnSync([compiler, "-shared", "-fPIC", "-o", library, source]).success;
  return built ? library : undefined;
}

export interface FailedSync {
  /** Statuses of the writes that were sent after a sync had failed, 0 for those that met a closed door. */
  statuses: number[];
  /** Those answered with success, which must be none. */
  acknowledged: number;
  exitCode: number;
  log: string;
  /** What a server that was started again had of all that was acknowledged. */
  lost: string[];
}

/**
 * SQLite carries what was committed from its log into its file now and then, and hides it when that fails: the server
 * has to notice, or the next time the log would be thrown away. Returns how it ended, and what it lost.
 */
export async function failCheckpoint(library: string): Promise<Pick<FailedSync, "acknowledged" | "exitCode" | "lost">> {
  await using site = await prepareSite(1);
  const trigger = await startFailing(site, library, "/guffaw.db");
  const { child } = site.server;
  writeFileSync(trigger, "");
  let [acknowledged, last] = [0, ""];
  for (let n = 0, idle = 0; child.exitCode === null && n < 5000 && idle < 1000; n++)
    if ((await caption(site, String(n))) === 200) [acknowledged, last] = [acknowledged + 1, String(n)];
    else await Bun.sleep((idle++, 20));
  // One that never notices has to be ended.
  if (child.exitCode === null) child.kill("SIGKILL");
  const exitCode = await child.exited;
  return { acknowledged, exitCode, lost: (await captionKept(site)) === last ? [] : [last] };
}

/** A disk under a site fails to keep one write, and keeps the next ones: nothing may be acknowledged from there on. */
export async function failOneSync(library: string, what: "caption" | "submit"): Promise<FailedSync> {
  await using site = await prepareSite(1);
  const trigger = await startFailing(site, library);
  const { child, stderr } = site.server;
  let kept = "";
  for (let n = 0; n < 10; n++) if ((await caption(site, `kept ${n}`)) === 200) kept = `kept ${n}`;
  writeFileSync(trigger, "");
  const image = Buffer.from(await smallImage()).toString("base64");
  const submit = () => statusOf(site.send(site.accounts[0]!.key, "POST", "/v1/submit", { image, caption: "lost" }));
  const statuses = [what === "caption" ? await caption(site, "lost") : await submit()];
  rmSync(trigger);
  for (let n = 0; child.exitCode === null && n < 2000; n++) statuses.push(await caption(site, `late ${n}`));
  const exitCode = await child.exited;
  // What was refused may be there all the same: it was written, and only not known to be safe.
  const lost = [kept, "lost"].includes(await captionKept(site)) ? [] : [kept];
  const acknowledged = statuses.filter((status) => status === 200 || status === 201).length;
  return { statuses, acknowledged, exitCode, log: await stderr, lost };
}

/** While the file that it returns is there, syncs fail: all, or those of files whose names end so. */
async function startFailing(site: Site, library: string, of?: string): Promise<string> {
  const trigger = join(site.env.GUFFAW_DATA!, "fail");
  await site.start({ LD_PRELOAD: library, FAIL_SYNC: trigger, ...(of ? { FAIL_SYNC_OF: of } : {}) });
  return trigger;
}

const caption = (site: Site, words: string) =>
  statusOf(site.send(site.accounts[0]!.key, "PUT", `/v1/meme/${site.accounts[0]!.meme}/caption`, { caption: words }));

/** What a server that was started again has. */
async function captionKept(site: Site): Promise<string> {
  await site.start();
  const { json } = await site.send(site.accounts[0]!.key, "GET", `/v1/meme/${site.accounts[0]!.meme}`);
  return String(json.caption);
}

/** 0 where there was no answer. */
const statusOf = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );
