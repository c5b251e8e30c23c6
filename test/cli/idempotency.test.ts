import { describe, expect, test } from "bun:test";
import { join } from "node:path";

import { openDatabase } from "../../src/data/open.ts";
import { solid } from "../pictures.ts";
import { until } from "../until.ts";
import { DIALECTS, freshDatabase, freshFolder } from "../world.ts";
import { launchServer, newKey, startServer } from "./guffaw.ts";

describe.each(DIALECTS)("a submission whose server is killed on %s", (dialect) => {
  test("is done once when sent again to the next one, without waiting", async () => {
    await using remote = dialect === "PostgreSQL" ? await freshDatabase() : undefined;
    const data = freshFolder("killed");
    const env = { GUFFAW_DATA: data, GUFFAW_STARTER: "off", ...(remote ? { GUFFAW_DATABASE_URL: remote.url } : {}) };
    const first = await launchServer(env);
    const key = await newKey("ann", env);
    // Large enough to take a while.
    const image = await solid(4000, 3000, "#c0392b").png().toBuffer();
    const send = (origin: string) => {
      const body = new FormData();
      body.set("image", new Blob([image as BlobPart], { type: "image/png" }), "a.png");
      return fetch(`${origin}/v1/submit`, {
        method: "POST",
        body,
        headers: { Authorization: key, "Idempotency-Key": "once", Connection: "close" },
      });
    };
    await using database = await openDatabase(
      remote ? { kind: "postgres", url: remote.url } : { kind: "sqlite", file: join(data, "guffaw.db") },
    );
    const reserved = () => database.db.selectFrom("kept_answers").select(["body", "token"]).executeTakeFirst();
    const unheard = send(first.origin()).catch(() => "cut off");
    await until(async () => (await reserved()) !== undefined, "The reservation");
    expect(await reserved()).toMatchObject({ body: null });
    first.child.kill("SIGKILL");
    await first.child.exited;
    expect(await unheard).toBe("cut off");

    const second = await startServer(env);
    const answers = [await send(second.origin()), await send(second.origin())];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    const [one, two] = await Promise.all(answers.map((answer) => answer.text()));
    expect(two).toBe(one!);
    expect(await database.db.selectFrom("memes").select("id").execute()).toHaveLength(1);
    expect(await second.stop()).toBe(0);
  });
});
