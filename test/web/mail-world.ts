import type { Schema } from "../../src/data/schema.ts";
import { openWorld, type DialectName, type World } from "../world.ts";
import { openMailbox, type TestMailbox } from "./smtp.ts";

export interface MailWorld extends AsyncDisposable {
  world: World;
  mailbox: TestMailbox;
  /** Forgets all mails that have arrived, and all rows of these tables. */
  clear(...tables: (keyof Schema)[]): Promise<void>;
}

/** A world that sends its mails to a mailbox, which needs a password. */
export async function openMailWorld(
  dialect: DialectName,
  { env = {}, clock }: { env?: Record<string, string>; clock?: () => number } = {},
): Promise<MailWorld> {
  const mailbox = openMailbox();
  const world = await openWorld(dialect, {
    ...(clock ? { clock } : {}),
    env: {
      GUFFAW_SMTP_URL: mailbox.url.replace("//", "//mailer:smtp-Pass-word@"),
      GUFFAW_MAIL_FROM: "Guffaw <memes@example.org>",
      ...env,
    },
  });
  return {
    world,
    mailbox,
    async clear(...tables) {
      mailbox.clear();
      for (const table of tables) await world.db.deleteFrom(table).execute();
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      mailbox[Symbol.dispose]();
    },
  };
}
