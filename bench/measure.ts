// One row under load: our server and the bare one take turns in short rounds, because machines are noisy.
import { rmSync } from "node:fs";

import type { Bare } from "./bare.ts";
import { openClient, type Client, type Load, type Report } from "./client.ts";
import { figureOf, isNoisy, type DatabaseKind, type Figure, type Target } from "./figure.ts";
import { compilingOf, cpuOf } from "./processes.ts";
import { workFile, type Running, type Site } from "./site.ts";
import { median } from "./statistics.ts";

export interface Row {
  name: string;
  /** A database that is not here does not have the row. */
  targets: Partial<Record<DatabaseKind, Target>>;
  connections: number;
  /** Requests, one per line; see client.ts. */
  requests(site: Site): Promise<string[]>;
  /**
   * Sent before each request, so that nothing kept can answer it. They are measured alone as well, and what they cost
   * is subtracted.
   */
  changes?(site: Site): Promise<string[]>;
  draw?: Load["draw"];
  headers?: Record<string, string>;
  asGuest?: true;
  status?: number;
  /** Measured on a server that keeps nothing in memory. */
  uncached?: true;
}

export interface Timing {
  /**
   * Until this many answers or seconds, whichever comes first, and then until hardly anything is left to compile, for
   * at most `compilingSeconds`.
   */
  warmUp: { answers: number; seconds: number; compilingSeconds?: number };
  rounds: number;
  /** Of one round. */
  seconds: number;
}

export interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds per answer. */
  cpu: number;
  /** Share of the requests that got 503. */
  shed: number;
}

/** A server with the requests for it. */
export class Subject implements AsyncDisposable {
  readonly #client: Client;

  private constructor(
    readonly name: string,
    readonly server: Running,
    readonly connections: number,
    load: Omit<Load, "port" | "requestsFile">,
    readonly requestsFile: string,
    /** Requests that make up one answer. */
    readonly steps: number,
  ) {
    this.#client = openClient({ ...load, port: server.port, requestsFile });
  }

  static async open(
    name: string,
    server: Running,
    requests: readonly string[],
    options: Omit<Load, "port" | "requestsFile"> & { connections: number; steps?: number },
  ): Promise<Subject> {
    const file = workFile();
    await Bun.write(file, `${requests.join("\n")}\n`);
    const { connections, steps = 1, ...load } = options;
    return new Subject(name, server, connections, load, file, steps);
  }

