import { SESSION_MS } from "../../core/sessions/session-time.ts";
import type { BrowserSignIn } from "../../core/sessions/browser.ts";
import { english } from "../../words/en/index.ts";
import { hashOf } from "../../core/secrets.ts";
import { cookiesOf, cookieText } from "../cookies.ts";
import { ownCookie, SESSION_COOKIE } from "../session-cookie.ts";
import type { Theme } from "./frame.ts";
import type { Note } from "./note.ts";
import type { HttpRequest } from "../../wire/http-request.ts";
import type { HttpResponse } from "../../wire/http-response.ts";

/** Read by src/browser/early.ts, to tell whether a page that the browser kept is still right. */
const PERSON = "guffaw-person";
const YEAR = 365 * 86_400;
const NOTE_SECONDS = 60;
const DEVICE = "guffaw-device";
const THEME = "guffaw-theme";
const NOTE = "guffaw-note";
const LANGUAGE = "guffaw-language";
const MATURE = "guffaw-mature";
const LAST_POST = "guffaw-post";
const OAUTH_STATE = "guffaw-trip";
const PENDING_SIGN_UP = "guffaw-newcomer-";
const PENDING_RATING = "guffaw-rating";
const PENDING_RATING_SECONDS = 900;
const NEXT = "guffaw-next";
const MAX_NEXT = 1000;

export interface PendingRating {
  memeId: string;
  rating: number;
}

/** What people chose when they last posted a meme, as the form has it. */
export interface LastPost {
  age: string;
  rating: string;
  /** They wrote an alt text. */
  more: boolean;
}

const NO_POST: LastPost = { age: "2", rating: "", more: false };

/** The cookies of one visit: received, and to be sent with the reply. */
export class CookieJar {
  #came: Map<string, string>;
  #set: string[] = [];
  #hasNewSession = false;
  #https: boolean;
  #isSecure: boolean;

  constructor({ headers }: HttpRequest, https: boolean) {
    this.#came = cookiesOf(headers.get("cookie"));
    this.#https = https;
    // Or the browser says that it sent our form over https, though our configuration does not.
    this.#isSecure = https || headers.get("origin")?.startsWith("https://") === true;
  }

  get session(): string | undefined {
    return this.#own(SESSION_COOKIE);
  }

  setSession(token: string, seconds = SESSION_MS / 1000) {
    this.#hasNewSession = true;
    this.#setOwn(SESSION_COOKIE, token, seconds);
    this.#put(PERSON, token && personOf(token), seconds, { open: true });
  }

