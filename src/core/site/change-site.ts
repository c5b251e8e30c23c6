import { updateSiteInfo, type SiteLook } from "../../data/site-info.ts";
import { DEFAULT_NAME, type SiteInfo } from "../../entities/site-info.ts";
import { DomainError } from "../../errors.ts";
import { message } from "../../words/messages.ts";
import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { cleanText } from "../text.ts";
import { cleanAccent } from "./accent.ts";
import { readSiteInfo } from "./read-site-info.ts";

/** It has to fit into the header of a phone, and onto a home screen. */
export const MAX_SITE_NAME = 40;
export const MAX_TAGLINE = 140;

/** What is not named stays as it is. Empty means as on the first day. */
export interface SiteChange {
  name?: string;
  tagline?: string;
  /** As #rgb or #rrggbb. */
  accent?: string;
}

export async function changeSite(ctx: Ctx, change: SiteChange): Promise<SiteInfo> {
  requireFounder(ctx.actor);
  const look = {
    ...(change.name === undefined ? {} : { name: cleanName(change.name) }),
    ...(change.tagline === undefined ? {} : { tagline: cleanTagline(change.tagline) }),
    ...(change.accent === undefined ? {} : { accent: cleanAccent(change.accent) }),
  };
  const before = await readSiteInfo(ctx);
  const changed = Object.entries(look).filter(([key, value]) => value !== before[key as keyof typeof look]);
  if (changed.length > 0) await inTransaction(ctx, (tx) => keepLook(tx, changed));
  return readSiteInfo(ctx);
}

async function keepLook(tx: Ctx, changed: [string, string | undefined][]): Promise<void> {
  await updateSiteInfo(tx.db, Object.fromEntries(changed) as Partial<SiteLook>);
  for (const [what, value] of changed) await recordAct(tx, { kind: "site", note: `${what}: ${value ?? "default"}` });
}

function cleanName(text: string): string {
  const name = cleanText("site-name", inOneLine(text), { max: MAX_SITE_NAME, field: "name" });
  // Something that can be seen: it is the only link to the front page.
  if (name !== "" && !/[\p{L}\p{N}\p{S}\p{P}]/u.test(name))
    throw new DomainError("invalid", message("error.text-empty", { what: message("noun.site-name") }), {
      field: "name",
    });
  return name || DEFAULT_NAME;
}

const cleanTagline = (text: string): string | undefined =>
  cleanText("tagline", inOneLine(text), { max: MAX_TAGLINE, field: "tagline" }) || undefined;

const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
