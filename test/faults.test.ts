import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";

import { compareAll, WRITERS, writersOf } from "./faults/journal.ts";
import { killOften } from "./faults/kills.ts";
import { prepareSite } from "./faults/site.ts";
import { envOf, startS3 } from "./s3.ts";
import { startProxy } from "./tcp-proxy.ts";
import { until } from "./until.ts";

// The long versions are `npm run test:faults`.

test.concurrent(
  "nothing that was acknowledged is lost when the server is killed, and the journals detect lost writes",
  async () => {
    await using site = await prepareSite(WRITERS);
    const writers = writersOf(site);
    const { acknowledged: total, wrong } = await killOften(site, writers, 2);
    expect(wrong).toEqual([]);
    expect(total).toBeGreaterThan(60);
    let stopped = false;
    const writing = writers.map((writer) => writer.run(() => stopped));
    await until(() => writers.every(({ acknowledged }) => acknowledged > 3));
    stopped = true;
    await Promise.all(writing);
    expect(await compareAll(writers)).toEqual([]);
    using database = new Database(join(site.env.GUFFAW_DATA!, "guffaw.db"));
    database.run("update memes set caption = 'other'");
    database.run("update users set bio = 'other'");
    database.run("delete from comments");
    expect((await compareAll(writers)).map((one) => one.split(":")[0])).toEqual(
      expect.arrayContaining(["CaptionWriter", "BioWriter", "CommentWriter"]),
    );
  },
);

test.concurrent("a storage that never answers does not keep a server from stopping", async () => {
  const s3 = await startS3();
  await using proxy = await startProxy(new URL(s3.endpoint));
  await using site = await prepareSite(1, envOf({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }));
  await site.start();
  const [me] = site.accounts;
  const { json } = await site.send(me!.key, "GET", `/v1/meme/${me!.meme}`);
  proxy.freeze();
  const picture = await fetch(site.origin + new URL(String(json.url)).pathname);
  expect(picture.status).toBe(503);
  expect(await site.server.stop()).toBe(0);
  await s3.stop();
});
