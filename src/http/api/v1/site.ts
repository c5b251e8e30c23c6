import { z } from "zod";

import { DEFAULT_ACCENT } from "../../../core/site/accent.ts";
import { LOGO_TYPE, logoPath } from "../../../core/site/logo-files.ts";
import { readSiteInfo } from "../../../core/site/read-site-info.ts";
import type { SiteInfo } from "../../../entities/site-info.ts";
import { whenReady } from "../../../when-ready.ts";
import { jsonOf, type Json } from "../../json.ts";
import { route } from "../api-route.ts";
import { presentingOf, type Presenting } from "../presenting.ts";

const pageAddress = (page: string) =>
  z.url().nullable().describe(`Where the ${page} can be read; null if there is none`);

const Site = z
  .strictObject({
    name: z.string().describe("What the site is called"),
    tagline: z.string().nullable().describe("What it is, in one line; null if nobody has said it"),
    url: z.url().describe("Where its pages are"),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .describe("The colour of its buttons: legible on light and on dark pages"),
    logo: z
      .strictObject({
        url: z.url().describe("Needs no key and never changes"),
        type: z.string().describe("Media type"),
        width: z.int().min(1),
        height: z.int().min(1),
      })
      .nullable()
      .describe("In place of the name; null if there is none"),
    pages: z.strictObject({
      rules: pageAddress("rules"),
      privacy: pageAddress("privacy policy"),
      contact: pageAddress("contact page"),
      imprint: pageAddress("imprint"),
    }),
  })
  .meta({ id: "Site" });

const example = {
  name: "Daily Lol",
  tagline: "A laugh a day",
  url: "http://localhost:8420",
  accent: "#2f6fde",
  logo: {
    url: "http://localhost:8420/logo/6f1ed002ab5595859014ebf0951522d9.webp",
    type: LOGO_TYPE,
    width: 480,
    height: 96,
  },
  pages: { rules: "http://localhost:8420/rules", privacy: null, contact: null, imprint: null },
};

function presentSite({ name, tagline, accent, logo, pages }: SiteInfo, { addresses: { url } }: Presenting): Json {
  const addressOf = (page: (typeof pages)[number]) => (pages.includes(page) ? `${url}/${page}` : null);
  return jsonOf({
    name,
    tagline: tagline ?? null,
    url,
    accent: accent ?? DEFAULT_ACCENT,
    logo: logo ? { url: url + logoPath(logo), type: LOGO_TYPE, width: logo.width, height: logo.height } : null,
    pages: {
      rules: addressOf("rules"),
      privacy: addressOf("privacy"),
      contact: addressOf("contact"),
      imprint: addressOf("imprint"),
    },
  });
}

const getSite = route({
  name: "getSite",
  method: "GET",
  path: "/site",
  access: "anyone",
  tag: "Site",
  summary: "Get the site's name, look and pages",
  description: "What the people who run the site have made of it. Needs no key.",
  answer: { description: "The site.", schema: Site, example },
  handle: (call) => whenReady(readSiteInfo(call.ctx), (info) => presentSite(info, presentingOf(call))),
});

export const siteInfoRoutes = [getSite];
