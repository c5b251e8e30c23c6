import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { mkdtemp, open, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "../src/errors.ts";
import { openFilesystemStorage } from "../src/storage/filesystem.ts";
import { openS3Storage } from "../src/storage/s3.ts";
import { isStorageKey, readBytes, type ListedFile, type Storage, type StoredFile } from "../src/storage/storage.ts";
import { type S3Server, startS3 } from "./s3.ts";
import { startProxy } from "./tcp-proxy.ts";
import { until } from "./until.ts";

let s3: S3Server;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), "guffaw-storage-"));
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const OPENERS: Record<string, () => Storage> = {
  filesystem: () => openFilesystemStorage(join(folder, "new", "root")),
  s3: () => openS3Storage(s3),
};
const read = (file: StoredFile | null, start = 0, end = file?.size ?? 0) =>
  new Response(file?.slice(start, end)).bytes();
const noise = (size: number) => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
};
async function refused(work: Promise<unknown>): Promise<DomainError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  return error as DomainError;
}

const filesIn = async (root: string) => (await readdir(root, { recursive: true })).filter((name) => name !== "a");
const calls = (storage: Storage) => ({
  put: () => storage.put("some/key", noise(100), "image/png"),
  open: () => storage.open("some/key"),
  delete: () => storage.delete("some/key"),
  list: () => Array.fromAsync(storage.list()),
  probe: () => storage.probe(),
});

/** Many files, faster than through the storage, and under names it would refuse. Each contains its own name. */
async function putDirectly(kind: string, names: string[]) {
  const client = new Bun.S3Client(s3);
  const put = (name: string) =>
    kind === "s3" ? client.write(name, name) : Bun.write(join(folder, "new", "root", name), name);
  for (let at = 0; at < names.length; at += 50) await Promise.all(names.slice(at, at + 50).map(put));
}

