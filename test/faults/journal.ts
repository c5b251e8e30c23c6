// Writers that each keep a journal of what was acknowledged to them, to be compared with a restarted site.
import { smallImage } from "../world.ts";
import type { Account, Answer, Site } from "./site.ts";

/** State of the site that only one writer changes. */
export abstract class Writer {
  acknowledged = 0;
  #pause: Promise<void> | undefined;
  #acting: Promise<void> = Promise.resolve();

  constructor(
    protected site: Site,
    protected account: Account,
  ) {}

  /** Sends one change. Throws without an answer. */
  protected abstract act(): Promise<void>;
  /** What is missing, duplicated or half done. Afterwards the journal matches the site. */
  abstract compare(): Promise<string[]>;

  /** Continues until the server is gone. Answers other than success are refusals, and change nothing. */
  async run(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      await this.#pause;
      this.#acting = this.act().catch(() => Bun.sleep(20));
      await this.#acting;
    }
  }

  /** Resolves when nothing is under way, with a function that resumes. */
  async pause(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    await this.#acting;
    return resolve;
  }

  protected async send(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.site.send(this.account.key, method, path, body);
    if (answer.status < 300) this.acknowledged++;
    else if (answer.status === 503) await Bun.sleep(20);
    return answer;
  }

  protected async read(path: string): Promise<Answer["json"]> {
    const { status, json } = await this.site.send(this.account.key, "GET", path);
    if (status !== 200) throw new Error(`GET ${path} was ${status}, so nothing can be compared`);
    return json;
  }
}

/** One value that is replaced again and again. Unanswered changes may or may not have been made. */
abstract class ValueWriter extends Writer {
  #kept: string | undefined;
  #unsure = new Set<string>();
  #n = 0;
  #wrong: string[] = [];

  protected abstract write(value: string): Promise<Answer>;
  protected abstract find(): Promise<string>;
  /** The value before, if the answer to a change tells it. */
  protected before?: (answer: Answer) => string;
  protected next = (n: number) => `value ${n}`;

  protected async act() {
    const value = this.next(++this.#n);
    this.#unsure.add(value);
    const answer = await this.write(value);
    const { status } = answer;
    if (status < 300) {
      this.#expect(this.before?.(answer) ?? this.#kept);
      this.#kept = value;
      if (this.site.mayActLate) this.#unsure.delete(value);
      else this.#unsure.clear();
    } else if (status !== 503) this.#unsure.delete(value);
  }

  #expect(found: string | undefined) {
    if (this.#kept === undefined || found === this.#kept || this.#unsure.has(found!)) return;
    this.#wrong.push(`${this.constructor.name}: ${this.#kept} was acknowledged, ${found} is there`);
  }

  async compare() {
    const found = await this.find();
    this.#expect(found);
    this.#kept = found;
    this.#unsure.clear();
    return this.#wrong.splice(0);
  }
}

export class CaptionWriter extends ValueWriter {
  protected write = (caption: string) => this.send("PUT", `/v1/meme/${this.account.meme}/caption`, { caption });
  protected override before = ({ json }: Answer) => String(json.oldcaption);
  protected find = async () => String((await this.read(`/v1/meme/${this.account.meme}`)).caption);
}

export class BioWriter extends ValueWriter {
  protected write = (bio: string) => this.send("PATCH", "/v1/profile/me", { bio });
  protected find = async () => String((await this.read("/v1/profile/me")).bio);
}

export class RatingWriter extends ValueWriter {
  protected override next = (n: number) => String(n % 6); // 0 removes it
  protected write = (value: string) =>
    value === "0"
      ? this.send("DELETE", `/v1/meme/${this.account.meme}/rating`)
      : this.send("PUT", `/v1/meme/${this.account.meme}/rate`, { rating: Number(value) });
  protected find = async () => String((await this.read(`/v1/meme/${this.account.meme}/rating`)).rating ?? 0);
}

/** Only the author sees a disabled meme. */
export class HidingWriter extends ValueWriter {
  constructor(
    site: Site,
    account: Account,
    private stranger: Account,
  ) {
    super(site, account);
  }
  protected override next = (n: number) => (n % 2 ? "disable" : "enable");
  protected write = (value: string) => this.send("PUT", `/v1/meme/${this.account.meme}/${value}`);
  protected async find() {
    const { status } = await this.site.send(this.stranger.key, "GET", `/v1/meme/${this.account.meme}`);
    return status === 404 ? "disable" : "enable";
  }
}

export class FollowWriter extends ValueWriter {
  constructor(
    site: Site,
    account: Account,
    private followed: Account,
  ) {
    super(site, account);
  }
  protected override next = (n: number) => String(n % 2);
  protected write = (value: string) =>
    this.send(value === "1" ? "PUT" : "DELETE", `/v1/profile/${this.followed.id}/follow`);
  protected find = async () => {
    const { stats } = (await this.read("/v1/profile/me")) as { stats: { following: number } };
    return String(stats.following);
  };
}

/** Items that are created and deleted. One created without an answer may exist, once. */
abstract class CollectionWriter extends Writer {
  #there: string[] = [];
  #gone = new Set<string>();
  #unsure = new Set<string>();
  /** Acknowledged, but not there any more when they were to be removed. */
  #vanished: string[] = [];
  /** Sent, and never answered. */
  #unanswered = 0;
  protected most = 6;

