import { z } from "zod";

import { requireMember } from "../../../core/access.ts";
import { AVATAR_TYPE, avatarPath } from "../../../core/users/avatar-files.ts";
import { AVATAR_COLORS, AVATAR_FACES, AVATAR_HATS, drawingOf } from "../../../core/users/avatar.ts";
import { drawAvatar } from "../../../core/users/draw-avatar.ts";
import { readProfile } from "../../../core/users/find-user.ts";
import { MAX_NOTE } from "../../../core/moderation/hide-meme.ts";
import { removeAvatarOf } from "../../../core/moderation/remove-avatar-of.ts";
import { removeAvatar } from "../../../core/users/remove-avatar.ts";
import { uploadAvatar } from "../../../core/users/upload-avatar.ts";
import type { User } from "../../../entities/user.ts";
import { whenReady } from "../../../when-ready.ts";
import { HttpError } from "../../errors.ts";
import { imageField, MAX_UPLOAD } from "../../image-field.ts";
import { jsonOf, type Json } from "../../json.ts";
import { route } from "../api-route.ts";
import { exampleUser } from "../example-meme.ts";
import { presentingOf, type Presenting } from "../presenting.ts";
import { NO_USER, succeeded, USER } from "./common.ts";
import { Avatar, AvatarChange } from "./schemas.ts";

const NOTHING_SENT = "Send a picture in the parameter image, or at least one of face, color and hat.";

const EXAMPLE_URL = `http://localhost:8420/a/${exampleUser.id_str}/cool-teal-crown.svg`;
const exampleAvatar = {
  kind: "drawing",
  url: EXAMPLE_URL,
  small_url: EXAMPLE_URL,
  type: "image/svg+xml",
  drawing: { face: "cool", color: "teal", hat: "crown" },
};

function presentAvatar(user: User, { addresses: { url } }: Presenting): Json {
  return jsonOf({
    kind: user.avatarKey ? "picture" : user.avatarDrawing ? "drawing" : "default",
    url: url + avatarPath(user, 256),
    small_url: url + avatarPath(user, 64),
    type: user.avatarKey ? AVATAR_TYPE : "image/svg+xml",
    drawing: drawingOf(user),
  });
}

const getOwnAvatar = route({
  name: "getOwnAvatar",
  method: "GET",
  path: "/profile/me/avatar",
  access: "member",
  tag: "Users",
  summary: "Get your avatar",
  answer: { description: "What you look like.", schema: Avatar, example: exampleAvatar },
  handle: (call) => presentAvatar(requireMember(call.ctx.actor).user, presentingOf(call)),
});

const getAvatar = route({
  name: "getAvatar",
  method: "GET",
  path: "/profile/{user}/avatar",
  access: "member",
  tag: "Users",
  summary: "Get a user's avatar",
  description: "Everybody has one: a picture, a drawing they chose, or the drawing their id gave them.",
  params: { user: { ...USER.user, example: "jester" } },
  answer: { description: "What they look like.", schema: Avatar, example: exampleAvatar },
  refusals: { 404: NO_USER },
  handle: (call) =>
    whenReady(readProfile(call.ctx, call.params.user!), (user) => presentAvatar(user, presentingOf(call))),
});

const part = <const T extends string>(name: string, names: readonly T[]) =>
  z
    .enum(names, { error: `The ${name} must be one of ${names.join(", ")}.` })
    .optional()
    .describe(`The ${name} of a drawing; stays as it is if you don't send it`);

const putAvatar = route({
  name: "putAvatar",
  method: "PUT",
  path: "/profile/me/avatar",
  access: "member",
  needs: ["Write"],
  tag: "Users",
  summary: "Change your avatar",
  description:
    "Send a picture, of the kinds and sizes that a meme may have: it is cut to a square, and only the first frame of an animation is kept. Or send the parts of a drawing. A picture is shown instead of a drawing, and a drawing replaces the picture.",
  upload: { field: "image", maxBytes: MAX_UPLOAD },
  input: z.object({
    image: imageField.optional(),
    face: part("face", AVATAR_FACES),
    color: part("color", AVATAR_COLORS),
    hat: part("hat", AVATAR_HATS),
  }),
  answer: {
    description: "What you look like now.",
    schema: AvatarChange,
    example: { success: true, ...exampleAvatar },
  },
  refusals: {
    400: NOTHING_SENT,
    403: "You can show a picture of your own once our moderators have approved your first memes. Until then, draw yourself.",
  },
  handle: async (call, { image, face, color, hat }) => {
    if (!image && !face && !color && !hat) throw new HttpError(400, NOTHING_SENT);
    const user = image ? await uploadAvatar(call.ctx, image) : await drawAvatar(call.ctx, { face, color, hat });
    return succeeded(presentAvatar(user, presentingOf(call)));
  },
});

const deleteAvatar = route({
  name: "deleteAvatar",
  method: "DELETE",
  path: "/profile/me/avatar",
  access: "member",
  needs: ["Write"],
  tag: "Users",
  summary: "Remove your avatar",
  description: "Removes your picture and the drawing you chose. You look as on your first day again.",
  answer: {
    description: "What you look like now.",
    schema: AvatarChange,
    example: { success: true, ...exampleAvatar, kind: "default" },
  },
  handle: async (call) => succeeded(presentAvatar(await removeAvatar(call.ctx), presentingOf(call))),
});

const NO_REASON = "Tell the person why, in the parameter reason.";

const deleteAvatarOf = route({
  name: "deleteAvatarOf",
  method: "DELETE",
  path: "/profile/{user}/avatar",
  access: "member",
  needs: ["Write"],
  tag: "Users",
  summary: "Remove a user's picture",
  description: "For staff. The user is told why, and looks like a drawing again.",
  params: { user: { ...USER.user, example: "jester" } },
  input: z.object({
    reason: z
      .string({ error: NO_REASON })
      .describe("Why, in words that the user reads")
      .meta({ maxLength: MAX_NOTE, example: "No faces of strangers, please" }),
  }),
  answer: {
    description: "What they look like now.",
    schema: AvatarChange,
    example: { success: true, ...exampleAvatar, kind: "default" },
  },
  refusals: { 400: NO_REASON, 403: "Only staff can remove other people's pictures.", 404: NO_USER },
  handle: async (call, { reason }) => {
    const user = await removeAvatarOf(call.ctx, { user: call.params.user!, reason });
    return succeeded(presentAvatar(user, presentingOf(call)));
  },
});

export const avatarRoutes = [getOwnAvatar, putAvatar, deleteAvatar, getAvatar, deleteAvatarOf];
