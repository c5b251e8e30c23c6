import type { NewUser } from "../../data/user-columns.ts";
import type { Age } from "../../entities/age.ts";
import type { Comment } from "../../entities/comment.ts";
import type { Follow } from "../../entities/follow.ts";
import type { ListedAccount } from "../../entities/linked-account.ts";
import type { Meme, MemeImage } from "../../entities/meme.ts";
import type { Rating } from "../../entities/rating.ts";
import { COLOR_NAMES, COLORS, PATTERNS } from "../pro/appearance.ts";
import { LAST_AT, SEEDS, type SeedPlan } from "./plan.ts";
import type { Random } from "./random.ts";
import { altOf, bioOf, captionOf, commentOf, nameOf } from "./words.ts";

const MONTH = 30 * 86_400_000;

const usernameOf = (plan: SeedPlan, user: number) => nameOf(user, plan.size.randomSeed, SEEDS);

export function makeUser(plan: SeedPlan, user: number): NewUser {
  const random = plan.random("user", user);
  const createdAt = plan.joinedAt(user);
  const pro = user === 0 || random.chance(0.05);
  return {
    id: plan.userIds[user]!,
    username: usernameOf(plan, user),
    tag: String(1 + random.below(9999)).padStart(4, "0"),
    bio: bioOf(random),
    verified: random.chance(0.01),
    translator: random.chance(0.005),
    service: random.chance(0.002),
    proSince: pro ? createdAt + random.below(MONTH) : undefined,
    proUntil: pro && user > 0 && random.chance(0.5) ? createdAt + MONTH * (2 + random.below(60)) : undefined,
    nameColor: pro && random.chance(0.5) ? COLORS[random.pick(COLOR_NAMES)] : undefined,
    backgroundColor: pro && random.chance(0.5) ? COLORS[random.pick(COLOR_NAMES)] : undefined,
    backgroundUrl: pro && random.chance(0.5) ? random.pick(PATTERNS) : undefined,
    createdAt,
  };
}

/** The people an account follows. The first accounts are the best known. */
export function makeFollows(plan: SeedPlan, user: number): Follow[] {
  const random = plan.random("follows", user);
  const followed = new Set<number>();
  for (let i = random.below(6); i > 0; i--) followed.add(Math.floor(plan.size.users * random.next() ** 3));
  followed.delete(user);
  return [...followed].map((other) => ({
    followerId: plan.userIds[user]!,
    followedId: plan.userIds[other]!,
    createdAt: Math.max(plan.joinedAt(user), plan.joinedAt(other)) + random.below(MONTH),
  }));
}

/** A person's accounts at other services. */
export function makeLinkedAccounts(plan: SeedPlan, user: number): ListedAccount[] {
  const random = plan.random("integrations", user);
  if (!random.chance(0.1)) return [];
  const service = random.pick(["discord", "github", "mastodon"]);
  const account =
    service === "discord" ? `4${String(random.below(1e9)).padStart(17, "0")}` : `fan-${random.below(1e6)}`;
  return [{ userId: plan.userIds[user]!, service, account, createdAt: plan.joinedAt(user) }];
}

/** A meme and the reactions to it. Its counters match them. */
export interface SeededMeme {
  meme: Meme;
  /** The author's name. */
  by: string;
  ratings: Rating[];
  comments: NewComment[];
  /** `parent` is the index of the parent in `comments`. */
  replies: { comment: NewComment; parent: number }[];
}

type NewComment = Omit<Comment, "id" | "likeCount">;

export function makeMeme(plan: SeedPlan, index: number, images: readonly MemeImage[]): SeededMeme {
  const random = plan.random("meme", index);
  const createdAt = plan.submittedAt(index);
  const author = plan.authorOf(index, random);
  const meme = {
    id: plan.memeId(index),
    authorId: plan.userIds[author]!,
    caption: captionOf(random),
    alt: altOf(random),
    age: random.pick<Age>([1, 1, 1, 1, 1, 2, 2, 2, 2, 4]),
    disabled: random.chance(0.02),
    held: undefined,
    shownWhenFree: false,
    image: random.pick(images),
    rating: { sum: 0, total: plan.ratings[index]! },
    commentCount: plan.comments[index]!,
    createdAt,
    wonDay: undefined,
  };
  const reactions = plan.random("reactions", index);
  const ratings = ratingsOf(plan, index, meme, reactions);
  for (const { value } of ratings) meme.rating.sum += value;
  return { meme, by: usernameOf(plan, author), ratings, ...commentsOn(plan, index, meme, reactions) };
}

function ratingsOf(plan: SeedPlan, index: number, meme: Meme, random: Random): Rating[] {
  const quality = 1.5 + 3.5 * random.next();
  const ratings: Rating[] = [];
  for (const user of plan.crowdOf(index, meme.rating.total, random)) {
    ratings.push({
      memeId: meme.id,
      userId: plan.userIds[user]!,
      value: Math.min(5, Math.max(1, Math.round(quality + 2 * random.next() - 1))),
      // Most come soon, some much later.
      createdAt: meme.createdAt + Math.floor((LAST_AT - meme.createdAt) * random.next() ** 4),
    });
  }
  return ratings;
}

/** In chronological order. The last quarter are replies to earlier ones. */
function commentsOn(plan: SeedPlan, index: number, meme: Meme, random: Random) {
  const count = meme.commentCount;
  const first = count - Math.floor(count / 4);
  const comments: SeededMeme["comments"] = [];
  const replies: SeededMeme["replies"] = [];
  const authors = [...plan.crowdOf(index, Math.min(count, plan.size.users), random)];
  for (let i = 0; i < count; i++) {
    const comment = {
      memeId: meme.id,
      authorId: plan.userIds[random.pick(authors)]!,
      content: commentOf(random),
      parentId: undefined,
      createdAt: meme.createdAt + Math.floor((LAST_AT - meme.createdAt) * ((i + 1) / (count + 1)) ** 3),
    };
    if (i < first) comments.push(comment);
    else replies.push({ comment, parent: random.below(first) });
  }
  return { comments, replies };
}
