import { join } from "node:path";

import { TEMPLATES } from "../../assets/templates/index.ts";
import { INSTALL_TEMPLATES, listMissing } from "../core/templates/list-missing.ts";
import { enqueueJob } from "../data/jobs.ts";
import type { Services } from "../services.ts";
import type { JobKind } from "./job-kind.ts";

const FOLDER = join(import.meta.dir, "../../assets/templates");

/** At the start, if this version has templates that the site does not have. */
export async function queueTemplates({ config, database: { db }, clock }: Services): Promise<void> {
  if (config.starter && (await listMissing({ db }, TEMPLATES)).length > 0)
    await enqueueJob(db, INSTALL_TEMPLATES, "", clock());
}

export const installTemplatesJob: JobKind = {
  name: INSTALL_TEMPLATES,
  lane: "pictures",
  async run({ ctx, log, signal }) {
    const missing = await listMissing(ctx, TEMPLATES);
    // Few processes ever need it.
    const { installTemplate } = await import("../core/templates/install-templates.ts");
    // The newest comes first on every page, so the first one comes last.
    for (const template of missing.toReversed()) {
      signal.throwIfAborted();
      const picture = await Bun.file(join(FOLDER, template.file)).bytes();
      await installTemplate({ ...ctx, now: Date.now() }, template, picture);
    }
    log.info("templates installed", { templates: missing.length });
  },
};
