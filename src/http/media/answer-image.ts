import { whenReady } from "../../when-ready.ts";
import type { OpenCall } from "../open-face.ts";
import type { Server } from "../server.ts";
import type { KeptImages } from "./kept-images.ts";
import { SAFE_HEADERS, type Image } from "./image.ts";
import { isKnown, respond, sendImage } from "./send-image.ts";
import { HttpResponse } from "../../wire/http-response.ts";

export interface Media extends Pick<Server, "services" | "addresses"> {
  images: KeptImages;
}

/** What the log calls the owner of an image that is not a meme's. */
const OWNERS: Partial<Record<Image["which"], string>> = { avatar: "user", base: "base" };

/** The image, to somebody who may see it. */
export function answer({ services, images }: Media, { exchange, ctx }: OpenCall, image: Image) {
  if (isKnown(exchange, image)) return respond(image, 304, null);
  return whenReady(images.open(ctx, image), (stored) => {
    if (stored) return sendImage(exchange, image, stored);
    const owner = { [OWNERS[image.which] ?? "meme"]: exchange.params.id };
    services.log.error("an image is missing in the storage", { ...owner, file: image.key });
    return notFound();
  });
}

export function notFound(): HttpResponse {
  const headers = { ...SAFE_HEADERS, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const text = "There is no such image.\n";
  return new HttpResponse(text, { status: 404, headers });
}
