import { describe, expect, test } from "bun:test";

import { acceptTemplate, retireTemplate } from "../../src/core/templates/decide-template.ts";
import { favouriteTemplate } from "../../src/core/templates/favourite-template.ts";
import { proposeTemplate } from "../../src/core/templates/propose-template.ts";
import { Template } from "../../src/http/api/v1/template-schemas.ts";
import { addTemplate, makeWith, picture } from "../templates.ts";
import { DIALECTS, openWorld, type TestMember, type World } from "../world.ts";

interface TemplateSeen {
  id: string;
  name: string;
  url: string;
  preview_url: string;
  memes: number;
  favourite: boolean;
  texts: string[];
  author: { username: string } | null;
}

async function listed(world: World, by: TestMember, query = ""): Promise<TemplateSeen[]> {
  const answer = await world.as(by).get(`/v1/template${query}`);
  expect(answer.status, query).toBe(200);
  const templates = (await answer.json()) as TemplateSeen[];
  for (const one of templates) Template.parse(one);
  return templates;
}

const namesOf = async (world: World, by: TestMember, query?: string) =>
  (await listed(world, by, query)).map(({ name }) => name);

describe.each(DIALECTS)("GET /v1/template on %s", (dialect) => {
  test("lists templates by use, age and words, with pictures that need no key", async () => {
    await using world = await openWorld(dialect);
    const [author, fan] = [await world.member(), await world.member()];
    const [cat, dog] = [await addTemplate(world, "cat", ["work"]), await addTemplate(world, "dog")];
    await makeWith(world, author, cat);
    await favouriteTemplate(world.ctx(fan), dog.id);
    const [first, second] = await listed(world, fan);
    expect(first).toMatchObject({ id: cat.id, name: "The cat", memes: 1, favourite: false, author: null });
    expect(second).toMatchObject({ id: dog.id, favourite: true, texts: ["Above", "Below"] });
    for (const url of [first!.url, first!.preview_url])
      expect((await world.as().get(new URL(url).pathname)).status).toBe(200);
    expect(await namesOf(world, fan, "?sort=new")).toEqual(["The dog", "The cat"]);
    expect(await namesOf(world, fan, "?sort=favourites")).toEqual(["The dog"]);
    expect(await namesOf(world, fan, "?q=wor")).toEqual(["The cat"]);
    expect(await namesOf(world, fan, "?offset=1")).toEqual(["The dog"]);
    const page = await world.as(fan).get("/v1/template?amount=1");
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")![1]!;
    const { pathname, search } = new URL(next);
    expect(await namesOf(world, fan, (pathname + search).replace("/v1/template", ""))).toEqual(["The dog"]);
    for (const query of ["?sort=best", "?amount=26", "?age=3", "?cursor=x"])
      expect((await world.as(fan).get(`/v1/template${query}`)).status, query).toBe(400);
    const one = await world.as(fan).get(`/v1/template/${dog.id}`);
    expect(await one.json()).toEqual(second as never);
  });

  test("hides what staff have yet to accept, or have retired, and its pictures", async () => {
    await using world = await openWorld(dialect);
    const [author, fan, staff] = [await world.member(), await world.member(), await world.member({ perks: ["staff"] })];
    const cat = await proposeTemplate(world.ctx(author), {
      name: "Cat",
      tags: "",
      alt: "",
      age: 4,
      arrangement: "classic",
      sampleTexts: [],
      from: { picture: await picture() },
    });
    const [own] = await listed(world, author, "?sort=mine&age=4");
    expect(own).toMatchObject({ id: cat.id, author: { username: author.user.username } });
    const statuses = async (by?: TestMember) => {
      const paths = [`/v1/template/${cat.id}`, new URL(own!.url).pathname, new URL(own!.preview_url).pathname];
      return Promise.all(paths.map(async (path) => (await world.as(by ?? fan).get(path)).status));
    };
    const missing = await world.as(fan).get("/v1/template/140000000000000000");
    const hidden = await world.as(fan).get(`/v1/template/${cat.id}`);
    expect([hidden.status, await hidden.text()]).toEqual([missing.status, await missing.text()]);
    expect(await statuses(author)).toEqual([200, 200, 200]);
    expect(await statuses()).toEqual([404, 404, 404]);
    await acceptTemplate(world.ctx(staff), cat.id);
    expect(await statuses()).toEqual([200, 200, 200]);
    // Mature ones only if asked for.
    expect([await namesOf(world, fan), await namesOf(world, fan, "?age=4")]).toEqual([[], ["Cat"]]);
    await retireTemplate(world.ctx(staff), cat.id);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await statuses(staff)).toEqual([200, 200, 200]);
  });
});
