// A separate site for a check: real server processes on real data, and a few accounts with memes.
import { readConfig } from "../../src/config.ts";
import { createKey } from "../../src/core/keys/create-key.ts";
import { submitMeme } from "../../src/core/memes/submit-meme.ts";
import { startSession } from "../../src/core/sessions/start-session.ts";
import type { Perk } from "../../src/core/users/change-perks.ts";
import { createUser } from "../../src/core/users/create-user.ts";
import { Log } from "../../src/log.ts";
import { contextOf, openServices } from "../../src/services.ts";
import { guffaw, launchServer } from "../cli/guffaw.ts";
import { freshFolder, ROOT, smallImage } from "../world.ts";

export interface Account {
  id: string;
  key: string;
  /** One of its memes. */
  meme: string;
  /** Session cookie for the website. */
  cookie: string;
}

export interface Answer {
  status: number;
  json: Record<string, unknown>;
  headers: Headers;
}

type Server = Awaited<ReturnType<typeof launchServer>>;

export class Site implements AsyncDisposable {
  /** A request without an answer may still be acted on after later ones, because a frozen node has it. */
  readonly mayActLate: boolean;
  #server: Server | undefined;

  constructor(
    readonly env: Record<string, string>,
    readonly accounts: readonly Account[],
    { mayActLate = false } = {},
  ) {
    this.mayActLate = mayActLate;
  }

  get server(): Server {
    if (!this.#server) throw new Error("The site is not running.");
    return this.#server;
  }

  get origin() {
    return this.server.origin();
  }

  async start(extra: Record<string, string> = {}): Promise<void> {
    this.#server = await launchServer({ ...this.env, ...extra });
    if (!this.origin) throw new Error(`The server did not start: ${await this.#server.stderr}`);
  }

  /** Throws without an answer. */
  async send(
    key: string | undefined,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(this.origin + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { Authorization: key }),
        ...(body ? { "Content-Type": "application/json" } : {}),
        ...headers,
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    return { status: answer.status, json: (await answer.json()) as Answer["json"], headers: answer.headers };
  }

  async kill(): Promise<void> {
    this.server.child.kill("SIGKILL");
    await this.server.child.exited;
  }

  /** Checks that every counter is right and every meme has its files. */
  async isSound(): Promise<string[]> {
    const { json } = await guffaw(["doctor", "--json"], { env: this.env });
    const findings = json.findings as { what: string; ok: boolean; said: string }[];
    return findings.filter(({ what, ok }) => !ok && (what === "database" || what === "images")).map(({ said }) => said);
  }

  /** Resident memory of the server, in bytes. */
  async memory(): Promise<number> {
    const status = await Bun.file(`/proc/${this.server.child.pid}/status`).text();
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024;
  }

  async [Symbol.asyncDispose]() {
    if (this.#server && this.#server.child.exitCode === null) await this.kill();
  }
}

/** Prepared before any server runs; the caller calls start(). */
export async function prepareSite(accounts: number, extra: Record<string, string> = {}): Promise<Site> {
  const env = {
    GUFFAW_DATA: freshFolder("faults"),
    GUFFAW_STARTER: "off",
    GUFFAW_RATE_LIMIT: "off",
    GUFFAW_GUEST_LIMIT: "off",
    GUFFAW_POSTS_PER_HOUR: "off",
    GUFFAW_POSTS_PER_HOUR_SITE: "off",
    GUFFAW_LOG: "error",
    ...extra,
  };
  const config = readConfig(env, ROOT);
  const log = new Log(config.log, (bytes) => Bun.write(Bun.stderr, bytes));
  await using services = await openServices(config, { log, upgrade: true });
  const system = () => contextOf(services, { kind: "system", job: "faults" });
  const made: Account[] = [];
  for (let i = 0; i < accounts; i++) {
    // The first may see everything there is to see.
    const perks: Perk[] = i === 0 ? ["founder"] : [];
    const user = await createUser(system(), { username: `member_${i}`, perks });
    const { key } = await createKey(system(), { name: "faults", permissions: [], readOnly: false, user: user.id });
    const by = contextOf(services, { kind: "member", user, via: "session" });
    const { meme } = await submitMeme(by, { image: await smallImage(), caption: "", age: 2 });
    const cookie = `guffaw=${await startSession(by, user.id, "faults")}`;
    made.push({ id: user.id, key, meme: meme.id, cookie });
  }
  return new Site(env, made);
}
