import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { startServer } from "../cli/guffaw.ts";
import { freshFolder, smallImage } from "../world.ts";

/** Builds what makes every sync of a program fail on demand; undefined where there is nothing to build it with. */
export function buildFailingSync(): string | undefined {
  const compiler = process.platform === "linux" ? (Bun.which("cc") ?? Bun.which("gcc")) : null;
  const library = join(freshFolder("sync"), "failing-sync.so");
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
  const env = { GUFFAW_DATA: freshFolder("sync"), GUFFAW_RATE_LIMIT: "off", GUFFAW_LOG: "silent" };
  const trigger = join(env.GUFFAW_DATA, "fail");
  const preload = { LD_PRELOAD: library, FAIL_SYNC: trigger, FAIL_SYNC_OF: "/guffaw.db" };
  const server = await startServer({ ...env, ...preload });
  const headers = { Authorization: /API key +(gfw_\w+)/.exec(server.banner())![1]! };
  const mine = await fetch(`${server.origin()}/v1/mymemes`, { headers });
  const [{ memeid }] = (await mine.json()) as [{ memeid: string }];
  const caption = (n: number) =>
    fetch(`${server.origin()}/v1/meme/${memeid}/caption?caption=${n}`, { method: "PUT", headers });
  writeFileSync(trigger, "");
  let [acknowledged, last] = [0, ""];
  for (let n = 0, idle = 0; server.child.exitCode === null && n < 5000 && idle < 1000; n++)
    if ((await statusOf(caption(n))) === 200) [acknowledged, last] = [acknowledged + 1, String(n)];
    else await Bun.sleep((idle++, 20));
  // One that never notices has to be ended.
  if (server.child.exitCode === null) server.child.kill("SIGKILL");
  const exitCode = await server.child.exited;
  const again = await startServer(env);
  const found = (await (await fetch(`${again.origin()}/v1/meme/${memeid}`, { headers })).json()) as { caption: string };
  await again.stop();
  return { acknowledged, exitCode, lost: found.caption === last ? [] : [last] };
}

/** A disk under a site fails to keep one write, and keeps the next ones: nothing may be acknowledged from there on. */
export async function failOneSync(library: string, what: "caption" | "submit"): Promise<FailedSync> {
  const env = { GUFFAW_DATA: freshFolder("sync"), GUFFAW_RATE_LIMIT: "off", GUFFAW_LOG: "warn" };
  const trigger = join(env.GUFFAW_DATA, "fail");
  const server = await startServer({ ...env, LD_PRELOAD: library, FAIL_SYNC: trigger });
  const key = /API key +(gfw_\w+)/.exec(server.banner())![1]!;
  const image = Buffer.from(await smallImage()).toString("base64");
  const send = (origin: string, method: string, path: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: { Authorization: key, "Content-Type": "application/json", Connection: "close" },
      body: body && JSON.stringify(body),
    });
  const mine = await send(server.origin(), "GET", "/v1/mymemes");
  const [{ memeid }] = (await mine.json()) as [{ memeid: string }];
  const caption = (words: string) => send(server.origin(), "PUT", `/v1/meme/${memeid}/caption`, { caption: words });
  let kept = "";
  for (let n = 0; n < 10; n++) if ((await caption(`kept ${n}`)).ok) kept = `kept ${n}`;

  writeFileSync(trigger, "");
  const failing =
    what === "caption" ? caption("lost") : send(server.origin(), "POST", "/v1/submit", { image, caption: "lost" });
  const statuses = [await statusOf(failing)];
  if (existsSync(trigger)) rmSync(trigger);
  for (let n = 0; server.child.exitCode === null && n < 2000; n++) statuses.push(await statusOf(caption(`late ${n}`)));
  const exitCode = await server.child.exited;

  const again = await startServer(env);
  const meme = await (await send(again.origin(), "GET", `/v1/meme/${memeid}`)).json();
  await again.stop();
  // What was refused may be there all the same: it was written, and only not known to be safe.
  const found = (meme as { caption: string }).caption;
  const lost = found === kept || found === "lost" ? [] : [kept];
  const acknowledged = statuses.filter((status) => status === 200 || status === 201).length;
  return { statuses, acknowledged, exitCode, log: await server.stderr, lost };
}

const statusOf = (answer: Promise<Response>) =>
  answer.then(
    (got) => got.status,
    () => 0,
  );
