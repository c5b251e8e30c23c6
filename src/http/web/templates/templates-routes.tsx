import { z } from "zod";

import { readMarks } from "../../../core/memes/read-marks.ts";
import { withdrawTemplate } from "../../../core/templates/decide-template.ts";
import { favouriteTemplate, unfavouriteTemplate } from "../../../core/templates/favourite-template.ts";
import { listTemplates } from "../../../core/templates/list-templates.ts";
import {
  mayPropose,
  isAcceptedAtOnce,
  proposeTemplate,
  readProposable,
} from "../../../core/templates/propose-template.ts";
import { listMemesOfTemplate, readTemplate } from "../../../core/templates/read-template.ts";
import { DomainError, isOutage } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor, standing } from "../../cursor.ts";
import { isPicture, MAX_UPLOAD } from "../../image-field.ts";
import { noteFailure } from "../../refusal-for.ts";
import { text } from "../form-fields.ts";
import { passingTime } from "../passing-time.ts";
import { goTo, show, showCached } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { NewTemplatePage } from "./new-template-page.tsx";
import { TemplatePage } from "./template-page.tsx";
import { templatesInput, templatesQuery } from "./templates-input.ts";
import { TemplatesPage } from "./templates-page.tsx";
import { ageOf, arrangementOf, EMPTY, samplesOf, type TypedTemplate } from "./typed-template.ts";

const AMOUNT = 24;
const MEMES = 12;

const ageFor = (visit: Visit) => (visit.showsMature ? 4 : 2);

const list = page({
  method: "GET",
  path: "/templates",
  restorable: true,
  access: "anyone",
  input: templatesInput,
  handle: async (visit, asked) => {
    const { ctx, site } = visit;
    // Only their own are of no use to guests.
    const isOwn = asked.show === "mine" || asked.show === "favourites";
    if (isOwn && !visit.me) return goTo(visit, `/sign-in?next=${encodeURIComponent(visit.here)}`);
    const { items, next } = await listTemplates(ctx, {
      list: asked.show,
      search: asked.search,
      age: isOwn ? 4 : ageFor(visit),
      amount: AMOUNT,
      skip: 0,
      after: asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, memeCursor),
    });
    const more = next && `${site.root}/templates${templatesQuery({ ...asked, cursor: encodeCursor(next) })}`;
    const may = mayPropose(ctx.policy, ctx.actor) ? ((await isAcceptedAtOnce(ctx)) ? "add" : "propose") : undefined;
    const props = { asked, templates: items, next: more, may } as const;
    return showCached(
      visit,
      (frame) => <TemplatesPage frame={frame} {...props} />,
      () => [items, more, may],
    );
  },
});

const one = page({
  method: "GET",
  path: "/templates/{id}",
  restorable: true,
  access: "anyone",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => {
    const props = await readTemplatePage(visit, cursor);
    const times = () => props.memes.map(({ meme, author }) => ({ at: meme.createdAt, by: author }));
    return showCached(
      visit,
      (frame) => <TemplatePage frame={frame} {...props} />,
      () => [props.one, props.memes, props.next, passingTime(visit, times())],
    );
  },
});

/** What the page of the template in the address shows. */
export async function readTemplatePage(visit: Visit, cursor?: string) {
  const { ctx, site } = visit;
  const found = await readTemplate(ctx, visit.param("id"));
  const { id } = found.template;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, standing);
  const { items, next } = await listMemesOfTemplate(ctx, id, { age: 4, amount: MEMES, skip: 0, after });
  const more = next && `${site.root}/templates/${id}?cursor=${encodeCursor(next)}`;
  return { one: found, memes: items, marks: await readMarks(ctx, items), next: more };
}

const favour = (name: "favourite" | "unfavourite", act: typeof favouriteTemplate) =>
  page({
    method: "POST",
    path: `/templates/{id}/${name}`,
    access: "member",
    handle: async (visit) => {
      const id = visit.param("id");
      await act(visit.ctx, id);
      return goTo(visit, `/templates/${encodeURIComponent(id)}`, name === "favourite" ? "favourite" : "no-favourite");
    },
  });

const withdraw = page({
  method: "POST",
  path: "/templates/{id}/withdraw",
  access: "member",
  handle: async (visit) => {
    await withdrawTemplate(visit.ctx, visit.param("id"));
    return goTo(visit, "/templates?show=mine", "template-withdrawn");
  },
});

const askNew = page({
  method: "GET",
  path: "/templates/new",
  access: "member",
  input: z.object({ meme: text }),
  handle: async (visit, { meme }) => {
    requireMayPropose(visit);
    return show(visit, await newPage(visit, EMPTY, meme));
  },
});

function requireMayPropose({ ctx }: Visit): void {
  if (!mayPropose(ctx.policy, ctx.actor)) throw new DomainError("not_allowed", message("error.templates-staff"));
}

async function newPage(visit: Visit, typed: TypedTemplate, memeId: string, error?: string) {
  const { ctx } = visit;
  const from = memeId === "" ? undefined : await readProposable(ctx, memeId);
  const { alt, age } = from?.one.meme ?? EMPTY;
  return (
    <NewTemplatePage
      frame={visit.frame}
      typed={typed === EMPTY ? { ...typed, alt, age: String(age) } : typed}
      from={from}
      atOnce={await isAcceptedAtOnce(ctx)}
      {...(error === undefined ? {} : { error })}
    />
  );
}

/** Accepts anything. Errors are reported below, with the form and everything typed into it. */
const newInput = z.object({
  image: z.unknown().optional(),
  meme: text,
  name: z.string().catch(""),
  tags: z.string().catch(""),
  alt: z.string().catch(""),
  age: z.string().catch(""),
  where: z.string().catch(""),
  samples: z.string().catch(""),
});

const propose = page({
  method: "POST",
  path: "/templates/new",
  access: "member",
  input: newInput,
  upload: { field: "image", maxBytes: MAX_UPLOAD },
  handle: async (visit, { image, meme, ...typed }) => {
    visit.formPage = meme === "" ? "/templates/new" : `/templates/new?meme=${encodeURIComponent(meme.toWellFormed())}`;
    const { id, status } = await proposeTemplate(visit.ctx, {
      ...typed,
      age: ageOf(typed.age),
      arrangement: arrangementOf(typed),
      sampleTexts: samplesOf(visit.words, typed),
      from: meme === "" ? { picture: pictureOf(image) } : { memeId: meme },
    });
    return goTo(visit, `/templates/${id}`, status === "accepted" ? "template-added" : "template-proposed");
  },
  again: (visit, { meme, ...typed }, { sentence, error }) => {
    if (isOutage(error)) noteFailure(visit.website.services, visit.exchange, error);
    return newPage(visit, typed, meme, sentence);
  },
});

/** Browsers send an empty file field as a file of zero bytes. */
function pictureOf(image: unknown) {
  if (!isPicture(image) || image.length === 0)
    throw new DomainError("invalid", message("error.no-picture"), { field: "image" });
  return image;
}

export const templatesPages: readonly WebRoute[] = [
  list,
  askNew,
  propose,
  one,
  favour("favourite", favouriteTemplate),
  favour("unfavourite", unfavouriteTemplate),
  withdraw,
];
