import { describe, expect, test } from "bun:test";

import { deleteMeme } from "../../src/core/memes/delete-meme.ts";
import { resolveReport } from "../../src/core/reports/resolve-reports.ts";
import { takeReport } from "../../src/core/reports/take-reports.ts";
import { DIALECTS, openWorld } from "../world.ts";
import { bodyOf, form, json, read } from "./http.ts";

interface Report {
  id: number;
  status: number;
  memeid: string;
  message: { reason: string; description: string };
  comment: string;
  assignee?: { username: string };
}

describe.each(DIALECTS)("reports on %s", (dialect) => {
  test("are visible to reporter and staff, from open to resolved, and outlive the meme", async () => {
    await using world = await openWorld(dialect);
    const [author, reporter] = [await world.member(), await world.member()];
    const staff = await world.member({ name: "mod", perks: ["staff"] });
    const meme = await world.meme({ by: author });
    const path = `/v1/meme/${meme.id}/report`;
    const made = await bodyOf<Report>(
      world.as(reporter).post(path, json({ reason: "stolen", description: "It is mine.\nReally." })),
    );
    expect(made).toMatchObject({
      success: true,
      status: 0,
      memeid: meme.id,
      message: { reason: "stolen", description: "It is mine.\nReally." },
      comment: "",
    });
    expect(made).not.toHaveProperty("assignee");
    expect(made.id).toBeWithin(1, 2 ** 31);
    const second = await bodyOf<Report>(world.as(reporter).post(path, form({ reason: "spam" })));
    expect((await read<Report[]>(world, reporter, "/v1/reports")).map((r) => r.id)).toEqual([second.id, made.id]);
    expect(await read<Report[]>(world, author, "/v1/reports")).toEqual([]);
    expect((await world.as(author).get(`/v1/report/${made.id}`)).status).toBe(404);
    await takeReport(world.ctx(staff), made.id);
    expect(await read<Report>(world, reporter, `/v1/report/${made.id}`)).toMatchObject({
      status: 1,
      assignee: { username: "mod" },
    });
    await resolveReport(world.ctx(staff), made.id, "Gone.");
    await deleteMeme(world.ctx(staff), meme.id);
    expect(await read<Report>(world, staff, `/v1/report/${made.id}`)).toMatchObject({
      status: 2,
      memeid: meme.id,
      comment: "Gone.",
    });
  });

  test("need a reason", async () => {
    await using world = await openWorld(dialect);
    const me = await world.member();
    const path = `/v1/meme/${(await world.meme({ by: me })).id}/report`;
    const bad = [
      {},
      { reason: "" },
      { reason: " \n" },
      { reason: "x".repeat(101) },
      { reason: 5 },
      { description: "x" },
    ];
    for (const input of [...bad, { reason: "x", description: "x".repeat(1001) }, { reason: "\u0000" }])
      expect((await world.as(me).post(path, json(input))).status, JSON.stringify(input)).toBe(400);
    expect(await read<Report[]>(world, me, "/v1/reports")).toEqual([]);
  });
});
