import { DomainError } from "../errors.ts";

/** Where image bytes live. Both implementations pass the one contract test in test/storage.test.ts. */
export interface Storage {
  /** Durable when it resolves: a power cut after this loses nothing. Writing the same key again replaces it. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The bytes as something that can be sent piece by piece, without a copy in memory; null when there is no such key. */
  open(key: string): Promise<StoredFile | null>;
  /** Deleting a missing key is fine, and so is deleting what an interrupted put() left behind. */
  delete(key: string): Promise<void>;
  /** Everything stored, in no order, page by page, including leftovers and other people's files. */
  list(): AsyncIterable<ListedFile>;
  /** Throws a DomainError with a plain sentence if the storage cannot be written to and read from. */
  probe(): Promise<void>;
  /** Throws one if it finds a file that this user may not use: a quick check, or with `all` a full one. */
  inspect?(options?: { all?: boolean }): Promise<void>;
  /** For messages to the operator: where this is, without secrets. */
  readonly description: string;
}

export interface StoredFile {
  readonly size: number;
  /** The bytes from start up to, but not including, end. */
  slice(start: number, end: number): Blob | ReadableStream<Uint8Array>;
}

/** A whole file. Undefined if there is none, or no longer: it may be deleted while it is read. */
export async function readBytes(
  storage: Pick<Storage, "open">,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await storage.open(key);
  if (!file) return undefined;
  try {
    return await new Response(file.slice(0, file.size)).bytes();
  } catch (error) {
    if (await storage.open(key)) throw error;
    return undefined;
  }
}

export interface ListedFile {
  key: string;
  size: number;
  /** In milliseconds, by the storage's own clock. */
  modifiedAt: number;
}

/** We make the keys ourselves, but a wrong one must never leave the storage's root. */
export const isStorageKey = (key: string) => /^[a-z0-9]+(?:[/._-][a-z0-9]+)*$/.test(key) && key.length <= 200;

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key))
    throw new DomainError("invalid", "An image key may hold only a-z, 0-9 and single / . _ or -.");
}

/** Where a file is written before it gets its name. The leading dot keeps it from ever being a key. */
export const leftoverName = () => `.${crypto.randomUUID()}.tmp`;

export const isLeftover = (key: string) => /^(?:[a-z0-9]+(?:[/._-][a-z0-9]+)*\/)?\.[0-9a-f-]{36}\.tmp$/.test(key);

export function requireDeletableKey(key: string): void {
  if (!isLeftover(key)) requireStorageKey(key);
}

/** The probe of both kinds: a small file is written, read back and deleted. */
export async function proveStorage(storage: Storage): Promise<void> {
  // One name per probe: two nodes on one storage must not read each other's file.
  const key = `probe-${crypto.randomUUID()}`;
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  await storage.put(key, bytes, "application/octet-stream");
  try {
    const back = await readBytes(storage, key);
    if (back && Buffer.from(back).equals(bytes)) return;
    throw new DomainError(
      "unavailable",
      "The image storage returned different bytes than it was given; check its disk.",
    );
  } finally {
    await storage.delete(key);
  }
}
