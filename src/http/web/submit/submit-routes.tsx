import { z } from "zod";

import { DomainError, isOutage } from "../../../errors.ts";
import { roomOf } from "../../../core/memes/quotas.ts";
import { discardDraft, keepDraft, readDraft, submitDraft } from "../../../core/copies/keep-draft.ts";
import { findEarlier } from "../../../core/copies/list-copies.ts";
import {
  addSubmission,
  mustWait,
  orDiscard,
  prepareSubmission,
  type Submission,
} from "../../../core/memes/submit-meme.ts";

import type { Meme } from "../../../entities/meme.ts";
import { takesVideos } from "../../../video/ffmpeg.ts";
import { message } from "../../../words/messages.ts";
import { HttpError } from "../../errors.ts";
import { issueMessage } from "../../schema-message.ts";
import { optionalNumber, ownAge, RATING_RANGE } from "../../fields.ts";
import { isUpload, MAX_UPLOAD } from "../../image-field.ts";
import { noteFailure } from "../../refusal-for.ts";
import type { Note } from "../note.ts";
import { goTo, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { Typed } from "./more-fields.tsx";
import { PostedBeforePage } from "./posted-before-page.tsx";
import { SubmitPage } from "./submit-page.tsx";
import type { HttpResponse } from "../../../wire/http-response.ts";

const NO_PICTURE = message("error.no-picture");

const view = page({
  method: "GET",
  path: "/submit",
  restorable: true,
  access: "member",
  handle: async (visit) => {
    const typed = { caption: "", alt: "", ...visit.cookies.lastPost };
    return show(visit, <SubmitPage frame={visit.frame} typed={typed} {...await conditionsOf(visit)} />);
  },
});

const conditionsOf = async ({ ctx, me }: Visit) => ({
  waits: await mustWait(ctx, me!),
  room: roomOf(ctx, me!),
  videos: (await takesVideos(ctx.policy.video)) ? ctx.policy.video : undefined,
});

/** Accepts anything. Errors are reported below, with the form and everything typed into it. */
const input = z.object({
  image: z.unknown().optional(),
  caption: z.string().catch(""),
  alt: z.string().catch(""),
  age: z.string().catch(""),
  rating: z.string().catch(""),
});

const numbers = z.object({ age: ownAge, rating: optionalNumber(RATING_RANGE) });

const submit = page({
  method: "POST",
  path: "/submit",
  access: "member",
  input,
  upload: { field: "image", maxBytes: MAX_UPLOAD, film: true },
  handle: async (visit, { image, ...typed }) => {
    const meme = await submitTyped(visit, image, typed);
    // What was typed waits there, and so does the picture.
    return meme ? posted(visit, typed, meme) : goOn(visit, "/submit/draft");
  },
  again: async (visit, sent, { sentence, error }) => {
    const { image, ...typed } = sent;
    const field = error instanceof DomainError ? error.field : undefined;
    const refused = { sentence, field, hadPicture: isChosen(image) };
    if (isOutage(error)) noteFailure(visit.website.services, visit.exchange, error);
    return <SubmitPage frame={visit.frame} typed={typed} refused={refused} {...await conditionsOf(visit)} />;
  },
});

/** Browsers send an empty file field as a file of zero bytes. */
const isChosen = (image: unknown): image is Submission["image"] => isUpload(image) && image.length > 0;

/** Undefined if it has been posted before: then it is kept until its author has decided. */
async function submitTyped({ ctx }: Visit, image: unknown, typed: Typed): Promise<Meme | undefined> {
  if (!isChosen(image)) throw new DomainError("invalid", NO_PICTURE, { field: "image" });
  const prepared = await prepareSubmission(ctx, { image, ...chosenIn(typed) });
  if (!(await findEarlier(ctx, prepared.family)))
    return (await orDiscard(ctx, prepared, () => addSubmission(ctx, prepared))).meme;
  await orDiscard(ctx, prepared, () => keepDraft(ctx, prepared));
  return undefined;
}

export function chosenIn({ caption, alt, age, rating }: Typed) {
  const chosen = numbers.safeParse({ age, rating });
  if (!chosen.success) throw new HttpError(400, issueMessage(chosen.error));
  return { caption, alt, ...chosen.data };
}

export function posted(visit: Visit, { age, rating, alt }: Typed, { id, held }: Meme): HttpResponse {
  visit.cookies.rememberPost({ age, rating, more: alt !== "" });
  return goOn(visit, `/meme/${id}`, NOTES[held ?? "none"]);
}

const NOTES = { none: "submitted", hidden: "submitted", waiting: "waits", encoding: "encoding" } as const;

/** Scripts go there themselves. */
export function goOn(visit: Visit, path: string, note?: Note): HttpResponse {
  if (!visit.wantsJson) return goTo(visit, path, note);
  if (note) visit.cookies.leaveNote(note);
  return json(visit, { url: visit.site.root + path });
}

const askAgain = page({
  method: "GET",
  path: "/submit/draft",
  access: "member",
  handle: async (visit) => {
    const draft = await readDraft(visit.ctx);
    if (!draft) return goTo(visit, "/submit");
    const { caption, alt = "", age, rating = "" } = draft.prepared;
    const typed = { caption, alt, age: String(age), rating: String(rating) };
    return show(visit, <PostedBeforePage frame={visit.frame} draft={draft} typed={typed} />);
  },
});

const submitAnyway = page({
  method: "POST",
  path: "/submit/draft",
  access: "member",
  input: input.omit({ image: true }),
  handle: async (visit, typed) => posted(visit, typed, (await submitDraft(visit.ctx, chosenIn(typed))).meme),
  again: async (visit, typed, { sentence }) => {
    const draft = await readDraft(visit.ctx);
    const refused = { sentence, field: undefined, hadPicture: false };
    if (!draft)
      return <SubmitPage frame={visit.frame} typed={typed} refused={refused} {...await conditionsOf(visit)} />;
    return <PostedBeforePage frame={visit.frame} draft={draft} typed={typed} error={sentence} />;
  },
});

const discard = page({
  method: "POST",
  path: "/submit/draft/discard",
  formPage: "/submit/draft",
  access: "member",
  handle: async (visit) => {
    await discardDraft(visit.ctx);
    return goTo(visit, "/", "not-posted");
  },
});

export const submitPages: readonly WebRoute[] = [view, submit, askAgain, submitAnyway, discard];
