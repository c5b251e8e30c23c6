import { isSuspended } from "../../../core/access.ts";
import { findAccount } from "../../../core/sessions/sign-in.ts";
import { allowReset } from "../../../core/users/reset-password.ts";
import { LANGUAGES } from "../../../words/languages.ts";
import { wordsIn } from "../../../words/words.ts";
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

async function sendReset({ ctx, parts, site, words }: Visit, name: string): Promise<void> {
  const user = await findAccount(ctx, name);
  if (!parts.mailer || !user?.email || isSuspended(user, ctx.now)) return;
  const link = `${site.url}/reset/${await allowReset(ctx, user)}`;
  // Who asked may be anyone; who reads it may have chosen a language.
  const { say } = user.language !== null && LANGUAGES.has(user.language) ? wordsIn(user.language) : words;
  const text = say("mail.reset-text", { username: user.username, link });
  await parts.mailer({ to: user.email, subject: say("mail.reset-subject"), text });
}
