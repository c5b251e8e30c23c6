import { describe, expect, test } from "bun:test";

import { suspendUser } from "../../src/core/users/suspend-user.ts";
import { DIALECTS, openWorld } from "../world.ts";
import { callTool, replyOf, request, send, toolCall, type Reply, type Result } from "./mcp-world.ts";

const PING = request("ping");

describe.each(DIALECTS)("the Model Context Protocol on %s", (dialect) => {
  test("agrees on a version, and lists tools with schemas", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const start = async (protocolVersion: unknown) =>
      replyOf<Record<string, unknown>>(await send(world, me, request("initialize", { protocolVersion })));
    for (const [wanted, given] of [
      ["2025-06-18", "2025-06-18"],
      ["2025-03-26", "2025-03-26"],
      ["2024-11-05", "2025-11-25"],
      ["nonsense", "2025-11-25"],
    ]) {
      const { result } = await start(wanted);
      expect(result).toMatchObject({ protocolVersion: given, capabilities: { tools: {} } });
      expect(result!.serverInfo).toMatchObject({ name: "guffaw", title: "Guffaw", version: expect.any(String) });
    }
    expect((await start(7)).error!.code).toBe(-32602);

    const { result } = await replyOf<{ tools: Listed[] }>(await send(world, me, request("tools/list")));
    expect(
      result!.tools.map(({ name, inputSchema, annotations }) => [name, inputSchema.required, annotations]),
    ).toEqual([
      ["search_memes", ["search"], READS],
      ["random_meme", [], READS],
      ["get_meme", ["memeid"], READS],
      ["find_templates", [], READS],
      ["make_meme", [], POSTS],
      ["submit_meme", ["image"], POSTS],
    ]);
    for (const { inputSchema, outputSchema } of result!.tools)
      for (const { type, properties } of [inputSchema, outputSchema]) {
        expect(type).toBe("object");
        for (const [name, schema] of Object.entries(properties)) expect(Object.keys(schema), name).not.toBeEmpty();
      }
    const { properties } = result!.tools[0]!.inputSchema;
    expect(properties.search).toEqual({
      type: "string",
      minLength: 1,
      maxLength: 200,
      description: expect.any(String),
    });
    expect(properties.amount).toMatchObject({ type: "integer", minimum: 1, maximum: 25, default: 5 });
    expect(result!.tools[4]!.inputSchema.properties.recipe).toMatchObject({ type: "object" });
    expect(result!.tools[5]!.inputSchema.properties.image).toMatchObject({ type: "string", contentEncoding: "base64" });
  });

  test("answers requests, accepts what needs no answer, and refuses the rest by its code", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const told = async (body: unknown, headers = {}) => {
      const response = await send(world, me, body, headers);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const { id, error } = await replyOf(response);
      return [response.status, id, error?.code];
    };
    expect(await (await send(world, me, PING)).json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await told({ ...PING, id: "a" })).toEqual([200, "a", undefined]);
    for (const silent of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      { jsonrpc: "2.0", id: 5, result: {} },
      { jsonrpc: "2.0", id: 5, error: { code: 1, message: "x" } },
    ]) {
      const response = await send(world, me, silent);
      expect([response.status, await response.text()]).toEqual([202, ""]);
    }
    expect(await told(request("resources/list"))).toEqual([200, 1, -32601]);
    expect(await told(request("tools/list", { cursor: "x" }))).toEqual([200, 1, -32602]);
    expect(await told(toolCall("delete_everything"))).toEqual([200, 1, -32602]);
    expect(await told(request("tools/call", { name: "get_meme", arguments: [1] }))).toEqual([200, 1, -32602]);
    for (const wrong of [{}, 7, null, { ...PING, jsonrpc: "1.0" }, { ...PING, id: null }, { ...PING, params: [] }])
      expect(await told(wrong), JSON.stringify(wrong)).toEqual([400, null, -32600]);
    for (const wrong of ["", '{"jsonrpc":"2.0","id":1e400,"method":"ping"}'])
      expect(await told(wrong), wrong).toEqual([400, null, -32600]);
    for (const wrong of ["{", Buffer.from([34, 255, 34])]) expect(await told(wrong)).toEqual([400, null, -32700]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const response = await send(world, me, PING, { "Content-Type": type });
      expect([response.status, await response.json()]).toEqual([
        415,
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32000, message: `A body of type "${type}" isn't accepted. Send JSON as application/json.` },
        },
      ]);
    }
    expect(await told(PING, { "MCP-Protocol-Version": "2025-06-18" })).toEqual([200, 1, undefined]);
    expect(await told(PING, { "MCP-Protocol-Version": "1999-01-01" })).toEqual([400, null, -32600]);
    const newer = { "MCP-Protocol-Version": "2099-01-01" };
    expect(await told(request("initialize", { protocolVersion: "2099-01-01" }), newer)).toEqual([200, 1, undefined]);
    for (const method of ["GET", "HEAD", "DELETE", "PUT"]) {
      const response = await world.as(me).send(method)("/mcp");
      expect([response.status, response.headers.get("allow")], method).toEqual([405, "POST"]);
    }
  });

  test("takes batches in the version that has them, and counts each message", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_RATE_LIMIT: "4/1h" } });
    const [me, other] = [await world.member(), await world.member()];
    const batch = [
      request("ping", {}, 1),
      { jsonrpc: "2.0", method: "notifications/x" },
      7,
      request("initialize", {}, 2),
    ];
    const answers = (await (await send(world, me, batch)).json()) as Reply[];
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32600],
      [null, -32600],
    ]);
    const calls = Array.from({ length: 6 }, (_, i) => toolCall("random_meme", {}, i));
    const counted = (await (await send(world, other, calls)).json()) as Reply[];
    expect(counted.map(({ result, error }) => (result ? "done" : error!.code))).toEqual([
      ...Array.from({ length: 4 }, () => "done" as const),
      -32000,
      -32000,
    ]);
    const silent = await world.member();
    expect((await send(world, silent, [{ jsonrpc: "2.0", method: "notifications/x" }])).status).toBe(202);
    for (const wrong of [[], Array.from({ length: 21 }, () => PING)])
      expect((await send(world, silent, wrong)).status).toBe(400);
    expect((await send(world, silent, [PING], { "MCP-Protocol-Version": "2025-06-18" })).status).toBe(400);
    expect((await send(world, silent, PING)).status).toBe(429);
  });

  test("takes the keys of the API, wherever they are sent, and nothing else; no key is in the log", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    for (const headers of [{ Authorization: me.key }, { Authorization: `Bearer ${me.key}` }, { "X-API-Key": me.key }])
      expect((await send(world, undefined, PING, headers)).status).toBe(200);
    for (const headers of [{}, { Authorization: "Bearer nonsense" }, { Cookie: "session=x" }]) {
      const response = await send(world, undefined, PING, headers);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect((await replyOf(response)).error!.message).toMatch(/key/);
    }
    expect((await send(world, undefined, PING, { Authorization: `${me.key.slice(0, -1)}-` })).status).toBe(401);
    const readOnly = await world.key(me.user, { readOnly: true });
    expect((await callTool(world, readOnly, "find_templates")).isError).toBeUndefined();
    for (const name of ["make_meme", "submit_meme"])
      expect(await callTool(world, readOnly, name)).toEqual({
        content: [{ type: "text", text: "This API key is read-only. Use one with the permission 'Write'." }],
        isError: true,
        _meta: { code: "read_only_key" },
      });
    await suspendUser(world.ctx(), { user: me.user.id, reason: "spam" });
    expect((await send(world, me, PING)).status).toBe(403);
    await world.services.log.flush();
    const log = world.logLines.join("\n");
    expect(log).toContain('"/mcp"');
    for (const key of [me.key, readOnly]) expect(log).not.toContain(key.slice(4, 20));
  });

  test("answers pages of other sites, but not those that call it by another name", async () => {
    await using world = await openWorld(dialect, { env: { GUFFAW_URL: "https://memes.example.org" } });
    const me = await world.member();
    const from = (headers: Record<string, string>) => send(world, me, PING, headers);
    const other = { Origin: "https://chat.example.com" };
    const answer = await from({ ...other, Host: "memes.example.org" });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect((await from(other)).status).toBe(200); // by its address
    expect((await from({ Origin: "null", Host: "memes.example.org:443" })).status).toBe(200);
    expect((await from({ Host: "inside.example.net" })).status).toBe(200); // a program
    for (const origin of ["http://evil.example.net", "null", "nonsense"]) {
      const refused = await from({ Origin: origin, Host: "evil.example.net" });
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, "*"]);
    }
    expect((await from({ Origin: "nonsense", Host: "memes.example.org" })).status).toBe(403);
    const asked = await world.as().send("OPTIONS")("/mcp", { headers: other });
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    for (const name of ["Authorization", "Content-Type", "MCP-Protocol-Version"])
      expect(asked.headers.get("access-control-allow-headers")!.split(", ")).toContain(name);
  });

  test("limits the size of a message", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const long = "x".repeat(300 * 1024);
    const { error } = await replyOf(await send(world, me, toolCall("search_memes", { search: long })));
    expect(error!.code).toBe(-32600);
    const body = Buffer.alloc(31 * 1024 * 1024, " ");
    const response = await world.as(me).post("/mcp", { body, headers: { "Content-Type": "application/json" } });
    expect(response.status).toBe(413);
    expect((await replyOf<Result>(response)).error!.code).toBe(-32000);
  });
});

const READS = { readOnlyHint: true };
const POSTS = { readOnlyHint: false, destructiveHint: false };

interface Schema {
  type: string;
  properties: Record<string, object>;
  required: string[];
}

interface Listed {
  name: string;
  inputSchema: Schema;
  outputSchema: Schema;
  annotations: object;
}
