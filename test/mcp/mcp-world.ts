import type { TestMember, World } from "../world.ts";

export interface Content {
  type: "text" | "image";
  text?: string;
  data?: string;
  mimeType?: string;
}

export interface ShownMeme {
  memeid: string;
  caption: string;
  author: string;
  age: number;
  disabled: boolean;
  url: string;
}

export interface Result {
  content: Content[];
  structuredContent?: ShownMeme & { memes: ShownMeme[]; templates: { id: string; texts: string[] }[]; next?: string };
  isError?: true;
  _meta?: Record<string, unknown>;
}

export interface Reply<T = Result> {
  jsonrpc: "2.0";
  id: number | string | null;
  result?: T;
  error?: { code: number; message: string };
}

/** Sends any body. */
export const send = (world: World, who: TestMember | string | undefined, body: unknown, headers = {}) =>
  world.as(who).post("/mcp", {
    body: typeof body === "string" || body instanceof Buffer ? body : JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  });

export const request = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

export const toolCall = (name: string, given: object = {}, id: number | string = 1) =>
  request("tools/call", { name, arguments: given }, id);

export async function replyOf<T = Result>(response: Response): Promise<Reply<T>> {
  return (await response.json()) as Reply<T>;
}

/** Calls a tool, and returns its result. */
export async function callTool(
  world: World,
  who: TestMember | string | undefined,
  name: string,
  given: object = {},
): Promise<Result> {
  const { result, error } = await replyOf(await send(world, who, toolCall(name, given)));
  if (!result) throw new Error(`${name}: ${error?.message}`);
  return result;
}
