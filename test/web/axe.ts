import type { CDPSession, Page } from "playwright-core";

import { faintTexts } from "./contrast.ts";

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
}

let source: Promise<string> | undefined;
const axeSource = () => (source ??= Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text());

/** All rules in the light scheme, and in the dark one only contrast, which is all it can change. Leaves the page light. */
export async function faultsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = (await faintTexts(page)).map((text) => `in the dark: ${text}`);
  await page.emulateMedia({ colorScheme: "light" });
  return [...(await axeViolations(page)), ...dark];
}

/**
 * Not as a script element: our own policy would block it. Nor through Playwright, which calls eval: the browser keeps
 * what it compiles from page to page only if it is asked itself.
 */
async function addAxe(page: Page): Promise<void> {
  let session = sessions.get(page);
  if (!session) sessions.set(page, (session = page.context().newCDPSession(page)));
  await (await session).send("Runtime.evaluate", { expression: await axeSource() });
}

/** They end with their pages: ending one earlier takes passkeys away from all others. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Everything wrong with the page as it is, one line each: by axe's rules, and too little contrast. */
export const axeViolations = async (page: Page): Promise<string[]> => [
  ...(await brokenRules(page)),
  ...(await faintTexts(page)),
];

/** By axe's rules alone, without contrast. `except` selects elements that it need not examine. */
export async function brokenRules(page: Page, except: string[] = []): Promise<string[]> {
  await addAxe(page);
  const violations = await page.evaluate(async (exclude) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Without selectors, details of passed rules, and stylesheets, which no rule asks for: half the work.
    const options = {
      resultTypes: ["violations"],
      selectors: false,
      preload: { assets: ["media"] },
      rules: { "color-contrast": { enabled: false } },
    };
    return (await axe.run({ exclude }, options)).violations;
  }, except);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
