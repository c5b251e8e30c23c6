import { z } from "zod";

import { changeTemplate } from "../../../core/templates/change-template.ts";
import { acceptTemplate, refuseTemplate, retireTemplate } from "../../../core/templates/decide-template.ts";
import { listProposals } from "../../../core/templates/list-proposals.ts";
import { readTemplate } from "../../../core/templates/read-template.ts";
import { removeTemplate } from "../../../core/templates/remove-template.ts";
import { recipeOf } from "../../../core/templates/template-recipe.ts";
import type { Template } from "../../../entities/template.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor } from "../../cursor.ts";
import { text, ticked } from "../form-fields.ts";
import { goBack, goTo, show } from "../reply.ts";
import { ageOf, linesOf } from "../templates/typed-template.ts";
import { TemplatePage } from "../templates/template-page.tsx";
import { readTemplatePage } from "../templates/templates-routes.tsx";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { EditTemplatePage, type TypedChange } from "./edit-template-page.tsx";
import { ProposalsPage } from "./proposals-page.tsx";
import type { RefusedRefusal } from "./refuse-form.tsx";

const AT_ONCE = 10;
const QUEUE = "/moderation/templates";

const list = page({
  method: "GET",
  path: QUEUE,
  access: "staff",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => show(visit, await queuePage(visit, { cursor })),
});

async function queuePage(visit: Visit, { cursor, refused }: { cursor?: string | undefined; refused?: RefusedRefusal }) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, memeCursor);
  const { items, next } = await listProposals(visit.ctx, { amount: AT_ONCE, after });
  const more = next && `${visit.site.root}${QUEUE}?cursor=${encodeCursor(next)}`;
  const mode = visit.ctx.policy.templates;
  return <ProposalsPage frame={visit.frame} proposals={items} next={more} mode={mode} refused={refused} />;
}

const accept = page({
  method: "POST",
  path: `${QUEUE}/{id}/accept`,
  formPage: QUEUE,
  access: "staff",
  input: z.object({ next: z.string().optional() }),
  handle: async (visit, { next }) => {
    await acceptTemplate(visit.ctx, visit.param("id"));
    return goBack(visit, next, QUEUE, "template-accepted");
  },
});

const refuse = page({
  method: "POST",
  path: `${QUEUE}/{id}/refuse`,
  formPage: QUEUE,
  access: "staff",
  input: z.object({ reason: text }),
  handle: async (visit, { reason }) => {
    await refuseTemplate(visit.ctx, { id: visit.param("id"), reason });
    return goTo(visit, QUEUE, "template-refused");
  },
  again: (visit, { reason }, { sentence }) =>
    queuePage(visit, { refused: { id: visit.param("id"), reason, error: sentence } }),
});

const retire = page({
  method: "POST",
  path: `${QUEUE}/{id}/retire`,
  formPage: QUEUE,
  access: "staff",
  input: z.object({ next: z.string().optional() }),
  handle: async (visit, { next }) => {
    await retireTemplate(visit.ctx, visit.param("id"));
    return goBack(visit, next, QUEUE, "template-retired");
  },
});

const remove = page({
  method: "POST",
  path: `${QUEUE}/{id}/remove`,
  formPage: "/templates/{id}",
  access: "staff",
  input: z.object({ fate: text, reason: text, ban: ticked }),
  handle: async (visit, { fate, reason, ban }) => {
    const id = visit.param("id");
    const isGone = await removeTemplate(visit.ctx, { id, fate: fate === "delete" ? "delete" : "keep", reason, ban });
    return isGone
      ? goTo(visit, "/templates", "template-removed")
      : goTo(visit, `/templates/${id}`, "template-removing");
  },
  again: async (visit, typed, { sentence }) => (
    <TemplatePage frame={visit.frame} {...await readTemplatePage(visit)} removal={{ ...typed, error: sentence }} />
  ),
});

const typedFrom = (template: Template): TypedChange => ({
  name: template.name,
  tags: template.tags.join(" "),
  alt: template.alt,
  age: String(template.age),
  samples: template.sampleTexts.map((one) => one.replaceAll("\n", " ")).join("\n"),
  boxes: JSON.stringify(
    recipeOf(template).boxes.map((box) => ({ ...box, text: undefined })),
    null,
    2,
  ),
});

const askChange = page({
  method: "GET",
  path: `${QUEUE}/{id}`,
  access: "staff",
  handle: async (visit) => {
    const one = await readTemplate(visit.ctx, visit.param("id"));
    return show(visit, <EditTemplatePage frame={visit.frame} one={one} typed={typedFrom(one.template)} />);
  },
});

const change = page({
  method: "POST",
  path: `${QUEUE}/{id}`,
  access: "staff",
  input: z.object({ name: text, tags: text, alt: text, age: text, samples: text, boxes: text }),
  handle: async (visit, { age, samples, ...typed }) => {
    const id = visit.param("id");
    await changeTemplate(visit.ctx, { id, ...typed, age: ageOf(age), sampleTexts: linesOf(samples) });
    return goTo(visit, `/templates/${id}`, "template-saved");
  },
  again: async (visit, typed, { sentence }) => (
    <EditTemplatePage
      frame={visit.frame}
      one={await readTemplate(visit.ctx, visit.param("id"))}
      typed={typed}
      error={sentence}
    />
  ),
});

export const templateStaffPages: readonly WebRoute[] = [list, accept, refuse, retire, remove, askChange, change];
