import { DomainError } from "../errors.ts";
import { Interruption } from "../interruption.ts";
import { message } from "../words/messages.ts";
import type { ProcessGroup } from "../processes/process-group.ts";
import type { RoomKind } from "../processes/shared-memory.ts";
import type { SharedRoom } from "../processes/shared-room.ts";
import type { Lease } from "../worker/pool.ts";

/** Bodies announced as no longer than this have their own room, which large ones cannot fill. */
export const SMALL_BODY = 256 * 1024;
const MB = 1024 * 1024;
const LARGE = { total: 256 * MB, ofOne: 64 * MB };
const SMALL = { total: 64 * MB, ofOne: 4 * MB };

interface Size {
  total: number;
  ofOne: number;
}

/** Memory that all uploads may take while they arrive and wait, in all processes of the group together. */
export class UploadSlots {
  #rooms: Record<RoomKind, Room>;
  #hasStopped = false;
  /** On disk rather than in memory, and in this process alone. */
  #disk: Room | undefined;

  constructor(group: Pick<ProcessGroup, "roomOf">) {
    this.#rooms = { large: new Room(LARGE, group.roomOf("large")), small: new Room(SMALL, group.roomOf("small")) };
  }

  /** `announced` is the length stated by the request, if any. */
  enter(account: string, announced: number | undefined): UploadSlot {
    const kind = announced !== undefined && announced <= SMALL_BODY ? "small" : "large";
    const slot = new UploadSlot(account, kind, this.#rooms[kind]);
    if (this.#hasStopped) slot.evict(stopping());
    return slot;
  }

  /** For a body that is written to disk as it arrives. */
  enterOnDisk(account: string, announced: number, maxBytes: number): UploadSlot {
    this.#disk ??= new Room({ total: 8 * maxBytes, ofOne: 2 * maxBytes });
    const slot = new UploadSlot(account, "large", this.#disk, true);
    if (this.#hasStopped) slot.evict(stopping());
    try {
      slot.take(announced);
    } catch (error) {
      slot.empty();
      throw error;
    }
    return slot;
  }

  /** The server is about to end: refuses whatever is still arriving, so that its senders hear of it. */
  stop() {
    this.#hasStopped = true;
    for (const room of [...Object.values(this.#rooms), this.#disk])
      for (const place of room?.places ?? []) place.evict(stopping());
  }
}

/** One upload's share of the room, until its request is answered. */
export class UploadSlot implements Disposable {
  taken = 0;
  /** Cut off if its room has to be given to somebody who has less, or the server stops. */
  readonly arrival = new Interruption();
  #lease: Lease | undefined;
  #files: AsyncDisposable | undefined;

  constructor(
    readonly account: string,
    readonly kind: RoomKind,
    private room: Room,
    readonly isOnDisk = false,
  ) {
    room.places.add(this);
  }

  take(bytes: number) {
    this.room.take(this, bytes);
  }

  evict(reason: DomainError) {
    this.empty();
    this.arrival.interrupt(reason);
  }

  /** Arrived completely, so it can no longer be evicted. */
  arrived() {
    this.room.places.delete(this);
  }

  /** Its bytes have been released. */
  empty() {
    this.room.count(this.account, -this.taken);
    this.taken = 0;
    this.room.places.delete(this);
  }

  /** Something on disk, until the request is answered. */
  keep(files: AsyncDisposable) {
    this.#files = files;
  }

  /** The worker that holds the upload, until the request is answered. */
  hold(lease: Lease) {
    this.#lease = lease;
  }

  [Symbol.dispose]() {
    this.empty();
    this.#lease?.[Symbol.dispose]();
    void this.#files?.[Symbol.asyncDispose]();
  }
}

class Room {
  #taken = 0;
  #takenBy = new Map<string, number>();
  /** Those still arriving. */
  readonly places = new Set<UploadSlot>();

  constructor(
    private size: Size,
    /** What the other processes hold. Two that take at the same moment may exceed the limit by one chunk. */
    private shared?: SharedRoom,
  ) {}

  take(place: UploadSlot, bytes: number) {
    if (this.#of(place.account) + bytes > this.size.ofOne) throw tooManyUploads();
    const others = this.shared?.others() ?? 0;
    while (this.#taken + others + bytes > this.size.total) this.#makeRoom(place, bytes);
    this.count(place.account, bytes);
    place.taken += bytes;
  }

  count(account: string, bytes: number) {
    this.#taken += bytes;
    const now = (this.#takenBy.get(account) ?? 0) + bytes;
    if (now === 0) this.#takenBy.delete(account);
    else this.#takenBy.set(account, now);
    this.shared?.hold(account, now, this.#taken);
  }

  #of(account: string): number {
    return (this.#takenBy.get(account) ?? 0) + (this.shared?.othersOf(account) ?? 0);
  }

  /** Evicts the largest upload of the account that holds the most, unless that is the one asking. */
  #makeRoom(place: UploadSlot, bytes: number) {
    const others = [...this.places].filter(({ account, taken }) => account !== place.account && taken > 0);
    others.sort((a, b) => this.#of(b.account) - this.#of(a.account) || b.taken - a.taken);
    const [greediest] = others;
    if (!greediest || this.#of(greediest.account) <= this.#of(place.account) + bytes) throw tooManyUploads();
    greediest.evict(tooManyUploads());
  }
}

const stopping = () => new DomainError("unavailable", message("error.stopping"));
const tooManyUploads = () => new DomainError("unavailable", message("error.many-uploads"));
