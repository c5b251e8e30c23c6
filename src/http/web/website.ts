import { signupMode } from "../../config.ts";
import type { ApiDescription } from "../api-description.ts";
import { pictureAddress } from "../picture-address.ts";
import { pathnameOf } from "../request-path.ts";
import { type OwnFont, readOwnFonts } from "../../images/own-fonts.ts";
import type { Server } from "../server.ts";
import { pagePolicy } from "./answer-page.ts";
import { loadAssets, scriptIn } from "./assets.ts";
import type { FixedSite } from "./frame.ts";
import { openProviders, type Provider } from "./integrations/provider.ts";
import { LiveCounts } from "./notifications/live-streams.ts";
import { PageCache } from "./page-cache.ts";
import { tintedIcon } from "./tinted-icon.ts";
import { PasswordLimits } from "./sign-in/password-limits.ts";

/** What the website needs besides what all faces share. */
export interface Website extends Server {
  /** The path below which the pages are; empty at the top. */
  root: string;
  /** The rest of every page's content security policy, after its scripts. */
  policy: string;
  limits: PasswordLimits;
  /** Browsers that are told about news at once. */
  live: LiveCounts;
  kept: PageCache;
  /** Sign-in services, by name. */
  providers: ReadonlyMap<string, Provider>;
  /** Our files are read and bundled on first use. */
  site(): Promise<FixedSite>;
  /** The operator's, for making memes. Their folder is read on first use. */
  ownFonts(): Promise<readonly OwnFont[]>;
  /** For the reference page. */
  describeApi(): ApiDescription;
}

export function openWebsite(server: Server, describeApi: () => ApiDescription): Website {
  let site: Promise<FixedSite> | undefined;
  let ownFonts: Promise<readonly OwnFont[]> | undefined;
  return {
    ...server,
    root: pathnameOf(server.addresses.url),
    policy: pagePolicy(server.addresses),
    limits: new PasswordLimits(server.services.clock, server.limiterOf),
    live: new LiveCounts(server.services),
    kept: new PageCache(server.services.cache),
    providers: openProviders(server.services),
    site: () => (site ??= siteOf(server)),
    ownFonts: () => (ownFonts ??= fontsOf(server)),
    describeApi,
  };
}

async function fontsOf({ services: { config, log } }: Server): Promise<readonly OwnFont[]> {
  if (config.fonts === undefined) return [];
  try {
    return (await readOwnFonts(config.fonts)).fonts;
  } catch (error) {
    log.warn("the folder of GUFFAW_FONTS cannot be read", { problem: (error as Error).message });
    return [];
  }
}

async function siteOf({ services, addresses, proxy }: Server): Promise<FixedSite> {
  const { config, mailer } = services;
  const root = pathnameOf(addresses.url);
  const assets = await loadAssets();
  return {
    root,
    url: addresses.url,
    templates: config.templates,
    get signup() {
      return signupMode(config, addresses.url, { behindProxy: proxy.seen });
    },
    mail: mailer !== undefined,
    webhooks: config.webhooks !== "off",
    worker: config.serviceWorker,
    services: config.services.map(({ name, label }) => ({ name, label })),
    get picturesUntil() {
      return addresses.pictures?.freshUntil();
    },
    picture: (meme, which) => pictureAddress(addresses, root, meme, which),
    asset: (name, accent) => {
      const asset = assets.get(name)!;
      return `${root}/assets/${(accent === undefined ? asset : tintedIcon(asset, accent)).file}`;
    },
    script: (language) => `${root}/assets/${(assets.get(scriptIn(language)) ?? assets.get("site.js"))!.file}`,
  };
}
