import { afterAll, beforeAll, expect, test } from "bun:test";

import { usageOf } from "../../src/worker/usage.ts";
import { launchServer, newKey } from "../cli/guffaw.ts";
import { freshFolder, smallImage } from "../world.ts";
import { HOSTILE_KINDS, dullFile, type HostileFile, hostileFiles } from "./files.ts";

/** For the server's own process. What a picture costs its worker does not matter here. */
const MAX_CPU_SECONDS = 0.15;
/** On a slow machine: as many times what it costs to read and refuse as many dull bytes. */
const MAX_TIMES_DULL = 4;
/** Baseline per second, for jobs and for polling workers: on a busy machine there are many seconds. */
const CPU_PER_SECOND = 0.007;
const MAX_GROWTH = 60 * 1024 * 1024;
const TIMEOUT_MS = 600_000;

const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

let server: Awaited<ReturnType<typeof launchServer>>;
let key: string;
const form = new FormData();

const submit = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.origin()}/v1/submit`, { method: "POST", body, headers: { Authorization: key, ...headers } });
const honest = () => submit(form);

async function measured({ body, contentType, headers }: HostileFile) {
  const before = usageOf(server.child.pid)!;
  const startedAt = performance.now();
  const response = await submit(body as BodyInit, { "Content-Type": contentType, ...headers });
  const text = await response.text();
  const after = usageOf(server.child.pid)!;
  const growth = after.bytes - before.bytes;
  const usual = (CPU_PER_SECOND * (performance.now() - startedAt)) / 1000;
  const seconds = after.seconds - before.seconds - usual;
  return { status: response.status, text, seconds, growth };
}

/** What is wrong with the server's answer to a file. */
async function faultsOf(file: HostileFile): Promise<string[]> {
  let { status, text, seconds, growth } = await measured(file);
  let limit = MAX_CPU_SECONDS;
  // Other programs on the machine count too: only a file that is expensive every time is expensive.
  if (seconds > limit || growth > MAX_GROWTH) {
    const again = await measured(file);
    seconds = Math.min(seconds, again.seconds);
    growth = Math.min(growth, again.growth);
    limit = Math.max(limit, MAX_TIMES_DULL * (await measured(await dullFile(file.body.length))).seconds);
  }
  if (process.env.HOSTILE_LOG) console.log(status, seconds.toFixed(2), mb(growth), file.name, text.slice(0, 90));
  const faults: string[] = [];
  if (!file.expect.includes(status)) faults.push(`${file.name}: ${status} ${text.slice(0, 200)}`);
  if (seconds > limit) faults.push(`${file.name}: ${seconds} s of CPU`);
  if (growth > MAX_GROWTH) faults.push(`${file.name}: ${mb(growth)} more`);
  return faults;
}

beforeAll(async () => {
  // Without starter memes, whose renditions would keep its workers busy.
  const env = { GUFFAW_DATA: freshFolder("hostile"), GUFFAW_RATE_LIMIT: "off", GUFFAW_STARTER: "off" };
  server = await launchServer(env);
  key = await newKey("mallory", env);
  form.set("image", new Blob([(await smallImage()) as BlobPart]));
  // Warms up, so that one-time work is not measured.
  for (let i = 0; i < 5; i++) expect((await honest()).status).toBe(201);
}, TIMEOUT_MS);

afterAll(() => server?.stop(), TIMEOUT_MS);

test.each(Object.keys(HOSTILE_KINDS))(
  "no %s stalls the server, and it answers afterwards",
  async (kind) => {
    let count = 0;
    const wrong: string[] = [];
    for await (const file of hostileFiles(HOSTILE_KINDS[kind])) {
      count++;
      wrong.push(...(await faultsOf(file)));
    }
    expect(wrong).toEqual([]);
    expect(count).toBe(HOSTILE_KINDS[kind]!.length);
    expect((await honest()).status).toBe(201);
  },
  TIMEOUT_MS,
);

test("the collection is complete", () => {
  expect(Object.values(HOSTILE_KINDS).flat().length).toBeGreaterThanOrEqual(60);
});
