import { describe, expect, test } from "bun:test";

import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { uploadAvatar } from "../../src/core/users/upload-avatar.ts";
import { addIntegration } from "../../src/core/integrations/add-integration.ts";
import { ROOTS } from "../../src/http/api/roots.ts";
import { buildOpenApi } from "../../src/http/api/openapi.ts";
import { DIALECTS, openWorld, smallImage } from "../world.ts";
import { bodyOf, requestTo } from "./requests.ts";

const url = "http://localhost:8420";
const built = buildOpenApi(ROOTS, { url, apiUrl: url, oldApiUrl: `${url}/api/v1` });
// Through text, as clients get it.
const document = JSON.parse(JSON.stringify(built)) as OpenApi;

interface Answer {
  description: string;
  headers: Record<string, { $ref: string }>;
  /** Absent if there is no body. */
  content?: Record<string, { schema: object; example: unknown }>;
}
interface Operation {
  operationId: string;
  parameters: ({ name: string } | { $ref: string })[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, Answer>;
}
interface OpenApi {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<"schemas" | "headers" | "parameters", Record<string, object>>;
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ $id: "document", ...document });

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function problemsOf(operation: Operation, status: number, body: unknown): string[] {
  const response = operation.responses[status];
  if (!response) return [`${operation.operationId} does not mention ${status}`];
  if (!response.content) return [`${operation.operationId} ${status} has no body`];
  const { schema } = response.content["application/json"] ?? response.content["text/event-stream"]!;
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(body) ? [] : [`${operation.operationId} ${status}: ${ajv.errorsText(validate.errors)}`];
}

test("the committed copy matches the routes; npm run openapi renews it", async () => {
  expect(await Bun.file("docs/openapi.json").text()).toBe(`${JSON.stringify(built, null, 2)}\n`);
});

test("both roots are there, and every response has a schema that matches its example", () => {
  expect(Object.keys(document.paths)).toContain("/v1/meme/{id}/ratings");
  expect(Object.keys(document.paths)).toContain("/api/v1/mymemes");
  const problems = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content }]) =>
      // The other answer of a route that can make a picture.
      content?.["application/json"] ? problemsOf(operation, Number(status), content["application/json"].example) : [],
    ),
  );
  expect(problems).toEqual([]);
});

test("every reference can be resolved", () => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  for (const [, kind, name] of references)
    expect(document.components[kind as keyof OpenApi["components"]]).toHaveProperty(name!);
});

test("generated clients find what they need", () => {
  for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].+\.$/);
  const upload = operations.find(({ operation }) => operation.operationId === "submitMeme")!.operation;
  expect(Object.keys(upload.requestBody!.content)[0]).toBe("multipart/form-data");
  for (const { operation, method } of operations) {
    // Streams have nothing that could be the same as before.
    const reads = method === "get" && operation.operationId !== "getEvents";
    expect(operation.responses[304] !== undefined, operation.operationId).toBe(reads);
    expect(operation.parameters.some((one) => "$ref" in one && one.$ref.endsWith("/IfNoneMatch"))).toBe(reads);
    expect(operation.responses[405]!.headers).toHaveProperty("Allow");
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      expect("X-Error-Code" in headers).toBe(Number(status) >= 400);
      expect("Retry-After" in headers).toBe(["409", "429", "503"].includes(status));
      expect("WWW-Authenticate" in headers).toBe(status === "401");
    }
  }
});

/** Headers that an answer may lack. */
const SOMETIMES = ["Link", "Idempotent-Replayed", "RateLimit-Policy"];
const lackingIn = ({ responses, operationId }: Operation, { status, headers }: Response) =>
  Object.keys(responses[status]?.headers ?? {})
    .filter((name) => !SOMETIMES.includes(name) && !headers.has(name))
    .map((name) => `${operationId} ${status} lacks ${name}`);

