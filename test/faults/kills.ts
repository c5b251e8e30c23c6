import { count, type FaultCheck } from "./check.ts";
import { compareAll, WRITERS, writersOf, type Writer } from "./journal.ts";
import { prepareSite, type Site } from "./site.ts";

export interface Killed {
  kills: number;
  acknowledged: number;
  wrong: string[];
}

/** Kills the server in the middle of its work, again and again, and compares what it acknowledged with what is there. */
export async function killOften(
  site: Site,
  writers: readonly Writer[],
  kills: number,
  say: (progress: string) => void = () => {},
): Promise<Killed> {
  const wrong: string[] = [];
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  for (let kill = 1; kill <= kills; kill++) {
    await site.start();
    wrong.push(...(await compareAll(writers)));
    let stopped = false;
    const before = acknowledged();
    const writing = writers.map((writer) => writer.run(() => stopped));
    // After an amount of work, not of time: the machine may be slow.
    const until = before + 40 + Math.floor(Math.random() * 60);
    for (let i = 0; acknowledged() < until && i < 3000; i++) await Bun.sleep(1 + Math.random() * 5);
    stopped = true;
    await Promise.all([site.kill(), ...writing]);
    say(`${kill} of ${kills} kills, ${acknowledged()} acknowledged`);
    if (kill % 10 === 0 || kill === kills) wrong.push(...(await site.isSound()));
  }
  await site.start();
  wrong.push(...(await compareAll(writers)));
  return { kills, acknowledged: acknowledged(), wrong };
}

export const kills: FaultCheck = {
  name: "kill",
  goal: "nothing acknowledged is lost, doubled or half done; counters correct",
  async run(say) {
    // Many at once, so that they share commits.
    await using site = await prepareSite(3 * WRITERS);
    const { kills: times, acknowledged, wrong } = await killOften(site, writersOf(site), 30, say);
    wrong.slice(0, 5).forEach((one) => say(one));
    return {
      amount: `${count(times, "kill")}, ${count(acknowledged, "write")} acknowledged`,
      figure: count(wrong.length, "deviation"),
      ok: wrong.length === 0 && acknowledged > 0,
    };
  },
};
