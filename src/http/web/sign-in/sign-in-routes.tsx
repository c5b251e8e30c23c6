import { z } from "zod";

import { DomainError } from "../../../errors.ts";
import { leaveSession } from "../../../core/sessions/session.ts";
import { signIn } from "../../../core/sessions/sign-in.ts";
import { signUp } from "../../../core/sessions/sign-up.ts";
import { askForReset, findReset, resetPassword } from "../../../core/users/reset-password.ts";
import { hasKeys, listSignInMethods } from "../../../core/users/sign-in-methods.ts";
import type { UserRow } from "../../../data/schema.ts";
import { formRefusal } from "../form-refusal.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { confirmPages } from "./confirm-email.tsx";
import { ClosedPage, SignInPage, SignUpPage, withNext, type Typed } from "./sign-in-pages.tsx";
import { NewPasswordPage, ResetDonePage, ResetEndedPage, ResetPage, ResetSentPage } from "./reset-pages.tsx";

/** What is missing is refused by the verb, in the form. */
const text = z.string().default("");
const next = z.string().optional();

const showSignUp = page({
  method: "GET",
  path: "/sign-up",
  access: "anyone",
  input: z.object({ invite: z.string().optional(), next }),
  handle: (visit, typed) => {
    if (visit.me) return visit.goBack(typed.next, "/");
    return visit.site.signup === "closed"
      ? visit.show(<ClosedPage frame={visit.frame} />)
      : visit.show(<SignUpPage frame={visit.frame} typed={typed} />, 200, NO_REFERRER);
  },
});

const sendSignUp = page({
  method: "POST",
  path: "/sign-up",
  access: "anyone",
  input: z.object({ username: text, password: text, email: text, invite: text, next }),
  handle: async (visit, { password, ...typed }) => {
    if (visit.site.signup === "closed") return visit.show(<ClosedPage frame={visit.frame} />, 403);
    try {
      visit.parts.limits.signUp(visit.network);
      const input = { ...typed, username: typed.username.trim(), invite: codeOf(typed.invite), password };
      visit.signIn(await signUp(visit.ctx, visit.site.signup, { ...input, ...visit.browser }));
      const confirms = visit.site.mail && typed.email.trim() !== "";
      return visit.goBack(typed.next, "/", confirms ? "welcome-confirm" : "welcome");
    } catch (error) {
      const { sentence, status, headers } = formRefusal(visit, error);
      visit.formPage = withNext("/sign-up", typed.next);
      return visit.show(<SignUpPage frame={visit.frame} typed={typed} error={sentence} />, status, headers);
    }
  },
});

/** People paste the whole link. */
export const codeOf = (invite: string) => /[?&]invite=([\w-]+)/.exec(invite)?.[1] ?? invite;

/** The address has a secret in it. */
const NO_REFERRER = { "Referrer-Policy": "no-referrer" };

const showSignIn = page({
  method: "GET",
  path: "/sign-in",
  access: "anyone",
  // Who is signed in may do it again, to prove who they are.
  input: z.object({ next, again: z.string().optional() }),
  handle: (visit, { next: after, again }) =>
    visit.me && again === undefined
      ? visit.goBack(after, "/")
      : visit.show(<SignInPage frame={visit.frame} typed={{ next: after }} />),
});

const sendSignIn = page({
  method: "POST",
  path: "/sign-in",
  access: "anyone",
  input: z.object({ name: text, password: text, next }),
  handle: async (visit, { name, password, next: after }) => {
    try {
      const limits = visit.parts.limits.forSignIn(visit.network, visit.device);
      visit.signIn(await signIn(visit.ctx, { name, password, ...visit.browser }, limits));
      return visit.goBack(after, "/");
    } catch (error) {
      return refuseSignIn(visit, { name, next: after }, error);
    }
  },
});

