import { signupMode } from "../../config.ts";
import type { Actor, Ctx } from "../../core/ctx.ts";
import { countOpenReports } from "../../core/moderation/list-queue.ts";
import { SESSION_MS, useSession, type SignedIn } from "../../core/sessions/session.ts";
import type { Browser, Started } from "../../core/sessions/start.ts";
import { contextOf } from "../../services.ts";
import { english } from "../../words/en/index.ts";
import { LANGUAGES, localeIn, preferredLanguage } from "../../words/languages.ts";
import { wordsIn, type Words } from "../../words/words.ts";
import { isHttps } from "../forwarded.ts";
import { contentOf, type Content } from "../encoding.ts";
import { answerPage, htmlOf, pageHeaders } from "./answer.ts";
import { loadAssets, scriptIn } from "./assets.ts";
import { RefusedPage, type Refusal } from "./components/refusal.tsx";
import { cookiesOf, cookieText } from "../cookies.ts";
import { ownCookie, SESSION_COOKIE } from "../session-cookie.ts";
import type { Frame, Site, Theme } from "./frame.ts";
import { NONCE } from "./kept-pages.ts";
import { callerOf, networkOf } from "../network.ts";
import type { Exchange } from "../exchange.ts";
import { GUEST } from "../guest.ts";
import type { Note } from "./notes.ts";
import type { Website } from "./website.ts";
import { Speaking } from "./words.tsx";

const YEAR = 365 * 86_400;
const DEVICE = "guffaw-device";
const THEME = "guffaw-theme";
const NOTE = "guffaw-note";
const LANGUAGE = "guffaw-language";
const TRIP = "guffaw-trip";
const NEWCOMER = "guffaw-newcomer";

/** One request for a page, with all that a handler needs to answer it. */
export class Visit {
  readonly nonce = crypto.randomUUID();
  /** For the form that is shown again. */
  refusal: Refusal | undefined;
  #headers = new Headers();
  #hasNewToken = false;
  readonly #now: number;
  #ctx: Ctx | undefined;

  private constructor(
    readonly exchange: Exchange,
    readonly parts: Website,
    readonly site: Site,
    private https: boolean,
    private cookies: Map<string, string>,
    readonly signedIn: SignedIn | undefined,
    private openReports: number,
    /** Below the root: the page of the form that was sent, to come back to. */
    public formPage: string,
  ) {
    this.#now = parts.services.clock();
  }

  static async open(exchange: Exchange, parts: Website, formPage = "/"): Promise<Visit> {
    const { request } = exchange;
    const assets = await loadAssets();
    const { services, addresses, root } = parts;
    parts.proxy.look(request.headers);
    const site: Site = {
      root,
      url: addresses.url,
      signup: signupMode(services.config, addresses.url, { behindProxy: parts.proxy.seen }),
      mail: services.mailer !== undefined,
      services: services.config.services.map(({ name, label }) => ({ name, label })),
      asset: (name) => `${root}/assets/${assets.get(name)!.file}`,
      script: (language) => `${root}/assets/${(assets.get(scriptIn(language)) ?? assets.get("site.js"))!.file}`,
    };
    const cookies = cookiesOf(request.headers.get("cookie"));
    const https = isHttps(request.headers, addresses, services.config);
    const token = cookies.get(ownCookie(SESSION_COOKIE, https));
    const signedIn = token === undefined ? undefined : await useSession(contextOf(services, GUEST), token);
    if (signedIn) exchange.member = signedIn.member;
    const isStaff = signedIn?.member.user.staff;
    const openReports = isStaff ? await countOpenReports(contextOf(services, signedIn.member)) : 0;
    return new Visit(exchange, parts, site, https, cookies, signedIn, openReports, formPage);
  }

  get request() {
    return this.exchange.request;
  }

  get me() {
    return this.signedIn?.member.user;
  }

  get actor(): Actor {
    return this.signedIn?.member ?? GUEST;
  }

