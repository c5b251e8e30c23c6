import type { Insertable } from "kysely";

import type { Schema } from "../../data/schema.ts";
import type { ImageColumns } from "../memes/submit-meme.ts";
import { COLOR_NAMES, COLORS, PATTERNS } from "../pro/appearance.ts";
import { LAST_AT, SEEDS, type SeedPlan } from "./plan.ts";
import type { Random } from "./random.ts";
import { altOf, bioOf, captionOf, commentOf, nameOf } from "./words.ts";

export type Row<T extends keyof Schema> = Insertable<Schema[T]>;

const MONTH = 30 * 86_400_000;

const usernameOf = (plan: SeedPlan, user: number) => nameOf(user, plan.size.randomSeed, SEEDS);

export function userRow(plan: SeedPlan, user: number): Row<"users"> {
  const random = plan.random("user", user);
  const username = usernameOf(plan, user);
  const created_at = plan.joinedAt(user);
  const pro = user === 0 || random.chance(0.05);
  return {
    id: plan.userIds[user]!,
    username,
    username_key: username.toLowerCase(),
    tag: String(1 + random.below(9999)).padStart(4, "0"),
    email: null,
    email_key: null,
    password_hash: null,
    bio: bioOf(random),
    verified: Number(random.chance(0.01)),
    staff: 0,
    translator: Number(random.chance(0.005)),
    service: Number(random.chance(0.002)),
    founder: 0,
    pro_since: pro ? created_at + random.below(MONTH) : null,
    pro_until: pro && user > 0 && random.chance(0.5) ? created_at + MONTH * (2 + random.below(60)) : null,
    name_color: pro && random.chance(0.5) ? COLORS[random.pick(COLOR_NAMES)] : null,
    background_color: pro && random.chance(0.5) ? COLORS[random.pick(COLOR_NAMES)] : null,
    background_url: pro && random.chance(0.5) ? random.pick(PATTERNS) : null,
    suspended_at: null,
    meme_count: 0,
    submitted_count: 0,
    follower_count: 0,
    following_count: 0,
    created_at,
  };
}

/** Whom an account follows: the first ones are the best known. */
export function followRows(plan: SeedPlan, user: number): Row<"follows">[] {
  const random = plan.random("follows", user);
  const followed = new Set<number>();
  for (let i = random.below(6); i > 0; i--) followed.add(Math.floor(plan.size.users * random.next() ** 3));
  followed.delete(user);
  return [...followed].map((other) => ({
    follower_id: plan.userIds[user]!,
    followed_id: plan.userIds[other]!,
    created_at: Math.max(plan.joinedAt(user), plan.joinedAt(other)) + random.below(MONTH),
  }));
}

export function integrationRows(plan: SeedPlan, user: number): Row<"integrations">[] {
  const random = plan.random("integrations", user);
  if (!random.chance(0.1)) return [];
  const service = random.pick(["discord", "github", "mastodon"]);
  const account =
    service === "discord" ? `4${String(random.below(1e9)).padStart(17, "0")}` : `fan-${random.below(1e6)}`;
  return [{ user_id: plan.userIds[user]!, service, account, created_at: plan.joinedAt(user) }];
}

/** A meme without its slot, and what people made of it. Its counters are those of the reactions beside it. */
export interface SeededMeme {
  meme: Omit<Row<"memes">, "slot" | "alt"> & { alt: string };
  /** The author's name. */
  by: string;
  ratings: Row<"ratings">[];
  comments: Row<"comments">[];
  /** `parent` is the place of the comment it replies to among `comments`. */
  replies: { comment: Row<"comments">; parent: number }[];
}

export function seededMeme(plan: SeedPlan, index: number, images: readonly ImageColumns[]): SeededMeme {
  const random = plan.random("meme", index);
  const created_at = plan.submittedAt(index);
  const author = plan.authorOf(index, random);
  const meme = {
    id: plan.memeId(index),
    author_id: plan.userIds[author]!,
    caption: captionOf(random),
    alt: altOf(random),
    age: random.pick([1, 1, 1, 1, 1, 2, 2, 2, 2, 4]),
    disabled: Number(random.chance(0.02)),
    ...random.pick(images),
    rating_sum: 0,
    rating_count: plan.ratings[index]!,
    comment_count: plan.comments[index]!,
    created_at,
  };
  const reactions = plan.random("reactions", index);
  const ratings = ratingRows(plan, index, meme, reactions);
  for (const { rating } of ratings) meme.rating_sum += rating;
  return { meme, by: usernameOf(plan, author), ratings, ...commentRows(plan, index, meme, reactions) };
}

type Reacted = Pick<Row<"memes">, "id" | "created_at"> & { rating_count: number; comment_count: number };

function ratingRows(plan: SeedPlan, index: number, meme: Reacted, random: Random): Row<"ratings">[] {
  const quality = 1.5 + 3.5 * random.next();
  const rows: Row<"ratings">[] = [];
  for (const user of plan.crowdOf(index, meme.rating_count, random)) {
    rows.push({
      meme_id: meme.id,
      user_id: plan.userIds[user]!,
      rating: Math.min(5, Math.max(1, Math.round(quality + 2 * random.next() - 1))),
      // Most come soon, some much later.
      created_at: meme.created_at + Math.floor((LAST_AT - meme.created_at) * random.next() ** 4),
    });
  }
  return rows;
}

/** In the order of time; the last quarter replies to what was said before. */
function commentRows(plan: SeedPlan, index: number, meme: Reacted, random: Random) {
  const count = meme.comment_count;
  const first = count - Math.floor(count / 4);
  const comments: SeededMeme["comments"] = [];
  const replies: SeededMeme["replies"] = [];
  const authors = [...plan.crowdOf(index, Math.min(count, plan.size.users), random)];
  for (let i = 0; i < count; i++) {
    const comment = {
      meme_id: meme.id,
      author_id: plan.userIds[random.pick(authors)]!,
      content: commentOf(random),
      parent_id: null,
      created_at: meme.created_at + Math.floor((LAST_AT - meme.created_at) * ((i + 1) / (count + 1)) ** 3),
    };
    if (i < first) comments.push(comment);
    else replies.push({ comment, parent: random.below(first) });
  }
  return { comments, replies };
}
