import type { ApiDescription } from "../api-description.ts";
import { pathnameOf } from "../request-path.ts";
import type { Server } from "../server.ts";
import { openProviders, type Provider } from "./integrations/provider.ts";
import { KeptPages } from "./kept-pages.ts";
import { LiveCounts } from "./notifications/live.ts";
import { PasswordLimits } from "./sign-in/password-limits.ts";

/** What only the website's pages need, besides what all faces share. */
export interface Website extends Server {
  /** The path below which the pages are; empty at the top. */
  root: string;
  limits: PasswordLimits;
  /** Browsers that are told at once of what is new. */
  live: LiveCounts;
  kept: KeptPages;
  /** Other services to sign in with, by name. */
  providers: ReadonlyMap<string, Provider>;
  /** For the page of reference. */
  describeApi(): ApiDescription;
}

export const openWebsite = (server: Server, describeApi: () => ApiDescription): Website => ({
  ...server,
  root: pathnameOf(server.addresses.url),
  limits: new PasswordLimits(server.services.clock),
  live: new LiveCounts(server.services),
  kept: new KeptPages(),
  providers: openProviders(server.services),
  describeApi,
});
