import { DomainError } from "../errors.ts";
import { message } from "../words/messages.ts";
import type { Lease } from "../worker/pool.ts";

/** Bodies that say they are no longer than this have a room of their own, which nobody's large ones can fill. */
export const SMALL_BODY = 256 * 1024;
const MB = 1024 * 1024;
const LARGE = { total: 256 * MB, ofOne: 64 * MB };
const SMALL = { total: 64 * MB, ofOne: 4 * MB };

interface Size {
  total: number;
  ofOne: number;
}

/** The memory that the uploads of this process may take together while they arrive and wait. */
export class UploadSlots {
  #rooms = { large: new Room(LARGE), small: new Room(SMALL) };

  /** Announced is the length that the request states, where it does. */
  enter(account: string, announced: number | undefined): UploadSlot {
    const kind = announced !== undefined && announced <= SMALL_BODY ? "small" : "large";
    return new UploadSlot(account, kind, this.#rooms[kind]);
  }
}

/** One upload's part of the room, until its request is answered. */
export class UploadSlot implements Disposable {
  taken = 0;
  /** Rejects when its room has to be given to somebody who has less. */
  readonly #evicted = Promise.withResolvers<never>();
  #lease: Lease | undefined;

  constructor(
    readonly account: string,
    readonly kind: "large" | "small",
    private room: Room,
  ) {
    this.#evicted.promise.catch(() => {});
    room.places.add(this);
  }

  get evicted(): Promise<never> {
    return this.#evicted.promise;
  }

  take(bytes: number) {
    this.room.take(this, bytes);
  }

  evict() {
    this.empty();
    this.#evicted.reject(tooManyUploads());
  }

  /** It has arrived and cannot be sent away any more. */
  arrived() {
    this.room.places.delete(this);
  }

  /** Its bytes are no longer here. */
  empty() {
    this.room.count(this.account, -this.taken);
    this.taken = 0;
    this.room.places.delete(this);
  }

  /** The worker that holds what was uploaded, until the request is answered. */
  hold(lease: Lease) {
    this.#lease = lease;
  }

  [Symbol.dispose]() {
    this.empty();
    this.#lease?.[Symbol.dispose]();
  }
}

class Room {
  #taken = 0;
  #takenBy = new Map<string, number>();
  /** Those that are still arriving. */
  readonly places = new Set<UploadSlot>();

  constructor(private size: Size) {}

  take(place: UploadSlot, bytes: number) {
    if (this.#of(place.account) + bytes > this.size.ofOne) throw tooManyUploads();
    while (this.#taken + bytes > this.size.total) this.#makeRoom(place, bytes);
    this.count(place.account, bytes);
    place.taken += bytes;
  }

  count(account: string, bytes: number) {
    this.#taken += bytes;
    const now = this.#of(account) + bytes;
    if (now === 0) this.#takenBy.delete(account);
    else this.#takenBy.set(account, now);
  }

  #of(account: string): number {
    return this.#takenBy.get(account) ?? 0;
  }

  /** Sends away the largest upload of the account that holds most, unless that is the one that asks. */
  #makeRoom(place: UploadSlot, bytes: number) {
    const others = [...this.places].filter(({ account, taken }) => account !== place.account && taken > 0);
    others.sort((a, b) => this.#of(b.account) - this.#of(a.account) || b.taken - a.taken);
    const [greediest] = others;
    if (!greediest || this.#of(greediest.account) <= this.#of(place.account) + bytes) throw tooManyUploads();
    greediest.evict();
  }
}

const tooManyUploads = () => new DomainError("unavailable", message("error.many-uploads"));
