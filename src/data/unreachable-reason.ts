import { lookup } from "node:dns/promises";
import { connect } from "node:net";

const ANSWER_MS = 3000;
const PORT = "5432";

/** Why a server cannot be reached, for the operator: the driver has one error for everything. Undefined if it can. */
export async function unreachableReason(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname).replace(/^\[|\]$/g, "");
  try {
    await lookup(host);
  } catch {
    return `the name ${host} is unknown`;
  }
  return connectTo(host, Number(port || PORT));
}

function connectTo(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: ANSWER_MS });
  socket.once("connect", () => resolve(undefined));
  socket.once("timeout", () => resolve(`the connection timed out: nothing at ${host} port ${port} answers`));
  socket.once("error", ({ code }: NodeJS.ErrnoException) =>
    resolve(
      code === "ECONNREFUSED"
        ? `the connection was refused: no server listens at ${host} port ${port}`
        : `there is no way to ${host} port ${port}, ${code}`,
    ),
  );
  return promise.finally(() => socket.destroy());
}
