import type { Avatar } from "../../entities/user.ts";
import { BACKDROPS, backdropOf, FACES, HATS, HEADS, headOf } from "./avatar-art.ts";

export type AvatarFace = keyof typeof FACES;
export type AvatarColor = keyof typeof HEADS;
export type AvatarHat = keyof typeof HATS;

/** What an avatar is drawn from. */
export interface Drawing {
  face: AvatarFace;
  color: AvatarColor;
  hat: AvatarHat;
}

export const AVATAR_FACES = Object.keys(FACES) as AvatarFace[];
export const AVATAR_COLORS = Object.keys(HEADS) as AvatarColor[];
export const AVATAR_HATS = Object.keys(HATS) as AvatarHat[];

/** As it is stored, and in addresses. */
export const drawingName = ({ face, color, hat }: Drawing) => `${face}-${color}-${hat}`;

/** Undefined if it names a part that there is not. */
export function parseDrawing(name: string): Drawing | undefined {
  const [face, color, hat, ...rest] = name.split("-");
  const isDrawing =
    rest.length === 0 &&
    AVATAR_FACES.includes(face as AvatarFace) &&
    AVATAR_COLORS.includes(color as AvatarColor) &&
    AVATAR_HATS.includes(hat as AvatarHat);
  return isDrawing ? ({ face, color, hat } as Drawing) : undefined;
}

/** The drawing somebody has chosen, or the one they were born with. Never says anything about their ratings. */
export const drawingOf = (user: Pick<Avatar, "avatarDrawing"> & { id: string }): Drawing =>
  parseDrawing(user.avatarDrawing ?? "") ?? bornWith(user.id);

/** The same id always gives the same one. */
export function bornWith(id: string): Drawing {
  const number = scatter(id);
  return {
    face: AVATAR_FACES[number % AVATAR_FACES.length]!,
    color: AVATAR_COLORS[Math.floor(number / 10) % AVATAR_COLORS.length]!,
    hat: AVATAR_HATS[Math.floor(number / 120) % AVATAR_HATS.length]!,
  };
}

/** Depends on the id alone, whatever was chosen. */
export const backdropFor = (id: string): string => BACKDROPS[Math.floor(scatter(id) / 1200) % BACKDROPS.length]!;

/** Ids that follow each other look alike; these numbers do not. FNV-1a with a final mix, 32 bits. */
function scatter(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A whole file. */
export const avatarSvg = (id: string, { face, color, hat }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">${backdropOf(backdropFor(id))}${headOf(HEADS[color])}${FACES[face]}${HATS[hat]}</svg>\n`;
