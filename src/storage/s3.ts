import { S3Client } from "bun";
import { PeerWatch, type Patience } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import {
  proveStorage,
  requireDeletableKey,
  requireStorageKey,
  type ListedFile,
  type Storage,
  type StoredFile,
} from "./storage.ts";

export type S3Config = {
  bucket: string;
  endpoint?: string;
  region: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  sessionToken?: string;
};

/** No server returns more at a time. */
const PAGE = 1000;

const CALL_MS = 20_000;
/** Bytes per second; anything slower is not worth waiting for. */
const MIN_SPEED = 200_000;

/** The deadline applies to each call to the server, and to each piece of a body that is being read. */
export const openS3Storage = (config: S3Config, patience: Patience = {}): Storage => new S3Storage(config, patience);

interface Part {
  /** In messages: what is stored here. */
  what: string;
  /** All keys begin with it. Empty, or with a slash at the end. */
  prefix: string;
}

export class S3Storage implements Storage {
  readonly description: string;
  #client: S3Client;
  #deadlineMs: number;
  #watch: PeerWatch;
  #what: string;
  #prefix: string;

  constructor(
    config: S3Config,
    patience: Patience,
    { what, prefix }: Part = { what: "The image storage", prefix: "" },
  ) {
    this.description = `the bucket ${config.bucket} at ${hostOf(config)}`;
    this.#client = new S3Client(config);
    this.#deadlineMs = patience.deadlineMs ?? CALL_MS;
    this.#watch = new PeerWatch(what, { ...patience, deadlineMs: this.#deadlineMs }, (signal) => this.#ask(signal));
    this.#what = what;
    this.#prefix = prefix;
  }

  async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
    const path = this.#path(key);
    await this.#call(() => this.#client.write(path, bytes, { type }), bytes.length);
    // The upload's signature does not cover its bytes, and its answer proves nothing: ask what arrived.
    const { size, etag } = await this.#call(() => this.#client.stat(path));
    const md5 = new Bun.CryptoHasher("md5").update(bytes).digest("hex");
    if (size === bytes.length && etag.replaceAll('"', "") === md5) return;
    // Encrypted buckets return an etag that is not the MD5. There the bytes themselves are the proof.
    const back = size === bytes.length ? await this.#call(() => this.#client.file(path).bytes(), size) : null;
    if (!back || !Buffer.from(back).equals(bytes)) {
      throw new DomainError("unavailable", `${this.#what} did not keep the file as it was sent; try again.`);
    }
  }

  async open(key: string): Promise<StoredFile | null> {
    const path = this.#path(key);
    const found = await this.#call(() => this.#client.stat(path).catch(nullWhenMissing));
    return found && { size: found.size, slice: (start, end) => this.#stream(path, start, end) };
  }

  async delete(key: string): Promise<void> {
    requireDeletableKey(key);
    await this.#call(() => this.#client.delete(this.#prefix + key).catch(nullWhenMissing));
  }

  /** With `within`, only keys that begin with it. */
  async *list(within = ""): AsyncGenerator<ListedFile> {
    for await (const { contents } of this.#pages({ prefix: within }))
      for (const { key, size = 0, lastModified } of contents ?? [])
        yield { key: key.slice(this.#prefix.length), size, modifiedAt: Date.parse(lastModified ?? "") };
  }

  /** The names in `folder` that keys continue after, as a folder's subfolders. */
  protected async foldersIn(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const { commonPrefixes } of this.#pages({ prefix: folder, delimiter: "/" }))
      for (const { prefix } of commonPrefixes ?? []) names.push(prefix.slice(this.#prefix.length + folder.length, -1));
    return names;
  }

  async *#pages({ prefix, delimiter }: { prefix: string; delimiter?: string }) {
    for (let continuationToken: string | undefined; ;) {
      const asked = { maxKeys: PAGE, prefix: this.#prefix + prefix || undefined, delimiter, continuationToken };
      const page = await this.#call(() => this.#client.list(asked));
      yield page;
      continuationToken = page.nextContinuationToken;
      if (!page.isTruncated || !continuationToken) return;
    }
  }

  probe(): Promise<void> {
    return proveStorage(this);
  }

  #path(key: string): string {
    requireStorageKey(key);
    return this.#prefix + key;
  }

  /** Always a stream: a Response made from an S3 file would redirect the client to the bucket. */
  #stream(path: string, start: number, end: number): ReadableStream<Uint8Array> {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    let left = end - start;
    const stop = () => void reader?.cancel().catch(() => {});
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        // An empty range cannot be requested: it would be sent as its first byte.
        if (left > 0) {
          reader ??= this.#client.file(path).slice(start, end).stream().getReader();
          const piece = await this.#piece(reader, left).catch((error: unknown) => {
            stop();
            throw error;
          });
          left -= piece.length;
          controller.enqueue(piece);
        }
        if (left > 0) return;
        stop();
        controller.close();
      },
      cancel: stop,
    });
  }

  /** Never more than was requested, since some servers ignore ranges, and never a silent end before it. */
  async #piece(reader: ReadableStreamDefaultReader<Uint8Array>, max: number): Promise<Uint8Array> {
    const { done, value } = await this.#call(() => reader.read());
    if (done) throw new DomainError("unavailable", `${this.#what} sent only a part of the file; try again.`);
    return value.subarray(0, max);
  }

  /** More bytes may take longer; there is no way to know how many have arrived. */
  async #call<T>(begin: () => Promise<T>, bytes = 0): Promise<T> {
    try {
      return await this.#watch.within(begin, this.#deadlineMs + (bytes / MIN_SPEED) * 1000);
    } catch (error) {
      throw refusal(this.#what, error);
    }
  }

  #ask(signal: AbortSignal): Promise<unknown> {
    return fetch(this.#client.presign("sign-of-life", { method: "HEAD" }), { method: "HEAD", signal });
  }
}

const hostOf = (config: S3Config) =>
  // Only the host: an endpoint may contain a name and a password.
  config.endpoint && URL.canParse(config.endpoint) ? new URL(config.endpoint).host : `S3 in ${config.region}`;

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? "");

function nullWhenMissing(error: unknown): null {
  if (codeOf(error) === "NoSuchKey") return null;
  throw error;
}

const CREDENTIALS = "refused our access key; check the key, its secret and its access to the bucket.";
const UNREACHABLE = "cannot be reached; check its endpoint and the network.";

const SENTENCES: Record<string, string> = {
  AccessDenied: CREDENTIALS,
  InvalidAccessKeyId: CREDENTIALS,
  SignatureDoesNotMatch: CREDENTIALS,
  ExpiredToken: CREDENTIALS,
  InvalidToken: CREDENTIALS,
  ERR_S3_MISSING_CREDENTIALS: "has no access key; set its key and secret.",
  NoSuchBucket: "has no such bucket; create it or correct its name.",
  ConnectionRefused: UNREACHABLE,
  DNSResolveFailed: UNREACHABLE,
  InvalidURL: UNREACHABLE,
};

function refusal(what: string, error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const code = codeOf(error);
  const fallback = `answered with an error${code && ` (${code})`}; try again shortly.`;
  const refused = new DomainError("unavailable", `${what} ${SENTENCES[code] ?? fallback}`);
  refused.cause = error;
  return refused;
}