describe.each(Object.keys(OPENERS))("storage on %s", (kind) => {
  const storage = () => OPENERS[kind]!();

  test("returns what was stored, including empty and large files", async () => {
    for (const [key, size] of Object.entries({ "a/b/one.png": 1000, "empty.bin": 0, "a/large.gif": 8_000_000 })) {
      const bytes = noise(size);
      await storage().put(key, bytes, "image/png");
      const file = await storage().open(key);
      expect(file?.size).toBe(size);
      expect(Buffer.from(await read(file)).equals(bytes)).toBe(true);
    }
  });

  test("returns any range of bytes", async () => {
    const bytes = noise(1000);
    await storage().put("ranges", bytes, "image/png");
    const file = await storage().open("ranges");
    for (const [start, end] of [
      [0, 1],
      [0, 1000],
      [999, 1000],
      [10, 500],
      [7, 7],
      [0, 0],
    ] as const) {
      expect(await read(file, start, end), `${start} to ${end}`).toEqual(bytes.slice(start, end));
    }
  });

  test("streams through a Response without sending the client elsewhere", async () => {
    await storage().put("served", noise(5000), "image/png");
    const file = (await storage().open("served"))!;
    await using server = Bun.serve({ port: 0, fetch: () => new Response(file.slice(0, 5000), { status: 200 }) });
    const answer = await fetch(server.url, { redirect: "manual" });
    expect(answer.status).toBe(200);
    expect((await answer.bytes()).length).toBe(5000);
  });

  test("knows nothing about a key that was never stored", async () => {
    expect(await storage().open("not/there")).toBeNull();
    await storage().put("leaf", noise(3), "image/png");
    if (kind === "filesystem") expect(await storage().open("leaf/below")).toBeNull();
    if (kind === "filesystem") expect(await storage().open("a")).toBeNull();
  });

  test("a file that is deleted while it is read is not there, and one that fails is an error", async () => {
    const real = storage();
    /** Something happens between the two steps of reading a file. */
    const during = (act: (file: StoredFile) => unknown) => ({
      async open(key: string) {
        const file = await real.open(key);
        if (file) await act(file);
        return file;
      },
    });
    await real.put("read/whole", noise(300_000), "image/png");
    expect((await readBytes(real, "read/whole"))?.length).toBe(300_000);
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error("a bad sector")) });
    const breaking = during((file) => Object.assign(file, { slice: broken }));
    await expect(readBytes(breaking, "read/whole")).rejects.toThrow("a bad sector");
    const vanishing = during(() => real.delete("read/whole"));
    expect(await readBytes(vanishing, "read/whole")).toBeUndefined();
    expect(await readBytes(real, "read/whole")).toBeUndefined();
  });

  test("replaces what was there", async () => {
    await storage().put("again", noise(500), "image/png");
    const second = noise(20);
    await storage().put("again", second, "image/gif");
    expect(await read(await storage().open("again"))).toEqual(second);
  });

  test("stores many at once, in new folders", async () => {
    const files = Array.from({ length: 20 }, (_, i) => ({ key: `many/${i % 3}/deep/${i}`, bytes: noise(100) }));
    const one = storage();
    await Promise.all(files.map((file) => one.put(file.key, file.bytes, "image/png")));
    for (const file of files) expect(await read(await one.open(file.key))).toEqual(file.bytes);
  });

  test("deletes, and deletes again without complaint", async () => {
    await storage().put("gone", noise(5), "image/png");
    await storage().delete("gone");
    await storage().delete("gone");
    await storage().delete("never/was");
    expect(await storage().open("gone")).toBeNull();
  });

  test("lists every file with its size and age, page by page, including leftovers of an interrupted put", async () => {
    const names = Array.from({ length: 1100 }, (_, i) => `listed/${i % 7}/${String(i).padStart(4, "0")}.webp`);
    const leftover = `listed/.${crypto.randomUUID()}.tmp`;
    await putDirectly(kind, [...names, leftover]);
    const found = new Map<string, ListedFile>();
    for await (const file of storage().list()) {
      expect(found.has(file.key), file.key).toBe(false);
      found.set(file.key, file);
    }
    for (const name of [...names, leftover]) {
      expect(found.get(name)?.size, name).toBe(name.length);
      expect(Math.abs(found.get(name)!.modifiedAt - Date.now()), name).toBeLessThan(60_000);
    }
    await storage().delete(leftover);
    const left = (await Array.fromAsync(storage().list())).map(({ key }) => key);
    expect(left.filter((key) => key.startsWith("listed/")).sort()).toEqual(names.sort());
  });

  test("refuses keys that are not ours", async () => {
    const bad = [
      "",
      "..",
      "../up",
      "a/../b",
      "/root",
      "a//b",
      "a/",
      "A",
      "a b",
      ".hidden",
      "a\0",
      "a\\b",
      "é",
      "a\n",
      ".tmp",
    ];
    const leftover = `.${crypto.randomUUID()}.tmp`;
    for (const key of [...bad, "k".repeat(201), `../${leftover}`, `a/../${leftover}`, `${leftover}/a`]) {
      expect(isStorageKey(key), key).toBe(false);
      expect((await refused(storage().put(key, noise(1), "image/png"))).code, key).toBe("invalid");
      expect((await refused(storage().open(key))).code, key).toBe("invalid");
      expect((await refused(storage().delete(key))).code, key).toBe("invalid");
    }
  });

  test("passes its own probe and leaves nothing behind", async () => {
    await storage().probe();
    const left = await readdir(join(folder, "new", "root"), { recursive: true });
    expect(left.filter((name) => /probe|tmp|^\./.test(name))).toEqual([]);
  });
});

