import { z } from "zod";

import { drawAvatar } from "../../../core/users/draw-avatar.ts";
import { removeAvatar } from "../../../core/users/remove-avatar.ts";
import { uploadAvatar } from "../../../core/users/upload-avatar.ts";
import { DomainError, isOutage } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { text } from "../form-fields.ts";
import { isPicture, MAX_UPLOAD } from "../../image-field.ts";
import { noteFailure } from "../../refusal-for.ts";
import { goTo } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type FormRefusal, type WebRoute } from "../web-route.ts";
import { ProfilePage } from "./profile-page.tsx";

const draw = page({
  method: "POST",
  path: "/settings/avatar",
  formPage: "/settings",
  access: "member",
  input: z.object({ face: text, color: text, hat: text }),
  handle: async (visit, parts) => {
    await drawAvatar(visit.ctx, parts);
    return goTo(visit, "/settings#avatar", "new-face");
  },
  again: (visit, _, refused) => again(visit, "draw", refused),
});

const upload = page({
  method: "POST",
  path: "/settings/avatar/picture",
  formPage: "/settings",
  access: "member",
  input: z.object({ image: z.unknown().optional() }),
  upload: { field: "image", maxBytes: MAX_UPLOAD },
  handle: async (visit, { image }) => {
    // Browsers send an empty file field as a file of zero bytes.
    if (!isPicture(image) || image.length === 0) throw new DomainError("invalid", message("error.no-picture"));
    await uploadAvatar(visit.ctx, image);
    return goTo(visit, "/settings#avatar", "new-face");
  },
  again: (visit, _, refused) => {
    if (isOutage(refused.error)) noteFailure(visit.website.services, visit.exchange, refused.error);
    return again(visit, "picture", refused);
  },
});

const remove = page({
  method: "POST",
  path: "/settings/avatar/remove",
  formPage: "/settings",
  access: "member",
  handle: async (visit) => {
    await removeAvatar(visit.ctx);
    return goTo(visit, "/settings#avatar", "first-face");
  },
});

function again(visit: Visit, form: "draw" | "picture", { sentence }: FormRefusal) {
  const { username, bio } = visit.me!;
  return <ProfilePage frame={visit.frame} typed={{ username, bio }} avatar={{ form, sentence }} />;
}

export const avatarPages: readonly WebRoute[] = [draw, upload, remove];
