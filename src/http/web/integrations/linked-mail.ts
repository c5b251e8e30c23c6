import type { Identity } from "../../../core/integrations/identity.ts";
import type { Visit } from "../visit.ts";
import type { Provider } from "./provider.ts";

/** Should it not have been the owner, the owner hears of it. Nobody waits for the mail. */
export function sendLinkedSoon({ me, parts, site, words }: Visit, provider: Provider, identity: Identity): void {
  if (!parts.mailer || !me?.email) return;
  const text = words.say("mail.linked-text", {
    username: me.username,
    account: identity.name ?? identity.account,
    service: provider.label,
    link: `${site.url}/settings/integrations`,
  });
  parts.mailer({ to: me.email, subject: words.say("mail.linked-subject"), text }).catch((error: unknown) => {
    parts.services.log.error("could not tell of a linked account", { error: String(error) });
  });
}
