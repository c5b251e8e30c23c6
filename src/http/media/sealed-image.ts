import { isId } from "../../core/ids.ts";
import type { SignedPictures } from "../../core/memes/signed-pictures.ts";
import { whenReady } from "../../when-ready.ts";
import type { OpenCall, OpenRoute } from "../open-face.ts";
import { answer, notFound, type Media } from "./answer-image.ts";
import { SAFE_HEADERS, type Image } from "./image.ts";
import { HttpResponse } from "../../wire/http-response.ts";

/** For a CDN. What it shows must be shown to anybody, and caches keep it until the seal ends. */
export const sealedImageRoute = (media: Media, pictures: SignedPictures): OpenRoute => ({
  method: "GET",
  path: "/m/{seal}/{id}/{file}",
  access: "anyone",
  handle: (call) => answerSealed(media, pictures, call),
});

function answerSealed(media: Media, pictures: SignedPictures, call: OpenCall): HttpResponse | Promise<HttpResponse> {
  const { seal, id, file } = call.exchange.params as { seal: string; id: string; file: string };
  const state = isId(id) ? pictures.stateOf(seal, id) : "forged";
  if (state === "forged") return notFound();
  return whenReady(media.images.of(call.ctx, id), (images) =>
    whenReady(media.images.find(call.ctx, images, file), (image) => {
      if (!image || images!.meme.disabled) return notFound();
      if (state === "expired") return redirect(`${pictures.root}${pictures.sealOf(id)}/${id}/${file}`);
      return answer(media, call, untilSealEnds(image, pictures.secondsLeft(seal)));
    }),
  );
}

const untilSealEnds = (image: Image, seconds: number): Image => ({
  ...image,
  cacheControl: `public, max-age=${seconds}, must-revalidate`,
});

/** Whoever kept an old address still gets to the picture, as long as it is shown. */
const redirect = (Location: string) =>
  new HttpResponse(null, { status: 302, headers: { ...SAFE_HEADERS, Location, "Cache-Control": "no-store" } });
