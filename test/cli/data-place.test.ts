import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { main } from "../../src/cli/main.ts";
import { freshFolder } from "../world.ts";
import { collect } from "./guffaw.ts";

const SYSTEMD = { SYSTEMD_EXEC_PID: String(process.pid) };

/** Starts a server of a program in this folder, as soon as it serves stops it, and then asks the doctor. */
async function serveOnce(root: string, env: Record<string, string>) {
  const stopping = Promise.withResolvers<string>();
  const { written, terminal } = collect();
  const all = { GUFFAW_PORT: "0", GUFFAW_STARTER: "off", ...env };
  const code = await main({
    argv: ["serve"],
    env: () => all,
    root,
    terminal: (json) => ({
      ...terminal(json),
      emit: (value) => "port" in value && stopping.resolve("SIGTERM"),
      stopSignal: () => stopping.promise,
    }),
  });
  expect(code).toBe(0);
  const doctor = collect();
  const { SYSTEMD_EXEC_PID: _, ...shell } = all as Record<string, string>;
  await main({ argv: ["doctor"], env: () => shell, root, terminal: doctor.terminal });
  return { log: written.stderr, doctor: doctor.written.stdout };
}

test("a service with its data in the folder of the program is warned about", async () => {
  const root = freshFolder("checkout");
  const warning = `but ${root}/data/guffaw.db is in the folder of the program`;
  const inside = await serveOnce(root, SYSTEMD);
  expect(inside.log).toContain(warning);
  expect(inside.doctor).toContain(warning);
  // Somebody who tries it out at a terminal is not.
  const tried = await serveOnce(root, {});
  expect(tried.log).not.toContain("folder of the program");
  expect(tried.doctor).not.toContain("folder of the program");
});

test("data elsewhere, and a link that leads elsewhere, are fine", async () => {
  const root = freshFolder("checkout");
  const outside = await serveOnce(root, { ...SYSTEMD, GUFFAW_DATA: freshFolder("data") });
  expect(outside.log + outside.doctor).not.toContain("folder of the program");
  const elsewhere = join(freshFolder("data"), "site");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(root, "data"));
  const linked = await serveOnce(root, SYSTEMD);
  expect(linked.log + linked.doctor).not.toContain("folder of the program");
});
