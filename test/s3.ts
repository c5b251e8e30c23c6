import crypto from "node:crypto";
import { rm } from "node:fs/promises";
// @ts-expect-error it has no types of its own
import S3rver from "@20minutes/s3rver";

import { freshFolder } from "./folders.ts";

export type S3Server = {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  stop(): Promise<void>;
};

/** Settings of a site that stores its images there. */
export const envOf = (s3: Omit<S3Server, "stop">): Record<string, string> => ({
  GUFFAW_STORAGE: `s3://${s3.bucket}?endpoint=${encodeURIComponent(s3.endpoint)}&region=${s3.region}`,
  AWS_ACCESS_KEY_ID: s3.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
});

/** A real S3 server that checks signatures, on a free port and with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const directory = freshFolder("s3");
  const server = await startS3In(directory);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The same, with what is already in the directory. */
export async function startS3In(directory: string, port = 0): Promise<S3Server> {
  const bucket = "memes";
  const server = new S3rver({
    address: "127.0.0.1",
    port,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  mendListing(server, bucket);
  mendDeleting(server);
  const running = (await server.run()) as { port: number };
  return {
    ...s3At(running.port, bucket),
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
    },
  };
}

/** How such a server is reached. */
export const s3At = (port: number, bucket = "memes"): Omit<S3Server, "stop"> => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket,
  // The one account this server knows.
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
  region: "us-east-1",
});

interface KoaContext {
  path: string;
  mountPath?: string;
  state: { vhost?: boolean };
}
interface Listing {
  objects: { key: string }[];
  isTruncated: boolean;
}
interface ListOptions {
  startAfter?: string;
  maxKeys: number;
}
interface Faulty {
  middleware: ((ctx: KoaContext, next: () => Promise<void>) => Promise<void>)[];
  store: {
    listObjects(bucket: string, options: ListOptions): Promise<Listing>;
    deleteObject(bucket: string, key: string): Promise<void>;
    getResourcePath(bucket: string, key: string, file: string): string;
  };
}

/** This server has four bugs in listing a bucket. */
function mendListing(server: Faulty, bucket: string) {
  // It checks the signature of /memes/ as if the path had no trailing slash, unless the bucket came from the host.
  server.middleware.splice(-1, 0, (ctx, next) => {
    if (ctx.path === `/${bucket}/`) Object.assign(ctx, { mountPath: "/", state: { ...ctx.state, vhost: true } });
    return next();
  });
  // It makes continuation tokens with a cipher that OpenSSL knows by two names, and Bun by one.
  for (const name of ["createCipheriv", "createDecipheriv"] as const) {
    const original = crypto[name] as (cipher: string, ...rest: unknown[]) => unknown;
    const known = (cipher: string, ...rest: unknown[]) => original(cipher === "des" ? "des-cbc" : cipher, ...rest);
    Object.assign(crypto, { [name]: known });
  }
  // It takes folder order for key order, and loses keys that come before the last of a page.
  const listAll = server.store.listObjects.bind(server.store);
  server.store.listObjects = async (name, { startAfter = "", maxKeys, ...options }) => {
    const all = await untilWhole(() => listAll(name, { ...options, maxKeys: Infinity }));
    const rest = all.objects.filter(({ key }) => key > startAfter).sort((a, b) => (a.key < b.key ? -1 : 1));
    return { ...all, objects: rest.slice(0, maxKeys), isTruncated: rest.length > maxKeys };
  };
}

/** It fails if an object that it has found is deleted before it reads its size. */
async function untilWhole<T>(list: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await list();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 20) throw error;
    }
}

/** And one in deleting: it removes the empty folder that another request has made for a file it is about to write. */
function mendDeleting({ store }: Faulty) {
  store.deleteObject = async (bucket, key) => {
    for (const file of ["object", "object.md5", "metadata.json"])
      await rm(store.getResourcePath(bucket, key, file), { force: true });
  };
}
