type Handlers = Record<string, (...about: never[]) => unknown>;

interface Told {
  what: string;
  about: unknown[];
  /** Set if it is a question. */
  question?: number;
}

interface Answer {
  answer: number;
  value?: unknown;
  failed?: string;
}

type Message = Told | Answer;

/** Typed messages, questions and answers between two of our processes. `Peer` is what the other side understands. */
export class Channel<Peer extends { [Name in keyof Peer]: (...about: never[]) => unknown }> {
  #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  constructor(
    private send: (message: Message) => void,
    private handlers: object,
  ) {}

  tell<Name extends keyof Peer & string>(what: Name, ...about: Parameters<Peer[Name]>): void {
    this.#send({ what, about });
  }

  /** Rejects if the other side fails or ends first. */
  ask<Name extends keyof Peer & string>(
    what: Name,
    ...about: Parameters<Peer[Name]>
  ): Promise<Awaited<ReturnType<Peer[Name]>>> {
    const question = this.#count++;
    const asked = Promise.withResolvers<unknown>();
    this.#waiting.set(question, asked);
    this.#send({ what, about, question });
    return asked.promise as Promise<Awaited<ReturnType<Peer[Name]>>>;
  }

  receive(message: Message): void {
    if ("what" in message) return void this.#handle(message);
    const asked = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    if (message.failed === undefined) asked?.resolve(message.value);
    else asked?.reject(new Error(message.failed));
  }

  /** The other side has ended. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error("The other process has ended."));
    this.#waiting.clear();
  }

  async #handle({ what, about, question }: Told) {
    try {
      const value = await (this.handlers as Handlers)[what]!(...(about as never[]));
      if (question !== undefined) this.#send({ answer: question, value });
    } catch (error) {
      if (question === undefined) throw error;
      this.#send({ answer: question, failed: String(error) });
    }
  }

  /** A peer that has just ended hears nothing more; its end is noticed elsewhere. */
  #send(message: Message) {
    try {
      this.send(message);
    } catch {
      if ("question" in message) this.close();
    }
  }
}
