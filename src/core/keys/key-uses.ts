import { updateKeyUse } from "../../data/keys.ts";
import type { Db } from "../../data/schema.ts";
import type { ApiKey } from "../../entities/api-key.ts";
import type { Log } from "../../log.ts";
import { transact } from "../../data/transaction.ts";

const MINUTE = 60_000;
const FLUSH_MS = 1000;
const MAX_KEPT = 10_000;

/** Uses are recorded to the minute, which may begin before the key was created. People should not see that. */
export const lastUse = ({ usedAt, createdAt }: Pick<ApiKey, "usedAt" | "createdAt">) =>
  Math.max(usedAt ?? 0, createdAt);

/** Records when keys were last used: one write per key and minute, batched and a second late. */
export class KeyUses implements AsyncDisposable {
  #known = new Map<string, number>();
  #pending = new Map<string, number>();
  #timer: Timer | undefined;
  #flushed: Promise<void> = Promise.resolve();

  constructor(
    private db: Db,
    private log: Log,
    private update = updateKeyUse,
  ) {}

  note(key: Pick<ApiKey, "id" | "usedAt">, now: number) {
    const minute = now - (now % MINUTE);
    if (key.usedAt === minute || this.#known.get(key.id) === minute) return;
    if (this.#known.size > MAX_KEPT) this.#known.clear();
    this.#known.set(key.id, minute);
    this.#pending.set(key.id, minute);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Everything noted so far is written when it ends, also what an earlier flush is still writing. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#flushed = this.#flushed.then(() => this.#write()));
  }

  async #write() {
    const uses = [...this.#pending].sort();
    this.#pending.clear();
    if (uses.length === 0) return;
    try {
      await transact(this.db, async (tx) => {
        for (const [id, at] of uses) await this.update(tx, id, at);
      });
    } catch (error) {
      this.#keep(uses);
      this.log.warn("could not note when keys were used", { error: String(error) });
    }
  }

  /** Keeps them for the next flush, unless the key has been used again since. */
  #keep(uses: [id: string, at: number][]) {
    for (const [id, at] of uses) if (this.#pending.size < MAX_KEPT && !this.#pending.has(id)) this.#pending.set(id, at);
  }

  async [Symbol.asyncDispose]() {
    await this.flush();
  }
}
