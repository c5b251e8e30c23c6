import { DomainError } from "../errors.ts";
import { english } from "../words/en/index.ts";
import { message, type Message } from "../words/messages.ts";
import { turnsFor } from "../turns.ts";
import { type Answer, type DeathReason, WorkerDeath, WorkerProcess, WorkerRefusal } from "./worker-process.ts";

/** Idle workers cost memory, and most sites are idle most of the time. */
const IDLE_MS = 60_000;
/** A worker that has grown this much is replaced, so that the next picture has room. */
const MAX_IDLE_MEMORY = 120 * 1024 * 1024;

const idle: { worker: WorkerProcess; timer: Timer }[] = [];
const deaths: Record<DeathReason, number> = { time: 0, memory: 0, crash: 0 };

/** Work that nobody waits for. No account has this name. */
export const BACKGROUND = "background";
let lastUpload = -Infinity;

/** Number of jobs waiting for a worker. */
export const waitingForWorkers = () => turnsFor("images").waiting;
/** Milliseconds since somebody last asked for a worker who waits for the answer. */
export const sinceLastUpload = () => performance.now() - lastUpload;
/** Workers killed or crashed since startup, by reason. */
export const workerDeaths = (): Readonly<Record<DeathReason, number>> => deaths;

/** What is being processed, for the error message. */
export type Subject = "image" | "recipe" | "body";

/** Exclusive use of a worker for a while. The worker keeps what it holds between jobs. */
export class Lease implements Disposable {
  #busy = false;
  #ended = false;
  constructor(
    private worker: WorkerProcess,
    private end: () => void,
  ) {}

  async ask<V>(subject: Subject, job: string, about: object, parts: Uint8Array[]): Promise<Answer<V>> {
    this.#busy = true;
    try {
      const answer = await this.worker.ask<V>(job, about, parts);
      this.#busy = false;
      return answer;
    } catch (error) {
      if (error instanceof WorkerRefusal) this.#busy = false;
      throw explained(error, subject);
    }
  }

  [Symbol.dispose]() {
    if (this.#ended) return;
    this.#ended = true;
    const { worker } = this;
    if (this.#busy || worker.gone || worker.memory > MAX_IDLE_MEMORY) worker.kill();
    else park(worker);
    this.end();
  }
}

/** Waits for a worker, in turn with other accounts. `seconds` is the CPU time for all it is asked. */
export async function leaseWorker(account?: string, seconds?: number): Promise<Lease> {
  if (account !== undefined && account !== BACKGROUND) lastUpload = performance.now();
  const end = await turnsFor("images").enter(account);
  try {
    const worker = takeIdle() ?? (await startWorker());
    worker.beginLease(seconds);
    return new Lease(worker, end);
  } catch (error) {
    end();
    throw error;
  }
}

function takeIdle(): WorkerProcess | undefined {
  for (let one = idle.pop(); one; one = idle.pop()) {
    clearTimeout(one.timer);
    if (!one.worker.gone) return one.worker;
  }
  return undefined;
}

function park(worker: WorkerProcess) {
  const timer = setTimeout(() => {
    idle.splice(idle.indexOf(one), 1);
    worker.kill();
  }, IDLE_MS);
  timer.unref();
  const one = { worker, timer };
  idle.push(one);
}

async function startWorker(isLast = false): Promise<WorkerProcess> {
  try {
    return await WorkerProcess.start();
  } catch (error) {
    // Killed from outside, perhaps for lack of memory, which may pass.
    if (error instanceof WorkerDeath && !isLast) return startWorker(true);
    const reason = error instanceof WorkerRefusal ? String(error.refused) : (error as Error).message;
    // For the operator, who has to fix it.
    throw new DomainError("unavailable", `The process that prepares images cannot start: ${reason}`);
  }
}

const DEATHS = {
  image: { time: message("error.image-slow"), memory: message("error.image-memory") },
  recipe: { time: message("make.slow"), memory: message("make.memory") },
  body: { time: message("error.body-heavy"), memory: message("error.body-heavy") },
} as const;

function explained(error: unknown, subject: Subject): unknown {
  if (error instanceof WorkerDeath) {
    deaths[error.reason]++;
    if (error.reason === "crash") return new DomainError("unavailable", message("error.worker-lost"));
    return new DomainError("invalid", DEATHS[subject][error.reason]);
  }
  if (!(error instanceof WorkerRefusal)) return error;
  const { refused } = error;
  return isSaid(refused) ? new DomainError("invalid", refused) : refused;
}

/** A worker that a picture has compromised could answer anything. */
const isSaid = (refused: unknown): refused is Message =>
  typeof refused === "object" && refused !== null && Object.hasOwn(english, (refused as Message).key ?? "");
