import { lookup } from "node:dns/promises";
import { connect, type NetConnectOpts } from "node:net";

import { placeOf } from "./postgres-address.ts";

const ANSWER_MS = 3000;

/** Why a server cannot be reached, for the operator: the driver has one error for everything. Undefined if it can. */
export async function unreachableReason(url: string): Promise<string | undefined> {
  const place = placeOf(url);
  if ("socket" in place) return connectTo({ path: place.socket }, place.socket);
  try {
    await lookup(place.host);
  } catch {
    return `the name ${place.host} is unknown`;
  }
  return connectTo(place, `${place.host} port ${place.port}`);
}

function connectTo(place: NetConnectOpts, name: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ ...place, timeout: ANSWER_MS });
  socket.once("connect", () => resolve(undefined));
  socket.once("timeout", () => resolve(`the connection timed out: nothing at ${name} answers`));
  socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(reasonOf(code, name)));
  return promise.finally(() => socket.destroy());
}

function reasonOf(code: string | undefined, name: string): string {
  if (code === "ECONNREFUSED") return `the connection was refused: no server listens at ${name}`;
  if (code === "ENOENT") return `there is no socket ${name}`;
  if (code === "EACCES") return `this user may not use the socket ${name}`;
  return `there is no way to ${name}, ${code}`;
}
