import { z } from "zod";

import { DomainError } from "../../../errors.ts";
import type { Identity } from "../../../core/integrations/identity.ts";
import { linkAccount } from "../../../core/integrations/link-account.ts";
import { listLinkedAccounts } from "../../../core/integrations/list-linked-accounts.ts";
import { findPendingSignUp, savePendingSignUp } from "../../../core/integrations/pending-sign-up.ts";
import { signInLinked } from "../../../core/integrations/sign-in-linked.ts";
import { signUpLinked } from "../../../core/integrations/sign-up-linked.ts";
import { beginOAuth, endOAuth, type OAuthState } from "../../../core/integrations/oauth-state.ts";
import { unlinkAccount } from "../../../core/integrations/unlink-account.ts";
import { requireProof } from "../../../core/users/proof.ts";
import { message } from "../../../words/messages.ts";
import { codeOf } from "../sign-in/sign-in-routes.tsx";
import { refusalOf } from "../../errors.ts";
import { proofOf } from "../proof-fields.tsx";
import { goBack, goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { LeavingPage, PendingSignUpPage, ServiceErrorPage } from "./integrations-pages.tsx";
import { ServiceError, type Provider } from "./provider.ts";
import { IntegrationsPage, type IntegrationsProps } from "./linked-accounts-page.tsx";
import { ownPath } from "../own-path.ts";
import type { HttpResponse } from "../../../wire/http-response.ts";

const next = z.string().optional();
const OAUTH_STATE_SECONDS = 600;
const PENDING_SIGN_UP_SECONDS = 1800;
/** The address contains what the service sent. */
const NO_REFERRER = { "Referrer-Policy": "no-referrer" };

function providerOf(visit: Visit): Provider {
  const provider = visit.website.providers.get(visit.param("service"));
  if (!provider) throw new DomainError("not_found", message("error.no-service"));
  return provider;
}

/** One per service, for signing in and linking alike. */
const callbackOf = ({ site }: Visit, { name }: Provider) => `${site.url}/sign-in/${name}/callback`;

/**
 * Sends the browser on from a page of ours: Chromium applies the form-action policy to redirects after a form, and
 * would block one to another site. This way, pages with forms need not list any services.
 */
async function sendAway(
  visit: Visit,
  provider: Provider,
  begun: Pick<OAuthState, "next" | "session">,
): Promise<HttpResponse> {
  const { url, ...secrets } = await provider.depart(callbackOf(visit, provider));
  const browser = await beginOAuth(visit.ctx, provider.name, { ...begun, ...secrets }, visit.cookies.oauthState);
  visit.cookies.setOAuthState(browser, OAUTH_STATE_SECONDS);
  const leaving = <LeavingPage frame={visit.frame} service={provider} href={url.href} />;
  return show(visit, leaving, 200, { Refresh: `0; url=${url.href}` });
}

/** Where the round trip began, and where it was to lead. */
interface Origin {
  from: "settings" | "sign-in";
  next?: string | null;
}

/** Trouble at a service is shown on a page of ours, and logged. */
function showServiceError(
  visit: Visit,
  provider: Provider,
  error: unknown,
  { from, next: after }: Origin,
): HttpResponse {
  const refusal = refusalOf(error);
  if (!refusal || !(error instanceof DomainError)) throw error;
  if (error instanceof ServiceError)
    visit.website.services.log.warn("a service to sign in with failed", {
      service: provider.name,
      error: String(error.cause),
    });
  const sentence = visit.words.translate(error.userMessage ?? error.message);
  const path = ownPath(after?.toWellFormed(), visit.site.root);
  const shown = <ServiceErrorPage frame={visit.frame} service={provider} sentence={sentence} from={from} path={path} />;
  return show(visit, shown, refusal.status, { ...refusal.headers, ...NO_REFERRER });
}

const startSignIn = page({
  method: "POST",
  path: "/sign-in/{service}",
  access: "anyone",
  input: z.object({ next }),
  handle: async (visit, typed) => {
    const provider = providerOf(visit);
    try {
      visit.website.limits.leave(visit.network);
      return await sendAway(visit, provider, { next: typed.next ?? null, session: null });
    } catch (error) {
      return showServiceError(visit, provider, error, { from: "sign-in", next: typed.next });
    }
  },
});

const comeBack = page({
  method: "GET",
  path: "/sign-in/{service}/callback",
  access: "anyone",
  handle: async (visit) => {
    const provider = providerOf(visit);
    const {
      cookies: { oauthState: browser },
      signedIn,
    } = visit;
    let origin: Origin = { from: "sign-in" };
    try {
      const parameters = new URL(visit.request.url).searchParams;
      const state = parameters.get("state") ?? "";
      const session = signedIn?.session.id;
      const oauthState = await endOAuth(visit.ctx, { service: provider.name, state, browser, session });
      origin = { from: oauthState.session === null ? "sign-in" : "settings", next: oauthState.next };
      const callback = callbackOf(visit, provider);
      const identity = await provider.arrive(parameters, callback, { ...oauthState, state });
      return oauthState.session === null
        ? await enter(visit, identity, oauthState)
        : await link(visit, provider, identity);
    } catch (error) {
      return showServiceError(visit, provider, error, origin);
    }
  },
});

async function enter(visit: Visit, identity: Identity, { next: after }: OAuthState): Promise<HttpResponse> {
  const started = await signInLinked(visit.ctx, identity, visit.browser);
  if (started) {
    await visit.signIn(started, after ?? undefined);
    return goBack(visit, after ?? undefined, "/");
  }
  const secret = await savePendingSignUp(visit.ctx, { identity, next: after });
  visit.cookies.setPendingSignUp(identity.service, secret, PENDING_SIGN_UP_SECONDS);
  return goTo(visit, `/sign-in/${identity.service}/new`);
}

async function link(visit: Visit, provider: Provider, identity: Identity): Promise<HttpResponse> {
  await linkAccount(visit.ctx, identity, provider.label);
  return goTo(visit, "/settings/integrations", "linked");
}

/** The service vouched for somebody too long ago, or for nobody. */
const showNobody = (visit: Visit, error: DomainError) =>
  showServiceError(visit, providerOf(visit), error, { from: "sign-in" });

const showNewcomer = page({
  method: "GET",
  path: "/sign-in/{service}/new",
  access: "anyone",
  handle: async (visit) => show(visit, await newAccountForm(visit, {})),
  missing: showNobody,
});

async function newAccountForm(visit: Visit, typed: { username?: string; invite?: string }, error?: string) {
  const service = providerOf(visit);
  const pending = await findPendingSignUp(visit.ctx, service.name, visit.cookies.pendingSignUp(service.name));
  return <PendingSignUpPage frame={visit.frame} service={service} pending={pending} typed={typed} error={error} />;
}

const sendNewcomer = page({
  method: "POST",
  path: "/sign-in/{service}/new",
  access: "anyone",
  input: z.object({ username: text, invite: text }),
  handle: async (visit, { username, invite }) => {
    const service = providerOf(visit).name;
    visit.website.limits.signUp(visit.network);
    const typed = { username: username.trim(), invite: codeOf(invite) };
    const input = { ...typed, service, secret: visit.cookies.pendingSignUp(service), ...visit.browser };
    const started = await signUpLinked(visit.ctx, visit.site.signup, input);
    const next = started.next ?? undefined;
    const rated = await visit.signIn(started, next);
    return goBack(visit, next, "/", rated ? "welcome-rated" : "welcome");
  },
  again: (visit, typed, { sentence }) => newAccountForm(visit, typed, sentence),
  missing: showNobody,
});

const showIntegrations = page({
  method: "GET",
  path: "/settings/integrations",
  access: "member",
  handle: async (visit) => show(visit, await settingsOf(visit)),
});

const settingsOf = async (visit: Visit, refused?: IntegrationsProps["refused"]) => (
  <IntegrationsPage frame={visit.frame} accounts={await listLinkedAccounts(visit.ctx)} refused={refused} />
);

const startLink = page({
  method: "POST",
  path: "/settings/integrations/{service}/link",
  access: "member",
  input: z.object({ password: text }),
  handle: async (visit, input) => {
    const provider = providerOf(visit);
    const session = visit.signedIn!.session.id;
    visit.website.limits.confirm(session);
    await requireProof(visit.ctx, proofOf(visit, input));
    try {
      return await sendAway(visit, provider, { next: null, session });
    } catch (error) {
      return showServiceError(visit, provider, error, { from: "settings" });
    }
  },
  again: (visit, _, { sentence }) => settingsOf(visit, { form: "link", service: visit.param("service"), sentence }),
});

const unlink = page({
  method: "POST",
  path: "/settings/integrations/{service}/unlink",
  access: "member",
  input: z.object({ account: text, password: text }),
  handle: async (visit, { account, password }) => {
    const service = visit.param("service");
    const session = visit.signedIn!.session.id;
    visit.website.limits.confirm(session);
    const services = visit.site.services.map(({ name }) => name);
    await unlinkAccount(visit.ctx, { service, account, proof: proofOf(visit, { password }), session }, services);
    return goTo(visit, "/settings/integrations", "unlinked");
  },
  again: (visit, { account }, { sentence }) =>
    settingsOf(visit, { form: "unlink", service: visit.param("service"), account, sentence }),
});

export const integrationPages: readonly WebRoute[] = [
  showIntegrations,
  startLink,
  unlink,
  startSignIn,
  comeBack,
  showNewcomer,
  sendNewcomer,
];