  protected abstract make(): Promise<Answer>;
  protected abstract idOf(answer: Answer): string;
  protected abstract remove(id: string): Promise<Answer>;
  /** All that exist. */
  protected abstract list(): Promise<string[]>;

  protected async act() {
    if (this.#there.length >= this.most) return this.#removeOldest();
    this.#unanswered++;
    const answer = await this.make();
    if (answer.status !== 503) this.#unanswered--;
    if (answer.status < 300) this.#there.push(this.idOf(answer));
  }

  async #removeOldest() {
    const id = this.#there.shift()!;
    this.#unsure.add(id);
    const { status } = await this.remove(id);
    if (status === 404) this.#vanished.push(id);
    if (status < 300 || status === 404) {
      this.#unsure.delete(id);
      this.#gone.add(id);
    }
  }

  async compare() {
    const found = await this.list();
    const name = this.constructor.name;
    const known = new Set([...this.#there, ...this.#unsure]);
    const strange = found.filter((id) => !known.has(id));
    const wrong = [
      ...[...this.#vanished.splice(0), ...this.#there.filter((id) => !found.includes(id))].map(
        (id) => `${name}: ${id} was acknowledged and is gone`,
      ),
      ...found.filter((id) => this.#gone.has(id)).map((id) => `${name}: ${id} was deleted and is there`),
      ...(new Set(found).size < found.length ? [`${name}: something is there twice`] : []),
      ...(strange.length > this.#unanswered ? [`${name}: ${strange.length} are there that nobody made`] : []),
    ];
    this.#there = found;
    this.#unsure.clear();
    this.#unanswered = 0;
    return wrong;
  }
}

export class CommentWriter extends CollectionWriter {
  #path = `/v1/meme/${this.account.meme}/comments`;
  protected make = () => this.send("POST", this.#path, { content: crypto.randomUUID() });
  protected idOf = ({ json }: Answer) => String(json.id);
  protected remove = (id: string) => this.send("DELETE", `${this.#path}/${id}`);
  protected list = async () =>
    ((await this.read(this.#path)) as unknown as { id: number }[]).map(({ id }) => String(id));
}

export class MemeWriter extends CollectionWriter {
  protected override most = 3;
  protected async make() {
    const image = Buffer.from(await smallImage()).toString("base64");
    return this.send("POST", "/v1/submit", { image, caption: crypto.randomUUID() });
  }
  protected idOf = ({ json }: Answer) => String(json.memeid);
  protected remove = (id: string) => this.send("DELETE", `/v1/meme/${id}`);
  protected async list() {
    const memes = (await this.read("/v1/mymemes")) as unknown as { memeid: string }[];
    return memes.map(({ memeid }) => memeid).filter((id) => id !== this.account.meme);
  }

  /** Each meme has its complete picture. */
  override async compare() {
    const wrong = await super.compare();
    const memes = (await this.read("/v1/mymemes")) as unknown as { memeid: string; url: string }[];
    for (const { memeid, url } of memes) {
      const path = new URL(url).pathname;
      const picture = await fetch(this.site.origin + path);
      const bytes = await picture.bytes();
      if (!picture.ok || bytes.length === 0) wrong.push(`MemeWriter: the picture of ${memeid} is ${picture.status}`);
    }
    return wrong;
  }
}

/** Eight for each eight accounts: one of each kind, with an account of its own. */
export function writersOf(site: Site): Writer[] {
  const sets = Array.from({ length: site.accounts.length / WRITERS }, (_, i) => i * WRITERS);
  return sets.flatMap((from) => setOf(site, site.accounts.slice(from, from + WRITERS)));
}

function setOf(site: Site, accounts: Account[]): Writer[] {
  const [a, b, c, d, e, f, g, h] = accounts as [Account, Account, Account, Account, Account, Account, Account, Account];
  return [
    new CaptionWriter(site, a),
    new BioWriter(site, b),
    new RatingWriter(site, c),
    new HidingWriter(site, d, a),
    new FollowWriter(site, e, h),
    new CommentWriter(site, f),
    new MemeWriter(site, g),
    new CommentWriter(site, h),
  ];
}
export const WRITERS = 8;

/** Nothing may be written meanwhile. */
export async function compareAll(writers: readonly Writer[]): Promise<string[]> {
  const paused = await Promise.all(writers.map((writer) => writer.pause()));
  const wrong: string[] = [];
  for (const writer of writers) wrong.push(...(await writer.compare()));
  paused.forEach((goOn) => goOn());
  return wrong;
}
