import { z } from "zod";

import { changeSite } from "../../../core/site/change-site.ts";
import { readPageText } from "../../../core/site/read-page.ts";
import { removeLogo, uploadLogo } from "../../../core/site/replace-logo.ts";
import { writePage } from "../../../core/site/write-page.ts";
import { SITE_PAGES, type SitePage } from "../../../entities/site-info.ts";
import { DomainError, isOutage } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { isPicture, MAX_UPLOAD } from "../../image-field.ts";
import { noteFailure } from "../../refusal-for.ts";
import { text } from "../form-fields.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { PageEditor } from "./page-editor.tsx";
import { SitePageOfAdmin } from "./site-page.tsx";

const HERE = "/admin/site";

const site = page({
  method: "GET",
  path: HERE,
  access: "founder",
  handle: (visit) => show(visit, <SitePageOfAdmin frame={visit.frame} />),
});

const words = page({
  method: "POST",
  path: HERE,
  access: "founder",
  input: z.object({ name: text, tagline: text }),
  handle: async (visit, input) => {
    await changeSite(visit.ctx, input);
    return goTo(visit, HERE, "site-saved");
  },
  again: (visit, typed, { sentence }) => (
    <SitePageOfAdmin frame={visit.frame} refused={{ form: "words", sentence, typed }} />
  ),
});

const accent = page({
  method: "POST",
  path: `${HERE}/accent`,
  access: "founder",
  input: z.object({ accent: text }),
  handle: async (visit, input) => {
    await changeSite(visit.ctx, input);
    return goTo(visit, HERE, "site-saved");
  },
  again: (visit, typed, { sentence }) => (
    <SitePageOfAdmin frame={visit.frame} refused={{ form: "accent", sentence, typed }} />
  ),
});

const logo = page({
  method: "POST",
  path: `${HERE}/logo`,
  access: "founder",
  input: z.object({ image: z.unknown().optional() }),
  upload: { field: "image", maxBytes: MAX_UPLOAD },
  handle: async (visit, { image }) => {
    // Browsers send an empty file field as a file of zero bytes.
    if (!isPicture(image) || image.length === 0) throw new DomainError("invalid", message("error.no-logo"));
    await uploadLogo(visit.ctx, image);
    return goTo(visit, HERE, "site-saved");
  },
  again: (visit, _, { sentence, error }) => {
    if (isOutage(error)) noteFailure(visit.website.services, visit.exchange, error);
    return <SitePageOfAdmin frame={visit.frame} refused={{ form: "logo", sentence, typed: {} }} />;
  },
});

const noLogo = page({
  method: "POST",
  path: `${HERE}/logo/remove`,
  access: "founder",
  handle: async (visit) => {
    await removeLogo(visit.ctx);
    return goTo(visit, HERE, "site-saved");
  },
});

/** The page that the address names. */
function pageOf(visit: Visit): SitePage {
  const found = SITE_PAGES.find((one) => one === visit.param("page"));
  if (!found) throw new DomainError("not_found", message("error.no-page"));
  return found;
}

const editPage = page({
  method: "GET",
  path: `${HERE}/pages/{page}`,
  access: "founder",
  handle: async (visit) => {
    const one = pageOf(visit);
    return show(visit, <PageEditor frame={visit.frame} page={one} text={await readPageText(visit.ctx, one)} />);
  },
});

/** Every character may take twelve bytes of a form. */
const MAX_FORM = 512 * 1024;

const savePage = page({
  method: "POST",
  path: `${HERE}/pages/{page}`,
  access: "founder",
  input: z.object({ text }),
  maxBytes: MAX_FORM,
  handle: async (visit, input) => {
    await writePage(visit.ctx, { page: pageOf(visit), text: input.text });
    return goTo(visit, `${HERE}/pages/${pageOf(visit)}`, "site-saved");
  },
  again: async (visit, { text: typed }, { sentence }) => {
    const now = await readPageText(visit.ctx, pageOf(visit));
    return <PageEditor frame={visit.frame} page={pageOf(visit)} text={now} refused={{ typed, sentence }} />;
  },
});

export const sitePages: readonly WebRoute[] = [site, words, accent, logo, noLogo, editPage, savePage];