function refuseSignIn(visit: Visit, typed: Typed, error: unknown): Response {
  const { sentence, status, headers } = formRefusal(visit, error);
  visit.formPage = withNext("/sign-in", typed.next);
  const advice = status === 429 ? visit.words.say("account.too-many-tries") : sentence;
  return visit.show(<SignInPage frame={visit.frame} typed={typed} error={advice} />, status, headers);
}

const signOut = page({
  method: "POST",
  path: "/sign-out",
  access: "anyone",
  handle: async (visit) => {
    const { token } = visit.browser;
    if (token !== undefined) await leaveSession(visit.ctx, token);
    visit.signOut();
    return visit.goTo("/", "signed-out");
  },
});

const showReset = page({
  method: "GET",
  path: "/reset",
  access: "anyone",
  handle: (visit) => visit.show(<ResetPage frame={visit.frame} typed={{}} />),
});

const sendReset = page({
  method: "POST",
  path: "/reset",
  access: "anyone",
  input: z.object({ name: text }),
  handle: async (visit, { name }) => {
    if (!visit.site.mail) return visit.show(<ResetPage frame={visit.frame} typed={{}} />, 403);
    try {
      if (visit.parts.limits.reset(visit.network, name)) await askForReset(visit.ctx, name);
      return visit.show(<ResetSentPage frame={visit.frame} />);
    } catch (error) {
      const { sentence, status, headers } = formRefusal(visit, error);
      return visit.show(<ResetPage frame={visit.frame} typed={{ name }} error={sentence} />, status, headers);
    }
  },
});

const showNewPassword = page({
  method: "GET",
  path: "/reset/{secret}",
  access: "anyone",
  handle: (visit) => showPasswordForm(visit),
});

async function showPasswordForm(visit: Visit, { error, keep = false }: { error?: string; keep?: boolean } = {}) {
  const secret = visit.param("secret");
  try {
    const user = await findReset(visit.ctx, secret);
    const hasMore = (await whatElseLeadsIn(visit, user)) !== undefined;
    const props = { frame: visit.frame, secret, username: user.username, hasMore, keep, error };
    return visit.show(<NewPasswordPage {...props} />, error === undefined ? 200 : 400, NO_REFERRER);
  } catch (problem) {
    if (!(problem instanceof DomainError && problem.code === "not_found")) throw problem;
    return visit.show(<ResetEndedPage frame={visit.frame} />, 404);
  }
}

/** A new password alone does not shut out whoever linked an account, added a passkey or made a key. */
async function whatElseLeadsIn({ ctx, site }: Visit, user: UserRow): Promise<string | undefined> {
  const services = site.services.map(({ name }) => name);
  const { linked, passkeys } = await listSignInMethods(ctx, user, services);
  if (linked.length > 0) return "/settings/integrations";
  if (passkeys.length > 0) return "/settings/passkeys";
  return (await hasKeys(ctx, user)) ? "/settings/keys" : undefined;
}

const sendNewPassword = page({
  method: "POST",
  path: "/reset/{secret}",
  access: "anyone",
  input: z.object({ password: text, revoke: z.string().optional() }),
  handle: async (visit, { password, revoke }) => {
    try {
      const input = { secret: visit.param("secret"), password, revoke: revoke !== undefined };
      const { revoked, ...started } = await resetPassword(visit.ctx, { ...input, ...visit.browser });
      visit.signIn(started);
      const more = await whatElseLeadsIn(visit, started.user);
      // No redirect: what was done is said here, and nowhere else.
      const frame = { ...visit.frame, me: started.user };
      return visit.show(<ResetDonePage frame={frame} revoked={revoked} more={more} />, 200, NO_REFERRER);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const sentence = visit.words.translate(error.userMessage ?? error.message);
      return showPasswordForm(visit, { error: sentence, keep: revoke === undefined });
    }
  },
});

export const accountPages: readonly WebRoute[] = [
  showSignUp,
  sendSignUp,
  showSignIn,
  sendSignIn,
  signOut,
  showReset,
  sendReset,
  showNewPassword,
  sendNewPassword,
  ...confirmPages,
];
