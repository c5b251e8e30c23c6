import { expect, test } from "bun:test";

import { verifyWebhook } from "../../client/src/index.ts";
import { runDueJobs } from "../../src/jobs/runner.ts";
import { sendWebhooks } from "../../src/jobs/send-webhooks.ts";
import { LAUNCH_TIMEOUT, sharedChromium } from "../chromium.ts";
import { Receiver } from "../webhooks/receiver.ts";
import { openWorld } from "../world.ts";
import { signInTab } from "./signed-in.ts";

test(
  "people add a webhook, test it, see what became of it, and delete it",
  async () => {
    await using world = await openWorld("SQLite", { env: { GUFFAW_WEBHOOKS: "any" } });
    using receiver = new Receiver();
    const member = await world.member({ name: "ann" });
    await using tab = await signInTab(await sharedChromium(), world, member, { javaScriptEnabled: false });
    const { page } = tab;
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await page.goto("/settings/keys");
    await page.getByRole("link", { name: "Webhooks" }).first().click();
    await page.getByLabel("Address").fill("http://nobody:secret@example.org/");
    await page.getByLabel("Only by this person").fill("ann");
    await page.getByLabel("A meme becomes hot").uncheck();
    await press("Add a webhook");
    expect(await page.getByRole("alert").textContent()).toContain("without a password");
    await page.getByLabel("Address").fill(receiver.url);
    await press("Add a webhook");
    const secret = (await page.locator("#new-secret").textContent())!;
    // Reloading does not add another one.
    await page.reload();
    expect(await page.locator("#new-secret").count()).toBe(0);
    expect(await page.locator(".row").count()).toBe(1);
    await page.getByRole("link", { name: `Details of ${receiver.url}` }).click();
    expect(await page.getByLabel("Only by this person").inputValue()).toBe("ann");
    expect(await page.getByLabel("A meme becomes hot").isChecked()).toBe(false);
    await press("Send a test");
    await runDueJobs(world.services, { kinds: [sendWebhooks] });
    await page.reload();
    expect(await page.locator("#log .row").textContent()).toContain("Delivered · 1 attempt · 204");
    const [{ headers, body }] = receiver.received as [Receiver["received"][number]];
    expect(await verifyWebhook(secret, headers, body)).toMatchObject({ type: "test" });
    await page.getByRole("button", { name: /^Send message msg_\d+ again$/ }).click();
    await press("Make a new secret");
    expect(await page.locator("#new-secret").textContent()).not.toBe(secret);
    await page.getByLabel("Only by this person").fill("");
    await press("Save");
    expect(await page.getByLabel("Only by this person").inputValue()).toBe("");
    await press("Turn off");
    expect(await page.locator("#log").textContent()).toContain("The webhook was switched off.");
    await press("Turn on");
    await press("Delete this webhook");
    expect(await page.locator(".row").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/settings/webhooks");
  },
  LAUNCH_TIMEOUT,
);
