import type { Config } from "../config.ts";
import type { DomainError } from "../errors.ts";
import type { Family } from "../http/ops/families.ts";
import { waitForTurn } from "../time-spent.ts";
import { shareTurns, type Queue, type TurnTaker } from "../turns.ts";
import { Channel } from "./channel.ts";
import type { ForParent, ForServer } from "./messages.ts";
import type { ProcessGroup } from "./process-group.ts";
import { SharedMemory, type RoomKind } from "./shared-memory.ts";
import type { SharedMoments } from "./shared-moments.ts";
import type { SharedRoom } from "./shared-room.ts";

/** Where the parent hands on the shared memory. */
export const MEMORY_DESCRIPTOR = 3;

/** A server process's side of the group. */
export class Member implements ProcessGroup {
  readonly size: number;
  own = (): Family[] => [];
  readonly #memory = SharedMemory.map(MEMORY_DESCRIPTOR);

  private constructor(
    readonly parent: Channel<ForParent>,
    readonly config: Config,
    private index: number,
    /** Resolves when the site is prepared. */
    readonly opened: Promise<void>,
    /** Resolves with the signal that asks it to stop. */
    readonly stopping: Promise<string>,
  ) {
    this.size = config.workers;
  }

  /** Waits for the parent's settings. */
  static async join(): Promise<Member> {
    // A terminal, and systemd, send these to every process. The parent decides.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
    const begun = Promise.withResolvers<{ config: Config; index: number }>();
    const opened = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<string>();
    const handlers: ForServer = {
      begin: begun.resolve,
      open: () => opened.resolve(),
      stop: (signal) => stopping.resolve(signal),
      report: () => member.own(),
    };
    const parent = new Channel<ForParent>((message) => void process.send!(message), handlers);
    process.on("message", (message) => parent.receive(message as never));
    process.on("disconnect", () => {
      parent.close();
      stopping.resolve("the parent process has ended");
    });
    const { config, index } = await begun.promise;
    const member = new Member(parent, config, index, opened.promise, stopping.promise);
    shareTurns((queue, tooMany) => new SharedTurns(parent, queue, tooMany));
    return member;
  }

  momentsOf = (kind: string): SharedMoments => this.#memory.momentsOf(kind);
  roomOf = (kind: RoomKind): SharedRoom => this.#memory.roomOf(kind, this.index);
  running = () => this.#memory.running.reduce((sum, one) => sum + one, 0);

  /** Without this, the connection to the parent would keep the process alive. */
  leave(): void {
    if (process.connected) process.disconnect?.();
  }

  metrics(): Promise<Family[]> {
    return this.parent.ask("reports");
  }
}

/** Turns that the parent gives out. */
class SharedTurns implements TurnTaker {
  waiting = 0;

  constructor(
    private parent: Channel<ForParent>,
    private queue: Queue,
    private tooMany: () => DomainError,
  ) {}

  async enter(account?: string): Promise<() => void> {
    this.waiting++;
    const ticket = await waitForTurn(this.parent.ask("enter", this.queue, account))
      .catch(() => {
        throw this.tooMany();
      })
      .finally(() => this.waiting--);
    let ended = false;
    return () => {
      if (!ended) this.parent.tell("leave", ticket);
      ended = true;
    };
  }
}