  async warmUp({ answers, seconds, compilingSeconds = 0 }: Timing["warmUp"]): Promise<void> {
    const report = await this.#client.run({ connections: this.connections, answers, seconds });
    if (this.#wasTooShort(report, seconds)) return this.warmUp({ answers, seconds: seconds * 2, compilingSeconds });
    this.#require(report);
    for (let spent = 0; spent < compilingSeconds && (await this.#isCompiling()); spent += COMPILING_SECONDS);
  }

  async #isCompiling(): Promise<boolean> {
    const { pid } = this.server;
    const [all, compiling] = [cpuOf(pid), compilingOf(pid)];
    this.#require(await this.#client.run({ connections: this.connections, seconds: COMPILING_SECONDS }));
    return compilingOf(pid) - compiling > COMPILING_SHARE * (cpuOf(pid) - all);
  }

  /** One that is too short for a slow machine is repeated, twice as long. */
  async round(seconds: number): Promise<Sample> {
    const before = cpuOf(this.server.pid);
    const report = await this.#client.run({ connections: this.connections, seconds });
    const cpu = Math.max(cpuOf(this.server.pid) - before, MIN_CPU);
    if (this.#wasTooShort(report, seconds)) return this.round(seconds * 2);
    this.#require(report);
    const { p50, p99, sent, shed } = report;
    const answers = report.answers / this.steps;
    return { perSecond: answers / report.seconds, p50, p99, cpu: (cpu / answers) * 1e6, shed: shed / sent };
  }

  /** Sends requests at a fixed rate, and returns the longest wait, in milliseconds. */
  async watch(seconds: number, rate: number): Promise<number> {
    const report = await this.#client.run({ connections: this.connections, seconds, rate });
    if (this.#wasTooShort(report, seconds)) return this.watch(seconds * 2, rate);
    this.#require(report);
    return report.slowest;
  }

  #wasTooShort({ failed, answers }: Report, seconds: number): boolean {
    return failed === 0 && answers < this.steps && seconds < MAX_SECONDS;
  }

  #require({ failed, firstFailure, answers }: Report) {
    if (failed > 0) throw new Error(`${this.name}: ${failed} requests failed (${firstFailure ?? "no answer"}).`);
    if (answers < this.steps) throw new Error(`${this.name}: nothing was answered.`);
  }

  async [Symbol.asyncDispose]() {
    await this.#client[Symbol.asyncDispose]();
    rmSync(this.requestsFile, { force: true });
  }
}

/** How long to watch the compiler each time, and the share of the CPU time below which it is done. */
const COMPILING_SECONDS = 2;
const COMPILING_SHARE = 0.02;
const SAMPLES = 50;
const MAX_SECONDS = 30;
/** Long enough for any machine that works at all. */
const LONG_SECONDS = 600;
/** The kernel counts in hundredths of a second, so a very short round may seem to cost nothing. */
const MIN_CPU = 0.005;
const MAX_SHED = 0.01;
/** A bare server answers so many requests that half a round is enough. */
const BARE_SHARE = 0.5;

/** Bytes of an average answer. Fails if any of a few requests is not answered as it should be. */
export async function sizeOf(row: Row, site: Site, requests: readonly string[]): Promise<number> {
  let bytes = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const [first, ...lines] = requests[Math.floor((i * requests.length) / SAMPLES)]!.split("\t");
    const [method, path] = first!.split(" ");
    const own = lines.map((line) => line.split(": ") as [string, string]);
    const headers = { ...headersOf(row, site), ...Object.fromEntries(own) };
    const response = await fetch(`http://127.0.0.1:${site.port}${path}`, { method, headers, decompress: false });
    bytes += (await response.bytes()).length;
    const expected = row.status ?? 200;
    if (response.status !== expected)
      throw new Error(`${row.name}: ${first} answered ${response.status} instead of ${expected}.`);
  }
  return Math.round(bytes / SAMPLES);
}

const headersOf = ({ asGuest, headers }: Row, { key }: Site): Record<string, string> => ({
  ...(asGuest ? {} : { Authorization: key }),
  ...headers,
});

/** The row's requests to a site's own server, or the same to a bare one, which has to parse them too. */
export const openSubject = (row: Row, site: Site, requests: readonly string[], server: Running = site) =>
  Subject.open(server === site ? row.name : "bare", server, requests, {
    headers: headersOf(row, site),
    status: row.status ?? 200,
    draw: row.draw ?? "evenly",
    connections: row.connections,
  });

export async function measureRow(row: Row, site: Site, bare: Bare, timing: Timing): Promise<Figure> {
  await using opened = new AsyncDisposableStack();
  const requests = await row.requests(site);
  const bytes = await sizeOf(row, site, requests);
  const changes = (await row.changes?.(site)) ?? [];
  const ours = opened.use(
    changes.length > 0 ? await openChanging(row, site, requests, changes) : await openSubject(row, site, requests),
  );
  const alone =
    changes.length > 0 ? opened.use(await openSubject({ ...row, draw: "in turn" }, site, changes)) : undefined;
  await bare.answer({ status: row.status ?? 200, bytes });
  const yardstick = opened.use(await openSubject(row, site, requests, bare));
  if (row.draw === "zipf") await askForEach(row, site, requests);
  for (const subject of [ours, ...(alone ? [alone] : [])]) await subject.warmUp(timing.warmUp);
  const rounds = [];
  for (let round = 0; round < timing.rounds; round++) {
    const mine = await ours.round(timing.seconds);
    const subtracted = (await alone?.round(timing.seconds))?.cpu ?? 0;
    const theirs = await yardstick.round(timing.seconds * BARE_SHARE);
    rounds.push({ mine: { ...mine, cpu: mine.cpu - subtracted }, theirs });
  }
  return summary(row, site, bytes, rounds);
}

/** Zipf is about what a server has seen before. Drawn at random, the last unpopular memes would come up only after hours. */
export async function askForEach(row: Row, site: Site, requests: readonly string[]) {
  await using everything = await openSubject({ ...row, draw: "in turn" }, site, requests);
  // However slow the machine is: with some of them unseen, the row would measure the database.
  await everything.warmUp({ answers: requests.length, seconds: LONG_SECONDS });
}

/** A change and a request in turn, over one connection, so that each request meets something new. */
const openChanging = (row: Row, site: Site, requests: readonly string[], changes: readonly string[]) =>
  Subject.open(
    row.name,
    site,
    changes.flatMap((change, i) => [change, requests[i % requests.length]!]),
    { headers: headersOf(row, site), status: 200, draw: "in turn", timed: "GET", connections: 1, steps: 2 },
  );

/** A bare server that is asked for nothing in particular. */
export const openYardstick = (bare: Bare, connections: number): Promise<Subject> =>
  Subject.open("bare", bare, ["GET /"], { headers: {}, status: 200, draw: "in turn", connections });

function summary(row: Row, site: Site, bytes: number, rounds: readonly { mine: Sample; theirs: Sample }[]): Figure {
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const ratios = rounds.map(({ mine, theirs }) => mine.cpu / theirs.cpu);
  const target = row.targets[site.kind]!;
  const shed = middle(({ mine }) => mine.shed);
  const noisy = isNoisy(rounds.map(({ theirs }) => theirs.cpu)) || shed > MAX_SHED;
  const note = shed > MAX_SHED ? `${Math.round(shed * 100)} % refused with 503` : undefined;
  const values = target.unit === "×" ? ratios : rounds.map(({ mine }) => mine.cpu);
  return {
    ...figureOf({ name: row.name, database: site.kind, target, noisy, note }, values),
    load: {
      cpu: middle(({ mine }) => mine.cpu),
      bareCpu: middle(({ theirs }) => theirs.cpu),
      ratio: median(ratios),
      perSecond: middle(({ mine }) => mine.perSecond),
      barePerSecond: middle(({ theirs }) => theirs.perSecond),
      p50: middle(({ mine }) => mine.p50),
      p99: middle(({ mine }) => mine.p99),
      bytes,
    },
  };
}
