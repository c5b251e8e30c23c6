/**
 * The benchmark: the real server, set up as in production, under real HTTP load. `npm run bench -- --help` lists the
 * commands; docs/performance.md explains the figures.
 *
 * The main figure is the server's own CPU time per request, compared with a bare Bun.serve that returns as many bytes
 * (bare.ts) and takes turns with ours in short rounds. CPU time stays meaningful while others use the machine, and the
 * rounds of the bare server show how much the machine itself varies: if they scatter, the row is not judged.
 *
 * Seeded sites stay in bench/.work. The exit code is 0 if every target was met, 1 if one was missed, 2 for a wrong
 * command line, and 3 if rows were too noisy to judge.
 */
import { exitCodeFor, type Verdict } from "./figure.ts";
import { runLimit } from "./limit.ts";
import { runTable } from "./main-table.ts";
import { readOptions, USAGE, UsageError, type Mode, type Options } from "./options.ts";
import { runOverload } from "./overload.ts";
import { runPages } from "./pages.ts";
import { runPeers } from "./peers.ts";
import { runScale } from "./scale.ts";
import { removeLeftovers } from "./site.ts";
import { runWorkers } from "./workers.ts";

const MODES: Record<Mode, (options: Options) => Promise<Verdict[]>> = {
  table: async (options) => (await runTable(options)).map(({ verdict }) => verdict),
  scale: runScale,
  workers: runWorkers,
  peers: runPeers,
  overload: runOverload,
  limit: runLimit,
  pages: runPages,
};

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2));
  removeLeftovers();
  if (options.help) console.log(USAGE);
  else process.exitCode = exitCodeFor(await MODES[options.mode](options));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
