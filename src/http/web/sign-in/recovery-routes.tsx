import { z } from "zod";

import { signInByCode } from "../../../core/users/recovery.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { RecoveryPage } from "./recovery-pages.tsx";

const show = page({
  method: "GET",
  path: "/sign-in/recovery",
  access: "anyone",
  handle: (visit) => visit.show(<RecoveryPage frame={visit.frame} />),
});

const send = page({
  method: "POST",
  path: "/sign-in/recovery",
  access: "anyone",
  input: z.object({ name: text, code: text }),
  handle: async (visit, { name, code }) => {
    const limits = visit.parts.limits.forSignIn(visit.network, visit.device);
    visit.signIn(await signInByCode(visit.ctx, { name, code, ...visit.browser }, limits));
    return visit.goTo("/settings/account#password", "recovered");
  },
  again: (visit, { name }, { sentence }) => <RecoveryPage frame={visit.frame} name={name} error={sentence} />,
});

export const recoveryPages: readonly WebRoute[] = [show, send];
