import { describe, expect, test } from "bun:test";

import { inTransaction } from "../../src/core/ctx.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { listTopMemes } from "../../src/core/memes/list-top-memes.ts";
import { addSubmission, prepareSubmission } from "../../src/core/memes/submit-meme.ts";
import { memesWithAuthors } from "../../src/core/memes/read-listed.ts";
import { takeRatingBack } from "../../src/core/ratings/take-rating-back.ts";
import { listTopMemers } from "../../src/core/stats/list-top-memers.ts";
import { Random } from "../../src/core/seed/random.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import type { Age } from "../../src/entities/age.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { DAY_MS, dayOf, PERIODS, type Period } from "../../src/data/periods.ts";
import type { Meme } from "../../src/entities/meme.ts";
import type { Standing } from "../../src/data/scores.ts";
import { rollDays } from "../../src/data/standings.ts";
import { DIALECTS, openWorld, smallImage, type DialectName, type TestMember, type World } from "../world.ts";

const NOON = Date.UTC(2030, 5, 15, 12);

/** A world with a settable date. */
class Calendar implements AsyncDisposable {
  #now = NOON;

  private constructor(public world: World) {}

  static async open(dialect: DialectName): Promise<Calendar> {
    let self: Calendar | undefined;
    const world = await openWorld(dialect, { clock: () => (self ? self.#now : NOON) });
    return (self = new Calendar(world));
  }

  /** Moves to a day after the first, and runs the daily job. */
  async go(day: number) {
    this.sleepUntil(day);
    while ((await this.roll()) > 0);
  }

  sleepUntil(day: number) {
    this.#now = NOON + day * DAY_MS;
  }

  roll(most = 3) {
    return inTransaction(this.world.ctx(), ({ db, now }) => rollDays(db, dayOf(now), most));
  }

  async top(period: Period | "all", age: Age = 4): Promise<string[]> {
    const { items } = await listTopMemes(this.world.ctx(), { period, age, skip: 0, amount: 50 }, memesWithAuthors);
    return items.map(({ meme }) => meme.caption);
  }

  async tops() {
    return Object.fromEntries(
      await Promise.all([...PERIODS.map((p) => p.name), "all" as const].map(async (p) => [p, await this.top(p)])),
    );
  }

  /** Name and score of the best people of each period. */
  async memers(): Promise<Record<string, [string, number][]>> {
    const boards = await listTopMemers(this.world.ctx());
    return Object.fromEntries(
      Object.entries(boards).map(([period, list]) => [period, list.map(({ user, score }) => [user.username, score])]),
    );
  }

  async check() {
    expect(await checkDatabase(this.world.db, this.world.ctx().now)).toEqual([]);
  }

  async [Symbol.asyncDispose]() {
    await this.world[Symbol.asyncDispose]();
  }
}

async function someMemes(world: World, by: TestMember, captions: readonly string[], age: Age = 2): Promise<Meme[]> {
  const prepared = await prepareSubmission(world.ctx(by), { image: await smallImage(), caption: "", age });
  const memes: Meme[] = [];
  for (const caption of captions) {
    const ctx = world.ctx(by);
    memes.push((await addSubmission(ctx, { ...prepared, caption, id: ctx.ids.next() })).meme);
  }
  return memes;
}

describe.each(DIALECTS)("standings on %s", (dialect) => {
  test("count each rating on its day, in the periods that include it", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, fan] = [await world.member({ name: "author" }), await world.member()];
    const ages = ["40 days", "20 days", "5 days", "today"];
    const memes = await someMemes(world, author, ages);
    for (const [i, day] of [0, 20, 35, 40].entries()) {
      await calendar.go(day);
      await world.rate(fan, memes[i]!, 5);
    }
    await calendar.check();
    expect(await calendar.tops()).toEqual({
      "1d": ["today"],
      "7d": ["today", "5 days"],
      "1mo": ["today", "5 days", "20 days"],
      all: ["today", "5 days", "20 days", "40 days"],
    });
    expect(await calendar.memers()).toEqual({ "1d": [["author", 5]], "7d": [["author", 10]], "1mo": [["author", 15]] });
    // Yesterday is still within a day, and the same day last week within a week.
    await calendar.go(41);
    expect(await calendar.top("1d")).toEqual(["today"]);
    await calendar.go(42);
    expect(await calendar.tops()).toMatchObject({ "1d": [], "7d": ["today", "5 days"] });
    await calendar.go(43);
    expect(await calendar.top("7d")).toEqual(["today"]);
    await calendar.check();
    await calendar.go(100);
    expect(await calendar.tops()).toMatchObject({ "1d": [], "7d": [], "1mo": [] });
    expect((await calendar.top("all")).length).toBe(4);
    expect(await calendar.memers()).toEqual({ "1d": [], "7d": [], "1mo": [] });
    expect(await world.db.selectFrom("rated_days").selectAll().execute()).toEqual([]);
    await calendar.check();
  });

  test("rating again moves to the new day; removing it leaves nothing", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, fan] = [await world.member({ name: "author" }), await world.member()];
    const [meme] = await someMemes(world, author, ["meme"]);
    await world.rate(fan, meme!, 2);
    await calendar.go(10);
    expect(await calendar.tops()).toEqual({ "1d": [], "7d": [], "1mo": ["meme"], all: ["meme"] });
    await world.rate(fan, meme!, 4);
    await calendar.check();
    expect(await calendar.tops()).toEqual({ "1d": ["meme"], "7d": ["meme"], "1mo": ["meme"], all: ["meme"] });
    expect(await calendar.memers()).toEqual({ "1d": [["author", 4]], "7d": [["author", 4]], "1mo": [["author", 4]] });
    await calendar.go(45);
    await takeRatingBack(world.ctx(fan), meme!.id);
    expect(await calendar.tops()).toEqual({ "1d": [], "7d": [], "1mo": [], all: [] });
    await world.rate(fan, meme!, 3);
    await takeRatingBack(world.ctx(fan), meme!.id);
    expect(await world.db.selectFrom("scores").selectAll().execute()).toEqual([]);
    await calendar.check();
  });

