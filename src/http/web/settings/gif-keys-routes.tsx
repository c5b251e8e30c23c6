import { z } from "zod";

import { createOwnGifKey } from "../../../core/gifs/create-gif-key.ts";
import { listOwnGifKeys } from "../../../core/gifs/list-own-gif-keys.ts";
import { revokeGifKey } from "../../../core/gifs/revoke-gif-key.ts";
import { isFormUsed } from "../../../core/users/use-form.ts";
import { text, ticked } from "../form-fields.ts";
import { recentProofOf } from "../proof-fields.tsx";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { EMPTY_GIF_KEY, GifKeysPage, type TypedGifKey } from "./gif-keys-page.tsx";

const PATH = "/settings/gif-keys";

const typedAt = ({ ctx }: Visit, typed: TypedGifKey) => (ctx.policy.gifApi === "off" ? undefined : typed);

const view = page({
  method: "GET",
  path: PATH,
  access: "member",
  handle: async (visit) =>
    show(
      visit,
      <GifKeysPage frame={visit.frame} keys={await listOwnGifKeys(visit.ctx)} typed={typedAt(visit, EMPTY_GIF_KEY)} />,
    ),
});

const create = page({
  method: "POST",
  path: PATH,
  access: "member",
  input: z.object({
    name: text,
    origins: text,
    mature: ticked,
    password: text,
    form: z.string().max(100).optional(),
  }),
  handle: async (visit, { password, form, ...typed }) => {
    const proof = recentProofOf(visit, { password });
    const { key, gifKey } = await createOwnGifKey(visit.ctx, { ...typed, proof, form });
    const address = `${visit.website.addresses.url}/tenor/v2/featured?key=${key}`;
    const keys = await listOwnGifKeys(visit.ctx);
    const made = { gifKey, key, address };
    // No redirect: the key is shown in this one answer only.
    return show(visit, <GifKeysPage frame={visit.frame} keys={keys} typed={EMPTY_GIF_KEY} made={made} />);
  },
  again: async (visit, { name, origins, mature }, { sentence, error }) => {
    const typed = typedAt(visit, { name, origins, mature });
    if (isFormUsed(error)) return goTo(visit, PATH, "key-once");
    const keys = await listOwnGifKeys(visit.ctx);
    return <GifKeysPage frame={visit.frame} keys={keys} typed={typed} error={sentence} />;
  },
});

const revoke = page({
  method: "POST",
  path: `${PATH}/{id}/revoke`,
  access: "member",
  handle: async (visit) => {
    await revokeGifKey(visit.ctx, visit.param("id"));
    return goTo(visit, PATH, "key-revoked");
  },
});

export const gifKeysPages: readonly WebRoute[] = [view, create, revoke];
