import { z } from "zod";

import { endOtherSessions, endSession, listSessions } from "../../../core/sessions/end-sessions.ts";
import { changeEmail } from "../../../core/users/change-email.ts";
import { changePassword } from "../../../core/users/change-password.ts";
import { deleteOwnAccount } from "../../../core/users/delete-own-account.ts";
import { changeProfile } from "../../../core/users/change-profile.ts";
import { sendConfirmationAgain } from "../../../core/users/confirm-email.ts";
import { exportData } from "../../../core/users/export-data.ts";
import { countRecoveryCodes } from "../../../core/users/count-recovery-codes.ts";
import { makeRecoveryCodes } from "../../../core/users/make-recovery-codes.ts";
import { removePassword } from "../../../core/users/remove-password.ts";
import { listSignInMethods } from "../../../core/users/sign-in-methods.ts";
import { proofOf } from "../proof-fields.tsx";
import { CodesPage } from "../sign-in/recovery-pages.tsx";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { answerZip } from "../zip-answer.ts";
import { AccountPage } from "./account-page.tsx";
import type { AccountProps } from "./account-props.ts";
import { gifKeysPages } from "./gif-keys-routes.tsx";
import { keysPages } from "./keys-routes.tsx";
import { webhooksPages } from "./webhooks-routes.tsx";
import { ProfilePage } from "./profile-page.tsx";

const showProfile = page({
  method: "GET",
  path: "/settings",
  access: "member",
  handle: (visit) => {
    const { username, bio } = visit.me!;
    return show(visit, <ProfilePage frame={visit.frame} typed={{ username, bio }} />);
  },
});

const sendProfile = page({
  method: "POST",
  path: "/settings",
  access: "member",
  input: z.object({ username: text, bio: text }),
  handle: async (visit, { username, bio }) => {
    await changeProfile(visit.ctx, { username: username.trim(), bio });
    return goTo(visit, "/settings", "saved");
  },
  again: (visit, typed, { sentence }) => <ProfilePage frame={visit.frame} typed={typed} error={sentence} />,
});

const showAccount = page({
  method: "GET",
  path: "/settings/account",
  access: "member",
  handle: async (visit) => show(visit, <AccountPage {...await accountProps(visit)} />),
});

const servicesOf = ({ website }: Visit) => website.services.config.services.map(({ name }) => name);

async function accountProps(visit: Visit): Promise<AccountProps> {
  const { ctx, frame } = visit;
  const { email, newEmail, emailConfirmedAt } = visit.me!;
  return {
    frame,
    address: { email, newEmail, emailConfirmedAt },
    sessions: await listSessions(ctx),
    here: visit.signedIn!.session.id,
    ways: await listSignInMethods(ctx, visit.me!, servicesOf(visit)),
    codes: await countRecoveryCodes(ctx),
  };
}

/** The page again, with the error in the form that was refused. */
const accountAgain = async (visit: Visit, refused: AccountProps["refused"]) => (
  <AccountPage {...await accountProps(visit)} refused={refused} />
);

/** Before every password prompt: guesses are counted. */
const countGuess = ({ website, signedIn }: Visit) => website.limits.confirm(signedIn!.session.id);

const sendEmail = page({
  method: "POST",
  path: "/settings/email",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ email: text, password: text }),
  handle: async (visit, input) => {
    countGuess(visit);
    const waits = await changeEmail(visit.ctx, { ...proofOf(visit, input), email: input.email });
    return goTo(visit, "/settings/account", waits && visit.site.mail ? "confirmation-sent" : "saved");
  },
  again: (visit, { email }, { sentence }) => accountAgain(visit, { form: "email", email, sentence }),
});

const sendConfirmation = page({
  method: "POST",
  path: "/settings/email/confirm",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    visit.website.limits.confirmation(visit.me!.id);
    await sendConfirmationAgain(visit.ctx);
    return goTo(visit, "/settings/account", "confirmation-sent");
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "confirm", sentence }),
});

const sendPassword = page({
  method: "POST",
  path: "/settings/password",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text, newPassword: text }),
  handle: async (visit, input) => {
    countGuess(visit);
    const change = { ...proofOf(visit, input), newPassword: input.newPassword, ...visit.browser };
    await visit.signIn(await changePassword(visit.ctx, change));
    return goTo(visit, "/settings/account", visit.me!.hasPassword ? "password" : "password-set");
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "password", sentence }),
});

/** No redirect: the codes are shown in this one answer only. */
const showCodes = (visit: Visit, codes: string[]) => show(visit, <CodesPage frame={visit.frame} codes={codes} />);

const dropPassword = page({
  method: "POST",
  path: "/settings/password/remove",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: async (visit, input) => {
    // Reloading the page with the codes sends the form once more.
    if (!visit.me!.hasPassword) return goTo(visit, "/settings/account", "codes-once");
    countGuess(visit);
    return showCodes(visit, await removePassword(visit.ctx, { ...proofOf(visit, input), services: servicesOf(visit) }));
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "no-password", sentence }),
});

const makeCodes = page({
  method: "POST",
  path: "/settings/recovery",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: async (visit, input) => {
    countGuess(visit);
    return showCodes(visit, await makeRecoveryCodes(visit.ctx, proofOf(visit, input)));
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "codes", sentence }),
});

const endOne = page({
  method: "POST",
  path: "/settings/sessions/{id}/end",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    await endSession(visit.ctx, visit.param("id"));
    return goTo(visit, "/settings/account#sessions", "session-ended");
  },
});

const endOthers = page({
  method: "POST",
  path: "/settings/sessions/end",
  formPage: "/settings/account",
  access: "member",
  handle: async (visit) => {
    await endOtherSessions(visit.ctx, visit.signedIn!.session.id);
    return goTo(visit, "/settings/account#sessions", "signed-out-elsewhere");
  },
});

const download = page({
  method: "POST",
  path: "/settings/export",
  formPage: "/settings/account",
  access: "member",
  handle: (visit) => {
    visit.website.limits.export(visit.me!.id);
    // Usernames are plain ASCII.
    return answerZip(visit, visit.me!.username, exportData(visit.ctx));
  },
});

const leave = page({
  method: "POST",
  path: "/settings/delete",
  formPage: "/settings/account",
  access: "member",
  input: z.object({ password: text }),
  handle: async (visit, input) => {
    countGuess(visit);
    await deleteOwnAccount(visit.ctx, proofOf(visit, input));
    visit.cookies.signOut();
    return goTo(visit, "/", "account-deleted");
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "delete", sentence }),
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
  ...gifKeysPages,
  ...webhooksPages,
];
