import { jsonOf, type Json } from "../json.ts";

/** Error codes of JSON-RPC. Those for refusals before a message is read are the server's own to choose. */
export const RPC = {
  notJson: -32700,
  notAMessage: -32600,
  noMethod: -32601,
  badParams: -32602,
  internal: -32603,
  refused: -32000,
} as const;

type Id = string | number;

export interface Request {
  id: Id;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

/** The answer to a request that the protocol does not allow. */
export class RpcError extends Error {
  override name = "RpcError";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Undefined for a notification, or for the answer to a request that we have never sent: neither is answered. */
export function requestIn(message: unknown): Request | undefined {
  if (!isObject(message) || message.jsonrpc !== "2.0") throw notAMessage('"jsonrpc": "2.0"');
  const { id, method, params = {} } = message;
  if (id !== undefined && typeof id !== "string" && !isNumber(id)) throw notAMessage("a number or text as id");
  if (method === undefined && ("result" in message || "error" in message)) return undefined;
  if (typeof method !== "string") throw notAMessage("a method");
  if (id === undefined) return undefined;
  if (!isObject(params)) throw notAMessage("an object as params");
  return { id, method, params };
}

const notAMessage = (lacks: string) => new RpcError(RPC.notAMessage, `A message needs ${lacks}.`);

/** JSON has larger ones than we could send back. */
const isNumber = (id: unknown): id is number => typeof id === "number" && Number.isFinite(id);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const resultFor = (id: Id, result: object): Json => jsonOf({ jsonrpc: "2.0", id, result });

/** The id is null if it could not be read. */
export const errorFor = (id: Id | null, code: number, message: string): Json =>
  jsonOf({ jsonrpc: "2.0", id, error: { code, message } });
