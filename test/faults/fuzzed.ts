import { addresses, readConfig } from "../../src/config.ts";
import { ROOT } from "../world.ts";
import { count, type FaultCheck } from "./check.ts";
import { fuzz, troubles } from "./fuzz.ts";
import { prepareSite } from "./site.ts";

const REQUESTS = 20_000;
const CONNECTIONS = 24;
const IDLERS = 8;
const MAX_SECONDS = 240;

export const fuzzed: FaultCheck = {
  name: "fuzz",
  goal: "no 5xx, nothing unanswered, counters correct afterwards",
  async run(say) {
    await using site = await prepareSite(1);
    await site.start();
    const { key, meme, cookie } = site.accounts[0]!;
    const port = Number(new URL(site.origin).port);
    const seed = Date.now() % 1e6;
    say(`seed ${seed}`);
    const where = addresses(readConfig(site.env, ROOT), port);
    const limits = { connections: CONNECTIONS, idlers: IDLERS, requests: REQUESTS, seconds: MAX_SECONDS };
    const report = await fuzz({ port, addresses: where, key, meme, cookie, seed, ...limits });
    const wrong = [...troubles(report), ...(await site.isSound())];
    wrong.slice(0, 5).forEach((one) => say(one));
    const ended = report.sent < REQUESTS ? ` of ${REQUESTS.toLocaleString("en")} in ${MAX_SECONDS} s` : "";
    return {
      amount: `${count(report.sent, "request")}${ended}, seed ${seed}`,
      figure: `${count(report.failed.length, "failure")}, ${report.unanswered.length} unanswered, ${count(report.slow.length, "answer")} over a second`,
      ok: wrong.length === 0 && report.sent >= REQUESTS,
    };
  },
};
