import { describe, expect, test } from "bun:test";

import { commentOnMeme } from "../../src/core/comments/comment-on-meme.ts";
import { resolveReports } from "../../src/core/reports/resolve-reports.ts";
import { takeReports } from "../../src/core/reports/take-reports.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { sendMail } from "../../src/jobs/send-mail.ts";
import { DIALECTS, openWorld, type World } from "../world.ts";
import { openMailWorld } from "./mail-world.ts";
import { sessionCookie } from "./signed-in.ts";

const send = (world: World, path: string, fields: Record<string, string>) =>
  world.as().post(path, { body: new URLSearchParams(fields), headers: { "Sec-Fetch-Site": "same-origin" } });

describe.each(DIALECTS)("reports by guests on %s", (dialect) => {
  test("reach staff as a guest's, and the guest hears what came of it", async () => {
    await using opened = await openMailWorld(dialect);
    const { world, mailbox } = opened;
    const [author, staff] = [await world.member(), await world.member({ perks: ["staff"] })];
    const meme = await world.meme({ by: author });
    const comment = await commentOnMeme(world.ctx(author), { memeId: meme.id, content: "rude" });
    const form = await (await world.as().get(`/meme/${meme.id}/report`)).text();
    expect(form).toContain('name="email"');

    const path = `/meme/${meme.id}/report`;
    const refused = await send(world, path, { reason: "spam", description: "", email: "nonsense" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('value="nonsense"');
    const sent = await send(world, path, { reason: "spam", description: "look", email: "guest@example.org" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `/meme/${meme.id}`]);
    const silent = await send(world, `/meme/${meme.id}/comments/${comment.id}/report`, { reason: "hate" });
    expect(silent.status).toBe(303);

    const queue = await world.as().get("/moderation", { headers: { Cookie: await sessionCookie(world, staff) } });
    const shown = await queue.text();
    expect(shown.match(/by a guest/g)).toHaveLength(2);
    expect(shown).not.toContain("guest@example.org");
    // The number is in the header of every page.
    expect(shown).toContain('data-open-reports="2"');
    expect(shown).toContain("2 open reports");

    const reports = await world.db.selectFrom("reports").selectAll().orderBy("id").execute();
    const deliver = () => runDueJobs(world.services, { where: world.addresses, kinds: [sendMail] });
    await takeReports({ ...world.ctx(staff), policy: world.services.config }, { id: reports[0]!.id });
    await deliver();
    expect(mailbox.mails).toHaveLength(0);
    for (const { id } of reports)
      await resolveReports({ ...world.ctx(staff), policy: world.services.config }, { id, comment: "We took it down." });
    await deliver();
    expect(mailbox.mails).toHaveLength(1);
    expect(JSON.stringify(mailbox.mails[0])).toContain("We took it down.");
    expect(await world.db.selectFrom("reports").select("email").distinct().execute()).toEqual([{ email: null }]);
  });

  test("are limited by network, and impossible about what a guest cannot see", async () => {
    await using world = await openWorld(dialect);
    const author = await world.member();
    const [meme, hidden] = [await world.meme({ by: author }), await world.meme({ by: author, disabled: true })];
    expect((await world.as().get(`/meme/${hidden.id}/report`)).status).toBe(404);
    expect((await send(world, `/meme/${hidden.id}/report`, { reason: "spam" })).status).toBe(404);
    const form = await (await world.as().get(`/meme/${meme.id}/report`)).text();
    expect(form).not.toContain('name="email"');
    let status = 0;
    let tries = 0;
    while (status !== 429 && tries < 20) {
      status = (await send(world, `/meme/${meme.id}/report`, { reason: "spam" })).status;
      tries++;
    }
    expect([status, tries]).toEqual([429, 10]);
  });
});
