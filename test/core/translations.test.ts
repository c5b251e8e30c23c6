import { describe, expect, test } from "bun:test";

import { DomainError } from "../../src/errors.ts";
import { exportCatalogue } from "../../src/core/translations/export-catalogue.ts";
import { listLanguages } from "../../src/core/translations/list-languages.ts";
import { listMessages, type Shown } from "../../src/core/translations/list-messages.ts";
import { MAX_TRANSLATION, suggestWords } from "../../src/core/translations/suggest-words.ts";
import { takeSuggestionBack } from "../../src/core/translations/take-suggestion-back.ts";
import { deleteUser } from "../../src/core/users/delete-user.ts";
import { exportData } from "../../src/core/users/export-data.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { upsertSuggestion } from "../../src/data/suggestions.ts";
import { CATALOGUES } from "../../src/words/languages.ts";
import { DIALECTS, openWorld } from "../world.ts";

const german = CATALOGUES.get("de")!;
const list = (ctx: Ctx, language: string, show?: Shown, search = "") =>
  listMessages(ctx, { language, show, search, amount: 10_000 });
const find = async (ctx: Ctx, language: string, key: string) =>
  (await list(ctx, language, "all", key)).items.find((one) => one.key === key)!;
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof DomainError ? [error.code, error.message] : error),
  );

