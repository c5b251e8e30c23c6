import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";

import { processImage } from "../../src/images/process.ts";
import { Lease, workerDeaths } from "../../src/worker/pool.ts";
import { usageOf } from "../../src/worker/usage.ts";
import { WorkerProcess } from "../../src/worker/worker-process.ts";
import { launchServer } from "../cli/guffaw.ts";
import { noise, raw } from "../pictures.ts";
import { until } from "../until.ts";
import { openWorld, smallImage } from "../world.ts";

/** The workers among a process's children. */
function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const pids = children === "" ? [] : children.split(" ").map(Number);
  return pids.filter((child) => commandOf(child).includes("worker/entry.ts"));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

const secondsOf = (pid: number) => usageOf(pid)?.seconds ?? 0;

/** Tells which workers have done something since. Those that start later do not count, because starting is work too. */
function watch(server: number): () => number[] {
  const before = new Map(workersOf(server).map((pid) => [pid, secondsOf(pid)]));
  expect(before.size).toBeGreaterThan(0);
  return () => [...before].filter(([pid, seconds]) => secondsOf(pid) > seconds + 0.1).map(([pid]) => pid);
}

/** Leaves an idle worker, which takes the next picture. */
const warmUp = async () => expect((await processImage(await smallImage())).width).toBe(8);

let picture: Promise<Buffer> | undefined;
/** Much work: noise that has to be compressed. */
const large = () =>
  (picture ??= raw(noise(1500 * 1000 * 3), 1500, 1000)
    .webp({ quality: 90, effort: 0 })
    .toBuffer());

test("killing a busy worker gives a refusal that can be retried, and the worker is replaced", async () => {
  const bytes = await large();
  await warmUp();
  const busy = watch(process.pid);
  const working = processImage(bytes);
  await until(() => busy().length > 0, "A worker at work");
  const before = workerDeaths().crash;
  for (const pid of busy()) process.kill(pid, "SIGKILL");
  await expect(working).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("Try again") });
  expect(workerDeaths().crash).toBe(before + 1);
  expect((await processImage(await smallImage())).width).toBe(8);
});

test("a worker keeps working when its whole service is told to stop", async () => {
  const bytes = await large();
  await warmUp();
  const busy = watch(process.pid);
  const working = processImage(bytes);
  await until(() => busy().length > 0, "A worker at work");
  for (const pid of workersOf(process.pid)) for (const signal of ["SIGINT", "SIGTERM"]) process.kill(pid, signal);
  expect((await working).width).toBe(1500);
});

const MESSAGES = { time: "takes too long", memory: "takes too much memory" };

test("a worker that takes too much time or memory is killed", async () => {
  const picture = await large();
  for (const reason of ["time", "memory"] as const) {
    const limits = { seconds: Infinity, bytes: Infinity };
    const worker = await WorkerProcess.start(limits);
    worker.beginLease();
    if (reason === "time") limits.seconds = 0.2;
    else limits.bytes = worker.memory + 10 * 1024 * 1024;
    const before = workerDeaths()[reason];
    using lease = new Lease(worker, () => {});
    const refused = { code: "invalid", message: expect.stringContaining(MESSAGES[reason]) };
    await expect(lease.ask("image", "picture", {}, [picture])).rejects.toMatchObject(refused);
    expect(workerDeaths()[reason]).toBe(before + 1);
    await until(() => commandOf(worker.pid) === "", "Its end");
  }
});

test("nothing of a worker's answers is kept when the next one comes", async () => {
  const worker = await WorkerProcess.start();
  const answers: WeakRef<object>[] = [];
  for (let i = 0; i < 30; i++) {
    worker.beginLease();
    answers.push(new WeakRef(await worker.ask("picture", {}, [await smallImage()])));
  }
  await Bun.sleep(1);
  Bun.gc(true);
  // The last ones may still be on the stack.
  expect(answers.filter((one) => one.deref()).length).toBeLessThan(10);
  worker.kill();
});

test("workers do not inherit our environment", async () => {
  await processImage(await smallImage());
  for (const pid of workersOf(process.pid))
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toMatch(/PATH|HOME|POSTGRES|GUFFAW/);
});

const prioritiesOf = (pid: number) => readdirSync(`/proc/${pid}/task`).map((thread) => getPriority(Number(thread)));

test.if(Bun.which("nice") !== null)("workers leave the processors to us, with all their threads", async () => {
  await warmUp();
  const polite = Math.min(19, getPriority() + 10);
  for (const pid of workersOf(process.pid)) expect(new Set(prioritiesOf(pid))).toEqual(new Set([polite]));
});

test("workers end with their server, even if it is killed while they work", async () => {
  await using world = await openWorld("SQLite");
  const { key } = await world.member();
  const server = await launchServer(world.env);
  const submit = (image: Uint8Array) => {
    const form = new FormData();
    form.set("image", new Blob([image as BlobPart]));
    return fetch(`${server.origin()}/v1/submit`, { method: "POST", body: form, headers: { Authorization: key } });
  };
  expect((await submit(await smallImage())).status).toBe(201);
  const busy = watch(server.child.pid);
  submit(await large()).catch(() => {});
  await until(() => busy().length > 0, "A worker at work");
  const workers = workersOf(server.child.pid);
  server.child.kill("SIGKILL");
  await until(() => workers.every((pid) => commandOf(pid) === ""), "The end of the workers");
});
