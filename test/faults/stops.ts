import { count, seconds, type FaultCheck } from "./check.ts";
import { prepareSite, type Site } from "./site.ts";
import { stopUnderLoad } from "./sigterm.ts";

const STOPS = 6;
const CLIENTS = 16;
const MAX_STOP_MS = 10_000;

async function commentsOf(site: Site): Promise<Set<string>> {
  const me = site.accounts[0]!;
  const found = new Set<string>();
  for (let path: string | undefined = `/v1/meme/${me.meme}/comments`; path;) {
    const { json, headers } = await site.send(me.key, "GET", path);
    for (const { content } of json as unknown as { content: string }[]) found.add(content);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    path = next && new URL(next).pathname + new URL(next).search;
  }
  return found;
}

export const stops: FaultCheck = {
  name: "sigterm",
  goal: `no request cut off, nothing lost, exit code 0 within ${seconds(MAX_STOP_MS)}`,
  async run(say) {
    await using site = await prepareSite(1);
    const me = site.accounts[0]!;
    const wrong: string[] = [];
    const acknowledged: string[] = [];
    let [answered, slowest] = [0, 0];
    for (let stop = 1; stop <= STOPS; stop++) {
      await site.start();
      const { server } = site;
      const port = Number(new URL(site.origin).port);
      const load = { port, key: me.key, meme: me.meme, writers: CLIENTS, readers: CLIENTS };
      const stopped = await stopUnderLoad({ ...load, stop: () => server.stop() });
      answered += stopped.answered + stopped.answeredWhileStopping;
      slowest = Math.max(slowest, stopped.tookMs);
      acknowledged.push(...stopped.acknowledged);
      if (stopped.broken) wrong.push(`${count(stopped.broken, "request")} broken off`);
      if (stopped.exitCode !== 0) wrong.push(`exit code ${stopped.exitCode}`);
      say(`${stop} of ${STOPS} stops, ${answered} answered, ${stopped.broken} cut off`);
    }
    await site.start();
    const found = await commentsOf(site);
    const lost = acknowledged.filter((content) => !found.has(content)).length;
    if (lost) wrong.push(`${lost} of what was acknowledged is lost`);
    return {
      amount: `${count(STOPS, "stop")}, ${CLIENTS} writers, ${CLIENTS} readers, ${count(answered, "answer")}`,
      figure: `${seconds(slowest)}, ${count(wrong.length, "deviation")}${wrong.length ? `: ${wrong[0]}` : ""}`,
      ok: wrong.length === 0 && slowest <= MAX_STOP_MS,
    };
  },
};
