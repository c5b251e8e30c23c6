import { z } from "zod";

import { hasPasskeys, relyingPartyOf } from "../../../core/passkeys/relying-party.ts";
import { offerSignIn, signInWithPasskey } from "../../../core/passkeys/sign-in-with-passkey.ts";
import { Icon } from "../components/icon.tsx";
import type { Frame } from "../frame.ts";
import { json } from "../reply.ts";
import { page, type WebRoute } from "../web-route.ts";
import { useWords } from "../use-words.tsx";
import { usedPasskey } from "./passkey-response.ts";
import { ownPath } from "../own-path.ts";

/** Shown by a script if the browser supports passkeys. Browsers also offer them in the name field. */
export const PasskeySignIn = ({ frame: { site }, next = "" }: { frame: Frame; next?: string }) => {
  const { say } = useWords();
  if (!hasPasskeys(site.url)) return null;
  return (
    <passkey-sign-in
      class="stack passkey-sign-in"
      hidden
      data-action={`${site.root}/sign-in/passkey`}
      data-next={next}
      data-cancelled={say("passkeys.not-used")}
      data-unable={say("passkeys.no-luck", { url: site.url })}
    >
      <button type="button" class="button button-quiet">
        <Icon name="passkey" /> {say("passkeys.sign-in")}
      </button>
      <p class="form-error" role="alert" hidden></p>
    </passkey-sign-in>
  );
};

const offer = page({
  method: "POST",
  path: "/sign-in/passkey/options",
  access: "anyone",
  handle: async (visit) => {
    visit.website.limits.challenge(visit.network);
    return json(visit, await offerSignIn(visit.ctx, relyingPartyOf(visit.site.url)));
  },
});

const signIn = page({
  method: "POST",
  path: "/sign-in/passkey",
  access: "anyone",
  input: z.object({ answer: usedPasskey, next: z.string().optional() }),
  handle: async (visit, { answer, next }) => {
    const limits = visit.website.limits.forSignIn(visit.network, visit.cookies.device);
    const site = relyingPartyOf(visit.site.url);
    await visit.trySignIn(signInWithPasskey(visit.ctx, site, { answer, ...visit.browser }, limits), next);
    return json(visit, { next: visit.site.root + (ownPath(next, visit.site.root) ?? "/") });
  },
});

export const passkeySignIn: readonly WebRoute[] = [offer, signIn];
