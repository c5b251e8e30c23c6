import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { addresses, readConfig } from "../../src/config.ts";
import { MAKE_RENDITIONS } from "../../src/core/memes/make-renditions.ts";
import { INSTALL_TEMPLATES } from "../../src/core/templates/list-missing.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { buildOpenApi } from "../../src/http/api/openapi.ts";
import { startServer } from "../cli/guffaw.ts";
import { until } from "../until.ts";
import { freshFolder, ROOT } from "../world.ts";
import { paste, type Noted } from "./shell.ts";

const PAGE = readFileSync(join(ROOT, "docs/api.md"), "utf8");

/** A block to paste, and the status mentioned in the sentence before it. */
interface Block {
  text: string;
  status: number | undefined;
}

const blocks = [...PAGE.matchAll(/([^\n]*)\n\n```sh\n(.*?)```/gs)].map(([, before, text]): Block => {
  const status = /`(\d{3})`:$/.exec(before!)?.[1];
  return { text: text!, status: status === undefined ? undefined : Number(status) };
});

/** Regular expression for a path of the document with its variables filled in. */
const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);

const { paths } = buildOpenApi(ROOTS, addresses(readConfig({}, ROOT), 8420)) as {
  paths: Record<string, Record<string, object>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
);

/** If several match an address the most literal one is meant, as in the service itself. */
function operationOf({ method, url }: Noted): string | undefined {
  const { pathname } = new URL(url);
  const fitting = operations.filter((one) => one.method === method && shapeOf(one.path).test(pathname));
  const variables = (path: string) => path.split("{").length;
  const [best] = fitting.sort((a, b) => variables(a.path) - variables(b.path));
  return best && `${best.method} ${best.path}`;
}

/** The page names it in a sentence: whoever pastes the lines need not be staff. */
const FOR_STAFF = ["DELETE /v1/profile/{user}/avatar"];
/** It goes on for ever. */
const ENDLESS = ["GET /v1/events"];

describe("every line of docs/api.md, pasted in order", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let calls: Noted[];

  beforeAll(async () => {
    const folder = freshFolder("docs");
    const first = await startServer({ GUFFAW_DATA: folder });
    const [, key] = /API key +(\S+)/.exec(first.banner())!;
    using database = new Database(join(folder, "guffaw.db"));
    const template = database.query("select 1 from templates");
    await until(() => template.get() !== null, "Installing a template");
    await first.stop();
    // More templates, and other sizes of the starter memes, would take longer than all the lines, which need neither.
    database.run("delete from jobs where kind in (?, ?)", [INSTALL_TEMPLATES, MAKE_RENDITIONS]);
    server = await startServer({ GUFFAW_DATA: folder, GUFFAW_STARTER: "off" });
    const steps = blocks.map(({ text }) =>
      text.replace("=http://localhost:8420", `=${server.origin()}`).replace("=gfw_…", `=${key}`),
    );
    calls = await paste(steps, { env: {} });
  }, 600_000);
  afterAll(() => server.stop());

  test("gets the status that the page promises", () => {
    const wrong = blocks.flatMap(({ status }, step) => {
      const here = calls.filter((call) => call.step === step);
      return here
        .map((call, i) => ({
          ...call,
          expected: status !== undefined && i === here.length - 1 ? [status] : [200, 201],
        }))
        .filter(({ status: got, expected }) => !expected.includes(got));
    });
    expect(wrong).toEqual([]);
  });

  test("leaves none out", () => {
    const written = blocks.map(({ text }) => text.match(/\bcurl /g)?.length ?? 0);
    expect(blocks.map((_, step) => calls.filter((call) => call.step === step).length)).toEqual(written);
    expect(calls.length).toBe(PAGE.match(/\bcurl -|\bcurl "/g)!.length);
  });

  test("answers with JSON or a picture, and never with a redirect or with nothing", () => {
    const isPicture = ({ headers }: (typeof calls)[number]) => /^content-type: image\/jpeg/im.test(headers);
    expect(calls.filter(isPicture)).toHaveLength(2);
    for (const call of calls) {
      const { status, headers, body, url } = call;
      if (status === 304) continue;
      expect(status, url).toBeOneOf([200, 201, 404, 409]);
      if (isPicture(call)) continue;
      expect(headers, url).toMatch(/^content-type: application\/json/im);
      expect(() => JSON.parse(body), url).not.toThrow();
    }
    for (const once of [304, 404, 409]) expect(calls.filter(({ status }) => status === once).length, `${once}`).toBe(1);
  });

  test("calls every operation of both roots", () => {
    const called = new Set(calls.map((call) => operationOf(call)));
    const all = operations.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter((one) => !called.has(one))).toEqual([...ENDLESS, ...FOR_STAFF]);
  });

  test("does what it says: one meme per Idempotency-Key, another page per Link", () => {
    const memesOf = (start: string) =>
      calls
        .filter((call) => blocks[call.step]!.text.startsWith(start))
        .map(({ body }) => new Set(Array.from(body.matchAll(/"memeid":"(\d+)"/g), ([, id]) => id)));
    const [first, second] = memesOf("ONCE=");
    expect(first!.size).toBe(1);
    expect(first).toEqual(second!);
    const [page, next, skipped] = memesOf("NEXT=");
    expect(next!.size).toBe(5);
    expect(next!.isDisjointFrom(page!)).toBe(true);
    expect(next).toEqual(skipped!);
  });
});

test("the page names every variable that its lines use", () => {
  const used = new Set(
    [
      ...blocks
        .map(({ text }) => text)
        .join("")
        .matchAll(/\$([A-Z]+)/g),
    ].map(([, name]) => name!),
  );
  for (const name of used) expect(PAGE, name).toMatch(new RegExp(`(^|export )${name}=`, "m"));
});
