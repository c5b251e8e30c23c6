import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { freshFolder, openWorld } from "../world.ts";
import { command } from "./commands.ts";
import { readDeploy } from "./deploy-files.ts";

/** The shell commands of a unit, as systemd would hand them over. */
function scriptsOf(unit: string, instance = ""): string[] {
  const specifiers: Record<string, string> = { "%%": "%", "%i": instance, "%H": "this-machine" };
  const lines = readDeploy(`systemd/${unit}`).matchAll(/^ExecStart=\/bin\/sh -f?c '(.+)'$/gm);
  return Array.from(lines, ([, script]) => script!.replaceAll("$$", "$").replace(/%\w|%%/g, (one) => specifiers[one]!));
}

const [ready, room] = scriptsOf("guffaw-watch.service") as [string, string];
const run = (script: string, env = {}) => command(["sh", "-fc", script], { env });

test("the watch says what /readyz says, and fails if nobody answers", async () => {
  await using world = await openWorld("SQLite");
  const asked = await run(ready.replace("http://127.0.0.1:8421", world.addresses.url));
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching(/^\/readyz: \{"status":"ok","database":"ok"/)]);

  await using guarded = await openWorld("SQLite", { env: { GUFFAW_OPS_TOKEN: "a-token-of-the-operator" } });
  const refused = await run(ready.replace("http://127.0.0.1:8421", guarded.addresses.url));
  expect(refused.code).toBe(22);
  expect(refused.stdout).toMatch(/^\/readyz: .*This address needs the token.*\n$/);

  const silent = await run(ready.replace("8421", "1"));
  expect([silent.code, silent.stdout]).toEqual([7, expect.stringContaining("/readyz: curl: (7)")]);
});

test("the watch looks at the disks of the site and of its backups, and fails if it cannot", async () => {
  const folder = freshFolder("watch");
  const at = (script: string) => script.replaceAll("/var/", `${folder}/`);
  expect(room).toContain("/var/lib/guffaw");
  const [site, backups] = [join(folder, "lib/guffaw"), join(folder, "backups/guffaw")];

  const nothing = await run(at(room));
  expect([nothing.code, nothing.stdout]).toEqual([1, `${site}: ?% of its disk is in use\n`]);

  mkdirSync(site, { recursive: true });
  const enough = at(room).replace("-lt 85", "-lt 101");
  const alone = await run(enough);
  expect([alone.code, alone.stdout]).toEqual([
    0,
    expect.stringMatching(/^\S+\/lib\/guffaw: \d+% of its disk is in use\n$/),
  ]);

  mkdirSync(backups, { recursive: true });
  const both = await run(enough);
  expect([both.code, both.stdout]).toEqual([
    0,
    expect.stringMatching(/\n\S+\/backups\/guffaw: \d+% of its disk is in use\n$/),
  ]);

  expect((await run(at(room).replace("-lt 85", "-lt 0"))).code).toBe(1);
});

test("an alert is one POST of bare text, with or without a journal", async () => {
  const received: string[] = [];
  using phone = Bun.serve({
    port: 0,
    async fetch(request) {
      received.push(`${request.method} ${await request.text()}`);
      return new Response();
    },
  });
  const [alert] = scriptsOf("guffaw-alert@.service", "a-rehearsal") as [string];
  const env = { ALERT_URL: phone.url.href };
  expect((await run(alert, env)).code).toBe(0);
  const journal = alert.replace(/journalctl .*? 2>/, "echo '/readyz: \"is damaged\" $HOME.' 2>");
  expect((await run(journal, env)).code).toBe(0);
  expect(received).toEqual([
    "POST a-rehearsal has failed on this-machine. Look at: journalctl -u a-rehearsal",
    'POST a-rehearsal has failed on this-machine. It said: /readyz: "is damaged" $HOME. Look at: journalctl -u a-rehearsal',
  ]);
});
