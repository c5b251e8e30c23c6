import { describe, expect, test } from "bun:test";
import { sql } from "kysely";

import { collectIntoNew } from "../../src/core/collections/collect-meme.ts";
import { saveMeme, unsaveMeme } from "../../src/core/collections/save-meme.ts";
import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { deleteComment } from "../../src/core/comments/delete-comment.ts";
import { likeComment, unlikeComment } from "../../src/core/comments/like-comment.ts";
import { inTransaction, type Ctx } from "../../src/core/ctx.ts";
import { DomainError } from "../../src/errors.ts";
import { blockPerson, unblockPerson } from "../../src/core/filters/block-person.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { removeComment } from "../../src/core/moderation/remove-comment.ts";
import { deleteAllNotifications } from "../../src/core/notifications/delete-all-notifications.ts";
import { seeAllNotifications } from "../../src/core/notifications/see-all-notifications.ts";
import { rateMeme } from "../../src/core/ratings/rate-meme.ts";
import { takeRatingBack } from "../../src/core/ratings/take-rating-back.ts";
import { reportMeme } from "../../src/core/reports/report-meme.ts";
import { readStats } from "../../src/core/stats/read-stats.ts";
import { followTag, unfollowTag } from "../../src/core/tags/follow-tag.ts";
import { changeProfile } from "../../src/core/users/change-profile.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { followUser, unfollowUser } from "../../src/core/users/follow-user.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DAY_MS, dayOf } from "../../src/data/periods.ts";
import { insertMade } from "../../src/data/recipes.ts";
import { listMade } from "../../src/data/template-memes.ts";
import { rollDays } from "../../src/data/standings.ts";
import { addTemplate } from "../templates.ts";
import { CROWD, DIALECTS, openWorld } from "../world.ts";

const OPERATIONS = 2000;
const WORKERS = 16;
/** Long enough for all periods to end. */
const DAYS = 50;
const ROLLED_AT_ONCE = 7;

/** They are tried again, so one or two do no harm; but each costs a second, and whoever adds one should know. */
const MAX_DEADLOCKS = 5;

const countDeadlocks = async ({ db }: Pick<Ctx, "db">) =>
  Number(
    (
      await sql<{ deadlocks: string }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(db)
    ).rows[0]!.deadlocks,
  );

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!;

