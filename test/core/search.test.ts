import { describe, expect, test } from "bun:test";

import * as fc from "fast-check";

import { inTransaction, type Ctx } from "../../src/core/ctx.ts";
import { DomainError } from "../../src/errors.ts";
import { captionMeme } from "../../src/core/memes/caption-meme.ts";
import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { disableMeme } from "../../src/core/memes/disable-meme.ts";
import { enableMeme } from "../../src/core/memes/enable-meme.ts";
import { hideMeme } from "../../src/core/moderation/hide-meme.ts";
import { releaseMeme } from "../../src/core/moderation/release-meme.ts";
import { addSubmission, prepareSubmission } from "../../src/core/memes/submit-meme.ts";
import { searchMemes, type SearchCursor } from "../../src/core/search/search-memes.ts";
import { forgetWords } from "../../src/core/search/forget-words.ts";
import { changeProfile } from "../../src/core/users/change-profile.ts";
import type { Age } from "../../src/entities/age.ts";
import { checkDatabase } from "../../src/data/check.ts";
import { dialectOf } from "../../src/data/dialect.ts";
import type { SearchQuery } from "../../src/data/search.ts";
import { findNearWords } from "../../src/data/spelling.ts";
import { postgresTest } from "../postgres-test.ts";
import { DIALECTS, openWorld, smallImage, type TestMember, type World } from "../world.ts";

interface Words {
  caption?: string;
  alt?: string;
  age?: Age;
}

/** Many at once, sharing one picture and one commit. */
async function submit(world: World, by: TestMember, memes: readonly Words[]): Promise<string[]> {
  const image = await smallImage();
  const prepared = await prepareSubmission(world.ctx(by), { image, caption: "", age: 2 });
  const ctx = world.ctx(by);
  return inTransaction(ctx, async (tx) => {
    const ids: string[] = [];
    for (const words of memes)
      ids.push((await addSubmission(tx, { ...prepared, ...words, id: ctx.ids.next() })).meme.id);
    return ids;
  });
}

async function find(world: World, search: string, { age = 2 as Age, skip = 0, amount = 50 } = {}): Promise<string[]> {
  const { items } = await searchMemes(world.ctx(), { search, age, skip, amount });
  return items.map(({ meme }) => meme.id);
}