  test("disabling a meme lowers its author's score, and enabling it restores the score", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, fan, other] = [await world.member({ name: "author" }), await world.member(), await world.member()];
    const [one, two] = await someMemes(world, author, ["one", "two"]);
    await world.rate(fan, one!, 5);
    await calendar.go(3);
    await world.rate(other, one!, 4);
    await world.rate(fan, two!, 1);
    const before = [await calendar.tops(), await calendar.memers()];
    expect(before[1]).toMatchObject({ "1d": [["author", 5]], "7d": [["author", 10]] });
    await disableMeme(world.ctx(author), one!.id);
    await calendar.check();
    expect(await calendar.top("all")).toEqual(["two"]);
    expect(await calendar.memers()).toMatchObject({ "1d": [["author", 1]], "7d": [["author", 1]] });
    await enableMeme(world.ctx(author), one!.id);
    await calendar.check();
    expect([await calendar.tops(), await calendar.memers()]).toEqual(before);
    // Hidden while the days pass, it returns with what still counts.
    await disableMeme(world.ctx(author), one!.id);
    await calendar.go(8);
    await enableMeme(world.ctx(author), one!.id);
    await calendar.check();
    expect(await calendar.memers()).toEqual({ "1d": [], "7d": [["author", 5]], "1mo": [["author", 10]] });
    await deleteUser(world.ctx(), fan.user.id);
    await calendar.check();
    expect(await calendar.memers()).toEqual({ "1d": [], "7d": [["author", 4]], "1mo": [["author", 4]] });
  });

  test("memes are ranked by weighted average, people by their total", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const fans = [await world.member(), await world.member(), await world.member(), await world.member()];
    const [ann, bob] = [await world.member({ name: "ann" }), await world.member({ name: "bob" })];
    const [one, many] = await someMemes(world, ann, ["one five", "many fours"]);
    const [bad] = await someMemes(world, bob, ["many twos"], 4);
    await world.rate(fans[0]!, one!, 5);
    for (const [i, fan] of fans.entries()) {
      await world.rate(fan, many!, i === 0 ? 5 : 4);
      await world.rate(fan, bad!, 2);
    }
    expect(await calendar.top("all")).toEqual(["many fours", "one five", "many twos"]);
    expect(await calendar.top("1d", 2)).not.toContain("many twos");
    expect(await calendar.memers()).toMatchObject({
      "1d": [
        ["ann", 22],
        ["bob", 8],
      ],
    });
  });

  test("each page continues where the last one ended, without duplicates", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, fan] = [await world.member(), await world.member()];
    const captions = Array.from({ length: 60 }, (_, i) => `meme ${i}`);
    const memes = [
      ...(await someMemes(world, author, captions.slice(0, 30), 1)),
      ...(await someMemes(world, author, captions.slice(30), 4)),
    ];
    for (const [i, meme] of memes.entries()) await world.rate(fan, meme, 1 + (i % 5));
    for (const period of ["1d", "all"] as const) {
      const found: string[] = [];
      let after: Standing | undefined;
      do {
        const page = await listTopMemes(world.ctx(), { period, age: 4, skip: 0, amount: 7, after }, memesWithAuthors);
        found.push(...page.items.map(({ meme }) => meme.caption));
        after = page.next;
      } while (after);
      expect(found.toSorted()).toEqual(captions.toSorted());
      const skipped = await listTopMemes(world.ctx(), { period, age: 4, skip: 45, amount: 20 }, memesWithAuthors);
      expect(skipped.items.map(({ meme }) => meme.caption)).toEqual(found.slice(45));
    }
  });

  test("a board has every meme with ratings in its period, whichever index its entry is in", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, ...fans] = [await world.member(), await world.member(), await world.member()];
    const memes = await someMemes(
      world,
      author!,
      Array.from({ length: 9 }, (_, i) => `meme ${i}`),
    );
    const random = new Random(7);
    for (const day of [0, 4, 24, 29, 30, 31, 37, 60]) {
      await calendar.go(day);
      for (const meme of memes.filter(() => random.below(3) === 0)) {
        const fan = fans[random.below(fans.length)]!;
        if (random.below(4) === 0) await takeRatingBack(world.ctx(fan), meme.id);
        else await world.rate(fan, meme, 1 + random.below(5));
      }
      for (const { name, level } of PERIODS) {
        const days = world.db.selectFrom("rated_days as d").innerJoin("memes as m", "m.id", "d.subject");
        const rated = await days.select("m.caption").where("d.within", ">=", level).distinct().execute();
        expect((await calendar.top(name)).toSorted(), `${name} on day ${day}`).toEqual(
          rated.map(({ caption }) => caption).toSorted(),
        );
      }
      await calendar.check();
    }
  });

  test("days are rolled a few at a time, and the standings stay correct in between", async () => {
    await using calendar = await Calendar.open(dialect);
    const { world } = calendar;
    const [author, fan] = [await world.member(), await world.member()];
    for (const meme of await someMemes(world, author, ["a", "b", "c", "d", "e"])) await world.rate(fan, meme, 3);
    for (const day of [2, 8, 31]) {
      await calendar.go(day - 1);
      calendar.sleepUntil(day);
      for (const rolled of [4, 2, 0]) {
        expect(await calendar.roll(4)).toBe(rolled);
        await calendar.check();
      }
    }
    expect(await world.db.selectFrom("rated_days").selectAll().execute()).toEqual([]);
    await calendar.check();
  });
});
