import type { Ctx } from "../core/ctx.ts";
import { DEFAULT_ACCENT } from "../core/site/accent.ts";
import { changeSite } from "../core/site/change-site.ts";
import { readPageText } from "../core/site/read-page.ts";
import { readSiteInfo } from "../core/site/read-site-info.ts";
import { removeLogo, uploadLogo } from "../core/site/replace-logo.ts";
import { MAX_PAGE, writePage } from "../core/site/write-page.ts";
import { SITE_PAGES, type SiteInfo } from "../entities/site-info.ts";
import { oneOf, reading, text, UsageError, withServices, type Command } from "./command.ts";
import { readImage, readText } from "./read-file.ts";

/** Every character may take four bytes. */
const MAX_FILE = 4 * MAX_PAGE;
const WORDS = ["name", "tagline", "accent"] as const;

const recordOf = ({ name, tagline, accent, logo, pages }: SiteInfo) => ({
  name,
  tagline: tagline ?? null,
  accent: accent ?? DEFAULT_ACCENT,
  logo: logo ? { width: logo.width, height: logo.height, bytes: logo.bytes } : null,
  pages,
});

function linesOf({ name, tagline, accent, logo, pages }: SiteInfo): string {
  return [
    `Name     ${name}`,
    `Tagline  ${tagline ?? "none"}`,
    `Accent   ${accent ?? `${DEFAULT_ACCENT} (default)`}`,
    `Logo     ${logo ? `${logo.width}×${logo.height}` : "none"}`,
    `Pages    ${pages.join(", ") || "none"}`,
  ].join("\n");
}

const show: Command = {
  name: "site show",
  args: "",
  summary: "show the site's name, look and pages",
  count: [0, 0],
  run: (call) =>
    reading(call, async (_, ctx) => {
      const info = await readSiteInfo(ctx);
      return { json: recordOf(info), text: linesOf(info) };
    }),
};

const set: Command = {
  name: "site set",
  args: "name|tagline|accent VALUE",
  summary: "change the site's name, tagline or accent colour; everybody sees it at once",
  details:
    'An accent is # and six digits, as in ./guffaw site set accent "#2f6fde". It is refused if it cannot be seen on light or on dark pages. An empty value brings back the default.',
  count: [2, 2],
  run: (call) => {
    const [what, value] = [oneOf("The setting", call.args[0]!, WORDS), call.args[1]!];
    return withServices(call, async (_, ctx) => {
      const info = await changeSite(ctx, { [what]: value });
      return { json: recordOf(info), text: linesOf(info) };
    });
  },
};

const logo: Command = {
  name: "site logo",
  args: "FILE",
  summary: "show a picture in the header in place of the name, and as the site's icon",
  details: "It should look good on light and on dark pages: wide and low, with a transparent background.",
  count: [0, 1],
  options: { remove: { type: "boolean", help: "show the name again" } },
  run: (call) => {
    const file = call.args[0];
    if ((file === undefined) !== (call.values.remove === true))
      throw new UsageError("Give either a file or --remove: ./guffaw site logo FILE.");
    return withServices(call, async (_, ctx) => {
      if (file === undefined) await removeLogo(ctx);
      else await uploadLogo(ctx, await readImage(file));
      const info = await readSiteInfo(ctx);
      return { json: recordOf(info), text: linesOf(info) };
    });
  },
};

const page: Command = {
  name: "site page",
  args: SITE_PAGES.join("|"),
  summary: "write one of the site's own pages, in Markdown, or print it",
  count: [1, 1],
  options: {
    file: { type: "string", value: "FILE", help: "its text; - reads standard input" },
    remove: { type: "boolean", help: "take the page away" },
  },
  run: (call) => {
    const name = oneOf("The page", call.args[0]!, SITE_PAGES);
    const file = text(call.values, "file");
    const { remove } = call.values;
    if (file !== undefined && remove) throw new UsageError("Give either --file or --remove.");
    if (file === undefined && !remove) return reading(call, (_, ctx) => print(ctx, name));
    return withServices(call, async (_, ctx) => {
      const words = remove ? "" : file === "-" ? await call.terminal.stdin() : await readText(file!, MAX_FILE);
      await writePage(ctx, { page: name, text: words });
      const { pages } = await readSiteInfo(ctx);
      const written = pages.includes(name);
      return { json: { page: name, written }, text: written ? `/${name} is written.` : `There is no /${name}.` };
    });
  },
};

async function print(ctx: Ctx, name: (typeof SITE_PAGES)[number]) {
  const words = await readPageText(ctx, name);
  return { json: { page: name, text: words ?? null }, text: words ?? `Nobody has written /${name} yet.` };
}

export const siteCommands = [show, set, logo, page];
