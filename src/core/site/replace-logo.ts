import { dialectOf } from "../../data/dialect.ts";
import { findSiteInfo, THE_SITE, updateSiteInfo } from "../../data/site-info.ts";
import type { Logo } from "../../entities/site-info.ts";
import { DomainError, explainOutage, isOutage } from "../../errors.ts";
import { processLogo, type Picture, type ProcessedLogo } from "../../images/process.ts";
import { message } from "../../words/messages.ts";
import { requireFounder } from "../access.ts";
import { inTransaction, type Ctx } from "../ctx.ts";
import { recordAct } from "../moderation/record-act.ts";
import { LOGO_TYPE, newLogoKey } from "./logo-files.ts";

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
    // After an outage we cannot know whether the logo is in use, so its file is left to the sweep.
    if (error instanceof DomainError && !isOutage(error)) await deleteFile(ctx, logo.key);
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
async function storeLogo({ storage, ids }: Ctx, { bytes, hash, width, height }: ProcessedLogo): Promise<Logo> {
  const key = newLogoKey(ids.next(), hash);
  try {
    await storage.put(key, bytes, LOGO_TYPE);
  } catch (error) {
    throw explainOutage(error, message("error.pictures-away"));
  }
  return { key, bytes: bytes.length, width, height };
}

async function replaceLogo(outer: Ctx, logo: Logo | undefined): Promise<void> {
  const replaced = await inTransaction(outer, async (tx) => {
    const { logo: before } = await findSiteInfo(tx.db, THE_SITE);
    if (!before && !logo) return undefined;
    await updateSiteInfo(tx.db, { logo });
    await recordAct(tx, { kind: "site", note: logo ? `logo: ${logo.width}×${logo.height}` : "logo: removed" });
    return before?.key;
  });
  if (replaced !== undefined) await deleteFile(outer, replaced);
}

/** Nobody refers to it any more. If the storage is away, the sweep finds it. */
const deleteFile = ({ storage }: Ctx, key: string) => storage.delete(key).catch(() => {});
