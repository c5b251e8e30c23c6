import { MENTION } from "../../../core/comments/mentions.ts";
import type { Frame } from "../frame.ts";

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/gi;
/** What ends a sentence, not an address. */
const END = /[.,;:!?'’”…]+$/;
const FOUND = new RegExp(`${ADDRESS.source}|${MENTION.source}`, "giu");

interface Props {
  frame: Frame;
  text: string;
  /** Names of people that may be linked. */
  names: readonly string[];
}

/** What somebody wrote, with links for addresses and for the people it mentions. Everything else stays text. */
export const LinkedText = ({ frame, text, names }: Props) => {
  const parts: unknown[] = [];
  let end = 0;
  for (const found of text.matchAll(FOUND)) {
    const { index, 0: whole, 1: name } = found;
    const link = name === undefined ? addressLink(whole) : mentionLink(frame, name, names);
    if (!link) continue;
    parts.push(text.slice(end, index), link.link);
    end = index + link.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
};

interface Link {
  link: unknown;
  /** Characters of the text it stands for. */
  length: number;
}

/** A closing bracket belongs to the address only if the address has opened it. */
function addressLink(found: string): Link | undefined {
  let address = found.replace(END, "");
  while (/[)\]]$/.test(address) && isUnbalanced(address)) address = address.slice(0, -1).replace(END, "");
  if (!URL.canParse(address)) return undefined;
  const link = (
    <a href={new URL(address).href} rel="nofollow ugc noopener" target="_blank">
      {address}
    </a>
  );
  return { link, length: address.length };
}

const isUnbalanced = (text: string) =>
  text.split(")").length > text.split("(").length || text.split("]").length > text.split("[").length;

function mentionLink({ site }: Frame, name: string, names: readonly string[]): Link | undefined {
  const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
  if (known === undefined) return undefined;
  const link = <a href={`${site.root}/@${known}`}>{`@${name}`}</a>;
  return { link, length: name.length + 1 };
}