  /** The same moment for all of the visit. */
  get ctx(): Ctx {
    return (this.#ctx ??= {
      ...contextOf(this.parts.services, this.actor),
      now: this.#now,
      asked: { request: this.exchange.requestId, language: this.words.language },
    });
  }

  param(name: string): string {
    return this.exchange.params[name] ?? "";
  }

  get here(): string {
    const { pathname, search } = new URL(this.request.url);
    return pathname + search;
  }

  /** Where somebody signs in. */
  get browser(): Browser {
    const agent = this.request.headers.get("user-agent") ?? "";
    return { agent, device: this.device, token: this.#token };
  }

  get device(): string | undefined {
    return this.cookies.get(ownCookie(DEVICE, this.https));
  }

  get #token(): string | undefined {
    return this.cookies.get(ownCookie(SESSION_COOKIE, this.https));
  }

  get network(): string {
    const { proxies } = this.parts.services.config;
    return networkOf(callerOf(this.request.headers.get("x-forwarded-for"), this.exchange.address, proxies));
  }

  /** A script of ours asks, and wants to know only what changed. */
  get wantsJson(): boolean {
    return this.request.headers.get("accept") === "application/json";
  }

  get frame(): Frame {
    const theme = this.cookies.get(THEME);
    const note = this.cookies.get(NOTE);
    if (note !== undefined) this.#setCookie(NOTE, "", 0);
    return {
      site: this.site,
      me: this.me,
      since: this.signedIn?.session.proven_at,
      openReports: this.openReports,
      theme: theme === "light" || theme === "dark" ? theme : undefined,
      nonce: this.nonce,
      here: this.request.method === "POST" ? this.site.root + this.formPage : this.here,
      note: note !== undefined && Object.hasOwn(english, `note.${note}`) ? (note as Note) : undefined,
      now: this.ctx.now,
    };
  }

  show(page: unknown, status = 200, extra: Record<string, string> = {}): Response {
    this.#renew();
    const refused = RefusedPage({ refusal: this.refusal, children: page });
    return this.#answer(contentOf(this.#htmlOf(refused)), status, extra);
  }

  /** A page that all guests see alike, unless what it depends on is different. */
  showKept(page: (frame: Frame) => unknown, dependsOn: object = {}): Response {
    // It means the same with any query, and queries are without number.
    const frame = { ...this.frame, here: this.exchange.route };
    if (frame.me || frame.note) return this.show(page(frame));
    const { language, locale } = this.words;
    const { nonce: _, now: __, ...shown } = frame;
    const key = JSON.stringify([language, locale, shown, dependsOn]);
    const kept = this.parts.kept.find(key, () => this.#htmlOf(page({ ...frame, nonce: NONCE })));
    return this.#answer(kept.with(this.nonce), 200, {});
  }

  #htmlOf(page: unknown): string {
    return htmlOf(Speaking({ words: this.words, children: page }));
  }

  #answer(content: Content, status: number, extra: Record<string, string>): Response {
    const language = { "Content-Language": this.words.language };
    const headers = { ...pageHeaders(this.parts.addresses, this.nonce), ...language, ...extra };
    return this.#finish(answerPage(this.request, content, headers, status));
  }

  /** What goes on and on, and is for this browser alone. */
  stream(body: ReadableStream<string> | null, headers: Record<string, string>): Response {
    this.#renew();
    return this.#finish(new Response(body, { headers: { "Cache-Control": "no-store", ...headers } }));
  }

  json(value: object, status = 200): Response {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    };
    return this.#finish(new Response(JSON.stringify(value), { status, headers }));
  }

  /** To another page of ours, with a word of what was done. */
  goTo(path: string, note?: Note): Response {
    if (note) this.leaveNote(note);
    const headers = { Location: this.site.root + escaped(path), "Cache-Control": "no-store" };
    return this.#finish(new Response(null, { status: 303, headers }));
  }

  /** Back to where somebody came from, if that is a page of ours. */
  goBack(next: string | undefined, otherwise: string, note?: Note): Response {
    return this.goTo(ownPath(next, this.site.root) ?? otherwise, note);
  }

  /** Said by whichever page is shown next. */
  leaveNote(note: Note) {
    this.#setCookie(NOTE, note, 60);
  }

  signIn({ user, token, device }: Started) {
    this.setToken(token);
    // Of several windows one may sign in while others are at a service; what another person began there has ended.
    if (this.me && this.me.id !== user.id) this.#forgetTrip();
    this.#forgetNewcomers();
    this.#setCookie(ownCookie(DEVICE, this.https), device, YEAR);
  }

  setToken(token: string, seconds = SESSION_MS / 1000) {
    this.#hasNewToken = true;
    this.#setCookie(ownCookie(SESSION_COOKIE, this.https), token, seconds);
  }

  signOut() {
    this.setToken("", 0);
    this.#forgetTrip();
    this.#forgetNewcomers();
  }

  /** As chosen here, or with the account, or else as the browser asks. */
  get words(): Words {
    const chosen = [this.cookies.get(LANGUAGE), this.me?.language].find((one) => one && LANGUAGES.has(one));
    const accepted = this.request.headers.get("accept-language");
    const language = chosen ?? preferredLanguage(accepted);
    return wordsIn(language, localeIn(language, accepted));
  }

  setLanguage(language: string) {
    this.#setCookie(LANGUAGE, language, YEAR);
  }

  /** The secret of a browser whose person is at another service, in any of its windows. */
  get oauthState(): string | undefined {
    return this.cookies.get(ownCookie(TRIP, this.https));
  }

  setOAuthState(secret: string, seconds: number) {
    this.#setCookie(ownCookie(TRIP, this.https), secret, seconds);
  }

  #forgetTrip() {
    if (this.oauthState !== undefined) this.setOAuthState("", 0);
  }

  /** The secret of a browser whose person has come from this service and has no account here yet. */
  pendingSignUp(service: string): string | undefined {
    return this.cookies.get(ownCookie(`${NEWCOMER}-${service}`, this.https));
  }

  setPendingSignUp(service: string, secret: string, seconds: number) {
    this.#setCookie(ownCookie(`${NEWCOMER}-${service}`, this.https), secret, seconds);
  }

  /** Whoever signs in is none, and whoever sits down here later even less. */
  #forgetNewcomers() {
    for (const { name } of this.site.services)
      if (this.pendingSignUp(name) !== undefined) this.setPendingSignUp(name, "", 0);
  }

  setTheme(theme: Theme | undefined) {
    this.#setCookie(THEME, theme ?? "", theme ? YEAR : 0);
  }

  /** A form of ours was sent by https, as the browser itself says, though nobody told us that we are reached so. */
  get #isSentByHttps(): boolean {
    return this.request.headers.get("origin")?.startsWith("https://") === true;
  }

  #setCookie(name: string, value: string, maxAge: number) {
    this.#headers.append("Set-Cookie", cookieText(name, value, { maxAge, secure: this.https || this.#isSentByHttps }));
  }

  /** With what nobody else may keep, and only then. */
  #renew() {
    if (this.signedIn?.renewed && !this.#hasNewToken) this.setToken(this.#token!);
  }

  #finish(response: Response): Response {
    for (const [name, value] of this.#headers) response.headers.append(name, value);
    return response;
  }
}

/** What a header cannot hold, as an address writes it; all else stays, escapes that are there already too. */
const escaped = (path: string) => path.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent);

/** A path below our root, without the root; undefined for anything that could lead elsewhere. */
export function ownPath(next: string | undefined, root: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (!next?.startsWith(`${root}/`) || /^\/[/\\]|[\u0000-\u001f\\]/.test(next)) return undefined;
  return next.slice(root.length);
}
