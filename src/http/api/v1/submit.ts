import { z } from "zod";

import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import { addSubmission, orDiscard, prepareSubmission } from "../../../core/memes/submit-meme.ts";
import { MAX_UPLOAD, NO_IMAGE, uploadField } from "../../image-field.ts";
import { json } from "../../json.ts";
import { unlessPosted, WORDS_OF_A_MEME } from "../../meme-fields.ts";
import type { ApiCall, Once } from "../api-call.ts";
import { route } from "../api-route.ts";
import { exampleMeme } from "../example-meme.ts";
import { presentingOf } from "../presenting.ts";
import { presentMeme } from "./present.ts";
import { Submitted } from "./schemas.ts";

export const UNLESS_POSTED = unlessPosted.describe(
  "Answers 409 with posted_before, and the id of the meme in X-Meme-Id, if somebody has posted the same picture before: the same file, or one that shows the same, perhaps smaller, compressed or mirrored",
);

const submit = route({
  name: "submitMeme",
  method: "POST",
  path: "/submit",
  access: "member",
  needs: ["Write"],
  tag: "Memes",
  summary: "Submit a meme",
  description:
    "JPEG, PNG, WebP, AVIF or GIF, up to 20 MB and 40 megapixels (16 for WebP and AVIF, 20 for all frames of an animation together); or an MP4, MOV, WebM or MKV video, if the site has an encoder, up to 60 seconds and 100 MB unless it has other limits. Send it as a file in a multipart form or as base64 text; anything but a video in a form may have 30 MB at most. A video is `disabled` until it is encoded, then it appears by itself.",
  once: true,
  upload: { field: "image", maxBytes: MAX_UPLOAD, film: true },
  input: z.object({
    image: uploadField,
    ...WORDS_OF_A_MEME,
    unless_posted: UNLESS_POSTED,
  }),
  answer: {
    status: 201,
    description: "The meme.",
    schema: Submitted,
    example: { success: true, memeid: exampleMeme.memeid, meme: exampleMeme },
  },
  refusals: {
    400: NO_IMAGE,
    403: "Your memes use 2 GB of the 2 GB an account can have, so this one doesn't fit. Delete a few, or ask the people who run this site for more space.",
  },
  handle: async (call, { unless_posted: isNew = false, ...input }) => {
    const prepared = await prepareSubmission(call.ctx, { ...input, unlessPosted: isNew });
    return orDiscard(call.ctx, prepared, () =>
      call.once(async (ctx) => submitted(call, await addSubmission(ctx, prepared))),
    );
  },
});

/** The answer to somebody who has posted a meme, or changed its picture. */
export function submitted(call: ApiCall, posted: MemeWithAuthor): Once {
  const memeId = posted.meme.id;
  const meme = presentMeme(posted, presentingOf(call));
  return { memeId, body: json(`{"success":true,"memeid":"${memeId}","meme":${meme}}`) };
}

export const submitRoutes = [submit];
