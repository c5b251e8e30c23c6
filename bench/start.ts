// What it costs to start: CPU time of `./guffaw serve` from nothing to its first answer.
import { join } from "node:path";

import { figureOf, isNoisy, type Figure } from "./figure.ts";
import { cpuOf } from "./processes.ts";
import { copyOf, startServer, type SiteOptions } from "./site.ts";

const MAX_SECONDS = 0.45;

export async function measureStart(options: SiteOptions, rounds: number): Promise<Figure> {
  await using copy = await copyOf(options);
  const { env, key, folder } = copy;
  const start = async () => {
    await using server = await startServer(env, join(folder, "server.log"));
    return await firstAnswer(server.port, server.pid, key);
  };
  await start(); // the first one after a change may have to build something
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) seconds.push(await start());
  return figureOf(
    {
      name: "start to first answer",
      database: options.postgresUrl ? "postgres" : "sqlite",
      target: { unit: "s", max: MAX_SECONDS },
      // A bare server starts within a few of the kernel's ticks, too few to show how the machine varies.
      noisy: isNoisy(seconds),
    },
    seconds,
  );
}

async function firstAnswer(port: number, pid: number, key: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/meme/random`, { headers: { Authorization: key } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}.`);
  return cpuOf(pid);
}
