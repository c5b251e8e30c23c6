import { dialectOf } from "../../data/dialect.ts";
import { findSiteInfo, THE_SITE, updateSiteInfo } from "../../data/site-info.ts";
import type { Logo } from "../../entities/site-info.ts";
import { DomainError, explainOutage, isOutage } from "../../errors.ts";
import { LOGO_ICONS } from "../../images/logo-icons.ts";
import { processLogo, type Picture, type ProcessedLogo } from "../../images/process.ts";
import { message } from "../../words/messages.ts";
import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { ICON_TYPE, iconFile, LOGO_TYPE, logoFiles, newLogoKey } from "./logo-files.ts";

/** Shows this picture in the header, in place of the name. */
export async function uploadLogo(ctx: Ctx, picture: Picture): Promise<Logo> {
  requireFounder(ctx.actor);
  // The file would take the space that deletions need.
  dialectOf(ctx.db).requireRoom();
  const image = await processLogo(picture);
  const logo = await storeLogo(ctx, image);
  try {
    await replaceLogo(ctx, logo);
  } catch (error) {
    // After an outage we cannot know whether the logo is in use, so its files are left to the sweep.
    if (error instanceof DomainError && !isOutage(error)) await deleteFiles(ctx, logo);
    throw error;
  }
  return logo;
}

/** Idempotent. */
export async function removeLogo(ctx: Ctx): Promise<void> {
  requireFounder(ctx.actor);
  await replaceLogo(ctx, undefined);
}

/** Bytes before the row: a file without a row is litter, a row without a file is a broken page. */
async function storeLogo({ storage, ids }: Ctx, { bytes, hash, width, height, icons }: ProcessedLogo): Promise<Logo> {
  const key = newLogoKey(ids.next(), hash);
  try {
    await storage.put(key, bytes, LOGO_TYPE);
    for (const [i, icon] of LOGO_ICONS.entries()) await storage.put(iconFile(key, icon), icons[i]!, ICON_TYPE);
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
  return { key, bytes: bytes.length, width, height, iconBytes: icons.reduce((sum, { length }) => sum + length, 0) };
}

async function replaceLogo(outer: Ctx, logo: Logo | undefined): Promise<void> {
  const replaced = await inTransaction(outer, async (tx) => {
    const { logo: before } = await findSiteInfo(tx.db, THE_SITE);
    if (!before && !logo) return undefined;
    await updateSiteInfo(tx.db, { logo });
    await recordAct(tx, { kind: "site", note: logo ? `logo: ${logo.width}×${logo.height}` : "logo: removed" });
    return before;
  });
  if (replaced) await deleteFiles(outer, replaced);
}

/** Nobody refers to them any more. If the storage is away, the sweep finds them. */
const deleteFiles = ({ storage }: Ctx, logo: Logo) =>
  Promise.all(logoFiles(logo).map((file) => storage.delete(file).catch(() => {})));
