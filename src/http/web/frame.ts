import type { SignUpMode } from "../../config.ts";
import type { PossibleActor } from "../../core/access.ts";
import { GUEST } from "../../core/ctx.ts";
import type { Note } from "./note.ts";
import type { Viewer } from "./viewer.ts";

/** Another service, by its name in addresses and the one that people know. */
export interface Service {
  name: string;
  label: string;
}

/** What every page knows of the site it is part of. */
export interface Site {
  /** The path below which the pages are; empty at the top. */
  root: string;
  /** The public address of the site, for what is read elsewhere. */
  url: string;
  signup: SignUpMode;
  /** Whether mail can be sent. */
  mail: boolean;
  /** Where people may have accounts to sign in with. */
  services: readonly Service[];
  /** The address of a file of ours, which changes with its content. */
  asset(name: string): string;
  /** The address of our scripts, with the words of this language in them. */
  script(language: string): string;
}

export type Theme = "light" | "dark";

/** What every page knows about itself and the person who looks at it. */
export interface Frame {
  site: Site;
  /** Undefined for guests. */
  viewer: Viewer | undefined;
  /** When the viewer last signed in or typed the password again. */
  since: number | undefined;
  /** For staff: reports that wait for somebody, and 100 for more than 99. */
  openReports: number;
  /** Undefined where the browser's preference decides. */
  theme: Theme | undefined;
  /** Makes our own script the only one that runs. */
  nonce: string;
  /** Path and query of this page, to come back to. */
  here: string;
  /** What has just been done, said once. */
  note: Note | undefined;
  now: number;
}

/** The viewer in the core's terms, to offer only what they may do. */
export const actorOf = ({ viewer }: Frame): PossibleActor => (viewer ? { kind: "member", user: viewer } : GUEST);

/** To the sign-in page, and from there to a path of ours. */
export const signInHref = ({ root }: Site, path: string) => `${root}/sign-in?next=${encodeURIComponent(root + path)}`;
