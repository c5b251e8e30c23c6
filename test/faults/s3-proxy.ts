import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const WRITE_FAULTS = ["403", "503", "200 with an error", "swallowed PUT", "flipped byte", "reset"] as const;
export type S3Fault = (typeof WRITE_FAULTS)[number] | "cut GET" | "black hole" | "none";

export interface S3Proxy extends AsyncDisposable {
  endpoint: string;
  fault: S3Fault;
}

/** Stands in front of a real S3 server, and fails in one way at a time. */
export async function startS3Proxy(target: URL): Promise<S3Proxy> {
  const server = createServer((incoming, answer) => {
    void handle(proxy.fault, target, incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: S3Proxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: "none",
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

const errorOf = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;

async function handle(fault: S3Fault, target: URL, incoming: IncomingMessage, answer: ServerResponse) {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  let body = Buffer.concat(pieces);
  const puts = incoming.method === "PUT";
  const refuse = (status: number, code: string) =>
    void answer.writeHead(status, { "Content-Type": "application/xml" }).end(errorOf(code));
  switch (fault) {
    case "black hole":
      return;
    case "reset":
      return void incoming.socket.destroy();
    case "403":
      return refuse(403, "AccessDenied");
    case "503":
      return refuse(503, "SlowDown");
    case "200 with an error":
      if (puts) return refuse(200, "InternalError");
      break;
    case "swallowed PUT":
      if (puts) return void answer.writeHead(200, { ETag: '"0123"' }).end();
      break;
    case "flipped byte":
      if (puts && body.length > 0) body = Buffer.from(body).fill(body[3]! ^ 1, 3, 4);
      break;
  }
  await forward(fault === "cut GET" && incoming.method === "GET", target, incoming, body, answer);
}

/** With the requested host name, which the signature covers. */
function forward(cut: boolean, target: URL, incoming: IncomingMessage, body: Buffer, answer: ServerResponse) {
  const { method, url: path, headers } = incoming;
  const options = { host: target.hostname, port: target.port, method, path, headers };
  return new Promise<void>((resolve, reject) => {
    const sent = send(options, (got) => {
      const pieces: Buffer[] = [];
      got.on("data", (piece: Buffer) => pieces.push(piece));
      got.on("end", () => {
        const whole = Buffer.concat(pieces);
        answer.writeHead(got.statusCode!, got.headers);
        if (cut) answer.write(whole.subarray(0, whole.length >> 1), () => incoming.socket.destroy());
        else answer.end(whole);
        resolve();
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
