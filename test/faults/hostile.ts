import { hostileFiles, type HostileFile } from "../hostile/files.ts";
import { count, type FaultCheck } from "./check.ts";
import { watchHealth, type HealthWatch } from "./health-watch.ts";
import { prepareSite, type Site } from "./site.ts";

const MAX_STALL_MS = 250;
const QUIET_SECONDS = 5;

const send = (site: Site, { body, contentType, headers }: HostileFile) =>
  fetch(`${site.origin}/v1/submit`, {
    method: "POST",
    body: body as BodyInit,
    headers: { Authorization: site.accounts[0]!.key, "Content-Type": contentType, ...headers },
    signal: AbortSignal.timeout(120_000),
  });

/** One stall may be the machine's fault; a stall every time is the file's. */
async function sendWatched(site: Site, file: HostileFile, health: HealthWatch) {
  const once = async () => {
    await health.slowest(); // making the file does not count
    const answer = await send(site, file);
    return { status: answer.status, text: await answer.text(), stall: await health.slowest() };
  };
  const first = await once();
  if (first.stall <= MAX_STALL_MS) return first;
  const second = await once();
  return { ...second, stall: Math.min(first.stall, second.stall) };
}

export const hostile: FaultCheck = {
  name: "hostile-pictures",
  goal: `each refused or accepted as expected, /healthz never over ${MAX_STALL_MS} ms meanwhile (on an idle machine)`,
  async run(say) {
    await using site = await prepareSite(1);
    await site.start();
    const health = watchHealth(site.origin);
    try {
      await Bun.sleep(QUIET_SECONDS * 1000);
      // Noise of the machine: the server has nothing to do.
      const quiet = await health.slowest();
      const wrong: string[] = [];
      let [files, worst, worstName] = [0, 0, ""];
      for await (const file of hostileFiles()) {
        const { status, text, stall } = await sendWatched(site, file, health);
        if (stall > worst) [worst, worstName] = [stall, file.name];
        if (!file.expect.includes(status)) wrong.push(`${file.name}: ${status} ${text.slice(0, 100)}`);
        if (++files % 10 === 0) say(`${files} files, slowest /healthz ${Math.round(worst)} ms (${worstName})`);
      }
      const stalled = worst > Math.max(MAX_STALL_MS, 2 * quiet) ? [`${worstName} stalls it`] : [];
      const all = [...wrong, ...stalled];
      return {
        amount: count(files, "file"),
        figure: `slowest /healthz ${Math.round(worst)} ms (${Math.round(quiet)} ms idle), ${count(all.length, "deviation")}${all.length ? `: ${all[0]}` : ""}`,
        ok: all.length === 0,
      };
    } finally {
      health.stop();
    }
  },
};
