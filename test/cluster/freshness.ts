// Revokes keys and hides memes all the time, and asks every node at once after the answer whether it knows.
import { smallImage } from "../world.ts";
import type { SpareKey } from "./cluster.ts";
import type { ClusterSite } from "./load.ts";
import { DEADLINE_MS } from "./tally.ts";

const PAUSE_MS = 100;

export class FreshnessWatch implements AsyncDisposable {
  /** Answers of single nodes. */
  asked = 0;
  readonly stale: string[] = [];
  #stopped = false;
  #running: Promise<unknown>;

  constructor(
    private site: ClusterSite,
    private nodes: readonly string[],
    private keys: SpareKey[],
  ) {
    this.#running = Promise.all([this.#repeat(() => this.#revoke()), this.#repeat(() => this.#hide())]);
  }

  async #repeat(act: () => Promise<void>) {
    while (!this.#stopped) {
      await act().catch(() => {}); // without an answer, nothing is known
      await Bun.sleep(PAUSE_MS);
    }
  }

  async #revoke() {
    const key = this.keys.pop();
    if (!key) return;
    await this.#askAll("/v1/profile/me", key.key, "a fresh key", [401]);
    const headers = { Cookie: key.cookie, "Sec-Fetch-Site": "same-origin" };
    const { status } = await this.site.fetch(`/settings/keys/${key.id}/revoke`, { method: "POST", headers });
    if (status !== 303) return;
    await this.#askAll("/v1/profile/me", key.key, "a revoked key", [200]);
  }

  /** Each meme is hidden and shown once: a change without an answer may still be made, at any time. */
  async #hide() {
    const [author, stranger] = [this.site.accounts[0]!, this.site.accounts[1]!];
    const image = Buffer.from(await smallImage()).toString("base64");
    const { json, status } = await this.site.send(author.key, "POST", "/v1/submit", {
      image,
      caption: "now you see me",
    });
    if (status !== 201) return;
    const { memeid, url } = json.meme as { memeid: string; url: string };
    const look = async (what: string, never: number) => {
      await this.#askAll(`/v1/meme/${memeid}`, stranger.key, what, [never]);
      await this.#askAll(`/meme/${memeid}`, undefined, what, [never]);
      await this.#askAll(new URL(url).pathname, undefined, what, [never]);
    };
    await look("a new meme", 404);
    if ((await this.site.send(author.key, "PUT", `/v1/meme/${memeid}/disable`)).status !== 200) return;
    await look("a hidden meme", 200);
    if ((await this.site.send(author.key, "PUT", `/v1/meme/${memeid}/enable`)).status !== 200) return;
    await look("a meme shown again", 404);
    if ((await this.site.send(author.key, "DELETE", `/v1/meme/${memeid}`)).status !== 200) return;
    await look("a deleted meme", 200);
  }

  /** A node may be dead or frozen, but it may not be wrong. */
  async #askAll(path: string, key: string | undefined, what: string, never: number[]) {
    const asked = this.nodes.map(async (origin, i) => {
      const signal = AbortSignal.timeout(DEADLINE_MS.usual);
      const headers = new Headers(key === undefined ? {} : { Authorization: key });
      const answer = await fetch(origin + path, { headers, signal, keepalive: false }).catch(() => undefined);
      if (!answer) return;
      await answer.arrayBuffer().catch(() => {});
      this.asked++;
      if (never.includes(answer.status)) this.stale.push(`node${i + 1} answered ${answer.status} for ${what}, ${path}`);
    });
    await Promise.all(asked);
  }

  async [Symbol.asyncDispose]() {
    this.#stopped = true;
    await this.#running;
  }
}
