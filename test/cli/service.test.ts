import { expect, test } from "bun:test";

import { freshFolder } from "../world.ts";
import { guffaw, startServer } from "./guffaw.ts";

test("the first start of a service leaves no secrets in the journal", async () => {
  const env = { GUFFAW_DATA: freshFolder("service") };
  const server = await startServer({ ...env, SYSTEMD_EXEC_PID: String(process.pid) });
  try {
    const journal = server.banner() + server.stderr();
    expect(journal).toContain("  Account        owner\n");
    expect(journal).toContain("For a link to set one: ./guffaw user reset owner\n");
    expect(journal).not.toMatch(/gfw_|  Password /);
    expect((await guffaw(["key", "list", "owner", "--json"], { env })).json).toEqual({ keys: [] });
    const { link } = (await guffaw(["user", "reset", "owner", "--json"], { env })).json as { link: string };
    const [password, origin] = ["correct horse battery", new URL(link).origin];
    const send = (path: string, form: Record<string, string>) =>
      fetch(`${server.origin()}${path}`, {
        method: "POST",
        headers: { origin, host: new URL(link).host },
        body: new URLSearchParams(form),
        redirect: "manual",
      });
    await send(new URL(link).pathname, { password });
    const signedIn = await send("/sign-in", { name: "owner", password });
    expect([signedIn.status, signedIn.headers.get("set-cookie")]).toEqual([303, expect.stringContaining("guffaw=")]);
  } finally {
    await server.stop();
  }
});
