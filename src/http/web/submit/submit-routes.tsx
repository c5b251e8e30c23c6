import { z } from "zod";

import { DomainError, isOutage } from "../../../errors.ts";
import { roomOf } from "../../../core/memes/quotas.ts";
import { mustWait, submitMeme } from "../../../core/memes/submit-meme.ts";

import type { Picture } from "../../../images/process.ts";
import type { Meme } from "../../../entities/meme.ts";
import { message } from "../../../words/messages.ts";
import { HttpError } from "../../errors.ts";
import { issueMessage } from "../../schema-message.ts";
import { optionalNumber, ownAge, RATING_RANGE } from "../../fields.ts";
import { isPicture, MAX_UPLOAD } from "../../image-field.ts";
import { noteFailure } from "../../refusal-for.ts";
import { goTo, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { Typed } from "./more-fields.tsx";
import { SubmitPage } from "./submit-page.tsx";

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

const conditionsOf = async ({ ctx, me }: Visit) => ({ waits: await mustWait(ctx, me!), room: roomOf(ctx, me!) });

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
  upload: { field: "image", maxBytes: MAX_UPLOAD },
  handle: async (visit, { image, ...typed }) => {
    const { id, held } = await submitTyped(visit, image, typed);
    visit.cookies.rememberPost({ age: typed.age, rating: typed.rating, more: typed.alt !== "" });
    const note = held === "waiting" ? "waits" : "submitted";
    if (!visit.wantsJson) return goTo(visit, `/meme/${id}`, note);
    visit.cookies.leaveNote(note);
    return json(visit, { url: `${visit.site.root}/meme/${id}` });
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
const isChosen = (image: unknown): image is Picture => isPicture(image) && image.length > 0;

async function submitTyped(visit: Visit, image: unknown, { caption, alt, age, rating }: Typed): Promise<Meme> {
  if (!isChosen(image)) throw new DomainError("invalid", NO_PICTURE, { field: "image" });
  const chosen = numbers.safeParse({ age, rating });
  if (!chosen.success) throw new HttpError(400, issueMessage(chosen.error));
  const { meme } = await submitMeme(visit.ctx, { image, caption, alt, ...chosen.data });
  return meme;
}

export const submitPages: readonly WebRoute[] = [view, submit];
