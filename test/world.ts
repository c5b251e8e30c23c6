import { rmSync } from "node:fs";
import { join } from "node:path";

import sharp from "sharp";

import { answerMalformed } from "../src/http/answer-malformed.ts";
import { HttpServer } from "../src/wire/listen.ts";
import { createApp, type App, type AppOptions } from "../src/app.ts";
import { addresses, readConfig, type Addresses } from "../src/config.ts";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "../src/config/database.ts";
import type { Permission } from "../src/core/access.ts";
import type { Actor, Ctx } from "../src/core/ctx.ts";
import { createKey, type NewKey } from "../src/core/keys/create-key.ts";
import { disableMeme } from "../src/core/memes/disable-meme.ts";
import { cleanCaption } from "../src/core/memes/caption-meme.ts";
import { addSubmission, orDiscard, storeSubmission } from "../src/core/memes/submit-meme.ts";
import { rateMeme } from "../src/core/ratings/rate-meme.ts";
import type { Perk } from "../src/core/users/change-perks.ts";
import { createUser } from "../src/core/users/create-user.ts";
import type { PasswordCost } from "../src/core/users/password-cost.ts";
import { EntityCache } from "../src/data/cache.ts";
import type { Age } from "../src/entities/age.ts";
import type { User } from "../src/entities/user.ts";
import type { Meme } from "../src/entities/meme.ts";
import { processImage, type ProcessedImage } from "../src/images/process.ts";
import { Log } from "../src/log.ts";
import { contextOf, openServices, type Services } from "../src/services.ts";
import { copySqlite, freshDatabase, IS_FAST } from "./databases.ts";
import { freshFolder } from "./folders.ts";

export { freshDatabase, freshFolder };

export type DialectName = "SQLite" | "PostgreSQL";
export const DIALECTS: readonly DialectName[] = IS_FAST ? ["SQLite"] : ["SQLite", "PostgreSQL"];
export const ROOT = join(import.meta.dir, "..");

export interface TestMember {
  user: User;
  /** An API key of the account. */
  key: string;
}

/** A slow machine is not an overload. */
const PATIENT = { maxWaitMs: Infinity };
const OPEN = { reads: PATIENT, writes: PATIENT, pages: PATIENT, images: PATIENT };

/** For tests that do more at once than the few connections of a world allow. */
export const CROWD = { connections: DEFAULT_CONNECTIONS };

/** The lowest cost the algorithm allows. */
const CHEAP: PasswordCost = { memory: 8, time: 1 };

export interface WorldOptions extends AppOptions {
  env?: Record<string, string>;
  clock?: () => number;
  passwordCost?: PasswordCost;
  /** To PostgreSQL. The driver opens all of them at once, which takes longer than most tests: few, unless CROWD. */
  connections?: number;
  /** When the server gives up on a silent connection. By default hardly ever, since a busy machine is silent too. */
  idleSeconds?: number;
}

/** A fresh service: its own database and folder, a real server on a free port, and helpers to fill it. */
export async function openWorld(
  dialect: DialectName,
  {
    env = {},
    clock,
    passwordCost = CHEAP,
    gate = OPEN,
    idleSeconds = 255,
    connections = MIN_CONNECTIONS,
  }: WorldOptions = {},
): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const folder = freshFolder("world");
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const database = dialect === "PostgreSQL" ? opened.use(await freshDatabase()) : undefined;
  const variables = {
    GUFFAW_DATA: folder,
    GUFFAW_PORT: "0",
    GUFFAW_STARTER: "off",
    GUFFAW_FFMPEG: "off", // whether or not this machine has one
    GUFFAW_RATE_LIMIT: "off",
    GUFFAW_POSTS_PER_HOUR: "off",
    GUFFAW_POSTS_PER_HOUR_SITE: "off",
    GUFFAW_GUEST_LIMIT: "off",
    ...(database ? { GUFFAW_DATABASE_URL: database.url } : {}),
    ...env,
  };
  const config = readConfig(variables, ROOT);
  if (config.database.kind === "sqlite" && config.database.file === join(folder, "guffaw.db"))
    await copySqlite(config.database.file);
  const lines: string[] = [];
  const log = new Log(
    config.log,
    async (bytes) => void lines.push(...String(Buffer.from(bytes)).trimEnd().split("\n")),
  );
  const services = opened.use(await openServices(config, { clock, log, upgrade: true, passwordCost, connections }));
  let app: App | undefined;
  const server = new HttpServer({
    hostname: "127.0.0.1",
    port: 0,
    reusePort: false,
    idleSeconds,
    answer: (request) => app!.fetch(request),
    failed: (error) => app!.failed(error),
    refuse: (error, address) => answerMalformed(services, error, address),
    broken: (error) => log.error("a connection was ended by an error", { error: String(error) }),
  });
  opened.defer(() => server.stop());
  const where = addresses(config, server.port);
  app = createApp(services, where, { gate });
  return new World(services, app, where, `http://127.0.0.1:${server.port}`, variables, lines, opened.move());
}

