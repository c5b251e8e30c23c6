// `npm run client` compiles the package twice: for `import`, and for `require` and older ways to resolve types.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

for (const [config, folder] of [
  ["tsconfig.json", "dist"],
  ["tsconfig.cjs.json", "dist/cjs"],
]) {
  execFileSync(process.execPath, [tsc, "-p", join(here, config)], { stdio: "inherit" });
  const out = join(here, folder);
  // Only TypeScript 5.7 and later can read declarations that import each other as .ts.
  for (const name of readdirSync(out).filter((one) => one.endsWith(".d.ts")))
    writeFileSync(join(out, name), readFileSync(join(out, name), "utf8").replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
}
// The package is ESM, but the .js files in this folder are not.
writeFileSync(join(here, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
