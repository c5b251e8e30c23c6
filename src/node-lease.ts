import { Ids } from "./core/ids.ts";
import { dialectOf } from "./data/dialect.ts";
import { claimNode, keepNode, newToken, NODE_LEASE_MS, releaseNode, tellNews, type NodeNews } from "./data/nodes.ts";
import { NEWEST } from "./data/rolling.ts";
import type { Db } from "./data/schema.ts";
import type { Log } from "./log.ts";

/** For commands that only read. */
export class NoIds extends Ids {
  constructor() {
    super(0, Date.now);
  }
  override next(): never {
    throw new Error("a command that only reads creates no ids");
  }
}

/** This process's node number: leased while it lives, released at the end. */
export class NodeLease implements AsyncDisposable {
  readonly #token = newToken(NEWEST);
  readonly #timer = setInterval(() => void this.#keep(), NODE_LEASE_MS / 4);
  #news: NodeNews | undefined;

  static async open(db: Db, clock: () => number, log: Log): Promise<NodeLease> {
    const lease = new NodeLease(db, new Ids(0, clock), log);
    lease.#timer.unref();
    try {
      // A site must be able to start on a full disk, so that people can delete.
      await dialectOf(db).evenWhenFull(() => lease.#claim());
    } catch (error) {
      clearInterval(lease.#timer);
      throw error;
    }
    return lease;
  }

  private constructor(
    private db: Db,
    readonly ids: Ids,
    private log: Log,
  ) {}

  /** Lets other processes know, for as long as this one lives. */
  async tell(news: NodeNews): Promise<void> {
    this.#news = { ...this.#news, ...news };
    await dialectOf(this.db).evenWhenFull(() => tellNews(this.db, this.ids.node, this.#token, this.#news!));
  }

  async #claim(): Promise<void> {
    this.ids.node = await claimNode(this.db, this.#token, Date.now());
    if (this.#news) await tellNews(this.db, this.ids.node, this.#token, this.#news);
  }

  async #keep(): Promise<void> {
    try {
      if (!(await keepNode(this.db, this.ids.node, this.#token, Date.now()))) await this.#claim();
    } catch (error) {
      this.log.warn("could not keep this node's number", { error: String(error) });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await releaseNode(this.db, this.ids.node, this.#token).catch(() => {});
  }
}
