import { listSlugs } from "../../data/templates.ts";
import type { Ctx } from "../ctx.ts";

export const INSTALL_TEMPLATES = "install-templates";

/** Those that the site does not have yet. One that staff have retired or removed stays away. */
export async function listMissing<T extends { slug: string }>(
  { db }: Pick<Ctx, "db">,
  set: readonly T[],
): Promise<T[]> {
  const slugs = new Set(await listSlugs(db));
  return set.filter(({ slug }) => !slugs.has(slug));
}
