import type { LogLevel } from "./config.ts";

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };
const FLUSH_MS = 50;
const BUFFER_BYTES = 64 * 1024;
/** UTF-8 needs no more for one unit of a text. */
const MAX_BYTES_PER_UNIT = 3;
const NEWLINE = 10;

const utf8 = new TextEncoder();

type Fields = Record<string, string | number | boolean | undefined>;

/** One JSON object per line, written in batches: a system call per request would cost more than the request. */
export class Log implements AsyncDisposable {
  /** Lines that are not written yet. */
  readonly buffer = new Uint8Array(BUFFER_BYTES);
  #end = 0;
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

  /** Where to put a line of at most so many bytes in `buffer`; undefined if it is too long. Call `end` next. */
  begin(length: number): number | undefined {
    if (this.#end + length >= BUFFER_BYTES) this.flush();
    return length < BUFFER_BYTES ? this.#end : undefined;
  }

  end(at: number) {
    this.buffer[at] = NEWLINE;
    this.#end = at + 1;
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
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
    if (this.#end > 0) this.#send(this.buffer.slice(0, this.#end));
    this.#end = 0;
    return this.#writing;
  }

  #send(bytes: Uint8Array) {
    this.#writing = this.#writing.then(() => this.write(bytes)).catch(() => {});
  }

  async [Symbol.asyncDispose]() {
    await this.flush();
  }

  #say(level: LogLevel, message: string, fields: Fields = {}) {
    if (this.keeps(level)) this.#line(JSON.stringify({ time: isoNow(), level, message, ...fields }));
  }

  #line(json: string) {
    const at = this.begin(json.length * MAX_BYTES_PER_UNIT);
    if (at === undefined) this.#send(utf8.encode(`${json}\n`));
    else this.end(at + utf8.encodeInto(json, this.buffer.subarray(at)).written);
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
const LINK = /(?<=\/(?:reset|confirm|unsubscribe)\/).+/g;
/** Programs that speak to Klipy have their key in the path. */
const IN_PATH = /(?<=\/klipy\/api\/v1\/)[^/]+/g;
/** Callers may send a key in the wrong place, escaped or not; it must never reach a log. */
export function withoutKeys(path: string): string {
  if (path.length < 33) return path;
  return withoutKeysIn(unescaped(path));
}

/** The same for text that is not an address, in which a percent sign is just that. */
export const withoutKeysIn = (text: string) => text.replace(LINK, "…").replace(IN_PATH, "…").replace(KEY, "…");

function unescaped(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    // Leave out the part with broken escapes.
    return `${path.slice(0, path.indexOf("%"))}…`;
  }
}
