// What needs nothing but npm. `npm run test:deploy` runs the same files for real.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { version } from "../../package.json" with { type: "json" };
import { readConfig } from "../../src/config.ts";
import { MAX_UPLOAD } from "../../src/http/image-field.ts";
import { guffaw } from "../cli/guffaw.ts";
import { ROOT } from "../world.ts";
import { instructions, kubernetesObjects, readDeploy } from "./deploy-files.ts";

const DOCKERFILE = instructions(readDeploy("Dockerfile"));
const argsOf = (name: string) => DOCKERFILE.flatMap((one) => (one.name === name ? [one.args] : []));
const IMAGE_ENV = Object.fromEntries(
  argsOf("ENV").flatMap((line) => line.split(" ").map((one) => one.split("=") as [string, string])),
);
const UNITS = readdirSync(join(ROOT, "deploy/systemd"));
const read = (path: string) => Bun.file(join(ROOT, path)).text();

/** Throws for invalid values, and returns the names that are no settings. */
const unknownIn = (env: Record<string, string>) => readConfig({ ...env, AWS_SECRET_ACCESS_KEY: "x" }, ROOT).unknown;

/** A command with its options, as a unit or a manifest calls it. */
async function expectCommand(args: string[]) {
  const options = args.filter((one) => one.startsWith("--"));
  const { code, stdout } = await guffaw([args[0]!, "--help"]);
  expect([args[0], code]).toEqual([args[0], 0]);
  for (const option of options) expect(stdout).toContain(option);
}

