import type { CommentsWriter } from "../../../core/comments/read-written-comments.ts";
import type { EntityCache } from "../../../data/cache.ts";
import type { User } from "../../../entities/user.ts";
import { Desk } from "../../desk.ts";
import { DeskJson } from "../../desk-json.ts";
import { requireInPlace, type Drafts } from "../../drafts.ts";
import { weakTag, type WrittenJson } from "../../kept-json.ts";
import { SLACK, type LatePart, type LateValue } from "../../shape.ts";
import type { Presenting } from "../presenting.ts";
import type { FoundComments, TaggedPart } from "../writers.ts";
import { authorIdAt, copyDraft, draftComments, MANY_COMMENTS, placesIn, tagAt, valuesAt } from "./comment-drafts.ts";
import { commentShape } from "./comment-shape.ts";
import type { KeptAuthors } from "./kept-authors.ts";
import { keepUser } from "./present.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export function commentsWriter(
  { commentDrafts }: EntityCache,
  keptAuthors: KeptAuthors,
  { addresses }: Pick<Presenting, "addresses">,
): CommentsWriter<FoundComments> {
  return {
    recall({ now }, memeId, wants) {
      const start = commentDrafts.find(memeId);
      if (start < 0) return undefined;
      const places = placesIn(commentDrafts, start);
      if (!places) return "many";
      const authors: (TaggedPart | undefined)[] = [];
      for (const at of places) {
        const id = authorIdAt(commentDrafts, at);
        if (!wants(id)) {
          authors.push(undefined);
          continue;
        }
        const author = keptAuthors.find(id, now);
        if (author < 0) return undefined;
        authors.push(keptAuthors.at(author));
      }
      return { drafts: commentDrafts, places, puts: commentDrafts.puts, authors };
    },
    begin({ now }, memeId) {
      const isCurrent = commentDrafts.mark();
      const keepAuthor = keptAuthors.begin(now);
      const known = commentDrafts.find(memeId);
      let drafts = known < 0 ? undefined : copyDraft(commentDrafts, known);
      const keep = (draft: Bytes) => {
        if (isCurrent()) commentDrafts.put(memeId, draft);
      };
      return {
        authorIds: drafts && placesIn(drafts, 0)?.map((at) => authorIdAt(drafts!, at)),
        keepMany: () => keep(MANY_COMMENTS),
        draft(comments) {
          drafts = draftComments(comments);
          keep(drafts.bytes);
          return comments.map(({ authorId }) => authorId);
        },
        write(authors) {
          for (const author of authors) if (author) keepAuthor(author);
          return lastingComments(drafts!, authors, { addresses, now });
        },
      };
    },
  };
}

/** Comments that may wait: nothing takes the place of a draft on a sheet of its own, or of its authors. */
export const lastingComments = (drafts: Drafts, authors: readonly (User | undefined)[], to: Presenting) => ({
  drafts,
  places: placesIn(drafts, 0)!,
  puts: drafts.puts,
  authors: authors.map((author) => author && keepUser(author, to)),
});

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

const desk = new Desk();

/** The comments of one meme, each with the meme in it, without those whose authors are gone. */
export class ShownComments extends DeskJson {
  readonly etag: string;

  constructor(
    private comments: FoundComments,
    private meme: WrittenJson,
  ) {
    super(desk);
    // Of what is shown alone: an ETag must not tell that somebody else said something.
    let tags = "";
    comments.authors.forEach((author, i) => {
      if (author) tags += tagAt(comments.drafts, comments.places[i]!) + author.tag;
    });
    this.etag = weakTag(tags && tags + meme.etag);
  }

  protected override write(on: Desk): Bytes {
    const { drafts, places, puts, authors } = this.comments;
    requireInPlace(drafts, puts);
    const late: LateValue[] = ["", new Copied(this.meme.bytes)];
    on.makeRoom(2);
    on.bytes[0] = OPEN;
    let at = 1;
    for (const [i, author] of authors.entries()) {
      if (!author) continue;
      late[0] = author;
      const length = commentShape.measure(drafts.view, valuesAt(drafts, places[i]!), late);
      on.makeRoom(at + length + 1 + SLACK, at);
      at = commentShape.write(drafts.view, late, on, at);
      on.bytes[at++] = COMMA;
    }
    // In place of the last comma.
    const end = Math.max(2, at);
    on.bytes[end - 1] = CLOSE;
    return on.take(end);
  }
}

/** JSON as part of an answer on another desk. */
class Copied implements LatePart {
  constructor(private bytes: Bytes) {}

  measure(): number {
    return this.bytes.length;
  }

  write(on: Desk, at: number): number {
    on.bytes.set(this.bytes, at);
    return at + this.bytes.length;
  }
}
