// Random requests over persistent raw connections: pages, forms, both API roots, pictures, the operator's pages.
import { connect, type Socket } from "node:net";

import { ROOTS } from "../../src/http/api/roots.ts";
import { siteRoutes } from "../../src/http/web/site-routes.tsx";
import type { Addresses } from "../../src/config.ts";

export interface FuzzOptions {
  port: number;
  addresses: Addresses;
  /** A valid key, and one of its owner's memes. */
  key: string;
  meme: string;
  /** A session cookie. Without it the website sees guests. */
  cookie?: string;
  connections: number;
  /** Ends with whichever comes first. */
  requests: number;
  seconds: number;
  /** The same seed makes the same requests. */
  seed: number;
  /** Milliseconds after which a request counts as unanswered. */
  patience?: number;
  /** How many connections stay idle for about as long as the server keeps them. */
  idlers?: number;
}

export interface Unanswered {
  request: string;
  /** Closed without an answer, or silent for too long. */
  how: "closed" | "silent";
  /** Milliseconds since the start, since the connection was last used, and until it was given up. */
  at: number;
  idle: number;
  waited: number;
}

export interface FuzzReport {
  sent: number;
  /** How often each status came. */
  statuses: Map<number, number>;
  failed: { request: string; answer: string }[];
  unanswered: Unanswered[];
  /** Answered after more than SLOW_MS. */
  slow: { request: string; at: number; ms: number }[];
}

const SLOW_MS = 1000;
const PATIENCE_MS = 8000;
/** Around the server's idle timeout. */
const IDLE_MS = [26_000, 36_000] as const;
const METHODS = ["GET", "GET", "GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"];
/** Endless, or fatal to the caller's session. */
const LEFT_OUT = [
  "/notifications/live",
  "/events",
  "/sign-out",
  "/settings/delete",
  "/settings/sessions",
  "/settings/export",
];
const BITS =
  "% %zz %ff %00 %ed%a0%80 %2F / // .. a 1 -1 9999999999999999999 + & = ? # ; ' \" <b> {} [] null \\ é 🙂 select 0x1f"
    .split(" ")
    .concat("\u202e", "x".repeat(300));
const HOSTS = ["localhost", "127.0.0.1", "a:1.b", "[::1", "a%b", "xn--", "1.2.3.999", "x:99999", "", "memes.example"];
const TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "",
];
const FIELDS =
  "caption search amount offset cursor age period rating content parent reason image username bio next theme";

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, statuses: new Map(), failed: [], unanswered: [], slow: [] };
  const run = new Run(options, report);
  const { connections, idlers = 0 } = options;
  await Promise.all(Array.from({ length: connections + idlers }, (_, i) => run.client(i >= connections)));
  return report;
}

/** One line per problem. */
export function troubles({ failed, unanswered }: FuzzReport): string[] {
  return [
    ...failed.map(({ request, answer }) => `${answer.split("\r\n")[0]} to ${JSON.stringify(request.slice(0, 300))}`),
    ...unanswered.map(
      ({ request, how, at, idle, waited }) =>
        `${how} after ${Math.round(waited)} ms, at ${Math.round(at)} ms, idle ${Math.round(idle)} ms before: ` +
        JSON.stringify(request.slice(0, 300)),
    ),
  ];
}

const isSafe = ({ path }: { path: string }) => !LEFT_OUT.some((one) => path.startsWith(one));

class Run {
  readonly #random: () => number;
  readonly #paths: string[];
  readonly #startedAt = performance.now();

  constructor(
    private options: FuzzOptions,
    private report: FuzzReport,
  ) {
    this.#random = randomFrom(options.seed);
    const { addresses } = options;
    const api = ROOTS.flatMap((root) =>
      root.routes.filter(isSafe).map((route) => new URL(root.address(addresses)).pathname + route.path),
    );
    const pages = siteRoutes.filter(isSafe).map(({ path }) => path);
    this.#paths = [...api, ...pages, "/i/{id}/x.webp", "/assets/site.css", "/healthz", "/readyz", "/metrics", "/v2/x"];
  }

