import { piecesOf } from "../../../entities/tag.ts";
import type { Frame } from "../frame.ts";

export const tagPath = (name: string) => `/tag/${encodeURIComponent(name)}`;

/** A caption with its tags as links. Its other words lead to `href`, if there is one. */
export const Caption = ({ frame, text, href }: { frame: Frame; text: string; href?: string }) => (
  <bdi>
    {piecesOf(text).map((piece) => {
      if (piece.tag !== undefined) return <TagLink frame={frame} name={piece.tag} text={piece.text} />;
      return href !== undefined && /[^\s\p{P}]/u.test(piece.text) ? <a href={href}>{piece.text}</a> : piece.text;
    })}
  </bdi>
);

export const TagLink = ({ frame, name, text = `#${name}` }: { frame: Frame; name: string; text?: string }) => (
  <a class="tag-link" href={frame.site.root + tagPath(name)}>
    {text}
  </a>
);
