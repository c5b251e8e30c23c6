import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { diskFolder, freshFolder } from "../folders.ts";
import type { Check } from "../run-checks.ts";
import { ROOT } from "../world.ts";
import { until } from "../until.ts";
import { command, missing, must } from "./commands.ts";
import { instructions, readDeploy } from "./deploy-files.ts";
import { useSite } from "./install.ts";

const MAX_MEGABYTES = 250;
/** Builds without a daemon. */
const ENV = { BUILDAH_ISOLATION: "chroot" };

type Buildah = (...args: string[]) => Promise<string>;

/** Builds the image with buildah, then runs it as its user, with everything but /data and /tmp read-only. */
export const container: Check = {
  name: "container",
  goal: `builds, is under ${MAX_MEGABYTES} MB, runs read-only as its user, is healthy, stops`,
  async run(say) {
    const skipped = missing("buildah", "debootstrap", "unshare", "chroot");
    if (skipped || process.geteuid?.() !== 0) return skipped ?? { skipped: "needs root" };
    const store = diskFolder("images");
    // Plain folders: an overlay would need mounts, which outlive this process.
    const where = ["--storage-driver", "vfs", "--root", join(store, "root"), "--runroot", join(store, "run")];
    const buildah: Buildah = async (...args) => (await must(["buildah", ...where, ...args], { env: ENV })).trim();
    const bases = await prepareBases(buildah, store, say);
    const commit = (await must(["git", "rev-parse", "HEAD"])).trim();
    const options = ["--format", "docker", "--pull-never", "--build-arg", `COMMIT=${commit}`];
    await buildah("bud", ...options, "-f", "deploy/Dockerfile", "-t", "guffaw", ROOT);
    const name = await buildah("from", "--pull-never", "guffaw");
    const root = await buildah("mount", name);
    const bytes = Number((await must(["du", "-sb", root])).split("\t")[0]);
    const megabytes = Math.round(bytes / 1e6);
    say(`${megabytes} MB, on ${bases}`);
    const image = JSON.parse(await buildah("inspect", "--type", "image", "guffaw")) as Image;
    const problems = await runReadOnly(root, image.Docker.config, commit);
    if (megabytes >= MAX_MEGABYTES) problems.push(`${megabytes} MB`);
    return {
      amount: "1 image",
      figure: problems.join("; ") || `${megabytes} MB, works read-only, on ${bases}`,
      ok: problems.length === 0,
    };
  },
};

interface Image {
  Docker: {
    config: { Env: string[]; User: string; Entrypoint: string[]; Cmd: string[]; WorkingDir: string } & {
      Healthcheck: { Test: string[] };
      StopSignal: string;
    };
  };
}

/** The real base images if the registry can be reached, else a Debian of our own under their names. */
async function prepareBases(buildah: Buildah, store: string, say: (progress: string) => void): Promise<string> {
  const from = instructions(readDeploy("Dockerfile")).flatMap(({ name, args }) => (name === "FROM" ? [args] : []));
  const [node, debian] = from.map((args) => `docker.io/library/${args.split(" ")[0]}`) as [string, string];
  const pulled = await Promise.all([node, debian].map((image) => buildah("pull", "-q", image).catch(() => undefined)));
  if (pulled.every(Boolean)) return "the base images";
  say("no registry: making a base with debootstrap");
  const folder = join(store, "debian");
  await must(["debootstrap", "--variant=minbase", "bookworm", folder]);
  // As in the slim images.
  for (const path of ["usr/share/doc", "usr/share/man", "usr/share/info", "usr/share/locale", "var/lib/apt/lists"])
    rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of ["var/cache/apt", "var/log"]) rmSync(join(folder, path), { recursive: true, force: true });
  const base = await buildah("from", "scratch");
  const root = await buildah("mount", base);
  await must(["cp", "-a", `${folder}/.`, root]);
  await buildah("commit", "-q", base, debian);
  await addNode(buildah, base, root);
  await buildah("commit", "-q", base, node);
  return "a Debian made by debootstrap";
}

