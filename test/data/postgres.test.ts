import { expect, test } from "bun:test";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

import { ping } from "../../src/data/open.ts";
import { openPostgres } from "../../src/data/postgres.ts";
import { freshDatabase } from "../world.ts";

/** Stands between us and PostgreSQL, and can swallow everything on the connections that are open. */
async function startProxy(target: URL) {
  const swallowing = new WeakSet<Socket>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    open.add(client);
    client.on("data", (data) => swallowing.has(client) || upstream.write(data));
    upstream.on("data", (data) => swallowing.has(client) || client.write(data));
    for (const socket of [client, upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => (client.destroy(), upstream.destroy(), open.delete(client)));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => open.forEach((client) => swallowing.add(client)),
    cut: () => open.forEach((client) => client.destroy()),
    close() {
      server.close();
      open.forEach((client) => client.destroy());
    },
  };
}

test("a black-holed PostgreSQL misses the deadline, and fresh connections take over", async () => {
  await using database = await freshDatabase();
  const proxy = await startProxy(new URL(database.url));
  await using open = openPostgres(proxy.url, 500);
  await ping(open.db);
  proxy.swallow();
  await expect(ping(open.db)).rejects.toMatchObject({ code: "unavailable" });
  await ping(open.db);
  proxy.swallow();
  const inTransaction = open.db.transaction().execute((tx) => ping(tx));
  await expect(inTransaction).rejects.toMatchObject({ code: "unavailable" });
  await open.db.transaction().execute((tx) => ping(tx));
  proxy.close();
  await expect(ping(open.db)).rejects.toMatchObject({ code: "unavailable" });
});

test("a transaction that the server rolled back at its commit is never reported as done", async () => {
  await using database = await freshDatabase();
  await using open = openPostgres(database.url);
  const swallowed = open.db.transaction().execute(async (tx) => {
    await tx.insertInto("counters").values({ name: "x", value: 1 }).execute();
    await tx
      .insertInto("counters")
      .values({ name: "x", value: 1 })
      .execute()
      .catch(() => {});
  });
  await expect(swallowed).rejects.toThrow("rolled the transaction back");
  expect(await open.db.selectFrom("counters").selectAll().where("name", "=", "x").execute()).toEqual([]);
});