  get #isOver(): boolean {
    const { requests, seconds } = this.options;
    return this.report.sent >= requests || performance.now() - this.#startedAt > seconds * 1000;
  }

  async client(isIdler: boolean) {
    let socket: Socket | undefined;
    let usedAt = performance.now();
    while (!this.#isOver) {
      socket ??= await open(this.options.port);
      if (isIdler) await Bun.sleep(IDLE_MS[0] + this.#random() * (IDLE_MS[1] - IDLE_MS[0]));
      // The server may have closed it meanwhile, as it may at any time. This is noticed before anything is sent.
      if (socket.readyState !== "open") socket = await open(this.options.port);
      const request = this.#request();
      const sentAt = performance.now();
      this.report.sent++;
      const result = await exchange(socket, request, this.options.patience ?? PATIENCE_MS);
      this.#note(request, result, { at: sentAt - this.#startedAt, idle: sentAt - usedAt });
      usedAt = performance.now();
      if (typeof result !== "string" || /\r\nconnection: close/i.test(request + result)) {
        socket.destroy();
        socket = undefined;
      }
    }
    socket?.destroy();
  }

  #note(request: string, result: string | Broken, when: { at: number; idle: number }) {
    const hidden = request.replaceAll(this.options.key, "KEY");
    if (typeof result !== "string") {
      this.report.unanswered.push({ request: hidden, ...result, ...when });
      return;
    }
    const status = Number(result.slice(9, 12));
    this.report.statuses.set(status, (this.report.statuses.get(status) ?? 0) + 1);
    const ms = performance.now() - this.#startedAt - when.at;
    if (ms > SLOW_MS) this.report.slow.push({ request: hidden, at: when.at, ms });
    // 503 with Retry-After is an answer: it was too much at once.
    if (status >= 500 && !/\r\nretry-after: /i.test(result))
      this.report.failed.push({ request: hidden, answer: result });
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #rough(most = 4): string {
    return Array.from({ length: Math.floor(this.#random() * most) }, () => this.#one(BITS)).join("");
  }

  #request(): string {
    const { key, meme, cookie } = this.options;
    const method = this.#one(METHODS);
    const value = () => (this.#random() < 0.6 ? meme : encodeURI(this.#rough()).replace(/[\s?#]/g, "_"));
    const path = this.#one(this.#paths).replace(/\{\w+\}/g, value) || "/";
    const headers: Record<string, string> = {
      Host: this.#random() < 0.9 ? "localhost" : this.#one(HOSTS),
      "Sec-Fetch-Site": this.#one(["same-origin", "cross-site"]),
    };
    if (this.#random() < 0.7) headers.Authorization = this.#random() < 0.8 ? key : `Bearer ${key}x`;
    if (cookie && this.#random() < 0.7) headers.Cookie = cookie;
    if (this.#random() < 0.3) headers.Accept = this.#one(["application/json", "text/html", "*/*", "image/webp", ";"]);
    if (this.#random() < 0.2) headers["Accept-Encoding"] = this.#one(["gzip", "zstd", "br;q=0", "x"]);
    if (this.#random() < 0.1) headers["If-None-Match"] = this.#one(["*", '"x"', "W/", '"']);
    if (this.#random() < 0.1) headers.Range = this.#one(["bytes=0-", "bytes=-1", "bytes=9-1", "x"]);
    if (this.#random() < 0.1) headers["Idempotency-Key"] = this.#one(["a", "b", "x".repeat(300)]);
    if (this.#random() < 0.05) headers.Connection = "close";
    const query = this.#random() < 0.5 ? "" : `?${this.#one(FIELDS.split(" "))}=${this.#escaped(this.#rough())}`;
    const body = method === "GET" || method === "HEAD" ? undefined : this.#body(headers);
    if (body !== undefined) headers["Content-Length"] = String(Buffer.byteLength(body));
    const lines = Object.entries(headers).map(([name, content]) => `${name}: ${content}\r\n`);
    return `${method} ${path}${query} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
  }

  #escaped = (text: string) => (this.#random() < 0.5 ? encodeURIComponent(text) : text.replace(/[^!-~]|#/g, "_"));

  #body(headers: Record<string, string>): string {
    headers["Content-Type"] = this.#one(TYPES);
    const fields = FIELDS.split(" ").filter(() => this.#random() < 0.3);
    const values = Object.fromEntries(fields.map((name) => [name, this.#rough()]));
    if (headers["Content-Type"].startsWith("multipart"))
      return (
        fields.map((n) => `--x\r\nContent-Disposition: form-data; name="${n}"\r\n\r\n${values[n]}\r\n`).join("") +
        "--x--"
      );
    return this.#one([JSON.stringify(values), new URLSearchParams(values).toString(), this.#rough(20), ""]);
  }
}

interface Broken {
  how: "closed" | "silent";
  waited: number;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.removeAllListeners("error").on("error", () => {})));
    socket.once("error", reject);
  });
}

/** The whole answer, or how it failed. */
function exchange(socket: Socket, request: string, patience: number): Promise<string | Broken> {
  return new Promise((resolve) => {
    const sentAt = performance.now();
    const isHead = request.startsWith("HEAD ");
    let text = "";
    const end = (result: string | "closed" | "silent") => {
      clearTimeout(timer);
      socket.off("data", data).off("close", close);
      const waited = performance.now() - sentAt;
      resolve(result === "closed" || result === "silent" ? { how: result, waited } : result);
    };
    const data = (bytes: Buffer) => {
      text += bytes.toString("latin1");
      if (isWhole(text, isHead)) end(text);
    };
    // A bare 400 of the runtime has no length, and ends with the connection.
    const close = () => end(text.includes("\r\n\r\n") ? `${text}\r\nConnection: close` : "closed");
    const timer = setTimeout(() => end("silent"), patience);
    socket.on("data", data).on("close", close);
    socket.write(request);
  });
}

function isWhole(text: string, isHead: boolean): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const head = text.slice(0, end + 2);
  if (isHead || /^HTTP\/1.1 (204|304)/.test(head)) return true;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return text.endsWith("\r\n0\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
