import type { Comment } from "../../../entities/comment.ts";
import { newSheet, TAG_LENGTH, textAt, writeTag, type Drafts } from "../../drafts.ts";
import { SLACK, writeText } from "../../shape.ts";
import { commentShape } from "./comment-shape.ts";

// A draft: how many comments there are, and of each: how long its values are, its part of the ETag, its author's id
// after its length, values.
const COUNT = 0;
const COMMENTS = COUNT + 2;
const TAG = 2;
const AUTHOR = TAG + TAG_LENGTH;

const MANY = 0xffff;
/** Says only that there are more comments than are drafted. */
export const MANY_COMMENTS = new Uint8Array(COMMENTS).fill(MANY, COUNT);

/** Escaped, a unit of a text takes six bytes at most. */
const UNIT_BYTES = 6;
const OTHER_BYTES = 256;

/** The comments of a meme, fewer than MANY, without their authors and the meme. On a sheet of its own. */
export function draftComments(comments: readonly Comment[]): Drafts {
  const room = comments.reduce((sum, { content }) => sum + UNIT_BYTES * content.length + OTHER_BYTES, COMMENTS + SLACK);
  const sheet = newSheet(room);
  const { bytes, view } = sheet;
  view.setUint16(COUNT, comments.length, true);
  let at = COMMENTS;
  for (const comment of comments) {
    const { authorId } = comment;
    bytes[at + AUTHOR] = authorId.length;
    const values = writeText(authorId, bytes, at + AUTHOR + 1);
    const end = commentShape.draft(comment, bytes, values);
    view.setUint16(at, end - values, true);
    writeTag(bytes.subarray(values, end), 0, bytes, at + TAG);
    at = end;
  }
  return { ...sheet, bytes: bytes.subarray(0, at + SLACK) };
}

/** Where each comment of a draft is; undefined if there are many. */
export function placesIn(drafts: Drafts, start: number): number[] | undefined {
  const count = drafts.view.getUint16(start + COUNT, true);
  if (count === MANY) return undefined;
  const places: number[] = [];
  for (let at = start + COMMENTS; places.length < count; at = endOf(drafts, at)) places.push(at);
  return places;
}

const endOf = (drafts: Drafts, at: number) => valuesAt(drafts, at) + drafts.view.getUint16(at, true);

export const tagAt = ({ bytes }: Drafts, at: number) => textAt(bytes, at + TAG, TAG_LENGTH);

export const authorIdAt = ({ bytes }: Drafts, at: number) => textAt(bytes, at + AUTHOR + 1, bytes[at + AUTHOR]!);

export const valuesAt = ({ bytes }: Drafts, at: number) => at + AUTHOR + 1 + bytes[at + AUTHOR]!;

/** The same draft on a sheet of its own: nothing takes its place. */
export function copyDraft(drafts: Drafts, start: number): Drafts {
  const last = placesIn(drafts, start)?.at(-1);
  const end = last === undefined ? start + COMMENTS : endOf(drafts, last);
  const sheet = newSheet(end - start + SLACK);
  sheet.bytes.set(drafts.bytes.subarray(start, end));
  return sheet;
}
