import { expect, test } from "bun:test";

import lock from "../../package-lock.json" with { type: "json" };
import { allowScripts, dependencies, devDependencies, overrides } from "../../package.json" with { type: "json" };

const MAX_RUNTIME = 9;
const reasons = await Bun.file("docs/adr/0001-dependencies.md").text();

test("the program has nine direct dependencies, each with a reason", () => {
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(MAX_RUNTIME);
  for (const name of Object.keys(dependencies)) expect(reasons).toMatch(new RegExp(`^\\| \`${name}\` +\\| \\w`, "m"));
});

test("every development dependency has a reason too", () => {
  for (const name of Object.keys(devDependencies)) expect(reasons).toContain(`\`${name}\``);
});

test("no transitive dependency is pinned, only let be newer", () => {
  for (const ranges of Object.values(overrides))
    for (const range of Object.values(ranges)) expect(range).toMatch(/^>=\d+$/);
});

test("Bun and its types have the same version", () => {
  expect(devDependencies["@types/bun"]).toBe(dependencies.bun);
});

interface Locked {
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
}

const locked = Object.entries(lock.packages as Record<string, Locked>);

test("the lock file covers x64 and arm64 alike", () => {
  const machines = locked.filter(([path]) => /linux-(x64|arm64|aarch64)(-gnu)?$/.test(path));
  const [x64, arm64] = ["x64", "arm64"].map((cpu) =>
    machines
      .filter(([, { cpu: cpus }]) => cpus?.includes(cpu))
      .map(([path]) => path.replace(/linux-\w+/, "linux"))
      .sort(),
  );
  expect(x64!.length).toBeGreaterThanOrEqual(5);
  expect(arm64).toEqual(x64!);
});

test("only allowed packages run installation scripts", () => {
  const runs = locked.filter(
    ([, { hasInstallScript, os = ["linux"], cpu = ["x64"] }]) =>
      hasInstallScript && os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64")),
  );
  expect(Object.keys(allowScripts).sort()).toEqual(runs.map(([path]) => path.replace("node_modules/", "")).sort());
});
