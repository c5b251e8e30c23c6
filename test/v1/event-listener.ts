import type { TestMember, World } from "../world.ts";

export interface Heard {
  id: string;
  event: string;
  memeid: string;
  meme?: { memeid: string; caption: string };
}

/** Listens to events like any client, and keeps what it hears. */
export class Listener implements Disposable {
  readonly heard: Heard[] = [];
  /** What the client would send as Last-Event-ID. */
  lastId: string | undefined;
  isReset = false;
  isOver = false;
  readonly #leave = new AbortController();
  readonly ended: Promise<void>;

  private constructor(response: Response, leave: AbortController) {
    this.#leave = leave;
    this.ended = this.#read(response).catch(() => {});
  }

  static async open(
    world: World,
    by: TestMember,
    query = "",
    headers: Record<string, string> = {},
    origin = world.origin,
  ): Promise<Listener> {
    const leave = new AbortController();
    const init = { headers: { Authorization: by.key, ...headers }, signal: leave.signal };
    const response = await fetch(`${origin}/v1/events${query}`, init);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return new Listener(response, leave);
  }

  /** Kind and caption, or id if it is gone. */
  get news(): string[] {
    return this.heard.map(({ event, memeid, meme }) => `${event} ${meme?.caption ?? memeid}`);
  }

  async #read(response: Response) {
    let text = "";
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const messages = text.split("\n\n");
        text = messages.pop()!;
        for (const one of messages) this.#take(one);
      }
    } finally {
      this.isOver = true;
    }
  }

  #take(message: string) {
    const fields = new Map(message.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    this.lastId = fields.get("id") ?? this.lastId;
    const data = fields.get("data");
    if (data === undefined) return;
    const heard = JSON.parse(data) as Heard;
    if (fields.get("event") !== heard.event) throw new Error(message);
    if (heard.event === "reset") this.isReset = true;
    else this.heard.push(heard);
  }

  [Symbol.dispose]() {
    this.#leave.abort();
  }
}
