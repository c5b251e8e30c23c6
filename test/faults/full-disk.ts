// Runs where it may mount: fills a small disk under a site, deletes and hides there, and prints the outcome.
import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import { guffaw, mustRun, startServer } from "../cli/guffaw.ts";
import { until } from "../until.ts";
import { smallImage } from "../world.ts";

export interface FullDisk {
  /** Statuses of the attempts, by name. */
  before: Record<string, number>;
  full: Record<string, number>;
  after: Record<string, number>;
  /** Output of /readyz and doctor while the disk was full; doctor only in the long version. */
  readyz: string;
  doctor: string;
  /** Bytes of the ballast, before and after the first deletion. */
  ballast: [whole: number, spent: number];
  /** Files of the deleted meme. */
  imagesLeft: number;
  /** In the long version: how many comments were deleted one after another, and how many answers were not 200. */
  deleted: number;
  refused: number;
  /** Deleting after a restart on the full disk, in the long version. */
  restarted: number;
}

const SIZE_MB = 48;
const MANY = 500;

async function run(folder: string, long: boolean): Promise<FullDisk> {
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${SIZE_MB}m`, "none", folder]);
  const env = { GUFFAW_DATA: folder, GUFFAW_LOG: "error", GUFFAW_RATE_LIMIT: "off", GUFFAW_STARTER: "off" };
  let server = await startServer(env);
  await mustRun(["user", "create", "ann", "--perk", "founder"], { env });
  const { json: made } = await mustRun(["key", "create", "ann", "--name", "n", "--json"], { env });
  const key = String(made.key);
  const send = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: key, "Content-Type": "application/json" };
    const answer = await fetch(server.origin() + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  const status = async (method: string, path: string, body?: object) => (await send(method, path, body)).status;
  const image = Buffer.from(await smallImage()).toString("base64");
  const submit = () => send("POST", "/v1/submit", { image, caption: "a" });
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push(String((await submit()).json.memeid));
  const [one, two, three] = ids as [string, string, string];
  const comments = `/v1/meme/${one}/comments`;
  const { json: comment } = await send("POST", comments, { content: "here" });
  await send("PUT", `/v1/meme/${three}/rate`, { rating: 5 });
  const ballast = join(folder, "guffaw.db-ballast");
  const whole = statSync(ballast).size;
  const written: unknown[] = [];
  const write = async (n: number) => {
    const { status: code, json } = await send("POST", comments, { content: "x".repeat(1000 - (n % 7)) });
    if (code === 200) written.push(json.id);
    return code;
  };
  const before = { submit: (await submit()).status, comment: await write(0) };

  if (long) for (let n = 0; n < MANY; n++) await write(n);
  fill(join(folder, "filling"));
  for (let n = 0; n < 20_000 && (await write(n)) === 200; n++) fill(join(folder, "filling"));
  const full = {
    submit: (await submit()).status,
    comment: await write(1),
    read: await status("GET", `/v1/meme/${one}`),
    disable: await status("PUT", `/v1/meme/${two}/disable`),
    "take back": await status("DELETE", `/v1/meme/${three}/rating`),
    "delete comment": await status("DELETE", `${comments}/${String(comment.id)}`),
    "delete meme": await status("DELETE", `/v1/meme/${two}`),
    "submit again": (await submit()).status,
    "comment again": await write(2),
  };
  const spent = statSync(ballast).size;
  const readyz = await (await fetch(`${server.origin()}/readyz`)).text();
  const images = readdirSync(join(folder, "images"), { recursive: true });
  const imagesLeft = images.filter((name) => String(name).includes(`/${two}-`)).length;
  let [doctor, refused, restarted] = ["", 0, 0];
  if (long) {
    doctor = (await guffaw(["doctor"], { env })).stdout;
    for (const id of written) if ((await status("DELETE", `${comments}/${String(id)}`)) !== 200) refused++;
    await server.stop();
    server = await startServer(env);
    restarted = await status("DELETE", `/v1/meme/${three}`);
  }

  rmSync(join(folder, "filling"));
  await until(async () => (await write(3)) === 200);
  const after = { submit: (await submit()).status, comment: await write(4), ballast: statSync(ballast).size };
  const sizes: FullDisk["ballast"] = [whole, spent];
  return {
    before,
    full,
    after,
    readyz,
    doctor,
    ballast: sizes,
    imagesLeft,
    deleted: written.length,
    refused,
    restarted,
  };
}

/** To the last byte. */
export function fill(path: string) {
  const file = openSync(path, "a");
  try {
    for (const size of [2 ** 20, 4096, 1]) {
      const piece = new Uint8Array(size);
      try {
        while (writeSync(file, piece) === size);
      } catch {
        // There is no room for a piece of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}

if (import.meta.main) {
  const result = await run(process.argv[2]!, process.argv[3] === "long");
  writeFileSync(1, `${JSON.stringify(result)}\n`);
  process.exit(0);
}
