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
import { authorIdIn, draftMeme, finishDrafted, DraftedMeme } from "./meme-drafts.ts";
import { keepUser, writeUser, type WrittenUser } from "./present.ts";
import { commentsWriter } from "./present-comments.ts";

export function openWriters(cache: EntityCache, addresses: Addresses): Writers {
  return { memes: memeWriter(cache, addresses), comments: commentsWriter(cache) };
}

/** Objects and key beside the bytes. */
const OVERHEAD = 500;
/** Longer answers are rare, and not kept. */
const MAX_POPULAR_BYTES = 2000;

/**
 * Finished answers, one in each place. A draft belongs to one place, and gets it when two requests in a row there are
 * for it: so the popular ones soon have theirs, and few others.
 */
class Popular {
  readonly #kept: ({ draft: number; answer: DraftedMeme } | undefined)[];
  readonly #last: Float64Array;

  constructor(maxBytes: number) {
    const places = Math.floor(maxBytes / (MAX_POPULAR_BYTES + OVERHEAD));
    this.#kept = Array.from({ length: places }, () => undefined);
    this.#last = new Float64Array(places);
  }

  /** By the number of a draft that is still there. */
  find(draft: number): DraftedMeme | undefined {
    const kept = this.#kept[draft % this.#kept.length];
    return kept?.draft === draft ? kept.answer : undefined;
  }

  offer(draft: number, answer: DraftedMeme) {
    const place = draft % this.#kept.length;
    if (this.#last[place] === draft && answer.bytes.length <= MAX_POPULAR_BYTES)
      this.#kept[place] = { draft, answer: answer.lasting() };
    this.#last[place] = draft;
  }
}

function memeWriter(cache: EntityCache, addresses: Addresses): MemeWriter<DraftedMeme> {
  const { memeDrafts, users } = cache;
  const popular = new Popular(cache.popularBytes);
  const authors = cache.keep<WrittenUser>(({ bytes }) => bytes.length + OVERHEAD, { user: "subject" });
  const recallAuthor = (id: string, to: Presenting): WrittenUser | undefined => {
    const known = authors.get(id);
    if (known && known.until > to.now) return known;
    if (known) authors.forget(id);
    const user = users.get(id);
    const written = user && keepUser(user, to);
    if (written) authors.set(id, written);
    return written;
  };
  const writer: MemeWriter<DraftedMeme> = {
    recall({ now }, id) {
      const start = memeDrafts.find(id);
      if (start < 0) return undefined;
      const draft = memeDrafts.found;
      const known = popular.find(draft);
      if (known && known.until > now && authors.get(known.authorId) === known.author) return known;
      const to = { addresses, now };
      const author = recallAuthor(authorIdIn(memeDrafts, start), to);
      if (!author) return undefined;
      const drafted = new DraftedMeme(memeDrafts, start, id, author, to);
      popular.offer(draft, drafted);
      return drafted;
    },
    recallLasting: (ctx, id) => writer.recall(ctx, id)?.lasting(),
    authorOf(id) {
      const start = memeDrafts.find(id);
      return start < 0 ? undefined : authorIdIn(memeDrafts, start);
    },
    begin({ now }) {
      const isCurrent = memeDrafts.mark();
      const keepAuthor = authors.alongside();
      const to = { addresses, now };
      return ({ meme, author }) => {
        const draft = draftMeme(meme, to);
        // A hidden one is read each time, as is one that does not exist: nobody can tell them apart by the time.
        if (isCurrent() && !meme.disabled) memeDrafts.put(meme.id, draft);
        const by = recallAuthor(author.id, to) ?? keepAuthor(author.id, writeUser(author, to));
        return finishDrafted(meme.id, by, to);
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
    const { bytes, etag, until } = finishDrafted(meme.id, keepUser(author, to), to);
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
