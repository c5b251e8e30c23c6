import { z } from "zod";

import { leaveSession } from "../../../core/sessions/leave-session.ts";
import { signIn } from "../../../core/sessions/sign-in.ts";
import { signUp } from "../../../core/sessions/sign-up.ts";
import { askForReset, findReset, resetPassword } from "../../../core/users/reset-password.ts";
import { hasKeys, listSignInMethods } from "../../../core/users/sign-in-methods.ts";
import type { User } from "../../../entities/user.ts";
import { goBack, goTo, show } from "../reply.ts";
import { viewerOf } from "../viewer.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type FormRefusal, type WebRoute } from "../web-route.ts";
import { confirmPages } from "./confirm-email.tsx";
import { ClosedPage, SignInPage, SignUpPage, withNext, type Typed } from "./sign-in-pages.tsx";
import { NewPasswordPage, ResetDonePage, ResetEndedPage, ResetPage, ResetSentPage } from "./reset-pages.tsx";

const next = z.string().optional();

/** With the rating that waits for it. */
const rating = (visit: Visit, typed: Typed): Typed => ({ ...typed, rating: visit.ratingBefore(typed.next)?.rating });

const showSignUp = page({
  method: "GET",
  path: "/sign-up",
  access: "anyone",
  input: z.object({ invite: z.string().optional(), next }),
  handle: (visit, typed) => {
    if (visit.me) return goBack(visit, typed.next, "/");
    return visit.site.signup === "closed"
      ? show(visit, <ClosedPage frame={visit.frame} />)
      : show(visit, <SignUpPage frame={visit.frame} typed={rating(visit, typed)} />, 200, NO_REFERRER);
  },
});

const sendSignUp = page({
  method: "POST",
  path: "/sign-up",
  access: "anyone",
  input: z.object({ username: text, password: text, email: text, invite: text, next }),
  handle: async (visit, { password, ...typed }) => {
    if (visit.site.signup === "closed") return show(visit, <ClosedPage frame={visit.frame} />, 403);
    visit.website.limits.signUp(visit.network);
    const input = { ...typed, username: typed.username.trim(), invite: codeOf(typed.invite), password };
    const started = await signUp(visit.ctx, visit.site.signup, { ...input, ...visit.browser });
    const welcome = (await visit.signIn(started, typed.next)) ? "welcome-rated" : "welcome";
    const confirms = visit.site.mail && typed.email.trim() !== "";
    return goBack(visit, typed.next, "/", confirms ? `${welcome}-confirm` : welcome);
  },
  again: (visit, sent, { sentence }) => {
    const { password: _, ...typed } = sent;
    visit.formPage = withNext("/sign-up", typed.next);
    return <SignUpPage frame={visit.frame} typed={rating(visit, typed)} error={sentence} />;
  },
});

/** People paste the whole link. */
export const codeOf = (invite: string) => /[?&]invite=([\w-]+)/.exec(invite)?.[1] ?? invite;

/** The address contains a secret. */
const NO_REFERRER = { "Referrer-Policy": "no-referrer" };

const showSignIn = page({
  method: "GET",
  path: "/sign-in",
  access: "anyone",
  // Signed-in people may sign in again to prove who they are.
  input: z.object({ next, again: z.string().optional() }),
  handle: (visit, { next: after, again }) =>
    visit.me && again === undefined
      ? goBack(visit, after, "/")
      : show(visit, <SignInPage frame={visit.frame} typed={rating(visit, { next: after })} />),
});

const sendSignIn = page({
  method: "POST",
  path: "/sign-in",
  access: "anyone",
  input: z.object({ name: text, password: text, next }),
  handle: async (visit, { name, password, next: after }) => {
    const limits = visit.website.limits.forSignIn(visit.network, visit.cookies.device);
    await visit.trySignIn(signIn(visit.ctx, { name, password, ...visit.browser }, limits), after);
    return goBack(visit, after, "/");
  },
  again: (visit, { name, next: after }, { sentence, status }) => {
    visit.formPage = withNext("/sign-in", after);
    const advice = status === 429 ? visit.words.say("account.too-many-tries") : sentence;
    return <SignInPage frame={visit.frame} typed={rating(visit, { name, next: after })} error={advice} />;
  },
});

const signOut = page({
  method: "POST",
  path: "/sign-out",
  access: "anyone",
  handle: async (visit) => {
    const { token } = visit.browser;
    if (token !== undefined) await leaveSession(visit.ctx, token);
    visit.cookies.signOut();
    return goTo(visit, "/", "signed-out");
  },
});

const showReset = page({
  method: "GET",
  path: "/reset",
  access: "anyone",
  input: z.object({ next }),
  handle: (visit, typed) => {
    visit.keepForReset(typed.next);
    return show(visit, <ResetPage frame={visit.frame} typed={typed} />);
  },
});

const sendReset = page({
  method: "POST",
  path: "/reset",
  access: "anyone",
  input: z.object({ name: text, next }),
  handle: async (visit, { name, next: after }) => {
    if (!visit.site.mail) return show(visit, <ResetPage frame={visit.frame} typed={{ next: after }} />, 403);
    if (visit.website.limits.reset(visit.network, name)) await askForReset(visit.ctx, name);
    return show(visit, <ResetSentPage frame={visit.frame} next={after} />);
  },
  again: (visit, typed, { sentence }) => <ResetPage frame={visit.frame} typed={typed} error={sentence} />,
});

const showNewPassword = page({
  method: "GET",
  path: "/reset/{secret}",
  access: "anyone",
  handle: (visit) => showPasswordForm(visit),
  missing: showResetEnded,
});

function showResetEnded(visit: Visit) {
  return show(visit, <ResetEndedPage frame={visit.frame} />, 404);
}

async function showPasswordForm(visit: Visit, keep = false, refused?: FormRefusal) {
  const secret = visit.param("secret");
  const user = await findReset(visit.ctx, secret);
  const hasMore = (await whatElseLeadsIn(visit, user)) !== undefined;
  const props = { frame: visit.frame, secret, username: user.username, hasMore, keep, error: refused?.sentence };
  return show(visit, <NewPasswordPage {...props} />, refused?.status, NO_REFERRER);
}

/** A new password alone does not shut out people who linked an account, added a passkey or created a key. */
async function whatElseLeadsIn({ ctx, site }: Visit, user: User): Promise<string | undefined> {
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
    const input = { secret: visit.param("secret"), password, revoke: revoke !== undefined };
    const { revoked, ...started } = await resetPassword(visit.ctx, { ...input, ...visit.browser });
    const after = visit.nextAfterReset;
    await visit.signIn(started, after);
    const more = await whatElseLeadsIn(visit, started.user);
    // No redirect: the outcome is shown in this one answer only.
    const frame = { ...visit.frame, viewer: viewerOf(started.user, 0) };
    return show(visit, <ResetDonePage frame={frame} next={after} revoked={revoked} more={more} />, 200, NO_REFERRER);
  },
  again: (visit, { revoke }, refused) => showPasswordForm(visit, revoke === undefined, refused),
  missing: showResetEnded,
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
