import { z } from "zod";

import { signInByCode } from "../../../core/users/sign-in-by-code.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { RecoveryPage } from "./recovery-pages.tsx";
import { goTo, show } from "../reply.ts";

const view = page({
  method: "GET",
  path: "/sign-in/recovery",
  access: "anyone",
  handle: (visit) => show(visit, <RecoveryPage frame={visit.frame} />),
});

const send = page({
  method: "POST",
  path: "/sign-in/recovery",
  access: "anyone",
  input: z.object({ name: text, code: text }),
  handle: async (visit, { name, code }) => {
    const limits = visit.website.limits.forSignIn(visit.network, visit.cookies.device);
    await visit.signIn(await signInByCode(visit.ctx, { name, code, ...visit.browser }, limits));
    return goTo(visit, "/settings/account#password", "recovered");
  },
  again: (visit, { name }, { sentence }) => <RecoveryPage frame={visit.frame} name={name} error={sentence} />,
});

export const recoveryPages: readonly WebRoute[] = [view, send];
