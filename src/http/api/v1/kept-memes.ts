import type { MemeWithAuthor } from "../../../core/memes/find-visible-meme.ts";
import type { MemeWriter } from "../../../core/memes/read-written-meme.ts";
import type { Addresses } from "../../../config.ts";
import type { EntityCache } from "../../../data/cache.ts";
import { DAY_MS } from "../../../data/periods.ts";
import type { Meme } from "../../../entities/meme.ts";
import type { User } from "../../../entities/user.ts";
import { joinArray, joinBytes, KeptJson } from "../../kept-json.ts";
import { dateOf } from "../../time.ts";
import { ownMemesPresenter } from "../own-memes.ts";
import type { Presenting } from "../presenting.ts";
import type { Writers } from "../writers.ts";
import { KeptAuthors } from "./kept-authors.ts";
import { authorIdIn, draftMeme, finishDrafted, finishMeme, type FinishedMeme } from "./meme-drafts.ts";
import { keepUser } from "./present.ts";
import { commentsWriter } from "./present-comments.ts";
import { newestUser } from "./user-drafts.ts";

export function openWriters(cache: EntityCache, addresses: Addresses): Writers {
  const authors = new KeptAuthors(cache, { addresses });
  return { memes: memeWriter(cache, authors, addresses), comments: commentsWriter(cache, authors, { addresses }) };
}

/** Objects and key beside the bytes. */
const OVERHEAD = 500;
/** Longer answers are rare, and not kept. */
const MAX_POPULAR_BYTES = 2000;

/** An answer, and the numbers of the drafts it was made of. */
interface PopularMeme {
  draft: number;
  by: number;
  answer: FinishedMeme;
}

/** An answer that nobody asks for any more loses its place after so many requests for others. */
const MAX_WORTH = 8;

/**
 * Finished answers, one in each place. A draft belongs to one place. An answer there is worth more with each request
 * for it, and less with each for another draft. Once it is worth nothing, its place goes to the next draft that is
 * asked for twice in a row: so the popular ones soon have theirs, and few others.
 */
class Popular {
  readonly #kept: (PopularMeme | undefined)[];
  readonly #worth: Uint8Array;
  /** Which draft was asked for last without being kept. */
  readonly #last: Float64Array;

  constructor(maxBytes: number) {
    const places = Math.floor(maxBytes / (MAX_POPULAR_BYTES + OVERHEAD));
    this.#kept = Array.from({ length: places }, () => undefined);
    this.#worth = new Uint8Array(places);
    this.#last = new Float64Array(places);
  }

  /** By the number of a draft that is still there. */
  find(draft: number): PopularMeme | undefined {
    const place = draft % this.#kept.length;
    const kept = this.#kept[place];
    if (kept?.draft !== draft) return undefined;
    if (this.#worth[place]! < MAX_WORTH) this.#worth[place]!++;
    return kept;
  }

  /** Perhaps keeps an answer that was not kept, or was no longer right. Returns it. */
  offer(draft: number, by: number, answer: FinishedMeme): FinishedMeme {
    const place = draft % this.#kept.length;
    if (this.#takes(draft, place) && answer.bytes.length <= MAX_POPULAR_BYTES)
      this.#kept[place] = { draft, by, answer: answer.lasting() };
    return answer;
  }

  #takes(draft: number, place: number): boolean {
    if (this.#kept[place]?.draft === draft) return true;
    const isAgain = this.#last[place] === draft;
    this.#last[place] = draft;
    if (this.#worth[place] === 0) return isAgain;
    this.#worth[place]!--;
    return false;
  }
}

function memeWriter(cache: EntityCache, authors: KeptAuthors, addresses: Addresses): MemeWriter<FinishedMeme> {
  const { memeDrafts, authorDrafts } = cache;
  const popular = new Popular(cache.popularBytes);
  const writer: MemeWriter<FinishedMeme> = {
    recall({ now }, id) {
      const start = memeDrafts.find(id);
      if (start < 0) return undefined;
      const draft = memeDrafts.found;
      const known = popular.find(draft);
      const authorId = known?.answer.authorId ?? authorIdIn(memeDrafts, start);
      const author = authors.findOrDraft(authorId, now);
      if (author < 0) return undefined;
      const by = authorDrafts.found;
      if (known && known.by === by && known.answer.until > now) return known.answer;
      const to = { addresses, now };
      const shown = { id, authorId, author: authors.at(author) };
      return popular.offer(draft, by, finishMeme(memeDrafts, start, shown, to));
    },
    recallLasting: (ctx, id) => writer.recall(ctx, id)?.lasting(),
    authorOf(id) {
      const start = memeDrafts.find(id);
      return start < 0 ? undefined : authorIdIn(memeDrafts, start);
    },
    knows: ({ now }, authorId) => authors.findOrDraft(authorId, now) >= 0,
    begin({ now }) {
      const isCurrent = memeDrafts.mark();
      const keepAuthor = authors.begin(now);
      const to = { addresses, now };
      const writtenBy = (id: string) => {
        const start = authors.findOrDraft(id, now);
        return start < 0 ? newestUser(to) : authors.at(start);
      };
      return {
        keepAuthor,
        write({ meme, author }) {
          if (author && authors.findOrDraft(author.id, now) < 0) keepAuthor(author);
          const draft = draftMeme(meme, to);
          // A hidden one is read each time, as is one that does not exist: nobody can tell them apart by the time.
          if (isCurrent() && !meme.disabled) memeDrafts.put(meme.id, draft);
          return finishDrafted(meme, writtenBy(meme.authorId), to);
        },
      };
    },
  };
  return writer;
}

/** A meme of lists. It holds until the meme or its author changes, and not past `until`. */
class ListedMeme extends KeptJson {
  readonly until: number;

  constructor({ meme, author }: MemeWithAuthor, to: Presenting) {
    draftMeme(meme, to);
    const { bytes, etag, until } = finishDrafted(meme, keepUser(author, to), to);
    super(bytes, etag);
    this.until = until;
  }
}

/** Cached for as long as the data layer caches the meme. */
const listed = new WeakMap<Meme, { written: ListedMeme; author: User; url: string }>();

function keepListed(found: MemeWithAuthor, to: Presenting): ListedMeme {
  const { meme, author } = found;
  const { url } = to.addresses;
  const known = listed.get(meme);
  if (known && known.author === author && known.written.until > to.now && known.url === url) return known.written;
  const written = new ListedMeme(found, to);
  listed.set(meme, { written, author, url });
  return written;
}

export const presentMemes = (memes: readonly MemeWithAuthor[], to: Presenting): KeptJson =>
  joinArray(memes.map((one) => keepListed(one, to)));

export const presentMemesOfDays = (memes: readonly MemeWithAuthor[], to: Presenting): KeptJson =>
  joinArray(memes.map((one) => ofDay(one.meme.wonDay!, keepListed(one, to))));

const utf8 = new TextEncoder();
const END = utf8.encode("}");

function ofDay(day: number, { bytes, etag }: KeptJson): KeptJson {
  const start = utf8.encode(`{"day":"${dateOf(day * DAY_MS)}","meme":`);
  return new KeptJson(joinBytes([start, bytes, END]), etag);
}

export const presentOwnMemes = ownMemesPresenter(keepListed);
