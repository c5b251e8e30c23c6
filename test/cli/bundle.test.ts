import { expect, test } from "bun:test";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { bundleFolder } from "../../bin/bundle.ts";
import { diskFolder, freshFolder } from "../folders.ts";
import { until } from "../until.ts";
import { openMailbox } from "../web/smtp.ts";
import { ROOT } from "../world.ts";
import { guffaw, launch, launchServer } from "./guffaw.ts";
import { canBeNobody, NOBODY } from "./nobody.ts";

const HELP = "a meme sharing service";

/** A checkout with sources of its own. Its packages are those of this one. */
function freshCheckout() {
  const folder = diskFolder("checkout");
  chmodSync(folder, 0o755);
  for (const name of ["guffaw", "bin", "src"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ["assets", "public", "package.json", "package-lock.json", "tsconfig.json", "bunfig.toml"])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".cache") symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  /** Returns the line it changed. */
  const edit = (file: string, text: string, replacement: string) => {
    const before = readFileSync(join(folder, file), "utf8");
    expect(before).toContain(text);
    writeFileSync(join(folder, file), before.replaceAll(text, replacement));
    return before.split(text)[0]!.split("\n").length;
  };
  return {
    folder,
    edit,
    bundles: () => {
      const cache = join(folder, "node_modules/.cache/guffaw");
      return existsSync(cache) ? readdirSync(cache) : [];
    },
    /** Leaves a trace in the bundle that is in none of the sources. */
    mark: (text: string) => edit(join(bundleFolder(folder).slice(folder.length), "program.js"), HELP, text),
    help: (uid?: number) => launch(["help"], { launcher: join(folder, "guffaw"), uid }),
  };
}

test("one of several commands that start together makes the bundle, and it serves until a source changes", async () => {
  const { edit, mark, help, bundles } = freshCheckout();
  for (const run of await Promise.all([help(), help(), help()]))
    expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(HELP) });
  const made = bundles();
  expect(made).toEqual([expect.not.stringContaining(".part")]);
  mark("a marked bundle");
  expect((await help()).stdout).toContain("a marked bundle");
  expect(bundles()).toEqual(made);

  const fails = "setTimeout(() => { throw new Error('Ouch'); });\n";
  const line = edit("src/cli/help.ts", "export function help(", `${fails}export function help(`);
  const { stdout, stderr } = await help();
  expect(stdout).toContain(HELP);
  expect(bundles()).toEqual([expect.not.stringContaining(made[0]!)]);
  // Errors show the lines of the sources.
  expect(stderr).toContain("error: Ouch");
  expect(stderr).toContain(`/src/cli/help.ts:${line}:`);
});

test("sources that cannot be compiled say why themselves", async () => {
  const { edit, help, bundles } = freshCheckout();
  const line = edit("src/cli/help.ts", "export function help(", "export fun help(");
  const { code, stderr } = await help();
  expect(code).toBe(1);
  expect(stderr).toContain(`src/cli/help.ts:${line}:`);
  expect(bundles()).toEqual([]);
});

test.skipIf(!canBeNobody)("users who may not write here run the sources, or the bundle that root made", async () => {
  const { folder, mark, help, bundles } = freshCheckout();
  expect(await help(NOBODY)).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(HELP) });
  expect(bundles()).toEqual([]);
  // Its owner must be able to remove what root makes.
  const owner = 12_345;
  chownSync(join(folder, "node_modules"), owner, owner);
  await help();
  for (const path of [".cache", `.cache/guffaw/${bundles()[0]}/program.js`])
    expect(statSync(join(folder, "node_modules", path)).uid).toBe(owner);
  mark("a marked bundle");
  expect((await help(NOBODY)).stdout).toContain("a marked bundle");
});

test("a server that runs from the bundle has everything the sources have", async () => {
  await launch(["help"]);
  await until(() => existsSync(bundleFolder(ROOT)), "The bundle");
  using mailbox = openMailbox();
  const env = {
    GUFFAW_DATA: freshFolder("bundle"),
    GUFFAW_STARTER: "off",
    GUFFAW_SMTP_URL: mailbox.url,
    GUFFAW_MAIL_FROM: "memes@example.org",
  };
  await guffaw(["migrate"], { env });
  await guffaw(["user", "create", "ann"], { env });
  const { json } = await guffaw(["key", "create", "ann", "--name", "n", "--json"], { env });
  const server = await launchServer(env);
  const get = (path: string, headers = {}) => fetch(server.origin() + path, { headers });
  const send = (path: string, body: FormData | URLSearchParams, headers = {}) =>
    fetch(server.origin() + path, { method: "POST", body, headers, redirect: "manual" });
  const ours = { "Sec-Fetch-Site": "same-origin" };

  // A picture, rendered by a worker.
  const upload = new FormData();
  upload.set("image", Bun.file(join(ROOT, "assets/starter", STARTER[0]!.file)));
  const submitted = await send("/v1/submit", upload, { Authorization: String(json.key) });
  expect(submitted.status).toBe(201);
  const { memeid } = (await submitted.json()) as { memeid: string };

  // Pages, their script and their style.
  const page = await (await get(`/meme/${memeid}`)).text();
  for (const [path] of page.matchAll(/\/assets\/site\.\w+\.(js|css)/g)) expect((await get(path)).status).toBe(200);
  expect(page).toMatch(/\/assets\/site\.\w+\.js/);

  // A mail, and a challenge for a passkey.
  const form = new URLSearchParams({
    username: "bob",
    password: "a long enough one",
    email: "bob@example.org",
    invite: "",
  });
  const signedUp = await send("/sign-up", form, ours);
  expect(signedUp.status).toBe(303);
  expect(await mailbox.next("bob@example.org")).toContain("/confirm/");
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  expect((await get("/settings/passkeys", { Cookie: cookie })).status).toBe(200);
  const offer = await send("/sign-in/passkey/options", new URLSearchParams(), ours);
  expect(await offer.json()).toHaveProperty("challenge");

  // The description of the API.
  expect(await (await get("/v1/openapi.json")).json()).toHaveProperty("paths");
  expect((await get("/docs")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
