import { ownText } from "../own-text.ts";
import { allReady, isPending, whenReady } from "../when-ready.ts";
import type { DatabaseMeter } from "./meter.ts";

/**
 * Memory that all kept values share. They live in two generations: what is new or was asked for lately is young. When
 * the young ones fill half of the memory, the old ones are dropped and the young ones become old. (A Map that evicts
 * its oldest key walks over every key deleted before it.)
 */
export class Budget {
  readonly #members: { age(): void }[] = [];
  #young = 0;

  constructor(
    private maxBytes: number,
    readonly meter: DatabaseMeter,
  ) {}

  join(member: { age(): void }) {
    this.#members.push(member);
  }

  /** Nothing is kept, so loads must not be shared either: nobody looks for changes. */
  get isOff(): boolean {
    return this.maxBytes === 0;
  }

  /** False if nothing may be kept. What is forgotten is not given back: the next generation just comes earlier. */
  take(bytes: number): boolean {
    if (this.isOff) return false;
    this.#young += bytes;
    if (this.#young * 2 > this.maxBytes) {
      this.#young = bytes;
      for (const member of this.#members) member.age();
    }
    return true;
  }
}

type Load<V> = () => V | undefined | Promise<V | undefined>;
type Find<F, V> = (from: F, key: string) => V | undefined | Promise<V | undefined>;

/**
 * Values of one kind, kept by key until something they show changes. Absence is never kept, so whatever is kept here
 * may hold nothing that the creation of something else could change, unless that is one of the changes it is
 * forgotten by (see cache.ts).
 */
export class Kept<V extends NonNullable<unknown>> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  readonly #loading = new Map<string, Promise<V | undefined>>();
  #forgotten = 0;

  constructor(
    private budget: Budget,
    /** About how much memory a value takes, key and all. */
    private bytesOf: (value: V) => number,
  ) {
    budget.join(this);
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.set(key, old);
    return old;
  }

  /** Counts a value that `get` has found. */
  hit<T>(value: T): T {
    this.budget.meter.cacheHits++;
    return value;
  }

  /** Only for values read since the last look, with nothing awaited in between. Otherwise use `through`. */
  set(key: string, value: V) {
    if (this.budget.take(this.bytesOf(value))) this.#young.set(ownText(key), value);
  }

  /** The kept value, or else the loaded one, which is then kept. Concurrent callers share a load. */
  through(key: string, load: Load<V>): V | undefined | Promise<V | undefined> {
    const known = this.get(key) ?? this.#loading.get(key);
    return known === undefined ? this.load(key, load) : this.hit(known);
  }

  /** The same for what can be found by its key. Creates no function unless it has to be loaded. */
  find<F>(find: Find<F, V>, from: F, key: string): V | undefined | Promise<V | undefined> {
    const known = this.get(key) ?? this.#loading.get(key);
    return known === undefined ? this.#loadFrom(find, from, key) : this.hit(known);
  }

  #loadFrom<F>(find: Find<F, V>, from: F, key: string) {
    return this.load(key, () => find(from, key));
  }

  /**
   * Loads and keeps a value that `get` has not found, or found to hold no longer. One that is forgotten while it loads
   * is not kept, since it may have been read before the change.
   */
  load(key: string, load: Load<V>): V | undefined | Promise<V | undefined> {
    this.budget.meter.cacheMisses++;
    const loaded = load();
    if (this.budget.isOff) return loaded;
    if (isPending(loaded)) return this.#share(key, loaded);
    if (loaded !== undefined) this.set(key, loaded);
    return loaded;
  }

  /** Several at once, in the order of `keys`. Loads what is missing, all of it together. */
  throughMany(
    keys: readonly string[],
    load: (missing: readonly string[]) => Map<string, V> | Promise<Map<string, V>>,
  ): (V | undefined)[] | Promise<(V | undefined)[]> {
    const found = keys.map((key) => this.get(key));
    if (!found.includes(undefined)) {
      this.budget.meter.cacheHits += keys.length;
      return found;
    }
    const values = found.map((value, i) => value ?? this.#loading.get(keys[i]!));
    const missing = new Set(keys.filter((_, i) => values[i] === undefined));
    this.budget.meter.cacheHits += keys.length - missing.size;
    if (missing.size > 0) {
      const loaded = load([...missing]);
      keys.forEach((key, i) => {
        values[i] ??= this.through(key, () => whenReady(loaded, (rows) => rows.get(key)));
      });
    }
    return allReady(values);
  }

  /**
   * For values that come along with another load, which begins now. Nobody knows their keys yet, so they are kept only
   * if none of their kind is forgotten meanwhile. Returns the value to use: the one that is kept already, if there is
   * one, since others may be made from it.
   */
  alongside(): (key: string, value: V) => V {
    const forgotten = this.#forgotten;
    return (key, value) => {
      const known = this.get(key);
      if (known === undefined && forgotten === this.#forgotten) this.set(key, value);
      return known ?? value;
    };
  }

  forget(key: string) {
    this.#forgotten++;
    this.#young.delete(key);
    this.#old.delete(key);
    this.#loading.delete(key);
  }

  clear() {
    this.#forgotten++;
    this.#young.clear();
    this.#old.clear();
    this.#loading.clear();
  }

  age() {
    this.#old = this.#young;
    this.#young = new Map();
  }

  #share(key: string, loading: Promise<V | undefined>): Promise<V | undefined> {
    const isWanted = () => this.#loading.get(key) === shared && this.#loading.delete(key);
    const shared = loading.then(
      (value) => {
        if (isWanted() && value !== undefined) this.set(key, value);
        return value;
      },
      (error: unknown) => {
        isWanted();
        throw error;
      },
    );
    this.#loading.set(key, shared);
    return shared;
  }
}
