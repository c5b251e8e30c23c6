import { describe, expect, test } from "bun:test";
import { Glob } from "bun";

import { bundledStyles } from "../../src/http/web/assets.ts";

const MAX_WIDTHS = 5;

interface Rule {
  /** The at-rules around it, layer first. */
  within: string[];
  selector: string;
  declarations: string[];
}

/** Every rule of a stylesheet without comments, at any depth. Keyframes count as one. */
function rulesOf(css: string, within: string[] = []): Rule[] {
  const rules: Rule[] = [];
  for (let at = 0, open = css.indexOf("{"); open >= 0; open = css.indexOf("{", at)) {
    const start = css.lastIndexOf(";", open) + 1;
    const head = css.slice(Math.max(at, start), open).trim();
    let end = open + 1;
    for (let depth = 1; depth > 0; end++) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0;
    const body = css.slice(open + 1, end - 1);
    if (/^@(layer|media|supports|container)/.test(head)) rules.push(...rulesOf(body, [...within, head]));
    else
      rules.push({
        within,
        selector: head,
        declarations: body
          .split(";")
          .map((one) => one.trim())
          .filter(Boolean),
      });
    at = end;
  }
  return rules;
}

const css = await bundledStyles();
const rules = rulesOf(css);

describe("the stylesheet", () => {
  test("has every rule in one of four layers", () => {
    expect(rules.length).toBeGreaterThan(500);
    expect([...new Set(rules.map(({ within }) => within[0]))]).toEqual(
      ["tokens", "base", "components", "pages"].map((layer) => `@layer ${layer}`),
    );
  });

  test("imports every file of its folder", async () => {
    const index = await Bun.file("public/css/site.css").text();
    const imported = [...index.matchAll(/@import "(.+)"/g)].map(([, file]) => file!);
    expect([...new Glob("**/*.css").scanSync("public/css")].sort()).toEqual([...imported, "site.css"].sort());
    for (const file of imported) {
      const folder = /^\w+(?=\/)/.exec(file)?.[0];
      if (folder) expect(index).toContain(`@import "${file}" layer(${folder});`);
    }
  });

  test("has at most five breakpoints, all of them named", async () => {
    const named = [
      ...(await Bun.file("public/css/tokens.css").text()).matchAll(/@custom-media --[\w-]+ \(width .+\)/g),
    ];
    expect(named.length).toBeLessThanOrEqual(MAX_WIDTHS);
    for await (const file of new Glob("public/css/**/*.css").scan())
      expect(await Bun.file(file).text(), file).not.toMatch(/@media[^{]*\b(width|height)\b/);
    expect(css).not.toMatch(/custom-media|@media[^{]*\(--/);
  });

  test("never repeats declarations: rules of a layer that share them are one rule", () => {
    const first = new Map<string, string>();
    const repeated: string[] = [];
    for (const { within, selector, declarations } of rules) {
      if (declarations.length < 2) continue;
      const said = [...within, ...declarations.toSorted()].join("; ");
      if (first.has(said)) repeated.push(`${first.get(said)} and ${selector}`);
      first.set(said, selector);
    }
    expect(repeated).toEqual([]);
  });

  test("styles each selector once per layer and condition", () => {
    const selectors = rules.map(({ within, selector }) => [...within, selector].join(" "));
    expect(selectors.filter((one, i) => selectors.indexOf(one) !== i)).toEqual([]);
  });

  test("has no class that no page uses", async () => {
    const files = [...new Glob("src/**/*.{ts,tsx}").scanSync()];
    const source = (await Promise.all(files.map((file) => Bun.file(file).text()))).join("\n");
    const words = new Set(source.match(/[\w-]+/g));
    const begun = [...new Set(source.match(/[\w-]+-(?=\$\{)/g))];
    const classes = new Set(
      rules.flatMap(({ selector }) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, one]) => one!)),
    );
    expect([...classes].filter((one) => !words.has(one) && !begun.some((start) => one.startsWith(start)))).toEqual([]);
  });
});
