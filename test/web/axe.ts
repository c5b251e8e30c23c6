import type { Page } from "playwright-core";

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

let source: Promise<string> | undefined;
const axeSource = () => (source ??= Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text());

/** What axe finds wrong with the page as it is, in one line each; by the rules of WCAG 2.2 AA and good practice. */
export async function axeViolations(page: Page): Promise<string[]> {
  // No script element: our own policy refuses those of strangers.
  await page.evaluate(await axeSource());
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
