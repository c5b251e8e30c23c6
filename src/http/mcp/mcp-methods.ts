import { buildInfo } from "../../build-info.ts";
import { requireAccess } from "../../core/access.ts";
import { readSiteInfo } from "../../core/site/read-site-info.ts";
import { contextOf } from "../../services.ts";
import { waitForTurn } from "../../time-spent.ts";
import type { Picture } from "../../images/process.ts";
import { fieldsIn } from "../decode-body.ts";
import type { Refusal } from "../errors.ts";
import { parseFields } from "../input.ts";
import { refusalFor } from "../refusal-for.ts";
import type { Server } from "../server.ts";
import { isObject, RPC, RpcError, type Request } from "./json-rpc.ts";
import type { McpCall } from "./mcp-call.ts";
import { PICTURE, POSTING_TOOLS } from "./posting-tools.ts";
import { READING_TOOLS } from "./reading-tools.ts";
import { describeTool, onlyReads, type Tool, type ToolResult } from "./tool.ts";

/** Versions of the protocol that we speak, the newest first. */
export const VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];

export const TOOLS: readonly Tool[] = [...READING_TOOLS, ...POSTING_TOOLS];

const LIST = { tools: TOOLS.map(describeTool) };

const WHAT_IS_HERE =
  "Memes that people have posted on this site. Show people the pictures, and link to the page of each meme (permalink). What you make or submit is posted in the name of the key's owner: ask them first.";

/** Answers one request. `picture` is the one that came along with a large message. */
export async function answerRequest(
  server: Server,
  call: McpCall,
  { method, params }: Request,
  picture?: Picture,
): Promise<object> {
  switch (method) {
    case "initialize":
      return initialize(call, params);
    case "ping":
      return {};
    case "tools/list":
      // The list has one page.
      if (params.cursor !== undefined) throw new RpcError(RPC.badParams, "There is no such cursor.");
      return LIST;
    case "tools/call":
      return callTool(server, call, params, picture);
    default:
      throw new RpcError(RPC.noMethod, "There is no such method here.");
  }
}

/** Clients that do not speak the version we answer with hang up. */
async function initialize({ ctx }: McpCall, { protocolVersion: wanted }: Request["params"]) {
  if (typeof wanted !== "string") throw new RpcError(RPC.badParams, "Send the version of the protocol that you speak.");
  const { name } = await readSiteInfo(ctx);
  return {
    protocolVersion: VERSIONS.includes(wanted) ? wanted : VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: "guffaw", title: name, version: buildInfo().version },
    instructions: WHAT_IS_HERE,
  };
}

/** Whatever goes wrong inside a tool is its result, for the model to read. */
async function callTool(
  server: Server,
  call: McpCall,
  { name, arguments: given = {} }: Request["params"],
  picture: Picture | undefined,
): Promise<ToolResult> {
  const found = TOOLS.find((one) => one.name === name);
  if (!found) throw new RpcError(RPC.badParams, "There is no such tool.");
  if (!isObject(given)) throw new RpcError(RPC.badParams, "Send the arguments as an object.");
  const { services, gate } = server;
  const { exchange, ctx } = call;
  try {
    requireAccess(ctx.actor, found, ctx.now);
    const input = parseFields(found.input, fieldsIn(picture ? { ...given, [PICTURE]: picture } : given));
    if (!onlyReads(found)) return await found.handle(call, input);
    // As if it were a read of the API. What posts a picture waits for its turn to decode it.
    if (!exchange.lane) await waitForTurn(gate.reads.admit(exchange));
    const reading = contextOf(services, ctx.actor, services.database.reading);
    return await found.handle({ ...call, ctx: reading }, input);
  } catch (error) {
    return refuseTool(refusalFor(services, exchange, error));
  }
}

function refuseTool({ message, code, headers }: Refusal): ToolResult {
  const { "Retry-After": seconds, "X-Meme-Id": memeid } = headers;
  const about = { code, ...(seconds && { retry_after: Number(seconds) }), ...(memeid && { memeid }) };
  return { content: [{ type: "text", text: message }], isError: true, _meta: about };
}