describe("a filesystem that fails", () => {
  let injected: { mockRestore(): void } | undefined;
  afterEach(() => injected?.mockRestore());

  /** The real calls, made to fail as on a bad disk. */
  async function failing(method: "writeFile" | "sync", code: string) {
    const handle = await open(folder);
    await handle.close();
    const prototype = Object.getPrototypeOf(handle) as Record<typeof method, () => Promise<void>>;
    injected = spyOn(prototype, method).mockRejectedValue(Object.assign(new Error(code), { code }));
  }

  test("a file in place of the folder fails the probe with a sentence", async () => {
    const root = join(folder, "file");
    await writeFile(root, "not a folder");
    for (const at of [root, join(root, "below")]) {
      const error = await refused(openFilesystemStorage(at).probe());
      expect(error.code).toBe("unavailable");
      expect(error.message).toContain("another folder");
    }
  });

  test("a full disk says so, leaves no temporary file, and works again once there is room", async () => {
    const root = join(folder, "full");
    const storage = openFilesystemStorage(root);
    await storage.put("a/old", noise(10), "image/png");
    for (const method of ["writeFile", "sync"] as const) {
      await failing(method, "ENOSPC");
      const error = await refused(storage.put("a/new", noise(10), "image/png"));
      expect(error.code).toBe("unavailable");
      expect(error.message).toContain("full");
      expect(error.message).not.toContain(folder);
      injected?.mockRestore();
    }
    expect(await filesIn(root)).toEqual(["a/old"]);
    await storage.put("a/new", noise(10), "image/png");
  });

  test("after one failed sync nothing more is acknowledged, although the next sync would succeed", async () => {
    const root = join(folder, "broken");
    const storage = openFilesystemStorage(root);
    await storage.put("a/old", noise(10), "image/png");
    await failing("sync", "EIO");
    expect((await refused(storage.put("a/new", noise(10), "image/png"))).message).toContain("restart");
    injected?.mockRestore();
    expect((await refused(storage.put("a/new", noise(10), "image/png"))).message).toContain("restart");
    expect((await refused(storage.probe())).code).toBe("unavailable");
    expect(await filesIn(root)).toEqual(["a/old"]);
    expect((await storage.open("a/old"))?.size).toBe(10);
  });

  test("lists nothing without a folder, and follows no link", async () => {
    const root = join(folder, "linked");
    expect(await Array.fromAsync(openFilesystemStorage(root).list())).toEqual([]);
    const outside = join(folder, "outside");
    await openFilesystemStorage(outside).put("a/theirs", noise(10), "image/png");
    await openFilesystemStorage(root).put("a/ours", noise(10), "image/png");
    await symlink(outside, join(root, "b"));
    await symlink(join(outside, "a/theirs"), join(root, "a/link"));
    const listed = await Array.fromAsync(openFilesystemStorage(root).list());
    expect(listed.map(({ key }) => key)).toEqual(["a/ours"]);
  });

  test("a folder removed under a running service is made again", async () => {
    const root = join(folder, "removed");
    const storage = openFilesystemStorage(root);
    await storage.put("a/b/c", noise(10), "image/png");
    await rm(root, { recursive: true });
    await storage.put("a/b/c", noise(10), "image/png");
    expect((await storage.open("a/b/c"))?.size).toBe(10);
  });
});

