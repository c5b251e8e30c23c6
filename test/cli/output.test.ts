import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { freshFolder, openWorld, ROOT } from "../world.ts";
import { guffaw } from "./guffaw.ts";

/** In a shell, since only a shell can redirect output to where it cannot go. */
async function shell(script: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(["bash", "-c", script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH!, HOME: "/", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { stdout, stderr, code: await child.exited };
}

describe("standard output", () => {
  test("that is closed early stops nothing, and prints nothing", async () => {
    const env = { GUFFAW_DATA: freshFolder("pipe"), GUFFAW_STARTER: "off" };
    await guffaw(["migrate"], { env });
    const exported = await shell("./guffaw messages export de | head -1; exit ${PIPESTATUS[0]}", env);
    expect(exported).toEqual({ stdout: "{\n", stderr: "", code: 0 });
  });

  test("that is closed early does not interrupt the work", async () => {
    await using world = await openWorld("SQLite");
    await world.member({ name: "ann" });
    const pictures = ["printer", "printer", "printer"].map((name) => join(ROOT, `assets/starter/${name}.png`));
    const { stderr, code } = await shell(
      `./guffaw meme add ${pictures.join(" ")} --author ann | true; exit \${PIPESTATUS[0]}`,
      world.env as Record<string, string>,
    );
    // A slow machine shows its progress.
    expect({ stderr: stderr.replace(/^Adding .*\n/gm, ""), code }).toEqual({ stderr: "", code: 0 });
    expect(await world.db.selectFrom("memes").select("id").execute()).toHaveLength(3);
  });

  test.skipIf(!existsSync("/dev/full"))("that cannot be written to is told in a sentence", async () => {
    for (const command of ["help", "migrate --json"]) {
      const found = await shell(`./guffaw ${command} > /dev/full`, { GUFFAW_DATA: freshFolder("full") });
      expect(found).toEqual({
        stdout: "",
        stderr: "guffaw: Could not write to standard output (ENOSPC).\n",
        code: 1,
      });
    }
  });
});
