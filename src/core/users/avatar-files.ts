import type { Avatar } from "../../entities/user.ts";
import { drawingName, drawingOf } from "./avatar.ts";

/** Width and height of a picture's files, in pixels. */
export const AVATAR_SIZES = [256, 64] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** Where avatars are, under the public address: below the id of their person. */
export const AVATARS = "/a/";
export const AVATAR_TYPE = "image/webp";

const HASH_LENGTH = 32;
/** The hash of the largest file is part of the key, and of every address. */
export const avatarHash = (key: string) => key.slice(-HASH_LENGTH);
export const newAvatarKey = (id: string, hash: string) =>
  `${hash.slice(0, 2)}/avatar-${id}-${hash.slice(0, HASH_LENGTH)}`;

const ending = (size: AvatarSize) => `.${size}.webp`;

/** Storage key of one of the files. */
export const avatarFile = (key: string, size: AvatarSize) => key + ending(size);
export const avatarFiles = (key: string) => AVATAR_SIZES.map((size) => avatarFile(key, size));
/** The key of the picture that a stored file belongs to; undefined if it is no avatar. */
export const avatarKeyOf = (file: string) =>
  /^([0-9a-f]{2}\/avatar-\d{17,19}-[0-9a-f]{32})\.\d+\.webp$/.exec(file)?.[1];

/** Name of a picture's file in its address. */
export const avatarName = (key: string, size: AvatarSize) => avatarHash(key) + ending(size);

export type Depicted = { id: string } & Pick<Avatar, "avatarDrawing" | "avatarKey">;

/** Where anybody can see what a person looks like. Changes with what is there. */
export const avatarPath = (user: Depicted, size: AvatarSize): string =>
  `${AVATARS}${user.id}/${user.avatarKey ? avatarName(user.avatarKey, size) : `${drawingName(drawingOf(user))}.svg`}`;
