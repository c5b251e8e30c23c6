import { makeOnly } from "../../../core/make/make-only.ts";
import type { SizedRendition } from "../../../images/process.ts";
import { page, type WebRoute } from "../web-route.ts";
import { drawInput, previewInput, textsIn, UPLOAD, wishIn, withoutEmpty } from "./make-input.ts";
import { HttpResponse } from "../../../wire/http-response.ts";

/** Only its caller sees it, and nothing keeps it. */
const answerPicture = ({ bytes, type }: SizedRendition): HttpResponse =>
  new HttpResponse(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": type,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  });

/** For people without scripts. */
const preview = page({
  method: "GET",
  path: "/make/preview",
  access: "member",
  input: previewInput,
  handle: async (visit, input) => {
    const texts = withoutEmpty(textsIn(input));
    return answerPicture(await makeOnly(visit.ctx, { template: input.template, texts }));
  },
});

/** For those who want to keep an animation without posting it: browsers cannot write one. */
const picture = page({
  method: "POST",
  path: "/make/picture",
  access: "member",
  input: drawInput,
  upload: UPLOAD,
  handle: async (visit, input) =>
    answerPicture(await makeOnly(visit.ctx, { ...wishIn(input), edited: input.edit || undefined })),
});

/** Pictures that are not posted. */
export const picturePages: readonly WebRoute[] = [preview, picture];
