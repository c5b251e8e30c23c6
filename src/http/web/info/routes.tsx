import { z } from "zod";

import { readStats } from "../../../core/stats/read-stats.ts";
import { ROOTS } from "../../roots.ts";
import { referenceOf, type Reference } from "../docs/reference.ts";
import { AboutPage } from "../pages/about.tsx";
import { DocsPage } from "../pages/docs.tsx";
import { page, type WebRoute } from "../web-route.ts";

const about = page({
  method: "GET",
  path: "/about",
  access: "anyone",
  handle: async (visit) => {
    const stats = await readStats(visit.ctx);
    const curl = `curl -H "Authorization: $KEY" \\\n  ${visit.parts.addresses.apiUrl}/v1/meme/random`;
    return visit.show(<AboutPage frame={visit.frame} stats={stats} curl={curl} />);
  },
});

const references = new WeakMap<object, Reference>();

const docs = page({
  method: "GET",
  path: "/docs",
  access: "anyone",
  handle: (visit) => {
    const { addresses } = visit.parts;
    const reference = references.get(addresses) ?? referenceOf(ROOTS, addresses);
    references.set(addresses, reference);
    return visit.show(<DocsPage frame={visit.frame} reference={reference} />);
  },
});

const theme = page({
  method: "POST",
  path: "/theme",
  access: "anyone",
  input: z.object({ theme: z.enum(["light", "dark", ""]).default(""), next: z.string().optional() }),
  handle: (visit, { theme: chosen, next }) => {
    visit.setTheme(chosen === "" ? undefined : chosen);
    return visit.goBack(next, "/");
  },
});

export const infoPages: readonly WebRoute[] = [about, docs, theme];
