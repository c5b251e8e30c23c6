import { findAccount } from "../../../core/sessions/sign-in.ts";
import { allowReset } from "../../../core/users/reset-password.ts";
import type { Visit } from "../visit.ts";

/**
 * Looks for the account and writes to it after the answer is sent: how long that takes, and whether it happens at all,
 * nobody can tell from the answer.
 */
export function sendResetSoon(visit: Visit, name: string): void {
  const { services } = visit.parts;
  setTimeout(() => {
    sendReset(visit, name).catch((error: unknown) =>
      services.log.error("could not send a link to reset a password", { error: String(error) }),
    );
  }, 0);
}

async function sendReset({ ctx, parts, site }: Visit, name: string): Promise<void> {
  const user = await findAccount(ctx, name);
  if (!parts.mailer || !user?.email || user.suspended_at !== null) return;
  const link = `${site.url}/reset/${await allowReset(ctx, user)}`;
  await parts.mailer({ to: user.email, subject: "A new password for Guffaw", text: wordsOf(user.username, link) });
}

const wordsOf = (username: string, link: string) =>
  `Hello ${username},

somebody, most likely you, asked for a new password for your account. Choose it here within the hour:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`;