/** Names and types of all fields, however deep: what a client may rely on. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? [fieldsOf(value[0])] : [];
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fieldsOf(inner)]));
}

describe.each(DIALECTS)("the document and the service on %s", (dialect) => {
  test("every endpoint answers as described, with exactly the pinned fields", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "10000/1m" } });
    const permissions = ["Ratings", "View Integrations"] as const;
    const me = await world.member({ name: "author", perks: ["pro"], permissions: [...permissions] });
    const other = await world.member({ name: "other" });
    const staff = await world.member({ name: "staff", perks: ["staff"] });
    await uploadAvatar(world.ctx(other), await smallImage());
    const meme = await world.meme({ by: me });
    await world.rate(me, meme, 4);
    await world.rate(other, meme, 5);
    const first = await commentOnMeme(world.ctx(me), { memeId: meme.id, content: "first" });
    await commentOnMeme(world.ctx(me), { memeId: meme.id, content: "reply", parent: first.id });
    await addIntegration(world.ctx(me), { service: "github", account: "octocat" });
    const problems: string[] = [];
    for (const root of ROOTS) {
      for (const route of root.routes) {
        const operation = operations.find((one) => one.operation.operationId === route.name)!.operation;
        // A fresh meme for deletions.
        const about = route.method === "DELETE" ? await world.meme({ by: me }) : meme;
        const author = /^((follow|mute|block)User|deleteAvatarOf)$/.test(route.name) ? other : me;
        const { path, init } = await requestTo(world, { root, route }, { author, memeId: about.id });
        const caller = route.name === "deleteAvatarOf" ? staff : me;
        const good = await world.as(caller).send(route.method)(path, init);
        const text = await bodyOf(good);
        problems.push(...lackingIn(operation, good));
        const status = route.answer.status ?? 200;
        if (good.status !== status) problems.push(`${route.name}: ${good.status} ${text}`);
        else {
          problems.push(...problemsOf(operation, status, JSON.parse(text)));
          if (route.name !== "getOpenApi") expect(fieldsOf(JSON.parse(text)), route.name).toMatchSnapshot(route.name);
        }
        const refused = await world.as().send(route.method)(path, init);
        if (route.name !== "getOpenApi") problems.push(...problemsOf(operation, refused.status, await refused.json()));
        problems.push(...lackingIn(operation, refused));
        const etag = good.headers.get("etag");
        if (etag !== null && route.name !== "getRandomMeme") {
          const again = await world.as(me).get(path, { headers: { "If-None-Match": etag } });
          if (again.status !== 304) problems.push(`${route.name}: ${again.status} instead of 304`);
          problems.push(...lackingIn(operation, again));
        }
      }
    }
    expect(problems).toEqual([]);
  });

  test("an address with a missing part is answered as described", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "10000/1m" } });
    const me = await world.member();
    const problems: string[] = [];
    for (const { path, method, operation } of operations)
      for (const [variable] of path.matchAll(/\{\w+\}/g)) {
        const asked = path.replace(variable, "").replaceAll(/\{\w+\}/g, "1");
        const response = await world.as(me).send(method.toUpperCase())(asked);
        // The shortened path may be a list, or another operation.
        if (response.ok) continue;
        problems.push(...problemsOf(operation, response.status, await response.json()));
        problems.push(...lackingIn(operation, response));
      }
    expect(problems).toEqual([]);
  });

  test("ids keep every digit", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const text = await (await world.as(me).get("/v1/profile/me")).text();
    expect(text).toContain(`"id":${me.user.id},"id_str":"${me.user.id}"`);
    expect(me.user.id).toMatch(/^\d{18}$/);
  });

  test("the profile has a pro object once the account is or was Pro", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const profile = async () =>
      (await (await world.as(me).get("/v1/profile/me")).json()) as { pro?: object; perks: object };
    expect(await profile()).not.toHaveProperty("pro");
    const { changePerks } = await import("../../src/core/users/change-perks.ts");
    await changePerks(world.ctx(), { user: me.user.id, add: ["pro"], remove: [] });
    expect(await profile()).toMatchObject({
      pro: { active: true, expires: "9999-12-31T23:59:59.000Z" },
      perks: { pro: true },
    });
    await changePerks(world.ctx(), { user: me.user.id, add: [], remove: ["pro"] });
    expect(await profile()).toMatchObject({
      pro: { active: false, expires: expect.any(String) },
      perks: { pro: false },
    });
  });
});
