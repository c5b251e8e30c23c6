import { z } from "zod";

import { listAllKeys } from "../../../core/keys/list-all-keys.ts";
import { revokeKey } from "../../../core/keys/revoke-key.ts";
import { ID } from "../../cursor.ts";
import { goTo, show } from "../reply.ts";
import { page, type WebRoute } from "../web-route.ts";
import { AllKeysPage } from "./keys-page.tsx";

const AMOUNT = 30;
const after = ID.optional().catch(undefined);

const keys = page({
  method: "GET",
  path: "/admin/keys",
  access: "founder",
  input: z.object({ after }),
  handle: async (visit, { after: from }) => {
    const { items, next } = await listAllKeys(visit.ctx, { amount: AMOUNT, after: from });
    return show(visit, <AllKeysPage frame={visit.frame} keys={items} next={next} after={from !== undefined} />);
  },
});

const revoke = page({
  method: "POST",
  path: "/admin/keys/{id}/revoke",
  access: "founder",
  handle: async (visit) => {
    await revokeKey(visit.ctx, visit.param("id"));
    return goTo(visit, "/admin/keys", "key-revoked");
  },
});

export const keyPages: readonly WebRoute[] = [keys, revoke];