describe.each(DIALECTS)("translations on %s", (dialect) => {
  test("are suggested, visible to all translators, replaced and withdrawn", async () => {
    await using world = await openWorld(dialect);
    const [ann, ben] = [await world.member({ perks: ["translator"] }), await world.member({ perks: ["translator"] })];
    const [anns, bens] = [world.ctx(ann), world.ctx(ben)];
    const key = "site.your-account";
    await suggestWords(anns, { language: "de", key, text: "Das Konto von {name}" });
    expect(await find(bens, "de", key)).toMatchObject({
      state: "suggested",
      shipped: german[key],
      suggestion: { username: ann.user.username, source: "Your account, {name}" },
      current: { of: "Your account, {name}", text: "Das Konto von {name}" },
    });
    await suggestWords(bens, { language: "de", key, text: "Konto:\r\n {name} " });
    expect(await find(anns, "de", key)).toMatchObject({
      suggestion: { username: ben.user.username, text: "Konto: {name}" },
    });
    const mail = "Bonjour {username},\r\n\r\n{link}";
    await suggestWords(anns, { language: "fr", key: "mail.reset-text", text: mail });
    expect((await find(bens, "fr", "mail.reset-text")).current?.text).toBe("Bonjour {username},\n\n{link}\n");
    const notHers = ["not_allowed", "Only the person who made a suggestion, or staff, can withdraw it."];
    expect(await refused(takeSuggestionBack(anns, { language: "de", key }))).toEqual(notHers);
    const staff = await world.member({ perks: ["translator", "staff"] });
    await takeSuggestionBack(world.ctx(staff), { language: "de", key });
    expect(await refused(takeSuggestionBack(bens, { language: "de", key }))).toEqual(["not_found", expect.any(String)]);
    expect(await find(anns, "de", key)).toMatchObject({ state: "done", suggestion: undefined });
    for (const odd of [
      { language: "\0", key },
      { language: "de", key: "\0" },
    ])
      expect(await refused(takeSuggestionBack(bens, odd))).toEqual(["not_found", expect.any(String)]);
  });

  test("have a state: missing, changed or suggested", async () => {
    await using world = await openWorld(dialect);
    const ctx = world.ctx(await world.member({ perks: ["translator"] }));
    const old = { language: "de", userId: undefined, createdAt: 1, text: "Früher" };
    // One for an older English text, with nothing newer shipped; and one with something newer.
    await upsertSuggestion(world.db, { ...old, language: "pl", key: "site.memes", source: "Jokes" });
    await upsertSuggestion(world.db, { ...old, key: "site.memes", source: "Jokes" });
    await suggestWords(ctx, { language: "pl", key: "parts.ratings.few", text: "{count} oceny" });
    expect((await list(ctx, "pl", "changed")).items.map(({ key }) => key)).toEqual(["site.memes"]);
    expect((await list(ctx, "pl", "suggested")).items.map(({ key }) => key)).toEqual(["parts.ratings.few"]);
    expect(await find(ctx, "de", "site.memes")).toMatchObject({ state: "done", current: german["site.memes"] });
    const { progress, show, items } = await list(ctx, "pl");
    expect(show).toBe("missing");
    expect(progress).toEqual({ missing: items.length, changed: 1, suggested: 1, all: items.length + 2 });
    expect((await list(ctx, "de")).show).toBe("all");
    const languages = await listLanguages(ctx);
    expect(languages.find(({ tag }) => tag === "pl")).toMatchObject({ name: "Polski", progress });
  });

  test("are found by key, English and translation, and listed page by page", async () => {
    await using world = await openWorld(dialect);
    const ctx = world.ctx(await world.member({ perks: ["translator"] }));
    for (const search of ["site.sign-in", "SIGN IN", "anmelden"])
      expect((await list(ctx, "de", "all", search)).items.map(({ key }) => key)).toContain("site.sign-in");
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await listMessages(ctx, { language: "de", show: "all", search: "", amount: 300, after });
      seen.push(...page.items.map(({ key }) => key));
      after = page.next;
    } while (after);
    expect(seen).toEqual((await list(ctx, "de", "all")).items.map(({ key }) => key));
  });

  test("are refused if they would break the page", async () => {
    await using world = await openWorld(dialect);
    const ctx = world.ctx(await world.member({ perks: ["translator"] }));
    const suggest = (key: string, text: string, language = "de") => refused(suggestWords(ctx, { language, key, text }));
    const missing = "These are missing and must stay as they are in English: ";
    const strange = "These aren't in the English text and can't be used here: ";
    expect(await suggest("site.your-account", "Dein Konto")).toEqual(["invalid", `${missing}{name}`]);
    expect(await suggest("site.memes", "Memes von {name}")).toEqual(["invalid", `${strange}{name}`]);
    expect(await suggest("meme.sign-in-to-say", "Melde dich an.")).toEqual(["invalid", `${missing}<link>`]);
    expect(await suggest("meme.sign-in-to-say", "<link>An</link> <b>x</b>")).toEqual(["invalid", `${strange}<b>`]);
    const broken = ["invalid", "Every tag must open and close once, and tags can't be nested."];
    for (const text of ["<link>An", "</link>An<link>", "<link>A<link>n</link></link>", "<link>An</link></x>"])
      expect(await suggest("meme.sign-in-to-say", text), text).toEqual(broken);
    expect(await suggest("site.memes", " ")).toEqual(["invalid", "The translation can't be empty."]);
    expect(await suggest("site.memes", "x".repeat(MAX_TRANSLATION + 1))).toEqual(["invalid", expect.any(String)]);
    expect(await suggest("site.memes", "a\u0000b")).toEqual(["invalid", expect.any(String)]);
    expect(await suggest("no.such-key", "x")).toEqual(["not_found", "There is no such message."]);
    expect(await suggest("parts.ratings.few", "{count} x")).toEqual(["not_found", expect.any(String)]);
    for (const language of ["en", "xx", "../de"])
      expect(await suggest("site.memes", "x", language)).toEqual(["not_found", "There is no such language here."]);
    expect((await list(ctx, "de")).progress.suggested).toBe(0);
  });

  test("are for translators", async () => {
    await using world = await openWorld(dialect);
    const only = ["not_allowed", "Only translators can see this page."];
    for (const ctx of [world.ctx(await world.member({ perks: ["staff", "founder"] }))]) {
      expect(await refused(list(ctx, "de"))).toEqual(only);
      expect(await refused(listLanguages(ctx))).toEqual(only);
      expect(await refused(suggestWords(ctx, { language: "de", key: "site.memes", text: "x" }))).toEqual(only);
      expect(await refused(takeSuggestionBack(ctx, { language: "de", key: "site.memes" }))).toEqual(only);
    }
  });

  test("are exported with the shipped ones in the order of English, without missing ones", async () => {
    await using world = await openWorld(dialect);
    const ctx = world.ctx(await world.member({ perks: ["translator"] }));
    expect(await exportCatalogue(world.ctx(), "de")).toEqual(german);
    await suggestWords(ctx, { language: "de", key: "site.memes", text: "Die Memes" });
    await suggestWords(ctx, { language: "pl", key: "parts.ratings.many", text: "{count} ocen" });
    await suggestWords(ctx, { language: "pl", key: "site.memes", text: "Memy" });
    expect(await exportCatalogue(world.ctx(), "de")).toEqual({
      ...german,
      "site.memes": { of: "Memes", text: "Die Memes" },
    });
    const polish = await exportCatalogue(world.ctx(), "pl");
    expect(Object.entries(polish)).toEqual([
      ["site.memes", { of: "Memes", text: "Memy" }],
      ["parts.ratings.many", { of: "{count} ratings", text: "{count} ocen" }],
    ]);
  });

  test("stay anonymously when their author is deleted, and are part of the author's export", async () => {
    await using world = await openWorld(dialect);
    const member = await world.member({ perks: ["translator"] });
    await suggestWords(world.ctx(member), { language: "de", key: "site.memes", text: "Die Memes" });
    const files = await Array.fromAsync(exportData(world.ctx(member)));
    const own = files.find(({ path }) => path === "translations.json")!;
    expect(JSON.parse(new TextDecoder().decode(own.bytes))).toMatchObject([
      { language: "de", key: "site.memes", text: "Die Memes" },
    ]);
    await deleteUser(world.ctx(), member.user.id);
    const other = world.ctx(await world.member({ perks: ["translator"] }));
    expect(await find(other, "de", "site.memes")).toMatchObject({
      suggestion: { userId: undefined, username: undefined },
    });
  });
});
