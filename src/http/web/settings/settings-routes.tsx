import { z } from "zod";

import { endOtherSessions, endSession, listSessions } from "../../../core/sessions/end-sessions.ts";
import { changeEmail, changePassword, deleteOwnAccount } from "../../../core/users/change-account.ts";
import { changeProfile } from "../../../core/users/change-profile.ts";
import { sendConfirmationAgain } from "../../../core/users/confirm-email.ts";
import { exportData } from "../../../core/users/export-data.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "../../../core/users/recovery.ts";
import { removePassword } from "../../../core/users/remove-password.ts";
import { listSignInMethods } from "../../../core/users/sign-in-methods.ts";
import { formRefusal } from "../form-refusal.ts";
import { proofOf } from "../proof.tsx";
import { CodesPage } from "../sign-in/recovery-pages.tsx";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { AccountPage } from "./account-page.tsx";
import type { AccountProps } from "./account-props.ts";
import { keysPages } from "./keys-routes.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { streamOf, zipOf } from "./zip.ts";

const text = z.string().default("");

const showProfile = page({
  method: "GET",
  path: "/settings",
  access: "member",
  handle: (visit) => visit.show(<ProfilePage frame={visit.frame} typed={visit.me!} />),
});

const sendProfile = page({
  method: "POST",
  path: "/settings",
  access: "member",
  input: z.object({ username: text, bio: text }),
  handle: async (visit, { username, bio }) => {
    try {
      await changeProfile(visit.ctx, { username: username.trim(), bio });
      return visit.goTo("/settings", "saved");
    } catch (error) {
      const { sentence, status, headers } = formRefusal(visit, error);
      const typed = { username, bio };
      return visit.show(<ProfilePage frame={visit.frame} typed={typed} error={sentence} />, status, headers);
    }
  },
});

const showAccount = page({
  method: "GET",
  path: "/settings/account",
  access: "member",
  handle: async (visit) => visit.show(<AccountPage {...await accountProps(visit)} />),
});

const servicesOf = ({ parts }: Visit) => parts.services.config.services.map(({ name }) => name);

async function accountProps(visit: Visit): Promise<AccountProps> {
  const { ctx, frame } = visit;
  return {
    frame,
    sessions: await listSessions(ctx),
    here: visit.signedIn!.session.id,
    ways: await listSignInMethods(ctx, visit.me!, servicesOf(visit)),
    codes: await countRecoveryCodes(ctx),
  };
}

/** Does what needs the password; refused, the page is shown again and says so where it was asked. */
async function confirmed(
  visit: Visit,
  refused: Omit<NonNullable<AccountProps["refused"]>, "sentence">,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    visit.parts.limits.confirm(visit.signedIn!.session.id);
    return await work();
  } catch (error) {
    const { sentence, status, headers } = formRefusal(visit, error);
    const props = await accountProps(visit);
    return visit.show(<AccountPage {...props} refused={{ ...refused, sentence }} />, status, headers);
  }
}

const sendEmail = page({
  method: "POST",
  path: "/settings/email",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ email: text, password: text }),
  handle: (visit, input) =>
    confirmed(visit, { form: "email", email: input.email }, async () => {
      const waits = await changeEmail(visit.ctx, { ...proofOf(visit, input), email: input.email });
      return visit.goTo("/settings/account", waits && visit.site.mail ? "confirmation-sent" : "saved");
    }),
});

const sendConfirmation = page({
  method: "POST",
  path: "/settings/email/confirm",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    try {
      visit.parts.limits.confirmation(visit.me!.id);
      await sendConfirmationAgain(visit.ctx);
      return visit.goTo("/settings/account", "confirmation-sent");
    } catch (error) {
      const { sentence, status, headers } = formRefusal(visit, error);
      const refused = { form: "confirm" as const, sentence };
      return visit.show(<AccountPage {...await accountProps(visit)} refused={refused} />, status, headers);
    }
  },
});

const sendPassword = page({
  method: "POST",
  path: "/settings/password",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text, newPassword: text }),
  handle: (visit, input) =>
    confirmed(visit, { form: "password" }, async () => {
      visit.signIn(
        await changePassword(visit.ctx, { ...proofOf(visit, input), newPassword: input.newPassword, ...visit.browser }),
      );
      return visit.goTo("/settings/account", visit.me!.password_hash === null ? "password-set" : "password");
    }),
});

/** No redirect: the codes go nowhere but into this one answer. */
const showCodes = (visit: Visit, codes: string[]) => visit.show(<CodesPage frame={visit.frame} codes={codes} />);

const dropPassword = page({
  method: "POST",
  path: "/settings/password/remove",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: (visit, input) => {
    // Who loads the page with the codes anew sends the form once more.
    if (visit.me!.password_hash === null) return visit.goTo("/settings/account", "codes-once");
    return confirmed(visit, { form: "no-password" }, async () =>
      showCodes(visit, await removePassword(visit.ctx, { ...proofOf(visit, input), services: servicesOf(visit) })),
    );
  },
});

const makeCodes = page({
  method: "POST",
  path: "/settings/recovery",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: (visit, input) =>
    confirmed(visit, { form: "codes" }, async () =>
      showCodes(visit, await makeRecoveryCodes(visit.ctx, proofOf(visit, input))),
    ),
});

const endOne = page({
  method: "POST",
  path: "/settings/sessions/{id}/end",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    await endSession(visit.ctx, visit.param("id"));
    return visit.goTo("/settings/account#sessions", "session-ended");
  },
});

const endOthers = page({
  method: "POST",
  path: "/settings/sessions/end",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    await endOtherSessions(visit.ctx, visit.signedIn!.session.id);
    return visit.goTo("/settings/account#sessions", "signed-out-elsewhere");
  },
});

const DOWNLOAD_SECONDS = 120;

const download = page({
  method: "POST",
  path: "/settings/export",
  formPage: "/settings/account",
  access: "member",
  handle: (visit) => {
    visit.parts.limits.export(visit.me!.id);
    visit.c.env.waitFor(DOWNLOAD_SECONDS);
    const day = new Date(visit.ctx.now).toISOString().slice(0, 10);
    return new Response(streamOf(zipOf(exportData(visit.ctx))), {
      headers: {
        "Content-Type": "application/zip",
        // A username is of plain letters.
        "Content-Disposition": `attachment; filename="guffaw-${visit.me!.username}-${day}.zip"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
});

const leave = page({
  method: "POST",
  path: "/settings/delete",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: (visit, input) =>
    confirmed(visit, { form: "delete" }, async () => {
      await deleteOwnAccount(visit.ctx, proofOf(visit, input));
      visit.signOut();
      return visit.goTo("/", "account-deleted");
    }),
});

export const settingsPages: readonly WebRoute[] = [
  showProfile,
  sendProfile,
  showAccount,
  sendEmail,
  sendConfirmation,
  sendPassword,
  dropPassword,
  makeCodes,
  endOne,
  endOthers,
  download,
  leave,
  ...keysPages,
];
