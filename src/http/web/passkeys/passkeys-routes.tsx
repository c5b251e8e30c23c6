import { z } from "zod";

import { addPasskey, offerPasskey } from "../../../core/passkeys/add-passkey.ts";
import { listOwnPasskeys } from "../../../core/passkeys/list-own-passkeys.ts";
import { removePasskey } from "../../../core/passkeys/remove-passkey.ts";
import { renamePasskey } from "../../../core/passkeys/rename-passkey.ts";
import { relyingPartyOf } from "../../../core/passkeys/relying-party.ts";
import { proofOf } from "../proof-fields.tsx";
import { browserName } from "../settings/browser-name.ts";
import { goTo, json, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { newPasskey } from "./passkey-response.ts";
import { PasskeysPage, type PasskeysProps } from "./passkeys-page.tsx";
import { passkeySignIn } from "./passkey-sign-in.tsx";

const propsOf = async (visit: Visit): Promise<PasskeysProps> => ({
  frame: visit.frame,
  passkeys: await listOwnPasskeys(visit.ctx),
  suggested: browserName(visit.words, visit.browser.agent),
});

const view = page({
  method: "GET",
  path: "/settings/passkeys",
  access: "member",
  handle: async (visit) => show(visit, <PasskeysPage {...await propsOf(visit)} />),
});

const offer = page({
  method: "POST",
  path: "/settings/passkeys/options",
  access: "member",
  input: z.object({ name: text, password: text }),
  handle: async (visit, { name, password }) => {
    visit.website.limits.confirm(visit.signedIn!.session.id);
    const proof = proofOf(visit, { password });
    return json(visit, await offerPasskey(visit.ctx, relyingPartyOf(visit.site.url), { ...proof, name }));
  },
});

const add = page({
  method: "POST",
  path: "/settings/passkeys",
  access: "member",
  input: z.object({ name: text, answer: newPasskey }),
  handle: async (visit, input) => {
    await addPasskey(visit.ctx, relyingPartyOf(visit.site.url), input);
    visit.cookies.leaveNote("passkey-added");
    return json(visit, { next: `${visit.site.root}/settings/passkeys` });
  },
});

const again = async (visit: Visit, refused: PasskeysProps["refused"]) => (
  <PasskeysPage {...await propsOf(visit)} refused={refused} />
);

const rename = page({
  method: "POST",
  path: "/settings/passkeys/{id}/rename",
  access: "member",
  input: z.object({ name: text }),
  handle: async (visit, { name }) => {
    await renamePasskey(visit.ctx, { id: visit.param("id"), name });
    return goTo(visit, "/settings/passkeys", "passkey-renamed");
  },
  again: (visit, { name }, { sentence }) => again(visit, { id: visit.param("id"), form: "rename", name, sentence }),
});

const remove = page({
  method: "POST",
  path: "/settings/passkeys/{id}/remove",
  access: "member",
  input: z.object({ password: text }),
  handle: async (visit, input) => {
    visit.website.limits.confirm(visit.signedIn!.session.id);
    const services = visit.website.services.config.services.map(({ name }) => name);
    await removePasskey(visit.ctx, { ...proofOf(visit, input), id: visit.param("id"), services });
    return goTo(visit, "/settings/passkeys", "passkey-removed");
  },
  again: (visit, _, { sentence }) => again(visit, { id: visit.param("id"), form: "remove", sentence }),
});

export const passkeyPages: readonly WebRoute[] = [view, offer, add, rename, remove, ...passkeySignIn];