export class World implements AsyncDisposable {
  #members = 0;

  constructor(
    readonly services: Services,
    readonly app: App,
    readonly addresses: Addresses,
    /** Where it listens. */
    readonly origin: string,
    /** For a command line that works on the same data. */
    readonly env: Record<string, string>,
    readonly logLines: string[],
    private opened: AsyncDisposableStack,
  ) {}

  get db() {
    return this.services.database.db;
  }

  /** Keeps nothing in memory, because nobody looks for changes outside a request. */
  ctx(by?: TestMember): Ctx {
    const actor: Actor = by ? { kind: "member", user: by.user, via: "session" } : { kind: "system", job: "test" };
    return { ...contextOf(this.services, actor), cache: new EntityCache(this.services.database, { maxBytes: 0 }) };
  }

  async member(
    options: { name?: string; perks?: Perk[]; permissions?: Permission[]; bio?: string } = {},
  ): Promise<TestMember> {
    const { name = `member_${++this.#members}`, perks, permissions = [], bio } = options;
    const user = await createUser(this.ctx(), { username: name, perks, bio });
    return { user, key: await this.key(user, { permissions }) };
  }

  async key(user: User, options: Partial<NewKey> = {}): Promise<string> {
    const input = { name: "test", permissions: [], readOnly: false, ...options, user: user.id };
    return (await createKey(this.ctx(), input)).key;
  }

  async meme(options: { by: TestMember; caption?: string; age?: Age; disabled?: boolean }): Promise<Meme> {
    const { by, caption = "a caption", age = 2, disabled = false } = options;
    processed ??= processImage(await smallImage());
    const meme = await submitProcessed(this.ctx(by), { image: await processed, caption: cleanCaption(caption), age });
    if (disabled) await disableMeme(this.ctx(by), meme.id);
    return meme;
  }

  async rate(by: TestMember, meme: Meme, rating: number) {
    await rateMeme(this.ctx(by), { memeId: meme.id, rating });
  }

  /** Speaks HTTP with or without a key. */
  as(who?: TestMember | string) {
    const key = typeof who === "string" ? who : who?.key;
    const send =
      (method: string) =>
      (path: string, init: RequestInit = {}) =>
        fetch(this.origin + path, {
          redirect: "manual",
          ...init,
          method,
          headers: {
            ...(key === undefined ? {} : { Authorization: key }),
            ...(init.headers as Record<string, string>),
          },
        });
    return { get: send("GET"), head: send("HEAD"), put: send("PUT"), post: send("POST"), delete: send("DELETE"), send };
  }

  async [Symbol.asyncDispose]() {
    await this.opened.disposeAsync();
  }
}

/** Submits an image that has been processed before: processing takes longer than all the rest. */
export async function submitProcessed(ctx: Ctx, input: Parameters<typeof storeSubmission>[1]): Promise<Meme> {
  const prepared = await storeSubmission(ctx, input);
  return (await orDiscard(ctx, prepared, () => addSubmission(ctx, prepared))).meme;
}

let processed: Promise<ProcessedImage> | undefined;
let image: Promise<Uint8Array> | undefined;
/** Always the same small PNG: most tests do not look at it. */
export function smallImage(): Promise<Uint8Array> {
  image ??= sharp({ create: { width: 8, height: 6, channels: 3, background: "#c0392b" } })
    .png()
    .toBuffer();
  return image;
}
