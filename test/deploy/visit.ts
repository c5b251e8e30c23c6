// What people and bots do through a proxy that would differ if it were set up wrongly.
import sharp from "sharp";

import type { Account, Site } from "../faults/site.ts";
import { until } from "../until.ts";
import { command } from "./commands.ts";

export interface Visited {
  what: string;
  got: string;
  ok: boolean;
}

export async function visit(site: Site, origin: string): Promise<Visited[]> {
  const [author, fan] = site.accounts as [Account, Account];
  return [
    ...(await shut(origin)),
    await upload(origin, author),
    await tooLarge(origin, author),
    await range(origin, author),
    await stream(origin, author, fan),
    await cookie(origin),
    ...(await addresses(origin)),
  ];
}

const visited = (what: string, got: string | number, expected: string | number): Visited => ({
  what,
  got: String(got),
  ok: got === expected,
});

/** The certificate is the test's own. */
const send = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", ...init, tls: { rejectUnauthorized: false } });

/** As many spellings as reach the same place without a proxy. curl sends them as they are. */
async function shut(origin: string): Promise<Visited[]> {
  const paths = [
    "/metrics",
    "/metrics/",
    "//metrics",
    "/%6detrics",
    "/x/../metrics",
    "/metrics?x",
    "/readyz",
    "/readyz/",
    "//readyz",
    "/%72eadyz",
  ];
  const statuses = await Promise.all(
    paths.map((path) => curl("--path-as-is", "-o", "/dev/null", "-w", "%{http_code}", origin + path)),
  );
  return paths.map((path, i) => visited(path, statuses[i]!, "404"));
}

async function curl(...args: string[]): Promise<string> {
  const { stdout } = await command(["curl", "-ksS", "--max-time", "60", ...args]);
  return stdout;
}

function submit(origin: string, key: string, image: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.append("image", new Blob([image as Uint8Array<ArrayBuffer>], { type: "image/png" }), "noise.png");
  return send(`${origin}/v1/submit`, { method: "POST", headers: { Authorization: key }, body });
}

/** As large as pictures may be, nearly: 19.5 MB of noise that cannot be compressed. */
async function upload(origin: string, { key }: Account): Promise<Visited> {
  const side = 2550;
  const noise = new Uint8Array(side * side * 3);
  for (let i = 0; i < noise.length; i += 65_536) crypto.getRandomValues(noise.subarray(i, i + 65_536));
  const image = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return visited(`upload of ${Math.round(image.length / 1e6)} MB`, (await submit(origin, key, image)).status, 201);
}

async function tooLarge(origin: string, { key }: Account): Promise<Visited> {
  const status = await submit(origin, key, new Uint8Array(40e6)).then(
    (answer) => answer.status,
    () => "cut off",
  );
  return { what: "upload of 40 MB", got: String(status), ok: status === 413 || status === "cut off" };
}

async function range(origin: string, { key, meme }: Account): Promise<Visited> {
  const answer = await send(`${origin}/v1/meme/${meme}`, { headers: { Authorization: key } });
  const { url } = (await answer.json()) as { url: string };
  const part = await send(url, { headers: { Range: "bytes=0-9" } });
  const bytes = (await part.arrayBuffer()).byteLength;
  return visited(
    "range",
    `${part.status}, ${bytes} bytes of ${new URL(url).origin === origin}`,
    "206, 10 bytes of true",
  );
}

/** News arrives while the stream is open, not when it ends. */
async function stream(origin: string, author: Account, fan: Account): Promise<Visited> {
  const leave = new AbortController();
  const headers = { Cookie: `__Host-${author.cookie}` };
  const answer = await send(`${origin}/notifications/live`, { headers, signal: leave.signal });
  let text = "";
  const reading = (async () => {
    for await (const chunk of answer.body!) text += new TextDecoder().decode(chunk);
  })().catch(() => {});
  const unseen = () => text.match(/"?count"?\D*(\d+)/g)?.at(-1);
  try {
    await until(() => text.includes("data:"), "The beginning of the stream");
    const before = text;
    const rated = { method: "POST", headers: { Authorization: fan.key }, body: new URLSearchParams({ rating: "5" }) };
    await send(`${origin}/v1/meme/${author.meme}/rate`, rated);
    await until(() => text.slice(before.length).includes("data:"), "News in the stream");
    return visited("stream", answer.status, 200);
  } catch (error) {
    return { what: "stream", got: `${answer.status}, ${(error as Error).message} ${unseen() ?? text}`, ok: false };
  } finally {
    leave.abort();
    await reading;
  }
}

/** A form of ours passes the check of its origin, and its session can only come back by https. */
async function cookie(origin: string): Promise<Visited> {
  const fields = { username: "newcomer", password: "a long enough laugh", email: "", confirm: "" };
  const headers = { Origin: origin };
  const answer = await send(`${origin}/sign-up`, { method: "POST", headers, body: new URLSearchParams(fields) });
  const session = answer.headers.getSetCookie().find((one) => one.includes("guffaw=")) ?? "no cookie";
  const ok = answer.status === 303 && session.startsWith("__Host-guffaw=") && session.endsWith("; Secure");
  const strict = answer.headers.has("strict-transport-security");
  return { what: "cookie", got: `${answer.status}, ${session.replace(/=[^;]+/, "=…")}`, ok: ok && strict };
}

/** Guests have 40 pages an hour here: by their own address, whatever they claim, and not by the proxy's. */
async function addresses(origin: string): Promise<Visited[]> {
  const page = ["-o", "/dev/null", "-w", "%{http_code} ", `${origin}/stats`];
  const claim = (i: number) => ["-H", `X-Forwarded-For: 9.9.9.${i}`, "-H", `Forwarded: for=9.9.9.${i}`];
  let last = "";
  for (let i = 0; i < 60 && last !== "429 "; i++) last = await curl("--interface", "127.0.0.2", ...claim(i), ...page);
  return [
    visited("one guest, many claims", last, "429 "),
    visited("another guest", await curl("--interface", "127.0.0.3", ...page), "200 "),
  ];
}
