import { z } from "zod";

import { isPro } from "../../../core/access.ts";
import { chooseAppearance } from "../../../core/pro/choose-appearance.ts";
import { endPro, grantPro } from "../../../core/pro/grant-pro.ts";
import { chosenAppearance, PATTERNS } from "../../../core/pro/appearance.ts";
import { redeemCode } from "../../../core/pro/redeem-code.ts";
import { DomainError } from "../../../errors.ts";
import { message } from "../../../words/messages.ts";
import { answerEncoded } from "../answer-page.ts";
import { loadAssets } from "../assets.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { ProPage, type ProProps } from "./pro-page.tsx";
import type { Visit } from "../visit.ts";
import { goTo, show } from "../reply.ts";

const showPro = page({
  method: "GET",
  path: "/settings/pro",
  access: "member",
  handle: (visit) => show(visit, proPage(visit)),
});

const proPage = (visit: Visit, refused?: ProProps["refused"]) => (
  <ProPage frame={visit.frame} appearance={chosenAppearance(visit.me!)} refused={refused} />
);

const sendCode = page({
  method: "POST",
  path: "/settings/pro/code",
  access: "member",
  input: z.object({ code: text }),
  handle: async (visit, { code }) => {
    visit.website.limits.redeem(visit.network, visit.me!.id);
    await redeemCode(visit.ctx, code);
    return goTo(visit, "/settings/pro", "pro-redeemed");
  },
  again: (visit, { code }, { sentence }) => proPage(visit, { form: "code", sentence, code }),
});

const sendAppearance = page({
  method: "POST",
  path: "/settings/pro/look",
  access: "member",
  input: z.object({ name: text, cover: text, pattern: text }),
  handle: async (visit, look) => {
    await chooseAppearance(visit.ctx, look);
    return goTo(visit, "/settings/pro", "saved");
  },
  again: (visit, _, { sentence, error }) => {
    // Without Pro there is no form to show the error in.
    if (!isPro(visit.me!, visit.ctx.now)) throw error;
    return proPage(visit, { form: "look", sentence });
  },
});

const sendGrant = page({
  method: "POST",
  path: "/moderation/people/{user}/pro",
  access: "staff",
  input: z.object({ months: text }),
  handle: async (visit, { months }) => {
    const { id } = await grantPro(visit.ctx, { user: visit.param("user"), months: Number(months.trim() || NaN) });
    return goTo(visit, `/moderation/people/${id}`, "pro-granted");
  },
});

const sendEnd = page({
  method: "POST",
  path: "/moderation/people/{user}/pro/end",
  access: "staff",
  handle: async (visit) => {
    const { id } = await endPro(visit.ctx, { user: visit.param("user") });
    return goTo(visit, `/moderation/people/${id}`, "pro-ended");
  },
});

/** The API returns this address, so it is permanent, and other sites may show it too. */
const background = page({
  method: "GET",
  path: "/backgrounds/{file}",
  access: "anyone",
  handle: async (visit) => {
    const file = visit.param("file");
    if (!PATTERNS.some((name) => file === `${name}.svg`))
      throw new DomainError("not_found", message("error.no-such-pattern"));
    const asset = (await loadAssets()).get(file)!;
    return answerEncoded(visit.request, asset, {
      "Content-Type": asset.type,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  },
});

export const proPages: readonly WebRoute[] = [showPro, sendCode, sendAppearance, sendGrant, sendEnd, background];
