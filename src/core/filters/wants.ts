import { wordsInOrder } from "../../data/search-words.ts";
import type { Comment } from "../../entities/comment.ts";
import type { BlockKind } from "../../entities/filter.ts";
import type { Meme } from "../../entities/meme.ts";
import { perObject } from "../../per-object.ts";
import { isAuthor, isBlocked } from "../access.ts";
import type { Actor } from "../ctx.ts";

/** Words as they are compared: without case and accents, with one space between two and at both ends. */
const comparable = (text: string) => ` ${wordsInOrder(text).join(" ")} `;

/** The part of it that two texts are compared by. */
export const wordsKey = (text: string): string => comparable(text).trim();

const wordsOfMeme = perObject(({ caption, alt }: Meme) => comparable(`${caption}\n${alt}`));
const wordsOfComment = perObject(({ content }: Comment) => comparable(content));

/** Whether lists may leave something out for the caller. */
export const hasFilter = (actor: Actor): boolean => actor.kind === "member" && actor.filter !== undefined;

/** Whether lists show this person's works to the caller. */
export const wantsPerson = (actor: Actor, userId: string): boolean =>
  actor.kind !== "member" || !(actor.filter?.muted.has(userId) || isBlocked(actor, userId));

/** Whether the caller has muted or blocked this person. */
export function filterOf(actor: Actor, userId: string): BlockKind | undefined {
  if (actor.kind !== "member" || !actor.filter) return undefined;
  if (actor.filter.blocked.has(userId)) return "block";
  return actor.filter.muted.has(userId) ? "mute" : undefined;
}

/** Whether lists show it to the caller. A muted meme can still be opened; a blocked one cannot. */
export const wantsMeme = (actor: Actor, meme: Meme): boolean => wants(actor, meme, wordsOfMeme);

export const wantsComment = (actor: Actor, comment: Comment): boolean => wants(actor, comment, wordsOfComment);

function wants<W extends { authorId: string }>(actor: Actor, work: W, words: (work: W) => string): boolean {
  if (actor.kind !== "member" || !actor.filter || isAuthor(actor, work)) return true;
  return wantsPerson(actor, work.authorId) && !actor.filter.words.some((key) => words(work).includes(` ${key} `));
}
