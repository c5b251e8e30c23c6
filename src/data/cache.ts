import type { ApiKey } from "../entities/api-key.ts";
import type { Meme } from "../entities/meme.ts";
import type { Counters } from "./counters.ts";
import type { OpenDatabase } from "./database.ts";
import type { User } from "../entities/user.ts";
import { whenReady } from "../when-ready.ts";

const MAX_ENTRIES = 20_000;
const MAX_POPULAR = 2000;

/** An account and its API key, in the shape of the core's `Actor`. */
export interface CachedMember {
  kind: "member";
  user: User;
  via: ApiKey;
}

/**
 * Entities cached between requests, until the next commit anywhere. Every request calls check() before it reads, so no
 * answer is older than the request itself, no matter who made the change.
 */
export class EntityCache {
  /** By the key itself, which exists only in memory. */
  readonly keys = new Map<string, CachedMember>();
  readonly users = new Map<string, User>();
  /** Popular memes, by id and by age and slot. */
  readonly memes = new Map<string, Meme | null>();
  readonly slots = new Map<string, Meme | null>();
  /** Under one key, because they are few and read together. */
  readonly counters = new Map<"all", Counters>();
  #stamp: number | undefined;
  #generation = 0;

  constructor(private database: OpenDatabase) {}

  check() {
    const stamp = this.database.stamp();
    if (stamp !== undefined && stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#generation++;
    this.keys.clear();
    this.users.clear();
    this.memes.clear();
    this.slots.clear();
    this.counters.clear();
  }

  /** Returns cached values directly, without a promise. */
  through<K, V>(
    kept: Map<K, V>,
    key: K,
    load: () => V | undefined | Promise<V | undefined>,
  ): V | undefined | Promise<V | undefined> {
    const known = kept.get(key);
    if (known === undefined) return this.#load(kept, key, load);
    this.database.meter.cacheHits++;
    return known;
  }

  /**
   * Caches only what is requested again soon after the first time (until then, null is stored). Most memes are not,
   * and caching each of them would cost more than it saves.
   */
  throughIfPopular<V>(kept: Map<string, V | null>, key: string, load: () => V | undefined | Promise<V | undefined>) {
    const known = kept.get(key);
    if (known) {
      this.database.meter.cacheHits++;
      return known;
    }
    if (known === null) return this.#load(kept as Map<string, V>, key, load);
    this.database.meter.cacheMisses++;
    if (kept.size >= MAX_POPULAR) kept.clear();
    if (this.#stamp !== undefined) kept.set(key, null);
    return load();
  }

  #load<K, V>(kept: Map<K, V>, key: K, load: () => V | undefined | Promise<V | undefined>) {
    this.database.meter.cacheMisses++;
    const generation = this.#generation;
    return whenReady(load(), (value) => {
      // If a change was seen while we were reading, this value may be stale.
      if (value !== undefined && generation === this.#generation) this.#keep(kept, key, value);
      return value;
    });
  }

  #keep<K, V>(kept: Map<K, V>, key: K, value: V) {
    if (this.#stamp === undefined) return;
    // Evicts the oldest: the first in the order of a Map.
    if (kept.size >= MAX_ENTRIES) kept.delete(kept.keys().next().value!);
    kept.set(key, value);
  }
}
