import type { HttpRequest } from "../../src/wire/http-request.ts";
import { HttpResponse } from "../../src/wire/http-response.ts";
import { HttpServer } from "../../src/wire/listen.ts";
import { until } from "../until.ts";
import { Client } from "./client.ts";

type Answer = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** A server for one test. At its end, every request must have been let go. */
export class Site implements AsyncDisposable {
  readonly server: HttpServer;
  readonly #clients: Client[] = [];

  constructor(answer: Answer, idleSeconds: number) {
    this.server = new HttpServer({
      hostname: "127.0.0.1",
      port: 0,
      reusePort: false,
      idleSeconds,
      answer,
      failed: (error) => new HttpResponse(`failed: ${(error as Error).message}`, { status: 500 }),
      refuse: ({ status, message }) => new HttpResponse(message, { status }),
      broken: (error) => {
        throw error;
      },
    });
  }

  async client(): Promise<Client> {
    const client = await Client.open(this.server.port);
    this.#clients.push(client);
    return client;
  }

  /** A client that has sent this. */
  async send(bytes: string | Uint8Array): Promise<Client> {
    const client = await this.client();
    client.write(bytes);
    return client;
  }

  /** Everything that comes back until the connection ends. */
  async ask(bytes: string | Uint8Array): Promise<string> {
    const client = await this.send(bytes);
    await client.ended();
    client.reset();
    return client.text;
  }

  /** Whether a plain request gets its answer. */
  async isWell(): Promise<boolean> {
    return (await this.ask(get("/well", "Connection: close"))).startsWith("HTTP/1.1 200 OK\r\n");
  }

  async settled(): Promise<void> {
    await until(() => this.server.pending === 0, "The end of all requests");
  }

  async [Symbol.asyncDispose]() {
    for (const client of this.#clients) client.reset();
    await this.settled();
    await this.server.stop();
  }
}

export const serve = (answer: Answer = (request) => new HttpResponse(request.target), idleSeconds = 60): Site =>
  new Site(answer, idleSeconds);

export const get = (target: string, ...headers: string[]): string => request(`GET ${target}`, headers);

export const post = (target: string, body: string, ...headers: string[]): string =>
  request(`POST ${target}`, [`Content-Length: ${body.length}`, ...headers]) + body;

export const request = (line: string, headers: readonly string[], version = "1.1"): string =>
  `${[`${line} HTTP/${version}`, "Host: x", ...headers].join("\r\n")}\r\n\r\n`;

/** The whole body of a request. */
export async function bodyOf({ body }: HttpRequest): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let piece = await body?.read(); piece; piece = await body?.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