describe("an s3 that fails", () => {
  test.each([
    ["a wrong secret", { secretAccessKey: "w7r0ngs3cr3t" }],
    ["a wrong key", { accessKeyId: "w7r0ngk3y" }],
    ["a closed port", { endpoint: "http://127.0.0.1:1" }],
    ["an unknown host", { endpoint: "http://nowhere.invalid" }],
    ["an endpoint that is no address", { endpoint: "nonsense" }],
  ])("%s is refused, without a secret in the message", async (_, wrong) => {
    for (const [name, call] of Object.entries(calls(openS3Storage({ ...s3, ...wrong })))) {
      const error = await refused(call());
      expect(error.code, name).toBe("unavailable");
      expect(Bun.inspect(error), name).not.toMatch(/S3RVER|w7r0ng/);
    }
  });

  test("a body that ends early is an error, not a shorter picture", async () => {
    await using server = Bun.serve({
      port: 0,
      fetch: (request) =>
        request.method === "HEAD"
          ? new Response(null, { headers: { "content-length": "1000" } })
          : new Response(noise(400)),
    });
    const file = await openS3Storage({ ...s3, endpoint: server.url.origin }).open("some/key");
    expect((await refused(read(file))).message).toContain("only a part");
  });

  test("a missing bucket fails the probe with what to do", async () => {
    expect((await refused(openS3Storage({ ...s3, bucket: "nowhere" }).probe())).message).toContain("create it");
  });

  test("a server that never answers meets the deadline in every call", async () => {
    using hole = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const storage = openS3Storage({ ...s3, endpoint: `http://127.0.0.1:${hole.port}` }, { deadlineMs: 50 });
    for (const [name, call] of Object.entries(calls(storage))) {
      expect((await refused(call())).message, name).toContain("did not answer within");
    }
    hole.stop(true);
  });

  test("a dead server is given up long before the deadline, and used again when it answers", async () => {
    await using proxy = await startProxy(new URL(s3.endpoint));
    const patience = { deadlineMs: 600_000, silenceMs: 100, signMs: 500 };
    const storage = openS3Storage({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }, patience);
    proxy.freeze();
    const large = storage.put("some/large", noise(5_000_000), "image/png");
    for (const [name, call] of Object.entries({ large: () => large, ...calls(storage) }))
      expect((await refused(call())).message, name).toBe("The image storage does not answer; try again shortly.");
    proxy.thaw();
    await until(() =>
      storage.probe().then(
        () => true,
        () => false,
      ),
    );
  });

  test("a slow upload continues as long as the server is alive", async () => {
    await using proxy = await startProxy(new URL(s3.endpoint));
    const patience = { silenceMs: 50, signMs: 60_000 };
    const storage = openS3Storage({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }, patience);
    const bytes = noise(1_000_000);
    proxy.slowDown(2_000_000);
    await storage.put("some/slow", bytes, "image/png");
    proxy.slowDown(Infinity);
    expect(await read(await storage.open("some/slow"))).toEqual(bytes);
  });

  test("a body that stops half-way meets the deadline too", async () => {
    await using server = Bun.serve({
      port: 0,
      fetch(request) {
        if (request.method === "HEAD") return new Response(null, { headers: { "content-length": "1000" } });
        return new Response(
          new ReadableStream({ start: (body) => body.enqueue(noise(10)), pull: () => Bun.sleep(10_000) }),
        );
      },
    });
    const storage = openS3Storage({ ...s3, endpoint: server.url.origin }, { deadlineMs: 1000 });
    const file = await storage.open("some/key");
    expect((await refused(read(file))).message).toContain("did not answer within");
    await server.stop(true);
  });

  test.each([
    ["loses the last byte", (sent: Uint8Array<ArrayBuffer>) => sent.slice(0, -1)],
    ["changes a byte", (sent: Uint8Array<ArrayBuffer>) => sent.with(3, sent[3]! ^ 1)],
  ])("a server that %s is caught before the put resolves", async (_, damage) => {
    await using server = objectServer(damage, (kept) => new Bun.CryptoHasher("md5").update(kept).digest("hex"));
    const storage = openS3Storage({ ...s3, endpoint: server.url.origin });
    expect((await refused(storage.put("some/key", noise(100), "image/png"))).code).toBe("unavailable");
  });

  test("an encrypted bucket, whose etag is not an MD5, is trusted after reading back", async () => {
    await using server = objectServer(
      (sent) => sent,
      () => "0".repeat(32),
    );
    await openS3Storage({ ...s3, endpoint: server.url.origin }).put("some/key", noise(100), "image/png");
  });

  test("its description names the bucket and the host, never a password", () => {
    const { description } = openS3Storage({ ...s3, endpoint: "https://name:pa55@minio.example:9000/x" });
    expect(description).toBe("the bucket memes at minio.example:9000");
  });
});

/** Holds one object, which it may damage on the way in. */
function objectServer(
  damage: (sent: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  etag: (kept: Uint8Array) => string,
) {
  let kept = new Uint8Array();
  return Bun.serve({
    port: 0,
    async fetch(request) {
      if (request.method === "PUT") kept = damage(await request.bytes());
      const headers = { etag: `"${etag(kept)}"`, "content-length": String(kept.length) };
      return new Response(request.method === "GET" ? kept : null, { headers: request.method === "PUT" ? {} : headers });
    },
  });
}

test("while the folder itself is away, nothing counts as deleted", async () => {
  const root = join(folder, "mounted");
  const storage = openFilesystemStorage(root);
  await storage.put("a/b.png", noise(10), "image/png");
  await storage.delete("a/nothing.png");
  await rename(root, `${root}.off`);
  expect((await refused(storage.delete("a/b.png"))).message).toContain("is missing");
  await rename(`${root}.off`, root);
  await storage.delete("a/b.png");
  expect(await storage.open("a/b.png")).toBeNull();
});