describe.each(DIALECTS)("search on %s", (dialect) => {
  test("finds memes with all words in caption, name or alt text, whole or as prefixes, in any order", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member({ name: "grumpy_otter" });
    const [laptop, bridge, spam] = await submit(world, author, [
      { caption: "A Laptop at the café", alt: "Somebody pours coffee over it" },
      { caption: "Laptops on a bridge" },
      { caption: "Spam, eggs & spam", age: 4 },
    ]);
    expect(await find(world, "laptop")).toEqual([laptop!, bridge!]);
    expect(await find(world, "LAPTOPS")).toEqual([bridge!]);
    expect(await find(world, "lap cof")).toEqual([laptop!]);
    expect(await find(world, "coffee laptop")).toEqual([laptop!]);
    expect(await find(world, "cafe")).toEqual([laptop!]);
    expect(await find(world, "Café!")).toEqual([laptop!]);
    expect(await find(world, "ptop")).toEqual([]);
    expect((await find(world, "grumpy_otter")).sort()).toEqual([laptop!, bridge!]);
    expect((await find(world, "otter", { age: 4 })).length).toBe(3);
    expect(await find(world, "spam")).toEqual([]);
    expect(await find(world, "spam", { age: 4 })).toEqual([spam!]);
    for (const nothing of ["", " ", "!?&|", "...", "\0"]) expect(await find(world, nothing)).toEqual([]);
  });

  test("drops words that say nothing, unless there are no others", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [dog, cat, hamlet, office] = await submit(world, author, [
      { caption: "A dog on a skateboard" },
      { caption: "Die Katze im Sack" },
      { caption: "To be or not to be" },
      { caption: "Open office", alt: "The office" },
    ]);
    expect(await find(world, "that meme with the dog")).toEqual([dog!]);
    expect(await find(world, "das Bild mit der Katze")).toEqual([cat!]);
    expect(await find(world, "to be or not")).toEqual([hamlet!]);
    expect(await find(world, "the office")).toEqual([office!]);
  });

  test("finds memes with some of the words if none has all, those with most of them first", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [two, one, other, hat, lone] = await submit(world, author, [
      { caption: "dog drives tractor" },
      { caption: "a dog" },
      { caption: "one tractor", alt: "It is red" },
      { caption: "dog in a hat", age: 4 },
      { caption: "Hat" },
    ]);
    expect(await find(world, "dog tractor hat")).toEqual([two!, lone!, other!, one!]);
    // No meme has a hamster, so only the others count.
    expect(await find(world, "dog tractor hamster")).toEqual([two!]);
    expect(await find(world, "dog hamster")).toEqual([one!, two!]);
    expect(await find(world, "hamster dog", { age: 4 })).toEqual([one!, two!, hat!]);
    // Whoever finds all of them gets nothing else.
    expect(await find(world, "dog tractor")).toEqual([two!]);
    expect(await find(world, "hamster gerbil")).toEqual([]);
    const pages: string[] = [];
    let after: SearchCursor | undefined;
    do {
      const query = { search: "dog tractor hat", age: 2, skip: 0, amount: 1, after } as const;
      const { items, next }: Awaited<ReturnType<typeof searchMemes>> = await searchMemes(world.ctx(), query);
      pages.push(...items.map(({ meme }) => meme.id));
      after = next;
    } while (after);
    expect(pages).toEqual([two!, lone!, other!, one!]);
    expect(await find(world, "dog tractor hat", { skip: 1 })).toEqual([lone!, other!, one!]);
  });

  test("forgives typos", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [printer, , keyboard] = await submit(world, author, [
      { caption: "The printer is on fire" },
      { caption: "A cat" },
      { caption: "Cat on the keyboard" },
    ]);
    expect(await find(world, "printr")).toEqual([printer!]);
    expect(await find(world, "priner fire")).toEqual([printer!]);
    expect(await find(world, "cat keybaord")).toEqual([keyboard!]);
    expect(await find(world, "prin")).toEqual([printer!]);
    expect(await find(world, "xylophone")).toEqual([]);
    const [dogs, wide] = await submit(world, author, [
      { caption: "#dogs" },
      { caption: "wide" },
      { caption: "a door" },
      { caption: "to die for" },
    ]);
    for (const typed of ["dgo", "doog", "dgos"]) expect(await find(world, typed), typed).toEqual([dogs!]);
    expect(await find(world, "wdie")).toEqual([wide!]);
    // A word is forgotten by nobody but the memes: what only a hidden one had finds nothing, and is in nobody's way.
    const [hidden] = await submit(world, author, [{ caption: "printr" }]);
    expect(await find(world, "printr")).toEqual([hidden!]);
    await disableMeme(world.ctx(author), hidden!);
    expect(await find(world, "printr")).toEqual([printer!]);
    await captionMeme(world.ctx(author), { memeId: printer!, caption: "The scanner is on fire" });
    for (const typed of ["scaner", "firee", "scannr fier"]) expect(await find(world, typed), typed).toEqual([printer!]);
  });

  test("compares the newest memes of common words, and all memes of rare ones", async () => {
    await using world = await openWorld(dialect);
    const { search } = dialectOf(world.db);
    // All have one of two common words. Only the oldest have both, and one of these has a rare word too.
    const ids = Array.from({ length: 24_000 }, (_, i) => String(100_000_000_000_000_000n + BigInt(i)));
    const words = (i: number) => (i === 5 ? ["cat", "dog", "yak"] : i < 10 ? ["cat", "dog"] : [i % 2 ? "cat" : "dog"]);
    await search.load(
      world.db,
      ids.map((id, i) => ({ id, age: i === 7 ? 4 : 1, words: [...words(i), `named${i}`] })),
    );
    await search.settle(world.db);
    const ask = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
      words: text.split(" ").map((word) => ({ word, near: [] })),
      whole: true,
      age: 2,
      before: undefined,
      amount: 10,
      ...more,
    });
    const newest = await search.find(world.db, ask("cat dog"));
    expect(newest.ids).toEqual([]);
    expect(newest.reached! > ids[10]!).toBe(true);
    const reached: string[] = [];
    for (let before = newest.reached; before;) {
      const found = await search.find(world.db, ask("cat dog", { before, amount: 100 }));
      reached.push(...found.ids);
      before = found.reached;
    }
    // The index may leave it to the core to look at the age.
    expect(reached.filter((id) => id !== ids[7])).toEqual([9, 8, 6, 5, 4, 3, 2, 1, 0].map((i) => ids[i]!));
    expect(await search.find(world.db, ask("cat yak dog"))).toEqual({ ids: [ids[5]!], reached: undefined });
    expect((await search.find(world.db, ask("ca ya", { whole: false }))).ids).toEqual([ids[5]!]);
    expect((await search.find(world.db, ask("yak named5"))).ids).toEqual([ids[5]!]);
    const some = await search.findSome(world.db, ask("yak named5 cat", { whole: false }));
    expect(some[0]).toBe(ids[5]!);
    expect(some).toHaveLength(10);
    expect(await search.inUse(world.db, ["yak", "ya", "cat", "emu"])).toEqual(["yak", "cat"]);
  });

  test("finds long words by their beginning, also in names, and forgets words that no meme has", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member({ name: "grumpyhippopotamus" });
    const [one, other] = await submit(world, author, [{ caption: "thunderstorms2026" }, { caption: "a thunderstorm" }]);
    expect(await find(world, "thunderst")).toEqual([other!, one!]);
    expect(await find(world, "thunderstorms20")).toEqual([one!]);
    expect((await find(world, "grumpyhippo")).sort()).toEqual([one!, other!]);
    expect(await find(world, "thunderstrom")).toEqual([other!]);
    await deleteMeme(world.ctx(author), other!);
    const forget = () => forgetWords({ ...world.ctx(), actor: { kind: "system", job: "test" } });
    expect(await forget()).toBe(1);
    expect(await forget()).toBe(0);
    expect(await findNearWords(world.db, "thunderstrom", 3)).toEqual([]);
    expect(await find(world, "thunderst")).toEqual([one!]);
    expect(forgetWords(world.ctx(author))).rejects.toThrow(DomainError);
    const [again] = await submit(world, author, [{ caption: "another thunderstorm" }]);
    expect(await find(world, "thunderstrom")).toEqual([again!]);
  });

  test("ranks the best match first", async () => {
    await using world = await openWorld(dialect);
    const [author, otter, fan] = [await world.member(), await world.member({ name: "otter" }), await world.member()];
    const [begun, alt, long, liked, plain, disliked, short] = await submit(world, author, [
      { caption: "otters" },
      { caption: "something else", alt: "an otter" },
      { caption: "an otter who says a great deal more than anybody needs to know" },
      { caption: "the otter 1" },
      { caption: "the otter 2" },
      { caption: "the otter 3" },
      { caption: "Otter" },
    ]);
    const [named] = await submit(world, otter, [{ caption: "no such animal" }]);
    await world.rate(fan, { id: liked! } as never, 5);
    await world.rate(fan, { id: disliked! } as never, 1);
    expect(await find(world, "otter")).toEqual([short!, liked!, plain!, disliked!, long!, named!, alt!, begun!]);
  });

  test("supports every script", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const cases: [caption: string, searches: string[]][] = [
      ["Straße im Übermut", ["strasse", "STRASSE", "ubermut", "straß"]],
      ["Ο ΣΚΥΛΟΣ ΜΟΥ", ["σκύλος", "σκυλοσ", "σκυλ"]],
      ["Ёжик в тумане", ["ежик", "ТУМАНЕ", "тум"]],
      ["猫が会議に参加しました", ["猫", "会議", "参加"]],
      ["월요일 아침", ["월요일", "아침", "월"]],
      ["عندما ينتهي الاجتماع مبكرًا", ["الاجتماع", "مبكرا"]],
      ["כשהקפה מוכן", ["מוכן", "כשהקפה"]],
      ["जब चाय तैयार हो", ["चाय", "तैयार"]],
      ["เมื่อถึงวันศุกร์", ["ศุกร์", "วัน"]],
      ["Khi trời mưa", ["troi mua", "trời"]],
      ["Gdy żółw wyprzedza", ["żółw", "zołw"]],
      ["İstanbul ışık", ["istanbul", "ışık", "isik"]],
      ["ｆｕｌｌ ｗｉｄｔｈ ①", ["full", "width", "1"]],
      ["only 😂 and 👩🏽‍💻", ["😂", "💻"]],
      ["we are from 🇫🇮", ["🇫🇮"]],
      ["𝔉𝔯𝔞𝔨𝔱𝔲𝔯 and 𒀀𒀁", ["fraktur", "𒀀𒀁"]],
    ];
    const ids = await submit(
      world,
      author,
      cases.map(([caption]) => ({ caption })),
    );
    for (const [i, [caption, searches]] of cases.entries())
      for (const search of searches) expect(await find(world, search), `${search} in ${caption}`).toContain(ids[i]!);
  });

  test("accepts any text", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [meme] = await submit(world, author, [{ caption: "near not and or column a b c" }]);
    const tricky = [
      `"`,
      `'`,
      `''`,
      `"unclosed`,
      `a" OR "b`,
      `words : a`,
      `a AND NOT b`,
      `NEAR(a b, 2)`,
      `^a`,
      `a*`,
      `-a`,
      `{a b} : c`,
      `a & !b | (c`,
      `a <-> b`,
      `a:*`,
      `'a':A`,
      `\\`,
      `%`,
      `a\0b`,
      "\0",
      "\ud800",
      "\udc00a",
      "a ".repeat(99),
      "a".repeat(200),
      `'); drop table memes; --`,
    ];
    const isRefusal = (error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
      return [];
    };
    for (const search of tricky) await find(world, search).catch(isRefusal);
    for (const search of ["near", "NOT", "and or", `"a"`, "a AND b", "near(a b)", "a:* & b"])
      expect(await find(world, search), search).toEqual([meme!]);
    await expect(find(world, "a".repeat(10_000))).rejects.toThrow("at most 200 characters");
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 250 }), async (search) => {
        await find(world, search).catch(isRefusal);
      }),
      { numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."ab \"'*:&|!()<>-^{}\\,+~\0é猫😂") }), async (search) => {
        await find(world, search).catch(isRefusal);
      }),
      { numRuns: 200 },
    );
  });

  test("follows changes to a meme and its author", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member({ name: "oldname" });
    const meme = await world.meme({ by: author, caption: "falcon" });
    const other = await world.meme({ by: author, caption: "heron" });
    await disableMeme(world.ctx(author), meme.id);
    expect(await find(world, "falcon")).toEqual([]);
    expect(await find(world, "oldname")).toEqual([other.id]);
    const hidden = await searchMemes(world.ctx(author), { search: "falcon", age: 4, skip: 0, amount: 5 });
    expect(hidden.items).toEqual([]);
    await changeProfile(world.ctx(author), { username: "newname" });
    await captionMeme(world.ctx(author), { memeId: meme.id, caption: "eagle" });
    await enableMeme(world.ctx(author), meme.id);
    expect(await find(world, "falcon")).toEqual([]);
    expect(await find(world, "eagle newname")).toEqual([meme.id]);
    expect(await find(world, "oldname")).toEqual([]);
    expect(await find(world, "newname")).toEqual([meme.id, other.id].sort().reverse());
    await deleteMeme(world.ctx(author), meme.id);
    expect(await find(world, "eagle")).toEqual([]);
    expect(await find(world, "newname")).toEqual([other.id]);
    expect(await checkDatabase(world.db)).toEqual([]);
  });

  test("finds words that a meme got while it was being enabled", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const hideByStaff = (ctx: Ctx, memeId: string) => hideMeme(ctx, { memeId, reason: "x" });
    for (const [i, [hide, show]] of [[disableMeme, enableMeme] as const, [hideByStaff, releaseMeme] as const].entries())
      for (let n = 0; n < 12; n++) {
        const [before, after] = [`before${i}x${n}`, `after${i}x${n}`];
        const { id } = await world.meme({ by: author, caption: before });
        await hide(world.ctx(), id);
        await Promise.all([show(world.ctx(), id), captionMeme(world.ctx(author), { memeId: id, caption: after })]);
        expect([await find(world, before), await find(world, after)]).toEqual([[], [id]]);
      }
  });

  test("returns every match once, page by page, whatever is posted meanwhile", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    // More than two blocks of whole-word matches, and some prefix matches.
    const ids = await submit(
      world,
      author,
      Array.from({ length: 450 }, (_, i) => ({
        caption: i % 9 === 0 ? `pickled ${i}` : `pickle ${"dill ".repeat(i % 5)}`,
      })),
    );
    const found: string[] = [];
    let after: SearchCursor | undefined;
    do {
      const page = await searchMemes(world.ctx(), { search: "pickle", age: 2, skip: 0, amount: 23, after });
      found.push(...page.items.map(({ meme }) => meme.id));
      after = page.next;
      if (found.length < 100) await submit(world, author, [{ caption: "pickle" }]);
    } while (after);
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((id) => ids.includes(id)).length).toBe(450);
    const begun = new Set(ids.filter((_, i) => i % 9 === 0));
    expect(found.slice(-50).every((id) => begun.has(id))).toBe(true);
  });

  test("can skip up to the end", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    await submit(
      world,
      author,
      Array.from({ length: 210 }, (_, i) => ({ caption: `pickle ${i}` })),
    );
    const all = await find(world, "pickle", { amount: 300 });
    expect(new Set(all).size).toBe(210);
    for (const skip of [1, 199, 200, 201, 209, 210, 1000])
      expect(await find(world, "pickle", { skip, amount: 7 })).toEqual(all.slice(skip, skip + 7));
  });
});

postgresTest("both databases give the same order", async () => {
  const orders: string[][] = [];
  for (const dialect of DIALECTS) {
    await using world = await openWorld(dialect);
    const author = await world.member({ name: "pickle_fan" });
    const captions = Array.from(
      { length: 260 },
      (_, i) => `${i % 3 ? "pickle" : "pickled"} ${"x ".repeat(i % 7)}no${i}`,
    );
    await submit(
      world,
      author,
      captions.map((caption) => ({ caption })),
    );
    const { items } = await searchMemes(world.ctx(), { search: "pickle", age: 2, skip: 0, amount: 300 });
    orders.push(items.map(({ meme }) => meme.caption));
  }
  expect(orders[0]!.length).toBe(260);
  expect(orders[1]).toEqual(orders[0]!);
});
