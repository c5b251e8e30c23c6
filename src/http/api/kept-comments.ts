import type { WrittenComments } from "../../core/comments/read-written-comments.ts";

/** Comments as bytes, one after the other, without their authors and their meme. */
export class KeptComments implements WrittenComments {
  constructor(
    readonly authorIds: readonly string[],
    readonly bytes: Uint8Array<ArrayBuffer>,
    /** For each comment: where the author goes, where the meme goes, and its end. */
    readonly cuts: readonly number[],
    readonly tag: string,
  ) {}
}