/** This machine's Node and npm, and the certificates that it trusts. */
async function addNode(buildah: Buildah, base: string, root: string): Promise<void> {
  const npm = dirname(dirname(await must(["readlink", "-f", Bun.which("npm")!])));
  mkdirSync(join(root, "usr/local/lib/node_modules"), { recursive: true });
  cpSync((await must(["readlink", "-f", Bun.which("node")!])).trim(), join(root, "usr/local/bin/node"));
  await must(["cp", "-a", npm, join(root, "usr/local/lib/node_modules/npm")]);
  await must(["ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm")]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (!certificates) return;
  cpSync(certificates, join(root, "etc/ssl/extra.pem"));
  await buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/extra.pem", base);
}

/** As `docker run --read-only --tmpfs /tmp -v data:/data` would, short of namespaces for processes and network. */
async function runReadOnly(root: string, config: Image["Docker"]["config"], commit: string): Promise<string[]> {
  const settings = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s) as [string, string]));
  const port = String(20_000 + (process.pid % 10_000));
  const path = "/usr/sbin:/usr/bin:/sbin:/bin";
  const ops = String(Number(port) + 1);
  const env = {
    ...settings,
    PATH: path,
    GUFFAW_PORT: port,
    GUFFAW_OPS_PORT: ops,
    GUFFAW_URL: `http://localhost:${port}`,
  };
  const script = join(freshFolder("container"), "run");
  writeFileSync(
    script,
    `set -e
mount --bind "${root}" "${root}"
mount -o remount,ro,bind "${root}"
for each in data backup tmp; do mount -t tmpfs -o mode=1777 tmpfs "${root}/$each"; done
mount -t proc proc "${root}/proc"
mount --rbind /dev "${root}/dev"
exec chroot --userspec=${config.User} "${root}" /bin/sh -c 'cd ${config.WorkingDir} && exec "$@"' sh "$@"
`,
  );
  const server = Bun.spawn(["unshare", "-m", "sh", script, ...config.Entrypoint, ...config.Cmd], {
    env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const inside = (...args: string[]) =>
    command(["nsenter", "-t", String(server.pid), "-m", "chroot", `--userspec=${config.User}`, root, ...args], { env });
  let said = "";
  for (const stream of [server.stdout, server.stderr])
    void (async () => {
      for await (const chunk of stream) said += new TextDecoder().decode(chunk);
    })();
  try {
    await until(() => said.includes("running at") || server.exitCode !== null, "The first start");
    if (server.exitCode !== null) return [`the server ended: ${said.slice(-500)}`];
    const key = /API key +(\S+)/.exec(said)?.[1] ?? "";
    const [site, watched] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${ops}`];
    const problems = await useSite(site, key, join(ROOT, "assets/starter"), watched);
    if ((await fetch(`${site}/metrics`)).status !== 404) problems.push("/metrics is public");
    const [, ...test] = config.Healthcheck.Test;
    const run = ["/bin/sh", "-c", `cd ${config.WorkingDir} && exec "$@"`, "sh"];
    const commands = [
      ["healthcheck", test],
      ["doctor", ["./guffaw", "doctor"]],
      ["backup", ["./guffaw", "backup", "/backup"]],
      ["check", ["./guffaw", "restore", "/backup", "--dry-run"]],
    ] as const;
    for (const [what, args] of commands) {
      const { code, stdout, stderr } = await inside(...run, ...args);
      if (code !== 0) problems.push(`${what}: ${stdout}${stderr}`);
    }
    const { stdout } = await inside(...run, "./guffaw", "--version");
    if (!stdout.includes(commit.slice(0, 10))) problems.push(`version: ${stdout}`);
    const status = await Bun.file(`/proc/${server.pid}/status`).text();
    if (!/^Uid:\s+8420\s/m.test(status)) problems.push("not its own user");
    server.kill(config.StopSignal as "SIGTERM");
    if ((await server.exited) !== 0) problems.push(`stopping ended with ${server.exitCode}`);
    return problems;
  } finally {
    server.kill("SIGKILL");
  }
}