describe("the Dockerfile", () => {
  const copied = argsOf("COPY").filter((args) => !args.startsWith("--from"));
  const sources = copied.flatMap((args) => args.split(" ").slice(0, -1));

  test("copies what exists and what .dockerignore lets through, and nothing else gets through", async () => {
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const lines = (await read(".dockerignore")).split("\n").filter((line) => line && !line.startsWith("#"));
    expect(lines[0]).toBe("*");
    expect(lines.slice(1).sort()).toEqual(sources.map((path) => `!${path}`).sort());
  });

  test("copies everything that decides what is compiled, and every file that the program reads", async () => {
    const bundle = await read("bin/bundle.ts");
    const besides = /BESIDES = \[(.*?)\]/s.exec(bundle)![1]!.match(/[\w./-]+(?=")/g)!;
    expect(besides.length).toBeGreaterThan(3);
    for (const path of [...besides, "src", "public"])
      expect(sources.some((source) => path === source || path.startsWith(`${source}/`))).toBe(true);
  });

  test("installs without development dependencies, and runs as nobody special", () => {
    expect(argsOf("RUN").join("\n")).toContain("npm ci --omit=dev");
    expect(argsOf("USER")).toEqual(["8420:8420"]);
    expect(argsOf("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(argsOf("VOLUME")).toEqual(["/data"]);
    expect(argsOf("HEALTHCHECK").join()).toContain("/healthz");
  });

  test("sets only settings that exist", () => {
    expect(unknownIn(IMAGE_ENV)).toEqual([]);
  });
});

interface Service {
  image: string;
  profiles?: string[];
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  volumes?: string[];
  build?: { context: string; dockerfile: string };
  depends_on?: Record<string, object>;
}

describe("the compose file", () => {
  const text = readDeploy("compose.yaml");
  const { services, volumes } = Bun.YAML.parse(text) as { services: Record<string, Service>; volumes: object };

  test("starts the site alone, and more only with a profile", () => {
    const alone = Object.entries(services).filter(([, { profiles }]) => !profiles);
    expect(alone.map(([name]) => name)).toEqual(["guffaw"]);
  });

  test("names only settings, volumes, services and files that exist", () => {
    const { environment = {}, build } = services.guffaw!;
    const names = Object.keys(environment).filter((name) => name.startsWith("GUFFAW_"));
    expect(unknownIn(Object.fromEntries(names.map((name) => [name, ""])))).toEqual([]);
    expect(existsSync(join(ROOT, "deploy", build!.context, build!.dockerfile))).toBe(true);
    for (const { volumes: used = [], depends_on: needs = {} } of Object.values(services)) {
      for (const [from] of used.map((one) => one.split(":") as [string]))
        expect(from.startsWith("./") ? existsSync(join(ROOT, "deploy", from)) : from in volumes).toBe(true);
      for (const name of Object.keys(needs)) expect(services).toHaveProperty(name);
    }
  });

  test("hands on every setting of deploy/.env, except those that the image needs as they are", () => {
    const { env_file: files, environment } = services.guffaw!;
    expect(files).toEqual([{ path: ".env", required: false }]);
    expect(Object.keys(IMAGE_ENV)).toContain("GUFFAW_PORT");
    expect(environment).toMatchObject(IMAGE_ENV);
  });

  test("explains values that the program accepts", () => {
    const lines = [...text.matchAll(/^# {3}(GUFFAW_\w+)=(\S+)$/gm)];
    const env = Object.fromEntries(lines.map(([, name, value]) => [name!, value!.replace(/\$\{\w+\}/, "secret")]));
    expect(Object.keys(env)).toContain("GUFFAW_DATABASE_URL");
    expect(unknownIn({ ...env, AWS_ACCESS_KEY_ID: "x" })).toEqual([]);
  });
});

describe("the units", () => {
  test("call commands that exist, and services that exist", async () => {
    const calls: string[][] = [];
    for (const name of UNITS) {
      const text = readDeploy(`systemd/${name}`);
      for (const [, args] of text.matchAll(/^ExecStart=\/opt\/guffaw\/guffaw (.+)$/gm)) calls.push(args!.split(" "));
      for (const [, service] of text.matchAll(/^OnFailure=(.+?)@/gm)) expect(UNITS).toContain(`${service}@.service`);
      if (name.endsWith(".timer")) expect(UNITS).toContain(name.replace(".timer", ".service"));
    }
    expect(calls.map(([command]) => command).sort()).toEqual(["backup", "restore", "serve"]);
    for (const args of calls) await expectCommand(args);
  });
});

describe("the proxies", () => {
  test("let through what Guffaw accepts", () => {
    const [, nginx] = /client_max_body_size (\d+)m;/.exec(readDeploy("nginx.conf"))!;
    const [, caddy] = /max_size (\d+)MB/.exec(readDeploy("Caddyfile"))!;
    expect(Number(nginx) * 2 ** 20).toBeGreaterThan(MAX_UPLOAD);
    expect(Number(caddy) * 1e6).toBeGreaterThan(MAX_UPLOAD);
  });
});

describe("the Kubernetes manifests", () => {
  const objects = kubernetesObjects();
  const text = JSON.stringify(objects);

  test("set only settings that exist, to values that the program accepts", () => {
    const of = (kind: string, field: string) => objects.find((one) => one.kind === kind)![field] as object;
    const env = { ...of("ConfigMap", "data"), ...of("Secret", "stringData") } as Record<string, string>;
    expect(unknownIn(env)).toEqual([]);
  });

  test("run this version's image", () => {
    const images = new Set(text.match(/"image":"[^"]+"/g));
    expect([...images]).toEqual([`"image":"registry.example.org/guffaw:${version}"`]);
  });

  test("refer to each other by names that exist", () => {
    const named = (kind: string) => objects.flatMap((one) => (one.kind === kind ? [one.metadata.name] : []));
    const used = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
    expect(named("Service")).toEqual(expect.arrayContaining(used(/"service":\{"name":"([^"]+)"/g)));
    expect(named("ConfigMap")).toEqual(expect.arrayContaining(used(/"configMapRef":\{"name":"([^"]+)"/g)));
    expect(named("Secret")).toEqual(expect.arrayContaining(used(/"secretRef":\{"name":"([^"]+)"/g)));
  });
});
