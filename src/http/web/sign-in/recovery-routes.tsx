import { z } from "zod";

import { signInByCode } from "../../../core/users/sign-in-by-code.ts";
import { text } from "../form-fields.ts";
import { ownPath } from "../own-path.ts";
import { page, type WebRoute } from "../web-route.ts";
import { RecoveryPage } from "./recovery-pages.tsx";
import { goBack, show } from "../reply.ts";
import { withNext } from "./sign-in-pages.tsx";

const next = z.string().optional();

const view = page({
  method: "GET",
  path: "/sign-in/recovery",
  access: "anyone",
  input: z.object({ next }),
  handle: (visit, typed) => show(visit, <RecoveryPage frame={visit.frame} typed={typed} />),
});

const send = page({
  method: "POST",
  path: "/sign-in/recovery",
  access: "anyone",
  input: z.object({ name: text, code: text, next }),
  handle: async (visit, { name, code, next: after }) => {
    const limits = visit.website.limits.forSignIn(visit.network, visit.cookies.device);
    const rated = await visit.trySignIn(signInByCode(visit.ctx, { name, code, ...visit.browser }, limits), after);
    const note = rated ? "recovered-rated" : "recovered-going-on";
    const goesOn = ownPath(after, visit.site.root) !== undefined;
    return goBack(visit, after, "/settings/account#password", goesOn ? note : "recovered");
  },
  again: (visit, { name, next: after }, { sentence }) => {
    visit.formPage = withNext("/sign-in/recovery", after);
    return <RecoveryPage frame={visit.frame} typed={{ name, next: after }} error={sentence} />;
  },
});

export const recoveryPages: readonly WebRoute[] = [view, send];
