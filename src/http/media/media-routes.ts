import type { Addresses } from "../../config.ts";
import { canSee, isSuspended } from "../../core/access.ts";
import { type Actor, type Ctx, GUEST } from "../../core/ctx.ts";
import { isId } from "../../core/ids.ts";
import { readSiteInfo } from "../../core/site/read-site-info.ts";
import { useKey } from "../../core/keys/use-key.ts";
import { useSession } from "../../core/sessions/use-session.ts";
import { cachedUser } from "../../core/users/find-user.ts";
import type { Services } from "../../services.ts";
import { whenReady } from "../../when-ready.ts";
import { credentialOf } from "../credential.ts";
import type { OpenCall, OpenRoute } from "../open-face.ts";
import type { Server } from "../server.ts";
import { sessionTokenOf } from "../session-cookie.ts";
import { answerDrawing, avatarImages } from "./avatar-image.ts";
import { logoImages } from "./logo-image.ts";
import { answer, notFound, type Media } from "./answer-image.ts";
import { answerBase } from "./base-image.ts";
import { KeptImages } from "./kept-images.ts";
import type { Image } from "./image.ts";
import type { MemeImages } from "./meme-images.ts";
import { sealedImageRoute } from "./sealed-image.ts";
import type { HttpRequest } from "../../wire/http-request.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** Images need no key. Anyone who may see the meme may see its image, checked on every request, before any ETag counts. */
export function mediaRoutes(server: Server): MediaRoutes {
  const { services, addresses } = server;
  const media: Media = { services, addresses, images: new KeptImages(services.cache) };
  const own: OpenRoute[] = [
    { method: "GET", path: "/i/{id}/{file}", access: "anyone", handle: (call) => answerImage(media, call) },
    { method: "GET", path: "/a/{id}/{file}", access: "anyone", handle: (call) => answerAvatar(media, call) },
    {
      method: "GET",
      path: "/base/{id}/{file}",
      access: "anyone",
      handle: (call) => answerBase(media, call, () => callerOf(media, call)),
    },
    { method: "GET", path: "/logo/{file}", access: "anyone", handle: (call) => answerLogo(media, call) },
  ];
  return { own, sealed: services.pictures ? [sealedImageRoute(media, services.pictures)] : [] };
}

export interface MediaRoutes {
  /** Below the site's own address. */
  own: readonly OpenRoute[];
  /** Below the address of the CDN, if there is one. */
  sealed: readonly OpenRoute[];
}

function answerImage(media: Media, call: OpenCall): HttpResponse | Promise<HttpResponse> {
  const { id, file } = call.exchange.params;
  const found = isId(id!) ? media.images.of(call.ctx, id!) : undefined;
  return whenReady(found, (images) =>
    whenReady(media.images.find(call.ctx, images, file!), (image) =>
      // The caller matters only if not everybody may see the meme. Missing and hidden images take the same path.
      image && !images!.meme.disabled ? answer(media, call, image) : answerAuthor(media, call, images, image),
    ),
  );
}

/** Everybody may see what people look like. */
function answerAvatar(media: Media, call: OpenCall): HttpResponse | Promise<HttpResponse> {
  const { id, file } = call.exchange.params as { id: string; file: string };
  if (!isId(id)) return notFound();
  const drawing = answerDrawing(id, file);
  if (drawing) return drawing;
  return whenReady(cachedUser(call.ctx, id), (user) => {
    const image = user && avatarImages(user).find(({ name }) => name === file);
    return image ? answer(media, call, image) : notFound();
  });
}

function answerLogo(media: Media, call: OpenCall): HttpResponse | Promise<HttpResponse> {
  const { params } = call.exchange;
  return whenReady(readSiteInfo(call.ctx), ({ logo }) => {
    const image = logo && logoImages(logo).find(({ name }) => name === params.file);
    return image ? answer(media, call, image) : notFound();
  });
}

async function answerAuthor(media: Media, call: OpenCall, images: MemeImages | undefined, image: Image | undefined) {
  const actor = await callerOf(media, call);
  return images && image && canSee(actor, images.meme) ? answer(media, call, image) : notFound();
}

const callerOf = ({ addresses, services }: Media, { exchange, ctx }: OpenCall): Promise<Actor> =>
  actorOf(exchange.request, ctx, addresses, services);

/**
 * Recognizes the author of a disabled meme by key or session. Bad credentials make a guest, because nothing here
 * requires any.
 */
async function actorOf(request: HttpRequest, ctx: Ctx, addresses: Addresses, { config }: Services): Promise<Actor> {
  try {
    const key = credentialOf(request.headers);
    if (key) {
      const member = await useKey(ctx, key, ctx.now);
      if (!isSuspended(member.user, ctx.now)) return member;
    }
    const token = sessionTokenOf(request, addresses, config);
    const signedIn = token && (await useSession(ctx, token));
    if (signedIn) return signedIn.member;
  } catch {
    // same as none
  }
  return GUEST;
}
