import { type Actor, type Ctx, GUEST } from "../../core/ctx.ts";
import { readMeme } from "../../core/memes/read-meme.ts";
import { rateMeme } from "../../core/ratings/rate-meme.ts";
import { countOpenReports } from "../../core/moderation/list-queue.ts";
import { countProposals } from "../../core/templates/list-proposals.ts";
import { countNews } from "../../core/notifications/read-unseen.ts";
import { RESET_MS } from "../../core/users/reset-password.ts";
import { useSession, type SignedIn } from "../../core/sessions/use-session.ts";
import type { Browser, BrowserSignIn } from "../../core/sessions/browser.ts";
import { DomainError } from "../../errors.ts";
import { contextOf } from "../../services.ts";
import { LANGUAGES, localeIn, preferredLanguage } from "../../words/languages.ts";
import { wordsIn, type Words } from "../../words/words.ts";
import type { Exchange } from "../exchange.ts";
import { isHttps } from "../forwarded.ts";
import { callerOf, networkOf } from "../remote-address.ts";
import type { Refusal } from "./components/refusal.tsx";
import { CookieJar, type PendingRating } from "./cookie-jar.ts";
import type { Frame, Site } from "./frame.ts";
import { ownPath } from "./own-path.ts";
import { viewerOf } from "./viewer.ts";
import type { Website } from "./website.ts";

/** At the end of the address that a sign-in leads to: no other link to the sign-in page has it. */
export const ratedMark = (memeId: string) => `#rated-${memeId}`;

const NOTHING_WAITS = { openReports: 0, proposals: 0 };

const countWaiting = async (ctx: Ctx) => ({
  openReports: await countOpenReports(ctx),
  proposals: await countProposals(ctx),
});

/** One request for a page or from a form: who and where. Its cookies are in the jar; reply.ts answers it. */
export class Visit {
  /** Lets only our own script run. */
  readonly nonce = crypto.randomUUID();
  /** For a form that is shown again. */
  refusal: Refusal | undefined;
  readonly #now: number;
  #ctx: Ctx | undefined;
  #words: Words | undefined;

  private constructor(
    readonly exchange: Exchange,
    readonly website: Website,
    readonly site: Site,
    readonly cookies: CookieJar,
    readonly signedIn: SignedIn | undefined,
    /** What waits for staff. */
    private waiting: { openReports: number; proposals: number },
    /** What the bell counts. */
    readonly news: number,
    /** Below the root: the page with the form that was sent, to return to. */
    public formPage: string,
  ) {
    this.#now = website.services.clock();
  }

  static async open(exchange: Exchange, website: Website, formPage = "/"): Promise<Visit> {
    const { request } = exchange;
    const { services, addresses, proxy } = website;
    const fixed = await website.site();
    proxy.look(request.headers);
    const site = { ...fixed, ...(await website.known.read()) };
    const cookies = new CookieJar(request, isHttps(request.headers, addresses, services.config));
    const token = cookies.session;
    const signedIn = token === undefined ? undefined : await useSession(contextOf(services, GUEST), token);
    if (signedIn) exchange.member = signedIn.member;
    const isStaff = signedIn?.member.user.staff;
    const waiting = isStaff ? await countWaiting(contextOf(services, signedIn.member)) : NOTHING_WAITS;
    const news = signedIn ? await countNews({ db: services.database.db }, signedIn.member.user) : 0;
    return new Visit(exchange, website, site, cookies, signedIn, waiting, news, formPage);
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

  /** The same time for the whole visit. */
  get ctx(): Ctx {
    const { services } = this.website;
    return (this.#ctx ??= {
      ...contextOf(services, this.actor, this.exchange.reads ? services.database.reading : services.database.db),
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

  /** The browser somebody signs in with. */
  get browser(): Browser {
    const agent = this.request.headers.get("user-agent") ?? "";
    return { agent, device: this.cookies.device, token: this.cookies.session };
  }

  get network(): string {
    const { proxies } = this.website.services.config;
    return networkOf(callerOf(this.request.headers.get("x-forwarded-for"), this.exchange.address, proxies));
  }

  /** Requested by one of our scripts, which only needs to know what changed. */
  get wantsJson(): boolean {
    return this.request.headers.get("accept") === "application/json";
  }

  /** The language chosen here or with the account, or else the browser's. */
  get words(): Words {
    return (this.#words ??= this.#chooseWords());
  }

  #chooseWords(): Words {
    const chosen = [this.cookies.language, this.me?.language].find((one) => one && LANGUAGES.has(one));
    const accepted = this.request.headers.get("accept-language");
    const language = chosen ?? preferredLanguage(accepted);
    return wordsIn(language, localeIn(language, accepted));
  }

  /** Members choose with their account, guests in their browser. */
  get showsMature(): boolean {
    return this.me ? this.me.showsMature : this.cookies.mature;
  }

  /** For the page, which shows the note left by the previous one. */
  get frame(): Frame {
    return {
      site: this.site,
      viewer: this.me && viewerOf(this.me, this.news),
      person: this.signedIn && this.cookies.person,
      since: this.signedIn?.session.provenAt,
      ...this.waiting,
      showsMature: this.showsMature,
      theme: this.cookies.theme,
      nonce: this.nonce,
      here: this.request.method === "POST" ? this.site.root + this.formPage : this.here,
      note: this.cookies.takeNote(),
      now: this.#now,
    };
  }

  /** What a guest rated, if that is why they sign in: `next` is where this sign-in leads. */
  ratingBefore(next: string | undefined): PendingRating | undefined {
    const pending = this.cookies.pendingRating;
    return pending && next?.endsWith(ratedMark(pending.memeId)) ? pending : undefined;
  }

  /** Somebody who forgot their password goes on from here once they have a new one. */
  keepForReset(next: string | undefined) {
    if (ownPath(next, this.site.root) === undefined) return;
    const seconds = RESET_MS / 1000;
    this.cookies.keepNext(next!, seconds);
    const pending = this.ratingBefore(next);
    if (pending) this.cookies.keepRating(pending, seconds);
  }

  get nextAfterReset(): string | undefined {
    const { next } = this.cookies;
    return ownPath(next, this.site.root) === undefined ? undefined : next;
  }

  /** Counts an attempt that is refused. */
  async trySignIn(attempt: Promise<BrowserSignIn>, next?: string): Promise<boolean> {
    const { tally } = this.website.services;
    const refused = (error: unknown): never => {
      if (error instanceof DomainError && error.code !== "unavailable") tally.signIns.failed++;
      throw error;
    };
    return this.signIn(await attempt.catch(refused), next);
  }

  /** Signs this browser in. The rating that led here now counts, if it may. Returns whether it does. */
  async signIn(started: BrowserSignIn, next?: string): Promise<boolean> {
    this.website.services.tally.signIns.ok++;
    this.cookies.signIn(started, this.me !== undefined && this.me.id !== started.user.id);
    const pending = this.ratingBefore(next);
    this.cookies.forgetRating();
    if (!pending) return false;
    const ctx: Ctx = { ...this.ctx, actor: { kind: "member", user: started.user, via: "session" } };
    try {
      // Authors may rate their own, but not without noticing.
      if ((await readMeme(ctx, pending.memeId)).meme.authorId === started.user.id) return false;
      await rateMeme(ctx, pending);
      this.cookies.leaveNote("rated");
      return true;
    } catch (error) {
      // It has been hidden or deleted meanwhile, which is no reason not to sign in.
      if (!(error instanceof DomainError)) throw error;
      return false;
    }
  }
}
