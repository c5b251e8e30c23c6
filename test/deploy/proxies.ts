import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { prepareSite, type Site } from "../faults/site.ts";
import { diskFolder } from "../folders.ts";
import { freePort } from "../free-port.ts";
import type { Check } from "../run-checks.ts";
import { until } from "../until.ts";
import { missing, must } from "./commands.ts";
import { readDeploy } from "./deploy-files.ts";
import { visit } from "./visit.ts";

const GOAL = "large upload, range, stream, client address, Secure cookie; /metrics, /readyz and huge bodies shut";

interface Ports {
  http: number;
  https: number;
  site: number;
}

/** Writes the proxy's configuration into a folder, and returns the command that runs it in the foreground. */
type Setup = (folder: string, ports: Ports) => Promise<{ command: string[]; env?: Record<string, string> }>;

/** The file itself, with addresses and paths of this machine in place of those to fill in. */
const nginxSetup: Setup = async (folder, { http, https, site }) => {
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
  await must(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", ...files]);
  const server = readDeploy("nginx.conf")
    .replaceAll("/etc/letsencrypt/live/memes.example.org/", `${folder}/`)
    .replaceAll("memes.example.org", "localhost")
    .replace("server 127.0.0.1:8420;", `server 127.0.0.1:${site};`)
    .replace(/listen (\[::\]:)?80;/g, (_, six) => (six ? "" : `listen 127.0.0.1:${http};`))
    .replace(/listen (\[::\]:)?443 ssl http2;/g, (_, six) => (six ? "" : `listen 127.0.0.1:${https} ssl http2;`));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${folder}/${one};`);
  const main = `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${paths.join(" ")}\n${server} }`;
  writeFileSync(join(folder, "nginx.conf"), main);
  await must(["nginx", "-t", "-c", join(folder, "nginx.conf")]);
  return { command: ["nginx", "-c", join(folder, "nginx.conf")] };
};

const caddySetup: Setup = async (folder, { http, https, site }) => {
  const options = `{
	admin off
	http_port ${http}
	https_port ${https}
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
}
`;
  const file = join(folder, "Caddyfile");
  writeFileSync(file, options + readDeploy("Caddyfile"));
  const env = {
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    GUFFAW_SITE: `https://localhost:${https}`,
    GUFFAW_UPSTREAM: `127.0.0.1:${site}`,
  };
  await must(["caddy", "validate", "--adapter", "caddyfile", "--config", file], { env });
  return { command: ["caddy", "run", "--adapter", "caddyfile", "--config", file], env };
};

/** Without its part for PostgreSQL, and with one node for all three. `npm run test:cluster` has the rest. */
const haproxySetup: Setup = async (folder, { http, https, site }) => {
  const [key, certificate, both] = ["key.pem", "certificate.pem", "both.pem"].map((name) => join(folder, name));
  const files = ["-keyout", key!, "-out", certificate!];
  await must(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", ...files]);
  writeFileSync(both!, readFileSync(certificate!, "utf8") + readFileSync(key!, "utf8"));
  const file = join(folder, "haproxy.cfg");
  const text = readDeploy("haproxy.cfg")
    .replace("log /dev/log local0", "log stderr format raw local0 notice")
    .replace("bind :80", `bind 127.0.0.1:${http}`)
    .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${https} ssl crt ${both}`)
    .replace(/10\.0\.0\.1\d:8420/g, `127.0.0.1:${site}`)
    .replace(/^# Leads to the primary[^]*/m, "");
  writeFileSync(file, text);
  await must(["haproxy", "-c", "-f", file]);
  return { command: ["haproxy", "-db", "-f", file] };
};

export const nginx = proxyCheck("nginx", ["nginx", "openssl", "curl"], nginxSetup);
export const caddy = proxyCheck("caddy", ["caddy", "curl"], caddySetup);
export const haproxy = proxyCheck("haproxy", ["haproxy", "openssl", "curl"], haproxySetup);

function proxyCheck(name: string, programs: string[], setup: Setup): Check {
  return {
    name,
    goal: GOAL,
    async run(say) {
      const skipped = missing(...programs);
      if (skipped) return skipped;
      const ports = { http: freePort(), https: freePort(), site: freePort() };
      const origin = `https://localhost:${ports.https}`;
      await using site = await startSite(origin, ports.site);
      const folder = diskFolder(name);
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, "tmp"));
      const { command, env } = await setup(folder, ports);
      const proxy = Bun.spawn(command, { env: { ...process.env, ...env }, stdout: "ignore", stderr: "pipe" });
      const said = new Response(proxy.stderr).text();
      try {
        await until(() => proxy.exitCode !== null || answers(origin), `${name} in front of the site`);
        if (proxy.exitCode !== null) throw new Error(await said);
        const results = await visit(site, origin);
        const wrong = results.filter(({ ok }) => !ok).map(({ what, got }) => `${what}: ${got}`);
        for (const { what, got } of results) say(`${what}: ${got}`);
        return { amount: `${results.length} visits`, figure: wrong.join("; ") || "as without it", ok: !wrong.length };
      } finally {
        proxy.kill("SIGTERM");
        await proxy.exited;
      }
    },
  };
}

async function startSite(origin: string, port: number): Promise<Site> {
  const site = await prepareSite(2, {
    GUFFAW_URL: origin,
    GUFFAW_PORT: String(port),
    GUFFAW_PROXIES: "1",
    GUFFAW_SIGNUP: "open",
    GUFFAW_GUEST_LIMIT: "40/1h",
  });
  await site.start();
  return site;
}

const answers = (origin: string) =>
  fetch(`${origin}/healthz`, { tls: { rejectUnauthorized: false } }).then(
    ({ ok }) => ok,
    () => false,
  );
