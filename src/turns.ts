import { DomainError } from "./errors.ts";
import { waitForTurn } from "./time-spent.ts";
import { message, type Message } from "./words/messages.ts";

interface Waiting {
  go(): void;
  refuse(error: DomainError): void;
}

export interface TurnLimits {
  atOnce: number;
  maxWaiting: number;
  /** Per account. Work without an account, such as the operator's, has no such limit. */
  maxWaitingOfOne: number;
}

export interface TurnTaker {
  readonly waiting: number;
  /** Resolves when it is this account's turn, with a function that ends it. */
  enter(account?: string): Promise<() => void>;
}

/** Runs a few at once, with accounts taking turns: however much one account sends, the others go next. */
export class Turns implements TurnTaker {
  #running = 0;
  #runningOf = new Map<string, number>();
  /** The account that has waited longest for a turn comes first. */
  #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;

  constructor(
    readonly limits: TurnLimits,
    private refusal: Message = message("error.many-images"),
  ) {}

  get waiting(): number {
    return this.#waitingCount;
  }

  async enter(account = ""): Promise<() => void> {
    if (this.#running < this.limits.atOnce) this.#start(account);
    else await waitForTurn(this.#wait(account));
    let ended = false;
    return () => {
      if (!ended) this.#end(account);
      ended = true;
    };
  }

  #wait(account: string): Promise<void> {
    const mine = this.#waiting.get(account)?.length ?? 0;
    if (account !== "" && mine >= this.limits.maxWaitingOfOne) throw this.tooMany();
    if (this.#waitingCount >= this.limits.maxWaiting) this.#makeRoom(mine);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const list = this.#waiting.get(account) ?? [];
    list.push({ go: resolve, refuse: reject });
    this.#waiting.set(account, list);
    this.#waitingCount++;
    return promise;
  }

  /** Refuses the last entry of the account with the most waiting, unless that is the newcomer. */
  #makeRoom(mine: number) {
    const max = [...this.#waiting.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (max.length <= mine + 1) throw this.tooMany();
    max.pop()!.refuse(this.tooMany());
    this.#waitingCount--;
  }

  #start(account: string) {
    this.#running++;
    this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1);
  }

  #end(account: string) {
    this.#running--;
    const left = this.#runningOf.get(account)! - 1;
    if (left === 0) this.#runningOf.delete(account);
    else this.#runningOf.set(account, left);
    const next = this.#nextAccount();
    if (next === undefined) return;
    const list = this.#waiting.get(next)!;
    // To the back of the line, behind every other account.
    this.#waiting.delete(next);
    if (list.length > 1) this.#waiting.set(next, list);
    this.#waitingCount--;
    // Before it resumes, so that a newcomer cannot take the place.
    this.#start(next);
    list.shift()!.go();
  }

  #nextAccount(): string | undefined {
    let [next, fewest] = [undefined as string | undefined, Infinity];
    for (const account of this.#waiting.keys()) {
      const running = this.#runningOf.get(account) ?? 0;
      if (running < fewest) [next, fewest] = [account, running];
    }
    return next;
  }

  readonly tooMany = () => new DomainError("unavailable", this.refusal);
}

const LOCAL = {
  /** Decoding takes a core and tens of megabytes. More at once would be slower for everyone, not faster. */
  images: new Turns({ atOnce: 2, maxWaiting: 50, maxWaitingOfOne: 4 }),
  /** Each takes a core for at least a tenth of a second. Many at once would all be answered too late. */
  passwords: new Turns({ atOnce: 2, maxWaiting: 8, maxWaitingOfOne: Infinity }, message("error.busy")),
};

export type Queue = keyof typeof LOCAL;
const queues: Record<Queue, TurnTaker> = { ...LOCAL };

/** The turns of one kind of work, for the whole machine. */
export const turnsFor = (queue: Queue): TurnTaker => queues[queue];

/** From now on, this process takes turns together with others. `tooMany` is the error for whoever is refused. */
export function shareTurns(of: (queue: Queue, tooMany: () => DomainError) => TurnTaker): void {
  for (const queue of Object.keys(LOCAL) as Queue[]) queues[queue] = of(queue, LOCAL[queue].tooMany);
}