describe.each(DIALECTS)("counters on %s", (dialect) => {
  test(`equal a recount after ${OPERATIONS} random concurrent operations on ${DAYS} days`, async () => {
    const from = Date.now();
    let done = 0;
    const clock = () => from + Math.floor((done / OPERATIONS) * DAYS) * DAY_MS;
    await using world = await openWorld(dialect, { ...CROWD, clock });
    const members = await Promise.all(Array.from({ length: 12 }, () => world.member()));
    const staff = await Promise.all(Array.from({ length: 3 }, () => world.member({ perks: ["staff"] })));
    const memes: string[] = [];
    for (let i = 0; i < 40; i++)
      memes.push((await world.meme({ by: members[i % 12]!, age: ([1, 2, 4] as const)[i % 3]! })).id);
    // Half of them were made with one of two templates.
    const templates = [await addTemplate(world, "cat"), await addTemplate(world, "dog")];
    const unknown = { recipe: undefined, parentId: undefined, remix: "nobody", editedAt: undefined } as const;
    for (const [i, memeId] of memes.entries())
      if (i % 2 === 0)
        await inTransaction(world.ctx(), async ({ db }) => {
          await insertMade(db, { memeId, templateId: templates[(i / 2) % 2]!.id, ...unknown }, []);
          await listMade(db, memeId);
        });
    const comments: { memeId: string; commentId: number }[] = [];
    const system = (): Ctx => world.ctx();
    const anyone = () => world.ctx(pick(members));
    const anyStaff = () => world.ctx(pick(staff));
    const comment = async (memeId: string, parent?: number) => {
      const { id } = await commentOnMeme(anyone(), { memeId, content: "ha", parent });
      comments.push({ memeId, commentId: id });
    };
    const reply = async () => {
      const to = pick(comments);
      if (to) await comment(to.memeId, to.commentId);
    };
    const onComment = async (act: (which: { memeId: string; commentId: number }) => Promise<unknown>) =>
      comments.length > 0 && act(pick(comments));
    const upTo = 2 ** 31 - 1;
    const roll = (ctx: Ctx) => inTransaction(ctx, ({ db }) => rollDays(db, dayOf(ctx.now), ROLLED_AT_ONCE));
    const acts: [weight: number, act: () => Promise<unknown>][] = [
      [40, () => rateMeme(anyone(), { memeId: pick(memes), rating: 1 + Math.floor(Math.random() * 5) })],
      [10, () => takeRatingBack(anyone(), pick(memes))],
      [15, () => disableMeme(system(), pick(memes))],
      [15, () => enableMeme(system(), pick(memes))],
      [10, () => followUser(anyone(), pick(members).user.id)],
      [5, () => unfollowUser(anyone(), pick(members).user.id)],
      [10, () => comment(pick(memes))],
      [10, reply],
      [5, () => onComment((which) => deleteComment(system(), which))],
      [3, () => onComment((which) => removeComment(anyStaff(), { ...which, reason: "" }))],
      [10, () => onComment((which) => likeComment(anyone(), which))],
      [5, () => onComment((which) => unlikeComment(anyone(), which))],
      [10, () => saveMeme(anyone(), pick(memes))],
      [5, () => unsaveMeme(anyone(), pick(memes))],
      [3, () => collectIntoNew(anyone(), { memeId: pick(memes), name: `${Math.random()}` })],
      [3, () => hideMeme(anyStaff(), { memeId: pick(memes), reason: "Spam" })],
      [3, () => releaseMeme(anyStaff(), pick(memes))],
      [5, () => seeAllNotifications(anyone(), { upTo })],
      [3, () => deleteAllNotifications(anyone(), { upTo })],
      [3, () => blockPerson(anyone(), pick(members).user.id)],
      [5, () => unblockPerson(anyone(), pick(members).user.id)],
      [15, () => captionMeme(system(), { memeId: pick(memes), caption: pick(["a #cat", "a #dog #cat", ""]) })],
      [5, () => followTag(anyone(), pick(["cat", "dog"]))],
      [5, () => unfollowTag(anyone(), pick(["cat", "dog"]))],
      [15, () => changeProfile(anyone(), { username: `name_${Math.floor(Math.random() * 30)}` })],
      [3, () => reportMeme(anyone(), { memeId: pick(memes), reason: "Spam", description: "" })],
      [10, () => roll(system())],
      [1, async () => memes.push((await world.meme({ by: pick(members) })).id)],
      [1.5, () => deleteMeme(system(), pick(memes))],
    ];
    const total = acts.reduce((sum, [weight]) => sum + weight, 0);
    const draw = () => {
      let at = Math.random() * total;
      return acts.find(([weight]) => (at -= weight) < 0)![1];
    };
    const unforeseen: unknown[] = [];
    // Refusals are part of the game: already disabled, gone, already followed. Losing against other writers again and
    // again is not. A database that is slow to answer is the machine's fault, and must not lose count either.
    const attempt = (act: () => Promise<unknown>) =>
      act().catch((error: unknown) => {
        if (!(error instanceof DomainError) || (error.code === "unavailable" && !error.isOutage))
          unforeseen.push(error);
      });
    const work = async (until: number) => {
      while (done < until) {
        done++;
        await attempt(draw());
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, () => work(OPERATIONS)));
    expect(unforeseen.map(String)).toEqual([]);
    expect(await checkDatabase(world.db, clock())).toEqual([]);
    // Some accounts are deleted, with all their content, while the others carry on.
    const leave = members.slice(0, 4).map(({ user }) => attempt(() => deleteUser(system(), user.id)));
    await Promise.all([...leave, ...Array.from({ length: WORKERS }, () => work(OPERATIONS + 400))]);
    expect(unforeseen.map(String)).toEqual([]);
    expect(await checkDatabase(world.db, clock())).toEqual([]);
    while ((await roll(system())) > 0);
    expect(await checkDatabase(world.db, clock())).toEqual([]);
    if (dialect === "PostgreSQL") expect(await countDeadlocks(world)).toBeLessThanOrEqual(MAX_DEADLOCKS);
    const stats = await readStats(system());
    expect(stats.ratings).toBeGreaterThan(0);
    expect(stats.memes).toBeGreaterThan(0);
  });
});
