import { z } from "zod";

import { approveMeme } from "../../../core/moderation/approve-meme.ts";
import { listWaiting } from "../../../core/moderation/list-waiting.ts";
import { refuseMeme } from "../../../core/moderation/refuse-meme.ts";
import { cursorInput, decodeCursor, encodeCursor, memeCursor } from "../../cursor.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import type { RefusedRefusal } from "./refuse-form.tsx";
import { WaitingPage } from "./waiting-page.tsx";

const AT_ONCE = 10;

const list = page({
  method: "GET",
  path: "/moderation/waiting",
  access: "staff",
  input: z.object(cursorInput),
  handle: async (visit, { cursor }) => show(visit, await pageOf(visit, { cursor })),
});

async function pageOf(visit: Visit, { cursor, refused }: { cursor?: string; refused?: RefusedRefusal }) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, memeCursor);
  const { items, next } = await listWaiting(visit.ctx, { amount: AT_ONCE, skip: 0, after });
  const more = next && `${visit.site.root}/moderation/waiting?cursor=${encodeCursor(next)}`;
  const off = visit.ctx.policy.approveFirst === 0;
  return <WaitingPage frame={visit.frame} waiting={items} next={more} off={off} refused={refused} />;
}

const approve = page({
  method: "POST",
  path: "/moderation/waiting/{id}/approve",
  access: "staff",
  handle: async (visit) => {
    await approveMeme(visit.ctx, visit.param("id"));
    return goTo(visit, "/moderation/waiting", "approved");
  },
});

const refuse = page({
  method: "POST",
  path: "/moderation/waiting/{id}/refuse",
  access: "staff",
  input: z.object({ reason: text }),
  handle: async (visit, { reason }) => {
    await refuseMeme(visit.ctx, { memeId: visit.param("id"), reason });
    return goTo(visit, "/moderation/waiting", "refused");
  },
  again: (visit, { reason }, { sentence }) =>
    pageOf(visit, { refused: { id: visit.param("id"), reason, error: sentence } }),
});

export const waitingPages: readonly WebRoute[] = [list, approve, refuse];
