// The mixed load: writers that keep a journal, and readers, all through HAProxy.
import { WRITERS, writersOf, type Writer } from "../faults/journal.ts";
import { Site, type Account, type Answer } from "../faults/site.ts";
import { Tally, DEADLINE_MS, type Kind } from "./tally.ts";

/** Between two requests of one client: the machine also has to run the cluster. */
const PAUSE_MS = 15;
const READERS = 4;

/** The whole cluster, as its visitors see it. */
export class ClusterSite extends Site {
  tally = new Tally();

  constructor(
    private address: string,
    env: Record<string, string>,
    accounts: readonly Account[],
  ) {
    super(env, accounts, { mayActLate: true });
  }

  override get origin() {
    return this.address;
  }

  override async send(key: string | undefined, method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.fetch(path, {
      method,
      headers: { ...(key && { Authorization: key }), ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const json = (await answer.json()) as Answer["json"];
    if (method !== "GET" && answer.ok) this.tally.acknowledge();
    return { status: answer.status, json, headers: answer.headers };
  }

  /** Each over a connection of its own: a client that repeats a request when a kept one breaks would do it twice. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    await Bun.sleep(PAUSE_MS);
    const method = init.method ?? "GET";
    const kind: Kind = path === "/v1/submit" ? "submission" : "usual";
    const signal = AbortSignal.timeout(DEADLINE_MS[kind] + 5000);
    return this.tally.measure(`${method} ${path}`, kind, async () => {
      const answer = await fetch(this.address + path, { ...init, keepalive: false, redirect: "manual", signal });
      // Its time counts until its last byte.
      return new Response(await answer.arrayBuffer(), answer);
    });
  }
}

export class Load implements AsyncDisposable {
  readonly writers: Writer[];
  #stopped = false;
  #running: Promise<void>[];

  constructor(private site: ClusterSite) {
    this.writers = writersOf(site);
    const readers = Array.from({ length: READERS }, (_, i) => this.#read(i));
    this.#running = [...this.writers.map((writer) => writer.run(() => this.#stopped)), ...readers];
  }

  async #read(first: number) {
    const [me, other] = [this.site.accounts[first % WRITERS]!, this.site.accounts[0]!];
    const reads: [path: string, key: string | undefined][] = [
      ["/v1/meme/recents", me.key],
      [`/v1/meme/${other.meme}`, me.key],
      ["/", undefined],
      ["/v1/profile/me", me.key],
      ["/v1/meme/search?search=value", me.key],
      [`/meme/${other.meme}`, undefined],
      ["/v1/notifications", me.key],
      ["/v1/stats", me.key],
    ];
    for (let i = first; !this.#stopped; i++) {
      const [path, key] = reads[i % reads.length]!;
      const answer = await this.site.fetch(path, { headers: key ? { Authorization: key } : {} }).catch(() => undefined);
      const isExpected = !answer || answer.status === 200 || answer.status >= 502;
      if (!isExpected) this.site.tally.wrong.push(`GET ${path} was ${answer.status}`);
    }
  }

  /** Resolves when each writer has had an answer. */
  async allWrite(): Promise<boolean> {
    const before = this.writers.map(({ acknowledged }) => acknowledged);
    for (let i = 0; i < 3000; i++) {
      if (this.writers.every(({ acknowledged }, n) => acknowledged > before[n]!)) return true;
      await Bun.sleep(10);
    }
    return false;
  }

  async [Symbol.asyncDispose]() {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}
