import type { SignUpMode, TemplatesMode } from "../../config.ts";
import type { PossibleActor } from "../../core/access.ts";
import { GUEST } from "../../core/ctx.ts";
import type { Rendition } from "../../core/memes/renditions.ts";
import type { Meme } from "../../entities/meme.ts";
import type { SiteInfo } from "../../entities/site-info.ts";
import type { Note } from "./note.ts";
import type { Viewer } from "./viewer.ts";

/** A sign-in service: its name in addresses, and for people. */
export interface Service {
  name: string;
  label: string;
}

/** What stays the same while the program runs. */
export interface FixedSite {
  /** The path below which the pages are; empty at the top. */
  root: string;
  /** Public address of the site, for links that are read elsewhere. */
  url: string;
  signup: SignUpMode;
  /** Who may add templates. */
  templates: TemplatesMode;
  /** Whether mail can be sent. */
  mail: boolean;
  /** Whether members can have webhooks. */
  webhooks: boolean;
  /** Services people can sign in with. */
  services: readonly Service[];
  /** Whether browsers install our service worker. */
  worker: boolean;
  /** When addresses of pictures change, if they are on a CDN: then kept pages do too. */
  picturesUntil: number | undefined;
  /** Address of a picture. */
  picture(meme: Meme, which?: Rendition): string;
  /** Address of one of our files, which changes with its content; of an icon, in this accent. */
  asset(name: string, accent?: string): string;
  /** Address of our scripts, with the messages of this language. */
  script(language: string): string;
}

/** What every page knows about the site. */
export type Site = FixedSite & SiteInfo;

export type Theme = "light" | "dark";

/** What every page knows about itself and its viewer. */
export interface Frame {
  site: Site;
  /** Undefined for guests. */
  viewer: Viewer | undefined;
  /** Tells the viewer's session from others. */
  person: string | undefined;
  /** When the viewer last signed in or typed the password again. */
  since: number | undefined;
  /** For staff: open reports; 100 means more than 99. */
  openReports: number;
  /** For staff: templates that wait for them; 100 means more than 99. */
  proposals: number;
  /** Wants to see mature memes. */
  showsMature: boolean;
  /** Undefined if the browser's preference decides. */
  theme: Theme | undefined;
  /** Lets only our own script run. */
  nonce: string;
  /** Path and query of this page, to return to. */
  here: string;
  /** What has just been done, shown once. */
  note: Note | undefined;
  now: number;
}

/** The viewer in the core's terms, to offer only what they may do. */
export const actorOf = ({ viewer }: Frame): PossibleActor => (viewer ? { kind: "member", user: viewer } : GUEST);

/** Links between the pages for signing in and up still lead where the first of them did. */
export function entryHref({ site: { root }, here }: Frame, path: "/sign-in" | "/sign-up"): string {
  const [, next] = here.startsWith(`${root}/sign-`) ? (/[?&]next=([^&]*)/.exec(here) ?? []) : [];
  return root + path + (next ? `?next=${next}` : "");
}

/** Link to the sign-in page, which then leads to this path. */
export const signInHref = ({ root }: Site, path: string) => `${root}/sign-in?next=${encodeURIComponent(root + path)}`;
