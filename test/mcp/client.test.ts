import { describe, expect, test } from "bun:test";

import { addTemplate } from "../templates.ts";
import { DIALECTS, openWorld, smallImage, type World } from "../world.ts";

/** What we use of the official client. */
interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  ping(): Promise<object>;
  listTools(): Promise<object>;
  callTool(call: { name: string; arguments?: object }): Promise<Record<string, unknown>>;
  getServerVersion(): object;
  getServerCapabilities(): object;
  getInstructions(): string;
}

interface Sdk {
  Client: new (info: object) => Client;
  StreamableHTTPClientTransport: new (url: URL, options: object) => object;
}

/** Found when the test runs: types of a server with all its packages come along with those of the client. */
async function loadSdk(): Promise<Sdk> {
  const parts = ["index", "streamableHttp"].map((part) => import(`@modelcontextprotocol/sdk/client/${part}.js`));
  return Object.assign({}, ...(await Promise.all(parts))) as Sdk;
}

/** It also holds every answer against the schemas that we announce. */
async function connect(world: World, key?: string) {
  const { Client, StreamableHTTPClientTransport } = await loadSdk();
  const client = new Client({ name: "test", version: "1" });
  const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${world.origin}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  await client.listTools();
  const call = async (name: string, given: Record<string, unknown>) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    return { shown: structuredContent as Record<string, unknown>, content: content as { type: string }[], isError };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

describe.each(DIALECTS)("the official client of the Model Context Protocol on %s", (dialect) => {
  test("finds, makes and submits memes", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member({ name: "ann" });
    const { id: template } = await addTemplate(world);
    await using connected = await connect(world, me.key);
    const { client, call } = connected;
    expect(client.getServerVersion()).toMatchObject({ name: "guffaw", title: "Guffaw" });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toContain("Memes");
    await client.ping();

    const image = Buffer.from(await smallImage()).toString("base64");
    const posted = await call("submit_meme", { image, caption: "a red cat" });
    expect(posted.shown).toMatchObject({ caption: "a red cat", author: "ann" });
    const { shown: templates } = await call("find_templates", { search: "cat" });
    expect(templates.templates).toMatchObject([{ id: template }]);
    const made = await call("make_meme", { template, texts: ["one", "two"], caption: "a drawn cat" });
    expect(made.content.map(({ type }) => type)).toEqual(["text", "image"]);
    const { shown } = await call("search_memes", { search: "cat" });
    expect((shown.memes as unknown[]).toReversed()).toEqual([posted.shown, made.shown]);
    expect((await call("random_meme", { count: 2 })).shown.memes).toHaveLength(2);
    expect((await call("get_meme", { memeid: posted.shown.memeid })).shown).toEqual(posted.shown);
    const missing = await call("get_meme", { memeid: "1" });
    expect([missing.isError, missing.content]).toEqual([true, [{ type: "text", text: "There is no such meme." }]]);
    await expect(client.callTool({ name: "nothing" })).rejects.toThrow("There is no such tool.");
  });

  test("is told that it needs a key", async () => {
    await using world = await openWorld(dialect);
    await expect(connect(world)).rejects.toThrow("You need an API key.");
    await expect(connect(world, "gfw_nonsense")).rejects.toThrow(/key/);
  });
});
