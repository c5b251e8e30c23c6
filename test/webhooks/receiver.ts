import { verifyWebhook, type WebhookMessage } from "../../client/src/index.ts";

export interface Received {
  id: string;
  signatures: number;
  headers: Headers;
  body: string;
}

/** Somebody's address: keeps what arrives, and answers what it is told to. */
export class Receiver implements Disposable {
  readonly received: Received[] = [];
  status = 204;
  readonly #server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { headers } = request;
      const signatures = headers.get("webhook-signature")!.split(" ").length;
      this.received.push({ id: headers.get("webhook-id")!, signatures, headers, body: await request.text() });
      return new Response(null, { status: this.status, headers: { Location: "/elsewhere" } });
    },
  });

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/hook?from=guffaw`;
  }

  /** Verified, since the last time. */
  async take(secret: string): Promise<WebhookMessage[]> {
    const taken = this.received.splice(0);
    return Promise.all(taken.map(({ headers, body }) => verifyWebhook(secret, headers, body)));
  }

  [Symbol.dispose]() {
    void this.#server.stop(true);
  }
}
