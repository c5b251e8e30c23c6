import type { LogLevel } from "./config.ts";

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };
const FLUSH_MS = 50;
const MAX_LENGTH = 64 * 1024;

const utf8 = new TextEncoder();

type Fields = Record<string, string | number | boolean | undefined>;

/** One JSON object per line, written in batches: a system call per request would cost more than the request. */
export class Log implements AsyncDisposable {
  #lines: string[] = [];
  #length = 0;
  #timer: Timer | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly level: LogLevel,
    private write: (bytes: Uint8Array) => Promise<unknown>,
  ) {}

  debug = (message: string, fields?: Fields) => this.#say("debug", message, fields);
  info = (message: string, fields?: Fields) => this.#say("info", message, fields);
  warn = (message: string, fields?: Fields) => this.#say("warn", message, fields);
  error = (message: string, fields?: Fields) => this.#say("error", message, fields);

  keeps(level: LogLevel) {
    return RANK[level] >= RANK[this.level];
  }

  /** Writes a line that is JSON already, for the one place where speed counts. */
  line(json: string) {
    this.#lines.push(json);
    this.#length += json.length;
    if (this.#length > MAX_LENGTH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Passes on whole lines of another process. Resolves when they are written. */
  pass(lines: Uint8Array): Promise<unknown> {
    this.flush();
    this.#send(lines);
    return this.#writing;
  }

  flush(): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Encoded together: one by one takes twice as long.
    if (this.#length > 0) this.#send(utf8.encode(`${this.#lines.join("\n")}\n`));
    this.#lines = [];
    this.#length = 0;
    return this.#writing;
  }

  #send(bytes: Uint8Array) {
    this.#writing = this.#writing.then(() => this.write(bytes)).catch(() => {});
  }

  async [Symbol.asyncDispose]() {
    await this.flush();
  }

  #say(level: LogLevel, message: string, fields: Fields = {}) {
    if (this.keeps(level)) this.line(JSON.stringify({ time: isoNow(), level, message, ...fields }));
  }
}

let last = { ms: 0, iso: "" };
/** The same text for all lines of one millisecond. */
export function isoNow(): string {
  const ms = Date.now();
  if (ms !== last.ms) last = { ms, iso: new Date(ms).toISOString() };
  return last.iso;
}

/** Begins where a word does: trying every letter takes longer than all else about the path of an image. */
const KEY = /\b(?:\w*_)?[0-9A-Za-z]{33,}/g;
/** These links work until used, so readers of the log must not see them. */
const LINK = /(?<=\/(?:reset|confirm)\/).+/g;
/** Callers may send a key in the wrong place, escaped or not; it must never reach a log. */
export function withoutKeys(path: string): string {
  if (path.length < 33) return path;
  return withoutKeysIn(unescaped(path));
}

/** The same for text that is not an address, in which a percent sign is just that. */
export const withoutKeysIn = (text: string) => text.replace(LINK, "…").replace(KEY, "…");

function unescaped(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Leave out the part with broken escapes.
    return `${path.slice(0, path.indexOf("%"))}…`;
  }
}
