import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { startServer } from "../cli/guffaw.ts";
import { diskFolder } from "../folders.ts";
import { smallImage } from "../world.ts";
import { prepareSite, type Site } from "./site.ts";

/** Builds a library that makes every sync of a program fail on demand; undefined if there is no compiler. */
export function buildFailingSync(): string | undefined {
  const compiler = process.platform === "linux" ? (Bun.which("cc") ?? Bun.which("gcc")) : null;
  const library = join(diskFolder("sync"), "failing-sync.so");
  const source = join(import.meta.dir, "failing-sync.c");
  const built = compiler && Bun.spawnSync([compiler, "-shared", "-fPIC", "-o", library, source]).success;
  return built ? library : undefined;
}

export interface FailedSync {
  /** Statuses of the writes sent after a sync had failed; 0 if the connection was refused. */
  statuses: number[];
  /** Those answered with success. There must be none. */
  acknowledged: number;
  exitCode: number;
  log: string;
  /** What a restarted server lacks of everything acknowledged. */
  lost: string[];
}

/**
 * SQLite moves commits from its log into its file now and then, and hides failures to do so. The server has to notice,
 * or the log would be thrown away the next time. Returns how it ended, and what it lost.
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
  // A server that never notices has to be killed.
  if (child.exitCode === null) child.kill("SIGKILL");
  const exitCode = await child.exited;
  return { acknowledged, exitCode, lost: (await captionKept(site)) === last ? [] : [last] };
}

/** The disk fails to store one write, and stores the next ones. Nothing may be acknowledged from then on. */
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
  for (let n = 0; child.exitCode === null && n < 2000; n++) {
    statuses.push(await caption(site, `late ${n}`));
    await Bun.sleep(10);
  }
  const exitCode = await child.exited;
  // A refused write may be there all the same: it was written, but not known to be safe.
  const lost = [kept, "lost"].includes(await captionKept(site)) ? [] : [kept];
  const acknowledged = statuses.filter((status) => status === 200 || status === 201).length;
  return { statuses, acknowledged, exitCode, log: await stderr, lost };
}

/** While the returned file exists, syncs fail: all, or those of files with this suffix. */
async function startFailing(site: Site, library: string, of?: string): Promise<string> {
  const trigger = join(site.env.GUFFAW_DATA!, "fail");
  await site.start({ LD_PRELOAD: library, FAIL_SYNC: trigger, ...(of ? { FAIL_SYNC_OF: of } : {}) });
  return trigger;
}

const caption = (site: Site, words: string) =>
  statusOf(site.send(site.accounts[0]!.key, "PUT", `/v1/meme/${site.accounts[0]!.meme}/caption`, { caption: words }));

/** What a restarted server has. */
async function captionKept({ env, accounts: [me] }: Site): Promise<string> {
  const server = await startServer(env);
  const headers = { Authorization: me!.key };
  const answer = await fetch(`${server.origin()}/v1/meme/${me!.meme}`, { headers });
  const { caption: kept } = (await answer.json()) as { caption: string };
  await server.stop();
  return kept;
}

/** 0 without an answer. */
const statusOf = (answer: Promise<{ status: number }>) =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );
