import { z } from "zod";

import { createOwnKey } from "../../../core/keys/create-own-key.ts";
import { listOwnKeys } from "../../../core/keys/list-own-keys.ts";
import { revokeKey } from "../../../core/keys/revoke-key.ts";
import type { Permission } from "../../../core/access.ts";
import type { Proof } from "../../../core/users/proof.ts";
import { isFormUsed } from "../../../core/users/use-form.ts";
import { recentProofOf } from "../proof-fields.tsx";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text, ticked } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { EMPTY_KEY, EXPIRIES, KeysPage, type TypedKey } from "./keys-page.tsx";
import { schemaMessage } from "../../schema-message.ts";

const DAY = 86_400_000;

const view = page({
  method: "GET",
  path: "/settings/keys",
  access: "member",
  handle: async (visit) =>
    show(visit, <KeysPage frame={visit.frame} keys={await listOwnKeys(visit.ctx)} typed={EMPTY_KEY} />),
});

const create = page({
  method: "POST",
  path: "/settings/keys",
  access: "member",
  input: z.object({
    name: text,
    access: z.enum(["read", "write"], { error: schemaMessage("error.key-access") }).default("write"),
    password: text,
    form: z.string().max(100).optional(),
    ratings: ticked,
    integrations: ticked,
    expires: z
      .enum(
        EXPIRIES.map(([days]) => days),
        { error: schemaMessage("error.key-expiry") },
      )
      .default("365"),
  }),
  handle: async (visit, { password, form, ...input }) => {
    const made = await createKeyFor(visit, typedOf(input), { proof: recentProofOf(visit, { password }), form });
    // No redirect: the key is shown in this one answer only.
    const keys = await listOwnKeys(visit.ctx);
    return show(visit, <KeysPage frame={visit.frame} keys={keys} typed={EMPTY_KEY} made={made} />);
  },
  again: async (visit, sent, { sentence, error }) => {
    const { password: _, form: __, ...input } = sent;
    // Reloading the page with the key sends the form once more.
    if (isFormUsed(error)) return goTo(visit, "/settings/keys", "key-once");
    const keys = await listOwnKeys(visit.ctx);
    return <KeysPage frame={visit.frame} keys={keys} typed={typedOf(input)} error={sentence} />;
  },
});

const typedOf = ({ access, ...input }: Omit<TypedKey, "readOnly"> & { access: "read" | "write" }): TypedKey => ({
  ...input,
  readOnly: access === "read",
});

async function createKeyFor(
  visit: Visit,
  { name, ratings, integrations, readOnly, expires }: TypedKey,
  sent: { proof: Proof; form: string | undefined },
) {
  const permissions: Permission[] = [
    ...(ratings ? ["Ratings" as const] : []),
    ...(integrations ? ["View Integrations" as const] : []),
  ];
  const { ctx } = visit;
  const expiresAt = expires === "" ? undefined : ctx.now + Number(expires) * DAY;
  const { key, apiKey } = await createOwnKey(ctx, { name, permissions, readOnly, expiresAt, ...sent });
  const first = visit.me!.submittedCount > 0 ? "/v1/profile/me/memes" : "/v1/meme/random";
  const curl = `curl -H "Authorization: ${key}" \\\n  ${visit.website.addresses.apiUrl}${first}`;
  return { name: apiKey.name, key, curl };
}

const revoke = page({
  method: "POST",
  path: "/settings/keys/{id}/revoke",
  access: "member",
  handle: async (visit) => {
    await revokeKey(visit.ctx, visit.param("id"));
    return goTo(visit, "/settings/keys", "key-revoked");
  },
});

export const keysPages: readonly WebRoute[] = [view, create, revoke];