  /** Extends the browser's session, unless it has just got a new one. */
  renewSession() {
    if (!this.#hasNewSession) this.setSession(this.session!);
  }

  /** Tells one session from another, and says nothing else about it. */
  get person(): string | undefined {
    return this.session === undefined ? undefined : personOf(this.session);
  }

  /** Lets scripts know whose page this is, so that a page of somebody else is never restored. */
  showPerson(person: string | undefined) {
    if (this.#hasNewSession || this.#came.get(PERSON) === person) return;
    this.#put(PERSON, person ?? "", person === undefined ? 0 : SESSION_MS / 1000, { open: true });
  }

  /** Shows that somebody has signed in with this browser before. */
  get device(): string | undefined {
    return this.#own(DEVICE);
  }

  /** Undefined if the browser's preference decides. */
  get theme(): Theme | undefined {
    const theme = this.#came.get(THEME);
    return theme === "light" || theme === "dark" ? theme : undefined;
  }

  setTheme(theme: Theme | undefined) {
    this.#put(THEME, theme ?? "", theme ? YEAR : 0, { open: true });
  }

  /** A guest of 18 or more wants to see mature memes. */
  get mature(): boolean {
    return this.#came.get(MATURE) === "shown";
  }

  setMature(shown: boolean) {
    this.#put(MATURE, shown ? "shown" : "", shown ? YEAR : 0);
  }

  get language(): string | undefined {
    return this.#came.get(LANGUAGE);
  }

  setLanguage(language: string) {
    this.#put(LANGUAGE, language, YEAR, { open: true });
  }

  get lastPost(): LastPost {
    const [, age, rating, more] = /^([124])-([1-5]?)-([01])$/.exec(this.#came.get(LAST_POST) ?? "") ?? [];
    return age === undefined ? NO_POST : { age, rating: rating!, more: more === "1" };
  }

  rememberPost({ age, rating, more }: LastPost) {
    this.#put(LAST_POST, `${age || NO_POST.age}-${rating}-${more ? 1 : 0}`, YEAR);
  }

  /** The note left by the previous page. Taking it removes it. */
  takeNote(): Note | undefined {
    const note = this.#came.get(NOTE);
    if (note === undefined) return undefined;
    this.#put(NOTE, "", 0);
    return Object.hasOwn(english, `note.${note}`) ? (note as Note) : undefined;
  }

  /** For the next page. */
  leaveNote(note: Note) {
    this.#put(NOTE, note, NOTE_SECONDS);
  }

  /** Secret of a browser on an OAuth round trip, in any of its windows. */
  get oauthState(): string | undefined {
    return this.#own(OAUTH_STATE);
  }

  setOAuthState(secret: string, seconds: number) {
    this.#setOwn(OAUTH_STATE, secret, seconds);
  }

  /** Secret of a browser with a pending sign-up from this service. */
  pendingSignUp(service: string): string | undefined {
    return this.#own(PENDING_SIGN_UP + service);
  }

  setPendingSignUp(service: string, secret: string, seconds: number) {
    this.#setOwn(PENDING_SIGN_UP + service, secret, seconds);
  }

  /** Remembers what a guest rated, until they have signed in. */
  keepRating({ memeId, rating }: PendingRating, seconds = PENDING_RATING_SECONDS) {
    this.#setOwn(PENDING_RATING, `${memeId}.${rating}`, seconds);
  }

  get pendingRating(): PendingRating | undefined {
    const [, memeId, rating] = /^(\d+)\.([1-5])$/.exec(this.#own(PENDING_RATING) ?? "") ?? [];
    return memeId === undefined ? undefined : { memeId, rating: Number(rating) };
  }

  forgetRating() {
    if (this.#own(PENDING_RATING) !== undefined) this.#setOwn(PENDING_RATING, "", 0);
  }

  /** Remembers where somebody wanted to go, for the link to a new password: it does not say so itself. */
  keepNext(next: string, seconds: number) {
    const value = encodeURIComponent(next.toWellFormed());
    if (value.length <= MAX_NEXT) this.#setOwn(NEXT, value, seconds);
  }

  get next(): string | undefined {
    try {
      return decodeURIComponent(this.#own(NEXT) ?? "") || undefined;
    } catch {
      return undefined;
    }
  }

  #forgetNext() {
    if (this.#own(NEXT) !== undefined) this.#setOwn(NEXT, "", 0);
  }

  signIn({ token, device }: BrowserSignIn, isSomebodyElse: boolean) {
    this.setSession(token);
    // One window may sign in while others are at a service. A round trip begun by another person has ended.
    if (isSomebodyElse) this.#forgetOAuth();
    this.#forgetSignUps();
    this.#forgetNext();
    this.#setOwn(DEVICE, device, YEAR);
  }

  signOut() {
    this.setSession("", 0);
    this.forgetRating();
    this.#forgetNext();
    this.#forgetOAuth();
    this.#forgetSignUps();
  }

  addTo(response: HttpResponse): HttpResponse {
    for (const cookie of this.#set) response.headers.append("Set-Cookie", cookie);
    return response;
  }

  #forgetOAuth() {
    if (this.oauthState !== undefined) this.setOAuthState("", 0);
  }

  /** Signing in settles them, and the next person at this browser must not get the rest. */
  #forgetSignUps() {
    const prefix = ownCookie(PENDING_SIGN_UP, this.#https);
    for (const name of this.#came.keys()) if (name.startsWith(prefix)) this.#put(name, "", 0);
  }

  #own(name: string): string | undefined {
    return this.#came.get(ownCookie(name, this.#https));
  }

  #setOwn(name: string, value: string, maxAge: number) {
    this.#put(ownCookie(name, this.#https), value, maxAge);
  }

  #put(name: string, value: string, maxAge: number, { open = false } = {}) {
    this.#set.push(cookieText(name, value, { maxAge, secure: this.#isSecure, open }));
  }
}

const personOf = (token: string) => hashOf(token).slice(0, 12);
