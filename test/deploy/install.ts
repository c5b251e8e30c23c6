import { readdirSync } from "node:fs";
import { join } from "node:path";

import { diskFolder, freshFolder } from "../folders.ts";
import type { Check } from "../run-checks.ts";
import { until } from "../until.ts";
import { cloneTo, command, must } from "./commands.ts";

/** In a copy of the checkout, with what `npm ci --omit=dev` installs and nothing else. */
export const install: Check = {
  name: "install",
  goal: "npm ci --omit=dev runs the site: first start, page, upload, doctor, stop",
  async run(say) {
    const folder = diskFolder("install");
    await cloneTo(folder);
    await must(["npm", "ci", "--omit=dev"], { cwd: folder });
    const packages = readdirSync(join(folder, "node_modules")).length;
    const [size] = (await must(["du", "-sm", "node_modules"], { cwd: folder })).split("\t");
    say(`${packages} folders in node_modules, ${size} MB`);
    const problems = await tryOut(folder, { GUFFAW_DATA: freshFolder("install-data"), GUFFAW_PORT: "0" });
    return { amount: "1 site", figure: problems.join("; ") || `works with ${size} MB`, ok: problems.length === 0 };
  },
};

async function tryOut(folder: string, env: Record<string, string>): Promise<string[]> {
  const launcher = join(folder, "guffaw");
  const server = Bun.spawn([launcher, "serve"], { env: { PATH: process.env.PATH, ...env }, stderr: "ignore" });
  let banner = "";
  void (async () => {
    for await (const chunk of server.stdout) banner += new TextDecoder().decode(chunk);
  })();
  try {
    await until(() => banner.includes("running at") || server.exitCode !== null, "The first start");
    const origin = /running at (\S+)/.exec(banner)?.[1] ?? "";
    const problems = await useSite(origin, /API key +(\S+)/.exec(banner)?.[1] ?? "", join(folder, "assets/starter"));
    const doctor = await command([launcher, "doctor"], { env });
    if (doctor.code !== 0) problems.push(`doctor: ${doctor.stdout}${doctor.stderr}`);
    server.kill("SIGTERM");
    if ((await server.exited) !== 0) problems.push(`stopping ended with ${server.exitCode}`);
    return problems;
  } finally {
    server.kill("SIGKILL");
  }
}

/** What a first visitor, a first bot and a first monitor do. Returns what did not work. */
export async function useSite(origin: string, key: string, pictures: string, ops = origin): Promise<string[]> {
  const body = new FormData();
  body.append("image", Bun.file(join(pictures, "printer.png")));
  const upload = await fetch(`${origin}/v1/submit`, { method: "POST", headers: { Authorization: key }, body });
  const { memeid } = (await upload.json()) as { memeid?: string };
  const meme = await fetch(`${origin}/v1/meme/${memeid}`, { headers: { Authorization: key } });
  const { url = "" } = (await meme.json()) as { url?: string };
  const path = URL.canParse(url) ? new URL(url).pathname : "/nowhere";
  const seen = [
    ["page", (await fetch(origin)).status, 200],
    ["upload", upload.status, 201],
    ["picture", (await fetch(origin + path)).status, 200],
    ["readyz", (await fetch(`${ops}/readyz`)).status, 200],
  ] as const;
  return seen.flatMap(([what, got, expected]) => (got === expected ? [] : [`${what}: ${got}`]));
}
