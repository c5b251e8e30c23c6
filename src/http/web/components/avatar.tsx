import { FACES, HATS, HEAD, HEADS } from "../../../core/users/avatar-art.ts";
import { backdropFor, drawingOf, type Drawing } from "../../../core/users/avatar.ts";
import { avatarPath, type Depicted } from "../../../core/users/avatar-files.ts";
import type { Frame } from "../frame.ts";
import { Html } from "../jsx-runtime.ts";

interface Props {
  frame: Frame;
  person: Depicted;
  /** Larger than 64 pixels. */
  large?: boolean;
}

/** What a person looks like. Decorative: their name is beside it. */
export const Avatar = ({ frame: { site }, person, large }: Props) => {
  if (!person.avatarKey) return <DrawnAvatar id={person.id} drawing={drawingOf(person)} />;
  const path = (size: 256 | 64) => site.root + avatarPath(person, size);
  return (
    <img
      class="avatar"
      src={path(large ? 256 : 64)}
      srcset={large ? undefined : `${path(64)} 64w, ${path(256)} 256w`}
      sizes={large ? undefined : "2rem"}
      width="64"
      height="64"
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
};

/** Made of parts that are on every page once: AvatarSymbols. */
export const DrawnAvatar = ({ id, drawing: { face, color, hat } }: { id: string; drawing: Drawing }) => (
  <svg class="avatar" viewBox="0 0 64 64" aria-hidden="true">
    <path fill={`#${backdropFor(id)}`} d="M0 0h64v64H0Z" />
    <use href="#avatar-head" fill={HEADS[color]} />
    <use href={`#avatar-${face}`} />
    {hat !== "none" && <use href={`#avatar-${hat}`} />}
  </svg>
);

const symbol = ([name, art]: [string, string]) =>
  `<symbol id="avatar-${name}" viewBox="0 0 64 64" overflow="visible">${art}</symbol>`;

const SYMBOLS = new Html(
  `<svg class="symbols" width="0" height="0" aria-hidden="true">${[
    ["head", `<path d="${HEAD}"/>`] as [string, string],
    ...Object.entries(FACES),
    ...Object.entries(HATS).filter(([name]) => name !== "none"),
  ]
    .map(symbol)
    .join("")}</svg>`,
);

/** Cards that scripts fetch from later pages use them too. */
export const AvatarSymbols = () => SYMBOLS;
