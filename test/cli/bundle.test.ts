import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { STARTER } from "../../assets/starter/index.ts";
import { bundleFolder } from "../../bin/bundle.ts";
import { diskFolder, freshFolder } from "../folders.ts";
import { until } from "../until.ts";
import { openMailbox } from "../web/smtp.ts";
import { ROOT } from "../world.ts";
import { launch, launchServer, mustRun, newKey } from "./guffaw.ts";
import { canBeNobody, NOBODY } from "./nobody.ts";

/** One file, so that bundles are made in no time. */
const PROGRAM = `interface Call { terminal(json: boolean): { say(text: string): void } }
export const addEnvFile = (env: object) => env;
export async function main({ terminal }: Call) {
  terminal(false).say("as written");
  return 0;
}
`;

/** A checkout with a program of its own. */
function freshCheckout() {
  const folder = diskFolder("checkout");
  chmodSync(folder, 0o755);
  for (const name of ["guffaw", "bin"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ["assets", "package.json", "package-lock.json", "tsconfig.json", "bunfig.toml"])
    symlinkSync(join(ROOT, name), join(folder, name));
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  symlinkSync(join(ROOT, "node_modules/bun"), join(packages, "bun"));
  const source = join(folder, "src/program.ts");
  mkdirSync(dirname(source));
  symlinkSync(join(ROOT, "src/process-name.ts"), join(folder, "src/process-name.ts"));
  writeFileSync(source, PROGRAM);
  const cache = join(packages, ".cache/guffaw");
  return {
    packages,
    edit: (text: string, replacement: string) => replace(source, text, replacement),
    /** Leaves a trace in the bundle that is not in the source. */
    mark: () => replace(join(bundleFolder(folder), "program.js"), "as written", "as marked"),
    bundles: () => (existsSync(cache) ? readdirSync(cache) : []),
    startMaker: () => Bun.spawn([process.execPath, join(folder, "bin/make-bundle.ts"), folder]),
    run: (uid?: number) => launch([], { launcher: join(folder, "guffaw"), uid }),
  };
}

function replace(file: string, text: string, replacement: string) {
  const before = readFileSync(file, "utf8");
  expect(before).toContain(text);
  writeFileSync(file, before.replace(text, replacement));
}

const isPart = (name: string) => name.endsWith(".part");

const written = { code: 0, stdout: "as written\n", stderr: "" };
const marked = { ...written, stdout: "as marked\n" };

test("one of several commands that start together makes the bundle, and it serves until the source changes", async () => {
  const { edit, mark, run, bundles } = freshCheckout();
  for (const done of await Promise.all([run(), run(), run()])) expect(done).toMatchObject(written);
  const made = bundles();
  expect(made).toEqual([expect.not.stringContaining(".part")]);
  mark();
  expect(await run()).toMatchObject(marked);
  expect(bundles()).toEqual(made);

  edit("as written", "as edited");
  expect(await run()).toMatchObject({ ...written, stdout: "as edited\n" });
  expect(bundles()).toEqual([expect.not.stringContaining(made[0]!)]);
});

test("what a killed build leaves behind is in nobody's way", async () => {
  const { edit, startMaker, run, bundles } = freshCheckout();
  let made = "as written";
  // One that was finished by the time it was killed leaves nothing.
  for (let round = 0; !bundles().some(isPart); round++) {
    edit(made, (made = `as in round ${round}`));
    const maker = startMaker();
    while (maker.exitCode === null && !bundles().some(isPart)) await Bun.sleep(1);
    maker.kill("SIGKILL");
    await maker.exited;
  }
  expect(await run()).toMatchObject({ ...written, stdout: `${made}\n` });
  expect(bundles()).toEqual([expect.not.stringContaining(".part")]);
});

test("errors show the lines of the source", async () => {
  const { edit, run, bundles } = freshCheckout();
  edit("return 0;", "throw new Error('Ouch');");
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain("error: Ouch");
  expect(stderr).toContain("/src/program.ts:5:");
  expect(bundles()).toHaveLength(1);
});

test("a source that cannot be compiled says why itself", async () => {
  const { edit, run, bundles } = freshCheckout();
  edit("export async function", "export fun");
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain("/src/program.ts:3:");
  expect(bundles()).toEqual([]);
});

test.skipIf(!canBeNobody)("users who may not write here run the source, or the bundle that root made", async () => {
  const { packages, mark, run, bundles } = freshCheckout();
  expect(await run(NOBODY)).toMatchObject(written);
  expect(bundles()).toEqual([]);
  // The owner must be able to remove what root makes.
  const owner = 12_345;
  chownSync(packages, owner, owner);
  await run();
  for (const path of [".cache", `.cache/guffaw/${bundles()[0]}/program.js`])
    expect(statSync(join(packages, path)).uid).toBe(owner);
  mark();
  expect(await run(NOBODY)).toMatchObject(marked);
  // Nobody else's is trusted.
  chownSync(join(packages, ".cache/guffaw", bundles()[0]!), NOBODY, NOBODY);
  expect(await run()).toMatchObject(written);
});

test("a server that runs from the bundle has everything the sources have", async () => {
  await launch(["help"]);
  await until(() => existsSync(bundleFolder(ROOT)), "The bundle");
  // Otherwise the sources run, and each command takes five times as long.
  const load = `require(${JSON.stringify(join(bundleFolder(ROOT), "program.js"))})`;
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", load]);
  expect([exitCode, String(stderr)]).toEqual([0, ""]);
  using mailbox = openMailbox();
  const env = {
    GUFFAW_DATA: freshFolder("bundle"),
    GUFFAW_STARTER: "off",
    GUFFAW_SMTP_URL: mailbox.url,
    GUFFAW_MAIL_FROM: "memes@example.org",
  };
  await mustRun(["migrate"], { env });
  const key = await newKey("ann", env);
  const server = await launchServer(env);
  const get = (path: string, headers = {}) => fetch(server.origin() + path, { headers });
  const send = (path: string, body: FormData | URLSearchParams, headers = {}) =>
    fetch(server.origin() + path, { method: "POST", body, headers, redirect: "manual" });
  const ours = { "Sec-Fetch-Site": "same-origin" };

  // A picture, rendered by a worker.
  const upload = new FormData();
  upload.set("image", Bun.file(join(ROOT, "assets/starter", STARTER[0]!.file)));
  const submitted = await send("/v1/submit", upload, { Authorization: key });
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
  const maker = await (await get("/make", { Cookie: cookie })).text();
  const [script] = /\/assets\/make[^"]*\.js/.exec(maker)!;
  expect((await get(script)).status).toBe(200);
  const offer = await send("/sign-in/passkey/options", new URLSearchParams(), ours);
  expect(await offer.json()).toHaveProperty("challenge");

  // The description of the API.
  expect(await (await get("/v1/openapi.json")).json()).toHaveProperty("paths");
  expect((await get("/docs")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
